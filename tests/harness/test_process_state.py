"""A driver that changes state of the suite's process changes no verdict on another case."""

from __future__ import annotations

import builtins
import ctypes
import errno
import gc
import json
import locale
import math
import os
import resource
import signal
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest

from conformance.hal.memory import SharedMemory, take_lost_descriptors
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from conformance.harness.results.verdict import VerdictKind
from conformance.harness.supervision.process_state import CaseState, restore_after_call
from conformance.harness.supervision.run_descriptors import RunDescriptors
from tests.sample_drivers.adder_driver import Adder, add_example

SYNC = ExecutionPath(ExecutionMode.SYNC)
ROUND_DOWN, ROUND_UP, TO_ZERO = 0x400, 0x800, 0xC00
"""Rounding modes of ``fesetround`` on x86-64 (``fenv.h``)."""

X86 = pytest.mark.skipif(os.uname().machine != "x86_64", reason="constants of x86-64")


def _mathematics() -> ctypes.CDLL:
    return ctypes.CDLL("libm.so.6")


def _flush_denormal_numbers() -> None:
    """Set FTZ and DAZ in MXCSR, like the start-up code of ``-ffast-math``."""
    environment = ctypes.create_string_buffer(64)
    _mathematics().fegetenv(environment)
    content = bytearray(environment.raw)
    content[29] |= 0x80
    content[28] |= 0x40
    _mathematics().fesetenv(bytes(content))


CHANGES: dict[str, Callable[[], object]] = {
    "the current directory": lambda: os.chdir("/"),
    "the file mode mask (umask)": lambda: os.umask(0o777),
    "file descriptor 1": lambda: os.close(1),
    "file descriptor 2": lambda: os.dup2(os.open("/dev/null", os.O_WRONLY), 2),
    "the standard streams": lambda: setattr(sys, "stdout", None),
    "the signal mask": lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}),
    "interval timers": lambda: signal.setitimer(signal.ITIMER_REAL, 60),
    "signal handlers": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    "resource limits": lambda: resource.setrlimit(
        resource.RLIMIT_FSIZE, (1 << 40, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    ),
    "the garbage collector": gc.disable,
    "the recursion limit": lambda: sys.setrecursionlimit(700),
    "numpy's error handling": lambda: np.seterr(all="raise"),
    "the built-in name sorted": lambda: setattr(builtins, "sorted", None),
    "the built-in name all": lambda: setattr(builtins, "all", lambda values: True),
    "the name time.monotonic": lambda: setattr(time, "monotonic", lambda: 0.0),
    "the name numpy.array_equal": lambda: setattr(np, "array_equal", lambda *_: True),
    "the name math.inf": lambda: setattr(math, "inf", 0.0),
    "the name json.dumps": lambda: delattr(json, "dumps"),
    "the name threading.Thread.start": lambda: setattr(threading.Thread, "start", print),
    "environment variables": lambda: os.environ.pop("PATH"),
    "the search path of modules": sys.path.clear,
    "the loaded modules": lambda: sys.modules.pop("conformance.harness.judge"),
    "the trace or profile function": lambda: sys.setprofile(lambda *_: None),
    "the switch interval of threads": lambda: sys.setswitchinterval(100.0),
    "the limit on digits of integers": lambda: sys.set_int_max_str_digits(640),
    "the traps of floating-point exceptions": lambda: _mathematics().feenableexcept(1),
}
FLOAT_CHANGES: dict[str, tuple[str, Callable[[], object]]] = {
    "down": ("the rounding mode", lambda: _mathematics().fesetround(ROUND_DOWN)),
    "up": ("the rounding mode", lambda: _mathematics().fesetround(ROUND_UP)),
    "to zero": ("the rounding mode", lambda: _mathematics().fesetround(TO_ZERO)),
    "denormal": ("the treatment of denormal numbers", _flush_denormal_numbers),
}


@contextmanager
def protected() -> Iterator[None]:
    """Undo everything afterwards, so that a failing test disturbs no other."""
    state = CaseState()
    try:
        yield
    finally:
        restore_after_call()
        state.restore()


class Changes(Adder):
    """Changes the state of the process once, before its answer."""

    def __init__(self, change: Callable[[], object]) -> None:
        super().__init__()
        self.change: Callable[[], object] | None = change

    def prepare_model(self, *arguments):
        change, self.change = self.change, None
        if change is not None:
            change()
        return super().prepare_model(*arguments)


