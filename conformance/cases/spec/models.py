"""The class ``Model`` of the spec language, and references between models.

The class is called ``DeclaredModel`` here; method and argument names are those of the public
format. An invalid operation is stored as the model's error, so that it breaks only the examples of
that model.
"""

# The public format's own spelling:
# ruff: noqa: N802, N803

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

from conformance.cases.spec.document import current_document
from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.cases.spec.operands import (
    BoolScalar,
    DeclaredOperand,
    Float32Scalar,
    Float32Vector,
    Int32Scalar,
    Int32Vector,
    Parameter,
    member_named,
)
from conformance.cases.spec.spec_graph import OperandRole, SpecOperation
from conformance.hal import OperandLifeTime, OperationType, Version


class SubgraphReference(Parameter):
    """An operand of IF or WHILE that refers to another model."""

    role = OperandRole.SHORTHAND

    def __init__(self, name: str, model: DeclaredModel) -> None:
        super().__init__(name, ("SUBGRAPH", ()), model)
        self.lives_as = OperandLifeTime.SUBGRAPH
        if model.name is None:
            model.name = name


_SCALAR_SHORTHANDS: dict[type, Callable[[str, Any], DeclaredOperand]] = {
    int: Int32Scalar,
    float: Float32Scalar,
    bool: BoolScalar,
}


def as_operand(argument: Any) -> DeclaredOperand:
    """Return the operand for an argument of ``Model.Operation``.

    Models and plain Python values become new operands; raise ``UnlocatedSpecError`` for other
    objects.
    """
    if isinstance(argument, DeclaredOperand):
        return argument
    if isinstance(argument, DeclaredModel):
        return SubgraphReference("param", argument)
    if shorthand := _SCALAR_SHORTHANDS.get(type(argument)):
        return shorthand("param", argument)
    if type(argument) in (list, tuple):
        if all(type(item) is int for item in argument):
            return Int32Vector("param", argument)
        if all(type(item) is float for item in argument):
            return Float32Vector("param", argument)
    raise UnlocatedSpecError(
        f"{argument!r} cannot be an operand: use an operand, a model, an int, float or bool, "
        "or a list that is all int or all float"
    )


class DeclaredModel:
    """A model: operands in the order in which they are first mentioned, and operations."""

    def __init__(self, name: str | None = None) -> None:
        document = current_document.get()
        self.name = name
        self.version = document.version
        self.relaxed = False
        self.operands: dict[str, DeclaredOperand] = {}
        self.operations: list[SpecOperation] = []
        self.mistake: UnlocatedSpecError | None = None
        document.models.append(self)

    def AddOperand(self, operand: DeclaredOperand) -> Self:
        """Add an operand, unless the model already has it."""
        self.operands.setdefault(operand.name, operand)
        return self

    def Operation(self, op_name: str, *args: Any) -> Self:
        """Append an operation; ``To`` sets its outputs."""
        line = current_document.get().line()
        type_ = member_named(OperationType, op_name)
        if type_ is None:
            self.mistake = self.mistake or UnlocatedSpecError(
                f"unknown operation {op_name!r}: use a name of the HAL such as 'ADD'", line
            )
            type_ = OperationType.OEM_OPERATION
        inputs: list[DeclaredOperand] = []
        for position, argument in enumerate(args):
            try:
                inputs.append(as_operand(argument))
            except UnlocatedSpecError as mistake:
                text = f"input {position} of {op_name}: {mistake.message}"
                self.mistake = self.mistake or UnlocatedSpecError(text, line)
        names = tuple([operand.name for operand in inputs])
        self.operations.append(SpecOperation(type_, names, (), line))
        for operand in inputs:
            self.AddOperand(operand)
        return self

    def To(self, *args: Any) -> Self:
        """Set the outputs of the last operation."""
        if not self.operations:
            raise UnlocatedSpecError("To() before any Operation(): write Operation(...).To(...)")
        outputs = args[0] if args and isinstance(args[0], (list, tuple)) else args
        for operand in outputs:
            if not isinstance(operand, DeclaredOperand):
                raise UnlocatedSpecError(f"{operand!r} cannot be an output: use an operand")
            self.AddOperand(operand)
        names = tuple([operand.name for operand in outputs])
        self.operations[-1] = replace(self.operations[-1], outputs=names)
        return self

    def IdentifyInputs(self, *args: DeclaredOperand) -> Self:
        """Declare the model inputs and their order."""
        return self._identify(args, self.GetInputs, "inputs")

    def IdentifyOutputs(self, *args: DeclaredOperand) -> Self:
        """Declare the model outputs and their order."""
        return self._identify(args, self.GetOutputs, "outputs")

    def _identify(
        self,
        operands: Sequence[DeclaredOperand],
        present: Callable[[], list[DeclaredOperand]],
        kind: str,
    ) -> Self:
        for operand in operands:
            self.AddOperand(operand)
        if present() != list(operands):
            raise UnlocatedSpecError(
                f"the model's {kind} are {present()}, not {list(operands)}: "
                f"identify all {kind}, in order, before the operations"
            )
        return self

    def GetInputs(self) -> list[DeclaredOperand]:
        """Return the model inputs in operand order."""
        return [o for o in self.operands.values() if o.role is OperandRole.INPUT]

    def GetOutputs(self) -> list[DeclaredOperand]:
        """Return the model outputs in operand order."""
        return [o for o in self.operands.values() if o.role.is_output]

    def RelaxedExecution(self, isRelaxed: bool) -> Self:
        """Permit float32 computation in float16."""
        self.relaxed = bool(isRelaxed)
        return self

    def IntroducedIn(self, ver: str | None) -> Self:
        """Set the HAL version of the model; ``None`` states no version."""
        self.version = version_named(ver)
        return self


def version_named(name: str | None) -> Version | None:
    """Return the HAL version with a name such as ``"V1_2"``; ``None`` for ``None``."""
    if name is None:
        return None
    if name not in Version.__members__:
        raise UnlocatedSpecError(
            f"unknown version {name!r}: use one of {', '.join(Version.__members__)}"
        )
    return Version[name]
