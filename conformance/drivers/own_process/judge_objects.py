"""The memories, callbacks and fences that the driver receives in the child process.

Each object represents one of the harness, to which it forwards the driver's calls.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from conformance.drivers.answer_codec import pack, received
from conformance.drivers.foreign_objects import describe_exception
from conformance.drivers.own_process.messages import MemoryDescription
from conformance.drivers.own_process.transport import close_all
from conformance.hal import (
    DescriptorMemory,
    ErrorStatus,
    ExecutionCallback,
    Fence,
    FenceStatus,
    MemoryKind,
    OutputShape,
    PreparedModel,
    PreparedModelCallback,
    Timing,
)


class MappedMemory(DescriptorMemory):
    """A memory of the harness, mapped into this process through a shared descriptor.

    It is mapped at once, so that the number of descriptors in use does not depend on the driver.
    """

    def __init__(self, fd: int, shared: MemoryDescription) -> None:
        super().__init__(
            fd, shared.size, shared.name, shared.protection, shared.offset, shared.description
        )
        self.map()

    def __repr__(self) -> str:
        kind = "SharedMemory" if self.kind is MemoryKind.ASHMEM else "ClientMemory"
        return f"{kind}({self.name}, {self.size} bytes)"


Notify = Callable[[int, tuple[Any, ...], int], None]
"""Sends a notification: number of the callback, arguments, count of its notifications so far."""

Forget = Callable[[int], None]


class _JudgeCallback:
    """Forwards notifications to the harness's callback ``number``.

    When the driver no longer references the callback, its finalizer reports this to the harness.
    """

    def __init__(self, number: int, notify: Notify, forget: Forget) -> None:
        self._number = number
        self._notify = notify
        self._forget = forget
        self._count = 0

    def _carry(self, *arguments: Any) -> None:
        self._count += 1
        self._notify(self._number, arguments, self._count)

    def __del__(self) -> None:
        self._forget(self._number)


# The class names equal those of the harness's own callbacks, so that a driver that passes wrong
# arguments gets the same exception text as without ``--isolate``.


class RecordingPreparedModelCallback(_JudgeCallback, PreparedModelCallback):
    """Callback of a preparation.

    After the first notification its cache descriptors can no longer be used, because the client may
    close its own then. They are closed when the driver releases the callback: until then, their
    numbers must not refer to other files.
    """

    def __init__(
        self, number: int, notify: Notify, forget: Forget, caches: Sequence[int] = ()
    ) -> None:
        super().__init__(number, notify, forget)
        self._caches = caches

    def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
        self._carry(status, prepared_model)
        if self._caches and self._count == 1:
            disable_descriptors(self._caches)

    def __del__(self) -> None:
        close_all(self._caches)
        super().__del__()


class RecordingExecutionCallback(_JudgeCallback, ExecutionCallback):
    """Callback of an execution."""

    def notify(
        self, status: ErrorStatus, output_shapes: Sequence[OutputShape], timing: Timing
    ) -> None:
        self._carry(status, output_shapes, timing)


class ForeignPreparedModel(PreparedModel):
    """A prepared model that the driver did not create; every execution is refused."""

    def execute(self, *arguments: Any) -> ErrorStatus:
        arguments[-1].notify(ErrorStatus.INVALID_ARGUMENT, (), Timing())
        return ErrorStatus.INVALID_ARGUMENT

    def execute_synchronously(self, *_: Any) -> Any:
        return ErrorStatus.INVALID_ARGUMENT, (), Timing()

    def execute_fenced(self, *_: Any) -> Any:
        return ErrorStatus.INVALID_ARGUMENT, None, None

    def configure_execution_burst(self, *_: Any) -> Any:
        return ErrorStatus.INVALID_ARGUMENT, None

    def create_reusable_execution(self, *_: Any) -> Any:
        return ErrorStatus.INVALID_ARGUMENT, None


def disable_descriptors(fds: Sequence[int]) -> None:
    """Make every read and write on open descriptors fail, without freeing their numbers."""
    unusable = os.open("/", os.O_PATH | os.O_CLOEXEC)
    for fd in fds:
        with contextlib.suppress(OSError):
            os.dup2(unusable, fd, inheritable=False)
    os.close(unusable)


def bridge_fence(fence: Fence) -> tuple[int, int]:
    """Start a thread that waits for ``fence``; return two descriptors for a ``RemoteFence``.

    The first descriptor is a pipe in the format that ``PolledFence`` reads. The second is a file:
    it holds a ``FenceFault`` if a method of the fence raises or returns an invalid value.
    """
    reader, writer = os.pipe2(os.O_CLOEXEC)
    file = os.memfd_create("nn-conformance-fence", os.MFD_CLOEXEC)
    fault = _descriptor_fault(fence)
    if fault is not None:
        os.pwrite(file, msgspec.msgpack.encode(fault), 0)
        os.close(writer)
        return reader, file
    own = os.dup(file)

    def wait() -> None:
        with contextlib.suppress(OSError):  # the harness has closed its end
            feed()

    def feed() -> None:
        try:
            fault, status = _outcome("wait", fence.wait, -1)
            if fault is None and status == FenceStatus.SIGNALED:
                os.write(writer, b"\x01")
            elif fault is not None or status != FenceStatus.ERROR:
                recorded = fault or FenceFault("wait", pack(status, _no_object))
                os.pwrite(own, msgspec.msgpack.encode(recorded), 0)
        finally:
            os.close(writer)
            os.close(own)

    threading.Thread(target=wait, name="nn-fence", daemon=True).start()
    return reader, file


class FenceFault(msgspec.Struct, array_like=True):
    """A fence method that raised or returned an invalid value.

    It holds the exception, or the invalid answer as packed by ``answer_codec.pack``.
    """

    method: str
    answer: Any
    raised: tuple[str, str, list[str]] | None = None


def _no_object(kind: str, value: object) -> int:  # noqa: ARG001
    return 0


def _outcome(method: str, function: Callable[..., Any], *arguments: Any) -> tuple[Any, Any]:
    """Call a fence's method; return a ``FenceFault`` or ``None``, and the answer or ``None``."""
    try:
        return None, received(function(*arguments))
    except BaseException as error:
        text = describe_exception(error, 1)
        raised = text.name, text.message, list(text.lines)
        return FenceFault(method, None, raised), None


def _descriptor_fault(fence: Fence) -> FenceFault | None:
    """Return the fault of a fence's descriptor, which clients poll, or ``None``."""
    fault, descriptor = _outcome("fileno", lambda: fence.fileno())
    if fault is not None:
        return fault  # type: ignore[no-any-return]
    if type(descriptor) is not int or descriptor >> 31:
        return FenceFault("fileno", pack(descriptor, _no_object))
    try:
        os.fstat(descriptor)
    except OSError:
        return FenceFault("fileno", -1)
    return None
