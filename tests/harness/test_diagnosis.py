"""The diagnosis of wrong outputs: every sentence that it reports is true.

Each pattern is reported for the fault that causes it, but not if one element contradicts it. The
class ``Claim`` recomputes each sentence from its text for random wrong outputs.
"""

import re
from collections import Counter

import numpy as np
import pytest

from conformance.hal import INFO, Operand, OperandType
from conformance.harness.calls.request_memory import RandomFill
from conformance.harness.comparison.accuracy import EXACT, FLOAT32, ONE_STEP
from conformance.harness.comparison.diagnosis import diagnose

T = OperandType
RNG = np.random.default_rng(3)
FLOATS = RNG.uniform(-2, 2, (1, 3, 4, 2)).astype("<f4")
CODES = RNG.integers(20, 100, (1, 3, 4, 2)).astype(np.uint8)


def sentences_of(
    expected,
    actual,
    operand_type=T.TENSOR_FLOAT32,
    prefill=None,
    zero_point=0,
    activation=None,
):
    """Return the sentences of the diagnosis for an output; by default with noise as prefill."""
    dtype = INFO[operand_type].dtype
    expected = np.ascontiguousarray(expected, dtype)
    actual = np.ascontiguousarray(actual, dtype)
    data = expected.tobytes()
    truth = operand_type == T.TENSOR_BOOL8
    noise = prefill if prefill is not None else RandomFill(1).prefill(data, len(data), truth)
    operand = Operand(operand_type, expected.shape, 1, 0.5, zero_point)
    tolerance = FLOAT32 if dtype.kind == "f" else EXACT if dtype.kind == "b" else ONE_STEP
    return diagnose(data, actual.tobytes(), operand, expected.shape, tolerance, noise, activation)


def sentences_of_codes(expected, actual, **keywords):
    """Return the sentences of the diagnosis for quantized codes."""
    return sentences_of(expected, actual, T.TENSOR_QUANT8_ASYMM, **keywords)


def changed(array, place, value):
    """Return a copy of the array with one element or slice changed."""
    copy = array.copy()
    copy[place] = value
    return copy


