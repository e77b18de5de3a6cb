"""Messages that the process of a mode sends to the process that supervises it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

import msgspec

from conformance.models.stress.report import GrowthSample, ModeResult


class PhaseStarted(msgspec.Struct, tag="phase", frozen=True):
    """A phase begins; the mode is a HANG if no other message arrives within ``limit`` seconds."""

    name: str
    limit: float


class DriverStarted(msgspec.Struct, tag="driver", frozen=True):
    """The driver's process has this id, which is also the id of its process group."""

    pid: int


class Sampled(msgspec.Struct, tag="sample", frozen=True):
    """A sample of the driver's process."""

    sample: GrowthSample


class Finished(msgspec.Struct, tag="finished", frozen=True):
    """The result of the mode, without the samples; the last message."""

    result: ModeResult
    lacks_models: bool = False


Event = PhaseStarted | DriverStarted | Sampled | Finished
_PART_BYTES: Final = 1 << 16
_MAX_PARTS: Final = 64
"""Largest number of parts that are read at once, so that endless data cannot stop the reader."""

_decoder: Final = msgspec.json.Decoder(Event)


class EventSender:
    """The writing end of a pipe; several threads may use it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def send(self, event: Event) -> None:
        """Send one message; ignore that the supervising process has ended."""
        line = memoryview(msgspec.json.encode(event) + b"\n")
        with self._lock:
            try:
                while line:
                    line = line[os.write(self._descriptor, line) :]
            except OSError:
                return


class EventReader:
    """The reading end of a pipe, which does not block."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending = b""
        os.set_blocking(descriptor, False)

    def read(self) -> tuple[list[Event], bool]:
        """Return the complete messages that have arrived, and whether the pipe has ended.

        Lines that are no messages are skipped: a driver in the process of the mode may write to a
        descriptor that is not its own.
        """
        ended = False
        for _ in range(_MAX_PARTS):
            try:
                part = os.read(self._descriptor, _PART_BYTES)
            except BlockingIOError:
                break
            if not part:
                ended = True
                break
            self._pending += part
        *lines, self._pending = self._pending.split(b"\n")
        self._pending = self._pending[-_MAX_PARTS * _PART_BYTES :]
        return list(_decoded(lines)), ended


def _decoded(lines: Iterable[bytes]) -> Iterator[Event]:
    for line in lines:
        with suppress(msgspec.MsgspecError):
            yield _decoder.decode(line)
