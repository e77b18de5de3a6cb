"""Compares actual with expected outputs, within the tolerances of the public generated tests.

An element passes if ``|actual - expected| <= atol + rtol * |expected|``, computed in double
precision (for integers exactly). Quantized values are compared as codes. The public test harness
differs in some points from the following decisions; ``docs/explanation/accuracy.md`` gives the
reasons:

- The tolerance depends only on the operand types and on the model, not on file or test names.
- Integers (INT32, UINT32) must be equal: no operation of the contract rounds to such a result.
  So must truth values in quantized form, such as the hits of HASHTABLE_LOOKUP.
- 8-bit quantized outputs may be three codes off instead of one only if the model requantizes
  deeply: at least 20 quantized convolutions follow one another on one path to an output.
- A scalar output is compared like a tensor of the corresponding type, and a per-channel quantized
  output like other 8-bit outputs.
- An expected infinity requires the same infinity. In a model that allows float16's range, a float32
  result beyond 65504 may be infinite or limited to 65504.
- NaN fails and is counted if a number is expected; an expected NaN requires NaN.
- Booleans are compared as truth values: any non-zero byte is true.
- Outputs of types without a rule (OEM, extensions) must be equal byte for byte.
- The distribution check of RANDOM_MULTINOMIAL applies to each batch separately.

An implementation may round a result to either of two neighbouring codes. Over many elements such
differences cancel out. A kernel that truncates, or has a zero point that is off by one, deviates in
one direction: every element is within the tolerance, but the next layers add the deviations up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, prod
from operator import attrgetter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.cases.example import Example
from conformance.hal import INFO, Model, Operand, OperandType
from conformance.operations import has_trait
from conformance.operations.definition.properties import Trait

NumericValue = float | int | bool
_Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The permitted difference of an element from its expected value; ``EXACT`` requires equality.

    ``largest`` is the largest finite number of the format in which the driver may compute, if that
    format has less range than the operand's type. An element whose expected value is beyond it may
    be infinite or equal to ``largest``.
    """

    atol: float = 0.0
    rtol: float = 0.0
    largest: float = inf


_FP16_ULP: Final = 2.0**-10
_FP32_ULP: Final = 2.0**-23
EXACT: Final = Tolerance()
FLOAT32: Final = Tolerance(1e-5, 5 * _FP32_ULP)
FLOAT16: Final = Tolerance(5 * _FP16_ULP, 5 * _FP16_ULP)
RELAXED: Final = Tolerance(5 * _FP16_ULP, 5 * _FP16_ULP, 65504.0)
"""Tolerance of float32 results in models that allow float16's range and precision."""
ONE_STEP: Final = Tolerance(1.0)
THREE_STEPS: Final = Tolerance(3.0)

_T = OperandType
_TOLERANCE_BY_TYPE: Final[Mapping[int, Tolerance]] = {
    _T.TENSOR_FLOAT32: FLOAT32,
    _T.FLOAT32: FLOAT32,
    _T.TENSOR_FLOAT16: FLOAT16,
    _T.FLOAT16: FLOAT16,
    _T.TENSOR_INT32: EXACT,
    _T.INT32: EXACT,
    _T.UINT32: EXACT,
    _T.TENSOR_QUANT8_ASYMM: ONE_STEP,
    _T.TENSOR_QUANT8_ASYMM_SIGNED: ONE_STEP,
    _T.TENSOR_QUANT8_SYMM: ONE_STEP,
    _T.TENSOR_QUANT8_SYMM_PER_CHANNEL: ONE_STEP,
    _T.TENSOR_QUANT16_ASYMM: ONE_STEP,
    _T.TENSOR_QUANT16_SYMM: ONE_STEP,
    _T.TENSOR_BOOL8: EXACT,
    _T.BOOL: EXACT,
}
_FLOAT32_TYPES: Final = frozenset({int(_T.TENSOR_FLOAT32), int(_T.FLOAT32)})
_QUANT8_TYPES: Final = frozenset(
    int(code) for code, info in INFO.items() if info.quantized and info.itemsize == 1
)
_BOOL_TYPES: Final = frozenset({int(_T.TENSOR_BOOL8), int(_T.BOOL)})

