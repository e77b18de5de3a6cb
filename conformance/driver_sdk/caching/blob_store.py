"""A persistent store of byte strings with limits and eviction, for drivers with own caches.

A driver of any HAL version can keep compiled models in a ``BlobStore``, or the digests of the cache
files that it wrote. The store is one file in a folder that only the driver can write. The driver
removes entries that it no longer needs; the least recently used ones are evicted at the limit.

A stored file is complete or absent (it is written under another name and renamed). Its digest
detects damage, but not a deliberate change: who can write the file can also compute the digest. A
driver must therefore never keep the file where its clients can write.
"""

from __future__ import annotations

import hashlib
import logging
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from conformance.files import replace_atomically
from conformance.hal import Model

log = logging.getLogger(__name__)
_DIGEST_BYTES: Final = 32


def model_digest(model: Model) -> bytes:
    """Return the SHA-256 digest of everything in a model, including the content of its pools.

    Raises ``OSError`` or ``ValueError`` if a pool cannot be mapped.
    """
    structure = msgspec.msgpack.encode(
        (
            model.main,
            model.referenced,
            model.relax_computation_float32_to_float16,
            sorted(model.extension_name_to_prefix.items()),
            [len(model.operand_values), *(pool.size for pool in model.pools)],
        )
    )
    digest = hashlib.sha256(len(structure).to_bytes(8, "little") + structure)
    digest.update(model.operand_values)
    for pool in model.pools:
        with pool.view() as view:
            digest.update(view)
    return digest.digest()


@dataclass(frozen=True, slots=True)
class StoreLimits:
    """Limits in bytes; a key, a value, or both together, that exceed one are not stored."""

    key_bytes: int = 12 << 10
    value_bytes: int = 64 << 10
    total_bytes: int = 2 << 20


class BlobStore:
    """Byte strings by key, kept over restarts of the driver; all methods are thread-safe.

    ``build_id`` identifies the driver's build: a file of another build is ignored, so that an
    updated driver starts with an empty store. ``path`` is the file, which ``close`` writes;
    ``None`` keeps the entries in memory only. If the file cannot be loaded or saved, ``problem``
    states why.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        build_id: str,
        limits: StoreLimits = StoreLimits(),
    ) -> None:
        self.problem = ""
        self.total_bytes = 0
        """The byte size of all keys and values."""
        self._path = None if path is None else Path(path)
        self._build_id = build_id
        self._limits = limits
        self._lock = threading.RLock()
        self._entries: dict[bytes, bytes] = {}  # least recently used first
        self._load()

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: bytes) -> bool:
        return key in self._entries

    def get(self, key: bytes) -> bytes | None:
        """Return the value of a key, or ``None``."""
        with self._lock:
            value = self._entries.pop(key, None)
            if value is not None:
                self._entries[key] = value  # now the most recently used
            return value

    def put(self, key: bytes, value: bytes) -> bool:
        """Store a value and return True, or return False and keep the old value.

        An entry that exceeds a limit is not stored, nor is an empty key or value. If it does not
        fit, entries are evicted until it does and at most half of the limit is used.
        """
        limits, size = self._limits, len(key) + len(value)
        if (
            not 0 < len(key) <= limits.key_bytes
            or not 0 < len(value) <= limits.value_bytes
            or size > limits.total_bytes
        ):
            return False
        with self._lock:
            self.remove(key)
            if self.total_bytes + size > limits.total_bytes:
                target = min(limits.total_bytes - size, limits.total_bytes // 2)
                while self.total_bytes > target:
                    self.remove(next(iter(self._entries)))
            self._entries[key] = bytes(value)
            self.total_bytes += size
            return True

    def remove(self, key: bytes) -> bool:
        """Remove an entry; return whether it existed."""
        with self._lock:
            value = self._entries.pop(key, None)
            if value is None:
                return False
            self.total_bytes -= len(key) + len(value)
            return True

    def close(self) -> bool:
        """Write the file; return whether all changes are saved. The store can still be used."""
        if self._path is None:
            return True
        with self._lock:
            payload = msgspec.msgpack.encode((self._build_id, list(self._entries.items())))
        try:
            with replace_atomically(self._path, only_regular=True) as partial:
                partial.chmod(0o600)
                partial.write_bytes(hashlib.sha256(payload).digest() + payload)
        except OSError as error:
            self._report(f"{self._path} cannot be written: {error.strerror or error}")
            return False
        return True

    def _load(self) -> None:
        if self._path is None:
            return
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            self._report(f"{self._path} cannot be read: {error.strerror or error}")
            return
        digest, payload = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
        if hashlib.sha256(payload).digest() != digest:
            self._report(f"{self._path} is ignored: its content does not match its digest")
            return
        build_id, entries = msgspec.msgpack.decode(
            payload, type=tuple[str, list[tuple[bytes, bytes]]]
        )
        if build_id != self._build_id:
            log.info("%s was written by another build of the driver and is ignored", self._path)
            return
        for key, value in entries:
            self.put(key, value)

    def _report(self, problem: str) -> None:
        self.problem = problem
        log.warning("%s", problem)
