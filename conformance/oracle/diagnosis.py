"""Finds patterns in an incorrect output that indicate the likely fault of the driver.

Each pattern is a sentence that states a fact about the output, with the fault that it indicates.
``diagnose`` returns it only if it is true of all wrong elements (of all elements if the sentence
says so), and if at least ``SUPPORT`` wrong elements support it. A single counterexample excludes
it. Sentences that relate actual to expected values (an offset, a factor, another order) need
``SUPPORT`` different pairs of finite values, because equal pairs are consistent with many relations
at once. An element is wrong if it is outside the tolerance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from itertools import permutations
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from conformance.hal import INFO, FusedActivation, Model, Operand, Operation
from conformance.operations import OperandView, OperationDefinition, find_definition
from conformance.operations.definition.properties import Trait
from conformance.operations.kernels.numerics import REAL_BOUNDS, code_bounds
from conformance.oracle.accuracy import Tolerance, as_array, elements_within
from conformance.validation.constants import PoolUnreadableError, constant_view


def activation_limits(model: Model, index: int) -> tuple[float, float] | None:
    """Return the smallest and largest stored number that an activation permits in an operand.

    ``index`` is an operand of the main subgraph. The result is ``None`` if no operation writes it,
    or if that operation has no activation, has the activation NONE, or receives the activation as a
    model input. An operation may be an activation itself. For a quantized operand the limits are
    codes.
    """
    main = model.main
    for operation in main.operations:
        # If an operation has several outputs, the last one is the result; the others are states.
        if operation.outputs and operation.outputs[-1] == index:
            break
    else:
        return None
    definition = find_definition(operation.type)
    if definition is None:
        return None
    code = definition.properties.activation or _fused(model, operation, definition)
    if code == FusedActivation.NONE or code not in REAL_BOUNDS:
        return None
    output = main.operands[index]
    info = INFO.get(output.type)
    if info is not None and info.quantized:
        return code_bounds(OperandView.of(output), code)
    return REAL_BOUNDS[code]


def _fused(model: Model, operation: Operation, definition: OperationDefinition) -> int:
    """Return the code of the operation's fused activation; NONE if it cannot be determined."""
    if Trait.INNER_ACTIVATION in definition.properties.traits:
        return FusedActivation.NONE
    operands = model.main.operands
    types = [operands[index].type for index in operation.inputs]
    form = definition.form_of(types)
    place = None if form is None else form.places(len(types)).get("activation")
    if place is None:
        return FusedActivation.NONE
    try:
        value = constant_view(model, operands[operation.inputs[place]])
    except (PoolUnreadableError, ValueError, TypeError):
        return FusedActivation.NONE
    return FusedActivation.NONE if value is None or value.size != 1 else int(value.ravel()[0])


SUPPORT: Final = 3
"""Minimum number of wrong elements that support a pattern."""

_Array = npt.NDArray[Any]
_Mask = npt.NDArray[np.bool_]
_Wide = npt.NDArray[np.float64]
_MAX_PERMUTED_ELEMENTS: Final = 1 << 20
_MAX_PERMUTED_RANK: Final = 5
_TRUTH_VALUES: Final = 16
"""Minimum number of wrong truth values for another order: they have only two different pairs."""

_SAMPLE: Final = 4096


