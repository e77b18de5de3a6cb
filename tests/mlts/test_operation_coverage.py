"""The page on the operations in model files agrees with the code."""

from pathlib import Path

import pytest

pytest.importorskip("ai_edge_litert.interpreter")

from conformance.cases import load_examples
from tests.mlts import operation_coverage
from tests.mlts.operation_coverage import SPECS, outcome

PAGE = Path(__file__).parents[2] / "docs/reference/model-file-operations.md"


def test_an_outcome_names_the_reason(monkeypatch):
    (path,) = SPECS.rglob("roi_align.mod.py")
    example = load_examples(path)[0]
    assert outcome(example) == ("not exported", "TFLite has no builtin that pools regions")
    (path,) = SPECS.rglob("V1_0/floor.mod.py")
    example = load_examples(path)[0]
    assert outcome(example) == ("same", "")
    monkeypatch.setattr(
        "tests.mlts.round_trips.imported_results",
        lambda trip, inputs, steps: [{0: result + 1} for result in _results(example)],
    )
    kind, reason = outcome(example)
    assert kind == "different"
    assert "output 0" in reason


def _results(example):
    from conformance.oracle.expected import reference_results  # noqa: PLC0415

    return reference_results(example.model, example.inputs)


@pytest.mark.slow
def test_the_page_is_up_to_date():
    assert operation_coverage.page() == PAGE.read_text(encoding="utf-8")
