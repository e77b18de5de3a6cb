"""The operands of a graph under construction: existing ones to read, and new ones.

A scale is 1, 1.25, 1.5 or 1.75 times a power of two. It is therefore exact in float32, as is the
product of two scales, which a bias needs as its scale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import frexp, ldexp, prod
from struct import Struct
from typing import Any, Final

import numpy as np

from conformance.cases.random_source import RandomSource
from conformance.hal import INFO, ExtraParams, OperandLifeTime, OperandType, Version
from conformance.operations import OperandView
from generators.construction import tensor_values
from generators.construction.profiles import (
    CHANNEL_COUNTS,
    COUNTS,
    LARGE_COUNTS,
    LONGEST,
    MIXED_FORMS,
    RANKS_OF_FORMS,
    SMALL_SIZES,
    WINDOWS,
    Profile,
    count_of_form,
    dims_of_form,
)
from generators.construction.tensor_values import EXTREMES, ValueDistribution

_SMALLEST: Final = 2.0**-24
_STEPS_PER_OCTAVE: Final = 4
_CODES: Final = {type_: info.code_range for type_, info in INFO.items() if info.quantized}


def grid_scale(quarters: int, exponent: int) -> float:
    """Return ``(1 + quarters / 4) * 2 ** exponent``."""
    return ldexp(_STEPS_PER_OCTAVE + quarters, exponent - 2)


def scale_at_least(least: float) -> float:
    """Return the smallest scale of the grid that is at least ``least``."""
    mantissa, exponent = frexp(max(least, _SMALLEST))
    steps = mantissa * 2 * _STEPS_PER_OCTAVE
    whole = int(steps)
    return grid_scale(whole - _STEPS_PER_OCTAVE + (whole < steps), exponent - 1)


def scale_above(bound: float) -> float:
    """Return the smallest scale of the grid that is greater than ``bound``."""
    scale = scale_at_least(bound)
    return scale if scale > bound else scale_at_least(bound * (1 + 2.0**-20))


def fit_quantization(
    type_: OperandType, low: float, high: float, above: float = 0.0
) -> tuple[float, int]:
    """Return the scale and zero point of ``type_`` for values from ``low`` to ``high``.

    The scale is the smallest of the grid that covers the range and is greater than ``above``. Zero
    is always representable.
    """
    least, most = _CODES[type_]
    low, high = min(low, 0.0), max(high, 0.0)
    if INFO[type_].zero_points == (0, 0):
        scale = scale_at_least(max(-low, high) / most)
        return (scale_above(above) if scale <= above else scale), 0
    scale = scale_at_least((high - low) / (most - least))
    if scale <= above:
        scale = scale_above(above)
    return scale, min(max(round(least - low / scale), least), most)


def representable_range(type_: OperandType, scale: float, zero_point: int) -> tuple[float, float]:
    """Return the real values of the smallest and the largest code."""
    least, most = _CODES[type_]
    return (least - zero_point) * scale, (most - zero_point) * scale


Dims = tuple[int, ...]

# Module constants: looking up an enumeration member takes longer than most random draws.
TEMPORARY: Final = OperandLifeTime.TEMPORARY_VARIABLE
MODEL_INPUT: Final = OperandLifeTime.SUBGRAPH_INPUT
MODEL_OUTPUT: Final = OperandLifeTime.SUBGRAPH_OUTPUT
CONSTANT_COPY: Final = OperandLifeTime.CONSTANT_COPY
CONSTANT_REFERENCE: Final = OperandLifeTime.CONSTANT_REFERENCE
NO_VALUE: Final = OperandLifeTime.NO_VALUE
SUBGRAPH: Final = OperandLifeTime.SUBGRAPH

_MAX_EXPECTED: Final = 1e30


class GeneratedOperand(OperandView):
    """An operand of the graph: the view that operation definitions read, and the generator's data.

    Attributes:
        low, high: expected range of the values; for plain integers a strict bound.
        dims: shape; ``None`` if it is known only after execution.
        lifetime: lifetime in the model; assembly changes TEMPORARY_VARIABLE to SUBGRAPH_OUTPUT for
            outputs.
        data: bytes of a model input or a constant, otherwise ``None``.
        stated_dims: dimensions that the model specifies, if they differ from ``dims``.
        contents_unspecified: whether the contract leaves the contents unspecified.
        subgraph_index: index of the subgraph that a SUBGRAPH operand refers to.
        consumer_count: number of operation inputs that refer to the operand.
        index: index of the operand in its subgraph, set by assembly.

    """

    __slots__ = (
        "consumer_count",
        "contents_unspecified",
        "data",
        "high",
        "index",
        "lifetime",
        "low",
        "stated_dims",
        "subgraph_index",
    )

    dims: Dims | None

    def __init__(
        self,
        type_: OperandType,
        dims: Dims | None,
        lifetime: OperandLifeTime,
        scale: float = 0.0,
        zero_point: int = 0,
        low: float = 0.0,
        high: float = 0.0,
        data: bytes | None = None,
    ) -> None:
        # The fields of the base class are set here too, because calling its ``__init__`` costs
        # noticeable time for the many operands that a campaign creates.
        self.type = type_
        self.info = info = INFO.get(type_)
        self.dims = dims
        self.scale = scale
        self.zero_point = zero_point
        self.extra_params = None
        self.value = None
        self.omitted = lifetime is NO_VALUE
        self.lifetime = lifetime
        self.low = low
        self.high = high
        self.data = data
        if data is not None:
            assert info is not None
            assert dims is not None
            self.value = np.ndarray(dims, info.dtype, data)
        self.stated_dims: Dims | None = None
        self.contents_unspecified = False
        self.subgraph_index = 0
        self.consumer_count = 0
        self.index = -1

    def changed(self, **changes: Any) -> GeneratedOperand:
        """Return a new operand of the same type in which some arguments differ."""
        names = ("dims", "lifetime", "scale", "zero_point", "low", "high", "data")
        return GeneratedOperand(
            self.type, **({name: getattr(self, name) for name in names} | changes)
        )

    def replace_data(self, head: bytes, source: GeneratedOperand) -> None:
        """Let the data begin with a part of another tensor's data."""
        assert self.data is not None
        assert self.info is not None
        assert self.dims is not None
        size = len(head) // self.info.itemsize * self.info.itemsize
        self.data = head[:size] + self.data[size:]
        self.value = np.ndarray(self.dims, self.info.dtype, self.data)
        if not self.info.quantized:
            self.low, self.high = min(self.low, source.low), max(self.high, source.high)

    @property
    def readable(self) -> bool:
        """Whether operations may read the operand: its contents are specified and not empty."""
        return not self.contents_unspecified and (self.dims is None or 0 not in self.dims)


