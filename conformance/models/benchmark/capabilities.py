"""Measured capabilities: execution time and energy of a driver relative to a CPU driver.

The workloads are those that the contract's documentation recommends: MobileNet V1 and V2 and the
speech models for float32, the quantized MobileNets for 8-bit data. They have seeded weights; the
time of an inference does not depend on these.
"""

from __future__ import annotations

import argparse
import importlib
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.cli.options import ExitStatus, open_driver_session
from conformance.cli.output import write_json
from conformance.driver_sdk.capabilities import SLOWEST
from conformance.drivers import DriverLoadError, open_driver
from conformance.engines.tflite.tflite_import import ModelState
from conformance.hal import CAPABILITIES_FORMS, Device, ErrorStatus, OperandType, Version
from conformance.harness.calls import driver_calls
from conformance.models import inference
from conformance.models.accuracy.built_in_tasks import speech_recognition, speech_synthesis
from conformance.models.benchmark import capabilities as measured_capabilities
from conformance.models.image_network import (
    ImageNetwork,
    mobilenet_v1,
    mobilenet_v2,
    quantize,
    to_model,
)
from conformance.models.inference import InferenceError, ModelDeclinedError
from conformance.models.latency.measurement import MeasurementLimits, measure_in_turns
from conformance.operations.definition.operands import Array

FLOAT32: Final = "float32"
RELAXED: Final = "float32 relaxed to float16"
QUANT8: Final = "quant8"

AGREEMENT_FACTOR: Final = 2.0
"""A declared figure agrees if it is within this factor of the measured one."""

