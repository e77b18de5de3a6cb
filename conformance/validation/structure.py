"""Checks a subgraph's structure: its operands, index lists, execution order and consumers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.hal import OperandLifeTime, Operation, OperationType, Subgraph, Version, name_of
from conformance.operations import definitions
from conformance.validation.operands import (
    ModelContext,
    Problem,
    extension_code_problem,
    extension_prefix,
    operand_problem,
)
from conformance.validation.signature import operation_since
from conformance.validation.violations import (
    Violation,
    argument_place,
    operand_place,
    operation_place,
    rule_violation,
    show_value,
)

_TEMPORARY = int(OperandLifeTime.TEMPORARY_VARIABLE)
_INPUT = int(OperandLifeTime.SUBGRAPH_INPUT)
_OUTPUT = int(OperandLifeTime.SUBGRAPH_OUTPUT)
_WRITTEN = frozenset((_TEMPORARY, _OUTPUT))


def subgraph_violations(
    subgraph: Subgraph, name: str, around: ModelContext, valid: Subgraph | None = None
) -> Iterator[Violation]:
    """Yield each structural rule that one subgraph breaks.

    Execution order and consumers are checked only if all indexes are valid. ``valid`` is a subgraph
    of a valid model from which the model was derived; objects that both subgraphs share are not
    checked again.
    """
    for field in ("operands", "operations", "input_indexes", "output_indexes"):
        value: object = getattr(subgraph, field)
        if not isinstance(value, tuple):
            yield rule_violation(
                "model.field", name, f"{field} is {show_value(value)}, must be a tuple"
            )
            return
    if not (operands := subgraph.operands):
        yield rule_violation("subgraph.operands", name, "has no operand, must have at least one")
        return
    if not subgraph.operations:
        yield rule_violation(
            "subgraph.operations", name, "has no operation, must have at least one"
        )
        return
    new = _new_operands(subgraph, valid)
    sound = True
    for index in new:
        if (problem := operand_problem(operands[index], around)) is not None:
            sound = False
            yield rule_violation(problem[0], operand_place(name, index), problem[1])
    if not sound:
        return
    roles_kept = valid is not None and _roles_kept(subgraph, valid, new)
    operations_kept = valid is not None and subgraph.operations is valid.operations
    if not roles_kept:
        for violation in _boundary_violations(subgraph, name):
            sound = False
            yield violation
    if not (roles_kept and operations_kept):
        for violation in _index_violations(subgraph, name, around):
            sound = False
            yield violation
        if sound:
            yield from _order_violations(subgraph, name, around.version)


def _new_operands(subgraph: Subgraph, valid: Subgraph | None) -> Sequence[int]:
    """Return the indexes of the operands that are not the same objects as in ``valid``."""
    operands = subgraph.operands
    if valid is None:
        return range(len(operands))
    known = valid.operands
    if operands is known:
        return ()
    new = [index for index, (a, b) in enumerate(zip(operands, known, strict=False)) if a is not b]
    new.extend(range(len(known), len(operands)))
    return new


def _roles_kept(subgraph: Subgraph, valid: Subgraph, new: Sequence[int]) -> bool:
    """Return whether inputs, outputs, lifetimes and consumers are unchanged from ``valid``."""
    operands, known = subgraph.operands, valid.operands
    return (
        subgraph.input_indexes is valid.input_indexes
        and subgraph.output_indexes is valid.output_indexes
        and len(operands) == len(known)
        and all(
            operands[index].lifetime == known[index].lifetime
            and operands[index].number_of_consumers == known[index].number_of_consumers
            for index in new
        )
    )


def _boundary_violations(subgraph: Subgraph, name: str) -> Iterator[Violation]:
    operands = subgraph.operands
    lifetimes = [operand.lifetime for operand in operands]
    for kind, indexes, lifetime in (
        ("input", subgraph.input_indexes, _INPUT),
        ("output", subgraph.output_indexes, _OUTPUT),
    ):
        listed: set[int] = set()
        entries: Sequence[object] = indexes
        for position, index in enumerate(entries):
            place = f"{name}, {kind} index {position}"
            if not isinstance(index, int):
                yield rule_violation(
                    "model.field", place, f"is {show_value(index)}, must be an integer"
                )
            elif not 0 <= index < len(operands):
                yield rule_violation(
                    f"subgraph.{kind}_index",
                    place,
                    f"is {show_value(index)}, must be the index of one of {len(operands)} operands",
                )
            elif lifetimes[index] != lifetime:
                stated = name_of(OperandLifeTime, lifetimes[index])
                yield rule_violation(
                    f"subgraph.{kind}_lifetime",
                    place,
                    f"is operand {index} of lifetime {stated}, must have lifetime "
                    f"{OperandLifeTime(lifetime).name}",
                )
            elif index in listed:
                yield rule_violation(
                    f"subgraph.{kind}_duplicate",
                    place,
                    f"is operand {index}, which is already in {kind}_indexes",
                )
            else:
                listed.add(index)
        if lifetimes.count(lifetime) == len(listed):
            continue  # each listed operand has this lifetime, so no other one has
        for index, stated_lifetime in enumerate(lifetimes):
            if stated_lifetime == lifetime and index not in listed:
                yield rule_violation(
                    f"subgraph.{kind}_unlisted",
                    operand_place(name, index),
                    f"has lifetime {OperandLifeTime(lifetime).name} but is not in {kind}_indexes",
                )


def _index_violations(subgraph: Subgraph, name: str, around: ModelContext) -> Iterator[Violation]:
    count = len(subgraph.operands)
    operations: Sequence[object] = subgraph.operations
    known = definitions()
    for position, operation in enumerate(operations):
        if not isinstance(operation, Operation):
            place = f"{name}, operation {position}"
            yield rule_violation(
                "model.field", place, f"is {show_value(operation)}, must be an Operation"
            )
            continue
        code: object = operation.type
        is_known = isinstance(code, int) and code in known
        if not is_known and (problem := operation_code_problem(code, around)) is not None:
            yield rule_violation(
                problem[0], operation_place(name, position, operation.type), problem[1]
            )
        lists: tuple[tuple[str, object], ...] = (
            ("input", operation.inputs),
            ("output", operation.outputs),
        )
        for kind, indexes in lists:
            if not isinstance(indexes, tuple):
                place = operation_place(name, position, operation.type)
                yield rule_violation(
                    "model.field", place, f"{kind}s are {show_value(indexes)}, must be a tuple"
                )
                continue
            for argument, index in enumerate(indexes):
                if isinstance(index, int) and 0 <= index < count:
                    continue
                place = operation_place(name, position, operation.type)
                place = argument_place(place, kind, argument, None, None)
                if isinstance(index, int):
                    yield rule_violation(
                        f"operation.{kind}_index",
                        place,
                        f"is {show_value(index)}, must be the index of one of {count} operands",
                    )
                else:
                    yield rule_violation(
                        "model.field", place, f"is {show_value(index)}, must be an integer"
                    )


def operation_code_problem(code: object, around: ModelContext) -> Problem | None:
    """Return the rule that an operation code breaks by itself; ``None`` if it breaks none.

    Operations that the suite defines always pass here: their signature is checked later.
    """
    if not isinstance(code, int):
        return "model.field", f"type is {show_value(code)}, must be an integer"
    if code in definitions():
        return None
    if extension_prefix(code) is not None:
        return extension_code_problem(code, "operation", around)
    if (since := operation_since(code)) is None:
        return "operation.known", (
            f"type {show_value(code)} is neither an operation of the contract nor of an extension"
        )
    if since <= around.version:
        return None
    return "version.operation", (
        f"{OperationType(code).name} exists from HAL {since} on, but this is HAL {around.version}"
    )


def _order_violations(subgraph: Subgraph, name: str, version: Version) -> Iterator[Violation]:
    operands = subgraph.operands
    known = [operand.lifetime not in _WRITTEN for operand in operands]
    consumers = [0] * len(operands)
    for position, operation in enumerate(subgraph.operations):
        for argument, index in enumerate(operation.inputs):
            consumers[index] += 1
            if not known[index]:
                place = operation_place(name, position, operation.type)
                yield rule_violation(
                    "order.read_before_write",
                    argument_place(place, "input", argument, None, index),
                    "is read before it is written; operations must be listed in execution order",
                )
        for argument, index in enumerate(operation.outputs):
            if known[index]:
                place = operation_place(name, position, operation.type)
                place = argument_place(place, "output", argument, None, index)
                lifetime = operands[index].lifetime
                if lifetime in _WRITTEN:
                    yield rule_violation(
                        "order.written_twice",
                        place,
                        "is already written by an earlier operation, must be written only once",
                    )
                else:
                    yield rule_violation(
                        "order.write_constant",
                        place,
                        f"has lifetime {OperandLifeTime(lifetime).name}, must be "
                        "TEMPORARY_VARIABLE or SUBGRAPH_OUTPUT",
                    )
            known[index] = True
    if not all(known):
        for index in _never_written(known):
            yield rule_violation(
                "order.never_written", operand_place(name, index), "is not written by any operation"
            )
    if version < Version.AIDL_V1:
        for index, (operand, count) in enumerate(zip(operands, consumers, strict=True)):
            if operand.number_of_consumers != count:
                yield rule_violation(
                    "operand.consumers",
                    operand_place(name, index),
                    f"numberOfConsumers is {operand.number_of_consumers}, must be {count} (the "
                    "number of operation inputs that read the operand)",
                )


def _never_written(known: Sequence[bool]) -> Iterator[int]:
    return (index for index, is_known in enumerate(known) if not is_known)
