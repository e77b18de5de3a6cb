"""Runs every target over its seeds and past findings, and with hypothesis as engine.

``pytest fuzz`` needs no atheris. The driver is that of ``NN_CONFORMANCE_FUZZ_DRIVER``, by default
the reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from fuzz.checks.native_checks import NoLibraryError
from fuzz.core.finding import FuzzFinding
from fuzz.core.target import Target
from fuzz.engines.seeds import read_regressions, read_seeds
from fuzz.inputs import mutator
from fuzz.targets import SUMMARIES, load_target

_LEAK: Final = "leak-"
"""Start of the file names of inputs that leaked."""


@pytest.fixture(scope="module", params=SUMMARIES)
def target(request: pytest.FixtureRequest) -> Iterator[Target]:
    """Return a target with an open driver."""
    found = load_target(request.param)
    try:
        found.session()
    except NoLibraryError as error:
        pytest.skip(str(error))
    yield found
    found.close()


def test_seeds(target: Target) -> None:
    """No seed shows a violation."""
    seeds = read_seeds(target.name)
    assert seeds
    findings = [str(finding) for seed in seeds if (finding := target.find(seed)) is not None]
    assert findings == []


def test_past_findings(target: Target) -> None:
    """No input of a past finding shows a violation; those of leaks run many times."""
    findings = {
        name: str(finding)
        for name, data in read_regressions(target.name)
        if (finding := target.find(data) or _leak(target, name, data)) is not None
    }
    assert findings == {}


def _leak(target: Target, name: str, data: bytes) -> FuzzFinding | None:
    return target.find_leak(data) if name.startswith(_LEAK) else None


def test_with_hypothesis(target: Target) -> None:
    """No mutation of a seed that hypothesis chooses shows a violation."""
    hypothesis = pytest.importorskip("hypothesis")
    strategies = hypothesis.strategies
    seeds = read_seeds(target.name)

    def run(seed: bytes, changes: list[int], end: bytes) -> None:
        data = seed
        if target.structured:
            for number in changes:
                data = mutator.mutate(data, target.max_length, number, request=target.request)
        else:
            for number in changes:
                place = number % (len(data) + 1)
                data = data[:place] + end + data[place + len(end) :]
        finding = target.find(data[: target.max_length])
        assert finding is None, str(finding)

    strategy = hypothesis.given(
        strategies.sampled_from(seeds),
        strategies.lists(strategies.integers(0, (1 << 32) - 1), max_size=3),
        strategies.binary(max_size=24),
    )
    settings = hypothesis.settings(
        max_examples=50,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    settings(strategy(run))()