DEEP_CHAIN_LENGTH: Final = 20
"""Number of successive quantized convolutions from which 8-bit outputs may be 3 codes off."""


def tolerances(model: Model) -> tuple[Tolerance, ...]:
    """Return the tolerance of each output of ``model``, in order."""
    types = [model.main.operands[index].type for index in model.main.output_indexes]
    by_type = _TOLERANCE_BY_TYPE
    if not _FLOAT32_TYPES.isdisjoint(types) and computes_relaxed(model):
        # Float16 tensors alone permit float16's precision, but not its smaller range.
        relaxed = RELAXED if model.relax_computation_float32_to_float16 else FLOAT16
        by_type = {**by_type, **dict.fromkeys(_FLOAT32_TYPES, relaxed)}
    if not _QUANT8_TYPES.isdisjoint(types) and has_deep_requantization(model):
        by_type = {**by_type, **dict.fromkeys(_QUANT8_TYPES, THREE_STEPS)}
    found = [by_type.get(type_, EXACT) for type_ in types]
    if not _QUANT8_TYPES.isdisjoint(types):
        flags = {
            operation.outputs[-1]
            for operation in model.main.operations
            if operation.outputs and has_trait(operation.type, Trait.FLAGS)
        }
        indexes = model.main.output_indexes
        found = [EXACT if i in flags else one for i, one in zip(indexes, found, strict=True)]
    return tuple(found)


_TYPE: Final = attrgetter("type")


def computes_relaxed(model: Model) -> bool:
    """Return whether float32 results may have float16 precision.

    That is so if the model sets the relaxed flag, or if any subgraph has a float16 tensor.
    """
    if model.relax_computation_float32_to_float16:
        return True
    return any(
        OperandType.TENSOR_FLOAT16 in map(_TYPE, subgraph.operands)
        for subgraph in (model.main, *model.referenced)
    )


def has_deep_requantization(model: Model) -> bool:
    """Return whether an output depends on a long chain of 8-bit convolutions.

    The chain has ``DEEP_CHAIN_LENGTH`` or more of them. Only convolutions on one path count
    together: rounding errors of parallel ones do not add up.
    """
    main = model.main
    if len(main.operations) < DEEP_CHAIN_LENGTH:
        return False
    depth = [0] * len(main.operands)
    for operation in main.operations:
        longest = max((depth[index] for index in operation.inputs), default=0)
        if has_trait(operation.type, Trait.CONVOLUTION) and any(
            main.operands[index].type in _QUANT8_TYPES for index in operation.outputs
        ):
            longest += 1
        for index in operation.outputs:
            depth[index] = longest
    return any(depth[index] >= DEEP_CHAIN_LENGTH for index in main.output_indexes)


@dataclass(frozen=True, slots=True)
class ElementMismatch:
    """An element outside its tolerance; ``allowed`` is the largest permitted difference."""

    index: tuple[int, ...]
    expected: NumericValue
    actual: NumericValue
    allowed: float


