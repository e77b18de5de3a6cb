"""Tests of the reference driver's interface behaviour, apart from arithmetic.

The expected values were derived by hand: floors of literal numbers, and shapes from the models.
"""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from conformance.hal import (
    NO_TIMING,
    BufferToken,
    ErrorStatus,
    ExecutionCallback,
    Fence,
    FenceStatus,
    MeasureTiming,
    OutputShape,
    PreparedModelCallback,
    Request,
    Timing,
    Version,
)
from conformance.reference import create_device
from tests.reference.small_models import floor_model, request, reshape_model

VALUES = np.array([[0.5, -0.5, 2.0], [-3.25, 7.75, -0.0]], np.float32)
FLOORS = [0.0, -1.0, 2.0, -4.0, 7.0, 0.0]


class Prepared(PreparedModelCallback):
    def __init__(self):
        self.calls = []

    def notify(self, status, prepared_model):
        self.calls.append((status, prepared_model))


class Executed(ExecutionCallback):
    def __init__(self):
        self.calls = []
        self.done = threading.Event()

    def notify(self, status, output_shapes, timing):
        self.calls.append((status, tuple(output_shapes), timing, threading.get_ident()))
        self.done.set()


def prepare(model, *, device=None, preference=1, priority=1, deadline=None, token=bytes(32)):
    callback = Prepared()
    launch = (device or create_device()).prepare_model(
        model, preference, priority, deadline, (), (), token, callback
    )
    assert len(callback.calls) == 1
    status, prepared = callback.calls[0]
    assert (prepared is not None) == (status is ErrorStatus.NONE)
    return launch, status, prepared


def read(pool, count):
    with pool.view() as view:
        return np.frombuffer(bytes(view[: 4 * count]), np.float32).tolist()


def test_synchronous_execution():
    _, status, prepared = prepare(floor_model())
    assert status is ErrorStatus.NONE
    ask, pool = request([VALUES], [24])
    status, shapes, timing = prepared.execute_synchronously(ask, MeasureTiming.NO, None, None)
    assert status is ErrorStatus.NONE
    assert shapes == (OutputShape((2, 3), True),)
    assert timing == Timing()
    assert read(pool, 6) == FLOORS


def test_asynchronous_execution_notifies_once_from_another_thread():
    _, _, prepared = prepare(floor_model())
    ask, pool = request([VALUES], [24])
    callback = Executed()
    assert prepared.execute(ask, MeasureTiming.NO, None, None, callback) is ErrorStatus.NONE
    assert callback.done.wait(10)
    time.sleep(0.02)
    assert len(callback.calls) == 1
    status, shapes, _, thread = callback.calls[0]
    assert (status, shapes) == (ErrorStatus.NONE, (OutputShape((2, 3), True),))
    assert thread != threading.get_ident()
    assert read(pool, 6) == FLOORS


def test_a_refused_request_is_notified_immediately_with_the_returned_status():
    _, _, prepared = prepare(floor_model())
    ask, _ = request([VALUES], [24])
    callback = Executed()
    short = Request((), ask.outputs, ask.pools)
    launch = prepared.execute(short, MeasureTiming.NO, None, None, callback)
    assert launch is ErrorStatus.INVALID_ARGUMENT
    assert [call[:3] for call in callback.calls] == [(launch, (), Timing())]


@pytest.mark.parametrize("version", [Version.V1_2, Version.V1_3, Version.AIDL_V3])
def test_timing_is_measured_on_request(version):
    _, _, prepared = prepare(floor_model(), device=create_device(version))
    ask, _ = request([VALUES], [24])
    before = time.monotonic_ns()
    _, _, timing = prepared.execute_synchronously(ask, MeasureTiming.YES, None, None)
    spent = time.monotonic_ns() - before
    unit = 1 if version >= Version.AIDL_V1 else 1000
    assert timing.time_on_device != NO_TIMING
    assert timing.time_on_device <= timing.time_in_driver <= spent // unit


@pytest.mark.parametrize("declared", [(0, 0), (0, 2), (3, 0), ()])
def test_shapes_that_depend_on_the_request(declared):
    _, status, prepared = prepare(reshape_model(declared))
    assert status is ErrorStatus.NONE
    ask, pool = request([VALUES, np.array([3, -1], np.int32)], [24])
    status, shapes, _ = prepared.execute_synchronously(ask, MeasureTiming.NO, None, None)
    assert (status, shapes) == (ErrorStatus.NONE, (OutputShape((3, 2), True),))
    assert read(pool, 6) == FLOORS


@pytest.mark.parametrize("length", [1, 20, 23])
def test_an_output_too_large_for_its_buffer_is_reported_with_its_shape_and_not_written(length):
    _, _, prepared = prepare(reshape_model((0, 0)))
    ask, pool = request([VALUES, np.array([6, 1], np.int32)], [length])
    before = bytes(pool.view())
    status, shapes, timing = prepared.execute_synchronously(ask, MeasureTiming.YES, None, None)
    assert status is ErrorStatus.OUTPUT_INSUFFICIENT_SIZE
    assert shapes == (OutputShape((6, 1), False),)
    assert timing == Timing()
    assert bytes(pool.view()) == before


