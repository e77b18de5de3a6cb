"""Checks of a driver's use of CPU time and memory; violations are quality warnings."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from statistics import median
from typing import Final

import numpy as np

from conformance.checks.check_context import CheckContext
from conformance.checks.registration import check, quality_warning
from conformance.checks.sample_models import addition_chain_model, addition_model
from conformance.checks.sample_requests import AdditionRequest, execute_request
from conformance.hal import DeviceType, ErrorStatus, PreparedModel, Request, Version
from conformance.harness.calls import driver_calls
from conformance.processes import private_memory, processor_seconds, release_free_memory
from conformance.verdicts import Finding

_ELEMENTS: Final = 1 << 16
_STEPS: Final = 64
_EXECUTIONS: Final = 20
_MAX_CPU_SHARE: Final = 0.5
"""Warn above this share of the CPU time that the same computation takes on the CPU."""

_ROUNDS: Final = 3
_PREPARED_MODELS: Final = 6
"""Number of prepared models of which a busy machine may delay the first execution of most."""

_LARGE_MEMORY_BYTES: Final = 64 << 20
"""Warn if a small model makes the driver's process hold more than this many bytes."""

_IDLE_SECONDS: Final = 0.3
"""Seconds without a request after which the memory is measured."""


def _private_memory(context: CheckContext) -> int:
    gc.collect()
    try:
        return private_memory(context.driver.pid)
    except OSError:  # the process has ended
        return 0


def _private_memory_in_use(context: CheckContext) -> int:
    """Return the private memory without free memory of the heap, which could hide a growth."""
    release_free_memory()
    driver_calls.call_driver("free", context.driver.collect_garbage)
    return _private_memory(context)


@check("Drivers: CPU usage", since=Version.V1_2)
def cpu_usage(context: CheckContext) -> Iterator[Finding]:
    """A driver whose IDevice::getType answers GPU or ACCELERATOR uses at most half of the CPU time
    that the same computation takes on the CPU.
    """
    answer = driver_calls.call_driver("get_type", context.device.get_type)
    status, kind = driver_calls.unpack_answer(
        "get_type", answer, 2, "a tuple (ErrorStatus, DeviceType)"
    )
    if status != ErrorStatus.NONE or kind not in (DeviceType.GPU, DeviceType.ACCELERATOR):
        return
    chains = [
        (
            context.prepare(addition_chain_model(_ELEMENTS, steps)),
            AdditionRequest(context, 1, _ELEMENTS, steps=steps).request,
        )
        for steps in (_STEPS, 1)
    ]
    for prepared, request in chains:
        execute_request(context, prepared, request)
    shares = []
    for _ in range(_ROUNDS):
        long, short = (_processor_time(context, *chain) for chain in chains)
        shares.append((long - short) / _local_addition_seconds())
    if min(shares) > _MAX_CPU_SHARE:
        name = DeviceType(kind).name
        yield quality_warning(
            f"executions on this driver of type {name} use at least {min(shares):.0%} of the CPU"
            f" time that the same computation takes on the CPU; at most {_MAX_CPU_SHARE:.0%} was"
            " expected"
        )


def _processor_time(context: CheckContext, prepared: PreparedModel, request: Request) -> float:
    own = context.driver.process is None

    def used() -> float:
        return time.process_time() if own else processor_seconds(context.driver.pid)

    start = used()
    for _ in range(_EXECUTIONS):
        execute_request(context, prepared, request)
    return (used() - start) / _EXECUTIONS


def _local_addition_seconds() -> float:
    """Return the CPU seconds that NumPy needs for the additions by which the two models differ."""
    values = np.ones(_ELEMENTS, np.float32)
    start = time.thread_time()
    for _ in range(_EXECUTIONS):
        for _ in range(_STEPS - 1):
            np.add(values, values)
    return (time.thread_time() - start) / _EXECUTIONS


@check("Drivers: Execution (initialization at compilation)")
def first_execution_time(context: CheckContext) -> Iterator[Finding]:
    """The first execution of a prepared model takes at most 10 times as long as later ones, plus
    50 ms: initialization belongs to the preparation. The best of several prepared models counts.
    """
    rounds = []
    for round_ in range(_PREPARED_MODELS):
        prepared = context.prepare(addition_model(100 + round_))
        addition = AdditionRequest(context, 1, 100 + round_)
        seconds = []
        for _ in range(6):
            start = time.monotonic()
            execute_request(context, prepared, addition.request)
            seconds.append(time.monotonic() - start)
        first, later = seconds[0], min(seconds[1:])
        if first <= 10 * later + 0.05:
            return
        rounds.append((first, later))
    first, later = min(rounds)
    yield quality_warning(
        f"the first execution of a prepared model took {first:.3g} s, later ones {later:.3g} "
        f"s; at most {10 * later + 0.05:.3g} s was expected for the first"
    )


@check("Drivers: Compilation (no large resources before an execution)")
def preparation_memory(context: CheckContext) -> Iterator[Finding]:
    """IDevice::prepareModel of a model with one ADD allocates at most 64 MiB of memory."""
    context.prepare(addition_model())
    growths = []
    models = []
    for round_ in range(_ROUNDS):
        before = _private_memory_in_use(context)
        models.append(context.prepare(addition_model(200 + round_)))
        growths.append(_private_memory(context) - before)
    growth = int(median(growths))  # one round may be distorted by unrelated releases
    if growth > _LARGE_MEMORY_BYTES:
        yield quality_warning(
            f"prepare_model of a model with one ADD allocated {growth >> 20} MiB; at most "
            f"{_LARGE_MEMORY_BYTES >> 20} MiB was expected"
        )


@check("Drivers: Execution (release resources when there are no requests); Cleanup")
def memory_release(context: CheckContext) -> Iterator[Finding]:
    """A driver without requests keeps at most 64 MiB of memory for a model that was executed and
    released.
    """
    addition = AdditionRequest(context, 1, 300)
    execute_request(context, context.prepare(addition_model(300)), addition.request)
    kept = []
    for round_ in range(_ROUNDS):
        before = _private_memory_in_use(context)
        addition = AdditionRequest(context, 1, 301 + round_)
        execute_request(context, context.prepare(addition_model(301 + round_)), addition.request)
        time.sleep(_IDLE_SECONDS)
        kept.append(_private_memory(context) - before)
    median_kept = int(median(kept))
    if median_kept > _LARGE_MEMORY_BYTES:
        yield quality_warning(
            f"{median_kept >> 20} MiB remain allocated {_IDLE_SECONDS:g} s after a small model was"
            f" released; at most {_LARGE_MEMORY_BYTES >> 20} MiB was expected"
        )
