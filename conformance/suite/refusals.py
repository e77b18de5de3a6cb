"""Checks that the driver refuses invalid models: mutants of each operation's valid examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from conformance.hal import OperationType, Version
from conformance.harness import Finding, Kind
from conformance.operations import definitions
from conformance.suite.bench import Bench, SetAsideError
from conformance.suite.check import Check
from conformance.suite.mutants import EVERYTHING, Examiner
from conformance.suite.sources import CONTROL_FLOW, operations_of, to_be_mutated

_EXAMPLES: Final = 8
_ALL_EXAMPLES: Final = 32
"""Number of examples per operation if all mutants are requested."""


def _scenario(operation: OperationType, bench: Bench) -> Iterator[Finding]:
    """Pass mutants of the operation's examples to the driver; yield the findings."""
    if not bench.options.mutants:
        raise SetAsideError(Kind.DISABLED, "mutants are disabled (--mutants 0)")
    count = _EXAMPLES if bench.options.mutants < EVERYTHING else _ALL_EXAMPLES
    examples = to_be_mutated(operation, bench.version, count)
    if not examples:
        reason = f"no bundled spec has a valid example of {operation.name} for HAL {bench.version}"
        raise SetAsideError(Kind.NOT_APPLICABLE, reason, "version.declared")
    examiner = Examiner(bench)
    examiner.examine(examples, bench.options.mutants, bench.options.seed)
    coverage = examiner.coverage
    bench.details.update(coverage.details(), unbroken=coverage.unbroken(operation, bench.version))
    mishandled = examiner.smallest()
    if mishandled is not None:
        bench.evidence = mishandled.mutant
    yield from examiner.findings()


def _check(operation: OperationType) -> Check:
    since = Version.V1_3 if operation in CONTROL_FLOW else definitions()[operation].since
    scenario: Callable[[Bench], Iterator[Finding]] = partial(_scenario, operation)
    return Check(
        "refusals",
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


CHECKS: Final = tuple(_check(operation) for operation in operations_of(Version.AIDL_V4))
