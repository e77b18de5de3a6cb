"""Memories of a library: the client's descriptors, and buffers that the driver manages."""

from __future__ import annotations

import itertools
import logging
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from conformance import hal
from conformance.driver_sdk import DriverError
from conformance.driver_sdk.buffers import merge_dimensions
from conformance.drivers.native.codes import (
    CallFailedError,
    InexpressibleError,
    ResultCode,
    check,
    require_function,
    unsigned,
)
from conformance.drivers.native.interface import LibraryFunctions, ffi

log = logging.getLogger(__name__)

_DESCRIPTOR_FUNCTIONS: Final = (
    "MemoryDesc_create",
    "MemoryDesc_free",
    "MemoryDesc_addInputRole",
    "MemoryDesc_addOutputRole",
    "MemoryDesc_setDimensions",
    "MemoryDesc_finish",
    "Memory_createFromDesc",
    "Memory_copy",
)


def native_memory(functions: LibraryFunctions, memory: object, rule: str, stack: ExitStack) -> Any:
    """Return a native memory for the same descriptor, which is freed with ``stack``.

    A hardware buffer of the format BLOB is passed as a file. Libraries for other systems than
    Android have no AHardwareBuffer, so other hardware buffers are declined.
    """
    if not isinstance(memory, hal.Memory):
        raise InexpressibleError(
            rule, f"a pool is of type {type(memory).__name__}; Memory was expected"
        )
    if memory.kind in (None, hal.MemoryKind.HARDWARE_BUFFER):
        raise DriverError(
            hal.ErrorStatus.GENERAL_FAILURE, f"{memory.name} memory cannot be passed to the library"
        )
    description = memory.description
    if memory.kind is hal.MemoryKind.HARDWARE_BUFFER_BLOB and (
        description is None or description.problem
    ):
        raise DriverError(hal.ErrorStatus.GENERAL_FAILURE, "a hardware buffer cannot be decoded")
    try:
        descriptor, size = memory.fileno(), memory.size
    except (OSError, ValueError) as error:
        raise InexpressibleError(rule, f"a pool cannot be mapped: {error}") from error
    new_memory = ffi.new("ANeuralNetworksMemory **")
    code = functions.Memory_createFromFd(
        size, memory.protection, descriptor, memory.offset, new_memory
    )
    check("Memory_createFromFd", code)
    stack.callback(functions.Memory_free, new_memory[0])
    return new_memory[0]


@dataclass(frozen=True, slots=True)
class NativeRole:
    """One input or output of a compilation, and the operand that it has in the model.

    ``model`` keeps the compilation alive.
    """

    model: object
    compilation: Any
    is_input: bool
    index: int
    frequency: float
    operand: hal.Operand | None


def buffer_memory(
    functions: LibraryFunctions,
    roles: Sequence[NativeRole],
    dimensions: Sequence[int],
    stack: ExitStack,
) -> Any:
    """Return a new memory for these roles and dimensions, which is freed with ``stack``.

    Raises ``MissingFunctionError`` for a library without driver-managed buffers and
    ``CallFailedError`` with the library's refusal.
    """
    for name in _DESCRIPTOR_FUNCTIONS:
        require_function(functions, name, "driver-managed buffers")
    sizes = [unsigned(size, "allocate.dimensions", "a dimension") for size in dimensions]
    new_descriptor = ffi.new("ANeuralNetworksMemoryDesc **")
    check("MemoryDesc_create", functions.MemoryDesc_create(new_descriptor))
    descriptor = new_descriptor[0]
    with ExitStack() as descriptor_stack:
        descriptor_stack.callback(functions.MemoryDesc_free, descriptor)
        for role in roles:
            name = f"MemoryDesc_add{'Input' if role.is_input else 'Output'}Role"
            code = getattr(functions, name)(
                descriptor, role.compilation, role.index, role.frequency
            )
            check(name, code)
        if sizes:
            code = functions.MemoryDesc_setDimensions(
                descriptor, len(sizes), ffi.new("uint32_t[]", sizes)
            )
            check("MemoryDesc_setDimensions", code)
        check("MemoryDesc_finish", functions.MemoryDesc_finish(descriptor))
        new_memory = ffi.new("ANeuralNetworksMemory **")
        code = functions.Memory_createFromDesc(descriptor, new_memory)
        check("Memory_createFromDesc", code)
    stack.callback(functions.Memory_free, new_memory[0])
    return new_memory[0]


