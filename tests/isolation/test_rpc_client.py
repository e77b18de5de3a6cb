"""Arguments and answers are passed unchanged between harness and driver process."""

import gc
import os
import select
import signal
import time
from dataclasses import replace
from pathlib import Path as FilePath

import pytest

from conformance.drivers.own_process import CrashError, ProcessLimits, UnsendableValueError, server
from conformance.hal import (
    MAX_NUMBER_OF_CACHE_FILES,
    BufferDesc,
    BufferRole,
    BufferToken,
    ErrorStatus,
    Fence,
    FenceStatus,
    Request,
    SharedMemory,
    SymmPerChannelQuantParams,
    Timing,
)
from conformance.harness.calls.driver_calls import NO_TOKEN
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import DRIVERS, OPTIONS, SYNC, isolated, judge_isolated
from tests.sample_drivers.adder_driver import add_example

ECHO_DRIVERS = DRIVERS / "echo_driver.py"
NONE = ErrorStatus.NONE


@pytest.fixture(scope="module")
def device():
    """Return a device that the tests share; each test must leave its process as it was."""
    with isolated("EchoDriver", ProcessLimits(), ECHO_DRIVERS) as device:
        yield device


def prepared(device, model=None, caches=((), ()), deadline=None):
    record = RecordingPreparedModelCallback()
    model = model or add_example().model
    assert device.prepare_model(model, 1, 2, deadline, *caches, NO_TOKEN, record) == NONE
    return record.wait(60).arguments[1]


def received_arguments(device):
    return device.get_version_string()[1]


def test_a_model_with_four_megabytes_of_constants(device):
    values = bytes(range(1, 256)) * 16449
    model = replace(add_example().model, operand_values=values)
    assert device.get_supported_operations(model)[0] == NONE
    assert received_arguments(device).startswith(f"[False, {len(values)}, {sum(values[::4096])},")


def test_a_model_is_sent_once(device):
    model = add_example().model
    for _ in range(2):
        device.get_supported_operations(model)
    assert received_arguments(device).startswith("[True, ")
    device.get_supported_operations(add_example().model)
    assert received_arguments(device).startswith("[False, ")


def test_every_field_of_a_model(device):
    model = add_example(by_reference=True).model
    operand = replace(model.main.operands[0], extra_params=SymmPerChannelQuantParams((0.5,), 3))
    main = replace(model.main, operands=(operand, *model.main.operands[1:]))
    pools = (SharedMemory(initial=b"abcdefgh"), SharedMemory(0))
    model = replace(
        model,
        main=main,
        pools=pools,
        relax_computation_float32_to_float16=True,
        extension_name_to_prefix={"com.example": 5},
    )
    device.get_supported_operations(model)
    assert "[b'abcd', b''], 2, <OperandType.TENSOR_FLOAT32: 3>" in received_arguments(device)
    assert "SymmPerChannelQuantParams(scales=(0.5,), channel_dim=3), True" in received_arguments(
        device
    )
    assert "{'com.example': 5}" in received_arguments(device)


def test_undefined_codes_are_passed_unchanged(device):
    model = add_example().model
    operand = replace(model.main.operands[0], type=4711, lifetime=-3)
    main = replace(model.main, operands=(operand, *model.main.operands[1:]))
    device.get_supported_operations(replace(model, main=main))
    assert ", 4711, -3, None, False, {}]" in received_arguments(device)


def test_a_call_with_more_descriptors_than_a_packet_holds_is_refused(device):
    pools = tuple(SharedMemory(initial=bytes([number % 256] * 4)) for number in range(251))
    model = replace(add_example().model, pools=pools)
    with pytest.raises(UnsendableValueError, match="251 descriptors at once; at most 250"):
        device.get_supported_operations(model)
    device.get_supported_operations(replace(model, pools=pools[:250]))
    assert ", 250, <OperandType" in received_arguments(device)
    device.get_supported_operations(model)  # the process has all of them but one
    assert ", 251, <OperandType" in received_arguments(device)
    assert device.restarts == 0