@dataclass(frozen=True, slots=True)
class _WrongOutput:
    """The expected and actual elements of an output, with the mask of the wrong ones.

    The arrays are flat. ``expected`` and ``actual`` have the storage type; ``wide_expected`` and
    ``wide_actual`` hold the same stored numbers in double precision.
    """

    expected: _Array
    actual: _Array
    wide_expected: _Wide
    wide_actual: _Wide
    wrong_mask: _Mask
    operand: Operand
    dims: tuple[int, ...]
    tolerance: Tolerance
    activation: tuple[float, float] | None

    @property
    def quantized(self) -> bool:
        info = INFO.get(self.operand.type)
        return info is not None and info.quantized

    @property
    def boolean(self) -> bool:
        return self.expected.dtype.kind == "b"

    @property
    def integer(self) -> bool:
        return self.expected.dtype.kind in "iu"

    @property
    def zero(self) -> float:
        """The stored number that represents the real value 0."""
        return float(self.operand.zero_point) if self.quantized else 0.0

    def matches(self, candidate: _Array) -> bool:
        """Return whether every actual value is within the tolerance of ``candidate``."""
        return bool(elements_within(candidate, self.actual, self.tolerance).all())

    def near(self, candidate: _Wide) -> _Mask:
        """Return a mask of the actual values within the tolerance of ``candidate``."""
        return np.asarray(np.abs(self.wide_actual - candidate) <= self.slack(candidate))

    def slack(self, candidate: _Wide) -> _Wide:
        """Return the difference that the tolerance allows at each value of ``candidate``."""
        return np.asarray(self.tolerance.atol + self.tolerance.rtol * np.abs(candidate))

    def limits(self) -> tuple[float, float]:
        """Return the smallest and the largest number of the storage type."""
        if not self.integer:
            return -np.inf, np.inf
        info = np.iinfo(self.expected.dtype)
        return float(info.min), float(info.max)

    def unclamped(self) -> _Mask:
        """Return a mask of the actual values strictly between the storage type's limits."""
        low, high = self.limits()
        return np.asarray((self.wide_actual > low) & (self.wide_actual < high))

    def different_pairs(self, mask: _Mask | None = None) -> bool:
        """Return whether the wrong elements (within ``mask``) have enough different finite pairs.

        A pair consists of an expected and an actual value.
        """
        chosen = self.wrong_mask if mask is None else self.wrong_mask & mask
        chosen = chosen & np.isfinite(self.wide_expected) & np.isfinite(self.wide_actual)
        where = np.flatnonzero(chosen)
        # A small sample is usually sufficient, and is cheaper than all pairs of a large output.
        for part in (where[:_SAMPLE], where[_SAMPLE:]):
            pairs = np.stack([self.wide_expected[part], self.wide_actual[part]], axis=1)
            if len(part) >= SUPPORT and len(np.unique(pairs, axis=0)) >= SUPPORT:
                return True
        return False

    def number(self, value: float) -> str:
        """Return ``value`` as the shortest text that reads back as the same stored number."""
        short = f"{value:g}"
        return short if float(short) == value else str(self.expected.dtype.type(value))


class Diagnosis(NamedTuple):
    """What is known of an incorrect output.

    ``sentences`` are the pattern, if one is found, and the place of the wrong elements. ``fault``
    is what the operation does wrong, as a verb and its objects; empty without a pattern.
    """

    sentences: tuple[str, ...] = ()
    fault: str = ""


def diagnose(
    expected: bytes,
    actual: bytes,
    operand: Operand,
    dims: tuple[int, ...],
    tolerance: Tolerance,
    prefill: bytes,
    activation: tuple[float, float] | None = None,
) -> Diagnosis:
    """Return the likely fault behind an incorrect output, and where the wrong elements are.

    ``prefill`` holds the buffer's bytes before the execution. ``activation`` holds the limits, in
    stored numbers, of the activation of the operation that writes the output, or ``None`` if it has
    none.
    """
    expected_values = as_array(expected, operand.type)
    actual_values = as_array(actual, operand.type)
    wrong = ~elements_within(expected_values, actual_values, tolerance)
    if np.count_nonzero(wrong) < SUPPORT:
        return Diagnosis()
    with np.errstate(all="ignore"):
        view = _WrongOutput(
            expected_values,
            actual_values,
            expected_values.astype(np.float64),
            actual_values.astype(np.float64),
            wrong,
            operand,
            dims,
            tolerance,
            activation,
        )
        fault, sentence = "does not write its output", _not_written(view, actual, prefill)
        if not sentence:
            found = ((fault, find(view)) for fault, find in _PATTERNS)
            fault, sentence = next((each for each in found if each[1]), ("", ""))
        place = _error_location(view)
    return Diagnosis(tuple(filter(None, (sentence, place))), fault)


