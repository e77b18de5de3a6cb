"""Conditions on elements: which elements of the outputs a driver computes wrongly.

An input whose shape is that of the output, or can be broadcast to it, has a value for each element
of the output. This is the element that an elementwise operation reads.

A fault that depends on the values or the position of an element, such as a wrong rounding or a
missing last column, fails in cases of all kinds. The wrong elements then have a feature in common
that the right ones do not have.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from conformance.cases.example import Example
from conformance.failures.explain.conditions import Requirement, common_requirements, known_values
from conformance.failures.explain.features import (
    TYPE_CLASS,
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


_MIN_WRONG: Final = 6
_MIN_RIGHT: Final = 12
"""Smaller numbers of elements separate by chance."""
_HIDDEN_SHARE: Final = 0.12
"""Accepted share of the elements with a condition that are right: the fault may have no effect."""
_BEAM: Final = 24
_CONFIRMED_SHARE: Final = 0.98
"""Share of the other half's wrong elements that must meet a condition."""
_MAX_DECIMALS: Final = 7
_LARGE_INTEGER: Final = 2.0**24


@dataclass(frozen=True, slots=True)
class ElementCondition:
    """A condition on elements, with the numbers of elements that support it.

    ``wrong`` of ``met`` elements that meet the condition are wrong; all wrong elements meet it.
    ``others`` elements do not meet it. ``limits_case``: it also has a requirement on the case.
    """

    text: str
    wrong: int
    met: int
    others: int
    limits_case: bool = False


@dataclass(frozen=True, slots=True)
class _Requirement:
    """A requirement on one feature of an element."""

    text: str
    feature: str
    accepts: Callable[[Numbers], Mask]

    def met(self, samples: Sequence[DescribedElements]) -> Mask:
        """Return which elements meet it; those of an output without the feature do not."""
        with np.errstate(invalid="ignore"):
            return self.accepts(_values(samples, self.feature))


@dataclass(frozen=True, slots=True)
class _CaseRequirement:
    """A requirement on a feature of the case, which all elements of an output share."""

    requirement: Requirement

    @property
    def text(self) -> str:
        return str(self.requirement)

    def met(self, samples: Sequence[DescribedElements]) -> Mask:
        """Return which elements meet it."""
        parts = [np.full(s.wrong.size, self.requirement.holds(s.case)) for s in samples]
        return np.concatenate(parts)


_Part = _Requirement | _CaseRequirement
_Group = tuple[_Part, ...]


def separate_elements(samples: Sequence[DescribedElements]) -> ElementCondition | None:
    """Return the smallest condition that holds for all wrong elements and hardly any right one.

    It has one or two requirements on elements, and at most one on the case. Half of the executions
    find the condition, the other half must confirm it. Return ``None`` if there is no such
    condition, or if the condition holds for every element.
    """
    failing = [sample for sample in samples if sample.wrong.any()]
    passing = [sample for sample in samples if not sample.wrong.any()]
    first = [*failing[::2], *passing[::2]]
    second = [*failing[1::2], *passing[1::2]]
    if not (_are_enough(first) and _are_enough(second)):
        return None
    confirmed = {_kind(group) for group in _conditions(first) if _is_confirmed(group, second)}
    for group in _conditions(samples):
        if _kind(group) in confirmed:
            return _counted(group, samples)
    return None


def _kind(group: _Group) -> tuple[str, ...]:
    """Return what a condition compares, without the numbers, which depend on the cases."""
    return tuple(part.text.rpartition(" ")[0] for part in group)


def _values(samples: Sequence[DescribedElements], feature: str) -> Numbers:
    """Return a feature of all elements; NaN for those of an output without it."""
    parts = [s.features.get(feature, np.full(s.wrong.size, np.nan)) for s in samples]
    return np.concatenate(parts)


def _wrong(samples: Sequence[DescribedElements]) -> Mask:
    return np.concatenate([sample.wrong for sample in samples])


def _are_enough(samples: Sequence[DescribedElements]) -> bool:
    if not samples:
        return False
    mask = _wrong(samples)
    wrong = int(mask.sum())
    return wrong >= _MIN_WRONG and mask.size - wrong >= _MIN_RIGHT


