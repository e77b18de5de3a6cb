"""Latency: statistics by hand, honest comparisons, compilation times, measurement in turns."""

import os
import time
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("scipy")

from conformance.hal import ErrorStatus
from conformance.mlts.inference import ExecutionMode, InferenceSession, prepare
from conformance.mlts.latency import measurement
from conformance.mlts.latency.compilation import measure_compilation
from conformance.mlts.latency.measurement import (
    MeasurementLimits,
    measure_in_turns,
)
from conformance.mlts.latency.statistics import compare_latency, latency_statistics
from conformance.mlts.networks.acoustic import speech_synthesis
from conformance.reference import ReferenceDevice


def test_statistics_of_known_durations():
    found = latency_statistics(np.arange(1.0, 101.0))
    assert (found.count, found.minimum, found.maximum, found.total) == (100, 1.0, 100.0, 5050.0)
    assert (found.median, found.mean) == (50.5, 50.5)
    assert found.p90 == pytest.approx(90.1)
    assert found.p99 == pytest.approx(99.01)
    assert found.standard_deviation == pytest.approx(np.sqrt((100**2 - 1) / 12))
    assert sum(found.histogram) == 100
    assert len(found.histogram) == 32
    low, high = found.median_interval
    assert 36 < low < 50.5 < high < 66
    with pytest.raises(ValueError, match="no duration"):
        latency_statistics(np.array([]))


def rounds(random, ratio, count=120):
    """Return durations of two drivers of 5 ms, with common drift, own noise and rare pauses."""
    drift = 1 + 0.2 * np.sin(np.linspace(0, random.uniform(1, 9), count) + random.uniform(0, 6))
    pair = []
    for factor in (ratio, 1.0):
        noise = random.lognormal(0, 0.04, count)
        pauses = 1 + 3 * (random.random(count) < 0.03)
        pair.append(0.005 * factor * drift * noise * pauses)
    return pair


def test_equal_drivers_rarely_differ_and_5_percent_is_seen():
    random = np.random.default_rng(8)
    false_alarms = sum(compare_latency(*rounds(random, 1.0)).different for _ in range(100))
    found = [compare_latency(*rounds(random, 1.05)) for _ in range(100)]
    assert false_alarms <= 8
    assert sum(one.different and one.ratio > 1 for one in found) >= 90


def test_texts_of_comparisons():
    base = np.random.default_rng(3).lognormal(-5, 0.01, 50)
    assert compare_latency(base, base).text == "no difference shown"
    assert compare_latency(base * 1.1, base).text == "10.0 % slower"
    assert compare_latency(base * 0.75, base).text == "25.0 % faster"
    assert compare_latency(base * 3, base).text == "3 times the time"
    with pytest.raises(ValueError, match="at least 10"):
        compare_latency(base[:9], base[:9])


def test_each_round_has_one_call_of_each_candidate():
    calls = []
    found = measure_in_turns(
        {name: lambda name=name: calls.append(name) for name in "abc"},
        MeasurementLimits(warm_up=0.0, seconds=60.0, rounds=40),
    )
    measured = calls[3:]
    turns = [measured[start : start + 3] for start in range(0, 120, 3)]
    assert {name: len(times) for name, times in found.items()} == dict.fromkeys("abc", 40)
    assert all(sorted(turn) == ["a", "b", "c"] for turn in turns)
    assert len(set(map(tuple, turns))) == 6


def test_the_time_limit_ends_the_measurement(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(measurement, "time", SimpleNamespace(perf_counter=lambda: now[0]))

    def ten_milliseconds():
        now[0] += 0.01

    limits = MeasurementLimits(warm_up=0.03, seconds=0.05)
    found = measure_in_turns({"a": ten_milliseconds, "b": ten_milliseconds}, limits)
    assert {name: len(times) for name, times in found.items()} == {"a": 5, "b": 5}
    # Before, each has 3 executions of warm-up.
    assert now[0] == pytest.approx(0.16)


def test_all_modes_give_the_same_results_and_keep_states():
    acoustic = speech_synthesis()
    random = np.random.default_rng(2)
    steps = [random.normal(0, 1, (1, acoustic.input_size)).astype(np.float32) for _ in range(3)]
    device = ReferenceDevice()
    outputs = {}
    for mode in ExecutionMode:
        prepared = prepare(device, acoustic.model, 60.0)
        with InferenceSession(prepared, acoustic.model, acoustic.states, mode=mode) as session:
            outputs[mode] = [session.run([step])[0].tobytes() for step in steps]
            session.reset()
            assert session.run([steps[0]])[0].tobytes() == outputs[mode][0]
            assert session.run([steps[0]])[0].tobytes() != outputs[mode][0]
    assert len({tuple(result) for result in outputs.values()}) == 1


def test_inputs_that_do_not_fit_are_refused():
    acoustic = speech_synthesis()
    prepared = prepare(ReferenceDevice(), acoustic.model, 60.0)
    with InferenceSession(prepared, acoustic.model, acoustic.states) as session:
        with pytest.raises(ValueError, match="0 inputs, but the model has 1"):
            session.run([])
        with pytest.raises(ValueError, match=r"an input is float64 \[1, 2\], but the model has"):
            session.run([np.zeros((1, 2))])


class CachingDriver(ReferenceDevice):
    """Stores 5 bytes in its only cache file and loads the last prepared model from it."""

    kept = None

    def get_number_of_cache_files_needed(self):
        return ErrorStatus.NONE, 1, 0

    def prepare_model(self, model, preference, priority, deadline, model_cache, *rest):
        status = super().prepare_model(model, preference, priority, deadline, (), (), *rest[1:])
        type(self).kept = model
        for handle in model_cache:
            os.ftruncate(handle[0], 0)
            os.pwrite(handle[0], b"model", 0)
        return status

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        time.sleep(0.002)
        return super().prepare_model(self.kept, 1, 1, None, (), (), token, callback)


def test_compilation_is_measured_without_when_saving_and_from_cache():
    limits = MeasurementLimits(warm_up=0.0, seconds=0.02, rounds=5)
    model = speech_synthesis().model
    cached = measure_compilation(CachingDriver(), model, limits, 60.0)
    assert cached.cache_bytes == 5
    assert cached.saving is not None
    assert cached.from_cache.min() > 0.002

    class WithoutCache(CachingDriver):
        def get_number_of_cache_files_needed(self):
            return ErrorStatus.NONE, 0, 0

    plain = measure_compilation(WithoutCache(), model, limits, 60.0)
    assert (plain.saving, plain.from_cache, plain.cache_bytes) == (None, None, 0)

    class NeverLoads(CachingDriver):
        def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
            callback.notify(ErrorStatus.GENERAL_FAILURE, None)
            return ErrorStatus.GENERAL_FAILURE

    never = measure_compilation(NeverLoads(), model, limits, 60.0)
    assert never.saving is not None
    assert never.from_cache is None
