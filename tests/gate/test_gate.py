"""The outputs that a vendor's CI reads: exit codes, lines of the summary and the event stream.

The tests run a faulty driver, whose FLOOR is off by one except for rank 1. The runs use waivers,
baselines, policies, shards, case lists and retries; one is interrupted and resumed.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from conformance.reports.html_report import render_html
from conformance.reports.markdown_report import render_markdown
from conformance.results.event_stream import read_events
from conformance.results.run_results import load_run
from tests.whole_runs import WORKERS, run_pytest

DRIVER = '''
import os
import numpy as np
from conformance.hal import OperationType
from conformance.reference import ReferenceDevice


class Wrong(ReferenceDevice):
    """FLOOR is one too high above rank 1."""

    name = "wrong"

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.FLOOR:
            return kernel
        return lambda inputs: tuple(a + (a.ndim > 1) for a in kernel(inputs))


class Flaky(ReferenceDevice):
    """The first execution of a process is wrong."""

    name = "flaky"
    ran = False

    def compile_call(self, call):
        kernel = super().compile_call(call)

        def run(inputs):
            first, Flaky.ran = not Flaky.ran, True
            return tuple(a + first for a in kernel(inputs))

        return run


class Dies(Wrong):
    """Ends the process in the fifth case."""

    count = 0

    def compile(self, model):
        Dies.count += 1
        if Dies.count == 5 and not os.environ.get("STAY"):
            os._exit(7)
        return super().compile(model)

    build_prepared_model = None


def _ready(self, model):
    self.compile(model)
    return ReferenceDevice.build_prepared_model(self, model)


Dies.build_prepared_model = _ready
'''

SPEC = """
for rank in (1, 2, 3):
    a = Input("a", ("TENSOR_FLOAT32", [2] + [1] * (rank - 1)))
    out = Output("out", ("TENSOR_FLOAT32", [2] + [1] * (rank - 1)))
    model = Model("rank%d" % rank).Operation("FLOOR", a).To(out)
    Example({a: [1.5, -1.5], out: [1.0, -2.0]}).AddVariations("relaxed").DisableLifeTimeVariation()
"""
"""Two examples of FLOOR for each of three ranks, with results computed by hand.

