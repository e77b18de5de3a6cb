"""A submission package: the runs of a driver with statement, policy, waivers and checksums.

A package is a folder, or a zip archive of one:

- ``statement.toml``: who submits which product;
- ``streams/*.jsonl``: the event streams of all shards of one full run;
- ``pyproject.toml``, ``waivers.toml``: the policy and the waivers of the run, if it had any;
- ``versions.json``: versions of the suite, of Python and of the libraries;
- ``result.json``: the result, which ``verify_package`` computes again;
- ``SHA256SUMS``: the SHA-256 of every other file, in the format of ``sha256sum``.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import tempfile
import tomllib
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from conformance import __version__
from conformance.gate.submissions.package_files import (
    CHECKSUMS,
    POLICY,
    RESULT,
    STATEMENT,
    STREAMS,
    VERSIONS,
    WAIVERS,
)
from conformance.gate.submissions.package_problems import (
    selection_problems,
    shard_problems,
    stream_problems,
)
from conformance.input_files import read_file
from conformance.output_files import replace_atomically
from conformance.reports.text.formatting import headline
from conformance.results.merge import merge_runs, write_merged_run
from conformance.results.policy_check import unmet_requirements
from conformance.results.run_results import ReportError, RunResults, as_report_error, load_run

_DISTRIBUTIONS: Final = ("nn-conformance", "numpy", "pytest", "pytest-xdist", "cffi")
_REQUIRED: Final = ("organisation", "product", "contact", "date", "declaration")
_PLACEHOLDER: Final = re.compile(r"<[^>]*>")
_ZIP_DATE: Final = (2020, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class PackageResult:
    """The result of a package.

    Attributes:
        problems: what does not fit, one message each; empty for a consistent package.
        result: the result that was computed from the streams.
        headline: the result in one line.

    """

    problems: tuple[str, ...]
    result: Mapping[str, Any]
    headline: str

    @property
    def conformant(self) -> bool:
        """Return whether the package is consistent and its run has no failure."""
        return not self.problems and bool(self.result.get("conformant"))


def check_contents(root: Path) -> PackageResult:
    """Return the result of the files of a package, without ``RESULT`` and ``CHECKSUMS``."""
    problems = list(statement_problems(root / STATEMENT))
    paths = sorted((root / STREAMS).glob("*.jsonl"))
    if not paths:
        return PackageResult((*problems, f"{STREAMS}/: the package has no stream"), {}, "")
    records = [load_run(path, durations=False) for path in paths]
    for record in records:
        problems += stream_problems(record)
    headers = [record.header for record in records if record.header is not None]
    if len(headers) < len(records):
        return PackageResult(tuple(problems), {}, "")
    for record in records:
        problems += shard_problems(record)
        problems += file_problems(root, record)
    problems += selection_problems(headers)
    try:
        merged = merge_runs(paths)
    except ReportError as error:
        return PackageResult((*problems, str(error)), {}, "")
    problems += [f"incomplete: {one}" for one in merged.missing_parts if one.startswith("shard ")]
    if merged.repeated:
        problems.append(f"{merged.repeated:,} verdicts are in more than one stream")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.jsonl"
        write_merged_run(merged, path, [])
        whole = load_run(path, durations=False)
        return PackageResult(tuple(problems), run_result(whole, records), headline(whole))


def run_result(whole: RunResults, parts: Sequence[RunResults]) -> dict[str, Any]:
    """Return the result of a run as plain data."""
    header = whole.header
    assert header is not None
    unmet = unmet_requirements(header.policy, whole.statistics)
    for part in parts:
        assert part.header is not None
        unmet += [
            f"{part.name}: {line}"
            for line in unmet_requirements(part.header.policy, part.statistics)
            if "nothing" in line or "refused" in line
        ]
    failed = whole.failed_cases + whole.unjudged_cases
    return {
        "driver": header.driver,
        "driver_version": header.driver_version,
        "hal_version": header.hal_version,
        "suite_version": header.suite_version,
        "cases": {str(kind): number for kind, number in whole.statistics.cases.items() if number},
        "verdicts": {str(kind): number for kind, number in whole.verdict_counts.items()},
        "policy_not_met": list(dict.fromkeys(unmet)),
        "conformant": not failed and not unmet and not whole.statistics.nothing_executed,
    }


def statement_problems(path: Path) -> Iterator[str]:
    """Yield what is wrong with the statement."""
    if not path.is_file():
        yield f"{STATEMENT}: missing"
        return
    try:
        statement = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        yield f"{STATEMENT}: {error}"
        return
    for name in _REQUIRED:
        value = statement.get(name)
        if value is None:
            yield f"{STATEMENT}: the key {name} is missing"
        elif not str(value).strip() or _PLACEHOLDER.search(str(value)):
            yield f"{STATEMENT}: {name} is not filled in: {str(value)[:80]!r}"


def file_problems(root: Path, record: RunResults) -> Iterator[str]:
    """Yield how the policy and the waivers differ from those that the run used."""
    header = record.header
    assert header is not None
    sums = header.options.get("checksums")
    expected = sums.get("waivers") if isinstance(sums, Mapping) else None
    waivers = root / WAIVERS
    if expected is not None:
        if not waivers.is_file():
            yield f"{record.name}: the run used waivers, and {WAIVERS} is missing"
        elif f"{zlib.crc32(waivers.read_bytes()):08x}" != expected:
            yield f"{record.name}: {WAIVERS} is not the file that the run used"
    elif waivers.is_file():
        yield f"{record.name}: the run used no waivers, and the package has {WAIVERS}"
    if isinstance(sums, Mapping) and sums.get("baseline") is not None:
        yield f"{record.name}: the run accepted the failures of a baseline"
    try:
        table = policy_table(root / POLICY)
    except ReportError as error:
        yield str(error)
        return
    for name, value in header.policy.items():
        if (stated := table.get(name, _default(name))) != value:
            yield f"{record.name}: {name} is {value!r} in the run, and {stated!r} in {POLICY}"
    for name in ("hal", "require", "allow_refused"):
        if table.get(name) and name not in header.policy:
            yield f"{record.name}: {name} of {POLICY} was not checked in the run"


def _default(name: str) -> Any:
    """Return the value of a key that a policy does not have."""
    if name.startswith("forbid_"):
        return name != "forbid_declined"
    return {"allow_refused": [], "require": {}}.get(name)


def policy_table(path: Path) -> dict[str, Any]:
    """Return the table ``tool.nn-conformance`` of a file, empty if there is none."""
    if not path.is_file():
        return {}
    try:
        tools = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {})
    except (OSError, ValueError, RecursionError) as error:
        raise ReportError(f"{path.name}: {error}") from error
    table = tools.get("nn-conformance", {}) if isinstance(tools, dict) else {}
    return table if isinstance(table, dict) else {}


def write_package(
    target: Path,
    streams: Sequence[Path],
    statement: Path,
    policy: Path | None,
    waivers: Path | None,
) -> PackageResult:
    """Write a package and return its result.

    Raise ``ReportError`` if a file cannot be read or the target exists. Nothing is written if the
    result has problems.
    """
    if target.exists():
        raise ReportError(f"{target}: exists; a package is never overwritten")
    with tempfile.TemporaryDirectory(dir=target.absolute().parent, prefix=".package-") as name:
        root = Path(name) / target.name.removesuffix(".zip")
        (root / STREAMS).mkdir(parents=True)
        for number, path in enumerate(streams, 1):
            _copy(path, root / STREAMS / f"{number:03}.jsonl")
        for source, file in ((statement, STATEMENT), (policy, POLICY), (waivers, WAIVERS)):
            if source is not None:
                _copy(source, root / file)
        result = check_contents(root)
        if result.problems:
            return result
        _write_json(root / VERSIONS, _versions())
        _write_json(root / RESULT, dict(result.result))
        (root / CHECKSUMS).write_text("".join(_checksum_lines(root)), encoding="utf-8")
        if target.suffix == ".zip":
            with as_report_error(target), replace_atomically(target) as partial:
                _zip(root, partial)
        else:
            with as_report_error(target):
                root.rename(target)
    return result


def _copy(source: Path, target: Path) -> None:
    with as_report_error(source):
        target.write_bytes(read_file(source, pipes=True))


def _write_json(path: Path, data: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _versions() -> dict[str, Any]:
    found = {}
    for name in _DISTRIBUTIONS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    found["nn-conformance"] = __version__
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "distributions": found,
    }


def package_names(root: Path) -> list[str]:
    """Return the paths of all files of a package but ``CHECKSUMS``, sorted."""
    files = (path for path in root.rglob("*") if path.is_file())
    return sorted({path.relative_to(root).as_posix() for path in files} - {CHECKSUMS})


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _checksum_lines(root: Path) -> Iterator[str]:
    for name in package_names(root):
        yield f"{sha256(root / name)}  {name}\n"


def _zip(root: Path, target: Path) -> None:
    """Write a zip archive whose bytes depend only on the files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in (*package_names(root), CHECKSUMS):
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, (root / name).read_bytes())


