"""The source text of a driver with a wrong TANH, which tests write to a file."""

WRONG_TANH_DRIVER = """
import numpy as np

from conformance.hal import OperationType, Version
from conformance.reference import ReferenceDevice


class Off(ReferenceDevice):
    name = "off"

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type == OperationType.TANH:
            return lambda inputs: [np.asarray(a + 1, a.dtype) for a in kernel(inputs)]
        return kernel
"""
