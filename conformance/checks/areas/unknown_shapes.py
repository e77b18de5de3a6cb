"""Checks of unknown dimensions of inputs, temporaries, optional operands and outputs.

The model is ``output = TRANSPOSE(input + constant, permutation)`` on a matrix of 2x3. Model and
request each specify all, some or none of an operand's dimensions; buffers are slightly too small,
exact or slightly too large. The expected end of each combination follows from what is specified.
"""

from __future__ import annotations

import struct
from collections.abc import Collection
from enum import Enum
from functools import partial
from typing import Any, Final

from conformance import hal
from conformance.checks.check_context import (
    CheckContext,
    Violation,
    described,
    expect,
    require,
    skip_if_lacking_resources,
)
from conformance.checks.execution_modes import Execute, execution_modes
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    addition_chain_model,
    constant_addition_model,
    subgraph,
    with_operands,
)
from conformance.checks.sample_requests import (
    AdditionRequest,
    SampleRequest,
    decline_unknown_dimensions,
    execute_request,
    reported_shapes,
)
from conformance.harness.calls import driver_calls

Shape = tuple[int, ...]

_MATRIX: Final = (2, 3)
_RESULT: Final = (3, 2)
_BYTES: Final = 24
_INPUT: Final = struct.pack("<6f", 0, 1, 2, 3, 4, 5)
_ADDEND: Final = struct.pack("<6f", 10, 20, 30, 40, 50, 60)
_EXPECTED_RESULT: Final = struct.pack("<6f", 10, 43, 21, 54, 32, 65)
"""The sums 10 21 32, 43 54 65, transposed."""
_PERMUTATION: Final = struct.pack("<2i", 1, 0)


def _transpose_model(
    *,
    matrix: Shape = _MATRIX,
    temporary: Shape = _MATRIX,
    permutation: Shape = (2,),
    result: Shape = _RESULT,
    lifetime: hal.OperandLifeTime = hal.OperandLifeTime.CONSTANT_COPY,
) -> hal.Model:
    """Return the model with these dimensions of its operands.

    ``lifetime`` is that of the permutation: a constant, an input, or omitted.
    """
    tensor, copy = hal.OperandType.TENSOR_FLOAT32, hal.OperandLifeTime.CONSTANT_COPY
    values = hal.DataLocation(0, 28, 8) if lifetime == copy else hal.DataLocation()
    operands = (
        hal.Operand(tensor, matrix),
        hal.Operand(tensor, _MATRIX, lifetime=copy, location=hal.DataLocation(0, 0, 24)),
        hal.Operand(hal.OperandType.INT32, lifetime=copy, location=hal.DataLocation(0, 24, 4)),
        hal.Operand(tensor, temporary),
        hal.Operand(hal.OperandType.TENSOR_INT32, permutation, lifetime=lifetime, location=values),
        hal.Operand(tensor, result),
    )
    operations = (
        hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,)),
        hal.Operation(hal.OperationType.TRANSPOSE, (3, 4), (5,)),
    )
    inputs = (0, 4) if lifetime == hal.OperandLifeTime.SUBGRAPH_INPUT else (0,)
    main = subgraph(operands, operations, inputs, (5,))
    return hal.Model(main, operand_values=_ADDEND + bytes(4) + _PERMUTATION)


class _RequiredEnd(Enum):
    """The required end of an execution."""

    VALUES = "NONE and the expected values"
    INVALID = "INVALID_ARGUMENT"
    SMALL = "OUTPUT_INSUFFICIENT_SIZE"
    ERROR = "an error"
    """Any error: a driver may detect the contradiction only while it computes."""


