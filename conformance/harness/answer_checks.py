"""Checks the answer of one execution: its status, timing, output shapes and values."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.cases.example import Example
from conformance.driver_sdk.queries import has_unspecified_dimensions
from conformance.drivers.foreign_objects import repr_of
from conformance.harness.calls.driver_calls import ExecutionOutcome
from conformance.oracle import accuracy
from conformance.oracle.diagnosis import Diagnosis, activation_limits, diagnose
from conformance.verdicts import DIAGNOSIS_KEY, Finding, VerdictKind

_CLOCK_TOLERANCE_FACTOR: Final = 1.1
_CLOCK_TOLERANCE_SECONDS: Final = 0.001


def check_timing(timing: hal.Timing, measure: hal.MeasureTiming) -> list[Finding]:
    """Return findings on the timing of a successful execution.

    If no measurement was requested, both times must be ``NO_TIMING``. Otherwise the time on the
    device must not exceed the time in the driver.
    """
    device, driver = timing.time_on_device, timing.time_in_driver
    if measure == hal.MeasureTiming.NO:
        if is_unmeasured(timing):
            return []
        reason = f"the driver reported {format_timing(timing)} although MeasureTiming was NO"
        return [Finding(VerdictKind.FAILED, "timing.unmeasured", reason)]
    if hal.NO_TIMING not in (device, driver) and device > driver:
        reason = (
            f"the reported time on the device, {device}, exceeds the time in the driver, {driver}"
        )
        return [Finding(VerdictKind.FAILED, "timing.device_within_driver", reason)]
    return []


def is_unmeasured(timing: hal.Timing) -> bool:
    """Return whether a timing holds no time."""
    return timing.time_on_device == hal.NO_TIMING and timing.time_in_driver == hal.NO_TIMING


def format_timing(timing: hal.Timing) -> str:
    """Return the two times of a timing for a reason's text."""
    return f"a timing (device {timing.time_on_device}, driver {timing.time_in_driver})"


def check_fenced_timing(
    since_launch: hal.Timing,
    since_fence: hal.Timing,
    measure: int,
    status: hal.ErrorStatus = hal.ErrorStatus.NONE,
) -> list[Finding]:
    """Return a finding if the two timings of a fenced execution violate the contract.

    According to IFencedExecutionCallback.getExecutionInfo, the driver reports no timing unless it
    was requested and the execution succeeded. Otherwise the driver may omit any of the four times.
    Of those that it reports, the time on the device must not exceed the time in the driver, and the
    time since the fences signalled must not exceed the time since launch.
    """
    if measure == hal.MeasureTiming.NO or status != hal.ErrorStatus.NONE:
        if since_fence == hal.Timing():
            return []
        requested = measure != hal.MeasureTiming.NO
        why = f"together with {status.name}" if requested else "although MeasureTiming was NO"
        reason = f"the driver reported {since_fence} since the fences signalled {why}"
        return [Finding(VerdictKind.FAILED, "timing.unmeasured", reason)]
    findings = check_timing(since_fence, hal.MeasureTiming.YES)
    if findings:
        reason = f"since the fences signalled: {findings[0].reason}"
        return [Finding(VerdictKind.FAILED, "timing.device_within_driver", reason)]
    for where, whole, part in (
        ("on the device", since_launch.time_on_device, since_fence.time_on_device),
        ("in the driver", since_launch.time_in_driver, since_fence.time_in_driver),
    ):
        if hal.NO_TIMING not in (whole, part) and part > whole:
            reason = (
                f"the reported time {where} since the fences signalled, {part}, exceeds the time "
                f"since launch, {whole}"
            )
            return [Finding(VerdictKind.FAILED, "timing.fenced_consistent", reason)]
    return []


def check_timing_plausible(timing: hal.Timing, seconds: float, unit: float) -> list[Finding]:
    """Return a finding if a reported time exceeds the ``seconds`` measured by the client.

    ``unit`` is the unit of ``timing`` in seconds. The client measures from before the call until
    its result, so a longer reported time is incorrect or in another unit. The limit is the client's
    time plus 10 % plus 1 ms.
    """
    limit = seconds * _CLOCK_TOLERANCE_FACTOR + _CLOCK_TOLERANCE_SECONDS
    for name, time in (("device", timing.time_on_device), ("driver", timing.time_in_driver)):
        if time != hal.NO_TIMING and time * unit > limit:
            reason = (
                f"the reported time in the {name} is {time} ({time * unit:.6g} s), "
                f"but the client waited only {seconds:.6g} s"
            )
            return [Finding(VerdictKind.FAILED, "timing.plausible", reason)]
    return []


