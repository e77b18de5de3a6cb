"""Provides the examples of spec files by name, with a cache that avoids executing files again.

The examples of a file are stored together when it is executed (``conformance.stored_results``). The
stored result is used again while everything that determines it is unchanged:

- the spec's text, its name, and the version in its path;
- the source of this reader, the Python version and flags, and the numpy version.

A spec that uses other modules or files is executed in each process and never stored. Without a
usable cache directory, the results are the same, but slower.
"""

from __future__ import annotations

import hashlib
import os
import sys
import zlib
from collections import OrderedDict
from os import PathLike
from pathlib import Path
from typing import Final

import msgspec

import conformance
from conformance.cases.codec import decode, encode
from conformance.cases.example import Example
from conformance.cases.spec.errors import BrokenExample, SpecError
from conformance.cases.spec.reader import (
    DEFAULT_TIME_LIMIT,
    is_self_contained,
    iter_examples,
    read_source,
    spec_name,
    version_of_path,
)
from conformance.files import default_cache_dir
from conformance.hal import OperationType, Version
from conformance.stored_results import StoredResult

_MAX_OPEN_SPECS: Final = 256
"""The largest number of files whose examples one ``SpecIndex`` keeps in memory, encoded."""
_SOURCES: Final = (Path(__file__).parent, Path(__file__).parents[1] / "hal")
"""The packages whose code determines the examples."""


def bundled_specs() -> Path:
    """Return the folder of bundled specs: in the installed package, else in the source checkout."""
    package = Path(conformance.__file__).resolve().parent
    installed = package / "_specs"
    return installed if installed.is_dir() else package.parent / "specs"


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


class _Entry(msgspec.Struct, array_like=True):
    """The examples of a file, each encoded; of a broken one, the line and text of the error.

    ``stamp`` changes when the file is written; ``None`` if it does not exist. ``key`` identifies
    the content of a file that is stored.
    """

    infos: list[ExampleInfo]
    records: dict[str, bytes | tuple[int, str]]
    stamp: tuple[int, int, int] | None = None
    key: str = ""


_ENTRIES: Final = msgspec.msgpack.Decoder(_Entry)


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
        self.directory = Path(cache_dir) if cache_dir is not None else default_cache_dir()
        self._time_limit = time_limit
        self._entries: OrderedDict[str, _Entry] = OrderedDict()

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
        record = self._entry(path).records[name]
        if isinstance(record, tuple):
            raise SpecError(os.path.abspath(path), *record)  # noqa: PTH100 - as in _entry
        return decode(record, Example)

    def key(self, path: str | PathLike[str]) -> str:
        """Return a text that identifies the content of a file; empty if other files change it."""
        return self._entry(path).key

    def _entry(self, path: str | PathLike[str]) -> _Entry:
        location = os.fspath(path)
        if location not in self._entries:  # a key is absolute already
            # Not resolved: the path as given may contain the version.
            location = os.path.abspath(location)  # noqa: PTH100
        stamp = _stamp(location)
        entry = self._entries.get(location)
        if entry is None or stamp is None or entry.stamp != stamp:
            entry = self._read(location)
            entry.stamp = stamp
            self._entries[location] = entry
        self._entries.move_to_end(location)
        if len(self._entries) > _MAX_OPEN_SPECS:
            self._entries.popitem(last=False)
        return entry

    def _read(self, location: str) -> _Entry:
        """Return the stored examples of a file; execute it if there are none.

        The result is stored, unless it may depend on other files.
        """
        source = read_source(location)
        digest = hashlib.sha256(source).hexdigest()
        key = f"{spec_name(location)} {version_of_path(location)!r} {sys.flags} {digest}"
        stored = StoredResult(key, ".nnspec", _SOURCES, folder=self.directory)
        if (content := stored.read()) is not None:
            return _ENTRIES.decode(zlib.decompress(content))
        items = list(iter_examples(location, time_limit=self._time_limit, source=source))
        entry = _Entry(
            [_info_of(item) for item in items],
            {
                item.name: (item.error.line, item.error.message)
                if isinstance(item, BrokenExample)
                else encode(item)
                for item in items
            },
        )
        if is_self_contained(source):
            entry.key = key
            stored.write(zlib.compress(msgspec.msgpack.encode(entry), 1))
        return entry


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


def _stamp(location: str) -> tuple[int, int, int] | None:
    """Return a value that changes when the file is written; ``None`` if it does not exist."""
    try:
        status = os.stat(location)  # noqa: PTH116 - on the path of every single load
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
