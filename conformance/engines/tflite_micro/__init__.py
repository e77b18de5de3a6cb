"""TensorFlow Lite for Microcontrollers as an engine, with its reference kernels.

The file also runs in another interpreter:
``tflite:conformance/engines/tflite_micro/__init__.py:TFLiteMicroEngine,python=X``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

import numpy as np

from conformance.engines.protocol import (
    Array,
    Declined,
    Engine,
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
        try:
            interpreter = self._interpreter.from_bytes(content, arena_size=_ARENA)
            program = _Interpreter(interpreter, [t.name for t in inputs], len(outputs))
            shapes = [interpreter.get_input_details(number) for number in range(len(inputs))]
            program.run(
                {
                    t.name: np.zeros(s["shape"], t.dtype)
                    for t, s in zip(inputs, shapes, strict=True)
                },
                None,
            )
        except (RuntimeError, ValueError) as error:
            raise Declined(str(error)) from error
        return program


class _Interpreter(Program):
    def __init__(self, interpreter: Any, inputs: list[str], outputs: int) -> None:
        self._interpreter, self._inputs, self._outputs = interpreter, inputs, outputs

    def run(self, inputs: Mapping[str, Array], deadline: int | None) -> Sequence[Array]:
        self._interpreter.reset()
        for number, name in enumerate(self._inputs):
            self._interpreter.set_input(inputs[name], number)
        self._interpreter.invoke()
        return [self._interpreter.get_output(number) for number in range(self._outputs)]
