"""Open results at regions of interest, at thresholds of 0 and before fused activations.

The expected values are calculated by hand; the docstrings state how.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from conformance.cases import Example
from conformance.harness.judge import Judge
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind
from tests.generators.spec_verdicts import SYNC, judged, written
from tests.sample_drivers.graphs.other_choices import Choosing, Infinite, Inputs
from tests.sample_drivers.values.legal_arithmetic import DropsBoxesAtThresholds
from tests.sample_drivers.values.legal_float32 import RegionsInFloat32

ALIGN = """
image = Input("image", ("TENSOR_FLOAT32", [1, 1, 4, 1])).ShouldNeverBeInternal()
rois = Parameter("rois", ("TENSOR_FLOAT32", [1, 4]), [{region}])
out = Output("out", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
Example({{image: [{values}], out: [{result}]}},
        model=Model("m").Operation("ROI_ALIGN", image, rois, [0], 1, 1, {stride}, {stride},
            {samples}, {samples}, False).To(out))
"""


def as_graph(device: ReferenceDevice, example: Example) -> Verdict:
    """Return the verdict on an example with the interval check of random graphs."""
    check = OutputIntervalCheck(example)
    (verdict,) = Judge(device).judge(example, example.name, SYNC, interval_check=check)
    return verdict


class Returns(Choosing):
    """Returns a given number from ROI_ALIGN or ROI_POOLING."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results = kernel(inputs)
        if not call.definition.name.startswith("ROI"):
            return results
        return [np.full_like(array, self.value) for array in results]


def test_positions_in_regions_may_be_rounded_to_float32(tmp_path: Path) -> None:
    """The point is at 11/6 + 1/2 = 7/3, a third of the way from -1000 to 2000, so the result is 0.

    float32 numbers near 7/3 are 2.4e-7 apart, which moves the result by up to 3000 * 2.4e-7. The
    float32 number nearest to 11/6 is 11/6 + 3.97e-8, which gives 1.192e-4.
    """
    text = ALIGN.format(
        region="1.8333334, 0, 2.8333333, 1",
        values="0, 0, -1000, 2000",
        result="1.1920929e-4",
        stride="1.0",
        samples=1,
    )
    example = written(tmp_path, text)
    assert as_graph(ReferenceDevice(), example).kind is VerdictKind.PASSED
    assert as_graph(RegionsInFloat32(), example).kind is VerdictKind.PASSED
    assert as_graph(Returns(-2.4e-4), example).kind is VerdictKind.PASSED
    assert as_graph(Returns(0.01), example).kind is VerdictKind.FAILED


@pytest.mark.parametrize(("stride", "kind"), [("0.7", "PASSED"), ("0.5", "FAILED")])
def test_the_adaptive_number_of_points_depends_on_arithmetic(
    tmp_path: Path, stride: str, kind: str
) -> None:
    """A region of 3 pixels has 3 points at 1/2, 3/2 and 5/2, or 4 at 3/8, 9/8, 15/8 and 21/8.

    The map is 0, 3, 6, 12: the means are (1.5 + 4.5 + 9) / 3 = 5 and (1.125 + 3.375 + 5.625 + 9.75)
    / 4 = 4.96875. With a stride of 1/2 the quotient is exactly 3 in any arithmetic.
    """
    text = ALIGN.format(
        region=f"0, 0, {3 * float(stride)}, {stride}",
        values="0, 3, 6, 12",
        result="5",
        stride=stride,
        samples=0,
    )
    example = written(tmp_path, text)
    assert judged(ReferenceDevice(), example).kind is VerdictKind.PASSED
    assert judged(Returns(4.96875), example).kind == VerdictKind[kind]
    assert judged(Returns(4.9), example).kind is VerdictKind.FAILED


POOL = """
image = Input("image", ("TENSOR_FLOAT32", [1, 1, 5, 1])).ShouldNeverBeInternal()
rois = Parameter("rois", ("TENSOR_FLOAT32", [1, 4]), [{region}])
out = Output("out", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
Example({{image: [1, 2, 4, 8, 16], out: [{result}]}},
        model=Model("m").Operation("ROI_POOLING", image, rois, [0], 1, 1, {stride}, {stride}, False)
            .To(out))
"""


@pytest.mark.parametrize(
    ("stride", "region", "kind"),
    [("0.7", "0, 0, 1.75, 0", "PASSED"), ("0.5", "0, 0, 1.25, 0", "FAILED")],
)
def test_a_corner_between_two_integers_may_be_either(
    tmp_path: Path, stride: str, region: str, kind: str
) -> None:
    """The right end is at 2.5, which is rounded to 3 (maximum 8), or just below it to 2 (4).

    1.25 / 0.5 is exactly 2.5, and ties are rounded upwards.
    """
    example = written(tmp_path, POOL.format(stride=stride, region=region, result="8"))
    assert judged(ReferenceDevice(), example).kind is VerdictKind.PASSED
    assert judged(Returns(4), example).kind == VerdictKind[kind]
    assert judged(Returns(16), example).kind is VerdictKind.FAILED


LIMITED = """
x = Input("x", ("TENSOR_FLOAT32", [3])).ShouldNeverBeInternal()
share = Internal("share", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("m").Operation("LOGISTIC", x).To(share)
model = model.Operation("MUL", share, x, 2).To(y).RelaxedExecution(True)
Example({x: [-100000, 0.5, 3], y: [-0.0, 0.3112297, 1]}, model=model)
"""
"""LOGISTIC(-100000) is 0; 0.5 * LOGISTIC(0.5) = 0.5 * 0.6224593; RELU1 limits 3 * 0.95 to 1."""


def test_nan_before_a_fused_activation_is_open(tmp_path: Path) -> None:
    """-100000 is minus infinity in float16, and 0 times it is NaN, also after RELU1."""
    example = written(tmp_path, LIMITED)
    assert example.model.relax_computation_float32_to_float16
    assert judged(ReferenceDevice(), example).kind is VerdictKind.PASSED
    assert judged(Infinite(), example).kind is VerdictKind.PASSED

    class WrongLimit(Infinite):
        def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
            (result,) = super().chosen(call, kernel, inputs)
            return [result + np.float32([0, 0.1, 0])] if call.definition.name == "MUL" else [result]

    assert judged(WrongLimit(), example).kind is VerdictKind.FAILED


BOXES = """
scores = Input("scores", ("TENSOR_FLOAT32", [2, 2])).ShouldNeverBeInternal()
rois = Input("rois", ("TENSOR_FLOAT32", [2, 8])).ShouldNeverBeInternal()
out_scores = Output("out_scores", ("TENSOR_FLOAT32", [{rows}]))
out_rois = Output("out_rois", ("TENSOR_FLOAT32", [{rows}, 4]))
classes = Output("classes", ("TENSOR_INT32", [{rows}]))
images = Output("images", ("TENSOR_INT32", [{rows}]))
Example({{scores: [0, {low}, 0, 0.5], rois: [0, 0, 1, 1, 0, 0, 1, 1, 5, 5, 6, 6, 5, 5, 6, 6],
         out_scores: [{scores}], out_rois: [{rois}], classes: [{classes}], images: [{images}]}},
        model=Model("m").Operation("BOX_WITH_NMS_LIMIT", scores, rois, [0, 0], 0.0, 10, 0, 0.5,
            0.25, 0.0).To([out_scores, out_rois, classes, images]))
"""


@pytest.mark.parametrize(("low", "kind"), [("0.0", "PASSED"), ("0.25", "FAILED")])
def test_a_score_at_a_threshold_of_zero_may_be_dropped(tmp_path: Path, low: str, kind: str) -> None:
    """Two boxes that do not overlap: the contract does not state whether score 0 is above 0."""
    text = BOXES.format(
        low=low,
        rows=2,
        scores=f"0.5, {low}",
        rois="5, 5, 6, 6, 0, 0, 1, 1",
        classes="1, 1",
        images="0, 0",
    )
    example = written(tmp_path, text)
    assert judged(ReferenceDevice(), example).kind is VerdictKind.PASSED

    class DropsLast(DropsBoxesAtThresholds):
        def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
            results = super().chosen(call, kernel, inputs)
            return [array[:1] for array in results]

    assert judged(DropsLast(), example).kind == VerdictKind[kind]
