"""A run whose process ends before the run does never has exit status 0."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from conformance.child_processes import ProcessEnd, process_name
from conformance.hard_limit import EXIT_STUCK
from conformance.harness.event_stream import EventWriter, RunHeader, append_verdict, read_events
from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.output_files import prune_temporary
from conformance.plugin.session.unfinished_run import unfinished_verdict
from conformance.process_guard import EXIT_ENDED
from conformance.run_progress import Activity, RunProgress
from tests.plugin.conftest import UserFolder

ROOT = Path(__file__).parents[2]

PROGRAM = """
import atexit, ctypes, os, posix, signal, subprocess, sys, threading, time
from conformance import process_guard
from conformance.process_guard import guard
from conformance.run_progress import PROGRESS

def report(state, end):
    os.write(1, f"REPORT {end.text} {state.call}\\n".encode())

def run(attack, status=0):
    PROGRESS.record_call("prepare_model")
    exec(attack)
    return status

process_guard._POLL_SECONDS = 0.2
process_guard._STOPPED_SECONDS = 0.2
with guard(report, in_child=IN_CHILD) as guarded_run:
    status = guarded_run.end(run(ATTACK, STATUS))
sys.exit(status)
"""


def guarded(attack: str, *, status: int = 0, in_child: bool = True) -> tuple[int, str]:
    """Run Python text under a guard; return the exit status and the output."""
    program = PROGRAM.replace("IN_CHILD", repr(in_child)).replace("ATTACK", repr(attack))
    done = subprocess.run(
        [sys.executable, "-c", program.replace("STATUS", str(status))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        ("os._exit(0)", EXIT_ENDED),
        ("posix._exit(5)", EXIT_ENDED),
        ("ctypes.CDLL(None)._exit(0)", EXIT_ENDED),
        ("ctypes.CDLL(None).exit(0)", EXIT_ENDED),
        ("os.execv('/bin/true', ['true'])", EXIT_ENDED),
        ("threading.Timer(0.01, os._exit, [0]).start(); time.sleep(60)", EXIT_ENDED),
        ("PROGRESS.set_deadline(0.1); time.sleep(60)", EXIT_STUCK),
        ("PROGRESS.set_deadline(0.1); os.kill(os.getpid(), signal.SIGSTOP)", EXIT_STUCK),
        ("PROGRESS.end(0); os._exit(0)", EXIT_ENDED),
        ("PROGRESS.end(0); ctypes.CDLL(None)._exit(0)", EXIT_ENDED),
        ("PROGRESS.end(3); ctypes.CDLL(None)._exit(0)", EXIT_ENDED),
        (
            "process_guard._guard_process = 0; process_guard.PROGRESS.end(0); os._exit(0)",
            EXIT_ENDED,
        ),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("os.kill(os.getpid(), signal.SIGSEGV)", -signal.SIGSEGV),
    ],
)
def test_an_early_end_is_reported_and_fails(attack, expected):
    code, out = guarded(attack)
    assert code == expected
    assert "REPORT" in out
    assert "prepare_model" in out


@pytest.mark.parametrize(
    ("attack", "status", "expected"),
    [
        ("pass", 0, 0),
        ("pass", 3, 3),
        ("atexit.register(os._exit, 0)", 1, 1),
        ("sys.exit(0)", 0, EXIT_ENDED),
        ("sys.exit(7)", 0, 7),
        ("raise ValueError", 0, 1),
        ("os.fork() or os._exit(0)", 0, 0),
        ("subprocess.run(['true'], check=True)", 0, 0),
        ("os.kill(os.getppid(), signal.SIGSTOP)", 0, 0),
        ("[os.kill(os.getpid(), signal.SIGSTOP) for _ in range(20)]", 0, 0),
    ],
)
def test_a_run_that_ends_by_itself_has_its_own_status(attack, status, expected):
    code, out = guarded(attack, status=status)
    assert code == expected
    assert "REPORT" not in out
    assert "Exception ignored" not in out


@pytest.mark.parametrize(
    ("attack", "expected", "text"),
    [
        ("os._exit(0)", EXIT_ENDED, "REPORT ended with exit status 0 prepare_model"),
        ("__import__('posix')._exit(0)", EXIT_ENDED, "REPORT ended with exit status 0"),
        ("PROGRESS.end(0); os._exit(0)", EXIT_ENDED, "REPORT ended with exit status 0"),
        ("os.execv('/bin/true', ['true'])", 1, "RuntimeError: os.exec would replace the process"),
        ("os.fork() or os._exit(0)", 0, ""),
        ("subprocess.run(['true'], check=True)", 0, ""),
        ("os.fork() or os.execv('/bin/true', ['true'])", 0, ""),
    ],
)
def test_a_program_that_calls_pytest_keeps_its_process(attack, expected, text):
    """There is no parent; the functions that end a process are replaced in this process only."""
    code, out = guarded(f"before = os.getppid()\n{attack}", in_child=False)
    assert code == expected
    assert text in out


def test_a_debugger_keeps_its_process():
    """A trace function other than that of coverage belongs to a debugger."""
    trace = "import sys, os; parent = os.getpid(); sys.settrace(lambda *_: None)\n"
    check = "assert os.getpid() == parent"
    program = trace + PROGRAM.replace("IN_CHILD", "True").replace("STATUS", "0")
    program = program.replace("exec(attack)", check).replace("ATTACK", "''")
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=300, check=True)


def test_signals_reach_the_run_and_killing_the_parent_ends_it(tmp_path):
    """``kill`` of the visible process acts on the run: SIGINT interrupts, SIGKILL ends it."""
    file = tmp_path / "pid"
    # "with": a KeyboardInterrupt in the destructor of a file would be lost
    attack = f"""with open({str(file)!r}, "w") as stream:
    stream.write(f"{{os.getpid()}}\\n")
