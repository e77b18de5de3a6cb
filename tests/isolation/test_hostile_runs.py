"""Whole runs with hostile drivers: every case gets a verdict, and the run ends by itself."""

import json
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.verdicts import VerdictKind
from tests.isolation.test_isolated_runs import Runner
from tests.sample_drivers.processes import hostile_drivers
from tests.sample_drivers.processes.hostile_drivers import FACTORIES

FILE = Path(hostile_drivers.__file__)
EXPECTED = {
    "OddIdentity": VerdictKind.PASSED,
    "RaisesWhenDropped": VerdictKind.PASSED,
    "GarbageFromThreads": VerdictKind.FAILED,
}
"""Expected verdicts; ``tests.recorded`` has those of the same drivers in a process of their own."""

SPEC = """
x = Input("x", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
y = Input("y", ("TENSOR_FLOAT32", [2])).ShouldNeverBeInternal()
z = Output("z", ("TENSOR_FLOAT32", [2]))
model = Model("add").Operation("ADD", x, y, 0).To(z)
Example({x: [1, 1], y: [2, 3], z: [3, 4]}, model=model).DisableLifeTimeVariation()
"""


@pytest.fixture
def runner(tmp_path):
    made = Runner(tmp_path)
    (tmp_path / "V1_2" / "many.mod.py").write_text(SPEC)
    return made


@pytest.mark.parametrize("name", EXPECTED)
def test_the_run_ends_with_verdicts_on_the_driver(runner, name):
    code = runner.run(f"{FILE}:{name}", "--paths", "sync-fast,async-fast")
    assert "INTERNALERROR" not in runner.out, runner.out
    assert "\x1b[2J" not in runner.out
    stream = runner.events()
    assert not stream.truncated
    assert code == 1
    assert all(verdict.kind is not VerdictKind.INTERNAL_ERROR for verdict in stream.verdicts)
    # The driver of these tests supports only fully specified outputs, so other paths are ignored.
    simple = ("sync-fast", "async-fast")
    kinds = [verdict.kind for verdict in stream.verdicts if verdict.path in simple]
    assert kinds == [EXPECTED[name]] * 2
    json.dumps([verdict.reason for verdict in stream.verdicts]).encode("ascii")


@pytest.mark.parametrize(
    ("name", "mode"), [(FACTORIES[0], ()), (FACTORIES[1], ()), (FACTORIES[2], ("--isolate",))]
)
def test_failed_creation_of_the_driver_is_a_usage_error(runner, name, mode):
    code = runner.run(f"{FILE}:{name}", *mode)
    assert code == 4, runner.out
    assert "INTERNALERROR" not in runner.out
    assert f"--driver {FILE}:{name}" in runner.out


def test_user_interrupt_ends_the_run(runner):
    """A SIGINT ends the run, unlike a KeyboardInterrupt that the driver raises."""
    assert runner.run(f"{FILE}:PressesCtrlC", "--paths", "sync-fast") == 2, runner.out
    assert "KeyboardInterrupt" in runner.out


@pytest.mark.parametrize(
    "verb",
    [
        ("--test", "--budget", "0.2"),
        pytest.param(("--json", "-", "--isolate"), marks=pytest.mark.slow),
    ],
)
def test_describe_reports_an_invalid_identity(capsys, verb):
    assert main(["describe", f"{FILE}:OddIdentity", *verb]) == 1
    done = capsys.readouterr()
    output = done.out if "--test" in verb else done.err
    assert "problem: get_version_string answered <no repr> (Unprintable)" in output
    assert r"odd \ud800\x1b[2J::error:: name" in (
        output if "--test" in verb else driver_name_in(done.out)
    )
    assert "\x1b" not in done.out + done.err


def driver_name_in(text):
    return json.loads(text)["name"]
