"""The driver-managed buffers that one request uses: checks, input contents, stored outputs."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from numpy.typing import NDArray

from conformance.driver_sdk.binding import DriverError
from conformance.driver_sdk.buffer_properties import BufferRoleKey, RoleKind, merge_dimensions
from conformance.driver_sdk.domain_buffer import DomainBuffer
from conformance.hal import (
    BufferToken,
    DataLocation,
    ErrorStatus,
    Memory,
    MemoryPool,
    PreparedModel,
    Request,
    RequestArgument,
    Subgraph,
)


def uses_buffers(request: Request) -> bool:
    """Return whether a pool of the request is a driver-managed buffer."""
    for pool in request.pools:  # noqa: SIM110 - ``any`` with a generator takes three times as long
        if isinstance(pool, BufferToken):
            return True
    return False


class RequestBuffers:
    """The buffers of one request by pool index; it keeps them alive during the execution."""

    def __init__(
        self, request: Request, prepared: PreparedModel, buffers: Mapping[int, DomainBuffer]
    ) -> None:
        self._request = request
        self._model = weakref.ref(prepared)
        self._buffers = buffers

    @property
    def outputs(self) -> dict[int, DomainBuffer]:
        """The buffers that the request uses as outputs, by the number of the output."""
        return {number: buffer for number, _, buffer in self._uses(self._request.outputs)}

    def check(self, main: Subgraph, *, contents: bool = True) -> None:
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
                raise _invalid(where, "another argument of the request uses the buffer")
            self._check_role(buffer, RoleKind.OUTPUT, number, where)
            if merge_dimensions(buffer.properties.dimensions, argument.dimensions) is None:
                raise _invalid(
                    where,
                    f"dimensions {list(argument.dimensions)} conflict with "
                    f"{list(buffer.properties.dimensions)} of the buffer",
                )
            used_as_output.add(buffer.token)

    def _check_role(self, buffer: DomainBuffer, kind: RoleKind, number: int, where: str) -> None:
        if BufferRoleKey(self._model, kind, number) not in buffer.roles:
            raise _invalid(where, "the buffer was not allocated for this role of this model")

    def _uses(
        self, arguments: Sequence[RequestArgument]
    ) -> Iterator[tuple[int, RequestArgument, DomainBuffer]]:
        for number, argument in enumerate(arguments):
            buffer = self._buffers.get(argument.location.pool_index)
            if buffer is not None and not argument.has_no_value:
                yield number, argument, buffer

    def with_input_contents(self) -> Request:
        """Return the request with the current contents of its input buffers as memories.

        Call ``check`` first. The pools of output buffers remain tokens.
        """
        pools: list[MemoryPool] = list(self._request.pools)
        inputs = list(self._request.inputs)
        for number, argument, buffer in self._uses(self._request.inputs):
            content = buffer.content
            if content is None:
                raise _uninitialized(f"input {number}")
            inputs[number] = RequestArgument(
                False, DataLocation(len(pools), 0, len(content.data)), argument.dimensions
            )
            pools.append(_ContentMemory(content.data))
        return replace(self._request, inputs=tuple(inputs), pools=tuple(pools))

    def check_results(self, arrays: Sequence[NDArray[Any]]) -> None:
        """Raise ``DriverError`` with GENERAL_FAILURE if a result does not fit into its buffer."""
        for number, buffer in self.outputs.items():
            known = buffer.properties.dimensions
            if merge_dimensions(known, arrays[number].shape) is None:
                raise DriverError(
                    ErrorStatus.GENERAL_FAILURE,
                    f"output {number} has the shape {list(arrays[number].shape)}, but its buffer "
                    f"has dimensions {list(known)}",
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
    buffer: DomainBuffer, argument: RequestArgument, operand: Any, where: str
) -> None:
    content = buffer.content
    if content is None:
        raise _uninitialized(where)
    stated = argument.dimensions or tuple(operand.dimensions)
    size = buffer.properties.byte_size_of(stated)
    if merge_dimensions(content.dimensions, stated) is None or size not in (
        None,
        len(content.data),
    ):
        raise _invalid(
            where,
            f"dimensions {list(stated)} conflict with {list(content.dimensions)} of the buffer",
        )


def _uninitialized(where: str) -> DriverError:
    return DriverError(ErrorStatus.GENERAL_FAILURE, f"{where}: the buffer is uninitialized")


def _invalid(where: str, reason: str) -> DriverError:
    return DriverError(ErrorStatus.INVALID_ARGUMENT, f"{where}: {reason}")


_CONTENT_NAME: Final = "driver-managed buffer"


class _ContentMemory(Memory):
    """The content of an input buffer, read-only, in place of the client's memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    @property
    def name(self) -> str:
        return _CONTENT_NAME

    @property
    def size(self) -> int:
        return len(self._data)

    def view(self) -> memoryview:
        return memoryview(self._data)

    def fileno(self) -> int:
        raise ValueError("a driver-managed buffer has no file descriptor")

    def close(self) -> None:
        """Do nothing: the content belongs to the buffer."""
