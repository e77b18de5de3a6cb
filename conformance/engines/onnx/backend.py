"""An object with the interface ``onnx.backend.base.Backend`` as an engine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from conformance.engines.protocol import (
    Declined,
    Engine,
    FunctionProgram,
    Program,
    TensorInfo,
    import_packages,
)

_DECLINES: Final = re.compile(r"NotImplement|NotSupposed|Unsupported")
"""The names of exceptions by which backends decline; the interface defines none."""


class BackendEngine(Engine):
    """Runs models by ``prepare`` of a backend, a class or a module, and ``run`` of its result."""

    def __init__(
        self, backend: Any, name: str, device: str = "CPU", quantized: str = "operator"
    ) -> None:
        (self._onnx,) = import_packages("onnx", "onnx")
        self._backend, self._device = backend, device
        self.name, self.quantized = name, quantized
        if not callable(getattr(backend, "prepare", None)):
            raise TypeError(f"{name} has no function prepare, as onnx.backend.base.Backend has")

    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        model = self._onnx.load_from_string(content)
        is_compatible = getattr(self._backend, "is_compatible", None)
        if is_compatible is not None and not is_compatible(model, self._device):
            raise Declined("is_compatible returns False")
        try:
            prepared = self._backend.prepare(model, self._device)
        except Exception as error:  # a backend has exceptions of its own
            if any(_DECLINES.search(base.__name__) for base in type(error).mro()):
                raise Declined(str(error)) from error
            raise
        return FunctionProgram(lambda arrays: prepared.run([arrays[one.name] for one in inputs]))
