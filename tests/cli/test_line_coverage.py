"""The CI step that compares the measured line and branch coverage with the documented goals.

The goals and the excluded lines are documented in docs/reference/detection.md.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("lines", "branches", "status"),
    [(970, 92, 0), (969, 92, 1), (970, 91, 1), (1000, 100, 0)],
)
def test_both_lines_and_branches_have_a_goal(
    tmp_path: Path, lines: int, branches: int, status: int
) -> None:
    report = tmp_path / "coverage.json"
    totals = {
        "covered_lines": lines, "num_statements": 1000,
        "covered_branches": branches, "num_branches": 100,
    }  # fmt: skip
    report.write_text(json.dumps({"totals": totals}))
    done = subprocess.run(
        [sys.executable, ROOT / ".ci" / "line_coverage.py", report],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == status
    assert f"{lines / 10:.2f} % of 1000 lines" in done.stdout
