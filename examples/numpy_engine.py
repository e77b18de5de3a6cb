"""A toy runtime, some ONNX operators in NumPy, as an engine that the suite runs.

pytest --driver onnx:examples/numpy_engine.py:NumpyEngine
"""

import numpy as np
import onnx

from conformance.engines.protocol import Declined, Engine, Program

OPERATORS = {
    "Add": np.add,
    "Cast": lambda x, to: x.astype(onnx.helper.tensor_dtype_to_np_dtype(to)),
    "Clip": lambda x, low, high: np.clip(x, low, high),
    "Identity": np.copy,
    "Mul": np.multiply,
    "Reshape": lambda x, shape, allowzero=0: x.reshape(shape),
    "Sub": np.subtract,
    "Transpose": lambda x, perm: x.transpose(perm),
}


class NumpyEngine(Engine):
    name, version = "numpy-engine", "1"

    def open(self, content, inputs, outputs):
        graph = onnx.load_from_string(content).graph
        missing = [node for node in graph.node if node.op_type not in OPERATORS]
        if missing:
            raise Declined(f"no operator {missing[0].op_type}", [node.name for node in missing])
        return NumpyProgram(graph)


class NumpyProgram(Program):
    def __init__(self, graph):
        self.graph = graph
        self.constants = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}

    def run(self, inputs, deadline):
        values = {**self.constants, **inputs}
        for node in self.graph.node:
            attributes = {one.name: onnx.helper.get_attribute_value(one) for one in node.attribute}
            operands = [values[name] for name in node.input]
            values[node.output[0]] = OPERATORS[node.op_type](*operands, **attributes)
        return [values[output.name] for output in self.graph.output]
