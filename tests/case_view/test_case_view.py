"""The parts of the view of a case: roles, errors, and the text."""

import numpy as np
import pytest

from conformance.failures.show.case_content import CaseContent
from conformance.failures.show.text_view import (
    compute_errors,
    error_grid,
    error_level,
    text_lines,
)
from conformance.oracle.accuracy import EXACT, FLOAT32, ONE_STEP
from conformance.verdicts import Verdict, VerdictKind
from tests.case_view.specs import content_of

CONV = """
x = Input("x", "TENSOR_FLOAT32", "{1, 5, 6, 2}")
w = Parameter("w", "TENSOR_FLOAT32", "{3, 3, 2, 2}", [0.5] * 36)
b = Parameter("b", "TENSOR_FLOAT32", "{3}", [1, 2, 3])
y = Output("y", "TENSOR_FLOAT32", "{1, 5, 3, 3}")
model = Model().Operation("CONV_2D", x, w, b, 1, 2, 1, 3).To(y)
Example({x: [1] * 60, y: [0] * 45}, model=model)
"""
DILATED = """
x = Input("x", "TENSOR_FLOAT32", "{1, 7, 7, 1}")
w = Parameter("w", "TENSOR_FLOAT32", "{1, 3, 3, 1}", [1] * 9)
b = Parameter("b", "TENSOR_FLOAT32", "{1}", [0])
y = Output("y", "TENSOR_FLOAT32", "{1, 3, 3, 1}")
model = Model().Operation("CONV_2D", x, w, b, 2, 1, 1, 0, False, 2, 2).To(y)
Example({x: [1] * 49, y: [0] * 9}, model=model)
"""
POOL = """
x = Input("x", "TENSOR_FLOAT32", "{1, 5, 6, 1}")
y = Output("y", "TENSOR_FLOAT32", "{1, 3, 3, 1}")
model = Model().Operation("MAX_POOL_2D", x, 0, 0, 1, 1, 2, 2, 2, 3, 3).To(y)
Example({x: list(range(30)), y: [0] * 9}, model=model)
"""
ADD = """
a = Input("a", "TENSOR_FLOAT32", "{2, 3}")
b = Input("b", "TENSOR_FLOAT32", "{3}")
y = Output("y", "TENSOR_FLOAT32", "{2, 3}")
model = Model().Operation("ADD", a, b, 1).To(y)
Example({a: [1, 2, 3, 4, 5, 6], b: [1, 1, 1], y: [2, 3, 4, 5, 6, 7]}, model=model)
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (CONV, "  padding_scheme SAME, stride_width 2, stride_height 1, activation RELU6"),
        (POOL, "stride_height 2, filter_width 2, filter_height 3, activation RELU6"),
        (DILATED, "layout NHWC, dilation_width 2, dilation_height 2"),
        (ADD.replace("a, b, 1", "a, b, 9"), "  activation 9"),
    ],
)
def test_parameters_have_names_and_words(tmp_path, text, line):
    shown = text_lines(content_of(tmp_path, text))
    assert [one for one in shown if one.endswith(line)]


def errors(expected, actual, tolerance=FLOAT32):
    return compute_errors(np.array(expected, "<f4"), np.array(actual, "<f4"), tolerance)


def test_errors_are_in_units_of_the_tolerance():
    found = errors([1.0, 100.0, 1.0, np.nan], [1.0, 101.0, np.nan, np.nan])
    allowed = 1e-5 + 5 * 2.0**-23 * 100
    assert found.ratios[1] == pytest.approx(1 / allowed, rel=1e-3)
    assert found.wrong.tolist() == [False, True, True, False]
    assert found.worst == (2,)


def test_codes_and_truth_values():
    codes = compute_errors(np.array([10, 20], "u1"), np.array([11, 23], "u1"), ONE_STEP)
    assert codes.ratios.tolist() == [1, 3]
    assert codes.wrong.tolist() == [False, True]
    truths = compute_errors(np.array([True, False]), np.array([True, True]), EXACT)
    assert truths.wrong.tolist() == [False, True]
    assert truths.ratios[1] == np.inf
    assert error_level(float(truths.ratios[0]), is_wrong=False) == 0
    assert error_level(float(truths.ratios[1]), is_wrong=True) == 4


@pytest.mark.parametrize(
    ("shape", "rows", "columns"),
    [((), 1, 1), ((5,), 1, 5), ((2, 3), 2, 3), ((2, 3, 4), 6, 4), ((2, 3, 4, 5), 6, 20),
     ((1000,), 1, 63), ((200, 300), 40, 60)],
)  # fmt: skip
def test_the_grid_covers_every_element_once(shape, rows, columns):
    expected = np.zeros(shape, "<f4")
    actual = expected.copy()
    actual.reshape(-1)[-1] = 1
    grid = error_grid(compute_errors(expected, actual, FLOAT32))
    assert grid.ratios.shape == (rows, columns)
    assert grid.wrong.sum() == 1
    assert grid.wrong[-1, -1]


def failure_along(path, reason, details):
    return Verdict("V1_0/shown/case", path, VerdictKind.FAILED, "values", reason, (), details)


def failing(tmp_path, text, actual, **details):
    failure = failure_along("sync-low", "1 of 6 values wrong", details)
    array = np.array(actual, "<f4")
    content = content_of(tmp_path, text, failures=(failure,), driver="d", command="pytest x")
    shape = content.example.outputs[0].dimensions
    return CaseContent(
        content.case_id, content.example, "d", (failure,), {0: array.reshape(shape)}, "pytest x"
    )


def test_the_text_shows_the_wrong_element(tmp_path):
    lines = list(text_lines(failing(tmp_path, ADD, [2, 3, 4, 5, 6, 9])))
    text = "\n".join(lines)
    assert "failed along sync-low (values): 1 of 6 values wrong" in text
    assert "worst element at [1, 2]: expected 7, got 9" in text
    assert "  activation RELU" in lines
    assert "9*" in text
    assert "    ...\n    ..#" in text
    assert "INT32 []" not in text
    assert lines[-1] == "run again: pytest x"


def test_without_outputs_the_recorded_elements_are_shown(tmp_path):
    worst = {"index": [1, 1], "expected": 6, "actual": 8, "allowed": 1e-5}
    failure = failure_along("p", "r", {"worst": worst, "first": [worst]})
    text = "\n".join(text_lines(content_of(tmp_path, ADD, failures=(failure,))))
    assert "[1, 1]: expected 6, got 8, allowed ±1e-05" in text


def test_an_output_of_other_true_bytes_is_not_the_wrong_one(tmp_path):
    text = """
a = Input("a", "TENSOR_BOOL8", "{2}")
b = Input("b", "TENSOR_FLOAT32", "{2}")
same = Output("same", "TENSOR_BOOL8", "{1, 2}")
root = Output("root", "TENSOR_FLOAT32", "{2}")
model = Model().Operation("EXPAND_DIMS", a, 0).To(same).Operation("SQRT", b).To(root)
Example({a: [1, 0], b: [4.0, 9.0], same: [1, 0], root: [2.0, 3.0]})
"""
    truth, roots = np.array([[255, 0]], np.uint8), np.array([2.0, 4.0], np.float32)
    assert content_of(tmp_path, text, actual={0: truth, 1: roots}).shown_output == 1
    assert content_of(tmp_path, text, actual={0: truth * 0, 1: roots}).shown_output == 0
