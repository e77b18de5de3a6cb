"""Preparation of models with compilation caching, as the client of a driver.

The files of one compilation are in a folder of their own, whose name is the token in hexadecimal
digits. New files are created in a folder with another name, which is renamed when the driver has
prepared the model; until then no other process finds them. A lock file for each token keeps two
processes from preparing the same model at the same time.

``CompilationCache.prepare`` prepares a model from the cache files in a folder if it can. If there
are none, or the driver does not accept them, it prepares the model itself and passes new, empty
files to the driver. Whatever happens to the files, a model that the driver can prepare is prepared.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import secrets
import shutil
import stat
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from conformance.hal import (
    BYTE_SIZE_OF_CACHE_TOKEN,
    MAX_NUMBER_OF_CACHE_FILES,
    CacheArguments,
    Device,
    ErrorStatus,
    ExecutionPreference,
    Model,
    PreparedModel,
    PreparedModelCallback,
    Priority,
    Version,
    cache_handles,
    name_of,
)


def derive_cache_token(
    application_token: bytes,
    *,
    device_name: str,
    driver_version: str,
    preference: int,
    priority: int,
    partition: Sequence[int] | None = None,
) -> bytes:
    """Return the 32-byte token of a compilation.

    ``application_token`` (32 bytes) identifies the application's model. ``partition`` holds the
    indexes of the model's operations that the device executes, in order; ``None`` is the whole
    model. Two tokens are equal only if all arguments are equal. Raises ``ValueError`` for an
    application token of another length.
    """
    if len(application_token) != BYTE_SIZE_OF_CACHE_TOKEN:
        raise ValueError(
            f"the application's token has {len(application_token)} bytes; "
            f"{BYTE_SIZE_OF_CACHE_TOKEN} are required"
        )
    whole = [] if partition is None else [struct.pack(f"<{len(partition)}Q", *partition)]
    fields = (
        application_token,
        device_name.encode(),
        driver_version.encode(),
        struct.pack("<qq", preference, priority),
        *whole,
    )
    return _digest(fields)


def _digest(fields: Iterable[bytes]) -> bytes:
    """Return the SHA-256 digest of a list of byte strings, each preceded by its length."""
    digest = hashlib.sha256(b"nn-conformance cache token 1")
    for field in fields:
        digest.update(struct.pack("<Q", len(field)))
        digest.update(field)
    return digest.digest()


_FILE_FLAGS: Final = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
_LOCK_POLL_SECONDS: Final = 0.005
_PARTIAL_SUFFIX: Final = ".part"
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NOT_WRITABLE: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


class CacheFolderError(Exception):
    """A cache folder that cannot be used; the message states the folder, the cause and a remedy."""


class CacheLockTimeoutError(Exception):
    """Another process has held the lock of a cache entry for too long."""


@dataclass(frozen=True, slots=True)
class CacheFiles:
    """Open descriptors of the model and data cache files of one compilation."""

    model: tuple[int, ...]
    data: tuple[int, ...]

    def arguments(self, token: bytes) -> CacheArguments:
        """Return the arguments that pass these files to a driver."""
        return CacheArguments(cache_handles(self.model), cache_handles(self.data), token)

    def close(self) -> None:
        """Close all descriptors."""
        for fd in (*self.model, *self.data):
            with contextlib.suppress(OSError):
                os.close(fd)


def folder_problem(folder: Path, error: OSError) -> str:
    """Return a sentence that states why a cache folder cannot be used and how to correct that."""
    if error.errno == errno.ENOENT:
        return f"the cache folder {folder} does not exist; create it, or name another folder"
    if error.errno == errno.ENOTDIR:
        return f"{folder} is not a folder; name a folder for the cache files"
    if error.errno in _FULL:
        return f"the cache folder {folder} is full ({error.strerror}); free some space in it"
    if error.errno in _NOT_WRITABLE:
        return (
            f"the cache folder {folder} is not writable ({error.strerror}); change its "
            "permissions, or name another folder"
        )
    return f"the cache folder {folder} cannot be used: {error.strerror or error}"


class CacheFolder:
    """The cache files in a folder, which several processes may use at the same time."""

    def __init__(self, folder: str | os.PathLike[str], lock_timeout: float) -> None:
        """Use an existing folder; raise ``CacheFolderError`` if files cannot be created in it."""
        self.path = Path(folder)
        self._lock_timeout = lock_timeout
        try:
            if not stat.S_ISDIR(self.path.stat().st_mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            probe = self.path / f".{secrets.token_hex(8)}{_PARTIAL_SUFFIX}"
            probe.mkdir(mode=0o700)
            probe.rmdir()
        except OSError as error:
            raise CacheFolderError(folder_problem(self.path, error)) from None

    @contextlib.contextmanager
    def locked(self, token: bytes, *, exclusive: bool) -> Iterator[None]:
        """Hold the lock of a token. Raises ``CacheLockTimeoutError`` and ``OSError``."""
        path = self.path / f"{token.hex()}.lock"
        fd = os.open(path, _FILE_FLAGS | os.O_CREAT, 0o600)
        try:
            self._acquire(fd, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH, path)
            yield
        finally:
            os.close(fd)

    def _acquire(self, fd: int, kind: int, path: Path) -> None:
        end = time.monotonic() + self._lock_timeout
        while True:
            try:
                fcntl.flock(fd, kind | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= end:
                    raise CacheLockTimeoutError(
                        f"another client has held the lock {path} for more than "
                        f"{self._lock_timeout:g} s"
                    ) from None
                time.sleep(_LOCK_POLL_SECONDS)
            else:
                return

    def open_entry(self, token: bytes, counts: tuple[int, int]) -> CacheFiles | None:
        """Open the files of a token; return ``None`` unless all of them exist."""
        folder = self.path / token.hex()
        try:
            names = [*_names("model", counts[0]), *_names("data", counts[1])]
            if {path.name for path in folder.iterdir()} != set(names):
                return None
            return _open_files(folder, counts, _FILE_FLAGS)
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EISDIR):
                return None
            raise

    @contextlib.contextmanager
    def new_entry(self, token: bytes, counts: tuple[int, int]) -> Iterator[NewEntry]:
        """Create empty files for a token; the caller holds the exclusive lock.

        The files replace those of an earlier compilation when ``NewEntry.publish`` is called, and
        are removed otherwise. Raises ``OSError``.
        """
        for stale in self.path.glob(f"{token.hex()}.*{_PARTIAL_SUFFIX}"):
            shutil.rmtree(stale, ignore_errors=True)  # its creator ended without the lock
        partial = self.path / f"{token.hex()}.{secrets.token_hex(8)}{_PARTIAL_SUFFIX}"
        partial.mkdir(mode=0o700)
        try:
            files = _open_files(partial, counts, _FILE_FLAGS | os.O_CREAT | os.O_EXCL)
            yield NewEntry(files, partial, self.path / token.hex())
        finally:
            shutil.rmtree(partial, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class NewEntry:
    """Empty cache files that are not yet visible to other processes."""

    files: CacheFiles
    partial: Path
    final: Path

    def publish(self) -> None:
        """Make the files those of the token. Raises ``OSError``."""
        if self.final.is_dir() and not self.final.is_symlink():
            replaced = self.partial.with_name(f"{self.partial.stem}.old{_PARTIAL_SUFFIX}")
            self.final.rename(replaced)
            shutil.rmtree(replaced, ignore_errors=True)
        elif os.path.lexists(self.final):
            self.final.unlink()
        self.partial.rename(self.final)


def _names(kind: str, count: int) -> list[str]:
    return [f"{kind}{number:02}" for number in range(count)]


def _open_files(folder: Path, counts: tuple[int, int], flags: int) -> CacheFiles:
    """Open all files of an entry; on an error close those that were opened."""
    fds: list[int] = []
    try:
        for kind, count in zip(("model", "data"), counts, strict=True):
            for name in _names(kind, count):
                fds.append(os.open(folder / name, flags, 0o600))  # noqa: PERF401 - closed on error
    except OSError:
        for fd in fds:
            os.close(fd)
        raise
    return CacheFiles(tuple(fds[: counts[0]]), tuple(fds[counts[0] :]))


class CachingRefusedError(Exception):
    """A driver whose answer to ``get_number_of_cache_files_needed`` does not allow caching."""


class CacheFlow(Enum):
    """How a model was prepared."""

    HIT = "hit"
    """From cache files."""
    MISS = "miss"
    """From the model, with new cache files, because there were none."""
    FALLBACK = "fallback"
    """From the model, with new cache files, because the driver did not accept the existing ones."""
    NONE = "none"
    """From the model, without cache files."""


@dataclass(frozen=True, slots=True)
class CachedPreparation:
    """Result of a preparation.

    Attributes:
        status: status of the preparation.
        prepared_model: the prepared model; ``None`` unless the status is NONE.
        flow: how the model was prepared.
        problem: why no cache files were used, or why the existing ones were not accepted; empty if
            the application or the driver does not use caching, or nothing went wrong.

    """

    status: ErrorStatus
    prepared_model: PreparedModel | None
    flow: CacheFlow
    problem: str = ""


class PreparationArguments(NamedTuple):
    """The arguments of a preparation other than the cache files."""

    model: Model
    preference: int = ExecutionPreference.FAST_SINGLE_ANSWER
    priority: int = Priority.MEDIUM
    deadline: int | None = None


def number_of_cache_files(device: Device) -> tuple[int, int]:
    """Return the numbers of model and data cache files that a driver needs; 0 and 0: no caching.

    Raises ``CachingRefusedError`` if the driver reports an error or an invalid number.
    """
    if device.version < Version.V1_2:
        return 0, 0
    status, models, data = device.get_number_of_cache_files_needed()
    if status != ErrorStatus.NONE:
        raise CachingRefusedError(
            f"caching is not used: get_number_of_cache_files_needed of {device.name} answered "
            f"{name_of(ErrorStatus, status)}; NONE was expected"
        )
    for kind, count in (("model", models), ("data", data)):
        if not 0 <= count <= MAX_NUMBER_OF_CACHE_FILES:
            raise CachingRefusedError(
                f"caching is not used: get_number_of_cache_files_needed of {device.name} answered "
                f"{count} {kind} cache files; 0 to {MAX_NUMBER_OF_CACHE_FILES} were expected"
            )
    return models, data


class CompilationCache:
    """The cache files of an application, in a folder that several processes may share.

    The constructor raises ``CacheFolderError`` if the folder is missing, not a folder, read-only or
    full. ``timeout`` is the limit in seconds for the driver's callback, ``lock_timeout`` that for
    other processes that prepare the same model.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        timeout: float = 60.0,
        lock_timeout: float = 60.0,
    ) -> None:
        self._folder = CacheFolder(folder, lock_timeout)
        self._timeout = timeout

    def prepare(
        self,
        device: Device,
        model: Model,
        application_token: bytes | None,
        *,
        preference: int = ExecutionPreference.FAST_SINGLE_ANSWER,
        priority: int = Priority.MEDIUM,
        deadline: int | None = None,
        partition: Sequence[int] | None = None,
    ) -> CachedPreparation:
        """Prepare a model, from cache files if possible.

        ``application_token`` has 32 bytes and identifies the model; ``None`` means that nothing is
        cached. ``partition`` holds the indexes of the operations of the application's model that
        ``model`` consists of; ``None`` is the whole model. Raises ``ValueError`` for a token of
        another length.
        """
        arguments = PreparationArguments(model, preference, priority, deadline)
        if application_token is None:
            return self._without_cache(device, arguments)
        try:
            counts = number_of_cache_files(device)
            if counts == (0, 0):
                return self._without_cache(device, arguments)
            token = derive_cache_token(
                application_token,
                device_name=device.name,
                driver_version=_version_string(device),
                preference=preference,
                priority=priority,
                partition=partition,
            )
            return self._with_cache(device, arguments, token, counts)
        except (CachingRefusedError, CacheLockTimeoutError) as error:
            return self._without_cache(device, arguments, str(error))

    def _with_cache(
        self, device: Device, arguments: PreparationArguments, token: bytes, counts: tuple[int, int]
    ) -> CachedPreparation:
        """Prepare from cache files, or from the model with new cache files."""
        try:
            with self._folder.locked(token, exclusive=False):
                hit, refusal = self._from_files(device, arguments.deadline, token, counts)
        except OSError as error:
            return self._without_cache(device, arguments, self._problem(error))
        if hit is not None:
            return hit
        try:
            with self._folder.locked(token, exclusive=True):
                # Another process may have prepared the model in the meantime.
                hit, refusal = self._from_files(device, arguments.deadline, token, counts)
                return hit or self._save(device, arguments, token, counts, refusal)
        except OSError as error:
            return self._without_cache(device, arguments, self._problem(error))

    def _from_files(
        self, device: Device, deadline: int | None, token: bytes, counts: tuple[int, int]
    ) -> tuple[CachedPreparation | None, str]:
        """Return the preparation from existing files, or ``None`` and the reason for a refusal."""
        files = self._folder.open_entry(token, counts)
        if files is None:
            return None, ""
        cache = files.arguments(token)
        status, prepared, problem = _await_preparation(
            lambda callback: device.prepare_model_from_cache(
                deadline, cache.model, cache.data, cache.token, callback
            ),
            files.close,
            self._timeout,
        )
        if status == ErrorStatus.NONE and prepared is not None:
            return CachedPreparation(status, prepared, CacheFlow.HIT), ""
        name = name_of(ErrorStatus, status)
        detail = problem or f"prepare_model_from_cache answered {name}"
        return None, f"the driver did not accept the cache files in {self._folder.path}: {detail}"

    def _save(
        self,
        device: Device,
        arguments: PreparationArguments,
        token: bytes,
        counts: tuple[int, int],
        refusal: str,
    ) -> CachedPreparation:
        """Prepare the model and pass new cache files to the driver."""
        flow = CacheFlow.FALLBACK if refusal else CacheFlow.MISS
        result: CachedPreparation | None = None
        try:
            with self._folder.new_entry(token, counts) as entry:
                status, prepared, problem = self._from_model(
                    device, arguments, entry.files.arguments(token), entry.files
                )
                result = CachedPreparation(status, prepared, flow, problem or refusal)
                if status == ErrorStatus.NONE:
                    entry.publish()
        except OSError as error:
            if result is None:
                return self._without_cache(device, arguments, self._problem(error))
            return replace(result, problem=self._problem(error))
        return result

    def _from_model(
        self,
        device: Device,
        arguments: PreparationArguments,
        cache: CacheArguments,
        files: CacheFiles | None = None,
    ) -> tuple[ErrorStatus, PreparedModel | None, str]:
        return _await_preparation(
            lambda callback: device.prepare_model(
                *arguments, cache.model, cache.data, cache.token, callback
            ),
            files.close if files is not None else lambda: None,
            self._timeout,
        )

    def _without_cache(
        self, device: Device, arguments: PreparationArguments, problem: str = ""
    ) -> CachedPreparation:
        status, prepared, other = self._from_model(device, arguments, CacheArguments())
        return CachedPreparation(status, prepared, CacheFlow.NONE, other or problem)

    def _problem(self, error: OSError) -> str:
        return f"{folder_problem(self._folder.path, error)}; the model is not cached"


