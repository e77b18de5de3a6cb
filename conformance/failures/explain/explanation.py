"""A cause of failures: the failing cases, the condition under which they fail, and its text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any, Final

import msgspec

from conformance.results.event_stream import EventStream
from conformance.results.refused_classes import CHECK_ID_PREFIX
from conformance.results.run_statistics import STRESS
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


EVERY_CASE: Final = "every case"
"""The condition of a driver that fails in all cases of an operation."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A probable cause of failures, with the condition under which the driver fails.

    Attributes:
        cases: the ids of the failing cases, the smallest one of a single operation first.
        omitted: the number of further failing cases.
        fault: what the operation does wrong, as a verb and its objects.
        single: whether the first case has one operation.
        condition: the condition on the operation's parameters; empty if none separates the cases.
        alternatives: conditions that no case separates from it.
        run, generated: the numbers of cases of the run, and of further ones.
        unit: the unit of the run's numbers: cases, or executions if paths are compared.
        consequence: whether the failures probably follow from the other causes.

    """

    operation: str
    symptom: str
    reason: str
    cases: tuple[str, ...]
    single: bool
    fault: str = ""
    command: str = ""
    condition: str = ""
    alternatives: tuple[str, ...] = ()
    run: CaseCounts = CaseCounts()
    generated: CaseCounts = CaseCounts()
    unit: str = "case"
    omitted: int = 0
    consequence: bool = False

    @property
    def count(self) -> int:
        """The number of failing cases."""
        return len(self.cases) + self.omitted

    @property
    def title(self) -> str:
        """A sentence: the operations or checks, their fault, and the condition if there is one."""
        if self.operation.startswith(CHECK_ID_PREFIX):
            return f"checks in {self.operation} fail"
        subject = self.operation or "the driver"
        if ", " in subject:
            subject = f"each of {subject}"
        title = f"{subject} {self.fault or 'fails'}"
        if self.condition in ("", EVERY_CASE) or self.alternatives:
            return title
        return f"{title} with {self.condition}"

    @property
    def explanation(self) -> str:
        """The condition and its counts, as a clause without a final full stop; empty if unknown."""
        # Conditions that every case meets, also those that pass, say nothing, nor do several that
        # the only failing case meets.
        vacuous = self.alternatives and (
            (self.run.passing and not self.run.other_passing)
            or self.run.failing + self.run.other_failing == 1
        )
        if vacuous or not self.condition:
            return _undecided_clause(self.run, self.unit) if self.run.total else ""
        where = f"with {self.condition}"
        if self.alternatives:
            every = [self.condition, *self.alternatives]
            where = "under one of these conditions, which the cases do not separate: "
            where += " or ".join(every)
            if any(" and " in one for one in every):
                where = f"with {self.condition}, or with another condition that the cases do not"
                where += " separate from it"
        confirmation = "" if self.alternatives else _generated_clause(self.generated)
        clause = _count_clause(self.run, where, self.unit) if self.run.total else ""
        return "; ".join(filter(None, (clause, confirmation))) or f"fails {where}"

    def to_plain(self) -> dict[str, Any]:
        """Return the cause as values that JSON can represent, with the derived texts."""
        derived = {"title": self.title, "explanation": self.explanation, "count": self.count}
        return asdict(self) | derived


def _count_clause(counts: CaseCounts, where: str, unit: str) -> str:
    failing, met = counts.failing, counts.failing + counts.passing
    if where == f"with {EVERY_CASE}":
        all_cases = f"the only {unit}" if failing == 1 else f"all {failing} {unit}s"
        return f"fails in {all_cases} of the operation"
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


def _generated_clause(counts: CaseCounts) -> str:
    """Return what generated cases add; empty if none of them meets the condition."""
    met = counts.failing + counts.passing
    if not met:
        return ""
    text = f"of {format_count(met, 'generated case')} that meet it, {counts.failing} fail"
    if counts.other_passing or counts.other_failing:
        others = format_count(counts.other_passing + counts.other_failing, "other")
        text += f", and {counts.other_failing} of {others}"
    return text


def recorded_causes(stream: EventStream) -> list[Cause]:
    """Return the causes in the footer of a stream; entries of another form are ignored."""
    if stream.footer is None:
        return []
    found = []
    for plain in stream.footer.causes:
        with suppress(msgspec.ValidationError, TypeError, ValueError):
            found.append(msgspec.convert(dict(plain), Cause))
    return found


_WIDTH: Final = 100
_MAX_TITLE: Final = 200
_MAX_EXPLANATION_LINES: Final = 4
_REASON_LINES: Final = (3, 2)
"""The most lines of a reason; the second number if all causes are shown with it."""


def cause_lines(
    number: int,
    cause: Cause,
    reason_lines: int = _REASON_LINES[0],
    *,
    whole: bool = False,
    brief: bool = False,
) -> Iterator[str]:
    """Yield the paragraph of a cause: count, explanation and, unless ``brief``, case and command.

    Long texts are shortened unless ``whole`` is set.
    """
    if cause.consequence:
        checks = ", ".join(cause.cases) if whole else list_first(cause.cases, 2)
        count = format_count(cause.count, "check")
        yield f"Also wrong values in {count} of the suite, probably for these causes: {checks}"
        return
    counted = format_count(cause.count, "failing case")
    alone = cause.run.failing + cause.run.other_failing
    if cause.unit == "case" and 0 < alone < cause.count:
        counted += f", {alone} of the operation alone"
    title = f"{number}. {cause.title} ({counted})"
    yield title if whole else _shorten(title, _MAX_TITLE)
    if cause.explanation:
        yield from _wrap(f"{cause.explanation}.", _MAX_EXPLANATION_LINES, whole=whole)
    if brief:
        return
    what = "smallest case" if cause.single else "a case (it has several operations)"
    if cause.cases[0].startswith((CHECK_ID_PREFIX, STRESS)):
        what = "for example"
    case = f"{what}: {cause.cases[0]}: {cause.reason}"
    yield from _wrap(case, reason_lines, whole=whole)
    yield f"   {cause.command}"


def summary_lines(
    causes: Sequence[Cause], most: int, *, whole: bool = False, brief: bool = False
) -> list[str]:
    """Return the paragraphs of the first causes, at most ``most`` lines, and the number left out.

    One cause is always shown.
    """
    forms = [
        [
            [*map(terminal_text, cause_lines(number, one, count, whole=whole, brief=brief))]
            for number, one in enumerate(causes, 1)
        ]
        for count in _REASON_LINES
    ]
    for form in forms:
        if whole or sum(map(len, form)) <= most:
            return list(chain.from_iterable(form))
    lines: list[str] = []
    for number, paragraph in enumerate(forms[0]):
        if lines and len(lines) + len(paragraph) > most - 1:
            left = causes[number:]
            names = ", ".join(dict.fromkeys(other.operation or other.symptom for other in left))
            more = format_count(len(left), "more cause")
            lines.append(_shorten(f"{more} (-v): {names}", _WIDTH))
            break
        lines += paragraph
    return lines


def _wrap(text: str, most: int, *, whole: bool) -> list[str]:
    lines = _wrapped(text)
    if len(lines) > most and not whole:  # the last words are the decisive ones
        words = text.split()
        kept = len(words)
        while len(lines) > most:
            kept -= 1
            lines = _wrapped(" ".join([*words[: kept // 2], "…", *words[-(kept - kept // 2) :]]))
    return [f"   {line}" for line in lines]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _shorten(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
