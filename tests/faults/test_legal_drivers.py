"""Drivers that differ from the reference only in what the contract permits are not blamed.

The command ``python -m benchmarks.legal_drivers`` runs the same drivers on many more graphs.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks import legal_drivers
from conformance.hal import OperationType
from conformance.harness.judge import Judge, JudgeOptions, effective_version
from conformance.harness.planning.path_selection import select_paths
from conformance.harness.results.verdict import VerdictKind
from conformance.harness.version_conversion import convert_example
from conformance.operations import Call, Kernel, find_definition
from conformance.reference import ReferenceDevice
from conformance.suite import checks_by_area
from conformance.validation.compliance import NotConvertibleError
from generators.graph_judge import GraphJudge
from generators.intervals.interval_check import interval_check_for
from generators.other_data import other_data_for
from generators.profile_parameters import parse_profile
from tests.faults.spec_judging import INDEX, SPECS
from tests.sample_drivers.graphs.other_choices import Choosing
from tests.sample_drivers.values.legal_drivers import LEGAL_DRIVERS

SAMPLE = 997
CASES = [
    (file, info.name)
    for number, file in enumerate(sorted(SPECS.glob("*/*.mod.py")))
    for info in INDEX.names(file)[number % SAMPLE :: SAMPLE]
]
"""A sample of the bundled cases, of many files."""
CHECKS = [check for area in checks_by_area().values() for check in area[::9]][::7]
GRAPHS = 2


def test_there_are_at_least_forty_legal_drivers() -> None:
    assert len(LEGAL_DRIVERS) >= 40


def judge_specs(device: ReferenceDevice, part: int) -> list[str]:
    """Run a third of the sample as a plain run does; return the verdicts that blame the driver."""
    version = effective_version(device)
    judge = Judge(device, JudgeOptions(callback_timeout=10))
    bad = []
    for file, name in CASES[part % 3 :: 3]:
        example = INDEX.load(file, name)
        if any(find_definition(one.type) is None for one in example.model.main.operations):
            continue
        try:
            example = convert_example(example, version)[0]
        except NotConvertibleError:
            continue
        verdicts = judge.judge(
            example,
            name,
            select_paths(version, name, example),
            interval_check=interval_check_for(example, ""),
            other_data=other_data_for(example, "", version),
        )
        bad += [str(v) for v in verdicts if v.kind.blames_driver or v.kind == "internal_error"]
    return [*bad, *map(str, judge.close())]


def judge_graphs(device: ReferenceDevice) -> list[str]:
    """Run random graphs; return the records that blame the driver."""
    judge = GraphJudge(device)
    bad = []
    for name in ("default", "special"):
        for seed in range(GRAPHS):
            record = judge.judge_seed(parse_profile(name), seed)
            if record.kind in (VerdictKind.FAILED, VerdictKind.INTERNAL_ERROR):
                bad.append(f"{name}/{seed}: {record.reason}")
    judge.judge.close()
    return bad


def judge_checks(driver: Callable[[], ReferenceDevice]) -> list[str]:
    """Run a sample of the suite's checks; return the verdicts that blame the driver."""
    device = driver()
    judge = Judge(device, JudgeOptions(callback_timeout=5, mutants_per_operation=1))
    verdicts = [
        verdict
        for check in CHECKS
        for verdict in check.run(judge, effective_version(device), driver, lambda: None)
    ]
    verdicts += judge.close()
    return [str(v) for v in verdicts if v.kind.blames_driver or v.kind == "internal_error"]


@pytest.mark.slow
@pytest.mark.parametrize(("part", "name"), list(enumerate(LEGAL_DRIVERS)))
def test_a_legal_driver_is_not_blamed(part: int, name: str) -> None:
    driver = LEGAL_DRIVERS[name]
    assert judge_specs(driver(), part) == []
    assert judge_graphs(driver()) == []


CALLS = [name for name in LEGAL_DRIVERS if name[0].isupper() or name.startswith("declines")]


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS[::9])
def test_the_checks_of_the_suite_do_not_blame_a_legal_driver(name: str) -> None:
    assert judge_checks(LEGAL_DRIVERS[name]) == []


class LargeMinima(ReferenceDevice):
    """A faulty driver: its minima are too large by one."""

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.MINIMUM:
            return kernel
        return lambda inputs: [kernel(inputs)[0] + kernel(inputs)[0].dtype.type(1)]


class FaultyKernels(Choosing, LargeMinima):
    """The same fault in a driver that differs only in its kernels."""


@pytest.mark.parametrize("driver", [LargeMinima, FaultyKernels])
def test_the_benchmark_reports_a_faulty_driver(driver, monkeypatch, tmp_path, capsys) -> None:
    monkeypatch.setattr(
        legal_drivers,
        "LEGAL_DRIVERS",
        {"faulty": driver, "other sums": LEGAL_DRIVERS["other sums 0"]},
    )
    results, page = tmp_path / "counts.jsonl", tmp_path / "page.md"
    arguments = [
        "--default",
        "40",
        "--special",
        "0",
        "--results",
        str(results),
        "--page",
        str(page),
    ]
    assert legal_drivers.main(arguments) == 1
    assert "faulty: random/default/" in capsys.readouterr().out
    rows = {
        line.split("|")[1].strip(): line for line in page.read_text().splitlines() if "| `" in line
    }
    assert rows["`other sums`"].endswith("| 40 | 0 | 0 | 0 |")
    assert not rows["`faulty`"].endswith("| 0 |")
