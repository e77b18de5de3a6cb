"""Import of a ``.tflite`` file as a model of the contract.

Operators that the contract cannot express are refused with a reason. The user chooses whether the
import then fails or the model is cut around them: their results become inputs of the model, and the
values that only they read become outputs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from conformance.engines.tflite.lift import (
    control_flow,
    detection,
    elementwise,
    layers,
    movement,
    recurrent,
)
from conformance.engines.tflite.lift.context import (
    Converter,
    NotExpressibleError,
    OperatorContext,
    SubgraphContext,
    operand_of,
)
from conformance.engines.tflite.lift.model_builder import (
    ConstantStore,
    OperandDraft,
    SubgraphBuilder,
    build_model,
)
from conformance.engines.tflite.lift.unsupported import reason_of
from conformance.engines.tflite.tflite_file import ModelFileError, TfliteFile, read_tflite
from conformance.hal import Model, OperationType, Subgraph
from conformance.validation import OperationVerdict, first_violation, validate_operations

TOLERATED_RULES: Final = frozenset({"while.unknown_size"})
"""The rule that forbids loops over operands of unknown size, which converted models have."""
_MAX_OPERATIONS: Final = 200_000
_FAMILIES: Final = (elementwise, layers, movement, recurrent, control_flow, detection)
CONVERTERS: Final[Mapping[str, Converter]] = {
    builtin: converter for family in _FAMILIES for builtin, converter in family.CONVERTERS.items()
}
"""The converter of each operator that the contract can express, by builtin or custom name."""


class Unsupported(StrEnum):
    """The treatment of operators that the contract cannot express."""

    REFUSE = "refuse"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An operator of the file that the contract cannot express, and the reason.

    ``operator`` is its number in the main subgraph; a refusal inside a referenced subgraph refuses
    the IF or WHILE that runs it.
    """

    operator: int
    builtin: str
    reason: str

    def __str__(self) -> str:
        return f"{self.builtin} (operator {self.operator}): {self.reason}"


class NotImportableError(Exception):
    """A file has operators that cannot be expressed, or nothing is left after the model is cut."""

    def __init__(self, origin: str, refusals: Sequence[Refusal], message: str = "") -> None:
        super().__init__(origin, refusals, message)
        self.origin = origin
        self.refusals = tuple(refusals)
        self.message = message

    def __str__(self) -> str:
        lines = [f"{self.origin}: {self.message or 'operators have no equivalent in the contract'}"]
        return "\n  ".join([*lines, *summarize_refusals(self.refusals)])


def summarize_refusals(refusals: Sequence[Refusal]) -> list[str]:
    """Return one line for each builtin and reason, with the number of operators."""
    counts = Counter((refusal.builtin, refusal.reason) for refusal in refusals)
    return [f"{count} x {builtin}: {reason}" for (builtin, reason), count in counts.items()]


@dataclass(frozen=True, slots=True)
class ModelState:
    """A state: the positions of its value before and after a run among inputs and outputs.

    A client starts a sequence with zeros (the zero point), and passes the value after a run to the
    next run.
    """

    input: int
    output: int | None


@dataclass(frozen=True, slots=True)
class ImportedModel:
    """A model, and how its inputs and outputs correspond to those of the file.

    ``file_inputs`` and ``file_outputs`` are the numbers of the file's inputs and outputs in the
    order of the model's; ``None`` for a state and for a value at which the model was cut.
    ``owners`` is the operator of the file for each operation of main.
    """

    model: Model
    operand_names: tuple[str, ...]
    subgraph_names: tuple[tuple[str, ...], ...]
    file_inputs: tuple[int | None, ...]
    file_outputs: tuple[int | None, ...]
    states: tuple[ModelState, ...]
    owners: tuple[int, ...]
    refusals: tuple[Refusal, ...] = ()


def import_path(path: Path, unsupported: Unsupported = Unsupported.REFUSE) -> ImportedModel:
    """Return the model of a file; raise ``ModelFileError`` or ``NotImportableError``."""
    return import_file(read_tflite(path), unsupported)


