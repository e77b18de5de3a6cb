"""``Driver``: one handle for an opened driver, wherever it runs."""

from __future__ import annotations

import os
import socket
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Final

from conformance.drivers.foreign_objects import call_or_default
from conformance.drivers.identity import DriverIdentity, identify_driver
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.drivers.own_process.limits import ProcessError, ProcessLimits
from conformance.drivers.registry import (
    DriverLoadError,
    is_native,
    open_driver,
    split_relaxed,
    updated_build,
)
from conformance.hal import Device, Version
from conformance.hard_limit import TimeLimitExceeded, enforce_time_limit
from conformance.processes import ResourceCounts, ResourceUsage, count_resources, resource_usage

_ASSUMED_VERSION: Final = Version.V1_3
"""The version of a driver that declares no known one."""

_EXIT_NO_DRIVER: Final = 4
"""Exit status if the driver cannot be opened; pytest uses the same one for usage errors."""

_FRAMES: Final = 3


@contextmanager
def start_limit(driver: str, what: str, seconds: float) -> Iterator[None]:
    """Raise ``DriverLoadError`` if the block, which runs driver code, exceeds ``seconds``.

    If the block cannot be interrupted, for example in native code, the process ends with exit
    status 4.
    """
    late = f"--driver {driver}: {what} did not end within {seconds:g} s (--limit start=SECONDS)"
    stuck = f"\nERROR: {late}, and cannot be interrupted\n"
    start = time.monotonic()
    try:
        with enforce_time_limit(seconds, stuck, _EXIT_NO_DRIVER):
            yield
    except TimeLimitExceeded as error:
        where = "".join(traceback.format_tb(error.__traceback__)[-_FRAMES:]).rstrip()
        raise DriverLoadError(f"{late}\n{where}") from None
    # The driver's code may have caught the interruption and returned late.
    if time.monotonic() - start > seconds:
        raise DriverLoadError(late)


class Driver:
    """An opened driver in this process or in one of its own.

    Attributes:
        device: the device, on which the calls of the contract are made.
        text: the driver as on the command line; empty for a device that was passed in.
        process: the supervised process in which the driver runs; ``None`` if it runs in this one.
        relaxed: whether the user states that it computes float32 with the precision of float16.

    """

    def __init__(
        self,
        device: Device,
        text: str = "",
        reopen: Callable[[], Device] | None = None,
        open_updated: Callable[[], Device | None] = lambda: None,
    ) -> None:
        """Wrap an opened device.

        ``reopen`` opens the driver once more, and ``open_updated`` a newer build of it, if one is
        known.
        """
        self.device = device
        self.text = text
        self.relaxed = split_relaxed(text)[1]
        self.process = device if isinstance(device, IsolatedDevice) else None
        self._reopen = reopen
        self._open_updated = open_updated

    @classmethod
    def of(cls, driver: Driver | Device) -> Driver:
        """Return the handle of a device; a handle is returned as it is."""
        return driver if isinstance(driver, Driver) else cls(driver)

    @classmethod
    def open(
        cls,
        text: str,
        limits: ProcessLimits | None = None,
        *,
        isolate: bool | None = None,
        before_restart: Callable[[], None] | None = None,
        updated: str | None = None,
    ) -> Driver:
        """Open the driver that ``text`` names; raise ``DriverLoadError`` if that fails.

        With ``isolate`` the driver runs in its own process, to which ``limits`` apply and before
        whose restarts ``before_restart`` is called; by default, native code does. ``updated`` names
        a newer build.
        """
        apart = is_native(text) if isolate is None else isolate

        def opened(text: str) -> Device:
            return IsolatedDevice(text, limits, before_restart) if apart else open_driver(text)

        newer = updated or updated_build(text)
        return cls(
            opened(text), text, lambda: opened(text), lambda: opened(newer) if newer else None
        )

    @classmethod
    def connected(cls, calls: int, notifications: int, limits: ProcessLimits) -> Driver:
        """Return the driver of a further client; both descriptors are from ``connect``.

        Its end only ends the connection, and it never starts a process.
        """
        sockets = socket.socket(fileno=calls), socket.socket(fileno=notifications)
        return cls(IsolatedDevice("a connection", limits, sockets=sockets))

    @cached_property
    def identity(self) -> DriverIdentity:
        """The identity that the driver reports."""
        return identify_driver(self.device)

    @cached_property
    def version(self) -> Version:
        """The HAL version that the driver declares; HAL 1.3 if it declares no known one."""
        version = call_or_default(lambda: self.device.version, default=None)
        return version if isinstance(version, Version) else _ASSUMED_VERSION

    @property
    def place(self) -> str:
        """Where the driver runs, for reports."""
        return "in the process of the suite" if self.process is None else "in its own process"

    @property
    def given_up(self) -> str:
        """Why no further process of the driver is started; empty if it can be called."""
        return self.process.give_up_reason if self.process is not None else ""

    @property
    def own_process(self) -> IsolatedDevice:
        """The supervised process of a driver that certainly runs in one."""
        assert self.process is not None
        return self.process

    @property
    def pid(self) -> int:
        """The id of the process in which the driver runs; 0 if its own has ended."""
        return os.getpid() if self.process is None else self.process.pid

    def usage(self) -> ResourceUsage:
        """Return the resources of the driver's process; zeros if it has ended."""
        return resource_usage(self.pid) if self.process is None else self.process.resource_usage()

    def resource_counts(self) -> ResourceCounts | None:
        """Return more resources of the driver's process; ``None`` if it has ended.

        The harness's own descriptors, mappings and threads in a process of the driver's own are
        not counted.
        """
        if self.process is None:
            return count_resources(self.pid)
        counts = count_resources(self.pid, self.pid)
        if counts is None:
            return None
        descriptors, mappings, threads = self.process.resources_of_harness()
        return counts._replace(
            descriptors=counts.descriptors - descriptors,
            mappings=counts.mappings - mappings,
            threads=counts.threads - threads,
        )

    def collect_garbage(self) -> int:
        """Make a process of the driver's own release the objects that no client references.

        Return the number of Python objects of the driver's process, which may be this one.
        """
        return sys.getallocatedblocks() if self.process is None else self.process.collect_garbage()

    def restarted(self) -> Driver | None:
        """Return the driver after a restart of its own process, or opened once more in this one.

        ``None`` if it cannot be opened once more.
        """
        if self.process is not None:
            self.process.restart()
            return self
        return None if self._reopen is None else Driver(self._reopen(), self.text)

    def updated(self) -> Driver | None:
        """Open a newer build of the driver; return ``None`` if none is known."""
        device = self._open_updated()
        return None if device is None else Driver(device)

    def second_client(self) -> Driver:
        """Connect a further client of this process to the driver's own process."""
        return Driver.connected(*self.own_process.connect(), self.own_process.limits)

    def kill(self) -> None:
        """Kill a process of the driver's own; a further client only ends its connection."""
        if self.process is not None:
            self.process.restart()

    def close(self) -> ProcessError | None:
        """End the driver's own process, if it has one; return an error if that fails."""
        return None if self.process is None else self.process.close()
