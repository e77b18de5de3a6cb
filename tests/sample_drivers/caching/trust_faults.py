"""Faulty drivers that believe cache files that they should not believe."""

from __future__ import annotations

import hashlib
import os
from typing import Any, ClassVar

import numpy as np

from conformance.hal import CacheArguments, ErrorStatus, Timing
from conformance.support import ProgramModel
from tests.sample_drivers.caching.caching_driver import NONE, CachingDriver, RefusedError
from tests.sample_drivers.caching.caching_fault import cache_fault
from tests.sample_drivers.caching.legal_drivers import close_all, duplicated

SECURITY, RACES = "caching_security.", "caching_races."


@cache_fault(SECURITY + "replaced_model_cache")
class IgnoresToken(CachingDriver):
    """The driver accepts files that it has written for any token."""

    known: ClassVar[set[bytes]] = set()

    def register(self, token, contents):
        self.known.add(self.digest(contents))

    def verify(self, token, contents):
        if self.digest(contents) not in self.known:
            raise RefusedError


@cache_fault(SECURITY + "corrupted_model_cache")
class TrustsFiles(CachingDriver):
    """The driver does not check the content of model cache files."""

    counts = (1, 0)

    def verify(self, token, contents):
        pass


@cache_fault(SECURITY + "replaced_model_cache")
class DigestWithinFile(CachingDriver):
    """The driver stores the digest in the cache file, where a client can change it too."""

    counts = (1, 0)

    def serialize(self, model):
        (content,) = super().serialize(model)
        return [hashlib.sha256(content).digest() + content]

    def verify(self, token, contents):
        if hashlib.sha256(contents[0][32:]).digest() != contents[0][:32]:
            raise RefusedError

    def deserialize(self, contents):
        return super().deserialize([contents[0][32:]])


@cache_fault(SECURITY + "corrupted_model_cache")
class DigestOfBeginning(CachingDriver):
    """The digest covers the first 64 bytes of each model cache file only."""

    counts = (1, 0)

    def digest(self, contents):
        return super().digest([content[:64] for content in contents])


@cache_fault(SECURITY + "corrupted_model_cache")
class DigestWithoutEnd(CachingDriver):
    """The digest does not cover the last 16 bytes of each model cache file."""

    counts = (1, 0)

    def digest(self, contents):
        return super().digest([content[:-16] for content in contents])


@cache_fault(SECURITY + "corrupted_model_cache")
class DigestOfFirstFile(CachingDriver):
    """The digest covers the first model cache file only."""

    def serialize(self, model):
        structure, values, data = super().serialize(model)
        return [structure + values, data, b""]

    def digest(self, contents):
        return super().digest(contents[:1])

    def deserialize(self, contents):
        structure, values, _ = contents
        half = len(structure) // 2
        return super().deserialize([structure[:half], structure[half:], values])


@cache_fault(SECURITY + "corrupted_model_cache")
class ChecksLengthOnly(CachingDriver):
    """The driver checks the lengths of the model cache files instead of their content."""

    counts = (1, 0)

    def digest(self, contents):
        return str([len(content) for content in contents]).encode()


@cache_fault(SECURITY + "corrupted_model_cache")
class SumOfBytes(CachingDriver):
    """The digest of a model cache file is the sum of its bytes."""

    counts = (1, 0)

    def digest(self, contents):
        return str([sum(content) for content in contents]).encode()


