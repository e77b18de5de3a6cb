"""A small driver with a safe compilation cache, whose steps subclasses replace.

It computes chains of ADD and MUL. The model cache files have the structure of the model, the data
cache files its constants. A persistent map from tokens to digests of the model cache files is reset
when the driver's version changes.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import threading
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
import numpy as np

from conformance.driver_sdk import BoundOperation, SimpleDriver
from conformance.driver_sdk.binding import Array, constant_copies
from conformance.driver_sdk.caching.blob_store import BlobStore
from conformance.hal import (
    CacheArguments,
    ErrorStatus,
    Model,
    OperandType,
    OperationType,
    Subgraph,
    Version,
)
from conformance.validation import first_violation, validate_cache

NONE, FAILURE, INVALID = (
    ErrorStatus.NONE,
    ErrorStatus.GENERAL_FAILURE,
    ErrorStatus.INVALID_ARGUMENT,
)
MAX_BYTES = 1 << 20
"""Longest cache file that the driver reads."""

_FUNCTIONS = {OperationType.ADD: np.add, OperationType.MUL: np.multiply}
_TYPES = (OperandType.TENSOR_FLOAT32, OperandType.TENSOR_QUANT8_ASYMM)
Contents = list[bytes]


class RefusedError(Exception):
    """The cache files do not hold a model for the token."""


class CachingDriver(SimpleDriver):
    """A driver that follows the contract; ``counts`` are the numbers of model and data files."""

    name = "caching"
    version = Version.V1_3
    version_string = "1"
    counts = (2, 1)
    stores: ClassVar[dict[str, BlobStore]] = {}
    """The map from tokens to digests, by the name of the class; it survives a restart."""

    def __init__(self, version: Version | None = None) -> None:
        if version is not None:
            self.version = version
        self.lock = threading.RLock()
        self.open_store()

    def open_store(self) -> None:
        """Open the map of digests; a new version of the driver begins with an empty one."""
        key = f"{type(self).__qualname__} {self.version_string}"
        self.digests = self.stores.setdefault(key, BlobStore(None, self.version_string))

    def get_number_of_cache_files_needed(self) -> Any:
        return NONE, *self.counts

    # Computation

    def supported_operations(self, model: Model) -> Sequence[bool]:
        constants, operands = constant_copies(model), model.main.operands
        answers = []
        for operation in model.main.operations:
            types = {operands[index].type for index in operation.inputs[:2]}
            answers.append(
                operation.type in _FUNCTIONS
                and len(types) == 1
                and types <= set(_TYPES)
                and constants[operation.inputs[2]] == 0
            )
        return answers

    supports: Any = None

    def run(self, operation: BoundOperation, inputs: Sequence[Array | None]) -> Array:
        values = []
        for operand, array in zip(operation.inputs[:2], inputs[:2], strict=True):
            assert array is not None
            scale, zero_point = operand.scale or 1.0, operand.zero_point
            values.append((array.astype(np.float64) - zero_point) * scale)
        result = _FUNCTIONS[operation.type](*values)
        output = operation.outputs[0]
        if output.type == OperandType.TENSOR_FLOAT32:
            return result.astype(np.float32)
        codes = np.floor(result / output.scale + 0.5) + output.zero_point
        return np.clip(codes, 0, 255).astype(np.uint8)

    # Saving

    def prepare(self, model: Model, *arguments: Any) -> Any:
        status, prepared = super().prepare(model, *arguments)
        cache = arguments[-1]
        if status == NONE and cache:
            prepared = self.save(model, prepared, cache)
        return status, prepared

    def save(self, model: Model, prepared: Any, cache: CacheArguments) -> Any:
        """Save a model if the arguments are valid; return the prepared model."""
        if self.refusal_of(cache) is None and not model.pools and not model.referenced:
            with contextlib.suppress(OSError):
                self.write_cache(self.serialize(model), cache)
        return prepared

    def refusal_of(self, cache: CacheArguments) -> Any:
        """Return the rule that the arguments break, or ``None``."""
        return validate_cache(cache, self.counts, self.version)

    def serialize(self, model: Model) -> Contents:
        """Return the contents of the files, model cache files first."""
        structure = msgspec.msgpack.encode(model.main)
        models, data = self.counts
        if not models:
            return split(msgspec.msgpack.encode((structure, model.operand_values)), data)
        if not data:
            structure = msgspec.msgpack.encode((structure, model.operand_values))
        return [*split(structure, models), *split(model.operand_values, data)]

    def write_cache(self, contents: Contents, cache: CacheArguments) -> None:
        """Register the digest and write the files; forget the digest if a write fails."""
        descriptors = [fd for (fd,) in (*cache.model, *cache.data)]
        with self.lock, locked(descriptors, fcntl.LOCK_EX):
            self.register(cache.token, contents)
            try:
                for fd, content in zip(descriptors, contents, strict=True):
                    self.write_file(fd, content)
            except OSError:
                self.digests.remove(self.key(cache.token))
                raise

    def register(self, token: bytes, contents: Contents) -> None:
        """Store the digest of the model cache files for a token."""
        self.digests.put(self.key(token), self.digest(contents))

    def write_file(self, fd: int, content: bytes) -> None:
        """Replace the content of a file."""
        os.ftruncate(fd, 0)
        position = 0
        while position < len(content):
            position += os.pwrite(fd, content[position:], position)

    def key(self, token: bytes) -> bytes:
        """Return the key of a token in the map."""
        return token

    def digest(self, contents: Contents) -> bytes:
        """Return the digest of the model cache files."""
        digest = hashlib.sha256()
        for content in contents[: self.counts[0]]:
            digest.update(len(content).to_bytes(8, "little") + content)
        return digest.digest()

    # Retrieval

    def prepare_from_cache(self, deadline: int | None, cache: CacheArguments) -> Any:
        if self.refusal_of(cache) is not None:
            return self.refused(cache)
        try:
            model = self.load(cache)
        except (RefusedError, OSError):
            return self.refused(cache)
        if first_violation(model, self.version) or not all(self.supported_operations(model)):
            return self.refused(cache)
        return NONE, self.build_prepared_model(model)

    def refused(self, cache: CacheArguments) -> Any:
        """Return the answer for files that hold no model for the token."""
        return FAILURE, None

    def load(self, cache: CacheArguments) -> Model:
        """Return the model in the files; raise ``RefusedError`` if they are not as written."""
        contents = self.read_cache(cache)
        self.verify(cache.token, contents)
        return self.deserialize(contents)

    def read_cache(self, cache: CacheArguments) -> Contents:
        """Return a copy of the content of each file."""
        descriptors = [fd for (fd,) in (*cache.model, *cache.data)]
        with locked(descriptors, fcntl.LOCK_SH):
            return [self.read_file(fd) for fd in descriptors]

    def read_file(self, fd: int) -> bytes:
        """Return the content of a file; raise ``RefusedError`` if it is too long."""
        content = os.pread(fd, MAX_BYTES + 1, 0)
        if len(content) > MAX_BYTES:
            raise RefusedError
        return content

    def verify(self, token: bytes, contents: Contents) -> None:
        """Raise ``RefusedError`` unless the model cache files are those of the token."""
        if self.counts[0] and self.digests.get(self.key(token)) != self.digest(contents):
            raise RefusedError

    def deserialize(self, contents: Contents) -> Model:
        """Return the model in the contents of the files."""
        models, data = self.counts
        try:
            structure, values = b"".join(contents[:models]), b"".join(contents[models:])
            if not models or not data:
                structure, values = msgspec.msgpack.decode(
                    structure or values, type=tuple[bytes, bytes]
                )
            return Model(msgspec.msgpack.decode(structure, type=Subgraph), operand_values=values)
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
            raise RefusedError from None


def split(content: bytes, count: int) -> Contents:
    """Return the content in ``count`` pieces of about equal length."""
    return [
        content[len(content) * number // count : len(content) * (number + 1) // count]
        for number in range(count)
    ]


@contextlib.contextmanager
def locked(descriptors: Sequence[int], kind: int) -> Any:
    """Lock files against other clients; the locks of one open file description are shared."""
    own = []
    try:
        for fd in descriptors:
            own.append(os.open(f"/proc/self/fd/{fd}", os.O_RDWR | os.O_CLOEXEC))
            fcntl.flock(own[-1], kind)
        yield
    finally:
        for fd in own:
            os.close(fd)
