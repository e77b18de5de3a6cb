"""Checks of dimensions that the model leaves unknown, and of output buffers of any length."""

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
    """Describe a status other than OUTPUT_INSUFFICIENT_SIZE; empty if it is this one.

    ``SetAsideError`` ends the check if the driver declines models with unknown dimensions.
    """
    decline_open(outcome, what)
    if outcome.status != _SMALL:
        return (
            f"{what}: the execution answered {outcome.status.name}; OUTPUT_INSUFFICIENT_SIZE was "
            "expected"
        )
    return ""


@check(_SHAPES, since=Version.V1_2)
def too_small(bench: Bench) -> Iterator[str]:
    """An execution with too small buffers for outputs of unknown dimensions answers
    OUTPUT_INSUFFICIENT_SIZE; OutputShape.isSufficient is false for exactly these outputs, and the
    dimensions are the actual ones or unknown.
    """
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    for too_short in ((True, False), (False, True), (True, True)):
        lengths = [15 if short else 16 for short in too_short]
        sum_ = Sum(bench, 2, outputs=2, lengths=lengths)
        outcome = execute(bench, prepared, sum_.request)
        what = f"buffers of {lengths} bytes for outputs of 16 bytes each"
        problem = _small(outcome, what)
        reported = shapes_of(outcome)
        flags = [sufficient for _, sufficient in reported]
        expected = [not short for short in too_short]
        if not problem and flags != expected:
            problem = f"{what}: is_sufficient is reported as {flags}; {expected} was expected"
        if not problem and any(shape not in ((4,), (0,)) for shape, _ in reported):
            shapes = [shape for shape, _ in reported]
            problem = f"{what}: the dimensions {shapes} are reported; (4,) or (0,) was expected"
        if problem:
            yield problem
        if not sum_.intact:
            yield f"{what}: the driver wrote outside the output buffers, or to the inputs"


@check(_SHAPES, since=Version.V1_2)
def known_then(bench: Bench) -> Iterator[str]:
    """After an execution answered OUTPUT_INSUFFICIENT_SIZE, the execution with buffers of
    sufficient length ends with NONE, the expected values and the actual dimensions.
    """
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    problem = _small(
        execute(bench, prepared, Sum(bench, 2, outputs=2, lengths=[16, 4]).request),
        "a buffer of 4 bytes for an output of 16 bytes",
    )
    sufficient = Sum(bench, 3, outputs=2)
    outcome = execute(bench, prepared, sufficient.request)
    decline_open(outcome, "outputs of unknown extent")
    problem = problem or wrong(outcome, sufficient)
    if not problem and shapes_of(outcome) != [((4,), True), ((4,), True)]:
        problem = (
            f"the execution with sufficient buffers reported the shapes {shapes_of(outcome)}; "
            "[((4,), True), ((4,), True)] was expected"
        )
    if problem:
        yield problem


@check(_SHAPES, since=Version.V1_2)
def of_this_run(bench: Bench) -> Iterator[str]:
    """Consecutive executions with input dimensions that differ from request to request each answer
    NONE, the expected values and the dimensions of their own outputs.
    """
    prepared = bench.prepare(shaped_addition(((0,), (0,), (0,))))
    for elements in (4, 6, 2, 6):
        shape = (elements,)
        sum_ = Sum(bench, elements, elements, dimensions=[shape, shape])
        outcome = execute(bench, prepared, sum_.request)
        decline_open(outcome, "an input whose extent only the request specifies")
        problem = wrong(outcome, sum_)
        if not problem and shapes_of(outcome) != [(shape, True)]:
            problem = (
                f"the output shapes {shapes_of(outcome)} are reported; {[(shape, True)]} was "
                "expected"
            )
        if problem:
            yield f"{elements} elements, after executions with other extents: {problem}"
            return


@check(_SHAPES, since=Version.V1_2)
def roomy(bench: Bench) -> Iterator[str]:
    """An execution whose buffers are larger than the outputs of unknown dimensions answers NONE,
    the expected values, the actual dimensions and OutputShape.isSufficient true.
    """
    prepared = bench.prepare(sum_and_product(open_outputs=True))
    sum_ = Sum(bench, 2, outputs=2, lengths=[20, 400])
    outcome = execute(bench, prepared, sum_.request)
    decline_open(outcome, "outputs of unknown extent")
    problem = wrong(outcome, sum_)
    if not problem and shapes_of(outcome) != [((4,), True), ((4,), True)]:
        problem = (
            f"buffers of 20 and 400 bytes: the output shapes {shapes_of(outcome)} are reported; "
            "[((4,), True), ((4,), True)] was expected"
        )
    if problem:
        yield problem


_ROWS: Final = 3
_LEVELS: Final = (
    "specified by model and request",
    "specified by the model",
    "specified by the request",
    "specified differently by the request",
)
"""How model and request specify one extent."""


