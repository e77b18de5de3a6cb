"""Source texts of drivers and of small specs.

The tests write them to a temporary folder. Most of the drivers refuse models, so that a run could
pass although it executed nothing.
"""

DRIVERS = '''
import os

import numpy as np

from conformance.hal import ErrorStatus, OperandType, OperationType, Version
from conformance.reference import ReferenceDevice
from conformance.driver_sdk import DriverError

S = ErrorStatus


class DeclinesAll(ReferenceDevice):
    """Reports no operation supported and refuses every model."""

    name = "candidate"

    def supported_operations(self, model):
        return [False] * len(model.main.operations)


class DeclinesFloor(ReferenceDevice):
    name = "candidate"

    def supported_operations(self, model):
        return [o.type != OperationType.FLOOR for o in model.main.operations]


class Refuses(ReferenceDevice):
    """Answers some calls with a status, as the environment says: which, when, and what."""

    name = "candidate"
    status = S[os.environ.get("STATUS", "DEVICE_UNAVAILABLE")]
    when = os.environ.get("WHEN", "prepare")
    what = os.environ.get("WHAT", "all")

    def compile_call(self, call):
        kernel = super().compile_call(call)
        types = [o.type for o in (*call.inputs, *call.outputs)]
        concerned = self.what in ("all", call.definition.type.name) or (
            self.what in OperandType.__members__ and OperandType[self.what] in types
        )
        if not concerned:
            return kernel
        if self.when == "prepare":
            raise DriverError(self.status, "refused as configured")

        def refused(inputs):
            raise DriverError(self.status, "refused as configured")

        return refused


class Wrong(ReferenceDevice):
    """Every result is nine too high, more than any tolerance here."""

    name = "candidate"

    def compile_call(self, call):
        kernel = super().compile_call(call)
        return lambda inputs: tuple(np.asarray(a + 9, a.dtype) for a in kernel(inputs))


class Good(ReferenceDevice):
    name = "candidate"


class Good12(ReferenceDevice):
    name = "candidate"

    def __init__(self):
        super().__init__(Version.V1_2)


class Good13(ReferenceDevice):
    name = "candidate"

    def __init__(self):
        super().__init__(Version.V1_3)
'''

UNARY = """
def case(operation, name, type_, data, result):
    x = Input("x", type_).ShouldNeverBeInternal()
    y = Output("y", type_)
    model = Model(name).Operation(operation, x).To(y)
    Example({{x: data, y: result}}, model=model).DisableLifeTimeVariation()


{cases}
"""

FLOAT = '("TENSOR_FLOAT32", [2])'
HALF = '("TENSOR_FLOAT16", [2])'
CODES = '("TENSOR_QUANT8_ASYMM", [2], 0.5, 100)'


def spec(*cases: str) -> str:
    """Return the text of a spec file with these cases of unary operations.

    Each argument is the argument list of one call of ``case`` in ``UNARY``.
    """
    return UNARY.format(cases="\n".join(f"case({one})" for one in cases))


FLOOR = f'"FLOOR", "floor", {FLOAT}, [1.5, -1.5], [1.0, -2.0]'
FLOOR_AGAIN = f'"FLOOR", "again", {FLOAT}, [2.5, 0.5], [2.0, 0.0]'
RELU = f'"RELU", "relu", {FLOAT}, [1.5, -1.5], [1.5, 0.0]'
RELU_HALF = f'"RELU", "half", {HALF}, [1.5, -1.5], [1.5, 0.0]'
RELU_CODES = f'"RELU", "codes", {CODES}, [0, 200], [100, 200]'
"""The expected codes were computed by hand: zero is code 100, and RELU raises lower codes to it."""
