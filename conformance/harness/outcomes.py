"""How an execution on each path must end: with values, OUTPUT_INSUFFICIENT_SIZE or a refusal.

``TABLE`` gives the required ending by execution, output form and version;
docs/reference/paths.md shows it. ``obstacle`` explains why an example cannot run along a path, for
example an endless loop in a burst, which has no loop timeout.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from math import prod
from types import MappingProxyType
from typing import Final

from conformance.hal import INFO, OperationType, Version
from conformance.harness.path import Execution, OutputForm, Path, suits
from conformance.specfile.example import Example


class Required(StrEnum):
    """How an execution must end."""

    VALUES = "values"
    """NONE and the expected values."""
    INSUFFICIENT = "too small"
    """OUTPUT_INSUFFICIENT_SIZE, and output shapes that mark the buffers that are too small."""
    INVALID = "refused"
    """INVALID_ARGUMENT."""
    NO_BUFFER = "refused or too small"
    """INVALID_ARGUMENT or OUTPUT_INSUFFICIENT_SIZE: the texts of the contract contradict here."""
    NOTHING = "-"
    """Nothing: drivers of this version do not have the path."""


_F: Final = OutputForm
_DYNAMIC: Final[Mapping[OutputForm, Required]] = {
    _F.FULL: Required.VALUES,
    _F.SETTLED: Required.VALUES,
    _F.OPEN: Required.VALUES,
    _F.RANKLESS: Required.VALUES,
    _F.ROOMY: Required.VALUES,
    _F.SHORT: Required.INSUFFICIENT,
    _F.EACH: Required.INSUFFICIENT,
    _F.EMPTY: Required.NO_BUFFER,
    _F.CUT: Required.INVALID,
    _F.LONG: Required.INVALID,
}
_STATIC: Final[Mapping[OutputForm, Required]] = {
    form: Required.VALUES if form in (_F.FULL, _F.SETTLED) else Required.INVALID for form in _F
}
_BEFORE_1_2: Final = {**_STATIC, _F.RANKLESS: Required.NOTHING}

TABLE: Final[Mapping[Execution, tuple[tuple[Version, Mapping[OutputForm, Required]], ...]]] = (
    MappingProxyType(
        {
            Execution.SYNC: ((Version.V1_2, _DYNAMIC),),
            Execution.ASYNC: ((Version.V1_0, _BEFORE_1_2), (Version.V1_2, _DYNAMIC)),
            Execution.FENCED: ((Version.V1_3, _STATIC),),
            Execution.BURST: ((Version.V1_2, _DYNAMIC),),
        }
    )
)
"""For each execution: the first version of a row, and its required ending by output form."""


def required(path: Path, version: Version, example: Example) -> Required:
    """Return how an example that must succeed must end along the path, for drivers of ``version``.

    If the example's own model leaves an output shape open, the row of the OPEN form applies.
    """
    form = path.form
    if form is OutputForm.FULL and _is_open(example):
        form = OutputForm.OPEN
    return _cell(path, version, form)


@cache
def _cell(path: Path, version: Version, form: OutputForm) -> Required:
    found = Required.NOTHING
    if suits(path, version):
        for since, forms in TABLE[path.execution]:
            if version >= since:
                found = forms[form]
    return found


def obstacle(path: Path, version: Version, example: Example) -> str:
    """Return why the example cannot run along the path; empty if it can."""
    if not suits(path, version):
        return f"drivers of HAL {version} have no {path.execution} execution like this"
    if not path.form and not example.expect_failure:
        return ""
    codes = {
        operation.type
        for subgraph in (example.model.main, *example.model.referenced)
        for operation in subgraph.operations
    }
    if example.expect_failure:
        if path.form:
            return "the example must fail, whatever its outputs are"
        if path.execution is Execution.BURST and OperationType.WHILE in codes:
            return "a burst carries no loop timeout"
        return ""
    if required(path, version, example) is Required.NOTHING:
        return f"HAL {version} has no outputs of unknown rank"
    return _against_form(path.form, example, codes)


def _against_form(form: OutputForm, example: Example, codes: set[int]) -> str:
    if codes & _UNOPENED:
        return "outputs of RANK, IF and WHILE are never left open"
    tensors = _tensors(example)
    if not tensors:
        return "the model has no tensor among its outputs"
    last = example.outputs[tensors[-1]]
    if form in (OutputForm.CUT, OutputForm.LONG):
        return "the model leaves an output open" if _is_open(example) else ""
    if form is OutputForm.SETTLED:
        shapes = [example.outputs[number].dimensions for number in tensors]
        unsaid = any(not shape or 0 in shape for shape in shapes)
        return "an output has no extent that a request could say" if unsaid else ""
    if form in (OutputForm.SHORT, OutputForm.EACH) and _size(example, tensors[-1]) < 2:
        return f"the last output, {list(last.dimensions)}, is too small to be cut"
    if form is OutputForm.EMPTY and not _size(example, tensors[-1]):
        return "the last output is empty"
    return ""


_UNOPENED: Final = frozenset({OperationType.RANK, OperationType.IF, OperationType.WHILE})


def _tensors(example: Example) -> list[int]:
    """Return the numbers of the outputs that are tensors of a known type."""
    main = example.model.main
    return [
        number
        for number, index in enumerate(main.output_indexes)
        if (info := INFO.get(main.operands[index].type)) is not None and info.tensor
    ]


def _is_open(example: Example) -> bool:
    main = example.model.main
    for index in main.output_indexes:
        operand = main.operands[index]
        if not operand.dimensions or 0 in operand.dimensions:
            info = INFO.get(operand.type)
            if info is not None and info.tensor:
                return True
    return False


def _size(example: Example, number: int) -> int:
    main = example.model.main
    itemsize = INFO[main.operands[main.output_indexes[number]].type].itemsize
    return itemsize * prod(example.outputs[number].dimensions)
