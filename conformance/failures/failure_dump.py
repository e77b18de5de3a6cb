"""Writes the files of a failing case, which are needed to reproduce and examine the failure.

Each failing case has a separate folder. It contains a ``.case`` file to run the case again, the
model as a graph (``.dot``), an ``.npz`` file with the inputs and the expected and actual outputs,
and ``reproduce.txt`` with a command line. If the spec format can represent the case, there is also
a ``.mod.py`` file. A run without failures writes nothing. If a file cannot be written, the problem
is reported and the verdict stays unchanged.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.cases import Example, UnrepresentableError, write_spec
from conformance.cases.casefile import CASE_SUFFIX, Case, RecordedFailure, encode_case
from conformance.cases.sources import SPEC_SUFFIX
from conformance.drawing import to_dot
from conformance.files import read_file, write_atomically
from conformance.hal import INFO, Model
from conformance.harness.failure import CaseFailure, PathAttempt
from conformance.text import one_line
from conformance.verdicts import DIVERGENCE_KEY

_Array = npt.NDArray[Any]


def collect_arrays(example: Example, attempts: Sequence[PathAttempt]) -> dict[str, _Array]:
    """Return the arrays of a case by name.

    ``input_0`` is the first input; an omitted input has no array. ``expected_0`` is the first
    expected output, and ``actual_0`` is the first output of the first path that returned outputs.
    If the output of another path differs from it, it is added as ``actual_0.<path>``.
    """
    model = example.model
    arrays = {}
    for number, data in enumerate(example.inputs):
        if data is not None:
            operand = _type_and_dimensions(model, model.main.input_indexes, number)
            arrays[f"input_{number}"] = shaped_array(data, *operand)
    for number, output in enumerate(example.outputs):
        type_, _ = _type_and_dimensions(model, model.main.output_indexes, number)
        arrays[f"expected_{number}"] = shaped_array(output.data, type_, output.dimensions)
    first: tuple[bytes, ...] | None = None
    for attempt in attempts:
        if attempt.outputs is None:
            continue
        for number, data in enumerate(attempt.outputs):
            if first is not None and data == first[number]:
                continue
            type_, _ = _type_and_dimensions(model, model.main.output_indexes, number)
            dims = example.outputs[number].dimensions
            suffix = f".{attempt.verdict.path}" if first is not None else ""
            arrays[f"actual_{number}{suffix}"] = shaped_array(data, type_, dims)
        first = attempt.outputs if first is None else first
    return arrays


def encode_npz(arrays: Mapping[str, _Array]) -> bytes:
    """Return the contents of an ``.npz`` file with these arrays; it contains no pickled objects."""
    stream = io.BytesIO()
    np.savez_compressed(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def _type_and_dimensions(
    model: Model, indexes: Sequence[int], number: int
) -> tuple[int, tuple[int, ...]]:
    """Return the type and dimensions of input or output ``number``.

    If the model has no such operand, the type is -1, which is not a valid operand type.
    """
    operands = model.main.operands
    index = indexes[number] if number < len(indexes) else -1
    if not 0 <= index < len(operands):
        return -1, ()
    return operands[index].type, operands[index].dimensions


def shaped_array(data: bytes, type_: int, dims: tuple[int, ...]) -> _Array:
    """Return the data as an array of the operand's storage type and shape.

    Data of an unknown type or of a partial element become bytes, and data that do not fill the
    shape a flat array.
    """
    info = INFO.get(type_)
    if info is None or len(data) % info.itemsize:
        return np.frombuffer(data, np.uint8)
    flat: _Array = np.frombuffer(data, info.dtype)
    return flat.reshape(dims) if dims and prod(dims) == flat.size and min(dims) >= 0 else flat


DEFAULT_FOLDER: Final = "nn-failures"
DEFAULT_LIMIT: Final = 50
COMMAND_FILE: Final = "reproduce.txt"
CAUSE_MARK: Final = "# cause: "
"""Start of the line of ``COMMAND_FILE`` that states the cause whose smallest case is dumped."""

_MAX_STEM_LENGTH: Final = 100
_SIMPLE_CASE_ID: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*(/[A-Za-z0-9_-]+)*\Z")
_FILE_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*\Z")
_SPEC_MARK: Final = "# nn-conformance wrote this file and replaces it when the case fails again.\n"
_MAX_SPEC_BYTES: Final = 2 << 20
"""Maximum bytes of data for a spec file; as text, the data take several times as many bytes."""


@dataclass(frozen=True, slots=True)
class DumpResult:
    """The result of one dump: the files that were written and the problems that occurred.

    ``folder`` and ``case_file`` are empty if they were not written, and ``problem`` describes what
    could not be written. ``over_limit`` is set if the run had reached its maximum number of dumps.
    The paths and ``command``, which runs the case again, are relative to the folder in which the
    run was started; files outside that folder have absolute paths.
    """

    case_id: str
    folder: str = ""
    case_file: str = ""
    command: str = ""
    problem: str = ""
    over_limit: bool = False
    same_cause: bool = False
    """Whether smaller cases with the same cause are dumped instead."""

    def describe(self) -> str:
        """Return the lines to print below a failure."""
        lines = []
        if self.folder:
            lines.append(f"dump: {self.folder}")
        if self.command:
            lines.append(f"reproduce: {self.command}")
        if self.over_limit:
            lines.append("not dumped: the run has reached the limit of dumps (--dump FOLDER:N)")
        if self.same_cause:
            lines.append("not dumped: smaller cases with this cause are")
        if self.problem:
            lines.append(f"dump incomplete: {self.problem}" if self.folder else self.problem)
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class RunInfo:
    """Properties of the run that a dump records.

    ``driver`` is the driver as the user named it, ``identity`` as it identifies itself. ``command``
    followed by the name of a case file runs that case again; ``start_folder`` is the folder in
    which the command must be run.
    """

    driver: str
    identity: str
    seed: int
    suite_version: str
    command: Sequence[str]
    start_folder: Path


class DumpLimit:
    """Limits a run to ``maximum`` dumps.

    The processes of a run count together through the file ``shared``; without it, this process
    counts alone.
    """

    def __init__(self, maximum: int, shared: Path | None = None) -> None:
        self._maximum = maximum
        self._shared_counter = shared
        self._acquired = 0

    def try_acquire(self) -> bool:
        """Count one more dump; return whether it may be written."""
        if self._acquired >= self._maximum:
            return False
        self._acquired += 1
        return (
            self._shared_counter is None
            or self._count_in_file(self._shared_counter) <= self._maximum
        )

    def _count_in_file(self, shared: Path) -> int:
        """Append one byte to the shared file and return the file's new size.

        An append is atomic, so each process gets a different number without a lock. If the file
        cannot be written, the result is 0: then this process's own count is the only limit.
        """
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
    """Writes the dumps of one process."""

    def __init__(self, folder: Path, run: RunInfo, limit: DumpLimit | None = None) -> None:
        self.folder = folder
        self._run = run
        self._limit = DumpLimit(DEFAULT_LIMIT) if limit is None else limit

    def dump(
        self,
        failure: CaseFailure,
        origin: Case | None = None,
        origin_path: Path | None = None,
        *,
        replaces: bool = False,
    ) -> DumpResult:
        """Write the files of one failure and return the result; never raise an exception.

        ``origin`` is the case as loaded again, because the driver may have changed the memory of
        the case that it ran; ``None`` if it cannot be loaded. ``origin_path`` is the case file from
        which the run read the case, if there is one. If the run repeats a case file inside a dump,
        that dump stays unchanged. A dump that ``replaces`` another one, which the caller removes,
        does not count for the limit.
        """
        stem = file_stem(failure.case_id) + ("~late" if failure.late else "")
        place = self.folder / stem
        target = place / f"{stem}{CASE_SUFFIX}"
        if origin_path is not None and origin_path.resolve() == target.resolve():
            return DumpResult(
                failure.case_id, self._display_path(place), self._display_path(target)
            )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not replaces and not self._limit.try_acquire():
                return DumpResult(failure.case_id, over_limit=True)
            place.mkdir(exist_ok=True)
        except OSError as error:
            taken = isinstance(error, FileExistsError | NotADirectoryError)
            why = "a file of that name exists" if taken else error.strerror or str(error)
            problem = f"not dumped: {self._display_path(place)} cannot be created: {why}"
            return DumpResult(failure.case_id, problem=problem)
        return self._write_files(failure, self.case_file_of(failure, origin), target)

    def _write_files(self, failure: CaseFailure, case: Case, target: Path) -> DumpResult:
        place, example, attempts = target.parent, case.example, failure.attempts
        command = shlex.join([*self._run.command, self._display_path(target)])
        spec_text, no_spec = _spec_text(example)
        title = f"{failure.case_id} on {self._run.identity}"
        contents: dict[str, Callable[[], bytes]] = {
            target.name: lambda: encode_case(case),
            COMMAND_FILE: lambda: self._reproduce_text(case, command, no_spec).encode(),
            f"{target.stem}.npz": lambda: encode_npz(collect_arrays(example, attempts)),
            f"{target.stem}.dot": lambda: _graph(example, attempts, title).encode(),
        }
        written, problems = [], []
        if spec_text:
            name = f"{example.spec}{SPEC_SUFFIX}"
            if (place / name).exists() and not _has_mark(place / name):
                problems.append(f"{name}: not written: a file of this name is not from a dump")
            else:
                contents[name] = spec_text.encode
        with suppress(OSError):
            for spec in place.glob(f"*{SPEC_SUFFIX}"):  # of an earlier dump of the case
                if spec.name not in contents and _has_mark(spec):
                    spec.unlink()
        for name, generate in contents.items():
            try:
                write_atomically(place / name, generate(), only_regular=True)
                written.append(name)
            except OSError as error:
                problems.append(f"{name}: {error.strerror or error}")
            except Exception as error:  # an error of the harness must not change the verdict
                problems.append(f"{name}: {type(error).__name__}: {error}")
        problem, folder = "; ".join(problems), self._display_path(place)
        if target.name in written:
            shown = self._display_path(target)
            return DumpResult(case.case_id, folder, shown, command, problem)
        if written:
            return DumpResult(case.case_id, folder, problem=problem)
        # Only empty folders are removed: they may hold files of an earlier dump or of the user.
        with suppress(OSError):
            place.rmdir()
            self.folder.rmdir()
        return DumpResult(case.case_id, problem=f"not dumped: {folder}: {problems[0]}")

    @staticmethod
    def remove(place: Path) -> None:
        """Delete the files of the dump in this folder, and the folder if nothing else is in it."""
        files = [file for file in place.glob(f"*{SPEC_SUFFIX}") if _has_mark(file)]
        files += [place / f"{place.name}{suffix}" for suffix in (CASE_SUFFIX, ".npz", ".dot")]
        with suppress(OSError):
            for file in (*files, place / COMMAND_FILE):
                file.unlink(missing_ok=True)
            place.rmdir()

    @staticmethod
    def note_cause(place: Path, cause: str) -> None:
        """State in the dump in this folder of which cause it is the smallest case."""
        file = place / COMMAND_FILE
        with suppress(OSError):
            lines = read_file(file).decode("utf-8", "replace").splitlines()
            kept = [line for line in lines if not line.startswith(CAUSE_MARK)]
            text = "\n".join([f"{CAUSE_MARK}{one_line(cause)}", *kept])
            write_atomically(file, f"{text}\n".encode(), only_regular=True)

    def case_file_of(self, failure: CaseFailure, origin: Case | None) -> Case:
        """Return the case to write: ``origin`` or the failing example, with its failures."""
        verdicts = [attempt.verdict for attempt in failure.attempts]
        base = Case(failure.case_id, failure.example, seed=self._run.seed)
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

    def _reproduce_text(self, case: Case, command: str, no_spec: str) -> str:
        lines = [f"# {case.case_id} on {case.driver}, nn-conformance {case.suite_version}"]
        for failure in case.failures:
            where = f"{failure.path}: " if failure.path else ""
            lines.append(f"# {where}{failure.rule}: {failure.reason}")
        if no_spec:
            lines.append(f"# no {SPEC_SUFFIX} file: {no_spec}")
        file = shlex.quote(f"{file_stem(case.case_id)}{CASE_SUFFIX}")
        lines.append(f"# look at it: nn-conformance explain {file}")
        driver = shlex.quote(self._run.driver)
        lines.append(f"# debug it: nn-conformance replay {file} --driver {driver} --debug gdb")
        return "\n".join([*(" ".join(line.splitlines()) for line in lines), command]) + "\n"

    def _display_path(self, path: Path) -> str:
        """Return the path relative to the folder in which the run was started, if it is inside."""
        start = self._run.start_folder
        return str(path.relative_to(start) if path.is_relative_to(start) else path)


def _has_mark(spec: Path) -> bool:
    if not spec.is_file():
        return False
    with spec.open("rb") as file:
        return file.read(len(_SPEC_MARK)) == _SPEC_MARK.encode()


def is_dumped_spec(spec: Path) -> bool:
    """Return whether the spec file is part of a dump, whose case file has the same case."""
    return (spec.parent / f"{spec.parent.name}{CASE_SUFFIX}").is_file() and _has_mark(spec)


def file_stem(case_id: str) -> str:
    """Return a file name stem for the case: valid on every file system, bounded and unique.

    A short id of plain characters keeps its text, with dots instead of slashes. The stem of any
    other id ends with a digest of the id.
    """
    if _SIMPLE_CASE_ID.match(case_id) and len(case_id) <= _MAX_STEM_LENGTH:
        return case_id.replace("/", ".")
    digest = hashlib.sha256(case_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    text = re.sub(r"[^A-Za-z0-9_-]+", "_", case_id.replace("/", "~")).strip("-")
    return f"{text[: _MAX_STEM_LENGTH - 13]}~{digest}"


def _graph(example: Example, attempts: Sequence[PathAttempt], title: str) -> str:
    """Return the model's graph with the failing outputs and the faulty operation marked.

    The operation is marked if it has been located, or if it is the only one of the model.
    """
    outputs = (
        one.verdict.details.get("output") for one in attempts if one.verdict.kind.blames_driver
    )
    wrong = frozenset(number for number in outputs if isinstance(number, int))
    located = (one.verdict.details.get(DIVERGENCE_KEY, {}).get("operation") for one in attempts)
    faulty = next((int(number) for number in located if number is not None), None)
    if faulty is None and wrong and len(example.model.main.operations) == 1:
        faulty = 0
    return to_dot(
        example.model, example.operand_names, example.subgraph_names, wrong, faulty, title
    )


def _spec_text(example: Example) -> tuple[str, str]:
    """Return the spec's text, or an empty text and the reason for its absence."""
    model = example.model
    size = len(model.operand_values) + sum(pool.size for pool in model.pools)
    size += sum(len(data or b"") for data in example.inputs)
    size += sum(len(output.data) for output in example.outputs)
    if size > _MAX_SPEC_BYTES:
        return "", f"{size} bytes of data are too many for a text file"
    if not _FILE_NAME.match(example.spec) or len(example.spec) > _MAX_STEM_LENGTH:
        return "", f"{example.spec!r} is not a valid name of a spec file"
    try:
        return _SPEC_MARK + write_spec(example), ""
    except UnrepresentableError as error:
        return "", str(error)
    except Exception as error:  # the model may be invalid in a way that the writer does not expect
        return "", f"the spec writer raised {type(error).__name__}: {error}"
