"""The binary form of models and examples: the dataclasses of the contract as MessagePack.

Unlike a case file, it is only for this version of the suite: codes are numbers, and fields have no
names in the outer object.
"""

from __future__ import annotations

from typing import Final

import msgspec

from conformance import hal
from conformance.cases.example import Example, ExpectedOutput
from conformance.operations import restore_enums


class StoredModel(msgspec.Struct, array_like=True, frozen=True):
    """The fields of a model; ``pools`` are names and contents."""

    main: hal.Subgraph
    referenced: tuple[hal.Subgraph, ...]
    relaxed: bool
    extensions: dict[str, int]
    operand_values: bytes
    pools: tuple[tuple[str, bytes], ...]

    @classmethod
    def of(cls, model: hal.Model) -> StoredModel:
        """Return the stored form of a model."""
        return cls(
            model.main,
            model.referenced,
            model.relax_computation_float32_to_float16,
            dict(model.extension_name_to_prefix),
            model.operand_values,
            tuple((pool.name, hal.content_of(pool)) for pool in model.pools),
        )

    def restore(self) -> hal.Model:
        """Return the model, with new pools."""
        for subgraph in (self.main, *self.referenced):
            restore_enums(subgraph)
        return hal.Model(
            self.main,
            self.referenced,
            self.operand_values,
            tuple(hal.memory_with_name(name, len(data), initial=data) for name, data in self.pools),
            self.relaxed,
            self.extensions,
        )


class _StoredExample(msgspec.Struct, array_like=True, frozen=True):
    """The fields of an example."""

    spec: str
    name: str
    model: StoredModel
    inputs: tuple[bytes | None, ...]
    outputs: tuple[ExpectedOutput, ...]
    operand_names: tuple[str, ...]
    subgraph_names: tuple[tuple[str, ...], ...]
    version: int
    expect_failure: bool
    multinomial_tolerance: float


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_StoredExample)


def encode_example(example: Example) -> bytes:
    """Return the binary form of an example."""
    return _ENCODER.encode(
        _StoredExample(
            example.spec,
            example.name,
            StoredModel.of(example.model),
            example.inputs,
            example.outputs,
            example.operand_names,
            example.subgraph_names,
            int(example.version or 0),
            example.expect_failure,
            example.multinomial_tolerance,
        )
    )


def decode_example(content: bytes) -> Example:
    """Return the example of a binary form; raise ``msgspec.DecodeError`` if it is none."""
    stored = _DECODER.decode(content)
    return Example(
        stored.spec,
        stored.name,
        stored.model.restore(),
        stored.inputs,
        stored.outputs,
        stored.operand_names,
        stored.subgraph_names,
        hal.Version(stored.version) if stored.version else None,
        stored.expect_failure,
        stored.multinomial_tolerance,
    )
