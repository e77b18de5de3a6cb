"""A persistent store of byte strings with limits and eviction, for drivers with own caches.

A driver of any HAL version can keep compiled models in a ``BlobStore``, or the digests of the cache
files that it wrote. The store is one file in a folder that only the driver can write. The driver
removes entries that it no longer needs; entries beyond the limits are evicted.

A stored file is complete or absent (it is written under another name and renamed). Its digest
detects damage, but not a deliberate change: who can write the file can also compute the digest. A
driver must therefore never keep the file where its clients can write.
"""

from __future__ import annotations

import hashlib
import logging
import os
import random
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Final

import msgspec

from conformance.files import replace_atomically
from conformance.hal import Model


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


log = logging.getLogger(__name__)

_MAGIC: Final = b"nnblobs1"
_HEADER: Final = struct.Struct("<8s32s")
"""Magic and SHA-256 digest of everything after the header."""

_ENTRY: Final = struct.Struct("<II")
"""Byte lengths of key and value."""


class Victim(Enum):
    """The entry that is evicted first."""

    RANDOM = auto()
    LEAST_RECENTLY_USED = auto()


class EvictionAmount(Enum):
    """How many entries are evicted when a new one does not fit."""

    HALVE = auto()
    """Until at most half of the limit is used; an entry larger than the rest is not stored."""
    FIT = auto()
    """Until the new entry fits."""
    HALVE_AND_FIT = auto()
    """Until both holds."""


@dataclass(frozen=True, slots=True)
class StoreLimits:
    """Limits in bytes, and the eviction policy.

    A key, a value, or both together, that exceed a limit are not stored.
    """

    key_bytes: int = 12 << 10
    value_bytes: int = 64 << 10
    total_bytes: int = 2 << 20
    victim: Victim = Victim.LEAST_RECENTLY_USED
    amount: EvictionAmount = EvictionAmount.HALVE_AND_FIT


