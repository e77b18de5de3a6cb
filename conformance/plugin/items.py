"""Spec files and their examples as pytest nodes.

An item holds an id and not a model: the example is read from the index when its turn comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
        """One item per expanded example, in order; one that fails when the file cannot be read."""
        try:
            infos = run_of(self.config).index.names(self.path)
        except SpecError as error:
            yield BrokenSpec.from_parent(self, name="unreadable", problem=str(error))
            return
        for info in infos:
            yield SpecItem.from_parent(self, name=info.name, info=info)


class CaseItem(pytest.Item):
    """What all items of ours share: an id, verdicts, and a short report."""

    verdicts: Sequence[Verdict] = ()
    late: Sequence[Verdict] = ()
    dump: Dump | None = None
    late_dumps: Sequence[Dump] = ()

    @property
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
    return f"{path.parent.name}/{path.name.removesuffix(SPEC_SUFFIX)}/{name}"


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
    """Stands for a spec file that cannot be read."""

    def __init__(self, *, problem: str, **more: Any) -> None:
        super().__init__(**more)
        self.problem = problem

    def runtest(self) -> None:
        self.verdicts = [
            Verdict(self.case_id, "", Kind.INTERNAL_ERROR, "spec.unreadable", self.problem)
        ]
        settle(self.verdicts)


def settle(verdicts: Sequence[Verdict], dump: Dump | None = None) -> None:
    """Turn verdicts into pytest's outcome: return, skip, or fail."""
    bad = [v for v in verdicts if v.kind not in _FINE and v.kind not in SKIPS]
    if bad:
        parts = [describe(verdict) for verdict in bad]
        raise CaseFailed("\n\n".join([*parts, dump.describe()] if dump else parts))
    for verdict in verdicts:
        if verdict.kind in SKIPS:
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


def describe(verdict: Verdict) -> str:
    """A verdict as the lines a driver engineer reads first."""
    where = f" along {verdict.path}" if verdict.path else ""
    head = f"{verdict.kind.upper()} {verdict.case_id}{where}"
    rule = f"rule: {verdict.rule}" if verdict.rule else ""
    return "\n".join(line for line in (head, rule, verdict.reason) if line)
