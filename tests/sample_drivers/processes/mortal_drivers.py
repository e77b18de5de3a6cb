"""Drivers that die after a number of executions, or of one model.

Commands refer to them as ``mortal_drivers.py:NAME``.
"""

from __future__ import annotations

import os

from conformance.hal import Version
from conformance.reference import ReferenceDevice
from conformance.support import ProgramModel


class DiesAfterFive(ReferenceDevice):
    """Dies in the sixth execution of the process."""

    name = "mortal"
    executions = 0

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def build_prepared_model(self, model):
        device, prepared = self, super().build_prepared_model(model)

        class Mortal(ProgramModel):
            def compute(self, inputs, limit):
                device.executions += 1
                if device.executions > 5:
                    os.abort()
                return prepared.compute(inputs, limit)

        return Mortal(model, prepared._program, self.version)


class DiesOnOtherData(ReferenceDevice):
    """Dies in an execution whose inputs are not those of the prepared model's first one."""

    name = "mortal"

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def build_prepared_model(self, model):
        prepared = super().build_prepared_model(model)

        class Mortal(ProgramModel):
            first = None

            def compute(self, inputs, limit):
                data = [array.tobytes() for array in inputs]
                self.first = self.first or data
                if data != self.first:
                    os.abort()
                return prepared.compute(inputs, limit)

        return Mortal(model, prepared._program, self.version)


class DiesOnThreeElements(ReferenceDevice):
    """Dies in each execution with an input of three elements."""

    name = "mortal"

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def build_prepared_model(self, model):
        prepared = super().build_prepared_model(model)

        class Mortal(ProgramModel):
            def compute(self, inputs, limit):
                if any(array.size == 3 for array in inputs):
                    os.abort()
                return prepared.compute(inputs, limit)

        return Mortal(model, prepared._program, self.version)
