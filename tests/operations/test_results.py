"""The reference's results are the results that the bundled specs state, apart from rounding.

Spec scripts compute these from the operation's formula, usually in exact fractions. A run accepts
the public tolerance; here the error of floats, apart from the rounding of both numbers to their
type, is at most a small part of it, and codes are equal.
"""

from __future__ import annotations

import numpy as np
import pytest

from conformance.cases import Example
from conformance.hal import INFO, OperandType, OperationType
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.operations import definitions
from conformance.reference import create_device
from tests.faults.spec_judging import INDEX, examples_by_operation

T = OperandType
TOLERANCE = {T.TENSOR_FLOAT32: (1e-5, 5 * 2.0**-23), T.TENSOR_FLOAT16: (5e-3, 5 * 2.0**-10)}
"""Absolute and relative part of the public tolerance of each type."""
LIMITS = {OperationType.ROI_ALIGN: 0.1}
"""Largest permitted error as a part of the tolerance, where it is not 0.005.

The samples of ROI_ALIGN depend on its coordinates, which the specs round to float32.
"""
CODES = (T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED)
PRESCRIBED_FORMATS = (OperationType.QUANTIZED_LSTM, OperationType.QUANTIZED_16BIT_LSTM)
"""Operations of which the contract prescribes the intermediate formats: codes may differ by one."""


def largest_error(found: np.ndarray, stated: np.ndarray, type_: OperandType) -> float:
    """Return the largest error, apart from the rounding of both numbers, per tolerance."""
    absolute, relative = TOLERANCE[type_]
    exact = stated.astype(np.longdouble)
    with np.errstate(all="ignore"):
        error = np.maximum(np.abs(found - exact) - np.spacing(np.abs(stated)), 0)
        ratios = error / (absolute + relative * np.abs(exact))
    same = (found == stated) | (np.isnan(found) & np.isnan(stated))
    return float(np.where(same, 0, ratios).max(initial=0))


def assert_precise(operation: OperationType, example: Example, judge: Judge) -> None:
    results: dict[str, tuple[bytes, ...]] = {}
    judge.judge(example, example.name, [ExecutionPath()], observer=results.__setitem__)
    (outputs,) = results.values()
    main = example.model.main
    for index, expected, data in zip(main.output_indexes, example.outputs, outputs, strict=True):
        if expected.ignored:
            continue
        type_ = OperandType(main.operands[index].type)
        found, stated = (np.frombuffer(each, INFO[type_].dtype) for each in (data, expected.data))
        if type_ in TOLERANCE:
            limit = LIMITS.get(operation, 0.005)
            assert largest_error(found, stated, type_) <= limit, example.name
        elif type_ in CODES:
            steps = np.abs(found.astype(int) - stated).max(initial=0)
            assert steps <= (operation in PRESCRIBED_FORMATS), example.name


@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_results_are_those_of_the_specs(every: int) -> None:
    judge = Judge(create_device())
    for code in definitions():
        ran = 0
        for file, info in examples_by_operation()[code][::every]:
            if len(info.operation_codes) != 1 or info.expect_failure:
                continue
            example = INDEX.load(file, info.name)
            if not example.model.relax_computation_float32_to_float16:
                assert_precise(OperationType(code), example, judge)
                ran += not all(output.ignored for output in example.outputs)
        assert ran or code == OperationType.RANDOM_MULTINOMIAL, code
    assert judge.close() == []
