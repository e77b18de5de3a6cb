"""Tests that a stored selection of mutants is the selection that would be computed."""

from pathlib import Path

import pytest

from conformance.cases import Example
from conformance.checks import checks_by_area
from conformance.checks.areas import invalid_requests
from conformance.checks.mutants import mutant_selection
from conformance.checks.mutants.mutant_selection import MutantChoice, select_mutants
from conformance.checks.mutants.mutation_sources import select_examples_to_mutate
from conformance.files import CACHE_VARIABLE
from conformance.hal import OperationType, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind

BUDGET = 300


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return select_examples_to_mutate(OperationType.SOFTMAX, Version.V1_3, 3)


class SelectionCounter:
    """Counts the computed selections of models' mutants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr(mutant_selection, "select_mutants", self._select)

    def _select(self, *arguments: object, **options: object) -> list[MutantChoice]:
        self.count += 1
        return select_mutants(*arguments, **options)  # type: ignore[arg-type]


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch, cache: Path) -> SelectionCounter:
    return SelectionCounter(monkeypatch)


def _select(
    examples: list[Example], version: Version = Version.V1_3, seed: int = 0
) -> list[tuple[str, str, str, object]]:
    choices = mutant_selection.stored_mutants(examples, version, seed, BUDGET, thin=True)
    return [_comparable(choice) for choice in choices]


def _comparable(choice: MutantChoice) -> tuple[str, str, str, object]:
    model = choice.mutation.build()
    content = (model.main, model.operand_values, len(model.pools))
    return choice.example.name, str(choice.mutation), str(choice.violation), content


def test_the_stored_selection_is_the_computed_one(
    examples: list[Example], computed: SelectionCounter
) -> None:
    expected = [_comparable(c) for c in select_mutants(examples, Version.V1_3, 0)[:BUDGET]]
    assert _select(examples) == expected
    assert _select(examples) == expected
    assert computed.count == 1
    assert len({example for example, *_ in expected}) > 1


@pytest.mark.parametrize("change", ["seed", "version", "examples", "damage"])
def test_a_selection_with_other_inputs_is_computed_again(
    examples: list[Example],
    computed: SelectionCounter,
    cache: Path,
    change: str,
) -> None:
    _select(examples)
    version = Version.V1_2 if change == "version" else Version.V1_3
    if change == "damage":
        (file,) = cache.glob("*.nnmutants")
        file.write_bytes(file.read_bytes()[:-1])
    chosen = examples[:2] if change == "examples" else examples
    _select(chosen, version, seed=int(change == "seed"))
    assert computed.count == 2


def test_the_stored_requests_are_the_computed_ones(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = next(c for c in checks_by_area()["invalid_requests"] if c.name == "SOFTMAX")
    judge = Judge(ReferenceDevice(Version.V1_3), JudgeOptions(mutants_per_operation=BUDGET))
    (computed,) = check.run(judge)
    monkeypatch.setattr(invalid_requests, "_ordered_mutants", None)
    (stored,) = check.run(judge)
    judge.close()
    assert computed.kind is VerdictKind.PASSED
    assert computed.details["rules"]
    assert (stored.kind, stored.details) == (computed.kind, computed.details)
