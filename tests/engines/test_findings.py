"""Findings on engines that are optional: their entries, and the cases that they name."""

import zlib

import pytest

from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.driver import Driver
from conformance.drivers.identity import processor_features
from conformance.engines.findings_pages import PAGES, findings_page
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.verdicts import VerdictKind
from tests.litert.finding_checks import (
    assert_findings_match_failures,
    assert_smallest_cases_fail,
    assert_valid_entries,
    findings_that_apply,
    run_cases,
    smallest_cases,
)
from tests.litert.running_examples import bundled, files_of
from tests.onnxruntime.running_examples import bundled_files

pytest.importorskip("onnx")
OTHERS = [page for page in PAGES if page.name not in ("litert", "onnxruntime")]
"""LiteRT and ONNX Runtime have tests of their own."""
ENGINES = pytest.mark.parametrize("page", OTHERS, ids=lambda page: page.name)


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


@pytest.mark.parametrize(("engine", "kernels"), [("tflite-micro", "reference"), ("tract", "CPU")])
def test_a_case_that_ends_the_process_is_a_crash(engine, kernels):
    page = findings_page(engine)
    found = findings_that_apply(page.load(), kernels, opened(page))
    for finding in (each for each in found if each.rule == "process.alive"):
        driver = Driver.open(page.driver)
        paths = default_paths(driver.version, finding.smallest)[:1]
        (verdict,) = Judge(driver).judge(bundled(finding.smallest), finding.smallest, paths)
        assert (verdict.kind, verdict.rule) == (VerdictKind.CRASH, finding.rule)
        driver.close()


@pytest.mark.engine_results
@pytest.mark.parametrize("engine", ["onnx-reference", "openvino", "tract"])
def test_each_failure_has_one_finding_and_each_matching_case_fails(engine):
    page = findings_page(engine)
    device = opened(page)
    findings = page.load().for_processor("CPU", processor_features())

    def is_selected(case):
        matching = [finding for finding in findings if finding.matches(case)]
        if any(finding.rule == "process.alive" for finding in matching):
            return False
        return zlib.crc32(f"5 {case}".encode()) % (4 if matching else 48) == 0

    assert_findings_match_failures(findings, run_cases(device, bundled_files(), is_selected))
