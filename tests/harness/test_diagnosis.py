"""The diagnosis of wrong outputs names the fault that causes it, and no fault by chance."""

import re

import numpy as np
import pytest

from conformance.hal import INFO, Operand, OperandType
from conformance.harness.calls.request_memory import RandomFill
from conformance.oracle.accuracy import EXACT, FLOAT32, ONE_STEP
from conformance.oracle.diagnosis import diagnose

T = OperandType
RNG = np.random.default_rng(3)
FLOATS = RNG.uniform(-2, 2, (1, 3, 4, 2)).astype("<f4")
CODES = RNG.integers(20, 100, (1, 3, 4, 2)).astype(np.uint8)
BITS = RNG.integers(0, 2, (6, 8)).astype(bool)
WORDS = RNG.integers(-1000, 1000, (4, 6)).astype("<i4")
TYPES = {"f4": T.TENSOR_FLOAT32, "u1": T.TENSOR_QUANT8_ASYMM, "b1": T.TENSOR_BOOL8}


NUMBER = r"([-+]?[\d.]+(?:e[-+]?\d+)?)"
SIDES = rf"\((?:below {NUMBER})?(?: and )?(?:above {NUMBER})?\)"
CLAIMS = {
    "unwritten": r"the output was not written at all .*",
    "partly unwritten": r"(\d+) of (\d+) elements were not written; the others are correct",
    "all NaN": r"every element is NaN",
    "not finite": r"every wrong element is (NaN|infinite|NaN or infinite)",
    "all zero": r"every element is (?:false|zero)",
    "all true": r"every element is true",
    "real zero": r"every element is the zero point \(real zero\)",
    "constant": rf"every element is {NUMBER}",
    "inverted": r"every truth value is inverted",
    "sign": r"every value has the opposite sign",
    "bytes": r"the bytes of each element are swapped",
    "to NCHW": r"the data are in NCHW order instead of NHWC",
    "from NCHW": r"the data were permuted as if they had been in NCHW order",
    "transposed": r"the data are transposed \(axes in order \[([\d, ]+)\]\)",
    "reversed axis": r"axis (\d) is reversed",
    "reversed": r"the elements are in reverse order",
    "rotated": r"the elements are one place too far (up|down) along axis (\d) \(rotated\)",
    "offset": rf"every (?:code|value) is {NUMBER} off(, clamped .*)?(?:: signed .*)?",
    "missing activation": rf"only the limit is missing {SIDES}: the activation looks ignored",
    "missing limit": rf"every wrong element lies outside the range of the expected values {SIDES}",
    "needless limit": rf"values are limited that should not be limited {SIDES}",
    "saturated": r"every wrong element is saturated at (-?\d+) or (-?\d+)",
    "factor": rf"all (?:real )?values are {NUMBER} times what they should be(, clamped .*)?",
    "small steps": r"no element is more than (\d+) (codes|units) off \(.* exact\)(: looks .*)?",
    "narrow type": r"the values have (bfloat16|float16) precision",
    "small error": rf"the wrong elements' relative error is at most {NUMBER}: looks .*",
    "other order": r"the same values in another order",
    "one index": r"all wrong elements have index (\d+) on axis (\d)",
    "from on": r"everything from element (\d+) on is wrong",
}
"""The pattern of the sentence of each claim. Only this table knows the texts."""

POSITIONS = {"one index", "from on"}
"""Claims on the place of the wrong elements, which can follow another claim."""


def output(expected, actual, *, operand_type=None, prefill=None, zero_point=0, activation=None):
    """Return the arguments of ``diagnose`` for an output; by default with noise as prefill."""
    if operand_type is None:
        operand_type = TYPES.get(expected.dtype.str[1:], T.TENSOR_INT32)
    dtype = INFO[operand_type].dtype
    expected = np.ascontiguousarray(expected, dtype)
    data = expected.tobytes()
    if prefill is None:
        prefill = RandomFill(1).prefill(data, len(data), operand_type == T.TENSOR_BOOL8)
    operand = Operand(operand_type, expected.shape, 1, 0.5, zero_point)
    tolerance = {"f": FLOAT32, "b": EXACT}.get(dtype.kind, ONE_STEP)
    stored = np.ascontiguousarray(actual, dtype).tobytes()
    return data, stored, operand, expected.shape, tolerance, prefill, activation


