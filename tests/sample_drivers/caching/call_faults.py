"""Faulty drivers that answer the calls of compilation caching wrongly."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any, ClassVar

from conformance.hal import CacheArguments, ErrorStatus, cache_handles
from tests.sample_drivers.caching.caching_driver import FAILURE, INVALID, NONE, CachingDriver
from tests.sample_drivers.caching.caching_fault import cache_fault

ARGUMENTS = "caching_arguments."
TOO_SMALL = ErrorStatus.OUTPUT_INSUFFICIENT_SIZE


# Answers


@cache_fault("caching_security.corrupted_model_cache")
class ModelWithErrorStatus(CachingDriver):
    """The driver reports GENERAL_FAILURE together with a prepared model."""

    last: ClassVar[list[Any]] = []

    def save(self, model, prepared, cache):
        self.last[:] = [prepared]
        return super().save(model, prepared, cache)

    def refused(self, cache):
        return FAILURE, self.last[0]


@cache_fault("caching_security.wrong_token")
class NoneWithoutModel(CachingDriver):
    """The driver reports NONE without a prepared model instead of a failure."""

    def refused(self, cache):
        return NONE, None


@cache_fault("caching_security.corrupted_model_cache")
class InvalidArgumentForDamage(CachingDriver):
    """The driver reports INVALID_ARGUMENT for a model cache file that was changed."""

    def refused(self, cache):
        return INVALID, None


@cache_fault("caching_security.wrong_token")
class UnavailableForWrongToken(CachingDriver):
    """The driver reports DEVICE_UNAVAILABLE for a wrong token."""

    def refused(self, cache):
        return ErrorStatus.DEVICE_UNAVAILABLE, None


@cache_fault(ARGUMENTS + "wrong_number_on_retrieval")
class UnusualStatusForNumber(CachingDriver):
    """The driver reports OUTPUT_INSUFFICIENT_SIZE for a wrong number of files."""

    def refused(self, cache):
        wrong = (len(cache.model), len(cache.data)) != self.counts
        return (TOO_SMALL if wrong else FAILURE), None


@cache_fault("caching.saving_and_retrieval")
class NotifiesTwiceOnRetrieval(CachingDriver):
    """prepareModelFromCache notifies its callback twice."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        cache = CacheArguments(tuple(model_cache), tuple(data_cache), token)
        callback.notify(*self.prepare_from_cache(deadline, cache))
        return super().prepare_model_from_cache(deadline, model_cache, data_cache, token, callback)


@cache_fault("caching.saving_and_retrieval")
class NotifiesTwiceOnSaving(CachingDriver):
    """prepareModel notifies its callback when the model is compiled and when it is saved."""

    def prepare_model(self, model, preference, priority, deadline, model_cache, *more):
        if model_cache:
            super().prepare_model(model, preference, priority, deadline, (), (), *more[1:])
        return super().prepare_model(model, preference, priority, deadline, model_cache, *more)


@cache_fault("caching_security.wrong_token")
class LaunchDiffersFromResult(CachingDriver):
    """prepareModelFromCache returns INVALID_ARGUMENT and notifies of GENERAL_FAILURE."""

    def prepare_model_from_cache(self, *arguments):
        status = super().prepare_model_from_cache(*arguments)
        return INVALID if status == FAILURE else status


