"""One process of a driver, seen from the judge: started, listened to, ended, and described."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

import conformance
from conformance.drivers.process import messages as m
from conformance.drivers.process.transport import Channel, MalformedError, close_all

_MODULE: Final = "conformance.drivers.process.child"
_SLICE: Final = 0.1
"""How often in seconds a waiting call looks whether the process still lives."""

_GRACE: Final = 1.0
_TAIL: Final = 1 << 16
_TRACE: Final = 1 << 14
_BUFFER: Final = 1 << 18


class EndedError(Exception):
    """The process is no more, or has broken its connection."""


class OverTimeError(Exception):
    """No answer within the limit."""


class Child:
    """A started process with its two connections and what it prints.

    A thread reads notifications and output, and sees the end. Nothing of the process's is held
    after ``close``.
    """

    def __init__(
        self,
        on_notification: Callable[[m.Notification], None],
        on_end: Callable[[Child], None],
    ) -> None:
        self._on_notification = on_notification
        self._on_end = on_end
        self.violation = ""
        self.received = 0
        self._arrived = threading.Condition()
        self._printed = bytearray()
        self._printed_lock = threading.Lock()
        self._lost = 0
        self._ended = threading.Event()
        self._note_decoder = msgspec.msgpack.Decoder(m.Notification)
        with contextlib.ExitStack() as undo:
            calls, their_calls = _pair(undo)
            notes, their_notes = _pair(undo)
            output, their_output = os.pipe2(os.O_CLOEXEC)
            undo.callback(close_all, [output, their_output])
            trace = os.memfd_create("nn-conformance-trace", os.MFD_CLOEXEC)
            undo.callback(close_all, [trace])
            self._quit = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
            undo.callback(close_all, [self._quit])
            given = (their_calls.fileno(), their_notes.fileno(), trace)
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", _MODULE, *map(str, given), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=their_output,
                stderr=their_output,
                pass_fds=given,
                start_new_session=True,
                env=_environment(),
            )
            undo.callback(self._process.kill)
            self._pidfd = os.pidfd_open(self._process.pid)
            undo.pop_all()
        their_calls.close()
        their_notes.close()
        os.close(their_output)
        os.set_blocking(output, False)
        encoder = m.encoder()
        self.calls, self._notes = Channel(calls, encoder), Channel(notes, encoder)
        slice_ = struct.pack("ll", int(_SLICE), int(_SLICE % 1 * 1_000_000))
        calls.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, slice_)
        calls.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, slice_)
        self._output, self._trace = output, trace
        self._reader = threading.Thread(target=self._read, name="nn-driver-reader", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """Process id, for reading usage and setting limits."""
        return self._process.pid

    @property
    def known_ended(self) -> bool:
        """True once the end has been seen; cheaper than ``ended``, and a moment behind it."""
        return self._ended.is_set()

    def ended(self) -> bool:
        """True once the process is no more; all that it sent before has been delivered."""
        if not self._ended.is_set() and _readable(self._pidfd, 0):
            self._ended.wait(_GRACE)
        return self._ended.is_set()

    def send(self, message: m.Message, fds: list[int]) -> None:
        """Send a call; ``EndedError`` when nobody takes it."""
        try:
            self.calls.send(message, fds)
        except (ConnectionError, BlockingIOError) as error:
            raise EndedError from error

    def receive(self, seconds: float) -> tuple[memoryview | bytes, list[int]]:
        """The answer's bytes and descriptors; ``EndedError``, ``OverTimeError``."""
        deadline = time.monotonic() + seconds
        self.calls.linger()
        while True:
            try:
                packet = self.calls.receive()
            except BlockingIOError:
                if self.ended():
                    raise EndedError from None
                if time.monotonic() > deadline:
                    raise OverTimeError from None
                continue
            except MalformedError as error:
                self.violation = str(error)
                raise EndedError from error
            if packet is None:
                if not self._ended.wait(_GRACE):
                    self.violation = self.violation or "its connection was closed"
                raise EndedError
            return packet

    def unasked(self) -> bool:
        """True when something lies on the calls' connection that nobody asked for."""
        try:
            return bool(
                self.calls.socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT | socket.MSG_TRUNC)
            )
        except (BlockingIOError, ConnectionError):
            return False

    def await_notifications(self, count: int) -> None:
        """Return once ``count`` notifications of the second connection have been delivered."""
        if self.received < count:
            with self._arrived:
                self._arrived.wait_for(
                    lambda: self.received >= count or self._ended.is_set(), _GRACE
                )

    def trace(self, ask: bool) -> list[str]:
        """Lines of the Python trace; ``ask`` has the living process write one first."""
        before = os.fstat(self._trace).st_size
        if ask:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGUSR1)
            deadline = time.monotonic() + _GRACE
            size = before
            while time.monotonic() < deadline and not self._ended.is_set():
                time.sleep(0.02)
                now = os.fstat(self._trace).st_size
                if now > before and now == size:
                    break
                size = now
        end = os.fstat(self._trace).st_size
        start = max(before if ask else 0, end - _TRACE)
        return os.pread(self._trace, end - start, start).decode("utf-8", "replace").splitlines()

    def take_output(self) -> str:
        """What was printed since the last time, at most the last 64 KiB."""
        if not self._printed:
            return ""
        with self._printed_lock:
            printed, self._printed = self._printed, bytearray()
            lost, self._lost = self._lost, 0
        text = printed.decode("utf-8", "replace")
        return f"[{lost} bytes left out]\n{text}" if lost else text

    def status(self) -> int:
        """Exit status of an ended process; negative: the signal that ended it."""
        return self._process.wait(_GRACE)

    def await_end(self, seconds: float) -> bool:
        """Wait for the process to end; whether it did."""
        return self._ended.wait(seconds)

    def kill(self) -> None:
        """End the process and all that it started in its session, and wait until it is gone."""
        self._kill_group()
        if threading.current_thread() is not self._reader:
            self._ended.wait(10.0)

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def close(self) -> None:
        """Kill what still runs, and give everything back."""
        if self._quit < 0:
            return
        self.kill()
        os.eventfd_write(self._quit, 1)
        if threading.current_thread() is not self._reader:
            self._reader.join(10.0)
        self.calls.close()
        self._notes.close()
        close_all([self._output, self._trace, self._pidfd, self._quit])
        self._quit = -1

    def _read(self) -> None:
        """Deliver notifications, keep the end of the output, see the end: the reader's thread."""
        poll = select.poll()
        notes = self._notes.socket.fileno()
        for fd in (notes, self._output, self._pidfd, self._quit):
            poll.register(fd, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll()}
            if self._output in ready and not self._drain():
                poll.unregister(self._output)
            if notes in ready and not self._take_note():
                poll.unregister(notes)
                if not _readable(self._pidfd, _GRACE):
                    self.violation = self.violation or "its connection was closed"
                    self._kill_group()
            if self._pidfd in ready or self._quit in ready:
                break
        # The group goes before the process is reaped: until then its number cannot be another's.
        self._kill_group()
        while self._take_note(socket.MSG_DONTWAIT):
            pass
        for _ in range(_BUFFER // _TAIL):
            if not self._drain():
                break
        self._process.wait()
        self._ended.set()
        with self._arrived:
            self._arrived.notify_all()
        self._on_end(self)

    def _drain(self) -> bool:
        """Read some output; false at its end, and when there is none just now."""
        try:
            part = os.read(self._output, _TAIL)
        except BlockingIOError:
            return True
        with self._printed_lock:
            self._printed += part
            excess = len(self._printed) - _TAIL
            if excess > 0:
                del self._printed[:excess]
                self._lost += excess
        return bool(part)

    def _take_note(self, flags: int = 0) -> bool:
        """Deliver one notification; false when no more will come."""
        try:
            packet = self._notes.receive(flags)
            if packet is None:
                return False
            data, fds = packet
            close_all(fds)
            self._on_notification(self._note_decoder.decode(data))
        except BlockingIOError:
            return False
        except (MalformedError, msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.violation = self.violation or f"a notification: {error}"
            self._kill_group()
            return False
        with self._arrived:
            self.received += 1
            self._arrived.notify_all()
        return True


def _pair(undo: contextlib.ExitStack) -> tuple[socket.socket, socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    undo.callback(ours.close)
    undo.callback(theirs.close)
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)
    return ours, theirs


def _readable(fd: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def _environment() -> dict[str, str]:
    """The environment with this very package first on the path of Python."""
    environment = dict(os.environ)
    inherited = environment.get("PYTHONPATH", "")
    environment["NN_CONFORMANCE_PYTHONPATH"] = inherited
    home = str(Path(conformance.__file__).resolve().parent.parent)
    environment["PYTHONPATH"] = home + (os.pathsep + inherited if inherited else "")
    return environment


def usage(pid: int) -> tuple[int, int]:
    """Open descriptors and private resident bytes of a process; zeros when it is gone."""
    try:
        descriptors = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - half the time
        fields = Path(f"/proc/{pid}/statm").read_bytes().split()
    except OSError:
        return 0, 0
    return descriptors, (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGESIZE")


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used so far."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
