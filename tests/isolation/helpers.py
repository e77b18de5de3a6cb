"""Helpers that run a case in a child process on a driver of ``misbehaving_drivers.py``."""

import contextlib
import gc
import os
from pathlib import Path as FilePath

from conformance.drivers.own_process import ProcessLimits
from conformance.drivers.own_process.device import IsolatedDevice
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from tests.sample_drivers import processes
from tests.sample_drivers.adder_driver import add_example

DRIVERS = FilePath(processes.__file__).parent
MISBEHAVING_DRIVERS = DRIVERS / "misbehaving_drivers.py"
SYNC, ASYNC = ExecutionPath(ExecutionMode.SYNC), ExecutionPath(ExecutionMode.ASYNC)
PATIENT = ProcessLimits(start=120, query=60, prepare=60, execute=60, free=60)
SHORT = ProcessLimits(start=120, query=2, prepare=2, execute=2, free=2)
"""Limits for drivers that hang; all their other calls must end within them."""

OPTIONS = JudgeOptions(callback_timeout=3)


@contextlib.contextmanager
def isolated(name, limits=PATIENT, file=MISBEHAVING_DRIVERS):
    """Open the named driver in a child process and close it afterwards."""
    device = IsolatedDevice(f"{file}:{name}" if file else name, limits)
    try:
        yield device
    finally:
        device.close()


def judge_isolated(name, paths=(SYNC,), example=None, limits=PATIENT, file=MISBEHAVING_DRIVERS):
    """Run a case on a driver in a child process.

    Return its verdicts, and the verdicts on what the driver did after the case.
    """
    with isolated(name, limits, file) as device:
        judge = Judge(device, OPTIONS)
        verdicts = judge.judge(example or add_example(), "case", paths)
        return verdicts, judge.close()


def marked_example(number):
    """Return an ADD example whose first input element is ``number``; see ``MarkedModel``."""
    from dataclasses import replace  # noqa: PLC0415

    import numpy as np  # noqa: PLC0415

    example = add_example()
    x = np.array([number, 1, 1, 1], "<f4")
    y = np.frombuffer(example.inputs[1], "<f4")
    expected = replace(example.outputs[0], data=(x + y).tobytes())
    return replace(example, inputs=(x.tobytes(), example.inputs[1]), outputs=(expected,))


def held_resources():
    """Return this process's numbers of open descriptors, child processes and threads."""
    import threading  # noqa: PLC0415

    gc.collect()
    children = FilePath(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return len(list(FilePath("/proc/self/fd").iterdir())), len(children), threading.active_count()
