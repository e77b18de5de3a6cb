"""The HTML page of stress results: one file with plots as SVG, without scripts and requests."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Callable, Iterator
from html import escape
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from conformance.mlts.stress.report import DriverResult, GrowthSample, ModeResult, StressReport

_STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 1rem; color: #1c2330; background: #f6f7f9;
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
h3 { font-size: 1rem; margin: 1rem 0 .2rem; }
section { background: #fff; border: 1px solid #dde1e7; border-radius: 8px; padding: .2rem 1rem 1rem;
  margin: 1rem 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid #e6e9ee;
  white-space: nowrap; vertical-align: top; }
td.reason { white-space: normal; min-width: 16rem; overflow-wrap: anywhere; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.SUCCESS { color: #0b6e3b; } .FAILURE, .CRASH, .HANG { color: #b3261e; font-weight: 600; }
.NOT_RUN { color: #6b7280; } img { max-width: 100%; height: auto; }
"""
_COLOR: Final = "#33658a"
_MIN_SAMPLES: Final = 3
"""Fewer samples give no plot."""

_PANELS: Final[tuple[tuple[str, Callable[[GrowthSample], float]], ...]] = (
    ("memory in MiB", lambda sample: sample.memory / (1 << 20)),
    ("descriptors", lambda sample: sample.descriptors),
    ("threads", lambda sample: sample.threads),
)


def render_page(report: StressReport) -> bytes:
    """Return the page, encoded as UTF-8."""
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src 'sha256-{digest}'"
    )
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<title>Stress and crash tests</title>",
        f"<style>{_STYLE}</style></head><body>",
        "<h1>Stress and crash tests</h1>",
        f"<p>Started: {_text(report.started)}. Settings: {_text(_settings(report))}.</p>",
        *_overview(report),
    ]
    for driver in report.drivers:
        lines += _driver_section(driver)
    lines.append("</body></html>")
    return "\n".join(lines).encode("utf-8", "replace")


def _text(value: object) -> str:
    return escape("".join(c if c.isprintable() else "\ufffd" for c in str(value)))


def _settings(report: StressReport) -> str:
    return ", ".join(
        f"{name} {', '.join(map(str, value)) if isinstance(value, list) else value}"
        for name, value in report.settings.items()
        if value != []
    )


def _overview(report: StressReport) -> Iterator[str]:
    """Yield the table of outcomes: one row for each mode, one column for each driver."""
    yield "<section><h2>Overview</h2><div class=scroll><table><tr><th>mode"
    yield "".join(f"<th>{_text(driver.driver)}" for driver in report.drivers)
    names = dict.fromkeys(mode.mode for driver in report.drivers for mode in driver.modes)
    for name in names:
        yield f"<tr><td>{_text(name)}"
        for driver in report.drivers:
            outcomes = [mode.outcome.value for mode in driver.modes if mode.mode == name]
            yield "".join(f'<td class="{outcome}">{outcome}' for outcome in outcomes) or "<td>"
    yield "</table></div></section>"


def _driver_section(driver: DriverResult) -> Iterator[str]:
    yield f"<section><h2>{_text(driver.driver)}</h2><div class=scroll><table>"
    yield "<tr><th>mode<th>outcome<th>affected<th>seconds<th>events and values<th>reasons"
    for mode in driver.modes:
        values = [f"{name} {number:,}" for name, number in sorted(mode.counts.items())]
        values += [f"{name} {value:.4g}" for name, value in sorted(mode.values.items())]
        yield f'<tr><td>{_text(mode.mode)}<td class="{mode.outcome.value}">{mode.outcome.value}'
        yield f"<td>{_text(mode.casualty or '')}<td class=number>{mode.seconds:.1f}"
        yield f"<td class=reason>{_text(', '.join(values))}"
        yield f"<td class=reason>{'<br>'.join(map(_text, mode.reasons))}"
    yield "</table></div>"
    for mode in driver.modes:
        if len(mode.growth) >= _MIN_SAMPLES:
            yield f"<h3>{_text(mode.mode)}: resources of the driver's process</h3>"
            yield growth_plot(mode)
    yield "</section>"


def growth_plot(mode: ModeResult) -> str:
    """Return the plot of a mode's samples as an ``img`` element.

    Each process of the driver is a line of its own; a dashed line separates two processes.
    """
    settings: Any = {"svg.fonttype": "path", "svg.hashsalt": "nn-conformance"}
    processes = sorted({sample.process for sample in mode.growth})
    with mpl.rc_context(settings):
        figure = Figure(figsize=(9, 2.2), layout="constrained")
        for axes, (label, value) in zip(figure.subplots(1, len(_PANELS)), _PANELS, strict=True):
            for process in processes:
                samples = [sample for sample in mode.growth if sample.process == process]
                axes.plot(
                    [sample.seconds for sample in samples], list(map(value, samples)), color=_COLOR
                )
                if process != processes[0]:
                    axes.axvline(samples[0].seconds, color="#b3261e", linestyle="dashed")
            axes.set_ylim(0, 1.1 * max(1.0, *map(value, mode.growth)))
            axes.set_title(label, fontsize=9)
            axes.set_xlabel("seconds", fontsize=8)
            axes.tick_params(labelsize=7)
            axes.grid(visible=True, color="#e3e6ea", linewidth=0.6)
        content = io.BytesIO()
        figure.savefig(content, format="svg", metadata={"Date": None})
    data = base64.b64encode(content.getvalue()).decode()
    label = f"memory, descriptors and threads of the driver's process during {mode.mode}"
    return f'<img alt="{_text(label)}" src="data:image/svg+xml;base64,{data}">'
