"""The variations of the spec language: transformations of a graph and of its values.

Class, method and argument names are those of the public format.
"""

# The public format's own spelling:
# ruff: noqa: N802, N803

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Self

import numpy as np

from conformance.cases.spec.document import SpecDocument
from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.cases.spec.numerics import bound_in_codes, from_real, to_real
from conformance.cases.spec.operands import SymmPerChannelQuantParams, operand_type
from conformance.cases.spec.spec_graph import SpecGraph, SpecOperand, SpecOperandType
from conformance.hal import FusedActivation, OperandType


class NotApplicable(Exception):  # noqa: N818 - not an error: this combination is omitted
    """A variation has nothing to change in a graph, so the combination is omitted."""


class Variation:
    """A transformation of an example; ``Identify`` sets the operands that it changes."""

    follows_subgraphs: ClassVar[bool] = False

    def __init__(self, name: str | None = None) -> None:
        self._name = name
        self.targets: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """The variation's part of the example's name: the given name, else the default name."""
        return self.default_name() if self._name is None else self._name

    def default_name(self) -> str:
        """Return the name of a variation that was created without a name."""
        return ""

    def Identify(self, operandArgs: Any = None, paramArgs: Any = None) -> Self:  # noqa: ARG002
        """Set the operands to change; a mapping also sets an argument for each operand."""
        if operandArgs is not None:
            items = operandArgs if isinstance(operandArgs, Mapping) else dict.fromkeys(operandArgs)
            self.targets = {operand.name: argument for operand, argument in items.items()}
        return self

    def apply(self, graph: SpecGraph, document: SpecDocument) -> None:
        """Transform the graph in place; raise ``NotApplicable`` if there is nothing to change."""
        if not self.follows_subgraphs and any(True for _ in graph.referenced_graphs()):
            raise UnlocatedSpecError(
                f"{type(self).__name__} cannot be used on a model with subgraphs"
            )
        # As in the public generator, targets that were found once are kept: later combinations of
        # the same example use the same targets.
        self.targets = self.targets or self.find_targets(graph)
        for name, argument in self.targets.items():
            if name not in graph.operands:
                raise UnlocatedSpecError(
                    f"{type(self).__name__} refers to {name!r}, which is not in the model"
                )
            operand = graph.operands[name]
            graph.replace_or_add(self.convert(operand, argument, document))
        self.rewrite(graph, document)

    def find_targets(self, graph: SpecGraph) -> dict[str, Any]:  # noqa: ARG002
        """Return the operands to change if ``Identify`` set none."""
        return {}

    def convert(self, operand: SpecOperand, argument: Any, document: SpecDocument) -> SpecOperand:  # noqa: ARG002
        """Return the operand that replaces one target."""
        return operand

    def rewrite(self, graph: SpecGraph, document: SpecDocument) -> None:
        """Change the graph beyond single operands."""


class Default(Variation):
    """No change: the example as declared."""

    follows_subgraphs = True


_AUTOMATIC_TYPES: Final = {
    "float16": ("TENSOR_FLOAT16", "FLOAT16"),
    "int32": ("TENSOR_INT32", "INT32"),
    "quant8": ("TENSOR_QUANT8_ASYMM", None),
    "quant8_signed": ("TENSOR_QUANT8_ASYMM_SIGNED", None),
}
_NAMES_BY_TYPE: Final = {
    "TENSOR_QUANT8_SYMM_PER_CHANNEL": "channelQuant8",
    "TENSOR_QUANT8_ASYMM": "quant8",
    "TENSOR_QUANT8_ASYMM_SIGNED": "quant8_signed",
    "TENSOR_INT32": "int32",
    "TENSOR_FLOAT16": "float16",
}
"""Default names by target type; the first entry that a converter's targets contain is used."""


