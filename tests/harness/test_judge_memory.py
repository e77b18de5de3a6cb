"""Writes to forbidden memory are reported, for the case whose execution made them."""

import dataclasses
import time

import numpy as np
import pytest

from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import (
    ExecutionMode,
    ExecutionPath,
    ExecutionVariant,
)
from conformance.harness.results.verdict import VerdictKind
from tests.sample_drivers.adder_driver import Adder, add_example, run_later

SYNC, ASYNC = ExecutionPath(ExecutionMode.SYNC), ExecutionPath(ExecutionMode.ASYNC)


def judge_one(driver, example=None):
    judge = Judge(driver)
    (verdict,) = judge.judge(example or add_example(), "case", [SYNC])
    assert judge.close() == []
    return verdict


@pytest.mark.parametrize("distance", [0, 3, 60])
def test_write_past_the_output(distance):
    class Past(Adder):
        def store(self, view, location, data):
            super().store(view, location, data)
            at = location.offset + location.length + distance
            view[at] ^= 0xFF

    verdict = judge_one(Past())
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "guard.after")
    assert "1 bytes past the end of output 0 'z'" in verdict.reason
    assert verdict.details["distance"] == distance


def test_write_before_the_output():
    class Before(Adder):
        def store(self, view, location, data):
            super().store(view, location, data)
            view[location.offset - 1] ^= 0xFF

    verdict = judge_one(Before())
    assert verdict.rule == "guard.before"
    assert "before the start of output 0 'z'" in verdict.reason


def test_wrong_values_are_reported_besides_the_overwritten_guard():
    class Both(Adder):
        def store(self, view, location, data):
            view[location.offset + location.length] ^= 0xFF

    verdict = judge_one(Both())
    assert verdict.rule == "guard.after"
    assert [one["rule"] for one in verdict.details["further_findings"]] == ["values"]


def test_changed_input():
    class Changes(Adder):
        def afterwards(self, model, request):
            location = request.inputs[1].location
            with request.pools[0].view() as view:
                view[location.offset + 4] ^= 0xFF

    verdict = judge_one(Changes())
    assert verdict.rule == "inputs.unchanged"
    assert "input 1 'y'" in verdict.reason
    assert verdict.details["distance"] == 4


def test_write_between_the_inputs():
    class Writes(Adder):
        def afterwards(self, model, request):
            location = request.inputs[0].location
            with request.pools[0].view() as view:
                view[location.offset + location.length] ^= 0xFF

    verdict = judge_one(Writes())
    assert verdict.rule == "guard.input"
    assert "input 0 'x'" in verdict.reason


def test_changed_constants():
    class Changes(Adder):
        def afterwards(self, model, request):
            with model.pools[0].view() as view:
                view[0] ^= 0xFF

    verdict = judge_one(Changes(), add_example(by_reference=True))
    assert verdict.rule == "constants.unchanged"


def test_changed_model():
    class Changes(Adder):
        def get_supported_operations(self, model):
            object.__setattr__(model.main.operands[0], "dimensions", (1,))
            return super().get_supported_operations(model)

    example = add_example()
    operands = tuple(dataclasses.replace(operand) for operand in example.model.main.operands)
    main = dataclasses.replace(example.model.main, operands=operands)
    verdict = judge_one(
        Changes(), dataclasses.replace(example, model=dataclasses.replace(example.model, main=main))
    )
    assert verdict.rule == "model.unchanged"


class LateWriter(Adder):
    """Writes the output a second time, some time after the execution."""

    where = 0

    def afterwards(self, model, request):
        location = request.outputs[0].location
        view = request.pools[1].view()

        def write():
            view[location.offset + self.where] ^= 0xFF
            view.release()

        if not hasattr(self, "thread"):
            self.thread = run_later(0.05, write)


