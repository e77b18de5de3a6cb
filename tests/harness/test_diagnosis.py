"""The diagnosis of wrong outputs names the fault that causes it, and every sentence of it is true.

``diagnosis_claims`` recomputes each sentence from its text: for the outputs of known faults, for
the same outputs with one element that contradicts the pattern, and for random wrong outputs.
"""

from collections import Counter

import numpy as np
import pytest

from conformance.failures.diagnosis import diagnose
from conformance.hal import INFO, Operand, OperandType
from conformance.harness.calls.request_memory import RandomFill
from conformance.oracle.accuracy import EXACT, FLOAT32, ONE_STEP
from tests.harness.diagnosis_claims import CLAIMS, POSITIONS, Claim, claim_in

T = OperandType
RNG = np.random.default_rng(3)
FLOATS = RNG.uniform(-2, 2, (1, 3, 4, 2)).astype("<f4")
CODES = RNG.integers(20, 100, (1, 3, 4, 2)).astype(np.uint8)
BITS = RNG.integers(0, 2, (6, 8)).astype(bool)
WORDS = RNG.integers(-1000, 1000, (4, 6)).astype("<i4")
TYPES = {"f4": T.TENSOR_FLOAT32, "u1": T.TENSOR_QUANT8_ASYMM, "b1": T.TENSOR_BOOL8}


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
    """Return the names of the claims of a diagnosis; assert that all of them are true."""
    sentences = diagnose(*arguments)
    claim = Claim(*arguments)
    assert not sentences or sum(claim.wrong) >= 3
    for text in sentences:
        assert claim.holds(text), text
    return [claim_in(text)[0] for text in sentences]


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
def test_a_fault_is_named_and_not_beyond_its_evidence(claim, expected, actual, keywords):
    actual = np.asarray(actual).reshape(expected.shape)
    assert claim in claims(expected, actual, **keywords)
    # One element that contradicts the pattern, wrong in another way or correct: what is then
    # claimed is still true. One or two wrong elements may fit a pattern by chance.
    for place in (0, 5, 9, expected.size - 1):
        other = not actual.flat[place] if expected.dtype.kind == "b" else 9.1 + place % 7
        for value in (other, expected.flat[place]):
            changed = np.array(actual, np.float64)
            changed.flat[place] = value
            claims(expected, changed, **keywords)
    for count in (1, 2):
        few = np.array(expected, np.float64)
        few.flat[:count] = actual.flat[:count]
        assert claims(expected, few, **keywords) == []
        assert claims(expected.ravel()[:count], actual.ravel()[:count], **keywords) == []


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
    lambda e, r: e * (1 + r.uniform(-3e-5, 3e-5, e.shape)),
    lambda e, r: r.uniform(-300, 300, e.shape),
]
RANDOM_TYPES = [
    T.TENSOR_FLOAT32, T.TENSOR_FLOAT32, T.TENSOR_FLOAT16, T.TENSOR_INT32, T.TENSOR_QUANT8_ASYMM,
    T.TENSOR_QUANT8_ASYMM_SIGNED, T.TENSOR_QUANT8_SYMM, T.TENSOR_QUANT16_SYMM, T.TENSOR_BOOL8,
]  # fmt: skip


def stored(values, dtype):
    """Return values as a driver stores them: integers are clamped, positive numbers are true."""
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
    operand_type = RANDOM_TYPES[seed % len(RANDOM_TYPES)]
    dtype = INFO[operand_type].dtype
    dims = tuple(int(n) for n in random.integers(1, 5, random.integers(1, 5)))
    zero_point = {"|i1": -7, "|u1": 90}.get(dtype.str, 0) if seed % 3 else 0
    values = zero_point + random.normal(0, random.choice([1.0, 3.0, 100.0]), dims)
    values = np.rint(values) if random.random() < 0.3 else values
    values = np.maximum(values, zero_point) if random.random() < 0.2 else values
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
    keywords = {"prefill": prefill, "zero_point": zero_point, "activation": activation}
    return output(expected, actual, operand_type=operand_type, **keywords)


def test_every_sentence_is_true_of_random_wrong_outputs():
    counts = Counter(name for seed in range(2000) for name in claims_on(random_output(seed)))
    assert len(counts) >= 20, counts


def test_the_claims_can_be_false():
    """``Claim`` rejects most sentences on another output; otherwise these tests prove nothing."""
    refused = accepted = 0
    for seed in range(400):
        first, other = random_output(seed), random_output(seed + 90 * len(RANDOM_TYPES))
        for text in diagnose(*first):
            try:
                is_true = Claim(*other).holds(text)
            except (AssertionError, ValueError, IndexError, OverflowError):
                is_true = False
            refused += not is_true
            accepted += is_true
    assert refused > 5 * accepted
