"""Measure the cost of one mutant: in the validator, and in a driver with the health check.

The mutants are derived from bundled examples of a few operations and violate a structural rule of
models. The driver is the reference driver. The peer is get_supported_operations and preparation of
the valid examples in the same process. Figures are CPU time of this process; both are measured
alternately.
"""

from __future__ import annotations

import statistics
import time

from benchmarks.ratio_table import RatioRow, print_ratios
from conformance.cases import Example
from conformance.checks.check_context import CheckContext
from conformance.checks.mutants.model_mutants import STRUCTURAL_RULES, MutantRunner
from conformance.checks.mutants.mutation_sources import select_examples
from conformance.hal import ExecutionPreference, OperationType, Version
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.judge import JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.validation import first_violation
from conformance.validation.mutations import mutations_of

VERSION = Version.V1_3
OPERATIONS = (OperationType.ADD, OperationType.CONV_2D, OperationType.SOFTMAX, OperationType.SPLIT)
ROUNDS = 5
MUTANTS = 1500
GOAL = 2000


def _prepare(device: ReferenceDevice, examples: list[Example]) -> float:
    """Return the CPU seconds of the support query and the preparation of one valid model."""
    start = time.process_time()
    for example in examples:
        driver_calls.get_supported_operations(device, example.model)
        preference = ExecutionPreference.FAST_SINGLE_ANSWER
        end = driver_calls.prepare_model(
            device, example.model, preference, 10, RecordingPreparedModelCallback()
        )
        if end.model is None:
            raise SystemExit(f"{example.name} was not prepared")
    return (time.process_time() - start) / len(examples)


def _validation_seconds(examples: list[Example]) -> float:
    """Return the CPU seconds of creating and validating one mutant."""
    start, count, invalid = time.process_time(), 0, 0
    for example in examples:
        for _, mutation in mutations_of(example.model, VERSION):
            invalid += first_violation(mutation.build(), VERSION, example.model) is not None
            count += 1
    if not count > invalid > count / 2:
        raise SystemExit(f"{invalid} of {count} mutants are invalid; expected most, but not all")
    return (time.process_time() - start) / count


def main() -> int:
    """Print the table and return the exit status."""
    examples = [one for code in OPERATIONS for one in select_examples(code, VERSION, 4)]
    device = ReferenceDevice(VERSION)
    examiner = MutantRunner(CheckContext(device, JudgeOptions()))
    chosen = [
        choice
        for choice in examiner.select_mutants(examples, 0)
        if choice.violation is not None and choice.violation.rule.name in STRUCTURAL_RULES
    ][:MUTANTS]
    looked, handed, peer = [], [], []
    for _ in range(ROUNDS):
        peer.append(_prepare(device, examples))
        looked.append(_validation_seconds(examples))
        start = time.process_time()
        for choice in chosen:
            if examiner.run_mutant(choice) is not None:
                raise SystemExit(f"the reference driver fails with {choice.mutation}")
        handed.append((time.process_time() - start) / len(chosen))
    _check_planted_fault(examples)
    ms = statistics.median
    rules = {choice.violation.rule.name for choice in chosen if choice.violation is not None}
    print(f"{len(chosen)} mutants of {len(rules)} rules, {1 / ms(handed):.0f} per second and core")
    print_ratios(
        "mutants (microseconds; peer: support query and preparation of a valid model)",
        [
            RatioRow("created and validated", ms(looked) * 1e6, ms(peer) * 1e6, ""),
            RatioRow(
                "passed to the driver, with health check",
                ms(handed) * 1e6,
                ms(peer) * 1e6,
                f"at most {1e6 / GOAL:.0f} microseconds",
            ),
        ],
    )
    return 0


def _check_planted_fault(examples: list[Example]) -> None:
    """Check that a driver that lacks a rule is detected; otherwise the figures mean nothing."""
    device = ReferenceDevice(VERSION)
    device.tolerated_rules = device.tolerated_rules | {"operand.scale"}
    examiner = MutantRunner(CheckContext(device, JudgeOptions()))
    examiner.run(examples[:1], MUTANTS)
    if not any(culprit.finding.rule == "operand.scale" for culprit in examiner.mishandled):
        raise SystemExit("a driver that does not check the rule operand.scale was not detected")


if __name__ == "__main__":
    raise SystemExit(main())
