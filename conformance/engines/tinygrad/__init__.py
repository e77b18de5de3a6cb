"""tinygrad as an engine: its reader of ONNX, and its kernels for this processor.

The file also runs in another interpreter:
``onnx:conformance/engines/tinygrad/__init__.py:TinygradEngine,python=X``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata

from conformance.engines.protocol import (
    Array,
    Declined,
    Engine,
    FunctionProgram,
    Program,
    TensorInfo,
    import_packages,
)


class TinygradEngine(Engine):
    """Runs models operator by operator; their kernels are compiled by clang."""

    name = "tinygrad"
    script = """
import tinygrad.nn.onnx

results = tinygrad.nn.onnx.OnnxRunner(model)(inputs)
got = [results[name].numpy() for name in outputs]
"""

    def __init__(self) -> None:
        self._tinygrad, self._onnx = import_packages("tinygrad", "tinygrad", "tinygrad.nn.onnx")
        self.version = metadata.version("tinygrad")

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Read the model; an operator without an implementation is declined."""
        runner = self._onnx.OnnxRunner(self._tinygrad.Tensor(content))
        for node in runner.graph_nodes:
            if node.op not in runner.onnx_ops:
                raise Declined(f"no operator {node.op}")

        def run(arrays: Mapping[str, Array]) -> Sequence[Array]:
            results = runner(dict(arrays))
            return [results[output.name].numpy() for output in outputs]

        return FunctionProgram(run)
