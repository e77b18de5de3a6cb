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


def test_a_conforming_driver(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, err = smoked(capsys, "reference")
    assert (status, err) == (0, "")
    assert len(lines) == 3
    assert lines[0].startswith("reference ")
    assert counted(lines, "passed") > 100
    assert lines[-1] == "a full run is worthwhile: pytest --driver reference"


def test_a_wrong_operation_and_its_consequences(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = smoked(capsys, "WrongAdd")
    failed = [line for line in lines if line.startswith("FAILED: ")]
    follow = [line for line in lines if line.startswith("  consequence of ")]
    assert status == 1
    assert len(failed) == 1
    assert failed[0].startswith("FAILED: ADD (V1_0/add/")
    assert "values wrong" in failed[0]
    assert all(line.startswith("  consequence of ADD: ") for line in follow)
    assert counted(lines, "failed") == 1
    assert counted(lines, "consequence") == len(follow) > 0
    assert lines[-1] == "a full run is worthwhile, but has known failures: fix ADD first"


def test_all_failures_are_consequences_of_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = smoked(capsys, "RefusesToPrepare")
    assert status == 1
    assert counted(lines, "failed") == 1
    assert counted(lines, "passed") == 0
    assert counted(lines, "consequence") > 100
    (failed,) = [line for line in lines if line.startswith("FAILED: ")]
    assert "prepare.status" in failed
    assert lines[-1].startswith("A FULL RUN IS NOT WORTHWHILE: fix ")
    assert any(line.startswith("no case passed in these execution modes: ") for line in lines)


def test_nothing_is_executed(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = smoked(capsys, "Nothing")
    assert status == 1
    assert counted(lines, "declined") > 100
    assert lines[-1] == "A FULL RUN IS NOT WORTHWHILE: no case was executed"
    assert any(line.startswith("declined: ADD, ") for line in lines)


def test_another_type_is_tried_where_the_first_is_declined(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, lines, _ = smoked(capsys, "CodesOnly")
    assert status == 0
    assert counted(lines, "passed") > 50
    text = " ".join(lines)
    assert "LOCAL_RESPONSE_NORMALIZATION" not in text
    assert "DIV" not in text  # has no quantized type, but the driver supports its float16 models


def test_an_old_driver(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = smoked(capsys, "Old")
    assert status == 0
    assert counted(lines, "passed") == 29  # every operation of HAL 1.0 except OEM_OPERATION
    assert counted(lines, "not applicable") > 70


def test_a_driver_that_crashes(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = smoked(capsys, "Dies", "--isolate")
    (failed,) = [line for line in lines if line.startswith("FAILED: ")]
    assert status == 1
    assert failed.startswith("FAILED: MUL ")
    assert "exit status 3" in failed
    assert counted(lines, "passed") > 100


def test_invalid_description_fails(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = smoked(capsys, "InvalidSelfDescription")
    assert status == 1
    assert (
        "problem: get_version_string answered an empty text; a non-empty one was expected" in lines
    )
    assert any(line.startswith("FAILED: FLOOR ") for line in lines)


def test_no_case_starts_after_the_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, _ = smoked(capsys, "reference", "--time", "0")
    assert status == 1
    assert counted(lines, "not tried") > 100
    assert lines[-1] == "A FULL RUN IS NOT WORTHWHILE: no case was executed"


def test_without_a_driver(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, err = smoked(capsys, "Broken")
    assert (status, lines) == (4, [])
    assert "no such accelerator" in err


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
    assert "With --isolate each call has a time limit" in done.stderr


def test_exit_statuses_are_documented(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["smoke", "--help"])
    assert end.value.code == 0
    out = " ".join(capsys.readouterr().out.split())
    for status in ("0 no case failed", "1 a case failed", "3 an error", "4 the driver", "10 "):
        assert status in out