class _TransposeRequest(SampleRequest):
    """A request for such a model.

    ``matrix``, ``permutation`` and ``result`` are the dimensions that the request states;
    ``matrix_size`` and ``size`` are the byte lengths of the input and output buffers.
    """

    def __init__(
        self,
        context: CheckContext,
        *,
        matrix: Shape = (),
        matrix_size: int = _BYTES,
        permutation: Shape | None = None,
        with_permutation: bool = False,
        result: Shape = (),
        size: int = _BYTES,
    ) -> None:
        inputs: list[bytes | None] = [_INPUT]
        shapes = [matrix]
        if with_permutation:
            inputs.append(_PERMUTATION if permutation is not None else None)
            shapes.append(permutation or ())
        self._size = size
        super().__init__(
            context,
            inputs,
            [_EXPECTED_RESULT],
            dimensions=[*shapes, result],
            lengths={0: matrix_size, len(inputs): size},
            steps=2,
        )

    def require_end(self, outcome: driver_calls.ExecutionOutcome, end: _RequiredEnd) -> None:
        """Raise ``Violation`` if the outcome differs from the required end."""
        status, reported = outcome.status, reported_shapes(outcome)
        if end is _RequiredEnd.VALUES:
            require(self.problem(outcome))
            if reported and reported != (right := [(_RESULT, True)]):
                raise Violation(
                    f"the execution reported the shapes {reported}; {right} was expected"
                )
        elif end is _RequiredEnd.SMALL:
            what = f"the execution with a buffer of {self._size} bytes for an output of 24"
            expect(status, what, hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE)
            if [enough for _, enough in reported] != [False] or not _shapes_agree(
                _RESULT, reported[0][0]
            ):
                raise Violation(
                    f"{what} reported the shapes {reported}; {[(_RESULT, False)]} or unknown "
                    "dimensions were expected"
                )
        elif status == hal.ErrorStatus.NONE or (
            end is _RequiredEnd.INVALID and status != hal.ErrorStatus.INVALID_ARGUMENT
        ):
            raise Violation(f"the execution returned {status.name}; {end.value} was expected")
        if not self.memory_intact:
            raise Violation("the driver wrote outside the output buffer")


_DIMENSIONS = "RequestArgument.dimensions; Operand.dimensions"
_OUTPUTS = "OutputShape; Operand.dimensions; Drivers: Output shape"
_DECLARED_SHAPES: Final = ((2, 3), (0, 3), (2, 0), (0, 0), ())
"""Dimensions of the matrix in a model: fully known, one extent unknown, rank only, unknown."""


_OPEN_DIMENSIONS: Final[tuple[Shape, ...]] = ((0, 3), (2, 0), (0, 0))
"""Dimensions in a request that leave some of ``_MATRIX`` unknown; the byte size permits one."""


def _check_execution(
    context: CheckContext,
    model: hal.Model,
    end: _RequiredEnd,
    what: str,
    modes: Collection[str] | None = ("default",),
    **request: Any,
) -> None:
    """Execute a new request in each mode; record the first wrong end, as a problem of ``what``.

    ``None`` selects every mode; ``default`` is the synchronous one, before HAL 1.2 the asynchronous
    one. ``request`` are the arguments of ``_TransposeRequest``.
    """
    prepared = context.prepare(model)
    by_name: dict[str, Execute] = {"default": partial(execute_request, context)}
    if modes != ("default",):
        by_name = execution_modes(context, names=modes)
    with context.case(what):
        for path, execute in by_name.items():
            transposition = _TransposeRequest(context, **request)
            outcome = execute(prepared, transposition.request)
            where = what if path == "default" else f"{what}, {path}"
            skip_if_lacking_resources(outcome.status, where)
            if end in (_RequiredEnd.VALUES, _RequiredEnd.SMALL):
                decline_unknown_dimensions(outcome, where)
            with described(f"{path} execution"):
                transposition.require_end(outcome, end)


def _shapes_agree(known: Shape, stated: Shape) -> bool:
    """Return whether two partly unknown shapes do not contradict each other."""
    if not known or not stated:
        return True
    pairs = zip(known, stated, strict=False)
    return len(known) == len(stated) and all(0 in pair or pair[0] == pair[1] for pair in pairs)


