"""The binary format in which the examples of a spec file are cached.

One example can be read without the others. The format consists of a magic number, a table of
contents and blobs. Data of more than a few bytes is stored as a blob, which all examples with the
same data share. The table and every blob have a checksum.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from conformance import hal
from conformance.cases.example import Example, ExpectedOutput
from conformance.cases.spec.errors import BrokenExample, SpecError
from conformance.cases.spec.spec_graph import Packer, pack_pool
from conformance.operations import extension_operand_types, extension_operations, used_extensions

_MAGIC: Final = b"NNSPEC1\n"
_PREFIX: Final = struct.Struct("<8sII")
"""Magic number, and the length and checksum of the table of contents."""
_INLINE_LIMIT: Final = 48
"""Data of up to this many bytes are part of the record, not a blob."""

_COPY: Final = int(hal.OperandLifeTime.CONSTANT_COPY)
_REFERENCE: Final = int(hal.OperandLifeTime.CONSTANT_REFERENCE)


class DamagedArchiveError(Exception):
    """The content of a cache file is not what was written."""


class _Blob(msgspec.Struct, array_like=True, frozen=True):
    offset: int
    length: int
    checksum: int


_DataReference = bytes | int | None
"""The data itself, or the index of a blob."""


class _StoredOperand(msgspec.Struct, array_like=True, frozen=True):
    type: int
    dimensions: tuple[int, ...]
    consumers: int
    scale: float
    zero_point: int
    lifetime: int
    data: _DataReference
    """The data of a constant; for a SUBGRAPH operand, the index of the subgraph."""
    channel_dim: int = 0
    channel_scales: tuple[float, ...] | None = None


class _StoredSubgraph(msgspec.Struct, array_like=True, frozen=True):
    names: tuple[str, ...]
    operands: tuple[_StoredOperand, ...]
    operations: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


class _StoredOutput(msgspec.Struct, array_like=True, frozen=True):
    dimensions: tuple[int, ...]
    data: _DataReference
    ignored: bool


class _StoredExample(msgspec.Struct, array_like=True, frozen=True):
    spec: str
    name: str
    error: tuple[int, str] | None
    subgraphs: tuple[_StoredSubgraph, ...] = ()
    inputs: tuple[_DataReference, ...] = ()
    outputs: tuple[_StoredOutput, ...] = ()
    relaxed: bool = False
    version: int = 0
    expect_failure: bool = False
    tolerance: float = 0.0


class _Contents(msgspec.Struct, array_like=True, frozen=True):
    infos: msgspec.Raw
    records: tuple[_Blob, ...]
    blobs: tuple[_Blob, ...]


_RECORD: Final = msgspec.msgpack.Decoder(_StoredExample)
_CONTENTS: Final = msgspec.msgpack.Decoder(_Contents)
_ENCODER: Final = msgspec.msgpack.Encoder()


class _BlobStore:
    """Collects byte strings and stores equal ones only once."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.blobs: list[_Blob] = []
        self._known: dict[bytes, int] = {}

    def append(self, data: bytes) -> _Blob:
        """Append data without searching for equal data."""
        blob = _Blob(len(self.content), len(data), zlib.crc32(data))
        self.content += data
        return blob

    def refer(self, data: bytes) -> bytes | int:
        """Return the data itself if it is short, else the index of a blob that contains it."""
        if len(data) <= _INLINE_LIMIT:
            return data
        if data not in self._known:
            self._known[data] = len(self.blobs)
            self.blobs.append(self.append(data))
        return self._known[data]


def pack_examples(
    items: Iterable[Example | BrokenExample], infos: Sequence[msgspec.Struct]
) -> bytes:
    """Return the binary form of a file's examples.

    ``infos`` is stored unchanged and can be read back with ``ExampleArchive.infos``.
    """
    store = _BlobStore()
    records = tuple(store.append(_ENCODER.encode(_to_stored(item, store))) for item in items)
    table = _ENCODER.encode(
        _Contents(msgspec.Raw(_ENCODER.encode(infos)), records, tuple(store.blobs))
    )
    return b"".join((_PREFIX.pack(_MAGIC, len(table), zlib.crc32(table)), table, store.content))


