"""A slice of the campaign of attacks (``python -m tests.attacks``)."""

from __future__ import annotations

import pytest

from tests.attacks.__main__ import FUNCTIONS, RUNS, outcome
from tests.attacks.attack import Attack


@pytest.mark.parametrize("attack", FUNCTIONS, ids=lambda attack: attack.__name__)
def test_no_violation_by_attacks_on_functions(attack: Attack) -> None:
    violations = {seed: found for seed in range(12) if (found := outcome(attack, seed))}
    assert not violations


@pytest.mark.slow
@pytest.mark.parametrize("attack", RUNS, ids=lambda attack: attack.__name__)
def test_no_violation_by_attacks_on_runs(attack: Attack) -> None:
    violations = {seed: found for seed in range(3) if (found := outcome(attack, seed))}
    assert not violations
