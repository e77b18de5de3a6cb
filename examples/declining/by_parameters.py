"""An example driver that declines by parameters: it supports only some filter sizes.

Run it with ``pytest --driver examples/declining/by_parameters.py:Filters``. Cases with a 3x3 or 5x5
filter are run, those with another filter, such as 1x1 or 7x7, are declined.
"""

from conformance.hal import Model, OperationType
from conformance.reference import ReferenceDevice

SIZES = {(3, 3), (5, 5)}
CONVOLUTIONS = {OperationType.CONV_2D, OperationType.DEPTHWISE_CONV_2D}


class Filters(ReferenceDevice):
    """Computes like the reference driver; its support depends on the size of the filter."""

    name = "filters"

    def supported_operations(self, model: Model) -> list[bool]:
        """Return True for convolutions with a 3x3 or 5x5 filter and any number of channels."""
        operands = model.main.operands
        return [
            operation.type in CONVOLUTIONS
            and operands[operation.inputs[1]].dimensions[1:3] in SIZES
            for operation in model.main.operations
        ]
