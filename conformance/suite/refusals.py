"""Invalid models: for each operation, mutants of its valid examples."""

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
"""So many where all mutants are asked for."""


def _scenario(operation: OperationType, bench: Bench) -> Iterator[Finding]:
    if not bench.options.mutants:
        raise SetAsideError(Kind.DISABLED, "no mutants were asked for")
    count = _EXAMPLES if bench.options.mutants < EVERYTHING else _ALL_EXAMPLES
    examples = to_be_mutated(operation, bench.version, count)
    if not examples:
        reason = f"no bundled example of {operation.name} is one for HAL {bench.version}"
        raise SetAsideError(Kind.NOT_APPLICABLE, reason, "version.declared")
    examiner = Examiner(bench)
    examiner.examine(examples, bench.options.mutants, bench.options.seed)
    coverage = examiner.coverage
    bench.details.update(coverage.details(), unbroken=coverage.unbroken(operation, bench.version))
    culprit = examiner.smallest()
    if culprit is not None:
        bench.evidence = culprit.mutant
    yield from examiner.findings()


def _check(operation: OperationType) -> Check:
    since = Version.V1_3 if operation in CONTROL_FLOW else definitions()[operation].since
    scenario: Callable[[Bench], Iterator[Finding]] = partial(_scenario, operation)
    return Check(
        "refusals",
        operation.name,
        f"a model whose {operation.name} is wrong, or that is wrong around it, is refused",
        "IDevice.getSupportedOperations, IDevice.prepareModel: INVALID_ARGUMENT",
        scenario,
        since,
        operations=(operation.name,),
    )


CHECKS: Final = tuple(_check(operation) for operation in operations_of(Version.AIDL_V4))
