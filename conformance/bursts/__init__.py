"""Bursts over fast message queues: packets, the driver's side and the client's side."""

from conformance.bursts.client import (
    BurstAnswerError,
    BurstController,
    BurstProblem,
    BurstRefusedError,
    BurstResult,
    MemorySlots,
)
from conformance.bursts.packets import (
    BurstRequest,
    PacketError,
    datums_of,
    deserialize_request,
    deserialize_result,
    padding_violation,
    request_size,
    result_size,
    serialize_request,
    serialize_result,
)
from conformance.bursts.server import (
    BurstAnswer,
    BurstExecutor,
    BurstServer,
    PreparedModelExecutor,
    configure_burst,
)