def _not_written(view: _WrongOutput, actual: bytes, prefill: bytes) -> str:
    """Return a sentence if the wrong elements still hold the prefill.

    The prefill of an element is never within the tolerance of its expected value. Elements that a
    driver may also have written by chance are no evidence: those whose bytes are all 0 or 1, such
    as truth values and zeros, and equal elements of a small type.
    """
    if len(prefill) != len(actual):
        return ""
    size = view.actual.dtype.itemsize
    stored = np.frombuffer(actual, np.uint8).reshape(-1, size)
    untouched = (stored == np.frombuffer(prefill, np.uint8).reshape(-1, size)).all(axis=1)
    if not untouched[view.wrong_mask].all():
        return ""
    evidence = stored[view.wrong_mask]
    evidence = evidence[(evidence > 1).any(axis=1)]
    if not view.boolean and size <= 2:
        evidence = np.unique(evidence, axis=0)
    if len(evidence) < SUPPORT:
        return ""
    if untouched.all():
        return "the output was not written at all (it still holds the harness's prefill)"
    count, total = int(view.wrong_mask.sum()), len(view.actual)
    return f"{count} of {total} elements were not written; the others are correct"


def _nan(view: _WrongOutput) -> str:
    nan = np.isnan(view.wide_actual)
    if nan.all():
        return "every element is NaN"
    wrong, infinite = nan[view.wrong_mask], np.isinf(view.wide_actual)[view.wrong_mask]
    if not wrong.any() or not (wrong | infinite).all():
        return ""
    return f"every wrong element is NaN{' or infinite' * bool(infinite.any())}"


def _infinite(view: _WrongOutput) -> str:
    infinite = np.isinf(view.wide_actual)[view.wrong_mask].all()
    return "every wrong element is infinite" if infinite else ""


def _constant(view: _WrongOutput) -> str:
    first = view.actual[0]
    if not (view.actual == first).all():
        return ""
    if view.boolean:
        return f"every element is {'true' if first else 'false'}"
    if view.quantized and first == view.operand.zero_point:
        return "every element is the zero point (real zero)"
    return "every element is zero" if first == 0 else f"every element is {first}"


def _inverted(view: _WrongOutput) -> str:
    inverted = view.boolean and view.wrong_mask.all()
    return "every truth value is inverted" if inverted else ""


def _negated(view: _WrongOutput) -> str:
    if view.boolean:
        return ""
    expected, actual = view.wide_expected - view.zero, view.wide_actual - view.zero
    # Within the tolerance of zero both signs are correct, so the sign there is no evidence.
    if not view.near(view.zero - expected).all() or (expected * actual > 0).any():
        return ""
    return "every value has the opposite sign" if view.different_pairs() else ""


def _swapped_bytes(view: _WrongOutput) -> str:
    """Return a sentence if the output is correct once each element's bytes are reversed."""
    if view.actual.dtype.itemsize < 2 or not view.different_pairs():
        return ""
    right = elements_within(view.expected, view.actual.byteswap(), view.tolerance).all()
    return "the bytes of each element are swapped" if right else ""


def _expected_array(view: _WrongOutput) -> _Array | None:
    """Return the expected values in their shape, if another arrangement of them may be recognized.

    Large outputs and high ranks are not examined, to limit the time.
    """
    if prod(view.dims) != len(view.actual):
        return None
    if len(view.actual) > _MAX_PERMUTED_ELEMENTS or len(view.dims) > _MAX_PERMUTED_RANK:
        return None
    enough = view.wrong_mask.sum() >= _TRUTH_VALUES if view.boolean else view.different_pairs()
    return view.expected.reshape(view.dims) if enough else None


