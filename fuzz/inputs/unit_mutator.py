"""Mutators of inputs that consist of units of one size: packets of datums, changes, steps."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import Final

from conformance.hal import DATUM_SIZE, FmqRequestTag

_WORDS: Final = (0, 0, 1, 1, 2, 3, 4, 7, 8, 16, 64, 255, 2**31 - 1, 2**31, 2**32 - 1)
_BYTES: Final = (0, 0, 1, 2, 3, 4, 5, 127, 128, 129, 130, 131, 255)
_TAGS: Final = (*range(len(FmqRequestTag) + 1), 255)
_MAX_PACKET: Final = 64

Mutator = Callable[[bytes, int, int], bytes]
"""Returns a changed input for an input, its maximum length and a seed."""


def mutate_packets(data: bytes, max_size: int, seed: int) -> bytes:
    """Change the datums of one packet of a burst; the packet's size is mostly corrected."""
    source = random.Random(seed)
    packets = _split_packets(data)
    if not packets or (len(packets) > 1 and source.random() < 0.1):
        packets.append(list(source.choice(packets)) if packets else [bytes(DATUM_SIZE)])
    place = source.randrange(len(packets))
    datums = packets[place]
    for _ in range(source.choice((1, 1, 1, 2))):
        _change_datum(datums, source)
    if datums and source.random() < 0.8:
        _set_size(datums)
    joined = b"".join(bytes([len(packet)]) + b"".join(packet) for packet in packets if packet)
    return joined if len(joined) <= max_size else data[:max_size]


def _split_packets(data: bytes) -> list[list[bytes]]:
    packets = []
    while data:
        size = data[0] % (_MAX_PACKET + 1) * DATUM_SIZE
        packet = data[1 : 1 + size]
        packets.append(
            [
                packet[at : at + DATUM_SIZE].ljust(DATUM_SIZE, b"\0")
                for at in range(0, len(packet), DATUM_SIZE)
            ]
        )
        data = data[1 + size :]
    return [packet for packet in packets if packet]


def _change_datum(datums: list[bytes], source: random.Random) -> None:
    if not datums:
        return
    at = source.randrange(len(datums))
    datum = bytearray(datums[at])
    match source.randrange(7):
        case 0:
            del datums[at]
        case 1 if len(datums) < _MAX_PACKET:
            datums.insert(at, bytes(datum))
        case 2:
            position = source.randrange(len(datums))
            datums[at], datums[position] = datums[position], datums[at]
        case 3:
            datum[0] = source.choice(_TAGS)
            datums[at] = bytes(datum)
        case 4 if len(datums) < _MAX_PACKET:
            datum[0] = source.choice(_TAGS)
            datums.insert(at + source.randrange(2), bytes(datum))
        case _:
            # The words of a datum start at byte 4; a dimension may need a datum after it.
            start = 4 * source.randrange(1, DATUM_SIZE // 4)
            (old,) = struct.unpack_from("<I", datum, start)
            near = (old + 1, old - 1, old + 4, *source.sample(_WORDS, 3))
            struct.pack_into("<I", datum, start, source.choice(near) & 0xFFFF_FFFF)
            datums[at] = bytes(datum)


def _set_size(datums: list[bytes]) -> None:
    """Let the first datum state the number of datums."""
    first = bytearray(datums[0])
    struct.pack_into("<I", first, 4, len(datums))
    datums[0] = bytes(first)


def unit_mutator(size: int) -> Mutator:
    """Return the mutator of inputs that are units of ``size`` bytes, whose first is their kind."""

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        source = random.Random(seed)
        units = [data[at : at + size] for at in range(0, len(data) - size + 1, size)]
        for _ in range(source.choice((1, 1, 2, 3))):
            _change_unit(units, size, source)
        joined = b"".join(units)
        return joined if len(joined) <= max_size else joined[: max_size // size * size]

    return mutate


def _change_unit(units: list[bytes], size: int, source: random.Random) -> None:
    fresh = bytes([source.randrange(16), *(source.choice(_BYTES) for _ in range(size - 1))])
    if not units:
        units.append(fresh)
        return
    at = source.randrange(len(units))
    match source.randrange(6):
        case 0:
            units.insert(at, fresh)
        case 1:
            units.append(fresh)
        case 2:
            del units[at]
        case 3:
            position = source.randrange(len(units))
            units[at], units[position] = units[position], units[at]
        case _:
            unit = bytearray(units[at])
            place = source.randrange(size)
            unit[place] = source.choice((*_BYTES, unit[place] ^ 1 << source.randrange(8)))
            units[at] = bytes(unit)
