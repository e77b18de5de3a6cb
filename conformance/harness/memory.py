"""The memory of a request: guarded, prefilled, reused from execution to execution.

Pool 0 holds all inputs, pool 1 all outputs. Everything in a pool that is no argument's buffer is
guard: bytes that are random for each execution and must be found unchanged. Two slots take turns,
so that the memory of an execution is looked at once more after the next one: what changed there
was written late.
"""

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from conformance.hal import DataLocation, Request, RequestArgument, SharedMemory

ALIGNMENT: Final = 64
"""Arguments start at multiples of this many bytes, also in the address space."""

GUARD: Final = 64
"""At least this many guard bytes lie before and after each buffer."""

_SMALLEST: Final = 1 << 16
_KEPT: Final = 1 << 26
_OMITTED: Final = RequestArgument(has_no_value=True)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a case's arguments lie; the spans are (offset, length) of the buffers."""

    inputs: tuple[RequestArgument, ...]
    outputs: tuple[RequestArgument, ...]
    input_spans: tuple[tuple[int, int], ...]
    output_spans: tuple[tuple[int, int], ...]
    input_size: int
    output_size: int


def lay_out(
    inputs: Sequence[bytes | None],
    output_lengths: Sequence[int],
    output_dimensions: Sequence[tuple[int, ...]] | None = None,
) -> Layout:
    """Place the arguments; an input without data has no value."""
    arguments: list[RequestArgument] = []
    input_spans: list[tuple[int, int]] = []
    offset = GUARD
    for data in inputs:
        if not data:
            arguments.append(_OMITTED)
            continue
        arguments.append(RequestArgument(location=DataLocation(0, offset, len(data))))
        input_spans.append((offset, len(data)))
        offset = _next(offset + len(data))
    results: list[RequestArgument] = []
    output_spans: list[tuple[int, int]] = []
    end = GUARD
    for number, length in enumerate(output_lengths):
        said = output_dimensions[number] if output_dimensions else ()
        results.append(RequestArgument(False, DataLocation(1, end, length), said))
        output_spans.append((end, length))
        end = _next(end + length)
    return Layout(
        tuple(arguments), tuple(results), tuple(input_spans), tuple(output_spans), offset, end
    )


