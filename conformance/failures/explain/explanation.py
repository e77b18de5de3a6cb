"""The explanation of a failure as counts and text, and the causes of a run's failures."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from conformance.failures.explain.element_conditions import ElementCondition
from conformance.text import format_count, list_first, terminal_text


@dataclass(frozen=True, slots=True)
class CaseCounts:
    """Numbers of cases: those that meet a condition, and the others.

    ``failing`` and ``passing`` meet the condition; ``other_failing`` and ``other_passing`` do not.
    """

    failing: int = 0
    passing: int = 0
    other_failing: int = 0
    other_passing: int = 0

    @property
    def total(self) -> int:
        """The number of all cases."""
        return self.failing + self.passing + self.other_failing + self.other_passing


@dataclass(frozen=True, slots=True)
class Explanation:
    """The condition under which a driver fails.

    ``condition`` is empty if none separates the failing cases. ``alternatives`` are conditions that
    no case separates from it. ``run`` counts cases of the run, ``generated`` further ones.
    """

    condition: str
    run: CaseCounts
    generated: CaseCounts
    alternatives: tuple[str, ...] = ()
    unit: str = "case"
    """The unit of the run's numbers: cases, or executions if paths are compared."""
    elements: ElementCondition | None = None
    """The condition on the wrong elements; it explains which cases fail if there is no other."""

    @property
    def text(self) -> str:
        """The explanation as a clause without a final full stop."""
        if self.elements is not None and not self.condition:
            return _element_clause(self.elements)
        if not self.condition:
            return _undecided_clause(self.run, self.unit)
        where = f"with {self.condition}"
        if self.alternatives:
            others = " or ".join([self.condition, *self.alternatives])
            where = f"under one of these conditions, which the cases do not separate: {others}"
        clause = _count_clause(self.run, where, self.unit) if self.run.total else f"fails {where}"
        if self.generated.total and self.alternatives:
            count = format_count(self.generated.total, "generated case")
            clause += f"; {count} did not separate them either"
        elif self.generated.total:
            clause += f"; {_generated_clause(self.generated)}"
        if self.elements is not None:
            clause += f"; {_element_clause(self.elements)}"
        return clause


def _count_clause(counts: CaseCounts, where: str, unit: str) -> str:
    failing, met = counts.failing, counts.failing + counts.passing
    if where == "with every case":
        return f"fails in all {format_count(failing, unit)} of the operation"
    noun = unit if met == 1 else f"{unit}s"
    start = f"fails in all {failing}" if not counts.passing else f"fails in {failing} of {met}"
    if failing == met == 1:
        start = "fails in the only"
    text = f"{start} {noun} {where}, passes in the other {counts.other_passing}"
    if counts.other_failing:
        others = format_count(counts.other_failing, f"failing {unit}")
        text += f" ({others} without the condition)"
    return text


def _undecided_clause(counts: CaseCounts, unit: str) -> str:
    text = "no condition on the operation's parameters separates failing from passing cases"
    failing = counts.failing + counts.other_failing
    if not 0 < failing < counts.total:
        return text
    return f"fails in {failing} of {format_count(counts.total, unit)}; {text}"


def _element_clause(elements: ElementCondition) -> str:
    return (
        f"the wrong elements are those with {elements.text}: {elements.wrong:,} of "
        f"{elements.met:,} such elements are wrong, and none of {elements.others:,} others"
    )


def _generated_clause(counts: CaseCounts) -> str:
    text = (
        f"confirmed with {format_count(counts.total - counts.other_failing, 'generated case')}: "
        f"{counts.failing} meet the condition and fail, {counts.other_passing} do not and pass"
    )
    if counts.passing:
        text += f"; {counts.passing} meet it and pass"
    if counts.other_failing:
        text += f"; {counts.other_failing} further ones fail without it"
    return text


@dataclass(frozen=True, slots=True)
class Cause:
    """A probable cause of failures.

    ``cases`` are the ids of the failing cases, the smallest one of a single operation first.
    ``single`` states whether this case has one operation.
    """

    operation: str
    symptom: str
    reason: str
    cases: tuple[str, ...]
    single: bool
    command: str = ""
    explanation: Explanation | None = None
    consequence: bool = False
    """Whether the failures probably follow from the other causes."""

    @property
    def title(self) -> str:
        """The operation or check, the symptom, and the condition if there is one."""
        title = f"{self.operation}: {self.symptom}" if self.operation else self.symptom
        found = self.explanation
        if found is not None and found.elements is not None and not found.condition:
            return f"{title} in elements with {found.elements.text}"
        if found is not None and found.condition and not found.alternatives:
            title += "" if found.condition == "every case" else f" with {found.condition}"
        return title

    def to_plain(self) -> dict[str, Any]:
        """Return the cause as values that JSON can represent."""
        plain: dict[str, Any] = asdict(self)
        plain["title"] = self.title
        plain["explanation"] = self.explanation.text if self.explanation else ""
        plain["condition"] = self.explanation.condition if self.explanation else ""
        plain["alternatives"] = list(self.explanation.alternatives) if self.explanation else []
        plain["count"] = len(self.cases)
        plain["cases"] = list(self.cases)
        return plain


_WIDTH: Final = 100
_MAX_TITLE: Final = 200
_MAX_EXPLANATION_LINES: Final = 4
_MAX_REASON_LINES: Final = 2


def cause_lines(number: int, cause: Cause, *, whole: bool = False) -> Iterator[str]:
    """Yield the paragraph of a cause: count, explanation, smallest case, and command.

    Long texts are shortened unless ``whole`` is set.
    """
    if cause.consequence:
        checks = ", ".join(cause.cases) if whole else list_first(cause.cases, 2)
        count = format_count(len(cause.cases), "check")
        yield f"Also wrong values in {count} of the suite, probably for these causes: {checks}"
        return
    title = f"{number}. {cause.title} ({format_count(len(cause.cases), 'failing case')})"
    yield title if whole else _shorten(title, _MAX_TITLE)
    if cause.explanation is not None:
        yield from _wrap(f"{cause.explanation.text}.", _MAX_EXPLANATION_LINES, whole=whole)
    what = "smallest case" if cause.single else "a case (it has several operations)"
    case = f"{what}: {cause.cases[0]}: {cause.reason}"
    yield from _wrap(case, _MAX_REASON_LINES, whole=whole)
    yield f"   {cause.command}"


def summary_lines(causes: Sequence[Cause], most: int, *, whole: bool = False) -> list[str]:
    """Return the paragraphs of the first causes, at most ``most`` lines, and the number left out.

    One cause is always shown.
    """
    lines: list[str] = []
    for number, cause in enumerate(causes, 1):
        paragraph = [terminal_text(line) for line in cause_lines(number, cause, whole=whole)]
        if lines and not whole and len(lines) + len(paragraph) > most - 1:
            left = causes[number - 1 :]
            names = ", ".join(dict.fromkeys(other.operation or other.symptom for other in left))
            count = format_count(len(left), "more cause")
            lines.append(_shorten(f"{count} (see -v or the files): {names}", _WIDTH))
            break
        lines += paragraph
    return lines


def _wrap(text: str, most: int, *, whole: bool) -> list[str]:
    lines = textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
    if len(lines) > most and not whole:
        lines = [*lines[: most - 1], _shorten(" ".join(lines[most - 1 :]), _WIDTH)]
    return [f"   {line}" for line in lines]


def _shorten(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
