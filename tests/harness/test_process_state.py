"""A driver's library that changes state of the process changes no verdict on another case."""

from __future__ import annotations

import ctypes
import locale
import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest

from conformance.hal.memory import SharedMemory, take_lost_descriptors
from conformance.harness.judge import Judge
from conformance.harness.supervision.process_state import CaseState, restore_after_call
from conformance.verdicts import VerdictKind
from tests.harness.judging import SYNC
from tests.sample_drivers.adder_driver import Adder, add_example

ROUND_DOWN, ROUND_UP, TO_ZERO = 0x400, 0x800, 0xC00
"""Rounding modes of ``fesetround`` on x86-64 (``fenv.h``)."""


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
    "current directory": lambda: os.chdir("/"),
    "umask": lambda: os.umask(0o777),
    "closed descriptor": lambda: os.close(1),
    "signal mask": lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}),
    "interval timer": lambda: signal.setitimer(signal.ITIMER_REAL, 60),
    "signal handler": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    "limit on open files": lambda: resource.setrlimit(
        resource.RLIMIT_NOFILE, (3, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    ),
    "traps": lambda: _mathematics().feenableexcept(1),
}
if os.uname().machine == "x86_64":
    CHANGES |= {
        "rounding down": lambda: _mathematics().fesetround(ROUND_DOWN),
        "rounding up": lambda: _mathematics().fesetround(ROUND_UP),
        "rounding to zero": lambda: _mathematics().fesetround(TO_ZERO),
        "no denormal numbers": _flush_denormal_numbers,
    }


class Changes(Adder):
    """Changes the state of the process once, before it prepares the first model."""

    def __init__(self, change: Callable[[], object]) -> None:
        super().__init__()
        self.change: Callable[[], object] | None = change

    def prepare_model(self, *arguments):
        change, self.change = self.change, None
        if change is not None:
            change()
        return super().prepare_model(*arguments)


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_reported_once_and_undone(name: str) -> None:
    before = CaseState()
    try:
        judge = Judge(Changes(CHANGES[name]))
        found = [judge.judge(add_example(), f"case {number}", [SYNC])[0] for number in range(3)]
        judge.close()
        third = np.float32(1) / np.float32(3)
        denormal = np.float32(1e-39) * np.float32(0.5)
        assert before.restore() == []
    finally:
        restore_after_call()
        before.restore()
    first, *others = [(verdict.kind, verdict.rule) for verdict in found]
    assert first == (VerdictKind.QUALITY_WARNING, "process.state")
    assert others == [(VerdictKind.PASSED, "")] * 2
    # IEEE 754, rounding to nearest: 0x3EAAAAAB, and half of 1e-39 is not 0.
    assert third.tobytes() == bytes.fromhex("abaaaa3e")
    assert denormal > 0


def test_the_locale_is_restored() -> None:
    before = locale.setlocale(locale.LC_ALL)
    for name in ("C.UTF-8", "POSIX", "en_US.UTF-8"):
        state = CaseState()
        with suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, name)
        changed = locale.setlocale(locale.LC_ALL) != before
        assert len(state.restore()) == changed
        assert locale.setlocale(locale.LC_ALL) == before


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
