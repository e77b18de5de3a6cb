"""``nn-conformance describe``: output and exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.cli.main import main
from tests.sample_drivers import describable_drivers

DRIVERS = Path(describable_drivers.__file__)


def described(
    capsys: pytest.CaptureFixture[str], driver: str, *more: str
) -> tuple[int, list[str], str]:
    """Run the command; return its exit status, its output lines and standard error."""
    named = f"{DRIVERS}:{driver}" if driver[0].isupper() else driver
    status = main(["describe", named, *more])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def test_json_has_every_answer(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = described(capsys, "DeclaresEverything", "--json", "-")
    result: dict[str, Any] = json.loads("\n".join(lines))
    assert status == 0
    assert result["name"] == "talkative"
    assert result["hal_version"] == "1.3"
    assert result["cache_files"] == {"model": 2, "data": 1}
    assert {"of": "TENSOR_FLOAT32", "exec_time": 0.25, "power_usage": 0.125} in result[
        "capabilities"
    ]
    assert result["extensions"][0]["operand_types"][0] == {
        "type": 1, "is_tensor": True, "byte_size": 2,
    }  # fmt: skip
    answers = {(a["operation"], a["type"], a["form"]): a for a in result["operations"]}
    assert answers["FLOOR", "TENSOR_FLOAT32", "default"]["supported"] is True
    assert answers["FLOOR", "TENSOR_FLOAT16", "default"]["supported"] is False
    assert answers["REVERSE", "TENSOR_FLOAT32", "default"]["supported"] is None
    assert answers["FLOOR", "TENSOR_FLOAT32", "default"]["case"].startswith("V1_0/floor")


def test_an_old_driver_is_asked_only_about_operations_of_its_version(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, lines, _ = described(capsys, "Old", "--json", "-")
    answers = json.loads("\n".join(lines))["operations"]
    assert status == 0
    assert {(a["operation"], a["supported"]) for a in answers} >= {
        ("FLOOR", True), ("TRANSPOSE", None)
    }  # fmt: skip


@pytest.mark.parametrize("isolate", [(), ("--isolate",)])
def test_answers_that_break_the_contract(
    capsys: pytest.CaptureFixture[str], isolate: tuple[str, ...], snapshot: Any
) -> None:
    status, _, err = described(capsys, "InvalidSelfDescription", *isolate)
    assert status == 1
    assert sorted(line for line in err.splitlines() if line.startswith("problem: ")) == snapshot


def test_a_call_that_does_not_return_is_limited(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = described(capsys, "Sleeps", "--isolate", "--limit", "query=0.3")
    assert status == 1
    assert "get_supported_operations" in err


def counted(lines: list[str], what: str) -> int:
    """Return the number of operations with this result, read from the line of counts."""
    (line,) = [line for line in lines if re.match(r"\d+ operations: ", line)]
    found = re.search(rf"(\d+) {what}(,|$)", line)
    return int(found[1]) if found else 0


@pytest.mark.parametrize(
    ("arguments", "status", "least"),
    [
        ("reference", 0, {"passed": 100, "failed": 0}),
        ("WrongAdd", 1, {"failed": 2}),
        ("RefusesToPrepare", 1, {"failed": 100, "passed": 0}),
        ("Nothing", 5, {"declined": 100, "passed": 0}),
        ("CodesOnly", 0, {"passed": 50, "failed": 0}),  # declined types, then others
        ("Old", 0, {"passed": 29, "not applicable": 70}),  # HAL 1.0 without OEM_OPERATION
        ("Dies --isolate", 1, {"passed": 100, "failed": 1}),
        ("reference --budget 0", 5, {"not tried": 100, "passed": 0}),
    ],
)
def test_counts_of_the_test(
    capsys: pytest.CaptureFixture[str], arguments: str, status: int, least: dict[str, int]
) -> None:
    """Numbers below 50 are exact."""
    found, lines, _ = described(capsys, *arguments.split(), "--test")
    assert found == status
    for what, number in least.items():
        count = counted(lines, what)
        assert count == number if number < 50 else count >= number, what
    failed = [line for line in lines if line.startswith("FAILED: ")]
    named = {"WrongAdd": "FAILED: ADD ", "Dies --isolate": "FAILED: MUL "}
    assert len(failed) == counted(lines, "failed")
    assert not failed or failed[0].startswith(named.get(arguments, "FAILED: "))
    assert ("NOT WORTHWHILE" in lines[-1]) == (not counted(lines, "passed"))


@pytest.mark.slow
def test_a_case_without_end_ends_the_command() -> None:
    """A case that exceeds its time limit ends the process of the command.

    The command therefore runs in a separate process.
    """
    program = "import sys; from nn_conformance import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "describe", f"{DRIVERS}:Sleeps", "--test"]
    done = subprocess.run(
        [*command, "--limit", "case=1"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 10
    assert "get_supported_operations did not return" in done.stderr
