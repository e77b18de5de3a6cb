"""The specs of ``benchmarks.legal_drivers``: run the cases of spec files and count the verdicts.

A driver that differs only in its kernels is called for one case in 128. Its results for the other
cases are computed and compared without calls (``benchmarks/legal_driver_graphs.py``). Other drivers
run one case in 16.
"""

from __future__ import annotations

import gc
from pathlib import Path

from benchmarks.legal_driver_graphs import (
    ALL_CALLS_EVERY,
    DIFFERENT_KERNELS,
    FAILURES,
    Count,
    Drivers,
    KernelRun,
)
from conformance.cases import Example, SpecIndex
from conformance.cases.version_conversion import convert_example
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.path_selection import select_paths
from conformance.operations import find_definition
from conformance.oracle.intervals.interval_check import OutputIntervalCheck, interval_check_for
from conformance.oracle.other_data import other_data_for
from conformance.run.case_runner import CaseRunner
from conformance.validation.version import NotConvertibleError

OTHER_DRIVERS_EVERY = 16
"""A driver whose calls differ runs one case in 16."""


def run_specs(drivers: Drivers, file: Path, profile: str) -> list[Count]:
    """Run the cases of a spec file on drivers of one version, and return the counts."""
    judges = {
        name: CaseRunner(create(), JudgeOptions(callback_timeout=10))
        for name, create in drivers.items()
    }
    counts = {name: Count(name, profile, 0) for name in drivers}
    index, gc_is_due = SpecIndex(), 0
    gc.freeze()
    for number, info in enumerate(index.names(file)):
        example = index.load(file, info.name)
        if any(find_definition(one.type) is None for one in example.model.main.operations):
            continue
        _run_case(judges, counts, example, number)
        gc_is_due += 1
        if gc_is_due % 32 == 0:
            gc.collect()
    for name, judge in judges.items():
        for verdict in judge.close():
            if str(verdict.kind) in FAILURES:
                counts[name].fail(verdict)
    gc.unfreeze()
    return list(counts.values())


def _run_case(
    judges: dict[str, Judge], counts: dict[str, Count], example: Example, number: int
) -> None:
    version = next(iter(judges.values())).version
    try:
        example = convert_example(example, version)[0]
    except NotConvertibleError:
        for count in counts.values():
            count.graphs += 1
            count.other += 1
        return
    check = interval_check_for(example)
    kernels = _kernel_run(example, version, check)
    for name, judge in judges.items():
        count, computes = counts[name], isinstance(judge.device, DIFFERENT_KERNELS)
        if number % (ALL_CALLS_EVERY if computes else OTHER_DRIVERS_EVERY):
            if not computes:
                continue
            if kernels is not None and kernels.accepts(judge.device):  # type: ignore[arg-type]
                count.graphs += 1
                count.passed += 1
                continue
        count.graphs += 1
        _judge(judge, count, example, check)


def _kernel_run(
    example: Example, version: int, check: OutputIntervalCheck | None
) -> KernelRun | None:
    """Return the example, prepared for kernels; ``None`` if only calls can check it."""
    if example.expect_failure or example.multinomial_tolerance:
        return None
    explains = check if check is not None and not check.open_only else None
    try:
        return KernelRun(example, version, explains)  # type: ignore[arg-type]
    except Exception:  # the full run reports it
        return None


def _judge(judge: Judge, count: Count, example: Example, check: OutputIntervalCheck | None) -> None:
    """Run a case with all calls, as a plain run does, and count the worst verdict."""
    version, name = judge.version, example.name
    verdicts = list(
        judge.run(
            example,
            name,
            select_paths(version, name, example),
            interval_check=check,
            other_data=other_data_for(example, version),
        )
    )
    failures = [one for one in verdicts if str(one.kind) in FAILURES]
    if failures:
        count.fail(failures[0])
    elif any(one.kind == "passed" for one in verdicts):
        count.passed += 1
    else:
        count.other += 1
