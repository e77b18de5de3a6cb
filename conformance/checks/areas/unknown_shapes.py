"""Checks of unknown dimensions of inputs, temporaries, optional operands and outputs.

The model is ``output = TRANSPOSE(input + constant, permutation)`` on a matrix of 2x3. Model and
request each specify all, some or none of an operand's dimensions; buffers are slightly too small,
exact or slightly too large. The expected end of each combination follows from what is specified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from conformance import hal
from conformance.checks.framework.check import check
from conformance.checks.framework.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.framework.execution_modes import execution_modes
from conformance.checks.samples.sample_models import addition_chain_model
from conformance.checks.samples.sample_requests import (
    AdditionRequest,
    decline_unknown_dimensions,
    execute_request,
    execution_problem,
)
from conformance.checks.samples.transpose_requests import (
    ADDEND,
    BYTES,
    MATRIX,
    RESULT,
    RequiredEnd,
    Shape,
    TransposeModel,
    TransposeRequest,
)
from conformance.harness.calls import driver_calls, fenced_execution

_DIMENSIONS = "RequestArgument.dimensions; Operand.dimensions"
_OUTPUTS = "OutputShape; Operand.dimensions; Drivers: Output shape"
_DECLARED_SHAPES: Final = ((2, 3), (0, 3), (2, 0), (0, 0), ())
"""Dimensions of the matrix in a model: fully known, one extent unknown, rank only, unknown."""


_OPEN_DIMENSIONS: Final[tuple[Shape, ...]] = ((0, 3), (2, 0), (0, 0))
"""Dimensions in a request that leave some of ``MATRIX`` unknown; the byte size permits one."""


def _check_execution(
    context: CheckContext,
    model: TransposeModel,
    transpose_request: TransposeRequest,
    end: RequiredEnd,
    what: str,
) -> Iterator[str]:
    """Execute a request; yield a message, which starts with ``what``, if it ends incorrectly."""
    outcome = execute_request(context, context.prepare(model.build()), transpose_request.request)
    skip_if_lacking_resources(outcome.status, what)
    if end in (RequiredEnd.VALUES, RequiredEnd.SMALL):
        decline_unknown_dimensions(outcome, what)
    if problem := transpose_request.problem(outcome, end):
        yield f"{what}: {problem}"


def _check_execution_modes(
    context: CheckContext,
    model: TransposeModel,
    create_request: Callable[[], TransposeRequest],
    end: RequiredEnd,
    what: str,
) -> Iterator[str]:
    """Execute a new request along each execution path, and yield a message on the first problem."""
    prepared = context.prepare(model.build())
    for path, execute in execution_modes(context).items():
        transpose_request = create_request()
        outcome = execute(prepared, transpose_request.request)
        skip_if_lacking_resources(outcome.status, what)
        if end is RequiredEnd.VALUES:
            decline_unknown_dimensions(outcome, what)
        if problem := transpose_request.problem(outcome, end):
            yield f"{what}, {path}: {problem}"
            return


def _fenced_outcome(
    context: CheckContext, model: hal.Model, request: hal.Request
) -> driver_calls.ExecutionOutcome:
    limit = context.options.callback_timeout
    prepared = context.prepare(model)
    return fenced_execution.execute_fenced(prepared, request, hal.MeasureTiming.NO, limit)[0]


def _shapes_agree(known: Shape, stated: Shape) -> bool:
    """Return whether two partly unknown shapes do not contradict each other."""
    if not known or not stated:
        return True
    pairs = zip(known, stated, strict=False)
    return len(known) == len(stated) and all(0 in pair or pair[0] == pair[1] for pair in pairs)


@check(_DIMENSIONS, since=hal.Version.V1_2)
def model_input(context: CheckContext) -> Iterator[str]:
    """On every execution path, an execution answers NONE and the expected values if model and
    request together specify an input's dimensions; INVALID_ARGUMENT if a dimension stays unknown,
    also where the request states 0 for it, the request contradicts the model, or the buffer has
    another byte size.
    """
    for level in _DECLARED_SHAPES:
        model = TransposeModel(matrix=level)
        for stated in ((), MATRIX, (3, 2), (6,), *_OPEN_DIMENSIONS):
            is_open = 0 in (stated or (*level, len(level)))
            if is_open or not _shapes_agree(level, stated):
                end = RequiredEnd.INVALID
            else:
                end = RequiredEnd.VALUES if stated in ((), MATRIX) else RequiredEnd.ERROR
            what = f"input {list(level)} in the model, {list(stated)} in the request"
            create = partial(TransposeRequest, context, matrix=stated)
            yield from _check_execution_modes(context, model, create, end, what)
        for size in (20, 28):
            create = partial(TransposeRequest, context, matrix=MATRIX, matrix_size=size)
            what = f"input {list(level)} in the model, {size} bytes for [2, 3]"
            yield from _check_execution_modes(context, model, create, RequiredEnd.INVALID, what)


@check("Operand.dimensions; OperandLifeTime::TEMPORARY_VARIABLE", since=hal.Version.V1_2)
def temporary_operand(context: CheckContext) -> Iterator[str]:
    """An execution of a model that leaves dimensions of a temporary unknown answers NONE and the
    expected values.
    """
    for matrix in (MATRIX, (0, 0)):
        for level in _DECLARED_SHAPES:
            model = TransposeModel(matrix=matrix, temporary=level)
            transpose_request = TransposeRequest(context, matrix=MATRIX)
            what = f"input {list(matrix)}, temporary {list(level)}"
            yield from _check_execution(context, model, transpose_request, RequiredEnd.VALUES, what)


@check("Operand.dimensions; OperandLifeTime::TEMPORARY_VARIABLE", since=hal.Version.V1_2)
def contradicting_temporary(context: CheckContext) -> Iterator[str]:
    """A model whose temporary has other dimensions than its operation computes is either not
    prepared or not executed with NONE.
    """
    context.prepare(TransposeModel().build())
    for matrix in (MATRIX, ()):
        for level in ((2, 4), (0, 4), (6,)):
            model = TransposeModel(matrix=matrix, temporary=level, result=(0, 0)).build()
            what = f"input {list(matrix)}, temporary {list(level)} for [2, 3]"
            end, _ = context.try_to_prepare(model)
            if end.model is None:
                continue
            transpose_request = TransposeRequest(context, matrix=MATRIX)
            problem = transpose_request.problem(
                execute_request(context, end.model, transpose_request.request), RequiredEnd.ERROR
            )
            if problem:
                yield f"{what}: {problem}"


@check(_OUTPUTS, since=hal.Version.V1_2)
def model_output(context: CheckContext) -> Iterator[str]:
    """An execution whose output has dimensions unknown in model and request answers NONE if the
    buffer is large enough, otherwise OUTPUT_INSUFFICIENT_SIZE; known dimensions that contradict
    each other or the buffer's byte size are INVALID_ARGUMENT.
    """
    for level in ((3, 2), (0, 2), (3, 0), (0, 0), ()):
        model = TransposeModel(result=level)
        for stated in ((), RESULT, (2, 3)):
            known = 0 not in (stated or level) and bool(stated or level)
            for size in (20, 24, 28):
                if not _shapes_agree(level, stated) or (known and size != BYTES):
                    end = RequiredEnd.INVALID
                elif stated == (2, 3):
                    end = RequiredEnd.ERROR
                else:
                    end = RequiredEnd.VALUES if size >= BYTES else RequiredEnd.SMALL
                what = f"output {list(level)} in model, {list(stated)} in request, {size} bytes"
                yield from _check_execution(
                    context, model, TransposeRequest(context, result=stated, size=size), end, what
                )


@check(f"TRANSPOSE; {_DIMENSIONS}", since=hal.Version.V1_2)
def optional_operand(context: CheckContext) -> Iterator[str]:
    """An execution answers NONE if an optional operand is omitted or its dimensions are specified
    by model or request; INVALID_ARGUMENT if they stay unknown or contradict the model or the
    buffer.
    """
    constant = TransposeModel()
    omitted = replace(constant, permutation=(), permutation_lifetime=hal.OperandLifeTime.NO_VALUE)
    for model, what in ((constant, "a constant"), (omitted, "omitted by the model")):
        yield from _check_execution(
            context, model, TransposeRequest(context), RequiredEnd.VALUES, f"permutation {what}"
        )
    for level in ((2,), (0,), ()):
        model = TransposeModel(
            permutation=level, permutation_lifetime=hal.OperandLifeTime.SUBGRAPH_INPUT
        )
        for stated in (None, (), (2,), (3,)):
            if stated is None or stated == (2,) or (not stated and level == (2,)):
                end = RequiredEnd.VALUES
            else:
                end = RequiredEnd.INVALID  # unknown, contradicting, or not 8 bytes in size
            transpose_request = TransposeRequest(context, permutation=stated, with_permutation=True)
            value = "no value" if stated is None else f"{list(stated)}"
            what = f"permutation {list(level)} in the model, {value} in the request"
            yield from _check_execution(context, model, transpose_request, end, what)


@check(f"IPreparedModel.executeFenced; {_DIMENSIONS}", since=hal.Version.V1_3)
def fenced_execution_shapes(context: CheckContext) -> Iterator[str]:
    """IPreparedModel::executeFenced of a model that leaves dimensions of an input, a temporary or
    an output unknown answers NONE and the expected values if the request specifies those of the
    inputs and outputs; INVALID_ARGUMENT if a dimension stays unknown or contradicts the model.
    """
    values, invalid = RequiredEnd.VALUES, RequiredEnd.INVALID
    open_result = TransposeModel(result=(0, 0))
    cases: tuple[tuple[str, TransposeModel, Shape, Shape, RequiredEnd], ...] = (
        ("no unknown dimensions", TransposeModel(), (), (), values),
        *(
            (f"input {list(level)}", TransposeModel(matrix=level), MATRIX, (), values)
            for level in _DECLARED_SHAPES
        ),
        ("input [0, 3], not specified", TransposeModel(matrix=(0, 3)), (), (), invalid),
        ("input of unknown rank, not specified", TransposeModel(matrix=()), (), (), invalid),
        ("input [0, 3], specified as [0, 3]", TransposeModel(matrix=(0, 3)), (0, 3), (), invalid),
        ("input of unknown rank for [2, 0]", TransposeModel(matrix=()), (2, 0), (), invalid),
        ("input [0, 3] for [3, 2]", TransposeModel(matrix=(0, 3)), (3, 2), (), invalid),
        *(
            (f"temporary {list(level)}", TransposeModel(temporary=level), (), (), values)
            for level in _DECLARED_SHAPES
        ),
        ("output [0, 0]", open_result, (), RESULT, values),
        ("output of unknown rank", TransposeModel(result=()), (), RESULT, values),
        ("output [0, 0], not specified", open_result, (), (), invalid),
        ("output [0, 2], not specified", TransposeModel(result=(0, 2)), (), (), invalid),
        ("output of unknown rank, not specified", TransposeModel(result=()), (), (), invalid),
    )
    for what, model, matrix, result, end in cases:
        request = TransposeRequest(context, matrix=matrix, result=result)
        outcome = _fenced_outcome(context, model.build(), request.request)
        skip_if_lacking_resources(outcome.status, what)
        if end is values:
            decline_unknown_dimensions(outcome, what)
        if problem := request.problem(outcome, end):
            yield f"{what}: {problem}"


@check("Operand.dimensions; OperandLifeTime::CONSTANT_COPY", since=hal.Version.V1_0)
def constant_operand(context: CheckContext) -> Iterator[str]:
    """A model whose constant has unknown dimensions is refused: getSupportedOperations and
    prepareModel answer INVALID_ARGUMENT, and there is no prepared model.
    """
    model = _addition_with_constant((2, 3))
    context.prepare(model)
    for level in _DECLARED_SHAPES[1:]:
        refused = _addition_with_constant(level)
        what = f"a constant with the dimensions {list(level)}"
        status, _ = driver_calls.get_supported_operations(context.device, refused)
        if status != hal.ErrorStatus.INVALID_ARGUMENT:
            yield (
                f"{what}: get_supported_operations answered {status.name}; INVALID_ARGUMENT was "
                "expected"
            )
        end, _ = context.try_to_prepare(refused)
        if end.model is not None:
            yield f"{what}: prepare_model delivered a prepared model; INVALID_ARGUMENT was expected"
        elif end.status != hal.ErrorStatus.INVALID_ARGUMENT:
            yield (
                f"{what}: prepare_model notified its callback of {end.status.name}; "
                "INVALID_ARGUMENT was expected"
            )


def _addition_with_constant(dimensions: Shape) -> hal.Model:
    """Return the sum of a matrix of 2x3 and a constant, which has these dimensions in the model."""
    tensor, life = hal.OperandType.TENSOR_FLOAT32, hal.OperandLifeTime
    copy = life.CONSTANT_COPY
    operands = (
        hal.Operand(tensor, MATRIX, 1, lifetime=life.SUBGRAPH_INPUT),
        hal.Operand(tensor, dimensions, 1, lifetime=copy, location=hal.DataLocation(0, 0, 24)),
        hal.Operand(
            hal.OperandType.INT32, (), 1, lifetime=copy, location=hal.DataLocation(0, 24, 4)
        ),
        hal.Operand(tensor, MATRIX, 0, lifetime=life.SUBGRAPH_OUTPUT),
    )
    add = hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,))
    return hal.Model(hal.Subgraph(operands, (add,), (0,), (3,)), operand_values=ADDEND + bytes(4))


@check(
    "1.0 types.hal Operand.dimensions; Drivers: Execution (HAL 1.1 and older)",
    until=hal.Version.V1_1,
)
def internal_operand(context: CheckContext) -> Iterator[str]:
    """An execution answers NONE and the expected values if a temporary of the model has unknown
    dimensions and a known rank.

    Drivers of HAL 1.0 and 1.1 require the dimensions of inputs and outputs only.
    """
    model = addition_chain_model(6, 4)
    prepared = context.prepare(model)
    if problem := execution_problem(context, prepared, AdditionRequest(context, 1, 6, steps=4)):
        yield problem
    first = 3  # the operands from here on are the temporaries, and then the output
    temporaries = range(first, len(model.main.operands) - 1)
    for unknown in (*((index,) for index in temporaries), tuple(temporaries)):
        operands = list(model.main.operands)
        for index in unknown:
            operands[index] = replace(operands[index], dimensions=(0,))
        changed = replace(model, main=replace(model.main, operands=tuple(operands)))
        addition = AdditionRequest(context, 2, 6, steps=4)
        if problem := execution_problem(context, context.prepare(changed), addition):
            named = ", ".join(map(str, unknown))
            yield f"temporary operands {named} with the dimensions [0]: {problem}"
