"""Drivers of HAL 1.3 with one fault in their driver-managed buffers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from conformance.hal import Version
from conformance.reference import ReferenceDevice
from conformance.support.domain_buffer import DomainBuffer
from conformance.support.memory_domains import BufferTracker
from conformance.support.request_buffers import RequestBuffers
from tests.sample_drivers.calls.driver_fault import fault


class DomainDevice(ReferenceDevice):
    """The reference driver of HAL 1.3 with another tracker of its buffers."""

    name = "faulty"
    tracker: ClassVar[type[BufferTracker]] = BufferTracker

    def __init__(self, version: Version = Version.V1_3) -> None:
        super().__init__(version)
        self._buffers = self.tracker()


class DomainTracker(BufferTracker):
    """A tracker whose buffers and requests are of these types."""

    buffer: ClassVar[type[DomainBuffer]] = DomainBuffer
    requests: ClassVar[type[RequestBuffers]] = RequestBuffers

    def _add(self, properties: Any, roles: Any) -> DomainBuffer:
        token = super()._add(properties, roles).token
        buffer = self._buffers[token] = self.buffer(token, properties, roles)
        return buffer

    def buffers_of(self, request: Any, prepared: Any) -> RequestBuffers:
        found = super().buffers_of(request, prepared)
        return self.requests(found._request, prepared, found._buffers)


def domain_device(kind: type) -> type[ReferenceDevice]:
    """Return a driver with this class of devices, trackers, buffers or requests."""
    if issubclass(kind, ReferenceDevice):
        return kind
    tracker: Any = kind
    if issubclass(kind, DomainBuffer):
        tracker = type(kind.__name__, (DomainTracker,), {"buffer": kind})
    elif issubclass(kind, RequestBuffers):
        tracker = type(kind.__name__, (DomainTracker,), {"requests": kind})
    return type(kind.__name__, (DomainDevice,), {"tracker": tracker, "__doc__": kind.__doc__})


def domain_fault(name: str, rule: str = "") -> Callable[[type], type]:
    """Register a class of ``domain_device`` as a fault of ``memory_domains_`` + ``name``."""

    def register(kind: type) -> type:
        fault(f"memory_domains_{name}", rule)(domain_device(kind))
        return kind

    return register
