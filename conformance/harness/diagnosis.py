"""What a wrong output looks like: patterns that name the likely fault."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from conformance.hal import INFO, Operand
from conformance.harness.accuracy import Tolerance, as_array, within

_Array = npt.NDArray[Any]
_Mask = npt.NDArray[np.bool_]
_PERMUTED_SIZE = 1 << 20
_PERMUTED_RANK = 5


@dataclass(frozen=True, slots=True)
class _View:
    """Both results flat, in storage type and widened, with what is wrong."""

    expected: _Array
    actual: _Array
    wide_expected: npt.NDArray[np.float64]
    wide_actual: npt.NDArray[np.float64]
    wrong: _Mask
    prefill: _Array
    operand: Operand
    dims: tuple[int, ...]
    tolerance: Tolerance

    @property
    def quantized(self) -> bool:
        info = INFO.get(self.operand.type)
        return info is not None and info.quantized

    def matches(self, candidate: _Array) -> bool:
        """Whether the actual values are what ``candidate`` holds, within the tolerance."""
        return bool(within(candidate, self.actual, self.tolerance).all())


def diagnose(
    expected: bytes,
    actual: bytes,
    operand: Operand,
    dims: tuple[int, ...],
    tolerance: Tolerance,
    prefill: bytes,
) -> tuple[str, ...]:
    """Patterns seen in a wrong output, the likeliest fault first; empty when there is none."""
    wanted, got = as_array(expected, operand.type), as_array(actual, operand.type)
    wrong = ~within(wanted, got, tolerance)
    if not wrong.any():
        return ()
    with np.errstate(invalid="ignore"):
        view = _View(
            wanted,
            got,
            wanted.astype(np.float64),
            got.astype(np.float64),
            wrong,
            as_array(prefill, operand.type) if len(prefill) == len(expected) else wanted,
            operand,
            dims,
            tolerance,
        )
    found = []
    with np.errstate(all="ignore"):
        unwritten = _unwritten(view, actual, prefill)
        if unwritten:
            found.append(unwritten)
        else:
            for look in _LOOKS:
                text = look(view)
                if text:
                    found.append(text)
                    break
    place = _place(view)
    return (*found, place) if place else tuple(found)


def _unwritten(view: _View, actual: bytes, prefill: bytes) -> str:
    if len(prefill) != len(actual):
        return ""
    if actual == prefill:
        return "the output was not written at all (it still holds what the harness put there)"
    size = max(view.actual.dtype.itemsize, 1)
    left = np.frombuffer(actual, np.uint8) == np.frombuffer(prefill, np.uint8)
    untouched = left.reshape(-1, size).all(axis=1)
    # By chance one byte in 256 equals its prefill, so single bytes prove nothing.
    if not untouched[view.wrong].all() or int(view.wrong.sum()) * size < 3:
        return ""
    count, total = int(view.wrong.sum()), len(view.actual)
    return f"{count} of {total} elements were not written; the rest is right"


def _not_finite(view: _View) -> str:
    if view.actual.dtype.kind != "f":
        return ""
    total = len(view.actual)
    nan, inf = np.isnan(view.wide_actual), np.isinf(view.wide_actual)
    if nan.all():
        return "every element is NaN"
    bad = view.wrong & (nan | inf)
    if not bad.any():
        return ""
    parts = [
        f"{int((bad & mask).sum())} of {total} elements are {name}"
        for mask, name in ((nan, "NaN"), (inf, "infinite"))
        if (bad & mask).any()
    ]
    return " and ".join(parts)


def _constant(view: _View) -> str:
    first = view.actual[0]
    if len(view.actual) < 2 or not (view.actual == first).all():
        return ""
    if first == 0:
        return "every element is zero"
    if view.quantized and first == view.operand.zero_point:
        return "every element is the zero point (real zero)"
    return f"every element is {first.item()}"


def _negated(view: _View) -> str:
    if view.expected.dtype.kind == "b":
        return "every truth value is inverted" if view.wrong.all() else ""
    if view.expected.dtype.kind == "u" or len(view.actual) < 2:
        return ""
    if (
        view.expected.dtype.kind == "i"
        and (view.expected == np.iinfo(view.expected.dtype).min).any()
    ):
        return ""
    return "every value has the opposite sign" if view.matches(-view.expected) else ""


def _swapped_bytes(view: _View) -> str:
    if view.actual.dtype.itemsize < 2 or len(view.actual) < 2:
        return ""
    return "the bytes of each element are swapped" if view.matches(view.expected.byteswap()) else ""


def _layout(view: _View) -> str:
    dims = view.dims
    if len(view.actual) < 2 or prod(dims) != len(view.actual):
        return ""
    if len(view.actual) > _PERMUTED_SIZE or len(dims) > _PERMUTED_RANK:
        return ""
    shaped = view.expected.reshape(dims)
    for order in _orders(dims):
        if view.matches(shaped.transpose(order).ravel()):
            if order == (0, 3, 1, 2):
                return "the data lie in NCHW order instead of NHWC"
            if order == (0, 2, 3, 1):
                return "the data were permuted as if they came in NCHW order"
            return f"the data are transposed (axes in order {list(order)})"
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


def _orders(dims: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Axis orders that move data; NHWC against NCHW first."""
    if len(dims) == 4:
        yield from ((0, 3, 1, 2), (0, 2, 3, 1))
    identity = [axis for axis, extent in enumerate(dims) if extent > 1]
    for order in permutations(range(len(dims))):
        if [axis for axis in order if dims[axis] > 1] != identity:
            yield order


