"""A driver that changes floating-point arithmetic of the process is reported once."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable

import pytest

from conformance.harness.judge import Judge
from conformance.verdicts import VerdictKind
from tests.harness.judging import SYNC
from tests.sample_drivers.adder_driver import Adder, add_example

ROUND_DOWN, ROUND_UP, TO_ZERO = 0x400, 0x800, 0xC00
"""Rounding modes of ``fesetround`` on x86-64 (``fenv.h``)."""
DEFAULT_ENVIRONMENT = ctypes.c_void_p(-1)
"""``FE_DFL_ENV`` of the GNU C library."""

MATHEMATICS = ctypes.CDLL("libm.so.6")


def flush_denormal_numbers() -> None:
    """Set FTZ and DAZ in MXCSR, like the start-up code of ``-ffast-math``."""
    environment = ctypes.create_string_buffer(64)
    MATHEMATICS.fegetenv(environment)
    content = bytearray(environment.raw)
    content[29] |= 0x80
    content[28] |= 0x40
    MATHEMATICS.fesetenv(bytes(content))


class Changes(Adder):
    """Calls a function before it prepares a model."""

    def __init__(self, change: Callable[[], object]) -> None:
        super().__init__()
        self.change = change

    def prepare_model(self, *arguments):
        self.change()
        return super().prepare_model(*arguments)


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the layout of fenv_t differs")
@pytest.mark.parametrize(
    "change",
    [
        flush_denormal_numbers,
        *(lambda mode=mode: MATHEMATICS.fesetround(mode) for mode in (ROUND_DOWN, ROUND_UP)),
        lambda: MATHEMATICS.fesetround(TO_ZERO),
    ],
    ids=["no denormal numbers", "rounding down", "rounding up", "rounding to zero"],
)
def test_changed_arithmetic_is_reported_once(change: Callable[[], object]) -> None:
    judge = Judge(Changes(change))
    try:
        found = [judge.judge(add_example(), f"case {number}", [SYNC])[0] for number in range(2)]
    finally:
        MATHEMATICS.fesetenv(DEFAULT_ENVIRONMENT)
        judge.close()
    first, second = [(verdict.kind, verdict.rule) for verdict in found]
    assert first == (VerdictKind.QUALITY_WARNING, "process.state")
    assert second == (VerdictKind.PASSED, "")
