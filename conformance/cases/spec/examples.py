"""The class ``Example`` of the spec language: values for a model, and groups of variations.

Method and argument names are those of the public format. The class is called ``DeclaredExample``
here, because ``conformance.cases.example`` defines the expanded ``Example``.
"""

# The public format's own spelling:
# ruff: noqa: N802, N803

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from conformance.cases.spec.document import current_document
from conformance.cases.spec.errors import UnlocatedSpecError
from conformance.cases.spec.models import DeclaredModel, version_named
from conformance.cases.spec.operands import DeclaredOperand
from conformance.cases.spec.shape_variations import ALL_UNKNOWN_SHAPES, UnknownShapesConverter
from conformance.cases.spec.variations import (
    ActivationConverter,
    AxisConverter,
    DataLayoutConverter,
    Default,
    RelaxedModeConverter,
    Variation,
    as_variation,
)

Feed = tuple[Any, Any]
"""The values of the inputs and of the outputs: each a mapping by operand, or a single value."""


def _split_feed(feed: Any, model: DeclaredModel, line: int) -> Feed:
    if isinstance(feed, Mapping):
        try:
            return (
                {operand: feed[operand] for operand in model.GetInputs()},
                {operand: feed[operand] for operand in model.GetOutputs()},
            )
        except KeyError as missing:
            raise UnlocatedSpecError(
                f"no values for {missing.args[0]!r}: add values for every model input and output",
                line,
            ) from None
    if isinstance(feed, (list, tuple)) and len(feed) == 2:
        return feed[0], feed[1]
    raise UnlocatedSpecError(
        "the values of an example must be {operand: values} or ({input: values}, {output: values})",
        line,
    )


