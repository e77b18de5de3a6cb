"""Runs with drivers and specs that never return: each run ends in bounded time and reports why.

The limits here are short; docs/how-to/isolation.md has the figures for the default limits.
"""

import time

import pytest

from conformance.parent_process import EXIT_ENDED
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import DRIVERS
from tests.isolation.test_isolated_runs import MANY, Runner
from tests.tiers import fast_if
from tests.whole_runs import WORKERS

IMPORT = "from tests.sample_drivers.processes.silent_drivers import"
SILENT = DRIVERS / "silent_drivers.py"
ISOLATED = pytest.mark.parametrize(
    "isolated",
    [
        pytest.param((), id="here"),
        pytest.param(("--isolate",), id="isolated", marks=pytest.mark.slow),
    ],
)

KEEP_LOCK = (
    "lock, mutex = ctypes.PyDLL(None).pthread_mutex_lock, ctypes.create_string_buffer(64); "
    "lock(mutex); lock(mutex)"
)
"""Statements that wait for ever, keep the global lock and use no processor time."""

SHORT_LAST_RESORT = (
    "from conformance import hard_limit\n"
    "from conformance.harness.supervision import watchdog\n"
    "hard_limit.LAST_RESORT_SECONDS = watchdog.LAST_RESORT_SECONDS = 1.0\n"
)
"""A ``conftest.py`` that shortens the wait for a thread that cannot run."""


@pytest.fixture
def runner(tmp_path):
    return Runner(tmp_path)


def silent(name):
    return f"{SILENT}:{name}"


def kinds(runner):
    return {verdict.kind for verdict in runner.events().verdicts}


# Drivers that do not answer.


@ISOLATED
def test_callbacks_that_are_never_notified(runner, isolated):
    start = time.monotonic()
    options = ("--limit", "callback=0.3", "--dump=:0", *isolated)
    assert runner.run(silent("NeverPrepared"), *options) == 1
    assert time.monotonic() - start < 60
    stream = runner.events()
    assert not stream.truncated
    assert len({verdict.case_id for verdict in stream.verdicts}) == 16
    assert kinds(runner) == {VerdictKind.HANG}
    short = [v for v in stream.verdicts if "breaker" in v.details]
    cases = {v.case_id for v in short}
    assert len(cases) >= 13
    assert (
        "shortened waits: 3 waits for the callback of prepare_model had no answer within 0.3 s; "
        f"later waits were shortened or omitted, and {len(short)} verdicts in {len(cases)} cases "
        "failed for this reason"
    ) in runner.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("driver", "subject", "limit"),
    [
        ("HangsInPrepare", "prepare_model", "prepare=0.5"),
        ("HangsWhenAsked", "get_supported_operations", "query=0.5"),
        ("HangsWhenFreed", "free", "free=0.5"),
    ],
)
def test_hanging_calls_with_isolation(runner, driver, subject, limit):
    options = ("--isolate", "--limit", limit, "--dump=:0")
    (runner.path / "V1_2" / "more.mod.py").write_text(MANY)
    assert runner.run(silent(driver), *options) == 1
    stream = runner.events()
    assert not stream.truncated
    assert len({verdict.case_id for verdict in stream.verdicts}) == 32
    breaker = [v for v in stream.verdicts if "breaker" in v.details]
    assert {v.details["breaker"]["subject"] for v in breaker} == {f"the return of {subject}"}
    assert {v.kind for v in breaker} == {VerdictKind.HANG}
    left_out = [v for v in breaker if "was not called" in v.reason]
    assert left_out
    assert f"waits for the return of {subject} had no answer within 0.5 s" in runner.out


@WORKERS
@ISOLATED
def test_time_of_a_slow_driver_is_limited(runner, isolated, workers):
    options = ("--limit", "driver=2", "--dump=:0", *isolated, *workers)
    code = runner.run(silent("Slow"), *options, NN_TEST_SECONDS="0.3")
    assert code == 4
    assert "ENDED EARLY: the driver's calls have taken" in runner.out
    assert "the limit is 2 s (--limit driver=SECONDS; 0: no limit)" in runner.out
    stream = runner.events()
    assert stream.truncated
    assert {v.rule for v in stream.verdicts if v.kind is not VerdictKind.PASSED} <= {"driver.time"}


def test_run_continues_after_the_time_budget_is_used_up(runner):
    options = ("--dump=:0", "--events", str(runner.events_file))
    assert runner.run(silent("Slow"), "--limit", "driver=1", *options, NN_TEST_SECONDS="0.2") == 4
    assert runner.run(silent("Slow"), "--resume", *options, NN_TEST_SECONDS="0") == 0
    stream = runner.events()
    assert not stream.truncated
    assert len({verdict.case_id for verdict in stream.verdicts}) == 16
    assert kinds(runner) == {VerdictKind.PASSED}


@pytest.mark.slow
def test_consecutively_hanging_workers_share_one_time_budget(runner):
    options = ("--limit", "case=2", "--limit", "driver=3", "--dump=:0", "-n", "2")
    assert runner.run(silent("HangsWhenAsked"), *options) in (1, 4)
    stuck = [v for v in runner.events().verdicts if v.rule == "case.limit"]
    assert 1 <= len(stuck) <= 4
    assert "ENDED EARLY: the driver's calls have taken" in runner.out


