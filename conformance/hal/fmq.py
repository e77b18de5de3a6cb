"""Fast message queues as data: the descriptor of a queue and the datums that bursts send.

A queue is shared memory that two processes map. Its descriptor says where in which file the parts
lie, and crosses a border like any other value; whoever receives it owns the file descriptors in it
only for the call, as with every handle of the HAL.

A datum is a tagged union of fixed size: one byte that says which member it is, padding up to the
union's alignment, the member, padding up to the size of the largest. All numbers are little-endian.
Sources: 1.2 ``types.hal``, ``FmqRequestDatum`` and ``FmqResultDatum``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from types import MappingProxyType
from typing import Final

DATUM_SIZE: Final = 24
"""Bytes of one datum, of a request as of a result."""


class FmqRequestTag(IntEnum):
    """Members of ``FmqRequestDatum``."""

    PACKET_INFORMATION = 0
    INPUT_OPERAND_INFORMATION = 1
    INPUT_OPERAND_DIMENSION_VALUE = 2
    OUTPUT_OPERAND_INFORMATION = 3
    OUTPUT_OPERAND_DIMENSION_VALUE = 4
    POOL_IDENTIFIER = 5
    MEASURE_TIMING = 6


class FmqResultTag(IntEnum):
    """Members of ``FmqResultDatum``."""

    PACKET_INFORMATION = 0
    OPERAND_INFORMATION = 1
    OPERAND_DIMENSION_VALUE = 2
    EXECUTION_TIMING = 3


_OPERAND: Final = Struct("<B3x B3x IIII")

REQUEST_LAYOUT: Final[Mapping[FmqRequestTag, Struct]] = MappingProxyType(
    {
        FmqRequestTag.PACKET_INFORMATION: Struct("<B3x IIII 4x"),
        FmqRequestTag.INPUT_OPERAND_INFORMATION: _OPERAND,
        FmqRequestTag.INPUT_OPERAND_DIMENSION_VALUE: Struct("<B3x I 16x"),
        FmqRequestTag.OUTPUT_OPERAND_INFORMATION: _OPERAND,
        FmqRequestTag.OUTPUT_OPERAND_DIMENSION_VALUE: Struct("<B3x I 16x"),
        FmqRequestTag.POOL_IDENTIFIER: Struct("<B3x i 16x"),
        FmqRequestTag.MEASURE_TIMING: Struct("<B3x i 16x"),
    }
)
"""Bytes of each member, after its tag: packet size, inputs, outputs, pools; ``hasNoValue``, pool
index, offset, length, number of dimensions; a dimension; a slot; a ``MeasureTiming``."""

RESULT_LAYOUT: Final[Mapping[FmqResultTag, Struct]] = MappingProxyType(
    {
        FmqResultTag.PACKET_INFORMATION: Struct("<B7x IiI 4x"),
        FmqResultTag.OPERAND_INFORMATION: Struct("<B7x B3xI 8x"),
        FmqResultTag.OPERAND_DIMENSION_VALUE: Struct("<B7x I 12x"),
        FmqResultTag.EXECUTION_TIMING: Struct("<B7x QQ"),
    }
)
"""Bytes of each member, after its tag: packet size, status, operands; ``isSufficient``, number of
dimensions; a dimension; time on device and in driver."""


def request_datum(tag: FmqRequestTag, *fields: int) -> bytes:
    """One datum of a request; ``struct.error`` for a field that its type cannot carry."""
    return REQUEST_LAYOUT[tag].pack(tag, *fields)


def result_datum(tag: FmqResultTag, *fields: int) -> bytes:
    """One datum of a result; ``struct.error`` for a field that its type cannot carry."""
    return RESULT_LAYOUT[tag].pack(tag, *fields)


class Grantor(IntEnum):
    """What the parts of a queue are, in the order in which a descriptor lists them."""

    READ_POSITION = 0
    WRITE_POSITION = 1
    DATA = 2
    EVENT_FLAG = 3


@dataclass(frozen=True, slots=True)
class GrantorDescriptor:
    """Where one part of a queue lies: the number of a descriptor, offset and length in bytes."""

    fd_index: int
    offset: int
    extent: int


@dataclass(frozen=True, slots=True)
class MQDescriptor:
    """A synchronized fast message queue, to be mapped by the other side.

    ``quantum`` is the size of an element in bytes. The two positions are 64-bit counts of elements
    that were ever read and written. The event flag, which may be missing, has four 32-bit
    words: two futexes, changed when something was written and when something was taken, and for
    each whether somebody waits for the change. ``fds`` are the
    file descriptors that grantors name by number; ``peer_fd``, unless negative, is the receiver's
    end of a socket pair that hangs up when the maker of the queue is gone.
    """

    grantors: tuple[GrantorDescriptor, ...]
    fds: tuple[int, ...]
    quantum: int
    peer_fd: int = -1

    @property
    def has_event_flag(self) -> bool:
        """Whether one side can wait for the other without polling."""
        return len(self.grantors) > Grantor.EVENT_FLAG

    @property
    def capacity(self) -> int:
        """Number of elements that fit; 0 for a descriptor that makes no sense."""
        if len(self.grantors) <= Grantor.DATA or self.quantum <= 0:
            return 0
        return max(self.grantors[Grantor.DATA].extent, 0) // self.quantum
