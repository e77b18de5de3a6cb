"""Decodes bytes as a fuzz input. Every byte string has a meaning; no function here raises."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from conformance.hal import (
    DataLocation,
    Memory,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    SharedMemory,
    Subgraph,
    SymmPerChannelQuantParams,
    byte_size,
)
from fuzz.inputs.fuzz_input import (
    POOL_NAMES,
    ArgumentChange,
    FuzzInput,
    Limits,
    RequestPool,
    stretch,
)
from fuzz.inputs.records import OPERAND_EXACT, SOURCE_OUTPUT, Record, Tag, split

MAX_STRETCHED: Final = 1 << 16
"""Largest operand in bytes to whose size the data is stretched."""

MAX_POOL: Final = 1 << 22
"""Size limit in bytes of a memory of the model or request; larger sizes are reduced to it."""

_COPY: Final = OperandLifeTime.CONSTANT_COPY
_REFERENCE: Final = OperandLifeTime.CONSTANT_REFERENCE
_CONSTANT: Final = (_COPY, _REFERENCE)
_TYPES: Final = {int(member): member for member in OperandType}
_LIFETIMES: Final = {int(member): member for member in OperandLifeTime}
_OPERATIONS: Final = {int(member): member for member in OperationType}
_INLINE_INPUTS: Final = 6


@dataclass(slots=True)
class _OperandDraft:
    type: int
    lifetime: int
    consumers: int
    scale: float
    zero_point: int
    dimensions: tuple[int, ...]
    exact: bool
    data: bytearray = field(default_factory=bytearray)
    location: DataLocation | None = None
    scales: list[float] | None = None
    channel: int = 0
    opaque: bytearray | None = None


@dataclass(slots=True)
class _OperationDraft:
    type: int
    inputs: list[int]
    outputs: list[int]


@dataclass(slots=True)
class _SubgraphDraft:
    operands: list[_OperandDraft] = field(default_factory=list)
    operations: list[_OperationDraft] = field(default_factory=list)
    inputs: list[int] | None = None
    outputs: list[int] | None = None


@dataclass(slots=True)
class _PoolDraft:
    size: int
    name: str
    data: bytearray = field(default_factory=bytearray)


def decode(data: bytes) -> FuzzInput:
    """Return the input that any bytes represent."""
    header, records = split(data)
    decoder = _Decoder()
    for record in records:
        decoder.take(record)
    return FuzzInput(
        header,
        decoder.model(bool(header.relaxed & 1)),
        tuple(None if given is None else bytes(given) for given in decoder.inputs),
        tuple(decoder.changes),
        tuple(decoder.request_pools),
        decoder.limits,
        tuple(decoder.fences),
    )


class _Decoder:
    """Collects records. A record that needs an earlier one, which is missing, has no effect."""

    def __init__(self) -> None:
        self._subgraphs = [_SubgraphDraft()]
        self._pools: list[_PoolDraft] = []
        self._extensions: list[tuple[int, bytearray]] = []
        self._values = bytearray()
        self._sink: bytearray | None = None
        self.inputs: list[bytearray | None] = []
        self.changes: list[ArgumentChange] = []
        self.request_pools: list[RequestPool] = []
        self.limits = Limits()
        self.fences: list[int] = []

    def take(self, record: Record) -> None:
        """Apply one record."""
        subgraph = self._subgraphs[-1]
        operand = subgraph.operands[-1] if subgraph.operands else None
        operation = subgraph.operations[-1] if subgraph.operations else None
        values: list[Any] = list(record.fields)
        match record.tag:
            case Tag.OPERAND:
                rank, lifetime, consumers, type_, scale, zero_point, *sizes = values
                operand = _OperandDraft(
                    _TYPES.get(type_, type_),
                    _LIFETIMES.get(lifetime, lifetime),
                    consumers,
                    scale,
                    zero_point,
                    tuple(sizes[: (rank & ~OPERAND_EXACT) % 5]),
                    bool(rank & OPERAND_EXACT),
                )
                subgraph.operands.append(operand)
                self._sink = operand.data
            case Tag.DATA if self._sink is not None:
                count, data = values
                self._sink += data[: count % 23]
            case Tag.OPERATION:
                inputs, outputs, type_, *indexes = values
                first, others = indexes[:_INLINE_INPUTS], indexes[_INLINE_INPUTS:]
                type_ = _OPERATIONS.get(type_, type_)
                draft = _OperationDraft(
                    type_, first[: inputs % (_INLINE_INPUTS + 1)], others[: outputs % 3]
                )
                subgraph.operations.append(draft)
            case Tag.DIMENSIONS if operand is not None:
                operand.dimensions = (*operand.dimensions, *values[1:][: values[0] % 6])
            case Tag.LOCATION if operand is not None:
                operand.location = DataLocation(*values)
            case Tag.SCALES if operand is not None:
                count, _, operand.channel, *scales = values
                operand.scales = [*(operand.scales or ()), *scales[: count % 5]]
            case Tag.OPAQUE if operand is not None:
                operand.opaque = self._sink = bytearray()
            case Tag.INPUTS if operation is not None:
                operation.inputs += values[1:][: values[0] % 12]
            case Tag.OUTPUTS if operation is not None:
                operation.outputs += values[1:][: values[0] % 12]
            case Tag.SUBGRAPH_INPUTS:
                subgraph.inputs = [*(subgraph.inputs or ()), *values[1:][: values[0] % 12]]
            case Tag.SUBGRAPH_OUTPUTS:
                subgraph.outputs = [*(subgraph.outputs or ()), *values[1:][: values[0] % 12]]
            case Tag.SUBGRAPH:
                self._subgraphs.append(_SubgraphDraft())
                self._sink = None
            case Tag.POOL:
                name, size = values
                pool = _PoolDraft(min(size, MAX_POOL), POOL_NAMES[name % len(POOL_NAMES)])
                self._pools.append(pool)
                self._sink = pool.data
            case Tag.EXTENSION:
                self._sink = bytearray()
                self._extensions.append((values[0], self._sink))
            case Tag.VALUES:
                self._sink = self._values
            case Tag.INPUT:
                self._sink = None if values[0] & 1 else bytearray()
                self.inputs.append(self._sink)
            case Tag.ARGUMENT:
                selector, flags, place, offset, length, rank, *sizes = values
                self.changes.append(
                    ArgumentChange(
                        bool(selector & SOURCE_OUTPUT),
                        selector & ~SOURCE_OUTPUT,
                        bool(flags & 1),
                        bool(flags & 2),
                        bool(flags & 4),
                        place,
                        offset,
                        length,
                        tuple(sizes[: rank % 6]) if flags & 8 else None,
                    )
                )
            case Tag.REQUEST_POOL:
                kind, number = values
                self.request_pools.append(RequestPool(bool(kind & 1), number))
            case Tag.LIMITS:
                flags, deadline, loop_timeout, duration = values
                self.limits = Limits(
                    deadline if flags & 1 else None,
                    loop_timeout * 1000 if flags & 2 else None,
                    duration * 1000 if flags & 4 else None,
                )
            case Tag.FENCE:
                self.fences.append(values[0])

    # -------------------------------------------------------------------------------- result

    def model(self, relaxed: bool) -> Model:
        """Return the model; constants without a LOCATION record are placed one after the other."""
        values, shared = self._values, bytearray()
        subgraphs = [
            _finished(draft, values, shared, len(self._pools)) for draft in self._subgraphs
        ]
        pools: list[Memory] = [
            SharedMemory(pool.size, initial=bytes(pool.data[: pool.size]), name=pool.name)
            for pool in self._pools
        ]
        if shared:
            pools.append(SharedMemory(initial=bytes(shared)))
        extensions = {name.decode("latin-1"): prefix for prefix, name in self._extensions}
        return Model(
            subgraphs[0], tuple(subgraphs[1:]), bytes(values), tuple(pools), relaxed, extensions
        )


def _finished(
    draft: _SubgraphDraft, values: bytearray, shared: bytearray, shared_pool: int
) -> Subgraph:
    counts = [0] * len(draft.operands)
    for operation in draft.operations:
        for index in operation.inputs:
            if index < len(counts):
                counts[index] += 1
    operands = tuple(
        _finished_operand(operand, count, values, shared, shared_pool)
        for operand, count in zip(draft.operands, counts, strict=True)
    )
    return Subgraph(
        operands,
        tuple(Operation(o.type, tuple(o.inputs), tuple(o.outputs)) for o in draft.operations),
        _boundary(draft.inputs, operands, OperandLifeTime.SUBGRAPH_INPUT),
        _boundary(draft.outputs, operands, OperandLifeTime.SUBGRAPH_OUTPUT),
    )


def _boundary(
    stated: list[int] | None, operands: tuple[Operand, ...], lifetime: OperandLifeTime
) -> tuple[int, ...]:
    if stated is not None:
        return tuple(stated)
    return tuple(i for i, operand in enumerate(operands) if operand.lifetime == lifetime)


def _finished_operand(
    draft: _OperandDraft, count: int, values: bytearray, shared: bytearray, shared_pool: int
) -> Operand:
    location = draft.location
    if location is None and draft.lifetime in _CONSTANT:
        data = bytes(draft.data)
        size = None if draft.exact else byte_size(draft.type, draft.dimensions)
        if size is not None and size <= MAX_STRETCHED:
            data = stretch(data, size)
        target = values if draft.lifetime == _COPY else shared
        target += bytes(-len(target) % 4)
        location = DataLocation(
            0 if draft.lifetime == _COPY else shared_pool, len(target), len(data)
        )
        target += data
    extra: SymmPerChannelQuantParams | bytes | None = None
    if draft.scales is not None:
        extra = SymmPerChannelQuantParams(tuple(draft.scales), draft.channel)
    elif draft.opaque is not None:
        extra = bytes(draft.opaque)
    return Operand(
        draft.type,
        draft.dimensions,
        max(0, count + draft.consumers),
        draft.scale,
        draft.zero_point,
        draft.lifetime,
        location or DataLocation(),
        extra,
    )
