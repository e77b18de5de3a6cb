"""Faulty engines, each with its expected outcome, and engines that differ legally.

Slow tests run them as a user does, ``pytest --driver onnx:FILE:ENGINE``.
"""

import os
from dataclasses import replace

import pytest

from conformance.cases.example import Truth
from conformance.driver_sdk import DriverError
from conformance.engines.device import EngineDevice
from conformance.engines.engines_page import outcome
from conformance.hal import SharedMemory
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import ExecutionPath
from conformance.oracle.other_data import other_data_for
from conformance.results.run_results import load_run
from conformance.results.run_statistics import worst_verdict
from conformance.verdicts import VerdictKind
from tests.litert.running_examples import bundled
from tests.whole_runs import run_pytest

pytest.importorskip("onnx")
from tests.sample_drivers.engines import faulty_engines

ENGINES = faulty_engines.__file__
PATHS = [ExecutionPath.parse(text) for text in ("sync-fast", "fenced-fast", "burst-fast")]
ADD = "V1_0/add/add_rank_3"
ADD_QUANT8 = "V1_0/add/add_rank_1_quant8"
CONV = "V1_0/conv_2d/conv_2d_same"
NAN = "V1_0/floor_nan/floor_nan_nan"
POOL = "V1_0/average_pool_2d/average_pool_2d_same"
POOL_WITH_REQUEST = f"{POOL}_unknown_rank"
"""The shape is known with the request: the model is loaded with it."""
AUX_INPUT = "V1_2/bidirectional_sequence_rnn/bidirectional_sequence_rnn_cross_all_tensors_as_inputs"
"""The request may omit the auxiliary input, so the model is loaded with it as well."""
SPLIT = "V1_2/split/split_vector"
SOFTMAX = "V1_0/softmax/softmax_rank_4_beta_0"
TOPK = "V1_2/topk_v2/topk_v2_vector"
LEGAL = f"{ADD} {ADD_QUANT8} {CONV} {NAN} {POOL_WITH_REQUEST} {TOPK}"

FAULTS = [
    ("WrongKernel", ADD, "wrong values", "every value is +1 off"),
    ("SilentFallback", ADD, "engine declines it", "leaves it to another processor"),
    ("FallbackOfFusedNodes", ADD, "engine declines it", "leaves it to another processor"),
    ("FallbackOfEverySecondNode", ADD_QUANT8, "engine declines it", "ADD: the engine leaves it"),
    ("StateBetweenSessions", ADD, "wrong values", "values wrong"),
    ("ResultsOfTheFirstRun", ADD, "wrong values", "its results are those of the first execution"),
    ("ResultsByPreviousShape", ADD, "failed at run", "has shape (2, 3)"),
    ("CrashAtLoad", ADD, "crash or hang", "died of SIGABRT during get_supported_operations"),
    ("CrashAtRun", ADD, "crash or hang", "died of SIGSEGV during execute"),
    ("HangAtCompile", f"{ADD} --limit query=2", "crash or hang", "it was in open (faulty_engines"),
    ("HangAtRun", f"{ADD} --limit execute=2", "crash or hang", "it was in run (faulty_engines"),
    ("WrongOutputOrder", TOPK, "failed at run", "as int32; the file states float32"),
    ("WrongOutputOrder", SPLIT, "wrong values", "values wrong"),
    ("MissingOutput", ADD, "failed at run", "returned 0 of 1 outputs"),
    ("WritesItsInputs", ADD, "failed at run", "24 bytes of input 0"),
    ("Float16Accumulation", SOFTMAX, "wrong values", "float16 precision"),
    ("Int8Saturation", ADD_QUANT8, "wrong values", "expected 138, got 127"),
    ("NaNToZero", NAN, "wrong values", "expected nan, got 0"),
    ("WrongPadding", CONV, "wrong values", "values wrong"),
    ("ClaimsAndFails", f"{ADD} {POOL_WITH_REQUEST}", "failed to load", "Failed to finalize"),
    ("PanicsAtLoad", f"{ADD} {POOL_WITH_REQUEST}", "failed to load", "PanicException"),
    ("FailsAtRun", f"{ADD} {POOL_WITH_REQUEST}", "failed at run", "broken kernel"),
    ("ExitsAtRun", ADD, "failed at run", "GENERAL_FAILURE: 3"),
    ("Declines", ADD, "engine declines it", "ADD: no operator"),
    ("Declines", POOL_WITH_REQUEST, "declined with the request", "no operator"),
    ("Declines", AUX_INPUT, "declined with the request", "no operator"),
    ("DeclinesAtRun", POOL_WITH_REQUEST, "declined with the request", "no kernel for this shape"),
    ("DeclinesAtRun", ADD, "failed at run", "no kernel for this shape"),
    ("WrongType", ADD, "failed at run", "as float64; the file states float32"),
    ("WrongShape", ADD, "failed at run", "has shape (6,)"),
    ("FirstImageForAll", "V1_0/relu/relu_rank_2", "wrong values", "values wrong"),
    ("SecondOutputAsInt64", TOPK, "failed at run", "as int64; the file states int32"),
    ("ReturnsAnEarlierInput", ADD, "wrong values", "values wrong"),
    ("TimesOut", f"{ADD} {POOL_WITH_REQUEST}", "failed at run", "no answer of the device"),
    ("PlacementFails", f"{ADD} {POOL_WITH_REQUEST}", "failed to load", "no profile"),
    ("OpensNothing", ADD, "failed to load", "'NoneType' object has no attribute 'placement'"),
    ("RaggedArray", ADD, "failed at run", "inhomogeneous shape"),
    ("NoArrays", ADD, "failed at run", "run returned None, which is no sequence"),
    ("Unchanged", "V1_0/svdf/svdf_rank1", "format cannot express it", "SVDF"),
]
LEGAL_ENGINES = [
    "Unchanged",
    "OtherRounding",
    "LoadsAtRun",
    "ReturnsSigned",
    "ReturnsOtherArrays",
    "ReturnsItsInput",
    "ReusesItsBuffers",
    "OtherNaN",
]


