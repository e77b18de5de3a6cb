"""The conformance section of pytest's terminal summary.

It lists counts by operation, late findings, parts of the run without results, the causes of
failures, unmet policy requirements, and commands that reproduce the failures. In a run with
failures it is shortened to the number of lines that pytest's own output leaves of 60; ``-v`` prints
all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from conformance.failures.explain.explanation import summary_lines
from conformance.hal import Version
from conformance.harness import quantization_coupling
from conformance.plugin.case_source import CASE_SOURCES
from conformance.plugin.context.run_context import RUN_CONTEXT_KEY
from conformance.plugin.session.failure_output import FailureOutputPlugin
from conformance.plugin.session.run_causes import RunCauses, reproduce_command
from conformance.results.policy_check import refused_text
from conformance.results.run_statistics import COLUMNS, RunStatistics
from conformance.text import format_count, list_first, terminal_text

_MAX_FAILURES = 20
_MAX_RULES = 6
_MAX_ROWS: Final = 8
_MAX_NOTES: Final = 10
_MIN_CAUSE_LINES: Final = 16
_MAX_NOTE: Final = 200


class SummaryPlugin:
    """Writes the conformance section; only the controller, which counts the verdicts, has one.

    ``notices`` and ``missed`` return lines about the run and the requirements that it misses,
    ``causes`` are those of its failures. ``output`` states how many lines are left.
    """

    def __init__(
        self,
        config: pytest.Config,
        statistics: RunStatistics,
        notices: Callable[[], list[str]],
        missed: Callable[[], list[str]],
        causes: RunCauses,
        output: FailureOutputPlugin,
    ) -> None:
        self._config = config
        self._run = config.stash[RUN_CONTEXT_KEY]
        self._tally = statistics
        self._notices = notices
        self._missed = missed
        self._causes = causes
        self._output = output

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Write the section, if any case was judged."""
        tally = self._tally
        if not tally.cases:
            return
        terminalreporter.section("conformance of " + self._run.identity.name)
        for line in self._lines():
            terminalreporter.write_line(terminal_text(line))

    def _lines(self) -> list[str]:
        """Return the lines of the section, shortened to the lines that are left for it."""
        budget, lines = self._output.budget, self._full_lines()
        with_commands = [*lines, *self._reproduce()]
        if not self._tally.failed_cases or budget is None or len(with_commands) <= budget:
            return with_commands
        if len(lines) <= budget:
            return lines
        table, last = self._table(), self._policy_lines()
        rows, notes = self._failed_rows(table[:-1]), self._shortened(self._note_lines())
        left = budget - len(rows) - len(notes) - len(last) - 1
        causes = self._cause_lines(max(left, _MIN_CAUSE_LINES))
        return [*rows, table[-1], *notes, *causes, *last]

    def _full_lines(self) -> list[str]:
        """Return all lines except the commands, which the causes contain as well."""
        table, notes, causes = self._table(), self._note_lines(), self._cause_lines(None)
        return [*table, *notes, *causes, *self._policy_lines()]

    def _note_lines(self) -> list[str]:
        """Return the lines on parts of the run that need attention or were not executed."""
        tally, lines = self._tally, []
        for name, reasons in sorted(tally.declined_for.items()):
            reason, _ = reasons.most_common(1)[0]
            lines.append(
                f"declined for {name}: {sum(reasons.values())} cases, for instance: {reason}"
            )
        for kind, reasons in sorted(tally.reasons_by_other_kind.items()):
            reason, _ = reasons.most_common(1)[0]
            lines.append(f"{kind}: {sum(reasons.values())} cases, for instance: {reason}")
        lines += [f"found after the end of the case: {line}" for line in tally.late_findings]
        if tally.flaky_cases:
            lines.append("flaky (failed, then passed): " + ", ".join(tally.flaky_cases))
        lines += tally.breakers.lines()
        lines += self._run.gate.waiver_notices(tally.failures_by_waiver, tally.passes_by_waiver)
        lines += self._notices()
        if tally.never_executed:
            lines.append(
                "reported supported but never executed: " + ", ".join(tally.never_executed)
            )
        self._mutants(lines.append)
        self._coupling(lines.append)
        self._not_run(lines.append)
        return lines

    def _policy_lines(self) -> list[str]:
        return [f"POLICY: {line}" for line in self._missed()]

    def _shortened(self, notes: list[str]) -> list[str]:
        """Return the notes with one line for all declined operations, and at most ``_MAX_NOTES``.

        The last notes state what was not run, so they are kept.
        """
        declined = [line for line in notes if line.startswith("declined for ")]
        others = [line for line in notes if not line.startswith("declined for ")]
        if len(declined) > 1:
            counts = self._tally.cases["declined"]
            declined = [
                f"declined: {format_count(counts, 'case')} of {len(declined)} operations (-v)"
            ]
        kept = [*declined, *others]
        if len(kept) > _MAX_NOTES:
            left = len(kept) - _MAX_NOTES
            kept = [*kept[: _MAX_NOTES // 2], f"{left} more notes (-v)", *kept[-_MAX_NOTES // 2 :]]
        return [line if len(line) <= _MAX_NOTE else f"{line[: _MAX_NOTE - 1]}…" for line in kept]

    def _failed_rows(self, rows: list[str]) -> list[str]:
        """Return the rows of the operations with the most failures, and a line on the others."""
        table = self._tally.by_operation
        names = sorted(table, key=lambda name: (-table[name]["failed"], name))
        failed = [name for name in names if table[name]["failed"]][:_MAX_ROWS]
        by_name = {row.partition(" ")[0]: row for row in rows[1:]}
        left = len(rows) - 1 - len(failed)
        return [
            rows[0],
            *(by_name[name] for name in failed),
            f"({format_count(left, 'more operation')}: -v)",
        ]

    def _cause_lines(self, most: int | None) -> list[str]:
        """Return the paragraphs of the causes, in at most ``most`` lines; ``None``: all of them."""
        found = self._causes.found
        notes = [self._causes.note] if self._causes.note else []
        if not found:
            return notes
        number = sum(not cause.consequence for cause in found)
        head = f"{format_count(number, 'cause')} of failures:"
        if self._output.omitted:
            head = (
                f"{format_count(number, 'cause')} of failures (-v prints every failing case; "
                "so do the reports of --events FILE):"
            )
        whole = self._output.budget is None
        count = 1 << 20 if most is None else most - 1 - len(notes)
        return [head, *summary_lines(found, count, whole=whole), *notes]

    def _table(self) -> list[str]:
        """Return the table by operation; the last line has the totals."""
        tally = self._tally
        width = max(len(name) for name in [*tally.by_operation, "operation"])
        lines = [f"{'operation':{width}}" + "".join(f"{column:>10}" for column in COLUMNS)]
        for name in sorted(tally.by_operation):
            counts = tally.by_operation[name]
            row = "".join(f"{counts[c] or '':>10}" for c in COLUMNS)
            lines.append(f"{name:{width}}{row}")
        total = ", ".join(f"{count} {kind}" for kind, count in sorted(tally.cases.items()))
        return [*lines, f"cases: {total} (a case counts once for each operation in it)"]

    def _coupling(self, write: Any) -> None:
        """Write how many cases also ran with signed 8-bit data."""
        mode = self._run.settings.coupling
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
        notes = [source.note(self._config) for source in self._config.stash[CASE_SOURCES]]
        for note in filter(None, notes if total else []):
            write(note)
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

    def _reproduce(self) -> list[str]:
        """Return the commands that run the failing cases again."""
        if not (failures := self._tally.failed_cases):
            return []
        shown = failures[:_MAX_FAILURES]
        commands = [reproduce_command(self._config, self._run, case_id) for case_id in shown]
        lines = ["reproduce with:", *(f"  {command}" for command in commands)]
        if len(failures) > _MAX_FAILURES:
            lines.append(f"  ... and {len(failures) - _MAX_FAILURES} more")
        return lines