def import_file(file: TfliteFile, unsupported: Unsupported = Unsupported.REFUSE) -> ImportedModel:
    """Return the model of a file content.

    Raise ``NotImportableError`` if the contract cannot express some operators and the model is not
    cut, or if it can express no operator, and ``ModelFileError`` if the file is inconsistent.
    """
    refusals: dict[int, Refusal] = {}
    while True:
        conversion = _Conversion(file, refusals)
        try:
            imported = conversion.run()
        except NotExpressibleError as error:
            why = f"an input or output of the model cannot be expressed: {error}"
            raise NotImportableError(file.origin, tuple(refusals.values()), why) from error
        new_refusals = conversion.refusals
        if not new_refusals and imported is not None:
            builtins = [operator.builtin for operator in file.subgraphs[0].operators]
            new_refusals = validation_refusals(file.origin, builtins, imported)
        if not new_refusals:
            break
        refusals |= {refusal.operator: refusal for refusal in new_refusals}
        if len(refusals) == len(file.subgraphs[0].operators):
            imported = None  # the last conversion has operations that break a rule
            break
        if unsupported is Unsupported.REFUSE:
            # The validator has not seen the operations that depend on refused operators.
            continue
    ordered = tuple(refusals[number] for number in sorted(refusals))
    if ordered and unsupported is Unsupported.REFUSE:
        raise NotImportableError(file.origin, ordered)
    if imported is None or not imported.model.main.operations:
        raise NotImportableError(file.origin, ordered, "the model has no operation")
    return imported


def validation_refusals(
    origin: str, operators: Sequence[str], imported: ImportedModel
) -> list[Refusal]:
    """Return a refusal for each operator of a file whose operations break a rule of the contract.

    Raise ``NotImportableError`` if the model as a whole breaks one.
    """
    model = imported.model
    violation = first_violation(model, tolerated=TOLERATED_RULES)
    if violation is None:
        return []
    refusals = []
    results = validate_operations(model)
    if len({id(result.violation) for result in results}) < min(len(results), 2):
        raise NotImportableError(origin, (), str(violation))  # the model's structure
    for owner, result in zip(imported.owners, results, strict=True):
        found = result.violation
        if result.verdict is OperationVerdict.VIOLATIONS and found is not None:
            if found.rule.name in TOLERATED_RULES:
                continue
            refusals.append(Refusal(owner, operators[owner], f"{found.detail} [{found.rule.name}]"))
    if not refusals:
        raise NotImportableError(origin, (), str(violation))
    return refusals