def checksum_problems(root: Path) -> Iterator[str]:
    """Yield the files whose checksums are missing, listed twice, invalid or different."""
    path = root / CHECKSUMS
    if not path.is_file():
        yield f"{CHECKSUMS}: missing"
        return
    listed: Counter[str] = Counter()
    names = package_names(root)
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        found = re.fullmatch(r"([0-9a-f]{64})  (.+)", line)
        if found is None:
            yield f"{CHECKSUMS}, line {number}: not a checksum: {line[:80]!r}"
            continue
        digest, name = found.groups()
        listed[name] += 1
        if name not in names:
            yield f"{name}: listed in {CHECKSUMS}, and missing from the package"
        elif sha256(root / name) != digest:
            yield f"{name}: its SHA-256 differs from {CHECKSUMS}; the file was changed"
    yield from (f"{name}: listed {n} times in {CHECKSUMS}" for name, n in listed.items() if n > 1)
    yield from (f"{name}: not listed in {CHECKSUMS}" for name in names if name not in listed)


def result_problems(root: Path, computed: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields of ``RESULT`` that differ from the result of the streams."""
    path = root / RESULT
    try:
        stated = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        yield f"{RESULT}: cannot be read: {error}"
        return
    if not isinstance(stated, dict):
        yield f"{RESULT}: not an object"
        return
    for name in sorted({*stated, *computed}):
        if stated.get(name) != computed.get(name):
            yield (
                f"{RESULT}: {name} is {stated.get(name)!r}; the streams give {computed.get(name)!r}"
            )


def verify_package(root: Path) -> PackageResult:
    """Return the result of a package that ``copy_package`` copied to ``root``.

    Its problems are everything that does not fit: checksums, streams, policy, waivers, and the
    fields of ``RESULT``.
    """
    problems = list(checksum_problems(root))
    computed = check_contents(root)
    problems += computed.problems
    if computed.result:
        problems += result_problems(root, computed.result)
    return PackageResult(tuple(problems), computed.result, computed.headline)
