"""A badge with the result of a run: an SVG image, or data for an endpoint badge of shields.io."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Final

from conformance.results.phrases import format_count
from conformance.results.policy_check import unmet_requirements
from conformance.results.run_results import RunResults
from conformance.verdicts import VerdictKind

_COLOURS: Final = {"brightgreen": "#2da44e", "yellow": "#9a6700", "red": "#cf222e"}
_CHARACTER_WIDTH: Final = 6.6
"""Approximate width of a character in pixels at 11 pixels of height."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The text and the colour of a badge: ``brightgreen``, ``yellow`` or ``red``."""

    label: str
    message: str
    colour: str


def run_badge(record: RunResults, label: str = "conformance") -> Badge:
    """Return the badge of a run; it is green only if the run is complete and nothing failed."""
    if not record.complete:
        return Badge(label, "incomplete run", "red")
    if not record.cases or record.statistics.nothing_executed:
        return Badge(label, "nothing executed", "red")
    total = len(record.cases)
    if record.failed_cases or record.unjudged_cases:
        number = record.failed_cases + record.unjudged_cases
        return Badge(label, f"{number:,} of {format_count(total, 'case')} failed", "red")
    if record.header and unmet_requirements(record.header.policy, record.statistics):
        return Badge(label, "policy not met", "red")
    cases = record.statistics.cases
    passed = cases[VerdictKind.PASSED] + cases[VerdictKind.QUALITY_WARNING]
    message = f"{passed:,} passed"
    for kind in (VerdictKind.WAIVED, VerdictKind.DECLINED):
        if cases[kind]:
            message += f", {cases[kind]:,} {kind}"
    return Badge(label, message, "yellow" if cases[VerdictKind.WAIVED] else "brightgreen")


def badge_endpoint(badge: Badge) -> dict[str, Any]:
    """Return the data of an endpoint badge in the schema of shields.io, version 1."""
    return {
        "schemaVersion": 1,
        "label": badge.label,
        "message": badge.message,
        "color": badge.colour,
        "isError": badge.colour == "red",
    }


def badge_svg(badge: Badge) -> str:
    """Return the badge as an image."""
    left, right = (round(12 + _CHARACTER_WIDTH * len(t)) for t in (badge.label, badge.message))
    label, message = escape(badge.label), escape(badge.message)
    width = left + right
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" '
        f'aria-label="{label}: {message}"><title>{label}: {message}</title>'
        f'<rect width="{left}" height="20" fill="#424a53"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{_COLOURS[badge.colour]}"/>'
        '<g fill="#ffffff" text-anchor="middle" font-family="sans-serif" font-size="11">'
        f'<text x="{left / 2:g}" y="14">{label}</text>'
        f'<text x="{left + right / 2:g}" y="14">{message}</text></g></svg>\n'
    )
