"""Driver-managed buffers (memory domains, HAL 1.3): properties, contents, tokens, use in requests.

``BufferTracker`` holds the buffers of a device. A driver that derives from ``BaseDevice`` sets
``memory_domains = True``; other drivers call the tracker themselves. ``RequestBuffers`` checks the
buffers of one request.
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from numpy.typing import NDArray

from conformance import hal
from conformance.driver_sdk.binding import DriverError, content_size, read_memory, write_memory
from conformance.driver_sdk.queries import is_scalar
from conformance.driver_sdk.vlog import VlogTag, vlog
from conformance.validation.operands import dimensions_problem, is_uint32


class RoleKind(StrEnum):
    """Whether a buffer is used as an input or as an output of a prepared model."""

    INPUT = "input"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class BufferRoleKey:
    """One permitted use of a buffer; the reference does not keep the prepared model alive."""

    model: weakref.ref[hal.PreparedModel]
    kind: RoleKind
    index: int


@dataclass(frozen=True, slots=True)
class BufferProperties:
    """Type and dimensions of a buffer; a dimension of 0 or an empty rank is unknown.

    Attributes:
        type: the operand type that all roles have.
        dimensions: the dimensions of all roles and of the descriptor, merged.
        scale, zero_point, extra_params: as in the operands of the roles.

    """

    type: int
    dimensions: tuple[int, ...]
    scale: float
    zero_point: int
    extra_params: object

    @classmethod
    def of(cls, operand: hal.Operand) -> BufferProperties:
        """Return the properties that the operand of a role requires."""
        return cls(
            operand.type,
            tuple(operand.dimensions),
            operand.scale,
            operand.zero_point,
            operand.extra_params,
        )

    @property
    def byte_size(self) -> int | None:
        """Size of the content in bytes; ``None`` if type, rank or a dimension is unknown."""
        return hal.byte_size(self.type, self.dimensions)

    def byte_size_of(self, dimensions: tuple[int, ...]) -> int | None:
        """Return the size in bytes of a content of these dimensions; ``None`` if not known."""
        return hal.byte_size(self.type, dimensions)


def merge_dimensions(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return what two descriptions of dimensions specify together; ``None`` if they conflict.

    An empty description has an unknown rank, and a dimension of 0 is unknown.
    """
    if not first or not second:
        return first or second
    if len(first) != len(second):
        return None
    pairs = list(zip(first, second, strict=True))
    if any(one and other and one != other for one, other in pairs):
        return None
    return tuple(one or other for one, other in pairs)


def merge_roles(
    desc: hal.BufferDesc,
    models: Sequence[tuple[hal.PreparedModel, hal.Subgraph]],
    input_roles: Sequence[hal.BufferRole],
    output_roles: Sequence[hal.BufferRole],
) -> tuple[frozenset[BufferRoleKey], BufferProperties]:
    """Return the roles of an allocation and the properties on which they agree.

    ``models`` holds each prepared model with its main subgraph. Raise ``DriverError`` with
    INVALID_ARGUMENT if a role is invalid or repeated, or if roles and descriptor conflict.
    """
    keys: set[BufferRoleKey] = set()
    merged: BufferProperties | None = None
    for where, key, operand in _role_operands(models, input_roles, output_roles):
        if key in keys:
            raise _invalid(f"{where} repeats a role of the same prepared model")
        keys.add(key)
        merged = _merge(merged, BufferProperties.of(operand), where)
    if merged is None:
        raise _invalid("the buffer has neither input roles nor output roles")
    return frozenset(keys), _with_descriptor(merged, desc)