def test_code_that_keeps_the_global_lock_is_stopped(runner, tmp_path):
    (tmp_path / "lock.py").write_text(
        "import ctypes\n"
        "from tests.sample_drivers.processes.silent_drivers import Reference\n"
        "class Driver(Reference):\n"
        "    def get_supported_operations(self, model):\n"
        f"        {KEEP_LOCK}\n"
    )
    (tmp_path / "conftest.py").write_text(SHORT_LAST_RESORT)
    assert runner.run("lock.py:Driver", "--limit", "case=1", "--dump=:0") == EXIT_ENDED
    assert "Timeout (" in runner.out
    assert "lock.py" in runner.out
    assert runner.events().truncated


# Opening the driver.

NEVER = {
    "import": "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()\n",
    "factory": "import time\ndef Driver():\n    while True:\n        time.sleep(1)\n",
    "version": f"{IMPORT} HangsInVersion as Driver\n",
    "queries": f"{IMPORT} HangsInQueries as Driver\n",
    "native": (
        "import ctypes\n"
        "def Driver():\n"
        "    mutex = ctypes.create_string_buffer(64)\n"
        "    libc = ctypes.CDLL(None)\n"
        "    libc.pthread_mutex_lock(mutex)\n"
        "    libc.pthread_mutex_lock(mutex)\n"
    ),
}


@pytest.mark.parametrize("where", fast_if({"factory", "queries"}.__contains__, NEVER))
def test_a_driver_that_never_starts_is_a_usage_error(runner, tmp_path, where):
    (tmp_path / "never.py").write_text(NEVER[where])
    assert runner.run("never.py:Driver", "--limit", "start=0.5") == 4
    assert "--driver never.py:Driver: loading the driver and querying its identity" in runner.out
    assert "did not end within 0.5 s (--limit start=SECONDS)" in runner.out
    assert "INTERNALERROR" not in runner.out


def test_a_driver_that_never_starts_and_keeps_the_global_lock(runner, tmp_path):
    (tmp_path / "never.py").write_text(f"import ctypes\ndef Driver():\n    {KEEP_LOCK}\n")
    (tmp_path / "conftest.py").write_text(SHORT_LAST_RESORT)
    assert runner.run("never.py:Driver", "--limit", "start=0.5") == EXIT_ENDED
    assert "Timeout (" in runner.out
    assert "never.py" in runner.out


@ISOLATED
def test_endless_lists(runner, isolated):
    assert runner.run(silent("EndlessExtensions"), "--dump=:0", *isolated) == 0
    (line,) = (line for line in runner.out.splitlines() if line.startswith("driver problem: "))
    assert "get_supported_extensions" in line
    assert runner.run(silent("EndlessAnswers"), "--case", "*good1", "--dump=:0", *isolated) == 1
    assert kinds(runner) <= {VerdictKind.INVALID_ANSWER, VerdictKind.FAILED}


def test_hanging_version_query_with_isolation(runner):
    options = ("--isolate", "--limit", "query=0.5", "--case", "*good1", "--dump=:0")
    assert runner.run(silent("HangsInVersion"), *options) in (0, 1)
    assert "driver problem: version" in runner.out


# End of the run.


@pytest.mark.slow
@pytest.mark.parametrize(("driver", "status"), [("LeavesThread", 0), ("LeavesThreadAndFails", 1)])
@WORKERS
def test_remaining_threads_do_not_keep_the_run_alive(runner, driver, status, workers):
    start = time.monotonic()
    assert runner.run(silent(driver), "--dump=:0", *workers) == status
    assert time.monotonic() - start < 90
    assert "kept the process for 10 s after the end of the run" in runner.out or workers
    assert not runner.events().truncated


@ISOLATED
def test_endless_notifications_do_not_stall_the_run(runner, isolated):
    start = time.monotonic()
    cases = ("--case", "*good1", "--case", "*good2", "--case", "*good4")
    assert runner.run(silent("NotifiesForever"), "--dump=:0", *cases, *isolated) == 1
    assert time.monotonic() - start < 90
    stream = runner.events()
    assert not stream.truncated
    # Whether a notification is late depends on how long the case takes.
    assert "callback.once" in {v.rule for v in stream.verdicts}
    late = [(v.case_id, v.path, v.rule) for v in stream.verdicts if v.details.get("late")]
    assert len(late) == len(set(late))


def test_excessive_output_is_truncated(runner, tmp_path):
    (tmp_path / "chatty.py").write_text(
        "from conformance.hal import ErrorStatus\n"
        "from tests.sample_drivers.processes.silent_drivers import Reference\n"
        "class Driver(Reference):\n"
        "    def get_supported_operations(self, model):\n"
        "        print('VLOG' * 500_000)\n"
        "        print('the last words')\n"
        "        return ErrorStatus.NONE, []\n"
    )
    assert runner.run("chatty.py:Driver", "--dump=:0", "-v") == 1
    assert len(runner.out) < 4_000_000  # of more than 32 million
    assert "characters omitted]" in runner.out
    assert "the last words" in runner.out
