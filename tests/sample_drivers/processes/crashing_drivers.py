"""Drivers that die or hang on certain mutants.

Commands refer to them as ``crashing_drivers.py:NAME``.
"""

from __future__ import annotations

import os
import signal
import time

from conformance.driver_sdk import ProgramModel
from conformance.hal import Version
from conformance.reference import ReferenceDevice

MARK = 2**31


class DiesOnNegativeScale(ReferenceDevice):
    """Dies in ``getSupportedOperations`` if an operand has a negative scale."""

    name = "mortal"

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def get_supported_operations(self, model):
        if any(operand.scale < 0 for operand in model.main.operands):
            os.kill(os.getpid(), signal.SIGSEGV)
        return super().get_supported_operations(model)


class HangsOnIndex(ReferenceDevice):
    """Hangs in ``prepareModel`` if an output index is far out of range."""

    name = "mortal"

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def prepare_model(self, model, *more):
        if any(MARK in operation.outputs for operation in model.main.operations):
            time.sleep(1000)
        return super().prepare_model(model, *more)


class _Pools(ProgramModel):
    def execute_synchronously(self, request, *more):
        pools = [argument.location.pool_index for argument in (*request.inputs, *request.outputs)]
        if any(pool >= len(request.pools) for pool in pools):
            os.abort()
        return super().execute_synchronously(request, *more)


class DiesOnMissingPool(ReferenceDevice):
    """Aborts in ``executeSynchronously`` if an argument is in a pool that does not exist."""

    name = "mortal"

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def build_prepared_model(self, model):
        from conformance.reference.plan import ExecutionLimits, Planner  # noqa: PLC0415

        plan = Planner(model, self.version).main()

        return _Pools(model, lambda inputs: plan.run(inputs, ExecutionLimits()), self.version)
