"""LSH_PROJECTION: signs of weighted sums of 64-bit fingerprints.

For each seed of the hash tensor and each row of the input, the fingerprint of the seed's float32
bytes followed by the row's bytes is taken as a signed integer; the bit is 1 if the (weighted) sum
over the rows is positive. The fingerprint is FarmHash's Fingerprint64, a public algorithm by
Google, implemented here for keys of at least 4 bytes. Sums are exact integers or fractions.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import prod

from specs.scripts import _litert_runner
from specs.scripts._spec_writer import (
    DEFAULT,
    F16,
    F32,
    I32,
    Q8,
    RELAXED,
    SpecCase,
    LinearCongruentialGenerator,
    GeneratedSpecFile,
    Step,
    Variation,
    collect_files,
    internal,
    output,
    parameter,
    tensor_input,
)

SOURCE = "specs/scripts/lsh_projection.py (FarmHash Fingerprint64 and exact sums)."

MASK = 2**64 - 1
K0, K1, K2 = 0xC3A5C85C97CB3127, 0xB492B66FBE98F273, 0x9AE16A3B2F90404F
SPARSE_DEPRECATED, DENSE, SPARSE = 1, 2, 3
ROWS = [[-7.5, 2.0, 0.25], [3.0, 11.5, -4.0]]
"""The table rows that bits 0 and 1 select."""
OLD: Mapping[str, Sequence[Variation]] = {"V1_0": [DEFAULT, RELAXED]}
NEW: Mapping[str, Sequence[Variation]] = {"V1_2": [DEFAULT]}
FORMATS = {F32: "f", F16: "e", I32: "i", Q8: "B"}


def rotated(value: int, by: int) -> int:
    """Return 64 bits rotated to the right."""
    return (value >> by | value << 64 - by) & MASK


def mixed(u: int, v: int, mul: int) -> int:
    """Return the final mix of two words."""
    a = (u ^ v) * mul & MASK
    a ^= a >> 47
    b = (v ^ a) * mul & MASK
    b ^= b >> 47
    return b * mul & MASK


def _weak(key: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    """Return 32 bytes of a key, mixed with two words."""
    w, x, y, z = (int.from_bytes(key[i : i + 8], "little") for i in range(at, at + 32, 8))
    a += w
    b = rotated(b + a + z & MASK, 21)
    c = a
    a += x + y
    b += rotated(a & MASK, 44)
    return a + z & MASK, b + c & MASK


def _long_fingerprint(key: bytes) -> int:
    """Return the fingerprint of more than 64 bytes.

    The key is read in chunks of 64 bytes; the last chunk is taken from its end.
    """
    x, y = 81, (81 * K1 + 113) & MASK
    z = (y * K2 + 113) & MASK
    z = (z ^ z >> 47) * K2 & MASK
    v, w = (0, 0), (0, 0)
    x = (x * K2 + int.from_bytes(key[:8], "little")) & MASK

    def turn(at: int, mul: int, nine: int) -> None:
        nonlocal x, y, z, v, w

        def word(i: int) -> int:
            return int.from_bytes(key[at + i : at + i + 8], "little")

        x = rotated(x + y + v[0] + word(8) & MASK, 37) * mul & MASK
        y = rotated(y + v[1] + word(48) & MASK, 42) * mul & MASK
        x ^= w[1] * nine & MASK
        y = y + v[0] * nine + word(40) & MASK
        z = rotated(z + w[0] & MASK, 33) * mul & MASK
        v = _weak(key, at, v[1] * mul & MASK, x + w[0] & MASK)
        w = _weak(key, at + 32, z + w[1] & MASK, y + word(16) & MASK)
        z, x = x, z

    rounds, left = divmod(len(key) - 1, 64)
    for number in range(rounds):
        turn(64 * number, K1, 1)
    mul = (K1 + 2 * (z & 255)) & MASK
    w = w[0] + left & MASK, w[1]
    v = v[0] + w[0] & MASK, v[1]
    w = w[0] + v[0] & MASK, w[1]
    turn(len(key) - 64, mul, 9)
    first = mixed(v[0], w[0], mul) + (y ^ y >> 47) * K0 + z
    return mixed(first & MASK, mixed(v[1], w[1], mul) + x & MASK, mul)


def fingerprint(key: bytes) -> int:
    """Return Fingerprint64 of 4 bytes or more."""
    size = len(key)
    mul = (K2 + 2 * size) & MASK

    def word(at: int, width: int = 8) -> int:
        return int.from_bytes(key[at : at + width], "little")

    if 4 <= size < 8:
        return mixed(size + (word(0, 4) << 3), word(size - 4, 4), mul)
    if 8 <= size <= 16:
        a, b = (word(0) + K2) & MASK, word(size - 8)
        return mixed(rotated(b, 37) * mul + a, (rotated(a, 25) + b) * mul & MASK, mul)
    if 17 <= size <= 32:
        a, b = word(0) * K1 & MASK, word(8)
        c, d = word(size - 8) * mul & MASK, word(size - 16) * K2 & MASK
        first = rotated(a + b & MASK, 43) + rotated(c, 30) + d
        second = a + rotated(b + K2 & MASK, 18) + c
        return mixed(first & MASK, second & MASK, mul)
    if 33 <= size <= 64:
        a, b = word(0) * K2 & MASK, word(8)
        c, d = word(size - 8) * mul & MASK, word(size - 16) * K2 & MASK
        y = rotated(a + b & MASK, 43) + rotated(c, 30) + d & MASK
        z = mixed(y, a + rotated(b + K2 & MASK, 18) + c & MASK, mul)
        e, f = word(16) * mul & MASK, word(24)
        g, h = (y + word(size - 32)) * mul & MASK, (z + word(size - 24)) * mul & MASK
        first = rotated(e + f & MASK, 43) + rotated(g, 30) + h
        second = e + rotated(f + a & MASK, 18) + g
        return mixed(first & MASK, second & MASK, mul)
    if size > 64:
        return _long_fingerprint(key)
    raise ValueError(f"no key of {size} bytes here")


def bit(seed: float, rows: Sequence[bytes], weights: Sequence[float]) -> int:
    """Return 1 if the weighted sum is positive, else 0.

    Raises ``ValueError`` for sums whose sign rounding may change.
    """
    terms = []
    for row, weight in zip(rows, weights, strict=True):
        raw = fingerprint(struct.pack("<f", seed) + row)
        terms.append(Fraction(weight) * (raw - 2**64 if raw >= 2**63 else raw))
    total = sum(terms, Fraction(0))
    if abs(total) < sum(map(abs, terms)) / 1000:
        raise ValueError("the sum is too close to 0")
    return int(total > 0)


def project(
    kind: int, hashes: Sequence[Sequence[float]], rows: Sequence[bytes], weights: Sequence[float]
) -> list[int]:
    """Return the bits, or one number for each hash function."""
    bits = [[bit(seed, rows, weights) for seed in seeds] for seeds in hashes]
    if kind == DENSE:
        return [one for row in bits for one in row]
    out = []
    for number, row in enumerate(bits):
        signature = 0
        for one in row:
            signature = 2 * signature + one
        out.append(signature + (number << len(row) if kind == SPARSE else 0))
    return out


def case(
    name: str,
    kind: int,
    type_: str,
    dims: Sequence[int],
    hash_dims: tuple[int, int],
    seed: int,
    versions: Mapping[str, Sequence[Variation]],
    *,
    hash_type: str = F32,
    fed: bool = False,
    weighted: bool | None = None,
    looked_up: bool = False,
    description: str = "",
) -> SpecCase:
    """Return a projection with numbers drawn from the seed.

    With ``fed``, hash and weight are model inputs, and an omitted weight is an input that is not
    given. ``weighted`` states whether there is a weight; by default only dense projections have
    one. In a sparse projection the weight changes more than the lowest bit of a result. With
    ``looked_up``, the bits select rows of a table, so that every bit must be correct: the
    comparison of plain integers accepts a difference of 1.
    """
    if weighted is None:
        weighted = kind == DENSE
    random = LinearCongruentialGenerator(seed)
    count, bits = hash_dims
    seeds = [value or 0.5 for value in random.grid(count * bits, -4, 4, 0.0625)]
    if type_ in (F32, F16):
        x: list[float] = [value or 0.25 for value in random.grid(prod(dims), -8, 8, 0.25)]
    else:
        x = list(random.integers(prod(dims), 1, 250))
    packed = struct.pack(f"<{len(x)}{FORMATS[type_]}", *x)
    width = len(packed) // dims[0]
    rows = [packed[i : i + width] for i in range(0, len(packed), width)]
    weights = random.grid(dims[0], 0.25, 2, 0.25) if weighted else [1.0] * dims[0]
    hashes = [seeds[i * bits : (i + 1) * bits] for i in range(count)]
    given = weights if weighted else []
    scale = 0.5 if type_ == Q8 else 0.0
    y = project(kind, hashes, rows, weights)
    if len(set(y)) < 2:
        raise ValueError(f"{name}: every output is {y[0]}, choose another seed")
    if looked_up and y == y[::-1]:
        raise ValueError(f"{name}: the bits are a palindrome, choose another seed")
    if weighted and kind != DENSE:
        plain = project(kind, hashes, rows, [1.0] * dims[0])
        if all(abs(a - b) <= 1 for a, b in zip(y, plain, strict=True)):
            raise ValueError(f"{name}: the weights do not change the result, choose another seed")
    feed: dict[str, Sequence[float]] = {"x": x, "y": y}
    if fed:
        hash_ = tensor_input("hash_", hash_type, hash_dims)
        weight = tensor_input("weight", hash_type, dims[:1])
        feed |= {"hash_": seeds, "weight": given}
    else:
        hash_ = parameter("hash_", hash_type, hash_dims, seeds)
        weight = parameter("weight", hash_type, dims[:1] if given else (0,), given or None)
    hash_ = replace(hash_, never_internal=True)
    x_operand = tensor_input("x", type_, dims, scale)
    arguments = [hash_, replace(x_operand, never_internal=True), weight, kind]
    if not looked_up:
        step = ("LSH_PROJECTION", arguments, [output("y", I32, (len(y),))])
        return SpecCase(name, [step], [feed], versions, description)
    bits_operand = internal("bits", I32, (len(y),))
    table = parameter("table", F32, (len(ROWS), len(ROWS[0])), [v for row in ROWS for v in row])
    found = output("y", F32, (len(y), len(ROWS[0])))
    feed["y"] = [value for bit_ in y for value in ROWS[int(bit_)]]
    steps: list[Step] = [
        ("LSH_PROJECTION", arguments, [bits_operand]),
        ("EMBEDDING_LOOKUP", [bits_operand, table], [found]),
    ]
    return SpecCase(name, steps, [feed], versions, description)


def cases() -> Iterator[SpecCase]:
    """Return cases of each projection type with each input type."""
    yield from _dense()
    yield from _sparse()
    yield from _weighted()
    yield from _float16()
    yield from _long_keys()


def _dense() -> Iterator[SpecCase]:
    yield case("dense_int32", DENSE, I32, (3, 2), (4, 2), 701, OLD)
    yield case("dense_float32", DENSE, F32, (2, 5), (2, 3), 722, OLD)
    yield case("dense_quant8", DENSE, Q8, (4, 3), (3, 2), 703, OLD)
    yield case("dense_rank_1", DENSE, I32, (5,), (2, 4), 704, OLD)
    yield case("dense_rank_3", DENSE, I32, (2, 2, 3), (2, 2), 705, OLD)
    description = "Hash and weight are model inputs."
    yield case("dense_fed", DENSE, I32, (3, 2), (4, 2), 706, OLD, fed=True, description=description)
    description = "The bits select rows of a table, which reveals each bit and their order."
    yield case("dense_looked_up", DENSE, I32, (3, 2), (3, 3), 714, OLD, looked_up=True, description=description)


def _sparse() -> Iterator[SpecCase]:
    kind = SPARSE_DEPRECATED
    description = "Without a weight; the signatures of all hash functions share one range."
    yield case("sparse_deprecated", kind, I32, (3, 2), (4, 2), 707, OLD, description=description)
    not_given = "The weight is a model input that is not given."
    yield case(
        "sparse_deprecated_fed", kind, I32, (2, 1), (3, 4), 708, OLD, fed=True, description=not_given
    )
    description = "Without a weight; hash function k adds k * 2^bits."
    yield case("sparse", SPARSE, I32, (3, 2), (4, 2), 709, NEW, description=description)
    yield case("sparse_fed", SPARSE, F32, (2, 2), (3, 5), 710, NEW, fed=True, description=not_given)


def _weighted() -> Iterator[SpecCase]:
    weighted = partial(case, weighted=True, description="The weights change bits above the lowest one.")
    yield weighted("sparse_deprecated_weighted", SPARSE_DEPRECATED, I32, (3, 2), (3, 4), 711, OLD)
    yield weighted("sparse_weighted", SPARSE, F32, (3, 2), (3, 4), 705, NEW, fed=True)


def _float16() -> Iterator[SpecCase]:
    yield case("dense_float16", DENSE, F16, (2, 4), (3, 2), 711, NEW, hash_type=F16)
    yield case("dense_float16_hash", DENSE, I32, (3, 1), (2, 2), 712, NEW, hash_type=F16)
    yield case("sparse_float16", SPARSE, F16, (3, 2), (2, 3), 713, NEW, hash_type=F16)


def _long_keys() -> Iterator[SpecCase]:
    """Return cases for keys of up to 16, 32, 64 and more bytes, which are hashed differently."""
    for size, seed in ((4, 741), (5, 742), (8, 743), (12, 744), (15, 745), (16, 746), (33, 747),
                       (47, 748), (48, 749)):  # fmt: skip
        yield case(f"dense_{4 + 4 * size}_bytes", DENSE, F32, (2, size), (3, 3), seed, OLD)
    yield case("dense_long_quant8", DENSE, Q8, (2, 77), (2, 3), 750, OLD)


def files() -> dict[str, str]:
    """Return the spec files by path."""
    spec = GeneratedSpecFile(
        "V1_0/lsh_projection.mod.py",
        "LSH_PROJECTION: dense and both sparse forms, every input type, float16 hashes (1.2), "
        "weights that are constant, fed or omitted, bits that select table rows.",
        SOURCE,
    )
    spec.add(*cases())
    return collect_files(spec)


def cross_check() -> str:
    """Compare with LiteRT, whose sparse form is SPARSE."""
    tally = _litert_runner.ComparisonTally()
    for made in cases():
        operands = {item.name: item for item in made.operands()}
        kind = int(str(made.steps[0][1][3]))
        if F16 in (operands["x"].type_, operands["hash_"].type_) or kind == SPARSE_DEPRECATED:
            continue
        if len(made.steps) > 1:
            continue
        weight = operands["weight"]
        given = made.feeds[0].get("weight", weight.value)
        tensors = ["hash_", "x", *(["weight"] if given else [])]
        options = ("LSHProjectionOptions", {"type": {DENSE: 2, SPARSE: 1}[kind]})
        _litert_runner.check_case(tally, made, "LSH_PROJECTION", *options, tensors=tensors, code_limit=0)
    return str(tally)
