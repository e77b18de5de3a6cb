"""The result of a measurement: files of the workers, the printed table, the page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from benchmarks.detection.contract_faults import ContractFault
from benchmarks.detection.device import MeasuredFault
from benchmarks.detection.fault_tables import is_held_out
from benchmarks.detection.hole_fault import HoleFault
from benchmarks.detection.plain_run import PARTS, Detection, PlainRunResult

STAGES = {
    "plain": "plain run",
    "specs": "bundled specs alone",
    "suite": "checks of the suite alone",
    "graphs": "default random graphs alone",
    "contract": "checks of its areas, then the others and a sample of the specs",
}
"""The stages of the table, in its order."""


@dataclass
class Measurement:
    """The detections of a set of faults by stage; ``seen`` counts cases whose outputs differed."""

    faults: list[MeasuredFault]
    contract: list[ContractFault] = field(default_factory=list)
    found: dict[str, dict[str, Detection]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    cases: int = 0
    sampled_from: int = 0
    """The number of all faults if ``faults`` and ``contract`` are a random sample; otherwise 0."""

    def add_plain_run(self, result: PlainRunResult) -> None:
        """Set the detections of a plain run."""
        plain: dict[str, Detection] = {}
        for part, found in result.detections().items():
            self.found[part] = found
            for id_, detection in found.items():
                if id_ not in plain or detection.seconds < plain[id_].seconds:
                    plain[id_] = detection
        self.found["plain"] = plain
        for seen in result.seen.values():
            for id_, count in seen.items():
                self.seen[id_] = self.seen.get(id_, 0) + count
        self.seconds, self.cases = result.part_seconds(), len(result.durations)

    def survivors(self, stage: str) -> Iterator[MeasuredFault | ContractFault]:
        """Yield the faults that a stage did not find."""
        measured = self.contract if stage == "contract" else self.faults
        for fault in measured:
            if fault.id not in self.found[stage]:
                yield fault


def stage_row(
    measurement: Measurement, stage: str, faults: Sequence[MeasuredFault | ContractFault]
) -> tuple[int, int, float, float]:
    """Return the found faults, all faults, and median and 90th percentile of the seconds."""
    found = measurement.found[stage]
    alone = stage in PARTS
    times = sorted(
        found[f.id].part_seconds if alone else found[f.id].seconds for f in faults if f.id in found
    )
    late = times[min(len(times) - 1, math.ceil(0.9 * len(times)))] if times else math.nan
    return len(times), len(faults), median(times) if times else math.nan, late


def table(
    measurement: Measurement,
    groups: Iterable[tuple[str, Sequence[MeasuredFault | ContractFault]]],
) -> list[str]:
    """Return the rows of a Markdown table: stages, and groups of faults."""
    lines = [
        "| faults | stage | found | share | median time to detection (s) | 90th percentile (s) |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for name, faults in groups:
        if not faults:
            continue
        for stage, title in STAGES.items():
            concerned = isinstance(faults[0], ContractFault) == (stage == "contract")
            concerned &= stage != "graphs" or not isinstance(faults[0], HoleFault)
            concerned &= stage not in PARTS or measurement.seconds.get(stage, 0.0) > 0
            if stage in measurement.found and concerned:
                count, total, middle, late = stage_row(measurement, stage, faults)
                lines.append(
                    f"| {name} | {title} | {count} of {total} | {100 * count / total:.1f} % "
                    f"| {_seconds(middle)} | {_seconds(late)} |"
                )
    return lines


def _seconds(value: float) -> str:
    """Return a time with two digits, or a dash if there is none."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def fault_groups(
    measurement: Measurement,
) -> list[tuple[str, Sequence[MeasuredFault | ContractFault]]]:
    """Return the groups of faults in the table: kinds, and the tables of computation faults."""
    computed = [fault for fault in measurement.faults if not isinstance(fault, HoleFault)]
    return [
        ("computation", computed),
        ("held out", [fault for fault in computed if is_held_out(fault.id)]),
        ("used for choices", [fault for fault in computed if not is_held_out(fault.id)]),
        ("conditional", [fault for fault in computed if fault.condition]),
        ("unconditional", [fault for fault in computed if not fault.condition]),
        ("with state", [fault for fault in computed if fault.has_state]),
        *(
            (name, [fault for fault in computed if fault.table == name])
            for name in sorted({fault.table for fault in computed})
        ),
        ("validation", [fault for fault in measurement.faults if isinstance(fault, HoleFault)]),
        ("calls of the contract", measurement.contract),
    ]


def survivor_lines(measurement: Measurement, stage: str) -> list[str]:
    """Return one line for each fault that the stage did not find."""
    lines = []
    for fault in measurement.survivors(stage):
        seen = measurement.seen.get(fault.id, 0)
        shown = f"; shown by {seen} cases" if seen else ""
        lines.append(f"{fault.id} ({fault.source}{shown})")
    return lines