def check_elapsed_times(
    outcome: ExecutionOutcome, measure: hal.MeasureTiming, passed: float, unit: float
) -> list[Finding]:
    """Return findings on implausible times of an execution.

    A reported time must not exceed the ``passed`` seconds that the client measured. The second
    timing of a fenced execution is also compared with the first. ``unit`` is the unit of the
    driver's times in seconds.
    """
    since_fence = outcome.since_fence
    findings = check_timing_plausible(outcome.timing, passed, unit)
    if findings or since_fence is None:
        return findings
    return check_timing_plausible(since_fence, passed, unit) or check_fenced_timing(
        outcome.timing, since_fence, measure, outcome.status
    )


@dataclass(frozen=True, slots=True)
class OutputExpectations:
    """The expected outputs of an example with their tolerances, computed once for all paths.

    ``operands``, ``tolerances`` and ``byte_sizes`` have one entry per output.
    ``distribution_check`` is set if an output is random, so that only the distribution of its
    values can be checked.
    """

    example: Example
    operands: tuple[hal.Operand, ...]
    tolerances: tuple[accuracy.Tolerance, ...]
    distribution_check: accuracy.DistributionCheck | None
    byte_sizes: tuple[int, ...]

    @classmethod
    def from_example(cls, example: Example) -> "OutputExpectations":
        """Return the expectations for an example.

        Raise ``ValueError`` if the number of expected outputs is not that of the model's outputs,
        or if the data of an expected output do not have the size of its type and dimensions.
        """
        main = example.model.main
        if len(example.outputs) != len(main.output_indexes):
            raise ValueError(
                f"the example has {len(example.outputs)} expected outputs, but its model has"
                f" {len(main.output_indexes)} outputs"
            )
        operands = tuple([main.operands[index] for index in main.output_indexes])
        sizes = []
        for operand, output in zip(operands, example.outputs, strict=True):
            info = hal.INFO.get(operand.type)
            size = len(output.data)
            if info is not None:
                size = info.itemsize
                for extent in output.dimensions if info.tensor else ():
                    size *= extent
                if not output.ignored and size != len(output.data):
                    raise ValueError(
                        f"the expected data of a {hal.name_of(hal.OperandType, operand.type)} "
                        f"{list(output.dimensions)} have {len(output.data)} bytes "
                        f"instead of {size}"
                    )
            sizes.append(size)
        return cls(
            example,
            operands,
            accuracy.tolerances(example.model),
            accuracy.distribution_check(example),
            tuple(sizes),
        )

    def with_example(self, example: Example) -> "OutputExpectations":
        """Return the expectations for an example that differs in inputs and values only."""
        return OutputExpectations(
            example, self.operands, self.tolerances, self.distribution_check, self.byte_sizes
        )

    def output_name(self, output: int) -> str:
        """Return an output's name for messages, such as ``output 0 'op3'``."""
        index = self.example.model.main.output_indexes[output]
        return f"output {output}{quoted_name(self.example, index)}"

    def producer_name(self, output: int) -> str:
        """Return the operation that writes an output, such as ``CONV_2D (operation 3)``.

        The result is empty if no operation writes it.
        """
        main = self.example.model.main
        index = main.output_indexes[output]
        for number, operation in enumerate(main.operations):
            if index in operation.outputs:
                return f"{hal.name_of(hal.OperationType, operation.type)} (operation {number})"
        return ""


def quoted_name(example: Example, index: int) -> str:
    """Return the name of an operand of main after a space; empty if it has none."""
    names = example.operand_names
    return f" '{names[index]}'" if index < len(names) and names[index] else ""


_FINDING_BY_RESOURCE_STATUS: Final = {
    hal.ErrorStatus.DEVICE_UNAVAILABLE: (VerdictKind.UNAVAILABLE, "device.available"),
    hal.ErrorStatus.RESOURCE_EXHAUSTED_TRANSIENT: (VerdictKind.NO_RESOURCES, "resources.available"),
    hal.ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT: (VerdictKind.TOO_LARGE, "resources.available"),
}


def resource_finding(status: hal.ErrorStatus, what: str) -> Finding | None:
    """Return a finding if the status reports an unavailable device or exhausted resources.

    ``what`` names the call that returned the status, for the reason. The result is ``None`` for any
    other status.
    """
    entry = _FINDING_BY_RESOURCE_STATUS.get(status)
    if entry is None:
        return None
    kind, rule = entry
    return Finding(kind, rule, f"{what} answered {status.name}", {"status": status.name})


_STATUS_CLAUSE: Final = "for which the executions of IPreparedModel must return NONE"
_MAX_DESCRIBED: Final = 4
"""Operations and inputs beyond this number are counted and not listed."""


