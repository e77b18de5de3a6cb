"""Checks a single operand: its type, dimensions, quantization, lifetime and location."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

from conformance.hal import (
    CONTRACT_INFO,
    EXTENSION_TYPE_BITS,
    NO_LOCATION,
    DataLocation,
    Operand,
    OperandLifeTime,
    OperandType,
    SymmPerChannelQuantParams,
    Version,
    byte_size,
    name_of,
)
from conformance.validation.rules import show_value

Problem = tuple[str, str]
"""The name of a broken rule, and the text for the message."""

UINT32_MAX: Final = 2**32 - 1
_INT32_END: Final = 2**31
# A scale is sent as float32. Values up to half of the smallest subnormal round to 0, and values
# from the largest finite float32 plus half a unit in the last place on round to infinity.
_SMALLEST_SCALE: Final = 2.0**-150
_LARGEST_SCALE: Final = 2.0**128 - 2.0**103

_NUMBER: Final = (float, int)


class _Scales(NamedTuple):
    """The legal scales of an operand type: from ``lowest`` to below ``end``."""

    lowest: float
    end: float
    text: str


_ZERO: Final = _Scales(0.0, math.ulp(0.0), "0")
_NOT_NEGATIVE: Final = _Scales(0.0, _LARGEST_SCALE, "0, or positive and finite,")
_POSITIVE: Final = _Scales(
    math.nextafter(_SMALLEST_SCALE, 1.0), _LARGEST_SCALE, "positive and finite"
)


@dataclass(frozen=True, slots=True)
class _TypeRow:
    """The requirements of one operand type.

    ``itemsize`` is in bytes, 0 where the contract prescribes no data size. ``zero_points`` are the
    lowest and the highest legal zero point. ``scales`` and ``zero_points`` are ``None`` where all
    are legal; extra parameters are legal too where all scales are.
    """

    since: Version
    tensor: bool
    itemsize: int
    scales: _Scales | None
    zero_points: tuple[int, int] | None
    per_channel: bool = False


def _type_rows() -> dict[int, _TypeRow]:
    rows: dict[int, _TypeRow] = {}
    for info in CONTRACT_INFO.values():
        per_channel = info.type == OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL
        scales = _POSITIVE if info.quantized and not per_channel else _ZERO
        if info.type == OperandType.TENSOR_INT32:
            scales = _NOT_NEGATIVE
        rows[int(info.type)] = _TypeRow(
            info.since, info.tensor, info.itemsize, scales, info.zero_points, per_channel
        )
    rows[int(OperandType.SUBGRAPH)] = _TypeRow(Version.V1_3, False, 0, _ZERO, (0, 0))
    rows[int(OperandType.OEM)] = _TypeRow(Version.V1_0, False, 0, None, None)
    rows[int(OperandType.TENSOR_OEM_BYTE)] = _TypeRow(Version.V1_0, True, 0, None, None)
    return rows


_ROWS: Final = _type_rows()
_FIELDS = attrgetter(
    "type",
    "dimensions",
    "number_of_consumers",
    "scale",
    "zero_point",
    "lifetime",
    "location",
    "extra_params",
)
_COPY = int(OperandLifeTime.CONSTANT_COPY)
_REFERENCE = int(OperandLifeTime.CONSTANT_REFERENCE)
_CONSTANT = (_COPY, _REFERENCE)
_SUBGRAPH = int(OperandLifeTime.SUBGRAPH)
_SUBGRAPH_TYPE = int(OperandType.SUBGRAPH)
_NO_VALUE = int(OperandLifeTime.NO_VALUE)


def is_uint32(value: object) -> bool:
    """Return whether a value is an integer, no bool, that fits into a ``uint32_t``."""
    return isinstance(value, int) and 0 <= value <= UINT32_MAX and value.__class__ is not bool


def location_problem(location: object) -> str | None:
    """Return why a data location cannot be sent to a driver; ``None`` if it can."""
    if not isinstance(location, DataLocation):
        return f"location is {show_value(location)}, must be a DataLocation"
    pool, offset, length = location.pool_index, location.offset, location.length
    if (
        isinstance(pool, int)
        and isinstance(offset, int)
        and isinstance(length, int)
        and 0 <= pool <= UINT32_MAX
        and 0 <= offset <= UINT32_MAX
        and 0 <= length <= UINT32_MAX
    ):
        return None
    return (
        f"location is (pool_index={show_value(pool)}, offset={show_value(offset)},"
        f" length={show_value(length)}), must hold integers in [0, 2**32)"
    )


def dimensions_problem(dimensions: object) -> str | None:
    """Return why dimensions cannot be sent to a driver; ``None`` if they can."""
    if not isinstance(dimensions, tuple):
        return f"dimensions are {show_value(dimensions)}, must be a tuple of integers"
    for size in dimensions:
        if not is_uint32(size):
            return f"dimensions hold {show_value(size)}, must hold integers in [0, 2**32)"
    return None


def _field_problem(operand: Operand) -> str:
    for name, low, high in (
        ("type", None, None),
        ("lifetime", None, None),
        ("zero_point", -_INT32_END, _INT32_END - 1),
        ("number_of_consumers", 0, UINT32_MAX),
    ):
        value: object = getattr(operand, name)
        if not isinstance(value, int):
            return f"{name} is {show_value(value)}, must be an integer"
        if low is not None and high is not None and not low <= value <= high:
            return f"{name} is {show_value(value)}, must be in [{low}, {high}]"
    scale: object = operand.scale
    if not isinstance(scale, _NUMBER):
        return f"scale is {show_value(scale)}, must be a number"
    return dimensions_problem(operand.dimensions) or location_problem(operand.location) or ""


@dataclass(frozen=True, slots=True)
class ModelContext:
    """The properties of a model that the checks of its operands and operations need.

    Attributes:
        version: The HAL version whose rules apply.
        value_bytes: The size of ``operand_values`` in bytes.
        pool_bytes: The size of each memory pool in bytes.
        subgraphs: The number of referenced subgraphs.
        prefixes: The extension prefixes that the model declares.

    """

    version: Version
    value_bytes: int
    pool_bytes: Sequence[int]
    subgraphs: int
    prefixes: Collection[int]


def operand_problem(operand: object, around: ModelContext) -> Problem | None:
    """Return the first rule that an operand breaks; ``None`` if it breaks none.

    The consumer count is not checked here: it depends on the operations of the subgraph.
    """
    if not isinstance(operand, Operand):
        return "model.field", f"is {show_value(operand)}, must be an Operand"
    type_, dimensions, consumers, scale, zero_point, lifetime, location, extra = _FIELDS(operand)
    placed = location is not NO_LOCATION
    if not (
        isinstance(type_, int)
        and isinstance(lifetime, int)
        and isinstance(zero_point, int)
        and isinstance(consumers, int)
        and isinstance(scale, _NUMBER)
        and isinstance(dimensions, tuple)
        and -_INT32_END <= zero_point < _INT32_END
        and 0 <= consumers <= UINT32_MAX
        and (not placed or location_problem(location) is None)
    ):
        return "model.field", _field_problem(operand)
    known = 1
    for size in dimensions:
        # numpy, which computes output shapes, refuses a bool as a size.
        if not (isinstance(size, int) and 0 <= size <= UINT32_MAX) or size.__class__ is bool:
            return "model.field", dimensions_problem(dimensions) or ""
        known *= size

    row = _ROWS.get(type_)
    if row is None:
        return _extension_problem(operand, around)
    version = around.version
    if row.since > version or type_ == _SUBGRAPH_TYPE or not 0 <= lifetime <= _NO_VALUE:
        problem = _type_or_lifetime_problem(operand, row, version)
        if problem is not None:
            return problem
    constant = lifetime in _CONSTANT
    size = known * row.itemsize
    if (not dimensions or not known or size > UINT32_MAX) if row.tensor else dimensions:
        problem = _dimensions_problem(operand, row, version, size)
        if problem is not None:
            return problem
    if (scales := row.scales) is not None and not scales.lowest <= scale < scales.end:
        return "operand.scale", (
            f"scale is {show_value(scale)}, must be {scales.text} for {OperandType(type_).name}"
        )
    if (legal := row.zero_points) is not None and not legal[0] <= zero_point <= legal[1]:
        text = f"{legal[0]}" if legal[0] == legal[1] else f"{legal[0]} to {legal[1]}"
        return "operand.zero_point", (
            f"zero point is {zero_point}, must be {text} for {OperandType(type_).name}"
        )
    if row.per_channel or extra is not None:
        problem = _extra_params_problem(operand, row)
        if problem is not None:
            return problem
    if constant:
        return _constant_problem(operand, around, size)
    if placed or (lifetime == _SUBGRAPH and around.subgraphs < 1):
        return _placement_problem(operand, around)
    return None


def _type_or_lifetime_problem(operand: Operand, row: _TypeRow, version: Version) -> Problem | None:
    type_, lifetime = OperandType(operand.type), operand.lifetime
    if row.since > version:
        return "version.operand_type", (
            f"type {type_.name} exists from HAL {row.since} on, but this is HAL {version}"
        )
    if (problem := _lifetime_problem(lifetime, version)) is not None:
        return problem
    if (type_ == _SUBGRAPH_TYPE) != (lifetime == _SUBGRAPH):
        return "operand.subgraph_lifetime", (
            f"type {type_.name} has lifetime {OperandLifeTime(lifetime).name}; type SUBGRAPH "
            "requires lifetime SUBGRAPH, and lifetime SUBGRAPH requires type SUBGRAPH"
        )
    return None


def _lifetime_problem(lifetime: int, version: Version) -> Problem | None:
    if 0 <= lifetime <= _NO_VALUE or (lifetime == _SUBGRAPH and version >= Version.V1_3):
        return None
    highest = _NO_VALUE if version < Version.V1_3 else _SUBGRAPH
    return "operand.lifetime", (
        f"lifetime is {show_value(lifetime)}, must be 0 to {highest} in HAL {version}"
    )


def _dimensions_problem(
    operand: Operand, row: _TypeRow, version: Version, size: int
) -> Problem | None:
    """Return the rule that the dimensions break, which result in ``size`` bytes of data."""
    dimensions, constant = operand.dimensions, operand.lifetime in _CONSTANT
    if not row.tensor:
        return "operand.scalar_dimensions", (
            f"scalar {OperandType(operand.type).name} has dimensions {list(dimensions)}, must have "
            "none"
        )
    if not dimensions:
        if constant:
            return "operand.constant_rank", "a constant tensor must have dimensions"
        if version < Version.V1_2:
            return "version.unknown_rank", (
                f"has no dimensions; before HAL 1.2 the rank must be known (this is HAL {version})"
            )
    elif constant and 0 in dimensions:
        return "operand.constant_dimensions", (
            f"a constant has the dimensions {list(dimensions)}, none may be 0"
        )
    elif size > UINT32_MAX:
        return "operand.size", (
            f"dimensions {list(dimensions)} of {row.itemsize}-byte elements need more than the "
            "largest size, 2**32 - 1 bytes"
        )
    return None


def _extra_params_problem(operand: Operand, row: _TypeRow) -> Problem | None:
    if row.per_channel:
        return _channel_problem(operand.extra_params, operand.dimensions)
    if row.scales is None:
        return None
    return "operand.extra_params", (
        f"{OperandType(operand.type).name} has extra parameters "
        f"({type(operand.extra_params).__name__}), must have none"
    )


def _channel_problem(extra: object, dimensions: tuple[int, ...]) -> Problem | None:
    if not isinstance(extra, SymmPerChannelQuantParams):
        return "operand.extra_params", (
            f"extra parameters are {type(extra).__name__}, TENSOR_QUANT8_SYMM_PER_CHANNEL must "
            "have SymmPerChannelQuantParams"
        )
    channel, scales = extra.channel_dim, extra.scales
    if not is_uint32(channel):
        return (
            "model.field",
            f"channel_dim is {show_value(channel)}, must be an integer in [0, 2**32)",
        )
    if not isinstance(scales, tuple) or not all(isinstance(s, _NUMBER) for s in scales):
        return "model.field", "channel scales must be a tuple of numbers"
    if channel >= len(dimensions) or dimensions[channel] == 0:
        return "operand.channel_dim", (
            f"channel_dim is {channel}, must be the index of a dimension of known size; the "
            f"dimensions are {list(dimensions)}"
        )
    if len(scales) != dimensions[channel]:
        return "operand.channel_scales", (
            f"has {len(scales)} scales for {dimensions[channel]} channels, must have one scale for "
            "each channel"
        )
    for index, scale in enumerate(scales):
        if not _SMALLEST_SCALE < scale < _LARGEST_SCALE:
            return "operand.channel_scales", (
                f"scale {index} is {show_value(scale)}, must be positive and finite"
            )
    return None


def _constant_problem(operand: Operand, around: ModelContext, expected: int) -> Problem | None:
    location = operand.location
    end = location.offset + location.length
    if operand.lifetime == _COPY:
        if location.pool_index != 0:
            return "operand.constant_pool", f"pool index is {location.pool_index}, must be 0"
        if end > around.value_bytes:
            return "operand.constant_range", (
                f"bytes {location.offset} to {end} are not inside operand_values, which has "
                f"{around.value_bytes} bytes"
            )
    else:
        pools = around.pool_bytes
        if location.pool_index >= len(pools):
            return "operand.pool_index", (
                f"pool index is {location.pool_index}, the model has {len(pools)} pools"
            )
        if end > pools[location.pool_index]:
            return "operand.pool_range", (
                f"bytes {location.offset} to {end} are not inside pool {location.pool_index}, "
                f"which has {pools[location.pool_index]} bytes"
            )
    if expected and location.length != expected:
        return "operand.constant_length", f"length is {location.length}, must be {expected}"
    return None


def _placement_problem(operand: Operand, around: ModelContext) -> Problem | None:
    """Return the rule that the location of an operand other than a constant breaks."""
    location = operand.location
    stated = f"({location.pool_index}, {location.offset}, {location.length})"
    if operand.lifetime == _SUBGRAPH:
        if location.pool_index or location.length:
            return "operand.location", (
                f"location is {stated}; a subgraph reference must have pool index 0 and length 0"
            )
        if location.offset >= around.subgraphs:
            return "operand.subgraph_index", (
                f"refers to subgraph {location.offset}, but the model has {around.subgraphs} "
                "referenced subgraphs"
            )
        return None
    if location.pool_index or location.offset or location.length:
        return "operand.location", (
            f"location is {stated}, must be (0, 0, 0) for lifetime "
            f"{OperandLifeTime(operand.lifetime).name}"
        )
    return None


def _extension_problem(operand: Operand, around: ModelContext) -> Problem | None:
    """Return the rule that an operand of an extension type breaks; ``None`` if it breaks none.

    The vendor defines size and shape of such an operand, so neither is checked, except that a
    constant of a type in ``INFO`` has the size of its dimensions.
    """
    type_, lifetime, version = operand.type, operand.lifetime, around.version
    if extension_prefix(type_) is None:
        return "operand.type", f"type {show_value(type_)} is none of {_type_names()}"
    if (problem := extension_code_problem(type_, "type", around)) is not None:
        return problem
    if (problem := _lifetime_problem(lifetime, version)) is not None:
        return problem
    if lifetime == _SUBGRAPH:
        return "operand.subgraph_lifetime", "an extension type cannot have lifetime SUBGRAPH"
    if operand.scale != 0.0:
        return (
            "operand.scale",
            f"scale is {show_value(operand.scale)}, must be 0 for an extension type",
        )
    if operand.zero_point != 0:
        return "operand.zero_point", (
            f"zero point is {operand.zero_point}, must be 0 for an extension type"
        )
    if operand.extra_params is not None and not isinstance(operand.extra_params, bytes):
        return "operand.extra_params", (
            f"extra parameters are {type(operand.extra_params).__name__}, must be bytes or None "
            "for an extension type"
        )
    if lifetime in _CONSTANT:
        return _constant_problem(operand, around, byte_size(type_, operand.dimensions) or 0)
    return _placement_problem(operand, around)


def extension_prefix(code: int) -> int | None:
    """Return the prefix of an extension's operand or operation code; ``None`` for other codes."""
    prefix = code >> EXTENSION_TYPE_BITS
    return prefix if 0 < prefix < 1 << EXTENSION_TYPE_BITS else None


def extension_code_problem(code: int, what: str, around: ModelContext) -> Problem | None:
    """Return the rule that the code of an extension's type or operation breaks."""
    if around.version < Version.V1_2:
        return "version.extension", (
            f"type {code:#x} is an extension {what}; extensions exist from HAL 1.2 on, but this is "
            f"HAL {around.version}"
        )
    if (prefix := extension_prefix(code)) not in around.prefixes:
        return "extension.prefix_declared", (
            f"type {code:#x} has the prefix {prefix}, which is not in extension_name_to_prefix"
        )
    return None


def _type_names() -> str:
    return ", ".join(name_of(OperandType, code) for code in sorted(_ROWS))