def _mixed_layouts(view: _WrongOutput) -> str:
    shaped = _expected_array(view) if len(view.dims) == 4 else None
    if shaped is None:
        return ""
    if view.matches(shaped.transpose(0, 3, 1, 2).ravel()):
        return "the data are in NCHW order instead of NHWC"
    if view.matches(shaped.transpose(0, 2, 3, 1).ravel()):
        return "the data were permuted as if they had been in NCHW order"
    return ""


def _transposed(view: _WrongOutput) -> str:
    if (shaped := _expected_array(view)) is None:
        return ""
    for order in _axis_orders(view.dims):
        if view.matches(shaped.transpose(order).ravel()):
            return f"the data are transposed (axes in order {list(order)})"
    return ""


def _reversed_or_rotated(view: _WrongOutput) -> str:
    dims = view.dims
    if (shaped := _expected_array(view)) is None:
        return ""
    for axis, extent in enumerate(dims):
        if extent > 1 and view.matches(np.flip(shaped, axis).ravel()):
            return f"axis {axis} is reversed"
    if view.matches(view.expected[::-1]):
        return "the elements are in reverse order"
    for axis, extent in enumerate(dims):
        for step in (1, -1) if extent > 2 else ():
            if view.matches(np.roll(shaped, step, axis).ravel()):
                way = "up" if step > 0 else "down"
                return f"the elements are one place too far {way} along axis {axis} (rotated)"
    return ""