def _to_stored(item: Example | BrokenExample, store: _BlobStore) -> _StoredExample:
    if isinstance(item, BrokenExample):
        return _StoredExample(item.spec, item.name, (item.error.line, item.error.message))
    model = item.model
    pools = [bytes(pool.view()) for pool in model.pools]

    def data_of(operand: hal.Operand) -> _DataReference:
        where = operand.location
        if operand.lifetime == _COPY:
            return store.refer(model.operand_values[where.offset : where.offset + where.length])
        if operand.lifetime == _REFERENCE:
            content = pools[where.pool_index] if pools else b""
            return store.refer(content[where.offset : where.offset + where.length])
        return where.offset if operand.lifetime == hal.OperandLifeTime.SUBGRAPH else None

    def subgraph(part: hal.Subgraph, names: tuple[str, ...]) -> _StoredSubgraph:
        return _StoredSubgraph(
            names,
            tuple(_to_operand(operand, data_of(operand)) for operand in part.operands),
            tuple((int(o.type), o.inputs, o.outputs) for o in part.operations),
            part.input_indexes,
            part.output_indexes,
        )

    parts = zip(
        (model.main, *model.referenced), (item.operand_names, *item.subgraph_names), strict=True
    )
    return _StoredExample(
        item.spec,
        item.name,
        None,
        tuple(subgraph(part, names) for part, names in parts),
        tuple(None if data is None else store.refer(data) for data in item.inputs),
        tuple(_StoredOutput(o.dimensions, store.refer(o.data), o.ignored) for o in item.outputs),
        model.relax_computation_float32_to_float16,
        int(item.version or 0),
        item.expect_failure,
        item.multinomial_tolerance,
    )


def _to_operand(operand: hal.Operand, data: _DataReference) -> _StoredOperand:
    quant = operand.extra_params
    assert not isinstance(quant, bytes), "the format has no opaque parameters"
    return _StoredOperand(
        int(operand.type),
        operand.dimensions,
        operand.number_of_consumers,
        operand.scale,
        operand.zero_point,
        int(operand.lifetime),
        data,
        quant.channel_dim if quant else 0,
        quant.scales if quant else None,
    )


_MOST_READ: Final = 1 << 18
"""Size in bytes up to which a file is read at once; a run keeps up to a thousand open."""

ReadRange = Callable[[int, int], bytes]
"""A function of ``offset`` and ``length`` that returns these bytes of the binary form."""


