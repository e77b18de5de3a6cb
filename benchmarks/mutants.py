"""What one mutant costs: looked at by the validator, and handed to a driver, canary included.

The mutants are those of bundled examples of a few operations that break a rule of models as such.
The driver is the reference; the peer is what a client does with a valid model in the same process:
asking what is supported and preparing, for the examples that the mutants were made from. Figures
are CPU time of this thread's process; both run alternately.
"""

from __future__ import annotations

import statistics
import time

from benchmarks.table import Row, show
from conformance.hal import ExecutionPreference, OperationType, Version
from conformance.harness import Options, calls
from conformance.harness.callbacks import PreparedModelRecord
from conformance.reference import ReferenceDevice
from conformance.specfile import Example
from conformance.suite.bench import Bench
from conformance.suite.mutants import STRUCTURAL, Examiner
from conformance.suite.sources import examples_of
from conformance.validation import first_violation
from generators.mutations import mutations_of

VERSION = Version.V1_3
OPERATIONS = (OperationType.ADD, OperationType.CONV_2D, OperationType.SOFTMAX, OperationType.SPLIT)
ROUNDS = 5
MUTANTS = 1500
GOAL = 2000


def _prepare(device: ReferenceDevice, examples: list[Example]) -> float:
    """CPU seconds of asking and preparing, per valid model."""
    start = time.process_time()
    for example in examples:
        calls.ask_supported(device, example.model)
        preference = ExecutionPreference.FAST_SINGLE_ANSWER
        end = calls.prepare(device, example.model, preference, 10, PreparedModelRecord())
        if end.model is None:
            raise SystemExit(f"{example.name} was not prepared")
    return (time.process_time() - start) / len(examples)


def _looked_at(examples: list[Example]) -> float:
    """CPU seconds of making and judging a mutant."""
    start, count, invalid = time.process_time(), 0, 0
    for example in examples:
        for _, mutation in mutations_of(example.model, VERSION):
            invalid += first_violation(mutation.make(), VERSION, example.model) is not None
            count += 1
    if not count > invalid > count / 2:
        raise SystemExit(f"{invalid} of {count} mutants are invalid, which cannot be")
    return (time.process_time() - start) / count


def main() -> int:
    """Print the table; 1 when a plant is not seen."""
    examples = [one for code in OPERATIONS for one in examples_of(code, VERSION, 4)]
    device = ReferenceDevice(VERSION)
    examiner = Examiner(Bench(device, VERSION, Options()))
    chosen = [
        choice
        for choice in examiner.choices(examples, 0)
        if choice.violation is not None and choice.violation.rule.name in STRUCTURAL
    ][:MUTANTS]
    looked, handed, peer = [], [], []
    for _ in range(ROUNDS):
        peer.append(_prepare(device, examples))
        looked.append(_looked_at(examples))
        start = time.process_time()
        for choice in chosen:
            if examiner.judged(*choice) is not None:
                raise SystemExit(f"the reference fails at {choice.mutation}")
        handed.append((time.process_time() - start) / len(chosen))
    _see_a_plant(examples)
    ms = statistics.median
    rules = {choice.violation.rule.name for choice in chosen if choice.violation is not None}
    print(f"{len(chosen)} mutants of {len(rules)} rules, {1 / ms(handed):.0f} per second and core")
    show(
        "mutants (microseconds; peer: a valid model asked about and prepared)",
        [
            Row("made and judged by the validator", ms(looked) * 1e6, ms(peer) * 1e6, ""),
            Row(
                "handed to the driver, with canary",
                ms(handed) * 1e6,
                ms(peer) * 1e6,
                f"at most {1e6 / GOAL:.0f} microseconds",
            ),
        ],
    )
    return 0


def _see_a_plant(examples: list[Example]) -> None:
    """A driver that lacks a rule must be told so, or the figures mean nothing."""
    device = ReferenceDevice(VERSION)
    device.tolerated_rules = device.tolerated_rules | {"operand.scale"}
    examiner = Examiner(Bench(device, VERSION, Options()))
    examiner.examine(examples[:1], MUTANTS)
    if not any(culprit.finding.rule == "operand.scale" for culprit in examiner.culprits):
        raise SystemExit("a driver without the rule operand.scale was not noticed")


if __name__ == "__main__":
    raise SystemExit(main())