def _axis_orders(dims: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the axis orders that move data."""
    identity = [axis for axis, extent in enumerate(dims) if extent > 1]
    for order in permutations(range(len(dims))):
        if [axis for axis in order if dims[axis] > 1] != identity:
            yield order


class _AppliedLimits(NamedTuple):
    """The limits that wrong elements have in one of two outputs; ``None``: no element has it."""

    low: float | None
    high: float | None

    def format(self, view: _WrongOutput) -> str:
        """Return the limits as text, such as ``below 0 and above 6``."""
        parts = [] if self.low is None else [f"below {view.number(self.low)}"]
        parts += [] if self.high is None else [f"above {view.number(self.high)}"]
        return " and ".join(parts)


def _applied_limits(view: _WrongOutput, limited: _Wide, other: _Wide) -> _AppliedLimits | None:
    """Return the limits that ``limited`` has and ``other`` lacks; ``None`` if there are none.

    That is so if every wrong element has the smallest or the largest value of ``limited``, and in
    ``other`` a value beyond that.
    """
    if view.boolean:
        return None
    low, high = float(limited.min()), float(limited.max())
    below = view.wrong_mask & (limited == low) & (other < low)
    above = view.wrong_mask & (limited == high) & (other > high)
    if not low < high or not (below | above)[view.wrong_mask].all():
        return None
    # Without a limit, the values there differ from each other. Equal values are another limit.
    if not (_supported(below, other) and _supported(above, other)):
        return None
    return _AppliedLimits(low if below.any() else None, high if above.any() else None)


def _ignored_activation(view: _WrongOutput) -> str:
    applied, limits = _applied_limits(view, view.wide_expected, view.wide_actual), view.activation
    if (
        applied is None
        or limits is None
        or applied.low not in (None, limits[0])
        or applied.high not in (None, limits[1])
    ):
        return ""
    return f"only the limit is missing ({applied.format(view)}): the activation looks ignored"


def _missing_limit(view: _WrongOutput) -> str:
    applied = _applied_limits(view, view.wide_expected, view.wide_actual)
    if applied is None:
        return ""
    sides = applied.format(view)
    return f"every wrong element lies outside the range of the expected values ({sides})"


def _needless_limit(view: _WrongOutput) -> str:
    applied = _applied_limits(view, view.wide_actual, view.wide_expected)
    if applied is None:
        return ""
    return f"values are limited that should not be limited ({applied.format(view)})"


def _supported(mask: _Mask, values: _Wide) -> bool:
    """Return whether ``mask`` is empty or selects enough finite values that are not all equal."""
    beyond = values[mask & np.isfinite(values)]
    return not mask.any() or (len(beyond) >= SUPPORT and len(np.unique(beyond)) > 1)


def _saturated(view: _WrongOutput) -> str:
    if not view.integer or view.actual.dtype.itemsize > 2 or not view.different_pairs():
        return ""
    if view.unclamped()[view.wrong_mask].any():
        return ""
    low, high = view.limits()
    return f"every wrong element is saturated at {low:g} or {high:g}"


_CLAMPED: Final = ", clamped to the range of the type"


def _mixed_signs(view: _WrongOutput) -> str:
    # The zero points of signed and unsigned forms of a type differ by half its range.
    low, high = view.limits()
    offset = view.quantized and low == 0 and _constant_offset(view)
    if not offset:
        return ""
    first = np.flatnonzero(view.unclamped())[0]
    step = abs(view.wide_actual[first] - view.wide_expected[first])
    return f"{offset}: signed and unsigned codes look mixed up" if step == high // 2 + 1 else ""


def _constant_offset(view: _WrongOutput) -> str:
    """Return a sentence if all values differ from the expected ones by the same amount.

    Integers may be clamped to the range of their type.
    """
    if view.boolean or not view.different_pairs(view.unclamped()):
        return ""
    difference = view.wide_actual - view.wide_expected
    if not view.integer:
        return _float_offset(view, float(np.median(difference)))
    step = float(difference[view.unclamped()][0])
    low, high = view.limits()
    if step == 0 or not (np.clip(view.wide_expected + step, low, high) == view.wide_actual).all():
        return ""
    clamped = "" if (difference == step).all() else _CLAMPED
    return f"every {'code' if view.quantized else 'value'} is {step:+.0f} off{clamped}"


def _float_offset(view: _WrongOutput, median: float) -> str:
    """Return a sentence if all values are off by ``median``, given with as few digits as fit."""
    if not view.wrong_mask.all() or not np.isfinite(view.wide_expected).all():
        return ""
    for digits in (6, 9, 17):
        text = f"{median:+.{digits}g}"
        shifted = view.wide_expected + float(text)
        if np.isfinite(median) and float(text) != 0 and view.near(shifted).all():
            return f"every value is {text} off"
    return ""


def _constant_factor(view: _WrongOutput) -> str:
    """Return a sentence if all real values are the same multiple of the expected ones.

    The factor is the least-squares solution over the elements that are not clamped, given with as
    few digits as explain all elements.
    """
    free = view.unclamped()
    if view.boolean or not view.different_pairs(free):
        return ""
    expected, actual = view.wide_expected - view.zero, view.wide_actual - view.zero
    weight = float(expected[free] @ expected[free])
    if not (np.isfinite(expected).all() and np.isfinite(actual).all()) or weight == 0.0:
        return ""
    low, high = view.limits()
    for digits in (6, 9, 17):
        text = f"{float(expected[free] @ actual[free]) / weight:.{digits}g}"
        factor = float(text)
        if not np.isfinite(factor) or abs(factor) < 1e-3 or factor == 1:
            continue
        exact = factor * expected + view.zero
        if not view.near(np.clip(exact, low, high)).all():
            continue
        # A factor is evidence only where values differ by clearly more than the tolerance.
        slack = view.slack(exact)
        clear = free & (np.abs(actual - expected) > 4 * slack)
        if not view.different_pairs(clear):
            return ""
        if np.ptp(expected[view.wrong_mask & clear]) * abs(factor - 1) <= 4 * slack.max():
            return ""
        real = "real values" if view.quantized else "values"
        clamped = "" if view.near(exact).all() else _CLAMPED
        return f"all {real} are {text} times what they should be{clamped}"
    return ""


def _low_precision(view: _WrongOutput) -> str:
    if view.expected.dtype != np.dtype("<f4") or not view.different_pairs():
        return ""
    expected, actual = view.wide_expected[view.wrong_mask], view.wide_actual[view.wrong_mask]
    if not np.isfinite(view.wide_actual).all() or not np.isfinite(expected).all():
        return ""
    error = float((np.abs(actual - expected) / np.abs(expected)).max())  # infinite if 0 is expected
    for name, rounded, most in (
        ("bfloat16", _as_bfloat16, 0.1),
        ("float16", lambda array: array.astype(np.float16).astype(np.float32), 0.02),
    ):
        if error >= most or not (rounded(view.actual) == view.actual).all():
            continue
        # Values that the narrower type represents exactly are no evidence of a lower precision.
        if view.different_pairs(rounded(view.expected) != view.expected):
            return f"the values have {name} precision"
    if error < 1e-2:
        bound = Context(prec=2, rounding=ROUND_CEILING).create_decimal(Decimal(error))
        return (
            f"the wrong elements' relative error is at most {float(bound):g}: "
            "looks computed in lower precision"
        )
    return ""


def _as_bfloat16(array: _Array) -> _Array:
    """Return float32 values truncated to bfloat16: the upper 16 bits."""
    bits = np.ascontiguousarray(array).view(np.uint32) & np.uint32(0xFFFF0000)
    return bits.view(np.float32)


def _reordered(view: _WrongOutput) -> str:
    if view.boolean or not view.different_pairs():
        return ""
    same = (np.sort(view.expected) == np.sort(view.actual)).all()
    return "the same values in another order" if same else ""


def _other_rounding(view: _WrongOutput) -> str:
    text = view.quantized and _small_difference(view)
    return f"{text}: looks like rounding" if text else ""


def _small_difference(view: _WrongOutput) -> str:
    """Return a sentence if all integers are at most 4 codes or units off.

    Integers that are not codes may be indexes or counts, which are never rounded.
    """
    if not view.integer or not view.different_pairs():
        return ""
    difference = np.abs(view.wide_actual - view.wide_expected)
    largest = int(difference.max())
    if largest > 4:
        return ""
    exact = int((difference == 0).sum())
    what = "codes" if view.quantized else "units"
    return f"no element is more than {largest} {what} off ({exact} of {len(difference)} exact)"


# The indicated fault and the pattern. ``diagnose`` uses the first pattern that is found: the order
# is significant, because a constant offset of one code also fits the pattern of rounding.
_PATTERNS: Final[tuple[tuple[str, Callable[[_WrongOutput], str]], ...]] = (
    ("returns NaN", _nan),
    ("returns infinity", _infinite),
    ("returns the same value everywhere", _constant),
    ("mixes up the layouts NHWC and NCHW", _mixed_layouts),
    ("transposes its output", _transposed),
    ("moves the values of its output", _reversed_or_rotated),
    ("inverts truth values", _inverted),
    ("returns values of the opposite sign", _negated),
    ("swaps the bytes of its results", _swapped_bytes),
    ("mixes up signed and unsigned codes", _mixed_signs),
    ("returns values that are off by a constant", _constant_offset),
    ("ignores its fused activation", _ignored_activation),
    ("does not limit its results", _missing_limit),
    ("limits values that it should not limit", _needless_limit),
    ("saturates its results", _saturated),
    ("returns values that are off by a factor", _constant_factor),
    ("rounds in another way", _other_rounding),
    ("returns integers that are slightly off", _small_difference),
    ("computes with too low a precision", _low_precision),
    ("returns the values in another order", _reordered),
)


def _error_location(view: _WrongOutput) -> str:
    total, count = len(view.wrong_mask), int(view.wrong_mask.sum())
    if count == total or prod(view.dims) != total:
        return ""
    where = np.argwhere(view.wrong_mask.reshape(view.dims))
    for axis, extent in enumerate(view.dims):
        if extent > 1 and (where[:, axis] == where[0, axis]).all():
            return f"all wrong elements have index {int(where[0, axis])} on axis {axis}"
    first = int(np.flatnonzero(view.wrong_mask)[0])
    return f"everything from element {first} on is wrong" if count == total - first else ""
