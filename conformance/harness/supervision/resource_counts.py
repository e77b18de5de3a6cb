"""Counts the operating-system resources of a driver's process from ``/proc``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from conformance.processes import private_memory

_PAGE: Final = os.sysconf("SC_PAGESIZE")
_SHARED_MEMORY: Final = "/dev/shm"


class ResourceCounts(NamedTuple):
    """The resources of a process; ``memory`` and ``address_space`` are in bytes.

    ``memory`` is the private resident memory. ``processes`` counts the descendants of the process,
    including those that have ended and were not waited for. The files are those of the user, in
    ``/dev/shm`` (with System V segments) and in the directory for temporary files.
    """

    descriptors: int
    mappings: int
    threads: int
    processes: int
    shared_memory_files: int
    temporary_files: int
    memory: int
    address_space: int


def count_resources(pid: int, descendants_session: int = 0) -> ResourceCounts | None:
    """Return the resources of a process; ``None`` if it has ended.

    With ``descendants_session``, the other processes of that session are counted as descendants,
    because a process that has lost its parent is no longer found through it.
    """
    home = f"/proc/{pid}"
    try:
        return ResourceCounts(
            len(os.listdir(f"{home}/fd")),  # noqa: PTH208 - half the time
            Path(f"{home}/maps").read_bytes().count(b"\n"),
            len(os.listdir(f"{home}/task")),  # noqa: PTH208
            _session_size(descendants_session) - 1 if descendants_session else _descendants(pid),
            _files_of_user(_SHARED_MEMORY) + _system_v_segments(),
            _files_of_user(tempfile.gettempdir()),
            private_memory(pid),
            int(Path(f"{home}/statm").read_bytes().split()[0]) * _PAGE,
        )
    except OSError:
        return None


def descriptor_limit(pid: int) -> int:
    """Return the maximum number of open descriptors of a process."""
    for line in Path(f"/proc/{pid}/limits").read_text().splitlines():
        if line.startswith("Max open files"):
            soft = line.split()[3]
            return int(soft) if soft.isdecimal() else 1 << 20
    return 1 << 20


def _processes() -> Iterable[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]  # noqa: PTH208


def _parent_and_session(pid: int) -> tuple[int, int]:
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0, 0
    return int(fields[1]), int(fields[3])


def _session_size(session: int) -> int:
    return sum(_parent_and_session(pid)[1] == session for pid in _processes())


def _descendants(pid: int) -> int:
    parents = {number: _parent_and_session(number)[0] for number in _processes()}
    count, generation = 0, {pid}
    while generation:
        generation = {child for child, parent in parents.items() if parent in generation}
        count += len(generation)
    return count


def _files_of_user(folder: str) -> int:
    user, count = os.getuid(), 0
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                try:
                    count += entry.stat(follow_symlinks=False).st_uid == user
                except OSError:  # removed in the meantime
                    continue
    except OSError:
        return 0
    return count


def _system_v_segments() -> int:
    try:
        lines = Path("/proc/sysvipc/shm").read_text().splitlines()[1:]
    except OSError:
        return 0
    return sum(line.split()[7] == str(os.getuid()) for line in lines)
