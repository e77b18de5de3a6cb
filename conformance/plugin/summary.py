"""The conformance section of pytest's terminal summary.

It lists counts by operation, late findings, parts of the run without results, unmet policy
requirements, and commands that reproduce the failures.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

import pytest

from conformance.hal import Version
from conformance.harness import quantization_coupling
from conformance.plugin.random_graph_items import CHOSEN
from conformance.plugin.run_context import RUN_CONTEXT_KEY
from conformance.printable import terminal_text
from conformance.reports.phrases import format_count, list_first
from conformance.reports.policy_check import refused_text
from conformance.reports.run_statistics import COLUMNS, OPTIONAL, RunStatistics
from conformance.specfile import bundled_specs

_MAX_FAILURES = 20
_MAX_RULES = 6


class SummaryPlugin:
    """Writes the conformance section; only the controller, which counts the verdicts, has one.

    ``notices`` and ``missed`` return lines about the run and the requirements that it misses.
    """

    def __init__(
        self,
        config: pytest.Config,
        statistics: RunStatistics,
        notices: Callable[[], list[str]],
        missed: Callable[[], list[str]],
    ) -> None:
        self._config = config
        self._run = config.stash[RUN_CONTEXT_KEY]
        self._tally = statistics
        self._notices = notices
        self._missed = missed

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Write the section, if any case was judged."""
        tally = self._tally
        if not tally.cases:
            return
        terminalreporter.section("conformance of " + self._run.identity.name)

        def write(line: str) -> None:
            terminalreporter.write_line(terminal_text(line))

        self._table(write)
        for name, reasons in sorted(tally.declined_for.items()):
            reason, _ = reasons.most_common(1)[0]
            write(f"declined for {name}: {sum(reasons.values())} cases, for instance: {reason}")
        for kind, reasons in sorted(tally.reasons_by_other_kind.items()):
            reason, _ = reasons.most_common(1)[0]
            write(f"{kind}: {sum(reasons.values())} cases, for instance: {reason}")
        for line in tally.late_findings:
            write(f"found after the end of the case: {line}")
        if tally.flaky_cases:
            write("flaky (failed, then passed): " + ", ".join(tally.flaky_cases))
        for line in tally.breakers.lines():
            write(line)
        for line in self._run.gate.waiver_notices(tally.failures_by_waiver, tally.passes_by_waiver):
            write(line)
        for line in self._notices():
            write(line)
        if tally.never_executed:
            write("reported supported but never executed: " + ", ".join(tally.never_executed))
        self._mutants(write)
        self._coupling(write)
        self._not_run(write)
        for line in self._missed():
            write(f"POLICY: {line}")
        self._reproduce(write)

    def _table(self, write: Any) -> None:
        tally = self._tally
        width = max(len(name) for name in [*tally.by_operation, "operation"])
        write(f"{'operation':{width}}" + "".join(f"{column:>10}" for column in COLUMNS))
        for name in sorted(tally.by_operation):
            counts = tally.by_operation[name]
            write(f"{name:{width}}" + "".join(f"{counts[c] or '':>10}" for c in COLUMNS))
        total = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.cases.items()))
        write(f"cases: {total} (a case counts once for each operation in it)")

    def _coupling(self, write: Any) -> None:
        """Write how many cases also ran with signed 8-bit data."""
        mode = self._config.getoption("nn_coupling")
        chosen = {
            quantization_coupling.DEFAULT: (
                "cases of one operation with unsigned 8-bit data, along one path"
            ),
            quantization_coupling.ALL: "every case with unsigned 8-bit data, along all its paths",
        }
        if not self._tally.by_source["specs"]:
            return
        if mode == quantization_coupling.OFF:
            write("coupling: no case also ran with signed 8-bit data (--coupling off)")
        elif self._run.version < Version.V1_3:
            write(f"coupling: HAL {self._run.version} has no signed 8-bit data")
        else:
            write(
                f"coupling: {format_count(self._tally.coupled, 'case')} also ran with signed 8-bit"
                " data; the driver declined or refused that form of"
                f" {format_count(self._tally.uncoupled, 'case')}"
                f" (--coupling {mode}: {chosen[mode]})"
            )

    def _not_run(self, write: Any) -> None:
        """Write which parts of the run have no results."""
        tally = self._tally
        if tally.nothing_executed:
            write("NOTHING WAS EXECUTED: this run does not test the driver's results")
        for area, counts in sorted(tally.areas.items()):
            if not counts["ran"]:
                kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()) if n)
                write(f"NO CHECK RAN of suite/{area}: {kinds}")
        total = tally.by_source["random"]
        if total and (note := self._config.stash[CHOSEN].note):
            write(f"random graphs: {note}")
        if total and not tally.ran["random"]:
            reason, _ = tally.random_reasons.most_common(1)[0]
            write(f"NO RANDOM GRAPH WAS EXECUTED of {total}, for instance: {reason}")
        if text := refused_text(tally.refused.classes()):
            write(f"REFUSED: {text}")

    def _mutants(self, write: Any) -> None:
        tally = self._tally
        if not tally.mutants:
            return
        rules = {rule for _, rule in tally.mutated_rules}
        cells = f"{len(tally.mutated_rules)} pairs of operation and rule, {len(rules)} rules"
        write(f"mutants: {tally.mutants} passed to the driver, {cells}")
        if missed := sorted(tally.unmutated_rules - rules):
            listed = list_first(missed, _MAX_RULES)
            write(f"violated by no mutant: {listed} (docs/generated/rules.md states the reasons)")

    def _reproduce(self, write: Any) -> None:
        if not (failures := self._tally.failed_cases):
            return
        driver = shlex.quote(self._run.driver)
        if self._config.getoption("nn_isolate"):
            driver += " --isolate"
        bundled = str(bundled_specs())
        paths = [argument for argument in self._config.args if argument != bundled]
        where = " ".join(shlex.quote(path.partition("::")[0]) for path in paths)
        write("reproduce with:")
        for case_id in failures[:_MAX_FAILURES]:
            # --case selects only collected cases; these are collected from their ids.
            if case_id.startswith(OPTIONAL):
                write(f"  pytest --driver {driver} {case_id}")
                continue
            write(f"  pytest --driver {driver} --case {shlex.quote(case_id)} {where}".rstrip())
        if len(failures) > _MAX_FAILURES:
            write(f"  ... and {len(failures) - _MAX_FAILURES} more")
