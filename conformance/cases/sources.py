"""Sources of cases: the interface of a source, and the sources of spec files and case files.

A source lists its cases and loads one of them. Entry points of the group
``nn_conformance.case_sources`` name the sources of other packages.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol

from conformance.cases import Example, SpecError, SpecIndex, bundled_specs, operation_lines
from conformance.cases.casefile import CASE_SUFFIX, Case, CaseError, read_case
from conformance.entry_points import load, offered
from conformance.hal import OperationType, Version, name_of
from conformance.text import similar_names, suggest, to_printable
from conformance.validation import first_violation
from conformance.verdicts import Verdict, VerdictKind
from nn_conformance_options import Settings

GROUP: Final = "nn_conformance.case_sources"
SPEC_SUFFIX: Final = ".mod.py"
WILDCARD: Final = re.compile(r"[*?\[]")


class CaseProblem(Exception):  # noqa: N818 - becomes the verdict on a case
    """The reason why a case cannot run, with the kind and the rule of its verdict."""

    def __init__(self, rule: str, reason: str, kind: VerdictKind = VerdictKind.INTERNAL_ERROR):
        super().__init__(reason)
        self.rule, self.reason, self.kind = rule, reason, kind

    def verdict(self, case_id: str) -> Verdict:
        """Return the verdict on the case with this id."""
        return Verdict(case_id, "", self.kind, self.rule, self.reason)


@dataclass(frozen=True, slots=True)
class CaseRef:
    """A case before it is loaded.

    Attributes:
        case_id: the id.
        name: the case's own part of the id.
        path: the file of the case, if it has one.
        operation_codes: the codes of the model's operations, as far as they are known.
        problem: the reason why the case cannot run; it then is the only case of its file.
        stands_for: of the only case of an unreadable file, the common start of all ids of the file.

    """

    case_id: str
    name: str
    path: Path | None = None
    operation_codes: tuple[int, ...] = ()
    problem: CaseProblem | None = None
    stands_for: str = ""

    @property
    def operations(self) -> tuple[str, ...]:
        """The names of the model's operations, as far as they are known."""
        return tuple(name_of(OperationType, code) for code in dict.fromkeys(self.operation_codes))


class CaseSteps(Protocol):
    """The steps of a case: each needs the outputs that the driver returned for the one before."""

    def __len__(self) -> int:
        """Return the number of steps."""

    def example(self, step: int, outputs: Sequence[bytes] | None) -> Example:
        """Return the example of a step; ``outputs`` is ``None`` for the first one."""


@dataclass(frozen=True, slots=True)
class SteppedCase:
    """A case of several executions; ``case`` has the example of the first step."""

    case: Case
    steps: CaseSteps


Procedure = Callable[[], Sequence[Verdict]]
"""A case with driver calls of its own, such as a check: it returns its verdicts."""


class SourceSession(Protocol):
    """The session that lists and loads cases.

    Attributes:
        driver: the ``conformance.drivers.driver.Driver`` under test.
        plain: whether the user named no file, folder or case id.
        whole: whether the session runs all bundled specs.
        patterns: the ids and patterns of ``--case``; empty without this option.
        facts: what each source stated at the start of the session, by its prefix.

    """

    settings: Settings
    driver: Any
    index: SpecIndex
    plain: bool
    whole: bool
    patterns: Sequence[str]
    facts: dict[str, Mapping[str, Any]]


class CaseSource(Protocol):
    """A source of cases, whose ids start with ``prefix`` or whose files have one of ``suffixes``.

    A simple source without files overrides ``refs`` and ``load``. All its cases are part of a plain
    run, and an id on the command line selects one of them.
    """

    prefix: str = ""
    """The start of the ids, with a slash at its end; empty for a source of files."""
    suffixes: tuple[str, ...] = ()
    """The ends of the names of the files that have cases."""
    exact: bool = False
    """Whether a case runs as it is: without conversion, along the paths that it names."""
    minimizes: bool = False
    """Whether a smaller case that fails in the same way is searched for a failing one."""
    limits_itself: bool = False
    """Whether the cases have limits of their own, so that ``--limit case=N`` does not apply."""

    def refs(self, place: Path | None, session: Any) -> Iterable[CaseRef]:
        """Return the cases of a file; with ``None``, those of a session that names none."""
        raise NotImplementedError

    def load(self, ref: CaseRef, session: Any) -> Case | SteppedCase | Procedure:
        """Return the case; raise ``CaseProblem`` if it cannot run."""
        raise NotImplementedError

    def runs(self, session: SourceSession) -> bool:
        """Return whether the session runs the cases without being given their ids."""
        return session.plain

    def comes_first(self, session: SourceSession) -> bool:
        """Return whether the cases run before those of files."""
        del session
        return False

    def named(self, text: str, session: Any) -> list[CaseRef]:
        """Return the cases with an id, or whose ids match a pattern.

        Raise ``ValueError`` if there is none.
        """
        known = list(self.refs(None, session))
        found = [ref for ref in known if fnmatch.fnmatchcase(ref.case_id, text)]
        if not found:
            near = similar_names(text, [ref.case_id for ref in known])
            raise ValueError(f"no case is called {text[:200]}{suggest(near)}")
        return found

    def state(self, session: Any, named: Sequence[CaseRef], *, listed: bool) -> Mapping[str, Any]:
        """Return what the header of the event stream states of the source, as JSON data.

        It is determined once, before the collection, also for the workers of xdist. ``named`` are
        the cases that arguments name; ``listed`` states whether the session also runs others.
        """
        del session, named, listed
        return {}

    def note(self, session: SourceSession) -> str:
        """Return a line for the summary; empty if there is none."""
        del session
        return ""

    def example(self, case_id: str, version: Version) -> Example | None:
        """Return the example of an id for drivers of a version; ``None`` if it needs the driver."""
        del case_id, version
        return None

    def like(
        self, operation: OperationType, version: Version, frequent: Collection[str]
    ) -> Iterator[Example]:
        """Return further cases of one operation, to find out under which condition it fails.

        ``frequent`` are the names of the operand types that most of the cases have.
        """
        del operation, version, frequent
        return iter(())


