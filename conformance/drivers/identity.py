"""What a driver says of itself, asked once at the start of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

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
_MOST_EXTENSIONS: Final = 1000


def identify(device: Device) -> Identity:
    """Ask the queries that every driver answers; never raises, whatever the driver does."""
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
    version_string = value("get_version_string", device.get_version_string, str, "?")
    if version_string == "":
        problems.append("get_version_string answered an empty text")
    kind = value("get_type", device.get_type, int, 0)
    if kind not in DeviceType.__members__.values():
        problems.append(f"get_type answered {kind!r}, which is no DeviceType")
    extensions = value("get_supported_extensions", device.get_supported_extensions, object, ())
    listed = list(islice(extensions or (), _MOST_EXTENSIONS + 1))
    if len(listed) > _MOST_EXTENSIONS:
        problems.append(
            f"get_supported_extensions answered more than {_MOST_EXTENSIONS} extensions"
        )
    return Identity(
        name=str(name),
        hal_version=str(version),
        version_string=str(version_string),
        device_type=DeviceType(kind).name if kind in DeviceType.__members__.values() else "?",
        extensions=tuple(str(getattr(one, "name", one)) for one in listed[:_MOST_EXTENSIONS]),
        problems=tuple(problems),
    )