@cache_fault("caching_security.wrong_token", "callback.missing")
class NoNotificationOfFailure(CachingDriver):
    """prepareModelFromCache returns GENERAL_FAILURE without a notification."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        cache = CacheArguments(tuple(model_cache), tuple(data_cache), token)
        status, prepared = self.prepare_from_cache(deadline, cache)
        if status == NONE:
            callback.notify(status, prepared)
        return status


@cache_fault(ARGUMENTS + "empty_files", "callback.missing")
class HangsOnEmptyFiles(CachingDriver):
    """The driver waits for content if the cache files are empty."""

    def prepare_model_from_cache(self, deadline, model_cache, data_cache, token, callback):
        cache = CacheArguments(tuple(model_cache), tuple(data_cache), token)
        if not any(self.read_cache(cache)):
            return NONE
        return super().prepare_model_from_cache(deadline, model_cache, data_cache, token, callback)


@cache_fault(ARGUMENTS + "huge_files", "answer.exception")
class CrashesOnHugeFile(CachingDriver):
    """The driver fails with an exception for a huge file."""

    def read_file(self, fd):
        if os.fstat(fd).st_size > 64 << 20:
            raise MemoryError("no memory for the file")
        return super().read_file(fd)


@cache_fault("caching.deadlines")
class FailsWithDeadline(CachingDriver):
    """prepareModelFromCache fails if there is a deadline."""

    def prepare_from_cache(self, deadline, cache):
        if deadline is not None:
            return FAILURE, None
        return super().prepare_from_cache(deadline, cache)


@cache_fault("caching.deadlines")
class UnusualStatusForDeadline(CachingDriver):
    """prepareModelFromCache reports INVALID_ARGUMENT for a deadline that has passed."""

    def prepare_from_cache(self, deadline, cache):
        if deadline is not None and time.monotonic_ns() > deadline:
            return TOO_SMALL, None
        return super().prepare_from_cache(deadline, cache)


# Arguments


@cache_fault(ARGUMENTS + "wrong_number_on_saving")
class RefusesWrongNumber(CachingDriver):
    """prepareModel fails if the number of cache files is wrong."""

    def prepare(self, model, preference, priority, deadline, cache):
        if cache and (len(cache.model), len(cache.data)) != self.counts:
            return INVALID, None
        return super().prepare(model, preference, priority, deadline, cache)


class WithoutValidation(CachingDriver):
    """A driver whose validation of cache arguments a subclass replaces."""

    def refusal_of(self, cache):
        adjusted = self.adjusted(cache)
        return super().refusal_of(adjusted)

    def adjusted(self, cache):
        """Return the arguments that the driver uses."""
        raise NotImplementedError

    def write_cache(self, contents, cache):
        super().write_cache(contents, self.adjusted(cache))

    def read_cache(self, cache):
        return super().read_cache(self.adjusted(cache))


@cache_fault(ARGUMENTS + "wrong_number_on_retrieval")
class IgnoresExtraFiles(WithoutValidation):
    """The driver uses the first files if there are too many."""

    def adjusted(self, cache):
        models, data = self.counts
        return CacheArguments(cache.model[:models], cache.data[:data], cache.token)


@cache_fault(ARGUMENTS + "wrong_number_on_saving")
class SavesWithExtraFiles(IgnoresExtraFiles):
    """The driver saves and retrieves although there are too many files."""


@cache_fault(ARGUMENTS + "wrong_number_on_retrieval")
class IgnoresMissingDataFile(CachingDriver):
    """The driver delivers a model without constants if a data cache file is missing."""

    def refusal_of(self, cache):
        if cache.data:
            return super().refusal_of(cache)
        return None if len(cache.model) == self.counts[0] else "number"

    def deserialize(self, contents):
        if len(contents) < sum(self.counts):
            contents = [*contents, bytes(64)]
        return super().deserialize(contents)


@cache_fault(ARGUMENTS + "wrong_descriptors_on_retrieval")
class UsesFirstDescriptor(WithoutValidation):
    """The driver uses the first descriptor of a handle that has two."""

    def adjusted(self, cache):
        model, data = (
            tuple(handle[:1] for handle in handles) for handles in (cache.model, cache.data)
        )
        return CacheArguments(model, data, cache.token)


@cache_fault(ARGUMENTS + "wrong_descriptors_on_saving")
class SavesToFirstDescriptor(UsesFirstDescriptor):
    """The driver saves to the first descriptor of a handle that has two, and retrieves from it."""


@cache_fault(ARGUMENTS + "wrong_descriptors_on_retrieval")
class AcceptsHandleWithoutDescriptor(WithoutValidation):
    """The driver delivers a model without constants if the data handle has no descriptor."""

    def adjusted(self, cache):
        if cache.data != ((),):
            return cache
        empty = os.memfd_create("nn-empty")
        os.pwrite(empty, bytes(64), 0)
        return CacheArguments(cache.model, cache_handles([empty]), cache.token)


@cache_fault(ARGUMENTS + "wrong_descriptors_on_saving", "answer.exception")
class RaisesForMissingDescriptor(CachingDriver):
    """prepareModel raises an exception if a handle has no descriptor."""

    def save(self, model, prepared, cache):
        for handle in (*cache.model, *cache.data):
            os.fstat(handle[0])
        return super().save(model, prepared, cache)


@cache_fault(ARGUMENTS + "read_only_on_saving")
class ReopensReadOnlyFile(CachingDriver):
    """The driver opens a file again for writing if the client opened it for reading only."""

    def refusal_of(self, cache):
        return None if (len(cache.model), len(cache.data)) == self.counts else "number"

    def write_file(self, fd, content):
        with reopened(fd) as own:
            super().write_file(own, content)

    def read_file(self, fd):
        with reopened(fd) as own:
            return super().read_file(own)


@cache_fault(ARGUMENTS + "write_only_on_retrieval")
class ReopensWriteOnlyFile(ReopensReadOnlyFile):
    """The driver opens a file again for reading if the client opened it for writing only."""


@contextlib.contextmanager
def reopened(fd):
    """Yield a new descriptor of a file, open for reading and writing."""
    own = os.open(f"/proc/self/fd/{fd}", os.O_RDWR)
    try:
        yield own
    finally:
        os.close(own)


@cache_fault(ARGUMENTS + "write_only_on_retrieval")
class InvalidArgumentForWriteOnly(CachingDriver):
    """A driver of HAL 1.3 reports INVALID_ARGUMENT for a file that is open for writing only."""

    def refused(self, cache):
        return INVALID, None


@cache_fault(ARGUMENTS + "read_only_on_saving")
class FailsForReadOnlyFile(CachingDriver):
    """The driver accepts a read-only file, and the preparation fails when it cannot write."""

    def prepare(self, model, *arguments):
        try:
            return super().prepare(model, *arguments)
        except OSError:
            return FAILURE, None

    def save(self, model, prepared, cache):
        if (len(cache.model), len(cache.data)) == self.counts:
            self.write_cache(self.serialize(model), cache)
        return prepared


@cache_fault(ARGUMENTS + "unusable_files_on_saving")
class FailsIfSavingFails(CachingDriver):
    """The preparation fails if the cache files cannot be written."""

    def prepare(self, model, *arguments):
        status, prepared = super().prepare(model, *arguments)
        cache = arguments[-1]
        if cache and len(self.digests.get(cache.token) or b"") == 0:
            return FAILURE, None
        return status, prepared


@cache_fault(ARGUMENTS + "unusable_files_on_retrieval", "answer.exception")
class RaisesForUnusableFile(CachingDriver):
    """prepareModelFromCache raises an exception if it cannot read a file."""

    def prepare_from_cache(self, deadline, cache):
        for (fd,) in (*cache.model, *cache.data):
            os.pread(fd, 1, 0)
        return super().prepare_from_cache(deadline, cache)


@cache_fault("caching.token_without_files")
class TokenIsEnough(CachingDriver):
    """The driver delivers a model for a known token without cache files."""

    saved: ClassVar[dict[bytes, Any]] = {}

    def save(self, model, prepared, cache):
        self.saved[cache.token] = prepared
        return super().save(model, prepared, cache)

    def refused(self, cache):
        if not cache and cache.token in self.saved:
            return NONE, self.saved[cache.token]
        return FAILURE, None
