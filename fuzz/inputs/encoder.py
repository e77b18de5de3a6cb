"""Encodes models and examples as fuzz inputs."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from conformance.cases import Example
from conformance.hal import (
    NO_LOCATION,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    Operation,
    Subgraph,
    SymmPerChannelQuantParams,
    byte_size,
)
from fuzz.inputs.decoder import MAX_STRETCHED, decode
from fuzz.inputs.fuzz_input import POOL_NAMES, stretch
from fuzz.inputs.records import MAX_RECORDS, OPERAND_EXACT, Header, Record, Tag, join

_COPY: Final = OperandLifeTime.CONSTANT_COPY
_REFERENCE: Final = OperandLifeTime.CONSTANT_REFERENCE
_DATA_BYTES: Final = 22
_INDEXES: Final = 11
_INLINE_INPUTS: Final = 6
_INLINE_OUTPUTS: Final = 2


class CannotEncodeError(ValueError):
    """The form cannot represent the model; the text states the reason."""


def encode_example(example: Example) -> bytes:
    """Return the input for an example's model and its input data.

    Raise ``CannotEncodeError`` if the form cannot represent it.
    """
    return encode(example.model, example.inputs)


def encode(
    model: Model,
    inputs: Sequence[bytes | None] = (),
    header: Header | None = None,
    *,
    same_layout: bool = False,
) -> bytes:
    """Return an input that decodes to ``model``.

    The decoder places the constants itself, so that mutated constants stay valid. If the model
    places them differently, the decoded model has the same values at other offsets; with
    ``same_layout`` it has exactly the same bytes and offsets, by explicit locations. Raise
    ``CannotEncodeError`` if the form cannot represent the model.
    """
    start = header or Header()
    start = start._replace(relaxed=int(model.relax_computation_float32_to_float16))
    try:
        records = [*_model_records(model, _placed(model)), *_input_records(inputs)]
        data = _joined(start, records)
        if same_layout and not same_model(decode(data).model, model):
            records = [*_model_records(model, ()), *_input_records(inputs)]
            data = _joined(start, records)
            if not same_model(decode(data).model, model):
                raise CannotEncodeError("a field of the model has a value that no record can hold")
    except (struct.error, TypeError, AttributeError, UnicodeEncodeError, OSError) as error:
        raise CannotEncodeError(f"the form cannot represent the model: {error}") from error
    return data


def _joined(header: Header, records: list[Record]) -> bytes:
    if len(records) > MAX_RECORDS:
        raise CannotEncodeError(
            f"the model and its inputs need {len(records)} records; at most {MAX_RECORDS} are read"
        )
    return join(header, records)


def same_model(first: Model, second: Model) -> bool:
    """Return whether two models have equal fields, and pools with equal names and bytes."""
    if replace(first, pools=()) != replace(second, pools=()):
        return False
    if len(first.pools) != len(second.pools):
        return False
    return all(
        (one.name, one.size) == (two.name, two.size)
        and (one.size <= 0 or bytes(one.view()) == bytes(two.view()))
        for one, two in zip(first.pools, second.pools, strict=True)
    )


_Placement = Sequence[dict[int, bytes]]
"""For each subgraph, the data of the operands that the decoder places itself."""


def _placed(model: Model) -> _Placement:
    """Return the data of all constants that have a location inside the model's bytes."""
    found = []
    for subgraph in (model.main, *model.referenced):
        known = {}
        for index, operand in enumerate(subgraph.operands):
            if (data := _constant_bytes(model, operand)) is not None:
                known[index] = data
        found.append(known)
    return found


def _constant_bytes(model: Model, operand: Operand) -> bytes | None:
    location = operand.location
    start, end = location.offset, location.offset + location.length
    if operand.lifetime == _COPY:
        if location.pool_index or end > len(model.operand_values):
            return None
        return model.operand_values[start:end]
    if operand.lifetime != _REFERENCE or location.pool_index >= len(model.pools):
        return None
    pool = model.pools[location.pool_index]
    # A constant in memory of another kind keeps its pool, because the kind may be what matters.
    if pool.name != POOL_NAMES[0] or pool.size <= 0 or end > pool.size:
        return None
    return bytes(pool.view()[start:end])


def _model_records(model: Model, placed: _Placement) -> Iterator[Record]:
    """Yield the records of a model; ``placed`` is empty to state each location explicitly."""
    for name, prefix in model.extension_name_to_prefix.items():
        yield Record(Tag.EXTENSION, (prefix,))
        yield from _data_records(name.encode("latin-1"))
    subgraphs = (model.main, *model.referenced)
    explicit = not placed or any(
        operand.lifetime == _REFERENCE and index not in known
        for subgraph, known in zip(subgraphs, placed, strict=True)
        for index, operand in enumerate(subgraph.operands)
    )
    lifetimes = {operand.lifetime for subgraph in subgraphs for operand in subgraph.operands}
    if explicit or _REFERENCE not in lifetimes:
        for pool in model.pools:
            yield Record(Tag.POOL, (POOL_NAMES.index(pool.name), pool.size))
            if pool.size > 0:
                yield from _data_records(bytes(pool.view()).rstrip(b"\0"))
        if explicit and placed:
            # References keep their pools; copies are still placed by the decoder.
            placed = [
                {
                    index: data
                    for index, data in known.items()
                    if subgraph.operands[index].lifetime == _COPY
                }
                for subgraph, known in zip(subgraphs, placed, strict=True)
            ]
    if not placed and model.operand_values:
        yield Record(Tag.VALUES, ())
        yield from _data_records(model.operand_values)
    for number, subgraph in enumerate(subgraphs):
        if number:
            yield Record(Tag.SUBGRAPH, ())
        yield from _subgraph_records(subgraph, placed[number] if placed else {})


