"""A call of an operation, viewed through its definition: the shapes and values known so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from conformance.hal import (
    INFO,
    ExtraParams,
    Operand,
    OperandLifeTime,
    OperandType,
    OperandTypeInfo,
    Version,
    unchecked_code,
)
from conformance.operations.definition.definition import (
    Array,
    Form,
    OperandSpec,
    OperationDefinition,
    Presence,
    Shape,
)


class Unknown(Exception):  # noqa: N818 - a control signal, not an error
    """Raised if a requested shape or value is not known yet; the caller tries again later."""


PartialShape = tuple[int | None, ...]


_NO_VALUE: Final = int(OperandLifeTime.NO_VALUE)
_INPUT: Final = int(OperandLifeTime.SUBGRAPH_INPUT)


class OperandView:
    """One operand of a call, as far as it is known.

    ``dims`` is ``None`` for an unknown rank and contains ``None`` for an unknown size; a 0 is an
    actual size of 0. ``value`` is the array of a known value (storage codes for quantized types),
    otherwise ``None``. ``omitted`` is ``None`` while it is not known whether the operand will have
    a value.
    """

    __slots__ = ("dims", "extra_params", "info", "omitted", "scale", "type", "value", "zero_point")

    def __init__(
        self,
        type_: OperandType,
        dims: PartialShape | None,
        *,
        scale: float = 0.0,
        zero_point: int = 0,
        extra_params: ExtraParams = None,
        value: Array | None = None,
        omitted: bool | None = False,
    ) -> None:
        self.type = type_
        self.info: OperandTypeInfo | None = INFO.get(type_)
        self.dims = dims
        self.scale = scale
        self.zero_point = zero_point
        self.extra_params = extra_params
        self.value = value
        self.omitted = omitted

    @classmethod
    def of(cls, operand: Operand, value: Array | None = None) -> OperandView:
        """Return the view of a model's operand.

        In a model, a size of 0 means an unknown size, and a tensor without dimensions has an
        unknown rank.
        """
        # This runs for every operand of every case: skipping __init__ and the enum call saves time.
        view = cls.__new__(cls)
        info = INFO.get(operand.type)
        view.info = info
        view.type = unchecked_code(OperandType, operand.type) if info is None else info.type
        if value is not None:
            view.dims = value.shape
        elif info is not None and info.tensor:
            dimensions = operand.dimensions
            if 0 in dimensions:
                view.dims = tuple([size or None for size in dimensions])
            else:
                view.dims = dimensions or None
        else:
            view.dims = ()
        view.scale = operand.scale
        view.zero_point = operand.zero_point
        view.extra_params = operand.extra_params
        view.value = value
        lifetime = operand.lifetime
        view.omitted = lifetime == _NO_VALUE or (None if lifetime == _INPUT else False)
        return view

    def with_value(self, value: Array | None) -> OperandView:
        """Return this operand with the value of a request, or omitted if the value is ``None``."""
        view = self.__class__.__new__(self.__class__)
        view.type, view.info = self.type, self.info
        view.scale, view.zero_point = self.scale, self.zero_point
        view.extra_params = self.extra_params
        view.dims = self.dims if value is None else value.shape
        view.value = value
        view.omitted = value is None
        return view

    @property
    def rank(self) -> int:
        """The number of dimensions; raises ``Unknown``."""
        if self.dims is None:
            raise Unknown
        return len(self.dims)

    @property
    def shape(self) -> Shape:
        """The complete shape; raises ``Unknown`` if a size is not known."""
        dims = self.dims
        if dims is None or None in dims:
            raise Unknown
        return dims  # type: ignore[return-value]

    @property
    def dtype(self) -> np.dtype[Any]:
        """The numpy type of the operand's elements."""
        assert self.info is not None
        return self.info.dtype

    def same_quantization(self, other: OperandView) -> bool:
        """Return whether both operands have the same scale and zero point."""
        return self.scale == other.scale and self.zero_point == other.zero_point

    def __repr__(self) -> str:
        return f"OperandView({self.type.name}, {self.dims}, {self.scale}, {self.zero_point})"


