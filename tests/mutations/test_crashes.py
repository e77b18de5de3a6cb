"""If a driver dies or hangs on a mutant, the mutant is saved as a case and the run continues."""

from __future__ import annotations

import os
import shlex
import sys
from collections import Counter
from pathlib import Path

import pytest

from conformance.cases.casefile import read_case
from conformance.results.event_stream import read_events
from conformance.validation import first_violation
from conformance.verdicts import VerdictKind
from tests.sample_drivers.processes import crashing_drivers
from tests.whole_runs import run_pytest

DRIVERS = Path(crashing_drivers.__file__)
SHORT = ("--isolate", "--limit", "prepare=0.6", "--limit", "query=5", "--seed", "0")
SPEC = """
for n in range(2):
    x = Input("x", ("TENSOR_FLOAT32", [2 + n])).ShouldNeverBeInternal()
    y = Output("y", ("TENSOR_FLOAT32", [2 + n]))
    t = Internal("t", ("TENSOR_FLOAT32", [2 + n]))
    model = Model("model%d" % n).Operation("RELU", x).To(t).Operation("RELU", t).To(y)
    Example({x: [1.0] * (2 + n), y: [1.0] * (2 + n)}, model=model).DisableLifeTimeVariation()
"""


class Run:
    """Runs pytest in a separate folder with one of the drivers of ``crashing_drivers.py``."""

    def __init__(self, path: Path, driver: str) -> None:
        self.path = path
        self.driver = f"{DRIVERS}:{driver}"

    def __call__(self, *arguments: str) -> int:
        known = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "CI"))}
        known.update(PYTHONPATH=os.pathsep.join(sys.path), COLUMNS="200")
        arguments = [*arguments, "--driver", self.driver, "--events", "events.jsonl", *SHORT]
        status, self.out = run_pytest(
            ["-p", "no:cacheprovider", *arguments], self.path, known, timeout=240
        )
        return status

    def verdicts(self) -> dict[str, VerdictKind]:
        """Return the kind of every verdict, by case id and path."""
        stream = read_events(self.path / "events.jsonl")
        return {f"{v.case_id} {v.path}".strip(): v.kind for v in stream.verdicts}

    def cases(self) -> list[Path]:
        """Return the case files of failures."""
        return sorted((self.path / "nn-failures").rglob("*.case"))


@pytest.mark.parametrize(
    ("driver", "check", "kind"),
    [
        pytest.param(
            "DiesOnNegativeScale", "invalid_models", VerdictKind.CRASH, marks=pytest.mark.slow
        ),
        pytest.param("HangsOnIndex", "invalid_models", VerdictKind.HANG, marks=pytest.mark.slow),
        ("DiesOnMissingPool", "invalid_requests", VerdictKind.CRASH),
    ],
)
def test_a_mutant_that_kills_the_driver_is_reported_and_saved(tmp_path, driver, check, kind):
    run = Run(tmp_path, driver)
    # A negative scale is not among the first mutants.
    mutants = "300" if driver == "DiesOnNegativeScale" else "60"
    cases = (f"suite/{check}/FLOOR", "suite/queries/driver_name")
    assert run(*cases, "--mutants", mutants) == 1, run.out
    assert run.verdicts() == {
        f"suite/{check}/FLOOR": kind,
        "suite/queries/driver_name": VerdictKind.PASSED,
    }
    (file,) = run.cases()
    example = read_case(file).example
    if check == "invalid_models":
        assert example.expect_failure
        assert first_violation(example.model) is not None
        assert len(example.model.main.operations) == 1
        # The case file alone, with the driver, reproduces the crash or hang.
        assert run(str(file)) == 1
        assert set(run.verdicts().values()) == {kind}
    assert shlex.quote(run.driver) in run.out


def test_mutants_of_collected_cases_continue_after_a_crash(tmp_path):
    spec = tmp_path / "V1_2" / "chain.mod.py"
    spec.parent.mkdir()
    spec.write_text(SPEC)
    run = Run(tmp_path, "DiesOnNegativeScale")
    assert run("V1_2", "--limit", "case-mutants=400", "--paths", "sync-low") == 1, run.out
    by_path = Counter((name.split()[-1], kind) for name, kind in run.verdicts().items())
    assert by_path["sync-low", VerdictKind.PASSED] == by_path["mutants", VerdictKind.CRASH] == 2
    assert {kind for path, kind in by_path if path != "mutants"} == {VerdictKind.PASSED}
    assert len(run.cases()) == 2
    for file in run.cases():
        assert first_violation(read_case(file).example.model) is not None
