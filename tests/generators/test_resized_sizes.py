"""The size of an image resized by a factor does not depend on the arithmetic of the product."""

from __future__ import annotations

import pytest

from conformance.hal import Version
from conformance.verdicts import VerdictKind
from fuzz.checks.execution_checks import has_open_sizes
from generators.graph_judge import graph_search, judge_seed
from generators.profile_parameters import parse_profile
from tests.generators.spec_verdicts import bundled, judged, written
from tests.sample_drivers.values.legal_arithmetic import ScalesSizes, ScalesSizesInHalf

OPEN_SIZE = """
x = Input("x", ("TENSOR_FLOAT32", [1, 10, 1, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 7, 1, 1]))
Example({x: [1] * 10, y: [1] * 7},
        model=Model("m").IntroducedIn("V1_2").Operation("RESIZE_BILINEAR", x, 1.0, 0.7).To(y))
"""
"""The exact product of 10 and the float32 nearest to 0.7 is slightly below 7."""


@pytest.mark.parametrize("driver", [ScalesSizes, ScalesSizesInHalf])
@pytest.mark.parametrize("operation", ["RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"])
def test_bundled_specs_and_random_graphs_have_no_open_size(driver, operation):
    device = driver()
    for example in bundled(f"{operation.lower()}_forms", 7):
        assert judged(device, example).kind is VerdictKind.PASSED
    judge, profile = graph_search(device), parse_profile(f"default,operations={operation},count=1")
    records = [judge_seed(judge, profile, seed) for seed in range(20)]
    assert [record.reason for record in records if record.kind != VerdictKind.PASSED] == []


def test_the_expected_size_of_a_spec_decides(tmp_path):
    example = written(tmp_path, OPEN_SIZE)
    assert judged(ScalesSizesInHalf(), example).kind is VerdictKind.PASSED
    assert judged(ScalesSizes(), example).kind is VerdictKind.FAILED


@pytest.mark.parametrize(("factor", "is_open"), [("0.7", True), ("0.75", False)])
def test_fuzzing_executes_no_model_with_an_open_size(tmp_path, factor, is_open):
    """10 times 0.75 is 7.5 in any arithmetic."""
    example = written(tmp_path, OPEN_SIZE.replace("0.7", factor))
    assert has_open_sizes(example.model, Version.V1_3) is is_open
