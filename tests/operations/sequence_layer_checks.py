"""Checks that the RNN and the LSTM sequence layers share.

``operands`` holds all operands of a float32 call by name. A layer has one direction or two: the
operands of a bidirectional layer have the prefixes ``fw_`` and ``bw_``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from conformance.hal import OperandType, OperationType
from conformance.operations import OperandView
from conformance.validation.calls import check_call
from tests.operations.op_runner import given, make_call, out, run

_FLOAT = OperandType.TENSOR_FLOAT32


def _targets(count: int) -> list[OperandView]:
    return [out(_FLOAT) for _ in range(count)]


def check_empty_sequences(
    op: OperationType,
    operands: Mapping[str, OperandView],
    directions: int,
    *,
    time_major: bool,
    empty: Literal["steps", "batch"],
) -> None:
    """Check that no steps return the states unchanged, and that no sequences give empty outputs.

    The contract does not allow such sizes, so models that state them are refused.
    """
    inputs = dict(operands)
    axis = (0 if empty == "steps" else 1) ^ (not time_major)
    states = [name for name in inputs if name.endswith("_state_in")]
    for name in ("input", *(states if empty == "batch" else ())):
        value = np.asarray(inputs[name].value)
        inputs[name] = given(_FLOAT, np.take(value, [], axis=axis if name == "input" else 0))
    count = directions + len(states)
    found = check_call(make_call(op, list(inputs.values()), _targets(count)))
    assert found is not None
    assert found.rule.name == "operation.zero_size"
    results = run(op, list(inputs.values()), _targets(count))
    assert [result.size for result in results[:directions]] == [0] * directions
    for name, result in zip(states, results[directions:], strict=True):
        assert np.array_equal(result, np.asarray(inputs[name].value))


def check_non_finite_values(
    op: OperationType,
    operands: Mapping[str, OperandView],
    all_operands: Mapping[str, OperandView],
    directions: int,
) -> None:
    """Check that NaN affects its sequence only, from its step on; infinities are normal numbers.

    ``operands`` are those of a layer without linking, whose steps come first. ``all_operands``
    get alternating infinities and large negative numbers.
    """
    values = np.array(operands["input"].value)
    steps, batch = values.shape[:2]
    values[1, 0, 0] = np.nan
    inputs = [*{**operands, "input": given(_FLOAT, values)}.values()]
    is_nan = [np.isnan(result) for result in run(op, inputs, _targets(directions))]
    after = np.zeros((steps, batch, 1), bool)
    after[1:, 0] = True
    assert np.array_equal(is_nan[0], np.broadcast_to(after, is_nan[0].shape))
    if directions > 1:
        before = np.zeros((steps, batch, 1), bool)
        before[:2, 0] = True
        assert np.array_equal(is_nan[1], np.broadcast_to(before, is_nan[1].shape))
    large = [
        given(_FLOAT, np.where(np.indices(view.shape).sum(axis=0) % 2, np.inf, -3e38))
        if len(view.shape) and not view.omitted
        else view
        for view in all_operands.values()
    ]
    for result in run(op, large, _targets(directions)):
        assert result.size