The examples of ranks 2 and 3 fail on the driver.
"""


@pytest.fixture
def folder(tmp_path):
    """Return a folder with the drivers and the spec."""
    (tmp_path / "drivers.py").write_text(DRIVER)
    (tmp_path / "V1_0").mkdir()
    (tmp_path / "V1_0" / "ranks.mod.py").write_text(SPEC)
    return tmp_path


def judge(
    folder: Path, *arguments: str, driver: str = "Wrong", **environment: str
) -> tuple[int, str]:
    """Run pytest on the spec; return the exit code and the output."""
    if driver:
        arguments += ("--driver", f"drivers.py:{driver}")
    known = {**os.environ, **environment}
    # Without this limit, a run with failures generates further cases for half of its time.
    fixed = ["-p", "no:cacheprovider", "V1_0", "--limit", "explain=0"]
    return run_pytest([*fixed, *arguments], folder, known, 120)


def policy(folder: Path, text: str) -> None:
    """Write a policy to ``pyproject.toml``."""
    (folder / "pyproject.toml").write_text(text)


def waivers(folder: Path, *entries: str) -> None:
    """Write a file of waivers."""
    (folder / "waivers.toml").write_text("\n".join(f"[[waiver]]\n{entry}" for entry in entries))


WAIVER = 'pattern = "V1_0/ranks/ranks_rank{0}*"\nreason = "known"\nissue = "T-{0}"\nexpires = {1}\n'


def test_waived_failures_are_counted_and_do_not_fail(folder):
    waivers(folder, WAIVER.format(2, "2999-01-01"), WAIVER.format(3, "2999-01-01"))
    code, text = judge(folder, "--waivers", "waivers.toml", "--events", "run.jsonl")
    assert code == 0
    assert "2 passed, 4 waived" in text
    stream = read_events(folder / "run.jsonl")
    waived = [v for v in stream.verdicts if v.kind == "waived"]
    assert {v.case_id for v in waived} == {
        f"V1_0/ranks/ranks_rank{rank}{end}" for rank in (2, 3) for end in ("", "_relaxed")
    }
    assert all("known" not in v.reason and "T-" in v.reason for v in waived)
    assert all(v.details["kind"] == "failed" and v.rule == "values" for v in waived)


def test_waivers_that_nothing_needs_are_named(folder, snapshot):
    """Waivers without a matching failure are reported."""
    waivers(folder, WAIVER.format("[23]", "2999-01-01"), WAIVER.format(9, "2999-01-01"),
            WAIVER.format(1, "2999-01-01"))  # fmt: skip
    code, text = judge(folder, "--waivers", "waivers.toml", "-rA")
    assert code == 0
    assert [line for line in text.splitlines() if line.startswith("waiver ")] == snapshot
    assert "2 unexpectedly_passed" in text


def test_only_failures_that_are_not_in_the_baseline_fail(folder):
    judge(folder, "--events", "old.jsonl", "--case", "*rank2*")
    code, text = judge(folder, "--baseline", "old.jsonl")
    assert code == 1
    assert "2 failed, 2 passed, 2 waived" in text
    judge(folder, "--events", "old.jsonl")
    code, text = judge(folder, "--baseline", "old.jsonl", "--events", "new.jsonl")
    assert code == 0
    assert "2 passed, 4 waived" in text
    code, text = judge(folder, "--baseline", "new.jsonl")
    assert code == 0, "a baseline made under a baseline still knows the failures"


def test_policy_names_the_driver_and_its_version(folder):
    policy(folder, '[tool.nn-conformance]\ndriver = "drivers.py:Wrong"\nhal = "AIDL_V3"\n')
    code, text = judge(folder, "--case", "*rank1*", driver="")
    assert code == 0
    assert "2 passed" in text
    policy(folder, '[tool.nn-conformance]\ndriver = "drivers.py:Wrong"\nhal = "1.3"\n')
    code, text = judge(folder, driver="")
    assert code == 4


MARK = "[tool.nn-conformance]\n"


def test_the_policy_is_in_the_stream_and_in_the_reports(folder):
    policy(
        folder,
        MARK + 'hal = "AIDL_V3"\nforbid_nothing_executed = true\n'
        '[tool.nn-conformance.require]\noperations = ["FLOOR", "ADD"]\nfeatures = ["timed"]\n'
        '[tool.nn-conformance.hooks]\nsetup = "true"\n',
    )
    code, _ = judge(folder, "--case", "*rank1*", "--events", "run.jsonl")
    assert code == 1
    assert read_events(folder / "run.jsonl").header.policy == {
        "hal": "AIDL_V3",
        "require": {"operations": ["FLOOR", "ADD"], "features": ["timed"]},
        "forbid_declined": False,
        "forbid_nothing_executed": True,
        "forbid_nothing_passed": True,
        "forbid_refused": True,
    }
    record = load_run(folder / "run.jsonl")
    for text in (render_markdown(record), render_html(record).decode()):
        assert "POLICY NOT MET" in text
    policy(folder, MARK + '[tool.nn-conformance.require]\noperations = ["FLOOR"]\n')
    code, _ = judge(folder, "--case", "*rank1*", "--events", "run.jsonl")
    assert code == 0
    assert "NOT MET" not in render_markdown(load_run(folder / "run.jsonl"))


FULL = """
import os
import resource
from conformance.results.event_stream import EventWriter

original = EventWriter.{method}


def write(self, *arguments, **named):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.stat("run.jsonl").st_size + 10, hard))
    try:
        original(self, *arguments, **named)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