def _role_operands(
    models: Sequence[tuple[hal.PreparedModel, hal.Subgraph]],
    input_roles: Sequence[hal.BufferRole],
    output_roles: Sequence[hal.BufferRole],
) -> Iterator[tuple[str, BufferRoleKey, hal.Operand]]:
    for kind, roles in ((RoleKind.INPUT, input_roles), (RoleKind.OUTPUT, output_roles)):
        for number, role in enumerate(roles):
            where = f"{kind} role {number}"
            index = _checked_index(role.model_index, len(models), f"{where}: the model index")
            prepared, main = models[index]
            indexes = main.input_indexes if kind is RoleKind.INPUT else main.output_indexes
            position = _checked_index(role.io_index, len(indexes), f"{where}: the {kind} index")
            if not 0.0 < role.frequency <= 1.0:
                raise _invalid(f"{where}: the frequency is {role.frequency}, must be in (0, 1]")
            key = BufferRoleKey(weakref.ref(prepared), kind, position)
            yield where, key, main.operands[indexes[position]]


def _checked_index(value: object, count: int, what: str) -> int:
    if not isinstance(value, int) or not is_uint32(value) or value >= count:
        raise _invalid(f"{what} is {value}, must be below {count}")
    return value


def _merge(
    merged: BufferProperties | None, properties: BufferProperties, where: str
) -> BufferProperties:
    if merged is None:
        return properties
    for name in ("type", "scale", "zero_point", "extra_params"):
        ours, theirs = getattr(merged, name), getattr(properties, name)
        if ours != theirs:
            raise _invalid(f"{where}: {name} is {theirs}, but that of an earlier role is {ours}")
    dimensions = merge_dimensions(merged.dimensions, properties.dimensions)
    if dimensions is None:
        raise _invalid(
            f"{where}: dimensions {list(properties.dimensions)} conflict with "
            f"{list(merged.dimensions)} of the earlier roles"
        )
    return replace(merged, dimensions=dimensions)


def _with_descriptor(properties: BufferProperties, desc: hal.BufferDesc) -> BufferProperties:
    if (problem := dimensions_problem(desc.dimensions)) is not None:
        raise _invalid(f"the descriptor: {problem}")
    if is_scalar(properties.type):
        if desc.dimensions:
            raise _invalid(
                f"the descriptor has dimensions {list(desc.dimensions)}, but the roles are scalars "
                f"of type {hal.name_of(hal.OperandType, properties.type)}"
            )
        return properties
    dimensions = merge_dimensions(properties.dimensions, tuple(desc.dimensions))
    if dimensions is None:
        raise _invalid(
            f"the descriptor's dimensions {list(desc.dimensions)} conflict with "
            f"{list(properties.dimensions)} of the roles"
        )
    return replace(properties, dimensions=dimensions)


def _invalid(reason: str) -> DriverError:
    return DriverError(hal.ErrorStatus.INVALID_ARGUMENT, reason)


def _failed(reason: str) -> DriverError:
    return DriverError(hal.ErrorStatus.GENERAL_FAILURE, reason)


log = logging.getLogger(__name__)


class BufferContent(NamedTuple):
    """The bytes of an initialized buffer and the dimensions of this content."""

    data: bytes
    dimensions: tuple[int, ...]


