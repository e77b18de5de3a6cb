"""Finds the causes of a run's failures, each with the condition under which the driver fails."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final, TypeVar

from conformance.cases.example import Example, Truth
from conformance.cases.sources import cases_like
from conformance.failures.explain.conditions import (
    Conjunction,
    Observation,
    Separation,
    describe,
    distinct_conditions,
    holds,
    separate,
)
from conformance.failures.explain.explanation import EVERY_CASE, CaseCounts, Cause
from conformance.failures.explain.features import TYPE, Features, example_features, path_features
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.failures.failure_grouping import (
    RETURNED,
    WRONG_VALUES,
    FailureSignature,
    fault_of,
    is_wrong_refusal,
    raised_at,
    remaining_operations,
    symptom_of,
)
from conformance.failures.localization import ExampleRunner
from conformance.hal import OperationType, Version
from conformance.harness.execution.other_data import OTHER_DATA_RULE, has_wrong_other_data
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import (
    ExecutionPath,
    RequiredOutcome,
    find_path,
    is_path_available,
    mode_outcomes,
    quick_paths,
)
from conformance.harness.quantization_coupling import is_coupled_path
from conformance.oracle.other_data import other_data_for
from conformance.verdicts import Verdict, VerdictKind

OPTIONS: Final = JudgeOptions(callback_timeout=10.0, pause_every=1 << 30)
"""The options of the runner of experiments."""
_ROUND: Final = 96
"""Number of cases of a round of experiments."""
_STABLE_ROUNDS: Final = 2
"""Number of rounds without a contradiction after which an explanation is final."""
_MAX_ROUNDS: Final = 14
_RAN: Final = frozenset({VerdictKind.PASSED, VerdictKind.QUALITY_WARNING})


def _experiment(
    runner: ExampleRunner,
    signature: FailureSignature,
    example: Example,
    name: str,
    path: ExecutionPath,
    excluded: Sequence[Conjunction],
) -> Observation | None:
    """Run a generated case; return its observation if it says something about the failures.

    A case that meets a condition of another cause is not run.
    """
    features = example_features(example)
    if features is None or any(holds(other, features) for other in excluded):
        return None
    other_data = None
    if OTHER_DATA_RULE in signature.symptom:
        other_data = other_data_for(example, runner.version, Truth.REFERENCE)
    verdict = runner.first_failure(example, name, [path], other_data=other_data, diagnoses=False)
    failed = verdict.kind.blames_driver and symptom_of(verdict) == signature.symptom
    if not failed and verdict.kind not in _RAN:
        return None
    return Observation({**features, **path_features(verdict.path)}, failed, name, verdict.path)


def _agree(before: Separation | None, after: Separation | None) -> bool:
    """Return whether a round left the hypotheses as they were; exceptions may become more."""
    if before is None or after is None:
        return before is after
    same_kind = bool(before.errors) == bool(after.errors)
    return set(before.conjunctions) == set(after.conjunctions) and same_kind


_T = TypeVar("_T")
_LOADING: Final = 4.0
_ALL_LOADING: Final = 20.0
"""Seconds for loading the cases of the run, for one group of failures and for all of them."""
_MAX_FAILING: Final = 250
_MAX_PASSING: Final = 500
_MAX_CONDITIONS: Final = 4
_PATH_SHARE: Final = 0.5
"""If more than this share of the failing cases passes along a path, paths are compared."""
_MIN_COVERED_SHARE: Final = 0.5
"""Conditions that explain a smaller share of an operation's failures are not stated."""
_FEWEST_CASES: Final = 3
"""A further condition that explains fewer cases of the run is not stated."""
_MISSED_SHARE: Final = 0.02
"""A condition that all but this share of the failing cases meet explains them all."""

_CHECKS: Final = "checks of the suite"
_WRONG_ELEMENT: Final = re.compile(r"\belement .{1,80}? is \S+; \S+ was expected")

MakeCommand = Callable[[str], str]
"""Returns the command that runs the case of an id again."""


