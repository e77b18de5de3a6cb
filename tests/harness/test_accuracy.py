"""Formulas and decisions of the comparison of outputs, checked for single numbers."""

from dataclasses import replace

import numpy as np
import pytest

from conformance.cases.example import Example, ExpectedOutput
from conformance.hal import INFO, Model, Operand, OperandType, Operation, OperationType, Subgraph
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.oracle.accuracy import (
    EXACT,
    FLOAT16,
    FLOAT32,
    ONE_STEP,
    RELAXED,
    THREE_STEPS,
    DistributionCheck,
    check_distribution,
    compare_output,
    describe_difference,
    distribution_check,
    tolerances,
)
from conformance.verdicts import VerdictKind
from tests.sample_drivers.adder_driver import Adder, add_example

T = OperandType
NAN, INF = float("nan"), float("inf")


def compared(operand_type, expected, actual, tolerance=None):
    dtype = INFO[operand_type].dtype
    dims = (len(expected),) if INFO[operand_type].tensor else ()
    operand = Operand(operand_type, dims)
    if tolerance is None:
        (tolerance,) = tolerances(Model(Subgraph((operand,), (), (), (0,))))
    return compare_output(
        np.array(expected, dtype).tobytes(),
        np.array(actual, dtype).tobytes(),
        operand,
        dims,
        tolerance,
    )


def test_public_numbers():
    assert (FLOAT32.atol, FLOAT32.rtol) == (1e-5, 5 * 1.1920928955078125e-7)
    assert (FLOAT16.atol, FLOAT16.rtol) == (0.0048828125, 0.0048828125)


@pytest.mark.parametrize(
    ("operand_type", "expected", "right", "wrong"),
    [
        (T.TENSOR_FLOAT32, 1.0, 1.0000105, 1.0000115),
        (T.TENSOR_FLOAT32, 0.0, 1e-5 - 1e-9, 1.1e-5),
        (T.TENSOR_FLOAT32, 1e6, 1e6 + 0.5625, 1e6 + 0.6875),
        (T.TENSOR_FLOAT32, -1e6, -1e6 + 0.5625, -1e6 + 0.6875),
        (T.FLOAT32, 1.0, 1.0000105, 1.0000115),
        (T.TENSOR_FLOAT16, 1.0, 1.009, 1.011),
        (T.FLOAT16, 0.0, 0.0048, 0.0050),
        (T.TENSOR_INT32, 7, 7, 8),
        (T.TENSOR_INT32, -(2**31), -(2**31), -(2**31) + 1),
        (T.TENSOR_INT32, -(2**31), -(2**31), 2**31 - 1),
        (T.INT32, 7, 7, 6),
        (T.UINT32, 2**32 - 1, 2**32 - 1, 2**32 - 2),
        (T.TENSOR_QUANT8_ASYMM, 0, 1, 255),
        (T.TENSOR_QUANT8_ASYMM, 255, 254, 253),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, -128, -127, 127),
        (T.TENSOR_QUANT8_SYMM, 5, 6, 7),
        (T.TENSOR_QUANT8_SYMM_PER_CHANNEL, 5, 6, 7),
        (T.TENSOR_QUANT16_ASYMM, 65535, 65534, 0),
        (T.TENSOR_QUANT16_SYMM, -32768, -32767, 32767),
        (T.TENSOR_BOOL8, True, True, False),
        (T.BOOL, False, False, True),
    ],
)
def test_tolerance_of_each_type(operand_type, expected, right, wrong):
    assert compared(operand_type, [expected], [right]).ok
    comparison = compared(operand_type, [expected], [wrong])
    assert (comparison.wrong_elements, comparison.total_elements) == (1, 1)
    assert comparison.worst_mismatch.index == ((0,) if INFO[operand_type].tensor else ())


def test_truth_values_compare_as_such():
    operand = Operand(T.TENSOR_BOOL8, (3,))
    assert compare_output(b"\1\0\1", b"\xff\0\7", operand, (3,), EXACT).ok
    assert compare_output(b"\1\0\1", b"\xff\1\7", operand, (3,), EXACT).wrong_elements == 1


def test_unknown_types_must_match_exactly():
    operand = Operand(0x10001, (2,))
    assert compare_output(b"ab", b"ab", operand, (2,), EXACT).ok
    assert compare_output(b"ab", b"ac", operand, (2,), EXACT).wrong_elements == 1


