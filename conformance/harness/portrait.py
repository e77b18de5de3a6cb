"""What a driver declares, and what it says it supports when it is asked model by model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final

import numpy as np

from conformance.coverage.samples import Sample
from conformance.drivers import Identity, identify
from conformance.drivers.foreign import printable
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
from conformance.harness.calls import BadAnswerError, ask_supported, call, is_integer, shown
from conformance.harness.fitting import fit
from conformance.harness.verdict import Kind
from conformance.specfile import Example
from conformance.validation.compliance import NotConvertibleError

_DEATHS: Final = 3
"""After so many deaths or calls without end a driver is asked no further."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether an operation with a type in a form is supported, asked with the model of a case.

    ``supported`` is ``None`` when the question could not be put or was not answered; ``note`` says
    why.
    """

    operation: str
    type: str
    form: str
    case_id: str
    supported: bool | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Portrait:
    """All answers of a driver about itself; ``problems`` are those that break the contract."""

    identity: Identity
    status: str
    cache_files: tuple[int, int] | None
    capabilities: tuple[tuple[str, float, float], ...]
    """What it is about, relative execution time, relative power."""
    extensions: tuple[Extension, ...]
    answers: tuple[Answer, ...]
    problems: tuple[str, ...]


def portray(device: Device, samples: Iterable[Sample]) -> Portrait:
    """Ask every query once, and each of ``samples``; only the user's interrupt is raised.

    A call that does not return is the caller's to bound: a process of the driver's own does it.
    """
    identity = identify(device)
    problems = list(identity.problems)

    def values(what: str, count: int) -> tuple[Any, ...] | None:
        """The values of an answer (status, value, ...); ``None`` with a problem without them."""
        try:
            answer = call(what, lambda: getattr(device, what)())
        except BadAnswerError as bad:
            problems.append(bad.finding.reason)
            return None
        if not isinstance(answer, (tuple, list)) or len(answer) != count + 1:
            problems.append(f"{what} answered {shown(answer)}; a status and {count} more expected")
            return None
        if answer[0] != ErrorStatus.NONE:
            problems.append(f"{what} answered status {shown(answer[0])}; NONE was expected")
            return None
        return tuple(answer[1:])

    status = _status(device, problems)
    performance = values("get_capabilities", 1)
    version = identity.version or max(Version)
    rows = _performance(performance[0], version, problems) if performance else ()
    cache: tuple[int, int] | None = None
    extensions: tuple[Extension, ...] = ()
    if version >= Version.V1_2:
        what = "get_number_of_cache_files_needed"
        wanted = values(what, 2)
        if wanted is not None:
            if all(is_integer(number) and number >= 0 for number in wanted):
                cache = int(wanted[0]), int(wanted[1])
            else:
                problems.append(f"{what} answered {shown(wanted)}; two numbers were expected")
        named = values("get_supported_extensions", 1)
        if named is not None:
            extensions = _extensions(named[0], problems)
    answers = _ask_all(device, samples, version, problems)
    return Portrait(
        identity, status, cache, rows, extensions, answers, tuple(dict.fromkeys(problems))
    )


def _status(device: Device, problems: list[str]) -> str:
    """The name of the device's status; a question mark where it answers none."""
    try:
        status: object = call("get_status", lambda: device.get_status())
    except BadAnswerError as bad:
        problems.append(bad.finding.reason)
        return "?"
    if not is_integer(status) or status not in DeviceStatus.__members__.values():
        problems.append(f"get_status answered {shown(status)}, which is no DeviceStatus")
        return "?"
    return DeviceStatus(int(status)).name


def _extensions(value: Any, problems: list[str]) -> tuple[Extension, ...]:
    """The extensions of an answer whose fields have the types of the interface."""
    what = "get_supported_extensions"
    if not isinstance(value, (tuple, list)):
        problems.append(f"{what} answered {shown(value)}; a list of Extension was expected")
        return ()
    found = []
    for one in value:
        if isinstance(one, Extension) and isinstance(one.name, str) and _has_types(one):
            found.append(replace(one, name=printable(one.name)))
        else:
            problems.append(f"{what} answered {shown(one)}; an Extension was expected")
    return tuple(found)


