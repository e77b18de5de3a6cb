"""Manages the memory of requests, with guard bytes and prefilled outputs.

Pool 0 holds all inputs, pool 1 all outputs. All bytes of a pool outside the arguments' buffers are
guard bytes. They are random and differ between executions, and the driver must leave them
unchanged. Two slots alternate, so that the memory of an execution can be checked again after the
next one: bytes that changed in the meantime were written late. The memory is reused between
executions.
"""

from __future__ import annotations

import contextlib
import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from conformance import hal


class RequestContents(NamedTuple):
    """The arguments of a request, and the bytes to write before its execution.

    ``inputs`` has ``None`` for each omitted input; ``prefills`` has the bytes of each output.
    """

    layout: RequestLayout
    inputs: Sequence[bytes | None]
    prefills: Sequence[bytes]


class ExecutionMemory(ABC):
    """The memory of one execution at a time; it is reused between executions."""

    @abstractmethod
    def load(self, contents: RequestContents, random_fill: RandomFill) -> hal.Request:
        """Write inputs, prefilled outputs and guard bytes; return the execution's request."""

    def move_to_driver(
        self,
        device: hal.Device,  # noqa: ARG002
        prepared: hal.PreparedModel,  # noqa: ARG002
        request: hal.Request,
        inputs: Sequence[bytes | None],  # noqa: ARG002
        output_sizes: Sequence[int],  # noqa: ARG002
    ) -> hal.Request:
        """Return the request with which to execute the prepared model.

        Memory that the driver manages is allocated here. ``output_sizes`` are the expected sizes in
        bytes. Raise ``DriverCallError`` if the driver fails.
        """
        return request

    def read_from_driver(self, output_sizes: Sequence[int]) -> None:  # noqa: B027
        """Copy the outputs of a successful execution from memory that the driver manages."""

    @abstractmethod
    def collect(self) -> tuple[tuple[bytes, ...], list[Overwrite], list[Overwrite]]:
        """Return the output data, and the overwrites around inputs and around outputs."""

    @abstractmethod
    def late_overwrites(self) -> tuple[list[Overwrite], list[Overwrite]]:
        """Return the changes in inputs and outputs since ``collect``; report each change once."""

    def abandon(self) -> None:
        """Replace the memory, because the driver may still write to it."""
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Release the memory."""


ALIGNMENT: Final = 64
"""Each argument's offset and address is a multiple of this number of bytes."""

GUARD_BYTES: Final = 64
"""Minimum number of guard bytes before and after each buffer."""

_MIN_POOL_BYTES: Final = 1 << 16
"""Minimum size of a pool in bytes, and the size of the random block."""

_MAX_KEPT_POOL_BYTES: Final = 1 << 19
"""Size in bytes above which a pool's memory is released once less is needed."""

FILE_OFFSET: Final = 1 << 14
"""Offset of an ``mmap_fd`` pool in its file: a multiple of all common page sizes."""

_OMITTED_ARGUMENT: Final = hal.RequestArgument(has_no_value=True)


@dataclass(frozen=True, slots=True)
class RequestLayout:
    """The placement of a request's arguments in the two pools.

    A span is the (offset, length) of a buffer in bytes; omitted inputs have none.
    """

    inputs: tuple[hal.RequestArgument, ...]
    outputs: tuple[hal.RequestArgument, ...]
    input_spans: tuple[tuple[int, int], ...]
    output_spans: tuple[tuple[int, int], ...]
    input_size: int
    output_size: int


def lay_out_request(
    inputs: Sequence[bytes | None],
    output_lengths: Sequence[int],
    output_dimensions: Sequence[tuple[int, ...]] | None = None,
) -> RequestLayout:
    """Return the layout of a request with these input data and output lengths in bytes.

    An input without data becomes an omitted argument. ``output_dimensions`` are the dimensions that
    the request specifies for each output.
    """
    arguments: list[hal.RequestArgument] = []
    input_spans: list[tuple[int, int]] = []
    offset = GUARD_BYTES
    for data in inputs:
        if not data:
            arguments.append(_OMITTED_ARGUMENT)
            continue
        arguments.append(hal.RequestArgument(location=hal.DataLocation(0, offset, len(data))))
        input_spans.append((offset, len(data)))
        offset = _next_offset(offset + len(data))
    results: list[hal.RequestArgument] = []
    output_spans: list[tuple[int, int]] = []
    end = GUARD_BYTES
    for number, length in enumerate(output_lengths):
        dimensions = output_dimensions[number] if output_dimensions else ()
        results.append(hal.RequestArgument(False, hal.DataLocation(1, end, length), dimensions))
        output_spans.append((end, length))
        end = _next_offset(end + length)
    return RequestLayout(
        tuple(arguments), tuple(results), tuple(input_spans), tuple(output_spans), offset, end
    )


