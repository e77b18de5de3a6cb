"""Models written by hand whose results the contract leaves unspecified, and faults next to them.

The clauses are in ``docs/explanation/accuracy.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from conformance.cases import Example
from conformance.hal import OperationType
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.generators.spec_verdicts import judged, written
from tests.sample_drivers.graphs.other_choices import (
    Choosing,
    CutOff,
    Infinite,
    Inputs,
    LastOfEqual,
    RoundedScale,
    SquaresInHalf,
)
from tests.sample_drivers.graphs.wrong_choices import BeforeEdges, Changing
from tests.sample_drivers.values.legal_float32 import KeypointsInFloat32

_O = OperationType

# ------------------------------------------------------------------------------ ARGMAX by hand

TIES = """
x = Input("x", ("TENSOR_FLOAT32", [2, 6])).ShouldNeverBeInternal()
i = Output("i", ("TENSOR_INT32", [2]))
Example({x: [3, 1, 2, 3, 0, 3, 5, 4, 4, 4, 4, 4], i: [0, 0]},
        model=Model("ties").Operation("ARGMAX", x, 1).To(i))
"""


class Answers(Choosing):
    """ARGMAX returns given answers."""

    def __init__(self, *answers: int) -> None:
        super().__init__()
        self.answers = answers

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        return [np.array(self.answers, np.int32)]


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ((0, 0), VerdictKind.PASSED),
        ((3, 0), VerdictKind.PASSED),
        ((5, 0), VerdictKind.PASSED),
        ((1, 0), VerdictKind.FAILED),  # next to an extremum
        ((2, 0), VerdictKind.FAILED),
        ((4, 0), VerdictKind.FAILED),
        ((6, 0), VerdictKind.FAILED),
        ((-3, 0), VerdictKind.FAILED),
        ((3, 3), VerdictKind.FAILED),
    ],
)
def test_the_index_of_any_equal_extremum_passes(tmp_path, answers, kind):
    assert judged(Answers(*answers), written(tmp_path, TIES)).kind is kind


def test_a_tie_does_not_excuse_a_fault_in_a_later_operation(tmp_path):
    """The index is cast and added to a number: only the sum for a possible index is accepted."""
    text = """
