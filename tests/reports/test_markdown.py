"""The content of the Markdown summary."""

import re

import pytest

from conformance.reports.markdown_report import (
    MAX_LENGTH,
    render_markdown,
)
from tests.reports.event_streams import (
    EXECUTED_DURATIONS,
    compared_run,
    declined,
    failed,
    passed,
)

GITHUB_LIMIT = 65_536
HOSTILE = (
    "x</details><script>`a` ``b`` | @someone #12\n## head\r\n<!-- \x1b[31m é \u2028 --> ![i](u)"
)


@pytest.fixture
def summary(tmp_path):
    """Return a function that renders the summary of a run as text."""

    def of(verdicts, previous=None, **header):
        record, change = compared_run(tmp_path, verdicts, previous, **header)
        return render_markdown(record, change)

    return of


def without_code(text):
    """Return the text without code spans and code blocks, which are found as in Markdown."""
    text = re.sub(r"```sh\n.*?\n```", "", text, flags=re.DOTALL)
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)


def test_nothing_in_a_run_is_taken_for_markdown_or_html(summary):
    """Markup in any field of a run appears as text."""
    verdict = failed(
        f"case {HOSTILE}",
        (f"OP {HOSTILE}",),
        path=f"path {HOSTILE}",
        rule=f"rule {HOSTILE}",
        reason=f"reason {HOSTILE}",
        details={"patterns": [f"pattern {HOSTILE}"]},
    )
    odd = {f"name {HOSTILE}": f"value {HOSTILE}"}
    text = summary(
        [verdict, declined(f"d {HOSTILE}", (f"OP2 {HOSTILE}",), unsupported=(HOSTILE,))],
        [passed(f"case {HOSTILE}", path=f"path {HOSTILE}")],
        driver=f"d {HOSTILE} (x {HOSTILE})",
        options=odd,
    )
    outside = without_code(text)
    assert "<script" in text
    for dangerous in ("<script", "@someone", "<!--", "![", "\n## head", "\x1b", "\u2028"):
        assert dangerous not in outside.replace("\\" + dangerous[0], "")
    assert text.count("<details>") == text.count("<summary>")
    assert [line for line in text.splitlines() if line.startswith("## ")] == [text.split("\n")[0]]
    rows = [
        line
        for line in text.split("\n### By operation\n")[1].split("\n### ")[0].splitlines()
        if line.startswith("| `")
    ]
    for row in rows:
        assert len(re.findall(r"(?<!\\)\|", row)) == 7


def test_the_length_is_bounded_and_omitted_entries_are_counted(summary):
    """A long summary is cut below GitHub's limit and states how much is missing."""
    wide = "long text of a failure, あ" * 40
    verdicts = [
        failed(f"{n} {wide}", (f"OP_{n}",), rule=f"rule{n}", reason=f"{wide} {chr(97 + n % 26)}",
               path=f"p{n}", details={}, durations=EXECUTED_DURATIONS)
        for n in range(1500)
    ]  # fmt: skip
    old = [passed(f"{n} {wide}", (f"OP_{n}",)) for n in range(750, 2250)]
    text = summary(verdicts, old, options={f"o{n}": wide for n in range(500)})
    assert len(text.encode()) <= MAX_LENGTH < GITHUB_LIMIT
    assert "1500" in text.replace(",", "")
    shown = sum(bool(re.match(r"\*\*\d+\. ", line)) for line in text.splitlines())
    (cut,) = re.findall(r"\*\*([\d,]+) more causes not shown here\*\*", text)[-1:]
    assert shown + int(cut.replace(",", "")) == 1500
    table = text.split("\n### By operation\n")[1].split("\n### ")[0]
    rows = len(re.findall(r"^\| `OP_", table, flags=re.MULTILINE))
    (more,) = re.findall(r"\*\*([\d,]+) more operations not shown here\*\*", table)
    assert rows + int(more.replace(",", "")) == 1500
