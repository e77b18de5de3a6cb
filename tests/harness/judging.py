"""Judge one example on the adder driver with some methods replaced."""

from typing import Any

from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from conformance.verdicts import Verdict
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel, add_example

SYNC, ASYNC = ExecutionPath(ExecutionMode.SYNC), ExecutionPath(ExecutionMode.ASYNC)


def driver_with(**attributes: Any) -> Any:
    """Return an adder with other methods or attributes of the device."""
    return type("Misbehaving", (Adder,), attributes)()


def prepared_with(**attributes: Any) -> Any:
    """Return an adder with other methods of the prepared model."""
    return driver_with(prepared=type("Misbehaving", (AdderPreparedModel,), attributes))


def returning(value: Any) -> Any:
    """Return a method that returns the value."""
    return lambda self, *arguments: value


def judge_one(driver: Any, example: Any = None, path: ExecutionPath = SYNC) -> Verdict:
    """Return the only verdict on an example along a path."""
    judge = Judge(driver, JudgeOptions(callback_timeout=0.2))
    (verdict,) = judge.judge(example or add_example(), "case", [path])
    assert (verdict.case_id, verdict.path) == ("case", str(path))
    assert judge.close() == []
    return verdict


def kind_and_rule(driver: Any, example: Any = None, path: ExecutionPath = SYNC) -> tuple[str, str]:
    verdict = judge_one(driver, example, path)
    return verdict.kind, verdict.rule