x = Input("x", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_FLOAT32", [1])).ShouldNeverBeInternal()
i = Internal("i", ("TENSOR_INT32", [1]))
f = Internal("f", ("TENSOR_FLOAT32", [1]))
s = Output("s", ("TENSOR_FLOAT32", [1]))
p = Output("p", ("TENSOR_FLOAT32", [1]))
model = Model("chain").Operation("ARGMAX", x, 0).To(i).Operation("CAST", i).To(f)
model = model.Operation("ADD", f, b, 0).To(s).Operation("ADD", b, b, 0).To(p)
Example({x: [7, 1, 2, 7], b: [100], s: [100], p: [200]}, model=model)
"""
    example = written(tmp_path, text)
    assert judged(LastOfEqual(), example).kind is VerdictKind.PASSED
    assert judged(Answers2(), example).kind is VerdictKind.FAILED


class Answers2(Choosing):
    """Changes the product that does not depend on the tie."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        outputs = kernel(inputs)
        if call.definition.type == _O.ADD and float(outputs[0].max()) == 200:
            return [outputs[0] + np.float32(3)]
        return outputs


# ------------------------------------------------------------------------------ range of float16

CHAIN = """
x = Input("x", ("TENSOR_FLOAT32", [4])).ShouldNeverBeInternal()
a = Internal("a", ("TENSOR_FLOAT32", [4]))
y = Output("y", ("TENSOR_FLOAT32", [4]))
z = Output("z", ("TENSOR_FLOAT32", [4]))
large = Parameter("large", ("TENSOR_FLOAT32", [1]), [4096])
model = Model("chain").Operation("MUL", x, large, {inner}).To(a)
model = model.{outer}.To(y).Operation("MUL", x, x, 0).To(z)
Example({{x: [1, 100, -100, 2], y: {result}, z: [1, 10000, 10000, 4]}}, model=model){relaxed}
"""


def chain(
    folder: Path, outer: str, result: str, *, inner: int = 0, relaxed: bool = True
) -> Example:
    """Return ``y`` from ``a = 4096 x``; float16 holds ``a`` for |x| <= 2 but not for |x| = 100."""
    flag = "\nmodel.RelaxedExecution(True)\n" if relaxed else "\n"
    text = CHAIN.format(inner=inner, outer=outer, result=result, relaxed=flag)
    example = written(folder, text)
    assert example.model.relax_computation_float32_to_float16 is relaxed
    return example


BACK = ('Operation("DIV", a, large, 0)', "[1, 100, -100, 2]")
NOTHING = ('Operation("SUB", a, a, 0)', "[0, 0, 0, 0]")
LIMITED = ('Operation("RELU6", a)', "[6, 6, 0, 6]")
BENT = ('Operation("TANH", a)', "[1, 1, -1, 1]")
SQUEEZED = ('Operation("LOGISTIC", a)', "[1, 1, 0, 1]")


@pytest.mark.parametrize("device", [Infinite, CutOff])
@pytest.mark.parametrize(
    ("outer", "result"), [BACK, NOTHING, LIMITED, BENT, SQUEEZED], ids=lambda text: text[:16]
)
def test_an_intermediate_value_beyond_float16_is_excused_in_a_relaxed_model(
    tmp_path, device, outer, result
):
    """100 * 4096 is infinite in float16; so is its quotient; its difference to itself is NaN."""
    assert judged(device(), chain(tmp_path, outer, result)).kind is VerdictKind.PASSED


class Given(Choosing):
    """Replaces the outputs of an operation at some positions by given numbers."""

    def __init__(self, code: OperationType, places: dict[int, float]) -> None:
        super().__init__()
        self.code, self.places = code, places

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        (output,) = kernel(inputs)
        if call.definition.type == self.code and inputs[0] is not inputs[1:]:
            output = np.array(output)
            for place, value in self.places.items():
                output[place] = value
        return [output]


@pytest.mark.parametrize(
    ("outer", "code", "places", "kind"),
    [
        (BACK, _O.DIV, {1: np.inf, 2: -np.inf}, VerdictKind.PASSED),
        (BACK, _O.DIV, {1: 65504 / 4096}, VerdictKind.PASSED),
        (BACK, _O.DIV, {0: np.inf}, VerdictKind.FAILED),
        (BACK, _O.DIV, {0: 1.1}, VerdictKind.FAILED),
        (BACK, _O.DIV, {1: -np.inf}, VerdictKind.FAILED),
        (BACK, _O.DIV, {1: 3.0}, VerdictKind.FAILED),
        (NOTHING, _O.SUB, {1: np.nan, 2: np.nan}, VerdictKind.PASSED),
        (NOTHING, _O.SUB, {0: np.nan}, VerdictKind.FAILED),
        (NOTHING, _O.SUB, {3: np.inf}, VerdictKind.FAILED),
        (LIMITED, _O.RELU6, {1: np.nan}, VerdictKind.FAILED),
        (LIMITED, _O.RELU6, {1: 5.5}, VerdictKind.FAILED),
        (BENT, _O.TANH, {1: np.nan}, VerdictKind.FAILED),
        (BENT, _O.TANH, {1: 0.9}, VerdictKind.FAILED),
    ],
    ids=str,
)
def test_only_results_that_float16_can_produce_are_excused(tmp_path, outer, code, places, kind):
    assert judged(Given(code, places), chain(tmp_path, *outer)).kind is kind


SQUARES = """
x = Input("x", ("TENSOR_FLOAT32", [2, 2])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
model = Model("squares").Operation("L2_NORMALIZATION", x).To(y)
Example({x: [300, 400, 3, 4], y: [0.6, 0.8, 0.6, 0.8]}, model=model)
model.RelaxedExecution(True)
"""


def test_squares_beyond_float16_leave_a_normalization_unspecified(tmp_path):
    """300 squared is 90000, which exceeds float16; 3 squared does not."""
    example = written(tmp_path, SQUARES)
    assert judged(SquaresInHalf(), example).kind is VerdictKind.PASSED

    class Flat(Changing):
        code = _O.L2_NORMALIZATION

        def changed(self, inputs: Inputs, outputs: Sequence[Array]) -> Sequence[Array]:
            result = np.array(outputs[0])
            result[1] = 0.5
            return [result]

    assert judged(Flat(), example).kind is VerdictKind.FAILED


# ------------------------------------------------------------------------------ pixels

# Output pixel i has the position (2 * i + 1) * 36 / (2 * 57): pixel 47 is exactly at 30.
RESIZE = """
columns = [(2 * i + 1) * 36 // (2 * 57) for i in range(57)]
x = Input("x", ("TENSOR_FLOAT32", [1, 1, 36, 1])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 57, 1]))
model = Model("edge").Operation(
    "RESIZE_NEAREST_NEIGHBOR", x, 57, 1, False, False, True
).To(y)
Example(
    {x: [100.0 * i for i in range(36)], y: [100.0 * i for i in columns]}, model=model
).DisableLifeTimeVariation()
"""


def test_the_pixel_at_an_edge_may_be_either_neighbor(tmp_path):
    example = written(tmp_path, RESIZE)
    device = RoundedScale()
    (image,) = device.compile(example.model)([np.arange(36, dtype=np.float32).reshape(1, 1, 36, 1)])
    assert image.ravel()[47] == 29.0
    assert judged(device, example).kind is VerdictKind.PASSED
    assert judged(BeforeEdges(), example).kind is VerdictKind.FAILED


# ------------------------------------------------------------------- RSQRT of negative codes

NEGATIVE_CODES = """
source = Input("source", ("TENSOR_QUANT8_ASYMM", [4], 0.5, 100))
result = Output("result", ("TENSOR_QUANT8_ASYMM", [4], 0.01, 3))
model = Model().Operation("RSQRT", source).To(result)
Example({source: [0, 99, 102, 108], result: [3, 3, 103, 53]}, model=model)
"""


class OtherRoots(Choosing):
    """Returns code 0 for negative numbers; with ``wrong``, also a wrong code for positive ones."""

    wrong = 0

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        (codes,) = kernel(inputs)
        source = np.asarray(inputs[0])
        negative = source < call.inputs[0].zero_point
        return [np.where(negative, 0, codes + self.wrong).astype(codes.dtype)]


class WrongRoots(OtherRoots):
    """Returns wrong codes for positive numbers too."""

    wrong = 9


def test_the_root_of_a_negative_code_is_unspecified(tmp_path):
    example = written(tmp_path, NEGATIVE_CODES)
    assert judged(ReferenceDevice(), example).kind is VerdictKind.PASSED
    assert judged(OtherRoots(), example).kind is VerdictKind.PASSED
    assert judged(WrongRoots(), example).rule == "values"


class InFloat32(Choosing):
    """Adds and multiplies in float32, from the first element on."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        rules = {"MEAN": np.add, "REDUCE_SUM": np.add, "REDUCE_PROD": np.multiply}
        rule, source = rules.get(call.definition.name), inputs[0]
        if rule is None or source is None:
            return kernel(inputs)
        with np.errstate(all="ignore"):
            total = rule.accumulate(source, axis=1, dtype=np.float32)[:, -1]
            if call.definition.name == "MEAN":
                total = total / np.float32(source.shape[1])
        return [total.astype(np.float32)]


@pytest.mark.parametrize(
    ("operation", "keep", "values", "result"),
    [
        ("REDUCE_SUM", "False", "3e38, 3e38, -3e38, -3e38, 1, 2, 3, 4", "0, 10"),
        ("REDUCE_PROD", "False", "1e30, 1e30, 1e-30, 1e-30, 1, 2, 3, 4", "1, 24"),
        ("MEAN", "0", "3e38, 3e38, -3e38, -3e38, 1, 2, 3, 6", "0, 3"),
    ],
)
def test_a_partial_result_may_leave_the_range_of_float32(tmp_path, operation, keep, values, result):
    """Only the row whose partial results overflow is open; the other one is compared."""
    text = f"""
x = Input("x", ("TENSOR_FLOAT32", [2, 4])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [2]))
Example({{x: [{values}], y: [{result}]}},
        model=Model("m").Operation("{operation}", x, [1], {keep}).To(y))
