"""Every sentence of the diagnosis is true of random wrong outputs.

The class ``Claim`` recomputes each sentence from its text.
"""

import re
from collections import Counter

import numpy as np

from conformance.hal import INFO, Operand, OperandType
from conformance.harness.calls.request_memory import RandomFill
from conformance.harness.comparison.accuracy import EXACT, FLOAT32, ONE_STEP
from conformance.harness.comparison.diagnosis import diagnose
from tests.harness.diagnosis_claims import Claim

T = OperandType

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
