"""Finds the input elements that one output element depends on, with the reference kernel.

Each index of each axis of an input is changed in turn; the output element depends on the index if
its value changes. The region is the product of these indexes, which is exact for windows,
reductions, elementwise and copying operations, and otherwise the smallest such product.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.failures.show.case_content import CaseContent
from conformance.failures.show.parameters import known_values
from conformance.failures.shrink.model_editing import compute_intermediates, to_editable
from conformance.hal import INFO, Operation, Version
from conformance.operations import find_definition
from conformance.operations.definition.definition import OperandView, Unknown, create_call
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.oracle.expected import results_if_valid

Array = npt.NDArray[Any]

_MAX_SECONDS: Final = 3.0
_MAX_RUNS: Final = 4000
_MAX_ELEMENTS: Final = 1 << 22


@dataclass(frozen=True, slots=True)
class ReadRegion:
    """The elements of one input that an output element depends on.

    ``indexes`` are the indexes along each axis; ``values`` are the input's elements there.
    """

    operand: int
    position: int
    indexes: tuple[tuple[int, ...], ...]
    values: Array
    total: int

    @property
    def is_whole(self) -> bool:
        """Whether the region is the whole input."""
        return self.values.size == self.total


@dataclass(frozen=True, slots=True)
class Producer:
    """The operation that writes a model output, and the number of the output in its list."""

    number: int
    operation: Operation
    output: int


def producer_of(content: CaseContent, output: int) -> Producer | None:
    """Return the operation that writes a model output; ``None`` if none does."""
    main = content.example.model.main
    index = main.output_indexes[output]
    for number, operation in enumerate(main.operations):
        if index in operation.outputs:
            return Producer(number, operation, operation.outputs.index(index))
    return None


def operand_values(content: CaseContent) -> dict[int, Array]:
    """Return constants, inputs and the values between operations as the reference computes them."""
    values = known_values(content)
    if len(content.example.model.main.operations) < 2:
        return values
    try:
        computed = compute_intermediates(
            to_editable(content.example),
            lambda model, inputs: results_if_valid(model, inputs, Version.AIDL_V4),
        )
    except Exception:  # a malformed model: the values between its operations are not known
        computed = None
    return {**values, **(computed or {})}


def read_regions(
    content: CaseContent, output: int, element: Sequence[int]
) -> list[ReadRegion] | None:
    """Return what the producer of a model output reads for one element, input by input.

    The result is ``None`` if the reference cannot compute the operation.
    """
    producer = producer_of(content, output)
    if producer is None:
        return None
    values = operand_values(content)
    try:
        probe = _Probe(content, producer, values, tuple(element))
    except Exception:  # the reference refuses the operation, or an operand has no value
        return None
    regions = []
    for position, index in enumerate(producer.operation.inputs):
        array = values.get(index)
        info = INFO.get(content.example.model.main.operands[index].type)
        if array is None or info is None or not info.tensor or not array.size:
            continue
        indexes = probe.indexes_read(position)
        if indexes is None:
            return None
        if all(indexes):
            region = array[np.ix_(*indexes)] if indexes else array
            regions.append(ReadRegion(index, position, indexes, region, array.size))
    return regions


class _Probe:
    """Computes one output element of an operation again and again with changed inputs."""

    def __init__(
        self,
        content: CaseContent,
        producer: Producer,
        values: dict[int, Array],
        element: tuple[int, ...],
    ) -> None:
        main = content.example.model.main
        definition = find_definition(producer.operation.type)
        if definition is None:
            raise ValueError("the operation has no definition")
        self._definition = definition
        self._inputs = [main.operands[index] for index in producer.operation.inputs]
        self._outputs = [main.operands[index] for index in producer.operation.outputs]
        self._arrays = [values.get(index) for index in producer.operation.inputs]
        self._output, self._element = producer.output, element
        self._random = np.random.default_rng(0)
        self._deadline = time.monotonic() + _MAX_SECONDS
        self._runs = 0
        if sum(array.size for array in self._arrays if array is not None) > _MAX_ELEMENTS:
            raise ValueError("the inputs are too large")
        # A limit such as an activation can hide the dependence on a value, so other data are used
        # too. Indexes and truth values stay, because they select what is read.
        self._bases = [(self._value(self._arrays), self._arrays)]
        primary = self._primary_type()
        for equal in (False, True):
            other = [
                self._other_data(array, equal=equal, is_data=operand.type == primary)
                for array, operand in zip(self._arrays, self._inputs, strict=True)
            ]
            with suppress(Exception):  # other data can break a condition of the operation
                self._bases.append((self._value(other), other))

    def _primary_type(self) -> int:
        """Return the type of the operand that selects the signature; -1 if it is unknown."""
        types = [operand.type for operand in self._inputs]
        forms = (form for form in self._definition.forms if form.takes_count(len(types)))
        found = (form.type_of(self._definition.primary, types) for form in forms)
        return next((int(type_) for type_ in found if type_ is not None), -1)

    def _other_data(self, array: Array | None, *, equal: bool, is_data: bool) -> Array | None:
        """Return small random values in place of numbers and codes; with ``equal``, one value.

        Integers of 32 bits are data only if they have the type that selects the signature.
        """
        if array is None or not array.size:
            return array
        if array.dtype.kind == "b":
            return np.full(array.shape, not equal) if is_data else array
        if array.dtype.kind == "f":
            numbers = self._random.uniform(0.1, 1.0, array.shape)
            return (np.full(array.shape, 0.5) if equal else numbers).astype(array.dtype)
        if array.dtype.itemsize > 2 and not is_data:
            return array
        limits = np.iinfo(array.dtype)
        low, high = max(limits.min, -100), min(limits.max, 100)
        codes = self._random.integers(low, high, array.shape)
        return (np.full(array.shape, 2) if equal else codes).astype(array.dtype)

    @without_fp_warnings
    def _value(self, arrays: Sequence[Array | None]) -> bytes:
        """Return the bytes of the output element for these inputs."""
        self._runs += 1
        inputs = [
            OperandView.of(operand, array)
            if array is not None
            else OperandView.of(operand).with_value(None)
            for operand, array in zip(self._inputs, arrays, strict=True)
        ]
        outputs = [OperandView.of(operand) for operand in self._outputs]
        call = create_call(self._definition, inputs, outputs)
        for condition in self._definition.conditions:
            if condition.until is None and condition.check(call) is not None:
                raise ValueError(condition.name)
        try:
            shapes = self._definition.shapes(call)
        except Unknown:
            shapes = ()
        for view, shape in zip(outputs, shapes, strict=False):
            view.dims = shape
        results = self._definition.compile(call)(arrays)
        return bytes(np.asarray(results[self._output])[self._element].tobytes())

    def indexes_read(self, position: int) -> tuple[tuple[int, ...], ...] | None:
        """Return the indexes along each axis of an input that the element depends on.

        ``None`` is returned if that takes too long.
        """
        array = self._arrays[position]
        assert array is not None
        found = []
        for axis, extent in enumerate(array.shape):
            if self._runs + 9 * extent > _MAX_RUNS:
                return None
            depends = []
            for place in range(extent):
                if time.monotonic() > self._deadline:
                    return None
                if self._depends(position, array, axis, place):
                    depends.append(place)
            found.append(tuple(depends))
        return tuple(found)

    def _depends(self, position: int, array: Array, axis: int, place: int) -> bool:
        where: tuple[Any, ...] = (*(slice(None),) * axis, place)
        for before, base in self._bases:
            source = base[position]
            assert source is not None
            for replacement in self._replacements(array, source[where]):
                changed = source.copy()
                changed[where] = replacement
                arrays = [*base]
                arrays[position] = changed
                try:
                    if self._value(arrays) != before:
                        return True
                except Exception:  # the change made the call invalid, for example an axis
                    continue
        return False

    def _replacements(self, array: Array, part: Array) -> list[Array]:
        """Return other values for a part of an input: higher, lower and mixed ones."""
        shape = np.shape(part)
        if array.dtype.kind == "b":
            return [np.logical_not(part)]
        if array.dtype.kind == "f":
            finite = np.abs(array[np.isfinite(array)].astype(np.float64))
            size = float(finite.max()) if finite.size else 1.0
            size = min(4 * size + 1, float(np.finfo(array.dtype).max) / 4)
            steps = self._random.uniform(0.5, 1.0, shape)
            signs = self._random.choice([-1.0, 1.0], shape)
            made = (size * steps, -size * steps, size * steps * signs)
            return [values.astype(array.dtype) for values in made]
        if array.dtype.itemsize <= 2:
            limits = np.iinfo(array.dtype)
            return [
                np.full(shape, limits.max, array.dtype),
                np.full(shape, limits.min, array.dtype),
                self._random.integers(limits.min, limits.max, shape).astype(array.dtype),
            ]
        # Indexes, axes and shapes: other values of the same operand are most likely valid.
        mixed = self._random.choice(array.ravel(), shape).astype(array.dtype)
        return [np.asarray(part) + 1, np.asarray(part) - 1, mixed]
