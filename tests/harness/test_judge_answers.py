"""Verdicts on late notifications, declined cases, refusals and exceptions of signal handlers.

``tests/faults/values/answers.py`` has a fault for each rule of answers.
"""

import signal
from dataclasses import replace

import pytest

from conformance.hal import (
    ErrorStatus,
    Operation,
    OperationType,
    OutputShape,
)
from conformance.harness.judge import Judge, JudgeOptions
from conformance.verdicts import VerdictKind
from tests.harness.judging import (
    ASYNC,
    SYNC,
    driver_with,
    judge_one,
    kind_and_rule,
    prepared_with,
    returning,
)
from tests.sample_drivers.adder_driver import (
    Adder,
    add_example,
    refuse,
    run_later,
)

NONE, INVALID, FAILURE, UNAVAILABLE = (
    ErrorStatus.NONE,
    ErrorStatus.INVALID_ARGUMENT,
    ErrorStatus.GENERAL_FAILURE,
    ErrorStatus.DEVICE_UNAVAILABLE,
)
PASSED, FAILED, DECLINED, HANG, INVALID_ANSWER = (
    VerdictKind.PASSED,
    VerdictKind.FAILED,
    VerdictKind.DECLINED,
    VerdictKind.HANG,
    VerdictKind.INVALID_ANSWER,
)
RIGHT = OutputShape((2, 2), True)
UNSUPPORTED = returning((NONE, [False]))
INVALID_MODEL = returning((INVALID, []))


def test_a_reason_shows_the_first_ones_of_many_dimensions():
    verdict = judge_one(driver_with(shapes=[OutputShape(tuple(range(2**16)), True)]))
    assert verdict.rule == "output_shape.dimensions"
    assert "[0, 1, 2, 3, " in verdict.reason
    assert len(verdict.reason) < 500


def test_open_output_dimensions_need_shapes():
    assert judge_one(Adder(), add_example(model_dims=(2, 0))).rule == "output_shape.count"
    driver = driver_with(shapes=[RIGHT])
    assert judge_one(driver, add_example(model_dims=())).kind == PASSED


# ------------------------------------------------------------------------------- exceptions


class StopTheTestError(BaseException):
    """An exception as raised by a test runner's time limit."""


@pytest.mark.parametrize(
    ("number", "error", "passes"),
    [
        (signal.SIGINT, KeyboardInterrupt, True),
        (signal.SIGALRM, StopTheTestError, True),
        (signal.SIGALRM, KeyboardInterrupt, True),
        (signal.SIGALRM, TimeoutError, False),
    ],
)
def test_exceptions_of_signal_handlers_are_not_the_drivers(number, error, passes):
    def handler(*_):
        raise error("the time is up")

    def busy(self, *arguments):
        signal.raise_signal(number)

    # SIGINT is ignored in background jobs of a shell, so the test sets the default handler.
    own = signal.default_int_handler if number == signal.SIGINT else handler
    before = signal.signal(number, own)
    try:
        if passes:
            with pytest.raises(error):
                judge_one(driver_with(store=busy))
        else:
            (verdict,) = Judge(driver_with(store=busy)).judge(add_example(), "case", [SYNC])
            assert verdict.rule == "internal"
    finally:
        signal.signal(number, before)


# -------------------------------------------------------------------------------- callbacks


def test_a_late_second_notification_is_blamed_on_its_case():
    threads = []

    def notify(self, callback, *arguments):
        callback.notify(*arguments)
        if not threads:
            threads.append(run_later(0.05, lambda: callback.notify(*arguments)))

    judge = Judge(driver_with(notify=notify))
    (first,) = judge.judge(add_example(), "first", [ASYNC])
    threads[0].join()
    (second,) = judge.judge(add_example(), "second", [ASYNC])
    assert (first.kind, second.kind) == (PASSED, PASSED)
    (late,) = judge.take_late_verdicts()
    assert (late.case_id, late.path, late.rule) == ("first", "async-fast", "callback.once")


def test_a_notification_after_the_time_limit_does_no_harm():
    def notify(self, callback, *arguments):
        run_later(0.4, lambda: callback.notify(*arguments))

    judge = Judge(driver_with(notify=notify), JudgeOptions(callback_timeout=0.1))
    kinds = [judge.judge(add_example(), "case", [path])[0].kind for path in (ASYNC, SYNC)]
    assert kinds == [HANG, PASSED]


# --------------------------------------------------------- declined cases, expected refusals


