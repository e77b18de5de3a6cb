"""Findings on engines that are optional: their entries, and the cases that they name."""

import zlib
from importlib import import_module
from pathlib import Path

import pytest

from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.identity import processor_features
from conformance.engines.onnxruntime.findings import PROVIDERS
from tests.litert.finding_checks import (
    assert_findings_match_failures,
    assert_smallest_cases_fail,
    assert_valid_entries,
    findings_that_apply,
    run_cases,
    smallest_cases,
)
from tests.litert.running_examples import files_of
from tests.onnxruntime.running_examples import bundled_files

pytest.importorskip("onnx")
PACKAGES = {
    "iree": "iree",
    "litert_compiled": "ai_edge_litert",
    "openvino": "openvino",
    "tflite_micro": "tflite_micro",
    "tinygrad": "tinygrad",
    "tract": "tract",
    "tvm": "tvm",
}
ENGINES = pytest.mark.parametrize("engine", PACKAGES)
ENDS_THE_PROCESS = "row_beyond_the_last"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_findings_on_a_provider_are_valid_and_their_smallest_cases_fail(provider):
    page = Path(__file__).parents[2] / "docs" / "generated" / f"findings-{provider}.md"
    found = PROVIDERS[provider].load()
    assert_valid_entries(found, {"CPU"}, page, PROVIDERS[provider].page)
    cases = smallest_cases(found.findings)
    assert all(finding.matches(finding.smallest) for finding in found.findings)
    try:
        device = open_driver(f"onnxruntime:provider={provider}")
    except DriverLoadError:
        pytest.skip(f"the package of {provider} is not installed")
    findings = findings_that_apply(found, "CPU", device)
    assert_smallest_cases_fail(findings, run_cases(device, files_of(cases), cases.__contains__))


def bridge(engine):
    return import_module(f"conformance.engines.{engine}.findings").BRIDGE


@ENGINES
def test_entries_are_valid_and_page_is_up_to_date(engine):
    page = (
        Path(__file__).parents[2] / "docs" / "generated" / f"findings-{engine.replace('_', '-')}.md"
    )
    assert_valid_entries(bridge(engine).load(), {"CPU", "reference"}, page, bridge(engine).page)


@ENGINES
def test_the_smallest_case_of_each_finding_fails(engine):
    pytest.importorskip(PACKAGES[engine])
    device = open_driver(engine.replace("_", "-"))
    kernels = "reference" if engine == "tflite_micro" else "CPU"
    findings = findings_that_apply(bridge(engine).load(), kernels, device)
    if not findings:
        pytest.skip("the findings are on another version")
    cases = smallest_cases(findings)
    assert_smallest_cases_fail(findings, run_cases(device, files_of(cases), cases.__contains__))


@pytest.mark.engine_results
@pytest.mark.parametrize("engine", ["openvino", "tract"])
def test_each_failure_has_one_finding_and_each_matching_case_fails(engine):
    pytest.importorskip(engine)
    findings = bridge(engine).load().for_processor("CPU", processor_features())

    def is_selected(case):
        share = 4 if any(finding.matches(case) for finding in findings) else 48
        return zlib.crc32(f"5 {case}".encode()) % share == 0 and ENDS_THE_PROCESS not in case

    assert_findings_match_failures(
        findings, run_cases(open_driver(engine), bundled_files(), is_selected)
    )