def _next(end: int) -> int:
    """The next aligned offset that leaves room for the guard after ``end``."""
    return (end + GUARD + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


class Noise:
    """Cheap random bytes and prefills, reproducible from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._block = self._random.randbytes(_SMALLEST)
        self._turn = 0

    def take(self, count: int) -> bytes:
        """``count`` bytes that differ from call to call."""
        start = int(self._random.random() * 4096)
        if start + count <= _SMALLEST:
            return self._block[start : start + count]
        tiles = (start + count) // _SMALLEST + 1
        return (self._block * tiles)[start : start + count]

    def start_execution(self) -> None:
        """Prefills made from now on differ from those before."""
        self._turn = (self._turn + 1) % len(_FAR)

    def prefill(self, expected: bytes, size: int, truth_values: bool) -> bytes:
        """``size`` bytes, every element far from ``expected``: leaving them is never right."""
        far = expected.translate((_OPPOSITE if truth_values else _FAR)[self._turn])
        return far if len(far) == size else (far + self.take(max(0, size - len(far))))[:size]


# Flipping the two top bits moves an integer by at least a quarter of its range less the low bits
# that vary, and a floating-point number below 2 to one above 2 or vice versa, zero included.
_FAR: Final = tuple(bytes(code ^ 0xC0 ^ low for code in range(256)) for low in range(32))
_OPPOSITE: Final = tuple(bytes((255 - low,)) + bytes(255) for low in range(32))


@dataclass(frozen=True, slots=True)
class Overwrite:
    """Bytes changed where a driver must not write.

    ``side`` is ``before`` or ``after`` buffer number ``argument`` (-1 when the pool has none),
    ``within`` when the bytes lie in that buffer itself; ``distance`` is from the buffer's edge, or
    its start, to the nearest changed byte.
    """

    argument: int
    side: str
    distance: int
    count: int


def find_overwrites(
    before: bytes, after: bytes, spans: Sequence[tuple[int, int]], buffers_too: bool
) -> list[Overwrite]:
    """Every stretch between (and, when asked, in) the buffers whose bytes changed."""
    found = []
    start = 0
    for number in range(len(spans) + 1):
        offset, length = spans[number] if number < len(spans) else (len(before), 0)
        if after[start:offset] != before[start:offset]:
            found.append(_blame(before[start:offset], after[start:offset], number, len(spans)))
        start = offset + length
        if buffers_too and after[offset:start] != before[offset:start]:
            changed = _changed(before[offset:start], after[offset:start])
            found.append(Overwrite(number, "within", int(changed[0]), len(changed)))
    return found


def _changed(before: bytes, after: bytes) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    return np.flatnonzero(np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8))


def _blame(before: bytes, after: bytes, gap: int, buffers: int) -> Overwrite:
    """Whose the guard bytes of a gap are: the nearer neighbour's, the earlier one's when equal."""
    changed = _changed(before, after)
    past, ahead = int(changed[0]), len(before) - 1 - int(changed[-1])
    if gap > 0 and (past <= ahead or gap == buffers):
        return Overwrite(gap - 1, "after", past, len(changed))
    return Overwrite(gap if buffers else -1, "before", ahead, len(changed))


class _Pool:
    """One reusable memory with the view the harness keeps on it."""

    def __init__(self) -> None:
        self.memory = SharedMemory(_SMALLEST)
        self.view = self.memory.view()

    def reserve(self, size: int) -> None:
        """Make room for ``size`` bytes; a huge memory is given back when little is wanted."""
        capacity = self.memory.size
        if size > capacity or (capacity > _KEPT and size < _KEPT):
            self.close()
            self.memory = SharedMemory(max(_SMALLEST, 1 << (size - 1).bit_length()))
            self.view = self.memory.view()

    def close(self) -> None:
        """Let go of the memory; one that the driver still looks at lives as long as its view."""
        self.view.release()
        with contextlib.suppress(BufferError):
            self.memory.close()


class Slot:
    """The memory of one execution at a time."""

    def __init__(self) -> None:
        self._input, self._output = _Pool(), _Pool()
        self._before = self._prefilled = self._after = b""
        self._layout: Layout | None = None

    def load(
        self,
        layout: Layout,
        inputs: Sequence[bytes | None],
        prefills: Sequence[bytes],
        noise: Noise,
    ) -> Request:
        """Fill both pools for an execution."""
        self._input.reserve(layout.input_size)
        self._output.reserve(layout.output_size)
        self._layout = layout
        self._before = _image(
            noise.take(layout.input_size), layout.input_spans, [data for data in inputs if data]
        )
        self._prefilled = _image(noise.take(layout.output_size), layout.output_spans, prefills)
        self._input.view[: layout.input_size] = self._before
        self._output.view[: layout.output_size] = self._prefilled
        return Request(layout.inputs, layout.outputs, (self._input.memory, self._output.memory))

    def collect(self) -> tuple[tuple[bytes, ...], list[Overwrite], list[Overwrite]]:
        """Output data after an execution, and what was overwritten: in pool 0, in pool 1."""
        layout = self._layout
        if layout is None:
            raise ValueError("nothing was loaded")
        self._after = after = bytes(self._output.view[: layout.output_size])
        data = tuple(after[offset : offset + length] for offset, length in layout.output_spans)
        written = find_overwrites(self._prefilled, after, layout.output_spans, False)
        return data, self._input_overwrites(layout), written

    def _input_overwrites(self, layout: Layout) -> list[Overwrite]:
        now = bytes(self._input.view[: layout.input_size])
        before = self._before
        if now == before:
            return []
        self._before = now
        return find_overwrites(before, now, layout.input_spans, True)

    def late(self) -> tuple[list[Overwrite], list[Overwrite]]:
        """What changed since ``collect``: in pool 0, in pool 1. Tells each change once."""
        layout = self._layout
        if layout is None:
            return [], []
        self._layout = None
        now = bytes(self._output.view[: layout.output_size])
        written = []
        if now != self._after:
            written = find_overwrites(self._after, now, layout.output_spans, True)
        return self._input_overwrites(layout), written

    def forget(self) -> None:
        """Leave the memory to a driver that may still write to it, and take a new one."""
        self.close()
        self._input, self._output = _Pool(), _Pool()
        self._layout = None

    def close(self) -> None:
        """Give the memory back."""
        self._input.close()
        self._output.close()


def _image(noise: bytes, spans: Sequence[tuple[int, int]], buffers: Sequence[bytes]) -> bytes:
    parts: list[bytes] = []
    start = 0
    for (offset, length), data in zip(spans, buffers, strict=True):
        parts += noise[start:offset], data
        start = offset + length
    return b"".join((*parts, noise[start:]))
