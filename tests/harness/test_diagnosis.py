"""Each pattern is told for the fault that makes it, and not for another."""

import numpy as np
import pytest

from conformance.hal import INFO, Operand, OperandType
from conformance.harness.accuracy import FLOAT32, ONE
from conformance.harness.diagnosis import diagnose
from conformance.harness.memory import Noise

T = OperandType
RNG = np.random.default_rng(3)
FLOATS = RNG.uniform(-2, 2, (1, 3, 4, 2)).astype("<f4")
CODES = RNG.integers(20, 100, (1, 3, 4, 2)).astype(np.uint8)


def told(expected, actual, operand_type=T.TENSOR_FLOAT32, prefill=None, zero_point=0):
    dtype = INFO[operand_type].dtype
    expected = np.ascontiguousarray(expected, dtype)
    actual = np.ascontiguousarray(actual, dtype)
    data = expected.tobytes()
    noise = prefill if prefill is not None else Noise(1).prefill(data, len(data), False)
    operand = Operand(operand_type, expected.shape, 1, 0.5, zero_point)
    tolerance = FLOAT32 if dtype.kind == "f" else ONE
    return diagnose(data, actual.tobytes(), operand, expected.shape, tolerance, noise)


def codes(expected, actual, **keywords):
    return told(expected, actual, T.TENSOR_QUANT8_ASYMM, **keywords)


def changed(array, place, value):
    copy = array.copy()
    copy[place] = value
    return copy


@pytest.mark.parametrize(
    ("actual", "text"),
    [
        (FLOATS.transpose(0, 3, 1, 2), "the data lie in NCHW order instead of NHWC"),
        (FLOATS.transpose(0, 2, 3, 1), "the data were permuted as if they came in NCHW order"),
        (FLOATS.transpose(0, 2, 1, 3), "the data are transposed (axes in order [0, 2, 1, 3])"),
        (FLOATS[:, ::-1], "axis 1 is reversed"),
        (FLOATS.ravel()[::-1], "the elements are in reverse order"),
        (np.roll(FLOATS, 1, 2), "the elements are one place too far up along axis 2 (rotated)"),
        (-FLOATS, "every value has the opposite sign"),
        (FLOATS.byteswap(), "the bytes of each element are swapped"),
        (FLOATS + 0.25, "every value is +0.25 off"),
        (FLOATS * 2.5, "all values are 2.5 times what they should be"),
        (np.full_like(FLOATS, np.nan), "every element is NaN"),
        (np.zeros_like(FLOATS), "every element is zero"),
        (np.ones_like(FLOATS), "every element is 1.0"),
        (FLOATS.astype("<f2"), "the values have float16 precision"),
        (
            (FLOATS.view("<u4") & 0xFFFF0000).view("<f4"),
            "the values have bfloat16 precision",
        ),
        (np.sort(FLOATS, axis=None), "the same values in another order"),
    ],
)
def test_float_patterns(actual, text):
    assert told(FLOATS, np.asarray(actual).reshape(FLOATS.shape))[0] == text


def test_missing_activation():
    assert told(np.clip(FLOATS, 0, None), FLOATS) == (
        "only the limit is missing (below 0): the activation looks ignored",
    )
    assert told(np.clip(FLOATS, -1, 1), FLOATS)[0] == (
        "only the limit is missing (below -1 and above 1): the activation looks ignored"
    )


def test_needless_activation():
    assert told(FLOATS, np.clip(FLOATS, -1, 1))[0] == (
        "values are cut off where they should not be (below -1 and above 1)"
    )


@pytest.mark.parametrize(
    ("actual", "text"),
    [
        (CODES + 2, "every code is +2 off"),
        (CODES - 7, "every code is -7 off"),
        (CODES + 128, "every code is +128 off: signed and unsigned codes look mixed up"),
        (np.where(CODES > 50, 255, CODES), "every wrong element is saturated at 0 or 255"),
        (np.full_like(CODES, 10), "every element is the zero point (real zero)"),
        (10 + (CODES - 10.0) * 2, "all real values are 2 times what they should be"),
        (
            CODES + np.resize([0, 2, -1], CODES.shape).astype(np.int64),
            "no element is more than 2 codes off (8 of 24 exact): looks like rounding",
        ),
    ],
)
def test_quantized_patterns(actual, text):
    assert codes(CODES, np.asarray(actual), zero_point=10)[0] == text


def test_infinite_and_nan_elements_are_counted():
    actual = changed(changed(FLOATS, (0, 0, 0, 0), np.nan), (0, 1, 1, 1), np.inf)
    assert told(FLOATS, actual)[0] == "1 of 24 elements are NaN and 1 of 24 elements are infinite"


def test_unwritten_elements():
    data = FLOATS.tobytes()
    prefill = Noise(1).prefill(data, len(data), False)
    assert "not written at all" in told(FLOATS, np.frombuffer(prefill, "<f4"), prefill=prefill)[0]
    half = np.frombuffer(data[:40] + prefill[40:], "<f4").reshape(FLOATS.shape)
    assert told(FLOATS, half, prefill=prefill) == (
        "14 of 24 elements were not written; the rest is right",
        "everything from element 10 on is wrong",
    )


def test_place_of_the_wrong_elements():
    assert told(FLOATS, changed(FLOATS, (0, slice(None), slice(None), 1), 9.0))[-1] == (
        "all wrong elements have index 1 on axis 3"
    )


def test_inverted_truth_values():
    truth = np.array([True, False, True])
    assert told(truth, ~truth, T.TENSOR_BOOL8, prefill=b"\0\7\0") == (
        "every truth value is inverted",
    )


def test_no_pattern_is_made_up():
    noise = RNG.uniform(-2, 2, FLOATS.shape).astype("<f4")
    assert told(FLOATS, noise) == ()
    assert codes(CODES, RNG.integers(110, 250, CODES.shape)) == ()
    assert told(FLOATS, FLOATS) == ()


def test_strange_data_never_raises():
    kinds = [code for code in INFO if INFO[code].tensor]
    for turn in range(300):
        dtype = INFO[kinds[turn % len(kinds)]].dtype
        dims = tuple(int(n) for n in RNG.integers(0, 4, RNG.integers(1, 7)))
        count = int(np.prod(dims)) * dtype.itemsize
        expected, actual, prefill = (RNG.bytes(count) for _ in range(3))
        operand = Operand(kinds[turn % len(kinds)], dims, 1, 0.5, 3)
        for found in diagnose(expected, actual, operand, dims, ONE, prefill):
            assert isinstance(found, str)
