"""The branches that instrumented code reports."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from fuzz.core import instrumentation


@pytest.fixture
def engine(monkeypatch):
    """Return a module in the place of atheris; ``reported`` lists its branches."""
    reported = []
    module = SimpleNamespace(_trace_branch=reported.append, reported=reported)
    monkeypatch.setattr(instrumentation, "_ENGINES", [module])
    monkeypatch.setattr(instrumentation, "_TRACERS", [])
    return module


def test_each_branch_of_an_input_is_reported_once(engine):
    instrumentation.start_input()
    for branch in (3, 5, 3, 3, 5):
        engine._trace_branch(branch)
    assert engine.reported == []
    instrumentation.end_input()
    assert sorted(engine.reported) == [3, 5]


def test_branches_between_two_inputs_are_not_reported(engine):
    instrumentation.start_input()
    instrumentation.end_input()
    engine._trace_branch(1)
    instrumentation.start_input()
    engine._trace_branch(2)
    instrumentation.end_input()
    assert engine.reported == [2]
