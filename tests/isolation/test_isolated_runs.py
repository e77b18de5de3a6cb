"""User-visible behaviour of ``--isolate``: options, output, exit codes, events, workers."""

import os
import sys
import time
from collections import Counter

import pytest

from conformance.cases.casefile import read_case
from conformance.drivers.registry import is_native
from conformance.results.event_stream import read_events
from conformance.verdicts import VerdictKind
from tests.isolation.helpers import MISBEHAVING_DRIVERS
from tests.whole_runs import WORKERS, run_pytest

MANY = """
def add(name, first):
    x = Input("x", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
    y = Input("y", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
    z = Output("z", ("TENSOR_FLOAT32", [2]))
    model = Model(name).Operation("ADD", x, y, 0).To(z)
    Example({x: [first, 1], y: [2, 3], z: [first + 2, 4]}, model=model).DisableLifeTimeVariation()

for i in range(12):
    add("good%d" % i, i)
    if i % 3 == 0:
        add("bad%d" % i, 1001 + i // 3)
"""
SIGNALS = {"bad0": "SIGSEGV", "bad6": None}
WORDS = {"async", "sync", "low", "fast", "sustained", "timed"}
"""Words in the ids of the plain paths, the only ones that the drivers of ``misbehaving_drivers.py``
support.
"""


class Runner:
    """Runs pytest in a separate folder."""

    def __init__(self, path):
        self.path = path
        self.events_file = path / "events.jsonl"
        (path / "V1_2").mkdir()
        (path / "V1_2" / "many.mod.py").write_text(MANY)

    def run(self, driver, *options, **environment):
        known = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "CI"))}
        known.update(PYTHONPATH=os.pathsep.join(sys.path), COLUMNS="200", **environment)
        # Without this limit, a run with failures generates further cases for half of its time.
        limit = ["--limit", "explain=0"]
        arguments = ["V1_2", "--driver", driver, "--events", str(self.events_file), *limit]
        status, self.out = run_pytest(
            ["-p", "no:cacheprovider", *arguments, *options], self.path, known, timeout=240
        )
        return status

    def events(self):
        return read_events(self.events_file)


@pytest.fixture
def runner(tmp_path):
    return Runner(tmp_path)


def misbehaving_driver(name):
    return f"{MISBEHAVING_DRIVERS}:{name}"


@WORKERS
def test_each_crash_is_reported_for_its_case_and_no_verdict_is_lost(runner, workers):
    names = [*(f"good{number}" for number in range(4)), *SIGNALS]
    cases = [option for name in names for option in ("--case", f"*_{name}")]
    options = ("-v", "--isolate", *cases, *workers)
    code = runner.run(misbehaving_driver("MarkedDriver"), *options)
    assert code == 1
    stream = runner.events()
    assert not stream.truncated
    assert stream.header.options["isolate"] is True
    plain = [v for v in stream.verdicts if WORDS.issuperset(v.path.split("-"))]
    counts = Counter((v.case_id.rpartition("_")[2], v.kind, v.details.get("signal")) for v in plain)
    expected = {(f"good{number}", VerdictKind.PASSED, None) for number in range(4)}
    expected |= {(name, VerdictKind.CRASH, signal) for name, signal in SIGNALS.items()}
    assert counts.keys() == expected
    assert min(counts.values()) >= 2
    deaths = sum(v.kind == VerdictKind.CRASH for v in stream.verdicts)
    assert f"the driver's process was started again {deaths} times" in runner.out
    assert "Fatal Python error: Segmentation fault" in runner.out
    assert "--isolate --case" in runner.out


def test_crash_at_start_is_a_usage_error(runner):
    assert runner.run(misbehaving_driver("segfault_in_start"), "--isolate") == 4
    assert "the driver's process died of SIGSEGV during start" in runner.out
    assert "in segfault" in runner.out
    assert "INTERNALERROR" not in runner.out
    assert (
        runner.run(misbehaving_driver("sleep_in_start"), "--isolate", "--limit", "start=0.5") == 4
    )
    assert "did not start within 0.5 s (--limit start=SECONDS)" in runner.out


@WORKERS
def test_failed_restart_ends_the_run(runner, tmp_path, workers):
    (tmp_path / "later.py").write_text(
        "import os\n"
        "from tests.sample_drivers.processes.misbehaving_drivers import DiesOnce\n"
        "class Later(DiesOnce):\n"
        "    def __init__(self):\n"
        "        worker = os.environ.get('PYTEST_XDIST_WORKER', 'none')\n"
        "        if (worker == 'none') == (os.environ['ALONE'] == 'yes'):\n"
        "            os.environ['NN_TEST_MARKER'] += worker\n"
        "            super().__init__()\n"
    )
    environment = {"NN_TEST_MARKER": str(tmp_path / "marker"), "ALONE": "no" if workers else "yes"}
    assert runner.run("later.py:Later", "--isolate", *workers, **environment) == 4
    assert "ENDED EARLY: the driver's process could not be started again in 3" in runner.out
    stream = runner.events()
    assert stream.truncated
    died = [v for v in stream.verdicts if v.rule == "process.alive"]
    assert {v.details["signal"] for v in died} == {"SIGABRT"}
    assert {v.rule for v in stream.verdicts} <= {"process.alive", "process.start"}