@dataclass(slots=True)
class _Conversion:
    """One attempt to convert a file; operators in ``excluded`` are left out.

    ``refusals`` are those of this attempt. Referenced subgraphs are converted at their first
    use, and once for each order of their inputs.
    """

    file: TfliteFile
    excluded: Mapping[int, Refusal]
    refusals: list[Refusal] = field(default_factory=list)
    constants: ConstantStore = field(default_factory=ConstantStore)
    referenced: list[Subgraph] = field(default_factory=list)
    names: list[tuple[str, ...]] = field(default_factory=list)
    indexes: dict[object, int] = field(default_factory=dict)
    active: list[int] = field(default_factory=list)
    operation_count: int = 0

    def run(self) -> ImportedModel | None:
        """Return the model; ``None`` if an operator was refused."""
        context = self._context(0)
        owners = self._convert_operators(context)
        if self.refusals:
            return None
        return _Interface(context, self.excluded).finish(self, owners)

    def _context(self, number: int) -> SubgraphContext:
        return SubgraphContext(
            self.file.subgraphs[number],
            self.file.origin,
            SubgraphBuilder(self.constants),
            self._convert_subgraph,
            self.file.subgraphs,
            is_main=number == 0,
        )

    def _convert_operators(self, context: SubgraphContext) -> list[int]:
        """Convert the operators of main; return the operator of each operation."""
        builder, main = context.builder, context.file
        for tensor in main.inputs:
            try:
                _add_input(context, tensor)
            except NotExpressibleError as error:
                raise NotImportableError(
                    self.file.origin, (), f"input {main.tensors[tensor].name!r}: {error}"
                ) from error
        owners: list[int] = []
        for number, operator in enumerate(main.operators):
            refusal = self.excluded.get(number)
            if refusal is not None:
                context.cut.update(operator.outputs)
                continue
            operands, operations = len(builder.operands), len(builder.operations)
            states = list(context.states)
            try:
                self._convert_operator(OperatorContext(context, operator))
            except NotExpressibleError as error:
                self.refusals.append(Refusal(number, operator.builtin, str(error)))
                builder.truncate(operands, operations)
                context.states = states
                for tensor in operator.outputs:
                    context.operands.pop(tensor, None)
                    context.values.pop(tensor, None)
                context.operands = {
                    tensor: index for tensor, index in context.operands.items() if index < operands
                }
                context.cut.update(operator.outputs)
            owners += [number] * (len(builder.operations) - len(owners))
        return owners

    def _convert_operator(self, op: OperatorContext) -> None:
        converter = CONVERTERS.get(op.operator.builtin)
        if converter is None:
            raise NotExpressibleError(reason_of(op.operator.builtin))
        before = len(op.builder.operations)
        converter(op)
        self.operation_count += len(op.builder.operations) - before
        if self.operation_count > _MAX_OPERATIONS:
            raise ModelFileError(
                self.file.origin, "operators", f"more than {_MAX_OPERATIONS} operations"
            )
        context = op.subgraph
        for tensor in set(op.operator.outputs) - context.unspecified:
            if tensor not in context.operands and tensor not in context.values:
                raise NotExpressibleError(f"output {tensor} has no equivalent in the contract")

    def _convert_subgraph(
        self, number: int, order: Sequence[int] | None, dropped_outputs: frozenset[int]
    ) -> int:
        """Convert a referenced subgraph; see ``SubgraphConverter``."""
        key = (number, None if order is None else tuple(order), dropped_outputs)
        if key in self.indexes:
            return self.indexes[key]
        if number in self.active or number == 0:
            raise ModelFileError(
                self.file.origin, f"Model.Subgraphs[{number}]", "the subgraph runs itself"
            )
        self.active.append(number)
        try:
            context, chosen, outputs = self._convert_content(number, order, dropped_outputs)
        finally:
            self.active.pop()
        self.indexes[key] = len(self.referenced)
        self.referenced.append(
            context.builder.build([context.operands[tensor] for tensor in chosen], outputs)
        )
        self.names.append(context.builder.names())
        return self.indexes[key]

    def _convert_content(
        self, number: int, order: Sequence[int] | None, dropped_outputs: frozenset[int]
    ) -> tuple[SubgraphContext, Sequence[int], list[int]]:
        """Convert the operators of a subgraph; return it, its input tensors and its outputs."""
        context = self._context(number)
        inputs = context.file.inputs
        if order is not None and len(order) != len(inputs):
            name = context.file.name or str(number)
            raise NotExpressibleError(
                f"subgraph {name} has {len(inputs)} inputs, but the operator passes {len(order)}"
            )
        chosen = inputs if order is None else tuple(inputs[position] for position in order)
        if len(set(inputs)) != len(inputs):
            raise NotExpressibleError("a subgraph has the same tensor as input twice")
        for tensor in chosen:
            _add_input(context, tensor)
        for operator in context.file.operators:
            self._convert_operator_in(context, number, OperatorContext(context, operator))
        outputs = [
            _output_operand(context, tensor, set())
            for position, tensor in enumerate(context.file.outputs)
            if position not in dropped_outputs
        ]
        if len(set(outputs)) != len(outputs):
            outputs = _distinct(context, outputs)
        return context, chosen, outputs

    def _convert_operator_in(
        self, context: SubgraphContext, number: int, op: OperatorContext
    ) -> None:
        """Convert an operator of a referenced subgraph; a refusal names the subgraph."""
        try:
            self._convert_operator(op)
        except NotExpressibleError as error:
            name = context.file.name or str(number)
            raise NotExpressibleError(f"subgraph {name}: {op.operator.builtin}: {error}") from error


