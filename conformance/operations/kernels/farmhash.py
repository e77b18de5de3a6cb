"""FarmHash Fingerprint64: a 64-bit hash of bytes that is guaranteed never to change.

Implemented from the published definition (Geoff Pike's FarmHash, the successor of CityHash). All
sums and products are modulo 2**64; words are little endian. Inputs of up to 64 bytes are hashed in
one step that depends on the length, longer ones in chunks of 64 bytes.
"""

from __future__ import annotations

from struct import Struct
from typing import Final

_MASK: Final = 2**64 - 1
_K0: Final = 0xC3A5C85C97CB3127
_K1: Final = 0xB492B66FBE98F273
_K2: Final = 0x9AE16A3B2F90404F

_WORD: Final = Struct("<Q").unpack_from
_HALF: Final = Struct("<I").unpack_from
_CHUNK: Final = Struct("<8Q").unpack_from

_State = tuple[int, int, int, int, int, int, int]
"""The running state of a long input: x, y, z and two pairs of words."""


def fingerprint64(data: bytes) -> int:
    """Return the fingerprint as an unsigned 64-bit integer."""
    size = len(data)
    if size > 64:
        return _long(data)
    if size > 16:
        return _medium(data)
    if size >= 8:
        return _from_8_to_16(data)
    if size >= 4:
        first, last = _HALF(data)[0], _HALF(data, size - 4)[0]
        return _fold(size + (first << 3), last, _K2 + 2 * size)
    if size:
        low = data[0] + (data[size // 2] << 8)
        high = size + (data[-1] << 2)
        return _smear((low * _K2 ^ high * _K0) & _MASK) * _K2 & _MASK
    return _K2


def _rotate(word: int, bits: int) -> int:
    word &= _MASK
    return (word >> bits | word << 64 - bits) & _MASK


def _smear(word: int) -> int:
    return word ^ word >> 47


def _fold(first: int, second: int, factor: int) -> int:
    """Return one word computed from two."""
    mixed = _smear(((first ^ second) * factor) & _MASK)
    mixed = _smear(((second ^ mixed) * factor) & _MASK)
    return mixed * factor & _MASK


def _from_8_to_16(data: bytes) -> int:
    factor = _K2 + 2 * len(data)
    first = _WORD(data)[0] + _K2
    last = _WORD(data, len(data) - 8)[0]
    left = _rotate(last, 37) * factor + first
    right = (_rotate(first, 25) + last) * factor
    return _fold(left & _MASK, right & _MASK, factor)


def _medium(data: bytes) -> int:
    """Return the fingerprint of 17 to 64 bytes.

    It uses both ends of the data; from 33 bytes on it also uses the words next to them.
    """
    size = len(data)
    factor = _K2 + 2 * size
    beyond_32 = size > 32
    a = _WORD(data)[0] * (_K2 if beyond_32 else _K1)
    b = _WORD(data, 8)[0]
    c = _WORD(data, size - 8)[0] * factor
    d = _WORD(data, size - 16)[0] * _K2
    left = _rotate(a + b, 43) + _rotate(c, 30) + d & _MASK
    right = a + _rotate(b + _K2, 18) + c & _MASK
    folded = _fold(left, right, factor)
    if not beyond_32:
        return folded
    e = _WORD(data, 16)[0] * factor
    f = _WORD(data, 24)[0]
    g = (left + _WORD(data, size - 32)[0]) * factor
    h = (folded + _WORD(data, size - 24)[0]) * factor
    left = _rotate(e + f, 43) + _rotate(g, 30) + h & _MASK
    right = e + _rotate(f + a, 18) + g & _MASK
    return _fold(left, right, factor)


def _absorb(words: tuple[int, ...], first: int, second: int) -> tuple[int, int]:
    """Return a pair of words updated with four words of data."""
    first += words[0]
    second = _rotate(second + first + words[3], 21)
    before = first
    first += words[1] + words[2]
    second += _rotate(first, 44)
    return first + words[3] & _MASK, second + before & _MASK


def _stir(state: _State, words: tuple[int, ...], factor: int, weight: int) -> _State:
    """Return the state after one chunk of eight words.

    ``weight`` is 1 except for the last chunk.
    """
    x, y, z, v0, v1, w0, w1 = state
    x = _rotate(x + y + v0 + words[1], 37) * factor ^ w1 * weight
    y = _rotate(y + v1 + words[6], 42) * factor + v0 * weight + words[5]
    z = _rotate(z + w0, 33) * factor
    v0, v1 = _absorb(words[:4], v1 * factor, x + w0)
    w0, w1 = _absorb(words[4:], z + w1, y + words[2])
    return z & _MASK, y & _MASK, x & _MASK, v0, v1, w0, w1


def _long(data: bytes) -> int:
    last = len(data) - 1
    seed = 81
    y = seed * _K1 + 113
    z = _smear(y * _K2 + 113 & _MASK) * _K2
    state: _State = (seed * _K2 + _WORD(data)[0], y, z, 0, 0, 0, 0)
    for offset in range(0, last // 64 * 64, 64):
        state = _stir(state, _CHUNK(data, offset), _K1, 1)
    # the last chunk is the last 64 bytes of the data, so it may overlap the chunk before it
    x, y, z, v0, v1, w0, w1 = state
    factor = _K1 + 2 * (z & 0xFF)
    w0 += last % 64
    v0 += w0
    w0 += v0
    chunk = _CHUNK(data, len(data) - 64)
    x, y, z, v0, v1, w0, w1 = _stir((x, y, z, v0, v1, w0, w1), chunk, factor, 9)
    left = _fold(v0, w0, factor) + _smear(y) * _K0 + z
    right = _fold(v1, w1, factor) + x
    return _fold(left & _MASK, right & _MASK, factor)
