"""A digest of a model, by which a driver finds what it compiled earlier."""

from __future__ import annotations

import hashlib

import msgspec

from conformance.hal import Model


def model_digest(model: Model) -> bytes:
    """Return the SHA-256 digest of everything in a model, including the content of its pools.

    Raises ``OSError`` or ``ValueError`` if a pool cannot be mapped.
    """
    structure = msgspec.msgpack.encode(
        (
            model.main,
            model.referenced,
            model.relax_computation_float32_to_float16,
            sorted(model.extension_name_to_prefix.items()),
            [len(model.operand_values), *(pool.size for pool in model.pools)],
        )
    )
    digest = hashlib.sha256(len(structure).to_bytes(8, "little") + structure)
    digest.update(model.operand_values)
    for pool in model.pools:
        with pool.view() as view:
            digest.update(view)
    return digest.digest()
