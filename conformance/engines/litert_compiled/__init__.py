"""LiteRT's compiled model as an engine: XNNPACK, or the plug-in of an NPU without fallback.

The file also runs in another interpreter, because plug-ins may need packages of other versions:
``tflite:conformance/engines/litert_compiled/__init__.py:CompiledModelEngine,accelerator=NPU,python=X``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any, Final

import numpy as np

from conformance.engines.protocol import (
    Array,
    Declined,
    Engine,
    Program,
    TensorInfo,
    import_packages,
)

_KEY: Final = "serving_default"
_NOT_TAKEN: Final = re.compile("Failed to allocate tensors|ops are not accelerated")
"""The refusal of an operator by a kernel, and by an accelerator."""


class CompiledModelEngine(Engine):
    """Runs models on an accelerator: ``CPU``, ``GPU`` or ``NPU``."""

    format = "tflite"

    def __init__(self, accelerator: str = "CPU") -> None:
        (self._module,) = import_packages("litert", "ai_edge_litert.compiled_model")
        self.version = metadata.version("ai-edge-litert")
        self.name = f"litert-compiled-{accelerator.lower()}"
        self._accelerator = self._module.HardwareAccelerator[accelerator]
        folder = str(metadata.distribution("ai-edge-litert").locate_file("ai_edge_litert"))
        options = self._module.EnvironmentOptions(runtime_path=folder)
        self._environment = self._module.Environment.create(options=options)

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Compile the model; one that is not run entirely by the accelerator is declined."""
        if any(one.dtype == np.int16 for one in (*inputs, *outputs)):
            raise Declined("the buffers of this interface have no int16")
        try:
            model = self._module.CompiledModel.from_buffer(
                content, hardware_accel=self._accelerator, environment=self._environment
            )
            if self._accelerator.name != "CPU" and not model.is_fully_accelerated():
                raise Declined(f"the {self._accelerator.name} does not take every operator")
            return _CompiledModel(model, inputs, outputs)
        except RuntimeError as error:
            if _NOT_TAKEN.search(str(error)):
                raise Declined(str(error)) from error
            raise


class _CompiledModel(Program):
    """A model with its buffers; those of outputs need shapes that do not depend on values."""

    def __init__(
        self, model: Any, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> None:
        self._model, self._outputs = model, outputs
        self._feeds = {t.name: model.create_input_buffer_by_name(_KEY, t.name) for t in inputs}
        self._results = {t.name: model.create_output_buffer_by_name(_KEY, t.name) for t in outputs}
        self._details = model.get_output_tensor_details(_KEY)

    def run(self, inputs: Mapping[str, Array], deadline: int | None) -> Sequence[Array]:
        for name, array in inputs.items():
            self._feeds[name].write(np.ascontiguousarray(array))
        self._model.run_by_name(_KEY, self._feeds, self._results)
        arrays = []
        for one in self._outputs:
            shape = self._details[one.name]["shape"]
            array = self._results[one.name].read(int(np.prod(shape)), one.dtype)
            arrays.append(array.reshape(shape))
        return arrays
