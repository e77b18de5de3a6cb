"""Verdicts for malformed answers, exceptions, callbacks, refusals and declined models."""

import signal
import time
from dataclasses import replace

import pytest

from conformance.hal import ErrorStatus, Operation, OperationType
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath
from conformance.harness.results.verdict import VerdictKind
from tests.sample_drivers.adder_driver import (
    Adder,
    AdderPreparedModel,
    add_example,
    refuse,
    run_later,
)

SYNC, ASYNC = ExecutionPath(ExecutionMode.SYNC), ExecutionPath(ExecutionMode.ASYNC)
NONE, INVALID, FAILURE = (
    ErrorStatus.NONE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.GENERAL_FAILURE,
)


def judge_one(driver, example=None, path=SYNC):
    judge = Judge(driver, JudgeOptions(callback_timeout=0.2))
    (verdict,) = judge.judge(example or add_example(), "case", [path])
    return verdict


def driver_with(**methods):
    return type("Misbehaving", (Adder,), methods)()


def prepared_with(**methods):
    return driver_with(prepared=type("ViciousModel", (AdderPreparedModel,), methods))


def answering(answer):
    return lambda self, *arguments: answer


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        (None, "get_supported_operations answered None; a tuple (ErrorStatus, list of bool)"),
        ((NONE, None), "answered None"),
        ((NONE, [1]), "a bool was expected"),
        ((NONE,), "a tuple (ErrorStatus, list of bool) was expected"),
        (("NONE", [True]), "an ErrorStatus was expected"),
        ((99, [True]), "status 99"),
    ],
)
def test_supported_operations_of_the_wrong_form(answer, part):
    verdict = judge_one(driver_with(get_supported_operations=answering(answer)))
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.form")
    assert part in verdict.reason


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ((NONE, [True, True]), "supported.count"),
        ((NONE, []), "supported.count"),
        ((FAILURE, []), "supported.status"),
        ((INVALID, []), "supported.status"),
    ],
)
def test_supported_operations_of_the_wrong_content(answer, rule):
    verdict = judge_one(driver_with(get_supported_operations=answering(answer)))
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, rule)


@pytest.mark.parametrize("path", [SYNC, ASYNC])
def test_execution_answering_none(path):
    driver = prepared_with(execute=answering(None), execute_synchronously=answering(None))
    verdict = judge_one(driver, path=path)
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.form")
    assert "answered" in verdict.reason
    assert "None" in verdict.reason


@pytest.mark.parametrize(
    ("field", "value", "part"),
    [
        ("shapes", None, "list of OutputShape"),
        ("shapes", [(2, 2)], "an OutputShape was expected"),
        ("timing", None, "a Timing was expected"),
        ("status", None, "an ErrorStatus was expected"),
    ],
)
@pytest.mark.parametrize("path", [SYNC, ASYNC])
def test_parts_of_the_wrong_type(field, value, part, path):
    verdict = judge_one(driver_with(**{field: value}), path=path)
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.form")
    assert part in verdict.reason


def test_hostile_answers_stay_verdicts():
    class Hostile:
        def __repr__(self):
            raise RuntimeError("no")

        def __iter__(self):
            raise SystemExit(3)

    verdict = judge_one(driver_with(shapes=Hostile()))
    assert verdict.kind == VerdictKind.INVALID_ANSWER
    verdict = judge_one(driver_with(get_supported_operations=answering((NONE, Hostile()))))
    assert verdict.kind == VerdictKind.INVALID_ANSWER


class OddError(Exception):
    def __str__(self):
        return "odd \udc80 text"


@pytest.mark.parametrize(
    "error", [ValueError("no luck"), SystemExit(1), KeyboardInterrupt("mine"), OddError()]
)
@pytest.mark.parametrize("where", ["get_supported_operations", "prepare_model", "store"])
@pytest.mark.parametrize("path", [SYNC, ASYNC])
def test_every_exception_of_a_driver_is_a_verdict(error, where, path):
    def raises(self, *arguments):
        raise error

    verdict = judge_one(driver_with(**{where: raises}), path=path)
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.exception")
    assert f"raised {type(error).__name__}" in verdict.reason
    assert any("in raises" in line for line in verdict.details["traceback"])
    verdict.reason.encode()


def test_the_users_interrupt_passes():
    def interrupted(self, *arguments):
        signal.raise_signal(signal.SIGINT)

    # SIGINT is ignored in background jobs of a shell, so the test sets the default handler.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            judge_one(driver_with(store=interrupted))
    finally:
        signal.signal(signal.SIGINT, before)


class StopTheTestError(BaseException):
    """An exception as raised by a test runner's time limit."""