class BlobStore:
    """Byte strings by key, kept over restarts of the driver; all methods are thread-safe.

    ``build_id`` identifies the driver's build: a file of another build is ignored, so that an
    updated driver starts with an empty store. ``path`` is the file; ``None`` keeps the entries in
    memory only. Changes are saved ``save_delay`` seconds after the first of them, and by ``close``.

    ``problem`` states why the file could not be loaded or saved; it is empty if nothing went wrong.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None,
        build_id: str,
        limits: StoreLimits | None = None,
        *,
        save_delay: float = 4.0,
        seed: int | None = None,
    ) -> None:
        self.problem = ""
        self._path = None if path is None else Path(path)
        self._build_id = build_id.encode()
        self._limits = limits or StoreLimits()
        self._save_delay = save_delay
        self._random = random.Random(seed)
        self._lock = threading.RLock()
        self._entries: dict[bytes, bytes] = {}  # least recently used first
        self._total = 0
        self._timer: threading.Timer | None = None
        self._unsaved = False
        self._load()

    def __len__(self) -> int:
        with self._lock:
            return len(self._entries)

    def __contains__(self, key: bytes) -> bool:
        with self._lock:
            return key in self._entries

    @property
    def total_bytes(self) -> int:
        """Return the byte size of all keys and values."""
        with self._lock:
            return self._total

    def get(self, key: bytes) -> bytes | None:
        """Return the value of a key, or ``None``."""
        with self._lock:
            value = self._entries.pop(key, None)
            if value is not None:
                self._entries[key] = value  # now the most recently used
            return value

    def put(self, key: bytes, value: bytes) -> bool:
        """Store a value and return True, or return False and keep the old value.

        An entry that exceeds a limit is not stored, nor is an empty key or value.
        """
        limits = self._limits
        size = len(key) + len(value)
        if (
            not 0 < len(key) <= limits.key_bytes
            or not 0 < len(value) <= limits.value_bytes
            or size > limits.total_bytes
        ):
            return False
        with self._lock:
            old = self._entries.get(key)
            if not self._make_room(key, size):
                return False
            if old is not None:
                self._remove(key)
            self._entries[key] = bytes(value)
            self._total += size
            self._changed()
            return True

    def remove(self, key: bytes) -> bool:
        """Remove an entry; return whether it existed."""
        with self._lock:
            if key not in self._entries:
                return False
            self._remove(key)
            self._changed()
            return True

    def clear(self) -> None:
        """Remove all entries."""
        with self._lock:
            self._entries.clear()
            self._total = 0
            self._changed()

    def close(self) -> None:
        """Save unsaved changes. The store can still be used afterwards."""
        self.save()

    def save(self) -> bool:
        """Write the file now if there are unsaved changes; return whether all changes are saved."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if not self._unsaved or self._path is None:
                return not self._unsaved
            try:
                with replace_atomically(self._path, only_regular=True) as partial:
                    partial.chmod(0o600)
                    with partial.open("wb") as file:
                        file.write(self._serialize())
                        file.flush()
                        os.fsync(file.fileno())
            except OSError as error:
                self._report(f"{self._path} cannot be written: {error.strerror or error}")
                return False
            self._unsaved = False
            return True

    def _remove(self, key: bytes) -> None:
        self._total -= len(key) + len(self._entries.pop(key))

    def _make_room(self, key: bytes, size: int) -> bool:
        """Evict entries until ``size`` more bytes fit; ``key`` will be replaced."""
        limit, amount = self._limits.total_bytes, self._limits.amount
        old = len(key) + len(self._entries[key]) if key in self._entries else 0
        needed = size - old
        if self._total + needed <= limit:
            return True
        target = limit - needed
        if amount is EvictionAmount.HALVE:
            target = limit // 2
            if self._total <= target or needed > limit - target:
                return False
        elif amount is EvictionAmount.HALVE_AND_FIT:
            target = min(target, limit // 2)
        candidates = [other for other in self._entries if other != key]
        if self._limits.victim is Victim.RANDOM:
            self._random.shuffle(candidates)
        for victim in candidates:
            if self._total <= target:
                break
            self._remove(victim)
        return self._total + needed <= limit

    def _changed(self) -> None:
        self._unsaved = True
        if self._path is not None and self._timer is None and self._save_delay >= 0:
            self._timer = threading.Timer(self._save_delay, self.save)
            self._timer.daemon = True
            self._timer.start()

    def _serialize(self) -> bytes:
        parts = [_ENTRY.pack(len(self._build_id), len(self._entries)), self._build_id]
        for key, value in self._entries.items():
            parts += [_ENTRY.pack(len(key), len(value)), key, value]
        payload = b"".join(parts)
        return _HEADER.pack(_MAGIC, hashlib.sha256(payload).digest()) + payload

    def _load(self) -> None:
        if self._path is None:
            return
        try:
            content = self._read()
        except FileNotFoundError:
            return
        except OSError as error:
            self._report(f"{self._path} cannot be read: {error.strerror or error}")
            return
        except ValueError as error:
            self._report(f"{self._path} is ignored: {error}")
            return
        for key, value in content:
            # The limits may be lower than those with which the file was written.
            if not self.put(key, value):
                break
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._unsaved = False

    def _read(self) -> list[tuple[bytes, bytes]]:
        """Return the entries of the file; raise ``ValueError`` if it is not a valid store."""
        assert self._path is not None
        most = 2 * self._limits.total_bytes + 4096
        with self._path.open("rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise ValueError(f"it has more than {most} bytes")
        if len(data) < _HEADER.size:
            raise ValueError(f"it has {len(data)} bytes, less than a header")
        magic, digest = _HEADER.unpack_from(data)
        payload = data[_HEADER.size :]
        if magic != _MAGIC:
            raise ValueError("it does not begin with the identifier of this format")
        if hashlib.sha256(payload).digest() != digest:
            raise ValueError("its content does not match its digest")
        fields = _fields(payload)
        build_id, count = next(fields)
        if build_id != self._build_id:
            log.info("%s was written by another build of the driver and is ignored", self._path)
            return []
        return [next(fields) for _ in range(int.from_bytes(count, "little"))]

    def _report(self, problem: str) -> None:
        self.problem = problem
        log.warning("%s", problem)


def _fields(payload: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the build id with the number of entries, then each key with its value."""
    length, count = _ENTRY.unpack_from(payload)
    position = _ENTRY.size
    yield payload[position : position + length], count.to_bytes(4, "little")
    position += length
    while True:
        key_length, value_length = _ENTRY.unpack_from(payload, position)
        position += _ENTRY.size
        value_start = position + key_length
        yield (
            payload[position:value_start],
            payload[value_start : value_start + value_length],
        )
        position = value_start + value_length
