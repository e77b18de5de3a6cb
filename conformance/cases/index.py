"""Provides the examples of spec files by name, with a cache that avoids executing files again.

Listing a file's examples reads an index; loading an example reads its record. Both are in a cache
file that is written when the spec file is executed. The name of the cache file is a digest of
everything that determines its content:

- the spec's text, its name, and the version in its path;
- the source of this reader, the Python version and flags, and the numpy version.

A spec that uses other modules or files is executed in each process and never stored. Every record
has a checksum; a record that fails it is built again from the spec file. Without a usable cache
directory, the results are the same, but slower.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

import conformance
from conformance.cases import example_archive
from conformance.cases.example import Example
from conformance.cases.spec.errors import BrokenExample
from conformance.cases.spec.reader import (
    DEFAULT_TIME_LIMIT,
    is_self_contained,
    iter_examples,
    read_source,
    spec_name,
    version_of_path,
)
from conformance.files import (
    PARTIAL_GLOB,
    default_cache_dir,
    is_partial,
    read_file,
    write_atomically,
)
from conformance.hal import OperationType, Version


def bundled_specs() -> Path:
    """Return the folder of bundled specs: in the installed package, else in the source checkout."""
    package = Path(conformance.__file__).resolve().parent
    installed = package / "_specs"
    return installed if installed.is_dir() else package.parent / "specs"


_MAX_OPEN_SPECS: Final = 1024
"""The largest number of files whose indexes one ``SpecIndex`` keeps in memory."""

_STORED_NAME: Final = re.compile(r"[0-9a-f]{40}\.nnspec")

_MAX_CACHE_AGE: Final = 30 * 24 * 3600
"""The age in seconds at which a cache file is deleted; rebuilding one takes milliseconds."""


_MAX_CACHE_SIZE: Final = 1 << 30
"""The total size in bytes of the cache files that are kept, the newest first."""


class ExampleInfo(msgspec.Struct, frozen=True, array_like=True):
    """The properties of one example that test collection needs, without its data."""

    name: str
    expect_failure: bool
    relaxed: bool
    version_level: int
    operation_codes: tuple[int, ...]
    has_error: bool = False

    @property
    def version(self) -> Version | None:
        """The HAL version that the file states for the example, if any."""
        return Version(self.version_level) if self.version_level else None

    @property
    def operations(self) -> tuple[OperationType, ...]:
        """Operation types of the main model, in execution order."""
        return tuple(map(OperationType, self.operation_codes))


class SpecIndex:
    """Loads examples of spec files by name.

    ``cache_dir`` defaults to ``$NN_CONFORMANCE_CACHE``, or to the user's cache directory if the
    variable is not set. Several processes can share the directory.
    """

    def __init__(
        self,
        cache_dir: str | PathLike[str] | None = None,
        *,
        time_limit: float = DEFAULT_TIME_LIMIT,
    ) -> None:
        self._directory = Path(cache_dir) if cache_dir is not None else default_cache_dir()
        self._time_limit = time_limit
        self._deleted_old_entries = False
        self._entries: OrderedDict[str, _CachedEntry] = OrderedDict()

    def names(self, path: str | PathLike[str]) -> list[ExampleInfo]:
        """Return all examples of the file in order, including broken ones.

        Raise ``SpecError`` if the file cannot be executed; such a result is not cached.
        """
        return list(self._entry(path).infos)

    def load(self, path: str | PathLike[str], name: str) -> Example:
        """Return one example.

        Raise ``SpecError`` if the example is broken, and ``KeyError`` if the file has no example
        of this name.
        """
        entry = self._entry(path)
        position = entry.positions[name]
        try:
            example = entry.archive.read(position)
        except example_archive.DamagedArchiveError:
            location = os.path.abspath(path)  # noqa: PTH100 - as in _entry
            entry = self._rebuild(location, read_source(location))
            example = entry.archive.read(entry.positions[name])
        if isinstance(example, BrokenExample):
            raise example.error
        return example

    def _entry(self, path: str | PathLike[str]) -> _IndexEntry:
        location = os.fspath(path)
        if location not in self._entries:  # a key is absolute already
            # Not resolved: the path as given may contain the version.
            location = os.path.abspath(location)  # noqa: PTH100
        stamp = _stamp(location)
        cached = self._entries.get(location)
        if cached is not None and stamp is not None and cached.stamp == stamp:
            self._entries.move_to_end(location)
            return cached.entry
        source = read_source(location)
        try:
            entry = _IndexEntry(
                example_archive.ExampleArchive.open(self._cache_path(location, source)), location
            )
        except (OSError, example_archive.DamagedArchiveError):
            return self._rebuild(location, source)
        self._keep_entry(location, stamp, entry)
        return entry

    def _cache_path(self, location: str, source: bytes) -> Path:
        return self._directory / f"{_key(location, source)}.nnspec"

    def _keep_entry(self, location: str, stamp: _Stamp | None, entry: _IndexEntry) -> None:
        self._entries[location] = _CachedEntry(stamp, entry)
        self._entries.move_to_end(location)
        if len(self._entries) > _MAX_OPEN_SPECS:
            self._entries.popitem(last=False)

    def _delete_old_entries(self) -> None:
        """Delete old cache files, and the oldest ones beyond the size limit.

        This is done once for each ``SpecIndex`` that writes to the cache.
        """
        if self._deleted_old_entries:
            return
        self._deleted_old_entries = True
        oldest, bytes_left = time.time() - _MAX_CACHE_AGE, _MAX_CACHE_SIZE
        written = [p for p in self._directory.glob("*.nnspec") if _STORED_NAME.fullmatch(p.name)]
        files: list[tuple[float, int, Path]] = []
        for stored in (*written, *filter(is_partial, self._directory.glob(PARTIAL_GLOB))):
            with suppress(OSError):
                status = stored.lstat()
                if stat.S_ISREG(status.st_mode):
                    files.append((status.st_mtime, status.st_size, stored))
        for changed, size, stored in sorted(files, reverse=True):
            bytes_left -= size
            if changed < oldest or bytes_left < 0:
                with suppress(OSError):
                    stored.unlink()

    def _rebuild(self, location: str, source: bytes) -> _IndexEntry:
        """Execute the spec file and keep the result in memory.

        The result is also stored in the cache directory, unless it may depend on other files.
        """
        stamp = _stamp(location)
        items = list(iter_examples(location, time_limit=self._time_limit, source=source))
        content = example_archive.pack_examples(items, [_info_of(item) for item in items])
        if is_self_contained(source):
            with suppress(OSError):
                self._directory.mkdir(parents=True, exist_ok=True)
                write_atomically(self._cache_path(location, source), content, only_regular=True)
                self._delete_old_entries()
        entry = _IndexEntry(example_archive.ExampleArchive.from_bytes(content), location)
        self._keep_entry(location, stamp, entry)
        return entry


_Stamp = tuple[int, int, int]


class _IndexEntry:
    """The archive of one spec file, with the list of its examples."""

    __slots__ = ("archive", "infos", "positions")

    def __init__(self, archive: example_archive.ExampleArchive, location: str) -> None:
        archive.path_of_spec = location
        self.archive = archive
        try:
            self.infos = _INFOS.decode(archive.infos)
        except msgspec.DecodeError as error:
            raise example_archive.DamagedArchiveError from error
        self.positions = {info.name: position for position, info in enumerate(self.infos)}
        if len(self.infos) != len(archive):
            raise example_archive.DamagedArchiveError


@dataclass(frozen=True, slots=True)
class _CachedEntry:
    """An entry in memory, with the state of the file from which it was built."""

    stamp: _Stamp | None
    entry: _IndexEntry


_INFOS: Final = msgspec.msgpack.Decoder(list[ExampleInfo])


def _info_of(item: Example | BrokenExample) -> ExampleInfo:
    if isinstance(item, BrokenExample):
        return ExampleInfo(item.name, False, False, 0, (), True)
    return ExampleInfo(
        item.name,
        item.expect_failure,
        item.model.relax_computation_float32_to_float16,
        int(item.version or 0),
        tuple(int(operation.type) for operation in item.model.main.operations),
    )


def _stamp(location: str) -> _Stamp | None:
    """Return a value that changes when the file is written; ``None`` if it does not exist."""
    try:
        status = os.stat(location)  # noqa: PTH116 - on the path of every single load
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


@cache
def _reader_version() -> bytes:
    """Return a digest of everything except the spec file that determines the examples."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} numpy {np.__version__}".encode())
    folder = Path(__file__).parent
    for module in sorted([*folder.rglob("*.py"), *(folder.parent / "hal").glob("*.py")]):
        digest.update(read_file(module))
    return digest.digest()


def _key(location: str, source: bytes) -> str:
    digest = hashlib.sha256(_reader_version())
    digest.update(f"\0{spec_name(location)}\0{version_of_path(location)!r}\0".encode())
    digest.update(f"{sys.flags}\0".encode())
    digest.update(source)
    return digest.hexdigest()[:40]
