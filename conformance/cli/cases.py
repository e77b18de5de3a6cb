"""The cases that an argument of a command names, and the run of one case."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from conformance.cases import SpecError, SpecIndex, bundled_specs
from conformance.cases.casefile import CASE_SUFFIX, Case, read_case
from conformance.cases.example import Truth
from conformance.cases.sources import SPEC_SUFFIX, load_sources
from conformance.cli.options import ExitStatus
from conformance.drivers.driver import Driver
from conformance.failures.failure_dump import file_stem
from conformance.failures.show.case_content import case_file_of_spec, command_beside
from conformance.hal import Device, Version
from conformance.harness.failure import FailureHook
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.oracle.other_data import other_data_for
from conformance.run.case_runner import CaseRunner
from conformance.text import list_first, similar_names, suggest
from conformance.verdicts import Verdict


class CaseNotFound(Exception):  # noqa: N818 - becomes a line and a status
    """Raised for an argument that is neither a case file nor a known case id."""


def report_missing_case(text: str, error: Exception) -> int:
    """Print why the case ``text`` cannot be read; return the exit status."""
    print(f"{text}: {error}", file=sys.stderr)
    return ExitStatus.UNUSABLE


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A case that an argument names, and its case file, if it has one.

    A case is loaded only when it is used, so that one damaged file does not prevent the use of the
    others.
    """

    load: Callable[[], Case]
    file: Path | None = None


def find_cases(
    text: str, dumps: Path, index: SpecIndex, version: Version = Version.AIDL_V4
) -> list[FoundCase]:
    """Return the cases of an argument; the version of the driver decides on random graphs.

    The argument is the number of a cause that is dumped, a folder, a case file, a spec file, the id
    of a dumped case, the id of a random graph, or that of a bundled example, in this order. The
    spec file of a dump is the case file beside it. Raise ``CaseNotFound`` if it is none of them.
    """
    path, stem = Path(text), file_stem(text)
    if text.isdecimal() and not path.exists():
        path = dumps / text
        if not path.is_dir():
            raise CaseNotFound(f"no cause with this number: {_numbers(dumps)}")
    files = [dumps / stem / f"{stem}{CASE_SUFFIX}"]
    if path.is_dir():
        found = sorted(path.rglob(f"*{CASE_SUFFIX}"))
        files = [file for file in found if file.parent == path or not file.parent.is_symlink()]
        if not files:
            raise CaseNotFound(f"no {CASE_SUFFIX} file in this folder")
    elif path.is_file():
        beside = case_file_of_spec(path)
        if beside is None and text.endswith(SPEC_SUFFIX):
            return _cases_of_spec(path, index)
        files = [beside or path]
    elif text.endswith((CASE_SUFFIX, SPEC_SUFFIX)):
        raise CaseNotFound("no such file")
    elif not files[0].is_file():
        if drawn := drawn_case(text, version):
            return [FoundCase(lambda: drawn)]
        return [FoundCase(_bundled_case_loader(text, dumps, index))]
    return [FoundCase(partial(read_case, file), file) for file in files]


def _numbers(dumps: Path) -> str:
    """Return which causes of the last run have a case in the folder of dumps, in words."""
    numbers = sorted(int(link.name) for link in dumps.glob("*/") if link.name.isdecimal())
    if not numbers:
        return f"{dumps} has no case of a cause"
    return f"{dumps} has cases of {list_first(list(map(str, numbers)), 20)}"


def drawn_case(text: str, version: Version) -> Case | None:
    """Return the random graph with this id for drivers of a version, or ``None``."""
    for source in load_sources():
        if source.prefix and text.startswith(source.prefix):
            example = source.example(text, version)
            return None if example is None else Case(text, example, truth=Truth.REFERENCE)
    return None


def find_case(text: str, dumps: Path, version: Version = Version.AIDL_V4) -> FoundCase:
    """Return the only case of an argument; raise ``CaseNotFound`` if it names none or several."""
    first, *others = find_cases(text, dumps, SpecIndex(), version)
    if others:
        names = [
            str(one.file.parent) if one.file else one.load().case_id for one in (first, *others)
        ]
        raise CaseNotFound(f"{len(names)} cases; name one of them: {list_first(names, 20)}")
    return first


