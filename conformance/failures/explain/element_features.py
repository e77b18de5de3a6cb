"""Features of the elements of an output: positions, the expected value, and the inputs' values.

An input whose shape is that of the output, or can be broadcast to it, has a value for each element
of the output. This is the element that an elementwise operation reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.cases.example import Example
from conformance.failures.explain.features import (
    Features,
    call_of_example,
    example_features,
    image_axes,
    operand_name,
)
from conformance.hal import INFO, Operand
from conformance.operations import OperandView
from conformance.oracle.accuracy import as_array, elements_within, tolerances

INDEX: Final = "output index in "
"""Prefix of the features that are positions, counted from 0; all others are values."""
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]
MAX_ELEMENTS: Final = 2048
"""Larger outputs are not described: their elements add time, but hardly any information."""


@dataclass(frozen=True, slots=True)
class DescribedElements:
    """The elements of one output in one execution: which are wrong, and their features.

    All arrays are flat and have one value for each element. ``case`` has the features of the case,
    which all elements share.
    """

    wrong: Mask
    features: dict[str, Numbers]
    case: Features


def describe_elements(example: Example, output: int, actual: bytes) -> DescribedElements | None:
    """Return the elements of an output of an example with one operation.

    ``output`` is the position among the model outputs, ``actual`` the driver's result. Return
    ``None`` if the output has another size than expected, none, or too many elements.
    """
    expected = example.outputs[output]
    index = example.model.main.output_indexes[output]
    operand = example.model.main.operands[index]
    if operand.type not in INFO or len(actual) != len(expected.data):
        return None
    wanted, found = as_array(expected.data, operand.type), as_array(actual, operand.type)
    if not 0 < wanted.size <= MAX_ELEMENTS or wanted.size != np.prod(expected.dimensions):
        return None
    wrong = ~elements_within(wanted, found, tolerances(example.model)[output])
    features = dict(_features(example, expected.dimensions))
    features["expected value"] = _real(wanted, operand)
    return DescribedElements(wrong, features, example_features(example) or {})


def _features(example: Example, shape: tuple[int, ...]) -> Iterator[tuple[str, Numbers]]:
    known = call_of_example(example)
    if known is None:
        return
    call = known.call
    names = image_axes(call)
    positions = np.indices(shape)
    for axis, size in enumerate(shape):
        name = names[axis] if len(names) == len(shape) else f"dimension {axis}"
        places = positions[axis].reshape(-1).astype(np.float64)
        yield f"{INDEX}{name}", places
        yield f"{INDEX}{name} from the end", size - 1 - places
    for number, view in enumerate(call.inputs):
        spec = call.spec(number)
        if spec.types.always or view.value is None or view.info is None or not view.info.tensor:
            continue
        try:
            values = np.broadcast_to(np.asarray(view.value), shape)
        except ValueError:
            continue
        name = operand_name(call, number)
        if view.extra_params is None:
            yield name, _real(values.reshape(-1), view)


def _real(values: npt.NDArray[Any], operand: Operand | OperandView) -> Numbers:
    """Return the real values of stored ones."""
    real = values.astype(np.float64)
    info = INFO[operand.type]
    if info.quantized and operand.extra_params is None:
        real = (real - operand.zero_point) * operand.scale
    return real
