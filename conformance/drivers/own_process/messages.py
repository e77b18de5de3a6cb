"""The messages between harness and driver process, encoded as MessagePack by msgspec.

On the first connection, calls of the harness and answers of the process alternate strictly. A
notification that the driver makes during a call on the answering thread travels with the answer.
Notifications of other threads use a second connection; an answer states how many of them were sent
before it. Calls that several threads of the harness make at the same time use further connections,
which the harness opens through the second one; each is answered by its own thread. The harness
assigns the ids of memories, models and callbacks, the process those of objects. Callbacks and
objects are common to all connections of a client; each connection has its own memories and model.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from conformance.hal import (
    BufferDesc,
    BufferRole,
    ExecutionConfig,
    HardwareBufferDescription,
    Memory,
    MQDescriptor,
    Operation,
    RequestArgument,
    Subgraph,
    TokenValuePair,
)


class MemoryDescription(msgspec.Struct, array_like=True, frozen=True):
    """A memory that is new to the process; if ``mapped``, its descriptor is attached."""

    id: int
    size: int
    name: str
    mapped: bool
    protection: int
    offset: int
    description: HardwareBufferDescription | None


def describe_memory(number: int, memory: Memory, mapped: bool) -> MemoryDescription:
    """Return the description of a memory; ``number`` is its id."""
    return MemoryDescription(
        number,
        memory.size,
        memory.name,
        mapped,
        memory.protection,
        memory.offset,
        memory.description,
    )


class WireModel(msgspec.Struct, array_like=True, frozen=True):
    """A model; ``pools`` holds ids of memories."""

    main: Subgraph
    referenced: tuple[Subgraph, ...]
    operand_values: bytes
    pools: tuple[int, ...]
    relaxed: bool
    extensions: dict[str, int]


class WireRequest(msgspec.Struct, array_like=True, frozen=True):
    """A request; ``pools`` holds ids of memories; ``tokens`` maps positions of buffer tokens."""

    inputs: tuple[RequestArgument, ...]
    outputs: tuple[RequestArgument, ...]
    pools: tuple[int, ...]
    tokens: dict[int, int]


class Message(msgspec.Struct, array_like=True):
    """The fields of every call: its number, new memories, ids of memories to release."""

    number: int
    memories: tuple[MemoryDescription, ...]
    dropped: tuple[int, ...]


class Start(Message, tag=0):
    """Open ``driver``; ``path`` is ``sys.path``; ``memory`` and ``files`` are resource limits."""

    driver: str
    path: list[str]
    memory: int | None
    files: int | None


class Query(Message, tag=1):
    """A device query without arguments; ``attribute`` is the name of the method or property."""

    attribute: str


class GetSupportedOperations(Message, tag=2):
    """``get_supported_operations``; ``model`` is ``None`` if the process already has it."""

    model: WireModel | None
    model_id: int


CachePositions = tuple[tuple[int, ...], ...]
"""Cache handles: each descriptor as its position in the message's descriptors, -1 if not open."""


class Prepare(Message, tag=3):
    """``prepare_model``; ``caches`` are the handles of model and data cache files."""

    model: WireModel | None
    model_id: int
    preference: int
    priority: int
    deadline: int | None
    caches: tuple[CachePositions, CachePositions]
    token: bytes
    callback: int


class PrepareFromCache(Message, tag=4):
    """``prepare_model_from_cache``."""

    deadline: int | None
    caches: tuple[CachePositions, CachePositions]
    token: bytes
    callback: int


FOREIGN_MODEL: Final = 0
"""Number sent for a prepared model that the driver did not create; no object has it."""

NO_MODEL: Final = -1
"""Number sent for a missing prepared model, ``nullptr`` in the contract."""


class Allocate(Message, tag=5):
    """``allocate``; a prepared model may also be ``FOREIGN_MODEL`` or ``NO_MODEL``."""

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
    """``execute_fenced``; the last ``fences`` descriptors of the message are the wait fences."""

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
    """``copy_from`` if ``dimensions`` is given, else ``copy_to``."""

    buffer: int
    memory: int
    dimensions: tuple[int, ...] | None


class Free(Message, tag=10):
    """Release objects of the driver."""

    objects: tuple[int, ...]


class ShareMemories(Message, tag=11):
    """Memories sent ahead of a call that has too many for one packet; it gets no answer."""


class Stop(Message, tag=12):
    """Release all objects and end the process."""


class GetDeclineReasons(Message, tag=13):
    """``decline_reasons``, an optional method; ``model`` as in ``GetSupportedOperations``."""

    model: WireModel | None
    model_id: int


class ConfigureBurst(Message, tag=14):
    """``configure_execution_burst``; queues refer to the message's descriptors by position.

    The last descriptor is the socket for the driver's ``get_memories`` questions.
    """

    prepared_model: int
    requests: MQDescriptor
    results: MQDescriptor


class FreeSlot(Message, tag=15):
    """``free_memory`` of a burst."""

    burst: int
    slot: int


class Connect(Message, tag=16):
    """Serve a further client; the message's descriptors are its two connections."""


