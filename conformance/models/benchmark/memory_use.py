"""Memory that a driver uses for the preparation and the executions of a model."""

from __future__ import annotations

from typing import Final

from conformance.hal import Device
from conformance.models.accuracy.evaluation import AccuracyTask
from conformance.models.inference import InferenceSession, modes_of, prepare
from conformance.models.latency.memory import ProcessMemory, memory_meters

_EXECUTIONS: Final = 5


def measure_memory(task: AccuracyTask, device: Device, timeout: float) -> tuple[ProcessMemory, ...]:
    """Return the memory of each process that takes part.

    The first step is a preparation, the second one opens a session and executes some times. Raise
    the errors of ``prepare`` and of the executions.
    """
    meters = memory_meters(device)
    prepared = prepare(device, task.model, timeout)
    preparations = [meter.end_step() for meter in meters]
    for meter in meters:
        meter.begin_step()
    mode = modes_of(device.version)[0]
    with InferenceSession(prepared, task.model, task.states, mode=mode, timeout=timeout) as session:
        session.load(task.data.sequences[0].inputs[0])
        for _ in range(_EXECUTIONS):
            session.execute()
        executions = [meter.end_step() for meter in meters]
    return tuple(
        ProcessMemory(meter.process, preparation, execution, meter.resident)
        for meter, preparation, execution in zip(meters, preparations, executions, strict=True)
    )
