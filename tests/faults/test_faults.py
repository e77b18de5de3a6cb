"""The bundled specs detect every fault, and the verdict has the expected rule and reason."""

from __future__ import annotations

import fnmatch
import logging
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path as FilePath

import pytest

from conformance.hal import Version
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.operations import definitions
from conformance.reference import create_device
from conformance.verdicts import RULES, Verdict, VerdictKind
from tests.faults.spec_judging import files, judge_file, names, verdicts
from tests.faults.values import (
    ALL_FAULTS,
    CONTRACT_FAULTS,
    CONTROL_FLOW_FAULTS,
    GENERIC_FAULTS,
    OPERATION_FAULTS,
)
from tests.sample_drivers.values.fault_injection import Fault

OUT_OF_REACH = {
    "prepare.declined": "names a decline, which is no fault",
    "execution.creation": "takes a reusable execution: tests of its own plant faults there",
    "execute.declined": "names a decline, which is no fault",
    "version.declared": "the plugin sets the case aside before it is judged",
    "baseline.*": "takes a baseline: tests/gate plants faults there",
    "buffer.*": "takes a path with driver-managed buffers: tests of its own plant faults there",
    "cache.*": "takes a path from the compilation cache: tests of its own plant faults there",
    "domain.declined": "names a decline, which is no fault",
    "guard.unused": "takes a path with driver-managed buffers",
    "values.bias": "takes a layer of a model file: tests/mlts plants faults there",
    "coupling.*": "takes a run with coupling: tests of its own plant faults there",
    "burst.*": "takes a burst path: tests of its own plant faults there",
    "fence.*": "takes a fenced path: tests of its own plant faults there",
    "output_form.*": "takes another form of the outputs: tests of its own plant faults there",
    "path.*": "says that a path is not for the driver, which is no fault",
    "output_shape.insufficient": "takes a buffer that is too small on purpose",
    "refusal.recovery": "takes a request after a refused one",
    "timing.fenced_consistent": "takes a fenced path",
    "timing.plausible": "compares clocks, tests of its own plant faults there",
    "driver.time": "takes a run whose calls use up the limit on the driver's time",
    "internal": "blames the suite",
    "spec.*": "blames the spec file",
    "case.*": "blames the case file, or needs a process of the driver's own",
    "model.expressible": "says that the contract lacks an operator of a model file",
    "model.unreadable": "blames the model file",
    "process.*": "needs a process of the driver's own, or changes that of the tests",
    "run.*": "needs a case that pytest, a plugin or a signal handler skips or ends",
    "stress.*": "takes a stress mode: tests/plugin and tests/mlts plant faults there",
    "values.other_data": "takes an execution with other data: tests of its own plant faults there",
    "values.distribution": "takes RANDOM_MULTINOMIAL, whose faults are made systematically",
}
"""Rules that no driver can break with the bundled specs in the test process, with the reasons.

The keys are patterns of rule names, in which ``*`` matches any ending.
"""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Disable logging: the driver logs a traceback for each faulty kernel that raises."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def parameter_id(fault: Fault) -> str:
    """Return the id of a fault's tests."""
    return fault.name.replace(" ", "-")


SAMPLE = 20
"""About so many cases of a fault run at a time; the slow tests run all cases."""


def number_of_parts(fault: Fault) -> int:
    """Return into how many parts of about ``SAMPLE`` cases the cases of a fault are divided."""
    cases = sum(len(names(file, fault.cases)) for file in files(fault.specs))
    return max(1, cases // SAMPLE)


@cache
def reference_failures(
    file: FilePath,
    cases: tuple[str, ...],
    paths: tuple[ExecutionPath, ...],
    version: Version,
) -> tuple[str, ...]:
    """Return the failures of the reference driver on these cases; none is expected."""
    device = create_device(version)
    return tuple(
        str(verdict)
        for verdict in judge_file(device, file, cases, paths)
        if verdict.kind != VerdictKind.PASSED
    )


def names_it(fault: Fault, verdict: Verdict) -> bool:
    """Return whether the verdict has the fault's rule, reason and additional rule."""
    further_rules = [entry["rule"] for entry in verdict.details.get("further_findings", ())]
    return (
        verdict.rule == fault.rule
        and all(text in verdict.reason for text in fault.expected_texts)
        and (not fault.second_rule or fault.second_rule in further_rules)
    )


def failed_verdicts(fault: Fault, part: int, parts: int) -> list[Verdict]:
    """Run a part of a fault's cases; return the failed verdicts, which blame the fault alone.

    The reference driver passes the same cases.
    """
    version = fault.device().version
    for file in files(fault.specs):
        cases = names(file, fault.cases)[part::parts]
        assert reference_failures(file, cases, fault.paths, version) == ()
    bad = [v for v in verdicts(fault, part, parts) if v.kind != VerdictKind.PASSED]
    assert {verdict.rule for verdict in bad} <= {fault.rule, *fault.additional_rules}
    for verdict in bad:
        name = verdict.case_id.rpartition("/")[2]
        assert not any(text in name for text in fault.unaffected_cases), (
            f"blamed too much: {verdict}"
        )
        if fault.wrong_paths:
            assert any(text in verdict.path for text in fault.wrong_paths), str(verdict)
    return bad


@pytest.mark.parametrize(
    "fault",
    [
        fault
        for number, fault in enumerate(ALL_FAULTS)
        if fault not in GENERIC_FAULTS and (number % 4 == 0 or fault in CONTRACT_FAULTS)
    ],
    ids=parameter_id,
)
def test_fault_is_caught_and_named(fault: Fault) -> None:
    """A part of the cases suffices for nearly every fault; if not, another part follows.

    These tests plant the faults in answers, and every fourth of the others.
    """
    parts = number_of_parts(fault)
    bad: list[Verdict] = []
    for part in range(parts):
        bad += failed_verdicts(fault, part, parts)
        if any(names_it(fault, verdict) for verdict in bad):
            return
    assert bad, "nothing was noticed"
    pytest.fail(str(bad[0]))


@pytest.mark.slow
@pytest.mark.parametrize("fault", ALL_FAULTS, ids=parameter_id)
def test_fault_is_named_and_nothing_else_is_blamed_in_any_case(fault: Fault) -> None:
    bad = failed_verdicts(fault, 0, 1)
    assert any(names_it(fault, verdict) for verdict in bad), str(bad[:1])


def test_every_operation_has_its_own_faults() -> None:
    count = Counter(fault.name.partition(":")[0] for fault in OPERATION_FAULTS)
    early = [d.name for d in definitions().values() if d.since <= Version.V1_1]
    assert {name: count[name] for name in early if count[name] < 2} == {}


def test_every_rule_has_a_fault() -> None:
    """Each rule has a fault or is listed as out of reach, and never both."""
    planted = {fault.rule for fault in ALL_FAULTS} | {fault.second_rule for fault in ALL_FAULTS}
    unreached = set(RULES) - planted
    excused = {pattern: set(fnmatch.filter(RULES, pattern)) for pattern in OUT_OF_REACH}
    assert [pattern for pattern, rules in excused.items() if not rules] == []
    assert unreached == set().union(*excused.values())


def test_names_are_unique() -> None:
    names = Counter(
        fault.name
        for fault in (*OPERATION_FAULTS, *CONTRACT_FAULTS, *GENERIC_FAULTS, *CONTROL_FLOW_FAULTS)
    )
    assert [name for name, times in names.items() if times > 1] == []
