"""Experiments: running further cases on the driver until one condition explains its failures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from conformance.cases.example import Example
from conformance.cases.sources import cases_like
from conformance.failures.explain.conditions import (
    Conjunction,
    Observation,
    Separation,
    holds,
    separate,
)
from conformance.failures.explain.features import TYPE, example_features, path_features
from conformance.failures.localization import ExampleRunner
from conformance.hal import OperationType
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath, find_path, quick_paths
from conformance.oracle.other_data import OtherDataOf
from conformance.verdicts import Verdict, VerdictKind

OPTIONS: Final = JudgeOptions(callback_timeout=10.0, pause_every=1 << 30)
"""The options of the runner of experiments."""
_ROUND: Final = 96
"""Number of cases of a round of experiments."""
_STABLE_ROUNDS: Final = 2
"""Number of rounds without a contradiction after which an explanation is final."""
_MAX_ROUNDS: Final = 14
_RAN: Final = frozenset({VerdictKind.PASSED, VerdictKind.QUALITY_WARNING})

IsSameFailure = Callable[[Verdict], bool]
"""Returns whether a verdict is a failure of the kind that is explained."""


@dataclass(slots=True)
class Experiments:
    """Runs generated cases of one operation with a runner, and closes it.

    ``same_failure`` decides which verdicts count as failures; cases with any other verdict except a
    pass are not used. ``seconds`` limits the time of all rounds together.
    """

    runner: ExampleRunner
    operation: OperationType
    same_failure: IsSameFailure
    seconds: float
    path: str = ""
    excluded: tuple[Conjunction, ...] = ()
    """Conditions of other causes; cases that meet one of them are not used."""
    with_other_data: bool = False
    """Whether each case is executed a second time with other data."""
    observations: list[Observation] = field(default_factory=list)
    """The results of the generated cases."""

    def separate(self, recorded: Sequence[Observation]) -> Separation | None:
        """Return the separation of all cases, known and generated, when it no longer changes.

        ``recorded`` are the cases of the run.
        """
        version = self.runner.version
        end = time.monotonic() + self.seconds
        path = find_path(self.path) or quick_paths(version, timed=False, concurrent=False)[0]
        failing = {str(one.features.get(TYPE)) for one in recorded if one.failed}
        random = cases_like(self.operation, version, failing)
        before = separate(recorded)
        kept = [one for one in before.conjunctions if one] if before is not None else []
        found, stable = separate([*recorded, *self.observations], kept), 0
        try:
            for _ in range(_MAX_ROUNDS):
                if stable >= _STABLE_ROUNDS or time.monotonic() > end:
                    break
                count = len(self.observations)
                for example in islice(random, _ROUND):
                    if time.monotonic() > end:
                        break
                    self._observe(example, path)
                if len(self.observations) == count:
                    stable += 1
                    continue
                again = separate([*recorded, *self.observations], kept)
                stable = stable + 1 if _agree(found, again) else 0
                found = again
        finally:
            self.runner.close()
        return found

    def _observe(self, example: Example, path: ExecutionPath) -> None:
        """Run a case; keep its observation if it says something about the failure."""
        features = example_features(example)
        if features is None or any(holds(other, features) for other in self.excluded):
            return
        name = f"explanation/{self.operation.name}/{len(self.excluded)}.{len(self.observations)}"
        other_data = None
        if self.with_other_data:
            other_data = OtherDataOf(example, self.runner.version, specified=False)
        verdict = self.runner.first_failure(
            example, name, [path], other_data=other_data, diagnoses=False
        )
        failed = self.same_failure(verdict)
        if not failed and verdict.kind not in _RAN:
            return
        complete = {**features, **path_features(verdict.path)}
        self.observations.append(Observation(complete, failed, name, verdict.path))


def _agree(before: Separation | None, after: Separation | None) -> bool:
    """Return whether a round left the hypotheses as they were."""
    if before is None or after is None:
        return before is after
    return set(before.conjunctions) == set(after.conjunctions) and before.errors == after.errors
