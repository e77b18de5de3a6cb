"""Saves compilations in cache files such that a modified file is detected.

The digest is computed from the bytes in memory: from those that are about to be written, and from
those that were read and will be used. No byte is read twice, so nothing can change between the
check and the use. A crash at any moment leaves files whose digest is not that of the token.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from conformance.driver_sdk.caching.driver_cache_files import DriverCacheFiles
from conformance.driver_sdk.caching.token_map import TokenEntry, TokenMap

_DOMAIN: Final = b"nn-conformance compilation cache 1"
_PREFIX: Final = struct.Struct("<QQ")


class NotCachedError(Exception):
    """The cache files hold nothing that this driver build wrote for the token."""


class SecureCache:
    """Saves and loads the content of cache files; ``tokens`` holds their digests.

    ``scope`` is part of every digest: content that was saved with another one is not loaded.
    """

    def __init__(self, tokens: TokenMap, scope: bytes = b"") -> None:
        self._tokens = tokens
        self._scope = scope

    def save(self, files: DriverCacheFiles, token: bytes, contents: Sequence[bytes]) -> None:
        """Write one content into each file and remember the token.

        Raises ``OSError``. The files are empty then, if they can be truncated, and the token is
        forgotten.
        """
        entry = TokenEntry(
            self._digest(files.model_count, token, contents),
            sum(len(content) for content in contents),
        )
        with files.locked(exclusive=True):
            # Truncating first makes the previous content unusable before anything can fail.
            files.truncate()
            try:
                self._tokens.store(token, entry)
                files.write(contents)
            except OSError:
                with suppress(OSError):
                    files.truncate()
                with suppress(OSError):
                    self._tokens.forget(token)
                raise

    def load(self, files: DriverCacheFiles, token: bytes) -> list[bytes]:
        """Return the content of each file.

        Raises ``NotCachedError`` if it is not what was saved last for the token, and ``OSError`` if
        the files or the map cannot be read.
        """
        with files.locked(exclusive=False):
            entry = self._tokens.lookup(token)
            if entry is None:
                raise NotCachedError("this driver build saved no compilation for the token")
            contents = files.read(entry.size)
        digest = self._digest(files.model_count, token, contents)
        if not hmac.compare_digest(digest, entry.digest):
            raise NotCachedError("the content is not what was saved for the token")
        return contents

    def _digest(self, model_count: int, token: bytes, contents: Sequence[bytes]) -> bytes:
        digest = hashlib.sha256(_DOMAIN)
        for part in (self._scope, token, _PREFIX.pack(model_count, len(contents)), *contents):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
        return digest.digest()
