"""Checks a subgraph's structure, IF and WHILE operations, and references between subgraphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance import hal
from conformance.hal import OperandLifeTime, Operation, OperationType, Subgraph, Version, name_of
from conformance.operations import definitions
from conformance.validation.operands import (
    ModelContext,
    Problem,
    extension_code_problem,
    extension_prefix,
    operand_problem,
)
from conformance.validation.rules import (
    Violation,
    argument_place,
    operand_place,
    operation_place,
    rule_violation,
    show_value,
)
from conformance.validation.signature import operation_since

_TEMPORARY = int(OperandLifeTime.TEMPORARY_VARIABLE)
_INPUT = int(OperandLifeTime.SUBGRAPH_INPUT)
_OUTPUT = int(OperandLifeTime.SUBGRAPH_OUTPUT)
_WRITTEN = frozenset((_TEMPORARY, _OUTPUT))


def subgraph_violations(subgraph: Subgraph, name: str, around: ModelContext) -> Iterator[Violation]:
    """Yield each structural rule that one subgraph breaks.

    Execution order and consumers are checked only if all indexes are valid.
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
    sound = True
    for index, operand in enumerate(operands):
        if (problem := operand_problem(operand, around)) is not None:
            sound = False
            yield rule_violation(problem[0], operand_place(name, index), problem[1])
    if not sound:
        return
    for violations in (
        _boundary_violations(subgraph, name),
        _index_violations(subgraph, name, around),
    ):
        for violation in violations:
            sound = False
            yield violation
    if sound:
        yield from _order_violations(subgraph, name, around.version)


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
    for index, is_known in enumerate(known):
        if not is_known:
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


def find_cycle(referenced: Sequence[hal.Subgraph]) -> tuple[int, ...] | None:
    """Return a reference cycle as subgraph indexes, or ``None`` if there is none.

    The first index of the cycle is repeated at its end.
    """
    refers = [tuple(referenced_subgraphs(subgraph, len(referenced))) for subgraph in referenced]
    done: set[int] = set()
    for start in range(len(referenced)):
        path: list[int] = []
        branches = [iter((start,))]
        while branches:
            if (target := next(branches[-1], None)) is None:
                branches.pop()
                if path:
                    done.add(path.pop())
            elif target in path:
                return (*path[path.index(target) :], target)
            elif target not in done:
                path.append(target)
                branches.append(iter(refers[target]))
    return None


def referenced_subgraphs(subgraph: hal.Subgraph, count: int) -> Iterator[int]:
    """Yield the index of each referenced subgraph that an operand of ``subgraph`` refers to.

    Indexes of ``count`` and above, which refer to no subgraph, are left out.
    """
    for operand in subgraph.operands:
        if operand.lifetime == hal.OperandLifeTime.SUBGRAPH and operand.location.offset < count:
            yield operand.location.offset


def control_flow_problem(
    model: hal.Model, subgraph: hal.Subgraph, operation: hal.Operation
) -> Problem | None:
    """Return the first rule that an IF or WHILE breaks; the model's structure must be valid."""
    is_if = operation.type == hal.OperationType.IF
    if (problem := _count_problem("if" if is_if else "while", operation)) is not None:
        return problem
    inputs = [subgraph.operands[index] for index in operation.inputs]
    outputs = [subgraph.operands[index] for index in operation.outputs]
    return (_if_problem if is_if else _while_problem)(model, inputs, outputs)


def _if_problem(
    model: hal.Model, inputs: list[hal.Operand], outputs: list[hal.Operand]
) -> Problem | None:
    if not _is_condition(inputs[0]):
        return (
            "if.condition",
            f"input 0 (condition) is {_describe(inputs[0])}, {_CONDITION_REQUIREMENT}",
        )
    for position, name in ((1, "then"), (2, "else")):
        if (branch := _target(model, inputs[position])) is None:
            actual = _describe(inputs[position])
            return "if.branch", f"input {position} ({name}) is {actual}, {_REFERENCE_REQUIREMENT}"
        branch_arguments = inputs[3:]
        if len(branch.input_indexes) != len(branch_arguments):
            return "if.branch_inputs", (
                f"the {name} subgraph has {len(branch.input_indexes)} inputs, "
                f"must have {len(branch_arguments)}"
            )
        if len(branch.output_indexes) != len(outputs):
            return "if.branch_outputs", (
                f"the {name} subgraph has {len(branch.output_indexes)} outputs, "
                f"must have {len(outputs)}"
            )
        pairs = (
            ("input", 3, _operands_at(branch, branch.input_indexes), branch_arguments),
            ("output", 0, _operands_at(branch, branch.output_indexes), outputs),
        )
        for kind, first, inner, outer in pairs:
            for index, (inside, outside) in enumerate(zip(inner, outer, strict=True)):
                if (difference := incompatibility(inside, outside)) is not None:
                    return "if.branch_operand", (
                        f"{kind} {index} of the {name} subgraph and {kind} {first + index} of the "
                        f"operation differ in {difference}"
                    )
    return None