@pytest.mark.parametrize("operand_type", [T.TENSOR_FLOAT32, T.TENSOR_FLOAT16])
@pytest.mark.parametrize(
    ("expected", "actual", "wrong", "nans"),
    [
        (INF, INF, 0, 0),
        (-INF, -INF, 0, 0),
        (INF, -INF, 1, 0),
        (INF, 60000.0, 1, 0),
        (60000.0, INF, 1, 0),
        (1.0, NAN, 1, 1),
        (NAN, 1.0, 1, 1),
        (NAN, NAN, 0, 0),
        (INF, NAN, 1, 1),
    ],
)
def test_not_finite(operand_type, expected, actual, wrong, nans):
    comparison = compared(operand_type, [1.0, expected], [1.0001, actual], FLOAT16)
    assert (comparison.wrong_elements, comparison.nan_mismatches) == (wrong, nans)


def test_two_nans_with_other_bits_are_equal():
    operand = Operand(T.TENSOR_FLOAT32, (1,))
    quiet, other = b"\0\0\xc0\x7f", b"\1\0\xc0\xff"
    assert compare_output(quiet, other, operand, (1,), FLOAT32).ok


def test_worst_and_first_mismatches():
    expected = np.zeros((2, 3, 4), "<f4")
    actual = expected.copy()
    actual[1, 2, 3], actual[0, 1, 2] = 5.0, -7.0
    operand = Operand(T.TENSOR_FLOAT32, (2, 3, 4))
    comparison = compare_output(expected.tobytes(), actual.tobytes(), operand, (2, 3, 4), FLOAT32)
    assert comparison.wrong_elements == 2
    assert comparison.worst_mismatch.index == (0, 1, 2)
    assert comparison.worst_mismatch.actual == -7.0
    assert [one.index for one in comparison.first_mismatches] == [(0, 1, 2), (1, 2, 3)]


def test_nan_is_worse_than_any_number():
    comparison = compared(T.TENSOR_FLOAT32, [0.0, 0.0], [1e30, NAN])
    assert comparison.worst_mismatch.index == (1,)


def model_with(*operands, outputs=(0,), relaxed=False, referenced=()):
    return Model(
        Subgraph(tuple(operands), (), (), outputs),
        referenced,
        relax_computation_float32_to_float16=relaxed,
    )


def test_relaxed_is_decided_by_flag_or_float16_tensors_anywhere():
    output = Operand(T.TENSOR_FLOAT32, (1,))
    half = Operand(T.TENSOR_FLOAT16, (1,))
    assert tolerances(model_with(output)) == (FLOAT32,)
    assert tolerances(model_with(output, relaxed=True)) == (RELAXED,)
    assert tolerances(model_with(output, half, relaxed=True)) == (RELAXED,)
    assert (RELAXED.atol, RELAXED.rtol) == (FLOAT16.atol, FLOAT16.rtol)
    assert tolerances(model_with(output, half)) == (FLOAT16,)
    inner = Subgraph((half,), (), (), ())
    assert tolerances(model_with(output, referenced=(inner,))) == (FLOAT16,)
    assert tolerances(model_with(output, Operand(T.FLOAT16))) == (FLOAT32,)


def chain(convolutions, *, parallel=False, operand_type=T.TENSOR_QUANT8_ASYMM):
    operands = tuple(Operand(operand_type, (1, 1, 1, 1)) for _ in range(convolutions + 1))
    operations = tuple(
        Operation(OperationType.CONV_2D, (0 if parallel else n,), (n + 1,))
        for n in range(convolutions)
    )
    return Model(Subgraph(operands, operations, (0,), (convolutions,)))


def test_three_steps_only_for_deeply_requantizing_models():
    assert tolerances(chain(20)) == (THREE_STEPS,)
    assert tolerances(chain(20, operand_type=T.TENSOR_QUANT8_ASYMM_SIGNED)) == (THREE_STEPS,)
    assert tolerances(chain(19)) == (ONE_STEP,)
    assert tolerances(chain(60, parallel=True)) == (ONE_STEP,)
    assert tolerances(chain(20, operand_type=T.TENSOR_FLOAT32)) == (FLOAT32,)
    assert tolerances(chain(20, operand_type=T.TENSOR_QUANT16_ASYMM)) == (ONE_STEP,)


def test_names_decide_nothing():
    class Off(Adder):
        def compute(self, result):
            return result + 0.004

    example = replace(add_example(), spec="mobilenet_quantized.mod.py", name="mobilenet_relaxed")
    (verdict,) = Judge(Off()).judge(example, "mobilenet", [ExecutionPath()])
    assert verdict.rule == "values"