time.sleep(300)"""
    program = PROGRAM.replace("IN_CHILD", "True").replace("ATTACK", repr(attack))
    for number, expected in ((signal.SIGINT, 1), (signal.SIGKILL, -signal.SIGKILL)):
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
        _, errors = process.communicate(timeout=300)
        assert process.returncode in (expected, -number)
        assert ("KeyboardInterrupt" in errors) == (number == signal.SIGINT)
        wait_until(lambda child=child: not Path(f"/proc/{child}").exists())


def test_processes_that_the_run_left_are_ended(tmp_path):
    """A process that a double fork detached is named and ended; one marked as kept is not."""
    file = tmp_path / "pids"
    detach = f"""
from conformance.process_guard import keep_running_processes, left_running
def daemon():
    if not os.fork():
        if not os.fork():
            os.setsid()
            os.close(1), os.close(2)
            os.write(os.open({str(file)!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND),
                     b"%d\\n" % os.getpid())
            time.sleep(30)
        os._exit(0)
    os.wait()
    while open({str(file)!r}, "a+").seek(0, 2) == size[0]: time.sleep(0.01)
    size[0] = os.stat({str(file)!r}).st_size
size = [0]
import builtins; builtins.size, builtins.daemon = size, daemon
daemon()
keep_running_processes()
daemon()
assert len(left_running()) == 1
"""
    code, out = guarded(detach)
    kept, ended = (int(line) for line in file.read_text().split())
    assert code == 0, out
    assert f"WARNING: the run left 1 process running, now ended: {ended} (" in out
    assert not Path(f"/proc/{ended}").exists()
    assert Path(f"/proc/{kept}").exists()
    os.kill(kept, signal.SIGKILL)


def wait_until(condition, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


# ------------------------------------------------------------------------------ what is reported


def test_progress_survives_nesting_and_long_texts():
    progress = RunProgress()
    progress.begin()
    with progress.during_case("V1_0/add/" + "é" * 5000):
        progress.record_path("sync")
        progress.record_call("execute")
        with progress.during(Activity.READING_SPEC, "/x/\udcff.mod.py"):
            assert progress.read().activity == Activity.READING_SPEC
            assert progress.read().subject == "/x/?.mod.py"
        state = progress.read()
        assert (state.activity, state.path, state.call) == (
            Activity.RUNNING_CASE,
            "sync",
            "execute",
        )
        assert state.subject.startswith("V1_0/add/é")
    assert progress.read().activity == "after the case"
    assert not progress.read().ended


def test_verdicts_on_the_running_activity():
    progress = RunProgress()
    progress.begin()
    assert unfinished_verdict(progress.read(), ProcessEnd(0)) is None
    progress.record(Activity.READING_SPEC, "/home/u/mine/bad.mod.py")
    verdict = unfinished_verdict(progress.read(), ProcessEnd(0))
    assert verdict is not None
    assert (verdict.case_id, verdict.kind) == ("mine/bad/unreadable", "internal_error")
    with progress.during_case("a/b/c"):
        progress.record_path("sync")
        progress.record_call("execute")
        crash = unfinished_verdict(progress.read(), ProcessEnd(139, signal.SIGSEGV))
        hang = unfinished_verdict(progress.read(), ProcessEnd(1, limit=True))
    late = unfinished_verdict(progress.read(), ProcessEnd(0))
    assert crash is not None
    assert hang is not None
    assert late is not None
    assert (crash.kind, crash.rule, crash.path) == ("crash", "process.alive", "sync")
    assert crash.reason.endswith("died of SIGSEGV during execute")
    assert (hang.kind, hang.rule) == ("hang", "case.limit")
    assert late.details["late"] is True


@pytest.mark.parametrize("ending", ["open", "footer", "cut", "header"])
def test_a_verdict_is_appended_to_a_stream_without_an_end(tmp_path, ending):
    """The stream stays valid and has no footer, so that every reader takes it for incomplete."""
    path = tmp_path / "run.jsonl"
    writer = EventWriter(path, RunHeader("d", "1", "1.3", "0"))
    passed = Verdict("a/b/c", "sync", VerdictKind.PASSED)
    kept = 0 if ending == "header" else 2
    for _ in range(kept):
        writer.write(passed)
    writer.finish() if ending == "footer" else writer.close()
    if ending == "cut":
        with path.open("ab") as file:
            file.write(b'{"event":"verdict","case_id":"a/b')
    crash = Verdict("a/b/d", "", VerdictKind.CRASH, "process.alive", "died")
    append_verdict(path, crash)
    stream = read_events(path)
    assert stream.problems == ()
    assert stream.truncated
    assert stream.verdicts == (*[passed] * kept, crash)


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


def test_a_driver_that_ends_the_process_has_a_verdict(folder: UserFolder) -> None:
    folder.write("exits.py", EXITING)
    run = folder.command(
        "pytest --driver exits.py:Exits mine --no-dump --events run.jsonl --junitxml run.xml"
    )
    assert run.code == EXIT_ENDED
    assert "CRASH mine/small/small_four" in run.out
    assert "ended with exit status 0 by os._exit, called at" in run.out
    assert "exits.py:8, during prepare_model" in run.out
    stream = read_events(folder.path / "run.jsonl")
    assert stream.problems == ()
    assert stream.truncated
    assert (stream.verdicts[-1].case_id, stream.verdicts[-1].kind) == (
        "mine/small/small_four",
        "crash",
    )
    suite = ET.parse(folder.path / "run.xml").getroot()[0]
    assert suite.get("errors") == "1"


FORGING = """
import ctypes
from conformance import process_guard, run_progress, run_record
from conformance.reference import ReferenceDevice

class Forges(ReferenceDevice):
    def prepare_model(self, model, *rest):
        if len(model.main.operands[0].dimensions) == 2:
            run_progress.PROGRESS.end(0)
            record = run_record.local_record(run_record.CaseLedger())
            record.select([])
            record.end(0)
            process_guard.PROGRESS = process_guard._guard_process = None
            ctypes.CDLL(None)._exit(0)
        return super().prepare_model(model, *rest)
"""


def test_a_driver_cannot_record_the_end_of_the_run(folder: UserFolder) -> None:
    folder.write("forges.py", FORGING)
    run = folder.command("pytest --driver forges.py:Forges mine --no-dump --events run.jsonl")
    assert run.code == EXIT_ENDED
    assert "CRASH mine/small/small_four" in run.out
    assert read_events(folder.path / "run.jsonl").truncated


WITHDRAWN = """
import pytest

@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    session.exitstatus = 0
"""


def test_a_plugin_cannot_withdraw_a_failure(folder: UserFolder) -> None:
    """The parent counts failures as they occur, and does not rely on the exit status alone."""
    folder.write("conftest.py", WITHDRAWN)
    folder.write("wrong.py", WRONG)
    assert folder.command("pytest --driver reference mine --no-dump").code == 0
    run = folder.command("pytest --driver wrong.py:Wrong mine --no-dump")
    assert run.code == EXIT_ENDED
    assert "ended with exit status 0, but" in run.out
    assert "not accepted; the exit status is 11" in run.out


WRONG = """
from conformance.reference import ReferenceDevice

class Wrong(ReferenceDevice):
    def get_supported_operations(self, model):
        return ()
"""

CLOSING = """
import os
from conformance.reference import ReferenceDevice

class Closes(ReferenceDevice):
    def prepare_model(self, model, *rest):
        if len(model.main.operands[0].dimensions) == 2:
            os.closerange(3, int(os.environ["LAST_CLOSED"]))
        return super().prepare_model(model, *rest)
"""


def test_descriptors_of_the_run_that_a_driver_closes_are_restored(folder: UserFolder) -> None:
    folder.write("closes.py", CLOSING)
    command = "pytest --driver closes.py:Closes mine --no-dump --events run.jsonl"
    run = folder.command(command, LAST_CLOSED="100")
    assert run.code == 0, run.out
    assert "mine/small/small_four: the driver changed the state of the process" in run.out
    assert "file descriptors of the run (3, 4, " in run.out
    stream = read_events(folder.path / "run.jsonl")
    assert not stream.truncated
    assert [v.case_id for v in stream.verdicts if v.rule == "process.state"] == [
        "mine/small/small_four"
    ]


def test_a_run_without_its_descriptors_ends_with_a_message(folder: UserFolder) -> None:
    """If the copies are closed too, only the parent process can report it."""
    folder.write("closes.py", CLOSING)
    command = "pytest --driver closes.py:Closes mine --no-dump --events run.jsonl"
    run = folder.command(command, LAST_CLOSED="70000")
    assert run.code == EXIT_ENDED
    assert "CRASH mine/small/small_four" in run.out
    assert "file descriptors of the run were closed (" in run.out
    assert read_events(folder.path / "run.jsonl").truncated


def test_a_spec_that_ends_the_process_is_named(folder: UserFolder) -> None:
    folder.write("mine/exit.mod.py", "import os\nos._exit(0)\n")
    run = folder.command("pytest --driver reference mine --events run.jsonl")
    assert run.code == EXIT_ENDED
    assert "INTERNAL_ERROR mine/exit/unreadable" in run.out
    assert read_events(folder.path / "run.jsonl").truncated


def test_a_driver_that_ends_the_process_when_it_is_loaded(folder: UserFolder) -> None:
    folder.write("exits.py", "import os\nos._exit(0)\n")
    run = folder.command("pytest --driver exits.py:Exits mine")
    assert run.code == EXIT_ENDED
    assert "exits.py:2, while starting the run" in run.out


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
    assert "ENDED EARLY: the process of worker gw" in run.out
    assert read_events(folder.path / "run.jsonl").truncated


TIMER = """
import os, threading

sleeping = threading.Event()

def leave():
    sleeping.wait()
    os._exit(1)

def pytest_runtest_call(item):
    if item.name == "small_four":
        threading.Thread(target=leave, daemon=True).start()
"""
SLEEPING = """
import time, timer
from conformance.reference import ReferenceDevice

class Sleeps(ReferenceDevice):
    def prepare_model(self, model, *rest):
        if len(model.main.operands[0].dimensions) == 2:
            timer.sleeping.set()
            time.sleep(60)
        return super().prepare_model(model, *rest)
"""


@pytest.mark.slow
def test_a_plugin_that_ends_a_worker_does_not_blame_the_driver(folder: UserFolder) -> None:
    """pytest-timeout ends the process in this way with its method "thread"."""
    folder.write("timer.py", TIMER)
    folder.write("sleeps.py", SLEEPING)
    run = folder.command(
        "pytest -p timer --driver sleeps.py:Sleeps mine -n 2 --no-dump --events run.jsonl",
        PYTHONPATH=f"{ROOT}{os.pathsep}{folder.path}",
    )
    assert run.code == 1
    stream = read_events(folder.path / "run.jsonl")
    assert not stream.truncated
    (ended,) = [verdict for verdict in stream.verdicts if verdict.kind != "passed"]
    assert (ended.case_id, ended.kind, ended.rule) == (
        "mine/small/small_four",
        "internal_error",
        "run.error",
    )
    assert "ended by os._exit, called at" in ended.reason
    assert "timer.py:8, during prepare_model" in ended.reason
    assert ended.operations == ("FLOOR",)


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
    run = folder.command("pytest --driver detaches.py:Detaches mine --no-dump --events run.jsonl")
    assert run.code == 1
    leaks = [v for v in read_events(folder.path / "run.jsonl").verdicts if v.kind == "leak"]
    assert [leak.rule for leak in leaks] == ["process.left_running"]
    assert "still run without a parent" in run.out
    assert "now ended:" in run.out
    wait_until(lambda: not any(map(process_name, leaks[0].details["processes"])))


def test_the_stream_and_the_junit_file_must_differ(folder: UserFolder) -> None:
    run = folder.command("pytest --driver reference mine --events a --junitxml ./a")
    assert run.code == 4
    assert "--events and --junitxml both write to a" in run.out
    assert not (folder.path / "a").exists()


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
