"""Results of computations that do not depend on the driver, stored for later runs.

A result is stored in the cache directory under a name. It is used again as long as its inputs are
unchanged: the source code that computes it, the versions of Python and numpy, and the values that
the caller names. A file with other inputs is replaced, so the number of files is limited. Each
installation has its own files, which are deleted after 30 days without a change.
Without a usable cache directory, the results are the same, but slower.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from conformance.files import default_cache_dir, prune_temporary, read_file, write_atomically

_MAX_AGE: Final = 30 * 24 * 3600.0
"""The age in seconds at which a file is deleted."""

_DIGEST_SIZE: Final = hashlib.sha256().digest_size


class StoredResult:
    """One result in the cache directory: ``read`` it, or compute it and ``write`` it.

    ``name`` identifies the result, with a suffix for the kind of file. ``inputs`` are all values
    that determine it, apart from the name and the Python modules below the folders ``sources``.
    ``folder`` replaces the cache directory.
    """

    def __init__(
        self,
        name: str,
        suffix: str,
        sources: tuple[Path, ...],
        inputs: bytes = b"",
        folder: Path | None = None,
    ) -> None:
        stem = hashlib.sha256(f"{sources[0]}\0{name}".encode()).hexdigest()[:40]
        self._path = (folder or default_cache_dir()) / f"{stem}{suffix}"
        self._key = hashlib.sha256(_digest_of_sources(sources) + inputs).digest()

    def read(self) -> bytes | None:
        """Return the stored result; ``None`` if there is none with these inputs."""
        try:
            content = read_file(self._path)
        except OSError:
            return None
        key, checksum = content[:_DIGEST_SIZE], content[_DIGEST_SIZE : 2 * _DIGEST_SIZE]
        result = content[2 * _DIGEST_SIZE :]
        if key != self._key or checksum != hashlib.sha256(result).digest():
            return None
        return result

    def write(self, result: bytes) -> None:
        """Store the result; do nothing if the cache directory is not usable."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            content = self._key + hashlib.sha256(result).digest() + result
            write_atomically(self._path, content, only_regular=True)
            _delete_old_files(self._path.parent, self._path.suffix)


@cache
def _delete_old_files(folder: Path, suffix: str) -> None:
    prune_temporary(folder, ["[0-9a-f]" * 40 + suffix], _MAX_AGE)


@cache
def _digest_of_sources(folders: tuple[Path, ...]) -> bytes:
    """Return a digest of all Python modules below the folders, and of Python and numpy."""
    digest = hashlib.sha256(f"{sys.version_info[:3]} numpy {np.__version__}".encode())
    for module in sorted(_modules(folders)):
        digest.update(f"\0{module.name}\0".encode())
        digest.update(read_file(module))
    return digest.digest()


def _modules(folders: Iterable[Path]) -> Iterable[Path]:
    for folder in folders:
        yield from folder.rglob("*.py")