def test_a_computed_shape_that_contradicts_the_model_is_refused():
    _, status, prepared = prepare(reshape_model((2, 0)))
    assert status is ErrorStatus.NONE
    ask, _ = request([VALUES, np.array([3, 2], np.int32)], [24])
    status, shapes, _ = prepared.execute_synchronously(ask, MeasureTiming.NO, None, None)
    assert (status, shapes) == (ErrorStatus.INVALID_ARGUMENT, ())


def test_contradictory_dimensions_in_the_model_are_refused_at_preparation():
    launch, status, _ = prepare(floor_model((2, 3), out=(3, 2)))
    assert launch is status is ErrorStatus.INVALID_ARGUMENT


def test_a_required_input_without_value_is_refused():
    _, _, prepared = prepare(floor_model())
    ask, _ = request([None], [24])
    status, shapes, _ = prepared.execute_synchronously(ask, MeasureTiming.NO, None, None)
    assert (status, shapes) == (ErrorStatus.INVALID_ARGUMENT, ())


@pytest.mark.parametrize("wrong", [{"preference": 3}, {"priority": -1}])
def test_invalid_preparation_arguments_are_refused(wrong):
    launch, status, _ = prepare(floor_model(), **wrong)
    assert launch is status is ErrorStatus.INVALID_ARGUMENT


def test_the_token_is_ignored_without_cache_files():
    assert prepare(floor_model(), token=b"short")[:2] == (ErrorStatus.NONE, ErrorStatus.NONE)


def test_deadlines_in_the_past():
    past = time.monotonic_ns() - 1
    _, status, _ = prepare(floor_model(), deadline=past)
    assert status is ErrorStatus.MISSED_DEADLINE_PERSISTENT
    _, _, prepared = prepare(floor_model())
    ask, _ = request([VALUES], [24])
    status, shapes, _ = prepared.execute_synchronously(ask, MeasureTiming.NO, past, None)
    assert (status, shapes) == (ErrorStatus.MISSED_DEADLINE_PERSISTENT, ())


def test_an_unknown_token_is_refused():
    _, _, prepared = prepare(floor_model())
    ask, _ = request([VALUES], [24])
    foreign = Request(ask.inputs, ask.outputs, (ask.pools[0], BufferToken(7)))
    status, _, _ = prepared.execute_synchronously(foreign, MeasureTiming.NO, None, None)
    assert status is ErrorStatus.INVALID_ARGUMENT


class Signal(Fence):
    def __init__(self, status):
        self.status = status

    def wait(self, timeout_ms):
        return self.status

    def fileno(self):
        return -1


def test_fenced_execution_runs_after_its_fences():
    _, _, prepared = prepare(floor_model())
    ask, pool = request([VALUES], [24])
    fences = [Signal(FenceStatus.SIGNALED)] * 2
    status, fence, callback = prepared.execute_fenced(ask, fences, 1, None, None, None)
    assert (status, fence) == (ErrorStatus.NONE, None)
    info, since_launch, since_fence = callback.get_execution_info()
    assert info is ErrorStatus.NONE
    assert since_fence.time_in_driver <= since_launch.time_in_driver
    assert read(pool, 6) == FLOORS


def test_fenced_execution_with_a_failed_fence_or_unspecified_outputs():
    _, _, prepared = prepare(floor_model())
    ask, _ = request([VALUES], [24])
    broken = prepared.execute_fenced(ask, [Signal(FenceStatus.ERROR)], 0, None, None, None)
    assert broken == (ErrorStatus.INVALID_ARGUMENT, None, None)
    _, _, open_outputs = prepare(floor_model((2, 3), out=(0, 0)))
    refused = open_outputs.execute_fenced(ask, [], 0, None, None, None)
    assert refused == (ErrorStatus.INVALID_ARGUMENT, None, None)


def test_one_prepared_model_serves_many_threads():
    _, _, prepared = prepare(floor_model((64, 64)))
    failures = []

    def work(seed):
        values = np.full((64, 64), seed + 0.75, np.float32)
        ask, pool = request([values], [values.nbytes])
        for _ in range(50):
            status, _, _ = prepared.execute_synchronously(ask, MeasureTiming.NO, None, None)
            if status is not ErrorStatus.NONE or set(read(pool, 4096)) != {float(seed)}:
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_an_execution_keeps_no_view_of_a_pool():
    _, _, prepared = prepare(floor_model())
    ask, pool = request([VALUES], [24])
    prepared.execute_synchronously(ask, MeasureTiming.NO, None, None)
    for memory in ask.pools:
        memory.close()
    assert pool.size == 24


def test_queries():
    device = create_device()
    assert device.get_number_of_cache_files_needed() == (ErrorStatus.NONE, 2, 1)
    status, capabilities = device.get_capabilities()
    assert status is ErrorStatus.NONE
    types = [entry.type for entry in capabilities.operand_performance]
    assert types == sorted(set(types))
    status, supported = device.get_supported_operations(floor_model())
    assert (status, list(supported)) == (ErrorStatus.NONE, [True])
    malformed = floor_model((2, 3), out=(4,))
    assert device.get_supported_operations(malformed)[0] is ErrorStatus.INVALID_ARGUMENT
