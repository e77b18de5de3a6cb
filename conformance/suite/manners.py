"""Good manners: where a driver does its work, and what it keeps. Quality warnings, no failures."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from statistics import median
from typing import Final

from conformance.drivers.process import IsolatedDevice
from conformance.drivers.process.launch import processor_seconds, usage
from conformance.hal import DeviceType, ErrorStatus, Version
from conformance.harness import Finding, Kind, calls
from conformance.suite.bench import Bench
from conformance.suite.check import check
from conformance.suite.stock import addition, additions
from conformance.suite.sums import Sum, execute

_ELEMENTS: Final = 1 << 16
_STEPS: Final = 16
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
    status, kind = calls.call("get_type", bench.device.get_type)
    if status != ErrorStatus.NONE or kind not in (DeviceType.GPU, DeviceType.ACCELERATOR):
        return
    prepared = bench.prepare(additions(_ELEMENTS, _STEPS))
    sum_ = Sum(bench, 1, _ELEMENTS, steps=_STEPS)
    execute(bench, prepared, sum_.request)
    shares = []
    for _ in range(_ROUNDS):
        pid = _process(bench)
        if not pid:
            return
        before, start = processor_seconds(pid), time.monotonic()
        while time.monotonic() - start < 0.15:
            execute(bench, prepared, sum_.request)
        shares.append((processor_seconds(pid) - before) / (time.monotonic() - start))
    # On a busy machine the share falls; it never rises because of others.
    if median(shares) > 0.7:
        name = DeviceType(kind).name
        yield _warning(
            f"a driver of type {name} used the CPU for {median(shares):.0%} of its executions"
        )


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
    if min(grown) > _LARGE:
        yield _warning(f"each preparation of one ADD took {min(grown) >> 20} MiB or more")


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
    if min(kept) > _LARGE:
        yield _warning(f"{min(kept) >> 20} MiB or more stay in use after each model was let go")


def _use(bench: Bench, elements: int) -> None:
    execute(bench, bench.prepare(addition(elements)), Sum(bench, 1, elements).request)