def is_quantized(view: OperandView) -> bool:
    """Return whether the operand's storage codes represent scaled real numbers."""
    return view.info is not None and view.info.quantized


class Call:
    """An operation's definition applied to operands, which are looked up by name.

    ``scalar`` returns the default of a trailing operand that was left out, or that the form does
    not have. Shapes and values raise ``Unknown`` while they are not available.
    """

    __slots__ = ("definition", "form", "inputs", "outputs", "places", "settled_shapes", "version")

    def __init__(
        self,
        definition: OperationDefinition,
        form: Form,
        inputs: Sequence[OperandView],
        outputs: Sequence[OperandView],
        version: Version = Version.AIDL_V4,
    ) -> None:
        self.definition = definition
        self.form = form
        self.inputs = inputs
        self.outputs = outputs
        self.version = version
        self.places = form.places(len(inputs))
        self.settled_shapes: Sequence[Shape] | None = None
        """All output shapes, cached by ``OperationDefinition.known_shapes``; else ``None``."""

    def position(self, name: str) -> int | None:
        """Return the index of the input ``name``, or ``None`` if the call lacks it.

        The result for a repeated operand is the index of the first of its inputs.
        """
        return self.places.get(name)

    def repeated(self, name: str) -> range:
        """Return the indexes of all inputs that belong to the repeated operand ``name``."""
        first = self.position(name)
        if first is None:
            return range(0)
        after = len(self.form.inputs) - 1 - first
        return range(first, len(self.inputs) - after)

    def spec(self, index: int) -> OperandSpec:
        """Return the definition of the input at ``index``."""
        return self.form.spec_at(index, len(self.inputs))

    def view(self, name: str) -> OperandView:
        """Return the input ``name``; raises ``KeyError`` if it was left out at the end."""
        try:
            return self.inputs[self.places[name]]
        except KeyError:
            raise KeyError(f"{self.definition.name} has no operand {name!r} in this call") from None

    def present(self, name: str) -> bool:
        """Return whether the input has a value; raises ``Unknown`` if the request decides."""
        index = self.places.get(name)
        if index is None:
            return False
        view = self.inputs[index]
        if view.omitted is None:
            if self.spec(index).presence is Presence.REQUIRED:
                return True
            raise Unknown
        return not view.omitted

    def shape(self, name: str) -> Shape:
        """Return the complete shape of an input; raises ``Unknown``."""
        return self.inputs[self.places[name]].shape

    def rank(self, name: str) -> int:
        """Return the rank of an input; raises ``Unknown``."""
        return self.inputs[self.places[name]].rank

    def constant(self, name: str) -> Array | None:
        """Return the input's value if it is known already, otherwise ``None``."""
        index = self.places.get(name)
        return None if index is None else self.inputs[index].value

    def value(self, name: str) -> Array:
        """Return the input's value; raises ``Unknown`` if it is not known yet."""
        value = self.inputs[self.places[name]].value
        if value is None:
            raise Unknown
        return value

    def scalar(self, name: str) -> Any:
        """Return a scalar as a Python value, or the default if left out; raises ``Unknown``."""
        index = self.places.get(name)
        if index is None:
            return self.form.default(name)
        value = self.inputs[index].value
        if value is None:
            raise Unknown
        return value.item()

    def output(self, index: int = 0) -> OperandView:
        """Return the output operand at ``index``."""
        return self.outputs[index]

    @property
    def primary(self) -> OperandView:
        """The operand whose type selects the signature."""
        return self.inputs[self.places[self.definition.primary]]


def data_dependent_shapes(call: Call) -> Sequence[Shape]:  # noqa: ARG001 - never known from a call
    """Raise ``Unknown``: the ``shapes`` of operations whose output sizes depend on the results."""
    raise Unknown


def create_call(
    definition: OperationDefinition,
    inputs: Sequence[OperandView],
    outputs: Sequence[OperandView],
    version: Version = Version.AIDL_V4,
) -> Call:
    """Return the call in the first form that fits the operand types, or raise ``ValueError``."""
    for form in definition.forms:
        if form.accepts(definition, [view.type for view in inputs]):
            return Call(definition, form, inputs, outputs, version)
    raise ValueError(f"no form of {definition.name} accepts inputs of these types")