@dataclass(frozen=True, slots=True)
class OutputComparison:
    """The result of comparing one output.

    Attributes:
        total_elements: the number of elements of the output.
        wrong_elements: the number of elements outside the tolerance.
        nan_mismatches: the number of wrong elements where exactly one of the two values is NaN.
        worst_mismatch: the wrong element that exceeds its tolerance by the largest factor; ``None``
            if there is none.
        first_mismatches: the first wrong elements in order, at most ``MAX_LISTED_MISMATCHES``.

    """

    total_elements: int
    wrong_elements: int = 0
    nan_mismatches: int = 0
    worst_mismatch: ElementMismatch | None = None
    first_mismatches: tuple[ElementMismatch, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every element is within the tolerance."""
        return self.wrong_elements == 0


def describe_difference(
    expected: bytes,
    actual: bytes,
    operand_type: OperandType,
    *,
    operations: int = 1,
    relaxed: bool = False,
) -> str:
    """Describe the first element of a result that is outside its tolerance; empty if none is.

    ``operations`` is the number of operations that computed the result one after the other. Each
    of them may use the whole tolerance of its type; float32 in a ``relaxed`` model has that of
    float16.
    """
    if len(actual) != len(expected):
        return f"it has {len(actual)} bytes; {len(expected)} were expected"
    one = _TOLERANCE_BY_TYPE[operand_type]
    if relaxed and operand_type in _FLOAT32_TYPES:
        one = RELAXED
    tolerance = Tolerance(operations * one.atol, operations * one.rtol)
    operand = Operand(operand_type, (0,))
    mismatches = compare_output(expected, actual, operand, (), tolerance).first_mismatches
    if not mismatches:
        return ""
    first = mismatches[0]
    at = first.index[0] if first.index else 0
    return f"element {at} is {first.actual:g}; {first.expected:g} was expected"


_CHUNK_ELEMENTS: Final = 1 << 14
"""Number of floating-point elements compared at once, so that temporaries fit in the cache."""

MAX_LISTED_MISMATCHES: Final = 10
"""Maximum number of wrong elements that a comparison lists."""


def as_array(data: bytes | memoryview, operand_type: int) -> _Array:
    """Return the elements as a flat array; booleans as truth values, unknown types as bytes."""
    if operand_type in _BOOL_TYPES:
        return np.asarray(np.frombuffer(data, np.uint8) != 0)
    info = INFO.get(operand_type)
    flat: _Array = np.frombuffer(data, np.uint8 if info is None else info.dtype)
    return flat


def elements_within(
    expected: _Array, actual: _Array, tolerance: Tolerance
) -> npt.NDArray[np.bool_]:
    """Return a mask of the elements of ``actual`` that are within the tolerance of ``expected``.

    Both arrays have the same type and shape.
    """
    if expected.dtype.kind == "b" or (tolerance == EXACT and expected.dtype.kind != "f"):
        return np.asarray(expected == actual)
    if expected.dtype.kind in "iu":
        wide = np.int64 if expected.dtype.itemsize > 2 else np.int32
        difference = np.abs(actual.astype(wide) - expected.astype(wide))
        if tolerance.rtol == 0.0:
            return np.asarray(difference <= tolerance.atol)
        return np.asarray(difference <= tolerance.atol + tolerance.rtol * np.abs(expected))
    if expected.size <= _CHUNK_ELEMENTS:
        return _float_elements_within(expected, actual, tolerance)
    near = np.empty(expected.size, np.bool_)
    flat_expected, flat_actual = expected.reshape(-1), actual.reshape(-1)
    for start in range(0, expected.size, _CHUNK_ELEMENTS):
        part = slice(start, start + _CHUNK_ELEMENTS)
        near[part] = _float_elements_within(flat_expected[part], flat_actual[part], tolerance)
    return near.reshape(expected.shape)


def _float_elements_within(
    expected: _Array, actual: _Array, tolerance: Tolerance
) -> npt.NDArray[np.bool_]:
    with np.errstate(invalid="ignore", over="ignore"):
        expected_values, actual_values = expected.astype(np.float64), actual.astype(np.float64)
        allowed = np.abs(expected_values)
        allowed *= tolerance.rtol
        allowed += tolerance.atol
        difference = actual_values - expected_values
        np.abs(difference, out=difference)
        near = difference <= allowed
        # The sum is infinite or NaN if any expected value is: then such elements need equality.
        if not np.isfinite(allowed.sum()):
            finite = np.isfinite(expected_values)
            near &= finite
            near |= (actual_values == expected_values) | (
                np.isnan(actual_values) & np.isnan(expected_values)
            )
        if tolerance.largest < inf:
            near |= _beyond_range(expected_values, actual_values, allowed, tolerance.largest)
    return np.asarray(near)


def _beyond_range(
    expected: _Array, actual: _Array, allowed: _Array, largest: float
) -> npt.NDArray[np.bool_]:
    """Return a mask of the elements that are infinite or ``largest`` because of an overflow.

    An overflow is permitted if the expected value plus its tolerance exceeds ``largest``; the sign
    must be the expected one.
    """
    overflows = (np.abs(expected) + allowed > largest) & (
        np.signbit(expected) == np.signbit(actual)
    )
    return np.asarray(overflows & (np.isinf(actual) | (np.abs(actual) == largest)))


def compare_output(
    expected: bytes,
    actual: bytes,
    operand: Operand,
    dims: tuple[int, ...],
    tolerance: Tolerance,
) -> OutputComparison:
    """Return the result of comparing one output's data, which has shape ``dims``.

    Equal bytes pass without a comparison of elements. Raise ``ValueError`` if the lengths differ.
    """
    total = _element_count(operand.type, expected, dims)
    if expected == actual:
        return OutputComparison(total)
    if len(expected) != len(actual):
        raise ValueError(f"the output has {len(actual)} bytes, but {len(expected)} are expected")
    expected_values = as_array(expected, operand.type)
    actual_values = as_array(actual, operand.type)
    near = elements_within(expected_values, actual_values, tolerance)
    if near.all():
        return OutputComparison(total)
    wrong = np.flatnonzero(~near)
    nans = 0
    if expected_values.dtype.kind == "f":
        nans = int(
            np.count_nonzero(np.isnan(expected_values[wrong]) != np.isnan(actual_values[wrong]))
        )
    shape = dims if dims and prod(dims) == len(expected_values) else (len(expected_values),)
    if not dims and len(expected_values) == 1:
        shape = ()

    def mismatch(flat: int) -> ElementMismatch:
        index = tuple(int(i) for i in np.unravel_index(flat, shape)) if shape else ()
        number = expected_values[flat].item()
        allowed = tolerance.atol + tolerance.rtol * abs(number)
        return ElementMismatch(index, number, actual_values[flat].item(), allowed)

    worst = wrong[_worst_index(expected_values[wrong], actual_values[wrong], tolerance)]
    first = tuple(mismatch(int(flat)) for flat in wrong[:MAX_LISTED_MISMATCHES])
    return OutputComparison(total, len(wrong), nans, mismatch(int(worst)), first)


def _element_count(operand_type: int, data: bytes, dims: tuple[int, ...]) -> int:
    """Return the number of elements; bytes for an unknown type, 0 for a tensor of unknown rank."""
    info = INFO.get(operand_type)
    if info is None:
        return len(data)
    return len(data) // info.itemsize if dims or not info.tensor else 0


def _worst_index(expected: _Array, actual: _Array, tolerance: Tolerance) -> int:
    """Return the index of the element that exceeds its tolerance by the largest factor.

    With a tolerance of 0 the largest difference counts. An element whose difference is infinite or
    NaN counts as the farthest.
    """
    if expected.dtype.kind == "b":
        return 0
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        expected_values, actual_values = expected.astype(np.float64), actual.astype(np.float64)
        allowed = tolerance.atol + tolerance.rtol * np.abs(expected_values)
        excess = np.abs(actual_values - expected_values) / np.where(allowed > 0.0, allowed, 1.0)
    return int(np.argmax(np.where(np.isfinite(excess), excess, np.inf)))


@dataclass(frozen=True, slots=True)
class DistributionCheck:
    """The distribution check of one RANDOM_MULTINOMIAL output.

    ``output`` is the output's number, ``classes`` the number of classes, and ``tolerance`` the
    permitted difference between a class's share of the draws and its probability.
    """

    output: int
    logits: bytes
    logits_type: int
    classes: int
    tolerance: float


def distribution_check(example: Example) -> DistributionCheck | None:
    """Return the distribution check that ``example`` requests, or ``None`` if it requests none.

    Raise ``ValueError`` if the model has no operation with random results from an input of rank
    2 to a model output: the check is defined only for such models.
    """
    if example.multinomial_tolerance <= 0.0:
        return None
    main = example.model.main
    for operation in main.operations:
        if not has_trait(operation.type, Trait.RANDOM) or not operation.inputs:
            continue
        source, target = operation.inputs[0], operation.outputs[0]
        if source in main.input_indexes and target in main.output_indexes:
            operand = main.operands[source]
            logits = example.inputs[main.input_indexes.index(source)]
            if logits is not None and len(operand.dimensions) == 2:
                return DistributionCheck(
                    main.output_indexes.index(target),
                    logits,
                    operand.type,
                    operand.dimensions[1],
                    example.multinomial_tolerance,
                )
    raise ValueError(
        "an example with a multinomial tolerance needs a RANDOM_MULTINOMIAL operation that reads "
        "a model input of rank 2 and writes a model output"
    )


def check_distribution(check: DistributionCheck, actual: bytes, dims: tuple[int, ...]) -> str:
    """Return the first violation as a text; empty if the draws follow the distribution.

    Every draw must be a class index. In each batch, every class's share of the draws must be within
    the tolerance of its probability.
    """
    batches, samples = dims
    draws = np.frombuffer(actual, "<i4").reshape(batches, samples)
    outside = (draws < 0) | (draws >= check.classes)
    if outside.any():
        at = np.argwhere(outside)[0]
        return (
            f"{int(outside.sum())} of {draws.size} draws are not class indexes: "
            f"{draws[tuple(at)]} at {at.tolist()}, expected 0 to {check.classes - 1}"
        )
    logits = as_array(check.logits, check.logits_type).astype(np.float64)
    weights = logits.reshape(batches, check.classes)
    weights = np.exp(weights - weights.max(axis=1, keepdims=True))
    probabilities = weights / weights.sum(axis=1, keepdims=True)
    for batch in range(batches):
        shares = np.bincount(draws[batch], minlength=check.classes) / samples
        distance = np.abs(shares - probabilities[batch])
        worst = int(distance.argmax())
        if distance[worst] > check.tolerance:
            return (
                f"batch {batch}: class {worst} has a share of {shares[worst]:.4f} of the draws, "
                f"expected {probabilities[batch, worst]:.4f}, allowed ±{check.tolerance:g} "
                f"({int((distance > check.tolerance).sum())} of {check.classes} classes are "
                "outside the tolerance)"
            )
    return ""


ROUNDING_BIAS: Final = "values.bias"
"""The rule that quantized results must not deviate systematically."""

MIN_ELEMENTS: Final = 64
"""Smallest number of elements from which a deviation is systematic."""

LARGEST_MEAN: Final = 0.25
"""Largest mean difference in steps, for an output of infinitely many elements."""


def rounding_bias(example: Example, outputs: Sequence[bytes]) -> str:
    """Return a sentence about the first output with a systematic deviation; empty if none has one.

    Elements whose expected value is the smallest or largest code are left out, because saturation
    hides deviations there. The accepted mean difference grows with the uncertainty of a mean over
    few elements: ``LARGEST_MEAN`` plus one divided by the square root of their number.
    """
    main = example.model.main
    for number, (index, expected, data) in enumerate(
        zip(main.output_indexes, example.outputs, outputs, strict=True)
    ):
        operand = main.operands[index]
        info = INFO.get(operand.type)
        if info is None or not info.quantized or len(data) != len(expected.data):
            continue
        codes = np.frombuffer(expected.data, info.dtype).astype(np.int64)
        actual = np.frombuffer(data, info.dtype).astype(np.int64)
        low, high = info.code_range
        inner = (codes > low) & (codes < high)
        count = int(np.count_nonzero(inner))
        if count < MIN_ELEMENTS:
            continue
        mean = float(np.mean(actual[inner] - codes[inner]))
        limit = LARGEST_MEAN + count**-0.5
        if abs(mean) > limit:
            return (
                f"output {number} differs systematically: its codes are {mean:+.3f} steps from the "
                f"expected ones on average over {count} elements; at most {limit:.3f} is accepted"
            )
    return ""