@check(_DIMENSIONS, since=hal.Version.V1_2)
def model_input(context: CheckContext) -> None:
    """On every execution path, an execution answers NONE and the expected values if model and
    request together specify an input's dimensions; INVALID_ARGUMENT if a dimension stays unknown,
    also where the request states 0 for it, the request contradicts the model, or the buffer has
    another byte size.
    """
    for level in _DECLARED_SHAPES:
        model = _transpose_model(matrix=level)
        for stated in ((), _MATRIX, (3, 2), (6,), *_OPEN_DIMENSIONS):
            is_open = 0 in (stated or (*level, len(level)))
            if is_open or not _shapes_agree(level, stated):
                end = _RequiredEnd.INVALID
            else:
                end = _RequiredEnd.VALUES if stated in ((), _MATRIX) else _RequiredEnd.ERROR
            what = f"input {list(level)} in the model, {list(stated)} in the request"
            _check_execution(context, model, end, what, None, matrix=stated)
        for size in (20, 28):
            given: dict[str, Any] = {"matrix": _MATRIX, "matrix_size": size}
            what = f"input {list(level)} in the model, {size} bytes for [2, 3]"
            _check_execution(context, model, _RequiredEnd.INVALID, what, None, **given)


@check("Operand.dimensions; OperandLifeTime::TEMPORARY_VARIABLE", since=hal.Version.V1_2)
def temporary_operand(context: CheckContext) -> None:
    """An execution of a model that leaves dimensions of a temporary unknown answers NONE and the
    expected values.
    """
    for matrix in (_MATRIX, (0, 0)):
        for level in _DECLARED_SHAPES:
            model = _transpose_model(matrix=matrix, temporary=level)
            what = f"input {list(matrix)}, temporary {list(level)}"
            _check_execution(context, model, _RequiredEnd.VALUES, what, matrix=_MATRIX)


@check("Operand.dimensions; OperandLifeTime::TEMPORARY_VARIABLE", since=hal.Version.V1_2)
def contradicting_temporary(context: CheckContext) -> None:
    """A model whose temporary has other dimensions than its operation computes is either not
    prepared or not executed with NONE.
    """
    context.prepare(_transpose_model())
    for matrix in (_MATRIX, ()):
        for level in ((2, 4), (0, 4), (6,)):
            model = _transpose_model(matrix=matrix, temporary=level, result=(0, 0))
            what = f"input {list(matrix)}, temporary {list(level)} for [2, 3]"
            end, _ = context.try_to_prepare(model)
            if end.model is None:
                continue
            request = _TransposeRequest(context, matrix=_MATRIX)
            with context.case(what):
                outcome = execute_request(context, end.model, request.request)
                request.require_end(outcome, _RequiredEnd.ERROR)


@check(_OUTPUTS, since=hal.Version.V1_2)
def model_output(context: CheckContext) -> None:
    """An execution whose output has dimensions unknown in model and request answers NONE if the
    buffer is large enough, otherwise OUTPUT_INSUFFICIENT_SIZE; known dimensions that contradict
    each other or the buffer's byte size are INVALID_ARGUMENT.
    """
    for level in ((3, 2), (0, 2), (3, 0), (0, 0), ()):
        model = _transpose_model(result=level)
        for stated in ((), _RESULT, (2, 3)):
            known = 0 not in (stated or level) and bool(stated or level)
            for size in (20, 24, 28):
                if not _shapes_agree(level, stated) or (known and size != _BYTES):
                    end = _RequiredEnd.INVALID
                elif stated == (2, 3):
                    end = _RequiredEnd.ERROR
                else:
                    end = _RequiredEnd.VALUES if size >= _BYTES else _RequiredEnd.SMALL
                what = f"output {list(level)} in model, {list(stated)} in request, {size} bytes"
                _check_execution(context, model, end, what, result=stated, size=size)


