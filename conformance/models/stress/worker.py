"""Python processes that run a function of this package and report to the process above them."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from conformance.drivers.own_process.child import python_command, spawn
from conformance.hal import SharedMemory
from conformance.processes import die_with_parent


class _RequestPickler(pickle.Pickler):
    """Pickles the contents of the memories in which models have their constants."""

    def reducer_override(self, value: object) -> Any:
        if isinstance(value, SharedMemory):
            return _memory, (bytes(value.view()),)
        return NotImplemented


def _memory(content: bytes) -> SharedMemory:
    return SharedMemory(initial=content)


class Worker:
    """A new Python process that runs the function ``main`` of a module with a request.

    The process is killed when this one ends. ``messages`` is the reading end of its pipe.
    """

    def __init__(
        self, module: str, request: object, descriptors: Sequence[int] = (), **options: Any
    ) -> None:
        """Start the process; it inherits ``descriptors``, and ``options`` are those of Popen."""
        self.messages, writing = Pipe(duplex=False)
        with os.fdopen(os.memfd_create("nn-stress-request"), "wb") as file, writing:
            _RequestPickler(file).dump(request)
            file.flush()
            passed = file.fileno(), writing.fileno(), *descriptors
            self.process = spawn(
                python_command(module, os.getpid(), *passed),
                stdin=subprocess.DEVNULL,
                pass_fds=passed,
                **options,
            )


class MessageSender:
    """The writing end of a worker's pipe; several threads may use it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def send(self, message: object) -> None:
        """Send a message; ignore that the process that reads it has ended."""
        with self._lock, suppress(OSError):
            self._connection.send(message)


def end_text(status: int) -> str:
    """Return how a process ended; ``status`` is negative if a signal ended it."""
    if status >= 0:
        return f"exited with status {status}"
    known = {number.value: number.name for number in signal.Signals}
    return f"died of {known.get(-status, f'signal {-status}')}"


def take_request() -> tuple[Any, MessageSender, list[int]]:
    """Return this worker's request, the pipe for its messages and the inherited descriptors."""
    parent, request, messages, *descriptors = map(int, sys.argv[1:])
    die_with_parent(parent)
    for descriptor in (request, messages, *descriptors):
        os.set_inheritable(descriptor, False)
    sys.argv[1:] = []
    with os.fdopen(request, "rb") as file:
        file.seek(0)
        return pickle.load(file), MessageSender(Connection(messages, readable=False)), descriptors
