"""Verdicts on results and memory: wrong values, forbidden writes, late writes, kept views."""

import time

import numpy as np
import pytest

from conformance.hal import OutputShape, Version
from conformance.harness.execution import executor
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import (
    ExecutionPath,
    ExecutionVariant,
    default_paths,
)
from conformance.verdicts import VerdictKind
from tests.harness.judging import ASYNC, SYNC, driver_with, judge_one, kind_and_rule
from tests.sample_drivers.adder_driver import Adder, add_example, run_later


@pytest.mark.parametrize("threaded", [False, True])
@pytest.mark.parametrize("by_reference", [False, True])
def test_a_right_driver_passes_every_path_with_one_compilation(threaded, by_reference):
    prepared = []

    class Counting(Adder):
        def prepare_model(self, model, *arguments):
            prepared.append(model)
            return super().prepare_model(model, *arguments)

    driver = Counting()
    driver.threaded = threaded
    judge = Judge(driver)
    example = add_example(by_reference=by_reference)
    paths = default_paths(Version.V1_3, "case")
    for turn in range(20):
        verdicts = judge.judge(example, "case", paths)
        assert [(v.kind, v.rule, v.reason) for v in verdicts] == [(VerdictKind.PASSED, "", "")] * 4
        assert [v.path for v in verdicts] == [str(path) for path in paths]
        assert verdicts[0].operations == ("ADD",)
        assert set(verdicts[0].durations) == {"supported", "prepare", "execute"}
        assert len(prepared) == turn + 1
    assert judge.close() == []


def test_an_error_of_the_suite_during_an_execution_is_one_internal_error(monkeypatch):
    def broken(*_):
        raise LookupError("an error of the suite")

    judge = Judge(Adder())
    with monkeypatch.context() as patch:
        patch.setattr(executor, "execute_request", broken)
        (verdict,) = judge.judge(add_example(), "case", [SYNC])
    assert verdict.kind is VerdictKind.INTERNAL_ERROR
    assert judge.judge(add_example(), "after", [SYNC])[0].kind is VerdictKind.PASSED
    assert judge.close() == []


def test_a_wrong_value_is_reported_with_its_place():
    def compute(self, result):
        result[2] += 5
        return result

    verdict = judge_one(driver_with(compute=compute))
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values")
    assert (verdict.details["worst"]["index"], verdict.details["share"]) == ([1, 0], 0.25)
    assert verdict.details["operation"] == "ADD (operation 0)"


def test_an_ignored_output_is_not_compared_but_its_shape_is():
    example, wrong = add_example(ignored=True), {"compute": lambda self, result: result + 1}
    assert judge_one(driver_with(**wrong), example).kind == VerdictKind.PASSED
    driver = driver_with(**wrong, shapes=[OutputShape((4,), True)])
    assert judge_one(driver, example).rule == "output_shape.dimensions"


# -------------------------------------------------------------------------- forbidden writes


def test_wrong_values_are_reported_besides_the_overwritten_guard():
    def store(self, view, location, data):
        view[location.offset + location.length] ^= 0xFF

    verdict = judge_one(driver_with(store=store))
    assert verdict.rule == "guard.after"
    assert [one["rule"] for one in verdict.details["further_findings"]] == ["values"]


def test_closing_the_clients_memory_is_the_drivers_fault():
    driver = driver_with(afterwards=lambda self, model, request: request.pools[1].close())
    assert kind_and_rule(driver) == (VerdictKind.INVALID_ANSWER, "answer.exception")


# -------------------------------------------------------------------------------- late writes


class LateWriter(Adder):
    """Writes the output a second time, some time after the first execution."""

    def __init__(self, where=0):
        self.where, self.thread = where, None

    def afterwards(self, model, request):
        if self.thread is not None:
            return
        location = request.outputs[0].location
        view = request.pools[1].view()

        def write():
            view[location.offset + self.where] ^= 0xFF
            view.release()

        self.thread = run_later(0.05, write)


@pytest.mark.parametrize("where", [0, 20])
def test_a_late_write_is_blamed_on_its_own_case(where):
    driver = LateWriter(where)
    judge = Judge(driver)
    (first,) = judge.judge(add_example(), "first", [SYNC])
    driver.thread.join()
    (second,) = judge.judge(add_example(), "second", [SYNC])
    assert (first.kind, second.kind) == (VerdictKind.PASSED, VerdictKind.PASSED)
    (late,) = judge.take_late_verdicts()
    assert (late.case_id, late.path, late.kind) == ("first", "sync-fast", VerdictKind.FAILED)
    assert (late.rule, late.operations) == ("late.write", ("ADD",))
    assert judge.take_late_verdicts() == []
    assert judge.close() == []


def test_a_late_write_of_the_last_case_shows_on_close():
    driver = LateWriter()
    judge = Judge(driver)
    judge.judge(add_example(), "only", [SYNC])
    driver.thread.join()
    assert [late.case_id for late in judge.close()] == ["only"]


# ------------------------------------------------------------------------- the suite's memory


@pytest.mark.parametrize("variant", [ExecutionVariant.SINGLE, ExecutionVariant.CONCURRENT])
def test_kept_views_never_end_the_run(variant):
    class Keeper(Adder):
        def __init__(self):
            self.kept = []

        def afterwards(self, model, request):
            self.kept.extend(pool.view() for pool in request.pools)

    judge = Judge(Keeper())
    for dims in ((2, 2), (300, 300), (2, 2)):
        (verdict,) = judge.judge(add_example(dims=dims), "case", [ExecutionPath(variant=variant)])
        assert (verdict.kind, verdict.reason) == (VerdictKind.PASSED, "")
    assert judge.close() == []


def test_outputs_are_prefilled_differently_each_run_and_aligned():
    seen = []

    class Looks(Adder):
        def store(self, view, location, data):
            end = location.offset + location.length
            seen.append(bytes(view[location.offset - 16 : end + 16]))
            assert location.offset % 64 == 0
            super().store(view, location, data)

    Judge(Looks()).judge(add_example(), "case", [SYNC] * 8)
    assert len(set(seen)) == len({one[16:-16] for one in seen}) == 8
    wanted = np.frombuffer(add_example().outputs[0].data, np.uint8)
    assert all((np.frombuffer(one[16:-16], np.uint8) != wanted).all() for one in seen)


def test_a_hung_execution_keeps_its_memory_to_itself():
    class Slow(Adder):
        pool = None

        def notify(self, callback, *arguments):
            pass

        def afterwards(self, model, request):
            self.pool = request.pools[1]

    driver = Slow()
    judge = Judge(driver, JudgeOptions(callback_timeout=0.05))
    start = time.monotonic()
    verdicts = judge.judge(add_example(), "case", [ASYNC, SYNC])
    assert time.monotonic() - start < 2
    assert [v.kind for v in verdicts] == [VerdictKind.HANG, VerdictKind.HANG]
    assert verdicts[0].rule == "callback.missing"
    hung = driver.pool
    for turn in range(3):
        judge.judge(add_example(), f"next {turn}", [SYNC])
        assert driver.pool is not hung
