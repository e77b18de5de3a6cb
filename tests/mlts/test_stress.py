"""Stress and crash tests: the outcome of each faulty driver, and of conforming ones."""

from dataclasses import replace

import pytest

from conformance.drivers.own_process import ProcessLimits
from conformance.models.stress.context import StressSettings
from conformance.models.stress.models import load_models
from conformance.models.stress.modes import MODES as ALL_MODES
from conformance.models.stress.modes import run_mode
from conformance.verdicts import VerdictKind
from tests.sample_drivers.processes import stress_drivers

LIMITS = ProcessLimits(start=30.0, query=10.0, prepare=10.0, execute=10.0, free=5.0)
SHORT = StressSettings(seconds=0.4, threads=3, processes=2, grace=15.0, limits=LIMITS)
IMPATIENT = {"grace": 2.0}
"""For drivers that hang; a conforming driver may need more time on a machine with other work."""
MODES = {mode.name: mode for mode in ALL_MODES}


@pytest.fixture(scope="module")
def models():
    return load_models([])


@pytest.fixture(autouse=True)
def lock_file(tmp_path, monkeypatch):
    """The file by which a driver notices that an earlier process was killed."""
    monkeypatch.setenv("NN_STRESS_LOCK", str(tmp_path / "lock"))


def run(driver, mode, models, **changes):
    name = f"{stress_drivers.__file__}:{driver}" if driver[0].isupper() else driver
    return run_mode(name, MODES[mode], models, replace(SHORT, **changes))


FAST = [
    ("DeadlocksInParallel", "parallel-inference-in-process", "HANG", "driver and client"),
    ("WrongUnderLoad", "parallel-inference-in-process", "FAILURE", None),
    ("CrashesAfterExecutions", "parallel-inference-in-process", "CRASH", "driver and client"),
    ("SlowButConforming", "parallel-inference-in-process", "SUCCESS", None),
    ("DiesWithLittleMemory", "low-memory", "CRASH", "driver"),
]
SLOW = [
    ("LeaksDescriptorPerCompilation", "model-load", "FAILURE", None),
    ("HangsOnSecondClient", "multi-process-inference/kill-0", "HANG", "driver"),
    ("SlowWhileCompiling", "performance-degradation", "FAILURE", None),
    ("CrashesAfterTheLastCall", "death-without-error", "CRASH", "driver"),
    ("NaNOutputs", "parallel-inference-in-process", "FAILURE", None),
    ("CrashesAfterExecutions", "parallel-inference", "CRASH", "driver"),
    ("SkipsOutputUnderLoad", "parallel-inference-in-process", "FAILURE", None),
    ("DeadlocksInParallel", "parallel-inference", "HANG", "driver"),
    ("WrongUnderLoad", "multi-process-inference/kill-0", "FAILURE", None),
    ("LeaksMemoryPerCompilation", "model-load", "FAILURE", None),
    ("LeaksThreadPerExecution", "parallel-inference", "FAILURE", None),
    ("CrashesAfterTheLastCall", "parallel-inference", "CRASH", "driver"),
    ("HangsOnSecondClient", "client-early-termination", "HANG", "driver"),
    ("SlowButConforming", "multi-process-inference/kill-80", "SUCCESS", None),
    ("SlowButConforming", "performance-degradation", "SUCCESS", None),
    ("SlowerByATenth", "performance-degradation", "SUCCESS", None),
    ("WrongUnderLoad", "burst", "FAILURE", None),
    ("WrongUnderLoad", "random-graph-inference", "FAILURE", None),
    ("WrongWithLittleMemory", "low-memory", "FAILURE", None),
    ("DoesNotComeBack", "driver-death-recovery", "FAILURE", None),
    ("HangsAtRestart", "driver-death-recovery", "HANG", "driver"),
    ("WrongAfterRestart", "driver-death-recovery", "FAILURE", None),
    ("SupportsNothing", "random-graph-inference", "NOT_RUN", None),
]


@pytest.mark.parametrize(
    ("driver", "mode", "outcome", "casualty"),
    [*FAST, *(pytest.param(*row, marks=pytest.mark.slow) for row in SLOW)],
)
def test_the_outcome_of_a_driver(driver, mode, outcome, casualty, models):
    changes = {"HANG": IMPATIENT, "CRASH": {"seconds": 10.0}}  # a crash ends the mode earlier
    if driver == "HangsAtRestart":
        changes["HANG"] = {"limits": replace(LIMITS, start=3.0, starts=1)}
    result = run(driver, mode, models, **changes.get(outcome, {}))
    found = result.details["outcome"], result.details.get("casualty")
    assert found == (outcome, casualty), result
    assert bool(result.reason) == (outcome != "SUCCESS")


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_the_reference_succeeds_in_every_mode(mode, models):
    result = run("reference", mode, models, seconds=0.3, graphs=5)
    assert result.kind is VerdictKind.PASSED, result
    counts = result.details["counts"]
    assert counts.get("executions", 0) + counts.get("compilations", 0) or counts["clients_killed"]
    if mode != "parallel-inference-in-process":
        deaths = 3 if mode == "driver-death-recovery" else 0
        assert result.details["counts"]["driver_starts"] == 1 + deaths


@pytest.mark.slow
def test_recovery_of_the_reference(models):
    result = run("reference", "driver-death-recovery", models)
    assert result.kind is VerdictKind.PASSED, result
    assert result.details["counts"]["driver_starts"] == 4
    assert result.details["counts"]["calls_ended_by_death"] == 3 * SHORT.threads


def test_random_graphs_on_several_clients(models):
    result = run("reference", "random-graph-inference", models, seconds=5.0, graphs=4)
    assert result.kind is VerdictKind.PASSED, result
    assert (result.details["counts"]["graphs"], result.details["counts"]["executions"]) == (4, 12)


def test_a_mode_without_the_needed_calls_is_not_run(models):
    result = run("OldDriver", "burst", models)
    assert result.details["outcome"] == "NOT_RUN"


@pytest.mark.slow
def test_a_mode_whose_path_does_not_apply_ends_early(models):
    result = run("NoCacheFiles", "cached", models)
    assert result.details["outcome"] == "NOT_RUN"
    assert result.durations["stress"] < 20


@pytest.mark.slow
def test_clients_are_killed_and_the_driver_survives(models):
    result = run("reference", "multi-process-model-load/kill-100", models)
    assert result.kind is VerdictKind.PASSED, result
    assert (
        result.details["counts"]["clients_killed"]
        == result.details["counts"]["clients_started"]
        > 1
    )
    assert result.details["counts"]["executions"] > 0
    assert result.details["counts"]["driver_starts"] == 1
