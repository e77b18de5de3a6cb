"""Explanations of planted faults: ``python -m benchmarks.explain [--count N] [--seed S]``.

Each fault depends on one parameter of one operation. The bundled cases of the operation run on the
driver with the fault, and the explanation of the failures is compared with the planted condition.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice

from benchmarks.planted_conditions import FAULTS, PlantedFault, PlantedFaultDevice
from conformance.cases import Example, SpecIndex, bundled_specs
from conformance.cases.random_source import RandomSource
from conformance.failures.explain.explainer import OPTIONS, CauseFinder
from conformance.failures.explain.explanation import Cause
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.hal import OperationType, Version
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import quick_paths
from conformance.oracle.intervals.interval_check import OutputIntervalCheck, interval_check_for
from conformance.run.case_runner import CaseRunner
from conformance.verdicts import Verdict
from generators.single_operations import cells_of_operation, random_cases

_MIN_EXACT = 0.9
_MAX_SECONDS = 20.0
_MAX_CASES = 150
_VERSION = Version.AIDL_V3
_OPTIONS = JudgeOptions(callback_timeout=10.0, pause_every=1 << 30)


@dataclass(frozen=True, slots=True)
class Result:
    """The result for one fault; ``texts`` are the stated condition and its alternatives."""

    fault: PlantedFault
    cause: Cause | None
    seconds: float

    @property
    def texts(self) -> tuple[str, ...]:
        """The condition and the alternatives that the explanation does not separate from it."""
        if self.cause is None or not self.cause.condition:
            return ()
        return (self.cause.condition, *self.cause.alternatives)

    @property
    def exact(self) -> bool:
        """Whether the explanation names exactly the planted condition."""
        return len(self.texts) == 1 and self.texts[0] in self.fault.texts


@cache
def cases_of(operation: OperationType) -> tuple[tuple[str, Example], ...]:
    """Return bundled cases that contain only this operation, with their ids."""
    index, found = SpecIndex(), []
    for file in sorted(bundled_specs().rglob("*.mod.py")):
        for info in index.names(file):
            if set(info.operation_codes) == {operation} and not info.has_error:
                case_id = f"{file.parent.name}/{file.name.removesuffix('.mod.py')}/{info.name}"
                found.append((case_id, file, info.name))
    step = max(1, len(found) // _MAX_CASES)
    examples = [(case_id, index.load(file, name)) for case_id, file, name in found[::step]]
    return tuple((case_id, example) for case_id, example in examples if not example.expect_failure)


def explain_fault(fault: PlantedFault, seconds: float) -> Result:
    """Run the bundled cases on a driver with a fault, and explain the failures."""
    device = PlantedFaultDevice(fault)
    judge = CaseRunner(device, _OPTIONS)
    cases = RunCases()
    cases.add(list(_judge_all(judge, cases_of(fault.operation))))
    judge.close()
    start = time.monotonic()
    if not cases.failures:  # no bundled case has the condition: generated cases find it
        cases.add(list(_judge_random(fault, device)))
    source = CaseSource(_VERSION)
    finder = CauseFinder(
        cases, source, lambda case_id: case_id, partial(CaseRunner, device, OPTIONS), seconds
    )
    causes = finder.find()
    return Result(fault, causes[0] if causes else None, time.monotonic() - start)


def _judge_all(judge: CaseRunner, cases: Sequence[tuple[str, Example]]) -> Iterator[Verdict]:
    paths = quick_paths(_VERSION, timed=False, concurrent=False)
    for case_id, example in cases:
        check = interval_check_for(example)
        yield from judge.run(example, case_id, paths, interval_check=check)


def _judge_random(fault: PlantedFault, device: PlantedFaultDevice) -> Iterator[Verdict]:
    judge = CaseRunner(device, _OPTIONS)
    paths = quick_paths(_VERSION, timed=False, concurrent=False)
    cells = cells_of_operation(fault.operation, _VERSION)
    for number, example in enumerate(islice(random_cases(cells, _VERSION), 200)):
        check = OutputIntervalCheck(example)
        yield from judge.run(example, f"generated/{number}", paths, interval_check=check)
    judge.close()


def choose_faults(count: int, seed: int) -> list[PlantedFault]:
    """Return ``count`` different faults in an order that the seed determines."""
    random, faults = RandomSource(seed), list(FAULTS)
    return [faults.pop(random.below(len(faults))) for _ in range(min(count, len(FAULTS)))]


def main(argv: Sequence[str] | None = None) -> int:
    """Explain the faults, print a table, and return 1 if the explanations are not good enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="number of faults (default: 60)")
    parser.add_argument("--seed", type=int, default=0, help="seed of their choice (default: 0)")
    parser.add_argument("--seconds", type=float, default=10.0, help="time for generated cases")
    arguments = parser.parse_args(argv)
    results = []
    for fault in choose_faults(arguments.count, arguments.seed):
        result = explain_fault(fault, arguments.seconds)
        results.append(result)
        mark = "exact    " if result.exact else "NOT EXACT"
        name = fault.name
        stated = "" if result.exact else f"; stated: {' | '.join(result.texts) or 'nothing'}"
        print(f"{mark} {result.seconds:5.1f} s  {name}{stated}", flush=True)
    exact = sum(result.exact for result in results)
    slowest = max(result.seconds for result in results)
    operations = len({result.fault.operation for result in results})
    print(
        f"{exact} of {len(results)} conditions exact, {operations} operations, "
        f"slowest {slowest:.1f} s"
    )
    return int(exact < _MIN_EXACT * len(results) or slowest > _MAX_SECONDS)


if __name__ == "__main__":
    raise SystemExit(main())
