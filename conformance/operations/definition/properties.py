"""Facts about an operation that the generators and the comparison use.

A definition states them in addition to the operation's signature and kernel, so that no other
module needs the operation's name. ``IntervalBehavior`` states how intervals of values pass through
the operation, ``Sampling`` how a random graph gets a call of it, ``Cost`` how long a call takes,
and ``Trait`` which other properties of its results the comparison must consider.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Final

from conformance.hal import FusedActivation


class IntervalRule(Enum):
    """The method that computes the interval of a result from the intervals of the inputs."""

    MONOTONE = "monotone"
    """Each result is between those at the lower and at the upper ends of all inputs."""
    MONOTONE_IN_FIRST_INPUT = "monotone in the first input"
    """As ``MONOTONE`` for the first input; how results depend on the other inputs is unknown."""
    REGION_AVERAGE = "average of points in regions"
    """As ``MONOTONE_IN_FIRST_INPUT``; the points are interpolated at positions that are rounded."""
    EXTREME_AT_CORNERS = "extreme at corners"
    """Each result is between those at all combinations of the inputs' ends."""
    EQUALITY = "equality"
    """The result states whether values are equal (or unequal)."""
    LINEAR_SUM = "linear sum"
    """The operation adds products of the elements of two tensors."""
    AVERAGE = "average"
    SUM = "sum"
    ROOT_MEAN_SQUARE = "root of the mean square"
    PRODUCT = "product"
    """The operation multiplies elements of one tensor."""
    INTERPOLATION = "interpolation"
    """Monotone; the positions between the elements of the input are rounded too."""
    LARGEST_INDEX = "index of the largest element"
    SMALLEST_INDEX = "index of the smallest element"
    LARGEST_ELEMENTS = "largest elements with their indexes"
    SELECTED_ROWS = "selected boxes"
    """The boxes are selected by score; ties and the order of the boxes are unspecified."""
    SELECTED_PEAK = "selected peak"
    """The peak is selected by score; the choice among equal ones is unspecified."""
    DISCONTINUOUS = "discontinuous"
    """A small change of an input may change the result completely."""
    CELL = "recurrent cell"
    """A formula of its own, in ``conformance.oracle.intervals.special_intervals``.

    Inner sums are rounded even if all inputs are exact.
    """
    SPECIAL = "formula of its own"
    """A formula of its own, in the same module, for inexact inputs."""


INDEX_RULES: Final = frozenset(
    {IntervalRule.LARGEST_INDEX, IntervalRule.SMALLEST_INDEX, IntervalRule.LARGEST_ELEMENTS}
)
"""Rules of operations that output indexes, which depend on rounding and ties."""
AVERAGING_RULES: Final = frozenset(
    {IntervalRule.AVERAGE, IntervalRule.SUM, IntervalRule.ROOT_MEAN_SQUARE}
)
"""Rules of operations that add elements of one tensor, or their squares."""
DISCONTINUOUS_RULES: Final = frozenset(
    {IntervalRule.DISCONTINUOUS, IntervalRule.SELECTED_ROWS, IntervalRule.SELECTED_PEAK}
)
"""Rules of operations whose result may change completely after a small change of an input."""


class Undefined(Enum):
    """The values for which the contract does not define an operation's result."""

    INT32_SUM = "the sum or difference of integers overflows"
    INT32_PRODUCT = "the product of integers overflows"
    SMALLEST_INT32 = "the input is the smallest INT32"
    ZERO_DIVISOR = "the second input may be 0"
    NONPOSITIVE_BASE = "the first input may be 0 or negative"
    NEGATIVE_CODE = "a code of the first input represents a negative number"
    UNCONVERTIBLE = "NaN or a number beyond INT32 becomes an integer"


class Precision(Enum):
    """The rounding that the results of an operation need."""

    ROUNDED = auto()
    EXACT = auto()
    """The operation selects or computes values that need no rounding."""
    COPIED = auto()
    """The operation copies, compares or counts values; it copies NaN as well."""


@dataclass(frozen=True, slots=True)
class IntervalBehavior:
    """The effect of an operation on intervals of values.

    ``turning_points`` are values of the first input at which the function may start or stop
    decreasing. If ``integers_are_data``, integer and boolean tensors of a fixed type are data;
    otherwise they are parameters, such as axes and indexes.
    """

    rule: IntervalRule
    precision: Precision = Precision.ROUNDED
    turning_points: tuple[float, ...] = ()
    undefined: Undefined | None = None
    integers_are_data: bool = False


