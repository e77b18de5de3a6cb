"""A driver's declared properties, the operations that it supports, and a test of a minute.

``describe_device`` calls every query of the device once and ``get_supported_operations`` for each
sample model. ``run_smoke_test`` runs one small case for each operation along the default paths.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from typing import Any, Final

import numpy as np

from conformance.cases import Example
from conformance.cases.version_conversion import convert_example
from conformance.coverage.samples import Sample
from conformance.drivers import DriverIdentity, identify_driver
from conformance.hal import (
    Device,
    DeviceStatus,
    ErrorStatus,
    Extension,
    ExtensionOperandType,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Version,
    accepted_capabilities_forms,
    name_of,
)
from conformance.harness.calls.driver_calls import (
    DriverCallError,
    call_driver,
    get_supported_operations,
    is_integer,
    short_repr,
)
from conformance.harness.planning.execution_path import default_paths
from conformance.run.case_runner import CaseRunner
from conformance.text import to_printable
from conformance.validation.version import NotConvertibleError
from conformance.verdicts import Verdict, VerdictKind

_MAX_DEATHS: Final = 3
"""Number of crashes and hangs after which ``get_supported_operations`` is not called any more."""


@dataclass(frozen=True, slots=True)
class SupportAnswer:
    """The driver's answer on one operation with one operand type in one form.

    ``case_id`` names the case whose model was passed to ``get_supported_operations``. ``supported``
    is ``None`` if the driver was not called or did not return a valid answer; in the latter case
    ``note`` gives the reason.
    """

    operation: str
    type: str
    form: str
    case_id: str
    supported: bool | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class DeviceDescription:
    """The driver's answers to all queries.

    ``status`` is the name of the device status, or ``?`` without a valid answer.
    ``cache_files`` is the number of model cache files and of data cache files. ``problems``
    describes every answer that violates the interface.
    """

    identity: DriverIdentity
    status: str
    cache_files: tuple[int, int] | None
    capabilities: tuple[tuple[str, float, float], ...]
    """One row for each entry: operand type or field, relative execution time, relative power."""
    extensions: tuple[Extension, ...]
    answers: tuple[SupportAnswer, ...]
    problems: tuple[str, ...]


def describe_device(device: Device, samples: Iterable[Sample]) -> DeviceDescription:
    """Return the driver's answers to all queries and for each of ``samples``.

    Invalid answers, exceptions and crashes are listed in ``problems``; only the user's interrupt is
    raised. This function sets no time limit for a call: an isolated driver process has its own
    limits, and for an in-process driver the caller must limit the time.
    """
    identity = identify_driver(device)
    problems = list(identity.problems)

    def values(what: str, count: int) -> tuple[Any, ...] | None:
        """Return the ``count`` values that a query returns after its status.

        For any other answer, record a problem and return ``None``.
        """
        try:
            answer = call_driver(what, lambda: getattr(device, what)())
        except DriverCallError as error:
            problems.append(error.finding.reason)
            return None
        if not isinstance(answer, (tuple, list)) or len(answer) != count + 1:
            problems.append(
                f"{what} answered {short_repr(answer)}; a tuple of a status and {count} other "
                f"value{'' if count == 1 else 's'} was expected"
            )
            return None
        if answer[0] != ErrorStatus.NONE:
            problems.append(f"{what} answered status {short_repr(answer[0])}; NONE was expected")
            return None
        return tuple(answer[1:])

    status = _status(device, problems)
    performance = values("get_capabilities", 1)
    version = identity.version or max(Version)
    rows = _performance_rows(performance[0], version, problems) if performance else ()
    cache: tuple[int, int] | None = None
    extensions: tuple[Extension, ...] = ()
    if version >= Version.V1_2:
        what = "get_number_of_cache_files_needed"
        numbers = values(what, 2)
        if numbers is not None:
            if all(is_integer(number) and number >= 0 for number in numbers):
                cache = int(numbers[0]), int(numbers[1])
            else:
                problems.append(
                    f"{what} answered {short_repr(numbers)}; two numbers of files were expected"
                )
        supported = values("get_supported_extensions", 1)
        if supported is not None:
            extensions = _extensions(supported[0], problems)
    answers = _query_samples(device, samples, version, problems)
    return DeviceDescription(
        identity, status, cache, rows, extensions, answers, tuple(dict.fromkeys(problems))
    )


def _status(device: Device, problems: list[str]) -> str:
    """Return the name of the device status, or ``?`` if ``get_status`` returns no valid one."""
    try:
        status: object = call_driver("get_status", lambda: device.get_status())
    except DriverCallError as error:
        problems.append(error.finding.reason)
        return "?"
    if not is_integer(status) or status not in DeviceStatus.__members__.values():
        problems.append(f"get_status answered {short_repr(status)}; a DeviceStatus was expected")
        return "?"
    return DeviceStatus(int(status)).name


def _extensions(value: Any, problems: list[str]) -> tuple[Extension, ...]:
    """Return the valid extensions in an answer; record a problem for each other item."""
    what = "get_supported_extensions"
    if not isinstance(value, (tuple, list)):
        problems.append(f"{what} answered {short_repr(value)}; a list of Extension was expected")
        return ()
    extensions = []
    for item in value:
        if isinstance(item, Extension) and isinstance(item.name, str) and _has_types(item):
            extensions.append(replace(item, name=to_printable(item.name)))
        else:
            problems.append(
                f"{what} answered {short_repr(item)} in its list; an Extension was expected"
            )
    return tuple(extensions)


def _has_types(extension: Extension) -> bool:
    """Return whether the fields of all operand types have the types of the interface."""
    types: object = extension.operand_types
    return isinstance(types, (tuple, list)) and all(
        isinstance(operand_type, ExtensionOperandType)
        and is_integer(operand_type.type)
        and is_integer(operand_type.byte_size)
        and isinstance(operand_type.is_tensor, bool)
        for operand_type in types
    )


def convert_sample(sample: Sample, version: Version) -> Example:
    """Return the sample's example, converted to HAL ``version`` if the driver needs that.

    Raise ``NotConvertibleError`` if this version cannot represent the model.
    """
    if version >= Version.V1_3 and sample.version <= version:
        return sample.example
    return convert_example(sample.example, version)[0]


def _performance_rows(
    value: Any, version: Version, problems: list[str]
) -> tuple[tuple[str, float, float], ...]:
    """Return one row for each performance entry in a capabilities structure of any HAL version.

    Record a problem if a driver of ``version`` may not report this structure, and for each invalid
    entry.
    """
    what = "get_capabilities"
    forms = accepted_capabilities_forms(version)
    if not isinstance(value, forms):
        expected = " or ".join(form.__name__ for form in forms)
        problems.append(f"{what} answered {short_repr(value)}; {expected} was expected")
    if not is_dataclass(value) or isinstance(value, type):
        return ()
    entries: list[tuple[str, object]] = []
    for entry in fields(value):
        content = getattr(value, entry.name)
        if entry.name != "operand_performance":
            entries.append((entry.name.replace("_performance", "").replace("_", " "), content))
            continue
        if not isinstance(content, (tuple, list)):
            problems.append(
                f"{what} answered operand_performance {short_repr(content)}; a list was expected"
            )
            continue
        for item in content:
            if isinstance(item, OperandPerformance) and is_integer(item.type):
                entries.append((name_of(OperandType, int(item.type)), item.info))
            else:
                problems.append(
                    f"{what} answered {short_repr(item)} in operand_performance;"
                    " an OperandPerformance was expected"
                )
    rows = []
    for label, info in entries:
        if isinstance(info, PerformanceInfo) and _numbers(info.exec_time, info.power_usage):
            rows.append((label, float(info.exec_time), float(info.power_usage)))
        else:
            problems.append(
                f"{what} answered {short_repr(info)} for {label};"
                " a PerformanceInfo of two numbers was expected"
            )
    return tuple(rows)


def _numbers(*values: object) -> bool:
    return all(is_integer(value) or isinstance(value, (float, np.floating)) for value in values)


def _query_samples(
    device: Device, samples: Iterable[Sample], version: Version, problems: list[str]
) -> tuple[SupportAnswer, ...]:
    """Return one answer for each sample.

    After ``_MAX_DEATHS`` crashes or hangs the remaining samples have no answer: each of them costs
    a new driver process or a whole time limit.
    """
    answers, deaths = [], 0
    for sample in samples:
        if deaths == _MAX_DEATHS:
            answers.append(
                SupportAnswer(sample.operation, sample.type, sample.form, sample.case_id, None)
            )
            continue
        answer, died = _query_sample(device, sample, version)
        deaths += died
        answers.append(answer)
    problems += dict.fromkeys(answer.note for answer in answers if answer.note)
    if deaths == _MAX_DEATHS:
        problems.append(
            f"the driver crashed or did not return {deaths} times: get_supported_operations was"
            " not called for the remaining samples"
        )
    return tuple(answers)


def _query_sample(device: Device, sample: Sample, version: Version) -> tuple[SupportAnswer, bool]:
    """Return the answer for one sample, and whether the driver crashed or did not return.

    The driver is not called if its HAL version cannot represent the model.
    """

    def answer(supported: bool | None, note: str = "") -> SupportAnswer:
        return SupportAnswer(
            sample.operation, sample.type, sample.form, sample.case_id, supported, note
        )

    try:
        example = convert_sample(sample, version)
    except NotConvertibleError:
        return answer(None), False
    try:
        status, flags = get_supported_operations(device, example.model)
    except DriverCallError as error:
        died = error.finding.kind in (VerdictKind.CRASH, VerdictKind.HANG)
        return answer(None, error.finding.reason), died
    if status != ErrorStatus.NONE:
        text = f"get_supported_operations answered {status.name} for a valid model"
        return answer(None, text), False
    count = len(example.model.main.operations)
    if len(flags) != count:
        text = f"get_supported_operations returned {len(flags)} flags for {count} operations"
        return answer(None, text), False
    return answer(flags[sample.position]), False


class SmokeStatus(StrEnum):
    """The result of one operation.

    CONSEQUENCE is a failure that an earlier failure explains. NOT_JUDGED means that the case
    ended with an internal error, so that there is no result for the driver.
    """

    PASSED = "passed"
    FAILED = "failed"
    CONSEQUENCE = "consequence"
    DECLINED = "declined"
    NOT_APPLICABLE = "not applicable"
    NOT_TRIED = "not tried"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class SmokeResult:
    """The result of one operation, with its reason and the verdicts of all paths."""

    operation: str
    case_id: str
    status: SmokeStatus
    reason: str = ""
    cause: str = ""
    """The operation whose earlier failure explains this one; empty unless ``CONSEQUENCE``."""
    verdicts: tuple[Verdict, ...] = ()


_REDUCED_CALLBACK_TIMEOUT: Final = 0.25
"""Maximum callback timeout in seconds once a callback has not been notified."""

_OPERATION_SPECIFIC_RULES: Final = ("values", "output_shape.dimensions")
"""Rules whose violations concern a single operation and do not explain other failures."""


@dataclass(slots=True)
class _EarlierFailures:
    """Records failures that may explain later ones."""

    operations: set[str] = field(default_factory=set)
    operation_by_rule: dict[tuple[str, str], str] = field(default_factory=dict)
    """The first operation that violated each rule in each mode of execution."""

    def find_cause(self, operation: str, failed: Sequence[Verdict]) -> str:
        """Return the earlier operation that explains all failures; empty if there is none."""
        cause = ""
        for verdict in failed:
            within = next((o for o in verdict.operations if o in self.operations), "")
            known = self.operation_by_rule.get((verdict.rule, _execution_mode(verdict)), "")
            if verdict.rule.startswith(_OPERATION_SPECIFIC_RULES):
                known = ""
            if not (within or known):
                return ""
            cause = cause or within or known
        return "" if cause == operation else cause

    def add(self, operation: str, failed: Sequence[Verdict]) -> None:
        """Record the failures of an operation that have no earlier cause."""
        self.operations.add(operation)
        for verdict in failed:
            self.operation_by_rule.setdefault((verdict.rule, _execution_mode(verdict)), operation)


def _execution_mode(verdict: Verdict) -> str:
    """Return the mode of execution, which is the first part of a path's name."""
    return verdict.path.partition("-")[0]