def _conditions(samples: Sequence[DescribedElements]) -> Iterator[_Group]:
    """Yield the conditions that hold for the elements, smallest and then most exact first."""
    failing = [sample.case for sample in samples if sample.wrong.any()]
    known = known_values([sample.case for sample in samples])
    of_cases = common_requirements(failing, known)
    limits: list[_Group] = [(), *((_CaseRequirement(requirement),) for requirement in of_cases)]
    for conditions in (_single_conditions, _double_conditions):
        for first in (limits[:1], limits[1:]):
            found = [entry for group in first for entry in conditions(samples, group)]
            yield from (group for _, group in sorted(found, key=_order))
            if found:
                return


def _order(entry: tuple[int, _Group]) -> tuple[bool, int]:
    """Return the key that puts conditions with the class of the type first, then exact ones."""
    errors, group = entry
    case = [part.requirement.feature for part in group if isinstance(part, _CaseRequirement)]
    return case != [TYPE_CLASS], errors


def _single_conditions(
    samples: Sequence[DescribedElements], case: _Group
) -> Iterator[tuple[int, _Group]]:
    """Yield conditions with one requirement on elements, and their numbers of right elements.

    ``case`` is the part of the conditions that concerns the case.
    """
    limited = _limited(samples, case)
    wrong = _wrong(limited)
    for requirement in _all_requirements(limited):
        errors = int((requirement.met(limited) & ~wrong).sum())
        if errors <= _tolerated(int(wrong.sum())):
            yield errors, (requirement, *case)


def _double_conditions(
    samples: Sequence[DescribedElements], case: _Group
) -> Iterator[tuple[int, _Group]]:
    """Yield conditions with two requirements on elements, and their numbers of right elements."""
    limited = _limited(samples, case)
    wrong = _wrong(limited)
    masks = [(part.met(limited) & ~wrong, part) for part in _all_requirements(limited)]
    masks.sort(key=lambda entry: int(entry[0].sum()))
    for (one, first), (other, second) in combinations(masks[:_BEAM], 2):
        errors = int((one & other).sum())
        if errors <= _tolerated(int(wrong.sum())):
            yield errors, (first, second, *case)


def _limited(samples: Sequence[DescribedElements], case: _Group) -> list[DescribedElements]:
    """Return the samples of the cases that meet a part of a condition."""
    parts = [part.requirement for part in case if isinstance(part, _CaseRequirement)]
    return [s for s in samples if all(requirement.holds(s.case) for requirement in parts)]


def _all_requirements(samples: Sequence[DescribedElements]) -> list[_Requirement]:
    """Return the requirements that all wrong elements meet."""
    wrong = _wrong(samples)
    failing = [sample for sample in samples if sample.wrong.any()]
    shared = set.intersection(*(set(sample.features) for sample in failing))
    return [
        requirement
        for feature in failing[0].features
        if feature in shared
        for requirement in _requirements(feature, _values(samples, feature), wrong)
    ]


def _tolerated(wrong: int) -> int:
    """Return how many right elements may meet a condition that this many wrong ones meet."""
    return int(wrong * _HIDDEN_SHARE / (1 - _HIDDEN_SHARE))


def _met(group: _Group, samples: Sequence[DescribedElements]) -> Mask:
    return np.asarray(np.logical_and.reduce([part.met(samples) for part in group]))


def _is_confirmed(group: _Group, samples: Sequence[DescribedElements]) -> bool:
    """Return whether nearly all wrong elements meet a condition and hardly any right one does."""
    met, wrong = _met(group, samples), _wrong(samples)
    number, found = int(wrong.sum()), int((met & wrong).sum())
    return found >= _CONFIRMED_SHARE * number and int(met.sum()) - found <= _tolerated(number)


def _counted(group: _Group, samples: Sequence[DescribedElements]) -> ElementCondition | None:
    met, wrong = _met(group, samples), _wrong(samples)
    total = int(met.sum())
    text = " and ".join(part.text for part in group)
    if total == met.size:
        return None
    limits_case = any(isinstance(part, _CaseRequirement) for part in group)
    return ElementCondition(text, int(wrong.sum()), total, met.size - total, limits_case)


