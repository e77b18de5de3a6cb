"""``nn-conformance replay --debug`` prints recipes that run; the slow tests run the tools.

The faults are those of ``examples/native_driver/fault.c``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.debugging import TOOLS

CASE = "V1_0/floor/floor_rank_1"
FAULTS = Path(__file__).parents[1] / "sample_drivers" / "shown_faults.py"
EXAMPLE = Path(__file__).parents[2] / "examples" / "native_driver"


def debug(*arguments: str) -> int:
    return main(["replay", CASE, *arguments])


@pytest.mark.parametrize("tool", sorted(set(TOOLS) - {"asan", "ubsan"}))
def test_each_recipe_is_printed_as_a_shell_command(
    tool: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert debug("--driver", "reference", "--debug", tool, "--print") == 0
    printed = capsys.readouterr().out
    command = next(line for line in printed.splitlines() if line.startswith("$ "))
    assert f"-m conformance.cli replay {CASE} --driver reference --debug plain" in command
    if tool in ("gdb", "lldb"):
        assert tool in command


def test_a_missing_tool_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    monkeypatch.setenv("PATH", "")
    assert debug("--driver", "reference", "--debug", "lldb") == 2


def test_the_case_runs_in_this_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert debug("--driver", "reference", "--debug", "plain", "--path", "sync-low") == 0
    assert "passed" in capsys.readouterr().out


def test_a_failure_with_other_data_fails_again(capsys: pytest.CaptureFixture[str]) -> None:
    driver = f"{FAULTS}:KeepsResults"
    assert debug("--driver", driver, "--debug", "plain", "--path", "sync-low") == 1
    assert "values.other_data" in capsys.readouterr().out


SANITIZED = ("libfaulty_asan.so", "libfaulty_ubsan.so")


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("make") is None or shutil.which("gcc") is None:
        pytest.skip("make and gcc are needed to build the faulty driver")
    pytest.importorskip("cffi", reason="native libraries need cffi")
    out = tmp_path_factory.mktemp("faulty")
    targets = [str(out / name) for name in ("libfaulty.so", *SANITIZED)]
    command = ["make", "-s", "-C", str(EXAMPLE), "CC=gcc", f"OUT={out}", "CFLAGS=-g -O1", *targets]
    subprocess.run(command, check=True, capture_output=True)
    return out


TOOL_RUNS = {
    "gdb": ("libfaulty.so", "crash", "gdb", "in misbehave (kind="),
    "asan": ("libfaulty_asan.so", "smear", "gcc", "heap-buffer-overflow"),
    "ubsan": ("libfaulty_ubsan.so", "fpe", "gcc", "runtime error: division by zero"),
}


def run_tool(faulty: Path, tool: str, library: str, fault: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "conformance.cli", "replay", CASE, "--path", "sync-low"]
    command += ["--driver", str(faulty / library), "--limit", "case=15", "--debug", tool]
    return subprocess.run(
        command,
        capture_output=True,
        check=False,
        cwd=faulty,
        env={**os.environ, "NN_FAULT": f"{fault}:FLOOR"},
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
@pytest.mark.parametrize("tool", TOOL_RUNS)
def test_the_tool_shows_the_fault(faulty: Path, tool: str) -> None:
    library, fault, program, expected = TOOL_RUNS[tool]
    beside = Path(sys.executable).with_name(program)
    if shutil.which(program) is None and not beside.exists():
        pytest.skip(f"{program} is not installed")
    done = run_tool(faulty, tool, library, fault)
    assert expected in done.stdout + done.stderr
    if tool in ("gdb", "asan", "ubsan"):
        assert "fault.c:" in done.stdout + done.stderr
