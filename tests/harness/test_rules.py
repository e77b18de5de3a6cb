"""The list of rules matches the rules that the code mentions."""

import re
from pathlib import Path

import conformance
from conformance.verdicts import (
    RULES,
    Finding,
    Verdict,
    VerdictKind,
    verdict_from_findings,
)

SUITE = Path(conformance.__file__).parent
JUDGING = ("harness", "plugin")
"""The packages that make findings with their rules; the checks have additional rules."""


def _text(folder: Path) -> str:
    files = (path for path in folder.rglob("*.py") if path != SUITE / "verdicts.py")
    return "".join(path.read_text(encoding="utf-8") for path in files)


def test_every_rule_is_mentioned_and_every_mentioned_rule_is_listed():
    quoted = set(re.findall(r'"([a-z_]+(?:\.[a-z_]+)?)"', _text(SUITE)))
    assert set(RULES) <= quoted | {"guard.before", "guard.after"}
    text = "".join(_text(SUITE / package) for package in JUDGING)
    mentioned = set(re.findall(r'(?:Kind\.[A-Z_]+,|raise_failure\()\s*"([a-z_.]+)"', text))
    assert len(mentioned) > 20
    assert mentioned <= set(RULES)


def test_first_finding_leads_and_the_rest_is_mentioned():
    findings = [
        Finding(VerdictKind.FAILED, "values", "wrong", {"n": 1}),
        Finding(VerdictKind.FAILED, "timing.device_within_driver", "late"),
    ]
    verdict = verdict_from_findings(findings, "c", "p", ("ADD",), {})
    assert (verdict.kind, verdict.rule, verdict.reason) == (VerdictKind.FAILED, "values", "wrong")
    assert verdict.details == {
        "n": 1,
        "further_findings": [{"rule": "timing.device_within_driver", "reason": "late"}],
    }
    assert verdict_from_findings([], "c", "p", (), {}).kind == VerdictKind.PASSED


def test_kinds_that_blame_the_driver():
    assert {kind for kind in VerdictKind if kind.blames_driver} == {
        VerdictKind.FAILED,
        VerdictKind.CRASH,
        VerdictKind.HANG,
        VerdictKind.LEAK,
        VerdictKind.INVALID_ANSWER,
    }
    assert Verdict("c", "", VerdictKind.PASSED).details == {}
