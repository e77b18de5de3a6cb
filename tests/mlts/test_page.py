"""The page of models and drivers: content, stress results, and its layout in a real browser."""

import base64
import re
import shutil
import subprocess

import pytest

pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

import numpy as np

from conformance.models.accuracy.evaluators import Evaluation
from conformance.models.benchmark.history import Change
from conformance.models.benchmark.mode_latency import ModeLatency, ReportedTiming
from conformance.models.benchmark.report import BenchmarkReport
from conformance.models.benchmark.run import BenchmarkResult, CompilationStatistics, Outcome
from conformance.models.inference import ExecutionMode
from conformance.models.latency.memory import MemoryGrowth, ProcessMemory
from conformance.models.latency.statistics import compare_latency, latency_statistics
from conformance.models.page.html_text import duration, shortened, size
from conformance.models.page.page import render_page
from conformance.models.stress.report import (
    Casualty,
    DriverResult,
    GrowthSample,
    ModeResult,
    StressReport,
)
from conformance.models.stress.report import Outcome as StressOutcome
from tests.golden import page_text

LONG = "/opt/vendor/accelerators/drivers/very_long_folder/driver.py:" + "Accelerator" * 9
DRIVERS = ("reference", "fast & <i>odd</i>", "declining", LONG)
MODELS = [f"mobilenet_v{number}_1.0_224_with_a_long_name_quant" for number in range(4)]


def latency(random, factor):
    seconds = random.lognormal(-6, 0.2, 60) * factor
    other = random.lognormal(-6, 0.2, 60)
    return ModeLatency(
        latency_statistics(seconds),
        compare_latency(seconds, other),
        latency_statistics(seconds[:5] * 3),
        ReportedTiming(5, 0.003, 0.001, None, "the time on the device is odd"),
    )


def result(random, model, driver, factor):
    if driver == "declining":
        reason = "the driver does not support 4 of 4 operations: CONV_2D"
        return BenchmarkResult(model, driver, Outcome.DECLINED, (reason,), "digits")
    if driver == LONG:
        return BenchmarkResult(model, driver, Outcome.FAILED, ("no firmware",), "digits")
    evaluation = Evaluation({"top_1": 0.98}, (), np.zeros(3))
    statistics = latency_statistics(random.lognormal(-4, 0.1, 30))
    memory = ProcessMemory("suite", MemoryGrowth(1 << 20, None), MemoryGrowth(-4096, 0), 1 << 28)
    modes = {
        mode: latency(random, factor) for mode in (ExecutionMode.SYNCHRONOUS, ExecutionMode.FENCED)
    }
    compilation = CompilationStatistics(statistics, None, None, 0)
    return BenchmarkResult(
        model, driver, Outcome.PASSED, (), "digits", evaluation, None, modes, compilation, (memory,)
    )


@pytest.fixture(scope="module")
def report():
    random = np.random.default_rng(1)
    results = [
        result(random, model, driver, 1 + number)
        for model in MODELS
        for number, driver in enumerate(DRIVERS)
    ]
    return BenchmarkReport("2026-01-01T00:00:00+00:00", DRIVERS, "reference", tuple(results))


def stress_report():
    growth = tuple(GrowthSample(n, 1, n * 9, 20 + n, 8, 100, (90 + n) << 20) for n in range(9))
    modes = (
        ModeResult("parallel", StressOutcome.SUCCESS, counts={"executions": 1234}, growth=growth),
        ModeResult("kill", StressOutcome.CRASH, ("it <died>",), Casualty.DRIVER, 3.0),
        ModeResult("random", StressOutcome.NOT_RUN, ("no model was found",)),
    )
    drivers = (DriverResult("reference", modes[:1]), DriverResult(LONG, modes))
    return StressReport("2026-01-01T00:00:00+00:00", {"threads": 8}, drivers)


@pytest.fixture(scope="module")
def page(report):
    change = Change(4, 1.5, (0.9, 1.1))
    changes = {("reference", MODELS[0], "sync"): change}
    return render_page(report, changes, stress_report()).decode()


def test_the_page_shows_every_kind_of_result(page, snapshot):
    assert "<i>odd</i>" not in page
    text = re.sub(r"-?\d+(\.\d+)? (µs|ms|s|%)", r"<n> \2", page_text(page))
    assert "\n".join(dict.fromkeys(text.splitlines())) == snapshot


def test_no_plot_is_empty(page):
    images = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    # The overview, the resources of the two drivers under stress, and two modes of each model.
    assert len(images) == 1 + 2 + 2 * len(MODELS)
    for image in images:
        svg = base64.b64decode(image).decode()
        assert svg.count("<path") > 20
        assert 'clip-path="url(#' in svg


def test_without_any_latency_there_is_no_plot(report):
    bare = tuple(one for one in report.results if one.outcome is not Outcome.PASSED)
    only = BenchmarkReport(report.started, DRIVERS, "reference", bare)
    found = render_page(only).decode()
    assert "<img" not in found
    assert "Stress" not in found


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (duration(0.00005), "50 µs"), (duration(0.0123), "12.3 ms"), (duration(2.5), "2.5 s"),
        (size(512), "512 B"), (size(3 << 20), "3 MiB"), (size(-2048), "-2 KiB"),
        (shortened("short", 10), "short"), (shortened("0123456789abc", 7), "01…9abc"),
    ],
)  # fmt: skip
def test_texts(found, expected):
    assert found == expected


BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FRAME = """<!doctype html><title>frame</title><script>
addEventListener("load", () => {
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, images = [...page.images];
    frame.dataset.width = page.documentElement.scrollWidth;
    frame.dataset.images = images.length;
    frame.dataset.loaded = images.filter((image) => image.naturalWidth > 0).length;
    frame.dataset.narrow = images.filter((image) => image.clientWidth < 250).length;
    frame.dataset.style = getComputedStyle(page.querySelector(".failed")).color;
  }
});
</script>"""


@pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")
def test_the_page_fits_a_desktop_and_a_telephone(page, tmp_path):
    (tmp_path / "page.html").write_text(page)
    frames = "".join(
        f'<iframe src="page.html" width="{width}" height="900" style="border:0"></iframe>'
        for width in (1400, 390)
    )
    (tmp_path / "frame.html").write_text(FRAME + frames)
    shown = subprocess.run(
        [
            BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--allow-file-access-from-files", "--hide-scrollbars", "--window-size=1500,900",
            "--dump-dom", f"--user-data-dir={tmp_path / 'profile'}",
            (tmp_path / "frame.html").as_uri(),
        ],
        capture_output=True, encoding="utf-8", timeout=120, check=True,
    )  # fmt: skip
    frames = [dict(re.findall(r'data-(\w+)="([^"]*)"', tag))
              for tag in re.findall(r"<iframe[^>]*>", shown.stdout)]  # fmt: skip
    assert [int(frame["width"]) for frame in frames] == [1400, 390]
    for frame in frames:
        assert frame["images"] == frame["loaded"] == str(3 + 2 * len(MODELS))
        assert frame["narrow"] == "0"
        assert frame["style"] == "rgb(179, 38, 30)"