@dataclass(slots=True)
class CauseFinder:
    """Groups the failures of a run by their causes.

    The first case of a cause is the smallest of those with a dump. ``open_runner`` opens a runner
    for generated cases; without it, only the cases of the run are compared. ``seconds`` limits the
    time for one signature of failures, ``total`` that for all.
    """

    run: RunCases
    source: CaseSource
    command: MakeCommand
    open_runner: Callable[[], ExampleRunner] | None = None
    seconds: float = 10.0
    total: float = 60.0
    _end: float = field(init=False, default=0.0)
    _groups_left: int = field(init=False, default=0)
    _loading: float = field(init=False, default=0.0)
    """Seconds that were spent on loading cases of the run."""

    def find(self) -> list[Cause]:
        """Return the causes, the one with the most cases first."""
        self._end = time.monotonic() + self.total
        causes: list[Cause] = []
        signatures = sorted(self.run.failures, key=lambda s: (-len(self.run.failures[s]), s))
        located = [signature for signature in signatures if self._is_located(signature)]
        for number, signature in enumerate(located):
            self._groups_left = len(located) - number
            causes += self._causes_of_operation(signature)
        causes = _merge([replace(cause, fault=self._fault(cause)) for cause in causes])
        for signature in signatures:
            if signature not in located:
                causes = self._attach(causes, signature)
        causes = [replace(cause, command=self.command(cause.cases[0])) for cause in causes]
        return sorted(causes, key=lambda cause: (cause.consequence, -len(cause.cases), cause.title))

    def _is_located(self, signature: FailureSignature) -> bool:
        """Return whether the operation of the failures is at fault.

        If it does not fail alone, an earlier operation of the same model may be, for example one
        that keeps the results of an earlier execution. The first wrong value is evidence enough.
        """
        alone = any(len(one.operations) == 1 for one in self.run.failures[signature])
        return bool(signature.operation) and (alone or signature.symptom == WRONG_VALUES)

    def _fault(self, cause: Cause) -> str:
        """Return the fault that most of a cause's failures indicate."""
        cases = set(cause.cases)
        failures = self.run.failures[FailureSignature(cause.symptom, cause.operation)]
        faults = Counter(fault_of(verdict) for verdict in failures if verdict.case_id in cases)
        most = faults.most_common(1)[0] if faults else ("computes wrong values", 0)
        if cause.symptom == WRONG_VALUES and 2 * most[1] < faults.total():
            return "computes wrong values"
        return most[0]

    # --------------------------------------------------------------- failures of one operation

    def _causes_of_operation(self, signature: FailureSignature) -> list[Cause]:
        failures = self.run.failures[signature]
        dumped = {verdict.case_id for verdict in failures if _is_dumped(verdict)}
        recorded = self._recorded(signature, failures)
        failing = [one for one in recorded if one.failed]
        failing.sort(key=lambda one: (one.case_id not in dumped, one.size))
        reasons = {verdict.case_id: verdict.reason for verdict in reversed(failures)}
        all_cases = list(dict.fromkeys(verdict.case_id for verdict in failures))
        if not failing:
            ordered = _dumped_first(failures)
            first = ordered[0]
            single = len(first.operations) == 1
            found = tuple(dict.fromkeys(verdict.case_id for verdict in ordered))
            return [Cause(signature.operation, signature.symptom, first.reason, found, single)]
        causes: list[Cause] = []
        rest = dict.fromkeys(all_cases)
        for cause, conjunction in self._explanations(signature, recorded):
            met = _ids(one for one in failing if holds(conjunction, one.features))
            ids = tuple(case_id for case_id in met if case_id in rest)
            if ids:
                for case_id in ids:
                    del rest[case_id]
                causes.append(replace(cause, cases=ids, reason=reasons.get(ids[0], "")))
        ids = _ids(failing)
        if len(all_cases) - len(rest) < _MIN_COVERED_SHARE * len(ids):
            counts = _counts(recorded, ())
            rest = {case_id: None for case_id in all_cases if case_id not in ids}
            reason = reasons.get(ids[0], "")
            causes = [Cause(signature.operation, signature.symptom, reason, ids, True, run=counts)]
        if rest:  # cases of several operations, and failures that meet no condition
            main = max(causes, key=lambda cause: len(cause.cases))
            causes[causes.index(main)] = replace(main, cases=(*main.cases, *rest))
        return causes

    def _recorded(
        self, signature: FailureSignature, failures: Sequence[Verdict]
    ) -> list[Observation]:
        """Return the cases of the run that have only this operation, the failing ones first."""
        start = time.monotonic()
        deadline = start + min(_LOADING, max(0.2, _ALL_LOADING - self._loading))
        # The example of a case does not have the other data for which it fails.
        own = [v for v in failures if len(v.operations) == 1 and not has_wrong_other_data(v)]
        # Such a verdict states that the unsigned form failed and the signed form did not.
        passing_forms = [v for v in own if v.rule == "coupling.verdict"]
        own = [verdict for verdict in own if verdict.rule != "coupling.verdict"]
        late = {(verdict.case_id, verdict.path) for verdict in failures}
        passed = [entry for entry in self.run.passed[signature.operation] if entry not in late]
        passed = [*passed, *((v.case_id, v.path) for v in passing_forms)]
        failed = {(v.case_id, is_coupled_path(v.path)) for v in own}
        if signature.symptom == WRONG_VALUES:
            passed = [entry for entry in passed if _compares_values(entry[1], self.source.version)]
        also_passed = {(case_id, is_coupled_path(path)) for case_id, path in passed} & failed
        by_path = len(also_passed) > _PATH_SHARE * len(failed)
        if not by_path:  # a path along which the fault does not show says nothing
            passed = [e for e in passed if (e[0], is_coupled_path(e[1])) not in failed]
        bad = [(verdict.case_id, verdict.path) for verdict in own]
        chosen = []
        for entries, most in ((bad, _MAX_FAILING), (passed, _MAX_PASSING)):
            keys = dict.fromkeys(
                (case_id, is_coupled_path(path), path if by_path else "")
                for case_id, path in entries
            )
            chosen.append(_sample(list(keys), most))
        found: list[Observation] = []
        # In turn, so that cases of both kinds are loaded if the time ends.
        for pair in zip_longest(*chosen):
            if time.monotonic() > deadline:
                break
            for is_failing, key in zip((True, False), pair, strict=True):
                if key is not None and (one := self._observation(*key, failed=is_failing)):
                    found.append(one)
        spent = time.monotonic() - start
        self._loading += spent
        self._end += spent  # the total limits the time of generated cases
        return sorted(found, key=lambda one: not one.failed)

    def _observation(
        self, case_id: str, signed: bool, path: str, *, failed: bool
    ) -> Observation | None:
        example = self.source.load(case_id, signed=signed)
        features = None if example is None else example_features(example)
        if example is None or features is None:
            return None
        complete: Features = {**features, **path_features(path)} if path else features
        size = sum(len(data) for data in example.inputs if data) + len(example.model.operand_values)
        return Observation(complete, failed, case_id, path, size)

    def _explanations(
        self, signature: FailureSignature, recorded: Sequence[Observation]
    ) -> Iterator[tuple[Cause, Conjunction]]:
        """Yield the conditions that explain the failing cases: causes without cases."""
        failing = [o for o in recorded if o.failed]
        excluded: list[Conjunction] = []
        generated: list[Observation] = []
        for _ in range(_MAX_CONDITIONS):
            remaining = [o for o in recorded if not _meets_any(excluded, o)]
            left = sum(o.failed for o in remaining)
            if not left or (excluded and left <= _MISSED_SHARE * len(failing)):
                return
            found = self._separate(signature, remaining, excluded, generated)
            if found is None:
                return
            conditions = distinct_conditions(found.conjunctions, [*recorded, *generated])
            best = conditions[0]
            covered = sum(holds(best, o.features) for o in failing)
            if len(conditions) > 1 and covered < _MIN_COVERED_SHARE * len(failing):
                return
            explained = sum(o.failed and holds(best, o.features) for o in remaining)
            if excluded and explained < _FEWEST_CASES:
                return
            # Failing cases of other conditions are not counted against this one.
            cause = Cause(
                signature.operation,
                signature.symptom,
                "",
                (),
                True,
                condition=describe(best),
                alternatives=tuple(map(describe, conditions[1:4])),
                run=_counts([o for o in recorded if not _is_of(excluded, o)], best),
                generated=_counts([o for o in generated if not _is_of(excluded, o)], best),
                unit="execution" if any(o.path for o in recorded) else "case",
            )
            yield cause, best
            excluded.append(best)

    def _separate(
        self,
        signature: FailureSignature,
        remaining: Sequence[Observation],
        excluded: Sequence[Conjunction],
        generated: list[Observation],
    ) -> Separation | None:
        """Return the separation of all cases, known and generated, when it no longer changes.

        ``remaining`` are cases of the run. Generated cases are added to ``generated``.
        """
        share = (self._end - time.monotonic()) / max(1, self._groups_left)
        end = time.monotonic() + min(self.seconds, share)
        can_generate = share > 0 and signature.operation in OperationType.__members__
        runner = self.open_runner() if self.open_runner is not None and can_generate else None
        before = separate(remaining)
        if runner is None or runner.driver.given_up:
            return before
        failing = [o for o in remaining if o.failed]
        paths = {o.path for o in failing}
        path = find_path(paths.pop()) if len(paths) == 1 else None
        path = path or quick_paths(runner.version, timed=False, concurrent=False)[0]
        types = {str(o.features.get(TYPE)) for o in failing}
        random = cases_like(OperationType[signature.operation], runner.version, types)
        kept = [one for one in before.conjunctions if one] if before is not None else []
        known = [*remaining, *(o for o in generated if not _meets_any(excluded, o))]
        found, stable = separate(known, kept), 0
        try:
            for _ in range(_MAX_ROUNDS):
                if stable >= _STABLE_ROUNDS or time.monotonic() > end:
                    break
                count = len(known)
                for example in islice(random, _ROUND):
                    if time.monotonic() > end:
                        break
                    name = f"explanation/{signature.operation}/{len(generated)}"
                    one = _experiment(runner, signature, example, name, path, excluded)
                    if one is not None:
                        known.append(one)
                        generated.append(one)
                if len(known) == count:
                    stable += 1
                    continue
                again = separate(known, kept)
                stable = stable + 1 if _agree(found, again) else 0
                found = again
        finally:
            runner.close()
        return found

    # ------------------------------------------------------------------- all other failures

    def _attach(self, causes: list[Cause], signature: FailureSignature) -> list[Cause]:
        """Add failures that are not located to the cause that probably explains them.

        A case with several operations fails if one of them does. A failure without such an
        operation is a cause of its own; the checks of one area of the suite are one cause.
        """
        others: list[Verdict] = []
        for verdict in _dumped_first(self.run.failures[signature]):
            position = self._probable_cause(causes, verdict)
            if position is None:
                others.append(verdict)
            else:
                known = causes[position]
                cases = tuple(dict.fromkeys((*known.cases, verdict.case_id)))
                causes[position] = replace(known, cases=cases)
        if not others:
            return causes
        area = signature.check.rpartition("/")[0]
        wrong = any(cause.symptom == WRONG_VALUES for cause in causes)
        consequence = (
            bool(area) and wrong and all(_WRONG_ELEMENT.search(one.reason) for one in others)
        )
        first = others[0]
        cases = tuple(dict.fromkeys(verdict.case_id for verdict in others))
        where = _CHECKS if consequence else area or signature.operation
        for position, cause in enumerate(causes):
            if area and cause.operation == where:
                causes[position] = replace(cause, cases=tuple(dict.fromkeys(cause.cases + cases)))
                return causes
        symptom = WRONG_VALUES if consequence else signature.symptom
        single = len(first.operations) == 1
        fault = fault_of(first)
        new = Cause(where, symptom, first.reason, cases, single, fault, consequence=consequence)
        return [*causes, new]

    @staticmethod
    def _probable_cause(causes: Sequence[Cause], verdict: Verdict) -> int | None:
        names, symptom = set(remaining_operations(verdict)), symptom_of(verdict)
        fitting = [
            (cause.symptom == symptom, len(cause.cases), -position)
            for position, cause in enumerate(causes)
            if names.intersection(cause.operation.split(", "))
            and not is_wrong_refusal(verdict)
            and cause.symptom in (WRONG_VALUES, symptom)
        ]
        return -max(fitting)[2] if fitting else None