LOGITS = np.log(np.array([[0.5, 0.25, 0.25], [0.1, 0.1, 0.8]], "<f4"))


def draws(*shares):
    rows = [np.repeat([0, 1, 2], [round(s * 100) for s in row]) for row in shares]
    return np.array(rows, "<i4")


def checked(values, tolerance=0.02):
    check = DistributionCheck(0, LOGITS.tobytes(), T.TENSOR_FLOAT32, 3, tolerance)
    return check_distribution(check, values.tobytes(), values.shape)


def test_distribution_is_checked_for_each_batch():
    right = draws((0.5, 0.25, 0.25), (0.1, 0.1, 0.8))
    assert checked(right) == ""
    assert checked(draws((0.51, 0.24, 0.25), (0.1, 0.11, 0.79))) == ""
    swapped = right[::-1].copy()
    assert checked(swapped)
    assert checked(draws((0.5, 0.25, 0.25), (0.1, 0.15, 0.75)))


def test_draws_outside_the_classes():
    values = draws((0.5, 0.25, 0.25), (0.1, 0.1, 0.8))
    for outside in (3, -1):
        values[1, 7] = outside
        assert checked(values)


def multinomial_example():
    operands = (Operand(T.TENSOR_FLOAT32, (2, 3)), Operand(T.TENSOR_INT32, (2, 100)))
    operation = Operation(OperationType.RANDOM_MULTINOMIAL, (0,), (1,))
    return Example(
        "m",
        "m",
        Model(Subgraph(operands, (operation,), (0,), (1,))),
        (LOGITS.tobytes(),),
        (ExpectedOutput((2, 100), bytes(800), ignored=True),),
        ("logits", "draws"),
        multinomial_tolerance=0.02,
    )


@pytest.mark.parametrize(("second", "kind"), [(0.1, VerdictKind.PASSED), (0.2, VerdictKind.FAILED)])
def test_distribution_reaches_the_verdict(second, kind):
    class Draws(Adder):
        def store(self, view, location, data):
            values = draws((0.5, 0.25, 0.25), (0.1, second, 0.9 - second))
            super().store(view, location, values.tobytes())

        def compute(self, result):
            return result

    class Single(Draws.prepared):
        def read(self, request, index):
            return super().read(request, 0)

    driver = Draws()
    driver.prepared = Single
    (verdict,) = Judge(driver).judge(multinomial_example(), "case", [ExecutionPath()])
    assert verdict.kind == kind, verdict
    assert verdict.rule == ("" if kind == VerdictKind.PASSED else "values.distribution")


def test_a_distribution_check_without_its_operation_is_refused():
    with pytest.raises(ValueError, match="RANDOM_MULTINOMIAL"):
        distribution_check(replace(add_example(), multinomial_tolerance=0.1))


@pytest.mark.parametrize(
    ("operand_type", "expected", "right", "wrong", "operations"),
    [
        (T.TENSOR_FLOAT32, 0.0, -0.0, 1.1e-5, 1),
        (T.TENSOR_FLOAT32, 0.0, 7.9e-5, 8.1e-5, 8),
        (T.TENSOR_FLOAT16, 100.0, 100.4375, 100.5625, 1),
        (T.TENSOR_QUANT8_ASYMM, 7, 8, 9, 1),
        (T.TENSOR_QUANT8_ASYMM, 7, 10, 11, 3),
        (T.TENSOR_INT32, 7, 7, 8, 5),
        (T.TENSOR_BOOL8, 1, 1, 0, 1),
    ],
)
def test_the_results_of_checks_have_the_tolerance_of_specs(
    operand_type, expected, right, wrong, operations
):
    def difference(value):
        data = (np.array([expected, number], dtype).tobytes() for number in (expected, value))
        return describe_difference(*data, operand_type, operations=operations)

    dtype = INFO[operand_type].dtype
    assert difference(right) == ""
    assert difference(wrong).startswith("element 1 is ")


def test_a_result_of_a_relaxed_model_has_the_tolerance_of_float16():
    expected, right, wrong = (np.float32(each).tobytes() for each in (100.0, 100.4375, 100.5625))
    assert describe_difference(expected, right, T.TENSOR_FLOAT32, relaxed=True) == ""
    assert describe_difference(expected, right, T.TENSOR_FLOAT32) != ""
    assert describe_difference(expected, wrong, T.TENSOR_FLOAT32, relaxed=True) != ""


def test_a_result_of_another_size_differs():
    text = describe_difference(bytes(8), bytes(4), T.TENSOR_FLOAT32)
    assert text == "it has 4 bytes; 8 were expected"