def test_memories_are_mapped_once_and_released(device):
    def descriptors():
        return device.get_supported_extensions()[1][0]

    model = add_example().model
    device.get_supported_operations(model)
    before = descriptors()
    pool = SharedMemory(4096)
    for _ in range(5):
        device.get_supported_operations(replace(model, pools=(pool,)))
    assert descriptors() == before + 2
    for _ in range(50):
        device.get_supported_operations(replace(model, pools=(SharedMemory(4096),)))
    device.get_supported_operations(model)
    del pool
    gc.collect()
    for _ in range(2):  # the last model stays cached; drops are sent with the next call
        device.get_supported_operations(add_example().model)
    assert descriptors() == before


def test_model_that_cannot_be_encoded_is_no_fault_of_the_driver(device):
    model = add_example().model
    operand = replace(model.main.operands[0], zero_point=1 << 70)
    main = replace(model.main, operands=(operand, *model.main.operands[1:]))
    with pytest.raises(UnsendableValueError):
        device.get_supported_operations(replace(model, main=main))
    operand = replace(model.main.operands[0], dimensions=None)
    main = replace(model.main, operands=(operand, *model.main.operands[1:]))
    with pytest.raises(UnsendableValueError):
        device.get_supported_operations(replace(model, main=main))
    assert device.get_supported_operations(model) == (NONE, [True])
    assert device.restarts == 0


def test_caches_deadline_and_token(device, tmp_path):
    path = tmp_path / "cache"
    path.write_bytes(b"cached")
    with path.open("rb") as file:
        fd = file.fileno()
        caches = ((fd,),), ((), (12345,), (fd, fd))
        prepared(device, None, caches, deadline=1 << 62)
    text = received_arguments(device)
    data = [[], [-1], [b"cached", b"cached"]]
    assert text == f"[1, 2, {1 << 62}, {NO_TOKEN!r}, {[[b'cached']]}, {data}]"


def test_the_most_cache_files_of_a_driver_are_passed(device, tmp_path):
    path = tmp_path / "cache"
    path.write_bytes(b"cached")
    with path.open("rb") as file:
        handles = ((file.fileno(),),) * MAX_NUMBER_OF_CACHE_FILES
        prepared(device, None, (handles, handles))
    assert received_arguments(device).count("cached") == 2 * MAX_NUMBER_OF_CACHE_FILES


def test_cache_descriptors_cannot_be_used_after_the_notification(tmp_path):
    """In its process, a driver that does not duplicate a descriptor finds it closed."""
    path = tmp_path / "cache"
    path.touch()
    fd = os.open(path, os.O_RDWR)
    duplicate = os.dup(fd)
    callback = server.RecordingPreparedModelCallback(
        1, lambda *_: None, lambda _: None, caches=[fd]
    )
    os.write(fd, b"in time")
    callback.notify(NONE, None)
    for access in (lambda: os.write(fd, b"late"), lambda: os.pread(fd, 1, 0)):
        with pytest.raises(OSError, match="Bad file descriptor"):
            access()
    os.write(duplicate, b", too")
    assert path.read_bytes() == b"in time, too"
    os.close(duplicate)
    del callback
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(fd)


class Pipe(Fence):
    """A fence of the harness, signalled through a pipe."""

    def __init__(self):
        self.reader, self.writer = os.pipe()

    def wait(self, timeout_ms):
        raise NotImplementedError

    def fileno(self):
        return self.reader

    def signal(self):
        os.write(self.writer, b"\x01")

    def close(self):
        os.close(self.reader)
        os.close(self.writer)


def test_fences_are_passed_in_both_directions(device):
    model = prepared(device)
    request = Request((), (), ())
    first, second = Pipe(), Pipe()
    status, fence, info = model.execute_fenced(request, [first, second], 1, None, None, None)
    assert status == NONE
    assert fence.wait(0) == FenceStatus.ACTIVE
    first.signal()
    assert fence.wait(50) == FenceStatus.ACTIVE
    second.signal()
    assert fence.wait(60_000) == FenceStatus.SIGNALED
    assert os.fstat(fence.fileno())
    assert info.get_execution_info() == (NONE, Timing(1, 2), Timing(3, 4))
    first.close()
    second.close()
    status, fence, info = model.execute_fenced(request, [], 1, None, None, None)
    assert fence.wait(60_000) == FenceStatus.ERROR
    assert info is None