MONOTONE: Final = IntervalBehavior(IntervalRule.MONOTONE)
COPIES: Final = IntervalBehavior(IntervalRule.MONOTONE, Precision.COPIED)
SELECTS: Final = IntervalBehavior(IntervalRule.MONOTONE, Precision.EXACT)
CONVERTS: Final = IntervalBehavior(IntervalRule.MONOTONE, undefined=Undefined.UNCONVERTIBLE)
COMPARES: Final = IntervalBehavior(IntervalRule.EXTREME_AT_CORNERS, Precision.COPIED)
EQUALITY: Final = IntervalBehavior(IntervalRule.EQUALITY, Precision.COPIED)
LINEAR_SUM: Final = IntervalBehavior(IntervalRule.LINEAR_SUM)
AVERAGE: Final = IntervalBehavior(IntervalRule.AVERAGE)
SELECTED_ROWS: Final = IntervalBehavior(IntervalRule.SELECTED_ROWS)
DISCONTINUOUS: Final = IntervalBehavior(IntervalRule.DISCONTINUOUS)
CELL: Final = IntervalBehavior(IntervalRule.CELL)
SPECIAL: Final = IntervalBehavior(IntervalRule.SPECIAL)


def corners(undefined: Undefined) -> IntervalBehavior:
    """Return the behavior of operations with ``EXTREME_AT_CORNERS``.

    ``undefined`` states the inputs for which the contract defines no result; there the interval
    is unbounded.
    """
    return IntervalBehavior(IntervalRule.EXTREME_AT_CORNERS, undefined=undefined)


ValueRange = tuple[float, float]
DEFAULT_WEIGHT: Final = 16
"""The weight of an operation whose frequency in random graphs is average."""


class Values(Enum):
    """The distribution of the values of an operation's new inputs."""

    ANY = auto()
    POSITIVE = auto()
    WIDE = auto()


@dataclass(frozen=True, slots=True)
class Sampling:
    """The generation of valid calls of an operation in random graphs.

    ``constructor`` names a function of a module in ``generators.constructors``, such as
    ``elementwise.same_shape``. The other fields are parameters of this general constructor:

    - ``output_range``: function from the smallest and largest input value to those of the output;
    - ``values`` and ``within``: distribution and limits of the input values;
    - ``scalars``: the values to choose from, by the name of a scalar operand;
    - ``keeps_quantization``: whether the output must have the input's quantization.

    ``zero_size_input`` states whether the primary input may be a zero-size tensor, if the operation
    accepts such tensors at all. ``mobile_weight`` is the frequency of the operation in networks for
    mobile devices; the average is 16.
    """

    constructor: str
    output_range: Callable[[float, float], ValueRange] | None = None
    values: Values = Values.ANY
    within: ValueRange | None = None
    scalars: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    keeps_quantization: bool = False
    zero_size_input: bool = True
    mobile_weight: int = DEFAULT_WEIGHT


def sample_unary(output_range: Callable[[float, float], ValueRange], **more: Any) -> Sampling:
    """Return the sampling of an operation with one tensor as input and an output of its shape."""
    return Sampling("elementwise.same_shape", output_range, **more)


class Cost(Enum):
    """The execution time of a small call; the value is the weight that gives equal time to each.

    An operation that takes half of the average time has twice the weight 16; one that takes four
    times as long has a quarter of it.
    """

    LOW = 32
    AVERAGE = DEFAULT_WEIGHT
    ABOVE_AVERAGE = 10
    HIGH = 5
    VERY_HIGH = 2
    HIGHEST = 1


class Trait(Enum):
    """A property that changes how results are compared."""

    CONVOLUTION = auto()
    """Errors add up over a chain of quantized convolutions."""
    CODES_ARE_INTEGERS = auto()
    """Quantized values are used as plain integers: a signed form may have other results."""
    UNSIGNED_ONLY = auto()
    """The quantized format is fixed: there is no form with signed codes."""
    FLAGS = auto()
    """The last output holds flags in quantized form, which are 0 or 1 and need no rounding."""
    INNER_ACTIVATION = auto()
    """The activation applies to an internal value, not to an output."""
    RANDOM = auto()
    """The results are random numbers, whose distribution is compared."""


@dataclass(frozen=True, slots=True)
class Properties:
    """The facts about an operation that other modules use without knowing its name.

    The first three must be stated for each operation. ``activation`` is the activation that the
    operation itself computes. ``mutation_examples`` names examples in ``specs`` whose mutants
    violate a condition that mutants of the usual choice of examples cannot violate.
    ``simplest_inputs`` holds, by operand name, constants that fit inputs of any shape.
    """

    intervals: IntervalBehavior
    sampling: Sampling
    cost: Cost
    traits: tuple[Trait, ...] = ()
    activation: FusedActivation = FusedActivation.NONE
    mutation_examples: tuple[str, ...] = ()
    simplest_inputs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def with_examples(self, *names: str) -> Properties:
        """Return these properties with the given mutation examples."""
        return replace(self, mutation_examples=names)


def properties(
    intervals: IntervalBehavior,
    constructor: str,
    cost: Cost,
    *traits: Trait,
    mobile_weight: int = DEFAULT_WEIGHT,
    zero_size_input: bool = True,
    **more: Any,
) -> Properties:
    """Return the properties of an operation whose constructor needs no further parameters."""
    sampling = Sampling(constructor, mobile_weight=mobile_weight, zero_size_input=zero_size_input)
    return Properties(intervals, sampling, cost, traits, **more)
