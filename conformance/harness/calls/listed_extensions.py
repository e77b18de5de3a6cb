"""The vendor extensions that a driver lists."""

from __future__ import annotations

from typing import Any

from conformance.hal import Device, ErrorStatus, Extension, ExtensionOperandType
from conformance.harness.calls.driver_calls import DriverCallError, call_driver, items, to_status


def listed_extensions(device: Device) -> list[Extension]:
    """Return the well-formed extensions that a driver lists.

    Return none if the call fails or has no valid answer: a check of the queries reports that.
    """
    what = "get_supported_extensions"
    try:
        answer: Any = call_driver(what, lambda: device.get_supported_extensions())
        if not isinstance(answer, (tuple, list)) or len(answer) != 2:
            return []
        if to_status(what, answer[0]) != ErrorStatus.NONE:
            return []
        listed = items(what, answer[1], "a list of Extension")
    except DriverCallError:
        return []
    return [
        extension
        for extension in listed
        if isinstance(extension, Extension)
        and isinstance(extension.name, str)
        and isinstance(extension.operand_types, (tuple, list))
        and all(isinstance(type_, ExtensionOperandType) for type_ in extension.operand_types)
    ]
