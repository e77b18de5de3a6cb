"""What a driver says of itself."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.hal import ErrorStatus, Version
from conformance.harness import calls
from conformance.suite.bench import Bench
from conformance.suite.check import check


@check("IDevice.getVersionString", since=Version.V1_2)
def version_string(bench: Bench) -> Iterator[str]:
    """The version string is not empty, and stays the same."""
    first: object = calls.call("get_version_string", bench.device.get_version_string)
    again: object = calls.call("get_version_string", bench.device.get_version_string)
    if first != again:
        yield f"get_version_string answered {calls.shown(first)}, then {calls.shown(again)}"
    if not isinstance(first, tuple | list) or len(first) != 2:
        yield f"get_version_string answered {calls.shown(first)}; (ErrorStatus, str) was expected"
    elif first[0] != ErrorStatus.NONE or not isinstance(first[1], str) or not first[1]:
        yield f"get_version_string answered {calls.shown(first)}; NONE and a text were expected"
