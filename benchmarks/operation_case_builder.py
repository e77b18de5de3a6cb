"""A model of one operation under construction, with random inputs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conformance.hal import (
    INFO,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    Operation,
    Subgraph,
    Version,
)
from conformance.hal import OperandType as T
from conformance.hal import OperationType as Op
from conformance.operations import OperandView, create_call, find_definition
from conformance.operations.definition.operands import OperandSpec

Array = NDArray[Any]
Quantization = tuple[float, int]
CODES = (T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED)


@dataclass
class OperationCaseBuilder:
    """A model under construction. Its inputs are added in the order of the operation's operands."""

    type: T
    operands: list[Operand] = field(default_factory=list)
    values: bytearray = field(default_factory=bytearray)
    arrays: list[Array] = field(default_factory=list)
    known: list[Array | None] = field(default_factory=list)
    output: Quantization | None = None
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))

    @property
    def quantized(self) -> bool:
        return self.type in CODES

    def quantization(self, type_: T) -> Quantization:
        return {
            T.TENSOR_QUANT8_ASYMM: (0.05, 100),
            T.TENSOR_QUANT8_ASYMM_SIGNED: (0.05, -28),
        }.get(type_, (0.0, 0))

    def data(self, shape: tuple[int, ...], type_: T, low: float = -4, high: float = 4) -> Array:
        """Return random values: codes over the whole range, real numbers between the bounds."""
        dtype = INFO[type_].dtype
        if dtype.kind == "b":
            return self.random.integers(0, 2, shape).astype(dtype)
        if type_ in CODES:
            info = np.iinfo(dtype.str)
            return self.random.integers(info.min, info.max + 1, shape).astype(dtype)
        if dtype.kind in "iu":
            return self.random.integers(1, 100, shape).astype(dtype)
        return self.random.uniform(low, high, shape).astype(dtype)

    def operand(
        self, type_: T, array: Array | None, quantization: Quantization, lifetime: OperandLifeTime
    ) -> None:
        location = DataLocation()
        if lifetime == OperandLifeTime.CONSTANT_COPY:
            assert array is not None
            self.values.extend(b"\0" * (-len(self.values) % 16))
            location = DataLocation(0, len(self.values), array.nbytes)
            self.values.extend(array.tobytes())
        shape = array.shape if array is not None and INFO[type_].tensor else ()
        self.operands.append(
            Operand(type_, shape, 1, quantization[0], quantization[1], lifetime, location)
        )
        self.known.append(array if lifetime == OperandLifeTime.CONSTANT_COPY else None)

    def random_input(
        self,
        shape: tuple[int, ...],
        type_: T | None = None,
        low: float = -4,
        high: float = 4,
        quantization: Quantization | None = None,
    ) -> None:
        """Add a model input with random values."""
        kind = self.type if type_ is None else type_
        self.add_input(self.data(shape, kind, low, high), kind, quantization)

    def add_input(self, array: Array, type_: T, quantization: Quantization | None = None) -> None:
        """Add a model input with the given values."""
        quantization = quantization or self.quantization(type_)
        self.operand(type_, array, quantization, OperandLifeTime.SUBGRAPH_INPUT)
        self.arrays.append(array)

    def weights(
        self,
        shape: tuple[int, ...],
        type_: T | None = None,
        quantization: Quantization | None = None,
    ) -> None:
        """Add a constant with random values."""
        kind = self.type if type_ is None else type_
        quantization = quantization or self.quantization(kind)
        array = self.data(shape, kind, -0.5, 0.5)
        self.operand(kind, array, quantization, OperandLifeTime.CONSTANT_COPY)

    def bias(self, units: int, scale: float = 0.0) -> None:
        """Add a bias of zeros; ``scale`` is the product of the scales of input and weights."""
        kind = T.TENSOR_INT32 if self.quantized else self.type
        array = np.zeros(units, INFO[kind].dtype)
        quantization = (scale, 0) if self.quantized else (0.0, 0)
        self.operand(kind, array, quantization, OperandLifeTime.CONSTANT_COPY)

    def ints(self, *values: Any) -> None:
        """Add a constant int32 tensor."""
        array = np.array(values, np.int32)
        self.operand(T.TENSOR_INT32, array, (0.0, 0), OperandLifeTime.CONSTANT_COPY)

    def scalars(self, *values: float | int | bool) -> None:
        """Add constant scalars; the primary type decides the type of real numbers."""
        for value in values:
            if isinstance(value, bool):
                kind = T.BOOL
            elif isinstance(value, int):
                kind = T.INT32
            else:
                kind = T.FLOAT16 if self.type == T.TENSOR_FLOAT16 else T.FLOAT32
            array = np.array(value, INFO[kind].dtype)
            self.operand(kind, array, (0.0, 0), OperandLifeTime.CONSTANT_COPY)

    def absent(self, rank: int) -> None:
        """Add an omitted operand."""
        kind = self.type
        self.operands.append(
            Operand(kind, (0,) * rank, 1, 0.0, 0, OperandLifeTime.NO_VALUE, DataLocation())
        )
        self.known.append(None)

    def model(self, operation: Op, outputs: int | None = None) -> Model:
        """Return the model with one operation on the inputs that were added."""
        found = find_definition(operation)
        assert found is not None
        count = outputs or found.output_counts()[0]
        inputs = [
            OperandView.of(operand, value)
            for operand, value in zip(self.operands, self.known, strict=True)
        ]
        results = [self._result(spec) for spec in found.output_specs(count)]
        call = create_call(found, inputs, [OperandView.of(one) for one in results], Version.AIDL_V3)
        shapes = found.known_shapes(call)
        results = [
            Operand(
                one.type,
                tuple(size or 0 for size in shape),
                0,
                one.scale,
                one.zero_point,
                OperandLifeTime.SUBGRAPH_OUTPUT,
            )
            for one, shape in zip(results, shapes, strict=False)
        ]
        first = len(self.operands)
        places = tuple(range(first, first + len(results)))
        entering = tuple(
            index
            for index, operand in enumerate(self.operands)
            if operand.lifetime == OperandLifeTime.SUBGRAPH_INPUT
        )
        one = Operation(operation, tuple(range(first)), places)
        main = Subgraph((*self.operands, *results), (one,), entering, places)
        return Model(main, operand_values=bytes(self.values))

    def _result(self, spec: OperandSpec) -> Operand:
        legal = [kind for kind, _ in spec.types.legal(self.type)]
        kind = self.type if self.type in legal and self.output is None else legal[0]
        if self.output is not None and self.type in legal:
            kind = self.type
        scale, zero = self.output or self.quantization(kind)
        if spec.name == "hits":
            scale, zero = 1.0, 0
        if not INFO[kind].quantized:
            scale, zero = 0.0, 0
        return Operand(kind, (), 0, scale, zero, OperandLifeTime.SUBGRAPH_OUTPUT)
