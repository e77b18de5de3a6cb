"""Prepares a case's model from the compilation cache, for the variant CACHED of a path."""

import contextlib
import os
import secrets
import time
from typing import NoReturn, Self

from conformance.hal import (
    BYTE_SIZE_OF_CACHE_TOKEN,
    CacheArguments,
    Device,
    ErrorStatus,
    PreparedModel,
    cache_handles,
)
from conformance.harness import answer_checks
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.harness.execution.not_prepared import NotPreparedError
from conformance.harness.planning.case_under_test import CaseUnderTest
from conformance.verdicts import Finding, VerdictKind


def cache_file_counts(device: Device) -> tuple[int, int]:
    """Return the numbers of model and data cache files that the driver needs.

    Raise ``NotPreparedError`` if it needs none or if its answer is invalid.
    """
    try:
        status, models, data = driver_calls.get_number_of_cache_files_needed(device)
    except driver_calls.DriverCallError as error:
        raise NotPreparedError([error.finding]) from None
    if status != ErrorStatus.NONE:
        reason = f"get_number_of_cache_files_needed answered {status.name}; NONE was expected"
        raise NotPreparedError([Finding(VerdictKind.FAILED, "cache.status", reason)])
    if (models, data) == (0, 0):
        _raise_declined("the driver needs no cache files, so it does not support caching")
    return models, data


def _raise_declined(reason: str) -> NoReturn:
    # As for output forms that a driver need not support: the other paths decide the case.
    raise NotPreparedError([Finding(VerdictKind.NOT_APPLICABLE, "path.declined", reason)])


class CacheFilesInMemory:
    """Empty model and data cache files in memory, with a token that no other preparation has.

    The files exist until the context is left.
    """

    def __init__(self, counts: tuple[int, int]) -> None:
        self._model_count = counts[0]
        self._fds = [os.memfd_create("nn-cache", os.MFD_CLOEXEC) for _ in range(sum(counts))]
        self._token = secrets.token_bytes(BYTE_SIZE_OF_CACHE_TOKEN)

    @property
    def arguments(self) -> CacheArguments:
        """The arguments that pass the files to a driver."""
        models, data = self._fds[: self._model_count], self._fds[self._model_count :]
        return CacheArguments(cache_handles(models), cache_handles(data), self._token)

    def reopen(self) -> None:
        """Open the files again and close the old descriptors, as a client does between two runs."""
        opened = [os.open(f"/proc/self/fd/{fd}", os.O_RDWR | os.O_CLOEXEC) for fd in self._fds]
        self._close()
        self._fds = opened

    def _close(self) -> None:
        for fd in self._fds:
            with contextlib.suppress(OSError):  # an in-process driver may have closed it
                os.close(fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()


def prepare_from_cache(
    case: CaseUnderTest,
    device: Device,
    timeout: float,
    cache: CacheArguments,
    record: RecordingPreparedModelCallback,
) -> PreparedModel:
    """Prepare the case's model from the files of an earlier preparation.

    Raise ``NotPreparedError`` if the driver has saved nothing or violates the interface.
    """
    start = time.perf_counter()
    try:
        end = driver_calls.prepare_model_from_cache(
            device, cache.model, cache.data, cache.token, timeout, record
        )
    except driver_calls.DriverCallError as error:
        raise NotPreparedError([error.finding]) from None
    finally:
        case.durations["prepare_from_cache"] = time.perf_counter() - start
    status, what = end.status, "prepare_model_from_cache"
    if (end.model is None) == (status == ErrorStatus.NONE):
        delivered = "no prepared model" if end.model is None else "a prepared model"
        reason = f"{what} notified its callback of {status.name} with {delivered}"
        raise NotPreparedError([Finding(VerdictKind.FAILED, "cache.model", reason)])
    if end.launch not in (ErrorStatus.NONE, status):
        reason = f"{what} answered {end.launch.name}, but notified its callback of {status.name}"
        raise NotPreparedError([Finding(VerdictKind.FAILED, "cache.launch", reason)])
    if end.model is not None:
        return end.model
    if (lack := answer_checks.resource_finding(status, what)) is not None:
        raise NotPreparedError([lack])
    if status == ErrorStatus.GENERAL_FAILURE:
        _raise_declined(
            f"the driver saved nothing in the cache files: {what} answered {status.name}"
        )
    reason = (
        f"{what} answered {status.name} for the files and the token that were passed to "
        "prepare_model; NONE or GENERAL_FAILURE was expected"
    )
    raise NotPreparedError([Finding(VerdictKind.FAILED, "cache.status", reason)])
