"""Drivers that differ from the reference only in what the contract permits are not blamed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from conformance.cases.version_conversion import convert_example
from conformance.checks import checks_by_area
from conformance.drivers.driver import Driver
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.path_selection import select_paths
from conformance.operations import find_definition
from conformance.oracle.expected import input_arrays
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.oracle.other_data import other_data_for
from conformance.reference import ReferenceDevice
from conformance.validation.version import NotConvertibleError
from conformance.verdicts import VerdictKind
from generators.graph_judge import graph_case, graph_search, judge_graph, judge_seed
from generators.profile_parameters import parse_profile
from tests.faults.spec_judging import INDEX, SPECS
from tests.sample_drivers.values.legal_drivers import LEGAL_DRIVERS

CHECKS = [check for area in checks_by_area().values() for check in area[::9]][::7]
GRAPHS = 2


@cache
def sample_of_cases() -> list[tuple[Path, str]]:
    """Return a sample of the bundled cases, of many files.

    It is no constant, because the first access without a cache of specs executes all of them.
    """
    files = sorted(SPECS.glob("*/*.mod.py"))
    return [(file, info.name) for file in files for info in INDEX.names(file)][::373]


def judge_specs(device: ReferenceDevice, part: int) -> list[str]:
    """Run a third of the sample as a plain run does; return the verdicts that blame the driver."""
    version = Driver.of(device).version
    judge = Judge(device, JudgeOptions(callback_timeout=10))
    bad = []
    for file, name in sample_of_cases()[part % 3 :: 3]:
        example = INDEX.load(file, name)
        if any(find_definition(one.type) is None for one in example.model.main.operations):
            continue
        try:
            example = convert_example(example, version)[0]
        except NotConvertibleError:
            continue
        verdicts = judge.judge(
            example,
            name,
            select_paths(version, name, example),
            interval_check=interval_check_for(example),
            other_data=other_data_for(example, version),
        )
        bad += [str(v) for v in verdicts if v.kind.blames_driver or v.kind == "internal_error"]
    return [*bad, *map(str, judge.close())]


def judge_graphs(device: ReferenceDevice) -> list[str]:
    """Run random graphs; return the records that blame the driver."""
    judge = graph_search(device)
    bad = []
    for name in ("default", "special"):
        for seed in range(GRAPHS):
            record = judge_seed(judge, parse_profile(name), seed)
            if record.kind in (VerdictKind.FAILED, VerdictKind.INTERNAL_ERROR):
                bad.append(f"{name}/{seed}: {record.reason}")
    judge.runner.close()
    return bad


def judge_checks(driver: Callable[[], ReferenceDevice]) -> list[str]:
    """Run a sample of the suite's checks; return the verdicts that blame the driver."""
    device = driver()
    judge = Judge(
        Driver(device, reopen=driver), JudgeOptions(callback_timeout=5, mutants_per_operation=1)
    )
    verdicts = [verdict for check in CHECKS for verdict in check.run(judge)]
    verdicts += judge.close()
    return [str(v) for v in verdicts if v.kind.blames_driver or v.kind == "internal_error"]


@pytest.mark.slow
@pytest.mark.parametrize(("part", "name"), list(enumerate(LEGAL_DRIVERS)))
def test_a_legal_driver_is_not_blamed(part: int, name: str) -> None:
    driver = LEGAL_DRIVERS[name]
    assert judge_specs(driver(), part) == []
    assert judge_graphs(driver()) == []


CALLS = [name for name in LEGAL_DRIVERS if name[0].isupper() or name.startswith("declines")]


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS[::9])
def test_the_checks_of_the_suite_do_not_blame_a_legal_driver(name: str) -> None:
    assert judge_checks(LEGAL_DRIVERS[name]) == []


DIFFERENCES = {
    "SequentialSums": "CONV_2D+BATCH_MATMUL",
    "FusedMultiplyAdds": "FULLY_CONNECTED+BATCH_MATMUL",
    "Winograd": "",
    "RootsByEstimates": "RSQRT+SQRT",
    "DividesByReciprocals": "DIV",
    "SoftmaxByPowersOfTwo": "SOFTMAX+LOGISTIC",
    "NormalizesInFloat32": "INSTANCE_NORMALIZATION+LOCAL_RESPONSE_NORMALIZATION",
    "BoxesInFloat32": "AXIS_ALIGNED_BBOX_TRANSFORM+GENERATE_PROPOSALS",
    "KeypointsInFloat32": "HEATMAP_MAX_KEYPOINT",
    "RegionsInFloat32": "ROI_ALIGN",
    "SoftmaxInHalf": "SOFTMAX+LOG_SOFTMAX",
    "NormalizesInHalf": "INSTANCE_NORMALIZATION+LOCAL_RESPONSE_NORMALIZATION",
    "FunctionsInHalf": "EXP+LOG+RSQRT",
    "CellsInHalf": "LSTM+RNN",
    "FixedPointRequantization": "CONV_2D+FULLY_CONNECTED",
    "AddsInFixedPoint": "ADD+MUL",
    "QuantizedInFloat32": "ADD+MUL+LOGISTIC",
    "QuantizesByReciprocals": "QUANTIZE",
    "SoftmaxByTables": "SOFTMAX",
    "AveragesOfCodes": "MEAN",
    "ImagesReversed": "BOX_WITH_NMS_LIMIT+GENERATE_PROPOSALS",
}
"""The operations whose results a driver changes, or an empty text for the default profile."""


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_driver_differs_from_the_reference_and_is_accepted(name: str) -> None:
    device, different = LEGAL_DRIVERS[name](), 0
    operations = DIFFERENCES[name]
    chosen = f"default,count=1-2,operations={operations}" if operations else "default"
    search = graph_search(device)
    for seed in range(1500):
        case = graph_case(parse_profile(chosen), seed, device.version)
        assert judge_graph(search, case).kind == VerdictKind.PASSED, seed
        inputs = input_arrays(case.example.model, case.example.inputs)
        results = zip(device.compile(case.example.model)(inputs), case.example.outputs, strict=True)
        different += any(not out.ignored and array.tobytes() != out.data for array, out in results)
        if different and seed >= 60:
            return
    assert different
