"""The start and the end of a page, and the HTML page of one case.

A page has no external resources. The policy forbids all requests, and permits the page's one style
and one script by their hashes; it therefore also forbids ``style`` attributes.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from conformance.failures.show.case_content import CaseContent
from conformance.failures.show.html_panel import panel_lines


@cache
def page_style() -> str:
    """Return the style sheet of a page."""
    return _asset("report.css") + _asset("panel.css")


@cache
def page_script() -> str:
    """Return the script of a page."""
    return _asset("report.js")


def _asset(name: str) -> str:
    return (files("conformance.reports.html") / "page" / name).read_text(encoding="utf-8")


def page_start(title: str) -> list[str]:
    """Return the lines of a page up to the start of its body."""
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src '{_hash(page_style())}'; script-src '{_hash(page_script())}'"
    )
    return [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)}</title>",
        f"<style>{page_style()}</style></head><body>",
    ]


def page_end() -> list[str]:
    """Return the script and the end of a page."""
    return [f"<script>{page_script()}</script>", "</body></html>", ""]


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def render_case_page(
    content: CaseContent, output: int | None = None, element: Sequence[int] | None = None
) -> bytes:
    """Return the page of a case, encoded as UTF-8."""
    on = f" on {content.driver}" if content.driver else ""
    lines = [
        *page_start(f"Case {content.case_id}"),
        f'<header class="{"bad" if content.failures else "good"}"><p class="kicker">Case</p>',
        f"<h1>{escape(content.case_id)}</h1>",
        f'<p class="headline">{escape(f"{len(content.failures)} failures{on}")}</p></header><main>',
    ]
    for failure in content.failures[:10]:
        along = f" along <code>{escape(failure.path)}</code>" if failure.path else ""
        lines.append(
            f'<p><span class="pill failed">{escape(failure.kind)}</span>{along} '
            f"<code>{escape(failure.rule)}</code><br>"
            f'<span class="reason">{escape(failure.reason[:2000])}</span></p>'
        )
    lines += panel_lines(content, "case", output, element)
    return "\n".join([*lines, "</main>", *page_end()]).encode("utf-8", "replace")
