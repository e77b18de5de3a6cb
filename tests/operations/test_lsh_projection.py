"""The fingerprint function of LSH_PROJECTION.

Expected fingerprints come from the pyfarmhash package (0.5.1), an independent binding of the
original implementation.
"""

from __future__ import annotations

import pytest

from conformance.operations.kernels.farmhash import fingerprint64

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