@pytest.mark.slow
def test_failed_start_in_every_worker_ends_the_run(runner, tmp_path):
    (tmp_path / "in_worker.py").write_text(
        "import os\n"
        "from tests.sample_drivers.processes.misbehaving_drivers import ACTS\n"
        "from tests.sample_drivers.adder_driver import Adder\n"
        "class Driver(Adder):\n"
        "    def __init__(self):\n"
        "        if 'PYTEST_XDIST_WORKER' in os.environ:\n"
        "            ACTS['segfault']()\n"
    )
    assert runner.run("in_worker.py:Driver", "--isolate", "-n", "2") == 4
    assert "ENDED EARLY: --driver in_worker.py:Driver: the driver's process died" in runner.out
    assert runner.events().truncated


def test_max_restarts_limits_the_restarts(runner):
    assert runner.run(misbehaving_driver("MarkedDriver"), "--isolate", "--limit", "restarts=2") == 4
    assert "2 times, which is the limit (--limit restarts)" in runner.out
    assert runner.events().truncated


@WORKERS
def test_without_isolation_a_hanging_case_ends_the_run_and_is_named(runner, workers):
    options = ("--limit", "case=1", "--case", "*good1", *workers)
    code = runner.run(misbehaving_driver("sleep_in_prepare"), *options)
    (verdict,) = runner.events().verdicts
    assert (verdict.case_id, verdict.kind, verdict.rule) == (
        "V1_2/many/many_good1",
        VerdictKind.HANG,
        "case.limit",
    )
    assert verdict.reason.startswith("prepare_model did not return")
    assert any("in sleep" in line for line in verdict.details["trace"])
    assert verdict.path
    assert verdict.operations == ("ADD",)
    assert "HANG V1_2/many/many_good1" in runner.out
    assert "      time.sleep(1000)" in runner.out
    assert "no case is named" not in runner.out
    folder = "nn-failures/V1_2.many.many_good1"
    assert f"dump: {folder}" in runner.out
    case = read_case(runner.path / folder / "V1_2.many.many_good1.case")
    assert [(one.kind, one.rule) for one in case.failures] == [("hang", "case.limit")]
    if workers:
        assert verdict.details["dump"] == folder
        assert code == 1
    else:
        assert code == 10
        assert runner.events().truncated


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--limit", "query=3"),
            "--limit query=3 applies only to an isolated driver: add --isolate",
        ),
        (("--isolate", "--limit", "stat=3"), "--limit: 'stat=3': expected KEY=VALUE"),
        (("--isolate", "--limit", "memory=lots"), "--limit memory 'lots': expected a size"),
        (("--isolate", "--limit", "cpu=0"), "--limit cpu '0': expected a positive number"),
        (("--isolate", "--limit", "files=3"), "files='3': expected a whole number from 16"),
        (("--isolate", "--limit", "restarts=-1"), "restarts='-1': expected a whole number"),
    ],
)
def test_invalid_options_are_usage_errors(runner, options, message):
    assert runner.run("reference", *options) == 4
    assert message in runner.out


def test_policy_sets_isolation_limits_and_hooks(runner, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        "[tool.nn-conformance]\n"
        "isolate = true\n"
        "limits = {execute = 0.5}\n"
        "[tool.nn-conformance.hooks]\n"
        'setup = "echo setup >> hooks.txt"\n'
        'reset = "echo reset >> hooks.txt"\n'
    )
    assert (
        runner.run(misbehaving_driver("sleep_in_execute"), "--case", "*good1", "--case", "*good2")
        == 1
    )
    verdicts = runner.events().verdicts
    assert {v.kind for v in verdicts} == {VerdictKind.HANG}
    assert "did not return within 0.5 s" in verdicts[0].reason
    assert (tmp_path / "hooks.txt").read_text().split() == ["setup", "reset", "reset"]


def test_a_setup_hook_that_fails_is_a_usage_error(runner, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.nn-conformance.hooks]\nsetup = "echo no board >&2; exit 3"\n'
    )
    assert runner.run("reference") == 4
    assert "the setup hook of [tool.nn-conformance.hooks] ended with exit status 3" in runner.out
    assert "no board" in runner.out