@cache_fault(SECURITY + "corrupted_model_cache")
class SumOfWords(CachingDriver):
    """The digest of a model cache file is the sum of its words of 4 bytes."""

    counts = (1, 0)

    def digest(self, contents):
        words = [np.frombuffer(content[: len(content) // 4 * 4], "<u4") for content in contents]
        return str([int(each.sum(dtype=np.uint32)) for each in words]).encode()


@cache_fault(SECURITY + "corrupted_model_cache")
class ParityOfWords(CachingDriver):
    """The digest of a model cache file is the exclusive or of its words of 8 bytes."""

    counts = (1, 0)

    def digest(self, contents):
        words = [np.frombuffer(content[: len(content) // 8 * 8], "<u8") for content in contents]
        return str([int(np.bitwise_xor.reduce(each)) for each in words]).encode()


@cache_fault(SECURITY + "swapped_model_cache_files")
class MixesUpFiles(CachingDriver):
    """The digest does not depend on the order of the model cache files."""

    def serialize(self, model):
        first, second, values = super().serialize(model)
        return [values, bytes(len(values)), first + second]

    def digest(self, contents):
        return super().digest(sorted(contents[:2]))

    def deserialize(self, contents):
        values, _, structure = contents
        half = len(structure) // 2
        return super().deserialize([structure[:half], structure[half:], values])


@cache_fault(SECURITY + "wrong_length_of_model_cache")
class BelievesTruncatedFile(CachingDriver):
    """The driver replaces the missing end of a truncated model cache file by zeros."""

    counts = (1, 0)
    written: ClassVar[dict[bytes, bytes]] = {}

    def register(self, token, contents):
        super().register(token, contents)
        self.written[token] = contents[0]

    def verify(self, token, contents):
        right = self.written.get(token, b"")
        if len(contents[0]) >= len(right) or not right.startswith(contents[0]):
            super().verify(token, contents)
        contents[0] = contents[0].ljust(len(right), b"\0")


@cache_fault(SECURITY + "wrong_length_of_model_cache", "answer.exception")
class RaisesForTruncatedFile(CachingDriver):
    """The driver raises an exception for a truncated model cache file."""

    def verify(self, token, contents):
        first, second = contents[0][-1], contents[1][-1]
        super().verify(token, [*contents[:2], bytes([first, second])])


@cache_fault(SECURITY + "similar_tokens")
class FirstHalfOfToken(CachingDriver):
    """The map of digests uses the first 16 bytes of a token only."""

    def key(self, token):
        return token[:16]


@cache_fault(SECURITY + "similar_tokens")
class TokenWithoutLastByte(CachingDriver):
    """The map of digests ignores the last byte of a token."""

    def key(self, token):
        return token[:-1]


@cache_fault(SECURITY + "similar_tokens")
class TokenAsText(CachingDriver):
    """The map of digests uses the token as ASCII text, without its highest bits."""

    def key(self, token):
        return bytes(byte & 0x7F for byte in token)


@cache_fault(SECURITY + "wrong_token")
class AcceptsTokenZero(CachingDriver):
    """The driver delivers the model that was saved last for a token of zeros."""

    saved: ClassVar[list[Any]] = []

    def save(self, model, prepared, cache):
        self.saved.append(model)
        return super().save(model, prepared, cache)

    def load(self, cache):
        if not any(cache.token):
            return self.saved[0]
        return super().load(cache)


@cache_fault(SECURITY + "updated_driver")
class KeepsMapOverUpdate(CachingDriver):
    """A newer build of the driver uses the map of digests of the older one."""

    def open_store(self):
        self.digests = self.stores.setdefault("kept", CachingDriver().digests)

    @classmethod
    def updated(cls):
        device = cls()
        device.version_string = "2"
        return device


@cache_fault(SECURITY + "updated_driver")
class SameVersionText(CachingDriver):
    """A newer build of the driver reports the version text of the older one."""

    @classmethod
    def updated(cls):
        return cls()


@cache_fault("caching.saving_again")
class StaleEntry(CachingDriver):
    """The driver keeps retrieved models by the file, also when the file was written again."""

    kept: ClassVar[dict[int, Any]] = {}

    def load(self, cache):
        inode = os.fstat(cache.model[0][0]).st_ino
        if inode not in self.kept:
            self.kept[inode] = super().load(cache)
        return self.kept[inode]


@cache_fault("caching_arguments.empty_files")
class LastModelForEmptyFiles(CachingDriver):
    """The driver delivers the model that was saved last if the files are empty."""

    last: ClassVar[list[Any]] = []

    def save(self, model, prepared, cache):
        self.last[:] = [model]
        return super().save(model, prepared, cache)

    def load(self, cache):
        if self.last and not any(self.read_cache(cache)):
            return self.last[0]
        return super().load(cache)


# Time of check and time of use


@cache_fault(RACES + "replacement_during_retrieval")
class ChecksOneCopyUsesAnother(CachingDriver):
    """The driver reads the files, checks the digest, and reads the files again."""

    def load(self, cache):
        self.verify(cache.token, self.read_cache(cache))
        return self.deserialize(self.read_cache(cache))


@cache_fault(RACES + "replacement_during_retrieval")
class UsesOneCopyChecksAnother(CachingDriver):
    """The driver reads the model, then reads the files again and checks their digest."""

    def load(self, cache):
        model = self.deserialize(self.read_cache(cache))
        self.verify(cache.token, self.read_cache(cache))
        return model


@cache_fault(RACES + "replacement_during_saving")
class DigestOfWrittenFile(CachingDriver):
    """The driver computes the digest from the files after it has written them."""

    def write_cache(self, contents, cache):
        for (fd,), content in zip((*cache.model, *cache.data), contents, strict=True):
            self.write_file(fd, content)
        self.register(cache.token, self.read_cache(cache))


@cache_fault(RACES + "replacement_after_retrieval")
class ReadsAtExecution(CachingDriver):
    """The driver checks the files at the retrieval and reads them again at the first execution."""

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if status == NONE:
            prepared = LateReader(self, self.load(cache), duplicated(cache))
        return status, prepared


class LateReader(ProgramModel):
    """A prepared model that reads its cache files at the first execution."""

    def __init__(self, device, model, own):
        super().__init__(model, device.compile(model), device.version)
        self.device, self.own = device, own

    def run(self, call):
        if self.own:
            own, self.own = self.own, CacheArguments()
            try:
                model = self.device.deserialize(self.device.read_cache(own))
                self._program = self.device.compile(model)
            except RefusedError:
                return ErrorStatus.OUTPUT_INSUFFICIENT_SIZE, (), Timing()
            finally:
                close_all(own)
        return super().run(call)

    def __del__(self):
        close_all(self.own)


@cache_fault("caching_arguments.unusable_files_on_saving")
class BelievesHalfWrittenState(CachingDriver):
    """The driver writes what it can, and registers the digest even if some files failed."""

    counts = (1, 1)

    def write_cache(self, contents, cache):
        self.register(cache.token, contents)
        for (fd,), content in zip((*cache.model, *cache.data), contents, strict=True):
            try:
                self.write_file(fd, content)
            except OSError:
                continue

    def refusal_of(self, cache):
        return None if (len(cache.model), len(cache.data)) == self.counts else "number"

    def deserialize(self, contents):
        structure, values = contents
        return super().deserialize([structure, values.ljust(4096, b"\0")])


# Data cache files


@cache_fault(SECURITY + "wrong_length_of_data_cache", "answer.exception")
class RaisesForShortData(CachingDriver):
    """The driver raises an exception if a data cache file is shorter than expected."""

    def deserialize(self, contents):
        if contents[-1]:
            contents[-1][35]
        return super().deserialize(contents)


@cache_fault(SECURITY + "corrupted_data_cache")
class NoModelForDamagedData(CachingDriver):
    """The driver answers NONE without a model if a data cache file was changed."""

    written: ClassVar[set[bytes]] = set()

    def register(self, token, contents):
        super().register(token, contents)
        self.written.add(contents[-1])

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if status == NONE and self.read_cache(cache)[-1] not in self.written:
            prepared = None
        return status, prepared


@cache_fault(SECURITY + "corrupted_data_cache")
class UnusualStatusForDamagedData(NoModelForDamagedData):
    """The driver answers OUTPUT_INSUFFICIENT_SIZE if a data cache file was changed."""

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if status == NONE and prepared is None:
            status = ErrorStatus.OUTPUT_INSUFFICIENT_SIZE
        return status, prepared


@cache_fault(SECURITY + "corrupted_data_cache")
class DataAsAddress(CachingDriver):
    """The driver writes a result to an address from a data cache file without a check."""

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if status == NONE:
            address = self.read_cache(cache)[-1][4] & 0xF0
            prepared = StrayWriter(prepared._model, self, address)
        return status, prepared


class StrayWriter(ProgramModel):
    """A prepared model that changes the byte of the request's memory at a given address."""

    def __init__(self, model, device, address):
        super().__init__(model, device.compile(model), device.version)
        self.address = address

    def run(self, call):
        if self.address:
            with call.request.pools[0].view() as view:
                view[self.address % 64] ^= 1
        return super().run(call)


@cache_fault("caching.several_retrieved_models")
class RetrievedModelsShareState(CachingDriver):
    """All models that were retrieved run the program of the last one."""

    last: ClassVar[list[Any]] = [None]

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if status == NONE:
            prepared = Shared(prepared._model, self)
            self.last[0] = prepared._program
        return status, prepared


class Shared(ProgramModel):
    """A prepared model that runs the program of the model that was retrieved last."""

    def __init__(self, model, device):
        super().__init__(model, device.compile(model), device.version)
        self.device = device

    def run(self, call):
        self._program = self.device.last[0]
        return super().run(call)


@cache_fault("caching.retrieval_after_restart")
class MapInMemory(CachingDriver):
    """The map of digests does not survive a restart of the driver."""

    def open_store(self):
        self.stores.clear()
        super().open_store()


@cache_fault("caching.retrieval_after_restart")
class ConfusedAfterRestart(CachingDriver):
    """After a restart the driver uses the constants of the model that was saved first."""

    values: ClassVar[list[bytes]] = []
    restarts: ClassVar[list[int]] = []

    def open_store(self):
        self.restarts.append(len(self.restarts))
        self.number = self.restarts[-1]
        super().open_store()

    def deserialize(self, contents):
        if self.number:
            contents = [*contents[:-1], bytes(len(contents[-1]))]
        return super().deserialize(contents)
