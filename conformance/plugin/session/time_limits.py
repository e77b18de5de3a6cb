"""The limit on the driver's time in a pytest session, and on the size of its reports.

The limits of single cases and calls are in ``process_isolation`` and in ``drivers.process``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import pytest

from conformance.plugin.nodes.items import CaseItem

if TYPE_CHECKING:
    from conformance.plugin.context.run_context import RunContext

PLAIN_RUN: Final = 400.0
"""Seconds that a driver may take in all in a run with default options."""

_PLAIN_CASES: Final = 25_000
_SECONDS_A_CASE: Final = 10.0
"""Additional seconds for each case of a run that has other cases or more work than by default."""

_OUTPUT: Final = 1 << 14
"""Number of characters, from the end, that a report keeps of each captured output."""


def driver_time_limit(config: pytest.Config, cases: int) -> float:
    """Return the limit in seconds on the driver's total time in a run of ``cases`` cases.

    The option ``--driver-time`` sets the limit (0: no limit). Without it the limit depends on the
    other options: a run with more work than the default run has additional time for each case.
    """
    option: float | None = config.getoption("nn_driver_time")
    if option is not None:
        return option or math.inf
    get = config.getoption
    plain = (
        config.args_source is not pytest.Config.ArgsSource.ARGS
        and cases <= _PLAIN_CASES
        and get("nn_mutants") <= _MUTANTS
        and get("nn_cache_corruptions") <= _CACHE_CORRUPTIONS
        and (get("nn_random_graphs") or 0) <= _RANDOM_GRAPHS
        and get("nn_paths") == "default"
        and not (get("nn_mutants_per_case") or get("nn_retry") or get("nn_coupling") == "all")
    )
    return PLAIN_RUN if plain else PLAIN_RUN + _SECONDS_A_CASE * cases


_MUTANTS: Final = 300
_CACHE_CORRUPTIONS: Final = 32
_RANDOM_GRAPHS: Final = 100


class TimeLimits:
    """The hooks that limit the driver's total time and the size of reports."""

    def __init__(self, config: pytest.Config, run: RunContext):
        self._config = config
        self._run = run

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Set the limit on the driver's time, which depends on the number of cases."""
        cases = sum(isinstance(item, CaseItem) for item in session.items)
        self._run.driver_time.limit = driver_time_limit(self._config, cases)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Drop reports of a setup or teardown that passed without output.

        pytest stores them without a category and searches all of them again for each failure in
        its summary. With 20,000 failures that search takes longer than the run.
        """
        if report.when == "call" or not report.passed or report.sections:
            return
        reporter: Any = self._config.pluginmanager.getplugin("terminalreporter")
        uncounted = getattr(reporter, "stats", {}).get("")
        if uncounted and uncounted[-1] is report:
            uncounted.pop()


def shorten_output(item: CaseItem, report: pytest.TestReport) -> None:
    """Keep only the end of long captured output in the report of a case.

    pytest keeps all reports until it ends, so the output of many cases could fill the memory.
    """
    if any(len(text) > _OUTPUT for _, text in report.sections):
        report.sections = [(name, _end(text)) for name, text in report.sections]
    kept: list[tuple[str, str, str]] = getattr(item, "_report_sections", [])
    for number, (when, name, text) in enumerate(kept):
        if len(text) > _OUTPUT:
            kept[number] = (when, name, _end(text))


def _end(text: str) -> str:
    """Return the text, or its last characters and a note if it is too long."""
    if len(text) <= _OUTPUT:
        return text
    return f"[{len(text) - _OUTPUT} characters omitted]\n{text[-_OUTPUT:]}"
