"""Writes examples as ``.mod.py`` text from which reading gives exactly these examples back.

The file must be named ``<spec>.mod.py``. The version is written into it, so the folder does not
matter. What the format cannot say raises ``UnrepresentableError``:

- models whose inputs, outputs, operations or subgraphs are not in the order the format derives
  from the operands, whose operations form a cycle, or whose lifetimes contradict their lists;
- operands and operations of vendor extensions, OEM types, unknown codes;
- expected shapes that differ from the declared ones, NaN payloads, booleans other than 0 and 1,
  an input of zero bytes that is not an omitted one, a version on a relaxed model.

Not said either, and not missed: how constants are laid out in memory (they are packed anew), the
values of ignored outputs (zeros come back), and whether a scale had more than 32 bits. An infinity
or NaN is written as ``float('inf')``; this reader takes it, the public generator does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from conformance.hal import (
    INFO,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    OperationType,
    Subgraph,
    SymmPerChannelQuantParams,
)
from conformance.specfile.errors import UnrepresentableError
from conformance.specfile.example import Example
from conformance.specfile.language import VOCABULARY
from conformance.specfile.names import Names
from conformance.specfile.numerics import element_count
from conformance.specfile.spelling import Variables, spell_float32, spell_list, spell_values

_CONSTANTS = (OperandLifeTime.CONSTANT_COPY, OperandLifeTime.CONSTANT_REFERENCE)


def write(examples: Example | Iterable[Example]) -> str:
    """The text of a spec file that holds these examples, in this order."""
    listed = [examples] if isinstance(examples, Example) else list(examples)
    if len({example.spec for example in listed}) != 1:
        raise ValueError("write the examples of one spec at a time: a file holds one spec")
    if len({example.name for example in listed}) != len(listed):
        raise UnrepresentableError("two examples of one file cannot have the same name")
    page = _Page()
    for example in listed:
        page.add_example(example)
    return "\n".join(page.lines) + "\n"


def model_data(model: Model, operand: Operand) -> bytes:
    """The bytes of a constant operand."""
    where = operand.location
    if not where.length:
        return b""
    end = where.offset + where.length
    if operand.lifetime == OperandLifeTime.CONSTANT_COPY:
        if end > len(model.operand_values):
            raise UnrepresentableError("a constant reaches beyond the model's operand values")
        return model.operand_values[where.offset : end]
    if where.pool_index >= len(model.pools) or end > model.pools[where.pool_index].size:
        raise UnrepresentableError("a constant reaches beyond the model's memory pools")
    with model.pools[where.pool_index].view() as view:
        return bytes(view[where.offset : end])


@dataclass
class _Page:
    """The text so far, and what it has made of the file's switches and names."""

    lines: list[str] = field(default_factory=list)
    names: Names = field(default_factory=lambda: Names(separator=""))
    shared_constants: bool = False

    def add_example(self, example: Example) -> None:
        """Append one example with its models."""
        suffix = _name_suffix(example)
        if example.version is not None and example.model.relax_computation_float32_to_float16:
            raise UnrepresentableError("a relaxed model claims no version in this format")
        if example.expect_failure and example.multinomial_tolerance:
            raise UnrepresentableError("an example that must fail has no tolerance")
        if example.model.extension_name_to_prefix:
            raise UnrepresentableError("vendor extensions cannot be written in this format")
        if self.lines:
            self.lines.append("")
        models = _ModelWriter(self, example)
        variables = models.write_subgraphs()
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
                text = spell_list(values, " " * 8)
                self.lines.append(f"        {variables[index]}: {text},")
            self.lines.append("    },")
        self.lines.append(f"), model=model{name})")
        self.lines.append("example.DisableLifeTimeVariation()")
        if example.expect_failure:
            self.lines.append("example.ExpectFailure()")
        if example.multinomial_tolerance:
            tolerance = repr(float(example.multinomial_tolerance))
            self.lines.append(f"example.WithMultinomialDistributionTolerance({tolerance})")

    def set_shared(self, shared: bool) -> None:
        """Choose where the constants that follow go."""
        if shared != self.shared_constants:
            self.lines.append(f"Configuration.use_shm_for_weights = {shared}")
            self.shared_constants = shared


def _name_suffix(example: Example) -> str | None:
    if example.name == example.spec:
        return None
    prefix = f"{example.spec}_"
    if not example.name.startswith(prefix) or example.name == prefix:
        raise UnrepresentableError(
            f"example {example.name!r} of spec {example.spec!r}: "
            f"a name must be the spec's or begin with {prefix!r}"
        )
    return example.name.removeprefix(prefix)


def _input_values(example: Example) -> dict[int, list[str]]:
    main = example.model.main
    if len(example.inputs) != len(main.input_indexes):
        raise UnrepresentableError("the example has not one value for each model input")
    fed: dict[int, list[str]] = {}
    for index, data in zip(main.input_indexes, example.inputs, strict=True):
        if data == b"":
            raise UnrepresentableError("an input of zero bytes reads as an omitted one")
        fed[index] = _spell(main.operands[index], data or b"", omittable=True)
    return fed


