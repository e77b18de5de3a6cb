"""Runs one case on a driver with the checks of a test session."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.cases.casefile import CaseFile
from conformance.hal import Device
from conformance.harness.failure import FailureHook
from conformance.harness.judge import Judge, JudgeOptions, effective_version
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.oracle.other_data import other_data_for
from conformance.verdicts import Verdict


def run_case(
    device: Device,
    case: CaseFile,
    paths: Sequence[ExecutionPath],
    options: JudgeOptions,
    on_failure: FailureHook | None = None,
) -> list[Verdict]:
    """Return the verdicts on a case along these paths, and the late ones.

    Each path ends with a further execution with other data. At the end the process of an isolated
    driver is closed, so that one case cannot change the result of the next.
    """
    judge = Judge(device, options, on_failure=on_failure)
    verdicts = judge.judge(
        case.example,
        case.case_id,
        paths,
        interval_check=interval_check_for(case.example, case.source),
        other_data=other_data_for(case.example, case.source, effective_version(device)),
    )
    return verdicts + judge.close()
