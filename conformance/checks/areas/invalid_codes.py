"""Checks that models with codes outside the driver's version, or with cycles, are refused.

The mutations are applied to small additions, and all of them run, for every version.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.cases import Example
from conformance.checks.check_context import CheckContext
from conformance.checks.mutants.model_mutants import MutantRunner
from conformance.checks.mutants.mutation_sources import later_examples, require_mutants
from conformance.checks.registration import check
from conformance.checks.sample_models import addition_chain_model, addition_model
from conformance.hal import Version
from conformance.validation.mutations import FAMILIES
from conformance.verdicts import Finding

_REFUSED: Final = "IDevice.getSupportedOperations, IDevice.prepareModel: INVALID_ARGUMENT"
_LATER_EXAMPLES: Final = 8
"""Number of examples of later versions for each operation."""

_EXAMPLES: Final = tuple(
    Example("invalid_codes", name, model, (bytes(16), bytes(16)), (), ())
    for name, model in (
        ("addition", addition_model()),
        ("three_additions", addition_chain_model(4, 3)),
    )
)


def _check_families(context: CheckContext, *names: str) -> Iterator[Finding]:
    runner = MutantRunner(context)
    for example in _EXAMPLES:
        mutations = [
            mutation
            for family in FAMILIES
            if family.name in names
            for mutation in family.mutations_in(example.model, context.version)
        ]
        runner.run_all(example, mutations)
    yield from runner.report()


@check(_REFUSED)
def unknown_types(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for an
    operand whose type or lifetime code does not exist, or belongs to an extension that the model
    does not declare.
    """
    yield from _check_families(context, "operand.type", "operand.lifetime", "model.extensions")


@check(_REFUSED, until=Version.AIDL_V3)
def later_types(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for an
    operand type, a lifetime or operand parameters of any later version.
    """
    yield from _check_families(context, "operand.newer_type", "model.newer_features")


@check(_REFUSED)
def unknown_operations(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for an
    operation code that does not exist.
    """
    yield from _check_families(context, "operation.type")


@check(_REFUSED, until=Version.AIDL_V3)
def later_operations(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for an
    operation of any later version.
    """
    yield from _check_families(context, "operation.newer")


@check(_REFUSED, until=Version.AIDL_V3)
def later_models(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for models
    that are valid in a later version only, because of an operation, a type, an argument or a rank.
    """
    require_mutants(context)
    runner = MutantRunner(context)
    runner.run_unchanged(later_examples(context.version, _LATER_EXAMPLES))
    yield from runner.report()


@check(_REFUSED)
def cycles(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for
    operations that depend on their own results, through temporaries or outputs.
    """
    yield from _check_families(context, "order.cycle")


@check(_REFUSED)
def execution_order(context: CheckContext) -> Iterator[Finding]:
    """IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for an
    operation before one whose result it reads, for a result without a writer or with two, and for
    a written input or constant.
    """
    names = "order", "order.second_writer", "order.missing_writer", "order.illegal_write"
    yield from _check_families(context, *names)
