"""IREE as an engine: its importer of ONNX, and its compiler for this processor, on one thread.

The file also runs in another interpreter:
``onnx:conformance/engines/iree/__init__.py:IREEEngine,python=X``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata

import numpy as np

from conformance.engines.protocol import (
    Array,
    Declined,
    Engine,
    FunctionProgram,
    Program,
    TensorInfo,
    import_packages,
)

_MODULES = "onnx iree.compiler iree.runtime iree.compiler.ir iree.compiler.extras.onnx_importer"


class IREEEngine(Engine):
    """Compiles models with IREE."""

    name = "iree"
    script = """
import iree.compiler.extras.onnx_importer
import iree.compiler.ir
import iree.runtime
import onnx

importer = iree.compiler.extras.onnx_importer
loaded = onnx.shape_inference.infer_shapes(onnx.load(model), data_prop=True)
with iree.compiler.ir.Context() as context:
    info = importer.ModelInfo(loaded)
    module = info.create_module(context=context).operation
    importer.NodeImporter.define_function(info.main_graph, module).import_all()
    text = module.get_asm()
compiled = iree.compiler.compile_str(
    text,
    input_type="onnx",
    target_backends=["llvm-cpu"],
    extra_args=["--iree-llvmcpu-target-cpu=host"],
)
machine = iree.runtime.load_vm_flatbuffer(compiled, driver="local-sync")
results = machine[loaded.graph.name](*(inputs[one.name] for one in loaded.graph.input))
got = [np.asarray(one) for one in ([results] if len(outputs) == 1 else results)]
"""

    def __init__(self) -> None:
        self._onnx, self._compiler, self._runtime, self._ir, self._importer = import_packages(
            "iree", *_MODULES.split()
        )
        self.version = metadata.version("iree-base-compiler")

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Import and compile the model; whatever IREE refuses is declined."""
        model = self._onnx.load_from_string(content)
        try:
            model = self._onnx.shape_inference.infer_shapes(model, data_prop=True)
            with self._ir.Context() as context:
                info = self._importer.ModelInfo(model)
                module = info.create_module(context=context).operation
                graph = self._importer.NodeImporter.define_function(info.main_graph, module)
                graph.import_all()
                text = module.get_asm()
            compiled = self._compiler.compile_str(
                text,
                input_type="onnx",
                target_backends=["llvm-cpu"],
                extra_args=["--iree-llvmcpu-target-cpu=host"],
            )
        except (
            self._importer.OnnxImportError,
            self._compiler.CompilerToolError,
            self._ir.MLIRError,
            self._onnx.shape_inference.InferenceError,
        ) as error:
            raise Declined(str(error)) from error
        loaded = self._runtime.load_vm_flatbuffer(compiled, driver="local-sync")
        function = loaded[model.graph.name]

        def run(arrays: Mapping[str, Array]) -> Sequence[Array]:
            results = function(*(arrays[tensor.name] for tensor in inputs))
            several = results if isinstance(results, (tuple, list)) else [results]
            return [np.asarray(result) for result in several]

        return FunctionProgram(run)