def driver_of_dumps(arguments: Sequence[str], dumps: Path) -> str | None:
    """Return the driver of the first case whose dump has a command; ``None`` if there is none."""
    for text in arguments:
        with suppress(CaseNotFound, SpecError, ValueError):
            for found in find_cases(text, dumps, SpecIndex()):
                words = shlex.split(command_beside(found.file)) if found.file else []
                if "--driver" in words[:-1]:
                    return words[words.index("--driver") + 1]
    return None


def _cases_of_spec(path: Path, index: SpecIndex) -> list[FoundCase]:
    """Return each example of a spec file."""
    prefix = f"{path.absolute().parent.name}/{path.name.removesuffix(SPEC_SUFFIX)}"
    names = [info.name for info in index.names(path)]
    if not names:
        raise CaseNotFound("the spec file declares no example")
    return [
        FoundCase(lambda name=name: Case(f"{prefix}/{name}", index.load(path, name)))  # type: ignore[misc]
        for name in names
    ]


def _bundled_case_loader(text: str, dumps: Path, index: SpecIndex) -> Callable[[], Case]:
    """Return the loader of the bundled example with this id; raise ``CaseNotFound`` without one."""
    folder, _, rest = text.partition("/")
    spec, _, name = rest.partition("/")
    bundled = bundled_specs() / folder / f"{spec}{SPEC_SUFFIX}"
    if not name or not bundled.is_file():
        raise CaseNotFound(
            f"neither a file nor a case id that was dumped in {dumps} or is bundled with the suite"
            + _similar_cases(text, dumps, index)
        )
    names = sorted(info.name for info in index.names(bundled))
    if name not in names:
        hint = suggest(f"{folder}/{spec}/{example}" for example in similar_names(name, names))
        raise CaseNotFound(f"the spec {folder}/{spec} has no example of that name{hint}")
    return lambda: Case(text, index.load(bundled, name))


def _similar_cases(text: str, dumps: Path, index: SpecIndex) -> str:
    """Return the end of a sentence that suggests dumped cases, or examples of bundled specs.

    ``text`` may be the name of an operation, whose specs usually have its name.
    """
    stems = {folder.name for folder in dumps.glob("*/") if folder.name != text}
    if near := similar_names(file_stem(text), stems, 2):
        return suggest(str(dumps / stem) for stem in near)
    root = bundled_specs()
    specs = [
        file.relative_to(root).as_posix().removesuffix(SPEC_SUFFIX)
        for file in sorted(root.rglob(f"*{SPEC_SUFFIX}"))
    ]
    folder, _, rest = text.partition("/")
    named = [spec for spec in specs if spec.rpartition("/")[2] == text.casefold()]
    near = named[:1] or similar_names(f"{folder}/{rest.partition('/')[0]}" if rest else text, specs)
    cases = []
    for spec in near[:2]:
        with suppress(SpecError):
            names = [info.name for info in index.names(root / f"{spec}{SPEC_SUFFIX}")]
            name = similar_names(rest.partition("/")[2], names, 1) or names[:1]
            cases += [f"{spec}/{example}" for example in name]
    return suggest(cases)


def run_case(
    driver: Driver | Device,
    case: Case,
    paths: Sequence[ExecutionPath],
    options: JudgeOptions,
    on_failure: FailureHook | None = None,
) -> list[Verdict]:
    """Return the verdicts on a case along these paths, and the late ones.

    Each path ends with a further execution with other data. At the end the process of an isolated
    driver is closed, so that one case cannot change the result of the next.
    """
    runner = CaseRunner(driver, options, on_failure=on_failure)
    example = runner.relaxed(case.example)
    verdicts = runner.run(
        example,
        case.case_id,
        paths,
        interval_check=interval_check_for(example, case.truth),
        other_data=other_data_for(example, runner.version, case.truth),
    )
    return verdicts + runner.close()