class DataTypeConverter(Variation):
    """Changes types and converts the data of the given operands, or of all float32 operands."""

    follows_subgraphs = True

    def __init__(
        self,
        targetType: str | None = None,
        name: str | None = None,
        scale: float | None = None,
        zeroPoint: int | None = None,
    ) -> None:
        super().__init__(name)
        if targetType is not None and targetType.lower() not in _AUTOMATIC_TYPES:
            raise UnlocatedSpecError(
                f"unknown target type {targetType!r}: use one of {list(_AUTOMATIC_TYPES)}"
            )
        self.target_type = None if targetType is None else targetType.lower()
        self.scale = scale
        self.zero_point = zeroPoint

    def default_name(self) -> str:
        if self.target_type is not None:
            return self.target_type
        types = [a[0] for a in self.targets.values() if isinstance(a, (list, tuple)) and a]
        return next((name for type_, name in _NAMES_BY_TYPE.items() if type_ in types), "float32")

    def find_targets(self, graph: SpecGraph) -> dict[str, Any]:
        if self.target_type is None:
            return {}
        tensor, scalar = _AUTOMATIC_TYPES[self.target_type]
        quantization: tuple[float, ...] = ()
        if scalar is None:
            if self.scale is None or self.zero_point is None:
                raise UnlocatedSpecError(
                    f"{self.target_type!r} needs a scale and a zero point: "
                    f"DataTypeConverter({self.target_type!r}, scale=..., zeroPoint=...)"
                )
            quantization = (self.scale, self.zero_point)
        targets: dict[str, Any] = {}
        for operand in graph.operands.values():
            if operand.body is not None:
                targets[operand.name] = DataTypeConverter(
                    self.target_type, self._name, self.scale, self.zero_point
                )
            elif operand.type.type is OperandType.TENSOR_FLOAT32:
                targets[operand.name] = (tensor, *quantization)
            elif operand.type.type is OperandType.FLOAT32 and scalar is not None:
                targets[operand.name] = (scalar,)
        return targets

    def convert(self, operand: SpecOperand, argument: Any, document: SpecDocument) -> SpecOperand:
        if isinstance(argument, DataTypeConverter):
            if operand.body is None:
                raise UnlocatedSpecError(
                    f"a nested converter needs a subgraph, but {operand.name!r} is not a subgraph"
                )
            argument.apply(operand.body, document)
            return operand
        old, new = operand.type, _converted_type(operand, argument)
        if not operand.has_values:
            return replace(operand, type=new)
        rank = len(old.dimensions)
        real = to_real(operand.shaped_values(), old.scale, old.zero_point, _channels(old, rank))
        values = from_real(real, new.type, new.scale, new.zero_point, _channels(new, rank))
        return replace(operand.with_values(values), type=new)


def _channels(type_: SpecOperandType, rank: int) -> Any:
    return None if type_.channel_quant is None else type_.channel_quant.broadcast(rank)


def _converted_type(operand: SpecOperand, argument: Any) -> SpecOperandType:
    if not isinstance(argument, (list, tuple)) or not 1 <= len(argument) <= 4:
        raise UnlocatedSpecError(
            f"{operand.name!r} cannot be converted to {argument!r}: "
            "write (type[, scale[, zeroPoint[, SymmPerChannelQuantParams]]])"
        )
    parts: list[Any] = [None, 0, 0, None]
    parts[: len(argument)] = argument
    name, scale, zero_point, extra = parts
    if extra is not None and not isinstance(extra, SymmPerChannelQuantParams):
        raise UnlocatedSpecError(f"{operand.name!r}: {extra!r} is not a SymmPerChannelQuantParams")
    return SpecOperandType(
        operand_type(name),
        operand.type.dimensions,
        float(scale),
        int(zero_point),
        None if extra is None else extra.quant,
    )


class RelaxedModeConverter(Variation):
    """Sets or removes the permission to compute float32 in float16."""

    follows_subgraphs = True

    def __init__(self, isRelaxed: bool | str = True, name: str | None = None) -> None:
        super().__init__(name)
        if isinstance(isRelaxed, str) and isRelaxed.lower() != "relaxed":
            raise UnlocatedSpecError(f"unknown mode {isRelaxed!r}: use 'relaxed', True or False")
        self.relaxed = bool(isRelaxed)

    def default_name(self) -> str:
        return "relaxed" if self.relaxed else "float"

    def rewrite(self, graph: SpecGraph, document: SpecDocument) -> None:  # noqa: ARG002
        graph.relaxed = self.relaxed


class DataLayoutConverter(Variation):
    """Changes the layout of tensors of rank 4, of lists of 4 sizes and of the layout flag."""

    PERMUTATIONS: ClassVar[dict[str, list[int]]] = {"nhwc": [0, 2, 3, 1], "nchw": [0, 3, 1, 2]}

    def __init__(self, targetLayout: str = "nchw", name: str | None = None) -> None:
        super().__init__(name)
        self.layout = targetLayout.lower()
        if self.layout not in self.PERMUTATIONS:
            raise UnlocatedSpecError(f"unknown layout {targetLayout!r}: use 'nhwc' or 'nchw'")

    def default_name(self) -> str:
        return self.layout

    def convert(self, operand: SpecOperand, argument: Any, document: SpecDocument) -> SpecOperand:  # noqa: ARG002
        permutation = self.PERMUTATIONS[self.layout]
        type_ = operand.type
        if len(type_.dimensions) == 4:
            return _transposed(operand, permutation)
        if len(type_.dimensions) == 1 and operand.values is not None and operand.values.size == 4:
            return operand.with_values(operand.values[permutation])
        if type_.type is OperandType.BOOL:
            return operand.with_values(np.array([self.layout == "nchw"]))
        raise UnlocatedSpecError(
            f"{operand.name!r} has no layout: use tensors of rank 4, lists of 4 values "
            "or the BOOL layout flag"
        )


def _transposed(operand: SpecOperand, permutation: Sequence[int]) -> SpecOperand:
    type_ = operand.type
    dimensions = tuple(type_.dimensions[axis] for axis in permutation)
    moved = replace(operand, type=replace(type_, dimensions=dimensions, channel_quant=None))
    if not operand.has_values:
        return moved
    return moved.with_values(operand.shaped_values().transpose(permutation))