_FLOAT_TYPES: Final = (hal.OperandType.FLOAT32, hal.OperandType.TENSOR_FLOAT32)


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
    ``energy_ratio`` is ``None`` without a power meter.
    """

    workload: Workload
    driver_seconds: float | None
    cpu_seconds: float
    energy_ratio: float | None = None
    reason: str = ""

    @property
    def time_ratio(self) -> float | None:
        """The driver's time divided by the CPU's."""
        return None if self.driver_seconds is None else self.driver_seconds / self.cpu_seconds


PowerMeter = Callable[[], float]
"""A function of the user that returns the energy used so far, in joules."""


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
    workload: Workload,
    device: hal.Device,
    cpu: hal.Device,
    limits: MeasurementLimits,
    timeout: float,
    meter: PowerMeter | None = None,
) -> WorkloadResult:
    """Return the median times of a driver and of the CPU driver, measured alternately.

    The model runs along a burst, as for repeated inferences, or asynchronously before HAL 1.2.
    ``ModelDeclinedError`` is raised if the CPU driver declines the model.
    """
    cpu_session = _session(workload, cpu, timeout)
    with cpu_session:
        try:
            session = _session(workload, device, timeout)
        except inference.ModelDeclinedError as error:
            times = measure_in_turns({"cpu": cpu_session.execute}, limits)
            return WorkloadResult(workload, None, float(np.median(times["cpu"])), None, str(error))
        with session:
            candidates = {"driver": session.execute, "cpu": cpu_session.execute}
            times = measure_in_turns(candidates, limits)
            energy = None
            if meter is not None:
                energy = _energy(session.execute, times["driver"], meter) / _energy(
                    cpu_session.execute, times["cpu"], meter
                )
    medians = {name: float(np.median(values)) for name, values in times.items()}
    return WorkloadResult(workload, medians["driver"], medians["cpu"], energy)


def _session(workload: Workload, device: hal.Device, timeout: float) -> inference.InferenceSession:
    modes = inference.modes_of(device.version)
    mode = inference.ExecutionMode.BURST if inference.ExecutionMode.BURST in modes else modes[0]
    prepared = inference.prepare(device, workload.model, timeout)
    session = inference.InferenceSession(
        prepared, workload.model, workload.states, mode=mode, timeout=timeout
    )
    session.load(_random_inputs(workload))
    return session


def _random_inputs(workload: Workload) -> list[Array]:
    """Return seeded values of the inputs that are not states."""
    random = np.random.default_rng(9)
    main = workload.model.main
    states = {state.input for state in workload.states}
    inputs: list[Array] = []
    for position, index in enumerate(main.input_indexes):
        operand = main.operands[index]
        if position in states:
            continue
        dtype = hal.INFO[operand.type].dtype
        if dtype.kind == "f":
            inputs.append(random.uniform(-1, 1, operand.dimensions).astype(dtype))
        else:
            low, high = hal.INFO[operand.type].code_range
            inputs.append(random.integers(low, high + 1, operand.dimensions).astype(dtype))
    return inputs


def _energy(execute: Callable[[], object], times: Array, meter: PowerMeter) -> float:
    """Return the joules of one execution, over as many executions as were measured."""
    before = meter()
    for _ in times:
        execute()
    joules = (meter() - before) / len(times)
    if not (math.isfinite(joules) and joules > 0):
        raise ValueError(f"the power meter reports {joules} joules for an execution")
    return joules


@dataclass(frozen=True, slots=True)
class MeasuredCapabilities:
    """The figures for each class of data; a class that was not measured is missing."""

    figures: dict[str, hal.PerformanceInfo]

    def figure(self, data: str) -> hal.PerformanceInfo:
        """Return the figures for a class of data; ``SLOWEST`` if it was not measured."""
        return self.figures.get(data, SLOWEST)

    def of_type(self, type_: hal.OperandType) -> hal.PerformanceInfo | None:
        """Return the figures for an operand type, or ``None`` if it was not measured."""
        if type_ in _FLOAT_TYPES:
            return self.figures.get(FLOAT32)
        if hal.INFO[type_].quantized and hal.INFO[type_].itemsize == 1:
            return self.figures.get(QUANT8)
        return None

    def in_form(self, form: type[Any], version: hal.Version) -> Any:
        """Return the figures as a capabilities structure; types not measured are left out."""
        float32, quant8, relaxed = map(self.figure, (FLOAT32, QUANT8, RELAXED))
        if form is hal.CapabilitiesV1_0:
            return hal.CapabilitiesV1_0(float32, quant8)
        if form is hal.CapabilitiesV1_1:
            return hal.CapabilitiesV1_1(float32, quant8, relaxed)
        table = tuple(
            hal.OperandPerformance(int(type_), info)
            for type_ in sorted(map(hal.OperandType, hal.INFO))
            if hal.INFO[type_].since <= version and (info := self.of_type(type_)) is not None
        )
        if form is hal.CapabilitiesV1_2:
            return hal.CapabilitiesV1_2(relaxed, relaxed, table)
        return hal.Capabilities(relaxed, relaxed, table, SLOWEST, SLOWEST)


def summarize(results: list[WorkloadResult]) -> MeasuredCapabilities:
    """Return the geometric means over the workloads of each class of data.

    A class is missing if the driver declines one of its workloads. Without a power meter the energy
    figure is the time figure.
    """
    figures = {}
    for data in (FLOAT32, RELAXED, QUANT8):
        ratios = [result.time_ratio for result in results if result.workload.data == data]
        energies = [result.energy_ratio for result in results if result.workload.data == data]
        measured = [ratio for ratio in ratios if ratio is not None]
        if not ratios or len(measured) < len(ratios):
            continue
        time_ratio = _geometric_mean(measured)
        measured_energies = [energy for energy in energies if energy is not None]
        power = (
            _geometric_mean(measured_energies)
            if len(measured_energies) == len(energies)
            else time_ratio
        )
        figures[data] = hal.PerformanceInfo(time_ratio, power)
    return MeasuredCapabilities(figures)


def _geometric_mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


@dataclass(frozen=True, slots=True)
class DeclaredFigure:
    """A declared execution time and the measured one."""

    name: str
    declared: float
    measured: float

    @property
    def verdict(self) -> str:
        """``agrees``, ``declared too fast`` or ``declared too slow``."""
        if not self.declared > 0:
            return "declared too fast"
        factor = self.declared / self.measured
        if factor < 1 / AGREEMENT_FACTOR:
            return "declared too fast"
        return "declared too slow" if factor > AGREEMENT_FACTOR else "agrees"


def compare_declared(declared: Any, measured: MeasuredCapabilities) -> list[DeclaredFigure]:
    """Return each declared execution time that has a measured one."""
    named: list[tuple[str, hal.PerformanceInfo, hal.PerformanceInfo | None]] = []
    figures = measured.figures
    if isinstance(declared, (hal.CapabilitiesV1_0, hal.CapabilitiesV1_1)):
        named.append(("float32", declared.float32_performance, figures.get(FLOAT32)))
        named.append(("quantized8", declared.quantized8_performance, figures.get(QUANT8)))
        if isinstance(declared, hal.CapabilitiesV1_1):
            info = declared.relaxed_float32_to_float16_performance
            named.append(("relaxed", info, figures.get(RELAXED)))
    else:
        info = declared.relaxed_float32_to_float16_performance_tensor
        named.append(("relaxed (tensor)", info, figures.get(RELAXED)))
        operand_types = {int(type_) for type_ in hal.OperandType}
        for entry in declared.operand_performance:
            if entry.type in operand_types:
                type_ = hal.OperandType(entry.type)
                named.append((type_.name, entry.info, measured.of_type(type_)))
    return [
        DeclaredFigure(name, info.exec_time, figure.exec_time)
        for name, info, figure in named
        if figure is not None
    ]


# ------------------------------------------------------------------ the command

_FORM_VERSIONS: Final = (Version.V1_0, Version.V1_1, Version.V1_2, Version.V1_3)


def measure(arguments: argparse.Namespace) -> int:
    """Measure the workloads, print the figures and return the exit status."""
    meter = _power_meter(arguments)
    try:
        cpu = open_driver(arguments.against)
        with open_driver_session(arguments, 600.0) as (driver, watch):
            device = driver.device
            results: list[WorkloadResult] = []
            failures: list[str] = []
            for workload in reference_workloads(arguments.image_size):
                watch.begin(f"{workload.name}, {workload.data}")
                limits = MeasurementLimits(min(0.3, arguments.seconds), arguments.seconds)
                try:
                    result = measure_workload(workload, device, cpu, limits, 60.0, meter)
                except (InferenceError, driver_calls.DriverCallError, ValueError) as error:
                    failures.append(f"{workload.name}, {workload.data}: {error}")
                except ModelDeclinedError as error:
                    arguments.parser.error(f"the CPU driver {arguments.against}: {error}")
                else:
                    results.append(result)
                    print(_line(result), file=sys.stderr, flush=True)
                watch.end()
            watch.begin("get_capabilities")
            declared = _declared(device)
            watch.end()
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return ExitStatus.NO_DRIVER
    for failure in failures:
        print(f"failed: {failure}", file=sys.stderr)
    measured = summarize(results)
    compared = [] if declared is None else compare_declared(declared, measured)
    _print(arguments, results, measured, compared)
    if failures or any(one.verdict != "agrees" for one in compared):
        return ExitStatus.DIFFERS
    return ExitStatus.CONFORMS if measured.figures else ExitStatus.NOTHING_RAN


def _power_meter(arguments: argparse.Namespace) -> PowerMeter | None:
    if arguments.power_meter is None:
        return None
    module, _, name = arguments.power_meter.partition(":")
    try:
        meter: PowerMeter = getattr(importlib.import_module(module), name)
        float(meter())
    except Exception as error:
        arguments.parser.error(
            f"--power-meter {arguments.power_meter}: {type(error).__name__}: {error}"
        )
    return meter


def _declared(device: Device) -> Any:
    """Return the driver's capabilities, or ``None`` if it does not report any."""
    what = "get_capabilities"
    answer = driver_calls.call_driver(what, device.get_capabilities)
    status, value = driver_calls.unpack_answer(what, answer, 2, "a tuple (ErrorStatus, ...)")
    known = isinstance(value, CAPABILITIES_FORMS)
    return value if known and driver_calls.to_status(what, status) == ErrorStatus.NONE else None