# ------------------------------------------------------------------------------ requirements


def _requirements(feature: str, values: Numbers, wrong: Mask) -> Iterator[_Requirement]:
    """Yield the requirements on a feature that all wrong elements meet."""
    with np.errstate(invalid="ignore"):
        special = (
            _Requirement(f"{feature} = NaN", feature, np.isnan),
            _Requirement(f"{feature} = infinity", feature, np.isinf),
        )
        for requirement in special:
            if requirement.accepts(values[wrong]).all():
                yield requirement
        if np.isnan(values[wrong]).any():
            return
        yield from _comparisons(feature, values, wrong, lambda numbers: numbers)
        if feature.startswith(INDEX):
            yield from _parity(feature, values[wrong])
            return
        magnitude = f"magnitude of {feature}"
        for requirement in _comparisons(magnitude, np.abs(values), wrong, np.abs):
            yield _Requirement(requirement.text, feature, requirement.accepts)
        if np.abs(values[wrong]).max() < _LARGE_INTEGER:
            yield from _fractions(feature, values, wrong)


def _parity(feature: str, wrong: Numbers) -> Iterator[_Requirement]:
    for remainder, word in ((0, "even"), (1, "odd")):
        if np.all(wrong % 2 == remainder):

            def accepts(numbers: Numbers, remainder: int = remainder) -> Mask:
                return np.asarray(numbers % 2 == remainder)

            yield _Requirement(f"{feature} {word}", feature, accepts)


def _fractions(feature: str, values: Numbers, wrong: Mask) -> Iterator[_Requirement]:
    """Yield requirements on the fractional part of the numbers."""

    def part(numbers: Numbers) -> Numbers:
        return np.asarray(numbers - np.floor(numbers))

    text = f"fractional part of {feature}"
    for requirement in _comparisons(text, part(values), wrong, part):
        yield _Requirement(requirement.text, feature, requirement.accepts)


def _comparisons(
    text: str, values: Numbers, wrong: Mask, of: Callable[[Numbers], Numbers]
) -> Iterator[_Requirement]:
    """Yield comparisons with a number; ``of`` computes the compared number from the feature."""
    bad, good = values[wrong], values[~wrong]
    low, high = float(bad.min()) + 0.0, float(bad.max()) + 0.0  # no negative zero
    if low == high:
        yield _Requirement(f"{text} = {low:g}", text, lambda numbers: of(numbers) == low)
    if low > 0:
        yield _Requirement(f"{text} > 0", text, lambda numbers: of(numbers) > 0)
    if high < 0:
        yield _Requirement(f"{text} < 0", text, lambda numbers: of(numbers) < 0)
    below, above = good[good < low], good[good > high]
    if below.size:
        least, strict = _limit(float(below.max()), low)
        relation = ">" if strict else ">="
        yield _Requirement(
            f"{text} {relation} {least:g}",
            text,
            (lambda numbers: of(numbers) > least) if strict else (lambda n: of(n) >= least),
        )
    if above.size:
        negative, strict = _limit(-float(above.min()), -high)
        most = 0.0 - negative
        relation = "<" if strict else "<="
        yield _Requirement(
            f"{text} {relation} {most:g}",
            text,
            (lambda numbers: of(numbers) < most) if strict else (lambda n: of(n) <= most),
        )


def _limit(outside: float, inside: float) -> tuple[float, bool]:
    """Return the number with the fewest decimals above ``outside`` and at most ``inside``.

    If ``outside`` has fewer decimals, return it and ``True``: the limit itself is not included. The
    limit of a fault is more probably round than the smallest number that a case contains.
    """
    if not (math.isfinite(outside) and math.isfinite(inside)):
        return inside, False
    for decimals in range(_MAX_DECIMALS):
        if round(outside, decimals) == outside:
            return outside, True
        unit = 10.0**-decimals
        number = round(math.floor(inside / unit) * unit, decimals)
        if outside < number <= inside:
            return number, False
    return inside, False
