"""Driver-managed buffers of ``BaseDevice`` drivers: allocation, copies, state, tokens, lifetime.

The expected statuses are those of IDevice.allocate, IBuffer and the official tests of memory
domains.
"""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from conformance.checks.sample_models import addition_model, addition_model_with_shapes
from conformance.driver_sdk.buffers import merge_dimensions
from conformance.hal import (
    BufferDesc,
    BufferRole,
    BufferToken,
    DataLocation,
    ErrorStatus,
    ExecutionPreference,
    MeasureTiming,
    Priority,
    Request,
    RequestArgument,
    SharedMemory,
    SyncFence,
    Version,
)
from conformance.harness.calls.recording_callbacks import (
    RecordingPreparedModelCallback,
)
from conformance.reference import ReferenceDevice

NONE, INVALID, FAILURE = (
    ErrorStatus.NONE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.GENERAL_FAILURE,
)
NO = MeasureTiming.NO
ROLE = BufferRole(0, 0, 1.0)
ANY_BATCH = addition_model_with_shapes(((0, 2), (0, 2), (0, 2)))


def prepare(device: ReferenceDevice, model: Any = None) -> Any:
    record = RecordingPreparedModelCallback()
    status = device.prepare_model(
        addition_model() if model is None else model,
        ExecutionPreference.FAST_SINGLE_ANSWER,
        Priority.MEDIUM,
        None,
        (),
        (),
        bytes(32),
        record,
    )
    assert status is NONE
    return record.wait(60).arguments[1]


@pytest.fixture
def device() -> ReferenceDevice:
    return ReferenceDevice()


def allocate(
    device: ReferenceDevice, prepared: Any, kinds: str = "io", dimensions: Any = ()
) -> tuple[Any, int]:
    """Return the buffer and token for the first input ("i") and the first output ("o")."""
    roles = [[ROLE] if kind in kinds else [] for kind in "io"]
    status, buffer, token = device.allocate(BufferDesc(dimensions), [prepared], *roles)
    assert status is NONE
    assert token > 0
    return buffer, token


def floats(*values: float) -> SharedMemory:
    return SharedMemory(initial=np.array(values, "<f4").tobytes())


def values(memory: SharedMemory) -> list[float]:
    with memory.view() as view:
        return np.frombuffer(bytes(view), "<f4").tolist()


def request(first: Any, second: Any, result: Any, dimensions: Any = ((), (), ())) -> Request:
    """Return an addition's request; each argument is a memory or a token."""
    arguments = []
    for number, (pool, shape) in enumerate(zip((first, second, result), dimensions, strict=True)):
        length = 0 if isinstance(pool, int) else pool.size
        arguments.append(RequestArgument(False, DataLocation(number, 0, length), shape))
    pools = [BufferToken(p) if isinstance(p, int) else p for p in (first, second, result)]
    return Request(tuple(arguments[:2]), (arguments[2],), tuple(pools))


def run(prepared: Any, asked: Request) -> ErrorStatus:
    return prepared.execute_synchronously(asked, NO, None, None)[0]


@pytest.mark.parametrize(
    ("first", "second", "merged"),
    [
        ((), (2, 3), (2, 3)),
        ((2, 0), (0, 3), (2, 3)),
        ((0, 0), (0, 3), (0, 3)),
        ((2, 3), (2,), None),
        ((2, 3), (3, 0), None),
        ((), (), ()),
    ],
)
def test_dimensions_merge_as_far_as_they_are_known(first, second, merged):
    assert merge_dimensions(first, second) == merge_dimensions(second, first) == merged


def test_buffers_and_prepared_models_do_not_keep_each_other_alive(device):
    prepared = prepare(device)
    buffer, _ = allocate(device, prepared)
    model, content = weakref.ref(prepared), weakref.ref(buffer)
    del prepared
    gc.collect()
    assert model() is None
    assert buffer.copy_from(floats(1, 2, 3, 4), ()) is NONE
    del buffer
    gc.collect()
    assert content() is None


def test_an_execution_in_progress_keeps_its_buffer(device):
    prepared = prepare(device)
    buffer, token = allocate(device, prepared)
    one, out, fence = floats(1, 2, 3, 4), floats(0, 0, 0, 0), SyncFence()
    assert buffer.copy_from(one, ()) is NONE
    _, end, info = prepared.execute_fenced(request(token, one, out), [fence], NO, None, None, None)
    del buffer
    gc.collect()
    fence.signal()
    end.wait(60_000)
    assert info.get_execution_info()[0] is NONE
    assert values(out) == [2, 4, 6, 8]


@pytest.mark.parametrize("version", [Version.V1_0, Version.V1_2])
def test_there_are_no_buffers_before_1_3(version):
    device = ReferenceDevice(version)
    prepared = prepare(device)
    assert device.allocate(BufferDesc(), [prepared], [ROLE], []) == (FAILURE, None, 0)


def test_a_driver_may_refuse_buffers_by_their_properties():
    class OnlySmall(ReferenceDevice):
        def accepts_buffer(self, properties):
            return (properties.byte_size or 1 << 40) <= 16

    device = OnlySmall()
    for model, expected in ((addition_model(4), NONE), (addition_model(5), FAILURE)):
        prepared = prepare(device, model)
        assert device.allocate(BufferDesc(), [prepared], [ROLE], [])[0] is expected
    assert device.allocate(BufferDesc(), [prepare(device, ANY_BATCH)], [ROLE], [])[0] is FAILURE


def test_a_driver_that_does_not_opt_in_has_no_buffers():
    class WithoutDomains(ReferenceDevice):
        memory_domains = False

    device = WithoutDomains()
    prepared = prepare(device)
    assert device.allocate(BufferDesc(), [prepared], [ROLE], []) == (FAILURE, None, 0)
    one = floats(1, 2, 3, 4)
    assert run(prepared, request(one, one, 1)) is INVALID
