"""The gate, which decides from waivers, baseline and policy which verdicts fail the run."""

from __future__ import annotations

import fnmatch
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime

from conformance.gate.baseline import Baseline
from conformance.gate.policy import Waiver
from conformance.verdicts import Verdict, VerdictKind, is_vts_demand


class VerdictGate:
    """Changes the kind of accepted failures to ``WAIVED``; it never removes a verdict.

    A failure is accepted if a waiver that has not expired matches it, or if the baseline has the
    same failure. With ``relax_vts``, a failure that only the official suite (VTS) demands becomes a
    quality warning. With ``must_run``, a case that ran in the baseline and does not run now fails.
    """

    def __init__(
        self,
        waivers: Sequence[Waiver] = (),
        baseline: Baseline | None = None,
        today: date | None = None,
        *,
        must_run: bool = True,
        relax_vts: bool = False,
    ) -> None:
        self._waivers = waivers
        self._relax_vts = relax_vts
        self.baseline = baseline
        self.must_run = must_run and baseline is not None
        self._today = today or datetime.now(UTC).date()

    def apply(self, verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
        """Return the verdicts on one case after waivers and the baseline have been applied.

        A case that passes although a waiver matches it becomes ``UNEXPECTEDLY_PASSED``.
        """
        if self._relax_vts:
            verdicts = [_relaxed(verdict) for verdict in verdicts]
        if not self._waivers and self.baseline is None:
            return verdicts
        if self.baseline is not None and self.must_run:
            now = {verdict.path for verdict in verdicts}
            verdicts = [self.baseline.compared(verdict, now) for verdict in verdicts]
        judged = [self._gate_verdict(verdict) for verdict in verdicts]
        if judged and all(verdict.kind is VerdictKind.PASSED for verdict in judged):
            number = self._matching_waiver(judged[0].case_id, None)
            if number is not None:
                waiver = self._waivers[number]
                reason = f"passes, although waived: {waiver.reason} ({waiver.issue})"
                return [
                    replace(
                        verdict,
                        kind=VerdictKind.UNEXPECTEDLY_PASSED,
                        reason=reason,
                        details={**verdict.details, "waiver": number},
                    )
                    for verdict in judged
                ]
        return judged

    def _gate_verdict(self, verdict: Verdict) -> Verdict:
        if not verdict.kind.blames_driver:
            return verdict
        if (number := self._matching_waiver(verdict.case_id, verdict.rule)) is not None:
            waiver = self._waivers[number]
            details = {**verdict.details, "waiver": number, "kind": str(verdict.kind)}
            if waiver.expired(self._today):
                reason = f"{verdict.reason}\nits waiver expired on {waiver.expires}: {waiver.issue}"
                return replace(verdict, reason=reason, details=details)
            reason = f"waived until {waiver.expires} ({waiver.issue}): {verdict.reason}"
            return replace(verdict, kind=VerdictKind.WAIVED, reason=reason, details=details)
        known = () if self.baseline is None else self.baseline.known
        if (verdict.case_id, verdict.path, verdict.rule) in known:
            details = {**verdict.details, "baseline": True, "kind": str(verdict.kind)}
            reason = f"failed in the baseline too: {verdict.reason}"
            return replace(verdict, kind=VerdictKind.WAIVED, reason=reason, details=details)
        return verdict

    def _matching_waiver(self, case_id: str, rule: str | None) -> int | None:
        for number, waiver in enumerate(self._waivers):
            if fnmatch.fnmatchcase(case_id, waiver.pattern) and (
                rule is None or fnmatch.fnmatchcase(rule, waiver.rule)
            ):
                return number
        return None

    def waiver_notices(self, matched: Counter[int], passed: Counter[int]) -> list[str]:
        """Return lines on waivers that have expired, match nothing or are no longer needed.

        ``matched`` counts the failures that each waiver matched, by the waiver's number, and
        ``passed`` the cases that passed although it matches them.
        """
        lines = []
        for number, waiver in enumerate(self._waivers):
            where = f"waiver {number + 1} ({waiver.pattern}, {waiver.issue})"
            if waiver.expired(self._today):
                lines.append(f"{where} expired on {waiver.expires}")
            if not matched[number] and not passed[number]:
                lines.append(f"{where} matches no failure and no case of this run")
            elif passed[number]:
                lines.append(f"{where}: {passed[number]} cases pass now and no longer need it")
        return lines


def _relaxed(verdict: Verdict) -> Verdict:
    """Return the verdict as a quality warning if only the official suite demands the failure."""
    if verdict.kind is not VerdictKind.FAILED or not is_vts_demand(verdict.details):
        return verdict
    return replace(verdict, kind=VerdictKind.QUALITY_WARNING)
