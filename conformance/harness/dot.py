"""A model as a graph in the DOT language of Graphviz."""

from collections.abc import Collection, Iterator, Sequence

from conformance.hal import (
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    OperationType,
    Subgraph,
    name_of,
)
from conformance.specfile.example import Example

_LONGEST_NAME = 60
_SHAPES = {
    OperandLifeTime.SUBGRAPH_INPUT: "house",
    OperandLifeTime.SUBGRAPH_OUTPUT: "invhouse",
    OperandLifeTime.CONSTANT_COPY: "note",
    OperandLifeTime.CONSTANT_REFERENCE: "note",
    OperandLifeTime.NO_VALUE: "point",
    OperandLifeTime.SUBGRAPH: "folder",
}
_WRONG = 'color="red", fontcolor="red", penwidth=3'


def to_dot(example: Example, wrong_outputs: Collection[int] = (), title: str = "") -> str:
    """The example's model as DOT text, malformed ones too.

    Operations are boxes with their name and position, operands have other shapes and tell name,
    type and dimensions. Outputs of main in ``wrong_outputs`` (by position) are red, and so are the
    operations that write them.
    """
    model = example.model
    lines = ["digraph model {", '  node [fontname="sans-serif"];']
    if title:
        lines.append(f"  label={_quoted(title)};")
    wrong = {
        index
        for position, index in enumerate(model.main.output_indexes)
        if position in wrong_outputs
    }
    lines += _subgraph(model, model.main, "main", example.operand_names, wrong)
    for number, part in enumerate(model.referenced):
        names = example.subgraph_names[number] if number < len(example.subgraph_names) else ()
        prefix = f"subgraph{number}"
        lines.append(f"  subgraph cluster_{prefix} {{")
        lines.append(f"    label={_quoted(f'subgraph {number}')};")
        lines += [f"  {line}" for line in _subgraph(model, part, prefix, names, set())]
        lines.append("  }")
    lines.append("}")
    return "\n".join(lines) + "\n"


def _subgraph(
    model: Model, part: Subgraph, prefix: str, names: Sequence[str], wrong: set[int]
) -> Iterator[str]:
    for index, operand in enumerate(part.operands):
        name = names[index] if index < len(names) else ""
        shape = _SHAPES.get(_lifetime(operand), "ellipse")
        style = f", {_WRONG}" if index in wrong else ""
        label = _quoted(_operand_label(operand, index, name))
        yield f"  {prefix}_operand{index} [shape={shape}, label={label}{style}];"
        body = operand.location.offset
        if operand.lifetime == OperandLifeTime.SUBGRAPH and 0 <= body < len(model.referenced):
            yield f"  {prefix}_operand{index} -> {_first_node(model, body)} [style=dotted];"
    missing = {
        index
        for operation in part.operations
        for index in (*operation.inputs, *operation.outputs)
        if not 0 <= index < len(part.operands)
    }
    for index in sorted(missing):
        node = _operand_node(prefix, index)
        yield f'  {node} [shape=ellipse, style=dashed, label="operand {index}: there is none"];'
    for number, operation in enumerate(part.operations):
        node = f"{prefix}_operation{number}"
        style = f", {_WRONG}" if wrong.intersection(operation.outputs) else ""
        label = _quoted(f"{name_of(OperationType, operation.type)}\n(operation {number})")
        yield f"  {node} [shape=box, style=bold, label={label}{style}];"
        for position, index in enumerate(operation.inputs):
            yield f'  {_operand_node(prefix, index)} -> {node} [label="{position}"];'
        for index in operation.outputs:
            style = f" [{_WRONG}]" if index in wrong else ""
            yield f"  {node} -> {_operand_node(prefix, index)}{style};"


def _lifetime(operand: Operand) -> OperandLifeTime:
    try:
        return OperandLifeTime(operand.lifetime)
    except ValueError:
        return OperandLifeTime.TEMPORARY_VARIABLE


def _operand_label(operand: Operand, index: int, name: str) -> str:
    dims = f"[{', '.join(str(size) for size in operand.dimensions)}]"
    lines = [
        (f"{index}: {name}" if name else f"operand {index}")[:_LONGEST_NAME],
        f"{name_of(OperandType, operand.type)} {dims}",
    ]
    if operand.scale or operand.zero_point:
        lines.append(f"scale {operand.scale:.9g}, zero point {operand.zero_point}")
    if operand.lifetime not in set(OperandLifeTime):
        lines.append(f"lifetime {operand.lifetime}")
    return "\n".join(lines)


def _operand_node(prefix: str, index: int) -> str:
    return f"{prefix}_operand{index}" if index >= 0 else f"{prefix}_operand_minus{-index}"


def _first_node(model: Model, body: int) -> str:
    part = model.referenced[body]
    kind = "operand" if part.operands else "operation"
    return f"subgraph{body}_{kind}0"


def _quoted(text: str) -> str:
    """A DOT string: quotes and backslashes escaped, other control characters left out."""
    kept = "".join(c for c in text if c == "\n" or c.isprintable())
    escaped = kept.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