def _clamp(view: _View) -> str:
    """A missing, or a needless, limit on the values: a fused activation or a saturation."""
    if len(view.actual) < 2 or view.expected.dtype.kind == "b" or view.wrong.all():
        return ""
    wrong, wanted, got = view.wrong, view.wide_expected, view.wide_actual
    low, high = wanted.min(), wanted.max()
    below = wrong & (wanted == low) & (got < low)
    above = wrong & (wanted == high) & (got > high)
    if low < high and (below | above)[wrong].all():
        sides = _sides(below.any(), low, above.any(), high)
        return f"only the limit is missing ({sides}): the activation looks ignored"
    low, high = got.min(), got.max()
    below = wrong & (got == low) & (wanted < low)
    above = wrong & (got == high) & (wanted > high)
    if low < high and (below | above)[wrong].all() and wrong.sum() > 1:
        sides = _sides(below.any(), low, above.any(), high)
        return f"values are cut off where they should not be ({sides})"
    return ""


def _sides(below: bool, low: float, above: bool, high: float) -> str:
    parts = [f"below {low:g}"] * bool(below) + [f"above {high:g}"] * bool(above)
    return " and ".join(parts)


def _saturated(view: _View) -> str:
    if view.actual.dtype.kind not in "iu" or view.actual.dtype.itemsize > 2:
        return ""
    limits = np.iinfo(view.actual.dtype)
    stuck = (view.actual == limits.min) | (view.actual == limits.max)
    if not stuck[view.wrong].all() or int(view.wrong.sum()) < 2:
        return ""
    return f"every wrong element is saturated at {limits.min} or {limits.max}"


def _offset(view: _View) -> str:
    if len(view.actual) < 2 or view.expected.dtype.kind == "b":
        return ""
    difference = view.wide_actual - view.wide_expected
    if view.expected.dtype.kind in "iu":
        step = int(difference[0])
        limits = np.iinfo(view.expected.dtype)
        free = ~((view.actual == limits.min) | (view.actual == limits.max))
        if free.any() and not free[0]:
            step = int(difference[free][0])
        if step == 0 or not free.any() or not (difference[free] == step).all():
            return ""
        if view.quantized and abs(step) == limits.max // 2 + 1 and limits.min == 0:
            return f"every code is {step:+d} off: signed and unsigned codes look mixed up"
        return f"every {'code' if view.quantized else 'value'} is {step:+d} off"
    step_f = float(np.median(difference))
    shifted = (view.wide_expected + step_f).astype(view.expected.dtype)
    if view.wrong.all() and view.matches(shifted):
        return f"every value is {step_f:+.6g} off"
    return ""


