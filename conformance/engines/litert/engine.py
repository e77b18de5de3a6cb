"""The LiteRT interpreter as an engine, with the chosen kernels, on one thread."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib import metadata
from typing import Any, Final

import numpy as np

from conformance.engines.protocol import Declined, Engine, Program, TensorInfo, import_packages
from conformance.engines.tflite.tflite_graph import single_operator_file
from conformance.operations.definition.operands import Array


class Kernels(StrEnum):
    """The implementation that the interpreter uses for its operators."""

    REFERENCE = "reference"
    OPTIMIZED = "optimized"
    XNNPACK = "xnnpack"
    """The XNNPACK delegate for the operators it takes, the optimized kernels for the others."""


_RESOLVERS: Final = {
    Kernels.REFERENCE: "BUILTIN_REF",
    Kernels.OPTIMIZED: "BUILTIN_WITHOUT_DEFAULT_DELEGATES",
    Kernels.XNNPACK: "BUILTIN",
}
REFUSED: Final = "refused by the interpreter"
"""Start of a decline reason that comes from the interpreter and not from this bridge."""

_NODE: Final = re.compile(r"Node number (\d+) \((?!\w+Delegate)(\w+)\) failed to prepare")
"""The refusal of a kernel. A delegate has taken its operators: it fails to load the model."""
_UNKNOWN_OPCODE: Final = re.compile(r"builtin opcode '(\w+)'")


class LiteRTEngine(Engine):
    """Runs models in the LiteRT interpreter."""

    format = "tflite"
    has_variables = True
    kernels = Kernels.REFERENCE

    def __init__(self, kernels: Kernels | None = None) -> None:
        self._module, *_ = import_packages(
            "litert",
            "ai_edge_litert.interpreter",
            "ai_edge_litert.schema_py_generated",
            "flatbuffers",
        )
        self.kernels = kernels or self.kernels
        self.name = f"litert-{self.kernels}"
        self.version = metadata.version("ai-edge-litert")
        self._resolver = self._module.OpResolverType[_RESOLVERS[self.kernels]]
        self.script = f"""
from ai_edge_litert.interpreter import Interpreter, OpResolverType

resolver = OpResolverType.{_RESOLVERS[self.kernels]}
interpreter = Interpreter(model, num_threads=1, experimental_op_resolver_type=resolver)
interpreter.allocate_tensors()
indexes = {{one["name"]: one["index"] for one in reversed(interpreter.get_tensor_details())}}
for name, array in inputs.items():
    interpreter.set_tensor(indexes[name], array)
interpreter.invoke()
got = [interpreter.get_tensor(indexes[name]) for name in outputs]
"""
        self.lacks = cache(self._lacks)  # type: ignore[method-assign]

    def _interpreter(self, content: bytes) -> Any:
        return self._module.Interpreter(
            model_content=content, num_threads=1, experimental_op_resolver_type=self._resolver
        )

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        try:
            interpreter = self._interpreter(content)
            interpreter.allocate_tensors()
        except (RuntimeError, ValueError) as error:
            message = str(error)
            if missing := _UNKNOWN_OPCODE.search(message):
                raise Declined(f"the chosen kernels have no {missing[1]}", [missing[1]]) from error
            nodes = [f"{number} {builtin}" for number, builtin in _NODE.findall(message)]
            if not nodes:
                raise
            raise Declined(f"{REFUSED}: {message}", nodes) from error
        return _InterpreterProgram(interpreter, inputs, outputs)

    def _lacks(self, builtin: str) -> bool:
        content = single_operator_file(builtin)
        if content is None:
            return False
        try:
            self._interpreter(content)
        except ValueError as error:
            return _UNKNOWN_OPCODE.search(str(error)) is not None
        return False


class _InterpreterProgram(Program):
    def __init__(
        self, interpreter: Any, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> None:
        self._interpreter, self._outputs = interpreter, outputs
        wanted = {tensor.name for tensor in (*inputs, *outputs)}
        self._indexes = {
            details["name"]: details["index"]
            for details in reversed(interpreter.get_tensor_details())
            if details["name"] in wanted
        }

    def run(self, inputs: Mapping[str, Array], deadline: int | None) -> Sequence[Array]:
        """Run the interpreter, which cannot be interrupted."""
        for name, array in inputs.items():
            self._interpreter.set_tensor(self._indexes[name], array)
        self._interpreter.invoke()
        return [self._read(self._indexes[output.name]) for output in self._outputs]

    def _read(self, index: int) -> Array:
        """Return a tensor; ``get_tensor`` raises for one that is empty after a run."""
        try:
            array: Array = self._interpreter.get_tensor(index)
        except ValueError:
            details = self._interpreter.get_tensor_details()
            found = next(candidate for candidate in details if candidate["index"] == index)
            array = np.empty(found["shape"], found["dtype"])
            if array.size:
                raise
        return array
