"""What a driver says of itself, asked once at the start of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from conformance.hal import Device, DeviceType, ErrorStatus, Version


@dataclass(frozen=True, slots=True)
class Identity:
    """A driver's name, versions and type; ``problems`` are answers that break the contract."""

    name: str
    hal_version: str
    version_string: str
    device_type: str
    extensions: tuple[str, ...] = ()
    problems: tuple[str, ...] = field(default_factory=tuple)

    def lines(self) -> list[tuple[str, str]]:
        """Label and value pairs for people."""
        return [
            ("name", self.name),
            ("HAL version", self.hal_version),
            ("driver version", self.version_string),
            ("device type", self.device_type),
            ("extensions", ", ".join(self.extensions) or "none"),
        ]


_RAISED = object()


def identify(device: Device) -> Identity:
    """Return what the driver reports of itself; never raises, whatever the driver does.

    Version string, type and extensions exist from HAL 1.2 on: what an older driver answers to
    those queries is shown and is never a problem.
    """
    problems: list[str] = []

    def ask(what: str, question: Callable[[], Any], default: Any) -> Any:
        try:
            answer = question()
        except Exception as error:
            problems.append(f"{what} raised {type(error).__name__}: {error}")
            return default
        return answer

    def value(what: str, question: Callable[[], Any], kind: type, default: Any) -> Any:
        answer = ask(what, question, _RAISED)
        if answer is _RAISED:
            return default
        try:
            status, content = answer
        except (TypeError, ValueError):
            problems.append(f"{what} answered {answer!r}; a pair (status, value) was expected")
            return default
        if status != ErrorStatus.NONE:
            problems.append(f"{what} answered status {status!r}; NONE was expected")
            return default
        if not isinstance(content, kind):
            problems.append(f"{what} answered {content!r}; {kind.__name__} was expected")
            return default
        return content

    version = ask("version", lambda: device.version, None)
    if not isinstance(version, Version):
        problems.append(f"version is {version!r}; a conformance.hal.Version was expected")
    name = ask("name", lambda: device.name, "?")
    before_1_2 = list(problems)
    version_string = value("get_version_string", lambda: device.get_version_string(), str, "?")
    if version_string == "":
        problems.append("get_version_string answered an empty text")
    kind = value("get_type", lambda: device.get_type(), int, 0)
    if kind not in DeviceType.__members__.values():
        problems.append(f"get_type answered {kind!r}, which is no DeviceType")
    extensions = value(
        "get_supported_extensions", lambda: device.get_supported_extensions(), object, ()
    )
    if isinstance(version, Version) and version < Version.V1_2:
        problems = before_1_2
    return Identity(
        name=str(name),
        hal_version=str(version),
        version_string=str(version_string),
        device_type=DeviceType(kind).name if kind in DeviceType.__members__.values() else "?",
        extensions=tuple(str(getattr(one, "name", one)) for one in extensions or ()),
        problems=tuple(problems),
    )
