"""Every failure is a file: what a failing case leaves on disk.

Each failing case gets a folder of its own with files that share the folder's name: the ``.case``
file that runs it again, the model as a graph (``.dot`` and ``.svg``), inputs and both results as
``.npz``, one command line in ``reproduce.txt``, and a ``.mod.py`` where that format can say the
case. Nothing is made before something fails, and no problem with the disk costs a verdict.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import shlex
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from conformance.files import write_atomically
from conformance.harness.dump_arrays import arrays_of, encode_npz
from conformance.harness.failure import Attempt, Failure
from conformance.harness.isolate import ISOLATED
from conformance.specfile import Example, UnrepresentableError, write
from conformance.specfile.casefile import (
    CASE_SUFFIX,
    CaseFile,
    RecordedFailure,
    encode_case,
)
from conformance.specfile.timebound import TimeExpired, interrupted_after
from conformance.support.drawing import Picture, picture_of, to_dot, to_svg

DEFAULT_FOLDER: Final = "nn-failures"
DEFAULT_LIMIT: Final = 50
SPEC_SUFFIX: Final = ".mod.py"
COMMAND_FILE: Final = "reproduce.txt"

_LONGEST_STEM: Final = 100
_PLAIN_ID: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*(/[A-Za-z0-9_-]+)*\Z")
_FILE_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*\Z")
_SPEC_MARK: Final = "# nn-conformance wrote this file and replaces it when the case fails again.\n"
_LARGEST_SPEC: Final = 2 << 20
"""Bytes of data up to which a spec file is written; as text they are many times more."""


@dataclass(frozen=True, slots=True)
class Dump:
    """What became of one dump; ``folder`` and ``case_file`` are empty where none was made.

    ``problem`` says what could not be written, and ``over_limit`` that the run has its fill of
    dumps. Paths and the command are those of somebody standing where the run was started.
    """

    case_id: str
    folder: str = ""
    case_file: str = ""
    command: str = ""
    problem: str = ""
    over_limit: bool = False

    def describe(self) -> str:
        """The lines to print below a failure."""
        lines = []
        if self.folder:
            lines.append(f"dump: {self.folder}")
        if self.command:
            lines.append(f"reproduce: {self.command}")
        if self.over_limit:
            lines.append("not dumped: the run has as many dumps as --max-dumps allows")
        if self.problem:
            lines.append(f"dump incomplete: {self.problem}" if self.folder else self.problem)
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What a dump tells of the run: the driver as named and as it names itself, seed, version.

    ``command`` is what a case file's name is appended to in order to run it again; ``start`` the
    folder where that command works.
    """

    driver: str
    identity: str
    seed: int
    suite_version: str
    command: Sequence[str]
    start: Path


