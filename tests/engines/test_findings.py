"""Findings on engines that are optional: their entries, and the cases that they name."""

import zlib

import pytest

from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.identity import processor_features
from conformance.engines.findings_pages import PAGES, findings_page
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
OTHERS = [page for page in PAGES if page.name not in ("litert", "onnxruntime")]
"""LiteRT and ONNX Runtime have tests of their own."""
ENGINES = pytest.mark.parametrize("page", OTHERS, ids=lambda page: page.name)
ENDS_THE_PROCESS = "row_beyond_the_last"


def opened(page):
    try:
        return open_driver(page.driver)
    except DriverLoadError as error:
        pytest.skip(str(error))


@ENGINES
def test_entries_are_valid_and_page_is_up_to_date(page):
    assert_valid_entries(page, {"CPU", "reference"})
    assert all(finding.matches(finding.smallest) for finding in page.load().findings)


@ENGINES
def test_the_smallest_case_of_each_finding_fails(page):
    device = opened(page)
    kernels = "reference" if page.name == "tflite-micro" else "CPU"
    findings = findings_that_apply(page.load(), kernels, device)
    if not findings:
        pytest.skip("there are no findings on this version")
    cases = smallest_cases(findings)
    assert_smallest_cases_fail(findings, run_cases(device, files_of(cases), cases.__contains__))


@pytest.mark.engine_results
@pytest.mark.parametrize("engine", ["openvino", "tract"])
def test_each_failure_has_one_finding_and_each_matching_case_fails(engine):
    page = findings_page(engine)
    device = opened(page)
    findings = page.load().for_processor("CPU", processor_features())

    def is_selected(case):
        share = 4 if any(finding.matches(case) for finding in findings) else 48
        return zlib.crc32(f"5 {case}".encode()) % share == 0 and ENDS_THE_PROCESS not in case

    assert_findings_match_failures(findings, run_cases(device, bundled_files(), is_selected))
