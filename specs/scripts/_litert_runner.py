"""Run one operation on LiteRT, for the ``cross_check()`` of the generating scripts.

LiteRT gives an independent result for numbers that a script has computed with its own formula; no
expected value is taken from it. This module requires ``ai_edge_litert``.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specs.scripts._spec_writer import RANGES, SpecCase, WrittenOperand, DataTypeVariation

Array = NDArray[Any]


@dataclass(frozen=True)
class LitertTensor:
    """A tensor of the single-operation model: shape, element type, quantization, constant data."""

    dims: tuple[int, ...]
    dtype: str = "float32"
    scale: float = 0.0
    zero_point: int = 0
    data: Array | None = None
    """Fed when ``constant`` is false, part of the model otherwise; ``None`` on an output."""
    constant: bool = False
    variable: bool = False
    """State that the operation updates in place; ``data`` is its value before."""

    @property
    def is_input(self) -> bool:
        """Whether the data are part of the request."""
        return not (self.constant or self.variable)

    @property
    def array(self) -> Array:
        """Return the data in the tensor's type and shape."""
        return np.ascontiguousarray(self.data, dtype=self.dtype).reshape(self.dims)


def available() -> bool:
    """Return whether LiteRT is installed."""
    try:
        import ai_edge_litert.interpreter  # type: ignore[import-untyped]  # noqa: F401
    except ImportError:
        return False
    return True


def run_operation(
    operation: str,
    inputs: Sequence[LitertTensor | None],
    outputs: Sequence[LitertTensor],
    options: str = "",
    values: Mapping[str, object] | None = None,
    version: int = 1,
    intermediates: Sequence[LitertTensor] = (),
) -> list[Array]:
    """Return the outputs of one builtin operation.

    ``options`` names its option table and ``values`` the table's fields. The new values of variable
    tensors follow the outputs, in the order of the inputs. Of ``intermediates`` only the element
    type and quantization matter. LiteRT's plain reference kernels run, without delegates.
    """
    # ruff: noqa: PLC0415 - optional packages
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    interpreter = Interpreter(
        model_content=_model(
            operation, inputs, outputs, options, values or {}, version, intermediates
        ),
        experimental_op_resolver_type=OpResolverType.BUILTIN_REF,
        num_threads=1,
    )
    interpreter.allocate_tensors()
    given = [tensor for tensor in inputs if tensor is not None]
    fed = [tensor for tensor in given if tensor.is_input]
    for detail, tensor in zip(interpreter.get_input_details(), fed, strict=True):
        interpreter.set_tensor(detail["index"], tensor.array)
    states = [index for index, tensor in enumerate(given) if tensor.variable]
    for index in states:
        interpreter.set_tensor(index, given[index].array)
    interpreter.invoke()
    results = [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()]
    return results + [interpreter.get_tensor(index) for index in states]


