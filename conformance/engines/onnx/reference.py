"""The evaluator of the onnx package as an engine: ONNX's operators in NumPy, as ONNX defines them.

It shows whether the translation to ONNX is right, apart from any runtime.
"""

from __future__ import annotations

from collections.abc import Sequence

from conformance.engines.protocol import (
    Declined,
    Engine,
    FunctionProgram,
    Program,
    TensorInfo,
    import_packages,
)


class OnnxReference(Engine):
    """Runs models in ``onnx.reference.ReferenceEvaluator``."""

    name = "onnx-reference"
    script = """
import onnx.reference

got = onnx.reference.ReferenceEvaluator(model).run(outputs, inputs)
"""

    def __init__(self) -> None:
        self._onnx, reference = import_packages("onnx", "onnx", "onnx.reference")
        self._evaluator = reference.ReferenceEvaluator
        self.version = str(self._onnx.__version__)

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        model = self._onnx.load_from_string(content)
        loops = [node.name for node in model.graph.node if node.op_type == "Loop"]
        if loops:
            raise Declined("a run of the evaluator cannot be ended", loops)
        try:
            evaluator = self._evaluator(model)
        except (NotImplementedError, RuntimeError) as error:
            raise Declined(str(error)) from error
        names = [output.name for output in outputs]
        return FunctionProgram(lambda arrays: evaluator.run(names, dict(arrays)))
