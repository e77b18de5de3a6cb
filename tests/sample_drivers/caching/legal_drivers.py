"""Drivers whose caches differ in a way that the contract permits."""

from __future__ import annotations

import os
import threading
from typing import Any, ClassVar

from conformance.hal import CacheArguments, Model, cache_handles
from tests.sample_drivers.caching.caching_driver import (
    FAILURE,
    INVALID,
    CachingDriver,
    Contents,
    RefusedError,
)


class OneModelFile(CachingDriver):
    """Stores everything in one model cache file."""

    counts = (1, 0)


class DataFilesOnly(CachingDriver):
    """Stores everything in two data cache files, and needs no model cache file."""

    counts = (0, 2)


class ManyFiles(CachingDriver):
    """Needs 32 model cache files and 32 data cache files."""

    counts = (32, 32)


class UnusedFiles(CachingDriver):
    """Needs three model and two data cache files, and does not use the last of each kind."""

    counts = (3, 2)

    def serialize(self, model: Model) -> Contents:
        first, second, third, *data = super().serialize(model)
        return [first, second + third, b"", b"".join(data), b""]

    def write_file(self, fd: int, content: bytes) -> None:
        if content:
            super().write_file(fd, content)

    def read_cache(self, cache: CacheArguments) -> Contents:
        first, second, _, data, _ = super().read_cache(cache)
        return [first, second, b"", data, b""]


class AlwaysMisses(CachingDriver):
    """Writes the cache files and never accepts them."""

    def verify(self, token: bytes, contents: Any) -> None:
        raise RefusedError


class NeverWrites(CachingDriver):
    """Needs cache files and leaves them empty."""

    def save(self, model: Any, prepared: Any, cache: CacheArguments) -> Any:
        return prepared


class ForgetsDamagedEntries(CachingDriver):
    """Removes the digest of a token when the files of a retrieval do not match it."""

    def verify(self, token: bytes, contents: Any) -> None:
        try:
            super().verify(token, contents)
        except RefusedError:
            self.digests.remove(self.key(token))
            raise


class KeepsCopies(CachingDriver):
    """Keeps a copy of what it saved, and uses it if the files do not match."""

    copies: ClassVar[dict[bytes, Any]] = {}

    def register(self, token: bytes, contents: Any) -> None:
        super().register(token, contents)
        self.copies[token] = contents

    def verify(self, token: bytes, contents: Any) -> None:
        if token not in self.copies:
            raise RefusedError

    def deserialize(self, contents: Any) -> Any:
        return super().deserialize(self.found)

    def load(self, cache: CacheArguments) -> Any:
        with self.lock:
            self.found = self.copies.get(cache.token)
            return super().load(cache)


class SavesEverySecondTime(CachingDriver):
    """Chooses to save only every second model."""

    turns = 0

    def save(self, model: Any, prepared: Any, cache: CacheArguments) -> Any:
        self.turns += 1
        return super().save(model, prepared, cache) if self.turns % 2 else prepared


class RefusesWithInvalidArgument(CachingDriver):
    """Returns INVALID_ARGUMENT for a wrong number of files."""

    def refused(self, cache: CacheArguments) -> Any:
        counts = len(cache.model), len(cache.data)
        return (INVALID if counts != self.counts else FAILURE), None


class IgnoresAppendedBytes(CachingDriver):
    """Reads only as many bytes of each file as it wrote."""

    lengths: ClassVar[dict[bytes, Any]] = {}

    def register(self, token: bytes, contents: Any) -> None:
        super().register(token, contents)
        self.lengths[token] = [len(content) for content in contents]

    def verify(self, token: bytes, contents: Any) -> None:
        for number, length in enumerate(self.lengths.get(token, ())):
            contents[number] = contents[number][:length]
        super().verify(token, contents)


class SavesLater(CachingDriver):
    """Writes the cache files 20 ms after the preparation, with duplicated descriptors."""

    def save(self, model: Any, prepared: Any, cache: CacheArguments) -> Any:
        if self.refusal_of(cache) is None:
            own = duplicated(cache)
            threading.Timer(0.02, self.write_later, (model, own)).start()
        return prepared

    def write_later(self, model: Any, own: CacheArguments) -> None:
        try:
            self.write_cache(self.serialize(model), own)
        except OSError:
            pass
        finally:
            close_all(own)


def duplicated(cache: CacheArguments) -> CacheArguments:
    """Return the arguments with duplicated descriptors."""
    model, data = (
        cache_handles(os.dup(fd) for (fd,) in handles) for handles in (cache.model, cache.data)
    )
    return CacheArguments(model, data, cache.token)


def close_all(cache: CacheArguments) -> None:
    """Close all descriptors."""
    for (fd,) in (*cache.model, *cache.data):
        os.close(fd)


LEGAL_DRIVERS = (
    CachingDriver,
    OneModelFile,
    DataFilesOnly,
    ManyFiles,
    UnusedFiles,
    AlwaysMisses,
    NeverWrites,
    ForgetsDamagedEntries,
    KeepsCopies,
    SavesEverySecondTime,
    RefusesWithInvalidArgument,
    IgnoresAppendedBytes,
    SavesLater,
)