class ExampleArchive:
    """A set of packed examples; only the table of contents is kept in memory."""

    def __init__(self, read: ReadRange) -> None:
        self._read = read
        self.path_of_spec = ""
        prefix = read(0, _PREFIX.size)
        if len(prefix) != _PREFIX.size:
            raise DamagedArchiveError
        magic, length, checksum = _PREFIX.unpack(prefix)
        table = read(_PREFIX.size, length) if magic == _MAGIC else b""
        if len(table) != length or zlib.crc32(table) != checksum:
            raise DamagedArchiveError
        try:
            self._contents = _CONTENTS.decode(table)
        except msgspec.DecodeError as error:
            raise DamagedArchiveError from error
        self._start = _PREFIX.size + length

    @classmethod
    def open(cls, path: Path) -> ExampleArchive:
        """Open an archive on disk.

        A small file is read as a whole. A large one is opened for each read, so another process
        may replace it between reads.
        """
        name = os.fspath(path)

        def read(offset: int, length: int) -> bytes:
            # Without ``O_NONBLOCK``, opening a pipe of this name would not return.
            handle = os.open(name, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            try:
                return os.pread(handle, length, offset)
            finally:
                os.close(handle)

        content = read(0, _MOST_READ + 1)
        return cls(read) if len(content) > _MOST_READ else cls.from_bytes(content)

    @classmethod
    def from_bytes(cls, content: bytes) -> ExampleArchive:
        """Return an archive that reads from ``content``."""
        return cls(lambda offset, length: content[offset : offset + length])

    def __len__(self) -> int:
        return len(self._contents.records)

    @property
    def infos(self) -> bytes:
        """The encoded ``infos`` that were packed with the examples."""
        return bytes(self._contents.infos)

    def _blob(self, blob: _Blob) -> bytes:
        try:
            data = self._read(self._start + blob.offset, blob.length)
        except OSError as error:
            raise DamagedArchiveError from error
        if len(data) != blob.length or zlib.crc32(data) != blob.checksum:
            raise DamagedArchiveError
        return data

    def read(self, position: int) -> Example | BrokenExample:
        """Return the example at a position; raise ``DamagedArchiveError`` for a wrong checksum."""
        try:
            stored = _RECORD.decode(self._blob(self._contents.records[position]))
        except msgspec.DecodeError as error:
            raise DamagedArchiveError from error
        if stored.error is not None:
            spec_error = SpecError(self.path_of_spec, *stored.error)
            return BrokenExample(stored.spec, stored.name, spec_error)
        return _from_stored(stored, self._data)

    def _data(self, data: _DataReference) -> bytes:
        if type(data) is int:
            return self._blob(self._contents.blobs[data])
        return data or b""  # type: ignore[return-value]


def _from_stored(stored: _StoredExample, fetch: Callable[[_DataReference], bytes]) -> Example:
    copied, shared = Packer(), Packer()

    def subgraph(part: _StoredSubgraph) -> hal.Subgraph:
        return hal.Subgraph(
            tuple([_from_operand(operand, fetch, copied, shared) for operand in part.operands]),
            tuple([hal.Operation(_OPERATIONS[c], ins, outs) for c, ins, outs in part.operations]),
            part.inputs,
            part.outputs,
        )

    main, *bodies = map(subgraph, stored.subgraphs)
    extensions = used_extensions((main, *bodies))
    return Example(
        spec=stored.spec,
        name=stored.name,
        model=hal.Model(
            main, tuple(bodies), copied.packed(), pack_pool(shared), stored.relaxed, extensions
        ),
        inputs=tuple([None if data is None else fetch(data) for data in stored.inputs]),
        outputs=tuple(
            [ExpectedOutput(o.dimensions, fetch(o.data), o.ignored) for o in stored.outputs]
        ),
        operand_names=stored.subgraphs[0].names,
        subgraph_names=tuple([part.names for part in stored.subgraphs[1:]]),
        version=hal.Version(stored.version) if stored.version else None,
        expect_failure=stored.expect_failure,
        multinomial_tolerance=stored.tolerance,
    )


_TYPES: Final = {int(code): code for code in (*hal.OperandType, *extension_operand_types())}
_LIFETIMES: Final = {int(member): member for member in hal.OperandLifeTime}
_OPERATIONS: Final = {int(code): code for code in (*hal.OperationType, *extension_operations())}


def _from_operand(
    stored: _StoredOperand, fetch: Callable[[_DataReference], bytes], copied: Packer, shared: Packer
) -> hal.Operand:
    location = hal.NO_LOCATION
    if stored.lifetime == _COPY:
        location = copied.add(fetch(stored.data))
    elif stored.lifetime == _REFERENCE:
        location = shared.add(fetch(stored.data))
    elif type(stored.data) is int:
        location = hal.DataLocation(offset=stored.data)
    return hal.Operand(
        _TYPES[stored.type],
        stored.dimensions,
        stored.consumers,
        stored.scale,
        stored.zero_point,
        _LIFETIMES[stored.lifetime],
        location,
        None
        if stored.channel_scales is None
        else hal.SymmPerChannelQuantParams(stored.channel_scales, stored.channel_dim),
    )
