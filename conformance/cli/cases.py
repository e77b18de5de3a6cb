"""The cases that an argument of a command names, and the run of one case."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from conformance.cases import SpecError, SpecIndex, bundled_specs
from conformance.cases.casefile import CASE_SUFFIX, Case, read_case
from conformance.cases.sources import SPEC_SUFFIX
from conformance.cli.options import ExitStatus
from conformance.drivers.driver import Driver
from conformance.failures.failure_dump import file_stem
from conformance.failures.show.case_content import command_beside
from conformance.hal import Device
from conformance.harness.failure import FailureHook
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.oracle.other_data import other_data_for
from conformance.run.case_runner import CaseRunner
from conformance.text import similar_names, suggest
from conformance.verdicts import Verdict


class CaseNotFound(Exception):  # noqa: N818 - becomes a line and a status
    """Raised for an argument that is neither a case file nor a known case id."""


def report_missing_case(text: str, error: Exception) -> int:
    """Print why the case ``text`` cannot be read; return the exit status."""
    print(f"{text}: {error}", file=sys.stderr)
    return ExitStatus.UNUSABLE


def dump_of_cause(text: str, dumps: Path) -> Path:
    """Return the dump of the cause with this number, or the text as a path if there is none."""
    path = dumps / text
    return path if text.isdecimal() and path.is_dir() else Path(text)


def driver_of_dump(text: str, dumps: Path) -> str | None:
    """Return the driver of the command in the dump of a case; ``None`` if the case has no dump."""
    path = dump_of_cause(text, dumps)
    if not path.exists():
        path = dumps / file_stem(text)
    files = sorted(path.rglob(f"*{CASE_SUFFIX}")) if path.is_dir() else [path]
    words = shlex.split(command_beside(files[0])) if files else []
    return words[words.index("--driver") + 1] if "--driver" in words[:-1] else None


def case_loaders(text: str, dumps: Path, index: SpecIndex) -> list[Callable[[], Case]]:
    """Return a function for each case of an argument that loads the case.

    The argument is the number of a cause that is dumped, a folder, a case file, a spec file, the id
    of a dumped case, or the id of a bundled example, in this order. Raise ``CaseNotFound`` if it is
    none of them. A case is loaded only when it runs, so that one damaged file does not prevent the
    use of the others.
    """
    path = dump_of_cause(text, dumps)
    if path.is_dir():
        if not (files := sorted(path.rglob(f"*{CASE_SUFFIX}"))):
            raise CaseNotFound(f"no {CASE_SUFFIX} file in this folder")
        return [lambda file=file: read_case(file) for file in files]  # type: ignore[misc]
    if path.is_file() and text.endswith(SPEC_SUFFIX):
        return _loaders_of_spec(path, index)
    if path.is_file() or text.endswith((CASE_SUFFIX, SPEC_SUFFIX)):
        if not path.is_file():
            raise CaseNotFound("no such file")
        return [lambda: read_case(path)]
    stem = file_stem(text)
    dumped = dumps / stem / f"{stem}{CASE_SUFFIX}"
    if dumped.is_file():
        return [lambda: read_case(dumped)]
    return [bundled_case_loader(text, dumps, index)]


def _loaders_of_spec(path: Path, index: SpecIndex) -> list[Callable[[], Case]]:
    """Return a loader for each example of a spec file."""
    prefix = f"{path.absolute().parent.name}/{path.name.removesuffix(SPEC_SUFFIX)}"
    names = [info.name for info in index.names(path)]
    if not names:
        raise CaseNotFound("the spec file declares no example")
    return [
        lambda name=name: Case(f"{prefix}/{name}", index.load(path, name))  # type: ignore[misc]
        for name in names
    ]


def bundled_case_loader(text: str, dumps: Path, index: SpecIndex) -> Callable[[], Case]:
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
    verdicts = runner.run(
        case.example,
        case.case_id,
        paths,
        interval_check=interval_check_for(case.example, case.truth),
        other_data=other_data_for(case.example, runner.version, case.truth),
    )
    return verdicts + runner.close()
