"""Systematic deviations of one step or less, in outputs made by hand."""

import numpy as np
import pytest

from conformance.cases import Example
from conformance.cases.example import ExpectedOutput
from conformance.hal import Model, Operand, OperandLifeTime, OperandType, Subgraph
from conformance.oracle.accuracy import rounding_bias

SIGNED = OperandType.TENSOR_QUANT8_ASYMM_SIGNED
UNSIGNED = OperandType.TENSOR_QUANT8_ASYMM
FLOAT = OperandType.TENSOR_FLOAT32


def problem(type_, expected, found):
    """Return the finding on one output; the model has no operation, which does not matter here."""
    output = Operand(type_, expected.shape, 0, 0.5, 0, OperandLifeTime.SUBGRAPH_OUTPUT)
    model = Model(Subgraph((output,), (), (), (0,)))
    outputs = (ExpectedOutput(expected.shape, expected.tobytes()),)
    example = Example("spec", "name", model, (), outputs, ("out",))
    return rounding_bias(example, [found.tobytes()])


RANDOM = np.random.default_rng(6)
CODES = RANDOM.integers(-100, 100, 400)


def test_equal_codes_and_differences_that_cancel_out_are_accepted():
    codes = CODES.astype(np.int8)
    assert problem(SIGNED, codes, codes) == ""
    both_ways = codes + RANDOM.integers(-1, 2, codes.size, dtype=np.int8)
    assert problem(SIGNED, codes, both_ways) == ""
    # One code in five is rounded to the other side, as by another way to round ties.
    some = codes - (np.arange(codes.size) % 5 == 0).astype(np.int8)
    assert problem(SIGNED, codes, some) == ""


@pytest.mark.parametrize("share", [2, 1])
def test_every_second_code_one_step_too_low_is_systematic(share):
    for type_, dtype in ((SIGNED, np.int8), (UNSIGNED, np.uint8)):
        codes = (CODES + (100 if dtype is np.uint8 else 0) + 5).clip(1, 120).astype(dtype)
        low = codes - (np.arange(codes.size) % share == 0).astype(dtype)
        assert f"{-1 / share:+.3f}" in problem(type_, codes, low)


def test_saturated_elements_few_elements_and_real_numbers_are_not_judged():
    saturated = np.full(400, 127, np.int8)
    assert problem(SIGNED, saturated, saturated - np.int8(1)) == ""
    few = np.zeros(63, np.int8)
    assert problem(SIGNED, few, few + np.int8(1)) == ""
    assert problem(SIGNED, np.zeros(64, np.int8), np.ones(64, np.int8))
    real = np.zeros(400, np.float32)
    assert problem(FLOAT, real, real + np.float32(1)) == ""
