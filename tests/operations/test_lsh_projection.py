"""LSH_PROJECTION and its fingerprint function.

Expected fingerprints and bits come from the pyfarmhash package (0.5.1), an independent binding of
the original implementation, and a loop over struct-packed keys.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import ArrayLike

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, Unknown
from conformance.operations.kernels.farmhash import fingerprint64
from tests.operations.op_runner import (
    absent,
    broken,
    given,
    out,
    output_shapes,
    run,
    undecided,
    unknown,
)

OP = Op.LSH_PROJECTION
F32, F16, Q8, I32 = (
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_INT32,
)
TARGET = [out(I32)]
SPARSE_DEPRECATED, DENSE, SPARSE = 1, 2, 3

FINGERPRINTS = {
    0: 0x9AE16A3B2F90404F,
    1: 0xBEC09CC447469D8B,
    2: 0x16F8263645A8ECF5,
    3: 0x40B4412E33EEFD64,
    4: 0xF3C7EE05197A7B92,
    7: 0x4FEF0B39C12AA9A4,
    8: 0x0C97ECBC1E9D2626,
    12: 0x07E11FA045E761BC,
    16: 0x7EDA0ED8C837A168,
    17: 0xC9518FE63EBF6127,
    24: 0x310064A8DE2C42D2,
    32: 0xA53F806F23A314E8,
    33: 0xC24F9D7CE864F0E9,
    48: 0xA77873935894901F,
    64: 0x0566266CB579ECA2,
    65: 0x77E0867714E6B0E4,
    100: 0x9E17C36FE4A61B08,
    127: 0xCAA19A12C8273B7E,
    128: 0x666823960B3AC271,
    129: 0x98206B8579BCA083,
    192: 0x3FB42D06DD42F727,
    193: 0x9A1776A82B94F2B6,
    1000: 0xE021806CC1E3DC4C,
}
"""By length of the bytes 3, 10, 17, ... modulo 256."""


@pytest.mark.parametrize("length", FINGERPRINTS)
def test_fingerprint(length: int) -> None:
    data = bytes((7 * i + 3) % 256 for i in range(length))
    assert fingerprint64(data) == FINGERPRINTS[length]


SEEDS = [[0.5, -1.25, 3.0], [7.75, -0.125, 2.5], [100.0, -64.0, 0.0625]]
WEIGHTS = [0.5, -1.0, 2.0, 0.25]
REALS = [[1.5, -2.25], [0.0, 8.0], [-0.5, 3.0], [4.0, 4.0]]
INPUTS: dict[T, ArrayLike] = {
    F32: REALS,
    F16: REALS,
    I32: [[1, -2], [0, 8], [-5, 300000], [4, 4]],
    Q8: [[1, 2], [0, 8], [255, 3], [4, 4]],
}
BITS = {
    (F32, False): [[0, 0, 1], [0, 0, 1], [1, 1, 1]],
    (F32, True): [[0, 1, 1], [1, 0, 0], [1, 0, 0]],
    (I32, False): [[0, 1, 1], [1, 0, 1], [1, 1, 0]],
    (I32, True): [[1, 0, 0], [0, 0, 0], [1, 0, 0]],
    (Q8, False): [[1, 1, 0], [1, 1, 0], [0, 0, 0]],
    (Q8, True): [[1, 1, 0], [1, 1, 1], [0, 0, 0]],
    (F16, False): [[1, 0, 0], [0, 0, 0], [0, 0, 0]],
    (F16, True): [[1, 1, 0], [0, 1, 1], [0, 0, 1]],
}


def _type(code: int) -> OperandView:
    return given(T.INT32, code)


@pytest.mark.parametrize("hash_type", [F32, F16])
@pytest.mark.parametrize(("type_", "weighted"), BITS)
@pytest.mark.parametrize("code", [SPARSE_DEPRECATED, DENSE, SPARSE])
def test_projection(hash_type: T, type_: T, weighted: bool, code: int) -> None:
    # all seeds and weights are exact in float16, which is hashed as float32
    source = given(type_, INPUTS[type_], scale=0.5 if type_ == Q8 else 0.0)
    weight = given(hash_type, WEIGHTS) if weighted else absent(hash_type)
    got = run(OP, [given(hash_type, SEEDS), source, weight, _type(code)], TARGET)[0]
    bits = BITS[type_, weighted]
    if code == DENSE:
        assert got.tolist() == [bit for function in bits for bit in function]
    else:
        offset = 8 if code == SPARSE else 0
        assert got.tolist() == [4 * a + 2 * b + c + k * offset for k, (a, b, c) in enumerate(bits)]


def test_rows_longer_than_a_chunk() -> None:
    source = given(F32, [range(30), [-i for i in range(30)]], shape=(2, 5, 6))
    got = run(OP, [given(F32, SEEDS), source, absent(F32), _type(DENSE)], TARGET)[0]
    assert got.tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 1]


def test_signatures_of_32_bits_wrap() -> None:
    seeds = np.arange(32, dtype=np.float32).reshape(1, 32)
    inputs = [given(F32, seeds), given(F32, [1.0, 2.0]), absent(F32)]
    bits = run(OP, [*inputs, _type(DENSE)], TARGET)[0].tolist()
    assert len(set(bits)) == 2
    number = int("".join(map(str, bits)), 2)
    signed = number - 2**32 if number >= 2**31 else number
    for code in (SPARSE_DEPRECATED, SPARSE):
        assert run(OP, [*inputs, _type(code)], TARGET)[0].tolist() == [signed]


def test_conditions() -> None:
    seeds, source, weight = given(F32, SEEDS), given(F32, [1.0, 2.0]), given(F32, [1.0, 1.0])
    for code in (1, 2, 3):
        assert broken(OP, [seeds, source, weight, _type(code)], TARGET) == []
    for code in (0, 4):
        assert broken(OP, [seeds, source, weight, _type(code)], TARGET) == ["type_code"]
    inputs = [seeds, source, weight, _type(SPARSE)]
    assert broken(OP, inputs, TARGET, Version.V1_1) == ["sparse_is_new"]
    inputs[3] = _type(SPARSE_DEPRECATED)
    assert broken(OP, inputs, TARGET, Version.V1_1) == []
    short = [seeds, source, given(F32, [1.0]), _type(DENSE)]
    assert broken(OP, short, TARGET) == ["sizes_agree"]


@pytest.mark.parametrize(
    ("functions", "bits", "fits"), [(1, 32, True), (1, 33, False), (2, 31, True), (3, 31, False)]
)
def test_signature_width(functions: int, bits: int, fits: bool) -> None:
    seeds = given(F32, np.zeros((functions, bits)))
    for code in (SPARSE_DEPRECATED, SPARSE):
        inputs = [seeds, given(F32, [1.0]), absent(F32), _type(code)]
        assert broken(OP, inputs, TARGET) == ([] if fits else ["signature_fits"])
    assert broken(OP, [*inputs[:3], _type(DENSE)], TARGET) == []


def test_undecided_conditions_of_unknown_operands() -> None:
    seeds, source = given(F32, SEEDS), given(F32, [1.0, 2.0])
    maybe = unknown(F32, (2,))
    maybe.omitted = None
    assert undecided(OP, [seeds, source, maybe, _type(DENSE)], TARGET) == ["sizes_agree"]
    assert output_shapes(OP, [seeds, source, maybe, _type(DENSE)], TARGET) == [(9,)]
    inputs = [unknown(F32, (None, 2)), source, absent(F32), _type(SPARSE)]
    assert undecided(OP, inputs, TARGET) == ["signature_fits"]
    for lesser in (inputs, [seeds, source, absent(F32), unknown(T.INT32)]):
        with pytest.raises(Unknown):
            output_shapes(OP, lesser, TARGET)
