"""A driver with faults that the tests of ``show`` and of the HTML report look at."""

import numpy as np

from conformance.driver_sdk import SimpleDriver
from conformance.hal import OperationType, Version
from conformance.operations import definition_of
from conformance.operations.definition.definition import OperandView, create_call
from conformance.reference import ReferenceDevice


class LastElementWrong(SimpleDriver):
    """Computes with the reference kernels; the last element of each float output is 3 too large."""

    name = "last-element-wrong"
    version = Version.V1_3
    version_string = "1"
    offset = 3.0

    def supports(self, operation):
        return operation.type in OperationType.__members__.values()

    def run(self, operation, inputs):
        definition = definition_of(operation.type)
        views = [
            OperandView.of(operand).with_value(None)
            if array is None
            else OperandView.of(operand, array)
            for operand, array in zip(operation.inputs, inputs, strict=True)
        ]
        outputs = [OperandView.of(operand) for operand in operation.outputs]
        call = create_call(definition, views, outputs)
        for view, shape in zip(outputs, definition.shapes(call), strict=True):
            view.dims = shape
        results = [np.array(array) for array in definition.compile(call)(inputs)]
        for array in results:
            if array.dtype.kind == "f" and array.size:
                array.reshape(-1)[-1] += self.offset
        return results


class KeepsResults(ReferenceDevice):
    """Returns the results of the first execution of a prepared model in every execution."""

    name = "keeps-results"

    def __init__(self):
        super().__init__(Version.V1_3)

    def compile_call(self, call):
        kernel, kept = super().compile_call(call), []

        def run(inputs):
            if not kept:
                kept.extend(np.array(array) for array in kernel(inputs))
            return kept

        return run