def merged_dimensions(roles: Sequence[NativeRole], dimensions: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dimensions that the roles and ``dimensions`` specify together; 0 is unknown."""
    for role in roles:
        other = () if role.operand is None else role.operand.dimensions
        merged = merge_dimensions(dimensions, other)
        dimensions = dimensions if merged is None else merged
    return dimensions


class NativeBuffer(hal.Buffer):
    """A driver-managed buffer of the library."""

    def __init__(
        self, functions: LibraryFunctions, roles: Sequence[NativeRole], dimensions: tuple[int, ...]
    ) -> None:
        stack = ExitStack()
        self._functions = functions
        self._dimensions = merged_dimensions(roles, dimensions)
        self._operand = roles[0].operand if roles else None
        self.pointer = buffer_memory(functions, roles, dimensions, stack)
        # Only a copy to a buffer of unknown shape needs the roles again.
        is_dynamic = not self._dimensions or 0 in self._dimensions
        self._roles: Sequence[NativeRole] = roles if is_dynamic else ()
        # No finalization at interpreter exit: a thread may still be in the driver then.
        weakref.finalize(self, stack.close).atexit = False

    def copy_to(self, dst: hal.Memory) -> hal.ErrorStatus:
        def copy(stack: ExitStack) -> None:
            memory = native_memory(self._functions, dst, "copy_to.dst", stack)
            try:
                self._copy(self.pointer, memory)
            except CallFailedError as error:
                # The C interface has one code for a wrong size and for a source without content.
                if error.code is ResultCode.BAD_DATA and self._has_size(dst.size):
                    raise DriverError(hal.ErrorStatus.GENERAL_FAILURE, str(error)) from error
                raise

        return _status("copy_to", copy)

    def copy_from(self, src: hal.Memory, dimensions: Sequence[int]) -> hal.ErrorStatus:
        """Copy directly, or through a second buffer that has the dimensions.

        ``ANeuralNetworksMemory_copy`` has no argument for dimensions. A buffer of unknown shape
        takes those of the buffer from which it is copied.
        """

        def copy(stack: ExitStack) -> None:
            memory = native_memory(self._functions, src, "copy_from.src", stack)
            sizes = tuple(dimensions)
            if not sizes or sizes == self._dimensions:
                return self._copy(memory, self.pointer)
            if not self._roles:
                raise InexpressibleError(
                    "copy_from.dimensions",
                    f"the dimensions are {list(sizes)}; the buffer has {list(self._dimensions)}",
                )
            second = buffer_memory(self._functions, self._roles, sizes, stack)
            self._copy(memory, second)
            return self._copy(second, self.pointer)

        status = _status("copy_from", copy)
        if status is not hal.ErrorStatus.NONE:
            self._discard_content()
        return status

    def _discard_content(self) -> None:
        """Let a copy from a memory of the wrong size fail, after which the buffer has no content.

        The library does not know of a copy that failed before it was called.
        """
        wrong_size = 1 if not self._has_size(1) else 2
        memory = hal.SharedMemory(wrong_size)

        def copy(stack: ExitStack) -> None:
            self._copy(native_memory(self._functions, memory, "copy_from.src", stack), self.pointer)

        _status("a copy that must fail", copy)
        memory.close()

    def _copy(self, source: Any, target: Any) -> None:
        check("Memory_copy", self._functions.Memory_copy(source, target))

    def _has_size(self, size: int) -> bool:
        return self._operand is not None and size == hal.byte_size(
            self._operand.type, self._dimensions
        )


def _status(what: str, copy: Callable[[ExitStack], None]) -> hal.ErrorStatus:
    try:
        with ExitStack() as stack:
            copy(stack)
    except DriverError as error:
        log.info("%s failed: %s", what, error)
        return error.status
    return hal.ErrorStatus.NONE


class BufferRegistry:
    """The live buffers of a device by token; a token is never used again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tokens = itertools.count(1)
        self._buffers: weakref.WeakValueDictionary[int, NativeBuffer] = (
            weakref.WeakValueDictionary()
        )

    def add(self, buffer: NativeBuffer) -> int:
        """Return the token of a new buffer."""
        with self._lock:
            token = next(self._tokens)
            self._buffers[token] = buffer
            return token

    def memory(self, token: hal.BufferToken, stack: ExitStack) -> Any:
        """Return the native memory of a buffer, which stays alive until ``stack`` is closed."""
        number: object = token.token
        with self._lock:
            buffer = self._buffers.get(number) if isinstance(number, int) else None
        if buffer is None:
            raise InexpressibleError(
                "request.token", f"the token {number!r} is not that of a live buffer"
            )
        stack.callback(lambda _: None, buffer)  # the reference keeps it alive
        return buffer.pointer