def test_both_quantized_forms_are_executed_in_the_driver_process(runner):
    """The driver crashes for the signed form of a case, but not for the unsigned form."""
    (runner.path / "V1_2" / "many.mod.py").write_text(
        'x = Input("x", ("TENSOR_QUANT8_ASYMM", [2], 0.5, 100)).ShouldNeverBeInternal()\n'
        'y = Output("y", ("TENSOR_QUANT8_ASYMM", [2], 0.5, 100))\n'
        "Example({x: [90, 110], y: [100, 110]}, "
        'model=Model("relu").Operation("RELU", x).To(y)).DisableLifeTimeVariation()\n'
    )
    (runner.path / "signed.py").write_text(
        "from conformance.hal import OperandType as T, Version\n"
        "from conformance.reference import ReferenceDevice\n"
        "from tests.sample_drivers.processes.misbehaving_drivers import ACTS\n"
        "class Device(ReferenceDevice):\n"
        "    def __init__(self):\n"
        "        super().__init__(Version.V1_3)\n"
        "    def compile_call(self, call):\n"
        "        if call.outputs[0].type == T.TENSOR_QUANT8_ASYMM_SIGNED:\n"
        "            ACTS['segfault']()\n"
        "        return super().compile_call(call)\n"
    )
    assert runner.run("reference", "--isolate", "--coupling", "all") == 0
    assert {v.kind for v in runner.events().verdicts} == {VerdictKind.PASSED}
    assert len({v.path.startswith("coupled-") for v in runner.events().verdicts}) == 2
    assert runner.run("signed.py:Device", "--isolate", "--coupling", "all") == 1
    found = {(v.path.startswith("coupled-"), v.kind) for v in runner.events().verdicts}
    assert found == {(False, VerdictKind.PASSED), (True, VerdictKind.CRASH)}
    case = read_case(next(runner.path.glob("nn-failures/*/*.case")))
    assert case.case_id.endswith("_coupled")


SAMPLE = ("hashtable_lookup", "reshape")


def comparable(verdict):
    """Return the parts of a verdict that must be equal in both modes.

    Whether a near deadline is missed depends on the time of the execution.
    """
    reason = "" if "near_deadline" in verdict.path else verdict.reason
    return verdict.kind, verdict.rule, reason


def test_bundled_specs_get_the_same_verdicts(runner):
    """Runs some of the bundled specs, or all of them with NN_CONFORMANCE_FULL."""
    from conformance.cases import bundled_specs  # noqa: PLC0415

    full, folder = bool(os.environ.get("NN_CONFORMANCE_FULL")), bundled_specs()
    specs = [folder] if full else [folder / "V1_0" / f"{name}.mod.py" for name in SAMPLE]
    found = []
    for options in ((), ("--isolate",)):
        assert runner.run("reference", *options, *map(str, specs)) == 0
        verdicts = runner.events().verdicts
        found.append({(v.case_id, v.path): comparable(v) for v in verdicts})
    assert len(found[0]) > 200
    assert found[0] == found[1]


def test_user_interrupt_ends_the_run(runner):
    """A SIGINT ends the run, unlike a KeyboardInterrupt that the driver raises."""
    driver = misbehaving_driver("PressesCtrlC")
    assert runner.run(driver, "--case", "*good1", "--paths", "sync-fast") == 2, runner.out
    assert "KeyboardInterrupt" in runner.out


@pytest.mark.slow
def test_no_files_remain_in_the_temporary_folder(runner, tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    options = ("--isolate", "-n", "2", "--case", "*bad0", "--case", "*good1", "--dump=:0")
    assert runner.run(misbehaving_driver("MarkedDriver"), *options, TMPDIR=str(temporary)) == 1
    until = time.monotonic() + 60
    while (left := list(temporary.glob("nn-*"))) and time.monotonic() < until:
        time.sleep(0.05)
    assert left == []


@pytest.mark.parametrize(
    ("text", "native"),
    [
        ("./libx.so", True),
        ("libx.so.1.2#device", True),
        ("litert-xnnpack", True),
        ("conformance.engines.onnxruntime:create_device", True),
        ("reference", False),
        ("driver.py:Device", False),
        ("conformance.enginesque:Device", False),
    ],
)
def test_libraries_and_engines_are_native(text, native):
    assert is_native(text) is native


def test_options_and_the_policy_select_the_process(runner, tmp_path):
    case = "--case", "*good1"
    assert runner.run("reference", *case) == 0
    assert "from reference, in the process of the suite" in runner.out
    assert runner.events().header.options["isolate"] is False
    (tmp_path / "pyproject.toml").write_text("[tool.nn-conformance]\nisolate = true\n")
    assert runner.run("reference", *case) == 0
    assert "from reference, in its own process" in runner.out
    assert runner.events().header.options["isolate"] is True
    assert runner.run("reference", "--in-process", *case) == 0
    assert runner.events().header.options["isolate"] is False