def _while_problem(
    model: hal.Model, inputs: list[hal.Operand], outputs: list[hal.Operand]
) -> Problem | None:
    for position, name in ((0, "condition"), (1, "body")):
        if _target(model, inputs[position]) is None:
            actual = _describe(inputs[position])
            return (
                "while.subgraph",
                f"input {position} ({name}) is {actual}, {_REFERENCE_REQUIREMENT}",
            )
    condition, body = _target(model, inputs[0]), _target(model, inputs[1])
    assert condition is not None
    assert body is not None
    loop_arguments = inputs[2:]
    if len(condition.input_indexes) != len(loop_arguments):
        return "while.condition_inputs", (
            f"the condition subgraph has {len(condition.input_indexes)} inputs, "
            f"must have {len(loop_arguments)}"
        )
    if len(condition.output_indexes) != 1:
        return "while.condition_outputs", (
            f"the condition subgraph has {len(condition.output_indexes)} outputs, must have 1"
        )
    result = condition.operands[condition.output_indexes[0]]
    if not _is_condition(result):
        return "while.condition_result", (
            f"the condition subgraph's output is {_describe(result)}, {_CONDITION_REQUIREMENT}"
        )
    if len(body.input_indexes) != len(loop_arguments):
        return "while.body_inputs", (
            f"the body subgraph has {len(body.input_indexes)} inputs, "
            f"must have {len(loop_arguments)}"
        )
    if not len(outputs) <= len(body.output_indexes) <= len(loop_arguments):
        return "while.body_outputs", (
            f"the body subgraph has {len(body.output_indexes)} outputs, must have at least "
            f"{len(outputs)} (outputs of WHILE) and at most {len(loop_arguments)} (inputs of the "
            "body)"
        )
    body_inputs = _operands_at(body, body.input_indexes)
    body_outputs = _operands_at(body, body.output_indexes)
    pairs = (
        ("input {0} of the condition and input {1} of the operation", 2,
         _operands_at(condition, condition.input_indexes), loop_arguments),
        ("input {0} of the body and input {1} of the operation", 2, body_inputs, loop_arguments),
        ("output {0} of the body and output {1} of the operation", 0, body_outputs, outputs),
        ("output {0} of the body and input {1} of the body", 0, body_outputs, body_inputs),
    )  # fmt: skip
    for text, first, sources, targets in pairs:
        for index, (source, target) in enumerate(zip(sources, targets, strict=False)):
            place = text.format(index, first + index)
            if (difference := incompatibility(source, target)) is not None:
                return "while.operand", f"{place} differ in {difference}"
            for operand in (source, target):
                size = hal.byte_size(operand.type, operand.dimensions)
                if size is None and extension_prefix(operand.type) is None:
                    return "while.unknown_size", (
                        f"{place}: {_describe(operand)} does not have fully known dimensions, "
                        "but every input and output of a loop must"
                    )
    return None


_CONDITION_REQUIREMENT = "must be a TENSOR_BOOL8 of shape [1]"
_REFERENCE_REQUIREMENT = "must be a reference to a subgraph"


def _count_problem(prefix: str, operation: hal.Operation) -> Problem | None:
    name = prefix.upper()
    if len(operation.inputs) < 3:
        return (
            f"{prefix}.input_count",
            f"{name} has {len(operation.inputs)} inputs, must have at least 3",
        )
    if not operation.outputs:
        return f"{prefix}.output_count", f"{name} has no output, must have at least 1"
    return None


def _target(model: hal.Model, operand: hal.Operand) -> hal.Subgraph | None:
    if operand.lifetime != hal.OperandLifeTime.SUBGRAPH:
        return None
    return model.referenced[operand.location.offset]


def _operands_at(subgraph: hal.Subgraph, indexes: Sequence[int]) -> list[hal.Operand]:
    return [subgraph.operands[index] for index in indexes]


def _is_condition(operand: hal.Operand) -> bool:
    return operand.type == hal.OperandType.TENSOR_BOOL8 and operand.dimensions == (1,)


def _describe(operand: hal.Operand) -> str:
    return f"{hal.name_of(hal.OperandType, operand.type)}{list(operand.dimensions)}"


def incompatibility(first: hal.Operand, second: hal.Operand) -> str | None:
    """Return the difference between two operands that must hold the same value.

    Type, stated dimensions, quantization and extra parameters are compared. ``None`` means that
    the operands are compatible.
    """
    if first.type != second.type:
        names = (hal.name_of(hal.OperandType, operand.type) for operand in (first, second))
        return f"type ({', '.join(names)})"
    if first.dimensions and second.dimensions:
        shapes = f"({list(first.dimensions)}, {list(second.dimensions)})"
        if len(first.dimensions) != len(second.dimensions):
            return f"rank {shapes}"
        pairs = zip(first.dimensions, second.dimensions, strict=True)
        if any(a != b and a and b for a, b in pairs):
            return f"dimensions {shapes}"
    if first.scale != second.scale:
        return f"scale ({first.scale!r}, {second.scale!r})"
    if first.zero_point != second.zero_point:
        return f"zero point ({first.zero_point}, {second.zero_point})"
    if first.extra_params != second.extra_params:
        return "extra parameters"
    return None
