"""Wrong values, shapes, times and statuses are reported; a correct driver gets no finding."""

import numpy as np
import pytest

from conformance.hal import ErrorStatus, MeasureTiming, OutputShape, Timing, Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath, default_paths
from conformance.harness.results.verdict import VerdictKind
from tests.harness.quantized_example import quantized_example
from tests.sample_drivers.adder_driver import Adder, add_example

SYNC, ASYNC = ExecutionPath(ExecutionMode.SYNC), ExecutionPath(ExecutionMode.ASYNC)


def judge_one(driver, example=None, path=SYNC):
    judge = Judge(driver)
    (verdict,) = judge.judge(example or add_example(), "case", [path])
    assert judge.close() == []
    assert verdict.case_id == "case"
    assert verdict.path == str(path)
    return verdict


@pytest.mark.parametrize("threaded", [False, True])
@pytest.mark.parametrize("by_reference", [False, True])
def test_right_driver_passes_every_path(threaded, by_reference):
    driver = Adder()
    driver.threaded = threaded
    judge = Judge(driver)
    example = add_example(by_reference=by_reference)
    paths = default_paths(Version.V1_3, "case")
    for _ in range(20):
        verdicts = judge.judge(example, "case", paths)
        assert [(v.kind, v.rule, v.reason) for v in verdicts] == [(VerdictKind.PASSED, "", "")] * 4
        assert [v.path for v in verdicts] == [str(path) for path in paths]
        assert verdicts[0].operations == ("ADD",)
        assert set(verdicts[0].durations) == {"supported", "prepare", "execute"}
    assert judge.close() == []


def test_paths_share_one_compilation():
    prepared = []

    class Counting(Adder):
        def prepare_model(self, model, *arguments):
            prepared.append(arguments[0])
            return super().prepare_model(model, *arguments)

    Judge(Counting()).judge(add_example(), "case", default_paths(Version.V1_3, "case"))
    assert len(prepared) == 1


def test_wrong_value_names_operation_operand_index_and_numbers():
    class Wrong(Adder):
        def compute(self, result):
            result[2] += 5
            return result

    verdict = judge_one(Wrong())
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "values")
    for part in ("'z'", "ADD (operation 0)", "1 of 4", "[1, 0]", "expected 33", "got 38"):
        assert part in verdict.reason
    assert verdict.details["worst"]["index"] == [1, 0]
    assert verdict.details["share"] == 0.25


@pytest.mark.parametrize(
    ("change", "pattern"),
    [
        (lambda r: r + 1, "every value is +1 off"),
        (lambda r: r * 3, "3 times"),
        (lambda r: r.reshape(2, 2)[::-1].ravel(), "axis 0 is reversed"),
        (lambda r: np.zeros_like(r), "every element is zero"),
        (lambda r: -r, "opposite sign"),
        (lambda r: r.byteswap(), "swapped"),
    ],
)
def test_the_pattern_is_reported(change, pattern):
    class Wrong(Adder):
        def compute(self, result):
            return change(result).astype("<f4")

    verdict = judge_one(Wrong())
    assert verdict.rule == "values"
    assert pattern in verdict.reason


def test_nan_is_reported():
    class Wrong(Adder):
        def compute(self, result):
            result[1] = np.nan
            return result

    verdict = judge_one(Wrong())
    assert verdict.rule == "values.nan"
    assert "in 1 of them only one of the two values is NaN" in verdict.reason
    assert verdict.details["first"][0]["actual"] == "nan"


def test_unwritten_output_is_reported_even_where_zero_is_expected():
    class Lazy(Adder):
        def store(self, view, location, data):
            pass

    verdict = judge_one(Lazy(), add_example([0, 0, 0, 0]))
    assert verdict.rule == "values"
    assert "not written at all" in verdict.reason
    assert verdict.details["wrong"] == 4


def test_stale_output_of_the_run_before_is_wrong():
    class Stale(Adder):
        kept = None

        def store(self, view, location, data):
            last, self.kept = self.kept, data
            if last is None:
                super().store(view, location, data)

    judge = Judge(Stale())
    kinds = [v.kind for v in judge.judge(add_example(), "case", [SYNC, ASYNC, SYNC])]
    assert kinds == [VerdictKind.PASSED, VerdictKind.FAILED, VerdictKind.FAILED]