class CreateExecution(Message, tag=17):
    """``create_reusable_execution``."""

    prepared_model: int
    request: WireRequest
    config: ExecutionConfig


class Reexecute(Message, tag=18):
    """``execute_synchronously`` of a reusable execution."""

    execution: int
    deadline: int | None


class ReexecuteFenced(Message, tag=19):
    """``execute_fenced`` of a reusable execution; the descriptors are as for ``ExecuteFenced``."""

    execution: int
    fences: int
    deadline: int | None
    duration: int | None


class ExecuteWithConfig(Message, tag=21):
    """``execute_synchronously_with_config``."""

    prepared_model: int
    request: WireRequest
    config: ExecutionConfig
    deadline: int | None


class ExecuteFencedWithConfig(Message, tag=22):
    """``execute_fenced_with_config``; the descriptors are as for ``ExecuteFenced``."""

    prepared_model: int
    request: WireRequest
    fences: int
    config: ExecutionConfig
    deadline: int | None
    duration: int | None


class PrepareWithConfig(Message, tag=23):
    """``prepare_model_with_config``; the fields of its configuration are as in ``Prepare``."""

    model: WireModel | None
    model_id: int
    hints: tuple[TokenValuePair, ...]
    extensions: dict[str, int]
    preference: int
    priority: int
    deadline: int | None
    caches: tuple[CachePositions, CachePositions]
    token: bytes
    callback: int


class CollectGarbage(Message, tag=20):
    """Release the objects and memories that the message names, reference cycles, and the free
    memory of the heap.
    """


AnyMessage = (
    Start
    | Query
    | GetSupportedOperations
    | Prepare
    | PrepareFromCache
    | Allocate
    | Execute
    | ExecuteFenced
    | ExecutionInfo
    | Copy
    | Free
    | ShareMemories
    | Stop
    | GetDeclineReasons
    | ConfigureBurst
    | FreeSlot
    | Connect
    | CreateExecution
    | Reexecute
    | ReexecuteFenced
    | ExecuteWithConfig
    | ExecuteFencedWithConfig
    | PrepareWithConfig
    | CollectGarbage
)


class OpenCalls(msgspec.Struct, array_like=True):
    """Open a further connection for calls, which is the message's descriptor.

    The harness sends it on the second connection. A thread of the process answers the calls.
    """


class WriteTraces(msgspec.Struct, array_like=True):
    """Write the stack traces of all threads into the trace file.

    The harness sends it on the second connection, without a descriptor.
    """


class CallsOpened(msgspec.Struct, array_like=True):
    """The first packet on a further connection for calls; ``thread`` identifies its thread."""

    thread: int


class WireNotification(msgspec.Struct, array_like=True):
    """A notification of a callback; ``arguments`` are packed by ``answer_codec.pack``."""

    callback: int
    arguments: list[Any]


class RaisedException(msgspec.Struct, array_like=True):
    """An exception that the driver raised: type name, message and traceback."""

    name: str
    message: str
    lines: list[str]


class CallAnswer(msgspec.Struct, array_like=True):
    """The answer to call ``number``.

    Attributes:
        value: the driver's answer, packed by ``answer_codec.pack``.
        raised: the exception, if the driver raised one.
        refused: the reason why the call could not be made, if so.
        notified: notifications made on the answering thread during the call.
        notifications_sent: number of notifications sent so far on the second connection.
        forgotten: ids of callbacks that the driver no longer references.

    """

    number: int
    value: Any
    raised: RaisedException | None = None
    refused: str | None = None
    notified: list[WireNotification] = []
    notifications_sent: int = 0
    forgotten: list[int] = []


def _encode_other(value: object) -> Any:
    """Return a scalar of another library, such as numpy, as a plain Python number."""
    item = getattr(value, "item", None)
    if item is None:
        raise TypeError(f"a value of type {type(value).__qualname__} cannot be sent")
    return item()


def encoder() -> msgspec.msgpack.Encoder:
    """Return an encoder for the messages of either side."""
    return msgspec.msgpack.Encoder(enc_hook=_encode_other)


__all__ = [
    "FOREIGN_MODEL",
    "NO_MODEL",
    "Allocate",
    "AnyMessage",
    "CachePositions",
    "CallAnswer",
    "CallsOpened",
    "CollectGarbage",
    "ConfigureBurst",
    "Connect",
    "Copy",
    "CreateExecution",
    "Execute",
    "ExecuteFenced",
    "ExecuteFencedWithConfig",
    "ExecuteWithConfig",
    "ExecutionInfo",
    "Free",
    "FreeSlot",
    "GetDeclineReasons",
    "GetSupportedOperations",
    "MemoryDescription",
    "Message",
    "OpenCalls",
    "Operation",
    "Prepare",
    "PrepareFromCache",
    "PrepareWithConfig",
    "Query",
    "RaisedException",
    "Reexecute",
    "ReexecuteFenced",
    "ShareMemories",
    "Start",
    "Stop",
    "WireModel",
    "WireNotification",
    "WireRequest",
    "WriteTraces",
    "describe_memory",
    "encoder",
]
