"""Apache TVM as an engine: its importer of ONNX, and its compiler for this processor.

The file also runs in another interpreter:
``onnx:conformance/engines/tvm/__init__.py:TVMEngine,python=X``.
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


class TVMEngine(Engine):
    """Compiles models with LLVM; its importer has no QLinearConv and no QLinearMatMul."""

    name = "tvm"
    quantized = "qdq"
    script = """
import onnx
import tvm
import tvm.relax.frontend.onnx

loaded = onnx.load(model)
module = tvm.relax.frontend.onnx.from_onnx(loaded, keep_params_in_input=False)
machine = tvm.relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())
results = machine["main"](*(tvm.runtime.tensor(inputs[one.name]) for one in loaded.graph.input))
got = [one.numpy() for one in ([results] if len(outputs) == 1 else results)]
"""

    def __init__(self) -> None:
        self._tvm, self._importer, self._onnx = import_packages(
            "tvm", "tvm", "tvm.relax.frontend.onnx", "onnx"
        )
        self.version = metadata.version("apache-tvm")

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Import and compile the model; an operator that the importer lacks is declined."""
        model = self._onnx.load_from_string(content)
        try:
            module = self._importer.from_onnx(model, keep_params_in_input=False)
        except self._tvm.error.OpNotImplemented as error:
            raise Declined(str(error)) from error
        compiled = self._tvm.compile(module, target="llvm")
        machine = self._tvm.relax.VirtualMachine(compiled, self._tvm.cpu())
        tensor_of = self._tvm.runtime.tensor

        def run(arrays: Mapping[str, Array]) -> Sequence[Array]:
            results = machine["main"](*(tensor_of(arrays[tensor.name]) for tensor in inputs))
            several = [results] if isinstance(results, self._tvm.runtime.Tensor) else results
            return [result.numpy() for result in several]

        return FunctionProgram(run)
