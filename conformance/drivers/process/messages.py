"""The messages between judge and driver's process, MessagePack by msgspec.

The judge asks, the process answers: strictly in turn, on one connection. Notifications made while
a call is answered on the answering thread travel with the answer; those of other threads go over a
second connection, and an answer says how many of them went before it. Ids of memories, models and
callbacks are given by the judge, ids of objects by the process.
"""

from __future__ import annotations

from typing import Any

import msgspec

from conformance.hal import (
    BufferDesc,
    BufferRole,
    MQDescriptor,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    RequestArgument,
    Subgraph,
)


class SharedMemory(msgspec.Struct, array_like=True, frozen=True):
    """A memory that the process does not know yet; ``mapped``: a descriptor comes with it."""

    id: int
    size: int
    name: str
    mapped: bool


class WireModel(msgspec.Struct, array_like=True, frozen=True):
    """A model; pools are ids of memories."""

    main: Subgraph
    referenced: tuple[Subgraph, ...]
    operand_values: bytes
    pools: tuple[int, ...]
    relaxed: bool
    extensions: dict[str, int]


class WireRequest(msgspec.Struct, array_like=True, frozen=True):
    """A request; pools are ids of memories, but those in ``tokens`` (by position) are tokens."""

    inputs: tuple[RequestArgument, ...]
    outputs: tuple[RequestArgument, ...]
    pools: tuple[int, ...]
    tokens: dict[int, int]


class Message(msgspec.Struct, array_like=True):
    """What every call carries: its number, memories that are new, memories that are gone."""

    number: int
    memories: tuple[SharedMemory, ...]
    dropped: tuple[int, ...]


class Start(Message, tag=0):
    """Open the driver."""

    driver: str
    path: list[str]
    memory: int | None
    files: int | None


class Query(Message, tag=1):
    """A question without arguments; ``what`` is the attribute's name."""

    what: str


class Supported(Message, tag=2):
    """``get_supported_operations``; ``model`` is ``None`` when the process has it already."""

    model: WireModel | None
    model_id: int


class Prepare(Message, tag=3):
    """``prepare_model``; caches by position in the message's descriptors, or a bad descriptor."""

    model: WireModel | None
    model_id: int
    preference: int
    priority: int
    deadline: int | None
    caches: tuple[tuple[int, ...], tuple[int, ...]]
    token: bytes
    callback: int


class PrepareFromCache(Message, tag=4):
    """``prepare_model_from_cache``."""

    deadline: int | None
    caches: tuple[tuple[int, ...], tuple[int, ...]]
    token: bytes
    callback: int


class Allocate(Message, tag=5):
    """``allocate``."""

    desc: BufferDesc
    prepared_models: tuple[int, ...]
    input_roles: tuple[BufferRole, ...]
    output_roles: tuple[BufferRole, ...]


class Execute(Message, tag=6):
    """``execute``, or ``execute_synchronously`` when ``callback`` is ``None``."""

    prepared_model: int
    request: WireRequest
    measure: int
    deadline: int | None
    loop_timeout_duration: int | None
    callback: int | None


class ExecuteFenced(Message, tag=7):
    """``execute_fenced``; the last ``fences`` descriptors of the message are the fences."""

    prepared_model: int
    request: WireRequest
    fences: int
    measure: int
    deadline: int | None
    loop_timeout_duration: int | None
    duration: int | None


class ExecutionInfo(Message, tag=8):
    """``get_execution_info`` of a fenced execution's callback."""

    object: int


class Copy(Message, tag=9):
    """``copy_from`` with dimensions, ``copy_to`` without."""

    buffer: int
    memory: int
    dimensions: tuple[int, ...] | None


class Free(Message, tag=10):
    """Let go of objects."""

    objects: tuple[int, ...]


class Share(Message, tag=11):
    """Memories ahead of a call that has too many for one packet; not answered."""


class Stop(Message, tag=12):
    """End the process in order."""


class DeclineReasons(Message, tag=13):
    """``decline_reasons``, which a driver need not have; ``model`` as for ``Supported``."""

    model: WireModel | None
    model_id: int


class ConfigureBurst(Message, tag=14):
    """``configure_execution_burst``; queues with positions in the message's descriptors.

    The last descriptor is the line on which the driver asks for memories.
    """

    prepared_model: int
    requests: MQDescriptor
    results: MQDescriptor


class FreeSlot(Message, tag=15):
    """``free_memory`` of a burst."""

    burst: int
    slot: int


class Connect(Message, tag=16):
    """Serve a further client: the message's descriptors are its two connections."""


AnyMessage = (
    Start
    | Query
    | Supported
    | Prepare
    | PrepareFromCache
    | Allocate
    | Execute
    | ExecuteFenced
    | ExecutionInfo
    | Copy
    | Free
    | Share
    | Stop
    | DeclineReasons
    | ConfigureBurst
    | FreeSlot
    | Connect
)


class Notification(msgspec.Struct, array_like=True):
    """A callback was notified; ``arguments`` as ``answers.pack`` makes them."""

    callback: int
    arguments: list[Any]


class Raised(msgspec.Struct, array_like=True):
    """The driver raised."""

    name: str
    message: str
    lines: list[str]


class Answer(msgspec.Struct, array_like=True):
    """What became of call ``number``.

    ``value`` as ``answers.pack`` makes it; ``refused`` when the call could not be made at all.
    ``notified`` travelled with the answer, ``sent`` others went before it; ``forgotten`` are
    callbacks that the driver has let go of.
    """

    number: int
    value: Any
    raised: Raised | None = None
    refused: str | None = None
    notified: list[Notification] = []
    sent: int = 0
    forgotten: list[int] = []


def _encode_other(value: object) -> Any:
    """Numbers of other libraries (numpy's) travel as plain ones."""
    item = getattr(value, "item", None)
    if item is None:
        raise TypeError(f"a value of type {type(value).__qualname__} cannot be sent")
    return item()


def encoder() -> msgspec.msgpack.Encoder:
    """An encoder for messages of either side."""
    return msgspec.msgpack.Encoder(enc_hook=_encode_other)


_OPERAND_TYPES = {int(one): one for one in OperandType}
_OPERATION_TYPES = {int(one): one for one in OperationType}
_LIFETIMES = {int(one): one for one in OperandLifeTime}
_set = object.__setattr__


def name_codes(subgraph: Subgraph) -> None:
    """Make known codes of a decoded subgraph members of their enumerations, as a reader does."""
    for operand in subgraph.operands:
        _set(operand, "type", _OPERAND_TYPES.get(operand.type, operand.type))
        _set(operand, "lifetime", _LIFETIMES.get(operand.lifetime, operand.lifetime))
    for operation in subgraph.operations:
        _set(operation, "type", _OPERATION_TYPES.get(operation.type, operation.type))


__all__ = [
    "Allocate",
    "Answer",
    "AnyMessage",
    "ConfigureBurst",
    "Connect",
    "Copy",
    "DeclineReasons",
    "Execute",
    "ExecuteFenced",
    "ExecutionInfo",
    "Free",
    "FreeSlot",
    "Message",
    "Notification",
    "Operation",
    "Prepare",
    "PrepareFromCache",
    "Query",
    "Raised",
    "Share",
    "SharedMemory",
    "Start",
    "Stop",
    "Supported",
    "WireModel",
    "WireRequest",
    "encoder",
    "name_codes",
]
