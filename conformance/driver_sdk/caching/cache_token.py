"""The token that identifies a compiled model in a client's cache folder."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence

from conformance.hal import BYTE_SIZE_OF_CACHE_TOKEN


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
