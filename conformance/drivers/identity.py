"""The identity of a driver, and the processor features by which engines select kernels."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from conformance.drivers.foreign_objects import (
    describe_exception,
    describe_object,
    is_instance,
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
    problems: tuple[str, ...] = field(default_factory=tuple)
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


_MAX_EXTENSIONS: Final = 1000


class _Queries:
    """Queries of a device; ``problems`` lists the answers that violate the contract."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self.problems: list[str] = []

    def _ask(self, what: str, question: Callable[[], Any]) -> tuple[bool, Any]:
        """Return (False, None) if the query raises, else True and the answer as plain data."""
        try:
            return True, question()
        except BaseException as error:
            if is_user_interrupt(error):
                raise
            self.problems.append(f"{what} raised {describe_exception(error).summary}")
            return False, None

    def attribute(self, what: str, kind: type, expected: str) -> Any:
        """Return an attribute; note a problem if it has not the type ``kind``."""
        answered, value = self._ask(what, lambda: getattr(self._device, what))
        if answered and not isinstance(value, kind):
            self.problems.append(f"{what} is {describe_object(value)}; {expected} was expected")
        return value

    def value(self, what: str, kind: type | tuple[type, ...], expected: str) -> Any:
        """Return the value of a (status, value) answer; for an invalid one note a problem."""
        answered, answer = self._ask(what, lambda: getattr(self._device, what)())
        if not answered:
            return None
        if not isinstance(answer, (tuple, list)) or len(answer) != 2:
            problem = f"{describe_object(answer)}; a pair (status, value)"
        elif answer[0] != ErrorStatus.NONE:
            problem = f"status {describe_object(answer[0])}; NONE"
        elif not isinstance(answer[1], kind):
            problem = f"{describe_object(answer[1])}; {expected}"
        else:
            return answer[1]
        self.problems.append(f"{what} answered {problem} was expected")
        return None

    def version_string(self) -> Any:
        """Return the version string, ``None`` if it is no string."""
        text = self.value("get_version_string", str, "str")
        if text == "":
            self.problems.append(
                "get_version_string answered an empty text; a non-empty one was expected"
            )
        return text

    def type(self) -> DeviceType | None:
        """Return the device type, ``None`` if it is unknown."""
        number = self.value("get_type", int, "a DeviceType")
        if number is None or number in DeviceType.__members__.values():
            return None if number is None else DeviceType(number)
        self.problems.append(
            f"get_type answered {describe_object(number)}; a value of DeviceType was expected"
        )
        return None

    def extensions(self) -> Any:
        """Return the extensions, an empty sequence if the answer is invalid."""
        extensions = self.value("get_supported_extensions", (tuple, list), "a list of Extension")
        if len(extensions or ()) > _MAX_EXTENSIONS:
            self.problems.append(
                f"get_supported_extensions answered {len(extensions)} extensions; at most "
                f"{_MAX_EXTENSIONS} were expected"
            )
        return extensions or ()


def identify_driver(device: Device) -> DriverIdentity:
    """Return the identity that the driver reports; only the user's interrupt is raised.

    Version string, type and extensions were introduced with HAL 1.2. For an older driver, the
    answers to these queries are reported but never counted as problems.
    """
    queries = _Queries(device)
    version = queries.attribute("version", Version, "a conformance.hal.Version")
    if not isinstance(version, Version):
        version = None
    name = queries.attribute("name", str, "a str")
    before_1_2 = tuple(queries.problems)
    version_string = queries.version_string()
    kind = queries.type()
    extensions = queries.extensions()
    return DriverIdentity(
        name=_printable_text(name),
        hal_version="?" if version is None else str(version),
        version_string=_printable_text(version_string),
        device_type="?" if kind is None else kind.name,
        extensions=tuple(
            _printable_text(getattr(extension, "name", extension))
            for extension in extensions[:_MAX_NAMED_EXTENSIONS]
        ),
        problems=(
            before_1_2
            if version is not None and version < Version.V1_2
            else tuple(queries.problems)
        ),
        version=version,
    )


def _printable_text(value: object) -> str:
    if value is None:
        return "?"
    if is_instance(value, str):
        return to_printable(value[:_MAX_TEXT_LENGTH])  # type: ignore[index]
    return describe_object(value)
