"""LSH_PROJECTION and its fingerprint function.

Expected fingerprints and bits come from the pyfarmhash package (0.5.1), an independent binding of
the original implementation, and a loop over struct-packed keys.
"""

from __future__ import annotations

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView
from conformance.operations.kernels.farmhash import fingerprint64
from tests.operations.op_runner import (
    absent,
    broken,
    given,
    out,
    run,
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


def _type(code: int) -> OperandView:
    return given(T.INT32, code)


def test_rows_longer_than_a_chunk() -> None:
    source = given(F32, [range(30), [-i for i in range(30)]], shape=(2, 5, 6))
    got = run(OP, [given(F32, SEEDS), source, absent(F32), _type(DENSE)], TARGET)[0]
    assert got.tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    ("functions", "bits", "fits"), [(1, 32, True), (1, 33, False), (2, 31, True), (3, 31, False)]
)
def test_signature_width(functions: int, bits: int, fits: bool) -> None:
    seeds = given(F32, np.zeros((functions, bits)))
    for code in (SPARSE_DEPRECATED, SPARSE):
        inputs = [seeds, given(F32, [1.0]), absent(F32), _type(code)]
        assert broken(OP, inputs, TARGET) == ([] if fits else ["signature_fits"])
    assert broken(OP, [*inputs[:3], _type(DENSE)], TARGET) == []
