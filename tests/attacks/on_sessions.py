"""Attacks on a session: outcomes of cases, and the gate."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pytest

from conformance.gate.baseline import Baseline
from conformance.gate.gate import VerdictGate
from conformance.gate.policy import Waiver
from conformance.plugin.items import CaseFailed, report_outcome
from conformance.verdicts import Verdict, VerdictKind
from tests.attacks.attack import passed

ACCEPTED = frozenset(
    {
        VerdictKind.PASSED,
        VerdictKind.DECLINED,
        VerdictKind.WAIVED,
        VerdictKind.NOT_APPLICABLE,
        VerdictKind.DISABLED,
        VerdictKind.TOO_LARGE,
        VerdictKind.NO_RESOURCES,
        VerdictKind.UNAVAILABLE,
        VerdictKind.QUALITY_WARNING,
        VerdictKind.UNEXPECTEDLY_PASSED,
    }
)
"""Kinds of verdict that a policy may accept, from the definition of the invariant."""


def outcome_of_a_case(random: Random, folder: Path) -> str:
    """pytest reports a case as passed or skipped only if each of its verdicts is accepted."""
    kinds = [random.choice(list(VerdictKind)) for _ in range(random.randint(1, 4))]
    try:
        report_outcome([replace(passed(0), kind=kind, path=str(n)) for n, kind in enumerate(kinds)])
    except pytest.skip.Exception:
        pass
    except CaseFailed:
        return "" if not ACCEPTED.issuperset(kinds) else f"{kinds} failed"
    return "" if ACCEPTED.issuperset(kinds) else f"{kinds} did not fail"


def gate_with_other_waivers(random: Random, folder: Path) -> str:
    """Only a waiver that matches and has not expired, or the same known failure, is accepted."""
    case_id, rule = "V1_0/add/add", "values"
    verdict = Verdict(case_id, "sync", VerdictKind.FAILED, rule, "wrong")
    pattern = random.choice(["V1_0/add/add", "V1_0/*", "*", "V1_1/*", "V1_0/add", ""])
    rules = random.choice(["*", "values", "val*", "timing.*", ""])
    expires = random.choice([date(2026, 1, 1), date(2026, 1, 2), date(2026, 1, 3)])
    waivers = [Waiver(pattern, "r", "i", expires, rules)] if random.random() < 0.7 else []
    known = random.choice(
        [(case_id, "sync", rule), (case_id, "async", rule), (case_id, "sync", "x"), ("y", "", "")]
    )
    baseline = random.choice([None, Baseline(frozenset({known}))])
    gate = VerdictGate(waivers, baseline, date(2026, 1, 2))
    (after,) = gate.apply([verdict])
    waived = (
        bool(waivers)
        and pattern in ("V1_0/add/add", "V1_0/*", "*")
        and rules in ("*", "values", "val*")
    )
    accepted = waived and expires >= date(2026, 1, 2)
    if not waived and baseline is not None:
        accepted = known == (case_id, "sync", rule)
    expected = VerdictKind.WAIVED if accepted else VerdictKind.FAILED
    return "" if after.kind is expected else f"{after.kind}: {waivers}, {baseline}"


ATTACKS = [outcome_of_a_case, gate_with_other_waivers]
