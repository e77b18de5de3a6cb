"""The state that a worker of a campaign records in files, so that nothing is lost when it dies."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import shutil
import struct
import time
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from conformance.files import write_atomically
from conformance.harness.calls import driver_calls
from fuzz.core.finding import FuzzFinding

_HEAD: Final = struct.Struct("<QQI")
"""Number of started inputs, monotonic start of the current one in ns (0: none), its length."""

_CAPACITY: Final = 1 << 20
_CALL: Final = slice(_HEAD.size + _CAPACITY, _HEAD.size + _CAPACITY + 128)
"""The name of the last call of the driver, after the head and the input."""
_FILE: Final = "current"
_RULES: Final = "rules.json"
_FINDING: Final = ".finding"
_INPUT: Final = ".input"


@dataclass(frozen=True, slots=True)
class CurrentInput:
    """The input that a worker is running or ran last; ``started_ns`` is 0 after its end."""

    count: int
    started_ns: int
    data: bytes


class RunState:
    """The folder of one worker: the current input, its findings and the rules that it reached."""

    def __init__(self, folder: Path, memory: mmap.mmap) -> None:
        self.folder = folder
        self._memory = memory
        self._count = 0
        self._recorded: set[str] = set()
        self._rules = 0

    @classmethod
    def create(cls, folder: Path) -> RunState:
        """Create the folder for a new worker process and return its state.

        The space on the disk is reserved: a write to mapped memory on a full disk would end the
        process with SIGBUS.
        """
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / _FILE).open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, _CALL.stop)
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path) -> RunState:
        """Return the state in an existing folder."""
        with (folder / _FILE).open("r+b") as file:
            return cls(folder, mmap.mmap(file.fileno(), _CALL.stop))

    def record_calls(self) -> None:
        """Record the calls of the driver that this process makes (``last_call``)."""
        size = _CALL.stop - _CALL.start

        def record(call: str) -> None:
            self._memory[_CALL] = call.encode("utf-8", "replace")[:size].ljust(size, b"\0")

        driver_calls.on_call = record

    def begin(self, data: bytes) -> None:
        """Record that an input starts."""
        self._count += 1
        part = data[:_CAPACITY]
        self._memory[_HEAD.size : _HEAD.size + len(part)] = part
        self._memory[: _HEAD.size] = _HEAD.pack(self._count, time.monotonic_ns(), len(part))

    def begin_again(self, data: bytes) -> None:
        """Record that an earlier input runs again, to find out whether it leaks."""
        self._count -= 1
        self.begin(data)

    def end(self, rules: set[str]) -> None:
        """Record that the input has ended, and the rules that some input broke alone."""
        self._memory[8:16] = bytes(8)
        if len(rules) > self._rules:
            self._rules = len(rules)
            write_atomically(
                self.folder / _RULES, json.dumps(sorted(rules)).encode(), only_regular=True
            )

    def record(self, finding: FuzzFinding, data: bytes) -> None:
        """Store a finding and its input, once for each signature."""
        if finding.signature in self._recorded:
            return
        self._recorded.add(finding.signature)
        name = sha256(finding.signature.encode()).hexdigest()[:16]
        # The description is written last: a finding with a description has its input.
        write_atomically(self.folder / f"{name}{_INPUT}", data, only_regular=True)
        text = json.dumps(asdict(finding)).encode()
        write_atomically(self.folder / f"{name}{_FINDING}", text, only_regular=True)

    # -------------------------------------------------------------------- the parent's side

    def current(self) -> CurrentInput:
        """Return the current input of the worker."""
        count, started, length = _HEAD.unpack(self._memory[: _HEAD.size])
        return CurrentInput(count, started, self._memory[_HEAD.size : _HEAD.size + length])

    def last_call(self) -> str:
        """Return the call of the driver that the worker made last; empty if it made none."""
        return self._memory[_CALL].rstrip(b"\0").decode("utf-8", "replace")

    def take_findings(self) -> list[tuple[FuzzFinding, bytes]]:
        """Return the findings that were recorded since the last call, with their inputs."""
        findings = []
        for path in sorted(self.folder.glob(f"*{_FINDING}")):
            with contextlib.suppress(OSError, ValueError, TypeError):  # a process was killed
                finding = FuzzFinding(**json.loads(path.read_text(encoding="utf-8")))
                findings.append((finding, path.with_suffix(_INPUT).read_bytes()))
            path.unlink()
            path.with_suffix(_INPUT).unlink(missing_ok=True)
        return findings

    def rules(self) -> set[str]:
        """Return the rules that the worker has reached alone."""
        with contextlib.suppress(OSError, ValueError):
            names: list[Any] = json.loads((self.folder / _RULES).read_text(encoding="utf-8"))
            return {str(name) for name in names}
        return set()

    def close(self) -> None:
        """Unmap the memory and remove the files."""
        self._memory.close()
        shutil.rmtree(self.folder, ignore_errors=True)
