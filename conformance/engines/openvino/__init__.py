"""OpenVINO as an engine: its plug-in for CPUs, or another device, on one thread.

The package ``openvino`` is imported when an engine is created.
``docs/generated/findings-openvino.md`` lists where OpenVINO differs from the contract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conformance.engines.protocol import (
    Array,
    Declined,
    Engine,
    FunctionProgram,
    Program,
    TensorInfo,
    import_packages,
)


class OpenVINOEngine(Engine):
    """Runs models on an OpenVINO device, in float32."""

    def __init__(self, device: str = "CPU") -> None:
        module, _ = import_packages("openvino", "openvino", "onnx.helper")
        self.version = module.__version__.partition("-")[0]
        self.name = f"openvino-{device}"
        self._core, self._device = module.Core(), device
        self._options = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": "1"}
        self.script = f"""
import openvino

compiled = openvino.Core().compile_model(model, {device!r}, {self._options})
request = compiled.create_infer_request()
request.infer(inputs)
got = [request.get_tensor(name).data for name in outputs]
"""

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Compile the model; whatever OpenVINO refuses is declined."""
        try:
            model = self._core.read_model(content)
            compiled = self._core.compile_model(model, self._device, self._options)
        except RuntimeError as error:
            raise Declined(str(error)) from error
        request = compiled.create_infer_request()

        def run(arrays: Mapping[str, Array]) -> Sequence[Array]:
            request.infer(dict(arrays))
            return [request.get_tensor(output.name).data.copy() for output in outputs]

        return FunctionProgram(run)
