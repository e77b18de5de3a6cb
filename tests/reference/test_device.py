"""Tests of the reference driver's interface behaviour, apart from arithmetic.

The expected values were derived by hand: floors of literal numbers, and shapes from the models.
"""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import (
    ErrorStatus,
    MeasureTiming,
    OutputShape,
    PreparedModelCallback,
    Timing,
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
