"""The command of the detection benchmark on a few faults and cases."""

import subprocess
import sys
from pathlib import Path

import pytest

TABLE = """
RELU | - | y = y + 2 | a fault that every case shows
RELU | type == "f16" | y = y * 0 | a conditional fault
RELU | size > 10 ** 9 | y = y * 0 | a fault that no case reaches
RELU | - | y = y | a fault without effect
RELU1 | - | y = y + 2 | an operation outside the chosen cases
"""


@pytest.mark.slow
def test_the_command_reports_found_faults_and_survivors(tmp_path):
    table, page = tmp_path / "faults.txt", tmp_path / "page.md"
    table.write_text(TABLE, encoding="utf-8")
    command = [
        *(sys.executable, "-m", "benchmarks.detection", "--stage", "plain", "--jobs", "1"),
        *("--table", str(table), "--case", "V1_0/relu/*", "--page", str(page)),
    ]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    assert "| computation | plain run | 2 of 5 | 40.0 % |" in done.stdout
    survivors = done.stdout.split("not found by the stage 'plain':")[1]
    assert "RELU if size > 10 ** 9: y = y * 0 (a fault that no case reaches)" in survivors
    assert "RELU: y = y (a fault without effect)" in survivors
    assert "RELU1: y = y + 2" in survivors
    assert "RELU: y = y + 2" not in survivors
    text = page.read_text(encoding="utf-8")
    assert "## Faults that the plain run does not find" in text
    assert "`RELU: y = y (" in text
