"""The limits on the driver's time in a run and on its start, and the test reports that are kept."""

import math
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from conformance.drivers import DriverLoadError
from conformance.drivers.driver import start_limit
from conformance.plugin.workers import (
    PLAIN_RUN,
    driver_time_limit,
    drop_report,
)
from conformance.results.event_stream import read_events
from nn_conformance_options import Settings

DEFAULTS = Settings()


def test_a_plain_run_has_400_seconds_for_the_driver():
    assert driver_time_limit(DEFAULTS, 20_000, selected=False) == PLAIN_RUN == 400.0


@pytest.mark.parametrize(
    ("options", "selected", "cases"),
    [
        ({}, True, 100),
        ({"mutants": 1 << 30}, False, 100),
        ({"random_graphs": "100000"}, False, 100_000),
        ({"paths": "all"}, False, 100),
        ({}, False, 30_000),
    ],
)
def test_more_work_has_more_time(options, selected, cases):
    limit = driver_time_limit(replace(DEFAULTS, **options), cases, selected=selected)
    assert limit == PLAIN_RUN + 10.0 * cases


def test_the_option_decides():
    five = replace(DEFAULTS, driver_time=5.0, paths="all")
    assert driver_time_limit(five, 20_000, selected=False) == 5.0
    assert driver_time_limit(replace(five, driver_time=0.0), 20_000, selected=False) == math.inf
    assert driver_time_limit(replace(DEFAULTS, run_time=900.0), 20_000, selected=False) == math.inf


def report(when="teardown", passed=True, sections=()):
    """Return a test report."""
    return SimpleNamespace(when=when, passed=passed, sections=sections)


def test_uneventful_reports_are_let_go():
    """Reports of passed setups and teardowns without output are not kept.

    pytest searches all of them for each failure; with 20,000 failures this takes hours.
    """
    uncounted = []
    reporter = SimpleNamespace(stats={"": uncounted})
    for one in (
        report(),
        report("setup"),
        report(sections=[("Captured stderr", "x")]),
        report("call"),
        report(passed=False),
    ):
        uncounted.append(one)
        drop_report(reporter, one)
    assert [(one.when, one.passed, bool(one.sections)) for one in uncounted] == [
        ("teardown", True, True),
        ("call", True, False),
        ("teardown", False, False),
    ]


def test_a_start_over_the_limit_reports_its_position():
    with pytest.raises(DriverLoadError, match=r"time\.sleep\(300\)"), start_limit("X", "it", 1.0):
        time.sleep(300)


def test_a_quick_start_is_left_alone():
    with start_limit("X", "loading the driver", 5.0):
        pass


RUN_TIME = "pytest mine --driver reference --limit run"


def test_operations_take_turns_within_a_time(folder):
    done = folder.command(f"{RUN_TIME}=1m --collect-only -q")
    names = [line.rpartition("::")[2] for line in done.out.splitlines() if "::" in line]
    assert names == ["small_one", "small_relu", "small_four", "small_three"]


def test_a_run_ends_after_its_time_and_can_be_resumed(folder):
    done = folder.command(f"{RUN_TIME}=0.001 --events r.jsonl")
    assert (done.code, done.count("passed")) == (2, 1)
    assert "not run within --limit run: 3 cases" in done.out
    done = folder.command(f"{RUN_TIME}=1h --events r.jsonl --resume")
    assert (done.code, read_events(folder.path / "r.jsonl").truncated) == (0, False)


@pytest.mark.slow
def test_workers_end_after_the_time(folder):
    done = folder.command(f"{RUN_TIME}=0.001 -n 2")
    assert done.code == 2
