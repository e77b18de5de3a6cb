"""Mutations of the request packets of bursts that make a packet malformed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from conformance.bursts import PacketError, datums_of, deserialize_request
from conformance.hal import REQUEST_LAYOUT, FmqRequestTag, request_datum

MISPLACED_DATUMS: Final = (
    request_datum(FmqRequestTag.PACKET_INFORMATION, 10, 10, 10, 10),
    request_datum(FmqRequestTag.INPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    request_datum(FmqRequestTag.INPUT_OPERAND_DIMENSION_VALUE, 0),
    request_datum(FmqRequestTag.OUTPUT_OPERAND_INFORMATION, 0, 0, 0, 0, 10),
    request_datum(FmqRequestTag.OUTPUT_OPERAND_DIMENSION_VALUE, 0),
    request_datum(FmqRequestTag.POOL_IDENTIFIER, 2**31 - 1),
    request_datum(FmqRequestTag.MEASURE_TIMING, 1),
)
"""Datums that make a request packet invalid wherever they are inserted."""

_DATUMS_PER_TAG: Final = 3
"""Number of datums of one kind that are changed if only some mutations are selected."""

_TAGS: Final = (*range(len(FmqRequestTag) + 1), 255)
_LARGEST: Final = 2**32 - 1
_OPERANDS: Final = (
    FmqRequestTag.INPUT_OPERAND_INFORMATION,
    FmqRequestTag.OUTPUT_OPERAND_INFORMATION,
)
_COUNTS: Final = {
    FmqRequestTag.PACKET_INFORMATION: {
        0: "packetSize",
        1: "numberOfInputOperands",
        2: "numberOfOutputOperands",
        3: "numberOfPools",
    },
    **{tag: {4: "numberOfDimensions"} for tag in _OPERANDS},
}
"""The fields that count datums, by their position in the datum."""


class PacketMutation(NamedTuple):
    """A malformed packet; ``rule`` is the first rule that it breaks.

    ``kind`` is the kind of change, ``tag`` the kind of the changed datum.
    """

    kind: str
    tag: int
    description: str
    packet: bytes
    rule: str

    def __str__(self) -> str:
        return f"burst packet: {self.description}"


def packet_mutations(packet: bytes) -> Iterator[PacketMutation]:
    """Yield every malformed packet with one change of a datum of a valid request packet."""
    datums = datums_of(packet)
    yield from _malformed(packet, _changes(datums, range(len(datums))))


def select_packet_mutations(packet: bytes, count: int, seed: int) -> list[PacketMutation]:
    """Return up to ``count`` malformed packets, the rarest by kind and changed datum first."""
    generator = random.Random(seed)
    datums = datums_of(packet)
    positions = list(range(len(datums)))
    generator.shuffle(positions)
    by_tag: Counter[int] = Counter()
    chosen = []
    for at in positions:
        by_tag[datums[at][0]] += 1
        if by_tag[datums[at][0]] <= _DATUMS_PER_TAG:
            chosen.append(at)
    changes = list(_changes(datums, chosen))
    generator.shuffle(changes)
    seen: Counter[tuple[str, int]] = Counter()
    rows = []
    for change in changes:
        seen[change.kind, change.tag] += 1
        rows.append((seen[change.kind, change.tag], change))
    rows.sort(key=lambda row: row[0])
    return list(islice(_malformed(packet, (change for _, change in rows)), count))


def _malformed(packet: bytes, changes: Iterable[_Change]) -> Iterator[PacketMutation]:
    """Yield the changes of a packet that make it malformed, each packet once."""
    seen = {packet, b""}
    for kind, tag, description, datums in changes:
        mutant = b"".join(datums)
        if mutant not in seen:
            seen.add(mutant)
            try:
                deserialize_request(mutant)
            except PacketError as error:
                yield PacketMutation(kind, tag, description, mutant, error.rule)


class _Change(NamedTuple):
    """A change of one datum, and all datums afterwards; the packet may still be valid."""

    kind: str
    tag: int
    description: str
    datums: list[bytes]


def _changes(datums: list[bytes], positions: Iterable[int]) -> Iterator[_Change]:
    """Yield the changes of the datums at these positions."""
    for at in positions:
        datum, before, after = datums[at], datums[:at], datums[at + 1 :]
        for kind, what, changed in _datum_changes(datum, before, after):
            yield from _with_both_sizes(
                kind, datum[0], f"datum {at} of {len(datums)} {what}", datums, changed
            )
    for other in MISPLACED_DATUMS:
        what = f"last datum is an additional {FmqRequestTag(other[0]).name}"
        yield from _with_both_sizes("appended", other[0], what, datums, [*datums, other])


def _with_both_sizes(
    kind: str, tag: int, what: str, datums: list[bytes], changed: list[bytes]
) -> Iterator[_Change]:
    """Yield the change with the packetSize as it was and, if it then is wrong, with a right one."""
    yield _Change(kind, tag, what, changed)
    if changed and len(changed) != len(datums) and changed[0] == datums[0]:
        information = FmqRequestTag.PACKET_INFORMATION
        _, _, *counts = REQUEST_LAYOUT[information].unpack(datums[0])
        first = request_datum(information, len(changed), *counts)
        what = f"{what}, with a packetSize of {len(changed)}"
        yield _Change(f"{kind}, packetSize", tag, what, [first, *changed[1:]])


def _datum_changes(
    datum: bytes, before: list[bytes], after: list[bytes]
) -> Iterator[tuple[str, str, list[bytes]]]:
    """Yield the kind of each change of one datum, a description and all datums afterwards."""
    yield "removed", "is removed", [*before, *after]
    yield "repeated", "is repeated", [*before, datum, datum, *after]
    if after:
        yield "truncated", "is the last one", [*before, datum]
    for other in MISPLACED_DATUMS:
        name = FmqRequestTag(other[0]).name
        yield "inserted", f"has a {name} before it", [*before, other, datum, *after]
        yield "replaced", f"is replaced by a {name}", [*before, other, *after]
    for tag in _TAGS:
        yield "tag", f"has the tag {tag}", [*before, bytes([tag]) + datum[1:], *after]
    for what, changed in _field_changes(datum):
        yield what.partition(" ")[0], f"has {what}", [*before, changed, *after]


def _field_changes(datum: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield changes of the fields that determine the form of the packet."""
    tag = FmqRequestTag(datum[0])
    layout = REQUEST_LAYOUT[tag]
    _, *fields = layout.unpack(datum)
    for position, name in _COUNTS.get(tag, {}).items():
        count = fields[position]
        for wrong in {count - 1, count + 1, 0, count + 256, count + 2**16, _LARGEST} - {count, -1}:
            changed = [*fields[:position], wrong, *fields[position + 1 :]]
            yield f"{name} {count} -> {wrong}", layout.pack(tag, *changed)
    if tag in _OPERANDS:
        for flag in (2, 128, 255):
            yield f"hasNoValue {fields[0]} -> {flag}", layout.pack(tag, flag, *fields[1:])
