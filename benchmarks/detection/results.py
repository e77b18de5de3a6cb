"""The result of a measurement: files of the workers, the printed table, the page."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from benchmarks.detection.fault import CallFault
from benchmarks.detection.plain_run import PARTS, Detection, PlainRunResult

STAGES = {
    "plain": "plain run",
    "specs": "bundled specs alone",
    "suite": "checks of the suite alone",
    "graphs": "default random graphs alone",
    "campaign": "campaign of 60 s",
    "all": "plain run and campaign",
}
"""The stages of the table, in its order."""


@dataclass
class Measurement:
    """The detections of a set of faults by stage; ``seen`` counts cases whose outputs differed."""

    faults: list[CallFault]
    found: dict[str, dict[str, Detection]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    cases: dict[str, int] = field(default_factory=dict)
    graphs: int = 0

    def add_plain_run(self, result: PlainRunResult) -> None:
        """Add the detections of a plain run."""
        plain = self.found.setdefault("plain", {})
        for part in PARTS:
            own = self.found.setdefault(part, {})
            for id_, detection in result.found[part].items():
                own[id_] = detection
                if id_ not in plain or detection.seconds < plain[id_].seconds:
                    plain[id_] = detection
            for id_, count in result.seen[part].items():
                self.seen[id_] = self.seen.get(id_, 0) + count
        self.seconds, self.cases = dict(result.seconds), dict(result.cases)

    def add_campaign(self, found: dict[str, Detection], graphs: int) -> None:
        """Add the detections of a campaign; its time follows that of the plain run in ``all``."""
        self.found["campaign"] = found
        self.graphs = graphs

    def finish(self) -> None:
        """Compute the detections of the plain run and the campaign together."""
        plain, campaign = self.found.get("plain"), self.found.get("campaign")
        if plain is None or campaign is None:
            return
        after = sum(self.seconds.values())
        together = dict(plain)
        for id_, detection in campaign.items():
            if id_ not in together:
                together[id_] = Detection(
                    detection.case_id, after + detection.seconds, after, detection.rule
                )
        self.found["all"] = together

    def survivors(self, stage: str) -> list[CallFault]:
        """Return the faults that a stage did not find."""
        return [fault for fault in self.faults if fault.id not in self.found[stage]]

    def write(self, path: Path) -> None:
        """Write the result of a worker."""
        data = {
            "faults": [fault.id for fault in self.faults],
            "found": {s: {i: asdict(d) for i, d in each.items()} for s, each in self.found.items()},
            "seen": self.seen,
            "seconds": self.seconds,
            "cases": self.cases,
            "graphs": self.graphs,
        }
        path.write_text(json.dumps(data), encoding="utf-8")

    def merge(self, path: Path) -> None:
        """Add the result of a worker, which measured other faults."""
        data = json.loads(path.read_text(encoding="utf-8"))
        for stage, found in data["found"].items():
            own = self.found.setdefault(stage, {})
            own.update({id_: Detection(**values) for id_, values in found.items()})
        self.seen.update(data["seen"])
        self.seconds, self.cases = data["seconds"], data["cases"]
        self.graphs = max(self.graphs, data["graphs"])


def stage_row(
    measurement: Measurement, stage: str, faults: Sequence[CallFault] | None = None
) -> tuple[int, int, float, float]:
    """Return the found faults, all faults, and median and 90th percentile of the seconds."""
    chosen = measurement.faults if faults is None else faults
    found = measurement.found[stage]
    alone = stage in PARTS
    times = sorted(
        found[f.id].part_seconds if alone else found[f.id].seconds for f in chosen if f.id in found
    )
    late = times[min(len(times) - 1, math.ceil(0.9 * len(times)))] if times else math.nan
    return len(times), len(chosen), median(times) if times else math.nan, late


def table(measurement: Measurement, groups: Iterable[tuple[str, Sequence[CallFault]]]) -> list[str]:
    """Return the rows of a Markdown table: stages, and groups of faults."""
    lines = [
        "| faults | stage | found | share | median time to detection (s) | 90th percentile (s) |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for name, faults in groups:
        for stage, title in STAGES.items():
            if stage in measurement.found and faults:
                count, total, middle, late = stage_row(measurement, stage, faults)
                lines.append(
                    f"| {name} | {title} | {count} of {total} | {100 * count / total:.1f} % "
                    f"| {middle:.2f} | {late:.2f} |"
                )
    return lines


def fault_groups(faults: Sequence[CallFault]) -> list[tuple[str, list[CallFault]]]:
    """Return all faults, those with and without a condition, and each table."""
    return [
        ("all", list(faults)),
        ("conditional", [fault for fault in faults if fault.condition]),
        ("unconditional", [fault for fault in faults if not fault.condition]),
        *(
            (name, [fault for fault in faults if fault.table == name])
            for name in sorted({fault.table for fault in faults})
        ),
    ]


def survivor_lines(measurement: Measurement, stage: str) -> list[str]:
    """Return one line for each fault that the stage did not find."""
    return [
        f"{fault.id} (seen in {measurement.seen.get(fault.id, 0)} cases; {fault.source})"
        for fault in measurement.survivors(stage)
    ]
