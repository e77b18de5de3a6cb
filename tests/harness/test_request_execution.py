"""Every registered mode and variant of a path is executed and documented."""

from pathlib import Path

import pytest

from conformance.harness.execution import request_execution
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import (
    EXECUTION_MODES,
    EXECUTION_VARIANTS,
    ExecutionMode,
    ExecutionPath,
    ExecutionVariant,
)
from conformance.verdicts import VerdictKind
from tests.sample_drivers.adder_driver import Adder, add_example

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "paths.md"


class CountingAdder(Adder):
    """Counts the requests that it executes."""

    def __init__(self):
        super().__init__()
        self.executions = 0

    def afterwards(self, model, request):
        self.executions += 1


def judge_path(path):
    """Run the path on a counting driver; return the verdict and the number of executions."""
    driver = CountingAdder()
    judge = Judge(driver)
    (verdict,) = judge.judge(add_example(), "case", [path])
    assert judge.close() == []
    return verdict, driver.executions


@pytest.mark.parametrize(
    ("variant", "executions"),
    [
        (ExecutionVariant.SINGLE, 1),
        (ExecutionVariant.TWICE, 2),
        (ExecutionVariant.CONCURRENT, 2),
    ],
)
def test_a_variant_executes_the_request_as_often_as_documented(variant, executions):
    verdict, count = judge_path(ExecutionPath(variant=variant))
    assert (verdict.kind, verdict.reason) == (VerdictKind.PASSED, "")
    assert count == executions


def test_every_mode_and_variant_is_registered_and_has_an_effect():
    assert set(EXECUTION_MODES) == set(request_execution.EXECUTE_BY_MODE) == set(ExecutionMode)
    assert set(EXECUTION_VARIANTS) == set(ExecutionVariant)
    effective = {
        variant for variant, definition in EXECUTION_VARIANTS.items() if definition.executions > 1
    }
    effective |= set(request_execution.EXECUTE_BY_VARIANT)
    effective |= {variant for variant, found in EXECUTION_VARIANTS.items() if found.from_cache}
    assert effective == set(ExecutionVariant) - {ExecutionVariant.SINGLE}


def test_the_page_has_an_example_of_every_mode_and_variant():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    examples = [line.split()[0].split("-") for line in lines if line.startswith("    ")]
    documented = {word for words in examples for word in words}
    words = {*ExecutionMode, *ExecutionVariant} - {ExecutionVariant.SINGLE}
    assert words <= documented


def test_the_function_of_a_variant_changes_how_the_request_is_executed(monkeypatch):
    seen = []

    def execute_once_more(arguments, request, execute):
        seen.append(str(arguments.path))
        execute(request)
        return execute(request)

    added = {ExecutionVariant.TWICE: execute_once_more}
    monkeypatch.setattr(request_execution, "EXECUTE_BY_VARIANT", added)
    for mode in (ExecutionMode.SYNC, ExecutionMode.ASYNC):
        # The plan has two executions of the request, and the function calls the driver twice.
        verdict, count = judge_path(ExecutionPath(mode, variant=ExecutionVariant.TWICE))
        assert (verdict.kind, count) == (VerdictKind.PASSED, 4)
        assert seen == [f"{mode}-fast-twice"] * 2
        seen.clear()
