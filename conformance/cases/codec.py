"""The binary form of examples: the dataclasses of the contract as MessagePack.

Unlike a case file, it is only for this version of the suite: codes are numbers, and fields have no
names in the outer object.
"""

from __future__ import annotations

from typing import Final

import msgspec

from conformance import hal
from conformance.cases.example import Example, ExpectedOutput
from conformance.operations import extension_operand_types, extension_operations


class _Stored(msgspec.Struct, array_like=True, frozen=True):
    """The fields of an example and of its model; ``pools`` are names and contents."""

    spec: str
    name: str
    main: hal.Subgraph
    referenced: tuple[hal.Subgraph, ...]
    operand_values: bytes
    pools: tuple[tuple[str, bytes], ...]
    relaxed: bool
    extensions: dict[str, int]
    inputs: tuple[bytes | None, ...]
    outputs: tuple[ExpectedOutput, ...]
    operand_names: tuple[str, ...]
    subgraph_names: tuple[tuple[str, ...], ...]
    version: int
    expect_failure: bool
    multinomial_tolerance: float


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_Stored)
_TYPES: Final = {int(code): code for code in (*hal.OperandType, *extension_operand_types())}
_LIFETIMES: Final = {int(member): member for member in hal.OperandLifeTime}
_OPERATIONS: Final = {int(code): code for code in (*hal.OperationType, *extension_operations())}
_set: Final = object.__setattr__


def encode_example(example: Example) -> bytes:
    """Return the binary form of an example."""
    model = example.model
    return _ENCODER.encode(
        _Stored(
            example.spec,
            example.name,
            model.main,
            model.referenced,
            model.operand_values,
            tuple((pool.name, hal.content_of(pool)) for pool in model.pools),
            model.relax_computation_float32_to_float16,
            dict(model.extension_name_to_prefix),
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
    for subgraph in (stored.main, *stored.referenced):
        # The decoder returns plain numbers; only the members of the enumerations have names.
        for operand in subgraph.operands:
            _set(operand, "type", _TYPES.get(operand.type, operand.type))
            _set(operand, "lifetime", _LIFETIMES.get(operand.lifetime, operand.lifetime))
        for operation in subgraph.operations:
            _set(operation, "type", _OPERATIONS.get(operation.type, operation.type))
    return Example(
        stored.spec,
        stored.name,
        hal.Model(
            stored.main,
            stored.referenced,
            stored.operand_values,
            tuple(
                hal.memory_with_name(name, len(data), initial=data) for name, data in stored.pools
            ),
            stored.relaxed,
            stored.extensions,
        ),
        stored.inputs,
        stored.outputs,
        stored.operand_names,
        stored.subgraph_names,
        hal.Version(stored.version) if stored.version else None,
        stored.expect_failure,
        stored.multinomial_tolerance,
    )
