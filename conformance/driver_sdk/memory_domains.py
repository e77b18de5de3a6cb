"""Driver-managed buffers (memory domains, HAL 1.3): allocation, tokens, look-up for requests.

``BufferTracker`` holds the buffers of a device. A driver that derives from ``BaseDevice`` sets
``memory_domains = True``; other drivers call the tracker themselves. ``RequestBuffers`` checks the
buffers of one request.
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Final

from conformance.driver_sdk.binding import DriverError
from conformance.driver_sdk.buffer_properties import BufferProperties, BufferRoleKey, merge_roles
from conformance.driver_sdk.domain_buffer import DomainBuffer
from conformance.driver_sdk.request_buffers import RequestBuffers
from conformance.driver_sdk.vlog import VlogTag, vlog
from conformance.hal import (
    Buffer,
    BufferDesc,
    BufferRole,
    BufferToken,
    ErrorStatus,
    PreparedModel,
    Request,
    Subgraph,
)

log = logging.getLogger(__name__)

_TOKENS: Final = 1 << 32

AllocationResult = tuple[ErrorStatus, Buffer | None, int]
"""The answer of ``Device.allocate``."""


class BufferTracker:
    """The live buffers of a device by token, and its prepared models.

    The tracker refers weakly to both: a buffer is freed, and its token becomes invalid, when the
    client and all executions in progress have dropped it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._models: weakref.WeakKeyDictionary[PreparedModel, Subgraph] = (
            weakref.WeakKeyDictionary()
        )
        self._buffers: weakref.WeakValueDictionary[int, DomainBuffer] = (
            weakref.WeakValueDictionary()
        )
        self._last_token = 0

    def register(self, prepared: PreparedModel, main: Subgraph) -> None:
        """Add a prepared model of the device; ``main`` is its main subgraph."""
        with self._lock:
            self._models[prepared] = main

    def allocate(
        self,
        desc: BufferDesc,
        prepared_models: Sequence[PreparedModel],
        input_roles: Sequence[BufferRole],
        output_roles: Sequence[BufferRole],
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
                raise DriverError(
                    ErrorStatus.GENERAL_FAILURE, f"operand type {properties.type} has no known size"
                )
            if not accepts(properties):
                raise DriverError(
                    ErrorStatus.GENERAL_FAILURE,
                    f"the driver does not allocate a buffer of {properties}",
                )
            buffer = self._add(properties, roles)
        except DriverError as error:
            vlog(VlogTag.MEMORY, "allocation refused: %s", error)
            return error.status, None, 0
        except (AttributeError, TypeError, ValueError) as error:
            vlog(VlogTag.MEMORY, "allocation refused, malformed arguments: %s", error)
            return ErrorStatus.INVALID_ARGUMENT, None, 0
        except MemoryError:
            return ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, None, 0
        return ErrorStatus.NONE, buffer, buffer.token

    def _registered(
        self, prepared_models: Sequence[PreparedModel]
    ) -> list[tuple[PreparedModel, Subgraph]]:
        """Return each prepared model with its subgraph; raise ``DriverError`` for a foreign one."""
        found = []
        for number, prepared in enumerate(prepared_models):
            main = None
            if isinstance(prepared, PreparedModel):
                with self._lock:
                    main = self._models.get(prepared)
            if main is None:
                raise DriverError(
                    ErrorStatus.INVALID_ARGUMENT,
                    f"prepared model {number} was not prepared by this driver",
                )
            found.append((prepared, main))
        return found

    def _add(self, properties: BufferProperties, roles: frozenset[BufferRoleKey]) -> DomainBuffer:
        with self._lock:
            if len(self._buffers) >= _TOKENS - 1:
                raise DriverError(ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT, "no token is free")
            token = self._last_token % (_TOKENS - 1) + 1
            while token in self._buffers:
                token = token % (_TOKENS - 1) + 1
            self._last_token = token
            buffer = self._buffers[token] = DomainBuffer(token, properties, roles)
            return buffer

    def buffers_of(self, request: Request, prepared: PreparedModel) -> RequestBuffers:
        """Return the buffers that a request uses.

        Raise ``DriverError`` with INVALID_ARGUMENT for a token that identifies no live buffer.
        """
        found: dict[int, DomainBuffer] = {}
        for index, pool in enumerate(request.pools):
            if not isinstance(pool, BufferToken):
                continue
            with self._lock:
                buffer = self._buffers.get(pool.token)
            if buffer is None:
                raise DriverError(
                    ErrorStatus.INVALID_ARGUMENT,
                    f"pool {index}: token {pool.token} identifies no buffer",
                )
            found[index] = buffer
        return RequestBuffers(request, prepared, found)