def _model(
    operation: str,
    inputs: Sequence[LitertTensor | None],
    outputs: Sequence[LitertTensor],
    options: str,
    values: Mapping[str, object],
    version: int,
    intermediates: Sequence[LitertTensor],
) -> bytes:
    """Return a model of one operation with the given tensors."""
    import flatbuffers  # type: ignore[import-untyped]
    from ai_edge_litert import schema_py_generated as schema

    model, graph, operator = schema.ModelT(), schema.SubGraphT(), schema.OperatorT()
    model.version, model.buffers, graph.tensors = 3, [schema.BufferT()], []

    def add(tensor: LitertTensor) -> int:
        index, made = len(graph.tensors), schema.TensorT()
        made.name, made.shape, made.isVariable = f"t{index}", list(tensor.dims), tensor.variable
        made.type = getattr(schema.TensorType, tensor.dtype.upper())
        if tensor.scale:
            made.quantization = schema.QuantizationParametersT()
            made.quantization.scale = [tensor.scale]
            made.quantization.zeroPoint = [tensor.zero_point]
        if tensor.constant:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(tensor.array.tobytes(), np.uint8)
            made.buffer = len(model.buffers)
            model.buffers.append(buffer)
        graph.tensors.append(made)
        return index

    operator.inputs = [-1 if tensor is None else add(tensor) for tensor in inputs]
    operator.outputs = graph.outputs = [add(tensor) for tensor in outputs]
    if intermediates:
        operator.intermediates = [add(replace(tensor, dims=(1,))) for tensor in intermediates]
    graph.inputs = [
        index
        for index, tensor in zip(operator.inputs, inputs, strict=True)
        if tensor is not None and tensor.is_input
    ]
    if options:
        operator.builtinOptionsType = getattr(schema.BuiltinOptions, options)
        operator.builtinOptions = getattr(schema, options + "T")()
        for name, value in values.items():
            setattr(operator.builtinOptions, name, value)
    code = schema.OperatorCodeT()
    code.builtinCode = getattr(schema.BuiltinOperator, operation)
    code.deprecatedBuiltinCode = min(code.builtinCode, 127)
    code.version = version
    graph.operators, model.operatorCodes, model.subgraphs = [operator], [code], [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


@dataclass
class ComparisonTally:
    """Counts the compared values and records the largest deviation of each kind."""

    compared: int = 0
    largest_float: float = 0.0
    largest_code: int = 0

    def floats(self, name: str, expected: object, actual: object, limit: float = 1e-5) -> None:
        """Compare real values; the deviation is absolute up to 1 and relative above."""
        left = np.asarray(expected, dtype=np.float64).ravel()
        right = np.asarray(actual, dtype=np.float64).ravel()
        if left.shape != right.shape:
            raise AssertionError(f"{name}: {left.size} values against {right.size}")
        gap = float(np.max(np.abs(left - right) / np.maximum(1, np.abs(left)), initial=0.0))
        if not gap <= limit:
            raise AssertionError(f"{name}: differs by {gap}\n{left}\n{right}")
        self.largest_float = max(self.largest_float, gap)
        self.compared += left.size

    def codes(self, name: str, expected: object, actual: object, limit: int = 1) -> None:
        """Compare integers."""
        left = np.asarray(expected, dtype=np.int64).ravel()
        right = np.asarray(actual, dtype=np.int64).ravel()
        if left.shape != right.shape:
            raise AssertionError(f"{name}: {left.size} values against {right.size}")
        gap = int(np.max(np.abs(left - right), initial=0))
        if gap > limit:
            raise AssertionError(f"{name}: differs by {gap}\n{left}\n{right}")
        self.largest_code = max(self.largest_code, gap)
        self.compared += left.size

    def __str__(self) -> str:
        return (
            f"{self.compared} values compared, largest deviation {self.largest_float:.3g} (real), "
            f"{self.largest_code} (codes)"
        )


_DTYPES = {
    "TENSOR_FLOAT32": "float32",
    "TENSOR_INT32": "int32",
    "TENSOR_QUANT8_ASYMM": "uint8",
    "TENSOR_QUANT8_ASYMM_SIGNED": "int8",
    "TENSOR_BOOL8": "bool",
}


def _constant_type(array: Array) -> str:
    return "float32" if array.dtype == np.float32 else "int32"


def check_case(
    tally: ComparisonTally,
    case: SpecCase,
    operation: str,
    options: str = "",
    values: Mapping[str, object] | None = None,
    *,
    tensors: Sequence[str | Array] | None = None,
    limit: float = 1e-5,
    version: int = 1,
    quantized: bool = True,
    code_limit: int = 1,
) -> None:
    """Run a single-operation case without a variation and in each of its quantized variations.

    ``tensors`` lists LiteRT's inputs: names of the case's operands, or constant arrays (INT32, or
    float32 if the array is). By default it is all tensor operands in order.
    """
    ((_, arguments, results),) = case.steps
    operands = {item.name: item for item in case.operands()}
    if tensors is None:
        named = [item for item in arguments if isinstance(item, WrittenOperand)]
        tensors = [item.name for item in named if item.type_ or item.kind == "Int32Vector"]
    typed: list[DataTypeVariation | None] = [None]
    if quantized:
        for variations in case.versions.values():
            typed += [item for item in variations if isinstance(item, DataTypeVariation)]
    for feed, variation in itertools.product(case.feeds, typed):

        def made(name: str, feed: Mapping[str, Any] = feed, to: DataTypeVariation | None = variation) -> LitertTensor:
            item = operands[name]
            raw = feed.get(name, item.value)
            data = np.asarray(raw, dtype=np.float64 if item.type_.endswith("T32") else None)
            if item.kind == "Int32Vector":
                return LitertTensor((data.size,), "int32", data=data, constant=True)
            type_, scale, zero = item.type_, item.scale, item.zero_point
            if to is not None and name in to.targets:
                type_, scale, zero = (*to.targets[name], 0)[:3]  # type: ignore[assignment]
                low, high = RANGES[type_]
                steps = data.astype(np.float64) / scale + zero
                data = np.clip(np.floor(steps + 0.5), low, high).astype(np.int64)
            constant = item.kind == "Parameter"
            return LitertTensor(item.dims, _DTYPES[type_], scale, zero, data, constant)

        inputs = [
            made(item)
            if isinstance(item, str)
            else LitertTensor(item.shape, _constant_type(item), data=item, constant=True)
            for item in tensors
        ]
        wanted = [made(item.name) for item in results]
        got = run_operation(operation, inputs, wanted, options, values, version)
        label = f"{operation} {case.name} {variation.name if variation else ''}"
        for expected, actual in zip(wanted, got, strict=True):
            if expected.dims != (actual.shape or (1,)):  # the HAL has no scalar tensors
                raise AssertionError(f"{label}: shape {expected.dims} against {actual.shape}")
            if expected.dtype == "float32":
                tally.floats(label, expected.data, actual, limit)
            else:
                tally.codes(label, expected.data, actual, code_limit)
