"""Writes the page ``docs/generated/detection.md``."""

from __future__ import annotations

from pathlib import Path

from benchmarks.detection.results import Measurement, fault_groups, survivor_lines, table


def write(measurement: Measurement, path: Path) -> None:
    """Write the page with the table and the faults that were not found."""
    seconds = sum(measurement.seconds.values())
    count = len(measurement.faults) + len(measurement.contract)
    sample = (
        f"The faults are a random sample of {count:,} of {measurement.sampled_from:,}."
        if measurement.sampled_from
        else f"All {count:,} faults were measured."
    )
    lines = [
        "# Detection of planted faults",
        "",
        "*This page is for driver engineers and maintainers. It shows the share of planted faults",
        "that the suite finds, and the time to detection. The command",
        "`python -m benchmarks.detection --page docs/generated/detection.md` writes it.*",
        "",
        "[detection.md](../reference/detection.md) explains the faults and the measurement.",
        "",
        f"The plain run had {measurement.cases:,} cases and took {seconds:.0f} CPU seconds on the",
        "reference driver.",
        "Times are CPU seconds of one core.",
        sample,
        "",
        "From generator version 11 on, no choice of graphs or of their order uses the faults that",
        "are *held out*: one in three, by a hash of the name.",
        "",
        *table(measurement, fault_groups(measurement)),
        "",
        "## Faults that the plain run does not find",
        "",
        *[f"- `{line}`" for line in survivor_lines(measurement, "plain")],
    ]
    if "contract" in measurement.found:
        survivors = survivor_lines(measurement, "contract")
        lines += ["", "## Faults against the calls of the contract that are not found", ""]
        lines += [f"- `{line}`" for line in survivors]
    path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