EventWriter.{method} = write
"""


@pytest.mark.parametrize("method", ["write", "finish"])
def test_an_event_stream_that_cannot_be_written_costs_no_verdict(folder, method):
    """The disk is full from the first verdict on, or only when the footer is written."""
    (folder / "full.py").write_text(FULL.format(method=method))
    path = os.pathsep.join([str(folder), *sys.path])
    code, text = judge(
        folder, "--events", "run.jsonl", "--case", "*rank1*", "-p", "full", PYTHONPATH=path
    )
    assert code == 1
    assert "2 passed" in text
    assert "WARNING: --events run.jsonl: " in text
    assert "INTERNALERROR" not in text
    stream = read_events(folder / "run.jsonl")
    assert stream.truncated
    assert (len(stream.verdicts) >= 4) == (method == "finish")


@WORKERS
def test_a_case_list_selects_and_a_name_that_it_missed_fails(folder, workers):
    names = "# smoke\nV1_0/ranks/ranks_rank1\n*rank1_rel*  # a pattern\n"
    (folder / "list.txt").write_text(names, encoding="utf-8-sig")
    code, text = judge(folder, "--case", "@list.txt", *workers)
    assert code == 0
    assert "2 passed" in text
    (folder / "list.txt").write_text(names + "V1_0/ranks/ranks_rank\n")
    code, text = judge(folder, "--case", "@list.txt", "--events", "run.jsonl", *workers)
    assert code == 4
    assert "passed" not in text
    assert read_events(folder / "run.jsonl").truncated


def test_a_flaky_failure_is_a_failure_and_is_named(folder):
    """A failure that does not occur again with ``--limit retries`` still fails the run."""
    code, text = judge(folder, "--limit", "retries=2", driver="Flaky")
    assert code == 1
    assert "1 failed, 5 passed" in text
    assert "flaky (failed, then passed): V1_0/ranks/ranks_rank1" in text


@WORKERS
def test_an_interrupted_run_is_resumed(folder, workers):
    code, _ = judge(folder, "--events", "run.jsonl", driver="Dies")
    assert code not in (0, 1)
    broken = read_events(folder / "run.jsonl")
    assert broken.truncated
    assert len({v.case_id for v in broken.verdicts}) == 4, "the driver dies in the fifth case"
    code, text = judge(
        folder, "--events", "run.jsonl", "--resume", *workers, driver="Dies", STAY="1"
    )
    assert code == 1
    whole = read_events(folder / "run.jsonl")
    assert not whole.truncated
    assert whole.problems == ()
    by_case = {}
    for verdict in whole.verdicts:
        by_case.setdefault(verdict.case_id, set()).add(verdict.kind)
    # A failing case has passing verdicts too, for paths on which the driver correctly refuses
    # the request. Its worst verdict counts.
    worst = sorted("failed" if "failed" in kinds else "passed" for kinds in by_case.values())
    assert worst == ["failed"] * 4 + ["passed"] * 2
    assert "cases: 4 failed, 2 passed" in text
    assert json.loads((folder / "run.jsonl").read_text().splitlines()[-1])["event"] == "end"


def test_a_baseline_of_a_run_that_did_not_end_is_a_usage_error(folder):
    judge(folder, "--events", "old.jsonl", "-x")
    code, _ = judge(folder, "--baseline", "old.jsonl")
    assert code == 4


def test_a_waiver_for_another_rule_does_not_hold(folder):
    """A waiver applies only to the rule that it names."""
    waivers(folder, WAIVER.format("[23]", "2999-01-01") + 'rule = "callback.*"\n')
    code, text = judge(folder, "--waivers", "waivers.toml")
    assert code == 1
    assert "4 failed, 2 passed" in text


def test_a_repeated_failure_is_not_flaky(folder):
    """A failure that occurs again with ``--limit retries`` is an ordinary failure."""
    code, text = judge(folder, "--limit", "retries=2")
    assert code == 1
    assert "flaky" not in text
