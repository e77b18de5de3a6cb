"""The models of the spec language: operations over operands, and references between models.

Class, method and argument names are those of the public format. A bad operation is kept with its
model as a mistake and breaks only the examples of that model.
"""

# The public format's own spelling:
# ruff: noqa: N802, N803

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from conformance.hal import OperandLifeTime, OperationType, Version
from conformance.specfile.errors import Mistake
from conformance.specfile.graph import Role
from conformance.specfile.language.operands import (
    BoolScalar,
    Float32Scalar,
    Float32Vector,
    Int32Scalar,
    Int32Vector,
    Operand,
    Parameter,
)
from conformance.specfile.language.sheet import current_sheet


class SubgraphReference(Parameter):
    """Names another model as an operand of IF or WHILE."""

    role = Role.SHORTHAND

    def __init__(self, name: str, model: Model) -> None:
        super().__init__(name, ("SUBGRAPH", ()), model)
        self.lives_as = OperandLifeTime.SUBGRAPH
        if model.name is None:
            model.name = name


_SCALAR_SHORTHANDS: dict[type, Callable[[str, Any], Operand]] = {
    int: Int32Scalar,
    float: Float32Scalar,
    bool: BoolScalar,
}


def as_operand(argument: Any) -> Operand:
    """The operand that an argument of an operation stands for."""
    if isinstance(argument, Operand):
        return argument
    if isinstance(argument, Model):
        return SubgraphReference("param", argument)
    if shorthand := _SCALAR_SHORTHANDS.get(type(argument)):
        return shorthand("param", argument)
    if type(argument) in (list, tuple):
        if all(type(item) is int for item in argument):
            return Int32Vector("param", argument)
        if all(type(item) is float for item in argument):
            return Float32Vector("param", argument)
    raise Mistake(
        f"{argument!r} cannot be an operand: use an operand, a model, an int, float or bool, "
        "or a list that is all int or all float"
    )


@dataclass(slots=True)
class DeclaredOperation:
    """One operation as written."""

    type: OperationType
    inputs: list[Operand]
    outputs: list[Operand]
    line: int


class Model:
    """A model: operands in the order in which they are first mentioned, and operations."""

    def __init__(self, name: str | None = None) -> None:
        sheet = current_sheet.get()
        self.name = name
        self.version = sheet.version
        self.relaxed = False
        self.operands: dict[str, Operand] = {}
        self.operations: list[DeclaredOperation] = []
        self.mistake: Mistake | None = None
        sheet.models.append(self)

    def AddOperand(self, operand: Operand) -> Self:
        """Mention an operand."""
        self.operands.setdefault(operand.name, operand)
        return self

    def Operation(self, op_name: str, *args: Any) -> Self:
        """Append an operation; ``To`` names its outputs."""
        line = current_sheet.get().line()
        type_ = OperationType.__members__.get(op_name) if isinstance(op_name, str) else None
        if type_ is None:
            self.mistake = self.mistake or Mistake(
                f"unknown operation {op_name!r}: use a name of the HAL such as 'ADD'", line
            )
            type_ = OperationType.OEM_OPERATION
        inputs: list[Operand] = []
        for position, argument in enumerate(args):
            try:
                inputs.append(as_operand(argument))
            except Mistake as mistake:
                text = f"input {position} of {op_name}: {mistake.message}"
                self.mistake = self.mistake or Mistake(text, line)
        self.operations.append(DeclaredOperation(type_, inputs, [], line))
        for operand in inputs:
            self.AddOperand(operand)
        return self

    def To(self, *args: Any) -> Self:
        """Name the outputs of the operation written last."""
        if not self.operations:
            raise Mistake("To() before any Operation(): write Operation(...).To(...)")
        outputs = args[0] if args and isinstance(args[0], (list, tuple)) else args
        for operand in outputs:
            if not isinstance(operand, Operand):
                raise Mistake(f"{operand!r} cannot be an output: use an operand")
            self.AddOperand(operand)
        self.operations[-1].outputs = list(outputs)
        return self

    def IdentifyInputs(self, *args: Operand) -> Self:
        """Fix the model inputs and their order."""
        return self._identify(args, self.GetInputs, "inputs")

    def IdentifyOutputs(self, *args: Operand) -> Self:
        """Fix the model outputs and their order."""
        return self._identify(args, self.GetOutputs, "outputs")

    def _identify(
        self, wanted: Sequence[Operand], present: Callable[[], list[Operand]], kind: str
    ) -> Self:
        for operand in wanted:
            self.AddOperand(operand)
        if present() != list(wanted):
            raise Mistake(
                f"the model's {kind} are {present()}, not {list(wanted)}: "
                f"identify all {kind}, in order, before the operations"
            )
        return self

    def GetInputs(self) -> list[Operand]:
        """Model inputs in operand order."""
        return [o for o in self.operands.values() if o.role is Role.INPUT]

    def GetOutputs(self) -> list[Operand]:
        """Model outputs in operand order."""
        return [o for o in self.operands.values() if o.role.is_output]

    def RelaxedExecution(self, isRelaxed: bool) -> Self:
        """Allow float32 to be computed as float16."""
        self.relaxed = bool(isRelaxed)
        return self

    def IntroducedIn(self, ver: str | None) -> Self:
        """Say which HAL version the model needs; ``None`` claims none."""
        self.version = version_named(ver)
        return self


def version_named(name: str | None) -> Version | None:
    """The HAL version a spec names."""
    if name is None:
        return None
    if name not in Version.__members__:
        raise Mistake(f"unknown version {name!r}: one of {', '.join(Version.__members__)}")
    return Version[name]