class DomainBuffer(hal.Buffer):
    """A buffer that holds its content as immutable bytes, which writes replace as a whole.

    Concurrent reads therefore need no lock, and a read concurrent with a write sees either the old
    or the new content.
    """

    def __init__(
        self, token: int, properties: BufferProperties, roles: frozenset[BufferRoleKey]
    ) -> None:
        self.token = token
        self.properties = properties
        self.roles = roles
        self._content: BufferContent | None = None

    @property
    def content(self) -> BufferContent | None:
        """The current content; ``None`` while the buffer is uninitialized."""
        return self._content

    def initialize(self, data: bytes, dimensions: tuple[int, ...]) -> None:
        """Set the content; ``dimensions`` must be compatible with those of the buffer."""
        self._content = BufferContent(data, dimensions)

    def invalidate(self) -> None:
        """Return to the uninitialized state."""
        self._content = None

    def copy_to(self, dst: hal.Memory) -> hal.ErrorStatus:
        """Copy the content; a wrong size is INVALID_ARGUMENT, no content GENERAL_FAILURE."""
        try:
            content, size = self.content, self.properties.byte_size
            if size is None and content is not None:
                size = len(content.data)
            if size is not None:
                _check_size(dst, size)
            if content is None:
                raise _failed("the buffer is uninitialized")
            write_memory(dst, content.data)
        except Exception as error:
            return _failure("copy_to", error)
        return hal.ErrorStatus.NONE

    def copy_from(self, src: hal.Memory, dimensions: Sequence[int]) -> hal.ErrorStatus:
        """Replace the content; after a failure the buffer is uninitialized."""
        try:
            shape = self._content_dimensions(tuple(dimensions))
            size = self.properties.byte_size_of(shape)
            if size is None:
                raise _failed("the size of the type is unknown")
            _check_size(src, size)
            content = BufferContent(read_memory(src), shape)
        except Exception as error:
            self._content = None
            return _failure("copy_from", error)
        self._content = content
        return hal.ErrorStatus.NONE

    def _content_dimensions(self, dimensions: tuple[int, ...]) -> tuple[int, ...]:
        """Return the dimensions of a new content; raise ``DriverError`` if they are invalid."""
        own = self.properties.dimensions
        if is_scalar(self.properties.type):
            if dimensions:
                raise _invalid(f"a scalar has dimensions {list(dimensions)}; must have none")
            return ()
        if dimensions:
            if (problem := dimensions_problem(dimensions)) is not None:
                raise _invalid(str(problem))
            if 0 in dimensions:
                raise _invalid(f"dimensions {list(dimensions)} are not fully specified")
        merged = merge_dimensions(own, dimensions)
        if merged is None:
            raise _invalid(f"dimensions {list(dimensions)} conflict with {list(own)} of the buffer")
        if not merged or 0 in merged:
            raise _invalid(f"the buffer has dimensions {list(own)}; the call must specify all")
        return merged


def _check_size(memory: hal.Memory, size: int) -> None:
    if (found := content_size(memory)) != size:
        raise _invalid(f"the memory has {found} bytes; must have {size}")


def _failure(call: str, error: Exception) -> hal.ErrorStatus:
    """Return the status for an exception: its own, or GENERAL_FAILURE for an unusable memory."""
    vlog(VlogTag.MEMORY, "%s failed: %s", call, error)
    if isinstance(error, DriverError):
        return error.status
    if isinstance(error, MemoryError):
        return hal.ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT
    if not isinstance(error, (OSError, ValueError, TypeError, BufferError)):
        log.error("%s failed", call, exc_info=error)
    return hal.ErrorStatus.GENERAL_FAILURE


def uses_buffers(request: hal.Request) -> bool:
    """Return whether a pool of the request is a driver-managed buffer."""
    for pool in request.pools:  # noqa: SIM110 - ``any`` with a generator takes three times as long
        if isinstance(pool, hal.BufferToken):
            return True
    return False