def _verdicts(change: Callable[[], object]) -> list[tuple[str, str, str]]:
    judge = Judge(Changes(change), JudgeOptions())
    found = [judge.judge(add_example(), f"case {number}", [SYNC])[0] for number in range(3)]
    judge.close()
    return [(verdict.kind, verdict.rule, verdict.reason) for verdict in found]


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_reported_once_and_undone(name: str) -> None:
    with protected():
        before = CaseState()
        (kind, rule, reason), *others = _verdicts(CHANGES[name])
        assert before.restore() == []
    assert (kind, rule) == (VerdictKind.QUALITY_WARNING, "process.state")
    assert f"the suite: {name};" in reason
    assert others == [(VerdictKind.PASSED, "", "")] * 2


@pytest.mark.parametrize("replacement", [{"HOME": "/"}, {}, {1: 2}, {"PATH": 3}, None, 7])
def test_variables_are_restored_if_the_driver_replaces_their_object(
    monkeypatch: pytest.MonkeyPatch, replacement: object
) -> None:
    original, path = os.environ, os.environ["PATH"]
    with protected(), monkeypatch.context() as context:
        (kind, rule, reason), *others = _verdicts(
            lambda: context.setattr(os, "environ", replacement)
        )
        assert os.environ is original
        assert os.environ["PATH"] == path
    assert (kind, rule) == (VerdictKind.QUALITY_WARNING, "process.state")
    assert "the suite: environment variables;" in reason
    assert others == [(VerdictKind.PASSED, "", "")] * 2


@pytest.mark.parametrize("replacement", [None, 7, (), {1: 2}])
@pytest.mark.parametrize("name", ["path", "meta_path", "path_hooks"])
def test_search_lists_are_restored_if_the_driver_replaces_them(
    monkeypatch: pytest.MonkeyPatch, name: str, replacement: object
) -> None:
    original = getattr(sys, name)
    entries = original.copy()
    with protected(), monkeypatch.context() as context:
        (kind, rule, reason), *others = _verdicts(lambda: context.setattr(sys, name, replacement))
        assert getattr(sys, name) is original
        assert original == entries
    assert (kind, rule) == (VerdictKind.QUALITY_WARNING, "process.state")
    assert "the suite: " in reason
    assert others == [(VerdictKind.PASSED, "", "")] * 2


def test_a_low_limit_on_open_files_is_restored_after_the_call() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with protected():
        before = CaseState()
        first, *others = _verdicts(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard)))
        assert before.restore() == []
    assert first[:2] == (VerdictKind.QUALITY_WARNING, "process.state")
    assert "the suite: resource limits;" in first[2]
    assert others == [(VerdictKind.PASSED, "", "")] * 2


def test_a_driver_may_add_to_the_state_of_the_process() -> None:
    """A driver that loads a library adds modules, search paths and names."""

    def add() -> None:
        sys.path.append("/nowhere")
        sys.modules["nn_example_library"] = types.ModuleType("nn_example_library")
        np.nn_example = len  # type: ignore[attr-defined]
        threading._nn_example = len  # type: ignore[attr-defined]
        os.environ["NN_EXAMPLE"] = "1"

    with protected():
        assert _verdicts(add) == [(VerdictKind.PASSED, "", "")] * 3
    sys.path.remove("/nowhere")
    del sys.modules["nn_example_library"], np.nn_example, threading._nn_example  # type: ignore[attr-defined]
    del os.environ["NN_EXAMPLE"]


def test_many_replaced_functions_have_a_short_text() -> None:
    def replace() -> None:
        for name in [name for name, value in vars(math).items() if callable(value)]:
            setattr(math, name, None)

    with protected():
        (_, _, reason), *others = _verdicts(replace)
    assert "the name math.acos, " in reason
    assert "more names of modules;" in reason
    assert len(reason) < 400
    assert others == [(VerdictKind.PASSED, "", "")] * 2


@X86
@pytest.mark.parametrize("change", FLOAT_CHANGES)
def test_the_results_are_compared_with_default_rounding(change: str) -> None:
    name, function = FLOAT_CHANGES[change]
    with protected():
        (kind, rule, reason), *others = _verdicts(function)
        third = np.float32(1) / np.float32(3)
        denormal = np.float32(1e-39) * np.float32(0.5)
    assert (kind, rule) == (VerdictKind.QUALITY_WARNING, "process.state")
    assert f"the suite: {name};" in reason
    assert others == [(VerdictKind.PASSED, "", "")] * 2
    # IEEE 754, rounding to nearest: 0x3EAAAAAB, and half of 1e-39 is not 0.
    assert third.tobytes() == bytes.fromhex("abaaaa3e")
    assert denormal > 0


