"""Examples whose constants are in a memory pool of a given kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from conformance.cases.example import Example
from conformance.hal import (
    PROT_READ,
    DataLocation,
    Memory,
    MemoryKind,
    Model,
    Operand,
    OperandLifeTime,
    Subgraph,
    content_of,
    create_memory,
    mmap_fd_memory,
)

_FILE_OFFSET: Final = 1 << 14
"""Offset of an ``mmap_fd`` pool in its file: a multiple of all common page sizes."""

_ALIGNMENT: Final = 4


def with_constants_in(example: Example, kind: MemoryKind) -> Example:
    """Return the example with all constants in one pool of a kind, each at a multiple of 4 bytes.

    The example is unchanged if it has no constants, if it must fail, for ``ashmem``, and for
    ``hardware_buffer``, which holds no constants. An ``mmap_fd`` pool is read-only and starts
    behind the start of its file.
    """
    if kind in (MemoryKind.ASHMEM, MemoryKind.HARDWARE_BUFFER) or example.expect_failure:
        return example
    placement = _Placement(example.model)
    main = placement.moved(example.model.main)
    referenced = tuple(map(placement.moved, example.model.referenced))
    if not placement.content:
        return example
    model = replace(
        example.model,
        main=main,
        referenced=referenced,
        operand_values=b"",
        pools=(_pool(kind, bytes(placement.content)),),
    )
    return replace(example, model=model)


def _pool(kind: MemoryKind, content: bytes) -> Memory:
    if kind is MemoryKind.MMAP_FD:
        return mmap_fd_memory(
            len(content), initial=content, protection=PROT_READ, offset=_FILE_OFFSET
        )
    return create_memory(kind, len(content), initial=content)


class _Placement:
    """Collects the constants of a model's subgraphs in ``content``."""

    def __init__(self, model: Model) -> None:
        self._values = model.operand_values
        self._pools = [content_of(pool) for pool in model.pools]
        self.content = bytearray()

    def moved(self, subgraph: Subgraph) -> Subgraph:
        """Return the subgraph with its constants in the new pool."""
        return replace(subgraph, operands=tuple(map(self._moved_operand, subgraph.operands)))

    def _moved_operand(self, operand: Operand) -> Operand:
        if operand.lifetime == OperandLifeTime.CONSTANT_COPY:
            source = self._values
        elif operand.lifetime == OperandLifeTime.CONSTANT_REFERENCE:
            source = self._pools[operand.location.pool_index]
        else:
            return operand
        start, length = operand.location.offset, operand.location.length
        # No constant is at the start of the pool, so that an ignored offset has an effect.
        offset = (len(self.content) + _ALIGNMENT) // _ALIGNMENT * _ALIGNMENT
        self.content.extend(bytes(offset - len(self.content)))
        self.content.extend(source[start : start + length])
        return replace(
            operand,
            lifetime=OperandLifeTime.CONSTANT_REFERENCE,
            location=DataLocation(0, offset, length),
        )
