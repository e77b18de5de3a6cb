"""Box operations on the lowest and highest codes of scores and pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from specs.scripts._boxes import keypoint
from specs.scripts._spec_writer import (
    DEFAULT,
    I32,
    Q8,
    SpecCase,
    WrittenOperand,
    GeneratedSpecFile,
    Step,
    collect_files,
    dequantize,
    int32_vector,
    output,
    parameter,
    quantize,
    tensor_input,
)

SOURCE = "specs/scripts/edges_boxes.py (codes are copied; keypoints come from _boxes.keypoint)."
Q16A, Q16S = "TENSOR_QUANT16_ASYMM", "TENSOR_QUANT16_SYMM"
IN = (0.5, 100)


def boxes(operation: str) -> Iterator[SpecCase]:
    """Return cases with extreme codes as scores or pixels."""
    scale = (0.0078125, 0)
    rois = [4.0, 4.0, 20.0, 20.0]
    apart = [104.0, 104.0, 120.0, 120.0]

    def eighths(values: Sequence[float]) -> list[int]:
        return [round(v * 8) for v in values]

    def quantized(name: str, dims: Sequence[int], values: Sequence[float]) -> WrittenOperand:
        return parameter(name, Q16A, dims, eighths(values), 0.125)

    if operation == "BOX_WITH_NMS_LIMIT":
        third = [v + 200 for v in rois]
        every = [*rois, *rois, *apart, *apart, *third, *third]
        outputs = [output("best", Q8, (2,), *scale), output("kept", Q16A, (2, 4), 0.125),
                   output("classes", I32, (2,)), output("images", I32, (2,))]  # fmt: skip
        inputs = [tensor_input("scores", Q8, (3, 2), *scale), quantized("rois", (3, 8), every),
                  int32_vector("owners", [0, 0, 0]), 0.1, -1, 0, 0.5, 1.0, 0.1]  # fmt: skip
        feed: dict[str, Any] = {
            "scores": [10, 255, 10, 120, 10, 0], "best": [255, 120],
            "kept": eighths([*rois, *apart]), "classes": [1, 1], "images": [0, 0],
        }  # fmt: skip
    elif operation == "GENERATE_PROPOSALS":
        anchors = [*[v - 0.0 for v in rois], *[v - 0.0 for v in apart]]
        outputs = [output("best", Q8, (2,), *scale), output("kept", Q16A, (2, 4), 0.125),
                   output("images", I32, (2,))]  # fmt: skip
        inputs = [tensor_input("scores", Q8, (1, 1, 1, 2), *scale),
                  parameter("deltas", Q8, (1, 1, 1, 8), [128] * 8, 0.0625, 128),
                  parameter("anchors", Q16S, (2, 4), eighths(anchors), 0.125),
                  quantized("sizes", (1, 2), [200.0, 200.0]),
                  4.0, 4.0, -1, -1, 0.5, 1.0, False]  # fmt: skip
        feed = {"scores": [0, 255], "best": [255, 0], "kept": eighths([*apart, *rois]),
                "images": [0, 0]}  # fmt: skip
    elif operation == "HEATMAP_MAX_KEYPOINT":
        grid = [0, 0, 10, 0, 255, 40, 0, 90, 0]
        exact = [[dequantize(v, *scale) for v in grid[i : i + 3]] for i in (0, 3, 6)]
        box = [Fraction(v) for v in rois]
        score, x, y = keypoint(exact, box, Fraction(1, 10**4))
        outputs = [output("best", Q8, (1, 1), 0.0113, 0), output("places", Q16A, (1, 1, 2), 0.125)]
        inputs = [tensor_input("map", Q8, (1, 3, 3, 1), *scale), quantized("box", (1, 4), rois),
                  False]  # fmt: skip
        feed = {"map": grid, "best": [quantize(score, Q8, 0.0113)],
                "places": [round(v * 8) for v in (x, y)]}  # fmt: skip
    else:
        outputs = [output("y", Q8, (2, 1, 1, 1), *IN)]
        regions = quantized("rois", (2, 4), [0.0, 0.0, 1.0, 1.0] * 2)
        inputs = [tensor_input("x", Q8, (2, 2, 2, 1), *IN), regions,
                  int32_vector("owners", [0, 1]), 1, 1, 1.0, 1.0, False]  # fmt: skip
        feed = {"x": [255, 3, 2, 1, 0, 0, 0, 0], "y": [255, 0]}
    step: Step = (operation, inputs, outputs)
    yield SpecCase("quant8_ends", [step], [feed], {"V1_2": [DEFAULT]})


OPERATIONS = ("BOX_WITH_NMS_LIMIT", "GENERATE_PROPOSALS", "HEATMAP_MAX_KEYPOINT", "ROI_POOLING")


def files() -> Mapping[str, str]:
    """Return the spec files by path."""
    specs = []
    for operation in OPERATIONS:
        description = f"{operation}: the lowest and the highest code of scores or pixels."
        spec = GeneratedSpecFile(f"V1_2/{operation.lower()}_ends.mod.py", description, SOURCE)
        spec.add(*boxes(operation))
        specs.append(spec)
    return collect_files(*specs)
