"""The measurement of ``nn-conformance measure capabilities``, which loads the networks."""

from __future__ import annotations

import argparse
import importlib
import sys
from dataclasses import asdict
from typing import Any, Final

from conformance.cli.options import ExitStatus, open_driver_session
from conformance.cli.output import write_json
from conformance.drivers import DriverLoadError, open_driver
from conformance.hal import CAPABILITIES_FORMS, Device, ErrorStatus, OperandType, Version
from conformance.harness.calls import driver_calls
from conformance.models.benchmark import capabilities as measured_capabilities
from conformance.models.benchmark.capabilities import (
    DeclaredFigure,
    MeasuredCapabilities,
    PowerMeter,
    WorkloadResult,
    compare_declared,
    measure_workload,
    reference_workloads,
    summarize,
)
from conformance.models.inference import InferenceError, ModelDeclinedError
from conformance.models.latency.measurement import MeasurementLimits

_FORM_VERSIONS: Final = (Version.V1_0, Version.V1_1, Version.V1_2, Version.V1_3)


def measure(arguments: argparse.Namespace) -> int:
    """Measure the workloads, print the figures and return the exit status."""
    meter = _power_meter(arguments)
    try:
        cpu = open_driver(arguments.against)
        with open_driver_session(arguments) as (device, watch):
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