class SpecFiles(CaseSource):
    """The examples of spec files; the bundled ones are part of a plain run."""

    suffixes = (SPEC_SUFFIX,)

    def refs(self, place: Path | None, session: SourceSession) -> Iterable[CaseRef]:
        """Return the examples of a spec file; a single case if it cannot be read or has none."""
        assert place is not None
        try:
            infos = session.index.names(place)
        except SpecError as error:
            return [_unreadable(place, "unreadable", CaseProblem("spec.unreadable", str(error)))]
        if not infos:
            reason = f"{place}: the file declares no Example, so it contains no case"
            return [_unreadable(place, "empty", CaseProblem("spec.empty", reason))]
        return [
            CaseRef(case_id_of(place, info.name), info.name, place, info.operation_codes)
            for info in infos
        ]

    def load(self, ref: CaseRef, session: SourceSession) -> Case:
        """Return the example; raise ``CaseProblem`` if its model breaks the contract."""
        assert ref.path is not None
        try:
            example = session.index.load(ref.path, ref.name)
            require_valid_spec(ref.path, ref.name, example)
        except SpecError as error:
            raise CaseProblem("spec.unreadable", str(error)) from error
        return Case(ref.case_id, example, seed=session.settings.seed)


class CaseFiles(CaseSource):
    """Case files (``.case``), each of which holds one case under the id that it records."""

    suffixes = (CASE_SUFFIX,)
    exact = True

    def refs(self, place: Path | None, session: SourceSession) -> Iterable[CaseRef]:
        """Return the case of a file; a failing one if the file cannot be read."""
        del session
        assert place is not None
        try:
            case = read_case(place)
        except CaseError as error:
            case_id = f"{place.parent.name}/{place.name}/unreadable"
            problem = CaseProblem("case.unreadable", str(error))
            common = place.stem.replace(".", "/")  # as a dump names its files
            return [CaseRef(case_id, "unreadable", place, problem=problem, stands_for=common)]
        return [CaseRef(case.case_id, case.example.name or "case", place)]

    def load(self, ref: CaseRef, session: SourceSession) -> Case:
        """Return the case of the file."""
        del session
        assert ref.path is not None
        try:
            return read_case(ref.path)
        except CaseError as error:
            raise CaseProblem("case.unreadable", str(error)) from error


def _unreadable(path: Path, name: str, problem: CaseProblem) -> CaseRef:
    return CaseRef(
        case_id_of(path, name), name, path, problem=problem, stands_for=case_id_of(path, "")
    )


def load_sources() -> list[CaseSource]:
    """Return the sources of spec files and case files, then those that entry points name.

    Raise ``ImportError`` for a source that cannot be loaded.
    """
    sources: list[CaseSource] = [SpecFiles(), CaseFiles()]
    for name, place in offered(GROUP).items():
        try:
            sources.append(load(GROUP, name)())
        except Exception as error:
            problem = f"the case source {name} ({place}) cannot be loaded: {error}"
            raise ImportError(problem) from error
    return sources


def cases_like(
    operation: OperationType, version: Version, frequent: Collection[str]
) -> Iterator[Example]:
    """Return the cases of all sources that are like those of an operation; see ``like``."""
    return chain.from_iterable(
        source.like(operation, version, frequent) for source in load_sources()
    )


def can_match(prefix: str, pattern: str) -> bool:
    """Return whether an id with this prefix can match the pattern, which may be an id."""
    start = WILDCARD.split(pattern, maxsplit=1)[0]
    return prefix.startswith(start) or start.startswith(prefix)


def case_id_of(path: Path, name: str) -> str:
    """Return the case id of the example ``name`` in the spec file ``path``."""
    return f"{_spec_id(path)}/{to_printable(name)}"


@cache
def _spec_id(path: Path) -> str:
    return to_printable(f"{path.parent.name}/{path.name.removesuffix(SPEC_SUFFIX)}")


_NEWEST: Final = max(Version)
_TOLERATED: Final = frozenset({"while.unknown_size"})
"""Rules that examples of the official suites (CTS) break on purpose."""
_OPERATION: Final = re.compile(r"main, operation (\d+)")


def require_valid_spec(path: Path, name: str, example: Example) -> None:
    """Raise ``CaseProblem`` if the model of a spec's example breaks a rule of the contract.

    The error names the rule and the line of the operation. These examples are not validated: those
    of the bundled specs, which the project's tests validate; those that a driver must refuse; and
    those with vendor extensions, whose rules only the vendor knows.
    """
    model = example.model
    if example.expect_failure or model.extension_name_to_prefix or _is_bundled(path):
        return
    violation = first_violation(model, _NEWEST, tolerated=_TOLERATED)
    if violation is None:
        return
    found = _OPERATION.match(violation.where)
    number = int(found[1]) if found else 0
    lines = operation_lines(path, name)
    line = lines[number] if number < len(lines) else 0
    message = f"the model of {name} breaks the contract: {violation}"
    raise CaseProblem("spec.invalid", str(SpecError(str(path), line, message)))


@lru_cache(maxsize=256)
def _is_bundled(path: Path) -> bool:
    return path.resolve().is_relative_to(bundled_specs().resolve())
