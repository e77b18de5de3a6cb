"""Writes examples as ``.mod.py`` text; reading the text returns exactly the same examples.

Reading a formatted number returns exactly the same bits.

The file must be named ``<spec>.mod.py``. The text states the version, so the folder of the file
does not matter. ``UnrepresentableError`` is raised for everything that the format cannot represent:

- models whose inputs, outputs, operations or subgraphs are not in the order that the format derives
  from the operands, whose operations form a cycle, or whose lifetimes contradict their index lists;
- operands and operations of vendor extensions without definitions, OEM types, unknown codes;
- expected shapes that differ from the declared ones, NaN payloads, booleans other than 0 and 1, an
  input of zero bytes that is not omitted, a version of a relaxed model.

Three properties are lost without an error, because no result depends on them:

- the memory layout of constants: reading packs them again;
- the values of ignored outputs: reading returns zeros;
- digits of a scale beyond float32.

An infinity or NaN is written as ``float('inf')`` or ``float('nan')``, which this reader accepts but
the public generator does not.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from conformance import hal
from conformance.cases.example import Example
from conformance.cases.spec import VOCABULARY
from conformance.cases.spec.errors import UniqueNames, UnrepresentableError
from conformance.cases.spec.numerics import element_count, nearest_float32
from conformance.operations import used_extensions

_MAX_LINE_LENGTH: Final = 98
_SPECIAL_LITERALS: Final = {
    "nan": "float('nan')",
    "-nan": "-float('nan')",
    "inf": "float('inf')",
    "-inf": "-float('inf')",
}


def format_values(type_: hal.OperandType, data: bytes) -> list[str]:
    """Return one Python literal for each value in ``data``.

    Raise ``UnrepresentableError`` for bytes that no literal of the format represents.
    """
    dtype = hal.INFO[type_].dtype
    if len(data) % dtype.itemsize:
        raise UnrepresentableError(
            f"{len(data)} bytes of data are not a multiple of the {dtype.itemsize} bytes of a "
            f"{type_.name} value"
        )
    if dtype.kind == "b":
        if data.strip(b"\0\1"):
            raise UnrepresentableError(
                "boolean data has a byte other than 0 and 1, which the format cannot represent"
            )
        return ["True" if byte else "False" for byte in data]
    values = np.frombuffer(data, dtype)
    if dtype.kind == "f":
        return _format_floats(values)
    return [str(value) for value in values.tolist()]


def _format_floats(values: NDArray[Any]) -> list[str]:
    """Return the shortest decimal text of each value that reads back as the same bits.

    Where the shortest text of the stored type does not, all digits of the double are written.
    """
    texts: list[str] = values.astype(str).tolist()
    finite = np.isfinite(values)
    if not finite.all():
        for index in np.flatnonzero(~finite):
            texts[index] = _format_special(values[index])
    again = np.zeros(len(texts))
    again[finite] = np.array([text for text, ok in zip(texts, finite, strict=True) if ok], float)
    with np.errstate(over="ignore"):
        read_back = nearest_float32(again).astype(values.dtype)
    bits = f"u{values.dtype.itemsize}"
    for index in np.flatnonzero(finite & (read_back.view(bits) != values.view(bits))):
        texts[index] = repr(float(values[index]))
    return texts


def _format_special(value: np.floating[Any]) -> str:
    negative = bool(np.signbit(value))
    text = ("-" if negative else "") + ("nan" if np.isnan(value) else "inf")
    positive = np.array(float(text.removeprefix("-")), value.dtype)
    if (-positive if negative else positive).tobytes() != value.tobytes():
        raise UnrepresentableError(
            f"the format cannot represent a NaN with the bytes {value.tobytes().hex()}"
        )
    return _SPECIAL_LITERALS[text]


def format_float32(value: float) -> str:
    """Return the text of a scale, rounded to float32, the type of the contract's field."""
    with np.errstate(over="ignore"):
        return _format_floats(np.array([value], dtype="<f4"))[0]


