"""TensorFlow Lite for Microcontrollers as an engine, with its reference kernels.

The file also runs in another interpreter:
``tflite:conformance/engines/tflite_micro/__init__.py:TFLiteMicroEngine,python=X``.
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

_ARENA = 1 << 22
"""The bytes for the tensors of a model."""


class TFLiteMicroEngine(Engine):
    """Runs models in the interpreter for microcontrollers."""

    name = "tflite-micro"
    format = "tflite"
    script = f"""
import tflite_micro

interpreter = tflite_micro.runtime.Interpreter.from_file(model, arena_size={_ARENA})
for number, array in enumerate(inputs.values()):
    interpreter.set_input(array, number)
interpreter.invoke()
got = [interpreter.get_output(number) for number in range(len(outputs))]
"""

    def __init__(self) -> None:
        (module,) = import_packages("tflite-micro", "tflite_micro")
        self._interpreter = module.runtime.Interpreter
        self.version = metadata.version("tflite-micro")

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Load the model and run it once with zeros, because kernels refuse types when they run."""

        def run(arrays: Mapping[str, Array]) -> Sequence[Array]:
            interpreter.reset()
            for number, tensor in enumerate(inputs):
                interpreter.set_input(arrays[tensor.name], number)
            interpreter.invoke()
            return [interpreter.get_output(number) for number in range(len(outputs))]

        try:
            interpreter = self._interpreter.from_bytes(content, arena_size=_ARENA)
            shapes = [interpreter.get_input_details(n)["shape"] for n in range(len(inputs))]
            run({t.name: np.zeros(s, t.dtype) for t, s in zip(inputs, shapes, strict=True)})
        except (RuntimeError, ValueError) as error:
            raise Declined(str(error)) from error
        return FunctionProgram(run)
