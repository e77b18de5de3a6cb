"""The LSTM sequence layers: empty sequences, values that are not finite, linked layers."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView, find_definition
from tests.operations.op_runner import (
    absent,
    broken,
    given,
    out,
)
from tests.operations.sequence_layer_checks import check_empty_sequences, check_non_finite_values

F32, F16 = T.TENSOR_FLOAT32, T.TENSOR_FLOAT16
ONE_WAY, TWO_WAY = Op.UNIDIRECTIONAL_SEQUENCE_LSTM, Op.BIDIRECTIONAL_SEQUENCE_LSTM
STEPS, BATCH, INPUT, AUX = 3, 2, 3, 4
UNITS = {"": 4, "fw_": 4, "bw_": 5}
PROJECTED = {"": 2, "fw_": 2, "bw_": 3}
Operands = dict[str, OperandView]

GATES = ("input", "forget", "cell", "output")
PEEPHOLES = [f"cell_to_{gate}_weights" for gate in GATES if gate != "cell"]
PROJECTION = ["projection_weights", "projection_bias"]
NORMS = [f"{gate}_layer_norm_weights" for gate in GATES]
AUX_WEIGHTS = [f"aux_{gate}_weights" for gate in GATES]
PLAIN = [*PEEPHOLES, *PROJECTION, *NORMS]


def _names(op: Op) -> list[str]:
    found = find_definition(op)
    assert found is not None
    return [spec.name for spec in found.forms[0].inputs]


def _prefix(name: str) -> str:
    return name[:3] if name[:3] in ("fw_", "bw_") else ""


def _shape(name: str, time_major: bool, width: int, read: int) -> tuple[int, ...]:
    prefix = _prefix(name)
    base, units = name.removeprefix(prefix), UNITS[prefix]
    leading = (STEPS, BATCH) if time_major else (BATCH, STEPS)
    if base.startswith("aux_") and base != "aux_input":
        return (units, AUX)
    if base.startswith(("input_to_", "recurrent_to_")):
        return (units, read if base.startswith("input_to_") else width)
    return {
        "input": (*leading, INPUT),
        "aux_input": (*leading, AUX),
        "projection_weights": (PROJECTED[prefix], units),
        "projection_bias": (PROJECTED[prefix],),
        "output_state_in": (BATCH, width),
        "cell_state_in": (BATCH, units),
    }.get(base, (units,))


def _linked(linking: str) -> list[str]:
    """Return the operands that a kind of linking omits."""
    weights = [f"{prefix}{name}" for prefix in ("fw_", "bw_") for name in AUX_WEIGHTS]
    return {"none": ["aux_input", *weights], "cross": [], "parallel": weights}[linking]


def _operands(
    op: Op,
    type_: T = F32,
    *,
    missing: list[str] | None = None,
    time_major: bool = True,
    merged: bool = False,
    activation: int = 4,
    clips: tuple[float, float] = (0.0, 0.0),
) -> Operands:
    """Return all operands by name; those in ``missing`` are omitted. By default: the basic cell."""
    if missing is None:
        prefixes = [""] if op == ONE_WAY else ["fw_", "bw_"]
        missing = [prefix + name for prefix in prefixes for name in PLAIN] + _linked("none")
    choose = np.random.default_rng(17)
    number = T.FLOAT16 if type_ == F16 else T.FLOAT32
    scalars = {
        "activation": given(T.INT32, activation),
        "cell_clip": given(number, clips[0]),
        "proj_clip": given(number, clips[1]),
        "merge_outputs": given(T.BOOL, merged),
        "time_major": given(T.BOOL, time_major),
    }
    alone = "aux_input" not in missing and "fw_aux_forget_weights" in missing
    operands = {}
    for name in _names(op):
        if name in scalars:
            operands[name] = scalars[name]
            continue
        prefix = _prefix(name)
        projected = f"{prefix}projection_weights" not in missing
        width = (PROJECTED if projected else UNITS)[prefix]
        read = AUX if alone and prefix == "bw_" else INPUT
        values = choose.normal(0.0, 1.0, _shape(name, time_major, width, read))
        operands[name] = absent(type_) if name in missing else given(type_, values)
    return operands


def _targets(count: int, type_: T = F32) -> list[OperandView]:
    return [out(type_) for _ in range(count)]


@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
@pytest.mark.parametrize("time_major", [False, True])
@pytest.mark.parametrize("empty", ["steps", "batch"])
def test_no_steps_or_no_sequences(
    op: Op, time_major: bool, empty: Literal["steps", "batch"]
) -> None:
    operands = _operands(op, time_major=time_major)
    directions = 1 if op == ONE_WAY else 2
    check_empty_sequences(op, operands, directions, time_major=time_major, empty=empty)


@pytest.mark.filterwarnings("error::RuntimeWarning", "error::DeprecationWarning")
@pytest.mark.parametrize("op", [ONE_WAY, TWO_WAY])
def test_non_finite_values(op: Op) -> None:
    directions = 1 if op == ONE_WAY else 2
    check_non_finite_values(op, _operands(op), _operands(op, missing=[]), directions)


def test_linking() -> None:
    cross = _operands(TWO_WAY, missing=[])
    targets = _targets(2)
    assert broken(TWO_WAY, list(cross.values()), targets, Version.V1_2) == []
    without_input = {**cross, "aux_input": absent(F32)}
    assert broken(TWO_WAY, list(without_input.values()), targets) == ["linking"]
    one_side = {**cross, **{f"bw_{name}": absent(F32) for name in AUX_WEIGHTS}}
    assert broken(TWO_WAY, list(one_side.values()), targets) == ["linking"]
    parallel = _operands(TWO_WAY, missing=_linked("parallel"))
    assert broken(TWO_WAY, list(parallel.values()), targets, Version.V1_2) == ["parallel_linking"]
    assert broken(TWO_WAY, list(parallel.values()), targets, Version.V1_3) == []
    # backward weights that fit the input do not fit the auxiliary input
    crossed = _operands(TWO_WAY, missing=_linked("none"))
    crossed["aux_input"] = parallel["aux_input"]
    assert broken(TWO_WAY, list(crossed.values()), targets) == ["backward_input_size"]