@pytest.mark.parametrize("where", [0, 20])
def test_late_write_is_blamed_on_its_own_case(where):
    driver = LateWriter()
    driver.where = where
    judge = Judge(driver)
    (first,) = judge.judge(add_example(), "first", [SYNC])
    assert first.kind == VerdictKind.PASSED
    driver.thread.join()
    (second,) = judge.judge(add_example(), "second", [SYNC])
    assert second.kind == VerdictKind.PASSED
    (late,) = judge.take_late_verdicts()
    assert (late.case_id, late.path, late.kind) == ("first", "sync-fast", VerdictKind.FAILED)
    assert late.rule == "late.write"
    assert late.operations == ("ADD",)
    assert "after the execution had ended" in late.reason
    assert judge.take_late_verdicts() == []
    assert judge.close() == []


def test_late_write_of_the_last_case_shows_on_close():
    driver = LateWriter()
    judge = Judge(driver)
    judge.judge(add_example(), "only", [SYNC])
    driver.thread.join()
    assert [late.case_id for late in judge.close()] == ["only"]


def test_late_write_within_one_case_replaces_the_verdict():
    driver = LateWriter()
    original = driver.afterwards

    def wait(model, request):
        if hasattr(driver, "thread"):
            driver.thread.join()
        original(model, request)

    driver.afterwards = wait
    judge = Judge(driver)
    kinds = [v.rule for v in judge.judge(add_example(), "case", [SYNC, ASYNC])]
    assert kinds == ["late.write", ""]
    assert judge.close() == []


def test_kept_views_never_end_the_run():
    class Keeper(Adder):
        def __init__(self):
            self.kept = []

        def afterwards(self, model, request):
            self.kept.extend(pool.view() for pool in request.pools)

    judge = Judge(Keeper())
    for dims in ((2, 2), (300, 300), (2, 2)):
        (verdict,) = judge.judge(add_example(dims=dims), "case", [SYNC])
        assert verdict.kind == VerdictKind.PASSED
    assert judge.close() == []


def test_closing_the_clients_memory_is_the_drivers_fault():
    class Closes(Adder):
        def afterwards(self, model, request):
            request.pools[1].close()

    verdict = judge_one(Closes())
    assert (verdict.kind, verdict.rule) == (VerdictKind.INVALID_ANSWER, "answer.exception")


def test_outputs_are_prefilled_differently_each_run_and_aligned():
    class Looks(Adder):
        def __init__(self):
            self.seen = []

        def store(self, view, location, data):
            end = location.offset + location.length
            self.seen.append(bytes(view[location.offset - 16 : end + 16]))
            assert location.offset % 64 == 0
            super().store(view, location, data)

    driver = Looks()
    Judge(driver).judge(add_example(), "case", [SYNC] * 8)
    assert len(set(driver.seen)) == 8
    assert len({seen[16:-16] for seen in driver.seen}) == 8
    wanted = np.frombuffer(add_example().outputs[0].data, np.uint8)
    for seen in driver.seen:
        assert (np.frombuffer(seen[16:-16], np.uint8) != wanted).all()


def test_hung_execution_keeps_its_memory_to_itself():
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
    assert "within 0.05 s" in verdicts[0].reason
    assert "not executed, because the execution along async-fast of the same" in verdicts[1].reason
    hung = driver.pool
    for turn in range(3):
        judge.judge(add_example(), f"next {turn}", [SYNC])
        assert driver.pool is not hung


def test_a_driver_that_keeps_views_in_concurrent_executions_is_still_checked():
    class Keeps(Adder):
        def __init__(self):
            super().__init__()
            self.kept = []

        def afterwards(self, model, request):
            self.kept += [pool.view() for pool in request.pools]

    driver = Keeps()
    judge = Judge(driver)
    (verdict,) = judge.judge(
        add_example(), "case", [ExecutionPath(variant=ExecutionVariant.CONCURRENT)]
    )
    assert len(driver.kept) == 4
    assert (verdict.kind, verdict.reason) == (VerdictKind.PASSED, "")
    assert judge.close() == []
