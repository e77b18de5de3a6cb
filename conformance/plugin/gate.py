"""What decides whether a verdict fails the run: waivers, a baseline, what policy requires."""

from __future__ import annotations

import fnmatch
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from conformance.harness import Kind, Verdict
from conformance.harness.events import read_events
from conformance.plugin.policy import Waiver


class Gate:
    """Turns verdicts that are known and accepted into waived ones; never hides one.

    ``known`` are the failures of a baseline, by case, path and rule.
    """

    def __init__(
        self,
        waivers: Sequence[Waiver] = (),
        known: frozenset[tuple[str, str, str]] = frozenset(),
        today: date | None = None,
    ) -> None:
        self._waivers = waivers
        self._known = known
        self._today = today or datetime.now(UTC).date()

    def apply(self, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
        """The verdicts on one case, after waivers and baseline."""
        if not self._waivers and not self._known:
            return verdicts
        judged = [self._one(verdict) for verdict in verdicts]
        if judged and all(verdict.kind is Kind.PASSED for verdict in judged):
            number = self._match(judged[0].case_id, None)
            if number is not None:
                waiver = self._waivers[number]
                reason = f"passes, although waived: {waiver.reason} ({waiver.issue})"
                return [
                    replace(
                        verdict,
                        kind=Kind.UNEXPECTEDLY_PASSED,
                        reason=reason,
                        details={**verdict.details, "waiver": number},
                    )
                    for verdict in judged
                ]
        return judged

    def _one(self, verdict: Verdict) -> Verdict:
        if not verdict.kind.blames_driver:
            return verdict
        number = self._match(verdict.case_id, verdict.rule)
        if number is not None:
            waiver = self._waivers[number]
            details = {**verdict.details, "waiver": number, "kind": str(verdict.kind)}
            if waiver.expired(self._today):
                reason = f"{verdict.reason}\nits waiver expired on {waiver.expires}: {waiver.issue}"
                return replace(verdict, reason=reason, details=details)
            reason = f"waived until {waiver.expires} ({waiver.issue}): {verdict.reason}"
            return replace(verdict, kind=Kind.WAIVED, reason=reason, details=details)
        if (verdict.case_id, verdict.path, verdict.rule) in self._known:
            details = {**verdict.details, "baseline": True, "kind": str(verdict.kind)}
            reason = f"failed in the baseline too: {verdict.reason}"
            return replace(verdict, kind=Kind.WAIVED, reason=reason, details=details)
        return verdict

    def _match(self, case_id: str, rule: str | None) -> int | None:
        for number, waiver in enumerate(self._waivers):
            if fnmatch.fnmatchcase(case_id, waiver.pattern) and (
                rule is None or fnmatch.fnmatchcase(rule, waiver.rule)
            ):
                return number
        return None

    def notices(self, matched: Counter[int], passed: Counter[int]) -> list[str]:
        """Lines on waivers that matched nothing, have expired, or are needed no more."""
        lines = []
        for number, waiver in enumerate(self._waivers):
            where = f"waiver {number + 1} ({waiver.pattern}, {waiver.issue})"
            if waiver.expired(self._today):
                lines.append(f"{where} expired on {waiver.expires}")
            if not matched[number] and not passed[number]:
                lines.append(f"{where} matches no failure and no case of this run")
            elif passed[number]:
                lines.append(f"{where}: {passed[number]} cases pass now and need it no more")
        return lines


def read_baseline(path: Path) -> frozenset[tuple[str, str, str]]:
    """The failures of an earlier run's event stream; a usage error if it is not complete."""
    try:
        stream = read_events(path)
    except OSError as error:
        raise pytest.UsageError(f"baseline {path}: {error.strerror or error}") from error
    if stream.problems:
        raise pytest.UsageError(f"baseline {path}, {stream.problems[0]}")
    if stream.truncated:
        raise pytest.UsageError(
            f"baseline {path}: the run did not end, so failures may be missing: complete it with "
            "--resume, or name another stream"
        )
    return frozenset(
        (verdict.case_id, verdict.path, verdict.rule)
        for verdict in stream.verdicts
        if verdict.kind.blames_driver or verdict.details.get("baseline")
    )
