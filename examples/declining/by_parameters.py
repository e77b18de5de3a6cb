"""A driver that declines by parameters: convolutions with filters of 3x3 and 5x5, no others.

Judge it with ``pytest --driver examples/declining/by_parameters.py:Filters``. Cases with a 1x1 or
7x7 filter are declined, the others are judged.
"""

from conformance.hal import Model, OperationType
from conformance.reference import ReferenceDevice

SIZES = {(3, 3), (5, 5)}
CONVOLUTIONS = {OperationType.CONV_2D, OperationType.DEPTHWISE_CONV_2D}


class Filters(ReferenceDevice):
    """Computes like the reference driver; what it supports depends on the filter's size."""

    name = "filters"

    def supported_operations(self, model: Model) -> list[bool]:
        """Only convolutions whose filter is 3x3 or 5x5, whatever its channels."""
        operands = model.main.operands
        return [
            operation.type in CONVOLUTIONS
            and operands[operation.inputs[1]].dimensions[1:3] in SIZES
            for operation in model.main.operations
        ]