class RequestBuffers:
    """The buffers of one request by pool index; it keeps them alive during the execution."""

    def __init__(
        self, request: hal.Request, prepared: hal.PreparedModel, buffers: Mapping[int, DomainBuffer]
    ) -> None:
        self._request = request
        self._model = weakref.ref(prepared)
        self._buffers = buffers

    @property
    def outputs(self) -> dict[int, DomainBuffer]:
        """The buffers that the request uses as outputs, by the number of the output."""
        return {number: buffer for number, _, buffer in self._uses(self._request.outputs)}

    def check(self, main: hal.Subgraph, *, contents: bool = True) -> None:
        """Raise ``DriverError`` if the request uses a buffer in a way that is not permitted.

        Without ``contents``, the state and the content's dimensions are not checked: an execution
        that waits for fences reads a buffer only after they have signaled.
        """
        used_as_input: set[int] = set()
        for number, argument, buffer in self._uses(self._request.inputs):
            where = f"input {number}"
            self._check_role(buffer, RoleKind.INPUT, number, where)
            if contents:
                _check_content(buffer, argument, main.operands[main.input_indexes[number]], where)
            used_as_input.add(buffer.token)
        used_as_output: set[int] = set()
        for number, argument, buffer in self._uses(self._request.outputs):
            where = f"output {number}"
            if buffer.token in used_as_input | used_as_output:
                raise _invalid(f"{where}: another argument of the request uses the buffer")
            self._check_role(buffer, RoleKind.OUTPUT, number, where)
            if merge_dimensions(buffer.properties.dimensions, argument.dimensions) is None:
                raise _invalid(
                    f"{where}: dimensions {list(argument.dimensions)} conflict with "
                    f"{list(buffer.properties.dimensions)} of the buffer"
                )
            used_as_output.add(buffer.token)

    def _check_role(self, buffer: DomainBuffer, kind: RoleKind, number: int, where: str) -> None:
        if BufferRoleKey(self._model, kind, number) not in buffer.roles:
            raise _invalid(f"{where}: the buffer was not allocated for this role of this model")

    def _uses(
        self, arguments: Sequence[hal.RequestArgument]
    ) -> Iterator[tuple[int, hal.RequestArgument, DomainBuffer]]:
        for number, argument in enumerate(arguments):
            buffer = self._buffers.get(argument.location.pool_index)
            if buffer is not None and not argument.has_no_value:
                yield number, argument, buffer

    def with_input_contents(self) -> hal.Request:
        """Return the request with the current contents of its input buffers as memories.

        Call ``check`` first. The pools of output buffers remain tokens.
        """
        pools: list[hal.MemoryPool] = list(self._request.pools)
        inputs = list(self._request.inputs)
        for number, argument, buffer in self._uses(self._request.inputs):
            content = buffer.content
            if content is None:
                raise _failed(f"input {number}: the buffer is uninitialized")
            inputs[number] = hal.RequestArgument(
                False, hal.DataLocation(len(pools), 0, len(content.data)), argument.dimensions
            )
            pools.append(_ContentMemory(content.data))
        return replace(self._request, inputs=tuple(inputs), pools=tuple(pools))

    def check_results(self, arrays: Sequence[NDArray[Any]]) -> None:
        """Raise ``DriverError`` with GENERAL_FAILURE if a result does not fit into its buffer."""
        for number, buffer in self.outputs.items():
            known = buffer.properties.dimensions
            if merge_dimensions(known, arrays[number].shape) is None:
                raise _failed(
                    f"output {number} has the shape {list(arrays[number].shape)}, but its buffer "
                    f"has dimensions {list(known)}"
                )

    def store_outputs(self, arrays: Sequence[NDArray[Any]]) -> None:
        """Store the results of a successful execution in its output buffers."""
        for number, buffer in self.outputs.items():
            buffer.initialize(arrays[number].tobytes(), arrays[number].shape)

    def invalidate_outputs(self) -> None:
        """Make the output buffers uninitialized, because the execution failed."""
        for buffer in self.outputs.values():
            buffer.invalidate()


def _check_content(
    buffer: DomainBuffer, argument: hal.RequestArgument, operand: Any, where: str
) -> None:
    content = buffer.content
    if content is None:
        raise _failed(f"{where}: the buffer is uninitialized")
    stated = argument.dimensions or tuple(operand.dimensions)
    size = buffer.properties.byte_size_of(stated)
    if merge_dimensions(content.dimensions, stated) is None or size not in (
        None,
        len(content.data),
    ):
        own = list(content.dimensions)
        raise _invalid(f"{where}: dimensions {list(stated)} conflict with {own} of the buffer")


