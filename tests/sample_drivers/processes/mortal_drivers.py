"""Drivers that die after a number of executions, or of one model.

Commands refer to them as ``mortal_drivers.py:NAME``.
"""

from __future__ import annotations

import os

from conformance.driver_sdk import ProgramModel
from conformance.hal import Version
from conformance.reference import ReferenceDevice


class Mortal(ReferenceDevice):
    """Dies in each execution for which ``is_fatal`` returns true."""

    name = "mortal"

    def __init__(self) -> None:
        super().__init__(Version.V1_3)

    def is_fatal(self, prepared, inputs):
        """Return whether the process ends when ``prepared`` is executed with these inputs."""
        raise NotImplementedError

    def build_prepared_model(self, model):
        device, prepared = self, super().build_prepared_model(model)

        class MortalModel(ProgramModel):
            def compute(self, inputs, limit):
                if device.is_fatal(prepared, inputs):
                    os.abort()
                return prepared.compute(inputs, limit)

        return MortalModel(model, prepared._program, self.version)


class DiesAfterFive(Mortal):
    """Dies in the sixth execution of the process."""

    executions = 0

    def is_fatal(self, prepared, inputs):
        self.executions += 1
        return self.executions > 5


class DiesOnOtherData(Mortal):
    """Dies in an execution whose inputs are not those of the prepared model's first one."""

    def __init__(self) -> None:
        super().__init__()
        self._first = {}

    def is_fatal(self, prepared, inputs):
        data = [array.tobytes() for array in inputs]
        return data != self._first.setdefault(prepared, data)


class DiesOnThreeElements(Mortal):
    """Dies in each execution with an input of three elements."""

    def is_fatal(self, prepared, inputs):
        return any(array.size == 3 for array in inputs)
