"""The content of the Markdown summary."""

import re

import pytest

from conformance.harness.results.verdict import Verdict, VerdictKind
from conformance.reports.text.markdown_report import (
    MAX_LENGTH,
    code_span,
    render_markdown,
    table_cell,
)
from tests.reports.event_streams import (
    ASKED_DURATIONS,
    EXECUTED_DURATIONS,
    compared_run,
    crash,
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


def section(text, title):
    """Return the lines of one section."""
    return text.split(f"\n### {title}\n")[1].split("\n### ")[0].splitlines()


MIXED = [
    passed("V1_0/add/a"),
    passed("V1_0/add/a", path="async-fast"),
    failed("V1_0/add/b"),
    failed("V1_0/add/b", path="async-fast"),
    failed("V1_0/add/c"),
    crash("V1_0/relu/d", ("RELU",)),
    declined("V1_0/mul/e"),
    Verdict("V1_0/sub/f", "", VerdictKind.INTERNAL_ERROR, "internal", "oops", ("SUB",)),
]


def test_the_head_states_the_run_and_its_result(summary):
    lines = summary(MIXED).splitlines()
    assert lines[0] == (
        "## Conformance of `gizmo (gizmo.nn:Device)`: 3 of 6 cases failed, "
        "1 case not judged, 1 declined"
    )
    assert "| Driver | `gizmo (gizmo.nn:Device)` version `7` |" in lines
    assert "| Tested as | HAL `1.0` |" in lines
    assert "| Suite | `0.1`, seed 0 |" in lines
    assert "| Time | `2026-01-02T03:04:05+00:00, 60 s` |" in lines
    assert "| Size | 6 cases, 8 verdicts |" in lines


def test_totals_by_kind_count_cases_and_verdicts(summary):
    lines = section(summary(MIXED), "Totals")
    assert "| passed | 1 | 2 |" in lines
    assert "| failed | 2 | 3 |" in lines
    assert "| crash | 1 | 1 |" in lines
    assert "| declined | 1 | 1 |" in lines
    assert "| internal error | 1 | 1 |" in lines


def test_table_by_operation(summary):
    lines = section(summary(MIXED), "By operation")
    assert "| operation | passed | failed | declined | other | reported supported |" in lines
    assert "| `ADD` | 1 | 2 |  |  | all |" in lines
    assert "| `MUL` |  |  | 1 |  | none |" in lines
    assert "| `RELU` |  | 1 |  |  | none |" in lines
    assert "| `SUB` |  |  |  | 1 | none |" in lines


def test_a_partly_supported_operation_has_its_numbers(summary):
    text = summary([passed("a", ("CONV_2D",)), declined("b", ("CONV_2D",), "p", ("CONV_2D (0)",))])
    assert "| `CONV_2D` | 1 |  | 1 |  | in 1 of 2 |" in section(text, "By operation")


def test_failures_are_grouped_by_cause_with_a_command_to_reproduce(summary):
    lines = section(summary(MIXED), "Failures by rule and cause")
    assert "4 cases (5 verdicts) in 3 groups, the largest first" in lines
    titles = [line for line in lines if re.match(r"\*\*\d+\. ", line)]
    assert titles == [
        "**1. `values`: `every element is zero`**",
        "**2. internal error, `internal`: `oops`**",
        "**3. crash, `process.alive`: `died with SIGSEGV`**",
    ]
    assert "2 cases, 3 verdicts in `ADD`; for example" in lines
    assert any(line.startswith("`V1_0/add/b` along `async-low`: `output 0 'y'") for line in lines)
    assert "pytest --driver gizmo.nn:Device --case V1_0/add/b" in lines
    assert "pytest --driver gizmo.nn:Device --case V1_0/relu/d" in lines
    assert "- `V1_0/add/c`" in lines


def test_a_line_to_reproduce_survives_the_shell(summary):
    """Commands to reproduce failures quote the driver and the case id for the shell."""
    text = summary([failed("a/b c/'d'")], driver="my drv (./my drv (new).so)")
    assert "pytest --driver './my drv (new).so' --case 'a/b c/'\"'\"'d'\"'\"''" in text


def test_flaky_cases_are_listed(summary):
    flaky = failed(
        "a", details={"flaky": 1}, reason="flaky: passed when run again (attempt 1); ..."
    )
    assert "1 flaky case (failed, then passed): `a`" in summary([flaky])


def test_limitations_of_the_run(summary):
    verdicts = [
        passed("a", ("ADD",), "async-fast"),
        *(declined(f"m{n}") for n in range(2)),
        Verdict(
            "s",
            "async-low",
            VerdictKind.FAILED,
            "prepare.status",
            "no",
            ("TANH",),
            {},
            ASKED_DURATIONS,
        ),
        Verdict("d", "", VerdictKind.DISABLED, "", "", ("RELU",)),
    ]
    text = summary(verdicts)
    lines = section(text, "Limitations of this run")
    assert "> Reported supported but never executed: TANH." in text.replace("\\", "")
    assert "- Reported supported but never executed: `TANH`" in lines
    assert (
        "  - `MUL`, 2 cases: `unsupported: MUL (operation 0); "
        "prepare_model refused the model with GENERAL_FAILURE`"
    ) in lines
    (absent,) = [line for line in lines if "have no case in this run" in line]
    assert absent.startswith("- 25 of the 29 operations of HAL 1.0 have no case in this run: ")
    assert "`AVERAGE_POOL_2D, CONCATENATION, CONV_2D, " in absent
    for name in ("ADD", "MUL", "TANH", "RELU", "DIV"):
        assert not re.search(rf"\b{name}\b", absent)
    assert "- Paths run, with the number of verdicts: `async-fast (1)`" in lines
    assert "- Paths not run: `async-low, async-sustained`" in lines
    assert "- 1 case disabled" in lines
    assert any("paths that were not run are not covered" in line for line in lines)


def test_paths_asked_for_follow_the_version(summary):
    text = summary([passed("a", path="sync-fast")], hal_version="AIDL_V1")
    (line,) = [line for line in text.splitlines() if "Paths not run" in line]
    assert "sync-low" in line
    assert "async" not in line
    assert "The HAL version of the driver is unknown" in summary([passed("a")], hal_version="9.9")


def test_difference_to_the_previous_run(summary):
    old = [passed("a"), passed("b"), failed("c"), passed("d"), passed("gone"), passed("e")]
    new = [failed("a"), failed("b"), passed("c"), declined("d"), passed("new"), crash("e")]
    lines = section(summary(new, old, driver_version="8"), "Changes since the previous run")
    assert (
        "**3 new failures**, 0 failing differently than before, 1 fixed, 1 newly declined, "
        "1 no longer executed, 1 new cases"
    ) in lines
    assert "- driver\\_version: `7` before, now `8`" in lines
    assert "**new: `values`: `every element is zero`**, 2 cases in `ADD`" in lines
    assert "**new: crash, `process.alive`: `died with SIGSEGV`**, 1 case in `ADD`" in lines
    for line in ("- `a`", "- `b`", "- `d`", "- `e`", "- `gone`: gone, was passed"):
        assert line in lines
    assert "- `c`: was failed `values`" in lines
    (moves,) = [line for line in lines if line.startswith("Cases whose kind of verdict changed")]
    assert "passed → failed 2" in moves
    assert "failed → passed 1" in moves


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
    rows = [line for line in section(text, "By operation") if line.startswith("| `")]
    for row in rows:
        assert len(re.findall(r"(?<!\\)\|", row)) == 7


@pytest.mark.parametrize("text", ["a", "`", "``", "a`b``c", "`a`", "", "\n", "a\nb"])
def test_code_spans_close_where_they_should(text):
    """Backticks in a text do not end its code span."""
    span = code_span(text)
    fence = re.match(r"`+", span)[0]
    assert span.endswith(fence)
    inner = span[len(fence) : -len(fence)]
    assert inner
    assert fence not in re.findall(r"`+", inner)
    assert inner.strip() == text.replace("\n", " ").strip()
    assert table_cell("a|b") == "`a\\|b`"


def test_the_length_is_bounded_and_omitted_entries_are_counted(summary):
    """A long summary is cut below GitHub's limit and states how much is missing."""
    wide = "long text of a failure, あ" * 40
    verdicts = [
        failed(f"{n} {wide}", (f"OP_{n}",), rule=f"rule{n}", reason=f"{wide} {chr(97 + n % 26)}",
               path=f"p{n}", details={}, durations=EXECUTED_DURATIONS)
        for n in range(5000)
    ]  # fmt: skip
    old = [passed(f"{n} {wide}", (f"OP_{n}",)) for n in range(2500, 7500)]
    text = summary(verdicts, old, options={f"o{n}": wide for n in range(500)})
    assert len(text.encode()) <= MAX_LENGTH < GITHUB_LIMIT
    assert "5000" in text.replace(",", "")
    shown = sum(bool(re.match(r"\*\*\d+\. ", line)) for line in text.splitlines())
    (cut,) = re.findall(r"\*\*([\d,]+) more groups with ([\d,]+) cases not shown here\*\*", text)
    assert shown + int(cut[0].replace(",", "")) == 5000
    rows = len(re.findall(r"^\| `OP_", text, flags=re.MULTILINE))
    (more,) = re.findall(r"\*\*([\d,]+) more operations not shown here\*\*", text)
    assert rows + int(more.replace(",", "")) == 5000


def test_short_runs_are_not_cut(summary):
    assert "not shown" not in summary([failed(f"c{n}") for n in range(30)])
