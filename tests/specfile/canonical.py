"""Canonical texts and digests of examples, which do not depend on how the example was created."""

import hashlib
import json
import struct
from dataclasses import replace

from conformance.cases import Example
from conformance.hal import Model, OperandLifeTime, OperandType, OperationType, Subgraph


def _float_bits(value: float) -> str:
    return struct.pack("<f", value).hex()


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _constant(model: Model, operand) -> bytes:
    where = operand.location
    if operand.lifetime == OperandLifeTime.CONSTANT_COPY:
        return model.operand_values[where.offset : where.offset + where.length]
    if operand.lifetime == OperandLifeTime.CONSTANT_REFERENCE:
        with model.pools[where.pool_index].view() as view:
            return bytes(view[where.offset : where.offset + where.length])
    if operand.lifetime == OperandLifeTime.SUBGRAPH:
        return struct.pack("<I", where.offset)
    return b""


def _subgraph(model: Model, part: Subgraph, names, data, ignored) -> list:
    operands = []
    for index, (operand, name) in enumerate(zip(part.operands, names, strict=True)):
        quant = operand.extra_params
        channels = quant and [[_float_bits(s) for s in quant.scales], quant.channel_dim]
        content = data.get(index)
        operands.append(
            [
                name,
                OperandType(operand.type).name,
                list(operand.dimensions),
                operand.number_of_consumers,
                _float_bits(operand.scale),
                operand.zero_point,
                OperandLifeTime(operand.lifetime).name,
                channels,
                index in ignored,
                _short(_constant(model, operand) if content is None else content),
            ]
        )
    operations = [
        [OperationType(operation.type).name, list(operation.inputs), list(operation.outputs)]
        for operation in part.operations
    ]
    return [operands, operations, list(part.input_indexes), list(part.output_indexes)]


def canonical(example: Example) -> str:
    """Return the complete content of an example as text."""
    model = example.model
    inputs = zip(model.main.input_indexes, example.inputs, strict=True)
    outputs = list(zip(model.main.output_indexes, example.outputs, strict=True))
    data = {index: content or b"" for index, content in inputs}
    data.update((index, output.data) for index, output in outputs)
    ignored = {index for index, output in outputs if output.ignored}
    bodies = [
        _subgraph(model, body, names, {}, ())
        for body, names in zip(model.referenced, example.subgraph_names, strict=True)
    ]
    content = [
        example.name,
        _subgraph(model, model.main, example.operand_names, data, ignored),
        bodies,
        model.relax_computation_float32_to_float16,
        _float_bits(example.multinomial_tolerance),
        example.expect_failure,
        example.version and example.version.name,
    ]
    return json.dumps(content, separators=(",", ":"))


def digest(example: Example) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of the example's canonical text."""
    return _short(canonical(example).encode())


def without_identity(example: Example) -> Example:
    """Return the example with bytes as memory pools, so that equal examples compare equal."""
    pools = tuple(bytes(pool.view()) for pool in example.model.pools)
    return replace(example, model=replace(example.model, pools=pools))
