"""``nn-conformance smoke``: output and exit status."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.cli.main import main
from tests.sample_drivers import describable_drivers

DRIVERS = Path(describable_drivers.__file__)


def smoked(
    capsys: pytest.CaptureFixture[str], driver: str, *more: str
) -> tuple[int, list[str], str]:
    """Run the command; return its exit status, its output lines and standard error."""
    named = f"{DRIVERS}:{driver}" if driver[0].isupper() else driver
    status = main(["smoke", named, *more])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def counted(lines: list[str], what: str) -> int:
    """Return the number of operations with this result, read from the line of counts."""
    (line,) = [line for line in lines if re.match(r"\d+ operations: ", line)]
    found = re.search(rf"(\d+) {what}(,|$)", line)
    return int(found[1]) if found else 0


@pytest.mark.parametrize(
    ("arguments", "status", "least"),
    [
        ("reference", 0, {"passed": 100, "failed": 0}),
        ("WrongAdd", 1, {"failed": 1, "consequence": 1}),
        ("RefusesToPrepare", 1, {"failed": 1, "passed": 0, "consequence": 100}),
        ("Nothing", 1, {"declined": 100, "passed": 0}),
        ("CodesOnly", 0, {"passed": 50, "failed": 0}),  # declined types, then others
        ("Old", 0, {"passed": 29, "not applicable": 70}),  # HAL 1.0 without OEM_OPERATION
        ("Dies --isolate", 1, {"passed": 100, "failed": 1}),
        ("reference --time 0", 1, {"not tried": 100, "passed": 0}),
    ],
)
def test_counts(
    capsys: pytest.CaptureFixture[str], arguments: str, status: int, least: dict[str, int]
) -> None:
    """Numbers below 50 are exact."""
    found, lines, _ = smoked(capsys, *arguments.split())
    assert found == status
    for what, number in least.items():
        count = counted(lines, what)
        assert count == number if number < 50 and what != "consequence" else count >= number, what
    failed = [line for line in lines if line.startswith("FAILED: ")]
    named = {"WrongAdd": "FAILED: ADD ", "Dies --isolate": "FAILED: MUL "}
    assert len(failed) == counted(lines, "failed")
    assert all(line.startswith(named.get(arguments, "FAILED: ")) for line in failed)
    assert ("NOT WORTHWHILE" in lines[-1]) == (not counted(lines, "passed"))


def test_invalid_description_fails(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = smoked(capsys, "InvalidSelfDescription")
    assert status == 1
    assert [line for line in lines if line.startswith("problem: ")]


def test_without_a_driver(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, err = smoked(capsys, "Broken")
    assert (status, lines) == (4, [])
    assert "Traceback" not in err


def test_a_case_without_end_ends_the_command() -> None:
    """A case that exceeds its time limit ends the process of the command.

    The command therefore runs in a separate process.
    """
    program = "import sys; from nn_conformance import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "smoke", f"{DRIVERS}:Sleeps"]
    done = subprocess.run(
        [*command, "--case-limit", "1"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 10
    assert "get_supported_operations did not return" in done.stderr