"""
    example = written(tmp_path, text)
    assert judged(InFloat32(), example).kind is VerdictKind.PASSED

    class Wrong(InFloat32):
        def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
            return [super().chosen(call, kernel, inputs)[0] + np.float32([0, 1])]

    assert judged(Wrong(), example).kind is VerdictKind.FAILED


HEATMAPS = """
heatmap = Input("heatmap", ("TENSOR_FLOAT32", [1, 3, 3, 2])).ShouldNeverBeInternal()
boxes = Input("boxes", ("TENSOR_FLOAT32", [1, 4])).ShouldNeverBeInternal()
scores = Output("scores", ("TENSOR_FLOAT32", [1, 2]))
points = Output("points", ("TENSOR_FLOAT32", [1, 2, 2]))
Example({heatmap: [0, 0, 0, 0, 0, 0, 0, 0, 4e20, 4, 1e20, 1, 0, 0, 0, 0, 0, 0],
         boxes: [0, 0, 6, 6], scores: [4.0178571e20, 4.0178571],
         points: [3.1428571, 3, 3.1428571, 3]},
        model=Model("m").Operation("HEATMAP_MAX_KEYPOINT", heatmap, boxes, False)
            .To([scores, points]))
"""
"""Two keypoints with the same shape of the peak, one of them with values near 4e20.

The peak is 4 and its right neighbor 1 (times 1 or 1e20): slope 1/2, second derivatives -7 and -8,
so the peak moves by 8 * 1/2 / 56 = 1/14 cells, to (1 + 1/14 + 1/2) / 3 * 6 = 22/7. Its score is
4 + 1/2 * 1/14 - 7/2 * (1/14)^2 = 4 + 1/56. For the large values the determinant is 5.6e41.
"""


def test_a_keypoint_whose_determinant_leaves_the_range_of_float32_is_open(tmp_path):
    """Infinity divided by infinity is NaN; the keypoint with usual values is compared."""
    example = written(tmp_path, HEATMAPS)
    assert judged(ReferenceDevice(), example).kind is VerdictKind.PASSED
    assert judged(KeypointsInFloat32(), example).kind is VerdictKind.PASSED

    class Wrong(KeypointsInFloat32):
        def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
            scores, points = super().chosen(call, kernel, inputs)
            return [scores, points + np.float32([[[0, 0], [0, 0.01]]])]

    assert judged(Wrong(), example).kind is VerdictKind.FAILED