@check(f"TRANSPOSE; {_DIMENSIONS}", since=hal.Version.V1_2)
def optional_operand(context: CheckContext) -> None:
    """An execution answers NONE if an optional operand is omitted or its dimensions are specified
    by model or request; INVALID_ARGUMENT if they stay unknown or contradict the model or the
    buffer.
    """
    constant = _transpose_model()
    omitted = _transpose_model(permutation=(), lifetime=hal.OperandLifeTime.NO_VALUE)
    for model, what in ((constant, "a constant"), (omitted, "omitted by the model")):
        _check_execution(context, model, _RequiredEnd.VALUES, f"permutation {what}")
    for level in ((2,), (0,), ()):
        model = _transpose_model(permutation=level, lifetime=hal.OperandLifeTime.SUBGRAPH_INPUT)
        for stated in (None, (), (2,), (3,)):
            if stated is None or stated == (2,) or (not stated and level == (2,)):
                end = _RequiredEnd.VALUES
            else:
                end = _RequiredEnd.INVALID  # unknown, contradicting, or not 8 bytes in size
            given: dict[str, Any] = {"permutation": stated, "with_permutation": True}
            value = "no value" if stated is None else f"{list(stated)}"
            what = f"permutation {list(level)} in the model, {value} in the request"
            _check_execution(context, model, end, what, **given)


@check(f"IPreparedModel.executeFenced; {_DIMENSIONS}", since=hal.Version.V1_3)
def fenced_execution_shapes(context: CheckContext) -> None:
    """IPreparedModel::executeFenced of a model that leaves dimensions of a temporary or an output
    unknown answers NONE and the expected values if the request specifies those of the output;
    INVALID_ARGUMENT if a dimension of the output stays unknown.
    """
    values, invalid = _RequiredEnd.VALUES, _RequiredEnd.INVALID
    for level in _DECLARED_SHAPES:
        model = _transpose_model(temporary=level)
        _check_execution(context, model, values, f"temporary {list(level)}", ("fenced",))
    for level in ((0, 0), (0, 2), ()):
        model, what = _transpose_model(result=level), f"output {list(level)}"
        _check_execution(context, model, values, what, ("fenced",), result=_RESULT)
        _check_execution(context, model, invalid, f"{what}, not specified", ("fenced",))


@check("Operand.dimensions; OperandLifeTime::CONSTANT_COPY", since=hal.Version.V1_0)
def constant_operand(context: CheckContext) -> None:
    """A model whose constant has unknown dimensions is refused: getSupportedOperations and
    prepareModel answer INVALID_ARGUMENT, and there is no prepared model.
    """
    model = _addition_with_constant((2, 3))
    context.prepare(model)
    for level in _DECLARED_SHAPES[1:]:
        refused = _addition_with_constant(level)
        what = f"a constant with the dimensions {list(level)}"
        status, _ = driver_calls.get_supported_operations(context.device, refused)
        with context.case(what):
            expect(status, "get_supported_operations", hal.ErrorStatus.INVALID_ARGUMENT)
        end, _ = context.try_to_prepare(refused)
        with context.case(what):
            expect(end.status, "prepare_model", hal.ErrorStatus.INVALID_ARGUMENT)
            if end.model is not None:
                raise Violation("prepare_model delivered a prepared model")


def _addition_with_constant(dimensions: Shape) -> hal.Model:
    model, _ = constant_addition_model(6)
    matrices = with_operands(model, (0, 3), dimensions=_MATRIX)
    return with_operands(matrices, (1,), dimensions=dimensions)


@check(
    "1.0 types.hal Operand.dimensions; Drivers: Execution (HAL 1.1 and older)",
    until=hal.Version.V1_1,
)
def internal_operand(context: CheckContext) -> None:
    """An execution answers NONE and the expected values if a temporary of the model has unknown
    dimensions and a known rank.

    Drivers of HAL 1.0 and 1.1 require the dimensions of inputs and outputs only.
    """
    model = addition_chain_model(6, 4)
    prepared = context.prepare(model)
    AdditionRequest(context, 1, 6, steps=4).run(prepared)
    first = 3  # the operands from here on are the temporaries, and then the output
    temporaries = range(first, len(model.main.operands) - 1)
    for unknown in (*((index,) for index in temporaries), tuple(temporaries)):
        changed = with_operands(model, unknown, dimensions=(0,))
        named = ", ".join(map(str, unknown))
        with context.case(f"temporary operands {named} with the dimensions [0]"):
            AdditionRequest(context, 2, 6, steps=4).run(context.prepare(changed))
