"""Run commands as a user does: in a process of its own, with its own folder and environment.

``run_server.py`` explains why such a process starts faster than ``python -m pytest``.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from nn_conformance_options import join_values

WORKERS = pytest.mark.parametrize(
    "workers",
    [
        pytest.param((), id="alone"),
        pytest.param(("-n", "2"), id="workers", marks=pytest.mark.slow),
    ],
)
"""Run alone and, as a slow test, with two workers, each of which imports the suite anew."""


_PATH = os.pathsep.join(filter(None, sys.path))
"""The import path before a test changes it: the server outlives the test that starts it."""


class RunServer:
    """A process of ``run_server.py`` with this environment, and the socket to it."""

    def __init__(self, environment: Mapping[str, str], catalogues: Sequence[str] = ()) -> None:
        self.socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        program = Path(__file__).with_name("run_server.py")
        self.process = subprocess.Popen(
            [sys.executable, program, str(other.fileno()), *catalogues],
            pass_fds=[other.fileno()],
            # Standard output and errors are in the order of writing.
            env={**environment, "PYTHONPATH": _PATH, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        other.close()

    def close(self) -> None:
        """End the process."""
        self.socket.close()
        self.process.wait()

    def run(self, request: Mapping[str, object], timeout: float) -> tuple[int, float, str | None]:
        """Run a command; return its status, CPU seconds and output.

        After ``timeout`` seconds, kill the process; the output is then ``None``.
        """
        output, theirs = os.pipe()
        try:
            socket.send_fds(self.socket, [json.dumps(request).encode()], [theirs])
        finally:
            os.close(theirs)
        process = self._receive()
        text = read_until(output, time.monotonic() + timeout)
        if text is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        status, cpu = self._receive()
        return status, cpu, None if text is None else text.decode(errors="replace")

    def _receive(self) -> Any:
        answer = self.socket.recv(100)
        assert answer, "the server of runs has ended"
        return json.loads(answer)


@functools.cache
def run_server() -> RunServer:
    """Return the server of this process; it ends with this process."""
    server = RunServer(os.environ)
    atexit.register(server.close)
    return server


def read_until(descriptor: int, end: float) -> bytes | None:
    """Read to the end of a pipe and close it; return ``None`` if it is open at time ``end``."""
    parts = []
    with selectors.DefaultSelector() as selector, os.fdopen(descriptor, "rb", 0) as pipe:
        selector.register(pipe, selectors.EVENT_READ)
        while selector.select(max(0, end - time.monotonic())):
            part = pipe.read(1 << 16)
            if not part:
                return b"".join(parts)
            parts.append(part)
    return None


WITHOUT_SNAPSHOTS = ["-p", "no:syrupy"]
"""Users' runs are without the plugin for snapshots, which changes exit statuses (``|=``)."""


def run_in_new_interpreter(
    arguments: list[str], folder: Path, environment: Mapping[str, str], timeout: float
) -> tuple[int, str]:
    """Run ``python -m pytest``, for tests of what the run imports; else as ``run_pytest``."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *WITHOUT_SNAPSHOTS, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=timeout,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout


def run_pytest(
    arguments: list[str],
    folder: Path,
    environment: Mapping[str, str],
    timeout: float,
    *,
    join: bool = True,
) -> tuple[int, str]:
    """Run pytest and return the exit status and the output, with standard error.

    ``--option value`` becomes ``--option=value``, unless ``join`` is false: if the value is an
    existing path, the plugin would start a new interpreter, which takes more than a second.
    Raise ``subprocess.TimeoutExpired`` if the run does not end within ``timeout`` seconds.
    """
    request = {
        "arguments": [
            "pytest",
            *WITHOUT_SNAPSHOTS,
            *(join_values(arguments) if join else arguments),
        ],
        "folder": str(folder),
        "environment": dict(environment),
    }
    status, _, output = run_server().run(request, timeout)
    if output is None:
        raise subprocess.TimeoutExpired(["pytest", *arguments], timeout)
    return status, output
