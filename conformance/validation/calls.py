"""Checks a single operation of a subgraph against the rules of its definition.

A call is an operation together with the types, shapes and values that are known of its operands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from conformance.hal import Operand, Operation, Subgraph, Version
from conformance.operations import Call, Condition, OperandView, Presence, Unknown
from conformance.operations.definition.definition import PartialShape, contradict
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import without_fp_warnings
from conformance.validation.rules import (
    Violation,
    argument_place,
    condition_violation,
    operation_place,
    rule_violation,
)
from conformance.validation.signature import Signature, SignatureMismatch, match_signature

_OMITTABLE = Presence.OMITTABLE


def operation_signature(
    operands: Sequence[Operand], operation: Operation, version: Version
) -> Signature | None:
    """Return the signature of an operation; ``None`` if the suite has no definition of it."""
    return match_signature(
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
    """Return the call of an operation, with the known operand values.

    ``values`` is indexed by operand; the call refers to these arrays, it does not copy them. Return
    ``None`` if the suite has no definition of the operation or if the operands match no form of it;
    ``validate_operations`` reports the reason.
    """
    operands = subgraph.operands
    signature = operation_signature(operands, operation, version)
    if signature is None or signature.form is None:
        return None
    return Call(
        signature.definition,
        signature.form,
        [OperandView.of(operands[i], values[i]) for i in operation.inputs],
        [OperandView.of(operands[i], values[i]) for i in operation.outputs],
        version,
    )


def _mismatch_violation(
    mismatch: SignatureMismatch, where: str, operation: Operation | None
) -> Violation:
    if mismatch.kind:
        position = mismatch.position
        operand = None
        if operation is not None:
            listed = operation.inputs if mismatch.kind == "input" else operation.outputs
            operand = listed[position]
        where = argument_place(where, mismatch.kind, position, mismatch.name, operand)
    return rule_violation(mismatch.rule, where, mismatch.detail)


@dataclass(slots=True)
class CheckedCall:
    """The result of checking one operation of a model.

    ``call`` is ``None`` if the operand types match no form. ``undecided_conditions`` lists the
    conditions that depend on values or shapes which the model does not contain. ``violation`` is
    the first broken rule.
    """

    signature: Signature
    call: Call | None = None
    undecided_conditions: list[Condition] = field(default_factory=list)
    violation: Violation | None = None


def check_operation(
    subgraph: Subgraph,
    index: int,
    types: Sequence[int],
    views: Sequence[OperandView | None],
    version: Version = Version.AIDL_V4,
    subgraph_name: str = "main",
) -> CheckedCall | None:
    """Check one operation with the shapes and values that are known.

    The structure of the subgraph must be valid. ``types`` and ``views`` are the types and views of
    the operands by index; views are needed for the operands of this operation only. Return ``None``
    if the suite has no definition of the operation: such an operation cannot be checked.
    """
    operation = subgraph.operations[index]
    inputs, outputs = operation.inputs, operation.outputs
    type_of, view_of = types.__getitem__, cast("Sequence[OperandView]", views).__getitem__
    signature = match_signature(
        operation.type, tuple(map(type_of, inputs)), tuple(map(type_of, outputs)), version
    )
    if signature is None:
        return None
    checked = CheckedCall(signature)

    def where() -> str:
        return operation_place(subgraph_name, index, operation.type)

    form = signature.form
    if form is None or signature.mismatch is not None:
        assert signature.mismatch is not None
        checked.violation = _mismatch_violation(signature.mismatch, where(), operation)
        return checked
    call = checked.call = Call(
        signature.definition,
        form,
        list(map(view_of, inputs)),
        list(map(view_of, outputs)),
        version,
    )
    checked.violation = _check_conditions(
        call, signature, where, operation, checked.undecided_conditions
    )
    return checked


@without_fp_warnings
def check_call(call: Call, where: str = "", operation: Operation | None = None) -> Violation | None:
    """Return the first rule that a call breaks; ``None`` if it breaks none.

    The check uses what the operand views know. Before an execution, a condition that depends on an
    unknown shape or value is skipped; at execution all of them are known and the check is complete.
    ``where`` is the operation's place for the message, and ``operation`` supplies the operand
    indexes of the message. For outputs, the check uses the dimensions stated in their views.

    Raises:
        ValueError: The call's definition is not one of the suite's.

    """
    signature = match_signature(
        call.definition.type,
        tuple([view.type for view in call.inputs]),
        tuple([view.type for view in call.outputs]),
        call.version,
    )
    if signature is None or signature.definition is not call.definition:
        raise ValueError(f"{call.definition.name} is not one of the suite's definitions")
    where = where or call.definition.name
    if signature.mismatch is not None:
        return _mismatch_violation(signature.mismatch, where, operation)
    return _check_conditions(call, signature, lambda: where, operation, [])


def _check_conditions(
    call: Call,
    signature: Signature,
    where: Callable[[], str],
    operation: Operation | None,
    undecided: list[Condition],
) -> Violation | None:
    """Return the first rule that a call with a matching signature breaks.

    Conditions that cannot be decided yet are appended to ``undecided``.
    """
    problem = (
        _presence(call, signature)
        or _rank(call.inputs, signature.input_ranks, "input", signature)
        or _rank(call.outputs, signature.output_ranks, "output", signature)
        or _zero_size(call)
    )
    if problem is not None:
        return _mismatch_violation(problem, where(), operation)
    if (unmet := first_unmet_condition(signature.conditions, call, undecided)) is not None:
        return condition_violation(call.definition, unmet[0], where(), unmet[1])
    # The output shapes are defined only if every condition is known to be met.
    problem = None if undecided else _output_shapes(call)
    return None if problem is None else _mismatch_violation(problem, where(), operation)


def first_unmet_condition(
    conditions: Iterable[Condition], call: Call, undecided: list[Condition]
) -> tuple[Condition, str] | None:
    """Return the first condition that a call does not meet, and the sentence that states why.

    Conditions that cannot be decided yet are appended to ``undecided``.
    """
    for condition in conditions:
        try:
            problem = condition.check(call)
        except Unknown:
            undecided.append(condition)
            continue
        if problem is not None:
            return condition, problem
    return None


def _presence(call: Call, signature: Signature) -> SignatureMismatch | None:
    for views, specs, kind in (
        (call.inputs, signature.inputs, "input"),
        (call.outputs, signature.outputs, "output"),
    ):
        for position, view in enumerate(views):
            if view.omitted and specs[position].presence is not _OMITTABLE:
                return SignatureMismatch(
                    "operation.required_operand",
                    "has no value, but the operation requires one",
                    kind,
                    position,
                    specs[position].name,
                )
    return None


def _rank(
    views: Sequence[OperandView],
    limits: Sequence[tuple[int, frozenset[int]]],
    kind: str,
    signature: Signature,
) -> SignatureMismatch | None:
    for position, legal in limits:
        view = views[position]
        dims = view.dims
        if dims is None or len(dims) in legal or view.omitted:
            continue
        spec = (signature.inputs if kind == "input" else signature.outputs)[position]
        if view.omitted is None and spec.presence is _OMITTABLE:
            continue  # a request may omit this operand, and then its shape does not matter
        expected = " or ".join(str(rank) for rank in sorted(legal))
        detail = f"has rank {len(dims)}, must have rank {expected}"
        return SignatureMismatch("operation.rank", detail, kind, position, spec.name)
    return None


def _zero_size(call: Call) -> SignatureMismatch | None:
    zero_size = call.definition.zero_size
    if zero_size is not None and zero_size.since <= call.version:
        return None
    for position, view in enumerate(call.inputs):
        dims = view.dims
        if dims and 0 in dims and not view.omitted:
            since = "" if zero_size is None else f" before HAL {zero_size.since}"
            return SignatureMismatch(
                "operation.zero_size",
                f"has the shape {list(dims)}, but {call.definition.name} does not support "
                f"dimensions of size 0{since}",
                "input",
                position,
                call.spec(position).name,
            )
    return None


def _sizes(dims: PartialShape) -> str:
    return "[" + ", ".join("?" if size is None else str(size) for size in dims) + "]"


def _output_shapes(call: Call) -> SignatureMismatch | None:
    if not any(view.dims for view in call.outputs):
        return None
    try:
        shapes = call.definition.known_shapes(call)
    except Unknown:
        return None
    for position, (view, shape) in enumerate(zip(call.outputs, shapes, strict=False)):
        dims = view.dims
        if dims is None or dims == shape or view.omitted:
            continue
        if contradict(dims, shape):
            return SignatureMismatch(
                "operation.output_shape",
                f"states the shape {_sizes(dims)}, but the operation produces {_sizes(shape)}",
                "output",
                position,
                call.definition.output_specs(len(call.outputs))[position].name,
            )
    return None