def _compares_values(path: str, version: Version) -> bool:
    """Return whether an execution along a path must end with the expected values."""
    if (parsed := find_path(path)) is None:
        return True
    required = mode_outcomes(parsed.mode, version)[parsed.output_form]
    return is_path_available(parsed, version) and required is RequiredOutcome.VALUES


def _is_dumped(failure: Verdict) -> bool:
    """Return whether the dump of a failure exists; a smaller case may have replaced it."""
    folder = failure.details.get("dump")
    return bool(folder) and isinstance(folder, str) and Path(folder).exists()


def _dumped_first(failures: Sequence[Verdict]) -> list[Verdict]:
    """Return the failures, those with a dump first."""
    return sorted(failures, key=lambda failure: not _is_dumped(failure))


def _ids(observations: Iterable[Observation]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.case_id for one in observations))


def _merge(causes: Sequence[Cause]) -> list[Cause]:
    """Merge the causes of several operations, or of several symptoms, with the same condition.

    Without a condition, only causes with the same returned status are merged, and not exceptions
    that a driver in Python raised in different places.
    """
    merged: dict[tuple[str, ...], Cause] = {}
    for number, cause in enumerate(causes):
        decided = not cause.alternatives and cause.condition not in ("", EVERY_CASE)
        status = cause.symptom if cause.symptom.startswith(RETURNED) else ""
        same_operation = (cause.condition, f"operation {cause.operation}")
        key: tuple[str, ...] = (cause.condition, f"symptom {cause.symptom}")
        if not decided:
            key = ("", f"symptom {status or number}", raised_at(cause.reason))
        elif same_operation in merged:
            key = same_operation
        merged[key] = _joined(merged[key], cause) if key in merged else cause
    return list(merged.values())


