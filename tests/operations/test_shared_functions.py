"""Functions of kernels that several operations share, compared with sequential definitions.

Expected values come from exact fractions, Python's stable sort, and loops over single boxes.
"""

from fractions import Fraction

import numpy as np
import pytest

from conformance.hal import OperandType, OperationType
from conformance.operations import OperandView, create_call, definition_of
from conformance.operations.definition.conditions import first_outside
from conformance.operations.families.boxes import _overlaps, best_first, columns_of, hard_nms


@pytest.mark.parametrize("scale", [0.1, 1 / 256, 3e-39, 1e30])
@pytest.mark.parametrize("zero_point", [0, 100, 255])
def test_quantize_rounds_ties_away_from_zero(scale, zero_point):
    """The expected codes are computed in exact fractions; half of the values are near ties."""
    single = float(np.float32(scale))
    random = np.random.default_rng(5)
    steps = random.integers(-300, 600, 2000) / 2 - zero_point
    with np.errstate(all="ignore"):
        values = (steps * single).astype(np.float32)
        values = np.where(random.integers(0, 2, 2000), values, np.nextafter(values, np.float32(9)))
    source = OperandView(OperandType.TENSOR_FLOAT32, values.shape)
    target = OperandView(
        OperandType.TENSOR_QUANT8_ASYMM, values.shape, scale=single, zero_point=zero_point
    )
    call = create_call(definition_of(OperationType.QUANTIZE), [source], [target])
    (found,) = call.definition.compile(call)([values])
    for value, code in zip(values.tolist(), found.tolist(), strict=True):
        ratio = Fraction(value) / Fraction(single)
        away = int(abs(ratio) + Fraction(1, 2)) * (1 if ratio >= 0 else -1)
        assert code == min(max(away + zero_point, 0), 255)


def test_first_outside():
    assert first_outside(np.array([], np.int32), 0) is None
    assert first_outside(np.array([0, 4, 2], np.int32), 5) is None
    assert first_outside(np.array([0, 5, -1], np.int32), 5) == 5
    assert first_outside(np.array([0, -1, 5], np.int32), 5) == -1


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("most", [None, 1, 3, 50])
@pytest.mark.parametrize("shape", [(40,), (7, 9), (0,)])
def test_best_first(dtype, most, shape):
    """Compare with Python's stable sort of each row.

    Many scores are equal, and zeros have both signs.
    """
    scores = np.random.default_rng(8).integers(-3, 3, shape).astype(dtype)
    scores[scores == 2] = -0.0
    rows = scores.tolist() if len(shape) > 1 else [scores.tolist()]
    wanted = [sorted(range(len(row)), key=lambda i: -row[i])[:most] for row in rows]
    found = best_first(scores, most).tolist()
    assert found == (wanted if len(shape) > 1 else wanted[0])


@pytest.mark.parametrize("limit", [1, 40, 1000])
@pytest.mark.parametrize("count", [0, 1, 128, 129, 400])
def test_hard_nms_equals_the_sequential_definition(count, limit):
    """Against the definition: a box is kept if it overlaps no box that was kept before."""
    random = np.random.default_rng(6)
    corner = random.uniform(0, 60, (count, 2))
    boxes = np.concatenate([corner, corner + random.uniform(5, 20, (count, 2))], axis=1)
    order = best_first(random.uniform(size=count))
    columns = np.vstack([boxes.T, (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])])
    kept = []
    for box in order.tolist():
        if len(kept) < limit and all(
            _overlaps(columns[:, box], columns[:, [other]])[0] < 0.3 for other in kept
        ):
            kept.append(box)
    assert hard_nms(columns_of(boxes), order, 0.3, limit).tolist() == kept
