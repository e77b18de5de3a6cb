"""The data model of operation definitions.

One module defines one operation, or a few closely related ones: its operands with their types,
ranks and defaults by version, the conditions under which a call is legal, the output shapes, and
the reference kernel. The validator, the reference driver, the coverage table, the documentation and
the generators read these values. ``CONTRIBUTING.md`` lists the files that contain code for
particular operations.

How much is known about a call depends on who uses the definition: the validator knows only what the
model specifies, whereas an execution knows every shape and value. A definition is written once for
both. It requests shapes and values from a ``Call``, which raises ``Unknown`` if the answer is not
available yet; the user of the definition then tries again when more is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from conformance.hal import (
    INFO,
    ExtraParams,
    Operand,
    OperandLifeTime,
    OperandType,
    OperandTypeInfo,
    OperationType,
    Version,
    unchecked_code,
)
from conformance.operations.definition.operands import Array, Form, OperandSpec, Presence, Shape
from conformance.operations.definition.properties import Properties

Kernel = Callable[[Sequence[Array | None]], Sequence[Array]]
"""Computes one call from the input arrays in operand order (``None`` for an omitted operand);
returns the output arrays in the operands' types and shapes. Quantized operands are storage codes.
"""


class Unknown(Exception):  # noqa: N818 - a control signal, not an error
    """Raised if a requested shape or value is not known yet; the caller tries again later."""


PartialShape = tuple[int | None, ...]


def contradict(first: PartialShape, second: PartialShape) -> bool:
    """Return whether two shapes cannot be the same: their ranks or two known sizes differ."""
    return len(first) != len(second) or any(
        None not in (one, other) and one != other for one, other in zip(first, second, strict=True)
    )


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


@dataclass(frozen=True, slots=True)
class Condition:
    """One named requirement on an operation's calls; a driver refuses models that break it.

    ``check`` returns ``None`` if the call meets the requirement, and otherwise a sentence that
    states the actual and the legal values; it may raise ``Unknown``. ``source`` states the
    requirement after the contract's text and appears in the list of rules. A condition with
    ``until`` applies only to models of versions below it, because that version lifted the
    restriction: a model that breaks the condition needs that version.
    """

    name: str
    check: Callable[[Call], str | None]
    source: str
    until: Version | None = None


def condition(
    source: str, until: Version | None = None
) -> Callable[[Callable[[Call], str | None]], Condition]:
    """Return a decorator that turns a check into a condition.

    The condition has the function's name without leading underscores.
    """
    return lambda check: Condition(check.__name__.lstrip("_"), check, source, until)


@dataclass(frozen=True, slots=True)
class ZeroSize:
    """Permission for sizes of 0 in a fully known shape, from version ``since`` on.

    ``scope`` names the dimensions that the permission covers.
    """

    since: Version
    scope: str


def primary_shape(call: Call) -> tuple[Shape]:
    """Return the shape of the primary operand as the shape of the only output."""
    return (call.primary.shape,)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationDefinition:
    """The complete definition of one operation.

    ``primary`` names the operand whose type selects the row of the type table; ``types`` maps each
    primary type to the version that introduced it. ``shapes`` computes the output shapes, by
    default the primary operand's shape, and ``compile`` builds the kernel; both take a call whose
    conditions hold, and both may raise ``Unknown``. If output sizes depend on the results
    themselves, ``shapes`` is ``data_dependent_shapes`` and ``partial_shapes`` returns what is known
    before the kernel runs. ``output_lists`` names the outputs of each legal output list (at most
    one list of each length); it is needed only if some legal list is not simply the first outputs
    in order. The contract leaves the contents of the outputs in ``unspecified_outputs`` open
    (scratch buffers). ``alternatives`` returns, for an operation that selects elements or points
    by rounded positions, kernels with other choices that the contract permits as well.
    ``properties`` states what the generators and the comparison need to know.
    """

    type: OperationType
    properties: Properties
    types: Mapping[OperandType, Version]
    forms: tuple[Form, ...]
    compile: Callable[[Call], Kernel]
    primary: str = "input"
    outputs: tuple[OperandSpec, ...] = (OperandSpec(name="output"),)
    shapes: Callable[[Call], Sequence[Shape]] = primary_shape
    conditions: tuple[Condition, ...] = ()
    partial_shapes: Callable[[Call], Sequence[PartialShape]] | None = None
    zero_size: ZeroSize | None = None
    output_lists: tuple[tuple[str, ...], ...] = ()
    unspecified_outputs: frozenset[str] = field(default_factory=frozenset)
    alternatives: Callable[[Call], Sequence[Kernel]] | None = None
    doc: str = ""

    @property
    def name(self) -> str:
        """The operation's name in the contract."""
        return self.type.name

    @property
    def since(self) -> Version:
        """The version that introduced the operation: the first version of its oldest type."""
        return min(self.types.values())

    def output_specs(self, count: int) -> tuple[OperandSpec, ...]:
        """Return the definitions of ``count`` outputs, or of fewer if the operation has fewer."""
        for names in self.output_lists:
            if len(names) == count:
                return tuple(spec for spec in self.outputs if spec.name in names)
        specs = self.outputs
        if specs[-1].repeated:
            specs += specs[-1:] * (count - len(specs))
        return specs[:count]

    def output_counts(self) -> tuple[int, int | None]:
        """Return the smallest and largest legal number of outputs; ``None`` for no maximum."""
        if self.output_lists:
            counts = [len(names) for names in self.output_lists]
            return min(counts), max(counts)
        minimum = sum(spec.presence is not Presence.TRAILING for spec in self.outputs)
        unbounded = any(spec.repeated for spec in self.outputs)
        return minimum, None if unbounded else len(self.outputs)

    def takes_output_count(self, count: int) -> bool:
        """Return whether ``count`` is a legal number of outputs."""
        if self.output_lists:
            return any(len(names) == count for names in self.output_lists)
        minimum, maximum = self.output_counts()
        return count >= minimum and (maximum is None or count <= maximum)

    def form_of(self, types: Sequence[int]) -> Form | None:
        """Return the first form that takes inputs of these types in some version."""
        return next((form for form in self.forms if self.accepts(form, types)), None)

    def accepts(self, form: Form, types: Sequence[int]) -> bool:
        """Return whether the number and types of the inputs fit ``form`` in some version."""
        count = len(types)
        primary = form.type_of(self.primary, types)
        if not form.takes_count(count) or primary not in self.types:
            return False
        key = OperandType(int(primary or 0))
        return all(
            any(types[i] == legal for legal, _ in form.spec_at(i, count).types.legal(key))
            for i in range(count)
        )

    def known_shapes(self, call: Call) -> Sequence[PartialShape]:
        """Return the output shapes as far as known before the kernel runs; raises ``Unknown``.

        A complete answer is cached on the call. This is safe because information about a call is
        only ever added, never changed.
        """
        if call.settled_shapes is not None:
            return call.settled_shapes
        if self.partial_shapes is not None:
            return self.partial_shapes(call)
        call.settled_shapes = self.shapes(call)
        return call.settled_shapes


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
    form = definition.form_of([view.type for view in inputs])
    if form is not None:
        return Call(definition, form, inputs, outputs, version)
    raise ValueError(f"no form of {definition.name} accepts inputs of these types")