@pytest.mark.parametrize("launch", [NONE, FAILURE])
def test_unsupported_and_refused_is_declined(launch):
    refusal = refuse(FAILURE, launch)
    verdict = judge_one(driver_with(get_supported_operations=UNSUPPORTED, prepare_model=refusal))
    assert (verdict.kind, verdict.rule) == (DECLINED, "prepare.declined")
    assert verdict.details["unsupported"] == ["ADD (operation 0)"]
    assert ("note" in verdict.details) == (launch != NONE)


def test_a_declined_case_lists_the_supported_operations_of_main():
    base = add_example()
    main = base.model.main
    loop = Operation(OperationType.WHILE, (0, 1, 2), (3,))
    inner = replace(main, operations=(replace(main.operations[0], type=OperationType.MUL),))
    outer = replace(main, operations=(*main.operations, loop))
    example = replace(base, model=replace(base.model, main=outer, referenced=(inner,)))
    driver = driver_with(
        get_supported_operations=returning((NONE, [True, False])), prepare_model=refuse(FAILURE)
    )
    verdict = judge_one(driver, example)
    assert (verdict.kind, verdict.operations) == (DECLINED, ("ADD", "WHILE", "MUL"))
    assert verdict.details["supported"] == ["ADD"]


def test_unsupported_but_prepared_is_judged():
    assert judge_one(driver_with(get_supported_operations=UNSUPPORTED)).kind == PASSED
    wrong = {"get_supported_operations": UNSUPPORTED, "compute": lambda self, result: result + 1}
    assert judge_one(driver_with(**wrong)).rule == "values"


REFUSALS = [
    ({"get_supported_operations": INVALID_MODEL, "prepare_model": refuse(INVALID)}, PASSED, ""),
    ({"prepare_model": refuse(INVALID)}, PASSED, ""),
    ({"prepare_model": refuse(FAILURE)}, PASSED, ""),
    ({"prepare_model": refuse(INVALID), "get_supported_operations": UNSUPPORTED}, PASSED, ""),
    ({"status": INVALID}, PASSED, ""),
    ({"status": FAILURE}, PASSED, ""),
    ({}, FAILED, "refusal.missing"),
    ({"status": UNAVAILABLE}, FAILED, "refusal.status"),
    ({"prepare_model": refuse(UNAVAILABLE)}, FAILED, "refusal.status"),
    ({"get_supported_operations": returning((FAILURE, []))}, FAILED, "refusal.status"),
    ({"get_supported_operations": INVALID_MODEL}, FAILED, "refusal.status"),
    ({"prepare_model": refuse(FAILURE), "get_supported_operations": UNSUPPORTED},
     DECLINED, "prepare.declined"),
    ({"prepare_model": returning(NONE)}, HANG, "callback.missing"),
]  # fmt: skip


@pytest.mark.parametrize(("attributes", "kind", "rule"), REFUSALS)
def test_an_expected_failure_passes_by_a_permitted_refusal_only(attributes, kind, rule):
    example = add_example(expect_failure=True)
    assert kind_and_rule(driver_with(**attributes), example) == (kind, rule)


@pytest.mark.parametrize(
    ("status", "kind", "rule"),
    [
        (ErrorStatus.MISSED_DEADLINE_TRANSIENT, PASSED, ""),
        (ErrorStatus.MISSED_DEADLINE_PERSISTENT, PASSED, ""),
        (FAILURE, DECLINED, "execute.declined"),
        (INVALID, FAILED, "loop.timeout"),
        (NONE, FAILED, "loop.timeout"),
    ],
)
def test_an_endless_loop_must_miss_its_deadline(status, kind, rule):
    base = add_example(expect_failure=True)
    main = replace(base.model.main, operations=(Operation(OperationType.WHILE, (0, 1, 2), (3,)),))
    timeouts = []

    def execute_synchronously(self, request, measure, deadline, loop_timeout_duration):
        timeouts.append(loop_timeout_duration)
        return status, (), self.driver.timing

    driver = prepared_with(execute_synchronously=execute_synchronously)
    example = replace(base, model=replace(base.model, main=main))
    assert kind_and_rule(driver, example) == (kind, rule)
    assert timeouts == [1_000_000]


def test_an_invalid_case_is_an_internal_error():
    example = replace(add_example(), inputs=())
    assert kind_and_rule(Adder(), example) == (VerdictKind.INTERNAL_ERROR, "internal")