def claims_on(arguments):
    """Return the names of the claims of a diagnosis."""
    return [
        next(name for name, pattern in CLAIMS.items() if re.fullmatch(pattern, text))
        for text in diagnose(*arguments).sentences
    ]


def claims(expected, actual, **keywords):
    return claims_on(output(expected, np.asarray(actual).reshape(expected.shape), **keywords))


STEPS = CODES + np.resize([0, 2, -1], CODES.shape).astype(np.int64)
RELU, LOW = {"activation": (0.0, np.inf)}, np.clip(FLOATS, 0, None)
ONES, ONE_COLUMN = np.clip(FLOATS, -1, 1), FLOATS.copy()
ONE_COLUMN[..., 1] = 9.0
PATTERNS = [
    ("all NaN", FLOATS, FLOATS * np.nan, {}),
    ("not finite", FLOATS, np.where(FLOATS > 0, np.nan, FLOATS), {}),
    ("not finite", FLOATS, np.where(FLOATS > 0, np.inf, FLOATS), {}),
    ("all zero", FLOATS, FLOATS * 0, {}),
    ("constant", FLOATS, FLOATS * 0 + 1, {}),
    ("real zero", CODES, CODES * 0 + 10, {"zero_point": 10}),
    ("all zero", np.ones((3, 4), bool), np.zeros((3, 4)), {}),
    ("all true", np.zeros((3, 4), bool), np.ones((3, 4)), {}),
    ("to NCHW", FLOATS, FLOATS.transpose(0, 3, 1, 2), {}),
    ("from NCHW", FLOATS, FLOATS.transpose(0, 2, 3, 1), {}),
    ("transposed", FLOATS, FLOATS.transpose(0, 2, 1, 3), {}),
    ("transposed", WORDS, WORDS.T, {}),
    ("transposed", BITS, BITS.T, {}),
    ("reversed axis", FLOATS, FLOATS[:, ::-1], {}),
    ("reversed", WORDS, WORDS.ravel()[::-1], {}),
    ("rotated", FLOATS, np.roll(FLOATS, 1, 2), {}),
    ("rotated", FLOATS, np.roll(FLOATS, -1, 2), {}),
    ("sign", FLOATS, -FLOATS, {}),
    ("sign", CODES, 110 - CODES.astype(int), {"zero_point": 55}),
    ("inverted", BITS, ~BITS, {}),
    ("bytes", FLOATS, FLOATS.byteswap(), {}),
    ("offset", FLOATS, FLOATS + 0.25, {}),
    ("offset", WORDS, WORDS + 7, {}),
    ("offset", CODES, CODES - 7, {}),
    ("offset", CODES, CODES + 128, {}),
    ("offset", CODES, np.clip(CODES + 190.0, 0, 255), {}),
    ("missing activation", LOW, FLOATS, RELU),
    ("missing activation", ONES, FLOATS, {"activation": (-1.0, 1.0)}),
    ("missing limit", ONES, FLOATS, RELU),
    ("missing limit", ONES, FLOATS, {}),
    ("needless limit", FLOATS, ONES, {}),
    ("saturated", CODES, np.where(CODES > 50, 255, CODES), {}),
    ("factor", FLOATS, FLOATS * 2.5, {}),
    ("factor", CODES, 10 + (CODES - 10.0) * 2, {"zero_point": 10}),
    ("factor", CODES, np.clip(CODES * 4.0, 0, 255), {}),
    ("small steps", CODES, STEPS, {}),
    ("small steps", WORDS, WORDS + np.resize([3, -2], WORDS.shape), {}),
    ("narrow type", FLOATS, FLOATS.astype("<f2"), {}),
    ("narrow type", FLOATS, (FLOATS.view("<u4") & 0xFFFF0000).view("<f4"), {}),
    ("small error", FLOATS, FLOATS * np.resize([0.999, 1.001, 1.0004], FLOATS.shape), {}),
    ("other order", FLOATS, np.sort(FLOATS, axis=None), {}),
    ("one index", FLOATS, np.where(FLOATS.max() <= FLOATS, FLOATS, ONE_COLUMN), {}),
]


