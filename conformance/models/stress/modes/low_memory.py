"""The mode in which the driver's process cannot allocate much memory."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np

from conformance.drivers.own_process import IsolatedDevice
from conformance.hal import ErrorStatus
from conformance.models.inference import (
    InferenceError,
    InferenceSession,
    ModelDeclinedError,
    compile_model,
    modes_of,
    prepare,
)
from conformance.models.stress.context import ModeContext
from conformance.models.stress.load import execute_examples
from conformance.models.stress.models import addition_model, with_reference_results
from conformance.models.stress.result_check import ModelCheck
from conformance.models.stress.tally import RESOURCE_STATUSES, NotRunError, problem_of

_ELEMENTS: Final = 1 << 22
"""Elements of each vector of the large addition: 16 MiB of float32."""

_SPARE_BYTES: Final = 12 << 20
"""Memory that the process may still allocate: less than one large vector."""

_PERMITTED: Final = (*RESOURCE_STATUSES, ErrorStatus.GENERAL_FAILURE)


def run_low_memory(context: ModeContext) -> None:
    """Compile and execute small and large models with little memory, and again without the limit.

    A driver may refuse a request for lack of memory. It must not die or return wrong results, and
    it must work again when there is memory.
    """
    settings, tally = context.settings, context.tally
    with context.isolated_driver() as device:
        models = context.supported_models(device)
        large = _large_addition()
        context.phase("the large addition without load", context.call_seconds)
        try:
            prepare(device, large.model, settings.limits.prepare)
        except ModelDeclinedError as error:
            raise NotRunError(f"the mode needs a large addition: {error}") from None
        except Exception as error:
            tally.report_error(error, "the large addition without load")
        context.end_if_failed()
        with _little_memory(device):
            end = time.monotonic() + settings.seconds
            while time.monotonic() < end and not tally.problems:
                for check in (large, *models):
                    _execute_with_little_memory(context, device, check)
                    context.end_if_failed()
        context.check_results(device, [*models, large], "when there is memory again")


def _large_addition() -> ModelCheck:
    random = np.random.default_rng(9)
    vectors = [random.random((1, _ELEMENTS), np.float32) for _ in range(2)]
    name = f"addition of {_ELEMENTS} elements"
    model = with_reference_results(name, addition_model(_ELEMENTS), [vectors])
    return ModelCheck(model, use_intervals=False)


@contextmanager
def _little_memory(device: IsolatedDevice) -> Iterator[None]:
    """Limit the private memory of the driver's process during the block."""
    process = device.process
    if process is None:
        raise NotRunError("the driver's process has ended")
    limit = _data_bytes(process.pid) + _SPARE_BYTES
    soft, hard = resource.prlimit(process.pid, resource.RLIMIT_DATA)
    bounded = limit if soft == resource.RLIM_INFINITY else min(limit, soft)
    resource.prlimit(process.pid, resource.RLIMIT_DATA, (bounded, hard))
    try:
        yield
    finally:
        if device.process is process and not process.has_ended():
            resource.prlimit(process.pid, resource.RLIMIT_DATA, (soft, hard))


def _data_bytes(pid: int) -> int:
    """Return the size of the private writable memory of a process, which RLIMIT_DATA bounds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) << 10
    return 0


def _execute_with_little_memory(
    context: ModeContext, device: IsolatedDevice, check: ModelCheck
) -> None:
    """Compile and execute a model; a refusal for lack of memory is counted."""
    settings, tally = context.settings, context.tally
    context.phase(f"{check.name} while memory is short", context.call_seconds)
    try:
        prepared = compile_model(device, check.model, settings.limits.prepare)
        tally.add("compilations")
        mode, timeout = modes_of(device.version)[0], settings.limits.execute
        with InferenceSession(prepared, check.model, mode=mode, timeout=timeout) as session:
            execute_examples(session, check, tally, "while memory is short")
        tally.add("executions", len(check.examples))
    except InferenceError as error:
        if error.status in _PERMITTED:
            tally.add("refused_for_memory")
        else:
            tally.report_error(error, f"{check.name} while memory is short")
    except Exception as error:
        tally.report(problem_of(error, f"{check.name} while memory is short", tally.driver))