class DeclaredExample:
    """Input values and expected outputs for a model, with the variations to generate."""

    def __init__(
        self, *args: Any, model: DeclaredModel | None = None, name: str | None = None
    ) -> None:
        document = current_document.get()
        models = [model] if model is not None else document.models
        if not models:
            raise UnlocatedSpecError("Example() before any Model(): create the model first")
        self.line = document.line()
        self.model = models[-1]
        self.name = name
        self.groups: list[list[Variation]] = []
        self.multinomial_tolerance = 0.0
        self.expect_failure = False
        self.vary_lifetimes = True
        self.feeds: list[Feed | UnlocatedSpecError] = []
        for feed in args:
            try:
                self.feeds.append(_split_feed(feed, self.model, self.line))
            except UnlocatedSpecError as mistake:
                self.feeds.append(mistake)
        document.examples.append(self)

    @staticmethod
    def SetVersion(ver: str | None, *args: str) -> None:
        """Set the HAL version of the expanded examples with the given names."""
        overrides = current_document.get().version_overrides
        overrides.update(dict.fromkeys(args, version_named(ver)))

    def AddVariations(
        self, *args: Any, includeDefault: bool = True, defaultName: str | None = None
    ) -> Self:
        """Add one group; each expanded example uses exactly one variation of the group."""
        group: list[Variation] = [Default(defaultName)] if includeDefault else []
        self.groups.append(group + [as_variation(argument) for argument in args])
        return self

    def AddNchw(
        self, *args: DeclaredOperand, includeDefault: bool = True, defaultName: str | None = "nhwc"
    ) -> Self:
        """Add a group that converts the operands from NHWC to NCHW."""
        return self.AddVariations(
            DataLayoutConverter("nchw").Identify(args),
            includeDefault=includeDefault,
            defaultName=defaultName,
        )

    def AddRelaxed(
        self, isRelaxed: bool = True, includeDefault: bool = True, defaultName: str | None = None
    ) -> Self:
        """Add a group with relaxed float32 computation."""
        return self.AddVariations(
            RelaxedModeConverter(isRelaxed), includeDefault=includeDefault, defaultName=defaultName
        )

    def AddRelu(
        self, *args: DeclaredOperand, includeDefault: bool = True, defaultName: str | None = None
    ) -> Self:
        """Add a group with the RELU activation."""
        return self.AddVariations(
            ActivationConverter("relu").Identify(args),
            includeDefault=includeDefault,
            defaultName=defaultName,
        )

    def AddAllActivations(self, *args: DeclaredOperand) -> Self:
        """Add a group of all fused activations."""
        activations = sorted(ActivationConverter.BOUNDS)
        group = [ActivationConverter(activation).Identify(args) for activation in activations]
        return self.AddVariations(*group, includeDefault=False)

    def AddAxis(
        self,
        axis: int | Iterable[int],
        *args: DeclaredOperand,
        includeDefault: bool = True,
        defaultName: str | None = None,
    ) -> Self:
        """Add a group that moves the operation's axis to each of ``axis``."""
        origin, rank = _axis_and_rank(args)
        targets = [axis] if isinstance(axis, int) else list(axis)
        group = [AxisConverter(origin, target, rank).Identify(args) for target in targets]
        return self.AddVariations(*group, includeDefault=includeDefault, defaultName=defaultName)

    def AddAllPositiveAxis(self, *args: DeclaredOperand) -> Self:
        """Add a group with every non-negative axis."""
        return self.AddAxis(range(_axis_and_rank(args)[1]), *args, includeDefault=False)

    def AddAllAxis(self, *args: DeclaredOperand) -> Self:
        """Add a group with every axis, non-negative and negative."""
        rank = _axis_and_rank(args)[1]
        return self.AddAxis(range(-rank, rank), *args, includeDefault=False)

    def AddDims(
        self,
        dims: int | Iterable[int],
        *args: DeclaredOperand,
        includeDefault: bool = True,
        defaultName: str | None = None,
    ) -> Self:
        """Add a group that reduces the operands to each rank in ``dims`` and keeps the axis."""
        origin, rank = _axis_and_rank(args)
        others = [place for place in range(rank) if place != origin]
        group = [
            AxisConverter(origin, origin, rank, others[: rank - sizes]).Identify(args)
            for sizes in ([dims] if isinstance(dims, int) else dims)
        ]
        return self.AddVariations(*group, includeDefault=includeDefault, defaultName=defaultName)

    def AddAllDims(self, *args: DeclaredOperand) -> Self:
        """Add a group with every rank down to 1 that keeps the axis."""
        return self.AddDims(range(_axis_and_rank(args)[1], 0, -1), *args, includeDefault=False)

    def AddAllDimsAndPositiveAxis(self, *args: DeclaredOperand) -> Self:
        """Add a group with every rank and every non-negative axis."""
        return self._add_ranks_and_axes(args, from_both_ends=False)

    def AddAllDimsAndAxis(self, *args: DeclaredOperand) -> Self:
        """Add a group with every rank and every axis, non-negative and negative."""
        return self._add_ranks_and_axes(args, from_both_ends=True)

    def _add_ranks_and_axes(
        self, operands: Sequence[DeclaredOperand], *, from_both_ends: bool
    ) -> Self:
        origin, rank = _axis_and_rank(operands)
        group = []
        for dropped in range(rank):
            for place in range(dropped, rank):
                for target in (place, place - rank) if from_both_ends else (place,):
                    converter = AxisConverter(origin, target, rank, range(dropped))
                    group.append(converter.Identify(operands))
        return self.AddVariations(*group, includeDefault=False)

    def AddUnknownShapes(self) -> Self:
        """Add examples without other variations whose operands have an unknown rank or sizes.

        They have the values that this example has now. See ``UnknownShapesConverter``.
        """
        hidden = DeclaredExample(model=self.model, name=self.name)
        hidden.feeds = list(self.feeds)
        hidden.groups = [[UnknownShapesConverter(*form) for form in ALL_UNKNOWN_SHAPES]]
        hidden.multinomial_tolerance = self.multinomial_tolerance
        hidden.expect_failure = self.expect_failure
        return self

    def WithMultinomialDistributionTolerance(self, expectedTolerance: float) -> Self:
        """Compare the outputs as samples of a distribution, with the given tolerance."""
        self.multinomial_tolerance = float(expectedTolerance)
        return self._without_contradiction()

    def ExpectFailure(self) -> Self:
        """Require that compilation or execution fails."""
        self.expect_failure = True
        return self._without_contradiction()

    def _without_contradiction(self) -> Self:
        if self.expect_failure and self.multinomial_tolerance:
            raise UnlocatedSpecError(
                "an example cannot have both ExpectFailure and a multinomial tolerance: remove one"
            )
        return self

    def DisableLifeTimeVariation(self) -> Self:
        """Do not generate the variations of operand lifetimes for this example."""
        self.vary_lifetimes = False
        return self


def _axis_and_rank(operands: Sequence[DeclaredOperand]) -> tuple[int, int]:
    """Return the axis as a non-negative number, and the rank of the tensors.

    The axis is the value of the INT32 operand; without one, it is the last axis.
    """
    axis, ranks = -1, set()
    for operand in operands:
        if operand.declared.is_tensor:
            ranks.add(len(operand.declared.dimensions))
        elif operand.value:
            axis = int(operand.value[0])
    if len(ranks) != 1:
        raise UnlocatedSpecError(
            f"axis variations need tensors of the same rank, not of ranks {sorted(ranks)}"
        )
    (rank,) = ranks
    return (axis + rank if axis < 0 else axis), rank
