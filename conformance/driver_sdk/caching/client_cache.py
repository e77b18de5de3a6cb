"""Preparation of models with compilation caching, as the client of a driver.

``CompilationCache.prepare`` prepares a model from the cache files in a folder if it can. If there
are none, or the driver does not accept them, it prepares the model itself and passes new, empty
files to the driver. Whatever happens to the files, a model that the driver can prepare is prepared.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from conformance.driver_sdk.caching.cache_folder import (
    CacheFiles,
    CacheFolder,
    CacheLockTimeoutError,
    folder_problem,
)
from conformance.driver_sdk.caching.cache_token import derive_cache_token
from conformance.hal import (
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
    name_of,
)


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
