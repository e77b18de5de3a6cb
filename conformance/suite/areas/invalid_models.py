"""Checks that the driver refuses invalid models: mutants of each operation's valid examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from conformance.hal import OperationType, Version
from conformance.harness.results.verdict import Finding, VerdictKind
from conformance.operations import definitions
from conformance.suite.check import Check
from conformance.suite.check_context import CheckContext, SkipCheck
from conformance.suite.model_mutants import ALL_MUTANTS, MutantRunner
from conformance.suite.mutation_sources import (
    CONTROL_FLOW,
    operations_of,
    select_examples_to_mutate,
)

_DEFAULT_EXAMPLES: Final = 8
_ALL_EXAMPLES: Final = 32
"""Number of examples per operation if all mutants are requested."""


def _run_scenario(operation: OperationType, context: CheckContext) -> Iterator[Finding]:
    """Pass mutants of the operation's examples to the driver; yield the findings."""
    if not context.options.mutants_per_operation:
        raise SkipCheck(VerdictKind.DISABLED, "mutants are disabled (--mutants 0)")
    count = (
        _DEFAULT_EXAMPLES if context.options.mutants_per_operation < ALL_MUTANTS else _ALL_EXAMPLES
    )
    if not (examples := select_examples_to_mutate(operation, context.version, count)):
        reason = (
            f"no bundled spec has a valid example of {operation.name} for HAL {context.version}"
        )
        raise SkipCheck(VerdictKind.NOT_APPLICABLE, reason, "version.declared")
    runner = MutantRunner(context)
    runner.run(examples, context.options.mutants_per_operation, context.options.seed)
    coverage = runner.coverage
    context.details.update(
        coverage.details(), unmutated_rules=coverage.unmutated_rules(operation, context.version)
    )
    if (mishandled := runner.smallest_mishandled()) is not None:
        context.evidence = mishandled.mutant
    yield from runner.findings()


def _make_check(operation: OperationType) -> Check:
    since = Version.V1_3 if operation in CONTROL_FLOW else definitions()[operation].since
    scenario: Callable[[CheckContext], Iterator[Finding]] = partial(_run_scenario, operation)
    return Check(
        "invalid_models",
        operation.name,
        (
            "IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for "
            f"an invalid model with the operation {operation.name}; if only a condition of the "
            "operation is violated, getSupportedOperations may answer NONE, and prepareModel "
            "GENERAL_FAILURE if it reported unsupported operations; valid models still execute "
            "afterwards"
        ),
        "IDevice.getSupportedOperations, IDevice.prepareModel: INVALID_ARGUMENT",
        scenario,
        since,
        operations=(operation.name,),
    )


CHECKS: Final = tuple(_make_check(operation) for operation in operations_of(max(Version)))
