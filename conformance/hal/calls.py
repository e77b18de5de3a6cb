"""The calls of the driver interface, one row each.

From a row come the client's proxy and the server of a driver's process, the limit of the call's
time, its phase in traces and the version that introduced it. Arguments and answer are those of the
interface's class, so that they are stated only there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, get_type_hints

from conformance.hal.device import (
    Buffer,
    BurstContext,
    Device,
    Execution,
    Fence,
    FencedExecutionCallback,
    PreparedModel,
)
from conformance.hal.model import Model
from conformance.hal.types import Version
from conformance.tracing import TracePhase

STAGES: Final = ("start", "query", "prepare", "execute", "free")
"""Stages of a driver's work; each has its own time limit."""


class DeviceDiagnostics:
    """Methods that a ``Device`` may have in addition; the results are those of one without them."""

    def get_last_error(self) -> str:
        """Return a text about the last call that failed."""
        return ""

    def decline_reasons(self, model: Model) -> Sequence[str | None]:  # noqa: ARG002
        """Return for each operation why it is not supported, ``None`` for a supported one."""
        return ()


@dataclass(frozen=True, eq=False)
class HalCall:
    """A call of the driver interface.

    Attributes:
        interface: the class of the interface.
        method: the name of its method or property.
        stage: the stage of the driver's work, whose time limit the call has.
        phase: the phase of the call in traces.
        since: the version that introduced the call.

    """

    interface: type
    method: str
    stage: str
    phase: TracePhase
    since: Version = Version.V1_0

    @cached_property
    def name(self) -> str:
        """The name in reports, which is unique."""
        if self.interface is Fence:
            return f"{self.method} of the sync fence"
        return f"Execution.{self.method}" if self.interface is Execution else self.method

    @property
    def is_property(self) -> bool:
        """Whether the call reads a property instead of calling a method."""
        return isinstance(vars(self.interface)[self.method], property)

    @property
    def optional(self) -> bool:
        """Whether a driver may lack the method; the class then has the result."""
        return self.interface is DeviceDiagnostics

    @cached_property
    def _hints(self) -> dict[str, Any]:
        member = vars(self.interface)[self.method]
        return get_type_hints(member.fget if self.is_property else member)

    @property
    def arguments(self) -> dict[str, Any]:
        """Name and type of each argument, in order."""
        return {name: hint for name, hint in self._hints.items() if name != "return"}

    @property
    def answer(self) -> Any:
        """The type of the answer."""
        return self._hints["return"]


_QUERY: Final = "query", TracePhase.INITIALIZATION
_MODEL_QUERY: Final = "query", TracePhase.COMPILATION
_PREPARE: Final = "prepare", TracePhase.COMPILATION
_EXECUTE: Final = "execute", TracePhase.EXECUTION
_COPY: Final = "execute", TracePhase.INPUTS_AND_OUTPUTS

CALLS: Final = (
    HalCall(Device, "name", *_QUERY),
    HalCall(Device, "version", *_QUERY),
    HalCall(Device, "get_version_string", *_QUERY, Version.V1_2),
    HalCall(Device, "get_type", *_QUERY, Version.V1_2),
    HalCall(Device, "get_status", *_QUERY),
    HalCall(Device, "get_capabilities", *_QUERY),
    HalCall(Device, "get_supported_extensions", *_QUERY, Version.V1_2),
    HalCall(Device, "get_number_of_cache_files_needed", *_QUERY, Version.V1_2),
    HalCall(Device, "get_supported_operations", *_MODEL_QUERY),
    HalCall(Device, "prepare_model", *_PREPARE),
    HalCall(Device, "prepare_model_with_config", *_PREPARE, Version.AIDL_V4),
    HalCall(Device, "prepare_model_from_cache", *_PREPARE, Version.V1_2),
    HalCall(Device, "allocate", "prepare", TracePhase.PREPARATION, Version.V1_3),
    HalCall(DeviceDiagnostics, "get_last_error", "query", TracePhase.UNSPECIFIED),
    HalCall(DeviceDiagnostics, "decline_reasons", *_MODEL_QUERY),
    HalCall(PreparedModel, "execute", *_EXECUTE),
    HalCall(PreparedModel, "execute_synchronously", *_EXECUTE, Version.V1_2),
    HalCall(PreparedModel, "execute_synchronously_with_config", *_EXECUTE, Version.AIDL_V4),
    HalCall(PreparedModel, "execute_fenced", *_EXECUTE, Version.V1_3),
    HalCall(PreparedModel, "execute_fenced_with_config", *_EXECUTE, Version.AIDL_V4),
    HalCall(PreparedModel, "configure_execution_burst", *_EXECUTE, Version.V1_2),
    HalCall(PreparedModel, "create_reusable_execution", *_EXECUTE, Version.AIDL_V4),
    HalCall(Execution, "execute_synchronously", *_EXECUTE, Version.AIDL_V4),
    HalCall(Execution, "execute_fenced", *_EXECUTE, Version.AIDL_V4),
    HalCall(FencedExecutionCallback, "get_execution_info", *_EXECUTE, Version.V1_3),
    HalCall(Fence, "fileno", *_EXECUTE, Version.V1_3),
    HalCall(Fence, "wait", *_EXECUTE, Version.V1_3),
    HalCall(Buffer, "copy_to", *_COPY, Version.V1_3),
    HalCall(Buffer, "copy_from", *_COPY, Version.V1_3),
    HalCall(BurstContext, "free_memory", "execute", TracePhase.TERMINATION, Version.V1_2),
)
"""Every call that a client makes."""

CALL_BY_NAME: Final = {call.name: call for call in CALLS}

_OTHER_PHASES: Final = {
    "a burst": TracePhase.EXECUTION,
    "free": TracePhase.TERMINATION,
}
_STARTS: Final = ("opening", "connect", "start")


def calls_of(*interfaces: type) -> tuple[HalCall, ...]:
    """Return the calls of some interfaces."""
    return tuple(call for call in CALLS if call.interface in interfaces)


def phase_of_call(name: str) -> TracePhase:
    """Return the phase of a call in traces; ``name`` is as in reports."""
    call = CALL_BY_NAME.get(name)
    if call is not None:
        return call.phase
    default = TracePhase.INITIALIZATION if name.startswith(_STARTS) else TracePhase.UNSPECIFIED
    return _OTHER_PHASES.get(name, default)