def _joined(one: Cause, other: Cause) -> Cause:
    """Return a cause with the operations and cases of both, and the counts of the first."""
    operations = dict.fromkeys([*one.operation.split(", "), other.operation])
    cases = tuple(dict.fromkeys(one.cases + other.cases))
    fault = one.fault if one.fault == other.fault else "computes wrong values"
    return replace(one, operation=", ".join(operations), cases=cases, fault=fault)


def _meets_any(conjunctions: Sequence[Conjunction], observation: Observation) -> bool:
    return any(holds(conjunction, observation.features) for conjunction in conjunctions)


def _is_of(conjunctions: Sequence[Conjunction], observation: Observation) -> bool:
    """Return whether a failing case is explained by one of these conditions."""
    return observation.failed and _meets_any(conjunctions, observation)


def _counts(observations: Sequence[Observation], conjunction: Conjunction) -> CaseCounts:
    """Return the numbers of cases by outcome; if paths are compared, those of executions."""
    outcome: dict[tuple[str, str, bool], bool] = {}
    for observation in observations:
        met = holds(conjunction, observation.features)
        key = observation.case_id, observation.path, met
        outcome[key] = outcome.get(key, False) or observation.failed
    values = [(met, failed) for (_, _, met), failed in outcome.items()]
    return CaseCounts(
        values.count((True, True)),
        values.count((True, False)),
        values.count((False, True)),
        values.count((False, False)),
    )


def _sample(entries: Sequence[_T], most: int) -> list[_T]:
    """Return at most ``most`` entries, evenly spaced."""
    if len(entries) <= most:
        return list(entries)
    return [entries[number * len(entries) // most] for number in range(most)]
