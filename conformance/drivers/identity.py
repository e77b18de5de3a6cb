"""The identity of a driver, which a run queries once at its start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from conformance.drivers.answer_codec import received, stand_in_for
from conformance.drivers.foreign_objects import (
    describe_exception,
    describe_object,
    is_instance,
    is_user_interrupt,
)
from conformance.hal import Device, DeviceType, ErrorStatus, Version
from conformance.printable import to_printable

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


def identify_driver(device: Device) -> DriverIdentity:
    """Return the identity that the driver reports; only the user's interrupt is raised.

    Version string, type and extensions were introduced with HAL 1.2. For an older driver, the
    answers to these queries are reported but never counted as problems.
    """
    problems: list[str] = []

    def ask(what: str, question: Callable[[], Any]) -> tuple[bool, Any]:
        """Return (False, None) if the query raises, else True and the answer as plain data."""
        try:
            return True, received(question(), lambda kind, _: stand_in_for(kind))
        except BaseException as error:
            if is_user_interrupt(error):
                raise
            problems.append(f"{what} raised {describe_exception(error).summary}")
            return False, None

    def value(what: str, kind: type | tuple[type, ...], expected: str) -> Any:
        """Return the value of a (status, value) answer; for an invalid one note a problem."""
        answered, answer = ask(what, lambda: getattr(device, what)())
        if not answered:
            return None
        if not isinstance(answer, (tuple, list)) or len(answer) != 2:
            shown = describe_object(answer)
            problems.append(f"{what} answered {shown}; a pair (status, value) was expected")
            return None
        status, content = answer
        if status != ErrorStatus.NONE:
            shown = describe_object(status)
            problems.append(f"{what} answered status {shown}; NONE was expected")
            return None
        if not isinstance(content, kind):
            shown = describe_object(content)
            problems.append(f"{what} answered {shown}; {expected} was expected")
            return None
        return content

    answered, version = ask("version", lambda: device.version)
    if not isinstance(version, Version):
        if answered:
            shown = describe_object(version)
            problems.append(f"version is {shown}; a conformance.hal.Version was expected")
        version = None
    answered, name = ask("name", lambda: device.name)
    if answered and not isinstance(name, str):
        problems.append(f"name is {describe_object(name)}; a str was expected")
    before_1_2 = list(problems)
    version_string = value("get_version_string", str, "str")
    if version_string == "":
        problems.append("get_version_string answered an empty text; a non-empty one was expected")
    kind = value("get_type", int, "a DeviceType")
    if kind is not None and kind not in DeviceType.__members__.values():
        problems.append(
            f"get_type answered {describe_object(kind)}; a value of DeviceType was expected"
        )
        kind = None
    extensions = value("get_supported_extensions", (tuple, list), "a list of Extension")
    if len(extensions or ()) > _MAX_EXTENSIONS:
        problems.append(
            f"get_supported_extensions answered {len(extensions)} extensions; at most "
            f"{_MAX_EXTENSIONS} were expected"
        )
    if version is not None and version < Version.V1_2:
        problems = before_1_2
    return DriverIdentity(
        name=_printable_text(name),
        hal_version="?" if version is None else str(version),
        version_string=_printable_text(version_string),
        device_type="?" if kind is None else DeviceType(kind).name,
        extensions=tuple(
            [
                _printable_text(getattr(extension, "name", extension))
                for extension in extensions or ()
            ][:_MAX_NAMED_EXTENSIONS]
        ),
        problems=tuple(problems),
        version=version,
    )


def _printable_text(value: object) -> str:
    if value is None:
        return "?"
    if is_instance(value, str):
        return to_printable(value[:_MAX_TEXT_LENGTH])  # type: ignore[index]
    return describe_object(value)