def _line(result: WorkloadResult) -> str:
    name = f"{result.workload.name}, {result.workload.data}"
    cpu = f"CPU {result.cpu_seconds * 1e3:.3g} ms"
    if result.driver_seconds is None:
        return f"{name}: declined ({result.reason}); {cpu}"
    return f"{name}: {result.driver_seconds * 1e3:.3g} ms, {cpu}, ratio {result.time_ratio:.3g}"


def _print(
    arguments: argparse.Namespace,
    results: list[WorkloadResult],
    measured: MeasuredCapabilities,
    compared: list[DeclaredFigure],
) -> None:
    if arguments.json:
        write_json(arguments.json, _as_json(results, measured, compared))
        return
    for data in (
        measured_capabilities.FLOAT32,
        measured_capabilities.RELAXED,
        measured_capabilities.QUANT8,
    ):
        info = measured.figures.get(data)
        text = (
            "not measured: the driver declines a workload"
            if info is None
            else f"execTime {info.exec_time:.4g}, powerUsage {info.power_usage:.4g}"
        )
        print(f"{data}: {text}")
    for form, version in zip(CAPABILITIES_FORMS, _FORM_VERSIONS, strict=True):
        print(f"\nHAL {version}{' and newer' if version == Version.V1_3 else ''}:")
        for line in _form_lines(measured.in_form(form, version)):
            print(f"  {line}")
    print("\ndeclared and measured execution times:")
    for one in compared:
        print(f"  {one.name}: {one.declared:.4g} declared, {one.measured:.4g}: {one.verdict}")
    if not compared:
        print("  none can be compared")


def _form_lines(capabilities: Any) -> list[str]:
    """Return the fields of a capabilities structure, one line each."""
    lines = []
    for name, value in asdict(capabilities).items():
        if name == "operand_performance":
            for entry in value:
                info = entry["info"]
                lines.append(f"{OperandType(entry['type']).name}: {_figures(info)}")
        else:
            lines.append(f"{name}: {_figures(value)}")
    return lines


def _figures(info: dict[str, float]) -> str:
    if info["exec_time"] > 1e38:
        return "not measured"
    return f"execTime {info['exec_time']:.4g}, powerUsage {info['power_usage']:.4g}"


def _as_json(
    results: list[WorkloadResult],
    measured: MeasuredCapabilities,
    compared: list[DeclaredFigure],
) -> dict[str, Any]:
    return {
        "workloads": [
            {
                "name": result.workload.name,
                "data": result.workload.data,
                "driver_seconds": result.driver_seconds,
                "cpu_seconds": result.cpu_seconds,
                "energy_ratio": result.energy_ratio,
                "reason": result.reason,
            }
            for result in results
        ],
        "forms": {
            str(version): asdict(measured.in_form(form, version))
            for form, version in zip(CAPABILITIES_FORMS, _FORM_VERSIONS, strict=True)
        },
        "declared": [{**asdict(one), "verdict": one.verdict} for one in compared],
    }