@dataclass(slots=True)
class OutputSpec:
    """The type, quantization and expected range that a constructor requests for an output.

    The shape is not part of it, because the operation's definition computes the shape.
    """

    type: OperandType
    scale: float = 0.0
    zero_point: int = 0
    low: float = 0.0
    high: float = 0.0


def output_like(
    value: GeneratedOperand, low: float | None = None, high: float | None = None
) -> OutputSpec:
    """Return an output with the type and quantization of ``value``.

    Its expected range is that of ``value``, unless ``low`` or ``high`` is specified.
    """
    return OutputSpec(
        value.type,
        value.scale,
        value.zero_point,
        value.low if low is None else low,
        value.high if high is None else high,
    )


def output_for_range(type_: OperandType, low: float, high: float, above: float = 0.0) -> OutputSpec:
    """Return an output for values from ``low`` to ``high``.

    A quantized output gets the smallest scale that covers the range and is greater than ``above``.
    """
    low, high = max(low, -_MAX_EXPECTED), min(high, _MAX_EXPECTED)
    if not INFO[type_].quantized:
        return OutputSpec(type_, 0.0, 0, low, high)
    scale, zero_point = fit_quantization(type_, low, high, above)
    least, most = representable_range(type_, scale, zero_point)
    return OutputSpec(type_, scale, zero_point, max(low, least), min(high, most))