def _next_offset(end: int) -> int:
    return (end + GUARD_BYTES + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


class RandomFill:
    """Generates random guard bytes and prefills, which are reproducible from a seed.

    They are slices of one random block, because generating new random numbers for each execution
    takes longer.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._block = self._random.randbytes(_MIN_POOL_BYTES)
        self._prefill_variant = 0

    def random_bytes(self, count: int) -> bytes:
        """Return ``count`` bytes from a random position of the block."""
        start = int(self._random.random() * 4096)
        if start + count <= _MIN_POOL_BYTES:
            return self._block[start : start + count]
        tiles = (start + count) // _MIN_POOL_BYTES + 1
        return (self._block * tiles)[start : start + count]

    def start_execution(self) -> None:
        """Change the prefills for the execution that starts now."""
        self._prefill_variant = (self._prefill_variant + 1) % len(_FAR_BYTES)

    def prefill(self, expected: bytes, size: int, truth_values: bool) -> bytes:
        """Return ``size`` bytes in which every element is far from its ``expected`` value.

        An element that the driver does not write is therefore never within its tolerance.
        """
        far = expected.translate(
            (_OPPOSITE_TRUTH_VALUES if truth_values else _FAR_BYTES)[self._prefill_variant]
        )
        return (
            far if len(far) == size else (far + self.random_bytes(max(0, size - len(far))))[:size]
        )


# Flipping the two top bits moves an integer by at least a quarter of its range less the low bits
# that vary. It moves a floating-point number below 2 to one above 2 or vice versa, zero included.
_FAR_BYTES: Final = tuple(bytes(code ^ 0xC0 ^ low for code in range(256)) for low in range(32))
# The opposite of false is a byte that no driver writes for true, so not 1, 2, 128 or 255.
_OPPOSITE_TRUTH_VALUES: Final = tuple(bytes((96 + low,)) + bytes(255) for low in range(32))


@dataclass(frozen=True, slots=True)
class Overwrite:
    """A range of memory in which bytes changed although the driver must not write there.

    ``buffer_number`` is the number of the nearest buffer, or -1 if the pool has no buffer. ``side``
    is ``before``, ``after`` or ``within`` that buffer, or ``unused`` if its argument is elsewhere.
    ``distance`` is the number of bytes from the buffer's edge (``within`` and ``unused``: from its
    start) to the nearest changed byte, ``count`` the number of changed bytes.
    """

    buffer_number: int
    side: str
    distance: int
    count: int


def find_overwrites(
    before: bytes, after: bytes, spans: Sequence[tuple[int, int]], buffers_too: bool
) -> list[Overwrite]:
    """Return an overwrite for each gap between buffers whose bytes were changed.

    ``before`` and ``after`` are the contents of a pool, and ``spans`` its buffers. With
    ``buffers_too``, there is also an overwrite for each buffer whose bytes were changed.
    """
    overwrites = []
    start = 0
    for number in range(len(spans) + 1):
        offset, length = spans[number] if number < len(spans) else (len(before), 0)
        if after[start:offset] != before[start:offset]:
            overwrites.append(
                _attribute_overwrite(before[start:offset], after[start:offset], number, len(spans))
            )
        start = offset + length
        if buffers_too and after[offset:start] != before[offset:start]:
            changed = changed_bytes(before[offset:start], after[offset:start])
            overwrites.append(Overwrite(number, "within", int(changed[0]), len(changed)))
    return overwrites


def changed_bytes(before: bytes, after: bytes) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Return the offsets of the bytes that differ between two contents of the same length."""
    return np.flatnonzero(np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8))


def _attribute_overwrite(before: bytes, after: bytes, gap: int, buffers: int) -> Overwrite:
    """Attribute the changes in a gap to the nearer buffer; to the earlier one if equally near."""
    changed = changed_bytes(before, after)
    past, ahead = int(changed[0]), len(before) - 1 - int(changed[-1])
    if gap > 0 and (past <= ahead or gap == buffers):
        return Overwrite(gap - 1, "after", past, len(changed))
    return Overwrite(gap if buffers else -1, "before", ahead, len(changed))