class _ContentMemory(hal.Memory):
    """The content of an input buffer, read-only, in place of the client's memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    @property
    def name(self) -> str:
        return "driver-managed buffer"

    @property
    def size(self) -> int:
        return len(self._data)

    def view(self) -> memoryview:
        return memoryview(self._data)

    def fileno(self) -> int:
        raise ValueError("a driver-managed buffer has no file descriptor")

    def close(self) -> None:
        """Do nothing: the content belongs to the buffer."""


_TOKENS: Final = 1 << 32

AllocationResult = tuple[hal.ErrorStatus, hal.Buffer | None, int]
"""The answer of ``Device.allocate``."""


class BufferTracker:
    """The live buffers of a device by token, and its prepared models.

    The tracker refers weakly to both: a buffer is freed, and its token becomes invalid, when the
    client and all executions in progress have dropped it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._models: weakref.WeakKeyDictionary[hal.PreparedModel, hal.Subgraph] = (
            weakref.WeakKeyDictionary()
        )
        self._buffers: weakref.WeakValueDictionary[int, DomainBuffer] = (
            weakref.WeakValueDictionary()
        )
        self._last_token = 0

    def register(self, prepared: hal.PreparedModel, main: hal.Subgraph) -> None:
        """Add a prepared model of the device; ``main`` is its main subgraph."""
        with self._lock:
            self._models[prepared] = main

    def allocate(
        self,
        desc: hal.BufferDesc,
        prepared_models: Sequence[hal.PreparedModel],
        input_roles: Sequence[hal.BufferRole],
        output_roles: Sequence[hal.BufferRole],
        accepts: Callable[[BufferProperties], bool] = lambda _: True,
    ) -> AllocationResult:
        """Answer ``Device.allocate``.

        Invalid arguments give INVALID_ARGUMENT. GENERAL_FAILURE is the answer for a type of unknown
        size, and if ``accepts`` returns False for the properties of the buffer.
        """
        try:
            models = self._registered(prepared_models)
            roles, properties = merge_roles(desc, models, input_roles, output_roles)
            if properties.byte_size_of((1,)) is None:
                raise _failed(f"operand type {properties.type} has no known size")
            if not accepts(properties):
                raise _failed(f"the driver does not allocate a buffer of {properties}")
            buffer = self._add(properties, roles)
        except DriverError as error:
            vlog(VlogTag.MEMORY, "allocation refused: %s", error)
            return error.status, None, 0
        except (AttributeError, TypeError, ValueError) as error:
            vlog(VlogTag.MEMORY, "allocation refused, malformed arguments: %s", error)
            return hal.ErrorStatus.INVALID_ARGUMENT, None, 0
        except MemoryError:
            return hal.ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, None, 0
        return hal.ErrorStatus.NONE, buffer, buffer.token

    def _registered(
        self, prepared_models: Sequence[hal.PreparedModel]
    ) -> list[tuple[hal.PreparedModel, hal.Subgraph]]:
        """Return each prepared model with its subgraph; raise ``DriverError`` for a foreign one."""
        found = []
        for number, prepared in enumerate(prepared_models):
            main = None
            if isinstance(prepared, hal.PreparedModel):
                with self._lock:
                    main = self._models.get(prepared)
            if main is None:
                raise _invalid(f"prepared model {number} was not prepared by this driver")
            found.append((prepared, main))
        return found

    def _add(self, properties: BufferProperties, roles: frozenset[BufferRoleKey]) -> DomainBuffer:
        with self._lock:
            if len(self._buffers) >= _TOKENS - 1:
                raise DriverError(hal.ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT, "no token is free")
            token = self._last_token % (_TOKENS - 1) + 1
            while token in self._buffers:
                token = token % (_TOKENS - 1) + 1
            self._last_token = token
            buffer = self._buffers[token] = DomainBuffer(token, properties, roles)
            return buffer

    def buffers_of(self, request: hal.Request, prepared: hal.PreparedModel) -> RequestBuffers:
        """Return the buffers that a request uses.

        Raise ``DriverError`` with INVALID_ARGUMENT for a token that identifies no live buffer.
        """
        found: dict[int, DomainBuffer] = {}
        for index, pool in enumerate(request.pools):
            if not isinstance(pool, hal.BufferToken):
                continue
            with self._lock:
                buffer = self._buffers.get(pool.token)
            if buffer is None:
                raise _invalid(f"pool {index}: token {pool.token} identifies no buffer")
            found[index] = buffer
        return RequestBuffers(request, prepared, found)
