"""Every registered mode and variant of a path is executed and documented."""

from pathlib import Path

import pytest

from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import (
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


def test_the_page_has_an_example_of_every_mode_and_variant():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    examples = [line.split()[0].split("-") for line in lines if line.startswith("    ")]
    documented = {word for words in examples for word in words}
    words = {*ExecutionMode, *ExecutionVariant} - {ExecutionVariant.SINGLE}
    assert words <= documented
