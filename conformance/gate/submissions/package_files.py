"""The files of a submission package, and reading a package that someone else made.

A package may be hostile. Its files are copied, one by one and with a limit of size, to a folder of
the reader before they are used; a name that is not expected is refused.
"""

from __future__ import annotations

import os
import re
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from conformance.results.run_results import ReportError, as_report_error

STATEMENT: Final = "statement.toml"
STREAMS: Final = "streams"
POLICY: Final = "pyproject.toml"
WAIVERS: Final = "waivers.toml"
VERSIONS: Final = "versions.json"
RESULT: Final = "result.json"
CHECKSUMS: Final = "SHA256SUMS"

MAX_BYTES: Final = 4 << 30
"""Default limit for the size of all files of a package."""

_MAX_FILES: Final = 10_000
_PART: Final = 1 << 20
_NAME: Final = re.compile(
    rf"{STREAMS}/[A-Za-z0-9][A-Za-z0-9._-]{{0,100}}\.jsonl|"
    + "|".join(map(re.escape, (STATEMENT, POLICY, WAIVERS, VERSIONS, RESULT, CHECKSUMS)))
)


def copy_package(package: Path, root: Path, limit: int = MAX_BYTES) -> None:
    """Copy the files of a package, a folder or a zip archive, to the empty folder ``root``.

    Raise ``ReportError`` for a link, an unexpected or repeated name, a damaged archive, or more
    than ``limit`` bytes.
    """
    with as_report_error(package):
        mode = package.stat().st_mode
        if stat.S_ISDIR(mode):
            _copy_folder(package, root, limit)
        elif stat.S_ISREG(mode) and zipfile.is_zipfile(package):
            _copy_archive(package, root, limit)
        else:
            raise ReportError(f"{package}: neither a folder nor a zip archive")


def _copy_folder(package: Path, root: Path, limit: int) -> None:
    seen = 0
    for path in _walk(package):
        name = path.relative_to(package).as_posix()
        _check_name(name)
        # The file may be exchanged for a link between the two calls: O_NOFOLLOW refuses that.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise ReportError(f"{name}: not a regular file")
            seen = _copy_stream(name, file, root, seen, limit)


def _walk(package: Path) -> Iterator[Path]:
    """Yield the files of a folder; raise ``ReportError`` for links and other irregular files."""
    count = 0
    pending = [package]
    while pending:
        for entry in sorted(os.scandir(pending.pop()), key=lambda entry: entry.name):
            count += 1
            if count > _MAX_FILES:
                raise ReportError(f"the package has more than {_MAX_FILES:,} files")
            path = Path(entry.path)
            name = path.relative_to(package).as_posix()
            if entry.is_symlink():
                raise ReportError(f"{name[:200]}: a link; a package contains regular files only")
            if entry.is_dir(follow_symlinks=False):
                if name != STREAMS:
                    raise ReportError(f"{name[:200]}/: unexpected folder")
                pending.append(path)
            elif entry.is_file(follow_symlinks=False):
                yield path
            else:
                raise ReportError(f"{name[:200]}: not a regular file")


def _copy_archive(package: Path, root: Path, limit: int) -> None:
    try:
        with zipfile.ZipFile(package) as archive:
            entries = archive.infolist()
            if len(entries) > _MAX_FILES:
                raise ReportError(f"the package has more than {_MAX_FILES:,} files")
            seen, names = 0, set[str]()
            for entry in entries:
                if entry.is_dir() and entry.filename == f"{STREAMS}/":
                    continue
                _check_name(entry.filename)
                if entry.filename in names:
                    raise ReportError(f"{entry.filename}: twice in the archive")
                names.add(entry.filename)
                if stat.S_ISLNK(entry.external_attr >> 16):
                    raise ReportError(f"{entry.filename}: a link; a package contains files only")
                if entry.flag_bits & 1:
                    raise ReportError(f"{entry.filename}: encrypted")
                with archive.open(entry) as file:
                    seen = _copy_stream(entry.filename, file, root, seen, limit)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, ValueError) as error:
        raise ReportError(f"{package}: damaged archive: {error}") from error
    except Exception as error:
        if isinstance(error, ReportError | OSError):
            raise
        # zlib.error, lzma.LZMAError and others of the decompressors
        raise ReportError(f"{package}: damaged archive: {error}") from error


def _copy_stream(name: str, file: IO[bytes], root: Path, seen: int, limit: int) -> int:
    """Copy a file in parts; return the number of bytes of all files so far."""
    target = root / name
    target.parent.mkdir(exist_ok=True)
    with target.open("xb") as copy:
        while part := file.read(_PART):
            seen += len(part)
            if seen > limit:
                raise ReportError(
                    f"{name}: the files of the package have more than {limit:,} bytes; "
                    "--max-size permits larger packages"
                )
            copy.write(part)
    return seen


def _check_name(name: str) -> None:
    """Raise ``ReportError`` for a name that no file of a package has."""
    if _NAME.fullmatch(name) is None:
        raise ReportError(f"{name[:200]!r}: unexpected name of a file in a package")
