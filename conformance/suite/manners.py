"""Good manners: where a driver does its work, and what it keeps. Quality warnings, no failures."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from statistics import median
from typing import Final

import numpy as np

from conformance.drivers.process import IsolatedDevice
from conformance.drivers.process.launch import processor_seconds, usage
from conformance.hal import DeviceType, ErrorStatus, PreparedModel, Version
from conformance.harness import Finding, Kind, calls
from conformance.suite.bench import Bench
from conformance.suite.check import check
from conformance.suite.stock import addition, additions
from conformance.suite.sums import Sum, execute

_ELEMENTS: Final = 1 << 16
_STEPS: Final = 64
_EXECUTIONS: Final = 20
_SHARE: Final = 0.5
_ROUNDS: Final = 3
_LARGE: Final = 64 << 20
"""Bytes that a model of a few operations gives no reason to hold."""

_IDLE: Final = 0.3


def _warning(reason: str) -> Finding:
    return Finding(Kind.QUALITY_WARNING, "", reason)


def _process(bench: Bench) -> int:
    """The process that the driver runs in."""
    device = bench.device
    if isinstance(device, IsolatedDevice):
        return device.child.pid if device.child is not None else 0
    return os.getpid()


def _private(bench: Bench) -> int:
    gc.collect()
    pid = _process(bench)
    return usage(pid)[1] if pid else 0


@check("Drivers: CPU usage", since=Version.V1_2)
def computing(bench: Bench) -> Iterator[Finding]:
    """A driver of an accelerator does not compute graphs on the CPU."""
    answer = calls.call("get_type", bench.device.get_type)
    status, kind = calls.parts("get_type", answer, 2, "a tuple (ErrorStatus, DeviceType)")
    if status != ErrorStatus.NONE or kind not in (DeviceType.GPU, DeviceType.ACCELERATOR):
        return
    works = (
        (bench.prepare(additions(_ELEMENTS, _STEPS)), Sum(bench, 1, _ELEMENTS, steps=_STEPS)),
        (bench.prepare(additions(_ELEMENTS, 1)), Sum(bench, 1, _ELEMENTS)),
    )
    for prepared, sum_ in works:
        execute(bench, prepared, sum_.request)
    shares = []
    for _ in range(_ROUNDS):
        long, short = (_processor_time(bench, *work) for work in works)
        shares.append((long - short) / _additions_here())
    if min(shares) > _SHARE:
        name = DeviceType(kind).name
        yield _warning(
            f"a driver of type {name} uses {min(shares):.0%} or more of the CPU time that "
            f"computing its graphs on the CPU takes"
        )


def _processor_time(bench: Bench, prepared: PreparedModel, sum_: Sum) -> float:
    """CPU seconds of the driver's process for one execution."""
    own = not isinstance(bench.device, IsolatedDevice)

    def used() -> float:
        return time.process_time() if own else processor_seconds(_process(bench))

    start = used()
    for _ in range(_EXECUTIONS):
        execute(bench, prepared, sum_.request)
    return (used() - start) / _EXECUTIONS


def _additions_here() -> float:
    """CPU seconds that the additions take here, without those of the shorter model."""
    a = np.ones(_ELEMENTS, np.float32)
    start = time.thread_time()
    for _ in range(_EXECUTIONS):
        for _ in range(_STEPS - 1):
            np.add(a, a)
    return (time.thread_time() - start) / _EXECUTIONS


@check("Drivers: Execution (initialization at compilation)")
def first_execution(bench: Bench) -> Iterator[Finding]:
    """The first execution is not much slower than the next ones."""
    rounds = []
    for round_ in range(_ROUNDS):
        prepared = bench.prepare(addition(100 + round_))
        sum_ = Sum(bench, 1, 100 + round_)
        seconds = []
        for _ in range(6):
            start = time.monotonic()
            execute(bench, prepared, sum_.request)
            seconds.append(time.monotonic() - start)
        rounds.append((seconds[0], median(seconds[1:])))
    if all(first > 10 * later + 0.05 for first, later in rounds):
        first, later = min(rounds)
        yield _warning(f"the first execution took {first:.3g} s, the next ones {later:.3g} s")


@check("Drivers: Compilation (no large resources before an execution)")
def compiling(bench: Bench) -> Iterator[Finding]:
    """Preparing a small model does not take large amounts of memory."""
    bench.prepare(addition())
    grown = []
    kept = []
    for round_ in range(_ROUNDS):
        before = _private(bench)
        kept.append(bench.prepare(addition(200 + round_)))
        grown.append(_private(bench) - before)
    usual = int(median(grown))  # what else the process gives back in one round does not count
    if usual > _LARGE:
        yield _warning(f"preparations of one ADD took {usual >> 20} MiB")


@check("Drivers: Execution (release resources when there are no requests); Cleanup")
def idling(bench: Bench) -> Iterator[Finding]:
    """Memory is given back when models are let go and nothing is asked for a while."""
    sum_ = Sum(bench, 1, 300)
    execute(bench, bench.prepare(addition(300)), sum_.request)
    kept = []
    for round_ in range(_ROUNDS):
        before = _private(bench)
        _use(bench, 301 + round_)
        time.sleep(_IDLE)
        kept.append(_private(bench) - before)
    usual = int(median(kept))
    if usual > _LARGE:
        yield _warning(f"{usual >> 20} MiB stay in use after each model was let go")


def _use(bench: Bench, elements: int) -> None:
    execute(bench, bench.prepare(addition(elements)), Sum(bench, 1, elements).request)
