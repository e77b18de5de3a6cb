"""Serialization of requests and results as packets of datums, and their deserialization.

A packet is the concatenation of the bytes of its datums. Deserialization of any bytes returns a
value or raises a ``PacketError`` that names the broken rule.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from conformance.hal import (
    DATUM_SIZE,
    NO_LOCATION,
    DataLocation,
    ErrorStatus,
    FmqRequestTag,
    FmqResultTag,
    OutputShape,
    Request,
    RequestArgument,
    Timing,
)
from conformance.validation import GENERAL_RULES

_INPUT_DATUMS: Final = (
    int(FmqRequestTag.INPUT_OPERAND_INFORMATION),
    int(FmqRequestTag.INPUT_OPERAND_DIMENSION_VALUE),
)
_OUTPUT_DATUMS: Final = (
    int(FmqRequestTag.OUTPUT_OPERAND_INFORMATION),
    int(FmqRequestTag.OUTPUT_OPERAND_DIMENSION_VALUE),
)
_INFORMATION: Final = int(FmqRequestTag.PACKET_INFORMATION)  # of requests and results
_POOL: Final = int(FmqRequestTag.POOL_IDENTIFIER)
_MEASURE: Final = int(FmqRequestTag.MEASURE_TIMING)
_OPERAND: Final = int(FmqResultTag.OPERAND_INFORMATION)
_DIMENSION: Final = int(FmqResultTag.OPERAND_DIMENSION_VALUE)
_TIMING: Final = int(FmqResultTag.EXECUTION_TIMING)

# Both directions use the same representation of a datum: its tag, then all its words.
_REQUEST_WORDS: Final = "B3x5I"
_RESULT_WORDS: Final = "B7x4I"
_each_request_datum = struct.Struct("<" + _REQUEST_WORDS).iter_unpack
_each_result_datum = struct.Struct("<" + _RESULT_WORDS).iter_unpack
_LOW: Final = 2**32 - 1

_Datum = tuple[int, ...]
_Tags = type[FmqRequestTag | FmqResultTag]


class PacketError(Exception):
    """A packet breaks ``rule``, one of the ``burst_...`` rules of ``conformance.validation``."""

    def __init__(self, rule: str, where: str, what: str) -> None:
        super().__init__(f"{where}: {what} ({rule}: {GENERAL_RULES[rule].summary})")
        self.rule = rule


@dataclass(frozen=True, slots=True)
class BurstRequest:
    """A request as transmitted: ``slots`` replace the pools; ``measure`` is a ``MeasureTiming``."""

    inputs: tuple[RequestArgument, ...]
    outputs: tuple[RequestArgument, ...]
    slots: tuple[int, ...]
    measure: int


@lru_cache(64)
def _packer(words: str, count: int) -> struct.Struct:
    return struct.Struct("<" + words * count)


def request_size(request: Request) -> int:
    """Return the number of datums of a request."""
    return (
        2
        + len(request.inputs)
        + len(request.outputs)
        + len(request.pools)
        + sum(len(argument.dimensions) for argument in request.inputs)
        + sum(len(argument.dimensions) for argument in request.outputs)
    )


def serialize_request(request: Request, slots: Sequence[int], measure: int) -> bytes:
    """Serialize a request; ``slots`` has one entry per pool.

    Raises ``ValueError`` for a number that does not fit its field of the packet.
    """
    size = request_size(request)
    fields = [_INFORMATION, size, len(request.inputs), len(request.outputs), len(slots), 0]
    for arguments, (information, dimension) in (
        (request.inputs, _INPUT_DATUMS),
        (request.outputs, _OUTPUT_DATUMS),
    ):
        for argument in arguments:
            location, dimensions = argument.location, argument.dimensions
            fields += (
                information,
                argument.has_no_value,
                location.pool_index,
                location.offset,
                location.length,
                len(dimensions),
            )
            for value in dimensions:
                fields += (dimension, value, 0, 0, 0, 0)
    for slot in slots:
        fields += (_POOL, slot & _LOW, 0, 0, 0, 0)
    fields += (_MEASURE, measure & _LOW, 0, 0, 0, 0)
    try:
        return _packer(_REQUEST_WORDS, size).pack(*fields)
    except struct.error as error:
        raise ValueError(f"the request does not fit its fields: {error}") from error


def _read_datums(
    packet: bytes, kind: str, tags: _Tags, each: Callable[[bytes], Iterable[_Datum]]
) -> list[_Datum]:
    """Return the datums of a packet, whose first datum states their number."""
    if len(packet) % DATUM_SIZE:
        what = "the last datum is incomplete"
        raise PacketError(f"burst_{kind}.packet_size", f"{kind} packet", what)
    datums = list(each(packet))
    if not datums or datums[0][0] != _INFORMATION:
        raise PacketError(f"burst_{kind}.first", "datum 0", _describe_datum(tags, datums, 0))
    if datums[0][1] != len(datums):
        what = f"packetSize is {datums[0][1]}, but the packet has {len(datums)} datums"
        raise PacketError(f"burst_{kind}.packet_size", "datum 0", what)
    return datums


def _require_last(datums: Sequence[_Datum], at: int, kind: str, tags: _Tags, expected: int) -> None:
    """Raise ``PacketError`` unless the last datum is at ``at`` and has the expected tag."""
    size = len(datums)
    if at >= size or datums[at][0] != expected:
        found = _describe_datum(tags, datums, at)
        raise PacketError(f"burst_{kind}.timing", f"datum {at}", found)
    if at + 1 != size:
        what = f"{size - at - 1} more datums after the last expected one"
        raise PacketError(f"burst_{kind}.trailing_datum", f"datum {at + 1}", what)


def deserialize_request(packet: bytes) -> BurstRequest:
    """Deserialize a request; raise ``PacketError`` for a malformed packet.

    The arguments themselves are checked by the request validator, not here.
    """
    datums = _read_datums(packet, "request", FmqRequestTag, _each_request_datum)
    _, size, input_count, output_count, pool_count, _ = datums[0]
    inputs, at = _arguments(datums, 1, input_count, "input", *_INPUT_DATUMS)
    outputs, at = _arguments(datums, at, output_count, "output", *_OUTPUT_DATUMS)
    slots = []
    for number in range(pool_count):
        if at >= size or datums[at][0] != _POOL:
            found = _describe_datum(FmqRequestTag, datums, at)
            raise PacketError("burst_request.pool", f"datum {at}, pool {number}", found)
        slots.append(_signed(datums[at][1]))
        at += 1
    _require_last(datums, at, "request", FmqRequestTag, _MEASURE)
    return BurstRequest(inputs, outputs, tuple(slots), _signed(datums[at][1]))


def _arguments(
    datums: Sequence[_Datum], at: int, count: int, kind: str, information: int, dimension: int
) -> tuple[tuple[RequestArgument, ...], int]:
    """Return ``count`` arguments that begin at datum ``at``, and the position after them."""
    arguments = []
    for number in range(count):
        if at >= len(datums) or datums[at][0] != information:
            found = _describe_datum(FmqRequestTag, datums, at)
            raise PacketError(f"burst_request.{kind}", f"datum {at}, {kind} {number}", found)
        _, flag, pool, offset, length, rank = datums[at]
        flag &= 0xFF  # the other bytes are padding
        if flag > 1:
            what = f"hasNoValue is {flag}"
            raise PacketError("burst_request.flag", f"datum {at}, {kind} {number}", what)
        location = DataLocation(pool, offset, length) if pool or offset or length else NO_LOCATION
        at += 1
        dimensions: tuple[int, ...] = ()
        if rank:
            dimensions = _dimensions(
                FmqRequestTag, datums, at, rank, dimension, f"burst_request.{kind}_dimension"
            )
            at += rank
        arguments.append(RequestArgument(bool(flag), location, dimensions))
    return tuple(arguments), at


def _dimensions(
    tags: _Tags,
    datums: Sequence[_Datum],
    at: int,
    rank: int,
    dimension: int,
    rule: str,
) -> tuple[int, ...]:
    dimension_datums = datums[at : at + rank]
    for number, datum in enumerate(dimension_datums):
        if datum[0] != dimension:
            found = _describe_datum(tags, datums, at + number)
            raise PacketError(rule, f"datum {at + number}, dimension {number}", found)
    if len(dimension_datums) != rank:
        raise PacketError(
            rule, f"datum {len(datums)}, dimension {len(dimension_datums)}", "the packet ends"
        )
    return tuple([datum[1] for datum in dimension_datums])


def _signed(word: int) -> int:
    return word - 2**32 if word >> 31 else word


def _describe_datum(tags: _Tags, datums: Sequence[_Datum], at: int) -> str:
    if at >= len(datums):
        return "the packet ends"
    tag = datums[at][0]
    return tags(tag).name if tag in tags.__members__.values() else f"unknown tag {tag}"


def result_size(shapes: Sequence[OutputShape]) -> int:
    """Return the number of datums of a result with these output shapes."""
    return 2 + len(shapes) + sum(len(shape.dimensions) for shape in shapes)


def serialize_result(status: int, shapes: Sequence[OutputShape], timing: Timing) -> bytes:
    """Serialize a result; raise ``ValueError`` for a number that does not fit its field."""
    size = result_size(shapes)
    fields = [_INFORMATION, size, status, len(shapes), 0]
    for shape in shapes:
        fields += (_OPERAND, 1 if shape.is_sufficient else 0, len(shape.dimensions), 0, 0)
        for value in shape.dimensions:
            fields += (_DIMENSION, value, 0, 0, 0)
    device, driver = timing.time_on_device, timing.time_in_driver
    fields += (_TIMING, device & _LOW, device >> 32, driver & _LOW, driver >> 32)
    try:
        return _packer(_RESULT_WORDS, size).pack(*fields)
    except struct.error as error:
        raise ValueError(f"the result does not fit its fields: {error}") from error


def deserialize_result(packet: bytes) -> tuple[ErrorStatus, tuple[OutputShape, ...], Timing]:
    """Deserialize a result; raise ``PacketError`` for a malformed packet."""
    datums = _read_datums(packet, "result", FmqResultTag, _each_result_datum)
    _, size, code, count, _ = datums[0]
    if code > ErrorStatus.INVALID_ARGUMENT:
        raise PacketError("burst_result.status", "datum 0", f"errorStatus is {_signed(code)}")
    shapes = []
    at = 1
    for number in range(count):
        if at >= size or datums[at][0] != _OPERAND:
            found = _describe_datum(FmqResultTag, datums, at)
            raise PacketError("burst_result.operand", f"datum {at}, output {number}", found)
        _, flag, rank, _, _ = datums[at]
        flag &= 0xFF  # ``padding_violation`` checks the padding
        if flag > 1:
            what = f"isSufficient is {flag}"
            raise PacketError("burst_result.flag", f"datum {at}, output {number}", what)
        at += 1
        dimensions = _dimensions(
            FmqResultTag, datums, at, rank, _DIMENSION, "burst_result.operand_dimension"
        )
        at += rank
        shapes.append(OutputShape(dimensions, bool(flag)))
    _require_last(datums, at, "result", FmqResultTag, _TIMING)
    _, device, device_high, driver, driver_high = datums[at]
    timing = Timing(device | device_high << 32, driver | driver_high << 32)
    return ErrorStatus(code), tuple(shapes), timing


def padding_violation(packet: bytes) -> str | None:
    """Describe what breaks ``burst_result.padding`` in a result packet, or return ``None``.

    Bytes 1 to 3 of every ``operandInformation`` must be zero: otherwise they would disclose earlier
    contents of the driver's memory to the client.
    """
    for at in range(0, len(packet), DATUM_SIZE):
        padding = packet[at + 9 : at + 12]
        if packet[at] == FmqResultTag.OPERAND_INFORMATION and any(padding):
            return f"datum {at // DATUM_SIZE}: padding after isSufficient is {padding.hex(' ')}"
    return None


def datums_of(packet: bytes) -> list[bytes]:
    """Split a packet into its datums; ``b"".join`` restores the packet."""
    return [packet[at : at + DATUM_SIZE] for at in range(0, len(packet), DATUM_SIZE)]


FAILURE: Final = serialize_result(ErrorStatus.GENERAL_FAILURE, (), Timing())
"""The result without shapes and timing, for requests that fail before they can be executed."""
