"""Shapes that only the execution settles, and buffers that are too small for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from conformance.hal import ErrorStatus, Version
from conformance.harness import calls
from conformance.suite.bench import Bench, SetAsideError
from conformance.suite.check import check
from conformance.suite.stock import addition, shaped_addition, sum_and_product
from conformance.suite.sums import Sum, decline_open, execute, shapes_of, trouble, wrong

_SHAPES = "OutputShape; Drivers: Output shape"
_DIMENSIONS = "RequestArgument.dimensions; Operand.dimensions"
_SMALL: Final = ErrorStatus.OUTPUT_INSUFFICIENT_SIZE


def _small(outcome: calls.Outcome, what: str) -> str:
    """What is wrong with the status where buffers are too small; ends the check if it may be."""
    decline_open(outcome, what)
    if outcome.status != _SMALL:
        return f"{what} is answered with {outcome.status.name}"
    return ""


@check(_SHAPES, since=Version.V1_2)
def too_small(bench: Bench) -> Iterator[str]:
    """Exactly the outputs whose buffers are too small are reported so, with their dimensions."""
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    for short in ((True, False), (False, True), (True, True)):
        lengths = [15 if one else 16 for one in short]
        sum_ = Sum(bench, 2, outputs=2, lengths=lengths)
        outcome = execute(bench, prepared, sum_.request)
        problem = _small(outcome, f"buffers of {lengths} bytes for outputs of 16")
        told = shapes_of(outcome)
        if not problem and [sufficient for _, sufficient in told] != [not one for one in short]:
            problem = f"buffers of {lengths} bytes for outputs of 16: sufficient {told}"
        if not problem and any(shape not in ((4,), (0,)) for shape, _ in told):
            problem = f"buffers of {lengths} bytes: dimensions {[shape for shape, _ in told]}"
        if problem:
            yield problem
        if not sum_.intact:
            yield f"buffers of {lengths} bytes: something was written beside them"


@check(_SHAPES, since=Version.V1_2)
def known_then(bench: Bench) -> Iterator[str]:
    """After a buffer that was too small, the dimensions told lead to an execution that works."""
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    problem = _small(
        execute(bench, prepared, Sum(bench, 2, outputs=2, lengths=[16, 4]).request),
        "a buffer that is too small",
    )
    right = Sum(bench, 3, outputs=2)
    outcome = execute(bench, prepared, right.request)
    decline_open(outcome, "an output of unknown extent")
    problem = problem or wrong(outcome, right)
    if not problem and shapes_of(outcome) != [((4,), True), ((4,), True)]:
        problem = f"the second execution reported {shapes_of(outcome)}"
    if problem:
        yield problem


@check(_SHAPES, since=Version.V1_2)
def of_this_run(bench: Bench) -> Iterator[str]:
    """Shapes and values are those of this execution's inputs, not of an earlier one's."""
    prepared = bench.prepare(shaped_addition(((0,), (0,), (0,))))
    for elements in (4, 6, 2, 6):
        shape = (elements,)
        sum_ = Sum(bench, elements, elements, dimensions=[shape, shape])
        outcome = execute(bench, prepared, sum_.request)
        decline_open(outcome, "an input whose extent the request settles")
        problem = wrong(outcome, sum_)
        if not problem and shapes_of(outcome) != [(shape, True)]:
            problem = f"reported {shapes_of(outcome)}"
        if problem:
            yield f"{elements} elements after other numbers of them: {problem}"
            return


@check(_SHAPES, since=Version.V1_2)
def roomy(bench: Bench) -> Iterator[str]:
    """A buffer that is larger than needed is sufficient, and the shape is the result's."""
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    sum_ = Sum(bench, 2, outputs=2, lengths=[20, 400])
    outcome = execute(bench, prepared, sum_.request)
    decline_open(outcome, "an output of unknown extent")
    problem = wrong(outcome, sum_)
    if not problem and shapes_of(outcome) != [((4,), True), ((4,), True)]:
        problem = f"shapes {shapes_of(outcome)} for outputs of 4 elements"
    if problem:
        yield problem


_ROWS: Final = 3
_LEVELS: Final = ("set in both", "set in the model", "set in the request", "other in the request")


