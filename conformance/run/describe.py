"""A driver's declared properties, the operations that it supports, and a test of a minute.

``describe_device`` calls every query of the device once and ``get_supported_operations`` for each
sample model. ``run_smoke_test`` runs one small case for each operation along the default paths.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from conformance import hal
from conformance.cases import Example
from conformance.cases.version_conversion import convert_example
from conformance.coverage.samples import Sample
from conformance.drivers import DriverIdentity, identify_driver
from conformance.harness.calls.driver_calls import (
    DriverCallError,
    call_driver,
    get_number_of_cache_files_needed,
    get_supported_operations,
    is_integer,
    listed_extensions,
    short_repr,
)
from conformance.harness.planning.execution_path import default_paths
from conformance.run.case_runner import CaseRunner
from conformance.validation.version import NotConvertibleError
from conformance.verdicts import Verdict, VerdictKind

_MAX_DEATHS: Final = 3
"""Number of crashes and hangs after which ``get_supported_operations`` is not called any more."""


@dataclass(frozen=True, slots=True)
class SupportAnswer:
    """The driver's answer on one operation with one operand type in one form.

    ``case`` is the id of the case whose model was passed to ``get_supported_operations``.
    ``supported`` is ``None`` if the driver was not called or did not return a valid answer; in the
    latter case ``note`` gives the reason.
    """

    operation: str
    type: str
    form: str
    case: str
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
    extensions: tuple[hal.Extension, ...]
    answers: tuple[SupportAnswer, ...]
    problems: tuple[str, ...]


def describe_device(device: hal.Device, samples: Iterable[Sample]) -> DeviceDescription:
    """Return the driver's answers to all queries and for each of ``samples``.

    Invalid answers, exceptions and crashes are listed in ``problems``; only the user's interrupt is
    raised. This function sets no time limit for a call: an isolated driver process has its own
    limits, and for an in-process driver the caller must limit the time.
    """
    identity = identify_driver(device)
    problems = list(identity.problems)
    version = identity.version or max(hal.Version)
    forms = hal.accepted_capabilities_forms(version)

    def query(what: str, is_valid: Callable[[Any], bool], form: str) -> Any:
        """Return the answer to a query; record a problem and return ``None`` if it is invalid."""
        try:
            answer: Any = call_driver(what, lambda: getattr(device, what)())
        except DriverCallError as error:
            problems.append(error.finding.reason)
            return None
        if is_valid(answer):
            return answer
        problems.append(f"{what} answered {short_repr(answer)}; {form} was expected")
        return None

    def has_capabilities(answer: Any) -> bool:
        is_pair = isinstance(answer, (tuple, list)) and len(answer) == 2
        return is_pair and answer[0] == hal.ErrorStatus.NONE and isinstance(answer[1], forms)

    def is_status(answer: Any) -> bool:
        return is_integer(answer) and answer in hal.DeviceStatus.__members__.values()

    status = query("get_status", is_status, "a DeviceStatus")
    expected = " or ".join(form.__name__ for form in forms)
    reported = query("get_capabilities", has_capabilities, f"a tuple (NONE, {expected})")
    rows: tuple[tuple[str, float, float], ...] = ()
    if reported is not None:
        try:
            rows = tuple(_performance_rows(reported[1]))
        except (AttributeError, TypeError, ValueError) as error:
            problems.append(f"get_capabilities answered an entry that is no performance: {error}")
    cache: tuple[int, int] | None = None
    if version >= hal.Version.V1_2:
        try:
            cache = get_number_of_cache_files_needed(device)[1:]
        except DriverCallError as error:
            problems.append(error.finding.reason)
    answers = _query_samples(device, samples, version, problems)
    return DeviceDescription(
        identity,
        "?" if status is None else hal.DeviceStatus(status).name,
        cache,
        rows,
        tuple(listed_extensions(device)) if version >= hal.Version.V1_2 else (),
        answers,
        tuple(dict.fromkeys(problems)),
    )


def _performance_rows(capabilities: Any) -> Iterator[tuple[str, float, float]]:
    """Yield one row for each performance entry in a capabilities structure of any HAL version."""
    for entry in fields(capabilities):
        content = getattr(capabilities, entry.name)
        label = entry.name.replace("_performance", "").replace("_", " ")
        entries = [(label, content)]
        if entry.name == "operand_performance":
            entries = [
                (hal.name_of(hal.OperandType, int(item.type)), item.info) for item in content
            ]
        for label, info in entries:
            yield label, float(info.exec_time), float(info.power_usage)


def convert_sample(sample: Sample, version: hal.Version) -> Example:
    """Return the sample's example, converted to HAL ``version`` if the driver needs that.

    Raise ``NotConvertibleError`` if this version cannot represent the model.
    """
    if version >= hal.Version.V1_3 and sample.version <= version:
        return sample.example
    return convert_example(sample.example, version)[0]


def _query_samples(
    device: hal.Device, samples: Iterable[Sample], version: hal.Version, problems: list[str]
) -> tuple[SupportAnswer, ...]:
    """Return one answer for each sample, without one if the version cannot represent the model.

    After ``_MAX_DEATHS`` crashes or hangs the remaining samples have no answer: each of them costs
    a new driver process or a whole time limit.
    """
    answers, deaths = [], 0
    for sample in samples:
        supported, note = None, ""
        if deaths < _MAX_DEATHS:
            try:
                example = convert_sample(sample, version)
                status, flags = get_supported_operations(device, example.model)
                count = len(example.model.main.operations)
                if status != hal.ErrorStatus.NONE:
                    note = f"get_supported_operations answered {status.name} for a valid model"
                elif len(flags) != count:
                    note = f"get_supported_operations returned {len(flags)} flags for {count} "
                    note += "operations"
                else:
                    supported = flags[sample.position]
            except NotConvertibleError:
                pass
            except DriverCallError as error:
                note = error.finding.reason
                deaths += error.finding.kind in (VerdictKind.CRASH, VerdictKind.HANG)
        answers.append(
            SupportAnswer(
                sample.operation, sample.type, sample.form, sample.case_id, supported, note
            )
        )
    problems += dict.fromkeys(answer.note for answer in answers if answer.note)
    if deaths == _MAX_DEATHS:
        problems.append(
            f"the driver crashed or did not return {deaths} times: get_supported_operations was"
            " not called for the remaining samples"
        )
    return tuple(answers)


class SmokeStatus(StrEnum):
    """The result of one operation; NOT_JUDGED if its case ended with an internal error."""

    PASSED = "passed"
    FAILED = "failed"
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
    verdicts: tuple[Verdict, ...] = ()


def run_smoke_test(
    runner: CaseRunner,
    operations: Iterable[Sequence[Sample]],
    version: hal.Version,
    seconds: float,
    before: Callable[[str], None] = lambda _: None,
    after: Callable[[], None] = lambda: None,
) -> Iterator[SmokeResult]:
    """Run a case of each operation in order and yield the results; begin none after ``seconds``.

    The result of an operation is that of the first of its samples that the driver does not decline.
    ``before`` is called with the id of each case that begins, ``after`` when it has ended.
    """
    started = time.monotonic()
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
            latest = _run_sample(runner, sample, version)
            after()
            if tried is None or latest.status is not SmokeStatus.NOT_APPLICABLE:
                tried = latest
            if latest.status not in (SmokeStatus.DECLINED, SmokeStatus.NOT_APPLICABLE):
                break
        if tried is not None:
            yield tried


def _run_sample(runner: CaseRunner, sample: Sample, version: hal.Version) -> SmokeResult:
    try:
        example = convert_sample(sample, version)
    except NotConvertibleError as error:
        reason = "; ".join(error.reasons)
        return SmokeResult(sample.operation, sample.case_id, SmokeStatus.NOT_APPLICABLE, reason)
    verdicts = runner.run(example, sample.case_id, default_paths(version, sample.case_id))
    late = [v for v in runner.take_late_verdicts() if v.case_id == sample.case_id]
    verdicts += late
    failed = [verdict for verdict in verdicts if verdict.kind.blames_driver]
    errors = [verdict for verdict in verdicts if verdict.kind is VerdictKind.INTERNAL_ERROR]
    others = [verdict for verdict in verdicts if verdict.kind is not VerdictKind.PASSED]
    decisive = next(iter(failed or errors or others), None)
    if failed:
        result = SmokeStatus.FAILED
    elif errors:
        result = SmokeStatus.NOT_JUDGED
    elif decisive is None or decisive.kind is VerdictKind.QUALITY_WARNING:
        result = SmokeStatus.PASSED
    else:
        result = SmokeStatus.DECLINED
    reason = "" if decisive is None else _format_reason(decisive, failed)
    return SmokeResult(sample.operation, sample.case_id, result, reason, tuple(verdicts))


def _format_reason(decisive: Verdict, failed: Sequence[Verdict]) -> str:
    text = f"{decisive.rule}: {decisive.reason}" if decisive.rule else decisive.reason
    paths = list(dict.fromkeys(verdict.path for verdict in failed if verdict.path))
    return f"{text} [{', '.join(paths)}]" if paths else text