class AxisConverter(Variation):
    """Moves axis ``origin`` to ``target``, then removes axes and keeps their first slice."""

    def __init__(
        self,
        origin: int,
        target: int,
        dim: int,
        drop: int | Iterable[int] = (),
        name: str | None = None,
    ) -> None:
        super().__init__(name)
        dropped = [drop] if isinstance(drop, int) else list(drop)
        if not all(-dim <= axis < dim for axis in (origin, target, *dropped)):
            raise UnlocatedSpecError(
                f"an axis of {(origin, target, *dropped)} is out of range for rank {dim}"
            )
        self.rank = dim
        self.target = target
        self.dropped = {axis % dim for axis in dropped}
        if target % dim in self.dropped:
            raise UnlocatedSpecError(f"axis {target} cannot be both the target and removed")
        self.permutation = [axis for axis in range(dim) if axis != origin % dim]
        self.permutation.insert(target % dim, origin % dim)

    def _target_after_drop(self) -> int:
        """Return the target axis after the removal of axes; a negative axis stays negative."""
        if self.target >= 0:
            return self.target - sum(axis < self.target for axis in self.dropped)
        return self.target + sum(axis > self.target + self.rank for axis in self.dropped)

    def default_name(self) -> str:
        rank = self.rank - len(self.dropped)
        axis = self._target_after_drop()
        return f"dim{rank}_axis{axis % rank}{'_neg' if self.target < 0 else ''}"

    def convert(self, operand: SpecOperand, argument: Any, document: SpecDocument) -> SpecOperand:  # noqa: ARG002
        if operand.type.type is OperandType.INT32:
            return operand.with_values([self._target_after_drop()])
        if len(operand.type.dimensions) != self.rank:
            raise UnlocatedSpecError(
                f"{operand.name!r} is neither a tensor of rank {self.rank} nor an axis"
            )
        moved = _transposed(operand, self.permutation)
        dimensions = tuple(
            size for axis, size in enumerate(moved.type.dimensions) if axis not in self.dropped
        )
        cut = replace(moved, type=replace(moved.type, dimensions=dimensions))
        if not moved.has_values:
            return cut
        first = tuple(0 if axis in self.dropped else slice(None) for axis in range(self.rank))
        return cut.with_values(moved.shaped_values()[first])


class ActivationConverter(Variation):
    """Sets the fused activation and clamps the expected values to its range."""

    BOUNDS: ClassVar[dict[str, tuple[FusedActivation, float | None, float | None]]] = {
        "none": (FusedActivation.NONE, None, None),
        "relu": (FusedActivation.RELU, 0.0, None),
        "relu1": (FusedActivation.RELU1, -1.0, 1.0),
        "relu6": (FusedActivation.RELU6, 0.0, 6.0),
    }

    def __init__(self, act: str = "relu", name: str | None = None) -> None:
        super().__init__(name)
        self.activation = act.lower()
        if self.activation not in self.BOUNDS:
            raise UnlocatedSpecError(
                f"unknown activation {act!r}: use one of {sorted(self.BOUNDS)}"
            )

    def default_name(self) -> str:
        return self.activation

    def convert(self, operand: SpecOperand, argument: Any, document: SpecDocument) -> SpecOperand:  # noqa: ARG002
        code, low, high = self.BOUNDS[self.activation]
        type_ = operand.type
        if type_.type is OperandType.INT32:
            return operand.with_values([int(code)])
        if not operand.role.is_output:
            raise UnlocatedSpecError(
                f"{operand.name!r} is neither a model output nor an activation code"
            )
        if operand.values is None:
            return operand
        values = operand.values
        if low is not None:
            low = bound_in_codes(low, type_.type, type_.scale, type_.zero_point)
            values = np.maximum(values, low)
        if high is not None:
            high = bound_in_codes(high, type_.type, type_.scale, type_.zero_point)
            values = np.minimum(values, high)
        return operand.with_values(values)


_VARIATION_BY_NAME: Final[dict[str, type[Variation]]] = {
    **dict.fromkeys(_AUTOMATIC_TYPES, DataTypeConverter),
    "relaxed": RelaxedModeConverter,
    **dict.fromkeys(DataLayoutConverter.PERMUTATIONS, DataLayoutConverter),
    **dict.fromkeys(ActivationConverter.BOUNDS, ActivationConverter),
}


def as_variation(argument: Any) -> Variation:
    """Return the variation for an argument of ``AddVariations``.

    Raise ``UnlocatedSpecError`` for an object that is not a variation.
    """
    if isinstance(argument, Variation):
        return argument
    word, *operands = argument if isinstance(argument, (list, tuple)) else (argument,)
    if not isinstance(word, str) or word.lower() not in _VARIATION_BY_NAME:
        raise UnlocatedSpecError(
            f"{argument!r} is not a variation: use a converter or one of {list(_VARIATION_BY_NAME)}"
        )
    variation: Variation = _VARIATION_BY_NAME[word.lower()](word)
    return variation.Identify(*operands)
