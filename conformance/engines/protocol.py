"""The interface of an inference engine that reads ONNX or TFLite models.

This file imports NumPy only, because ``python=`` loads it in another interpreter.

An engine is a small class: ``open`` loads a model, and the program that it returns runs it on NumPy
arrays. ``conformance.engines.device`` makes a driver of it, with everything that a driver of the NN
HAL needs besides: memory, callbacks, bursts, fences, deadlines, reasons for declined operations.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def import_packages(extra: str, *names: str) -> list[Any]:
    """Return modules; raise ``ImportError`` with the extra that installs them if one is missing."""
    try:
        return [importlib.import_module(name) for name in names]
    except ImportError as error:
        raise ImportError(f"pip install nn-conformance[{extra}] is needed ({error})") from error


class Declined(Exception):  # noqa: N818
    """The engine cannot run a model; ``reason`` names what it lacks.

    ``nodes`` names the operators at fault, if the engine states them: in ONNX the name of the node,
    in TFLite the name of the operator (``"CONV_2D"``) or its number and name (``"3 CONV_2D"``).
    Without them, each operation of the model is opened alone to find the ones that are declined.
    """

    def __init__(self, reason: str, nodes: Collection[str] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.nodes = tuple(nodes)


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """An input or output of a model; ``shape`` has ``None`` for an unknown rank or size.

    A ``variable`` tensor of a TFLite model is set before each run and read after it.
    """

    name: str
    dtype: np.dtype[Any]
    shape: tuple[int | None, ...] | None = None
    variable: bool = False


class Program(ABC):
    """A model that an engine has loaded."""

    @abstractmethod
    def run(self, inputs: Mapping[str, Array], deadline: int | None) -> Sequence[Array]:
        """Return the outputs, in the order in which ``open`` received them.

        ``deadline`` is a time of ``time.monotonic_ns()``, or ``None`` for a model without loops.
        Raise ``TimeoutError`` if it passes. The inputs must not be changed.
        """

    def placement(self) -> Mapping[str, bool] | None:
        """Return for each node, by its name, whether the engine itself runs it.

        ``None`` states that the engine runs every node: it has no other processor to fall back to.
        """
        return None

    def close(self) -> None:  # noqa: B027
        """Release the model."""


class FunctionProgram(Program):
    """A program that a function runs, from the inputs by name to the outputs in their order."""

    def __init__(self, function: Callable[[Mapping[str, Array]], Sequence[Array]]) -> None:
        self._function = function

    def run(self, inputs: Mapping[str, Array], deadline: int | None) -> Sequence[Array]:
        return self._function(inputs)


class Engine(ABC):
    """An engine that reads models of one format."""

    name: str
    version: str = "unknown"
    format: ClassVar[str] = "onnx"
    """The format of the models: ``onnx`` or ``tflite``."""

    quantized: str = "operator"
    """The form of quantized convolutions and products in ONNX.

    ``operator``: QLinearConv, QLinearMatMul and MatMulInteger. ``qdq``: Conv, MatMul and Gemm
    between DequantizeLinear and QuantizeLinear.
    """

    script: str = ""
    """Python statements that run a model with the engine alone (``nn-conformance export``).

    They read ``model``, the name of the file, ``inputs``, the arrays by name, and ``outputs``, the
    names of the outputs. They set ``got``, the arrays of these outputs.
    """

    parallel: ClassVar[bool] = False
    """Whether a program may run in several threads at once."""

    has_variables: ClassVar[bool] = False
    """Whether programs set and read the variable tensors of TFLite models."""

    @abstractmethod
    def open(
        self, content: bytes, inputs: Sequence[TensorInfo], outputs: Sequence[TensorInfo]
    ) -> Program:
        """Load a model, the content of a file.

        Raise ``Declined`` for a model that the engine does not take. Any other exception is a
        defect of the engine: it took the model and could not load it.
        """

    def lacks(self, operator: str) -> bool:
        """Return whether the engine lacks a TFLite operator, whatever its inputs are."""
        return False

    @classmethod
    def create_device(cls) -> Any:
        """Create a driver that runs models in this engine; another interpreter cannot."""
        return importlib.import_module("conformance.engines.device").EngineDevice(cls())
