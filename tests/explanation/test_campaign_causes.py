"""Causes of the failures of a campaign."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.explain import cases_of
from conformance.cases.casefile import Case, encode_case
from conformance.hal import OperationType
from generators.campaigns.causes import campaign_causes

_DRIVER = f"{Path(__file__).parent}/five_faults.py:driver"


def _group(folder: Path, operations: list[str]) -> dict[str, object]:
    """Return the group of a minimized case of FLOOR with rank 1, which the driver fails."""
    example = next(
        example
        for case_id, example in cases_of(OperationType.FLOOR)
        if "rank_1" in case_id and not example.model.relax_computation_float32_to_float16
    )
    (folder / "small.case").write_bytes(encode_case(Case("random/default/7", example)))
    return {
        "kind": "failed",
        "rule": "values",
        "reason": "wrong",
        "minimal": {"operations": operations},
        "dump": str(folder),
        "command": "pytest small.case",
    }


@pytest.mark.slow
def test_generated_cases_name_the_condition_of_a_minimized_graph(tmp_path: Path) -> None:
    (cause,) = campaign_causes(_DRIVER, [_group(tmp_path, ["FLOOR"])], 30.0)
    assert cause.operation == "FLOOR"
    assert cause.command == "pytest small.case"
    assert cause.condition == "rank of input = 1"
    assert cause.generated.failing
    assert cause.generated.other_passing


def test_graphs_of_several_operations_are_not_explained(tmp_path: Path) -> None:
    assert campaign_causes(_DRIVER, [_group(tmp_path, ["FLOOR", "ADD"])], 30.0) == []
