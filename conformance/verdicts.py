"""Defines ``Verdict``, the result of one case along one path, and the rules that it names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

JSONValue = Any
"""Numbers, text, booleans, ``None``, and lists and mappings of them."""


class VerdictKind(StrEnum):
    """The kinds of a verdict; the value is the text in the event stream."""

    PASSED = "passed"
    FAILED = "failed"
    DECLINED = "declined"
    NOT_APPLICABLE = "not_applicable"
    TOO_LARGE = "too_large"
    NO_RESOURCES = "no_resources"
    UNAVAILABLE = "unavailable"
    DISABLED = "disabled"
    WAIVED = "waived"
    UNEXPECTEDLY_PASSED = "unexpectedly_passed"
    CRASH = "crash"
    HANG = "hang"
    LEAK = "leak"
    INVALID_ANSWER = "invalid_answer"
    QUALITY_WARNING = "quality_warning"
    INTERNAL_ERROR = "internal_error"

    @property
    def blames_driver(self) -> bool:
        """True if the driver broke the contract."""
        return self in _DRIVER_FAULT_KINDS


_DRIVER_FAULT_KINDS = frozenset(
    {
        VerdictKind.FAILED,
        VerdictKind.CRASH,
        VerdictKind.HANG,
        VerdictKind.LEAK,
        VerdictKind.INVALID_ANSWER,
    }
)

RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "supported.status": "get_supported_operations answers NONE for a valid model",
        "supported.count": (
            "get_supported_operations returns one flag for each operation of the main subgraph"
        ),
        "prepare.status": "a model whose operations are all supported is prepared",
        "resources.available": (
            "the driver reports exhausted resources (RESOURCE_EXHAUSTED_*) for a valid case"
        ),
        "device.available": "the driver reports DEVICE_UNAVAILABLE for a valid case",
        "version.declared": "the case needs a newer HAL version than the driver declares",
        "prepare.launch": (
            "if prepare_model returns an error, it passes the same status to the callback"
        ),
        "prepare.model": (
            "prepare_model passes a prepared model to the callback with NONE, and no model with an "
            "error"
        ),
        "prepare.declined": (
            "prepare_model refuses a valid model with an operation that is reported unsupported"
        ),
        "execute.status": "a valid request executes with status NONE",
        "execute.launch": "if execute returns an error, it passes the same status to the callback",
        "execute.declined": (
            "the execution of an endless loop ends with GENERAL_FAILURE instead of a missed "
            "deadline, or a driver states that its engine cannot express the model with the shapes "
            "and parameters of the request"
        ),
        "callback.once": "the driver notifies each callback exactly once",
        "callback.missing": "the driver notifies a callback within the time limit",
        "answer.form": "a call returns values of the types that the interface specifies",
        "answer.exception": "a call returns a status and does not raise an exception",
        "guard.before": "the driver does not write before the start of an output's buffer",
        "guard.after": "the driver does not write past the end of an output's buffer",
        "guard.input": "the driver does not write between the inputs' buffers",
        "guard.unused": "the driver does not write to shared memory that no argument is in",
        "inputs.unchanged": "an execution does not change its inputs",
        "constants.unchanged": "the driver does not change the model's constants",
        "late.write": (
            "the driver does not write to a request's memory after the execution has ended"
        ),
        "output_shape.count": (
            "a successful execution reports the shapes of all outputs, or of none if the model or "
            "the request specifies them all"
        ),
        "output_shape.dimensions": "reported output dimensions are equal to the expected ones",
        "output_shape.sufficient": "a buffer that is large enough is reported as sufficient",
        "output_shape.on_error": (
            "output shapes are reported only with NONE and OUTPUT_INSUFFICIENT_SIZE"
        ),
        "timing.unmeasured": (
            "no time is reported if the client did not request timing or if the execution failed"
        ),
        "timing.device_within_driver": (
            "the time on the device does not exceed the time in the driver"
        ),
        "timing.plausible": "no reported time exceeds the time that the client measured",
        "timing.fenced_consistent": (
            "a fenced execution's time since its fences signalled does not exceed the time since "
            "launch"
        ),
        "output_shape.insufficient": "exactly the buffers that are too small are reported as such",
        "output_form.insufficient_size": (
            "an execution with a buffer that is too small ends with OUTPUT_INSUFFICIENT_SIZE"
        ),
        "output_form.refused": (
            "an execution with outputs that its mode does not permit ends with INVALID_ARGUMENT"
        ),
        "path.applicable": "the case cannot run along the path",
        "path.declined": (
            "the driver does not support the path's output form or memory, or saves nothing in "
            "cache files, which the contract permits"
        ),
        "domain.declined": "allocate refuses every buffer, which the contract permits",
        "buffer.allocation": (
            "allocate with valid arguments returns NONE, a buffer and a token above 0, or "
            "GENERAL_FAILURE; with an error it returns no buffer and no token"
        ),
        "buffer.copy": "copies from and to a driver-managed buffer answer NONE for valid arguments",
        "cache.status": (
            "prepare_model_from_cache, with the files and the token of a preparation, returns NONE "
            "or, if nothing was saved, GENERAL_FAILURE"
        ),
        "cache.launch": (
            "if prepare_model_from_cache returns an error, it passes the same status to the "
            "callback"
        ),
        "cache.model": (
            "prepare_model_from_cache passes a prepared model to the callback with NONE, and no "
            "model with an error"
        ),
        "fence.launch": (
            "execute_fenced returns a callback with NONE, and neither fence nor callback with an "
            "error"
        ),
        "fence.signal": "the sync fence of a fenced execution signals within the time limit",
        "fence.status": (
            "the sync fence is signalled if get_execution_info returns NONE, and in the error "
            "state otherwise"
        ),
        "execution.creation": (
            "create_reusable_execution returns an execution with NONE, and none with an error, "
            "which is neither a missed deadline nor OUTPUT_INSUFFICIENT_SIZE"
        ),
        "burst.configure": "configure_execution_burst succeeds for a prepared model",
        "burst.timeout": "a burst returns the result of a request within the time limit",
        "burst.terminated": "a burst accepts requests until the client closes it",
        "burst.queue_corrupt": "the read and write positions of a burst's queues stay consistent",
        "burst.unsolicited_result": "each result of a burst belongs to a request",
        "values": "output values are within the tolerance",
        "values.other_data": (
            "a further execution of the prepared model, with other inputs of the same shapes, "
            "returns the values that belong to these inputs"
        ),
        "values.nan": "an output element is NaN exactly if its expected value is NaN",
        "values.distribution": (
            "the draws of RANDOM_MULTINOMIAL follow the distribution that the logits specify"
        ),
        "values.bias": (
            "quantized results of a model's layer do not deviate in one direction on average"
        ),
        "refusal.missing": "an example that must fail is refused by prepare_model or the execution",
        "refusal.status": "an example that must fail is refused with a permitted status",
        "refusal.recovery": "a valid model still runs after the driver has received invalid models",
        "loop.timeout": "an endless loop ends with a missed deadline after the loop timeout",
        "coupling.support": (
            "a HAL 1.3 driver that supports an operation for TENSOR_QUANT8_ASYMM supports it for "
            "TENSOR_QUANT8_ASYMM_SIGNED"
        ),
        "coupling.prepare": (
            "the driver prepares both the unsigned and the signed form of a case, or neither"
        ),
        "coupling.verdict": "both the unsigned and the signed form of a case pass, or neither",
        "coupling.results": "the signed form's results are equal to the unsigned form's minus 128",
        "baseline.declined": "a case that ran in the baseline is not declined",
        "baseline.refused": "a case that ran in the baseline is not refused for lack of resources",
        "baseline.not_applicable": "a case that ran in the baseline still applies to the driver",
        "case.limit": "a case ends within the time limit for a case (--limit case)",
        "process.state": (
            "a driver in the process of the suite does not change the rounding mode or the "
            "treatment of denormal numbers"
        ),
        "run.skipped": "pytest or a plugin of it does not skip the case",
        "run.error": "pytest, its plugins and signal handlers do not end a case",
        "driver.time": "all driver calls of a run end within the total limit (--limit driver)",
        "process.limit": "a call returns within the time limit of its stage",
        "process.protocol": (
            "the driver does not write to the connection between its process and the harness"
        ),
        "process.start": "the process that runs the driver can be restarted",
        "process.left_running": "the driver leaves no process running at the end of the run",
        "process.leak": "the driver releases the descriptors and the memory that a case needed",
        "spec.invalid": "the model of the spec's example follows the contract",
        "spec.unreadable": "the spec file cannot be read",
        "spec.empty": "the spec file declares no example",
        "case.unreadable": "the case file cannot be read",
        "model.unreadable": "the model file or a file beside it cannot be read",
        "model.expressible": "the contract can express each operator of the model file",
        "process.alive": "the process that runs the driver stays alive",
        "stress.requirements": (
            "under the load of a stress mode the driver returns right results, releases what each "
            "operation used, stays fast enough and starts again after its death"
        ),
        "stress.returns": (
            "under the load of a stress mode every call returns within its time limit"
        ),
        "stress.alive": (
            "under the load of a stress mode the processes of the driver and of its clients stay "
            "alive"
        ),
        "stress.models": "the driver supports none of the models of the stress mode",
        "stress.applicable": "the stress mode cannot test the driver",
        "internal": "the test suite itself failed while it ran the case",
    }
)
"""The harness's rules by name, each with a sentence that is true for every conforming driver.