class Limit:
    """How many dumps a run may still make; ``shared`` is a file that its processes count in."""

    def __init__(self, most: int, shared: Path | None = None) -> None:
        self._most = most
        self._shared = shared
        self._taken = 0

    def take(self) -> bool:
        """True when one more may be made, which then counts as made."""
        if self._taken >= self._most:
            return False
        self._taken += 1
        return self._shared is None or self._count(self._shared) <= self._most

    def _count(self, shared: Path) -> int:
        """Append one byte; where it ends is how many there were. The disk's problems allow all."""
        with suppress(OSError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
            handle = os.open(shared, flags, 0o666)
            try:
                os.write(handle, b".")
                return os.lseek(handle, 0, os.SEEK_CUR)
            finally:
                os.close(handle)
        return 0


class Dumper:
    """Writes the dumps of one process.

    A dump takes at most ``seconds``; files that take longer to make are left out.
    """

    def __init__(
        self,
        folder: Path,
        run: RunFacts,
        limit: Limit | None = None,
        seconds: float = math.inf,
    ) -> None:
        self._seconds = seconds
        self.folder = folder
        self._run = run
        self._limit = Limit(DEFAULT_LIMIT) if limit is None else limit

    def dump(
        self, failure: Failure, origin: CaseFile | None = None, origin_path: Path | None = None
    ) -> Dump:
        """Write the files of one failure; never raises.

        ``origin`` is the case as it was before the driver saw it, if it is known; ``origin_path``
        is its file. A case file inside a dump is not replaced by its own dump. Nothing is written
        or deleted through a symbolic link, and no file is deleted that a dump has not written.
        """
        stem = stem_of(failure.case_id) + ("~late" if failure.late else "")
        place = self.folder / stem
        target = place / f"{stem}{CASE_SUFFIX}"
        try:
            if origin_path is not None and origin_path.resolve() == target.resolve():
                return Dump(failure.case_id, self._shown(place), self._shown(target))
            self.folder.mkdir(parents=True, exist_ok=True)
            if not self._limit.take():
                return Dump(failure.case_id, over_limit=True)
            if place.is_symlink():
                problem = f"not dumped: {self._shown(place)} is a symbolic link: remove it"
                return Dump(failure.case_id, problem=problem)
            place.mkdir(exist_ok=True)
            return self._dump(failure, origin, place, stem)
        except OSError as error:
            taken = isinstance(error, FileExistsError | NotADirectoryError)
            why = "there is a file of that name" if taken else error.strerror or str(error)
            problem = f"not dumped: {self._shown(place)} cannot be made: {why}"
            return Dump(failure.case_id, problem=problem)
        except Exception as error:  # a mistake of ours must not cost the verdict
            problem = f"not dumped: {type(error).__name__}: {error}"
            return Dump(failure.case_id, problem=problem)

    def _dump(self, failure: Failure, origin: CaseFile | None, place: Path, stem: str) -> Dump:
        case = self.case_of(failure, origin)
        target = place / f"{stem}{CASE_SUFFIX}"
        command = shlex.join([*self._run.command, self._shown(target)])
        spec_file, spec_text, no_spec = _spec_text(case.example)
        title = f"{failure.case_id} on {self._run.identity}"

        def picture() -> Picture:
            return _picture(case.example, failure.attempts, title)

        contents: dict[str, Callable[[], bytes]] = {
            target.name: lambda: encode_case(case),
            COMMAND_FILE: lambda: self._notes(case, command, no_spec).encode(),
            f"{stem}.npz": lambda: encode_npz(arrays_of(case.example, failure.attempts)),
            f"{stem}.dot": lambda: to_dot(picture()).encode(),
            f"{stem}.svg": lambda: to_svg(picture()).encode(),
        }
        if spec_file:
            contents[spec_file] = lambda: (_SPEC_MARK + spec_text).encode()
        written, problems = [], []
        deadline = time.monotonic() + self._seconds
        _remove_specs(place, spec_file)
        for name, make in contents.items():
            try:
                if name == spec_file and _is_foreign(place / name):
                    problems.append(f"{name}: a file of this name exists that no dump has written")
                    continue
                write_atomically(place / name, _made(make, deadline))
                written.append(name)
            except TimeExpired:
                problems.append(f"{name}: not made within {self._seconds:g} s (--case-limit)")
            except OSError as error:
                problems.append(f"{name}: {error.strerror or error}")
            except Exception as error:  # a mistake of ours must not cost the verdict
                problems.append(f"{name}: {type(error).__name__}: {error}")
        if target.name in written:
            return Dump(
                case.case_id,
                self._shown(place),
                self._shown(target),
                command,
                "; ".join(problems),
            )
        for folder in (place, self.folder):
            with suppress(OSError):
                folder.rmdir()
        left = self._shown(place) if written else ""
        said = "; ".join(problems)
        problem = said if written else f"not dumped: {self._shown(place)}: {problems[0]}"
        return Dump(case.case_id, left, problem=problem)

    def case_of(self, failure: Failure, origin: CaseFile | None) -> CaseFile:
        """The case with how it failed."""
        verdicts = [attempt.verdict for attempt in failure.attempts]
        base = CaseFile(failure.case_id, failure.example, seed=self._run.seed)
        if origin is not None:
            base = origin
        return replace(
            base,
            case_id=failure.case_id,
            paths=tuple(verdict.path for verdict in verdicts if verdict.path),
            driver=self._run.identity,
            failures=tuple(
                RecordedFailure(v.path, str(v.kind), v.rule, v.reason)
                for v in verdicts
                if v.kind.blames_driver
            ),
            suite_version=self._run.suite_version,
        )

    def _notes(self, case: CaseFile, command: str, no_spec: str) -> str:
        lines = [f"# {case.case_id} on {case.driver}, nn-conformance {case.suite_version}"]
        for failure in case.failures:
            where = f"{failure.path}: " if failure.path else ""
            lines.append(f"# {where}{failure.rule}: {failure.reason}")
        if no_spec:
            lines.append(f"# no {SPEC_SUFFIX} file: {no_spec}")
        return "\n".join([*(" ".join(line.splitlines()) for line in lines), command]) + "\n"

    def _shown(self, path: Path) -> str:
        """The path as seen from where the run was started."""
        start = self._run.start
        return str(path.relative_to(start) if path.is_relative_to(start) else path)


def _remove_specs(place: Path, kept: str) -> None:
    """Delete the spec files of earlier dumps, which may say something else than this dump."""
    for stale in place.glob(f"*{SPEC_SUFFIX}"):
        with suppress(OSError):
            if stale.name != kept and not _is_foreign(stale) and not stale.is_symlink():
                stale.unlink()


def _is_foreign(spec: Path) -> bool:
    """Return whether there is a spec file that no dump has written; a link does not count."""
    if not spec.is_file() or spec.is_symlink():
        return False
    mark = _SPEC_MARK.encode()
    with spec.open("rb") as file:
        return file.read(len(mark)) != mark


def _made(make: Callable[[], bytes], deadline: float) -> bytes:
    """The content of a file; ``TimeExpired`` when it is not made before ``deadline``."""
    if deadline == math.inf:
        return make()
    with interrupted_after(max(deadline - time.monotonic(), _LEAST)):
        return make()


_LEAST: Final = 0.01


def stem_of(case_id: str) -> str:
    """A name for files of the case: safe everywhere, bounded, its own for each id.

    Plain ids keep their text with dots for slashes; others end in a digest.
    """
    if _PLAIN_ID.match(case_id) and len(case_id) <= _LONGEST_STEM:
        return case_id.replace("/", ".")
    digest = hashlib.sha256(case_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    text = re.sub(r"[^A-Za-z0-9_-]+", "_", case_id.replace("/", "~")).strip("-")
    return f"{text[: _LONGEST_STEM - 13]}~{digest}"


def _picture(example: Example, attempts: Sequence[Attempt], title: str) -> Picture:
    """The model with what is wrong, and the operation that it comes from where that is known."""
    wrong, guilty = _wrong_outputs(attempts), _guilty(attempts)
    if guilty is None and wrong and len(example.model.main.operations) == 1:
        guilty = 0
    return picture_of(
        example.model, example.operand_names, example.subgraph_names, wrong, guilty, title
    )


def _guilty(attempts: Sequence[Attempt]) -> int | None:
    """The operation at whose result driver and expectation part."""
    for attempt in attempts:
        found = attempt.verdict.details.get(ISOLATED)
        if found and found["operation"] is not None:
            return int(found["operation"])
    return None


def _wrong_outputs(attempts: Sequence[Attempt]) -> frozenset[int]:
    """The outputs that verdicts complain of."""
    found = (
        attempt.verdict.details.get("output")
        for attempt in attempts
        if attempt.verdict.kind.blames_driver
    )
    return frozenset(number for number in found if isinstance(number, int))


def _spec_text(example: Example) -> tuple[str, str, str]:
    """File name and text of the example's spec; or, third, why there is none."""
    model = example.model
    size = len(model.operand_values) + sum(pool.size for pool in model.pools)
    size += sum(len(data or b"") for data in example.inputs)
    size += sum(len(output.data) for output in example.outputs)
    if size > _LARGEST_SPEC:
        return "", "", f"{size} bytes of data are too many to spell out"
    if not _FILE_NAME.match(example.spec) or len(example.spec) > _LONGEST_STEM:
        return "", "", f"{example.spec!r} is no name for a spec file"
    try:
        return f"{example.spec}{SPEC_SUFFIX}", write(example), ""
    except UnrepresentableError as error:
        return "", "", str(error)
    except Exception as error:  # a model that the writer cannot walk
        return "", "", f"the writer gave up: {type(error).__name__}: {error}"
