"""Faults in the shared use of driver-managed buffers: threads, clients, and the release."""

from __future__ import annotations

import threading
import time
import weakref
from typing import ClassVar

from conformance.support.domain_buffer import DomainBuffer
from tests.sample_drivers.calls.domain_devices import DomainTracker, domain_device, domain_fault
from tests.sample_drivers.calls.driver_fault import FAILURE
from tests.sample_drivers.calls.memory_domains_faults import AnyModel


class _Locked(DomainBuffer):
    """A buffer that one caller at a time may use."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.lock = threading.Lock()


_BLOCKED_SECONDS = 3.0


@domain_fault("sharing.concurrent_reads")
class BusyReads(_Locked):
    """A read fails while another read is in progress."""

    waiting_time = 0.0

    def copy_to(self, dst):
        if not self.lock.acquire(blocking=False):
            time.sleep(self.waiting_time)
            return FAILURE
        try:
            time.sleep(0.001)
            return super().copy_to(dst)
        finally:
            self.lock.release()


@domain_fault("sharing.concurrent_reads")
class BlockedReads(BusyReads):
    """A read that finds another read in progress does not end."""

    waiting_time = _BLOCKED_SECONDS


@domain_fault("sharing.concurrent_writes")
class BlockedWrites(_Locked):
    """A write that finds a read in progress does not end."""

    def copy_to(self, dst):
        with self.lock:
            time.sleep(0.002)
            return super().copy_to(dst)

    def copy_from(self, src, dimensions):
        if self.lock.locked():
            time.sleep(_BLOCKED_SECONDS)
        return super().copy_from(src, dimensions)


@domain_fault("sharing.concurrent_writes")
class BrokenByWrites(_Locked):
    """After a write during a read the buffer cannot be used."""

    broken = False

    def copy_to(self, dst):
        with self.lock:
            time.sleep(0.002)
            return super().copy_to(dst)

    def copy_from(self, src, dimensions):
        self.broken = self.broken or self.lock.locked()
        return FAILURE if self.broken else super().copy_from(src, dimensions)


@domain_fault("sharing.token_of_another_client")
class TokensOfAllClients(AnyModel):
    """A token may be used by every client whose model is equal."""


AnyClientDevice = domain_device(TokensOfAllClients)
"""The driver with this fault, for a separate process."""


@domain_fault("sharing.released_buffer")
class ReleasedBuffers(DomainTracker):
    """The token of a released buffer remains valid."""

    def _add(self, properties, roles):
        buffer = super()._add(properties, roles)
        self.__dict__.setdefault("kept", []).append(buffer)
        return buffer


@domain_fault("sharing.buffers_of_a_killed_client")
class EndsWithOthers(DomainBuffer):
    """The end of a client's buffer clears the buffers of all clients."""

    live: ClassVar[weakref.WeakSet[DomainBuffer]] = weakref.WeakSet()

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.live.add(self)

    def __del__(self):
        for buffer in list(self.live):
            buffer.invalidate()


@domain_fault("sharing.release_of_one_prepared_model")
class EndsWithModel(DomainBuffer):
    """A buffer loses its content when one of its prepared models ends."""

    def __init__(self, token, properties, roles):
        super().__init__(token, properties, roles)
        for role in roles:
            weakref.finalize(role.model(), self.invalidate)
