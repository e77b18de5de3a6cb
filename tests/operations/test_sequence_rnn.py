"""The conditions on linked RNN sequence layers."""

from __future__ import annotations

import numpy as np

from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.hal import Version
from conformance.operations import OperandView
from tests.operations.op_runner import (
    absent,
    broken,
    given,
    out,
)

F32 = T.TENSOR_FLOAT32
ONE_WAY, TWO_WAY = Op.UNIDIRECTIONAL_SEQUENCE_RNN, Op.BIDIRECTIONAL_SEQUENCE_RNN
STEPS, BATCH, INPUT, AUX = 4, 2, 3, 2
UNITS = {"": 4, "fw_": 4, "bw_": 5}
CELL = ("weights", "recurrent_weights", "bias", "hidden_state_in")
AUX_WEIGHTS = ("fw_aux_weights", "bw_aux_weights")
LINKING = {"none": ("aux_input", *AUX_WEIGHTS), "cross": (), "parallel": AUX_WEIGHTS}
Operands = dict[str, OperandView]


def _cell(prefix: str, read: int) -> dict[str, tuple[int, ...]]:
    units = UNITS[prefix]
    shapes = ((units, read), (units, units), (units,), (BATCH, units))
    return {prefix + name: shape for name, shape in zip(CELL, shapes, strict=True)}


def _operands(
    op: Op,
    type_: T = F32,
    *,
    linking: str = "none",
    time_major: bool = True,
    merged: bool = False,
    activation: int = 4,
) -> Operands:
    """Return all operands by name."""
    leading = (STEPS, BATCH) if time_major else (BATCH, STEPS)
    shapes: dict[str, tuple[int, ...]] = {"input": (*leading, INPUT)}
    if op == ONE_WAY:
        shapes |= _cell("", INPUT)
    else:
        shapes |= _cell("fw_", INPUT) | _cell("bw_", AUX if linking == "parallel" else INPUT)
        shapes |= {"aux_input": (*leading, AUX)}
        shapes |= {f"{way}_aux_weights": (UNITS[f"{way}_"], AUX) for way in ("fw", "bw")}
    choose = np.random.default_rng(5)
    operands = {n: given(type_, choose.normal(0.0, 1.0, shape)) for n, shape in shapes.items()}
    for name in LINKING[linking] if op == TWO_WAY else ():
        operands[name] = absent(type_)
    operands["activation"] = given(T.INT32, activation)
    operands["time_major"] = given(T.INT32 if op == ONE_WAY else T.BOOL, time_major)
    if op == TWO_WAY:
        operands["merge_outputs"] = given(T.BOOL, merged)
    return operands


def _targets(count: int, type_: T = F32) -> list[OperandView]:
    return [out(type_) for _ in range(count)]


def test_linking() -> None:
    targets = _targets(2)
    cross = _operands(TWO_WAY, linking="cross")
    assert broken(TWO_WAY, list(cross.values()), targets, Version.V1_2) == []
    for omitted in (("aux_input",), AUX_WEIGHTS[:1], AUX_WEIGHTS[1:]):
        changed = {**cross, **dict.fromkeys(omitted, absent(F32))}
        assert "linking" in broken(TWO_WAY, list(changed.values()), targets)
    parallel = _operands(TWO_WAY, linking="parallel")
    assert broken(TWO_WAY, list(parallel.values()), targets, Version.V1_2) == ["parallel_linking"]
    assert broken(TWO_WAY, list(parallel.values()), targets, Version.V1_3) == []
    # backward weights that fit the input do not fit the auxiliary input
    changed = {**_operands(TWO_WAY), "aux_input": parallel["aux_input"]}
    assert broken(TWO_WAY, list(changed.values()), targets) == ["backward_input_size"]