class _ReusablePool:
    """A reusable memory of a kind and the harness's writable view of it.

    An ``mmap_fd`` memory that the driver only reads is read-only for the driver.
    """

    def __init__(self, kind: hal.MemoryKind, protection: int) -> None:
        self._kind, self._protection = kind, protection
        self._allocate(_MIN_POOL_BYTES)

    def _allocate(self, size: int) -> None:
        self.memory: hal.Memory
        if self._kind is hal.MemoryKind.ASHMEM:
            self.memory = hal.SharedMemory(size)
            self.view = self.memory.view()
            return
        own: hal.ClientMemory
        if self._kind is hal.MemoryKind.MMAP_FD:
            own = hal.mmap_fd_memory(size, protection=self._protection, offset=FILE_OFFSET)
        else:
            own = hal.hardware_buffer_blob(size)
        self.memory, self.view = own, own.client_view()

    def reserve(self, size: int) -> None:
        """Ensure a capacity of ``size`` bytes; release a very large memory that is not needed."""
        capacity = self.memory.size
        if size > capacity or (capacity > _MAX_KEPT_POOL_BYTES and size < _MAX_KEPT_POOL_BYTES):
            self.close()
            self._allocate(max(_MIN_POOL_BYTES, 1 << (size - 1).bit_length()))

    def close(self) -> None:
        """Release the memory; it remains allocated as long as the driver has a view of it."""
        self.view.release()
        with contextlib.suppress(BufferError):
            self.memory.close()


class RequestMemory(ExecutionMemory):
    """An input pool and an output pool, which hold the memory of one execution at a time.

    ``kind`` is any kind of memory except ``hardware_buffer`` (see ``ImageMemory``).
    """

    def __init__(self, kind: hal.MemoryKind = hal.MemoryKind.ASHMEM) -> None:
        self._kind = kind
        self._create_pools()
        self._loaded_inputs = self._loaded_outputs = self._collected_outputs = b""
        self._layout: RequestLayout | None = None

    def _create_pools(self) -> None:
        self._input = _ReusablePool(self._kind, hal.PROT_READ)
        self._output = _ReusablePool(self._kind, hal.PROT_READ_WRITE)

    def load(self, contents: RequestContents, random_fill: RandomFill) -> hal.Request:
        layout, inputs, prefills = contents
        self._input.reserve(layout.input_size)
        self._output.reserve(layout.output_size)
        self._layout = layout
        self._loaded_inputs = _pool_image(
            random_fill.random_bytes(layout.input_size),
            layout.input_spans,
            list(filter(None, inputs)),
        )
        self._loaded_outputs = _pool_image(
            random_fill.random_bytes(layout.output_size), layout.output_spans, prefills
        )
        self._input.view[: layout.input_size] = self._loaded_inputs
        self._output.view[: layout.output_size] = self._loaded_outputs
        return hal.Request(layout.inputs, layout.outputs, (self._input.memory, self._output.memory))

    def collect(self) -> tuple[tuple[bytes, ...], list[Overwrite], list[Overwrite]]:
        """Return the output data of an execution and the overwrites in pool 0 and in pool 1.

        Raise ``ValueError`` if no execution was loaded.
        """
        layout = self._layout
        if layout is None:
            raise ValueError("no execution has been loaded into this memory")
        self._collected_outputs = after = bytes(self._output.view[: layout.output_size])
        data = tuple([after[offset : offset + length] for offset, length in layout.output_spans])
        written = find_overwrites(self._loaded_outputs, after, layout.output_spans, False)
        return data, self._input_overwrites(layout), written

    def _input_overwrites(self, layout: RequestLayout) -> list[Overwrite]:
        content = bytes(self._input.view[: layout.input_size])
        before = self._loaded_inputs
        if content == before:
            return []
        self._loaded_inputs = content
        return find_overwrites(before, content, layout.input_spans, True)

    def late_overwrites(self) -> tuple[list[Overwrite], list[Overwrite]]:
        layout = self._layout
        if layout is None:
            return [], []
        self._layout = None
        content = bytes(self._output.view[: layout.output_size])
        written = []
        if content != self._collected_outputs:
            written = find_overwrites(self._collected_outputs, content, layout.output_spans, True)
        return self._input_overwrites(layout), written

    def abandon(self) -> None:
        self.close()
        self._create_pools()
        self._layout = None

    def close(self) -> None:
        self._input.close()
        self._output.close()


def _pool_image(guard: bytes, spans: Sequence[tuple[int, int]], buffers: Sequence[bytes]) -> bytes:
    """Return the contents of a pool: ``buffers`` at their spans, and ``guard`` between them."""
    parts: list[bytes] = []
    start = 0
    for (offset, length), data in zip(spans, buffers, strict=True):
        parts += guard[start:offset], data
        start = offset + length
    return b"".join((*parts, guard[start:]))