def check_status(outcome: ExecutionOutcome, example: Example | None = None) -> list[Finding]:
    """Return findings on the launch status and the status of an execution that must succeed.

    ``example`` supplies the operations and shapes for the reason.
    """
    if outcome.launch is not None and outcome.launch != hal.ErrorStatus.NONE:
        return [launch_finding(outcome, example), *check_error_answer(outcome)]
    lack = resource_finding(outcome.status, "the execution")
    if lack is not None:
        return [lack, *check_error_answer(outcome)]
    if outcome.status != hal.ErrorStatus.NONE:
        return [_status_finding(outcome.status.name, example), *check_error_answer(outcome)]
    return []


def _status_finding(status: str, example: Example | None) -> Finding:
    request = ""
    if example is not None:
        codes = [operation.type for operation in example.model.main.operations]
        names = [hal.name_of(hal.OperationType, code) for code in codes]
        request = (
            f" (operations: {_shortened(names)}; inputs: {_describe_inputs(example)};"
            f" {_STATUS_CLAUSE})"
        )
    reason = f"the execution of a valid request{request} ended with {status}"
    return Finding(VerdictKind.FAILED, "execute.status", reason, {"status": status})


def _describe_inputs(example: Example) -> str:
    main = example.model.main
    operands = [
        main.operands[index]
        for index, data in zip(main.input_indexes, example.inputs, strict=True)
        if data is not None
    ]
    return _shortened(
        [f"{hal.name_of(hal.OperandType, one.type)} {list(one.dimensions)}" for one in operands]
    )


def _shortened(texts: list[str]) -> str:
    listed = ", ".join(texts[:_MAX_DESCRIBED]) or "none"
    more = len(texts) - _MAX_DESCRIBED
    return f"{listed} and {more} more" if more > 0 else listed


def launch_finding(outcome: ExecutionOutcome, example: Example | None = None) -> Finding:
    """Return the finding on a launch status other than NONE; see ``check_status``."""
    launch = "" if outcome.launch is None else outcome.launch.name
    if outcome.launch != outcome.status:
        reason = f"execute answered {launch}, but notified its callback of {outcome.status.name}"
        return Finding(VerdictKind.FAILED, "execute.launch", reason)
    return _status_finding(launch, example)


def check_error_answer(outcome: ExecutionOutcome) -> list[Finding]:
    """Return findings on output shapes and times that accompany a status other than NONE.

    Output shapes are permitted only with OUTPUT_INSUFFICIENT_SIZE, and times with no error.
    """
    findings = []
    shapes_permitted = outcome.status == hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE
    if outcome.output_shapes and not shapes_permitted:
        reason = (
            f"the driver reported {len(outcome.output_shapes)} output shapes together with"
            f" {outcome.status.name}"
        )
        findings.append(Finding(VerdictKind.FAILED, "output_shape.on_error", reason))
    if not is_unmeasured(outcome.timing):
        reason = (
            f"the driver reported {format_timing(outcome.timing)} together with"
            f" {outcome.status.name}"
        )
        findings.append(Finding(VerdictKind.FAILED, "timing.unmeasured", reason))
    return findings


def check_shapes(
    expectation: OutputExpectations,
    shapes: Sequence[hal.OutputShape],
    *,
    specified_in_request: bool = False,
) -> list[Finding]:
    """Return findings on the output shapes of a successful execution.

    The driver may omit the shapes if the model specifies all of them, or if the request does
    (``specified_in_request``). Reported dimensions must be equal to the expected ones.
    """
    outputs = expectation.example.outputs
    if not shapes:
        unspecified = [
            number
            for number, operand in enumerate(expectation.operands)
            if not specified_in_request
            and has_unspecified_dimensions(operand)
            and outputs[number].dimensions
        ]
        if not unspecified:
            return []
        reason = (
            "the driver reported no output shapes, although the model does not specify the shape"
            f" of {expectation.output_name(unspecified[0])}"
        )
        return [Finding(VerdictKind.FAILED, "output_shape.count", reason)]
    if len(shapes) != len(outputs):
        reason = f"the driver reported {len(shapes)} output shapes for {len(outputs)} outputs"
        return [Finding(VerdictKind.FAILED, "output_shape.count", reason)]
    findings = []
    for number, (shape, output) in enumerate(zip(shapes, outputs, strict=True)):
        if not shape.is_sufficient:
            reason = (
                f"{expectation.output_name(number)}: the buffer was reported as too small,"
                " but is large enough"
            )
            findings.append(Finding(VerdictKind.FAILED, "output_shape.sufficient", reason))
        elif shape.dimensions != output.dimensions:
            reason = (
                f"{expectation.output_name(number)}: reported dimensions "
                f"{repr_of(list(shape.dimensions))}, expected {list(output.dimensions)}"
            )
            details = {"output": number}
            findings.append(Finding(VerdictKind.FAILED, "output_shape.dimensions", reason, details))
    return findings