def _two(levels: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the dimensions of a 3x3 matrix in the model and in the request, by level."""
    model = tuple(_ROWS if level < 2 else 0 for level in levels)
    request = tuple({1: _ROWS, 3: _ROWS + 1}.get(level, _ROWS) for level in levels)
    return model, () if set(levels) <= {1} else request


@check(_DIMENSIONS, since=Version.V1_0)
def unknown_dimensions(bench: Bench) -> Iterator[str]:
    """An execution answers NONE if the request specifies the dimensions that the model leaves
    unknown, and an error if the request contradicts known dimensions, for each input and output.
    """
    full = (_ROWS, _ROWS)
    declined: SetAsideError | None = None
    for argument in range(3):
        for levels in product(range(4), repeat=2):
            model_shape, request_shape = _two(levels)
            shapes: list[tuple[int, ...]] = [full, full, full]
            shapes[argument] = model_shape
            prepared = bench.prepare(shaped_addition((shapes[0], shapes[1], shapes[2])))
            dimensions: list[tuple[int, ...]] = [(), (), ()]
            dimensions[argument] = request_shape
            sum_ = Sum(bench, 1, _ROWS * _ROWS, dimensions=dimensions)
            outcome = execute(bench, prepared, sum_.request)
            rows, columns = (_LEVELS[level] for level in levels)
            what = f"argument {argument} with rows {rows}, columns {columns}"
            if 3 in levels:
                if outcome.status == ErrorStatus.NONE:
                    yield (
                        f"{what}: the execution answered NONE for dimensions {list(request_shape)} "
                        "in the request and a buffer of 36 bytes; an error was expected"
                    )
                continue
            if 0 in model_shape:
                try:
                    decline_open(outcome, what)
                except SetAsideError as skipped:
                    declined = declined or skipped
                    continue
            problem = wrong(outcome, sum_)
            if problem:
                yield f"{what}: {problem}"
    if declined is not None:
        raise declined


@check(_DIMENSIONS, since=Version.V1_0)
def unknown_input(bench: Bench) -> Iterator[str]:
    """If neither model nor request specifies an input's dimensions, the execution answers
    INVALID_ARGUMENT; a request with the dimensions executes afterwards.
    """
    prepared = bench.prepare(shaped_addition(((0,), (4,), (4,))))
    outcome = execute(bench, prepared, Sum(bench).request)
    if outcome.status != ErrorStatus.INVALID_ARGUMENT:
        yield (
            f"the execution with an input of unknown dimensions answered {outcome.status.name}; "
            "INVALID_ARGUMENT was expected"
        )
    specified = Sum(bench, 2, dimensions=[(4,)])
    outcome = execute(bench, prepared, specified.request)
    decline_open(outcome, "an input whose extent only the request specifies")
    problem = wrong(outcome, specified)
    if problem:
        yield f"the next execution, with dimensions in the request: {problem}"


@check(_DIMENSIONS, since=Version.V1_0)
def contradiction(bench: Bench) -> Iterator[str]:
    """An execution answers INVALID_ARGUMENT if the request's dimensions of an input or output
    contradict the model's; a valid request executes afterwards.
    """
    prepared = bench.prepare(addition())
    for contradicting in ((5,), (2, 2), (3,)):
        for number in range(3):
            dimensions: list[tuple[int, ...]] = [(), (), ()]
            dimensions[number] = contradicting
            outcome = execute(bench, prepared, Sum(bench, dimensions=dimensions).request)
            if outcome.status != ErrorStatus.INVALID_ARGUMENT:
                yield (
                    f"argument {number} has dimensions [4] in the model and {list(contradicting)} "
                    f"in the request: the execution answered {outcome.status.name}; "
                    "INVALID_ARGUMENT was expected"
                )
    problem = trouble(bench, prepared, Sum(bench, 5))
    if problem:
        yield f"after requests with contradicting dimensions: {problem}"


@check("RequestArgument.location; Drivers: Output shape", since=Version.V1_0)
def length(bench: Bench) -> Iterator[str]:
    """An execution answers INVALID_ARGUMENT, and writes nothing outside the buffers, if the length
    of an argument's buffer differs from the byte size of its fully specified dimensions.
    """
    prepared = bench.prepare(addition())
    for size in (12, 15, 17, 32):
        sum_ = Sum(bench, 1, lengths=[size])
        outcome = execute(bench, prepared, sum_.request)
        if outcome.status != ErrorStatus.INVALID_ARGUMENT:
            yield (
                f"a buffer of {size} bytes for an output of 16 bytes: the execution answered "
                f"{outcome.status.name}; INVALID_ARGUMENT was expected"
            )
        if not sum_.intact:
            yield (
                f"a buffer of {size} bytes for an output of 16 bytes: the driver wrote outside the "
                "buffer, or to the inputs"
            )


@check(_SHAPES, since=Version.V1_2)
def unknown_rank(bench: Bench) -> Iterator[str]:
    """An execution with an output of unknown rank answers NONE, the expected values and the actual
    dimensions.
    """
    prepared = bench.prepare(shaped_addition(((2, 3), (2, 3), ())))
    sum_ = Sum(bench, 1, 6)
    outcome = execute(bench, prepared, sum_.request)
    decline_open(outcome, "an output of unknown rank")
    problem = wrong(outcome, sum_)
    if not problem and shapes_of(outcome) != [((2, 3), True)]:
        problem = (
            f"the output shapes {shapes_of(outcome)} are reported; [((2, 3), True)] was expected"
        )
    if problem:
        yield problem
