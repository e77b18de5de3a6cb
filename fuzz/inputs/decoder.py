"""Decodes bytes as a fuzz input. Every byte string has a meaning; no function here raises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

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
        self._actions: dict[Tag, Callable[..., None]] = {
            Tag.OPERAND: self._operand,
            Tag.DIMENSIONS: self._dimensions,
            Tag.DATA: self._data,
            Tag.LOCATION: self._location,
            Tag.SCALES: self._scales,
            Tag.OPAQUE: self._opaque,
            Tag.OPERATION: self._operation,
            Tag.INPUTS: self._more_inputs,
            Tag.OUTPUTS: self._more_outputs,
            Tag.SUBGRAPH_INPUTS: self._subgraph_inputs,
            Tag.SUBGRAPH_OUTPUTS: self._subgraph_outputs,
            Tag.SUBGRAPH: self._subgraph,
            Tag.POOL: self._pool,
            Tag.EXTENSION: self._extension,
            Tag.VALUES: self._raw_values,
            Tag.INPUT: self._input,
            Tag.ARGUMENT: self._argument,
            Tag.REQUEST_POOL: self._request_pool,
            Tag.LIMITS: self._limits,
            Tag.FENCE: self._fence,
        }

    def take(self, record: Record) -> None:
        """Apply one record."""
        self._actions[record.tag](*record.fields)

    # ------------------------------------------------------------------------------ operands

    def _operand(
        self,
        rank: int,
        lifetime: int,
        consumers: int,
        type_: int,
        scale: float,
        zero_point: int,
        *sizes: int,
    ) -> None:
        draft = _OperandDraft(
            _TYPES.get(type_, type_),
            _LIFETIMES.get(lifetime, lifetime),
            consumers,
            scale,
            zero_point,
            sizes[: (rank & ~OPERAND_EXACT) % 5],
            bool(rank & OPERAND_EXACT),
        )
        self._subgraphs[-1].operands.append(draft)
        self._sink = draft.data

    def _last_operand(self) -> _OperandDraft | None:
        operands = self._subgraphs[-1].operands
        return operands[-1] if operands else None

    def _dimensions(self, count: int, *sizes: int) -> None:
        if (operand := self._last_operand()) is not None:
            operand.dimensions = (*operand.dimensions, *sizes[: count % 6])

    def _data(self, count: int, data: bytes) -> None:
        if self._sink is not None:
            self._sink += data[: count % 23]

    def _location(self, pool: int, offset: int, length: int) -> None:
        if (operand := self._last_operand()) is not None:
            operand.location = DataLocation(pool, offset, length)

    def _scales(self, count: int, _unused: int, channel: int, *scales: float) -> None:
        if (operand := self._last_operand()) is not None:
            operand.scales = [*(operand.scales or ()), *scales[: count % 5]]
            operand.channel = channel

    def _opaque(self) -> None:
        if (operand := self._last_operand()) is not None:
            operand.opaque = self._sink = bytearray()

    # ---------------------------------------------------------------------------- operations

    def _operation(self, inputs: int, outputs: int, type_: int, *indexes: int) -> None:
        first = _INLINE_INPUTS
        self._subgraphs[-1].operations.append(
            _OperationDraft(
                _OPERATIONS.get(type_, type_),
                list(indexes[: inputs % (first + 1)]),
                list(indexes[first : first + outputs % 3]),
            )
        )

    def _more_inputs(self, count: int, *indexes: int) -> None:
        if operations := self._subgraphs[-1].operations:
            operations[-1].inputs += indexes[: count % 12]

    def _more_outputs(self, count: int, *indexes: int) -> None:
        if operations := self._subgraphs[-1].operations:
            operations[-1].outputs += indexes[: count % 12]

    def _subgraph_inputs(self, count: int, *indexes: int) -> None:
        subgraph = self._subgraphs[-1]
        subgraph.inputs = [*(subgraph.inputs or ()), *indexes[: count % 12]]

    def _subgraph_outputs(self, count: int, *indexes: int) -> None:
        subgraph = self._subgraphs[-1]
        subgraph.outputs = [*(subgraph.outputs or ()), *indexes[: count % 12]]

    def _subgraph(self) -> None:
        self._subgraphs.append(_SubgraphDraft())
        self._sink = None

    # --------------------------------------------------------------------------- whole model

    def _pool(self, name: int, size: int) -> None:
        pool = _PoolDraft(min(size, MAX_POOL), POOL_NAMES[name % len(POOL_NAMES)])
        self._pools.append(pool)
        self._sink = pool.data

    def _extension(self, prefix: int) -> None:
        name = bytearray()
        self._extensions.append((prefix, name))
        self._sink = name

    def _raw_values(self) -> None:
        self._sink = self._values

    # ------------------------------------------------------------------------------- request

    def _input(self, omitted: int) -> None:
        given = None if omitted & 1 else bytearray()
        self.inputs.append(given)
        self._sink = given

    def _argument(
        self,
        selector: int,
        flags: int,
        pool: int,
        offset: int,
        length: int,
        rank: int,
        *sizes: int,
    ) -> None:
        self.changes.append(
            ArgumentChange(
                bool(selector & SOURCE_OUTPUT),
                selector & ~SOURCE_OUTPUT,
                bool(flags & 1),
                bool(flags & 2),
                bool(flags & 4),
                pool,
                offset,
                length,
                sizes[: rank % 6] if flags & 8 else None,
            )
        )

    def _request_pool(self, kind: int, number: int) -> None:
        self.request_pools.append(RequestPool(bool(kind & 1), number))

    def _limits(self, flags: int, deadline: int, loop_timeout: int, duration: int) -> None:
        self.limits = Limits(
            deadline if flags & 1 else None,
            loop_timeout * 1000 if flags & 2 else None,
            duration * 1000 if flags & 4 else None,
        )

    def _fence(self, kind: int) -> None:
        self.fences.append(kind)

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
