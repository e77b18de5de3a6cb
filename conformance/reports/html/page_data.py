"""The verdicts of a run as compact columns; the HTML page renders visible rows from them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from conformance.results.run_results import RunResults
from conformance.results.run_statistics import is_failure
from conformance.verdicts import JSONValue, Verdict, VerdictKind

MAX_DETAILS_BYTES: Final = 2**19
"""Maximum size in bytes of the details in a page. The page states how many were omitted."""

MAX_VERDICTS: Final = 5_000
"""Maximum number of verdicts in the list of a page. The page states how many were omitted."""

MAX_REASONS_BYTES: Final = 2**19
MAX_SHORT_REASON: Final = 100
"""Maximum number of characters of a reason after ``MAX_REASONS_BYTES`` of other reasons."""

MAX_REASON_LENGTH: Final = 2_000
"""Maximum number of characters of one reason in a page."""


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of a page as JSON for a ``script`` element, and what the page omits.

    The text contains no ``<``: no text in it can end the ``script`` element. ``omitted_details``
    and ``omitted_verdicts`` are numbers of verdicts.
    """

    text: str
    omitted_details: int
    omitted_verdicts: int


def encode_page_data(record: RunResults) -> PageData:
    """Return the data of a page.

    ``columns`` holds one entry per verdict in each list: the numbers of its case, path, kind, rule,
    operations and reason in the tables of the same name, and its duration in milliseconds.
    ``details`` maps the number of a verdict to its details, if it has any.
    """
    shown = _shown_verdicts(record.stream.verdicts)
    tables: dict[str, dict[Hashable, int]] = {
        name: {} for name in ("cases", "paths", "rules", "operations", "reasons")
    }
    kinds = list(VerdictKind)
    columns: list[tuple[float, ...]] = []
    details: dict[int, Mapping[str, JSONValue]] = {}
    details_left, reasons_left, omitted = MAX_DETAILS_BYTES, MAX_REASONS_BYTES, 0

    def number_of(name: str, value: Hashable) -> int:
        return tables[name].setdefault(value, len(tables[name]))

    for number, verdict in enumerate(shown):
        reason = verdict.reason[: MAX_REASON_LENGTH if reasons_left > 0 else MAX_SHORT_REASON]
        reasons_left -= len(reason) if reason not in tables["reasons"] else 0
        columns.append(
            (
                number_of("cases", verdict.case_id),
                number_of("paths", verdict.path),
                kinds.index(verdict.kind),
                number_of("rules", verdict.rule),
                number_of("operations", verdict.operations),
                number_of("reasons", reason),
                round(1000 * sum(verdict.durations.values()), 3),
            )
        )
        if verdict.details:
            size = len(msgspec.json.encode(verdict.details))
            if size > details_left:
                omitted += 1
            else:
                details_left -= size
                details[number] = verdict.details
    document: dict[str, object] = {
        **{name: list(table) for name, table in tables.items()},
        "kinds": kinds,
        "failing": [number for number, kind in enumerate(kinds) if is_failure(kind)],
        "columns": [[row[n] for row in columns] for n in range(7)],
        "details": details,
        "command": record.reproduce_command("") + " --case ",
    }
    text = msgspec.json.encode(document).decode().replace("<", "\\u003c")
    return PageData(text, omitted, len(record.stream.verdicts) - len(shown))


def _shown_verdicts(verdicts: Sequence[Verdict]) -> Sequence[Verdict]:
    """Return the verdicts of a page, in the order of the run; failures have precedence."""
    if len(verdicts) <= MAX_VERDICTS:
        return verdicts
    order = sorted(range(len(verdicts)), key=lambda n: not is_failure(verdicts[n].kind))
    return [verdicts[number] for number in sorted(order[:MAX_VERDICTS])]


def slowest_cases(record: RunResults, amount: int) -> list[tuple[str, float, dict[str, float]]]:
    """Return the slowest cases: id, total seconds, and the seconds of each step.

    Paths that share a compilation all report its duration; it is counted once.
    """
    found = []
    for case_id, verdicts in record.cases.items():
        steps: dict[str, float] = {}
        for verdict in verdicts:
            for step, seconds in verdict.durations.items():
                earlier = steps.get(step, 0.0)
                is_shared = step != "execute"
                steps[step] = max(earlier, seconds) if is_shared else earlier + seconds
        if steps:
            found.append((case_id, sum(steps.values()), steps))
    return sorted(found, key=lambda entry: -entry[1])[:amount]
