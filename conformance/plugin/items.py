"""Spec files and their examples as pytest nodes.

An item holds an id and not a model: the example is read from the index when its turn comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from conformance.harness import Kind, Verdict
from conformance.harness.dump import Dump
from conformance.specfile import ExampleInfo, SpecError

if TYPE_CHECKING:
    from conformance.plugin.run import Run

SPEC_SUFFIX = ".mod.py"


class CaseFailed(Exception):  # noqa: N818 - carries verdicts, is no error of ours
    """Ends an item whose verdict is not a pass."""


def run_of(config: pytest.Config) -> Run:
    """The run that the plugin keeps for this session."""
    from conformance.plugin.run import RUN  # noqa: PLC0415 - a cycle at import time otherwise

    return config.stash[RUN]


class SpecFile(pytest.File):
    """A ``.mod.py`` file; its examples are listed from the index, the file is seldom executed."""

    def collect(self) -> Iterable[pytest.Item]:
        """One item per expanded example, in order; one that fails when there is none to be had."""
        try:
            infos = run_of(self.config).index.names(self.path)
        except SpecError as error:
            rule = "spec.unreadable"
            yield BrokenSpec.from_parent(self, name="unreadable", rule=rule, problem=str(error))
            return
        if not infos:
            problem = f"{self.path}: the file declares no Example: nothing of it can be judged"
            yield BrokenSpec.from_parent(self, name="empty", rule="spec.empty", problem=problem)
        for info in infos:
            yield SpecItem.from_parent(self, name=info.name, info=info)


class CaseItem(pytest.Item):
    """What all items of ours share: an id, verdicts, and a short report."""

    verdicts: Sequence[Verdict] = ()
    late: Sequence[Verdict] = ()
    stands_for: str = ""
    """How the ids of the cases begin that an item for an unreadable file stands for."""
    dump: Dump | None = None
    late_dumps: Sequence[Dump] = ()

    @cached_property
    def case_id(self) -> str:
        """``folder/spec/example``: no machine path, the same wherever pytest was started."""
        return case_id_of(self.path, self.name)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.case_id

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> str | Any:
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


def case_id_of(path: Path, name: str) -> str:
    """Case id of an example of a spec file."""
    return f"{_place(path)}/{name}"


@cache
def _place(path: Path) -> str:
    return f"{path.parent.name}/{path.name.removesuffix(SPEC_SUFFIX)}"


class SpecItem(CaseItem):
    """One example."""

    def __init__(self, *, info: ExampleInfo, **more: Any) -> None:
        super().__init__(**more)
        self.info = info

    def runtest(self) -> None:
        """Judge the example; a declined case skips, anything else but a pass fails."""
        run = run_of(self.config)
        self.verdicts, self.dump = run.judge_example(self.path, self.name, self.case_id)
        settle(self.verdicts, self.dump)


class BrokenSpec(CaseItem):
    """An item for a spec file that cannot be read, or that has no example.

    Every pattern selects it that can match an example of the file, as the examples are not known.
    """

    def __init__(self, *, rule: str, problem: str, **more: Any) -> None:
        super().__init__(**more)
        self.stands_for = case_id_of(self.path, "")
        self.rule = rule
        self.problem = problem

    def runtest(self) -> None:
        self.verdicts = [Verdict(self.case_id, "", Kind.INTERNAL_ERROR, self.rule, self.problem)]
        settle(self.verdicts)


def settle(verdicts: Sequence[Verdict], dump: Dump | None = None) -> None:
    """Turn verdicts into pytest's outcome: return, skip, or fail."""
    bad = [v for v in verdicts if v.kind not in _FINE and v.kind not in SKIPS]
    if bad:
        parts = describe_all(bad)
        raise CaseFailed("\n\n".join([*parts, dump.describe()] if dump else parts))
    passed = any(v.kind in _FINE for v in verdicts)
    for verdict in verdicts:
        if verdict.kind in SKIPS and not (passed and verdict.kind is Kind.NOT_APPLICABLE):
            pytest.skip(f"{verdict.kind}: {verdict.reason}")


_FINE = frozenset({Kind.PASSED, Kind.QUALITY_WARNING, Kind.UNEXPECTEDLY_PASSED})
SKIPS = (
    Kind.DECLINED,
    Kind.TOO_LARGE,
    Kind.NO_RESOURCES,
    Kind.UNAVAILABLE,
    Kind.NOT_APPLICABLE,
    Kind.DISABLED,
    Kind.WAIVED,
)
"""Kinds that neither pass nor fail; pytest sees a skip, the summary counts each by its name."""


def describe_all(verdicts: Sequence[Verdict]) -> list[str]:
    """What went wrong, told once for all paths on which it did."""
    paths: dict[tuple[str, Kind, str, str], list[str]] = {}
    for verdict in verdicts:
        key = (verdict.case_id, verdict.kind, verdict.rule, verdict.reason)
        paths.setdefault(key, []).append(verdict.path)
    told = {(v.case_id, v.kind, v.rule, v.reason): v for v in reversed(verdicts)}
    return [describe(told[key], ", ".join(filter(None, where))) for key, where in paths.items()]


def describe(verdict: Verdict, paths: str = "") -> str:
    """A verdict as the lines a driver engineer reads first."""
    where = f" along {paths or verdict.path}" if paths or verdict.path else ""
    head = f"{verdict.kind.upper()} {verdict.case_id}{where}"
    rule = f"rule: {verdict.rule}" if verdict.rule else ""
    more = _excerpt("trace", verdict.details.get("trace"), slice(_EXCERPT))
    more += _excerpt("printed", verdict.details.get("printed"), slice(-_EXCERPT, None))
    return "\n".join(line for line in (head, rule, verdict.reason, *more) if line)


_EXCERPT = 12


def _excerpt(what: str, lines: object, part: slice) -> list[str]:
    """Where a driver's process stood, or what it printed last."""
    if not isinstance(lines, list | tuple) or not lines:
        return []
    return [f"{what}:", *(f"  {line}" for line in lines[part])]
