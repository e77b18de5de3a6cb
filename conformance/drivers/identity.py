"""The identity of a driver, and the processor features by which engines select kernels."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from conformance.drivers.foreign_objects import (
    describe_exception,
    describe_object,
    is_user_interrupt,
)
from conformance.hal import Device, DeviceType, ErrorStatus, Version
from conformance.text import to_printable

_CPUINFO: Final = Path("/proc/cpuinfo")
_LABELS: Final = ("flags", "Features")
"""The labels that Linux uses on x86-64 and on aarch64."""


def parse_features(cpuinfo: str) -> frozenset[str]:
    """Return the features that all processors in the text of ``/proc/cpuinfo`` have.

    The names are those of Linux, such as ``avx2`` on x86-64 and ``asimd`` on aarch64.
    """
    lines = [line.partition(":") for line in cpuinfo.splitlines()]
    features = [frozenset(names.split()) for label, _, names in lines if label.strip() in _LABELS]
    return frozenset.intersection(*features) if features else frozenset()


@cache
def processor_features() -> frozenset[str]:
    """Return the features of this machine's processors, none if the system does not state them."""
    try:
        return parse_features(_CPUINFO.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return frozenset()


def describe_processor() -> dict[str, str | list[str]]:
    """Return the architecture and the sorted features, for the header of an event stream."""
    return {"machine": platform.machine(), "features": sorted(processor_features())}


_MAX_TEXT_LENGTH: Final = 200
_MAX_NAMED_EXTENSIONS: Final = 64


@dataclass(frozen=True, slots=True)
class DriverIdentity:
    """A driver's name, versions and type; ``problems`` lists answers that violate the contract.

    All texts are printable, whatever the driver returned. ``version`` is ``None`` if the driver
    does not return a ``Version``.
    """

    name: str
    hal_version: str
    version_string: str
    device_type: str
    extensions: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    version: Version | None = None

    def lines(self) -> list[tuple[str, str]]:
        """Return pairs of label and value for display."""
        return [
            ("name", self.name),
            ("HAL version", self.hal_version),
            ("driver version", self.version_string),
            ("device type", self.device_type),
            ("extensions", ", ".join(self.extensions) or "none"),
        ]


def identify_driver(device: Device) -> DriverIdentity:
    """Return the identity that the driver reports; only the user's interrupt is raised.

    Version string, type and extensions were introduced with HAL 1.2. For an older driver, the
    answers to these queries are reported but never counted as problems.
    """
    problems: list[str] = []

    def ask(what: str, query: Callable[[], Any], is_valid: Callable[[Any], bool], form: str) -> Any:
        """Return the answer to a query; note a problem and return ``None`` if it is invalid."""
        try:
            answer = query()
        except BaseException as error:
            if is_user_interrupt(error):
                raise
            problems.append(f"{what} raised {describe_exception(error).summary}")
            return None
        if is_valid(answer):
            return answer
        problems.append(f"{what} answered {describe_object(answer)}; {form} was expected")
        return None

    def value(method: str, kind: type | tuple[type, ...], form: str) -> Any:
        def is_valid(answer: Any) -> bool:
            pair = isinstance(answer, (tuple, list)) and len(answer) == 2
            return pair and answer[0] == ErrorStatus.NONE and isinstance(answer[1], kind)

        wanted = f"a pair of NONE and {form}"
        answer = ask(method, lambda: getattr(device, method)(), is_valid, wanted)
        return None if answer is None else answer[1]

    version = ask(
        "version",
        lambda: device.version,
        lambda version: isinstance(version, Version),
        "a conformance.hal.Version",
    )
    name = ask("name", lambda: device.name, lambda name: isinstance(name, str), "a str")
    before_1_2 = tuple(problems)
    version_string = value("get_version_string", str, "a str")
    if version_string == "":
        problems.append("get_version_string answered an empty text; a non-empty one was expected")
    number = value("get_type", int, "a DeviceType")
    known_type = number in DeviceType.__members__.values()
    if number is not None and not known_type:
        problems.append(f"get_type answered {number}; a value of DeviceType was expected")
    extensions = value("get_supported_extensions", (tuple, list), "a list of Extension") or ()
    return DriverIdentity(
        name=_printable_text(name),
        hal_version="?" if version is None else str(version),
        version_string=_printable_text(version_string),
        device_type=DeviceType(number).name if known_type else "?",
        extensions=tuple(
            _printable_text(getattr(extension, "name", extension))
            for extension in extensions[:_MAX_NAMED_EXTENSIONS]
        ),
        problems=before_1_2 if version is not None and version < Version.V1_2 else tuple(problems),
        version=version,
    )


def _printable_text(value: object) -> str:
    if value is None:
        return "?"
    if isinstance(value, str):
        return to_printable(value[:_MAX_TEXT_LENGTH])
    return describe_object(value)
