"""Import of an ``.onnx`` file as a model of the contract, by the tables of ``lift``.

Operators on constants are computed by the evaluator of the onnx package. Reshapes become operations
only where another operation needs the new shape. Shapes are those of the contract's definitions.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.engines.onnx.lift import LIFTS, QUANTIZED, Node, NotExpressible, Value
from conformance.engines.onnx.quantized_lift import (
    KEEP_CODES,
    QUANTIZED_LIFTS,
    dequantized,
    scale_and_zero,
)
from conformance.engines.onnx.recurrent_lift import lift_lstm
from conformance.engines.protocol import import_packages
from conformance.engines.tflite.lift.model_builder import (
    ConstantStore,
    OperandDraft,
    SubgraphBuilder,
    build_model,
)
from conformance.engines.tflite.tflite_file import ModelFileError
from conformance.engines.tflite.tflite_import import (
    ImportedModel,
    NotImportableError,
    Refusal,
    validation_refusals,
)
from conformance.operations.definition.operands import Array

_NEW_SHAPE: Final = frozenset({"Dropout", "Flatten", "Identity", "Reshape", "Squeeze", "Unsqueeze"})
"""The operators that keep the elements and their order."""
_INVALID: Final = (ArithmeticError, AssertionError, LookupError, MemoryError, TypeError, ValueError)
"""The exceptions of the conversion for a node that contradicts the definition of its operator."""
_ALL_LIFTS: Final[Mapping[str, Callable[[Node], Value | tuple[Value, ...]]]] = {
    **LIFTS,
    **QUANTIZED_LIFTS,
    "LSTM": lift_lstm,
}
_UNKNOWN: Final = "this import has no translation of the operator"


def import_onnx(path: Path) -> ImportedModel:
    """Return the model of a file; raise ``ModelFileError`` or ``NotImportableError``."""
    onnx, reference, _ = import_packages("onnx", "onnx", "onnx.reference", "onnx.numpy_helper")
    try:
        model = onnx.load(path)
        for output in model.graph.output:  # the checker requires shapes, which are not used here
            output.type.tensor_type.shape.SetInParent()
        onnx.checker.check_model(model)  # not full_check: damaged shapes end the process in C++
    except Exception as error:  # the package raises exceptions of several libraries
        raise ModelFileError(str(path), "file", str(error)) from error
    return _Import(path, model, onnx, reference.ReferenceEvaluator).run()


def _archived_shapes(path: Path) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the arrays in the archive beside a model, if it can be read."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name].shape for name in arrays.files}
    except (OSError, ValueError, EOFError, AttributeError, zipfile.BadZipFile):
        return {}


class _Import:
    """The import of one file."""

    def __init__(self, path: Path, model: Any, onnx: Any, evaluator: Any) -> None:
        self._origin, self._onnx, self._evaluator = str(path), onnx, evaluator
        self._graph, self._sets = model.graph, model.opset_import
        self._version = next((one.version for one in self._sets if not one.domain), 0)
        self._constants = ConstantStore()
        self._builder = SubgraphBuilder(self._constants)
        self._values: dict[str, Value] = {}
        self._operand_values: dict[int, Array] = {}
        self._owners: list[int] = []
        self._refusals: list[Refusal] = []

    def run(self) -> ImportedModel:
        for tensor in self._graph.initializer:
            try:
                array = self._onnx.numpy_helper.to_array(tensor)
            except _INVALID as error:
                raise ModelFileError(self._origin, tensor.name, str(error)) from error
            self._values[tensor.name] = Value(tensor.name, array=array)
        inputs = [one for one in self._graph.input if one.name not in self._values]
        given = _archived_shapes(Path(self._origin).with_suffix(".npz"))
        for number, one in enumerate(inputs):
            self._values[one.name] = self._input(one, given.get(f"in{number}"))
        for number, node in enumerate(self._graph.node):
            has_inputs = all(name in self._values for name in node.input if name)
            if not has_inputs and node.op_type in (*_ALL_LIFTS, *_NEW_SHAPE, "Constant", "Shape"):
                continue  # reads the result of a refused operator
            try:
                if not has_inputs:
                    raise NotExpressible(_UNKNOWN)
                self._convert(number, node)
            except NotExpressible as error:
                self._refusals.append(Refusal(number, node.op_type, str(error)))
            except _INVALID as error:
                why = f"its inputs and attributes are not valid: {error}"
                self._refusals.append(Refusal(number, node.op_type, why))
            self._owners += [number] * (len(self._builder.operations) - len(self._owners))
        if self._refusals:
            raise NotImportableError(self._origin, self._refusals)
        outputs = self._outputs()
        self._owners += [len(self._graph.node) - 1] * (
            len(self._builder.operations) - len(self._owners)
        )
        main = self._builder.build([self._values[one.name].index for one in inputs], outputs)
        imported = ImportedModel(
            build_model(main, (), self._constants),
            self._builder.names(),
            (),
            tuple(range(len(inputs))),
            tuple(range(len(outputs))),
            (),
            tuple(self._owners),
        )
        names = [node.op_type for node in self._graph.node]
        if refusals := validation_refusals(self._origin, names, imported):
            raise NotImportableError(self._origin, refusals)
        return imported

    def _input(self, value: Any, given: tuple[int, ...] | None) -> Value:
        """Return an input of the model.

        Sizes that the file does not state are those of the array in the archive, ``given``, or 1
        for the first one.
        """
        type_ = value.type.tensor_type
        sizes = [max(0, size.dim_value) for size in type_.shape.dim]
        known = given if given and len(given) == len(sizes) else (1, *(0 for _ in sizes[1:]))
        shape = tuple(size or other for size, other in zip(sizes, known, strict=False))
        try:
            dtype = np.dtype(self._onnx.helper.tensor_dtype_to_np_dtype(type_.elem_type))
        except KeyError:
            why = f"input {value.name!r}: the element type {type_.elem_type} is unknown"
            raise NotImportableError(self._origin, (), why) from None
        if 0 in shape or not type_.HasField("shape"):
            why = (
                f"input {value.name!r}: the file states the shape {sizes} (0: unknown), and there "
            )
            why += "is no array of this input in the .npz file beside it"
            raise NotImportableError(self._origin, (), why)
        try:
            if dtype in QUANTIZED:
                draft = OperandDraft(QUANTIZED[dtype], shape or (1,), *self._scale_of(value.name))
                return Value(value.name).held(self._builder, draft, dtype, shape)
            return Value(value.name).defined(self._builder, dtype, shape)
        except NotExpressible as error:
            raise NotImportableError(self._origin, (), f"input {value.name!r}: {error}") from error

    def _scale_of(self, name: str) -> tuple[float, int]:
        """Return the quantization of an input, which the first operator that reads it states."""
        for node in self._graph.node:
            if node.op_type in QUANTIZED_LIFTS and node.input[0] == name:
                scale, zero = (self._values.get(one) for one in (*node.input, "")[1:3])
                if scale is not None and scale.array is not None:
                    return scale_and_zero(scale.array, None if zero is None else zero.array)
        raise NotExpressible("no operator states its scale")

    def _node(
        self, operator: str, name: str, inputs: Sequence[Value | None], attributes: dict[str, Any]
    ) -> Node:
        return Node(
            self._builder, operator, name, inputs, attributes, self._version, self._operand_values
        )

    def _convert(self, number: int, proto: Any) -> None:
        attributes = {
            one.name: self._onnx.helper.get_attribute_value(one) for one in proto.attribute
        }
        inputs = [self._values[name] if name else None for name in proto.input]
        node = self._node(proto.op_type, proto.output[0], inputs, attributes)
        if proto.op_type == "Shape" and inputs[0] is not None:
            shape = np.array(inputs[0].shape, np.int64)
            self._values[node.name] = Value(node.name, array=shape)
        elif node.operator == "DequantizeLinear" and node[0].array is not None:
            self._values[node.name] = Value(node.name, array=dequantized(node))
        elif all(one is None or one.array is not None for one in inputs):
            for name, array in zip(proto.output, self._evaluate(proto, inputs), strict=True):
                self._values[name] = Value(name, array=array)
        elif proto.op_type in _NEW_SHAPE and not proto.domain:
            self._values[node.name] = node[0].viewed(node.name, self._new_shape(node))
        elif proto.domain or proto.op_type not in _ALL_LIFTS:
            raise NotExpressible(_UNKNOWN)
        elif (
            proto.op_type in LIFTS
            and proto.op_type not in KEEP_CODES
            and any(one is not None and one.dtype in QUANTIZED for one in inputs)
        ):
            raise NotExpressible("on codes of quantized tensors")
        else:
            lifted = _ALL_LIFTS[proto.op_type](node)
            results = lifted if isinstance(lifted, tuple) else (lifted,)
            for name, value in zip(proto.output, results, strict=False):
                self._values[name] = value

    def _evaluate(self, proto: Any, inputs: Sequence[Value | None]) -> list[Array]:
        """Return the results of an operator on constants."""
        helper = self._onnx.helper
        feeds = {one.name: one.array for one in inputs if one is not None and one.array is not None}
        infos = [
            helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), None)
            for name, array in feeds.items()
        ]
        results = [helper.make_empty_tensor_value_info(name) for name in proto.output]
        graph = helper.make_graph([proto], "constant", infos, results)
        model = helper.make_model(graph, opset_imports=self._sets)
        try:
            found: list[Array] = self._evaluator(model).run(None, feeds)
        except Exception as error:  # the evaluator runs any operator of the file
            raise NotExpressible(f"its constant result cannot be computed: {error}") from error
        return found

    def _new_shape(self, node: Node) -> tuple[int, ...]:
        """Return the shape of a result that has the elements of the first input."""
        shape = node[0].shape
        if node.operator == "Reshape":
            sizes = node.constant(1, "shape").tolist()
            if not node.attribute("allowzero", 0):
                sizes = [size or shape[axis] for axis, size in enumerate(sizes)]
            return tuple(np.empty(shape, np.bool_).reshape(sizes).shape)
        if node.operator == "Flatten":
            axis = node.attribute("axis", 1) % (len(shape) + 1)
            return int(np.prod(shape[:axis])), int(np.prod(shape[axis:]))
        if node.operator in ("Squeeze", "Unsqueeze"):
            given = node.optional(1, "axes")
            axes = None if given is None else tuple(np.ravel(given).tolist())
            if node.operator == "Squeeze":
                return np.empty(shape, np.bool_).squeeze(axes).shape
            return np.expand_dims(np.empty(shape, np.bool_), axes or ()).shape
        return shape

    def _outputs(self) -> list[int]:
        """Return the operands of the outputs; each is written by an operation of its own."""
        used: list[int] = []
        for output in self._graph.output:
            if output.name not in self._values:
                why = f"output {output.name!r} is a further result of an operator"
                raise NotImportableError(self._origin, (), why)
            node = self._node("", output.name, [self._values[output.name]], {})
            try:
                index = node.operand(0)
            except NotExpressible as error:
                why = f"output {output.name!r}: {error}"
                raise NotImportableError(self._origin, (), why) from error
            written = {one for operation in self._builder.operations for one in operation.outputs}
            if index not in written or index in used:
                shape = node.vector(node[0].shape or (1,))
                index = node.emit(hal.OperationType.RESHAPE, index, shape).index
            used.append(index)
        return used
