"""The one minimiser: a failing case shrinks to the smallest that still fails in the same manner.

Operations first, then what an operation is told (scalars), sizes, and values. Every candidate is a
legal case with freshly computed expectations, and is kept only if it fails as the first one did.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import prod
from typing import Final

import numpy as np

from conformance.hal import (
    INFO,
    Operand,
    OperandLifeTime,
    OperationType,
    SymmPerChannelQuantParams,
    name_of,
)
from conformance.harness.surgery import (
    Array,
    Compute,
    Draft,
    Part,
    draft_of,
    example_from,
    internal_values,
    internals_out,
    only_operations,
)
from conformance.specfile.example import Example

StillFails = Callable[[Example], bool]

_L: Final = OperandLifeTime
_GIVEN: Final = (_L.SUBGRAPH_INPUT, _L.CONSTANT_COPY, _L.CONSTANT_REFERENCE)
_MOST_TRIES: Final = 600


@dataclass(frozen=True, slots=True)
class Minimised:
    """The smallest failing case found; ``tries`` are the cases that were judged for it."""

    example: Example
    tries: int
    seconds: float

    @property
    def operations(self) -> tuple[str, ...]:
        """Names of the operations that are left, in order."""
        main = self.example.model.main
        return tuple(name_of(OperationType, operation.type) for operation in main.operations)


def minimise(
    example: Example, still_fails: StillFails, compute: Compute, budget: float = 20.0
) -> Minimised:
    """Shrink ``example``, for ``budget`` seconds at most.

    ``still_fails`` judges a candidate by the manner of failing; ``compute`` gives what must come
    out of a model. What cannot be shrunk comes back as it is.
    """
    search = _Search(example, still_fails, compute, time.monotonic() + budget)
    started = time.monotonic()
    with suppress(_BudgetSpent):
        search.run()
    return Minimised(search.best, search.tries, time.monotonic() - started)


class _BudgetSpent(Exception):  # noqa: N818 - ends a search, is no error
    """Time or tries are over."""


class _Search:
    """One minimisation: the best case so far, and the candidates made from it."""

    def __init__(
        self, example: Example, still_fails: StillFails, compute: Compute, deadline: float
    ) -> None:
        self.best = example
        self.draft = draft_of(example)
        self.tries = 0
        self._fails = still_fails
        self._compute = compute
        self._deadline = deadline

    def run(self) -> None:
        """All passes, again as long as one of them makes progress."""
        self._fewer_operations()
        while self._unwrapped():
            self._fewer_operations()
        while True:
            before = self.best
            self._plainer()
            self._smaller()
            self._duller()
            if self.best is before:
                return

    def _try(self, draft: Draft) -> bool:
        """Keep the candidate if it is legal and fails."""
        if self.tries >= _MOST_TRIES or time.monotonic() > self._deadline:
            raise _BudgetSpent
        candidate = example_from(draft, self.best, self._compute)
        if candidate is None:
            return False
        self.tries += 1
        if not self._fails(candidate):
            return False
        self.draft, self.best = draft, candidate
        return True

    # ------------------------------------------------------------------------ operations

    def _fewer_operations(self) -> None:
        count = len(self.draft.main.operations)
        values = internal_values(self.draft, self._compute)
        if values is None or count == 1:
            return
        whole = self.draft
        if any(self._try(only_operations(whole, [n], values)) for n in reversed(range(count))):
            return
        kept = list(range(count))
        size = max(1, count // 2)
        while True:
            shrunk = False
            for start in range(0, len(kept), size):
                rest = kept[:start] + kept[start + size :]
                if rest and self._try(only_operations(whole, rest, values)):
                    kept, shrunk = rest, True
                    break
            if not shrunk:
                if size == 1:
                    return
                size = max(1, size // 2)
            else:
                size = min(size, max(1, len(kept) // 2))

    def _unwrapped(self) -> bool:
        """Instead of an IF or WHILE one of its subgraphs, on the values that it starts with."""
        for operation in self.draft.main.operations:
            references = [
                self.draft.main.operands[i].location.offset
                for i in operation.inputs
                if self.draft.main.operands[i].lifetime == _L.SUBGRAPH
            ]
            handed_on = operation.inputs[2 if operation.type == OperationType.WHILE else 3 :]
            for number in references:
                main = _on_its_own(self.draft.parts[1 + number], self.draft.main, handed_on)
                if main is not None and self._try(self.draft.with_main(main)):
                    return True
        return False

    # ---------------------------------------------------------------------- what it is told

    def _plainer(self) -> None:
        """Scalars at their simplest, shapes told, constants by copy, nothing relaxed."""
        if self.draft.relaxed:
            self._try(Draft(self.draft.parts, False, self.draft.ignored))
        for operation in self.draft.main.operations:
            if operation.type == OperationType.RESHAPE:
                self._flattened(operation.inputs[1])
        for index in sorted(self.draft.main.read):
            for main in _plainer_operands(self.draft.main, index):
                if self._try(self.draft.with_main(main)):
                    break

    def _flattened(self, shape: int) -> None:
        """Let RESHAPE work out one size: then its input may shrink."""
        main = self.draft.main.copy()
        if main.data.get(shape) in (None, _REST):
            return
        main.data[shape] = _REST
        main.operands[shape] = replace(main.operands[shape], dimensions=(1,))
        shaped = self._shaped(self.draft.with_main(main))
        if shaped is not None:
            self._try(shaped)

    # ------------------------------------------------------------------------------ sizes

    def _smaller(self) -> None:
        """Cut given tensors: all axes of a size (and its multiples) together, each alone, pairs."""
        axes = list(_axes(self.draft.main))
        for size in sorted({size for _, _, size in axes}, reverse=True):
            for target in _smaller_sizes(size):
                equal = {(i, a): target for i, a, s in _axes(self.draft.main) if s == size}
                multiples = {
                    (i, a): s // size * target
                    for i, a, s in _axes(self.draft.main)
                    if s % size == 0
                }
                if self._cut(equal) or (multiples != equal and self._cut(multiples)):
                    break
        for index, axis, _ in list(_axes(self.draft.main)):
            dimensions = self.draft.main.operands[index].dimensions
            if axis < len(dimensions):
                any(self._cut({(index, axis): t}) for t in _smaller_sizes(dimensions[axis]))
        axes = list(_axes(self.draft.main))
        for index, axis, size in axes:
            for other, other_axis, other_size in axes:
                if other_size % size == 0 and index != other:
                    self._cut({(index, axis): 1, (other, other_axis): other_size // size})

    def _cut(self, places: Mapping[tuple[int, int], int]) -> bool:
        """Cut operands along axes to new sizes, the first elements kept or the last."""
        for first in (True, False):
            main = self.draft.main.copy()
            for (index, axis), target in places.items():
                dimensions = main.operands[index].dimensions
                if axis < len(dimensions) and target < dimensions[axis]:
                    _cut_operand(main, index, axis, target, first=first)
            shaped = self._shaped(self.draft.with_main(main))
            if shaped is not None and self._try(shaped):
                return True
        return False

    def _shaped(self, draft: Draft) -> Draft | None:
        """The draft with the shapes that its operations now give."""
        open_ = draft.main.copy()
        for index in open_.made:
            open_.operands[index] = replace(open_.operands[index], dimensions=())
        values = internal_values(draft.with_main(open_), self._compute)
        if values is None:
            return None
        main = draft.main.copy()
        for index, array in values.items():
            shape = array.shape if 0 not in array.shape else ()
            main.operands[index] = replace(main.operands[index], dimensions=shape)
        return draft.with_main(main)

    # ----------------------------------------------------------------------------- values

    def _duller(self) -> None:
        """Tensors of one value, or with a half of it."""
        for index in _tensors(self.draft.main):
            operand = self.draft.main.operands[index]
            data = self.draft.main.data[index]
            for other in _duller_data(operand, data):
                main = self.draft.main.copy()
                main.data[index] = other
                if self._try(self.draft.with_main(main)):
                    break


_REST: Final = np.array([-1], "<i4").tobytes()


def _on_its_own(inner: Part, outer: Part, handed_on: Sequence[int]) -> Part | None:
    """A referenced subgraph as a main one; ``None`` where its inputs' values are not at hand."""
    main = inner.copy()
    for index, source in zip(main.inputs, handed_on, strict=True):
        if source not in outer.data:
            return None
        main.data[index] = outer.data[source]
        main.operands[index] = replace(
            main.operands[index], dimensions=outer.operands[source].dimensions
        )
    return main if main.operations else None


