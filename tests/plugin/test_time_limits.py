"""The limits on the driver's time in a run and on its start, and the test reports that are kept."""

import math
import time
from types import SimpleNamespace

import pytest

from conformance.drivers import DriverLoadError
from conformance.drivers.start_limit import start_limit
from conformance.plugin.workers import (
    PLAIN_RUN,
    TimeLimits,
    driver_time_limit,
)

DEFAULTS = {
    "nn_limit": [],
    "nn_mutants": 300,
    "nn_random_graphs": None,
    "nn_cache_corruptions": 32,
    "nn_paths": "default",
    "nn_mutants_per_case": 0,
    "nn_retry": 0,
    "nn_coupling": "default",
}


def config(source=pytest.Config.ArgsSource.TESTPATHS, **options):
    """Return a pytest configuration with these options."""
    return SimpleNamespace(args_source=source, getoption={**DEFAULTS, **options}.__getitem__)


def test_a_plain_run_has_400_seconds_for_the_driver():
    assert driver_time_limit(config(), 20_000) == PLAIN_RUN == 400.0


@pytest.mark.parametrize(
    ("options", "cases"),
    [
        ({"source": pytest.Config.ArgsSource.ARGS}, 100),
        ({"nn_mutants": 1 << 30}, 100),
        ({"nn_random_graphs": 100_000}, 100_000),
        ({"nn_paths": "all"}, 100),
        ({}, 30_000),
    ],
)
def test_more_work_has_more_time(options, cases):
    assert driver_time_limit(config(**options), cases) == PLAIN_RUN + 10.0 * cases


def test_the_option_decides():
    assert driver_time_limit(config(nn_limit=["driver=5"], nn_paths="all"), 20_000) == 5.0
    assert driver_time_limit(config(nn_limit=["driver=0"]), 20_000) == math.inf


def report(when="teardown", passed=True, sections=()):
    """Return a test report."""
    return SimpleNamespace(when=when, passed=passed, sections=sections)


def test_uneventful_reports_are_let_go():
    """Reports of passed setups and teardowns without output are not kept.

    pytest searches all of them for each failure; with 20,000 failures this takes hours.
    """
    uncounted = []
    reporter = SimpleNamespace(stats={"": uncounted})
    manager = SimpleNamespace(getplugin=lambda name: reporter)
    limits = TimeLimits(SimpleNamespace(pluginmanager=manager), None)
    for one in (
        report(),
        report("setup"),
        report(sections=[("Captured stderr", "x")]),
        report("call"),
        report(passed=False),
    ):
        uncounted.append(one)
        limits.pytest_runtest_logreport(one)
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