def test_a_fence_that_is_a_file_is_readable(device):
    request = Request((), (), ())
    _, fence, _ = prepared(device).execute_fenced(request, [], 1, None, None, 5)
    assert select.select([fence.fileno()], [], [], 0)[0]


def test_buffers_are_passed(device):
    model = prepared(device)
    roles = (BufferRole(0, 0, 1.0),)
    status, buffer, token = device.allocate(BufferDesc((2, 2)), [model], roles, ())
    assert (status, token) == (NONE, 7)
    assert received_arguments(device).startswith(
        "[BufferDesc(dimensions=(2, 2)), [True], (BufferRole("
    )
    source, target = SharedMemory(initial=b"content!"), SharedMemory(8)
    assert buffer.copy_from(source, (1,)) == ErrorStatus.INVALID_ARGUMENT
    assert buffer.copy_from(source, (2, 2)) == NONE
    assert buffer.copy_to(target) == NONE
    with target.view() as view:
        assert bytes(view) == b"content!"


def test_tokens_and_numbers_of_a_request():
    with isolated("PoolEchoDriver", ProcessLimits(), ECHO_DRIVERS) as device:
        model = prepared(device)
        request = Request((), (), (BufferToken(9),))
        model.execute_synchronously(request, 5, 6, 7)
        assert received_arguments(device) == "[BufferToken(token=9), 5, 6, 7]"


def test_invalid_queue_descriptors_are_refused(device):
    """Invalid queue descriptors are refused; tests/burst/test_processes.py tests bursts."""
    model = prepared(device)
    with pytest.raises(UnsendableValueError, match="must be of type MQDescriptor"):
        model.configure_execution_burst(None, None, None)


def test_proxies_are_invalid_after_their_case_or_process():
    request = Request((), (), ())
    with isolated("EchoDriver", ProcessLimits(), ECHO_DRIVERS) as device:
        model = prepared(device)
        assert device.end_case() is None
        with pytest.raises(UnsendableValueError, match="freed"):
            model.execute_synchronously(request, 0, None, None)
        model = prepared(device)
        assert device.close() is None
        assert device.client is None
        assert device.name == "adder"  # the call starts the process again
        with pytest.raises(CrashError, match="the process of this object has ended"):
            model.execute_synchronously(request, 0, None, None)


def test_large_case_passes():
    (verdict,), _ = judge_isolated(
        "Adder",
        example=add_example(dims=(1024, 1024)),
        limits=ProcessLimits(),
        file=DRIVERS.parent / "adder_driver.py",
    )
    assert verdict.kind == VerdictKind.PASSED


def test_process_ends_when_the_harness_is_killed(tmp_path):
    import subprocess  # noqa: PLC0415
    import sys  # noqa: PLC0415

    script = (
        "import os, signal\n"
        "from conformance.drivers.own_process.device import IsolatedDevice\n"
        "device = IsolatedDevice('reference')\n"
        "print(device.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == -9
    stat = FilePath(f"/proc/{int(done.stdout)}/stat")
    for _ in range(1200):
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("the driver's process still runs a minute after the harness was killed")


def test_exception_of_an_alarm_during_a_call_is_an_internal_error():
    """An exception from a test runner's alarm during a wait is not attributed to the driver."""

    def alarm(number, frame):
        raise RuntimeError("the time is up")

    with isolated("sleep_in_execute", ProcessLimits(execute=30)) as device:
        judge = Judge(device, OPTIONS)
        before = signal.signal(signal.SIGALRM, alarm)
        signal.setitimer(signal.ITIMER_REAL, 1)
        try:
            (verdict,) = judge.judge(add_example(), "case", (SYNC,))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert verdict.kind is VerdictKind.INTERNAL_ERROR
        assert "the time is up" in verdict.reason
