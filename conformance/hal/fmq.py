"""Fast message queues as data: the descriptor of a queue and the datums that bursts send.

A queue is shared memory that two processes map. Its descriptor lists the parts of the queue with
their files and offsets. As with every handle of the HAL, the receiver may use the file descriptors
during the call only.

A datum is a tagged union of fixed size: one byte for the tag, padding up to the alignment of the
union, the member, padding up to the size of the largest member. All numbers are little-endian.
Sources: 1.2 ``types.hal``, ``FmqRequestDatum`` and ``FmqResultDatum``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from types import MappingProxyType
from typing import Final

DATUM_SIZE: Final = 24
"""Size in bytes of one datum, of requests and of results."""


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
"""Layout of each member, tag included.

PACKET_INFORMATION: packet size, inputs, outputs, pools. OPERAND_INFORMATION: ``hasNoValue``, pool
index, offset, length, number of dimensions. The others hold one dimension, one slot and one
``MeasureTiming``.
"""


def request_datum(tag: FmqRequestTag, *fields: int) -> bytes:
    """Encode one datum of a request; ``struct.error`` for a field outside its type's range."""
    return REQUEST_LAYOUT[tag].pack(tag, *fields)


class Grantor(IntEnum):
    """Parts of a queue, in the order in which a descriptor lists them."""

    READ_POSITION = 0
    WRITE_POSITION = 1
    DATA = 2
    EVENT_FLAG = 3


@dataclass(frozen=True, slots=True)
class GrantorDescriptor:
    """Location of one part of a queue: index into ``fds``, offset and length in bytes."""

    fd_index: int
    offset: int
    extent: int


@dataclass(frozen=True, slots=True)
class MQDescriptor:
    """A synchronized fast message queue, which the receiver maps.

    ``quantum`` is the size of an element in bytes. The two positions are 64-bit counts of all
    elements read and written so far. The optional event flag has four 32-bit words: two futexes,
    one changed by each write and one by each read, and for each of them whether the other side is
    waiting. ``fds`` are the file descriptors that the grantors index; ``peer_fd``, unless
    negative, is the receiver's end of a socket pair that hangs up when the creator of the queue
    ends.
    """

    grantors: tuple[GrantorDescriptor, ...]
    fds: tuple[int, ...]
    quantum: int
    peer_fd: int = -1

    @property
    def has_event_flag(self) -> bool:
        """Whether a reader or writer can wait for the other side without polling."""
        return len(self.grantors) > Grantor.EVENT_FLAG

    @property
    def capacity(self) -> int:
        """Number of elements that the queue holds; 0 for an inconsistent descriptor."""
        if len(self.grantors) <= Grantor.DATA or self.quantum <= 0:
            return 0
        return max(self.grantors[Grantor.DATA].extent, 0) // self.quantum