def _subgraph_records(subgraph: Subgraph, placed: dict[int, bytes]) -> Iterator[Record]:
    operands = subgraph.operands
    counts = [0] * len(operands)
    for operation in subgraph.operations:
        for index in operation.inputs:
            if 0 <= index < len(counts):
                counts[index] += 1
    for index, operand in enumerate(operands):
        consumers = operand.number_of_consumers - counts[index]
        yield from _operand_records(operand, consumers, placed.get(index))
    for operation in subgraph.operations:
        yield from _operation_records(operation)
    for tag, indexes, lifetime in (
        (Tag.SUBGRAPH_INPUTS, subgraph.input_indexes, OperandLifeTime.SUBGRAPH_INPUT),
        (Tag.SUBGRAPH_OUTPUTS, subgraph.output_indexes, OperandLifeTime.SUBGRAPH_OUTPUT),
    ):
        natural = tuple(i for i, operand in enumerate(operands) if operand.lifetime == lifetime)
        if indexes != natural:
            yield from _index_records(tag, indexes)
            if not indexes:
                yield Record(tag, (0, *[0] * _INDEXES))


def _operand_records(operand: Operand, consumers: int, data: bytes | None) -> Iterator[Record]:
    sizes = operand.dimensions
    inline = len(sizes) <= 4 and all(0 <= size <= 0xFFFF for size in sizes)
    rank = len(sizes) if inline else 0
    padded = (*sizes, 0, 0, 0, 0)[:4] if inline else (0, 0, 0, 0)
    shortened = None if data is None else _shortened(data, operand)
    if data is not None and shortened is None:
        rank |= OPERAND_EXACT
    yield Record(
        Tag.OPERAND,
        (
            rank,
            operand.lifetime,
            consumers,
            operand.type,
            operand.scale,
            operand.zero_point,
            *padded,
        ),
    )
    if not inline:
        for start in range(0, len(sizes), 5):
            part = sizes[start : start + 5]
            yield Record(Tag.DIMENSIONS, (len(part), *part, *[0] * (5 - len(part))))
    if data is not None:
        yield from _data_records(data if shortened is None else shortened)
    elif operand.location != NO_LOCATION or operand.lifetime in (_COPY, _REFERENCE):
        where: DataLocation = operand.location
        yield Record(Tag.LOCATION, (where.pool_index, where.offset, where.length))
    extra = operand.extra_params
    if isinstance(extra, SymmPerChannelQuantParams):
        scales = extra.scales
        for start in range(0, len(scales), 4) or (0,):
            part_scales = scales[start : start + 4]
            zeros = [0.0] * (4 - len(part_scales))
            fields = (len(part_scales), 0, extra.channel_dim, *part_scales, *zeros)
            yield Record(Tag.SCALES, fields)
    elif isinstance(extra, bytes):
        yield Record(Tag.OPAQUE, ())
        yield from _data_records(extra)


def _shortened(data: bytes, operand: Operand) -> bytes | None:
    """Return data that is stretched to ``data``; ``None`` if the decoder would not stretch it."""
    size = byte_size(operand.type, operand.dimensions)
    if size != len(data) or size > MAX_STRETCHED:
        return None
    for length in (0, 1, 2, 4, 8, 16):
        if length < size and stretch(data[:length], size) == data:
            return data[:length]
    return data


def _data_records(data: bytes) -> Iterator[Record]:
    for start in range(0, len(data), _DATA_BYTES):
        part = data[start : start + _DATA_BYTES]
        yield Record(Tag.DATA, (len(part), part))


def _operation_records(operation: Operation) -> Iterator[Record]:
    inputs, outputs = operation.inputs, operation.outputs
    first = inputs[:_INLINE_INPUTS]
    results = outputs[:_INLINE_OUTPUTS]
    fields = (
        *(len(first), len(results), operation.type),
        *first,
        *[0] * (_INLINE_INPUTS - len(first)),
        *results,
        *[0] * (_INLINE_OUTPUTS - len(results)),
    )
    yield Record(Tag.OPERATION, fields)
    yield from _index_records(Tag.INPUTS, inputs[_INLINE_INPUTS:])
    yield from _index_records(Tag.OUTPUTS, outputs[_INLINE_OUTPUTS:])


def _index_records(tag: Tag, indexes: Sequence[int]) -> Iterator[Record]:
    for start in range(0, len(indexes), _INDEXES):
        part = indexes[start : start + _INDEXES]
        yield Record(tag, (len(part), *part, *[0] * (_INDEXES - len(part))))


def _input_records(inputs: Sequence[bytes | None]) -> Iterator[Record]:
    for given in inputs:
        yield Record(Tag.INPUT, (int(given is None),))
        if given is not None:
            yield from _data_records(given)
