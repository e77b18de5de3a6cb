"""Any answer of a driver leads to a verdict on the driver, the same one with isolation."""

import json
import sys
from collections import Counter
from pathlib import Path as FilePath

import pytest

from conformance.checks.areas import queries
from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.verdicts import VerdictKind
from tests.sample_drivers import hostile_driver
from tests.sample_drivers.hostile_driver import PATHS, QUERIES, Spoiler, spoiling
from tests.sample_drivers.wrong_objects import ERRORS, NAMES, WRONG

OPTIONS = JudgeOptions(callback_timeout=5, pause_every=10_000)
FILE = FilePath(hostile_driver.__file__)


def along(judge, path, place, name):
    (verdict,) = judge.judge(spoiling(place, name), f"{place}, {name}", [ExecutionPath.parse(path)])
    return verdict


def query_verdict(judge, place, name):
    """Return the verdict of the check that makes the query ``place``."""
    judge.device.get_supported_operations(spoiling(place, name).model)
    check = getattr(queries, QUERIES[place])
    (verdict,) = check.run(judge)
    return verdict


def sound(verdict):
    """Assert that the verdict blames the driver and that its reason is printable."""
    assert verdict.kind is not VerdictKind.INTERNAL_ERROR, verdict
    assert verdict.reason.isprintable() or "\n" in verdict.reason, verdict
    json.dumps([verdict.reason, dict(verdict.details)]).encode("ascii")
    verdict.reason.encode()
    return verdict


TEXTS = ("surrogates",)
"""Wrong objects that are valid texts."""

NAMED = (("name",), ("get_version_string", 1))
"""Answers for which any text is valid."""


ANSWERS = [(path, place) for path in PATHS for place in PATHS[path]]
"""Each answer is tested with every third object, starting at a different one."""


@pytest.mark.parametrize(("path", "place"), ANSWERS)
def test_wrong_objects_in_every_answer_along_a_path(path, place):
    judge = Judge(Spoiler(), OPTIONS)
    for name in NAMES[ANSWERS.index((path, place)) % 3 :: 3]:
        verdict = sound(along(judge, path, place, name))
        if name in WRONG or name in ERRORS:
            assert verdict.kind is VerdictKind.INVALID_ANSWER, (name, verdict)
        if name in ERRORS:
            assert verdict.rule == "answer.exception", (name, verdict)
            assert len(verdict.reason) < 400
    assert all(sound(verdict).kind is VerdictKind.FAILED for verdict in judge.close())


@pytest.mark.parametrize("place", QUERIES)
def test_wrong_objects_in_every_query(place):
    judge = Judge(Spoiler(), OPTIONS)
    for name in NAMES[list(QUERIES).index(place) % 3 :: 3]:
        verdict = sound(query_verdict(judge, place, name))
        if name in WRONG and not (name in TEXTS and place in NAMED):
            assert verdict.kind.blames_driver, (name, verdict)
        if name in ERRORS:
            assert verdict.kind is VerdictKind.INVALID_ANSWER, (name, verdict)


def test_the_isolated_driver_gets_the_same_verdicts_and_survives():
    """Each answer is tested with every 18th object, starting at a different offset."""
    judge_in_process = Judge(Spoiler(), OPTIONS)
    counts = Counter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(FILE.parents[2]), *sys.path])
        device = IsolatedDevice("tests.sample_drivers.hostile_driver:Spoiler", ProcessLimits())
    try:
        judge_of_isolated = Judge(device, OPTIONS)
        for function, places in ((along, ANSWERS), (query_verdict, [(p,) for p in QUERIES])):
            for number, place in enumerate(places):
                for name in NAMES[number % 18 :: 18]:
                    first, second = (
                        function(judge, *place, name)
                        for judge in (judge_in_process, judge_of_isolated)
                    )
                    kind = sound(second).kind
                    if function is along:
                        assert kind is first.kind, (place, name)
                    # The driver's process refuses some answers to queries with another rule.
                    assert kind.blames_driver is first.kind.blames_driver, (place, name)
                    counts[first.kind] += 1
        assert device.restarts == 0
        assert judge_of_isolated.close() == []
    finally:
        device.close()
    assert counts[VerdictKind.INVALID_ANSWER] > 40, counts
    assert counts[VerdictKind.INTERNAL_ERROR] == 0