def _two(levels: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Dimensions of a 3x3 matrix in the model and in the request."""
    model = tuple(_ROWS if level < 2 else 0 for level in levels)
    request = tuple({1: _ROWS, 3: _ROWS + 1}.get(level, _ROWS) for level in levels)
    return model, () if set(levels) <= {1} else request


@check(_DIMENSIONS, since=Version.V1_0)
def unknown_dimensions(bench: Bench) -> Iterator[str]:
    """The request may say what the model leaves open of a shape, and must not contradict it."""
    full = (_ROWS, _ROWS)
    declined: SetAsideError | None = None
    for argument in range(3):
        for levels in product(range(4), repeat=2):
            model_shape, request_shape = _two(levels)
            shapes: list[tuple[int, ...]] = [full, full, full]
            shapes[argument] = model_shape
            prepared = bench.prepare(shaped_addition((shapes[0], shapes[1], shapes[2])))
            said: list[tuple[int, ...]] = [(), (), ()]
            said[argument] = request_shape
            sum_ = Sum(bench, 1, _ROWS * _ROWS, dimensions=said)
            outcome = execute(bench, prepared, sum_.request)
            what = f"argument {argument}, " + " and ".join(_LEVELS[level] for level in levels)
            if 3 in levels:
                if outcome.status == ErrorStatus.NONE:
                    yield f"{what}: 4 rows or columns for 36 bytes were executed"
                continue
            if 0 in model_shape:
                try:
                    decline_open(outcome, what)
                except SetAsideError as aside:
                    declined = declined or aside
                    continue
            problem = wrong(outcome, sum_)
            if problem:
                yield f"{what}: {problem}"
    if declined is not None:
        raise declined


@check(_DIMENSIONS, since=Version.V1_0)
def unknown_input(bench: Bench) -> Iterator[str]:
    """An input whose shape nobody says is INVALID_ARGUMENT."""
    prepared = bench.prepare(shaped_addition(((0,), (4,), (4,))))
    outcome = execute(bench, prepared, Sum(bench).request)
    if outcome.status != ErrorStatus.INVALID_ARGUMENT:
        yield f"the execution ended with {outcome.status.name}"
    settled = Sum(bench, 2, dimensions=[(4,)])
    outcome = execute(bench, prepared, settled.request)
    decline_open(outcome, "an input whose extent the request settles")
    problem = wrong(outcome, settled)
    if problem:
        yield f"afterwards, with dimensions: {problem}"


@check(_DIMENSIONS, since=Version.V1_0)
def contradiction(bench: Bench) -> Iterator[str]:
    """Dimensions in the request that contradict the model's are INVALID_ARGUMENT."""
    prepared = bench.prepare(addition())
    for said in ((5,), (2, 2), (3,)):
        for number in range(3):
            dimensions: list[tuple[int, ...]] = [(), (), ()]
            dimensions[number] = said
            outcome = execute(bench, prepared, Sum(bench, dimensions=dimensions).request)
            if outcome.status != ErrorStatus.INVALID_ARGUMENT:
                yield f"argument {number} as {list(said)} instead of [4]: {outcome.status.name}"
    problem = trouble(bench, prepared, Sum(bench, 5))
    if problem:
        yield f"afterwards: {problem}"


@check("RequestArgument.location; Drivers: Output shape", since=Version.V1_0)
def length(bench: Bench) -> Iterator[str]:
    """A buffer whose length is not that of its fully known shape is INVALID_ARGUMENT."""
    prepared = bench.prepare(addition())
    for size in (12, 15, 17, 32):
        sum_ = Sum(bench, 1, lengths=[size])
        outcome = execute(bench, prepared, sum_.request)
        if outcome.status != ErrorStatus.INVALID_ARGUMENT:
            yield f"{size} bytes for 16: {outcome.status.name}"
        if not sum_.intact:
            yield f"{size} bytes for 16: something was written beside the buffer"


@check(_SHAPES, since=Version.V1_2)
def unknown_rank(bench: Bench) -> Iterator[str]:
    """An output of unknown rank is executed, and its shape told."""
    prepared = bench.prepare(shaped_addition(((2, 3), (2, 3), ())))
    sum_ = Sum(bench, 1, 6)
    outcome = execute(bench, prepared, sum_.request)
    decline_open(outcome, "an output of unknown rank")
    problem = wrong(outcome, sum_)
    if not problem and shapes_of(outcome) != [((2, 3), True)]:
        problem = f"reported {shapes_of(outcome)} for [2, 3]"
    if problem:
        yield problem
