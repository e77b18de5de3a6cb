"""Every subcommand ends without a traceback if its output cannot be written any more."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.cli.output import EXIT_CLOSED_PIPE
from tests.reports.event_streams import passed, write_run

RUN, OLD = "run.jsonl", "old.jsonl"
VERBS = [
    ["describe"],
    ["replay", "V1_0/floor/floor_rank_1", "--driver", "reference"],
    ["report", RUN],
    ["init", "new"],
    ["report", RUN, OLD],
]


def run_with_closed_output(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> int | None:
    """Return the status of a subcommand whose standard output is a pipe that nothing reads.

    ``None`` if it ended with ``SystemExit``.
    """
    read_end, write_end = os.pipe()
    os.close(read_end)
    with open(write_end, "w") as stream, monkeypatch.context() as patch:  # noqa: PTH123
        patch.setattr(sys, "stdout", stream)
        try:
            return main(arguments)
        except SystemExit:
            return None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder with two runs and a spec."""
    write_run(tmp_path / RUN, [passed("s/a")])
    write_run(tmp_path / OLD, [passed("s/a")])
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "x.mod.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("arguments", VERBS)
def test_a_subcommand_ends_with_the_status_of_a_closed_pipe(
    arguments: list[str],
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    status = run_with_closed_output(arguments, monkeypatch)
    errors = capfd.readouterr().err
    assert "Traceback" not in errors
    assert "Broken pipe" not in errors
    assert status == EXIT_CLOSED_PIPE


def test_a_full_disk_is_no_failure_of_the_driver(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``explain`` would end with status 1 if the run had failures."""
    with open("/dev/full", "w") as stream, monkeypatch.context() as patch:  # noqa: PTH123
        patch.setattr(sys, "stdout", stream)
        assert main(["explain", RUN]) == 2
    assert capfd.readouterr().err == "nn-conformance: output: No space left on device\n"
