"""Processes of the system: end with the parent, children, resource usage, limit on open files."""

from __future__ import annotations

import ctypes
import gc
import os
import re
import resource
import signal
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

_PR_SET_PDEATHSIG: Final = 1


def die_with_parent(parent: int) -> None:
    """Make the kernel kill this process when the thread that started it ends.

    ``parent`` is the id of the process that started it. If that process has ended already, this
    process ends at once, because the kernel would send no signal.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


_PR_SET_CHILD_SUBREAPER: Final = 36


def child_processes(process: int) -> list[int]:
    """Return the ids of the running children of a process; zombies are omitted."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [child for child in map(int, text.split()) if process_name(child)]


def adopt_orphans() -> None:
    """Become the parent of processes that descendants of this process leave without a parent."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def process_name(process: int) -> str:
    """Return the command name of a process; empty if it has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return ""
    name, _, rest = text.partition("(")[2].rpartition(")")
    return "" if rest.split()[0] in "ZX" else name


FEWEST_FILES: Final = 256
"""Smallest limit on open files with which a run can work."""
_USUAL_FILES: Final = 1024


def open_files_problem() -> str:
    """Return why the limit on open files does not permit a run; an empty text if it does.

    A soft limit that is too low is raised, if the hard limit permits it.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if not 0 <= soft < FEWEST_FILES:
        return ""
    wanted = _USUAL_FILES if hard < 0 else min(hard, _USUAL_FILES)
    if wanted >= FEWEST_FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return ""
    return (
        f"the limit on open files (RLIMIT_NOFILE) of this process is {hard}, and a run needs at "
        f"least {FEWEST_FILES}: raise it in the program that starts the run, for example with "
        "'ulimit -n 1024'"
    )


_RESERVED_FILES: Final = 64
"""The number of files that a case may open at the same time."""


def exhausted_files() -> str:
    """Return that hardly any file can be opened in this process; an empty text if many can.

    The text names the files that are open most often, which a driver in this process leaks.
    """
    limit = descriptor_limit(os.getpid())
    try:
        lowest = os.open("/", os.O_RDONLY | os.O_CLOEXEC)  # the lowest number that is free
    except OSError:
        lowest = limit
    else:
        os.close(lowest)
    if lowest < limit - _RESERVED_FILES:
        return ""
    opened: Counter[str] = Counter()
    for number in range(limit):
        with suppress(OSError):
            name = os.readlink(f"/proc/self/fd/{number}")  # noqa: PTH115 - may be no path
            opened[name.partition(":[")[0].removesuffix(" (deleted)")] += 1
    kinds = ", ".join(f"{count:,} are {name}" for name, count in opened.most_common(3))
    return (
        f"this process has {opened.total():,} open files, the limit is {limit:,}: {kinds}\n"
        "The driver probably does not close its files; with --isolate, it has a process of its own"
    )


_PAGE: Final = os.sysconf("SC_PAGESIZE")
_ANONYMOUS: Final = re.compile(rb"^Anonymous:\s+(\d+) kB$", re.MULTILINE)
_MALLOC_TRIM: Final = getattr(ctypes.CDLL(None), "malloc_trim", None)
"""``malloc_trim`` of glibc; musl has none."""


def private_memory(pid: int) -> int:
    """Return the private resident memory of a process in bytes.

    Raise ``OSError`` if the process has ended. ``statm`` and ``status`` lack the latest changes of
    each processor on Linux 6.2 to 6.16, and of each thread before; ``smaps_rollup`` counts the
    pages. Kernels before 4.14, or without CONFIG_PROC_PAGE_MONITOR, do not have it.
    """
    try:
        found = _ANONYMOUS.search(Path(f"/proc/{pid}/smaps_rollup").read_bytes())
    except OSError:
        found = None
    if found is not None:
        return int(found[1]) << 10
    return _counted_memory(pid)


def _counted_memory(pid: int) -> int:
    """Return the private resident memory as the kernel counts it, in a hundredth of the time."""
    fields = Path(f"/proc/{pid}/statm").read_bytes().split()
    return (int(fields[1]) - int(fields[2])) * _PAGE


def release_free_memory() -> None:
    """Collect reference cycles and return the free memory of the heap to the system.

    Otherwise a leak can use memory that was freed earlier, which is still resident: after the
    imports, the heap of a driver's process has about 2 MiB of it, enough for 500 leaked pages.
    """
    gc.collect()
    if _MALLOC_TRIM is not None:
        _MALLOC_TRIM(0)


class ResourceUsage(NamedTuple):
    """The number of open descriptors, the private resident bytes and the number of threads.

    The bytes may lack those of the last moments, some MiB on a machine with many processors.
    """

    descriptors: int
    private: int
    threads: int


def resource_usage(pid: int) -> ResourceUsage:
    """Return the resources that a process uses; zeros if it has ended."""
    try:
        descriptors = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - half the time
        threads = len(os.listdir(f"/proc/{pid}/task"))  # noqa: PTH208
        return ResourceUsage(descriptors, _counted_memory(pid), threads)
    except OSError:
        return ResourceUsage(0, 0, 0)


def processor_seconds(pid: int) -> float:
    """Return the processor seconds that a process has used so far; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


_SHARED_MEMORY: Final = "/dev/shm"


class ResourceCounts(NamedTuple):
    """The resources of a process; ``memory`` and ``address_space`` are in bytes.

    ``memory`` is the private resident memory. ``processes`` counts the descendants of the process,
    including those that have ended and were not waited for. The files are those of the user, in
    ``/dev/shm`` (with System V segments) and in the directory for temporary files. ``objects`` are
    memory blocks of Python, which only the process itself can count.
    """

    descriptors: int
    mappings: int
    threads: int
    processes: int
    shared_memory_files: int
    temporary_files: int
    memory: int
    address_space: int
    objects: int = 0


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
            _descendants(pid, descendants_session),
            _files_of_user(_SHARED_MEMORY) + _system_v_segments(),
            _files_of_user(tempfile.gettempdir()),
            private_memory(pid),
            int(Path(f"{home}/statm").read_bytes().split()[0]) * _PAGE,
        )
    except OSError:
        return None


def descriptor_limit(pid: int) -> int:
    """Return the maximum number of open descriptors of a process."""
    soft, _ = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    return soft if soft >= 0 else 1 << 20


def _parent_and_session(pid: int) -> tuple[int, int]:
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0, 0
    return int(fields[1]), int(fields[3])


def _descendants(pid: int, session: int) -> int:
    numbers = [int(name) for name in os.listdir("/proc") if name.isdecimal()]  # noqa: PTH208
    if session:
        return sum(_parent_and_session(number)[1] == session for number in numbers) - 1
    parents = {number: _parent_and_session(number)[0] for number in numbers}
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