def run_smoke_test(
    runner: CaseRunner,
    operations: Iterable[Sequence[Sample]],
    version: Version,
    seconds: float,
    before: Callable[[str], None] = lambda _: None,
    after: Callable[[], None] = lambda: None,
) -> Iterator[SmokeResult]:
    """Run a case of each operation in order and yield the results; begin none after ``seconds``.

    The result of an operation is that of the first of its samples that the driver does not decline.
    ``before`` is called with the id of each case that begins, ``after`` when it has ended.

    A failure is a consequence if each failed path has an earlier cause. Either the case's model
    contains an operation that failed before, or an earlier operation violated the same rule in the
    same mode of execution. Incorrect values and dimensions never explain another failure.
    """
    started, causes = time.monotonic(), _EarlierFailures()
    for samples in operations:
        tried = None
        for sample in samples:
            if time.monotonic() - started > seconds:
                not_tried = SmokeResult(
                    sample.operation,
                    sample.case_id,
                    SmokeStatus.NOT_TRIED,
                    "the time limit of the smoke test was reached",
                )
                tried = tried or not_tried
                break
            before(sample.case_id)
            latest = _run_sample(runner, sample, version, causes)
            after()
            if tried is None or latest.status is not SmokeStatus.NOT_APPLICABLE:
                tried = latest
            if latest.status not in (SmokeStatus.DECLINED, SmokeStatus.NOT_APPLICABLE):
                break
        if tried is not None:
            yield tried


