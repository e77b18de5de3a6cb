"""The list of rules matches the rules that the code mentions."""

import re
from pathlib import Path

import conformance.harness
from conformance.verdicts import (
    RULES,
    Finding,
    Verdict,
    VerdictKind,
    verdict_from_findings,
)

FOLDER = Path(conformance.harness.__file__).parent
PLUGIN = FOLDER.parent / "plugin"
SUITE = FOLDER.parent / "suite"
CLIENT = FOLDER.parent / "support" / "burst" / "client.py"


def _text(files: list[Path]) -> str:
    return "".join(path.read_text() for path in files if path.name != "verdict.py")


def test_every_rule_is_spoken_of_and_every_spoken_rule_listed():
    ours = _text([*FOLDER.rglob("*.py"), *PLUGIN.rglob("*.py")])
    # The suite's checks have additional rules, and also mention some of the harness's rules.
    quoted = set(
        re.findall(r'"([a-z_]+(?:\.[a-z_]+)?)"', ours + _text([*SUITE.rglob("*.py"), CLIENT]))
    )
    assert set(RULES) <= quoted | {"guard.before", "guard.after"}
    spoken = set(re.findall(r'Kind\.[A-Z_]+,\s*"([a-z_.]+)"', ours))
    assert len(spoken) > 20
    assert spoken <= set(RULES)


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
