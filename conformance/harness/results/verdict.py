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
        "supported.count": "get_supported_operations answers once for each operation of main",
        "prepare.status": "a model whose operations are all supported is prepared",
        "resources.available": (
            "a model whose operations are all supported finds the resources it needs"
        ),
        "device.available": "the device is there when it is called",
        "version.declared": "a case concerns the drivers of its version and newer ones",
        "prepare.launch": "launch status and callback status of a refused preparation agree",
        "prepare.model": "NONE brings a prepared model, an error brings none",
        "prepare.declined": "an operation is reported unsupported, and preparing was refused",
        "execute.status": "a valid request executes with status NONE",
        "execute.launch": "launch status and callback status of a refused execution agree",
        "execute.declined": "an infinite loop is refused as unsupported instead of timing out",
        "callback.once": "a callback is notified exactly once",
        "callback.missing": "a callback is notified within the limit",
        "answer.form": "a call answers with the types the interface names",
        "answer.exception": "a call answers with a status and does not raise",
        "guard.before": "nothing is written just before an output's buffer",
        "guard.after": "nothing is written past an output's buffer",
        "guard.input": "nothing is written between the inputs' buffers",
        "inputs.unchanged": "an execution leaves its inputs as they were",
        "constants.unchanged": "a model's constants stay as they were",
        "model.unchanged": "the model handed over stays as it was",
        "late.write": "nothing is written to a request's memory after the execution ended",
        "output_shape.count": "output shapes come for all outputs, or (all fully known) for none",
        "output_shape.dimensions": "reported output dimensions are the expected ones",
        "output_shape.sufficient": "a buffer that is large enough is reported as sufficient",
        "output_shape.on_error": "no output shapes come with an error",
        "timing.unmeasured": "no time is reported unless asked for, and none with an error",
        "timing.device_within_driver": "the time on the device is within the time in the driver",
        "timing.plausible": "no time is longer than what passed on the client's clock",
        "timing.fenced_consistent": (
            "a fenced execution's time since its fences is within that since launch"
        ),
        "output_shape.insufficient": "exactly the buffers that are too small are reported so",
        "output_form.insufficient_size": "a buffer that is too small is OUTPUT_INSUFFICIENT_SIZE",
        "output_form.refused": (
            "outputs that the path does not allow are refused as INVALID_ARGUMENT"
        ),
        "path.applicable": "a path concerns the case",
        "path.declined": "the driver does not offer what the path asks, as the contract allows",
        "fence.launch": "NONE brings a callback, an error neither fence nor callback",
        "fence.signal": "the sync fence of a fenced execution signals within the limit",
        "fence.status": "the sync fence signals for NONE and goes into error otherwise",
        "burst.configure": "a burst is set up for a prepared model",
        "burst.timeout": "a request through a burst has its result within the limit",
        "burst.terminated": "a burst serves until its client ends it",
        "burst.queue_corrupt": "the positions of a burst's queues stay consistent",
        "burst.unsolicited_result": "each result of a burst answers a request",
        "values": "output values are within the tolerance",
        "values.nan": "no NaN where a number is expected, and NaN where NaN is",
        "values.distribution": "draws follow the distribution that was asked for",
        "refusal.missing": "an example that must fail is refused when preparing or executing",
        "refusal.status": "an example that must fail is refused with a permitted status",
        "refusal.recovery": "a good model still runs after the driver was handed invalid ones",
        "loop.timeout": "an endless loop ends with a missed deadline after the loop timeout",
        "coupling.support": "a driver of 1.3 that supports unsigned 8-bit data supports signed",
        "coupling.prepare": "a case is prepared in its unsigned and its signed form, or in none",
        "coupling.verdict": "a case passes in its unsigned and its signed form, or in none",
        "coupling.results": "the signed form gives the unsigned one's results, shifted",
        "baseline.declined": "a case that ran in the baseline is not declined",
        "baseline.refused": "a case that ran in the baseline is not refused for lack of resources",
        "baseline.not_applicable": "a case that ran in the baseline still concerns the driver",
        "case.limit": "a case ends within the limit on cases",
        "driver.time": "all calls of a run together end within the limit on the driver's time",
        "process.limit": "a call returns within its stage's limit",
        "process.protocol": "the driver leaves the connection to its process alone",
        "process.start": "the process that runs the driver can be started again",
        "process.leak": "what a case takes of descriptors and memory is given back",
        "spec.unreadable": "a spec file can be read",
        "spec.empty": "a spec file declares an example",
        "case.unreadable": "a case file can be read",
        "process.alive": "the process that runs the driver lives",
        "internal": "the suite itself could not judge the case",
    }
)
"""The harness's rules by name, each as the sentence that holds for a conforming driver.

``prepare.declined``, ``execute.declined``, ``resources.available``, ``device.available``,
``version.declared``, ``path.applicable``, ``path.declined``, ``spec.unreadable``, ``spec.empty``,
``case.unreadable`` and ``internal`` name circumstances instead.
"""

VALUE_RULES: Final = frozenset({"values", "values.nan"})
"""The rules of findings on wrong output values; their details name the output."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One observation on a case; the first finding determines the verdict, the rest are listed."""

    kind: VerdictKind
    rule: str
    reason: str
    details: Mapping[str, JSONValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one case along one path.

    ``path`` is the path's text id, empty where no path was reached or concerned. ``rule`` is a key
    of ``RULES`` or the name of another check's rule; empty when passed. ``operations`` are
    the names of the model's operations, each once. ``durations`` are seconds by step
    (``supported``, ``prepare``, ``execute``); the verdict on each path includes the
    steps that several paths share.
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
        what = f"{self.kind} ({self.rule})" if self.rule else str(self.kind)
        return f"{where}: {what}: {self.reason}" if self.reason else f"{where}: {what}"


def verdict_from_findings(
    findings: Iterable[Finding],
    case_id: str,
    path: str,
    operations: tuple[str, ...],
    durations: Mapping[str, float],
    note: str = "",
) -> Verdict:
    """Return the verdict that the first finding determines; PASSED if there is no finding."""
    rest = list(findings)
    if not rest:
        return Verdict(case_id, path, VerdictKind.PASSED, "", note, operations, {}, durations)
    first = rest[0]
    details = dict(first.details)
    if len(rest) > 1:
        details["further_findings"] = [{"rule": one.rule, "reason": one.reason} for one in rest[1:]]
    return Verdict(
        case_id, path, first.kind, first.rule, first.reason, operations, details, durations
    )