@pytest.mark.parametrize(
    ("error", "passes"),
    [(StopTheTestError, True), (KeyboardInterrupt, True), (TimeoutError, False)],
)
def test_exceptions_of_signal_handlers(error, passes):
    """An exception of a signal handler is not attributed to the driver."""

    def alarm(number, frame):
        raise error("the time is up")

    def busy(self, *arguments):
        signal.raise_signal(signal.SIGALRM)

    before = signal.signal(signal.SIGALRM, alarm)
    try:
        if passes:
            with pytest.raises(error):
                judge_one(driver_with(store=busy))
        else:
            assert judge_one(driver_with(store=busy)).rule == "internal"
    finally:
        signal.signal(signal.SIGALRM, before)


def test_callback_notified_twice_is_reported():
    def twice(self, callback, *arguments):
        callback.notify(*arguments)
        callback.notify(*arguments)

    verdict = judge_one(driver_with(notify=twice), path=ASYNC)
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "callback.once")
    assert "execute notified its callback 2 times" in verdict.reason


def test_preparation_notified_twice_is_reported_on_every_path():
    def prepare_model(self, model, *arguments):
        for _ in range(2):
            arguments[-1].notify(NONE, AdderPreparedModel(self, model))
        return NONE

    judge = Judge(driver_with(prepare_model=prepare_model))
    verdicts = judge.judge(add_example(), "case", [SYNC, ASYNC])
    assert [v.rule for v in verdicts] == ["callback.once"] * 2
    assert "prepare_model" in verdicts[0].reason


def test_late_second_notification_is_blamed_on_its_case():
    threads = []

    def notify(self, callback, *arguments):
        callback.notify(*arguments)
        if not threads:
            threads.append(run_later(0.05, lambda: callback.notify(*arguments)))

    judge = Judge(driver_with(notify=notify))
    (first,) = judge.judge(add_example(), "first", [ASYNC])
    assert first.kind == VerdictKind.PASSED
    threads[0].join()
    (second,) = judge.judge(add_example(), "second", [ASYNC])
    assert second.kind == VerdictKind.PASSED
    (late,) = judge.take_late_verdicts()
    assert (late.case_id, late.path, late.rule) == ("first", "async-fast", "callback.once")


@pytest.mark.parametrize("where", ["prepare_model", "execute"])
def test_callback_never_notified_is_a_hang_within_the_limit(where):
    if where == "execute":
        driver = prepared_with(execute=answering(NONE))
    else:
        driver = driver_with(prepare_model=answering(NONE))
    start = time.monotonic()
    verdict = judge_one(driver, path=ASYNC)
    assert time.monotonic() - start < 2
    assert (verdict.kind, verdict.rule) == (VerdictKind.HANG, "callback.missing")
    assert f"{where} answered NONE, but did not notify its callback" in verdict.reason


def test_refused_launch_without_notification():
    verdict = judge_one(driver_with(prepare_model=answering(FAILURE)))
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "callback.missing")


def test_late_only_notification_is_recorded_without_harm():
    def notify(self, callback, *arguments):
        run_later(0.4, lambda: callback.notify(*arguments))

    judge = Judge(driver_with(notify=notify), JudgeOptions(callback_timeout=0.1))
    (verdict,) = judge.judge(add_example(), "case", [ASYNC])
    assert verdict.kind == VerdictKind.HANG
    (verdict,) = judge.judge(add_example(), "next", [SYNC])
    assert verdict.kind == VerdictKind.PASSED


def test_prepared_none_with_status_none():
    verdict = judge_one(driver_with(prepare_model=refuse(NONE)))
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "prepare.model")


def test_prepared_model_with_an_error():
    def prepare_model(self, model, *arguments):
        arguments[-1].notify(FAILURE, AdderPreparedModel(self, model))
        return NONE

    assert judge_one(driver_with(prepare_model=prepare_model)).rule == "prepare.model"


def test_prepared_something_else():
    def prepare_model(self, model, *arguments):
        arguments[-1].notify(NONE, "model")
        return NONE

    verdict = judge_one(driver_with(prepare_model=prepare_model))
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.form")
    assert "a PreparedModel was expected" in verdict.reason


def test_supported_yet_refused_fails():
    verdict = judge_one(driver_with(prepare_model=refuse(FAILURE)))
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "prepare.status")


UNSUPPORTED = answering((NONE, [False]))


@pytest.mark.parametrize("launch", [NONE, FAILURE])
def test_unsupported_and_refused_is_declined(launch):
    driver = driver_with(
        get_supported_operations=UNSUPPORTED, prepare_model=refuse(FAILURE, launch)
    )
    verdict = judge_one(driver)
    assert (verdict.kind, verdict.rule) == (VerdictKind.DECLINED, "prepare.declined")
    assert "ADD (operation 0)" in verdict.reason
    assert "GENERAL_FAILURE" in verdict.reason
    assert verdict.details["unsupported"] == ["ADD (operation 0)"]
    assert ("note" in verdict.details) == (launch != NONE)