def _expected_values(example: Example) -> dict[int, list[str]]:
    main = example.model.main
    if len(example.outputs) != len(main.output_indexes):
        raise UnrepresentableError("the example has not one value for each model output")
    fed: dict[int, list[str]] = {}
    for index, output in zip(main.output_indexes, example.outputs, strict=True):
        operand = main.operands[index]
        if output.dimensions != operand.dimensions:
            raise UnrepresentableError(
                f"expected shape {list(output.dimensions)} differs from the declared "
                f"{list(operand.dimensions)}"
            )
        if not output.ignored:
            fed[index] = _spell(operand, output.data)
    return fed


def _spell(operand: Operand, data: bytes, *, omittable: bool = False) -> list[str]:
    type_ = _type_of(operand)
    texts = spell_values(type_, data)
    wanted = element_count(type_, operand.dimensions)
    complete = wanted is None or len(texts) == wanted or (omittable and not texts)
    if not complete:
        raise UnrepresentableError(
            f"{len(texts)} values for {type_.name} {list(operand.dimensions)}"
        )
    return texts


def _type_of(operand: Operand) -> OperandType:
    if operand.type not in INFO:
        raise UnrepresentableError(f"operand type {operand.type} has no name in this format")
    return OperandType(operand.type)


class _ModelWriter:
    """Writes the models of one example."""

    def __init__(self, page: _Page, example: Example) -> None:
        self._page = page
        self._example = example
        self._model = example.model
        self._written: set[int] = set()
        self._check_subgraph_order()
        self._ignored = {
            index
            for index, output in zip(
                example.model.main.output_indexes, example.outputs, strict=False
            )
            if output.ignored
        }

    def _check_subgraph_order(self) -> None:
        """Referenced subgraphs must stand in the order in which a depth-first walk meets them."""
        met: list[int] = []

        def walk(part: Subgraph, path: tuple[int, ...]) -> None:
            for operand in part.operands:
                if operand.lifetime != OperandLifeTime.SUBGRAPH:
                    continue
                index = operand.location.offset
                if index >= len(self._model.referenced) or index in path:
                    raise UnrepresentableError(f"subgraph {index} is missing or contains itself")
                if index not in met:
                    met.append(index)
                    walk(self._model.referenced[index], (*path, index))

        walk(self._model.main, ())
        if met != list(range(len(self._model.referenced))):
            raise UnrepresentableError("referenced subgraphs are not in order of first use")

    def write_subgraphs(self) -> list[str]:
        """Write all subgraphs, the main one last; the variables of its operands."""
        example = self._example
        return self._write(self._model.main, example.operand_names, "model", self._ignored)

    def _write(
        self,
        part: Subgraph,
        names: Sequence[str],
        model: str,
        ignored: set[int],
    ) -> list[str]:
        _check_lists(part)
        for operand in part.operands:
            index = operand.location.offset
            if operand.lifetime == OperandLifeTime.SUBGRAPH and index not in self._written:
                self._written.add(index)
                body_names = dict(enumerate(self._example.subgraph_names)).get(index, ())
                self._write(self._model.referenced[index], body_names, _body(index), set())
        bodies = map(_body, range(len(self._model.referenced)))
        variables = Variables((*VOCABULARY, "Configuration", "model", "example", *bodies))
        declared: list[str] = []
        for index, (operand, name) in enumerate(
            zip(part.operands, _usable_names(names, len(part.operands)), strict=True)
        ):
            variable = variables.take(name, f"operand{index}")
            declared.append(variable)
            self._declare(variable, name, operand, is_ignored=index in ignored)
        lines = self._page.lines
        lines.append(f"{model} = Model()")
        if _order_of_mention(part) != list(range(len(part.operands))):
            lines += [f"{model}.AddOperand({variable})" for variable in declared]
        for operation in part.operations:
            arguments = ", ".join(
                [repr(_operation_name(operation.type)), *(declared[i] for i in operation.inputs)]
            )
            results = ", ".join(declared[i] for i in operation.outputs)
            to = f".To({results})" if results else ""
            lines.append(f"{model}.Operation({arguments}){to}")
        return declared

    def _declare(self, variable: str, name: str, operand: Operand, *, is_ignored: bool) -> None:
        page = self._page
        lifetime = OperandLifeTime(operand.lifetime)
        if lifetime is OperandLifeTime.SUBGRAPH:
            if operand != _plain_reference(operand):
                raise UnrepresentableError("a SUBGRAPH operand has a type or shape of its own")
            body = _body(operand.location.offset)
            page.lines.append(f"{variable} = SubgraphReference({name!r}, {body})")
            if page.names.claim(name) != name:
                page.lines.append(f"{variable}.name = {name!r}")
            return
        arguments = [repr(name), _spell_type(operand)]
        if lifetime in _CONSTANTS:
            page.set_shared(lifetime is OperandLifeTime.CONSTANT_REFERENCE)
            data = model_data(self._model, operand)
            arguments.append(spell_list(_spell(operand, data)))
        elif lifetime is OperandLifeTime.NO_VALUE:
            arguments.append("None")
        if page.names.is_free(name):
            page.names.claim(name)
        else:
            arguments.append("skipRenaming=True")
        if operand.extra_params is not None:
            arguments.append(f"extraParams={_spell_channels(operand.extra_params)}")
        word = "IgnoredOutput" if is_ignored else _WORDS[lifetime]
        page.lines.append(f"{variable} = {word}({', '.join(arguments)})")


