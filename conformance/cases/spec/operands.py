"""The operand classes of the spec language: inputs, outputs, constants and internal operands.

Class, method and argument names are those of the public format, except that its ``Operand`` is
called ``DeclaredOperand`` here. An invalid type is stored as the operand's error, so that it breaks
only the examples that use the operand.
"""

# The public format's own spelling:
# ruff: noqa: N802, N803

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from enum import IntEnum
from types import SimpleNamespace
from typing import Any, ClassVar, Self, TypeVar

from conformance.cases.spec.document import current_document
from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.cases.spec.spec_graph import ChannelScales, OperandRole, SpecOperandType
from conformance.hal import INFO, OperandLifeTime, OperandType
from conformance.operations import extension_codes

_E = TypeVar("_E", bound=IntEnum)


class SymmPerChannelQuantParams:
    """Per-channel scales; with ``hide``, they only convert data and are not in the model."""

    def __init__(self, channelDim: int, scales: Sequence[float], hide: bool = False) -> None:
        self.channelDim = channelDim
        self.scales = scales
        self.hide = hide
        self.quant = ChannelScales(int(channelDim), tuple(map(float, scales)), bool(hide))


def member_named(enum: type[_E], name: Any) -> _E | None:
    """Return the code of that name, which may belong to an extension; ``None`` if unknown."""
    if not isinstance(name, str):
        return None
    if name in enum.__members__:
        return enum[name]
    code = extension_codes().get(name)
    return code if isinstance(code, enum) else None


def operand_type(name: Any) -> OperandType:
    """Return the operand type of that name, or raise ``UnlocatedSpecError`` for any other name.

    The name of an extension's type is that of the extension, a period and its own name.
    """
    type_ = member_named(OperandType, name)
    if type_ is None or (type_ not in INFO and type_ is not OperandType.SUBGRAPH):
        raise UnlocatedSpecError(
            f"unknown operand type {name!r}: use a name such as 'TENSOR_FLOAT32'"
        )
    return type_


def make_type(
    name: Any, dimensions: Any, scale: Any = 0.0, zero_point: Any = 0, extra: Any = None
) -> SpecOperandType:
    """Return the type for the items of a type tuple; raise ``UnlocatedSpecError`` if invalid."""
    if not isinstance(dimensions, (list, tuple)):
        raise UnlocatedSpecError(f"dimensions {dimensions!r} must be a list or tuple of sizes")
    if extra is not None and not isinstance(extra, SymmPerChannelQuantParams):
        raise UnlocatedSpecError(f"{extra!r} is not a SymmPerChannelQuantParams")
    try:
        sizes = tuple(int(size) for size in dimensions)
        quantization = float(scale), int(zero_point)
    except (TypeError, ValueError) as error:
        raise UnlocatedSpecError(
            f"invalid type ({name}, {dimensions}, {scale}, {zero_point}): {error}"
        ) from None
    if any(size < 0 for size in sizes):
        raise UnlocatedSpecError(
            f"dimensions {list(sizes)} contain a negative size; use 0 for an unknown size"
        )
    return SpecOperandType(operand_type(name), sizes, *quantization, extra.quant if extra else None)


def parse_shape(text: Any) -> tuple[list[int], float, int]:
    """Parse the older text form ``{1,2}, 0.5f, 127``; return dimensions, scale and zero point."""
    if not isinstance(text, str):
        raise UnlocatedSpecError(
            f"{text!r} is not a shape: after a type name, write a text such as '{{2,3}}', "
            "or write type and dimensions as one tuple"
        )
    if text in ("", "{}"):
        return [], 0.0, 0
    head, brace, rest = text.partition("}")
    try:
        if not brace:
            raise ValueError("no closing brace")
        sizes = [int(size) for size in head.rpartition("{")[2].split(",")]
        numbers = [part.strip() for part in rest.split(",")[1:]] if rest.strip() else []
        scale = float(numbers[0].replace("f", "")) if numbers else 0.0
        zero_point = int(numbers[1]) if len(numbers) > 1 else 0
    except ValueError as error:
        raise UnlocatedSpecError(
            f"cannot read the shape {text!r} ({error}): "
            "write it as '{2,3}' or '{2,3}, 0.5f, 128'"
        ) from None
    return sizes, scale, zero_point


_OperandClass = TypeVar("_OperandClass", bound="DeclaredOperand")