def test_a_declined_case_lists_the_supported_operations_of_main():
    base = add_example()
    main = base.model.main
    loop = Operation(OperationType.WHILE, (0, 1, 2), (3,))
    inner = (replace(main.operations[0], type=OperationType.MUL),)
    model = replace(
        base.model,
        main=replace(main, operations=(*main.operations, loop)),
        referenced=(replace(main, operations=inner),),
    )
    driver = driver_with(
        get_supported_operations=answering((NONE, [True, False])), prepare_model=refuse(FAILURE)
    )
    verdict = judge_one(driver, replace(base, model=model))
    assert verdict.kind == VerdictKind.DECLINED
    assert verdict.operations == ("ADD", "WHILE", "MUL")
    assert verdict.details["supported"] == ["ADD"]


def test_launch_and_callback_of_a_refusal_must_agree():
    driver = driver_with(prepare_model=refuse(FAILURE, INVALID))
    assert judge_one(driver).rule == "prepare.launch"


def test_unsupported_but_prepared_is_judged():
    driver = driver_with(get_supported_operations=UNSUPPORTED)
    assert judge_one(driver).kind == VerdictKind.PASSED
    wrong = driver_with(
        get_supported_operations=UNSUPPORTED, compute=lambda self, result: result + 1
    )
    assert judge_one(wrong).rule == "values"


def test_a_model_that_the_driver_calls_invalid_is_not_prepared():
    driver = driver_with(get_supported_operations=answering((INVALID, [])))
    verdict = judge_one(driver, add_example(expect_failure=True))
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "refusal.status")


def test_expected_failure_passes_by_a_permitted_refusal_only():
    example = add_example(expect_failure=True)
    for driver in (
        driver_with(
            get_supported_operations=answering((INVALID, [])), prepare_model=refuse(INVALID)
        ),
        driver_with(prepare_model=refuse(INVALID)),
        driver_with(prepare_model=refuse(FAILURE)),
        driver_with(prepare_model=refuse(INVALID), get_supported_operations=UNSUPPORTED),
        driver_with(status=INVALID),
        driver_with(status=FAILURE),
    ):
        verdict = judge_one(driver, example)
        assert verdict.kind == VerdictKind.PASSED, verdict
        assert "refused by" in verdict.reason


@pytest.mark.parametrize(
    ("driver", "kind", "rule"),
    [
        (Adder(), VerdictKind.FAILED, "refusal.missing"),
        (driver_with(status=ErrorStatus.DEVICE_UNAVAILABLE), VerdictKind.FAILED, "refusal.status"),
        (
            driver_with(prepare_model=refuse(ErrorStatus.DEVICE_UNAVAILABLE)),
            VerdictKind.FAILED,
            "refusal.status",
        ),
        (
            driver_with(get_supported_operations=answering((FAILURE, []))),
            VerdictKind.FAILED,
            "refusal.status",
        ),
        (
            driver_with(get_supported_operations=UNSUPPORTED, prepare_model=refuse(FAILURE)),
            VerdictKind.DECLINED,
            "prepare.declined",
        ),
        (
            prepared_with(execute_synchronously=answering(None)),
            VerdictKind.INVALID_ANSWER,
            "answer.form",
        ),
        (driver_with(prepare_model=answering(NONE)), VerdictKind.HANG, "callback.missing"),
    ],
)
def test_expected_failure_not_met(driver, kind, rule):
    verdict = judge_one(driver, add_example(expect_failure=True))
    assert (verdict.kind, verdict.rule) == (kind, rule)


@pytest.mark.parametrize(
    ("status", "kind", "rule"),
    [
        (ErrorStatus.MISSED_DEADLINE_TRANSIENT, VerdictKind.PASSED, ""),
        (ErrorStatus.MISSED_DEADLINE_PERSISTENT, VerdictKind.PASSED, ""),
        (FAILURE, VerdictKind.DECLINED, "execute.declined"),
        (INVALID, VerdictKind.FAILED, "loop.timeout"),
        (NONE, VerdictKind.FAILED, "loop.timeout"),
    ],
)
def test_endless_loop_must_miss_its_deadline(status, kind, rule):
    base = add_example(expect_failure=True)
    loop = (Operation(OperationType.WHILE, (0, 1, 2), (3,)),)
    main = replace(base.model.main, operations=loop)
    example = replace(base, model=replace(base.model, main=main))
    timeouts = []

    def execute_synchronously(self, request, measure, deadline, loop_timeout_duration):
        timeouts.append(loop_timeout_duration)
        return status, (), self.driver.timing

    driver = prepared_with(execute_synchronously=execute_synchronously)
    verdict = judge_one(driver, example)
    assert (verdict.kind, verdict.rule) == (kind, rule)
    assert timeouts == [1_000_000]


def test_an_invalid_case_is_an_internal_error():
    example = add_example()
    verdict = judge_one(Adder(), replace(example, inputs=()))
    assert (verdict.kind, verdict.rule) == (VerdictKind.INTERNAL_ERROR, "internal")
    assert "the example has 0 inputs, but its model has 2 inputs" in verdict.reason