_PROBES: Final = 3
_REPEATED_SHARE: Final = 1
"""Probability, in sixteenths, that an operation may read an existing tensor twice."""
_RANGE_SHARE: Final = 6
"""Probability, in sixteenths, that a tensor has the value range of its graph."""
_BOOL: Final = OperandType.BOOL
_TRUE: Final = [bytes([byte]) for byte in tensor_values.TRUE_BYTES]
_INT32_RANGE: Final = -(2.0**31), 2.0**31 - 1
_TENSOR_INT32: Final = OperandType.TENSOR_INT32
_PACK_ELEMENT: Final = {type_: Struct("<" + info.dtype.char).pack for type_, info in INFO.items()}
"""Functions that pack the elements of each type into bytes."""

Accept = Callable[[GeneratedOperand], bool]


class OperandBuilder:
    """Finds operands that an operation can read, and creates new ones.

    Attributes:
        operands: all operands, in the order of their indexes in the model.
        tensors: the tensors that later operations may read, by type, oldest first.
        special_values: probability, in sixteenths, that a new tensor has special values.
        value_range: the range of the values of most new tensors (``tensor_values.VALUE_RANGES``);
            empty: the range that each operation asks for.
        large_shapes: whether some new tensors have a long axis, many channels or large images.

    """

    def __init__(self, random: RandomSource, profile: Profile, version: Version) -> None:
        self.random = random
        self.profile = profile
        self.version = version
        self.operands: list[GeneratedOperand] = []
        self.tensors: dict[OperandType, list[GeneratedOperand]] = defaultdict(list)
        self._scalars: dict[tuple[OperandType, float], GeneratedOperand] = {}
        self._read: set[GeneratedOperand] = set()
        """The tensors that were found or created for the next operation."""
        self.preferred_inputs: list[GeneratedOperand] = []
        """Outputs that the next operation should read if it can."""
        self.preferred_ranks: frozenset[int] = frozenset()
        """Ranks that the next operation's tensors should have if possible."""
        self.usual_values = tensor_values.ANY
        """The distribution of new tensors for operations without requirements of their own."""
        self.pair_graph = False
        """Whether scalars are always constants and zero points never the middle on purpose."""
        self.special_values = profile.special_values
        self.value_range = profile.value_range
        self.large_shapes = bool(profile.large_form)
        self._large_count_left = profile.large_form == COUNTS
        """Whether no size of a graph of the form COUNTS is large yet."""
        self.inputs: list[GeneratedOperand] | None = None
        """The inputs of a referenced subgraph, which its IF or WHILE determines.

        In the main graph they are ``None`` until the model is assembled.
        """

    def take_preferred(self, type_: OperandType, accept: Accept) -> GeneratedOperand | None:
        """Return a preferred input that ``accept`` accepts, and remove it from the preferred ones.

        Return ``None`` if there is none.
        """
        for position, value in enumerate(self.preferred_inputs):
            if value.type is type_ and accept(value):
                return self.preferred_inputs.pop(position)
        return None

    def wants_existing(self) -> bool:
        """Return whether the next input should be an existing tensor: a preferred one, or any."""
        return bool(self.preferred_inputs) or self.random.chance(self.profile.reuse)

    def find_tensor(self, type_: OperandType, accept: Accept) -> GeneratedOperand | None:
        """Return an existing tensor that ``accept`` accepts, or ``None`` if a few tries find none.

        The tensors of ``preferred_inputs`` are tried first. After them, either the newest tensors
        or random ones are tried, as the profile's ``reuse_newest`` decides. They are rarely those
        that the operation reads already, since equal operands hide which one a driver reads.
        """
        preferred = self.take_preferred(type_, accept)
        if preferred is not None:
            return preferred
        existing = self.tensors.get(type_)
        if not existing:
            return None
        random = self.random
        if random.chance(self.profile.reuse_newest):
            probes = existing[: -_PROBES - 1 : -1]
        else:
            probes = [random.choice(existing) for _ in range(_PROBES)]
        read = frozenset() if random.chance(_REPEATED_SHARE) else self._read
        found = next((each for each in probes if each not in read and accept(each)), None)
        if found is not None:
            self._read.add(found)
        return found

    def get_tensor(
        self,
        type_: OperandType,
        ranks: Sequence[int] = (1, 2, 3, 4),
        *,
        kind: ValueDistribution = tensor_values.ANY,
        within: tuple[float, float] | None = None,
        accept: Accept | None = None,
    ) -> GeneratedOperand:
        """Return an existing or new tensor whose rank is one of ``ranks``.

        ``within`` limits the expected range of the values. For a plain integer tensor the limit is
        strict. ``kind`` is the distribution of the values of a new tensor.
        """
        if self.preferred_ranks:
            ranks = [rank for rank in ranks if rank in self.preferred_ranks] or ranks
        if self.profile.large_form:
            suitable = RANKS_OF_FORMS[self.profile.large_form]
            ranks = [rank for rank in ranks if rank in suitable] or ranks
        found = self._existing(
            type_, lambda v: v.dims is not None and len(v.dims) in ranks, within, accept
        )
        return found or self.new_tensor(
            type_, self.random_dims(self.random.choice(ranks)), kind=kind, within=within
        )

    def get_tensor_of_shape(
        self,
        type_: OperandType,
        dims: Dims,
        *,
        kind: ValueDistribution = tensor_values.ANY,
        within: tuple[float, float] | None = None,
        accept: Accept | None = None,
        constant: bool | None = None,
    ) -> GeneratedOperand:
        """Return an existing or new tensor of exactly this shape.

        ``kind`` and ``within`` have the same meaning as in ``get_tensor``. ``constant`` decides
        whether a new tensor is a constant; ``None`` leaves the choice to the profile.
        """
        found = self._existing(type_, lambda v: v.dims == dims, within, accept)
        return found or self.new_tensor(type_, dims, kind=kind, within=within, constant=constant)

    def _existing(
        self,
        type_: OperandType,
        fits: Accept,
        within: tuple[float, float] | None,
        accept: Accept | None,
    ) -> GeneratedOperand | None:
        """Return an existing tensor whose shape ``fits`` and that meets the other requirements."""
        if not self.wants_existing():
            return None
        return self.find_tensor(
            type_,
            lambda value: (
                fits(value)
                and (within is None or (within[0] <= value.low and value.high <= within[1]))
                and (accept is None or accept(value))
            ),
        )

    def random_dims(self, rank: int) -> Dims:
        """Return a random shape of that rank within the profile's limits."""
        random, sizes, elements_left = self.random, self.profile.sizes, self.profile.max_elements
        form = self.profile.large_form
        if form:
            return dims_of_form(random, form, rank, sizes)
        if self.large_shapes and random.chance(6):
            return dims_of_form(random, random.choice(MIXED_FORMS), rank, sizes, elements_left)
        shape = []
        for _ in range(rank):
            size = random.choice(sizes)
            if size > elements_left:
                size = 1
            elements_left //= size
            shape.append(size)
        return tuple(shape)

    def random_size(self) -> int:
        """Return a random size of one dimension, such as a number of channels or of units."""
        if self.profile.large_form == COUNTS:
            return self.usual_or_large(SMALL_SIZES)
        if self.profile.large_form:
            return count_of_form(self.random, self.profile.large_form)
        if self.large_shapes and self.random.chance(6):
            return self.random.between(*CHANNEL_COUNTS)
        return self.random.choice(self.profile.sizes)

    def usual_or_large(self, usual: Sequence[int], most: int = LARGE_COUNTS[-1]) -> int:
        """Return one of ``usual``, or in a graph of the form COUNTS one large number to ``most``.

        Only one size of such a graph is large, because its cost grows with the product of all.
        """
        if not self._large_count_left or self.random.chance(4):
            return self.random.choice(usual)
        self._large_count_left = False
        return self.random.choice([count for count in LARGE_COUNTS if count <= most])

    def random_axis(self, dims: Dims) -> int:
        """Return a random axis; where every tensor is large, often the longest one."""
        form = self.profile.large_form
        if form in (WINDOWS, LONGEST) or (form and self.random.chance(8)):
            return dims.index(max(dims))
        return self.random.below(len(dims))

    def random_count(self, low: int, high: int) -> int:
        """Return a number from ``low`` to ``high`` of boxes, points or lookups; at times more."""
        if self._large_count_left:
            return self.usual_or_large(range(low, high + 1), 129)
        if self.large_shapes and self.random.chance(8):
            return self.random.between(*CHANNEL_COUNTS)
        return self.random.between(low, high)

    def add_operand(self, value: GeneratedOperand) -> GeneratedOperand:
        """Add a new operand and return it."""
        self.operands.append(value)
        return value

    def new_tensor(
        self,
        type_: OperandType,
        dims: Dims,
        *,
        kind: ValueDistribution = tensor_values.ANY,
        within: tuple[float, float] | None = None,
        constant: bool | None = None,
        quantization: tuple[float, int] | None = None,
        extra: ExtraParams = None,
        join: bool = True,
    ) -> GeneratedOperand:
        """Return a new tensor with random values: a model input or a constant.

        ``within`` limits the special integers to those that the operation accepts. ``quantization``
        is the scale and zero point (default: random). ``extra`` holds per-channel scales; the
        operand's own scale is then 0. With ``join``, other operations may read the tensor too.
        """
        random, special, extremes = self.random, self.special_values, False
        if special and random.chance(special):
            kind = tensor_values.SPECIAL_VARIANTS.get(kind, kind)
        elif self.profile.value_range == EXTREMES:
            extremes = kind is tensor_values.ANY or kind is tensor_values.TIES
        elif self.profile.value_range:
            kind = self._in_value_range(kind, type_, within)
        elif kind is tensor_values.ANY and random.chance(1):
            # Special integers are exact in every operation, so each graph may have some.
            kind = tensor_values.SPECIAL if type_ is _TENSOR_INT32 else tensor_values.TIES
        elif self.value_range and random.chance(_RANGE_SHARE):
            kind = self._in_value_range(kind, type_, within)
        elif kind is tensor_values.ANY:
            kind = self.usual_values
        scale, zero_point = 0.0, 0
        low, high = kind.low, kind.high
        if INFO[type_].quantized:
            if quantization is not None:
                scale, zero_point = quantization
            else:
                scale = grid_scale(random.below(4), random.between(*kind.scale_exponents))
                zero_point = self._choose_zero_point(type_, kind)
            if extra is not None:
                scale = 0.0
            low, high = representable_range(type_, scale or 2.0**-7, zero_point)
        elif type_ is _TENSOR_INT32:
            kind = tensor_values.integer_distribution(kind, within)
            low, high = kind.low, kind.high
        if extremes and within is None:
            data = tensor_values.extreme_rows(random, type_, dims)
            if type_ is _TENSOR_INT32:
                low, high = _INT32_RANGE
        else:
            data = tensor_values.draw_data(random, type_, kind, prod(dims))
        lifetime = self._choose_lifetime(constant)
        value = GeneratedOperand(type_, dims, lifetime, scale, zero_point, low, high, data)
        value.extra_params = extra
        self.operands.append(value)
        self._read.add(value)
        if join:
            self._make_reusable(value)
        return value

    def _in_value_range(
        self, kind: ValueDistribution, type_: OperandType, within: tuple[float, float] | None
    ) -> ValueDistribution:
        integer = type_ is _TENSOR_INT32
        return tensor_values.in_value_range(self.value_range, kind, within, integer=integer)

    def _choose_zero_point(self, type_: OperandType, kind: ValueDistribution) -> int:
        minimum, maximum = INFO[type_].zero_points
        if minimum == maximum:
            return 0
        if kind.low >= 0:
            return minimum
        if kind.high <= 0:
            return maximum
        if not self.pair_graph and self.random.chance(8):
            return (minimum + maximum + 1) // 2
        return self.random.between(minimum, maximum)

    def _choose_lifetime(self, constant: bool | None) -> OperandLifeTime:
        if self.inputs is None:
            if constant is None:
                constant = self.random.chance(self.profile.constant)
            if not constant:
                return MODEL_INPUT
        return (
            CONSTANT_REFERENCE
            if self.random.chance(self.profile.constant_reference, 64)
            else CONSTANT_COPY
        )

    def tensor_with_values(
        self,
        type_: OperandType,
        numbers: Sequence[float],
        *,
        dims: Dims | None = None,
        dynamic: int = 1,
    ) -> GeneratedOperand:
        """Return a new tensor that holds these numbers.

        In the main graph it is a model input with probability ``dynamic / 16``, otherwise a
        constant. It is not offered to other operations.
        """
        constant = self.inputs is not None or not self.random.chance(dynamic)
        lifetime = self._choose_lifetime(constant)
        low, high = (float(min(numbers)), float(max(numbers))) if numbers else (0.0, 0.0)
        data = b"".join(map(_PACK_ELEMENT[type_], numbers))
        shape = (len(numbers),) if dims is None else dims
        value = GeneratedOperand(type_, shape, lifetime, 0.0, 0, low, high, data)
        self.operands.append(value)
        return value

    def int32_tensor(self, numbers: Sequence[int], dims: Dims | None = None) -> GeneratedOperand:
        """Return a new TENSOR_INT32 that holds parameters of an operation."""
        return self.tensor_with_values(_TENSOR_INT32, numbers, dims=dims)

    def scalar(self, type_: OperandType, number: float) -> GeneratedOperand:
        """Return a scalar operand; an existing equal scalar is reused with probability 1/2."""
        key = type_, number
        known = self._scalars.get(key)
        if known is not None and self.random.chance(8):
            return known
        dynamic = not self.pair_graph and self.random.chance(1, 32)
        constant = self.inputs is not None or not dynamic
        lifetime, data = self._choose_lifetime(constant), _PACK_ELEMENT[type_](number)
        if type_ is _BOOL and number:
            data = self.random.choice(_TRUE)
        value = GeneratedOperand(type_, (), lifetime, 0.0, 0, number, number, data)
        self.operands.append(value)
        self._scalars[key] = value
        return value

    def omitted_operand(self, type_: OperandType, rank: int = 1) -> GeneratedOperand:
        """Return a new operand without a value (lifetime NO_VALUE) of an optional input.

        ``rank`` is the rank that the tensor would have. The model specifies either that many
        dimensions of unknown size or, from HAL 1.2 on, possibly no dimensions at all.
        """
        scale = 1.0 if INFO[type_].quantized else 0.0
        value = self.add_operand(GeneratedOperand(type_, (), NO_VALUE, scale))
        # A tensor without dimensions, that is of unknown rank, exists only since HAL 1.2.
        if self.version < Version.V1_2 or self.random.chance(8):
            value.stated_dims = (0,) * rank
        return value

    def _make_reusable(self, value: GeneratedOperand) -> None:
        if value.info is not None and value.info.tensor:
            self.tensors[value.type].append(value)
