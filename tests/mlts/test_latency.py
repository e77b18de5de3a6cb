"""Latency: statistics by hand, honest comparisons, compilation times, measurement in turns."""

import math
import os
import time

import numpy as np
import pytest

from conformance.hal import ErrorStatus
from conformance.models.accuracy.built_in_tasks import speech_synthesis
from conformance.models.inference import ExecutionMode, InferenceSession, prepare
from conformance.models.latency import (
    MeasurementLimits,
    compare_latency,
    latency_statistics,
    measure_compilation,
    measure_in_turns,
)
from conformance.reference import ReferenceDevice


def test_statistics_of_known_durations():
    durations = np.random.default_rng(1).permutation(np.arange(1.0, 101.0))
    found = latency_statistics(durations)
    assert (found.count, found.minimum, found.maximum, found.total) == (100, 1.0, 100.0, 5050.0)
    assert (found.median, found.mean) == (50.5, 50.5)
    assert found.p90 == pytest.approx(90.1)
    assert found.p99 == pytest.approx(99.01)
    assert found.standard_deviation == pytest.approx(np.sqrt((100**2 - 1) / 12))
    assert sum(found.histogram) == 100
    assert len(found.histogram) == 32
    low, high = found.median_interval
    # The order statistics of 100 independent values have the 99 % interval 37 to 64.
    assert 30 < low < 44
    assert 57 < high < 71
    with pytest.raises(ValueError, match="no duration"):
        latency_statistics(np.array([]))


def autocorrelated(random, count, correlation, deviation):
    """Return an autoregressive series of the first order with this standard deviation."""
    steps = random.normal(0, deviation * np.sqrt(1 - correlation**2), count)
    series = [random.normal(0, deviation)]
    for step in steps[1:]:
        series.append(correlation * series[-1] + step)
    return np.array(series)


def rounds(random, ratio, count=200, blocks=20):
    """Return durations of two drivers of 5 ms in blocks of rounds: one second of each.

    Both have a common drift of 20 % and common autocorrelated noise. Each has its own shorter and
    its own skewed noise, rare pauses of four times the duration, and in each block the offset of a
    session (standard deviation 1.5 %, as measured with XNNPACK).
    """
    drift = 1 + 0.2 * np.sin(np.linspace(0, random.uniform(1, 9), count) + random.uniform(0, 6))
    common = autocorrelated(random, count, 0.9, 0.05)
    pair = []
    for factor in (ratio, 1.0):
        session = np.repeat(random.normal(0, 0.015, blocks), count // blocks)
        own = autocorrelated(random, count, 0.6, 0.02)
        skewed = random.gamma(1.5, 0.03, count)
        pauses = 1 + 3 * (random.random(count) < 0.03)
        pair.append(0.005 * factor * drift * np.exp(common + session + own + skewed) * pauses)
    return *pair, [count // blocks] * blocks


def test_equal_drivers_rarely_differ_and_5_percent_is_seen():
    random = np.random.default_rng(8)
    false_alarms = sum(compare_latency(*rounds(random, 1.0)).different for _ in range(100))
    found = [compare_latency(*rounds(random, 1.05)) for _ in range(100)]
    assert false_alarms <= 8
    assert sum(one.different and one.ratio > 1 for one in found) >= 90
    inside = sum(one.interval[0] <= 1.05 <= one.interval[1] for one in found)
    assert inside >= 92


def test_the_interval_of_a_comparison_is_that_of_the_t_distribution():
    """With 9 degrees of freedom, 0.5 % of the t distribution exceed 3.2498 (published tables)."""
    medians = np.array([0.05, 0.01, 0.09, 0.12, 0.03, 0.2, 0.07, 0.31, 0.15, 0.02])
    found = compare_latency(np.exp(medians), np.ones(10), [1] * 10)
    # The mean is 0.105; the squares of the differences from it have the sum 0.07965.
    half = 3.2498 * (0.07965 / 9 / 10) ** 0.5
    assert math.log(found.ratio) == pytest.approx(0.105)
    assert np.log(found.interval) == pytest.approx((0.105 - half, 0.105 + half), abs=1e-4)


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
    assert cached.from_cache.minimum > 0.002

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
