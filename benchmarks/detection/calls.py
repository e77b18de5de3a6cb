"""Measure which faults of calls their checks find: ``python -m benchmarks.detection.calls``.

The faults are those of ``tests.faults.library``, each with the check or path that must find it.
    --area bursts     only the faults of an area (``paths`` for those that a path must find)
    --page FILE       write the result page
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from conformance.verdicts import VerdictKind
from tests.faults.library import DRIVER_FAULTS
from tests.faults.row import DriverFault


@dataclass
class AreaYield:
    """The faults that the checks of an area must find, and those that they find."""

    area: str
    missed: list[DriverFault] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """The CPU seconds until the check ended, for each fault that is found."""


def area_of(fault: DriverFault) -> str:
    """Return the area of the fault's check, or ``paths``."""
    return fault.by.partition(".")[0] if "." in fault.by else "paths"


def measure(faults: Iterable[DriverFault]) -> list[AreaYield]:
    """Run the check of each fault; return the areas in the order of their names."""
    areas: dict[str, AreaYield] = {}
    for fault in faults:
        area = areas.setdefault(area_of(fault), AreaYield(area_of(fault)))
        start = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            verdicts = fault.verdicts()
        if any(v.rule == fault.rule and v.kind is not VerdictKind.PASSED for v in verdicts):
            area.seconds.append(time.process_time() - start)
        else:
            area.missed.append(fault)
    return [areas[name] for name in sorted(areas)]


def table(areas: Sequence[AreaYield]) -> list[str]:
    """Return the lines of a Markdown table."""
    lines = ["| checks | found | median time of the check (s) |", "|---|---:|---:|"]
    for area in areas:
        found = len(area.seconds)
        middle = f"{median(area.seconds):.2f}" if area.seconds else "-"
        lines.append(f"| `{area.area}` | {found} of {found + len(area.missed)} | {middle} |")
    found = sum(len(area.seconds) for area in areas)
    lines.append(f"| all | {found} of {found + sum(len(area.missed) for area in areas)} | |")
    return lines


def page(areas: Sequence[AreaYield]) -> str:
    """Return the result page."""
    lines = [
        "# Detection of faults in calls",
        "",
        "*This page is for driver engineers and maintainers. It shows how many faults of calls",
        "and of compilation caching the checks of each area find. The command",
        "`python -m benchmarks.detection.calls --page docs/generated/call-detection.md`",
        "writes it.*",
        "",
        "Each fault is a driver with changed methods (`tests/faults`), and is found if its own",
        "check or path reports the violated rule. [detection.md](../reference/detection.md)",
        "explains the other measurements. Times are CPU seconds of one core.",
        "",
        *table(areas),
    ]
    if missed := _missed(areas):
        lines += ["", "## Faults that are not found", "", *missed]
    return "\n".join(lines) + "\n"


def _missed(areas: Sequence[AreaYield]) -> list[str]:
    return [f"- {fault.name} (`{fault.by}`)" for area in areas for fault in area.missed]


def main(arguments: Sequence[str]) -> int:
    """Run the command; return 1 if a fault is not found."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.detection.calls",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--area", default="")
    parser.add_argument("--page", type=Path)
    options = parser.parse_args(arguments)
    chosen = [fault for fault in DRIVER_FAULTS if options.area in ("", area_of(fault))]
    if not chosen:
        parser.error(f"no fault of the area {options.area}")
    logging.disable(logging.CRITICAL)  # the reference logs a traceback of each exception
    try:
        areas = measure(chosen)
    finally:
        logging.disable(logging.NOTSET)
    print("\n".join([*table(areas), *_missed(areas)]))
    if options.page:
        options.page.write_text(page(areas), encoding="utf-8")
    return int(any(area.missed for area in areas))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
