"""The development of a driver over many runs: numbers of cases and changes from run to run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, Final

import msgspec

from conformance.input_files import open_file
from conformance.reports.text.formatting import headline, one_line
from conformance.results.analysis.run_difference import RunDifference, compare_runs
from conformance.results.run_results import (
    ReportError,
    RunResults,
    as_report_error,
    driver_name,
    load_run,
)
from conformance.verdicts import VerdictKind

_LONGEST_HEADER: Final = 1 << 20
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 720, 260, 60, 30, 40
_SERIES: Final = (("passed", "#1a7f37"), ("failed", "#cf222e"), ("declined", "#9a6700"))


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """One run of a trend.

    ``new_failures``, ``fixed`` and ``not_run`` (cases that no longer run) are changes since the
    run before; ``None`` for the first run and for a run of another driver.
    """

    name: str
    started: str
    driver: str
    driver_version: str
    suite_version: str
    cases: int
    passed: int
    failed: int
    declined: int
    complete: bool
    headline: str
    new_failures: int | None
    fixed: int | None
    not_run: int | None


def read_trend(paths: Sequence[str | os.PathLike[str]]) -> list[TrendPoint]:
    """Return the points of a trend in the order of the runs' start times.

    At most two runs are in memory at a time. Raise ``ReportError`` for a stream without header.
    """
    points: list[TrendPoint] = []
    earlier: RunResults | None = None
    for path in sorted((os.fspath(one) for one in paths), key=_started):
        record = load_run(path, durations=False)
        if record.header is None:
            raise ReportError(f"{path}: {' '.join(record.stream_warnings())}")
        points.append(_point(record, earlier))
        earlier = record
    return points


def _started(path: str) -> str:
    """Return the start time in the first line of a stream; empty if it cannot be read."""
    with as_report_error(path), open_file(path) as file:
        line = file.readline(_LONGEST_HEADER)
    try:
        started = msgspec.json.decode(line).get("started")
    except (ValueError, AttributeError, RecursionError):
        return ""
    return started if isinstance(started, str) else ""


def _point(record: RunResults, earlier: RunResults | None) -> TrendPoint:
    header = record.header
    assert header is not None
    cases = record.statistics.cases
    change: RunDifference | None = None
    if earlier is not None and earlier.header is not None:
        same_driver = driver_name(earlier.header) == driver_name(header)
        change = compare_runs(earlier, record) if same_driver else None
    return TrendPoint(
        record.name,
        header.started,
        driver_name(header),
        header.driver_version,
        header.suite_version,
        len(record.cases),
        cases[VerdictKind.PASSED] + cases[VerdictKind.QUALITY_WARNING],
        record.failed_cases,
        cases[VerdictKind.DECLINED],
        record.complete,
        headline(record),
        None if change is None else len(change.new_failures),
        None if change is None else len(change.fixed),
        None if change is None else len(change.newly_declined) + len(change.no_longer_executed),
    )


_HEAD: Final = (
    *("started", "driver", "version", "cases", "passed", "failed", "declined"),
    *("new failures", "fixed", "no longer run", "run"),
)


def _row(point: TrendPoint) -> list[str]:
    changes = (point.new_failures, point.fixed, point.not_run)
    return [
        one_line(point.started, 30),
        one_line(point.driver, 40),
        one_line(point.driver_version, 30),
        *(f"{n:,}" for n in (point.cases, point.passed, point.failed, point.declined)),
        *("-" if change is None else f"{change:,}" for change in changes),
        one_line(point.name, 60) + ("" if point.complete else " (INCOMPLETE)"),
    ]


def trend_lines(points: Sequence[TrendPoint]) -> Iterator[str]:
    """Yield the trend as a text table, the oldest run first."""
    rows = [list(_HEAD), *map(_row, points)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = range(3, 10)
    for row in rows:
        entries = (
            text.rjust(width) if number in numbers else text.ljust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(entries).rstrip()


def trend_markdown(points: Sequence[TrendPoint]) -> Iterator[str]:
    """Yield the trend as a Markdown table, the oldest run first."""
    yield "| " + " | ".join(_HEAD) + " |"
    yield "|---|---|---|" + "---:|" * 7 + "---|"
    for point in points:
        cells = (text.replace("|", "\\|").replace("<", "&lt;") for text in _row(point))
        yield "| " + " | ".join(cells) + " |"


def trend_as_json(points: Sequence[TrendPoint]) -> dict[str, Any]:
    """Return the trend as plain data."""
    return {"runs": [asdict(point) for point in points]}


def trend_svg(points: Sequence[TrendPoint]) -> str:
    """Return a chart of the numbers of passed, failed and declined cases over the runs."""
    most = max((max(p.passed, p.failed, p.declined) for p in points), default=0) or 1
    inner = _WIDTH - _LEFT - 20
    bottom = _HEIGHT - _BOTTOM

    def x(number: int) -> float:
        return _LEFT + (inner * number / (len(points) - 1) if len(points) > 1 else inner / 2)

    def y(value: int) -> float:
        return bottom - (bottom - _TOP) * value / most

    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12" role="img">'
    )
    lines = [
        root,
        "<title>Cases by result over the runs</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<path d="M{_LEFT} {_TOP}V{bottom}H{_WIDTH - 20}" fill="none" stroke="#57606a"/>',
        f'<text x="{_LEFT - 6}" y="{_TOP + 4}" text-anchor="end">{most:,}</text>',
        f'<text x="{_LEFT - 6}" y="{bottom + 4}" text-anchor="end">0</text>',
    ]
    for place, (name, colour) in enumerate(_SERIES):
        values = [getattr(point, name) for point in points]
        path = " ".join(f"{x(n):.1f},{y(value):.1f}" for n, value in enumerate(values))
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for number, (point, value) in enumerate(zip(points, values, strict=True)):
            title = escape(f"{point.started} {point.driver_version}: {value:,} {name}")
            lines.append(
                f'<circle cx="{x(number):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}">'
                f"<title>{title}</title></circle>"
            )
        lines.append(f'<text x="{_LEFT + 110 * place}" y="18" fill="{colour}">{name}</text>')
    for number, anchor in ((0, "start"), (len(points) - 1, "end")):
        if points and (number or len(points) > 1):
            text = escape(
                one_line(f"{points[number].started[:10]} {points[number].driver_version}", 40)
            )
            at = f'x="{x(number):.1f}" y="{_HEIGHT - 16}" text-anchor="{anchor}"'
            lines.append(f"<text {at}>{text}</text>")
    return "\n".join((*lines, "</svg>", ""))