_WORDS: Mapping[OperandLifeTime, str] = {
    OperandLifeTime.SUBGRAPH_INPUT: "Input",
    OperandLifeTime.SUBGRAPH_OUTPUT: "Output",
    OperandLifeTime.TEMPORARY_VARIABLE: "Internal",
    **dict.fromkeys((*_CONSTANTS, OperandLifeTime.NO_VALUE), "Parameter"),
}


def _body(index: int) -> str:
    return f"subgraph{index}"


def _plain_reference(operand: Operand) -> Operand:
    return Operand(
        OperandType.SUBGRAPH,
        number_of_consumers=operand.number_of_consumers,
        lifetime=OperandLifeTime.SUBGRAPH,
        location=operand.location,
    )


def _usable_names(names: Sequence[str], count: int) -> list[str]:
    """The operands' names; made up where missing, numbered where one subgraph repeats them."""
    unique = Names(separator="_", first=2)
    given = [*names[:count], *[""] * (count - len(names))]
    taken = set(given)
    usable: list[str] = []
    for index, name in enumerate(given):
        wanted = name or f"operand{index}"
        usable.append(unique.claim(wanted))
        while usable[-1] != name and usable[-1] in taken:
            usable[-1] = unique.claim(wanted)
    return usable


def _spell_type(operand: Operand) -> str:
    if any(size < 0 for size in operand.dimensions):
        raise UnrepresentableError(f"a negative size in dimensions {list(operand.dimensions)}")
    parts = [repr(_type_of(operand).name), repr(list(operand.dimensions))]
    if operand.scale != 0 or operand.zero_point:
        parts += [spell_float32(operand.scale), str(operand.zero_point)]
    return f"({', '.join(parts)})"


def _spell_channels(extra: SymmPerChannelQuantParams | bytes) -> str:
    if isinstance(extra, bytes):
        raise UnrepresentableError("opaque extra parameters belong to vendor extensions")
    scales = spell_list([spell_float32(scale) for scale in extra.scales])
    return f"SymmPerChannelQuantParams(channelDim={extra.channel_dim}, scales={scales})"


def _operation_name(code: int) -> str:
    try:
        return OperationType(code).name
    except ValueError:
        raise UnrepresentableError(f"operation {code} has no name in this format") from None


def _order_of_mention(part: Subgraph) -> list[int]:
    """Operands in the order in which the operations alone would introduce them."""
    mentioned = (i for o in part.operations for i in (*o.inputs, *o.outputs))
    return list(dict.fromkeys(mentioned))


def _check_lists(part: Subgraph) -> None:
    """Raise unless the subgraph is one that the format derives from operands and operations."""
    known = set(OperandLifeTime)
    if any(operand.lifetime not in known for operand in part.operands):
        raise UnrepresentableError("an operand has a lifetime the contract does not know")
    for lifetime, listed, kind in (
        (OperandLifeTime.SUBGRAPH_INPUT, part.input_indexes, "inputs"),
        (OperandLifeTime.SUBGRAPH_OUTPUT, part.output_indexes, "outputs"),
    ):
        derived = [i for i, operand in enumerate(part.operands) if operand.lifetime == lifetime]
        if derived != list(listed):
            raise UnrepresentableError(f"{kind} {list(listed)} are not in operand order {derived}")
    consumers = [0] * len(part.operands)
    producers: dict[int, int] = {}
    for position, operation in enumerate(part.operations):
        for index in (*operation.inputs, *operation.outputs):
            if not 0 <= index < len(part.operands):
                raise UnrepresentableError(f"an operation names operand {index}, there is none")
        for index in operation.inputs:
            consumers[index] += 1
        producers.update(dict.fromkeys(operation.outputs, position))
    for position, operation in enumerate(part.operations):
        if any(producers.get(index, -1) >= position for index in operation.inputs):
            raise UnrepresentableError("an operation reads what a later one writes")
    if consumers != [operand.number_of_consumers for operand in part.operands]:
        raise UnrepresentableError("a consumer count is not the number of readers")
