"""The HTML page of one case, which ``nn-conformance show --html`` writes."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from conformance.failures.show.case_content import CaseContent
from conformance.failures.show.html_panel import panel_lines
from conformance.reports.html.page_frame import page_end, page_start


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
