"""FLOOR: the largest integer that is not greater, element by element."""

import numpy as np

from conformance.hal import OperandType, OperationType, Version
from conformance.operations.call import Call
from conformance.operations.definition import Form, Kernel, OperationDefinition, tensor, up_to


def _compile(_call: Call) -> Kernel:
    return lambda inputs: (np.floor(inputs[0]),)  # type: ignore[arg-type]


DEFINITIONS = (
    OperationDefinition(
        type=OperationType.FLOOR,
        since=Version.V1_0,
        primary="input",
        types={
            OperandType.TENSOR_FLOAT32: Version.V1_0,
            OperandType.TENSOR_FLOAT16: Version.V1_2,
        },
        forms=(Form("default", (tensor("input", ranks=up_to(4)),), (1,)),),
        outputs=(tensor("output"),),
        shapes=lambda call: (call.shape("input"),),
        compile=_compile,
        doc="output = floor(input)",
    ),
)
