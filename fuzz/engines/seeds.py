"""Seeds and regression inputs of the targets, as files.

The seeds are in ``fuzz_<target>_seed_corpus.zip``, the name that OSS-Fuzz expects. The inputs of
past findings are in ``fuzz/regressions/<target>``.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from hashlib import sha1
from pathlib import Path
from typing import Final

from conformance.files import is_partial

_FUZZ: Final = Path(__file__).resolve().parents[1]
_DATE: Final = (1980, 1, 1, 0, 0, 0)


class SeedError(Exception):
    """A seed corpus or a folder of inputs cannot be read; the text states why."""


def companion(name: str, suffix: str) -> Path:
    """Return the path of a target's file with this suffix, such as ``.dict``."""
    return _FUZZ / "targets" / f"fuzz_{name}{suffix}"


def read_seeds(name: str) -> list[bytes]:
    """Return the seeds of a target; raise ``SeedError`` if the archive is missing or damaged."""
    path = companion(name, "_seed_corpus.zip")
    try:
        with zipfile.ZipFile(path) as archive:
            return [archive.read(entry) for entry in sorted(archive.namelist())]
    except (OSError, zipfile.BadZipFile) as error:
        raise SeedError(
            f"{path}: the seeds cannot be read: {error}; write them again with "
            f"'python -m fuzz.make_seeds {name}'"
        ) from error


def read_regressions(name: str) -> list[tuple[str, bytes]]:
    """Return the file name and content of the inputs of past findings."""
    folder = _FUZZ / "regressions" / name
    if not folder.is_dir():
        return []
    return [(path.name, path.read_bytes()) for path in sorted(folder.iterdir()) if path.is_file()]


def read_folder(folder: Path) -> list[bytes]:
    """Return the inputs in a folder; raise ``SeedError`` if it cannot be read."""
    try:
        return [path.read_bytes() for path in input_files(folder)]
    except OSError as error:
        why = error.strerror or error
        raise SeedError(f"{folder}: the corpus cannot be read: {why}") from error


def input_files(folder: Path) -> list[Path]:
    """Return the files of a corpus, sorted by name, without unfinished ones."""
    return [path for path in sorted(folder.iterdir()) if path.is_file() and not is_partial(path)]


def archive_of(inputs: Iterable[bytes]) -> bytes:
    """Return a ZIP archive of inputs, the same bytes for the same inputs."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        named = {sha1(data, usedforsecurity=False).hexdigest(): data for data in inputs}
        for name, data in sorted(named.items()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return stream.getvalue()