def check_values(
    expectation: OutputExpectations, data: Sequence[bytes], prefills: Sequence[bytes] | None
) -> list[Finding]:
    """Return one finding for each output whose values are outside the tolerance.

    ``data`` holds the bytes of the output buffers after the execution, ``prefills`` those before
    it. Without ``prefills``, the findings have no diagnosis. Ignored outputs are not compared, and
    a random output is checked for its distribution.
    """
    findings = []
    for number, output in enumerate(expectation.example.outputs):
        actual = data[number][: expectation.byte_sizes[number]]
        check = expectation.distribution_check
        if check is not None and check.output == number:
            violation = accuracy.check_distribution(check, actual, output.dimensions)
            if violation:
                reason = (
                    f"{expectation.output_name(number)} of {expectation.producer_name(number)}:"
                    f" {violation}"
                )
                findings.append(Finding(VerdictKind.FAILED, "values.distribution", reason))
            continue
        if output.ignored or actual == output.data:
            continue
        operand, tolerance = expectation.operands[number], expectation.tolerances[number]
        dims = output.dimensions
        comparison = accuracy.compare_output(output.data, actual, operand, dims, tolerance)
        if not comparison.ok:
            diagnosis = Diagnosis()
            if prefills is not None:
                model = expectation.example.model
                diagnosis = diagnose(
                    output.data,
                    actual,
                    operand,
                    dims,
                    tolerance,
                    prefills[number][: len(actual)],
                    activation_limits(model, model.main.output_indexes[number]),
                )
            digest = blake2b(actual, digest_size=8).hexdigest()
            finding = _mismatch_finding(expectation, number, comparison, diagnosis, digest)
            findings.append(finding)
    return findings


def _mismatch_finding(
    expectation: OutputExpectations,
    number: int,
    comparison: accuracy.OutputComparison,
    diagnosis: Diagnosis,
    digest: str,
) -> Finding:
    operand = expectation.operands[number]
    dims = list(expectation.example.outputs[number].dimensions)
    worst = comparison.worst_mismatch
    kind = hal.name_of(hal.OperandType, operand.type)
    reason = (
        f"{expectation.output_name(number)} ({kind} {dims}) of"
        f" {expectation.producer_name(number)}: {comparison.wrong_elements} of"
        f" {comparison.total_elements} values wrong"
    )
    if worst is not None:
        at = f" at {list(worst.index)}" if worst.index else ""
        reason += (
            f"; worst{at}: expected {_format_number(worst.expected)}, got"
            f" {_format_number(worst.actual)}, allowed ±{worst.allowed:.3g}"
        )
    if comparison.nan_mismatches:
        reason += f"; in {comparison.nan_mismatches} of them only one of the two values is NaN"
    if diagnosis.sentences:
        reason += f"; {'; '.join(diagnosis.sentences)}"
    details: dict[str, Any] = {
        "output": number,
        "operand": expectation.example.model.main.output_indexes[number],
        "operation": expectation.producer_name(number),
        "type": kind,
        "dimensions": dims,
        "wrong": comparison.wrong_elements,
        "total": comparison.total_elements,
        "share": comparison.wrong_elements / comparison.total_elements
        if comparison.total_elements
        else 1.0,
        "nans": comparison.nan_mismatches,
        "patterns": list(diagnosis.sentences),
        **({DIAGNOSIS_KEY: diagnosis.fault} if diagnosis.fault else {}),
        "worst": None if worst is None else _element_details(worst),
        "first": [_element_details(mismatch) for mismatch in comparison.first_mismatches],
        "digest": digest,
    }
    rule = "values.nan" if comparison.nan_mismatches == comparison.wrong_elements else "values"
    return Finding(VerdictKind.FAILED, rule, reason, details)


def _format_number(value: float) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)


def _element_details(mismatch: accuracy.ElementMismatch) -> dict[str, Any]:
    return {
        "index": list(mismatch.index),
        "expected": _json_number(mismatch.expected),
        "actual": _json_number(mismatch.actual),
        "allowed": _json_number(mismatch.allowed),
    }


def _json_number(value: float) -> float | str:
    """Return ``value``, or its text if it is NaN or infinite, which JSON cannot represent."""
    return value if np.isfinite(value) else str(value)
