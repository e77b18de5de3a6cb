"""Checks of models that are legal but unusual: each executes like any other model.

A driver may support any set of operations; a check ends as declined if none of its models is
supported.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from conformance.checks.check_context import CheckContext, SkipCheck, Violation, expect, require
from conformance.checks.execution_modes import ExecutionLimits, execution_modes
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    SAMPLE_EXTENSION,
    addition_chain_model,
    is_supported,
    saturating_addition_model,
    sum_and_product_model,
)
from conformance.checks.sample_requests import LoopRequest, SampleRequest, superfluous_result
from conformance.hal import (
    EXTENSION_TYPE_BITS,
    DataLocation,
    ErrorStatus,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    Subgraph,
    Version,
)
from conformance.harness.calls import driver_calls
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES
from conformance.verdicts import VerdictKind

_SUBGRAPHS: Final = "1.3 types.hal: Model.referenced; OperationType.IF, WHILE"
_EXTENSION: Final = "1.2 types.hal: Model.extensionNameToPrefix"
_INPUT, _OUTPUT = OperandLifeTime.SUBGRAPH_INPUT, OperandLifeTime.SUBGRAPH_OUTPUT
_COPY: Final = OperandLifeTime.CONSTANT_COPY
_STEPS: Final = 2
"""The largest number of operations that compute a float32 output, one after the other."""
_UINT16: Final = OperandType.TENSOR_QUANT16_ASYMM  # compared exactly, as the extension's type


class _Sample(NamedTuple):
    """A model with the values of its inputs and outputs."""

    what: str
    model: Model
    inputs: Sequence[bytes]
    outputs: Sequence[bytes]
    type: OperandType = OperandType.TENSOR_FLOAT32


def _floats(*values: float) -> bytes:
    return np.array(values, "<f4").tobytes()


def _ints(*values: int) -> bytes:
    return np.array(values, "<i4").tobytes()


def _permuted(model: Model, order: Sequence[int]) -> Model:
    """Return the model with its operands in another order: the new index of each operand."""
    main = model.main
    operands = [operand for _, operand in sorted(zip(order, main.operands, strict=True))]
    operations = tuple(
        replace(
            each,
            inputs=tuple(order[index] for index in each.inputs),
            outputs=tuple(order[index] for index in each.outputs),
        )
        for each in main.operations
    )
    indexes = [tuple(order[i] for i in each) for each in (main.input_indexes, main.output_indexes)]
    return replace(model, main=Subgraph(tuple(operands), operations, *indexes))


def _run_samples(context: CheckContext, samples: Iterator[_Sample]) -> None:
    """Execute each sample that the driver supports in every mode; decline if there is none."""
    is_any_supported = False
    for sample in samples:
        if not is_supported(context, sample.model):
            continue
        is_any_supported = True
        prepared = context.prepare(sample.model)
        for name, execute in execution_modes(context).items():
            with context.case(f"{name}, {sample.what}"):
                request = SampleRequest(
                    context, sample.inputs, sample.outputs, type_=sample.type, steps=_STEPS
                )
                request.run(prepared, execute)
                if not request.memory_intact:
                    raise Violation("the driver wrote outside the output buffers")
    if not is_any_supported:
        reason = "the driver supports none of the models"
        raise SkipCheck(VerdictKind.DECLINED, reason, "prepare.declined")


def _orders(context: CheckContext) -> Iterator[_Sample]:
    a, b = (1.0, 2.0, 3.0, 4.0), (8.0, 6.0, 4.0, 2.0)
    chain = addition_chain_model(4, 2)  # a + 2 b
    sums = _floats(*(x + 2 * y for x, y in zip(a, b, strict=True)))
    count = len(chain.main.operands)
    reverse = replace(chain, main=replace(chain.main, input_indexes=(1, 0)))
    yield _Sample("inputs in reverse order", reverse, (_floats(*b), _floats(*a)), (sums,))
    for shift in range(1, count):
        order = [(index * shift + shift) % count for index in range(count)]
        if len(set(order)) == count:
            model = _permuted(chain, order)
            what = f"operands in the order {order}"
            yield _Sample(what, model, (_floats(*a), _floats(*b)), (sums,))
    both = sum_and_product_model()
    outputs = [
        _floats(*(x + y for x, y in zip(a, b, strict=True))),
        _floats(*(x * y for x, y in zip(a, b, strict=True))),
    ]
    swapped = replace(both, main=replace(both.main, output_indexes=both.main.output_indexes[::-1]))
    given = _floats(*a), _floats(*b)
    yield _Sample("outputs in reverse order", swapped, given, outputs[::-1])
    main = both.main
    twice = Operation(OperationType.ADD, (0, 0, 2), (3,)), main.operations[1]
    operands = (replace(main.operands[0], number_of_consumers=3), *main.operands[1:])
    operands = (operands[0], replace(operands[1], number_of_consumers=1), *operands[2:])
    model = replace(both, main=replace(main, operands=operands, operations=twice))
    doubled = _floats(*(2 * x for x in a))
    yield _Sample("an input twice in an operation", model, given, (doubled, outputs[1]))
    unread = (
        replace(main.operands[0], number_of_consumers=0),
        replace(main.operands[1], number_of_consumers=4),
        *main.operands[2:],
    )
    squares = (
        Operation(OperationType.ADD, (1, 1, 2), (3,)),
        Operation(OperationType.MUL, (1, 1, 2), (4,)),
    )
    model = replace(both, main=replace(main, operands=unread, operations=squares))
    results = _floats(*(2 * y for y in b)), _floats(*(y * y for y in b))
    yield _Sample("an input that no operation reads", model, given, results)
    if context.version >= Version.V1_2 and SAMPLE_EXTENSION in _listed(context):
        declared = replace(chain, extension_name_to_prefix={SAMPLE_EXTENSION: 0x77})
        what = "a prefix of a listed extension that nothing uses"
        yield _Sample(what, declared, given, (sums,))


def _listed(context: CheckContext) -> set[str]:
    return {extension.name for extension in driver_calls.listed_extensions(context.device)}


@check("Model.operands, inputIndexes, outputIndexes; Subgraph")
def orders(context: CheckContext) -> None:
    """Models whose inputs, outputs and operands are in any order, with an input that an operation
    reads twice or none reads, and with an unused prefix of a listed extension, execute with NONE
    and the expected values on every execution path.
    """
    _run_samples(context, _orders(context))


_STATE: Final = Operand(OperandType.TENSOR_INT32, (1,), 1, lifetime=_INPUT)
_BOOL: Final = Operand(OperandType.TENSOR_BOOL8, (1,), 1, lifetime=_INPUT)


def _reference(number: int) -> Operand:
    life, place = OperandLifeTime.SUBGRAPH, DataLocation(0, number, 0)
    return Operand(OperandType.SUBGRAPH, (), 1, lifetime=life, location=place)


def _constant(place: int, *, scalar: bool = False) -> Operand:
    type_ = OperandType.INT32 if scalar else OperandType.TENSOR_INT32
    where = DataLocation(0, 4 * place, 4)
    return Operand(type_, () if scalar else (1,), 1, lifetime=_COPY, location=where)


def _adding(place: int) -> Subgraph:
    """Return ``y = x + constant``; the constant is the value at a place, the activation at 0."""
    result = replace(_STATE, number_of_consumers=0, lifetime=_OUTPUT)
    operands = _STATE, _constant(place), _constant(0, scalar=True), result
    return Subgraph(operands, (Operation(OperationType.ADD, (0, 1, 2), (3,)),), (0,), (3,))


def _below(place: int) -> Subgraph:
    """Return ``x < constant``."""
    result = replace(_BOOL, number_of_consumers=0, lifetime=_OUTPUT)
    compare = Operation(OperationType.LESS, (0, 1), (2,))
    return Subgraph((_STATE, _constant(place), result), (compare,), (0,), (2,))


def _loop(condition: int, body: int) -> Subgraph:
    """Return ``y = x`` after the loop of two referenced subgraphs."""
    result = replace(_STATE, number_of_consumers=0, lifetime=_OUTPUT)
    loop = Operation(OperationType.WHILE, (0, 1, 2), (3,))
    return Subgraph((_reference(condition), _reference(body), _STATE, result), (loop,), (2,), (3,))


def _branch(condition: int, then: int, otherwise: int) -> Subgraph:
    """Return one of two subgraphs of ``x``; a third computes the choice from ``x``."""
    state = replace(_STATE, number_of_consumers=2)
    chosen = replace(_BOOL, lifetime=OperandLifeTime.TEMPORARY_VARIABLE)
    result = replace(_STATE, number_of_consumers=0, lifetime=_OUTPUT)
    operands = state, _constant(condition), chosen, _reference(then), _reference(otherwise), result
    compare = Operation(OperationType.LESS, (0, 1), (2,))
    choose = Operation(OperationType.IF, (2, 3, 4, 0), (5,))
    return Subgraph(operands, (compare, choose), (0,), (5,))


_VALUES: Final = struct.pack("<6i", 0, 1, 10, 100, 5, 0)
"""The activation, and the constants 1, 10, 100, 5 and 0."""


def _nested() -> Iterator[_Sample]:
    def sample(what: str, main: Subgraph, referenced: tuple[Subgraph, ...], *pairs: int) -> _Sample:
        model = Model(main, referenced, _VALUES)
        given, result = pairs
        type_ = OperandType.TENSOR_INT32
        return _Sample(f"{what}, with {given}", model, (_ints(given),), (_ints(result),), type_)

    step, limit, jump = _adding(1), _below(2), _adding(3)
    loop_or_jump = (limit, step, _loop(0, 1), jump)
    for given, result in ((3, 10), (7, 107)):
        yield sample("a loop in a branch", _branch(4, 2, 3), loop_or_jump, given, result)
    branch_in_loop = (limit, _branch(4, 2, 3), step, _adding(4))
    for given, result in ((3, 10), (7, 12), (50, 50)):
        yield sample("a branch in a loop", _loop(0, 1), branch_in_loop, given, result)
    for given, result in ((3, 4), (7, 8)):
        yield sample("one subgraph for both branches", _branch(4, 0, 0), (step,), given, result)
    shared = (limit, step, _loop(0, 1))
    for given, result in ((3, 10), (7, 10)):
        yield sample("one loop for both branches", _branch(4, 2, 2), shared, given, result)


@check(_SUBGRAPHS, since=Version.V1_3)
def nested_control_flow(context: CheckContext) -> None:
    """Models with loops inside branches, branches inside loops, and one subgraph that is referenced
    twice execute with NONE and the expected values on every execution path.
    """
    _run_samples(context, _nested())


@check(f"{_SUBGRAPHS}; loopTimeoutDuration", since=Version.V1_3)
def loop_timeout_in_branch(context: CheckContext) -> None:
    """The loop timeout applies to a loop inside a branch: an execution whose branch has an endless
    loop ends with a missed deadline, on every path with limits, and one with the other branch ends
    with NONE and the expected value.
    """
    endless = replace(_below(5), operations=(Operation(OperationType.GREATER_EQUAL, (0, 1), (2,)),))
    model = Model(_branch(4, 2, 3), (endless, _adding(5), _loop(0, 1), _adding(3)), _VALUES)
    if not is_supported(context, model):
        raise SkipCheck(VerdictKind.DECLINED, "the model is not supported", "prepare.declined")
    prepared, limits = context.prepare(model), ExecutionLimits(loop_timeout=2_000_000)
    for name, execute in execution_modes(context, limits).items():
        with context.case(f"{name}, the branch with the endless loop"):
            for attempt in range(2):
                start = time.monotonic()
                outcome = execute(prepared, LoopRequest(context, 3).request)
                seconds = time.monotonic() - start
                expect(outcome.status, "it", *MISSED_DEADLINE_STATUSES)
                require(superfluous_result(outcome))
                if seconds < 1.0:
                    break
                if attempt:
                    raise Violation(f"it took {seconds:.3g} s with a loop timeout of 2 ms")
        with context.case(f"{name}, the other branch"):
            LoopRequest(context, 7, 107).run(prepared, execute)


@check(f"{_EXTENSION}; OperationType.IF", since=Version.V1_3)
def extension_in_branch(context: CheckContext) -> None:
    """A model with an operation of the sample extension inside a branch executes with NONE and the
    expected values on every execution path; getSupportedOperations may report it as unsupported.
    """
    if SAMPLE_EXTENSION not in _listed(context):
        raise SkipCheck(VerdictKind.NOT_APPLICABLE, f"the driver does not list {SAMPLE_EXTENSION}")
    _run_samples(context, _extension_branches())


def _extension_branches() -> Iterator[_Sample]:
    base = saturating_addition_model(9, {})
    addend, result = base.main.operands[0], base.main.operands[2]
    operands = (_BOOL, _reference(0), _reference(1), addend, addend, result)
    choose = Operation(OperationType.IF, (0, 1, 2, 3, 4), (5,))
    main = Subgraph(operands, (choose,), (0, 3, 4), (5,))
    swapped = replace(base.main, operations=(replace(base.main.operations[0], inputs=(0, 0)),))
    doubled = (replace(addend, number_of_consumers=2), replace(addend, number_of_consumers=0))
    swapped = replace(swapped, operands=(*doubled, result))
    model = replace(base, main=main, referenced=(base.main, swapped))
    values = [np.array(each, "<u2").tobytes() for each in ((1, 2, 40000, 4), (10, 20, 40000, 40))]
    sums = np.array((11, 22, 65535, 44), "<u2").tobytes()
    doubles = np.array((2, 4, 65535, 8), "<u2").tobytes()
    for chosen, expected in ((1, sums), (0, doubles)):
        what = f"the branch of {bool(chosen)}"
        yield _Sample(what, model, (bytes([chosen]), *values), (expected,), _UINT16)


@check(f"{_EXTENSION}; IDevice.getSupportedOperations", since=Version.V1_2)
def unknown_extension_operation(context: CheckContext) -> None:
    """An operation number that a listed extension does not have is unsupported, or the model is
    refused, and the model is never prepared.
    """
    if SAMPLE_EXTENSION not in _listed(context):
        raise SkipCheck(VerdictKind.NOT_APPLICABLE, f"the driver does not list {SAMPLE_EXTENSION}")
    base = saturating_addition_model(9, {})
    for number in (3, 0x7FFF, 0xFFFF):
        operation = replace(base.main.operations[0], type=9 << EXTENSION_TYPE_BITS | number)
        model = replace(base, main=replace(base.main, operations=(operation,)))
        with context.case(f"operation {number} of {SAMPLE_EXTENSION}"):
            status, flags = driver_calls.get_supported_operations(context.device, model)
            expect(status, "it", ErrorStatus.NONE, ErrorStatus.INVALID_ARGUMENT)
            if any(flags):
                raise Violation("get_supported_operations reports it as supported")
            end, _ = context.try_to_prepare(model)
            if end.model is not None or end.status == ErrorStatus.NONE:
                raise Violation("prepare_model prepared the model; a failure was expected")