def format_list(items: Sequence[str], indent: str = "") -> str:
    """Return the source text of a Python list, wrapped if it does not fit on one line."""
    one_line = f"[{', '.join(items)}]"
    if len(indent) + len(one_line) <= _MAX_LINE_LENGTH - 20:
        return one_line
    inner = indent + "    "
    lines: list[str] = []
    line: list[str] = []
    width = len(inner)
    for item in items:
        if line and width + len(item) + 2 > _MAX_LINE_LENGTH:
            lines.append(f"{inner}{', '.join(line)},")
            line, width = [], len(inner)
        line.append(item)
        width += len(item) + 2
    lines.append(f"{inner}{', '.join(line)},")
    return "\n".join(["[", *lines, f"{indent}]"])


class VariableNames:
    """Chooses Python variable names for operands, equal to the operands' names if possible."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self._used = {*reserved, *keyword.kwlist, *keyword.softkwlist, *dir(builtins)}

    def claim(self, name: str, otherwise: str) -> str:
        """Return an unused variable name: ``name``, else ``otherwise``, else with underscores."""
        variable = name if name.isidentifier() and name.isascii() else otherwise
        if variable in self._used or variable.startswith("__"):
            variable = otherwise
        while variable in self._used:
            variable += "_"
        self._used.add(variable)
        return variable


_CONSTANTS = (hal.OperandLifeTime.CONSTANT_COPY, hal.OperandLifeTime.CONSTANT_REFERENCE)


def write_spec(examples: Example | Iterable[Example]) -> str:
    """Return the text of a spec file with the given examples, which must be of the same spec.

    Raise ``UnrepresentableError`` if the format cannot represent an example.
    """
    listed = [examples] if isinstance(examples, Example) else list(examples)
    if len({example.spec for example in listed}) != 1:
        raise ValueError("the examples must all be of the same spec: one file is one spec")
    if len({example.name for example in listed}) != len(listed):
        raise UnrepresentableError("two examples of one file cannot have the same name")
    spec_text = _SpecText()
    for example in listed:
        spec_text.add_example(example)
    return "\n".join(spec_text.lines) + "\n"


def model_data(model: hal.Model, operand: hal.Operand) -> bytes:
    """Return the bytes of a constant operand."""
    where = operand.location
    if not where.length:
        return b""
    end = where.offset + where.length
    if operand.lifetime == hal.OperandLifeTime.CONSTANT_COPY:
        if end > len(model.operand_values):
            raise UnrepresentableError("the data of a constant is not inside operand_values")
        return model.operand_values[where.offset : end]
    if where.pool_index >= len(model.pools) or end > model.pools[where.pool_index].size:
        raise UnrepresentableError("the data of a constant is not inside a memory pool")
    with model.pools[where.pool_index].view() as view:
        return bytes(view[where.offset : end])


@dataclass
class _SpecText:
    """The text of a spec file under construction, with the names and switches that it uses."""

    lines: list[str] = field(default_factory=list)
    names: UniqueNames = field(default_factory=lambda: UniqueNames(separator=""))
    shared_constants: bool = False

    def add_example(self, example: Example) -> None:
        """Append one example with its models."""
        suffix = _name_suffix(example)
        if example.version is not None and example.model.relax_computation_float32_to_float16:
            raise UnrepresentableError("a relaxed model cannot state a version in this format")
        if example.expect_failure and example.multinomial_tolerance:
            raise UnrepresentableError("an example with expect_failure cannot have a tolerance")
        model = example.model
        extensions = used_extensions((model.main, *model.referenced))
        if dict(model.extension_name_to_prefix) != extensions:
            raise UnrepresentableError(
                "this format can represent only vendor extensions that the suite defines"
            )
        if self.lines:
            self.lines.append("")
        outputs = zip(model.main.output_indexes, example.outputs, strict=False)
        ignored = {index for index, output in outputs if output.ignored}
        writer = _ModelTextWriter(self, example)
        variables = writer.write(model.main, example.operand_names, "model", ignored)
        if example.model.relax_computation_float32_to_float16:
            self.lines.append("model.RelaxedExecution(True)")
        version = None if example.version is None else example.version.name
        self.lines.append(f"model.IntroducedIn({version!r})")
        self._add_feed(example, variables, suffix)

    def _add_feed(self, example: Example, variables: Sequence[str], suffix: str | None) -> None:
        name = "" if suffix is None else f", name={suffix!r}"
        self.lines.append("example = Example((")
        for fed in (_input_values(example), _expected_values(example)):
            self.lines.append("    {")
            for index, values in fed.items():
                text = format_list(values, " " * 8)
                self.lines.append(f"        {variables[index]}: {text},")
            self.lines.append("    },")
        self.lines.append(f"), model=model{name})")
        self.lines.append("example.DisableLifeTimeVariation()")
        if example.expect_failure:
            self.lines.append("example.ExpectFailure()")
        if example.multinomial_tolerance:
            tolerance = repr(float(example.multinomial_tolerance))
            self.lines.append(f"example.WithMultinomialDistributionTolerance({tolerance})")


def _name_suffix(example: Example) -> str | None:
    if example.name == example.spec:
        return None
    prefix = f"{example.spec}_"
    if not example.name.startswith(prefix) or example.name == prefix:
        raise UnrepresentableError(
            f"example {example.name!r} of spec {example.spec!r}: "
            f"the name must be {example.spec!r} or begin with {prefix!r}"
        )
    return example.name.removeprefix(prefix)


def _input_values(example: Example) -> dict[int, list[str]]:
    main = example.model.main
    _check_count("inputs", example.inputs, main.input_indexes)
    fed: dict[int, list[str]] = {}
    for index, data in zip(main.input_indexes, example.inputs, strict=True):
        if data == b"":
            raise UnrepresentableError(
                "an input has zero bytes, which the format cannot distinguish from an omitted input"
            )
        fed[index] = _format_data(main.operands[index], data or b"", omittable=True)
    return fed


def _expected_values(example: Example) -> dict[int, list[str]]:
    main = example.model.main
    _check_count("outputs", example.outputs, main.output_indexes)
    fed: dict[int, list[str]] = {}
    for index, output in zip(main.output_indexes, example.outputs, strict=True):
        operand = main.operands[index]
        if output.dimensions != operand.dimensions:
            raise UnrepresentableError(
                f"expected shape {list(output.dimensions)} differs from the declared "
                f"{list(operand.dimensions)}"
            )
        if not output.ignored:
            fed[index] = _format_data(operand, output.data)
    return fed


def _check_count(what: str, given: Sequence[object], indexes: Sequence[int]) -> None:
    if len(given) != len(indexes):
        raise UnrepresentableError(
            f"the example has {len(given)} {what}, but the model has {len(indexes)}"
        )


def _format_data(operand: hal.Operand, data: bytes, *, omittable: bool = False) -> list[str]:
    type_ = _type_of(operand)
    texts = format_values(type_, data)
    expected = element_count(type_, operand.dimensions)
    complete = expected is None or len(texts) == expected or (omittable and not texts)
    if not complete:
        raise UnrepresentableError(
            f"an operand has {len(texts)} values, but {type_.name} {list(operand.dimensions)} "
            f"needs {expected}"
        )
    return texts


def _type_of(operand: hal.Operand) -> hal.OperandType:
    if operand.type not in hal.INFO:
        raise UnrepresentableError(f"operand type {operand.type} has no name in this format")
    return hal.OperandType(operand.type)


class _ModelTextWriter:
    """Writes the models of one example."""

    def __init__(self, spec_text: _SpecText, example: Example) -> None:
        self._spec_text = spec_text
        self._example = example
        self._model = example.model
        self._written: set[int] = set()
        self._check_subgraph_order()

    def _check_subgraph_order(self) -> None:
        """Raise ``UnrepresentableError`` unless subgraphs are in depth-first order of use."""
        visited: list[int] = []

        def visit(part: hal.Subgraph, path: tuple[int, ...]) -> None:
            for operand in part.operands:
                if operand.lifetime != hal.OperandLifeTime.SUBGRAPH:
                    continue
                index = operand.location.offset
                if index >= len(self._model.referenced) or index in path:
                    raise UnrepresentableError(f"subgraph {index} is missing or refers to itself")
                if index not in visited:
                    visited.append(index)
                    visit(self._model.referenced[index], (*path, index))

        visit(self._model.main, ())
        if visited != list(range(len(self._model.referenced))):
            raise UnrepresentableError("referenced subgraphs are not in order of first use")

    def write(
        self, part: hal.Subgraph, names: Sequence[str], model: str, ignored: set[int]
    ) -> list[str]:
        """Write a subgraph after those that it refers to; return the variables of its operands.

        ``model`` is the variable of the subgraph, and ``ignored`` are its ignored outputs.
        """
        _check_derivable_lists(part)
        for operand in part.operands:
            index = operand.location.offset
            if operand.lifetime == hal.OperandLifeTime.SUBGRAPH and index not in self._written:
                self._written.add(index)
                body_names = dict(enumerate(self._example.subgraph_names)).get(index, ())
                self.write(self._model.referenced[index], body_names, _subgraph_name(index), set())
        bodies = map(_subgraph_name, range(len(self._model.referenced)))
        variables = VariableNames((*VOCABULARY, "Configuration", "model", "example", *bodies))
        declared: list[str] = []
        for index, (operand, name) in enumerate(
            zip(part.operands, _usable_names(names, len(part.operands)), strict=True)
        ):
            variable = variables.claim(name, f"operand{index}")
            declared.append(variable)
            self._declare(variable, name, operand, is_ignored=index in ignored)
        lines = self._spec_text.lines
        lines.append(f"{model} = Model()")
        mentioned = dict.fromkeys(i for o in part.operations for i in (*o.inputs, *o.outputs))
        if list(mentioned) != list(range(len(part.operands))):
            lines += [f"{model}.AddOperand({variable})" for variable in declared]
        for operation in part.operations:
            arguments = ", ".join(
                [repr(_operation_name(operation.type)), *(declared[i] for i in operation.inputs)]
            )
            results = ", ".join(declared[i] for i in operation.outputs)
            to = f".To({results})" if results else ""
            lines.append(f"{model}.Operation({arguments}){to}")
        return declared

    def _declare(self, variable: str, name: str, operand: hal.Operand, *, is_ignored: bool) -> None:
        spec_text = self._spec_text
        lifetime = hal.OperandLifeTime(operand.lifetime)
        if lifetime is hal.OperandLifeTime.SUBGRAPH:
            if operand != hal.Operand(
                hal.OperandType.SUBGRAPH,
                number_of_consumers=operand.number_of_consumers,
                lifetime=hal.OperandLifeTime.SUBGRAPH,
                location=operand.location,
            ):
                raise UnrepresentableError(
                    "a SUBGRAPH operand has another type, dimensions, quantization or extra "
                    "parameters, which the format cannot represent"
                )
            body = _subgraph_name(operand.location.offset)
            spec_text.lines.append(f"{variable} = SubgraphReference({name!r}, {body})")
            if spec_text.names.claim(name) != name:
                spec_text.lines.append(f"{variable}.name = {name!r}")
            return
        arguments = [repr(name), _format_type(operand)]
        if lifetime in _CONSTANTS:
            shared = lifetime is hal.OperandLifeTime.CONSTANT_REFERENCE
            if shared != spec_text.shared_constants:
                spec_text.lines.append(f"Configuration.use_shm_for_weights = {shared}")
                spec_text.shared_constants = shared
            data = model_data(self._model, operand)
            arguments.append(format_list(_format_data(operand, data)))
        elif lifetime is hal.OperandLifeTime.NO_VALUE:
            arguments.append("None")
        if spec_text.names.is_free(name):
            spec_text.names.claim(name)
        else:
            arguments.append("skipRenaming=True")
        if operand.extra_params is not None:
            arguments.append(f"extraParams={_format_channel_scales(operand.extra_params)}")
        word = "IgnoredOutput" if is_ignored else _OPERAND_CLASSES[lifetime]
        spec_text.lines.append(f"{variable} = {word}({', '.join(arguments)})")


_OPERAND_CLASSES: Mapping[hal.OperandLifeTime, str] = {
    hal.OperandLifeTime.SUBGRAPH_INPUT: "Input",
    hal.OperandLifeTime.SUBGRAPH_OUTPUT: "Output",
    hal.OperandLifeTime.TEMPORARY_VARIABLE: "Internal",
    **dict.fromkeys((*_CONSTANTS, hal.OperandLifeTime.NO_VALUE), "Parameter"),
}


def _subgraph_name(index: int) -> str:
    return f"subgraph{index}"


def _usable_names(names: Sequence[str], count: int) -> list[str]:
    """Return unique operand names: missing names are generated, repeated ones get a number."""
    unique = UniqueNames(separator="_", first=2)
    given = [*names[:count], *[""] * (count - len(names))]
    taken = set(given)
    usable: list[str] = []
    for index, name in enumerate(given):
        requested = name or f"operand{index}"
        usable.append(unique.claim(requested))
        while usable[-1] != name and usable[-1] in taken:
            usable[-1] = unique.claim(requested)
    return usable


def _format_type(operand: hal.Operand) -> str:
    if any(size < 0 for size in operand.dimensions):
        raise UnrepresentableError(f"dimensions {list(operand.dimensions)} have a negative size")
    parts = [repr(_type_of(operand).name), repr(list(operand.dimensions))]
    if operand.scale != 0 or operand.zero_point:
        parts += [format_float32(operand.scale), str(operand.zero_point)]
    return f"({', '.join(parts)})"


def _format_channel_scales(extra: hal.SymmPerChannelQuantParams | bytes) -> str:
    if isinstance(extra, bytes):
        raise UnrepresentableError(
            "an operand has the extra parameters of a vendor extension, which this format cannot "
            "represent"
        )
    scales = format_list([format_float32(scale) for scale in extra.scales])
    return f"SymmPerChannelQuantParams(channelDim={extra.channel_dim}, scales={scales})"


def _operation_name(code: int) -> str:
    try:
        return hal.OperationType(code).name
    except ValueError:
        raise UnrepresentableError(f"operation {code} has no name in this format") from None


def _check_derivable_lists(part: hal.Subgraph) -> None:
    """Raise ``UnrepresentableError`` unless the format can derive the subgraph's lists.

    Inputs, outputs and consumer counts are not written: the reader derives them from the operands
    and the operations.
    """
    known = set(hal.OperandLifeTime)
    if any(operand.lifetime not in known for operand in part.operands):
        raise UnrepresentableError("an operand has a lifetime that the contract does not define")
    for lifetime, listed, kind in (
        (hal.OperandLifeTime.SUBGRAPH_INPUT, part.input_indexes, "inputs"),
        (hal.OperandLifeTime.SUBGRAPH_OUTPUT, part.output_indexes, "outputs"),
    ):
        derived = [i for i, operand in enumerate(part.operands) if operand.lifetime == lifetime]
        if derived != list(listed):
            raise UnrepresentableError(
                f"{kind} {list(listed)} are not in operand order, which is {derived}"
            )
    consumers = [0] * len(part.operands)
    producers: dict[int, int] = {}
    for position, operation in enumerate(part.operations):
        for index in (*operation.inputs, *operation.outputs):
            if not 0 <= index < len(part.operands):
                raise UnrepresentableError(
                    f"an operation refers to operand {index}, but the subgraph has "
                    f"{len(part.operands)} operands"
                )
        for index in operation.inputs:
            consumers[index] += 1
        producers.update(dict.fromkeys(operation.outputs, position))
    for position, operation in enumerate(part.operations):
        if any(producers.get(index, -1) >= position for index in operation.inputs):
            raise UnrepresentableError(
                "an operation reads an operand that it writes itself or that a later operation "
                "writes"
            )
    if consumers != [operand.number_of_consumers for operand in part.operands]:
        raise UnrepresentableError(
            "numberOfConsumers of an operand is not the number of operation inputs that read it"
        )