def _run_sample(
    runner: CaseRunner, sample: Sample, version: Version, causes: _EarlierFailures
) -> SmokeResult:
    """Run the case of a sample along the default paths and return the result."""
    try:
        example = convert_sample(sample, version)
    except NotConvertibleError as error:
        reason = "; ".join(error.reasons)
        return SmokeResult(sample.operation, sample.case_id, SmokeStatus.NOT_APPLICABLE, reason)
    judge = runner.judge
    verdicts = runner.run(example, sample.case_id, default_paths(version, sample.case_id))
    if any(verdict.rule == "callback.missing" for verdict in verdicts):
        # A driver that has failed to notify once will probably fail again: wait less from now on.
        timeout = min(judge.options.callback_timeout, _REDUCED_CALLBACK_TIMEOUT)
        judge.options = replace(judge.options, callback_timeout=timeout)
    late = [v for v in runner.take_late_verdicts() if v.case_id == sample.case_id]
    return _evaluate_sample(sample, (*verdicts, *late), causes)


def _evaluate_sample(
    sample: Sample, verdicts: tuple[Verdict, ...], causes: _EarlierFailures
) -> SmokeResult:
    """Return the result that the verdicts of a case determine.

    A failure has precedence over an internal error, and this over a declined case.
    """
    failed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
    result, cause, decisive = SmokeStatus.PASSED, "", None
    if failed:
        cause = causes.find_cause(sample.operation, failed)
        result = SmokeStatus.CONSEQUENCE if cause else SmokeStatus.FAILED
        decisive = failed[0]
        if not cause:
            causes.add(sample.operation, failed)
    else:
        decisive = next((v for v in verdicts if v.kind is VerdictKind.INTERNAL_ERROR), None)
        if decisive is not None:
            result = SmokeStatus.NOT_JUDGED
        else:
            decisive = next((v for v in verdicts if v.kind is not VerdictKind.PASSED), None)
            if decisive is not None and decisive.kind is not VerdictKind.QUALITY_WARNING:
                result = SmokeStatus.DECLINED
    reason = "" if decisive is None else _format_reason(decisive, failed)
    return SmokeResult(sample.operation, sample.case_id, result, reason, cause, verdicts)


def _format_reason(decisive: Verdict, failed: Sequence[Verdict]) -> str:
    """Return the rule and reason of the decisive verdict, and the names of the failed paths."""
    text = f"{decisive.rule}: {decisive.reason}" if decisive.rule else decisive.reason
    paths = list(dict.fromkeys(verdict.path for verdict in failed if verdict.path))
    return f"{text} [{', '.join(paths)}]" if paths else text
