"""Checks of models that are legal but unusual: each executes like any other model.

A driver may support any set of operations; a check ends as declined if none of its models is
supported.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from conformance import hal
from conformance.checks.check_context import (
    CheckContext,
    Violation,
    decline,
    expect,
    not_applicable,
    require,
)
from conformance.checks.execution_modes import Execute, ExecutionLimits, execution_modes
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    SAMPLE_EXTENSION,
    addition_chain_model,
    is_supported,
    saturating_addition_model,
    subgraph,
    sum_and_product_model,
    with_operation,
)
from conformance.checks.sample_requests import (
    LoopRequest,
    SampleRequest,
    reported_shapes,
    superfluous_result,
)
from conformance.harness.calls import driver_calls
from conformance.harness.execution.outcome_checks import MISSED_DEADLINE_STATUSES

_SUBGRAPHS: Final = "1.3 types.hal: Model.referenced; OperationType.IF, WHILE"
_EXTENSION: Final = "1.2 types.hal: Model.extensionNameToPrefix"
_STEPS: Final = 2
"""The largest number of operations that compute a float32 output, one after the other."""
UINT16: Final = hal.OperandType.TENSOR_QUANT16_ASYMM  # compared exactly, as the extension's type


class Sample(NamedTuple):
    """A model with the values of its inputs and outputs; ``is_open`` if it leaves shapes open."""

    what: str
    model: hal.Model
    inputs: Sequence[np.ndarray]
    outputs: Sequence[np.ndarray]
    type: hal.OperandType = hal.OperandType.TENSOR_FLOAT32
    is_open: bool = False

    def run(self, context: CheckContext, prepared: hal.PreparedModel, execute: Execute) -> None:
        """Execute once; raise ``Violation`` if something is wrong with the outcome."""
        inputs, outputs = (
            [each.tobytes() for each in arguments] for arguments in (self.inputs, self.outputs)
        )
        request = SampleRequest(context, inputs, outputs, type_=self.type, steps=_STEPS)
        outcome = execute(prepared, request.request)
        if self.is_open and outcome.status == hal.ErrorStatus.GENERAL_FAILURE:
            return  # a driver may decline unknown dimensions
        require(request.problem(outcome))
        shapes, right = reported_shapes(outcome), [(each.shape, True) for each in self.outputs]
        if shapes != right and (shapes or self.is_open):
            raise Violation(f"it reported the shapes {shapes}; {right} was expected")
        if not request.memory_intact:
            raise Violation("the driver wrote outside the output buffers")


def _permuted(main: hal.Subgraph, order: Sequence[int]) -> hal.Subgraph:
    """Return the subgraph with its operands in another order: the new index of each operand."""

    def moved(indexes: Sequence[int]) -> tuple[int, ...]:
        return tuple(order[index] for index in indexes)

    operands = [operand for _, operand in sorted(zip(order, main.operands, strict=True))]
    operations = tuple(
        replace(each, inputs=moved(each.inputs), outputs=moved(each.outputs))
        for each in main.operations
    )
    return subgraph(operands, operations, moved(main.input_indexes), moved(main.output_indexes))


def _run_samples(context: CheckContext, samples: Iterator[Sample]) -> None:
    """Execute each sample that the driver supports in every mode; decline if there is none."""
    prepared = model = None
    for sample in samples:
        if not is_supported(context, sample.model):
            continue
        if prepared is None or sample.model is not model:
            model, prepared = sample.model, context.prepare(sample.model)
        for name, execute in execution_modes(context).items():
            if sample.is_open and "fenced" in name:
                continue  # these require specified dimensions
            with context.case(f"{name}, {sample.what}"):
                sample.run(context, prepared, execute)
    if prepared is None:
        reason = "the driver supports none of the models"
        decline(reason)


_SIDES: Final = (0, 1), (3, 4)
"""The inputs and outputs of ``sum_and_product_model``."""


def _orders(context: CheckContext) -> Iterator[Sample]:
    a, b = np.array([[1, 2, 3, 4], [8, 6, 4, 2]], "<f4")
    steps, both = addition_chain_model(4, 2), sum_and_product_model()
    main = steps.main
    count = len(main.operands)
    mains = {"inputs in reverse order": (replace(main, input_indexes=(1, 0)), (b, a))}
    for shift in range(1, count):
        order = [(index * shift + shift) % count for index in range(count)]
        if len(set(order)) == count:
            mains[f"operands in the order {order}"] = _permuted(main, order), (a, b)
    for what, (changed, given) in mains.items():
        yield Sample(what, replace(steps, main=changed), given, (a + 2 * b,))
    add, mul = hal.OperationType.ADD, hal.OperationType.MUL
    for what, operations, outputs, results in (
        ("outputs in reverse order", both.main.operations, (4, 3), (a * b, a + b)),
        (
            "an input twice in an operation",
            (hal.Operation(add, (0, 0, 2), (3,)), hal.Operation(mul, (0, 1, 2), (4,))),
            (3, 4),
            (a + a, a * b),
        ),
        (
            "an output that the next operation reads",
            # no product, which would multiply the error of the sum
            (hal.Operation(add, (0, 1, 2), (3,)), hal.Operation(add, (3, 1, 2), (4,))),
            (3, 4),
            (a + b, a + 2 * b),
        ),
        (
            "an input that no operation reads",
            (hal.Operation(add, (1, 1, 2), (3,)), hal.Operation(mul, (1, 1, 2), (4,))),
            (3, 4),
            (b + b, b * b),
        ),
    ):
        changed = subgraph(both.main.operands, operations, (0, 1), outputs)
        yield Sample(what, replace(both, main=changed), (a, b), results)
    more = subgraph((*both.main.operands, both.main.operands[2]), both.main.operations, *_SIDES)
    what = "a constant that no operation reads, at the place of another"
    yield Sample(what, replace(both, main=more), (a, b), (a + b, a * b))
    for type_, result in ((add, a + a), (mul, a * a)):
        operations = (hal.Operation(type_, (0, 0, 2), (3,)),)
        changed = subgraph(both.main.operands[:4], operations, (0, 1), (3,))
        what = f"an input twice in one {type_.name}"
        yield Sample(what, replace(both, main=changed), (a, b), (result,))
    if context.version >= hal.Version.V1_2 and SAMPLE_EXTENSION in _listed(context):
        declared = replace(steps, extension_name_to_prefix={SAMPLE_EXTENSION: 0x77})
        what = "a prefix of a listed extension that nothing uses"
        yield Sample(what, declared, (a, b), (a + 2 * b,))


def _listed(context: CheckContext) -> set[str]:
    return {extension.name for extension in driver_calls.listed_extensions(context.device)}


def require_sample_extension(context: CheckContext) -> None:
    """End the check as not applicable if the driver does not list the sample extension."""
    if SAMPLE_EXTENSION not in _listed(context):
        not_applicable(f"the driver does not list {SAMPLE_EXTENSION}")


@check("Model.operands, inputIndexes, outputIndexes; Subgraph")
def orders(context: CheckContext) -> None:
    """Models whose inputs, outputs and operands are in any order, with an input that an operation
    reads twice or none reads, an output that an operation reads, a constant that none reads, and
    an unused prefix of a listed extension, execute with NONE and the expected values on every
    execution path.
    """
    _run_samples(context, _orders(context))


_STATE: Final = hal.Operand(hal.OperandType.TENSOR_INT32, (1,))
_BOOL: Final = hal.Operand(hal.OperandType.TENSOR_BOOL8, (1,))


def _reference(number: int) -> hal.Operand:
    life, place = hal.OperandLifeTime.SUBGRAPH, hal.DataLocation(0, number, 0)
    return hal.Operand(hal.OperandType.SUBGRAPH, lifetime=life, location=place)


def _constant(place: int, operand: hal.Operand = _STATE) -> hal.Operand:
    life, where = hal.OperandLifeTime.CONSTANT_COPY, hal.DataLocation(0, 4 * place, 4)
    return replace(operand, lifetime=life, location=where)


def _adding(place: int) -> hal.Subgraph:
    """Return ``y = x + constant``; the constant is the value at a place, the activation at 0."""
    operands = _STATE, _constant(place), _constant(0, hal.Operand(hal.OperandType.INT32)), _STATE
    return subgraph(operands, (hal.Operation(hal.OperationType.ADD, (0, 1, 2), (3,)),), (0,), (3,))


def _below(place: int, comparison: hal.OperationType = hal.OperationType.LESS) -> hal.Subgraph:
    operands = _STATE, _constant(place), _BOOL
    return subgraph(operands, (hal.Operation(comparison, (0, 1), (2,)),), (0,), (2,))


def _loop(condition: int, body: int) -> hal.Subgraph:
    """Return ``y = x`` after the loop of two referenced subgraphs."""
    operands = _reference(condition), _reference(body), _STATE, _STATE
    return subgraph(
        operands, (hal.Operation(hal.OperationType.WHILE, (0, 1, 2), (3,)),), (2,), (3,)
    )


def _branch(limit: int, then: int, otherwise: int) -> hal.Subgraph:
    """Return one of two subgraphs of ``x``: the first if ``x`` is below the constant at a place."""
    operands = _STATE, _constant(limit), _BOOL, _reference(then), _reference(otherwise), _STATE
    compare = hal.Operation(hal.OperationType.LESS, (0, 1), (2,))
    choose = hal.Operation(hal.OperationType.IF, (2, 3, 4, 0), (5,))
    return subgraph(operands, (compare, choose), (0,), (5,))


_VALUES: Final = struct.pack("<6i", 0, 1, 10, 100, 5, 0)
"""The activation, and the constants 1, 10, 100, 5 and 0."""


def _nested() -> Iterator[Sample]:
    step, limit, jump = _adding(1), _below(2), _adding(3)
    loop, branch, type_ = _loop(0, 1), _branch(4, 2, 3), hal.OperandType.TENSOR_INT32
    for what, main, referenced, results in (
        ("a loop in a branch", branch, (limit, step, loop, jump), {3: 10, 7: 107}),
        ("a branch in a loop", loop, (limit, branch, step, _adding(4)), {3: 10, 7: 12, 50: 50}),
        ("one subgraph for both branches", _branch(4, 0, 0), (step,), {3: 4, 7: 8}),
        ("one loop for both branches", _branch(4, 2, 2), (limit, step, loop), {3: 10, 7: 10}),
        (
            "a branch in a loop in a branch in a branch",
            _branch(4, 5, 4),
            (limit, _branch(4, 2, 3), step, _adding(4), jump, _branch(2, 6, 4), loop),
            {3: 10, 7: 107},
        ),
    ):
        model = hal.Model(main, referenced, _VALUES)
        for pair in results.items():
            given, result = np.array([[value] for value in pair], "<i4")
            yield Sample(f"{what}, with {pair[0]}", model, (given,), (result,), type_)


def _ordered_branches() -> Iterator[Sample]:
    """Yield branches whose subgraphs have inputs and outputs in different orders of operands."""
    vector = hal.Operand(hal.OperandType.TENSOR_FLOAT32, (4,))
    add, multiply = sum_and_product_model().main.operations
    a, b = np.array([[1, 2, 3, 4], [8, 6, 4, 2]], "<f4")
    difference = replace(add, type=hal.OperationType.SUB)
    none = _constant(0, hal.Operand(hal.OperandType.INT32))
    operands = vector, vector, none, vector, vector
    straight = subgraph(operands, (difference, multiply), (0, 1), (3, 4))
    reversed_ = subgraph(operands, (difference, multiply), (1, 0), (4, 3))
    outer = _BOOL, _reference(0), _reference(1), *(vector,) * 4
    choose = hal.Operation(hal.OperationType.IF, (0, 1, 2, 3, 4), (5, 6))
    model = hal.Model(subgraph(outer, (choose,), (0, 3, 4), (5, 6)), (straight, reversed_), _VALUES)
    for chosen, outputs in ((True, (a - b, a * b)), (False, (a * b, b - a))):
        what = f"subgraphs with other orders of inputs and outputs, {chosen}"
        yield Sample(what, model, (np.array([chosen]), a, b), outputs)


def _open_branches() -> Iterator[Sample]:
    """Yield the values of a branch whose subgraphs have outputs of different dimensions."""
    short, long, open_ = (hal.Operand(hal.OperandType.TENSOR_FLOAT32, (n,)) for n in (2, 4, 0))
    none, add = _constant(0, hal.Operand(hal.OperandType.INT32)), hal.OperationType.ADD
    branches = [
        subgraph((short, long, none, result), (hal.Operation(add, (i, i, 2), (3,)),), (0, 1), (3,))
        for i, result in enumerate((short, long))
    ]
    outer = _BOOL, _reference(0), _reference(1), short, long, open_
    choose = hal.Operation(hal.OperationType.IF, (0, 1, 2, 3, 4), (5,))
    model = hal.Model(subgraph(outer, (choose,), (0, 3, 4), (5,)), tuple(branches), _VALUES)
    a, b = np.array([1, 2], "<f4"), np.array([8, 6, 4, 2], "<f4")
    for chosen, result in ((True, a + a), (False, b + b), (True, a + a)):
        what = f"outputs of different dimensions, {chosen}"
        yield Sample(what, model, (np.array([chosen]), a, b), (result,), is_open=True)


def control_flow_samples() -> Iterator[Sample]:
    """Yield models with branches and loops; one model may follow itself with other values."""
    yield from _nested()
    yield from _ordered_branches()


@check(_SUBGRAPHS, since=hal.Version.V1_3)
def nested_control_flow(context: CheckContext) -> None:
    """Models with loops inside branches, branches inside loops, branches in three levels, one
    subgraph that is referenced twice, subgraphs with inputs and outputs in any order, and branches
    with outputs of different dimensions execute with NONE, the expected values and dimensions on
    every execution path.
    """
    _run_samples(context, chain(control_flow_samples(), _open_branches()))


@check(f"{_SUBGRAPHS}; loopTimeoutDuration", since=hal.Version.V1_3)
def loop_timeout_in_branch(context: CheckContext) -> None:
    """The loop timeout applies to a loop inside a branch: an execution whose branch has an endless
    loop ends with a missed deadline, on every path with limits, and one with the other branch ends
    with NONE and the expected value.
    """
    endless = _below(5, hal.OperationType.GREATER_EQUAL)
    model = hal.Model(_branch(4, 2, 3), (endless, _adding(5), _loop(0, 1), _adding(3)), _VALUES)
    if not is_supported(context, model):
        decline("the model is not supported")
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


@check(f"{_EXTENSION}; OperationType.IF", since=hal.Version.V1_3)
def extension_in_branch(context: CheckContext) -> None:
    """A model with an operation of the sample extension inside a branch executes with NONE and the
    expected values on every execution path; getSupportedOperations may report it as unsupported.
    """
    require_sample_extension(context)
    _run_samples(context, _extension_branches())


def _extension_branches() -> Iterator[Sample]:
    base = saturating_addition_model(9, {})
    addend, _, result = base.main.operands
    operands = _BOOL, _reference(0), _reference(1), addend, addend, result
    main = subgraph(
        operands, (hal.Operation(hal.OperationType.IF, (0, 1, 2, 3, 4), (5,)),), (0, 3, 4), (5,)
    )
    doubling = (replace(base.main.operations[0], inputs=(0, 0)),)
    doubled = subgraph(base.main.operands, doubling, (0, 1), (2,))
    model = replace(base, main=main, referenced=(base.main, doubled))
    a, b, sums, doubles = np.array(
        [[1, 2, 40000, 4], [10, 20, 40000, 40], [11, 22, 65535, 44], [2, 4, 65535, 8]], "<u2"
    )
    for chosen, expected in ((True, sums), (False, doubles)):
        given = np.array([chosen]), a, b
        yield Sample(f"the branch of {chosen}", model, given, (expected,), UINT16)


@check(f"{_EXTENSION}; IDevice.getSupportedOperations", since=hal.Version.V1_2)
def unknown_extension_operation(context: CheckContext) -> None:
    """An operation number that a listed extension does not have is unsupported, or the model is
    refused, and the model is never prepared.
    """
    require_sample_extension(context)
    base = saturating_addition_model(9, {})
    for number in (3, 0x7FFF, 0xFFFF):
        model = with_operation(base, type=9 << hal.EXTENSION_TYPE_BITS | number)
        with context.case(f"operation {number} of {SAMPLE_EXTENSION}"):
            status, flags = driver_calls.get_supported_operations(context.device, model)
            expect(status, "it", hal.ErrorStatus.NONE, hal.ErrorStatus.INVALID_ARGUMENT)
            if any(flags):
                raise Violation("get_supported_operations reports it as supported")
            end, _ = context.try_to_prepare(model)
            if end.model is not None or end.status == hal.ErrorStatus.NONE:
                raise Violation("prepare_model prepared the model; a failure was expected")
