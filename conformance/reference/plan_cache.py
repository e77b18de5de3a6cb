"""The compilation cache of the reference driver: models in its files, which are planned again.

There are three files: the structure of the model, the constants in the model, and those in memory
pools. All of them begin with a header. Decoding runs no code from the files.
"""

from __future__ import annotations

import hashlib
import logging
import os
import struct
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from conformance.cases.codec import decode, encode
from conformance.driver_sdk.caching.driver_cache import DriverCacheFiles, SecureCache, TokenMap
from conformance.driver_sdk.vlog import VlogTag, vlog
from conformance.files import user_cache_folder
from conformance.hal import CacheArguments, Memory, Model, Version

MODEL_FILES: Final = 2
DATA_FILES: Final = 1
IMAGE_FORMAT: Final = 3
"""Increase this number when the form of the files changes."""

_HEADER: Final = struct.Struct("<8sIIQ")
_MAGIC: Final = b"nnrefimg"


class ImageError(ValueError):
    """The files do not hold a model."""


def encode_model(model: Model) -> tuple[bytes, ...]:
    """Return the contents of the cache files for a model."""
    structure = replace(model, operand_values=b"", pools=())
    bodies = encode(structure), model.operand_values, encode(model.pools)
    return tuple(
        _HEADER.pack(_MAGIC, IMAGE_FORMAT, number, len(body)) + body
        for number, body in enumerate(bodies)
    )


def decode_model(contents: Sequence[bytes]) -> Model:
    """Return the model in the contents of the files; raise ``ImageError`` if there is none."""
    structure, values, pools = (_body(content, number) for number, content in enumerate(contents))
    try:
        memories = decode(pools, tuple[Memory, ...])
        return replace(decode(structure, Model), operand_values=bytes(values), pools=memories)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ImageError(f"not a model: {error}") from error


def _body(content: bytes, number: int) -> memoryview:
    if len(content) < _HEADER.size:
        raise ImageError(f"file {number} has no header")
    length = len(content) - _HEADER.size
    if _HEADER.unpack_from(content) != (_MAGIC, IMAGE_FORMAT, number, length):
        raise ImageError(f"file {number} has an invalid header")
    return memoryview(content)[_HEADER.size :]


log = logging.getLogger(__name__)

FOLDER_VARIABLE: Final = "NN_REFERENCE_CACHE"
"""Name of the environment variable that sets the folder of the map from tokens to digests."""

_SOURCES: Final = ("hal", "operations", "reference", "driver_sdk", "validation", "cases")
_PACKAGE: Final = Path(__file__).parents[1]


def default_folder() -> Path:
    """Return the folder of the map from tokens to digests, which ``NN_REFERENCE_CACHE`` names."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_cache_folder() / "reference-driver"


@cache
def _build_of_sources() -> bytes:
    """Return a digest of everything besides the version text that determines a plan's meaning."""
    digest = hashlib.sha256(f"{sys.version} {sys.byteorder} {np.__version__}".encode())
    for folder in _SOURCES:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            status = path.stat()
            digest.update(f"{path.name} {status.st_size} {status.st_mtime_ns};".encode())
    return digest.digest()


def driver_build(version_string: str) -> bytes:
    """Return 32 bytes that differ for every build of the driver."""
    digest = hashlib.sha256(_build_of_sources())
    digest.update(f"{IMAGE_FORMAT} {version_string}".encode())
    return digest.digest()


class PlanCache:
    """Saves and loads cache contents for one device.

    ``scope`` separates devices of the same build that cannot use each other's plans.
    """

    def __init__(self, folder: Path, version_string: str, version: Version) -> None:
        tokens = TokenMap(folder, driver_build(version_string))
        self._secure = SecureCache(tokens, f"HAL {version}".encode())

    def save(self, cache: CacheArguments, contents: Sequence[bytes]) -> None:
        """Save a compilation; errors are logged, because they do not affect the preparation."""
        try:
            with DriverCacheFiles(cache) as files:
                self._secure.save(files, cache.token, contents)
        except OSError as error:
            log.warning("the compilation was not saved: %s", error)
            vlog(VlogTag.COMPILATION, "not saved: %s", error)

    def load(self, cache: CacheArguments) -> list[bytes]:
        """Return the saved contents.

        Raises ``NotCachedError`` if they are not what was saved, and ``OSError`` if they cannot be
        read.
        """
        with DriverCacheFiles(cache) as files:
            return self._secure.load(files, cache.token)
