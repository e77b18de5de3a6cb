"""Plans the executions of a case along a path: the model, the buffers and the required ending."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from conformance.hal import INFO, Model, Version
from conformance.harness.case import Case
from conformance.harness.memory import Layout, lay_out
from conformance.harness.outcomes import Required, required
from conformance.harness.path import OutputForm, Path
from conformance.specfile.example import Example


class Shapes(IntEnum):
    """How much a model specifies of its outputs' shapes: all, only the rank, or nothing."""

    KNOWN = 0
    OPEN = 1
    RANKLESS = 2


def shapes_of(form: OutputForm) -> Shapes:
    """Return how much the model specifies of its outputs' shapes for an output form."""
    if form in (OutputForm.FULL, OutputForm.CUT, OutputForm.LONG):
        return Shapes.KNOWN
    return Shapes.RANKLESS if form is OutputForm.RANKLESS else Shapes.OPEN


def with_shapes(example: Example, shapes: Shapes) -> Example:
    """Return the example with the dimensions of its model's output tensors reduced to ``shapes``.

    An unspecified extent is 0, an unspecified rank an empty list of dimensions.
    """
    return example if shapes is Shapes.KNOWN else replace(example, model=_opened(example, shapes))


def _opened(example: Example, shapes: Shapes) -> Model:
    main = example.model.main
    operands = list(main.operands)
    for index, output in zip(main.output_indexes, example.outputs, strict=True):
        info = INFO.get(operands[index].type)
        if info is not None and info.tensor:
            rank = len(output.dimensions) if shapes is Shapes.OPEN else 0
            operands[index] = replace(operands[index], dimensions=(0,) * rank)
    return replace(example.model, main=replace(main, operands=tuple(operands)))


@dataclass(frozen=True, slots=True)
class Trial:
    """One execution: its buffers and how it must end.

    ``short`` holds the numbers of the outputs whose buffers are too small.
    """

    layout: Layout
    required: Required
    short: frozenset[int] = frozenset()


def trials(path: Path, case: Case, version: Version) -> Sequence[Trial]:
    """Return the executions of a case along a path, in order."""
    wanted = required(path, version, case.example)
    form = path.form
    if form is OutputForm.FULL:
        return (Trial(case.layout, wanted),) * (2 if path.twice else 1)
    tensors = _tensors(case)
    last = tensors[-1]
    lengths = [max(size, 1) for size in case.expectation.sizes]
    if form is OutputForm.EACH:
        sizeable = [number for number in tensors if lengths[number] > 1]
        return [_trial(case, lengths, {number: -1}, wanted) for number in sizeable]
    changes = {
        OutputForm.ROOMY: {number: 4 + number for number in tensors},
        OutputForm.SHORT: {last: -1},
        OutputForm.EMPTY: {last: -lengths[last]},
        OutputForm.CUT: {last: -1},
        OutputForm.LONG: {last: 1},
    }.get(form, {})
    return (_trial(case, lengths, changes, wanted, said=form is OutputForm.SETTLED),)


def _trial(
    case: Case,
    lengths: Sequence[int],
    changes: dict[int, int],
    wanted: Required,
    *,
    said: bool = False,
) -> Trial:
    changed = [length + changes.get(number, 0) for number, length in enumerate(lengths)]
    tensors = set(_tensors(case))
    dimensions = [
        output.dimensions if said and number in tensors else ()
        for number, output in enumerate(case.example.outputs)
    ]
    short = frozenset(number for number, change in changes.items() if change < 0)
    return Trial(lay_out(case.example.inputs, changed, dimensions), wanted, short)


def _tensors(case: Case) -> list[int]:
    return [
        number
        for number, operand in enumerate(case.expectation.operands)
        if (info := INFO.get(operand.type)) is not None and info.tensor
    ]