def _tensors(part: Part) -> list[int]:
    """Given tensors with data that operations read."""
    read = part.read
    return [
        index
        for index, operand in part.operands.items()
        if index in read
        and operand.lifetime in _GIVEN
        and index in part.data
        and operand.type in INFO
        and INFO[operand.type].tensor
    ]


def _axes(part: Part) -> Iterator[tuple[int, int, int]]:
    """Operand, axis and size of what may be cut."""
    for index in _tensors(part):
        for axis, size in enumerate(part.operands[index].dimensions):
            if size > 1:
                yield index, axis, size


def _smaller_sizes(size: int) -> list[int]:
    return sorted({1, size // 2, size - 1} - {0, size})


def _cut_operand(part: Part, index: int, axis: int, target: int, *, first: bool) -> None:
    operand = part.operands[index]
    array = _array(operand, part.data[index])
    kept = slice(0, target) if first else slice(array.shape[axis] - target, None)
    cut = array[(slice(None),) * axis + (kept,)]
    extra = operand.extra_params
    if isinstance(extra, SymmPerChannelQuantParams) and extra.channel_dim == axis:
        extra = SymmPerChannelQuantParams(extra.scales[kept], extra.channel_dim)
    part.operands[index] = replace(operand, dimensions=cut.shape, extra_params=extra)
    part.data[index] = np.ascontiguousarray(cut).tobytes()


def _array(operand: Operand, data: bytes) -> Array:
    return np.frombuffer(data, INFO[operand.type].dtype).reshape(operand.dimensions)


def _plainer_operands(part: Part, index: int) -> Iterator[Part]:
    """Main with the operand said more simply."""
    operand = part.operands[index]
    info = INFO.get(operand.type)
    if info is None or (index not in part.data and operand.lifetime in _GIVEN):
        return
    if operand.lifetime == _L.CONSTANT_REFERENCE:
        other = part.copy()
        other.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        yield other
    if info.tensor or index not in part.data:
        return
    if operand.lifetime == _L.SUBGRAPH_INPUT:
        other = part.copy()
        other.operands[index] = replace(operand, lifetime=_L.CONSTANT_COPY)
        other.inputs.remove(index)
        yield other
    now = part.data[index]
    for number in (0, 1):
        data = np.array(number, info.dtype).tobytes()
        if data == now:
            return
        other = part.copy()
        other.data[index] = data
        yield other


def _duller_data(operand: Operand, data: bytes) -> Iterator[bytes]:
    array = _array(operand, data)
    flat = array.reshape(-1)
    zero = np.full_like(flat, operand.zero_point if INFO[operand.type].quantized else 0)
    told = flat != zero
    if told.any():
        yield zero.tobytes()
    if flat.size > 1 and (flat != flat[0]).any():
        yield np.full_like(flat, flat[0]).tobytes()
        half = flat.size // 2
        for part in (slice(0, half), slice(half, None)):
            if told[part].any():
                other = flat.copy()
                other[part] = zero[part]
                yield other.tobytes()


def elements(example: Example) -> int:
    """Elements of all given tensors of main: how large a case is."""
    draft = draft_of(example)
    return sum(prod(draft.main.operands[index].dimensions) for index in _tensors(draft.main))


def first_parting(
    example: Example, wrong_outputs: Callable[[Example], Sequence[int]], compute: Compute
) -> tuple[int, int] | None:
    """Number of the first operation whose result differs, and which of its outputs.

    All internals become outputs for it, so a fault that shows only when operations run together
    may vanish: then ``None``.
    """
    open_ = example_from(internals_out(draft_of(example)), example, compute)
    if open_ is None:
        return None
    wrong: Mapping[int, None] = dict.fromkeys(wrong_outputs(open_))
    position = 0
    for number, operation in enumerate(open_.model.main.operations):
        for place in range(len(operation.outputs)):
            if position in wrong:
                return number, place
            position += 1
    return None
