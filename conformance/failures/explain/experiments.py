"""Experiments: running further cases on the driver until one condition explains its failures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from conformance.cases.example import Example
from conformance.failures.explain.candidates import CaseEditor, cells_of_operation, random_cases
from conformance.failures.explain.conditions import Conjunction, holds
from conformance.failures.explain.features import TYPE, example_features, path_features
from conformance.failures.explain.search import Observation, Separation, separate
from conformance.failures.localization.localizer import first_failure
from conformance.hal import Device, OperationType
from conformance.harness.judge import Judge, JudgeOptions, effective_version
from conformance.harness.planning.execution_path import ExecutionPath, quick_paths
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.oracle.other_data import OtherDataOf
from conformance.verdicts import Verdict, VerdictKind
from generators.construction.random_source import RandomSource
from generators.generate import OperationCell

_OPTIONS: Final = JudgeOptions(
    callback_timeout=10.0, pause_every=1 << 30, structure_check_every=1 << 30
)
_ROUND: Final = 96
"""Number of cases of a round of experiments."""
_STABLE_ROUNDS: Final = 2
"""Number of rounds without a contradiction after which an explanation is final."""
_MAX_ROUNDS: Final = 14
_EDITED: Final = 12
"""Number of known cases that are changed in a round."""
_RAN: Final = frozenset({VerdictKind.PASSED, VerdictKind.QUALITY_WARNING})

IsSameFailure = Callable[[Verdict], bool]
"""Returns whether a verdict is a failure of the kind that is explained."""


@dataclass(slots=True)
class Experiments:
    """Runs generated cases of one operation on a driver.

    ``same_failure`` decides which verdicts count as failures; cases with any other verdict except a
    pass are not used. ``seconds`` limits the time of all rounds together.
    """

    device: Device
    operation: OperationType
    same_failure: IsSameFailure
    seconds: float
    seed: int = 0
    path: str = ""
    excluded: tuple[Conjunction, ...] = ()
    """Conditions of other causes; cases that meet one of them are not used."""
    with_other_data: bool = False
    """Whether each case is executed a second time with other data."""
    observations: list[Observation] = field(default_factory=list)
    """The results of the generated cases."""

    def separate(
        self, recorded: Sequence[Observation], known: Sequence[tuple[Observation, Example]]
    ) -> Separation | None:
        """Return the separation of all cases, known and generated, when it no longer changes.

        ``recorded`` are the cases of the run, ``known`` some of them with their examples.
        """
        version = effective_version(self.device)
        end = time.monotonic() + self.seconds
        judge = Judge(self.device, _OPTIONS)
        paths = self._paths(quick_paths(version, timed=False, concurrent=False))
        pool = list(known)
        random = random_cases(self._cells(recorded), version)
        source = RandomSource(self.seed)
        found, stable = separate([*recorded, *self.observations]), 0
        editors: dict[int, Iterator[Example]] = {}
        try:
            for _ in range(_MAX_ROUNDS):
                if stable >= _STABLE_ROUNDS or time.monotonic() > end:
                    break
                chosen = self._bases(pool, found, source)
                before = len(self.observations)
                for example in self._round(random, chosen, editors, source):
                    if time.monotonic() > end:
                        break
                    new = self._observe(judge, example, paths)
                    if new is not None:
                        pool.append((new, example))
                if len(self.observations) == before:
                    stable += 1
                    continue
                again = separate([*recorded, *self.observations])
                stable = stable + 1 if _agree(found, again) else 0
                found = again
        finally:
            judge.close()
        return found

    def _paths(self, default: Sequence[ExecutionPath]) -> list[ExecutionPath]:
        try:
            return [ExecutionPath.parse(self.path)] if self.path else list(default[:1])
        except ValueError:
            return list(default[:1])

    def _cells(self, recorded: Sequence[Observation]) -> list[OperationCell]:
        cells = cells_of_operation(self.operation, effective_version(self.device))
        failing = {str(o.features.get(TYPE)) for o in recorded if o.failed}
        # Types with failures are twice as frequent.
        return cells + [cell for cell in cells if cell.type.name in failing]

    def _bases(
        self,
        pool: Sequence[tuple[Observation, Example]],
        found: Separation | None,
        source: RandomSource,
    ) -> list[tuple[Observation, Example]]:
        """Return the cases to change in a round: mostly failing ones that are explained."""
        failing = [entry for entry in pool if entry[0].failed]
        if found is not None and found.conjunctions:
            first = found.conjunctions[0]
            explained = [entry for entry in failing if holds(first, entry[0].features)]
            failing = explained or failing
        passing = [entry for entry in pool if not entry[0].failed]
        chosen = [source.choice(failing) for _ in range(_EDITED) if failing]
        return chosen + [source.choice(passing) for _ in range(_EDITED // 3) if passing]

    def _round(
        self,
        random: Iterator[Example],
        bases: Sequence[tuple[Observation, Example]],
        editors: dict[int, Iterator[Example]],
        source: RandomSource,
    ) -> Iterator[Example]:
        """Yield the cases of one round: a third random ones, the others changes of known cases."""
        share = max(2, (2 * _ROUND // 3) // max(1, len(bases)))
        for observation, example in bases:
            key = id(observation)
            if key not in editors:
                version = effective_version(self.device)
                entropy = source.below(1 << 16)
                editor = CaseEditor(example, version, RandomSource(entropy))
                editors[key] = editor.variants()
            for _, changed in zip(range(share), editors[key], strict=False):
                yield changed
        for _, example in zip(range(_ROUND // 3), random, strict=False):
            yield example

    def _observe(
        self, judge: Judge, example: Example, paths: Sequence[ExecutionPath]
    ) -> Observation | None:
        """Run a case; return its observation, or ``None`` if it says nothing about the failure."""
        features = example_features(example)
        if features is None or any(holds(other, features) for other in self.excluded):
            return None
        name = f"explanation/{self.operation.name}/{len(self.excluded)}.{len(self.observations)}"
        version = effective_version(self.device)
        other_data = (
            OtherDataOf(example, version, specified=False) if self.with_other_data else None
        )
        check = OutputIntervalCheck(example)
        verdict = first_failure(judge, example, name, paths, check, other_data=other_data)
        failed = self.same_failure(verdict)
        if not failed and verdict.kind not in _RAN:
            return None
        complete = {**features, **path_features(verdict.path)}
        observation = Observation(complete, failed, name, verdict.path)
        self.observations.append(observation)
        return observation


def _agree(before: Separation | None, after: Separation | None) -> bool:
    """Return whether a round left the hypotheses as they were."""
    if before is None or after is None:
        return before is after
    return set(before.conjunctions) == set(after.conjunctions) and before.errors == after.errors
