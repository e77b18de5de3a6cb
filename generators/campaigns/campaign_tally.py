"""Totals of a campaign's results.

Their size in memory does not grow with the number of chunks, and they do not depend on the order in
which chunks are added.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from generators.graph_coverage import GraphCoverage

MAX_LISTED_SEEDS: Final = 20
"""Maximum number of seeds and of reasons that a report lists."""
NOT_JUDGED_KINDS: Final = frozenset(
    {"declined", "not_applicable", "too_large", "no_resources", "unavailable", "disabled", "waived"}
)
"""Kinds of verdicts on graphs that were not executed, so there are no results to check."""
REFUSED: Final = frozenset({"too_large", "no_resources", "unavailable"})
"""Kinds of verdicts on graphs that the driver supports but could not prepare or execute."""
_MAX_REASONS: Final = 1000
"""Number of different reasons beyond which new ones are counted together."""
_OTHER_REASONS: Final = "other reasons"


@dataclass(slots=True)
class SignatureGroup:
    """Failures with the same signature.

    ``first_records`` holds the records of the first failures, each with its chunk and its position
    there.
    """

    count: int = 0
    first_records: list[tuple[int, int, dict[str, Any]]] = field(default_factory=list)

    def add(self, chunk: int, position: int, record: dict[str, Any]) -> None:
        """Count one failure and keep its record if it is among the first."""
        self.count += 1
        insort(self.first_records, (chunk, position, record), key=lambda entry: entry[:2])
        del self.first_records[MAX_LISTED_SEEDS:]

    @property
    def records(self) -> list[dict[str, Any]]:
        """The first records, ordered by graph."""
        return [record for _, _, record in self.first_records]


@dataclass(slots=True)
class CampaignTally:
    """The totals of the results that a campaign has stored, for its report and progress display.

    Attributes:
        graphs: number of generated graphs.
        failures: number of failing graphs.
        counts: number of graphs by kind of verdict.
        groups: failures by signature.
        reasons: number of graphs that were not executed, by reason.

    """

    graphs: int = 0
    failures: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    groups: dict[str, SignatureGroup] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    coverage: GraphCoverage = field(default_factory=GraphCoverage)
    """Operations and pairs of operations in the graphs that were executed."""
    refused_cells: Counter[str] = field(default_factory=Counter)
    """Cells (operation and type) of graphs refused for lack of a device or of resources."""

    def add(self, chunk: dict[str, Any]) -> None:
        """Add the results of one chunk."""
        number = chunk["chunk"]
        self.graphs += chunk["graphs"]
        self.counts.update(chunk["counts"])
        for position, record in enumerate(chunk["records"]):
            if record["kind"] in NOT_JUDGED_KINDS:
                reason = record["reason"].partition(";")[0]
                known = reason in self.reasons or len(self.reasons) < _MAX_REASONS
                self.reasons[reason if known else _OTHER_REASONS] += 1
            else:
                self.failures += 1
                self.groups.setdefault(record["failure_signature"], SignatureGroup()).add(
                    number, position, record
                )
        self.coverage.cells.update(chunk["cells"])
        self.coverage.pairs.update(chunk["pairs"])
        self.refused_cells.update(chunk["refused_cells"])

    @property
    def executed(self) -> int:
        """Number of graphs that the driver executed, with correct results or not."""
        return self.graphs - sum(self.counts[kind] for kind in NOT_JUDGED_KINDS)

    def refused_throughout(self) -> list[str]:
        """Return the cells whose graphs were all refused for lack of a device or of resources."""
        return sorted(name for name in self.refused_cells if not self.coverage.cells[name])

    def top_reasons(self) -> dict[str, int]:
        """Return the most frequent reasons why graphs were not executed, with their counts."""
        most = sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))
        return dict(most[:MAX_LISTED_SEEDS])
