"""A health check: a valid model that must still execute after the driver received invalid input."""

from __future__ import annotations

import struct
from typing import Final

from conformance.checks.check_context import CheckContext, SkipCheck
from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import FILL_BYTE, execute_request
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    OperandType,
    PreparedModel,
    Request,
    RequestArgument,
    SharedMemory,
)
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import Finding, VerdictKind

_ADDENDS: Final = struct.pack("<8f", 1, 2, 3, 4, 0.5, 0.25, -3, 8)
_EXPECTED_SUMS: Final = struct.pack("<4f", 1.5, 2.25, 0, 12)
"""The expected sums, computed by hand."""
_UNWRITTEN: Final = bytes([FILL_BYTE]) * 16


class HealthCheck:
    """A prepared ADD of four floats that is executed repeatedly to detect a damaged driver.

    If the driver does not support the model, ``find_problem`` never reports a problem.
    """

    def __init__(self, context: CheckContext) -> None:
        self._context = context
        self._memory = SharedMemory(initial=_ADDENDS + _UNWRITTEN)
        context.add_cleanup(self._memory.close)
        arguments = [RequestArgument(location=DataLocation(0, at, 16)) for at in (0, 16, 32)]
        self._request = Request(tuple(arguments[:2]), (arguments[2],), (self._memory,))
        self._prepared: PreparedModel | None = None
        self.prepare()

    def prepare(self) -> None:
        """Prepare the model; call again after the driver's process was restarted."""
        try:
            self._prepared = self._context.prepare(addition_model())
        except SkipCheck as skipped:
            if skipped.finding.kind == VerdictKind.FAILED:
                raise
            self._prepared = None

    def find_problem(self) -> Finding | None:
        """Execute the valid model; return a finding if it no longer works, otherwise ``None``."""
        if (prepared := self._prepared) is None:
            return None
        outcome = execute_request(self._context, prepared, self._request)
        if outcome.status != ErrorStatus.NONE:
            reason = (
                "a valid ADD model that was prepared earlier no longer executes: the execution "
                f"answered {outcome.status.name}; NONE was expected"
            )
            return Finding(VerdictKind.FAILED, "refusal.recovery", reason)
        with self._memory.view() as view:
            actual = bytes(view[32:])
            view[32:] = _UNWRITTEN
        difference = describe_difference(_EXPECTED_SUMS, actual, OperandType.TENSOR_FLOAT32)
        if not difference:
            return None
        reason = (
            "a valid ADD model that was prepared earlier now computes "
            f"{list(struct.unpack('<4f', actual))}: {difference}"
        )
        return Finding(VerdictKind.FAILED, "refusal.recovery", reason)