class DeclaredOperand:
    """A declared operand. Operands with equal names are equal."""

    role: OperandRole = OperandRole.INTERNAL
    first_lifetime: ClassVar[OperandLifeTime] = OperandLifeTime.TEMPORARY_VARIABLE
    takes_value: ClassVar[bool] = True

    def __init__(
        self,
        name: str,
        opType: Any,
        value: Any = None,
        backward: Any = None,
        skipRenaming: bool = False,
        extraParams: SymmPerChannelQuantParams | None = None,
    ) -> None:
        document = current_document.get()
        self.name = str(name) if skipRenaming else document.operand_names.claim(str(name))
        self.line = document.line()
        self.mistake: UnlocatedSpecError | None = None
        self.may_be_internal = True
        self.lives_as = self.first_lifetime
        self.extra_params = extraParams
        try:
            if isinstance(opType, str):
                self.declared = make_type(opType, *parse_shape(value), extraParams)
                value = backward
            else:
                self.declared = _type_of_tuple(opType, extraParams)
        except UnlocatedSpecError as mistake:
            self.declared = SpecOperandType(OperandType.TENSOR_FLOAT32)
            self.mistake = UnlocatedSpecError(
                f"operand {self.name!r}: {mistake.message}", self.line
            )
        self.value: Sequence[Any] | None = None
        if self.takes_value:
            self.SetValue(value)

    def SetValue(self, value: Any) -> Self:
        """Set the operand's values; a value that is not a list counts as a list of one value."""
        self.value = value if value is None or type(value) in (list, tuple) else [value]
        return self

    @property
    def type(self) -> SimpleNamespace:
        """The type with the attribute names of the public format, for specs that use it."""
        return SimpleNamespace(
            type=self.declared.type.name,
            dimensions=list(self.declared.dimensions),
            scale=self.declared.scale,
            zeroPoint=self.declared.zero_point,
            extraParams=self.extra_params,
        )

    @property
    def lifetime(self) -> str:
        """The name of the lifetime."""
        return self.lives_as.name

    def ConvertTo(
        self, DerivedClass: builtins.type[_OperandClass], name: str | None = None
    ) -> _OperandClass:
        """Return an operand of another class with the same type and value."""
        declared = self.declared
        parts = (declared.type.name, declared.dimensions, declared.scale, declared.zero_point)
        options: dict[str, Any] = {"skipRenaming": True, "extraParams": self.extra_params}
        converted = DerivedClass(self.name if name is None else name, parts, self.value, **options)
        converted.may_be_internal = self.may_be_internal
        return converted

    def ShouldNeverBeInternal(self) -> Self:
        """Prevent variations from replacing this model input by an internal operand."""
        self.may_be_internal = False
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeclaredOperand) and self.name == other.name

    def __lt__(self, other: DeclaredOperand) -> bool:
        return self.name < other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"


def _type_of_tuple(parts: Any, extra: SymmPerChannelQuantParams | None) -> SpecOperandType:
    if not isinstance(parts, (list, tuple)) or not 2 <= len(parts) <= 4:
        raise UnlocatedSpecError(
            f"{parts!r} is not a type: write (type, dimensions[, scale[, zeroPoint]])"
        )
    scale, zero_point = (*parts[2:], 0, 0)[:2]
    return make_type(parts[0], parts[1], scale, zero_point, extra)


class _ExampleFedOperand(DeclaredOperand):
    """An operand whose values come from the examples; a declared value is only a default."""

    def __init__(
        self,
        name: str,
        opType: Any,
        backward: Any = None,
        skipRenaming: bool = False,
        extraParams: SymmPerChannelQuantParams | None = None,
    ) -> None:
        super().__init__(name, opType, backward, None, skipRenaming, extraParams)


class Input(_ExampleFedOperand):
    """A model input."""

    role = OperandRole.INPUT
    first_lifetime = OperandLifeTime.SUBGRAPH_INPUT


class Output(_ExampleFedOperand):
    """A model output; the values in an example are the expected values."""

    role = OperandRole.OUTPUT
    first_lifetime = OperandLifeTime.SUBGRAPH_OUTPUT


class IgnoredOutput(Output):
    """A model output whose values are not compared."""

    role = OperandRole.IGNORED_OUTPUT


class Internal(_ExampleFedOperand):
    """An operand that one operation writes and others read."""

    role = OperandRole.INTERNAL
    takes_value = False


class Parameter(DeclaredOperand):
    """A constant; with the value ``None``, the operand is omitted (lifetime NO_VALUE)."""

    role = OperandRole.CONSTANT

    def __init__(
        self,
        name: str,
        opType: Any,
        value: Any,
        backward: Any = None,
        skipRenaming: bool = False,
        extraParams: SymmPerChannelQuantParams | None = None,
    ) -> None:
        super().__init__(name, opType, value, backward, skipRenaming, extraParams)
        omitted = value is None
        self.lives_as = (
            OperandLifeTime.NO_VALUE if omitted else current_document.get().constant_lifetime()
        )


def _shorthand(
    word: str, type_name: str, convert: Callable[[Any], Any], *, vector: bool = False
) -> Callable[[str, Any], Parameter]:
    """Return the word of the language for a constant of a type: a scalar, or a tensor of rank 1."""

    def create(name: str, value: Any) -> Parameter:
        dims = (len(value),) if vector else ()
        numbers = [convert(number) for number in value] if vector else convert(value)
        operand = Parameter(name, (type_name, dims), numbers)
        operand.role = OperandRole.SHORTHAND
        return operand

    create.__name__ = word
    return create


Int32Scalar = _shorthand("Int32Scalar", "INT32", int)
Float32Scalar = _shorthand("Float32Scalar", "FLOAT32", float)
Float16Scalar = _shorthand("Float16Scalar", "FLOAT16", float)
BoolScalar = _shorthand("BoolScalar", "BOOL", bool)
Int32Vector = _shorthand("Int32Vector", "TENSOR_INT32", int, vector=True)
Float32Vector = _shorthand("Float32Vector", "TENSOR_FLOAT32", float, vector=True)
