"""The section of the page with stress results: outcomes, reasons and growth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.models.page.html_text import driver_cell, driver_header, size, text
from conformance.models.page.plots import growth_plot
from conformance.models.stress.report import DriverResult, ModeResult, Outcome, StressReport

_CLASSES: Final = {
    Outcome.SUCCESS: "passed",
    Outcome.NOT_RUN: "declined",
}


def stress_class(outcome: Outcome) -> str:
    """Return the style class of an outcome."""
    return _CLASSES.get(outcome, "failed")


def stress_section(report: StressReport) -> Iterator[str]:
    """Yield the section: a table of modes by driver, the reasons, and plots of the growth."""
    yield '<section id="stress"><h2>Stress</h2>'
    settings = "; ".join(
        f"{name}: {_setting(value)}" for name, value in report.settings.items() if value != []
    )
    yield f"<p class=note>Started: {text(report.started)}. {text(settings)}</p>"
    yield "<div class=scroll><table><tr><th>mode"
    yield "".join(driver_header(driver.driver) for driver in report.drivers)
    names = dict.fromkeys(mode.mode for driver in report.drivers for mode in driver.modes)
    for name in names:
        yield f"<tr><td class=name>{_mode_name(name)}"
        for driver in report.drivers:
            mode = next((candidate for candidate in driver.modes if candidate.mode == name), None)
            yield "<td>" if mode is None else _outcome_cell(mode)
    yield "</table></div>"
    yield from _reasons(report)
    for driver in report.drivers:
        yield from _growth(driver)
    yield "</section>"


def stress_details(report: StressReport) -> Iterator[str]:
    """Yield a section for each driver: counted events and measured values of each mode."""
    for driver in report.drivers:
        yield f"<section><h2>{text(driver.driver)}</h2><div class=scroll><table>"
        yield "<tr><th>mode<th>seconds<th>events and values"
        for mode in driver.modes:
            values = [f"{name} {number:,}" for name, number in sorted(mode.counts.items())]
            values += [f"{name} {value:.4g}" for name, value in sorted(mode.values.items())]
            yield f"<tr><td class=name>{_mode_name(mode.mode)}<td class=number>{mode.seconds:.1f}"
            yield f"<td class=reason>{text(', '.join(values))}"
        yield "</table></div></section>"


def _mode_name(name: str) -> str:
    """Return a mode's name, which may be broken after a slash."""
    return text(name).replace("/", "/<wbr>")


def _setting(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _outcome_cell(mode: ModeResult) -> str:
    count = mode.counts.get("executions") or mode.counts.get("compilations")
    event = "executions" if mode.counts.get("executions") else "compilations"
    details = f"<br><small>{mode.seconds:.0f} s" + (f", {count:,} {event}" if count else "")
    casualty = f" ({text(mode.casualty.value)})" if mode.casualty else ""
    label = mode.outcome.value.replace("_", " ")
    return f'<td><b class="{stress_class(mode.outcome)}">{label}</b>{casualty}{details}</small>'


def _reasons(report: StressReport) -> Iterator[str]:
    """Yield a table of the reasons of all modes that did not succeed."""
    rows = [
        (driver.driver, mode)
        for driver in report.drivers
        for mode in driver.modes
        if mode.outcome is not Outcome.SUCCESS
    ]
    if not rows:
        return
    yield "<h3>Modes without success</h3><div class=scroll><table>"
    yield "<tr><th>driver<th>mode<th>outcome<th>reason"
    for driver, mode in rows:
        yield f"<tr>{driver_cell(driver)}<td class=name>{_mode_name(mode.mode)}"
        yield f'<td class="{stress_class(mode.outcome)}">{mode.outcome.value.replace("_", " ")}'
        yield f"<td class=reason>{text('; '.join(mode.reasons) or 'no reason is recorded')}"
    yield "</table></div>"


def _growth(driver: DriverResult) -> Iterator[str]:
    """Yield the plot of a driver's resources, if a mode has at least two samples."""
    modes = [mode for mode in driver.modes if len(mode.growth) > 1]
    if not modes:
        return
    yield f"<h3>Resources of {text(driver.driver)}</h3>"
    yield f"<div class=scroll><div class=wide>{growth_plot(modes, 'resources over time')}"
    yield "</div></div><div class=scroll><table><tr><th>mode<th>memory, first to last sample"
    yield "<th>descriptors<th>threads"
    for mode in modes:
        first, last = mode.growth[0], mode.growth[-1]
        yield f"<tr><td class=name>{_mode_name(mode.mode)}"
        yield f"<td class=number>{size(first.memory)} to {size(last.memory)}"
        yield f"<td class=number>{first.descriptors} to {last.descriptors}"
        yield f"<td class=number>{first.threads} to {last.threads}"
    yield "</table></div>"
