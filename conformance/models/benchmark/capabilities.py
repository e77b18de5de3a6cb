"""``nn-conformance measure capabilities``: execution times of a driver relative to a CPU driver.

The workloads are those that the contract's documentation recommends: MobileNet V1 and V2 and the
speech models for float32, the quantized MobileNets for 8-bit data. They have seeded weights; the
time of an inference does not depend on these.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.cli.options import ExitStatus, open_driver_session
from conformance.cli.output import write_json
from conformance.drivers import DriverLoadError, open_driver
from conformance.engines.tflite.tflite_import import ModelState
from conformance.hal import CAPABILITIES_FORMS, Device, ErrorStatus
from conformance.harness.calls import driver_calls
from conformance.models.accuracy.built_in_tasks import speech_recognition, speech_synthesis
from conformance.models.image_network import (
    ImageNetwork,
    mobilenet_v1,
    mobilenet_v2,
    quantize,
    to_model,
)
from conformance.models.inference import (
    ExecutionMode,
    InferenceError,
    InferenceSession,
    ModelDeclinedError,
    modes_of,
    prepare,
)
from conformance.models.latency import MeasurementLimits, measure_in_turns
from conformance.models.model_inputs import seeded_values

FLOAT32: Final = "float32"
RELAXED: Final = "float32 relaxed to float16"
QUANT8: Final = "quant8"

AGREEMENT_FACTOR: Final = 2.0
"""A declared figure agrees if it is within this factor of the measured one."""

_TIMEOUT: Final = 60.0


@dataclass(frozen=True, slots=True)
class Workload:
    """A model that is measured for one class of data."""

    name: str
    data: str
    model: hal.Model = field(repr=False)
    states: tuple[ModelState, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkloadResult:
    """The time of one inference of a driver and of the CPU driver, in seconds.

    ``driver_seconds`` is ``None`` if the driver declines the model; ``reason`` then states why.
    """

    name: str
    data: str
    driver_seconds: float | None
    cpu_seconds: float
    reason: str = ""


def reference_workloads(size: int = 224) -> Iterator[Workload]:
    """Yield the recommended workloads, with images of ``size`` x ``size`` pixels."""
    pixels = np.random.default_rng(5).uniform(-1, 1, (1, size, size, 3)).astype(np.float32)
    networks: tuple[tuple[str, ImageNetwork], ...] = (
        ("mobilenet_v1", mobilenet_v1(1.0, size)),
        ("mobilenet_v2", mobilenet_v2(1.0, size)),
    )
    floats = [Workload(name, FLOAT32, to_model(network)) for name, network in networks]
    for name, acoustic in (("asr_float", speech_recognition()), ("tts_float", speech_synthesis())):
        floats.append(Workload(name, FLOAT32, acoustic.model, acoustic.states))
    yield from floats
    for workload in floats:
        relaxed = replace(workload.model, relax_computation_float32_to_float16=True)
        yield replace(workload, data=RELAXED, model=relaxed)
    for name, network in networks:
        yield Workload(name, QUANT8, to_model(quantize(network, pixels, signed=False)))


def measure_workload(
    workload: Workload, device: Device, cpu: Device, limits: MeasurementLimits
) -> WorkloadResult:
    """Return the median times of a driver and of the CPU driver, measured alternately.

    The model runs along a burst, as for repeated inferences, or asynchronously before HAL 1.2.
    ``ModelDeclinedError`` is raised if the CPU driver declines the model.
    """
    reason = ""
    with _session(workload, cpu) as cpu_session:
        sessions = {"cpu": cpu_session}
        try:
            sessions["driver"] = _session(workload, device)
        except ModelDeclinedError as error:
            reason = str(error)
        try:
            calls = {name: session.execute for name, session in sessions.items()}
            times = measure_in_turns(calls, limits)
        finally:
            for session in sessions.values():
                session.close()
    medians = {name: float(np.median(values)) for name, values in times.items()}
    return WorkloadResult(
        workload.name, workload.data, medians.get("driver"), medians["cpu"], reason
    )


def _session(workload: Workload, device: Device) -> InferenceSession:
    modes = modes_of(device.version)
    mode = ExecutionMode.BURST if ExecutionMode.BURST in modes else modes[0]
    prepared = prepare(device, workload.model, _TIMEOUT)
    session = InferenceSession(
        prepared, workload.model, workload.states, mode=mode, timeout=_TIMEOUT
    )
    states = {state.input for state in workload.states}
    random = np.random.default_rng(9)
    session.load(
        [
            seeded_values(operand, random)
            for position, operand in enumerate(session.inputs)
            if position not in states
        ]
    )
    return session


def summarize(results: Sequence[WorkloadResult]) -> dict[str, float]:
    """Return the geometric mean of the time ratios of each class of data.

    A class is missing if the driver declines one of its workloads.
    """
    figures = {}
    for data in (FLOAT32, RELAXED, QUANT8):
        logs = [
            np.log(result.driver_seconds / result.cpu_seconds) if result.driver_seconds else np.nan
            for result in results
            if result.data == data
        ]
        if logs and not np.isnan(logs).any():
            figures[data] = float(np.exp(np.mean(logs)))
    return figures


@dataclass(frozen=True, slots=True)
class DeclaredFigure:
    """A declared execution time and the measured one."""

    name: str
    declared: float
    measured: float

    @property
    def verdict(self) -> str:
        """``agrees``, ``declared too fast`` or ``declared too slow``."""
        if not self.declared * AGREEMENT_FACTOR >= self.measured:  # also for NaN
            return "declared too fast"
        too_slow = self.declared > AGREEMENT_FACTOR * self.measured
        return "declared too slow" if too_slow else "agrees"


def compare_declared(declared: Any, figures: dict[str, float]) -> list[DeclaredFigure]:
    """Return each declared execution time that has a measured one."""
    named: list[tuple[str, str, hal.PerformanceInfo]] = []
    if isinstance(declared, (hal.CapabilitiesV1_0, hal.CapabilitiesV1_1)):
        named.append(("float32", FLOAT32, declared.float32_performance))
        named.append(("quantized8", QUANT8, declared.quantized8_performance))
        if isinstance(declared, hal.CapabilitiesV1_1):
            info = declared.relaxed_float32_to_float16_performance
            named.append(("relaxed", RELAXED, info))
    else:
        info = declared.relaxed_float32_to_float16_performance_tensor
        named.append(("relaxed (tensor)", RELAXED, info))
        for entry in declared.operand_performance:
            data = _class_of(entry.type)
            if data:
                named.append((hal.OperandType(entry.type).name, data, entry.info))
    return [
        DeclaredFigure(name, info.exec_time, figures[data])
        for name, data, info in named
        if data in figures
    ]


def _class_of(code: int) -> str:
    """Return the class of data of an operand type; empty for one that is not measured."""
    if code in (hal.OperandType.FLOAT32, hal.OperandType.TENSOR_FLOAT32):
        return FLOAT32
    info = hal.INFO.get(hal.OperandType(code)) if code in set(hal.OperandType) else None
    return QUANT8 if info is not None and info.quantized and info.itemsize == 1 else ""


# ------------------------------------------------------------------ the command


def measure(arguments: argparse.Namespace) -> int:
    """Measure the workloads, print the figures and return the exit status."""
    results: list[WorkloadResult] = []
    failed = False
    limits = MeasurementLimits(min(0.3, arguments.seconds), arguments.seconds)
    try:
        cpu = open_driver(arguments.against)
        with open_driver_session(arguments, 600.0) as (driver, watch):
            for workload in reference_workloads(arguments.image_size):
                name = f"{workload.name}, {workload.data}"
                watch.begin(name)
                try:
                    results.append(measure_workload(workload, driver.device, cpu, limits))
                    print(f"{name}: {_times(results[-1])}", file=sys.stderr, flush=True)
                except (InferenceError, driver_calls.DriverCallError) as error:
                    failed = True
                    print(f"failed: {name}: {error}", file=sys.stderr)
                except ModelDeclinedError as error:
                    arguments.parser.error(f"the CPU driver {arguments.against}: {error}")
                watch.end()
            watch.begin("get_capabilities")
            declared = _declared(driver.device)
            watch.end()
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return ExitStatus.NO_DRIVER
    figures = summarize(results)
    compared = [] if declared is None else compare_declared(declared, figures)
    if arguments.json:
        document = {
            "workloads": [asdict(result) for result in results],
            "figures": figures,
            "declared": [{**asdict(one), "verdict": one.verdict} for one in compared],
        }
        write_json(arguments.json, document)
    else:
        _print(figures, compared)
    if failed or any(one.verdict != "agrees" for one in compared):
        return ExitStatus.DIFFERS
    return ExitStatus.CONFORMS if figures else ExitStatus.NOTHING_RAN


def _declared(device: Device) -> Any:
    """Return the driver's capabilities, or ``None`` if it does not report any."""
    what = "get_capabilities"
    answer = driver_calls.call_driver(what, device.get_capabilities)
    status, value = driver_calls.unpack_answer(what, answer, 2, "a tuple (ErrorStatus, ...)")
    known = isinstance(value, CAPABILITIES_FORMS)
    return value if known and driver_calls.to_status(what, status) == ErrorStatus.NONE else None


def _times(result: WorkloadResult) -> str:
    cpu = f"CPU {result.cpu_seconds * 1e3:.3g} ms"
    if result.driver_seconds is None:
        return f"declined ({result.reason}); {cpu}"
    ratio = result.driver_seconds / result.cpu_seconds
    return f"{result.driver_seconds * 1e3:.3g} ms, {cpu}, ratio {ratio:.3g}"


def _print(figures: dict[str, float], compared: Sequence[DeclaredFigure]) -> None:
    for data in (FLOAT32, RELAXED, QUANT8):
        declined = "not measured: the driver declines a workload"
        print(f"{data}: {f'execTime {figures[data]:.4g}' if data in figures else declined}")
    print("\ndeclared and measured execution times:")
    for one in compared:
        print(f"  {one.name}: {one.declared:.4g} declared, {one.measured:.4g}: {one.verdict}")
    if not compared:
        print("  none can be compared")
