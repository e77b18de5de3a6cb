"""Faulty drivers that misuse the client's cache files, or the cache with several models."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from typing import Any, ClassVar

from conformance.hal import CacheArguments, ExecutionPreference
from conformance.support import ProgramModel
from tests.sample_drivers.caching.caching_driver import FAILURE, CachingDriver, RefusedError
from tests.sample_drivers.caching.caching_fault import cache_fault

# The client's files


@cache_fault("caching.truncation_before_saving")
class DoesNotTruncate(CachingDriver):
    """The driver writes over the old content without truncating it."""

    def write_file(self, fd, content):
        os.pwrite(fd, content, 0)


@cache_fault("caching.file_offset")
class ReadsAtOffset(CachingDriver):
    """The driver reads from the file offset of the descriptor."""

    def read_file(self, fd):
        return os.read(fd, 1 << 20)


@cache_fault("caching.file_offset")
class WritesAtOffset(CachingDriver):
    """The driver writes at the file offset of the descriptor, without truncating the file."""

    def write_file(self, fd, content):
        os.write(fd, content)


@cache_fault("caching.order_of_descriptors")
class SortsDescriptors(CachingDriver):
    """The driver reads the files in the order of their descriptors' numbers."""

    def read_cache(self, cache):
        fds = sorted(fd for (fd,) in (*cache.model, *cache.data))
        return [self.read_file(fd) for fd in fds]


@cache_fault("caching.descriptors_left_open")
class ClosesAfterSaving(CachingDriver):
    """The driver closes the client's descriptors after it has written the files."""

    def save(self, model, prepared, cache):
        prepared = super().save(model, prepared, cache)
        for (fd,) in (*cache.model, *cache.data):
            os.close(fd)
        return prepared


@cache_fault("caching.descriptors_left_open")
class ClosesAfterRetrieval(CachingDriver):
    """The driver closes the client's descriptors after it has read the files."""

    def read_file(self, fd):
        content = super().read_file(fd)
        os.close(fd)
        return content


@cache_fault("caching.descriptors_released")
class LeaksDescriptors(CachingDriver):
    """The driver duplicates descriptors and never closes them."""

    def read_file(self, fd):
        return super().read_file(os.dup(fd))


@cache_fault("caching.descriptors_released")
class LeaksDescriptorsOnFailure(CachingDriver):
    """The driver does not close its duplicated descriptor if the files are not accepted."""

    def verify(self, token, contents):
        own = os.open("/dev/null", os.O_RDONLY)
        super().verify(token, contents)
        os.close(own)


@cache_fault("caching.descriptors_closed_by_client")
class WritesAfterClose(CachingDriver):
    """The driver writes at the first execution, to the client's own descriptors."""

    def save(self, model, prepared, cache):
        return LateWriter(self, model, cache) if self.refusal_of(cache) is None else prepared


class LateWriter(ProgramModel):
    """A prepared model that writes to the client's descriptors at the first execution."""

    def __init__(self, device, model, cache):
        super().__init__(model, device.compile(model), device.version)
        self.device, self.cache = device, cache

    def run(self, call):
        if self.cache:
            cache, self.cache = self.cache, CacheArguments()
            contents = self.device.serialize(self._model)
            with contextlib.suppress(OSError):
                self.device.register(cache.token, contents)
                for (fd,), content in zip((*cache.model, *cache.data), contents, strict=True):
                    self.device.write_file(fd, content)
        return super().run(call)


# Several models and clients


@cache_fault("caching.saving_again")
class FailsToSaveAgain(CachingDriver):
    """prepareModel fails if the cache files are not empty."""

    def save(self, model, prepared, cache):
        if self.refusal_of(cache) is None and any(self.read_cache(cache)):
            return None
        return super().save(model, prepared, cache)


@cache_fault("caching.preferences_and_priorities")
class ImpreciseWhenSavingPower(CachingDriver):
    """With LOW_POWER, the driver saves constants with less precision."""

    low_power = False

    def prepare(self, model, preference, *arguments):
        self.low_power = preference == ExecutionPreference.LOW_POWER
        return super().prepare(model, preference, *arguments)

    def serialize(self, model):
        contents = super().serialize(model)
        return [*contents[:-1], bytes(len(contents[-1]))] if self.low_power else contents


@cache_fault("caching.client_flows")
class FailsForRepeatedToken(CachingDriver):
    """prepareModel fails if a model was saved with the token before."""

    def prepare(self, model, *arguments):
        if arguments[-1] and arguments[-1].token in self.digests:
            return FAILURE, None
        return super().prepare(model, *arguments)


@cache_fault("caching_races.clients_with_own_files")
class SharedBuffer(CachingDriver):
    """The driver uses one buffer for the files of all clients."""

    buffer: ClassVar[list[Any]] = []

    def read_cache(self, cache):
        self.buffer[:] = super().read_cache(cache)
        return self.buffer

    def verify(self, token, contents):
        super().verify(token, contents)
        time.sleep(0.01)


@cache_fault("caching_races.clients_that_overwrite_files")
class RacesItself(CachingDriver):
    """The driver registers the digest of what another thread writes to the same files."""

    current: ClassVar[list[Any]] = [None]

    def write_cache(self, contents, cache):
        self.current[0] = contents
        for (fd,), content in zip((*cache.model, *cache.data), contents, strict=True):
            self.write_file(fd, content)
        time.sleep(0.01)
        self.register(cache.token, self.current[0])


@cache_fault("caching_races.clients_with_same_files", "clients.timeout")
class KeepsLock(CachingDriver):
    """A preparation of the second client waits for a lock that the driver never releases."""

    def write_cache(self, contents, cache):
        # A deadlock of the judge's own thread cannot be bounded without --isolate.
        if threading.current_thread().name == "nn-client":
            threading.Event().wait(5)
        super().write_cache(contents, cache)


@cache_fault("caching_security.wrong_token")
class DeliversOtherModelForUnknownToken(CachingDriver):
    """For an unknown token the driver delivers the files' model without its last operation."""

    def verify(self, token, contents):
        try:
            super().verify(token, contents)
        except RefusedError:
            contents[-1] = bytes(len(contents[-1]))
