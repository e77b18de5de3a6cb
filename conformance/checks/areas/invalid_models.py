"""Checks that the driver refuses invalid models: mutants of each operation's valid examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.checks.check_context import CheckContext
from conformance.checks.mutants.model_mutants import ALL_MUTANTS, MutantRunner
from conformance.checks.mutants.mutation_sources import (
    checks_of_operations,
    examples_for_mutants,
    failing_examples,
    select_examples_to_mutate,
)
from conformance.hal import OperationType
from conformance.verdicts import Finding

_DEFAULT_EXAMPLES: Final = 8
_ALL_EXAMPLES: Final = 32
"""Number of examples per operation if all mutants are requested."""


_FAILING_EXAMPLES: Final = 1
"""Number of examples per operation whose execution must fail and whose models are mutated."""


def _run_scenario(operation: OperationType, context: CheckContext) -> Iterator[Finding]:
    few = context.options.mutants_per_operation < ALL_MUTANTS
    count = _DEFAULT_EXAMPLES if few else _ALL_EXAMPLES
    examples = examples_for_mutants(context, operation, select_examples_to_mutate, count)
    examples = [*examples, *failing_examples(operation, context.version, _FAILING_EXAMPLES)]
    runner = MutantRunner(context)
    runner.run(examples, context.options.mutants_per_operation, context.options.seed)
    unmutated = runner.coverage.unmutated_rules(operation, context.version)
    yield from runner.report(unmutated_rules=unmutated)


CHECKS: Final = checks_of_operations(
    "invalid_models",
    _run_scenario,
    "IDevice::getSupportedOperations and IDevice::prepareModel answer INVALID_ARGUMENT for an "
    "invalid model with the operation {}; if only a condition of the operation is violated, "
    "getSupportedOperations may answer NONE, and prepareModel GENERAL_FAILURE if it reported "
    "unsupported operations; valid models still execute afterwards",
    "IDevice.getSupportedOperations, IDevice.prepareModel: INVALID_ARGUMENT",
)