def run_in_process(engine, words, folder):
    """Return the worst verdict of each case, judged in this process."""
    device = EngineDevice(getattr(faulty_engines, engine)())
    worst = []
    for case in words.split():
        example = bundled(case)
        other_data = other_data_for(example, device.version, Truth.SPEC)
        verdicts = Judge(device).judge(example, case, PATHS, other_data=other_data)
        worst.append(worst_verdict(verdicts))
    return worst


def run_pytest_on(engine, words, folder):
    """Return the worst verdict of each case of a run of pytest."""
    arguments = ["--driver", f"onnx:{ENGINES}:{engine}", "--events", "run.jsonl", "--dump", ":0"]
    environment = dict(os.environ) | {"COLUMNS": "200"}
    arguments = ["-p", "no:cacheprovider", *arguments, *words.split()]
    status, out = run_pytest(arguments, folder, environment, 120)
    assert status in (0, 1), out
    return [worst_verdict(each) for each in load_run(folder / "run.jsonl").cases.values()]


RUNS = [run_in_process, pytest.param(run_pytest_on, marks=pytest.mark.slow)]
ROWS = [
    pytest.param(run, *row, id=f"{row[0]}-{run.__name__}", marks=marks)
    for run, marks in ((run_in_process, ()), (run_pytest_on, pytest.mark.slow))
    for row in FAULTS
    if run is run_pytest_on or row[2] != "crash or hang"
]


@pytest.mark.parametrize(("run", "engine", "words", "expected", "reason"), ROWS)
def test_a_fault_has_its_outcome(run, engine, words, expected, reason, tmp_path):
    found = run(engine, words, tmp_path)
    assert [outcome(each, "onnx") for each in found] == [expected] * len(found), found
    assert all(reason in f"{each.reason} {each.details}" for each in found), found
    is_blamed = expected in ("wrong values", "failed to load", "failed at run", "crash or hang")
    assert {each.kind.blames_driver for each in found} == {is_blamed}


def test_a_model_that_is_taken_and_then_declined_is_not_loaded():
    """A model with pools is loaded again, because their contents may have changed."""
    example = bundled(ADD)
    model = replace(example.model, pools=(SharedMemory(initial=bytes(4)),))
    device = EngineDevice(faulty_engines.DeclinesEverySecondTime())
    assert device.supported_operations(model) == [True]
    with pytest.raises(DriverError, match="then failed to load it: ADD: the memory is full"):
        device.compile(model)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("engine", LEGAL_ENGINES)
def test_an_engine_that_differs_legally_passes(run, engine, tmp_path):
    found = run(engine, LEGAL, tmp_path)
    assert {each.kind for each in found} == {VerdictKind.PASSED}, found
