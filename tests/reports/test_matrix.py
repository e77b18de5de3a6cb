"""The matrix of a run: cases by operation, type and facet, as text, Markdown, JSON and HTML.

The expected counts are counted by hand from the verdicts that each test writes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.results.run_matrix import CHECKS, NOT_STATED
from conformance.results.run_results import load_run
from conformance.verdicts import Verdict
from tests.reports.event_streams import crash, declined, failed, passed, write_run

NHWC, NCHW = "form=explicit NHWC", "form=explicit NCHW"


def with_uses(verdict: Verdict, **uses: list[str]) -> Verdict:
    """Return the verdict of a case that uses these operations with float32 data."""
    by_name = {f"{name}/TENSOR_FLOAT32": facets for name, facets in uses.items()}
    return replace(verdict, details={**verdict.details, "uses": by_name})


def conv(case: str, make: Any, *facets: str, **more: Any) -> Verdict:
    """Return a verdict on a case of CONV_2D with these facets."""
    return with_uses(make(case, ("CONV_2D",), **more), CONV_2D=list(facets))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Return a run in which every case with the layout NCHW fails, and ADD is declined."""
    add = with_uses(declined("s/d", ("ADD",), unsupported=("ADD (operation 0)",)), ADD=[])
    verdicts = [
        *(conv(f"s/pass{number}", passed, NHWC) for number in range(9)),
        *(conv(f"s/fail{number}", failed, NCHW) for number in range(3)),
        add,
        crash("suite/fences/x", ("CONV_2D",)),
        passed("old/case", ("RELU",)),
    ]
    return Path(write_run(tmp_path / "run.jsonl", verdicts, hal_version="1.2"))


def test_counts_of_cells_and_facets(run: Path):
    matrix = load_run(run).matrix
    cell = matrix.cells["CONV_2D", "TENSOR_FLOAT32"]
    assert (cell.count.passed, cell.count.failed, cell.count.state) == (9, 3, "failed")
    assert cell.facets["form", "explicit NCHW"].failed == 3
    assert cell.facets["form", "explicit NHWC"].passed == 9
    assert ("form", "explicit NCHW") in cell.failing
    assert ("form", "explicit NHWC") not in cell.failing
    assert matrix.cells["CONV_2D", CHECKS].count.failed == 1
    assert matrix.cells["RELU", NOT_STATED].count.passed == 1
    assert matrix.cells["ADD", "TENSOR_FLOAT32"].count.state == "declined"
    # A permitted combination without a case is present; one of a later version is not.
    assert matrix.cells["FLOOR", "TENSOR_FLOAT16"].count.state == "never executed"
    assert ("ADD", "TENSOR_QUANT8_ASYMM_SIGNED") not in matrix.cells


def test_a_failure_counts_for_the_operation_that_diverged(tmp_path: Path):
    two = failed("s/two", ("ADD", "CONV_2D"))
    details = {**two.details, "divergence": {"name": "CONV_2D"}}
    verdict = with_uses(replace(two, details=details), ADD=["form=default"], CONV_2D=[NHWC])
    matrix = load_run(write_run(tmp_path / "r.jsonl", [verdict])).matrix
    assert matrix.cells["CONV_2D", "TENSOR_FLOAT32"].count.failed == 1
    assert matrix.cells["ADD", "TENSOR_FLOAT32"].count.failed == 0


def test_the_signed_form_counts_for_the_signed_type(tmp_path: Path):
    uses = {"uses": {"ADD/TENSOR_QUANT8_ASYMM": ["form=default"]}}
    verdicts = [
        replace(passed("s/a"), details=uses),
        failed("s/a", path="coupled-async-low", details={}),
    ]
    matrix = load_run(write_run(tmp_path / "r.jsonl", verdicts)).matrix
    assert matrix.cells["ADD", "TENSOR_QUANT8_ASYMM"].count.failed == 0
    assert matrix.cells["ADD", "TENSOR_QUANT8_ASYMM_SIGNED"].count.failed == 1
    assert ("ADD", NOT_STATED) not in matrix.cells