def test_an_unchanged_process_is_not_reported(tmp_path: Path) -> None:
    assert _verdicts(lambda: None) == [(VerdictKind.PASSED, "", "")] * 3


def test_the_locale_is_restored() -> None:
    names = ("C.UTF-8", "POSIX", "en_US.UTF-8")
    with protected():
        before = locale.setlocale(locale.LC_ALL)
        for name in names:
            state = CaseState()
            with suppress(locale.Error):
                locale.setlocale(locale.LC_ALL, name)
            changed = locale.setlocale(locale.LC_ALL) != before
            assert state.restore() == ["the locale"] * changed
            assert locale.setlocale(locale.LC_ALL) == before


# ------------------------------------------------------------------------- file descriptors


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[tuple[RunDescriptors, int, int]]:
    """Yield protected descriptors with the writing end of a pipe, and both ends of the pipe."""
    descriptors = RunDescriptors()
    reading, writing = os.pipe()
    descriptors.protect([writing])
    yield descriptors, reading, writing
    descriptors.release()
    for number in (reading, writing):
        with suppress(OSError):
            os.close(number)


def test_a_closed_descriptor_is_restored(pipe) -> None:
    descriptors, reading, writing = pipe
    assert descriptors.restore_closed() == descriptors.restore() == []
    os.close(writing)
    assert descriptors.restore_closed() == [f"file descriptors of the run ({writing})"]
    os.write(writing, b"x")
    assert os.read(reading, 2) == b"x"
    assert not os.get_inheritable(writing)
    assert descriptors.restore() == []


def test_several_threads_check_descriptors_at_once(pipe) -> None:
    """Calls of the driver overlap, and each of them is followed by a check."""
    descriptors, errors = pipe[0], []

    def check() -> None:
        try:
            for _ in range(2000):
                descriptors.restore_closed()
        except RuntimeError as error:
            errors.append(error)

    threads = [threading.Thread(target=check) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_a_replaced_descriptor_is_restored(pipe) -> None:
    descriptors, reading, writing = pipe
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, writing)
    os.close(null)
    assert descriptors.restore_closed() == []  # it is open
    assert descriptors.restore() == [f"file descriptors of the run ({writing})"]
    os.write(writing, b"x")
    assert os.read(reading, 2) == b"x"


def test_a_descriptor_that_the_suite_closes_between_cases_is_not_restored() -> None:
    descriptors, file = RunDescriptors(), os.open(os.devnull, os.O_RDONLY)
    descriptors.mark()
    later = os.open(os.devnull, os.O_RDONLY)
    descriptors.protect_new()
    os.close(later)
    descriptors.begin_case()
    assert descriptors.restore_closed() == descriptors.restore() == []
    os.close(file)  # it was open before ``mark``
    assert descriptors.restore_closed() == []
    descriptors.release()


def test_a_released_descriptor_has_no_copy() -> None:
    """The reading end sees the end of the pipe as soon as the run closes its descriptor."""
    reading, writing = os.pipe()
    descriptors = RunDescriptors()
    descriptors.protect([writing])
    descriptors.release([writing])
    os.close(writing)
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_a_memory_never_closes_the_descriptor_of_another_owner() -> None:
    take_lost_descriptors()
    memory = SharedMemory(8)
    memory.view().release()
    number = memory.fileno()
    os.close(number)
    other = os.open(os.devnull, os.O_RDONLY)
    if other != number:
        os.dup2(other, number)
        os.close(other)
    memory.close()
    os.fstat(number)
    os.close(number)
    assert take_lost_descriptors() == [number]
    assert take_lost_descriptors() == []


def test_an_error_of_the_suite_after_a_closed_descriptor_blames_the_driver(monkeypatch) -> None:
    """The next use of the descriptor fails in the suite, not in the driver."""

    def use_closed(*arguments: object) -> None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    judge = Judge(Adder(), JudgeOptions())
    monkeypatch.setattr(judge, "_run_paths", use_closed)
    (verdict,) = judge.judge(add_example(), "case", [SYNC])
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "process.state")
    assert "the driver closed a file descriptor of the suite" in verdict.reason
    judge.close()
