"""Drivers that differ from the reference only in what the contract permits are not blamed.

The command ``python -m benchmarks.legal_drivers`` runs the same drivers on many more graphs.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conformance.harness.judge import Judge, JudgeOptions, effective_version
from conformance.harness.planning.path_selection import select_paths
from conformance.harness.results.verdict import VerdictKind
from conformance.harness.version_conversion import convert_example
from conformance.operations import find_definition
from conformance.reference import ReferenceDevice
from conformance.suite import checks_by_area
from conformance.validation.compliance import NotConvertibleError
from generators.graph_judge import GraphJudge
from generators.intervals.interval_check import interval_check_for
from generators.other_data import other_data_for
from generators.profile_parameters import parse_profile
from tests.faults.spec_judging import INDEX, SPECS
from tests.sample_drivers.values.legal_drivers import LEGAL_DRIVERS

SAMPLE = 997
CASES = [
    (file, info.name)
    for number, file in enumerate(sorted(SPECS.glob("*/*.mod.py")))
    for info in INDEX.names(file)[number % SAMPLE :: SAMPLE]
]
"""A sample of the bundled cases, of many files."""
CHECKS = [check for area in checks_by_area().values() for check in area[::9]][::7]
GRAPHS = 4


def test_there_are_at_least_forty_legal_drivers() -> None:
    assert len(LEGAL_DRIVERS) >= 40


def judge_specs(device: ReferenceDevice) -> list[str]:
    """Run the sample of cases as a plain run does; return the verdicts that blame the driver."""
    version = effective_version(device)
    judge = Judge(device, JudgeOptions(callback_timeout=10))
    bad = []
    for file, name in CASES:
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
@pytest.mark.parametrize("name", LEGAL_DRIVERS)
def test_a_legal_driver_is_not_blamed(name: str) -> None:
    driver = LEGAL_DRIVERS[name]
    assert judge_specs(driver()) == []
    assert judge_graphs(driver()) == []


CALLS = [name for name in LEGAL_DRIVERS if name[0].isupper() or name.startswith("declines")]


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS[::9])
def test_the_checks_of_the_suite_do_not_blame_a_legal_driver(name: str) -> None:
    assert judge_checks(LEGAL_DRIVERS[name]) == []