def _version_string(device: Device) -> str:
    """Return the driver's version text. Raises ``CachingRefusedError`` if there is none."""
    status, text = device.get_version_string()
    if status != ErrorStatus.NONE or not text:
        raise CachingRefusedError(
            f"caching is not used: get_version_string of {device.name} answered "
            f"{name_of(ErrorStatus, status)} and {text!r}; NONE and a text were expected"
        )
    return text


class _Callback(PreparedModelCallback):
    """Stores the first notification; closes the cache files after the call and the notification.

    The descriptors stay open until the driver has notified, even if the client no longer waits: a
    driver that is late must not write to other files that have the same numbers by then.
    """

    def __init__(self, close_files: Callable[[], None]) -> None:
        self.answer: tuple[ErrorStatus, PreparedModel | None] | None = None
        self._notified = threading.Event()
        self._close_files = close_files
        self._lock = threading.Lock()
        self._returned = False
        self._closed = False

    def notify(self, status: ErrorStatus, prepared_model: PreparedModel | None) -> None:
        with self._lock:
            if self.answer is None:
                self.answer = status, prepared_model
        self._notified.set()
        self._close_if_ended()

    def wait(self, seconds: float) -> tuple[ErrorStatus, PreparedModel | None] | None:
        """Return the notification, or ``None`` if there is none within ``seconds``."""
        self._notified.wait(seconds)
        return self.answer

    def call_returned(self, *, refused: bool) -> None:
        """Record that the driver's call has returned; a refused call uses no files any more."""
        self._returned = True
        self._close_if_ended(refused)

    def _close_if_ended(self, ended: bool = False) -> None:
        with self._lock:
            ended = ended or (self._returned and self.answer is not None)
            if self._closed or not ended:
                return
            self._closed = True
        self._close_files()


def _await_preparation(
    launch: Callable[[PreparedModelCallback], ErrorStatus],
    close_files: Callable[[], None],
    timeout: float,
) -> tuple[ErrorStatus, PreparedModel | None, str]:
    """Launch a preparation and return its status, its model and a problem with the answer."""
    callback = _Callback(close_files)
    refused = True
    try:
        launched = launch(callback)
        refused = launched != ErrorStatus.NONE
    finally:
        callback.call_returned(refused=refused)
    if refused:
        return launched, None, ""
    answer = callback.wait(timeout)
    if answer is None:
        problem = f"the driver did not notify its callback within {timeout:g} s"
        return ErrorStatus.GENERAL_FAILURE, None, problem
    status, prepared = answer
    if status == ErrorStatus.NONE and prepared is None:
        problem = "the driver notified its callback of NONE without a prepared model"
        return ErrorStatus.GENERAL_FAILURE, None, problem
    return status, prepared if status == ErrorStatus.NONE else None, ""
