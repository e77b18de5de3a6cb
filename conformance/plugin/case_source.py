"""Sources of cases beside files and checks: random graphs, stress modes, those of vendors.

A source is a subclass of ``CaseSource`` that an entry point of the group
``nn_conformance.case_sources`` names. pytest collects items only from files, so the cases of a
source belong to the file of its module.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from conformance.cases.casefile import CaseFile
from conformance.entry_points import load, offered
from conformance.hal import Version
from conformance.plugin.context.run_context import run_context_of
from conformance.plugin.nodes.items import CaseItem, report_outcome

if TYPE_CHECKING:
    from conformance.plugin.context.run_context import RunContext

GROUP: Final = "nn_conformance.case_sources"


class CaseSource:
    """A source of cases, whose ids are ``prefix`` and a name.

    A simple source overrides ``refs`` and ``load``. All its cases are part of a plain run, and an
    id on the command line selects one. Other sources override further methods.
    """

    prefix: str = ""
    """The start of the ids, with a slash at its end."""
    records_cases: bool = False
    """Whether ``recorded`` names the selected cases; else the header has pytest's arguments."""

    @cached_property
    def file(self) -> Path:
        """The file below which pytest collects the cases."""
        return Path(str(sys.modules[type(self).__module__].__file__))

    @cached_property
    def node_id(self) -> str:
        """The file in node ids, the same on all machines."""
        return type(self).__module__.replace(".", "/") + ".py"

    def refs(self, config: pytest.Config) -> Iterable[str]:
        """Return the names of the cases of the session."""
        raise NotImplementedError

    def load(self, name: str, version: Version) -> CaseFile:
        """Return the case of this name for a driver of a HAL version."""
        raise NotImplementedError

    def item(self, parent: pytest.File, name: str) -> CaseItem:
        """Return the pytest item of a case."""
        item: CaseItem = LoadedCaseItem.from_parent(parent, name=name)
        return item

    def arguments(self, config: pytest.Config, given: Sequence[str]) -> list[str]:
        """Return pytest's arguments, with ids of this source replaced by node ids."""
        out = [self.resolved(argument) or argument for argument in given]
        if config.args_source is not pytest.Config.ArgsSource.ARGS:
            out.append(str(self.file))
        return out

    def resolved(self, argument: str) -> str | None:
        """Return the argument for the id or node id of a case; ``None`` for any other."""
        for start in (self.prefix, f"{self.node_id}::"):
            if argument.startswith(start) and not os.path.exists(argument):  # noqa: PTH110 - any text
                return f"{self.file}::{argument.removeprefix(start)}"
        return None

    def prepare(self, config: pytest.Config, run: RunContext) -> None:
        """Do what needs the driver, before the collection."""

    def configure_worker(self, config: pytest.Config, workerinput: dict[str, Any]) -> None:
        """Add what a worker of xdist must know."""

    def recorded(self, config: pytest.Config) -> dict[str, Any]:  # noqa: ARG002 - for subclasses
        """Return what the header of the event stream states, as JSON data."""
        return {}

    def note(self, config: pytest.Config) -> str:  # noqa: ARG002 - for subclasses
        """Return a line for the summary; empty if there is none."""
        return ""


class SourceFile(pytest.File):
    """The parent node of the cases of a source."""

    def __init__(self, *, source: CaseSource, **more: Any) -> None:
        super().__init__(**more)
        self.source = source

    def collect(self) -> Iterator[pytest.Item]:
        """Yield an item for each case of the session."""
        for name in self.source.refs(self.config):
            yield self.source.item(self, name)


class LoadedCaseItem(CaseItem):
    """A case that its source loads when it runs."""

    @property
    def source(self) -> CaseSource:
        """The source of the case."""
        assert isinstance(self.parent, SourceFile)
        return self.parent.source

    @cached_property
    def case_id(self) -> str:
        """The prefix of the source and the name."""
        return f"{self.source.prefix}{self.name}"

    def runtest(self) -> None:
        """Run the case along the selected paths and report the verdicts."""
        run = run_context_of(self.config)
        self.verdicts, self.dump = run.judge_loaded(
            lambda: self.source.load(self.name, run.version).example, self.case_id, self.case_id
        )
        report_outcome(self.verdicts, self.dump)


CASE_SOURCES: pytest.StashKey[tuple[CaseSource, ...]] = pytest.StashKey()


def load_case_sources(config: pytest.Config) -> tuple[CaseSource, ...]:
    """Load the sources that installed packages offer, and keep them in the stash.

    Raise ``pytest.UsageError`` for a source that cannot be loaded.
    """
    sources = []
    for name, place in offered(GROUP).items():
        try:
            sources.append(load(GROUP, name)())
        except Exception as error:
            problem = f"the case source {name} ({place}) cannot be loaded: {error}"
            raise pytest.UsageError(problem) from error
    config.stash[CASE_SOURCES] = tuple(sources)
    return config.stash[CASE_SOURCES]
