"""The binary form of models and examples: the dataclasses of the contract as MessagePack.

Unlike a case file, it is only for this version of the suite: codes are numbers. A memory is its
name and content; decoding creates a new one.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from conformance import hal
from conformance.cases.example import Example
from conformance.operations import restore_enums

_T = TypeVar("_T")
_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=lambda pool: (pool.name, hal.content_of(pool)))


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=_memory)


def _memory(_: type, stored: Any) -> hal.Memory:
    name, content = stored
    return hal.memory_with_name(name, len(content), initial=content)


def encode(value: hal.Model | Example | tuple[hal.Memory, ...]) -> bytes:
    """Return the binary form of a value."""
    return _ENCODER.encode(value)


def decode(content: bytes | memoryview, kind: type[_T]) -> _T:
    """Return the value of a binary form; raise ``msgspec.DecodeError`` if there is none."""
    decoder: msgspec.msgpack.Decoder[Any] = _decoder(kind)  # type: ignore[arg-type]
    value = decoder.decode(content)
    model = value.model if kind is Example else value
    if isinstance(model, hal.Model):
        for subgraph in (model.main, *model.referenced):
            restore_enums(subgraph)
    return value  # type: ignore[no-any-return]