def test_ignored_output_is_not_compared_but_its_shape_is():
    class Wrong(Adder):
        def compute(self, result):
            return result + 1

    assert judge_one(Wrong(), add_example(ignored=True)).kind == VerdictKind.PASSED
    driver = Wrong()
    driver.shapes = [OutputShape((4,), True)]
    assert judge_one(driver, add_example(ignored=True)).rule == "output_shape.dimensions"


@pytest.mark.parametrize("path", [SYNC, ASYNC])
@pytest.mark.parametrize(
    ("shapes", "rule", "part"),
    [
        ([OutputShape((2, 2), True)], "", ""),
        ([OutputShape((4,), True)], "output_shape.dimensions", "[4], expected [2, 2]"),
        ([OutputShape((2, 2), False)], "output_shape.sufficient", "too small"),
        ([OutputShape((2, 2), True)] * 2, "output_shape.count", "2 output shapes"),
    ],
)
def test_output_shapes(path, shapes, rule, part):
    driver = Adder()
    driver.shapes = shapes
    verdict = judge_one(driver, path=path)
    assert verdict.rule == rule
    assert part in verdict.reason


def test_open_output_dimensions_need_shapes():
    verdict = judge_one(Adder(), add_example(model_dims=(2, 0)))
    assert verdict.rule == "output_shape.count"
    driver = Adder()
    driver.shapes = [OutputShape((2, 2), True)]
    assert judge_one(driver, add_example(model_dims=())).kind == VerdictKind.PASSED


@pytest.mark.parametrize("path", [SYNC, ASYNC])
def test_error_status_fails(path):
    driver = Adder()
    driver.status = ErrorStatus.GENERAL_FAILURE
    verdict = judge_one(driver, path=path)
    assert (verdict.kind, verdict.rule) == (VerdictKind.FAILED, "execute.status")
    assert "GENERAL_FAILURE" in verdict.reason


def test_shapes_and_times_with_an_error_are_reported():
    driver = Adder()
    driver.status = ErrorStatus.GENERAL_FAILURE
    driver.shapes = [OutputShape((2, 2), True)]
    driver.timing = Timing(1, 2)
    also = [one["rule"] for one in judge_one(driver).details["further_findings"]]
    assert also == ["output_shape.on_error", "timing.unmeasured"]


def test_launch_and_callback_must_agree():
    driver = Adder()
    driver.launch = ErrorStatus.GENERAL_FAILURE
    assert judge_one(driver, path=ASYNC).rule == "execute.launch"
    driver.status = ErrorStatus.GENERAL_FAILURE
    assert judge_one(driver, path=ASYNC).rule == "execute.status"


def test_timing():
    timed = ExecutionPath(ExecutionMode.SYNC, measure=MeasureTiming.YES)
    driver = Adder()
    driver.timing = Timing(5, 7)
    assert judge_one(driver, path=timed).kind == VerdictKind.PASSED
    assert judge_one(driver).rule == "timing.unmeasured"
    driver.timing = Timing(8, 7)
    assert judge_one(driver, path=timed).rule == "timing.device_within_driver"
    for half in (Timing(time_on_device=8), Timing(time_in_driver=8)):
        driver.timing = half
        assert judge_one(driver, path=timed).kind == VerdictKind.PASSED


def test_off_by_one_code_passes_and_off_by_two_fails():
    class Off(Adder):
        def __init__(self, step):
            self.step = step

        def compute(self, result):
            return (result + self.step).astype(np.uint8)

    for step, kind in ((1, VerdictKind.PASSED), (2, VerdictKind.FAILED)):
        driver = Off(step)
        verdict = judge_one(driver, quantized_example())
        assert verdict.kind == kind
        if kind == VerdictKind.FAILED:
            assert "every code is +2 off" in verdict.reason
            assert "allowed ±1" in verdict.reason
