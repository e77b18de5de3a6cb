"""The diagnosis of wrong outputs: every sentence that it reports is true.

Each pattern is reported for the fault that causes it, but not if one element contradicts it.
``test_random_diagnoses`` recomputes the sentences for random wrong outputs.
"""

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