def _factor(view: _View) -> str:
    if len(view.actual) < 2 or view.expected.dtype.kind == "b":
        return ""
    zero = float(view.operand.zero_point) if view.quantized else 0.0
    wanted, got = view.wide_expected - zero, view.wide_actual - zero
    weight = float(wanted @ wanted)
    if not np.isfinite(weight) or weight == 0.0 or np.count_nonzero(wanted) < 2:
        return ""
    factor = float(wanted @ got) / weight
    if not np.isfinite(factor) or abs(factor) < 1e-3:
        return ""
    near = np.abs(got - factor * wanted)
    slack = view.tolerance.atol + view.tolerance.rtol * np.abs(got)
    if view.expected.dtype.kind in "iu":
        limits = np.iinfo(view.expected.dtype)
        slack = np.where((view.actual == limits.min) | (view.actual == limits.max), np.inf, slack)
    # A factor explains something only where the values differ by more than it leaves open.
    if not (near <= slack).all() or np.ptp(wanted) <= 4 * view.tolerance.atol:
        return ""
    real = "real values" if view.quantized else "values"
    return f"all {real} are {factor:.6g} times what they should be"


def _precision(view: _View) -> str:
    if view.expected.dtype != np.dtype("<f4"):
        return ""
    bits = np.ascontiguousarray(view.actual).view(np.uint32)
    scale = np.maximum(np.abs(view.wide_expected), 1e-3)
    error = float((np.abs(view.wide_actual - view.wide_expected) / scale).max())
    if not np.isfinite(error):
        return ""
    if (bits & 0xFFFF == 0).all() and error < 0.1 and (view.actual != 0).any():
        return "the values have bfloat16 precision"
    half = view.actual.astype(np.float16).astype(np.float32)
    if (half == view.actual).all() and error < 0.02 and (view.actual != 0).any():
        return "the values have float16 precision"
    if error < 1e-2:
        return f"the relative error is at most {error:.2g}: looks computed in lower precision"
    return ""


def _reordered(view: _View) -> str:
    if len(view.actual) < 3 or view.expected.dtype.kind == "b" or np.ptp(view.wide_expected) == 0:
        return ""
    return (
        "the same values in another order"
        if (np.sort(view.expected) == np.sort(view.actual)).all()
        else ""
    )


def _small_steps(view: _View) -> str:
    if view.expected.dtype.kind not in "iu":
        return ""
    difference = np.abs(view.wide_actual - view.wide_expected)
    largest = int(difference.max())
    if largest > 4:
        return ""
    what = "codes" if view.quantized else "units"
    exact = int((difference == 0).sum())
    return (
        f"no element is more than {largest} {what} off ({exact} of {len(difference)} exact): "
        "looks like rounding"
    )


_LOOKS: tuple[Callable[[_View], str], ...] = (
    _not_finite,
    _constant,
    _layout,
    _negated,
    _swapped_bytes,
    _offset,
    _clamp,
    _saturated,
    _factor,
    _small_steps,
    _precision,
    _reordered,
)


def _place(view: _View) -> str:
    """Where the wrong elements lie, when that is one part of the output."""
    total, count = len(view.wrong), int(view.wrong.sum())
    if count in (1, total) or prod(view.dims) != total:
        return ""
    where = np.argwhere(view.wrong.reshape(view.dims))
    for axis, extent in enumerate(view.dims):
        if extent > 1 and (where[:, axis] == where[0, axis]).all():
            return f"all wrong elements have index {int(where[0, axis])} on axis {axis}"
    flat = np.flatnonzero(view.wrong)
    if flat[-1] == total - 1 and len(flat) == total - flat[0]:
        return f"everything from element {int(flat[0])} on is wrong"
    return ""