@pytest.mark.parametrize(
    ("actual", "text"),
    [
        (FLOATS.transpose(0, 3, 1, 2), "the data are in NCHW order instead of NHWC"),
        (FLOATS.transpose(0, 2, 3, 1), "the data were permuted as if they had been in NCHW order"),
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
    assert sentences_of(FLOATS, np.asarray(actual).reshape(FLOATS.shape))[0] == text


def test_missing_activation():
    assert sentences_of(np.clip(FLOATS, 0, None), FLOATS, activation=(0.0, np.inf)) == (
        "only the limit is missing (below 0): the activation looks ignored",
    )
    assert sentences_of(np.clip(FLOATS, -1, 1), FLOATS, activation=(-1.0, 1.0))[0] == (
        "only the limit is missing (below -1 and above 1): the activation looks ignored"
    )


@pytest.mark.parametrize("activation", [None, (0.0, 6.0)])
def test_no_activation_is_named_where_there_is_none_or_another(activation):
    sentences = sentences_of(np.clip(FLOATS, -1, 1), FLOATS, activation=activation)
    assert sentences == (
        "every wrong element lies outside the range of the expected values (below -1 and above 1)",
    )


def test_needless_activation():
    assert sentences_of(FLOATS, np.clip(FLOATS, -1, 1))[0] == (
        "values are limited that should not be limited (below -1 and above 1)"
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
    assert sentences_of_codes(CODES, np.asarray(actual), zero_point=10)[0] == text


def test_infinite_and_nan_elements():
    where = (0, slice(None), 1, 1)
    assert sentences_of(FLOATS, changed(FLOATS, where, np.nan))[0] == "every wrong element is NaN"
    assert (
        sentences_of(FLOATS, changed(FLOATS, where, -np.inf))[0]
        == "every wrong element is infinite"
    )
    both = changed(changed(FLOATS, where, np.nan), (0, 0, 0, 0), np.inf)
    assert sentences_of(FLOATS, both)[0] == "every wrong element is NaN or infinite"


def test_unwritten_elements():
    data = FLOATS.tobytes()
    prefill = RandomFill(1).prefill(data, len(data), False)
    assert (
        "not written at all"
        in sentences_of(FLOATS, np.frombuffer(prefill, "<f4"), prefill=prefill)[0]
    )
    half = np.frombuffer(data[:40] + prefill[40:], "<f4").reshape(FLOATS.shape)
    assert sentences_of(FLOATS, half, prefill=prefill) == (
        "14 of 24 elements were not written; the others are correct",
        "everything from element 10 on is wrong",
    )


def test_place_of_the_wrong_elements():
    assert sentences_of(FLOATS, changed(FLOATS, (0, slice(None), slice(None), 1), 9.0))[-1] == (
        "all wrong elements have index 1 on axis 3"
    )


def test_inverted_truth_values():
    truth = np.array([True, False, True])
    assert sentences_of(truth, ~truth, T.TENSOR_BOOL8, prefill=b"\0\7\0") == (
        "every truth value is inverted",
    )


def test_no_pattern_is_made_up():
    noise = RNG.uniform(-2, 2, FLOATS.shape).astype("<f4")
    assert sentences_of(FLOATS, noise) == ()
    assert sentences_of_codes(CODES, RNG.integers(110, 250, CODES.shape)) == ()
    assert sentences_of(FLOATS, FLOATS) == ()


def test_strange_data_never_raises():
    kinds = [code for code in INFO if INFO[code].tensor]
    for turn in range(300):
        dtype = INFO[kinds[turn % len(kinds)]].dtype
        dims = tuple(int(n) for n in RNG.integers(0, 4, RNG.integers(1, 7)))
        count = int(np.prod(dims)) * dtype.itemsize
        expected, actual, prefill = (RNG.bytes(count) for _ in range(3))
        operand = Operand(kinds[turn % len(kinds)], dims, 1, 0.5, 3)
        for found in diagnose(expected, actual, operand, dims, ONE_STEP, prefill):
            assert isinstance(found, str)


BITS = RNG.integers(0, 2, (6, 8)).astype(bool)
WORDS = RNG.integers(-1000, 1000, (4, 6)).astype("<i4")
SIGNED = RNG.integers(-100, 100, (4, 6)).astype(np.int8)
SYMM = T.TENSOR_QUANT8_SYMM
NEAR = CODES + np.resize([0, 2, -1], CODES.shape)


def wrong_at(expected, actual, *places):
    """Return ``actual`` with changes: ``places`` are pairs of a flat index and its new value."""
    copy = np.array(actual).reshape(expected.shape)
    for place, value in places:
        copy.flat[place] = value
    return copy


def sentences_without_positions(expected, actual, operand_type=T.TENSOR_FLOAT32, **keywords):
    """Return the sentences of the diagnosis, without those on the positions of wrong elements."""
    sentences = sentences_of(expected, actual, operand_type, **keywords)
    return [text for text in sentences if "on axis" not in text and "everything from" not in text]


@pytest.mark.parametrize(
    ("kind", "expected", "actual", "part"),
    [
        # Each output has one element that contradicts the pattern: it is wrong in another way, or
        # it is correct.
        ("NaN", FLOATS, wrong_at(FLOATS, np.full_like(FLOATS, np.nan), (5, 9.0)), "is NaN"),
        ("NaN", FLOATS, wrong_at(FLOATS, FLOATS * np.nan, (5, FLOATS.flat[5]), (6, 0)), "is NaN"),
        ("infinite", FLOATS, wrong_at(FLOATS, FLOATS * np.inf, (3, FLOATS.flat[3]), (4, 5)), "inf"),
        ("infinite", FLOATS, wrong_at(FLOATS, FLOATS * np.inf, (0, 7.0)), "is infinite"),
        ("zero", FLOATS, wrong_at(FLOATS, FLOATS * 0, (7, 5.0)), "every element is"),
        ("zero", FLOATS, wrong_at(FLOATS, FLOATS * 0, (7, FLOATS.flat[7])), "every element is"),
        ("constant", CODES, wrong_at(CODES, CODES * 0 + 7, (3, 9)), "every element is"),
        ("constant", CODES, wrong_at(CODES, CODES * 0 + 7, (3, CODES.flat[3])), "every element is"),
        ("sign", FLOATS, wrong_at(FLOATS, -FLOATS, (2, 9.0)), "opposite sign"),
        ("sign", FLOATS, wrong_at(FLOATS, -FLOATS, (2, FLOATS.flat[2])), "opposite sign"),
        ("inverted", BITS, wrong_at(BITS, ~BITS, (0, BITS.flat[0])), "inverted"),
        ("inverted", BITS, wrong_at(BITS, ~BITS, (40, BITS.flat[40])), "inverted"),
        ("bytes", FLOATS, wrong_at(FLOATS, FLOATS.byteswap(), (1, 3.0)), "bytes"),
        ("bytes", FLOATS, wrong_at(FLOATS, FLOATS.byteswap(), (1, FLOATS.flat[1])), "bytes"),
        ("offset", FLOATS, wrong_at(FLOATS, FLOATS + 0.25, (9, 5.0)), " off"),
        ("offset", FLOATS, wrong_at(FLOATS, FLOATS + 0.25, (9, FLOATS.flat[9])), " off"),
        ("offset", CODES, wrong_at(CODES, CODES + 81, (0, CODES.flat[0])), " off"),
        ("offset", CODES, wrong_at(CODES, CODES + 81, (5, 255)), " off"),
        ("offset", WORDS, wrong_at(WORDS, WORDS + 7, (5, 2**31 - 1)), " off"),
        ("factor", FLOATS, wrong_at(FLOATS, FLOATS * 2.5, (3, 9.0)), " times"),
        ("factor", FLOATS, wrong_at(FLOATS, FLOATS * 2.5, (3, FLOATS.flat[3])), " times"),
        ("factor", CODES, wrong_at(CODES, CODES * 2, (3, 255)), " times"),
        ("saturated", CODES, wrong_at(CODES, CODES, (0, 255), (1, 255), (2, 0), (3, 7)), "saturat"),
        (
            "saturated",
            CODES,
            wrong_at(CODES, CODES, *[(n, 255) for n in range(9)], (9, 254)),
            "sat",
        ),
        ("rounding", CODES, wrong_at(CODES, NEAR, (0, CODES.flat[0] + 5)), "looks like rounding"),
        ("rounding", CODES, wrong_at(CODES, NEAR, (3, 250)), "looks like rounding"),
        ("float16", FLOATS, wrong_at(FLOATS, FLOATS.astype("<f2"), (3, 9.1)), "precision"),
        ("float16", FLOATS, wrong_at(FLOATS, FLOATS.astype("<f2"), (5, -1.1)), "float16"),
        ("other order", FLOATS, wrong_at(FLOATS, np.sort(FLOATS, None), (0, 9.0)), "order"),
        ("other order", FLOATS, wrong_at(FLOATS, np.sort(FLOATS, None), (9, 0.5)), "order"),
        ("reversed", FLOATS, wrong_at(FLOATS, FLOATS[:, ::-1], (3, 9.0)), "reversed"),
        ("reversed", FLOATS, wrong_at(FLOATS, FLOATS[:, ::-1], (0, FLOATS.flat[0])), "reversed"),
        ("NCHW", FLOATS, wrong_at(FLOATS, FLOATS.transpose(0, 3, 1, 2), (9, 7.0)), "NCHW"),
        ("NCHW", FLOATS, wrong_at(FLOATS, FLOATS.transpose(0, 2, 3, 1), (0, 7.0)), "NCHW"),
        ("transposed", WORDS, wrong_at(WORDS, WORDS.T, (9, 3000)), "transposed"),
        ("reversed", WORDS, wrong_at(WORDS, WORDS.ravel()[::-1], (9, 3000)), "reverse"),
        ("reversed", WORDS, wrong_at(WORDS, WORDS.ravel()[::-1], (0, WORDS.flat[0])), "reverse"),
        ("place", FLOATS, wrong_at(FLOATS, FLOATS, (1, 9), (3, 9), (4, 9)), "axis 3"),
        ("place", FLOATS, wrong_at(FLOATS, FLOATS, (20, 9), (21, 9), (22, 9)), "everything from"),
        ("place", FLOATS, wrong_at(FLOATS, FLOATS, (19, 9), (22, 9), (23, 9)), "everything from"),
        ("transposed", BITS, wrong_at(BITS, BITS.T.ravel(), (9, not BITS.T.flat[9])), "transposed"),
        ("rotated", FLOATS, wrong_at(FLOATS, np.roll(FLOATS, 1, 2), (8, 9.0)), "rotated"),
        ("rotated", FLOATS, wrong_at(FLOATS, np.roll(FLOATS, -1, 2), (23, 9.0)), "rotated"),
    ],
)
def test_one_counter_example_withdraws_a_diagnosis(kind, expected, actual, part):
    dtype = expected.dtype
    operand_type = {"f4": T.TENSOR_FLOAT32, "u1": T.TENSOR_QUANT8_ASYMM, "b1": T.TENSOR_BOOL8}
    chosen = operand_type.get(dtype.str[1:], T.TENSOR_INT32)
    assert not [text for text in sentences_of(expected, actual, chosen) if part in text], kind


@pytest.mark.parametrize("activation", [(0.0, np.inf), None])
@pytest.mark.parametrize("place", [0, 23])
def test_a_counter_example_withdraws_a_missing_limit(activation, place):
    expected = np.clip(FLOATS, 0, None)
    inside = wrong_at(expected, FLOATS, (place, 0.37))
    assert sentences_without_positions(expected, inside, activation=activation) == []


@pytest.mark.parametrize("place", [0, 23])
def test_a_counter_example_withdraws_a_needless_limit(place):
    assert (
        sentences_without_positions(FLOATS, wrong_at(FLOATS, np.clip(FLOATS, -1, 1), (place, 0.37)))
        == []
    )


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize(
    ("expected", "actual", "operand_type"),
    [
        (FLOATS, FLOATS * np.nan, T.TENSOR_FLOAT32),
        (FLOATS, FLOATS * np.inf, T.TENSOR_FLOAT32),
        (FLOATS, FLOATS * 0, T.TENSOR_FLOAT32),
        (FLOATS, FLOATS + 1, T.TENSOR_FLOAT32),
        (FLOATS, FLOATS * 1.001, T.TENSOR_FLOAT32),
        (FLOATS, FLOATS.astype("<f2"), T.TENSOR_FLOAT32),
        (CODES, CODES + 81, T.TENSOR_QUANT8_ASYMM),
        (CODES, CODES * 0 + 255, T.TENSOR_QUANT8_ASYMM),
        (CODES, CODES + 2, T.TENSOR_QUANT8_ASYMM),
        (BITS, ~BITS, T.TENSOR_BOOL8),
        (WORDS, -WORDS, T.TENSOR_INT32),
    ],
)
def test_two_wrong_elements_say_nothing(expected, actual, operand_type, count):
    """One or two wrong elements may fit a pattern by chance, so no pattern is reported.

    This holds among many correct elements and in an output that has no other elements.
    """
    few = np.array(expected)
    few.flat[:count] = np.asarray(actual, few.dtype).flat[:count]
    assert sentences_of(expected, few, operand_type) == ()
    alone = np.asarray(actual, few.dtype).ravel()[:count]
    assert sentences_of(expected.ravel()[:count], alone, operand_type) == ()


@pytest.mark.parametrize(
    ("base", "operand_type"), [(FLOATS, T.TENSOR_FLOAT32), (CODES, T.TENSOR_QUANT8_ASYMM)]
)
def test_equal_pairs_support_no_relation(base, operand_type):
    """Three equal pairs of expected and actual value support no sentence on their relation.

    An offset of +3, a factor of 4 and a missing limit would all explain them.
    """
    expected = wrong_at(base, base * 0, *[(place, 1) for place in range(24)])
    actual = wrong_at(expected, expected, (0, 4), (5, 4), (9, 4))
    assert sentences_without_positions(expected, actual, operand_type) == []


def test_truth_values_that_may_have_been_written_are_not_reported_as_unwritten():
    """An inverted result can equal the prefill: both are 0 for an element that should be true."""
    truth = np.ones(12, bool)
    assert sentences_of(truth, ~truth, T.TENSOR_BOOL8) == ("every element is false",)
    mixed = np.resize([True, True, False], 12)
    written = RandomFill(1).prefill(mixed.tobytes(), 12, True)
    assert sentences_of(mixed, ~mixed, T.TENSOR_BOOL8) == ("every truth value is inverted",)
    operand = Operand(T.TENSOR_BOOL8, (12,), 1, 0.0, 0)
    sentences = diagnose(mixed.tobytes(), written, operand, (12,), EXACT, written)
    assert "not written at all" in sentences[0]


def test_small_equal_elements_are_not_reported_as_unwritten():
    """A driver may write a constant that happens to equal the prefill of the harness."""
    expected = np.full(24, 0xC0, np.uint8)
    prefill = bytes(24)
    sentences = sentences_of_codes(expected, np.zeros(24), prefill=prefill, zero_point=10)
    assert sentences == ("every element is zero",)


def test_unwritten_is_withdrawn_where_a_wrong_element_was_written():
    data = FLOATS.tobytes()
    prefill = RandomFill(1).prefill(data, len(data), False)
    for place in (10, 23):
        half = np.frombuffer(data[:40] + prefill[40:], "<f4").copy()
        half[place] = 9.0
        assert (
            sentences_without_positions(FLOATS, half.reshape(FLOATS.shape), prefill=prefill) == []
        )


@pytest.mark.parametrize(
    ("actual", "said"),
    [
        (
            np.clip(CODES + 190.0, 0, 255),
            "every code is +190 off, clamped to the range of the type",
        ),
        (
            np.clip(CODES * 4.0, 0, 255),
            "all real values are 4 times what they should be, clamped to the range of the type",
        ),
    ],
)
def test_clamped_codes_are_mentioned(actual, said):
    assert sentences_of_codes(CODES, actual)[0] == said


def test_signs_of_quantized_values_are_those_of_real_values():
    real = SIGNED.astype(int) - 5
    keep = np.clip(SIGNED, -90, 90)
    negated = 2 * 5 - keep.astype(int)
    assert real.any()
    assert sentences_of(keep, negated, T.TENSOR_QUANT8_ASYMM_SIGNED, zero_point=5) == (
        "every value has the opposite sign",
    )
    assert (
        sentences_without_positions(
            keep, -keep.astype(int), T.TENSOR_QUANT8_ASYMM_SIGNED, zero_point=5
        )
        == []
    )


def test_a_factor_of_one_is_not_reported():
    """A correct output with noise beyond the tolerance has no factor: it would be 1."""
    for seed in range(200):
        random = np.random.default_rng(seed)
        expected = random.uniform(50, 200, (4, 8))
        actual = expected * (1 + random.uniform(-3e-5, 3e-5, expected.shape))
        sentences = sentences_of(expected, actual)
        assert not [text for text in sentences if " 1 times" in text], sentences


def test_whole_numbers_are_not_rounded():
    indexes = np.arange(24).reshape(4, 6)
    shifted = np.where(indexes % 5 == 0, indexes + 3, indexes - 2)
    (sentence,) = sentences_without_positions(indexes, shifted, T.TENSOR_INT32)
    assert sentence == "no element is more than 3 units off (0 of 24 exact)"


def near(expected, actual, tolerance):
    """Return whether one element is within the tolerance, computed with Python floats.

    The rule is that of docs/explanation/accuracy.md.
    """
    if np.isnan(expected) or np.isnan(actual):
        return bool(np.isnan(expected) and np.isnan(actual))
    if np.isinf(expected) or np.isinf(actual):
        return bool(expected == actual)
    return abs(actual - expected) <= tolerance.atol + tolerance.rtol * abs(expected)


class Claim:
    """Checks sentences on one output element by element, independently of the diagnosis code.

    A method receives the numbers in a sentence as texts and returns whether the sentence is true.
    """

    def __init__(self, expected, actual, operand, dims, tolerance, prefill, activation):
        dtype = INFO[operand.type].dtype
        self.dtype, self.dims, self.tolerance = dtype, dims, tolerance
        self.bytes, self.prefill = actual, prefill
        boolean = operand.type == T.TENSOR_BOOL8
        kind = np.uint8 if boolean else dtype
        self.e, self.a = (np.frombuffer(data, kind) for data in (expected, actual))
        if boolean:
            self.e, self.a = self.e != 0, self.a != 0
        convert = int if dtype.kind in "biu" else float
        self.expected = [convert(one) for one in self.e]
        self.actual = [convert(one) for one in self.a]
        pairs = zip(self.expected, self.actual, strict=True)
        self.wrong = [not near(e, a, tolerance) for e, a in pairs]
        self.quantized = INFO[operand.type].quantized
        self.zero = operand.zero_point if self.quantized else 0
        self.activation = activation

    def only_wrong(self):
        """Return the pairs of expected and actual value of the wrong elements."""
        rows = zip(self.expected, self.actual, self.wrong, strict=True)
        return [(e, a) for e, a, wrong in rows if wrong]

    def clamp(self, value):
        """Return the value, clamped to the range of the output's type."""
        info = np.iinfo(self.dtype)
        return min(max(value, info.min), info.max)

    def equals(self, candidate):
        """Return whether the whole output equals the candidate within the tolerance."""
        return all(
            near(float(c), float(a), self.tolerance)
            for c, a in zip(np.asarray(candidate).ravel(), self.actual, strict=True)
        )

    def holds(self, text):
        """Return whether the sentence is true; raise ``AssertionError`` for an unknown one."""
        for pattern, check in CLAIMS:
            found = re.fullmatch(pattern, text)
            if found:
                return bool(check(self, *found.groups()))
        raise AssertionError(f"no meaning is known of: {text}")

    def untouched(self):
        """Return for each element whether its bytes equal the prefill."""
        size = len(self.bytes) // max(len(self.actual), 1)
        parts = range(0, len(self.bytes), size)
        return [self.bytes[at : at + size] == self.prefill[at : at + size] for at in parts]

    def some_unwritten(self, count, total):
        left = [u for u, w in zip(self.untouched(), self.wrong, strict=True) if w]
        return all(left) and len(left) == int(count) and len(self.wrong) == int(total)

    def nonfinite(self, kinds):
        found = {"NaN" if np.isnan(a) else "infinite" for _, a in self.only_wrong()}
        plain = [a for _, a in self.only_wrong() if np.isfinite(a)]
        return found == set(kinds.split(" or ")) and not plain

    def constant(self, text):
        return all(self.dtype.type(a) == self.dtype.type(text) for a in self.actual)

    def opposite(self):
        real = [
            (e - self.zero, a - self.zero) for e, a in zip(self.expected, self.actual, strict=True)
        ]
        return self.equals([self.zero - e for e, _ in real]) and all(e * a <= 0 for e, a in real)

    def transposed(self, order):
        axes = [int(axis) for axis in order.split(",")]
        return self.equals(self.e.reshape(self.dims).transpose(axes))

    def rotated(self, way, axis):
        step = 1 if way == "up" else -1
        return self.equals(np.roll(self.e.reshape(self.dims), step, int(axis)))

    def offset(self, text, clamped=None):
        moved = [e + float(text) for e in self.expected]
        if clamped is None:
            return (self.dtype.kind == "f" and self.equals(moved)) or moved == self.actual
        return [self.clamp(one) for one in moved] == self.actual and moved != self.actual

    def factor(self, text, clamped=None):
        if float(f"{float(text):.6g}") == 1 and len(text) < 8:
            return False
        scaled = [(e - self.zero) * float(text) + self.zero for e in self.expected]
        if clamped is not None:
            assert not self.equals(scaled)
            scaled = [self.clamp(one) for one in scaled]
        return self.equals(scaled)

    def sides(self, below, above):
        """Return the two limits as numbers of the output's type; ``None`` for a missing one."""
        low = None if below is None else float(self.dtype.type(below))
        high = None if above is None else float(self.dtype.type(above))
        return low, high

    def outside(self, below, above):
        low, high = self.sides(below, above)
        assert low is None or low == min(self.expected)
        assert high is None or high == max(self.expected)
        return all(
            (low is not None and e == low and a < low)
            or (high is not None and e == high and a > high)
            for e, a in self.only_wrong()
        )

    def ignored(self, below, above):
        low, high = self.sides(below, above)
        assert self.activation is not None
        assert low is None or low == self.activation[0]
        assert high is None or high == self.activation[1]
        return self.outside(below, above)

    def cut_off(self, below, above):
        low, high = self.sides(below, above)
        return all(
            (low is not None and a == low and e < low)
            or (high is not None and a == high and e > high)
            for e, a in self.only_wrong()
        )

    def small_steps(self, most, what, exact, total, rounding):
        steps = [abs(a - e) for e, a in zip(self.expected, self.actual, strict=True)]
        named = (what == "codes") == self.quantized == (rounding is not None)
        return named and (max(steps), steps.count(0), len(steps)) == (
            int(most),
            int(exact),
            int(total),
        )

    def narrow(self, name):
        for a in self.actual:
            bits = int(np.float32(a).view(np.uint32))
            if name == "bfloat16" and bits & 0xFFFF:
                return False
            if name == "float16" and float(np.float16(a)) != a:
                return False
        return True

    def error(self, most):
        return all(e != 0 and abs(a - e) <= float(most) * abs(e) for e, a in self.only_wrong())

    def one_index(self, index, axis):
        where = np.argwhere(np.reshape(self.wrong, self.dims))
        return set(where[:, int(axis)]) == {int(index)}

    def from_on(self, first):
        return self.wrong == [at >= int(first) for at in range(len(self.wrong))]


# The pattern of each sentence, and the check whose arguments are the groups of the pattern.
NUMBER = r"([-+]?[\d.]+(?:e[-+]?\d+)?)"
SIDES = rf"\((?:below {NUMBER})?(?: and )?(?:above {NUMBER})?\)"
CLAIMS = [
    (r"the output was not written at all .*", lambda c: c.bytes == c.prefill),
    (r"(\d+) of (\d+) elements were not written; the others are correct", Claim.some_unwritten),
    (r"every element is NaN", lambda c: all(a != a for a in c.actual)),
    (r"every wrong element is (NaN|infinite|NaN or infinite)", Claim.nonfinite),
    (r"every element is (?:false|zero)", lambda c: not any(c.actual)),
    (r"every element is true", lambda c: all(c.actual)),
    (r"every element is the zero point \(real zero\)", lambda c: set(c.actual) == {c.zero}),
    (rf"every element is {NUMBER}", Claim.constant),
    (r"every truth value is inverted", lambda c: all(c.wrong)),
    (r"every value has the opposite sign", Claim.opposite),
    (
        r"the bytes of each element are swapped",
        lambda c: all(
            near(float(e), float(a), c.tolerance) for e, a in zip(c.e, c.a.byteswap(), strict=True)
        ),
    ),
    (
        r"the data are in NCHW order instead of NHWC",
        lambda c: c.transposed("0,3,1,2"),
    ),
    (
        r"the data were permuted as if they had been in NCHW order",
        lambda c: c.transposed("0,2,3,1"),
    ),
    (r"the data are transposed \(axes in order \[([\d, ]+)\]\)", Claim.transposed),
    (
        r"axis (\d) is reversed",
        lambda c, axis: c.equals(np.flip(c.e.reshape(c.dims), int(axis))),
    ),
    (r"the elements are in reverse order", lambda c: c.equals(c.e[::-1])),
    (r"the elements are one place too far (up|down) along axis (\d) \(rotated\)", Claim.rotated),
    (rf"every (?:code|value) is {NUMBER} off(, clamped .*)?(?:: signed .*)?", Claim.offset),
    (rf"only the limit is missing {SIDES}: the activation looks ignored", Claim.ignored),
    (
        rf"every wrong element lies outside the range of the expected values {SIDES}",
        Claim.outside,
    ),
    (rf"values are limited that should not be limited {SIDES}", Claim.cut_off),
    (
        r"every wrong element is saturated at (-?\d+) or (-?\d+)",
        lambda c, low, high: (
            {a for _, a in c.only_wrong()} <= {int(low), int(high)}
            and (int(low), int(high)) == (np.iinfo(c.dtype).min, np.iinfo(c.dtype).max)
        ),
    ),
    (rf"all (?:real )?values are {NUMBER} times what they should be(, clamped .*)?", Claim.factor),
    (
        r"no element is more than (\d+) (codes|units) off \((\d+) of (\d+) exact\)(: looks .*)?",
        Claim.small_steps,
    ),
    (r"the values have (bfloat16|float16) precision", Claim.narrow),
    (rf"the wrong elements' relative error is at most {NUMBER}: looks .*", Claim.error),
    (
        r"the same values in another order",
        lambda c: sorted(c.actual) == sorted(c.expected),
    ),
    (r"all wrong elements have index (\d+) on axis (\d)", Claim.one_index),
    (r"everything from element (\d+) on is wrong", Claim.from_on),
]

FAULTS = [
    lambda e, r: e + r.integers(1, 90),
    lambda e, r: e * r.choice([0.5, 2.0, 3.0, 1.004, -1.0]),
    lambda e, r: -e,
    lambda e, r: np.clip(e, *np.quantile(e, [0.2, 0.8])),
    lambda e, r: np.full_like(e, r.choice(e.ravel())),
    lambda e, r: np.zeros_like(e),
    lambda e, r: r.permutation(e.ravel()).reshape(e.shape),
    lambda e, r: np.roll(e, 1, 0),
    lambda e, r: np.flip(e, e.ndim - 1),
    lambda e, r: e.T.reshape(e.shape),
    lambda e, r: e + r.integers(-3, 4, e.shape),
    lambda e, r: e.astype("<f2"),
    lambda e, r: np.where(r.random(e.shape) < 0.3, np.nan, e),
    lambda e, r: np.where(r.random(e.shape) < 0.3, np.inf, e),
    lambda e, r: np.where(r.random(e.shape) < 0.3, 1e9, e),
    lambda e, r: e * (1 + r.uniform(-5e-3, 5e-3, e.shape)),
    lambda e, r: r.uniform(-300, 300, e.shape),
]
TYPES = [
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT32,
    T.TENSOR_FLOAT16,
    T.TENSOR_INT32,
    T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED,
    T.TENSOR_QUANT8_SYMM,
    T.TENSOR_QUANT16_SYMM,
    T.TENSOR_BOOL8,
]


def stored(values, dtype):
    """Return values as a driver stores them.

    Integers are rounded and clamped to the range of the type; positive numbers are true.
    """
    if dtype.kind == "b":
        return np.nan_to_num(values) > 0
    if dtype.kind == "f":
        return np.asarray(values).astype(dtype)
    info = np.iinfo(dtype)
    finite = np.nan_to_num(np.rint(values), nan=0, posinf=info.max, neginf=info.min)
    return np.clip(finite, info.min, info.max).astype(dtype)


def random_output(seed):
    """Return the arguments of ``diagnose`` for a random fault in all or some elements."""
    random = np.random.default_rng(seed)
    operand_type = TYPES[seed % len(TYPES)]
    dtype = INFO[operand_type].dtype
    dims = tuple(int(n) for n in random.integers(1, 5, random.integers(1, 5)))
    zero_point = int(random.integers(-20, 20)) if dtype == np.int8 else 0
    zero_point = int(random.integers(0, 200)) if dtype == np.uint8 else zero_point
    spread = random.choice([1.0, 3.0, 100.0])
    values = zero_point + random.normal(0, spread, dims)
    if random.random() < 0.3:
        values = np.rint(values)
    if random.random() < 0.2:
        values = np.maximum(values, zero_point)
    expected = stored(values, dtype)
    with np.errstate(all="ignore"):
        actual = stored(random.choice(FAULTS)(expected.astype(np.float64), random), dtype)
        if random.random() < 0.2 and dtype.itemsize > 1:
            actual = expected.byteswap()
    data = expected.tobytes()
    prefill = RandomFill(seed).prefill(data, len(data), operand_type == T.TENSOR_BOOL8)
    if random.random() < 0.1:
        unwritten = np.frombuffer(prefill, np.uint8 if dtype.kind == "b" else dtype)
        actual = unwritten.reshape(dims) != 0 if dtype.kind == "b" else unwritten.reshape(dims)
    share = random.choice([1.0, 0.9, 0.5, 0.1])
    actual = np.where(random.random(dims) < share, actual, expected)
    activation = [None, (float(zero_point), np.inf)][int(random.integers(2))]
    operand = Operand(operand_type, dims, 1, 0.5, zero_point)
    tolerance = FLOAT32 if dtype.kind == "f" else EXACT if dtype.kind == "b" else ONE_STEP
    return (
        data,
        np.ascontiguousarray(actual).tobytes(),
        operand,
        dims,
        tolerance,
        prefill,
        activation,
    )


def test_every_sentence_is_true_of_random_wrong_outputs():
    counts = Counter()
    for seed in range(2000):
        output = random_output(seed)
        claim = Claim(*output)
        sentences = diagnose(*output)
        assert not sentences or sum(claim.wrong) >= 3, (seed, sentences)
        for text in sentences:
            assert claim.holds(text), (seed, text)
            counts[re.sub(r"[-+]?[\d.]+(e[-+]?\d+)?", "N", text)] += 1
    assert len(counts) >= 20, counts


def test_the_claims_can_be_false():
    """``Claim`` rejects most sentences that were reported for a different output.

    Otherwise the test above would prove nothing.
    """
    refused = accepted = 0
    for seed in range(400):
        output = random_output(seed)
        other = random_output(seed + 90 * len(TYPES))
        if output[2].type != other[2].type:
            continue
        for text in diagnose(*output):
            try:
                is_true = Claim(*other).holds(text)
            except (AssertionError, ValueError, IndexError, OverflowError):
                is_true = False
            refused += not is_true
            accepted += is_true
    assert refused > 5 * accepted
