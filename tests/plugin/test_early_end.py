"""A run whose process ends before the run does never has exit status 0."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conformance.files import prune_temporary
from conformance.parent_process import EXIT_ENDED
from conformance.processes import process_name
from conformance.results.event_stream import read_events
from tests.plugin.conftest import UserFolder

ROOT = Path(__file__).parents[2]

PROGRAM = """
import atexit, ctypes, os, signal, subprocess, sys, threading, time
from conformance import parent_process

parent_process.EXIT_SECONDS = 1.0
parent_process.continue_in_child()
parent_process.record_activity("running a case")
exec(END)
parent_process.record_end(STATUS)
sys.exit(STATUS)
"""


@pytest.mark.parametrize(
    ("end", "status", "expected", "reported"),
    [
        # the process ends before the run
        ("os._exit(0)", 0, EXIT_ENDED, True),
        ("ctypes.CDLL(None).exit(0)", 0, EXIT_ENDED, True),
        ("os.execv('/bin/true', ['true'])", 0, EXIT_ENDED, True),
        ("threading.Timer(0.01, os._exit, [0]).start(); time.sleep(5)", 0, EXIT_ENDED, True),
        ("os.kill(os.getpid(), signal.SIGKILL)", 0, 128 + signal.SIGKILL, True),
        ("os.kill(os.getpid(), signal.SIGSEGV)", 0, 128 + signal.SIGSEGV, True),
        ("sys.exit(0)", 0, EXIT_ENDED, True),
        ("raise ValueError", 0, EXIT_ENDED, True),
        # the run ends by itself
        ("pass", 0, 0, False),
        ("pass", 3, 3, False),
        ("atexit.register(os._exit, 0)", 1, 1, False),
        ("os.fork() or os._exit(0)", 0, 0, False),
        ("subprocess.run(['true'], check=True)", 0, 0, False),
        # the process does not exit after the run
        ("threading.Thread(target=time.sleep, args=[300]).start()", 0, 0, False),
        ("threading.Thread(target=time.sleep, args=[300]).start()", 3, 3, False),
    ],
)
def test_exit_statuses(end, status, expected, reported):
    program = PROGRAM.replace("END", repr(end)).replace("STATUS", str(status))
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    assert done.returncode == expected, done.stderr
    assert ("running a case" in done.stderr) == reported


def test_signals_reach_the_run_and_killing_the_parent_ends_it(tmp_path):
    """``kill`` of the visible process acts on the run: SIGINT interrupts, SIGKILL ends it."""
    file = tmp_path / "pid"
    # "with": a KeyboardInterrupt in the destructor of a file would be lost
    attack = f"""with open({str(file)!r}, "w") as stream:
    stream.write(f"{{os.getpid()}}\\n")
time.sleep(300)"""
    program = PROGRAM.replace("END", repr(attack))
    for number, expected in ((signal.SIGINT, 128 + signal.SIGINT), (signal.SIGKILL, -9)):
        file.unlink(missing_ok=True)
        process = subprocess.Popen(
            [sys.executable, "-c", program.replace("STATUS", "0")],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_until(lambda: file.exists() and file.read_text().endswith("\n"))
        child = int(file.read_text())
        assert child != process.pid
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == expected
        assert ("KeyboardInterrupt" in errors) == (number == signal.SIGINT)
        wait_until(lambda child=child: not Path(f"/proc/{child}").exists())


def wait_until(condition, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


# ------------------------------------------------------------------------------- whole runs

EXITING = """
import os
from conformance.reference import ReferenceDevice

class Exits(ReferenceDevice):
    def prepare_model(self, model, *rest):
        if len(model.main.operands[0].dimensions) == 2:
            os._exit(0)
        return super().prepare_model(model, *rest)