def _add_input(context: SubgraphContext, tensor: int) -> int:
    operand = context.builder.add_operand(operand_of(context.file.tensors[tensor]))
    context.define(tensor, operand)
    return operand


def _output_operand(context: SubgraphContext, tensor: int, used: set[int]) -> int:
    """Return an operand with the value of an output; a copy if an operation does not write it."""
    operand = context.operand(tensor)
    written = {index for operation in context.builder.operations for index in operation.outputs}
    if operand in written and operand not in used:
        return operand
    return _copy(context, operand)


def _distinct(context: SubgraphContext, outputs: Sequence[int]) -> list[int]:
    """Return the outputs with copies in place of repeated operands."""
    used: set[int] = set()
    distinct = []
    for operand in outputs:
        distinct.append(_copy(context, operand) if operand in used else operand)
        used.add(operand)
    return distinct


def _copy(context: SubgraphContext, operand: int) -> int:
    """Append an operation that copies an operand."""
    source = context.builder.operands[operand]
    copy = OperandDraft(source.type, source.dimensions, source.scale, source.zero_point)
    copy.name = f"{source.name} (copy)" if source.name else ""
    target = context.builder.add_operand(copy)
    context.builder.add_operation(OperationType.CAST, [operand], [target])
    return target


@dataclass(slots=True)
class _Interface:
    """Selection of the inputs and outputs of the whole model."""

    context: SubgraphContext
    excluded: Mapping[int, Refusal]

    def finish(self, conversion: _Conversion, owners: list[int]) -> ImportedModel:
        """Return the imported model."""
        context, builder = self.context, self.context.builder
        outputs, file_outputs = self._outputs()
        owners += [owners[-1] if owners else 0] * (len(builder.operations) - len(owners))
        inputs, file_inputs = self._inputs()
        states = []
        for state in context.states:
            position = None
            if state.after is not None:
                position = len(outputs)
                after = state.after
                outputs.append(_copy(context, after) if after in outputs else after)
                file_outputs.append(None)
            states.append(ModelState(inputs.index(state.before), position))
        subgraph = builder.build(inputs, outputs)
        return ImportedModel(
            build_model(subgraph, conversion.referenced, conversion.constants),
            builder.names(),
            tuple(conversion.names),
            tuple(file_inputs),
            tuple(file_outputs),
            tuple(states),
            tuple(owners),
            tuple(self.excluded[number] for number in sorted(self.excluded)),
        )

    def _inputs(self) -> tuple[list[int], list[int | None]]:
        """Return the operands of the inputs: those of the file, cut values, then states."""
        context, main = self.context, self.context.file
        inputs: list[int] = []
        numbers: list[int | None] = []
        for number, tensor in enumerate(main.inputs):
            inputs.append(context.operands[tensor])
            numbers.append(number)
        read = {index for operation in context.builder.operations for index in operation.inputs}
        cut = [
            tensor for number in sorted(self.excluded) for tensor in main.operators[number].outputs
        ]
        for tensor in cut:
            operand = context.operands.get(tensor, -1)
            if operand >= 0 and operand in read and operand not in inputs:
                inputs.append(operand)
                numbers.append(None)
        for state in context.states:
            inputs.append(state.before)
            numbers.append(None)
        return inputs, numbers

    def _outputs(self) -> tuple[list[int], list[int | None]]:
        """Return the operands of the outputs: those of the file, then cut values.

        An output of the file that a refused operator computes is left out.
        """
        context, main = self.context, self.context.file
        outputs: list[int] = []
        numbers: list[int | None] = []
        for number, tensor in enumerate(main.outputs):
            if tensor in context.cut:
                continue
            outputs.append(_output_operand(context, tensor, set(outputs)))
            numbers.append(number)
        written = {index for operation in context.builder.operations for index in operation.outputs}
        for number in sorted(self.excluded):
            for tensor in main.operators[number].inputs:
                operand = context.operands.get(tensor, -1)
                if operand in written and operand not in outputs:
                    outputs.append(operand)
                    numbers.append(None)
        return outputs, numbers