def _has_types(extension: Extension) -> bool:
    types: object = extension.operand_types
    return isinstance(types, (tuple, list)) and all(
        isinstance(one, ExtensionOperandType)
        and is_integer(one.type)
        and is_integer(one.byte_size)
        and isinstance(one.is_tensor, bool)
        for one in types
    )


def as_seen(sample: Sample, version: Version) -> Example:
    """The sample's example in a driver's terms; ``NotConvertibleError`` where that cannot be."""
    if version >= Version.V1_3 and sample.version <= version:
        return sample.example
    return fit(sample.example, version)[0]


def _performance(
    value: Any, version: Version, problems: list[str]
) -> tuple[tuple[str, float, float], ...]:
    """Return one row for each performance in the capabilities structure of any version.

    A structure that a driver of ``version`` may not report is a problem.
    """
    what = "get_capabilities"
    forms = accepted_capabilities_forms(version)
    if not isinstance(value, forms):
        wanted = " or ".join(form.__name__ for form in forms)
        problems.append(f"{what} answered {shown(value)}; {wanted} was expected")
    if not is_dataclass(value) or isinstance(value, type):
        return ()
    told: list[tuple[str, object]] = []
    for field in fields(value):
        content = getattr(value, field.name)
        if field.name != "operand_performance":
            told.append((field.name.replace("_performance", "").replace("_", " "), content))
            continue
        if not isinstance(content, (tuple, list)):
            problems.append(f"{what} answered operand performance {shown(content)}, no list")
            continue
        for one in content:
            if isinstance(one, OperandPerformance) and is_integer(one.type):
                told.append((name_of(OperandType, int(one.type)), one.info))
            else:
                problems.append(f"{what} answered {shown(one)}; OperandPerformance was expected")
    rows = []
    for label, info in told:
        if isinstance(info, PerformanceInfo) and _numbers(info.exec_time, info.power_usage):
            rows.append((label, float(info.exec_time), float(info.power_usage)))
        else:
            problems.append(f"{what} answered {shown(info)} for {label}; two numbers were expected")
    return tuple(rows)


def _numbers(*values: object) -> bool:
    return all(is_integer(one) or isinstance(one, (float, np.floating)) for one in values)


def _ask_all(
    device: Device, samples: Iterable[Sample], version: Version, problems: list[str]
) -> tuple[Answer, ...]:
    """One answer for each sample; a driver that keeps dying or hanging is not asked for ever."""
    answers, deaths = [], 0
    for sample in samples:
        if deaths == _DEATHS:
            answers.append(Answer(sample.operation, sample.type, sample.form, sample.case_id, None))
            continue
        answer, died = _ask(device, sample, version)
        deaths += died
        answers.append(answer)
    problems += dict.fromkeys(answer.note for answer in answers if answer.note)
    if deaths == _DEATHS:
        problems.append(f"the driver died or did not answer {deaths} times: asked no further")
    return tuple(answers)


def _ask(device: Device, sample: Sample, version: Version) -> tuple[Answer, bool]:
    """One question, and whether the driver did not survive it.

    A model that an older driver cannot be shown is not asked about.
    """

    def answer(supported: bool | None, note: str = "") -> Answer:
        return Answer(sample.operation, sample.type, sample.form, sample.case_id, supported, note)

    try:
        example = as_seen(sample, version)
    except NotConvertibleError:
        return answer(None), False
    try:
        status, flags = ask_supported(device, example.model)
    except BadAnswerError as bad:
        died = bad.finding.kind in (Kind.CRASH, Kind.HANG)
        return answer(None, bad.finding.reason), died
    if status != ErrorStatus.NONE:
        text = f"get_supported_operations answered {status.name} for a valid model"
        return answer(None, text), False
    count = len(example.model.main.operations)
    if len(flags) != count:
        text = f"get_supported_operations gave {len(flags)} answers for {count} operations"
        return answer(None, text), False
    return answer(flags[sample.position]), False