@pytest.mark.parametrize(("claim", "expected", "actual", "keywords"), PATTERNS)
def test_a_fault_is_named_unless_only_two_elements_show_it(claim, expected, actual, keywords):
    actual = np.asarray(actual).reshape(expected.shape)
    assert claim in claims(expected, actual, **keywords)
    for count in (1, 2):
        few = np.array(expected, np.float64)
        few.flat[:count] = actual.flat[:count]
        assert claims(expected, few, **keywords) == []
        assert claims(expected.ravel()[:count], actual.ravel()[:count], **keywords) == []


@pytest.mark.parametrize(
    ("expected", "actual", "claim", "values"),
    [
        (WORDS, WORDS + 7, "offset", ("+7", None)),
        (FLOATS, FLOATS * 2.5, "factor", ("2.5", None)),
        (CODES, np.where(CODES > 50, 255, CODES), "saturated", ("0", "255")),
        (FLOATS, FLOATS.transpose(0, 2, 1, 3), "transposed", ("0, 2, 1, 3",)),
        (FLOATS, FLOATS[:, :, ::-1], "reversed axis", ("2",)),
        (FLOATS, np.roll(FLOATS, 1, 2), "rotated", ("up", "2")),
        (FLOATS, np.where(FLOATS.max() <= FLOATS, FLOATS, ONE_COLUMN), "one index", ("1", "3")),
    ],
)
def test_the_numbers_of_a_claim(expected, actual, claim, values):
    texts = diagnose(*output(expected, np.asarray(actual).reshape(expected.shape))).sentences
    (found,) = filter(None, (re.fullmatch(CLAIMS[claim], text) for text in texts))
    assert found.groups() == values


def test_patterns_name_every_claim():
    tested = {claim for claim, *_ in PATTERNS} | {"unwritten", "partly unwritten", "from on"}
    assert tested == set(CLAIMS)


def test_unwritten_elements():
    data = FLOATS.tobytes()
    prefill = RandomFill(1).prefill(data, len(data), False)
    assert claims(FLOATS, np.frombuffer(prefill, "<f4"), prefill=prefill) == ["unwritten"]
    half = np.frombuffer(data[:40] + prefill[40:], "<f4")
    assert claims(FLOATS, half, prefill=prefill) == ["partly unwritten", "from on"]
    for place in (10, 23):
        written = half.copy()
        written[place] = 9.0
        assert set(claims(FLOATS, written, prefill=prefill)) <= POSITIONS
    # A driver may write a constant, or inverted truth values, that equal the prefill by chance.
    codes = np.full(24, 0xC0, np.uint8)
    assert claims(codes, np.zeros(24), prefill=bytes(24), zero_point=10) == ["all zero"]
    truth = np.ones(12, bool)
    assert claims(truth, ~truth) == ["all zero"]
    mixed = np.resize([True, True, False], 12)
    assert claims(mixed, ~mixed) == ["inverted"]
    written = RandomFill(1).prefill(mixed.tobytes(), 12, True)
    arguments = output(mixed, mixed, prefill=written)
    assert claims_on((arguments[0], written, *arguments[2:])) == ["unwritten"]


def test_no_pattern_is_made_up():
    assert claims(FLOATS, RNG.uniform(-2, 2, FLOATS.shape)) == []
    assert claims(CODES, RNG.integers(110, 250, CODES.shape)) == []
    assert claims(FLOATS, FLOATS) == []
    # Three equal pairs fit an offset of +3, a factor of 4 and a missing limit.
    for base in (FLOATS, CODES):
        expected = np.ones_like(base)
        actual = expected.copy()
        actual.flat[[0, 5, 9]] = 4
        assert set(claims(expected, actual)) <= POSITIONS
