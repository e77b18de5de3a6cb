"""Drivers of HAL 1.3 with another tracker of driver-managed buffers, buffers or requests."""

from __future__ import annotations

from typing import Any, ClassVar

from conformance.driver_sdk.buffers import BufferTracker, DomainBuffer, RequestBuffers
from conformance.hal import Version
from conformance.reference import ReferenceDevice
from tests.faults.drivers import changed


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
        tracker = changed(DomainTracker, buffer=kind)
    elif issubclass(kind, RequestBuffers):
        tracker = changed(DomainTracker, requests=kind)
    return changed(DomainDevice, tracker=tracker, __doc__=kind.__doc__)


def allocation(allocate: Any, **members: Any) -> type[ReferenceDevice]:
    """Return a driver with ``allocate(device, right, desc, models, inputs, outputs)``."""
    return changed(DomainDevice, allocate=allocate, **members)


def tracker(**members: Any) -> type[ReferenceDevice]:
    """Return a driver whose tracker of buffers has changed members."""
    return domain_device(changed(DomainTracker, **members))


def buffer(**members: Any) -> type[ReferenceDevice]:
    """Return a driver whose buffers have changed members."""
    return domain_device(changed(DomainBuffer, **members))


def requests(**members: Any) -> type[ReferenceDevice]:
    """Return a driver that handles the buffers of requests with changed members."""
    return domain_device(changed(RequestBuffers, **members))
