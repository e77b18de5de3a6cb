"""What a campaign's chunks come to, in memory that does not grow with their number.

The figures do not depend on the order in which chunks come, but for one thing that whoever deals
the chunks sees to: a chunk of a round comes after all of the rounds up to the last but one.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from generators.coverage import Coverage

CHUNKS_A_ROUND: Final = 20
SEEDS: Final = 20
"""So many seeds and reasons are told."""
ASIDE: Final = frozenset(
    {"declined", "not_applicable", "too_large", "no_resources", "unavailable", "disabled", "waived"}
)
"""Kinds of verdicts of graphs that were not judged."""
REFUSED: Final = frozenset({"too_large", "no_resources", "unavailable"})
"""Kinds of verdicts of graphs that the driver supports and refused for lack of something."""
_MOST_REASONS: Final = 1000
_OTHERS: Final = "other reasons"


@dataclass(slots=True)
class Group:
    """Failures of one manner: how many, and the first of them with their chunk and place."""

    count: int = 0
    first: list[tuple[int, int, dict[str, Any]]] = field(default_factory=list)

    def add(self, chunk: int, place: int, record: dict[str, Any]) -> None:
        """Count one more."""
        self.count += 1
        insort(self.first, (chunk, place, record), key=lambda entry: entry[:2])
        del self.first[SEEDS:]

    @property
    def records(self) -> list[dict[str, Any]]:
        """The first records, in the order of the graphs."""
        return [record for _, _, record in self.first]


@dataclass(slots=True)
class Tally:
    """Sums over chunks."""

    graphs: int = 0
    failures: int = 0
    second_looks: int = 0
    elements: int = 0
    wide: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    groups: dict[str, Group] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    """Of all graphs that were made."""
    aside: Coverage = field(default_factory=Coverage)
    """Of the graphs that were not executed."""
    refused_cells: Counter[str] = field(default_factory=Counter)
    """Of the graphs that were refused for lack of a device or of resources."""
    _old: Coverage = field(default_factory=Coverage)
    _rounds: dict[int, Coverage] = field(default_factory=dict)

    def add(self, chunk: dict[str, Any]) -> None:
        """Take the results of one chunk in."""
        number = chunk["chunk"]
        self.graphs += chunk["graphs"]
        self.second_looks += chunk["second_looks"]
        self.elements += chunk["elements"]
        self.wide += chunk["wide"]
        self.counts.update(chunk["counts"])
        for place, record in enumerate(chunk["records"]):
            if record["kind"] in ASIDE:
                self._set_aside(record["reason"].partition(";")[0])
            else:
                self.failures += 1
                self.groups.setdefault(record["manner"], Group()).add(number, place, record)
        for coverage in (self.coverage, self._round(number // CHUNKS_A_ROUND)):
            coverage.cells.update(chunk["cells"])
            coverage.pairs.update(chunk["pairs"])
        self.aside.cells.update(chunk.get("aside_cells", {}))
        self.aside.pairs.update(chunk.get("aside_pairs", {}))
        self.refused_cells.update(chunk.get("refused_cells", {}))

    @property
    def executed(self) -> int:
        """Graphs that the driver executed, rightly or wrongly."""
        return self.graphs - sum(self.counts[kind] for kind in ASIDE)

    @property
    def executed_coverage(self) -> Coverage:
        """Coverage of the executed graphs."""
        made, aside = self.coverage, self.aside
        return Coverage(made.cells - aside.cells, made.pairs - aside.pairs)

    def refused_throughout(self) -> list[str]:
        """Cells of which graphs were refused for lack of a device or resources, and none ran."""
        ran = self.executed_coverage.cells
        return sorted(name for name in self.refused_cells if not ran[name])

    def covered_before(self, round_: int) -> Coverage:
        """What the rounds before the last one before ``round_`` have covered.

        Known for rounds of which chunks may be missing.
        """
        found = Coverage(Counter(self._old.cells), Counter(self._old.pairs))
        for number, coverage in self._rounds.items():
            if number < round_ - 1:
                found.cells.update(coverage.cells)
                found.pairs.update(coverage.pairs)
        return found

    def _round(self, number: int) -> Coverage:
        """A round's own coverage; what is too long ago to be asked for alone is put together."""
        if number not in self._rounds:
            self._rounds[number] = Coverage()
            newest = max(self._rounds)
            for old in [one for one in self._rounds if one < newest - 2]:
                coverage = self._rounds.pop(old)
                self._old.cells.update(coverage.cells)
                self._old.pairs.update(coverage.pairs)
        return self._rounds[number]

    def _set_aside(self, reason: str) -> None:
        known = reason in self.reasons or len(self.reasons) < _MOST_REASONS
        self.reasons[reason if known else _OTHERS] += 1

    def most_reasons(self) -> dict[str, int]:
        """Why graphs were set aside, the most frequent reasons first."""
        most = sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))
        return dict(most[:SEEDS])
