"""The public random-graph criteria: bias, mean square error, and a tolerance by size of graph.

They are much wider than admissible rounding requires, so they are reported for information only.
Large values are not compared: above 1000 in float32 and above 100 in float16. (The condition in the
public harness excludes all float16 values, which evidently is not its intent.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from conformance.cases.example import Example
from conformance.hal import INFO, OperandType
from conformance.oracle.accuracy import as_array

_T: Final = OperandType
_MAX_SMALL_GRAPH_OPERATIONS: Final = 5
_MIN_ELEMENTS_FOR_BIAS: Final = 10
_BOOL_RATIO: Final = 0.1


class Criterion(NamedTuple):
    """Maximum bias and mean square error, and the tolerance for each element."""

    bias: float
    mse: float
    atol: float
    rtol: float


_SMALL_GRAPH: Final = {
    "f4": Criterion(4e-4, 1e-5, 1e-2, 1e-2),
    "f2": Criterion(5e-2, 1e-2, 1.0, 1.0),
    "quant": Criterion(2.0, 2.0, 12.0, 0.0),
}
_LARGE_GRAPH: Final = {
    "f4": Criterion(1e-2, 1e-4, 1e-1, 1e-1),
    "f2": Criterion(1e-1, 5e-2, 1.0, 1.0),
    "quant": Criterion(2.0, 2.0, 12.0, 0.0),
}
_INTEGER: Final = Criterion(np.inf, np.inf, 1.0, 0.0)
_MAX_COMPARED_MAGNITUDE: Final = {"f4": 1e3, "f2": 1e2}


def meets_public_criteria(example: Example, data: Sequence[bytes]) -> bool:
    """Return whether the outputs would pass the public random-graph test."""
    main = example.model.main
    table = _SMALL_GRAPH if len(main.operations) <= _MAX_SMALL_GRAPH_OPERATIONS else _LARGE_GRAPH
    for number, index in enumerate(main.output_indexes):
        output, type_ = example.outputs[number], main.operands[index].type
        if output.ignored:
            continue
        info = INFO[type_]
        expected = as_array(output.data, type_)
        actual = as_array(data[number][: len(output.data)], type_)
        if expected.dtype.kind == "b":
            if np.count_nonzero(expected != actual) > np.ceil(_BOOL_RATIO * expected.size):
                return False
            continue
        name = "quant" if info.quantized else info.dtype.str[1:]
        if not _meets(
            expected, actual, table.get(name, _INTEGER), _MAX_COMPARED_MAGNITUDE.get(name, np.inf)
        ):
            return False
    return True


def _meets(
    expected_values: np.ndarray, actual_values: np.ndarray, criterion: Criterion, largest: float
) -> bool:
    expected, actual = expected_values.astype(np.float64), actual_values.astype(np.float64)
    with np.errstate(invalid="ignore"):
        kept = np.isfinite(expected) & (np.abs(expected) <= largest)
    expected, actual = expected[kept], actual[kept]
    if not expected.size:
        return True
    with np.errstate(invalid="ignore", over="ignore"):
        difference = actual - expected
        if not (np.abs(difference) <= criterion.atol + criterion.rtol * np.abs(expected)).all():
            return False
        if expected.size < _MIN_ELEMENTS_FOR_BIAS:
            return True
        if expected_values.dtype.kind == "f":
            difference = difference / np.maximum(1.0, np.abs(expected))
        bias, mse = abs(float(difference.mean())), float((difference**2).mean())
    return bias <= criterion.bias and mse <= criterion.mse
