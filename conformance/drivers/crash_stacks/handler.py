"""The library that writes native stacks in the driver process, and the call each thread is making.

The adapter for native drivers calls the library through ``recorded``. When a thread crashes, the
handler of ``handler.c`` asks the thread that ``watch_crashes`` starts, which writes the call.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import threading
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from conformance.files import default_cache_dir, replace_atomically

HANDLER_NAME: Final = "nn-native-stack"
"""The start of the library's file name."""

SAVED_PRELOAD: Final = "NN_CONFORMANCE_LD_PRELOAD"
"""Environment variable with the user's LD_PRELOAD, which the driver process restores."""

_SOURCE: Final = Path(__file__).with_name("handler.c")
_FLAGS: Final = ("-shared", "-fPIC", "-O1", "-pthread", "-ldl")
_BUILD_SECONDS: Final = 30.0
_SANITIZERS: Final = ("asan", "tsan", "msan", "ubsan", "lsan")


def add_preload(environment: MutableMapping[str, str]) -> None:
    """Change LD_PRELOAD in the environment of a driver process so that it loads the library.

    A preloaded sanitizer reports crashes itself, so nothing is added to it. Without a C compiler
    nothing is added either.
    """
    inherited = environment.get("LD_PRELOAD", "")
    library = None if has_sanitizer(inherited) else handler_library()
    if library is not None:
        environment[SAVED_PRELOAD] = inherited
        environment["LD_PRELOAD"] = f"{inherited}:{library}" if inherited else str(library)


def has_sanitizer(preloaded: str) -> bool:
    """Return whether a list of preloaded libraries contains the runtime of a sanitizer."""
    names = (os.path.basename(entry) for entry in preloaded.replace(":", " ").split())  # noqa: PTH119
    return any(sanitizer in name for name in names for sanitizer in _SANITIZERS)


def restore_preload() -> None:
    """Restore the user's LD_PRELOAD in this process, for processes that the driver starts."""
    original = os.environ.pop(SAVED_PRELOAD, None)
    if original:
        os.environ["LD_PRELOAD"] = original
    elif original is not None:
        os.environ.pop("LD_PRELOAD", None)


def start_writing(descriptor: int) -> None:
    """Write the native stack of a crash of this process to ``descriptor`` from now on.

    Nothing happens if the library is not loaded. A descriptor of -1 ends the writing, so that the
    regular end of the process is not reported.
    """
    global _descriptor
    start = getattr(ctypes.CDLL(None), "nn_stack_start", None)
    if start is not None:
        start(descriptor)
        _descriptor = descriptor


_descriptor = -1


def trace_descriptor() -> int:
    """Return the descriptor to which this process writes crashes; -1 if it writes none."""
    return _descriptor


@cache
def handler_library() -> Path | None:
    """Return the path of the built library; ``None`` if it cannot be built.

    The library is kept in the cache folder under a name with a digest of its source and of the
    compiler.
    """
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc")
    if compiler is None:
        return None
    with suppress(OSError, subprocess.SubprocessError):
        parts = (_SOURCE.read_bytes(), compiler.encode(), platform.machine().encode())
        digest = hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
        target = default_cache_dir() / f"{HANDLER_NAME}-{digest}.so"
        if " " in str(target) or ":" in str(target):  # LD_PRELOAD separates its entries by these
            return None
        if not target.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            with replace_atomically(target, only_regular=True) as partial:
                _build(compiler, partial)
        return target if target.stat().st_uid == os.getuid() else None
    return None


def _build(compiler: str, target: Path) -> None:
    environment = {name: text for name, text in os.environ.items() if name != "LD_PRELOAD"}
    subprocess.run(
        [compiler, str(_SOURCE), *_FLAGS, "-o", str(target)],
        check=True,
        capture_output=True,
        timeout=_BUILD_SECONDS,
        stdin=subprocess.DEVNULL,
        env=environment,
    )


CALL_LINE: Final = "nnapi-call\t"
"""The start of each line that describes the call of the thread that crashed."""

_MAX_LINES: Final = 60
_THREAD_BYTES: Final = 8

DescribeCall = Callable[[str, tuple[Any, ...]], list[str]]
"""Returns the lines that describe a call: the name of the function and its arguments."""

_running: Final[dict[int, tuple[str, tuple[Any, ...]]]] = {}


def recorded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls ``function`` and records the call while it runs."""
    thread, running = threading.get_ident, _running

    def call(*arguments: Any) -> Any:
        here = thread()
        running[here] = (name, arguments)
        try:
            return function(*arguments)
        finally:
            running.pop(here, None)

    return call


def watch_crashes(describe: DescribeCall) -> None:
    """Start the thread that writes the call of a crashing thread to the trace of this process.

    This process must write crashes (``trace_descriptor``).
    """
    ask = ctypes.CDLL(None).nn_stack_ask
    trace = trace_descriptor()
    questions, question = os.pipe2(os.O_CLOEXEC)
    told, tell = os.pipe2(os.O_CLOEXEC)
    threading.Thread(
        target=_answer, args=(questions, tell, trace, describe), name="nn-crash-calls", daemon=True
    ).start()
    ask(question, told)


def _answer(questions: int, tell: int, trace: int, describe: DescribeCall) -> None:
    while packet := os.read(questions, _THREAD_BYTES):
        with suppress(Exception):  # whatever fails here, the crash itself is reported
            lines = _description(int.from_bytes(packet, "little"), describe)
            text = "".join(f"{CALL_LINE}{line}\n" for line in lines[:_MAX_LINES])
            os.write(trace, text.encode("utf-8", "backslashreplace"))
        os.write(tell, b".")


def _description(thread: int, describe: DescribeCall) -> list[str]:
    """Return the lines on the call of ``thread``; of all calls if it is a thread of the driver."""
    if thread in _running:
        return describe(*_running[thread])
    lines = [line for call in list(_running.values()) for line in describe(*call)]
    if not lines:
        return ["none: a thread of the driver crashed while no NNAPI call was running"]
    return ["of other threads (a thread of the driver crashed):", *lines]
