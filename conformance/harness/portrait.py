"""What a driver declares, and what it says it supports when it is asked model by model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from conformance.coverage.samples import Sample
from conformance.drivers import Identity, identify
from conformance.hal import (
    Device,
    DeviceStatus,
    ErrorStatus,
    Extension,
    OperandType,
    Version,
    accepted_capabilities_forms,
    name_of,
)
from conformance.harness.calls import BadAnswerError, ask_supported, call
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
    """Everything a driver says of itself; ``problems`` are answers that break the contract."""

    identity: Identity
    status: str
    cache_files: tuple[int, int] | None
    capabilities: tuple[tuple[str, float, float], ...]
    """What it is about, relative execution time, relative power."""
    extensions: tuple[Extension, ...]
    answers: tuple[Answer, ...]
    problems: tuple[str, ...]


def portray(device: Device, samples: Iterable[Sample]) -> Portrait:
    """Ask everything once; never raises, whatever the driver does.

    A call that does not return is the caller's to bound: a process of the driver's own does it.
    """
    identity = identify(device)
    problems = list(identity.problems)

    def ask(what: str, question: Callable[[], Any]) -> Any:
        try:
            return call(what, question)
        except BadAnswerError as bad:
            problems.append(bad.finding.reason)
            return None

    def values(what: str, question: Callable[[], Any], count: int) -> tuple[Any, ...] | None:
        answer = ask(what, question)
        if answer is None:
            return None
        if not isinstance(answer, (tuple, list)) or len(answer) != count + 1:
            problems.append(f"{what} answered {answer!r:.200}; a status and {count} more expected")
            return None
        if answer[0] != ErrorStatus.NONE:
            problems.append(f"{what} answered status {answer[0]!r}; NONE was expected")
            return None
        return tuple(answer[1:])

    status = ask("get_status", device.get_status)
    if status is not None and status not in DeviceStatus.__members__.values():
        problems.append(f"get_status answered {status!r:.200}, which is no DeviceStatus")
        status = None
    performance = values("get_capabilities", device.get_capabilities, 1)
    version = declared_version(device)
    rows = _performance(performance[0], version, problems) if performance else ()
    cache: tuple[int, int] | None = None
    extensions: tuple[Extension, ...] = ()
    if version >= Version.V1_2:
        wanted = values(
            "get_number_of_cache_files_needed", device.get_number_of_cache_files_needed, 2
        )
        if wanted is not None:
            if all(isinstance(number, int) and number >= 0 for number in wanted):
                cache = wanted[0], wanted[1]
            else:
                problems.append(f"get_number_of_cache_files_needed answered {wanted!r:.200}")
        named = values("get_supported_extensions", device.get_supported_extensions, 1)
        if named is not None and isinstance(named[0], (tuple, list)):
            extensions = tuple(one for one in named[0] if isinstance(one, Extension))
    answers = _ask_all(device, samples, version, problems)
    return Portrait(
        identity,
        "?" if status is None else DeviceStatus(status).name,
        cache,
        rows,
        extensions,
        answers,
        tuple(dict.fromkeys(problems)),
    )


def declared_version(device: Device) -> Version:
    """The version that the driver declares, the newest one where it declares nothing legal."""
    try:
        declared = call("version", lambda: device.version)
    except BadAnswerError:
        return max(Version)
    return declared if isinstance(declared, Version) else max(Version)


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
    forms = accepted_capabilities_forms(version)
    wanted = " or ".join(form.__name__ for form in forms)
    if not isinstance(value, forms):
        problems.append(f"get_capabilities answered {value!r:.200}; {wanted} was expected")
    if not is_dataclass(value) or isinstance(value, type):
        return ()
    rows = []
    try:
        for field in fields(value):
            content = getattr(value, field.name)
            if field.name == "operand_performance":
                rows += [
                    (name_of(OperandType, one.type), one.info.exec_time, one.info.power_usage)
                    for one in content
                ]
            else:
                label = field.name.replace("_performance", "").replace("_", " ")
                rows.append((label, content.exec_time, content.power_usage))
    except (AttributeError, TypeError) as error:
        problems.append(f"get_capabilities answered a value that cannot be read: {error}")
    return tuple(rows)


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
