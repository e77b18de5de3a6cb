"""The reference driver as a device."""

from __future__ import annotations

from collections.abc import Sequence

from conformance import __version__
from conformance.hal import ErrorStatus, Model, Version
from conformance.operations import Call, Kernel, definition
from conformance.operations.definition import Array
from conformance.reference.plan import build_plan, compile_call
from conformance.support import BaseDevice, DriverError, Program, constant_copies


class ReferenceDevice(BaseDevice):
    """Computes every defined operation on the CPU, as exactly as the oracle must.

    ``version`` is the HAL version that the device declares and whose rules it applies.
    """

    name = "reference"
    version_string = __version__

    def __init__(self, version: Version = Version.AIDL_V3) -> None:
        self.version = version

    def supported_operations(self, model: Model) -> Sequence[bool]:
        return [definition(operation.type) is not None for operation in model.main.operations]

    def compile_call(self, call: Call) -> Kernel:
        """Kernel of one operation's call; the place to put another one in."""
        return compile_call(call)

    def compile(self, model: Model) -> Program:
        main = model.main
        plan = build_plan(main, constant_copies(model), self.version, self.compile_call)

        def program(inputs: Sequence[Array | None]) -> Sequence[Array]:
            values = list(plan.initial)
            for index, array in zip(main.input_indexes, inputs, strict=True):
                if array is None and index in plan.required_inputs:
                    raise DriverError(
                        ErrorStatus.INVALID_ARGUMENT,
                        f"operand {index} is not optional and came without a value",
                    )
                values[index] = array
            plan.run(values)
            return [values[index] for index in main.output_indexes]  # type: ignore[misc]

        return program
