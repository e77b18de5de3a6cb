"""tract as an engine, on the CPU.

The package ``tract`` is imported when an engine is created. ``docs/generated/findings-tract.md``
lists where tract differs from the contract.
"""

from __future__ import annotations

import tempfile
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


class TractEngine(Engine):
    """Runs models in tract."""

    name = "tract"
    script = """
import tract

runnable = tract.onnx().load(model).into_model().into_runnable()
got = [result.to_numpy() for result in runnable.run(list(inputs.values()))]
"""

    def __init__(self) -> None:
        self._tract, _ = import_packages("tract", "tract", "onnx.helper")
        self.version = str(self._tract.version())

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Optimize the model; whatever tract refuses is declined."""
        with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
            file.write(content)
            file.flush()
            try:
                runnable = self._tract.onnx().load(file.name).into_model().into_runnable()
            except self._tract.TractError as error:
                raise Declined(str(error)) from error

        def run(arrays: Mapping[str, Array]) -> Sequence[Array]:
            results = runnable.run([arrays[tensor.name] for tensor in inputs])
            return [result.to_numpy() for result in results]

        return FunctionProgram(run)
