"""Checks IF and WHILE operations and the references between subgraphs (HAL 1.3 and newer)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance import hal
from conformance.validation.operands import Problem, extension_prefix


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
                if extension_prefix(operand.type) is None and not _size_known(operand):
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


def _size_known(operand: hal.Operand) -> bool:
    return hal.byte_size(operand.type, operand.dimensions) is not None


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