The sentences of ``prepare.declined``, ``execute.declined``, ``resources.available``,
``device.available``, ``version.declared``, ``path.applicable``, ``path.declined``,
``domain.declined``, ``spec.unreadable``, ``spec.empty``, ``case.unreadable``, ``model.unreadable``,
``model.expressible``, ``stress.models``, ``stress.applicable`` and ``internal`` describe the reason
of a verdict instead.
"""

VALUE_RULES: Final = frozenset({"values", "values.nan"})
"""The rules of findings on wrong output values; their details name the output."""

DIVERGENCE_KEY: Final = "divergence"
"""Key of a verdict's details for the first operand whose value is wrong."""
DIAGNOSIS_KEY: Final = "diagnosis"
"""Key of a verdict's details for what wrong values indicate, as a verb and its objects."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One observation on a case; the first determines the verdict, which lists the others."""

    kind: VerdictKind
    rule: str
    reason: str
    details: Mapping[str, JSONValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one case along one path.

    ``path`` is the path's text id, or empty if the verdict does not concern a path. ``rule`` is a
    key of ``RULES`` or the name of another check's rule, and empty if the case passed.
    ``operations`` are the names of the model's operations, each once. ``durations`` are seconds by
    step (``supported``, ``prepare``, ``execute``); steps that several paths share are included in
    the verdict on each of them.
    """

    case_id: str
    path: str
    kind: VerdictKind
    rule: str = ""
    reason: str = ""
    operations: tuple[str, ...] = ()
    details: Mapping[str, JSONValue] = field(default_factory=dict)
    durations: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        where = f"{self.case_id} [{self.path}]" if self.path else self.case_id
        outcome = f"{self.kind} ({self.rule})" if self.rule else str(self.kind)
        return f"{where}: {outcome}: {self.reason}" if self.reason else f"{where}: {outcome}"


VTS_DEMAND: Final[Mapping[str, JSONValue]] = {"demanded_by": "VTS"}
"""Details of a finding on behaviour that the HAL's text permits and the official suite fails."""


def is_vts_demand(details: Mapping[str, JSONValue]) -> bool:
    """Return whether a finding is on behaviour that only the official suite (VTS) fails."""
    return details.get("demanded_by") == "VTS"


def _precedence(finding: Finding) -> tuple[bool, bool]:
    return finding.kind is VerdictKind.QUALITY_WARNING, is_vts_demand(finding.details)


def verdict_from_findings(
    findings: Iterable[Finding],
    case_id: str,
    path: str,
    operations: tuple[str, ...],
    durations: Mapping[str, float],
    note: str = "",
) -> Verdict:
    """Return the verdict that the first finding determines; PASSED if there is no finding.

    Quality warnings come after all other findings, and what only the official suite demands after
    the other failures. ``note`` is the reason of a PASSED verdict, for example the status of a
    required refusal.
    """
    further = sorted(findings, key=_precedence)
    if not further:
        return Verdict(case_id, path, VerdictKind.PASSED, "", note, operations, {}, durations)
    first = further[0]
    details = dict(first.details)
    if len(further) > 1:
        details["further_findings"] = [
            {"rule": finding.rule, "reason": finding.reason} for finding in further[1:]
        ]
    return Verdict(
        case_id, path, first.kind, first.rule, first.reason, operations, details, durations
    )