"""


def test_a_driver_that_ends_the_process(folder: UserFolder) -> None:
    folder.write("exits.py", EXITING)
    run = folder.command("pytest --driver exits.py:Exits mine --dump=:0 --events run.jsonl")
    assert run.code == EXIT_ENDED
    assert "while running mine/small.mod.py::small_four" in run.out
    stream = read_events(folder.path / "run.jsonl")
    assert stream.problems == ()
    assert stream.truncated


def test_a_driver_that_closes_all_descriptors(folder: UserFolder) -> None:
    """pytest cannot write its own error, so only the parent process can report the end."""
    folder.write("closes.py", EXITING.replace("os._exit(0)", "os.closerange(0, 4096)"))
    run = folder.command("pytest --driver closes.py:Exits mine --dump=:0")
    assert run.code == EXIT_ENDED
    assert "while running mine/small.mod.py::" in run.out
    assert "The run is incomplete" in run.out


def test_a_spec_that_ends_the_process_is_named(folder: UserFolder) -> None:
    folder.write("mine/exit.mod.py", "import os\nos._exit(0)\n")
    run = folder.command("pytest --driver reference mine --events run.jsonl")
    assert run.code == EXIT_ENDED
    assert "while reading mine/exit.mod.py" in run.out
    assert read_events(folder.path / "run.jsonl").truncated


def test_a_driver_that_ends_the_process_when_it_is_loaded(folder: UserFolder) -> None:
    folder.write("exits.py", "import os\nos._exit(0)\n")
    run = folder.command("pytest --driver exits.py:Exits mine")
    assert run.code == EXIT_ENDED


@pytest.mark.slow
@pytest.mark.parametrize("what", ["driver", "spec"])
def test_a_worker_that_ends_at_its_start(folder: UserFolder, what: str) -> None:
    """xdist alone would start other workers and then report that there are no tests."""
    driver = "reference"
    exits = "import os\nif 'PYTEST_XDIST_WORKER' in os.environ: os._exit(0)\n"
    if what == "spec":
        folder.write("mine/exit.mod.py", exits)
    else:
        folder.write("exits.py", exits + "from conformance.reference import ReferenceDevice as D")
        driver = "exits.py:D"
    run = folder.command(f"pytest --driver {driver} mine -n 2 --events run.jsonl")
    assert run.code == EXIT_ENDED
    assert read_events(folder.path / "run.jsonl").truncated


DETACHING = """
import os, time
from conformance.reference import ReferenceDevice

class Detaches(ReferenceDevice):
    def prepare_model(self, model, *rest):
        if len(model.main.operands[0].dimensions) == 2 and not os.fork():
            if not os.fork():
                os.setsid()
                os.closerange(0, 100)
                time.sleep(60)
            os._exit(0)
        return super().prepare_model(model, *rest)
"""


def test_a_detached_process_is_a_leak_and_is_ended(folder: UserFolder) -> None:
    folder.write("detaches.py", DETACHING)
    run = folder.command(
        "pytest --driver detaches.py:Detaches mine --isolate --dump=:0 --events run.jsonl"
    )
    assert run.code == 1
    leaks = [v for v in read_events(folder.path / "run.jsonl").verdicts if v.kind == "leak"]
    assert [leak.rule for leak in leaks] == ["process.left_running"]
    wait_until(lambda: not any(map(process_name, leaks[0].details["processes"])))


HELPERS = """
import os, time
from conformance.reference import ReferenceDevice

class Helpers(ReferenceDevice):
    def __init__(self):
        super().__init__()
        for _ in range(100):
            if not os.fork():
                time.sleep(60)
"""


def test_processes_that_end_with_the_driver_are_no_leak(folder: UserFolder) -> None:
    folder.write("helpers.py", HELPERS)
    run = folder.command("pytest --driver helpers.py:Helpers mine --isolate --events run.jsonl")
    assert run.code == 0
    assert {v.kind for v in read_events(folder.path / "run.jsonl").verdicts} == {"passed"}


def test_old_temporary_files_are_removed(tmp_path):
    """Only this user's old files and folders with the given names are removed, links never."""
    for name in ("nn-old", "nn-new", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").touch()
    (tmp_path / "nn-old-file").touch()
    (tmp_path / "nn-link").symlink_to(tmp_path / "other")
    for name in ("nn-old", "nn-old-file", "other"):
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / "nn-link", (0, 0), follow_symlinks=False)
    prune_temporary(tmp_path, ["nn-*"], 3600.0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["nn-link", "nn-new", "other"]
    assert (tmp_path / "other" / "file").exists()
