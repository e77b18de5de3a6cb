"""Calls: an operation of a subgraph with what is known of it, and the rules that judge one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from conformance.hal import Operand, Operation, Subgraph, Version
from conformance.operations import Call, Condition, OperandView, Presence, Unknown
from conformance.operations.call import PartialShape
from conformance.operations.definition import Array
from conformance.validation.findings import (
    Violation,
    argument_place,
    broken,
    broken_condition,
    operation_place,
)
from conformance.validation.signature import Mismatch, Signature, signature

_OMITTABLE = Presence.OMITTABLE


def operation_signature(
    operands: Sequence[Operand], operation: Operation, version: Version
) -> Signature | None:
    """How the operand types fit the operation; ``None`` when the suite has no definition of it."""
    return signature(
        operation.type,
        tuple([operands[index].type for index in operation.inputs]),
        tuple([operands[index].type for index in operation.outputs]),
        version,
    )


def build_call(
    subgraph: Subgraph,
    operation: Operation,
    values: Sequence[Array | None],
    version: Version = Version.AIDL_V4,
) -> Call | None:
    """The operation's call, with the values known so far (by operand index).

    ``None`` when there is no definition of the operation, or its operands fit no form of it; then
    ``validate_operations`` says why. Values are taken as they are, without copies.
    """
    operands = subgraph.operands
    found = operation_signature(operands, operation, version)
    if found is None or found.form is None:
        return None
    return Call(
        found.definition,
        found.form,
        [OperandView.of(operands[i], values[i]) for i in operation.inputs],
        [OperandView.of(operands[i], values[i]) for i in operation.outputs],
        version,
    )


def _placed(mismatch: Mismatch, where: str, operation: Operation | None) -> Violation:
    if mismatch.kind:
        position = mismatch.position
        operand = None
        if operation is not None:
            listed = operation.inputs if mismatch.kind == "input" else operation.outputs
            operand = listed[position]
        where = argument_place(where, mismatch.kind, position, mismatch.name, operand)
    return broken(mismatch.rule, where, mismatch.detail)


@dataclass(slots=True)
class JudgedCall:
    """An operation of a model with what judging it brought.

    ``call`` is ``None`` where the operand types fit no form; ``left_open`` are the conditions that
    asked for more than the model tells.
    """

    signature: Signature
    call: Call | None = None
    left_open: list[Condition] = field(default_factory=list)
    violation: Violation | None = None


def judge_operation(
    subgraph: Subgraph,
    index: int,
    views: list[OperandView | None],
    view_of: Callable[[int], OperandView],
    version: Version = Version.AIDL_V4,
    subgraph_name: str = "main",
) -> JudgedCall | None:
    """One operation of a sound subgraph, with the first rule that it breaks, by what is known now.

    ``views`` holds the operand views made so far, ``view_of`` makes one. ``None`` for an operation
    without definition, which passes.
    """
    operation = subgraph.operations[index]
    found = operation_signature(subgraph.operands, operation, version)
    if found is None:
        return None
    judged = JudgedCall(found)

    def where() -> str:
        return operation_place(subgraph_name, index, operation.type)

    form = found.form
    if form is None or found.mismatch is not None:
        assert found.mismatch is not None
        judged.violation = _placed(found.mismatch, where(), operation)
        return judged
    call = judged.call = Call(
        found.definition,
        form,
        [views[i] or view_of(i) for i in operation.inputs],
        [views[i] or view_of(i) for i in operation.outputs],
        version,
    )
    judged.violation = _check_matched(call, found, where, operation, judged.left_open)
    return judged


def check_call(call: Call, where: str = "", operation: Operation | None = None) -> Violation | None:
    """The first rule that a call breaks, judged by what its views know.

    At validation an answer that needs more is left open; at execution, with all shapes and values
    known, this is the whole judgement. ``where`` is the operation's place, ``operation`` lends the
    operand indexes to the message. Output views are judged by the shapes that they state.
    """
    found = signature(
        call.definition.type,
        tuple([view.type for view in call.inputs]),
        tuple([view.type for view in call.outputs]),
        call.version,
    )
    if found is None or found.definition is not call.definition:
        raise ValueError(f"{call.definition.name} is not one of the suite's definitions")
    where = where or call.definition.name
    if found.mismatch is not None:
        return _placed(found.mismatch, where, operation)
    return _check_matched(call, found, lambda: where, operation, [])


def _check_matched(
    call: Call,
    found: Signature,
    where: Callable[[], str],
    operation: Operation | None,
    left_open: list[Condition],
) -> Violation | None:
    """``check_call`` with the signature at hand; fills in the conditions that stay open."""
    problem = (
        _presence(call, found)
        or _rank(call.inputs, found.input_ranks, "input", found)
        or _rank(call.outputs, found.output_ranks, "output", found)
        or _zero_size(call)
    )
    if problem is not None:
        return _placed(problem, where(), operation)
    for condition in found.conditions:
        try:
            detail = condition.check(call)
        except Unknown:
            left_open.append(condition)
            continue
        if detail is not None:
            return broken_condition(call.definition, condition, where(), detail)
    # An output shape is defined only for a call whose conditions are known to hold.
    problem = None if left_open else _output_shapes(call)
    return None if problem is None else _placed(problem, where(), operation)


def _presence(call: Call, found: Signature) -> Mismatch | None:
    for view in call.inputs:
        if view.omitted:
            return _absent(call, found)
    for view in call.outputs:
        if view.omitted:
            return _absent(call, found)
    return None


def _absent(call: Call, found: Signature) -> Mismatch | None:
    for views, specs, kind in (
        (call.inputs, found.inputs, "input"),
        (call.outputs, found.outputs, "output"),
    ):
        for position, view in enumerate(views):
            if view.omitted and specs[position].presence is not _OMITTABLE:
                return Mismatch(
                    "operation.required_operand",
                    "has no value, but the operation needs it",
                    kind,
                    position,
                    specs[position].name,
                )
    return None


def _rank(
    views: Sequence[OperandView],
    limits: Sequence[tuple[int, frozenset[int]]],
    kind: str,
    found: Signature,
) -> Mismatch | None:
    for position, legal in limits:
        view = views[position]
        dims = view.dims
        if dims is None or len(dims) in legal or view.omitted:
            continue
        spec = (found.inputs if kind == "input" else found.outputs)[position]
        if view.omitted is None and spec.presence is _OMITTABLE:
            continue  # the request may leave it out, and then its shape is of no account
        wanted = " or ".join(str(rank) for rank in sorted(legal))
        detail = f"has rank {len(dims)}, must have rank {wanted}"
        return Mismatch("operation.rank", detail, kind, position, spec.name)
    return None


def _zero_size(call: Call) -> Mismatch | None:
    zero_size = call.definition.zero_size
    if zero_size is not None and zero_size.since <= call.version:
        return None
    for position, view in enumerate(call.inputs):
        dims = view.dims
        if dims and 0 in dims and not view.omitted:
            since = "" if zero_size is None else f" before {zero_size.since}"
            return Mismatch(
                "operation.zero_size",
                f"has the shape {list(dims)}: {call.definition.name} takes no size of 0{since}",
                "input",
                position,
                call.spec(position).name,
            )
    return None


def _sizes(dims: PartialShape) -> str:
    return "[" + ", ".join("?" if size is None else str(size) for size in dims) + "]"


def _output_shapes(call: Call) -> Mismatch | None:
    for view in call.outputs:
        if view.dims:
            break
    else:
        return None
    try:
        shapes = call.definition.known_shapes(call)
    except Unknown:
        return None
    for position, (view, shape) in enumerate(zip(call.outputs, shapes, strict=False)):
        dims = view.dims
        if dims is None or dims == shape or view.omitted:
            continue
        if len(dims) != len(shape) or any(
            None not in (stated, size) and stated != size
            for stated, size in zip(dims, shape, strict=True)
        ):
            return Mismatch(
                "operation.output_shape",
                f"states the shape {_sizes(dims)}, the operation gives {_sizes(shape)}",
                "output",
                position,
                call.definition.output_specs(len(call.outputs))[position].name,
            )
    return None
