"""The bundled specs of each operation detect every mutant that is not listed as equivalent."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache

import pytest

from conformance.hal import OperationType
from conformance.operations import find_definition
from tests.faults.mutant_search import MutantOutcome, all_operations, search_mutants
from tests.sample_drivers.values.equivalent_mutants import EQUIVALENT, reason
from tests.sample_drivers.values.operation_mutants import OperationMutant, mutants

OPERATIONS = all_operations()
pytestmark = pytest.mark.xdist_group("operation mutants")


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Disable logging: the driver logs a traceback for each faulty kernel that raises."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@cache
def mutants_of(operation: OperationType) -> tuple[OperationMutant, ...]:
    """Return the mutants of an operation."""
    found = find_definition(operation)
    assert found is not None
    return tuple(mutants(found))


@cache
def outcomes(operation: OperationType) -> tuple[MutantOutcome, ...]:
    """Return the outcomes of all mutants of an operation; cached, as two tests need them."""
    return tuple(search_mutants(operation, mutants_of(operation)))


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_mutant_is_caught_or_no_fault(operation: OperationType) -> None:
    """A mutant is detected by a bundled spec, or it is listed as equivalent; never both."""
    found = outcomes(operation)
    missed = [
        f"{one.mutant.name} ({one.changed} of {one.total} examples differ)"
        for one in found
        if one.verdict is None and reason(operation.name, one.mutant.name) is None
    ]
    assert missed == [], "no bundled spec notices these: specs are missing"
    noticed = [
        f"{one.mutant.name}: {one.verdict}"
        for one in found
        if one.verdict is not None and reason(operation.name, one.mutant.name) is not None
    ]
    assert noticed == [], "called no fault, and yet noticed"


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_operation_has_mutants_of_several_kinds(operation: OperationType) -> None:
    faults = [m for m in mutants_of(operation) if reason(operation.name, m.name) is None]
    assert len(faults) >= 3
    assert len({mutant.kind for mutant in faults}) >= 3
    names = [mutant.name for mutant in faults]
    assert len(names) == len(set(names))


def test_every_excuse_is_needed() -> None:
    """Each pattern in the list of equivalent mutants matches a mutant."""
    full = [f"{op.name}: {mutant.name}" for op in OPERATIONS for mutant in mutants_of(op)]
    unused = [p for p in EQUIVALENT if not any(fnmatchcase(name, p) for name in full)]
    assert unused == []


@pytest.mark.slow
def test_a_third_of_the_faults_change_less_than_a_twentieth_of_the_executions() -> None:
    every = [
        one for op in OPERATIONS for one in outcomes(op) if reason(op.name, one.mutant.name) is None
    ]
    assert 3 * sum(one.narrow for one in every) >= len(every)
