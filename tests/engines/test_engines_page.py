"""The page on engines: the outcome of each case, and the findings that explain failures."""

import tomllib
from dataclasses import replace

import pytest

from conformance.engines.atlas import render, weighted_share
from conformance.engines.engines_page import outcome, page
from conformance.engines.placement import no_longer_taken, placement_lines
from conformance.results.run_results import load_run
from conformance.verdicts import VerdictKind
from tests.reports.event_streams import crash, declined, failed, passed, write_run

FAILED = VerdictKind.FAILED


def declines(*reasons):
    return replace(declined("V1_0/a/a"), details={"reasons": list(reasons)})


OUTCOMES = [
    (passed("V1_0/a/a"), "passed"),
    (declines("SVDF: ONNX has no such operator"), "format cannot express it"),
    (declines("CONV_2D: no kernel for Conv"), "engine declines it"),
    (declines("SVDF: no operator", "ADD: the engine has no ADD"), "engine declines it"),
    (
        replace(declined("V1_0/a/a"), reason="declined with this request: no kernel"),
        "declined with the request",
    ),
    (failed("V1_0/a/a"), "wrong values"),
    (
        failed(
            "V1_0/a/a",
            rule="prepare.status",
            reason="GENERAL_FAILURE: the engine took the model, then failed to load it: plan",
        ),
        "failed to load",
    ),
    (failed("V1_0/a/a", rule="execute.status", reason="broken kernel"), "failed at run"),
    (crash("V1_0/a/a"), "crash or hang"),
    (replace(passed("V1_0/a/a"), kind=VerdictKind.NOT_APPLICABLE), "other"),
]


@pytest.mark.parametrize(("verdict", "expected"), OUTCOMES)
def test_each_verdict_has_its_outcome(verdict, expected):
    assert outcome(verdict, "onnxruntime") == expected


def test_failures_are_listed_by_finding(tmp_path):
    topk = "V1_2/topk_v2/topk_v2_tie_at_the_end"
    verdicts = [passed("V1_0/a/a"), failed(topk, ("TOPK_V2",)), failed("V1_0/a/b"), crash("a/c")]
    header = {"driver": "onnxruntime", "driver_version": "1.32.0"}
    first = load_run(write_run(tmp_path / "first.jsonl", verdicts, **header))
    header |= {"driver": "my-engine", "float32_bits": {"ADD": 24, "CONV_2D": 11}}
    second = load_run(write_run(tmp_path / "second.jsonl", [passed("V1_0/a/a")], **header))
    lines = "\n".join(page([first, second])).splitlines()
    assert "| `onnxruntime` 1.32.0 | 1 | 0 | 0 | 0 | 2 | 0 | 0 | 1 | 0 | - |" in lines
    assert "| `my-engine` 1.32.0 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 11 |" in lines
    found = [line for line in lines if line.startswith("- `onnxruntime` 1.32.0: ")]
    assert [line.partition(": ")[2] for line in found] == [
        f"`topk-smaller-index-first`: 1 case: `{topk}`",
        "without a finding: 2 cases: `V1_0/a/b`, `a/c`",
    ]
    assert "| `TOPK_V2` | 1F/1 | - |" in lines


def uses(verdict, *cells):
    return replace(verdict, details={"uses": {cell: [] for cell in cells}})


def test_operations_that_an_engine_no_longer_takes_are_named(tmp_path):
    """The earlier run is the file; a crash is a case that the engine took."""
    add, conv, quant = "ADD/TENSOR_FLOAT32", "CONV_2D/TENSOR_FLOAT32", "ADD/TENSOR_QUANT8_ASYMM"
    header = {"driver": "my-engine (onnx:a.py:A)"}
    before = [
        uses(passed("V1_0/a/a"), add),
        uses(crash("V1_0/a/b"), conv),
        uses(failed("V1_0/a/c"), quant),
    ]
    first = load_run(write_run(tmp_path / "first.jsonl", before, driver_version="1", **header))
    known = tomllib.loads("\n".join(placement_lines([first])))
    assert known == {
        "onnx:a.py:A": {
            "version": "1",
            "part": "",
            "TENSOR_FLOAT32": ["ADD", "CONV_2D"],
            "TENSOR_QUANT8_ASYMM": ["ADD"],
        }
    }
    assert no_longer_taken(first, known) == []
    after = [
        uses(declined("V1_0/a/a"), add),
        uses(passed("V1_0/a/d"), add),
        uses(declined("V1_0/a/b"), conv),
    ]
    second = load_run(write_run(tmp_path / "second.jsonl", after, driver_version="2", **header))
    assert no_longer_taken(second, known) == ["TENSOR_FLOAT32: CONV_2D (taken by 1)"]
    assert no_longer_taken(second, {}) == []
    known["onnx:a.py:A"]["version"] = "2"
    assert no_longer_taken(second, known) == []
    known["onnx:a.py:A"]["version"] = "1"
    known["onnx:a.py:A"]["part"] = "1/48"
    assert no_longer_taken(second, known) == []


def test_the_atlas_weights_operations_by_their_use(tmp_path):
    """Expected: CONV_2D has the weight 23.76, SOFTMAX 1.41; SQRT is in none of the networks."""
    half = [failed("V1_0/a/a", ("CONV_2D",)), passed("V1_0/a/b", ("CONV_2D",))]
    rest = [declined("V1_0/a/c", ("SOFTMAX",)), passed("V1_0/a/d", ("SQRT",))]
    first = load_run(write_run(tmp_path / "first.jsonl", half + rest, driver="worse"))
    counts = first.statistics.by_operation
    shares = [weighted_share(counts, column) for column in ("passed", "failed", "declined")]
    total = 23.76 + 1.41
    assert shares == pytest.approx([1188 / total, 1188 / total, 141 / total])
    second = load_run(
        write_run(tmp_path / "second.jsonl", [passed("V1_0/a/b", ("CONV_2D",))], driver="better")
    )
    page = render([first, second])
    assert page.index("<th>better</th>") < page.index("<th>worse</th>")
    assert "1F/2" in page
    assert "without a finding: 1 case" in page
    assert "http" not in page.partition("</head>")[2]
    assert weighted_share({}, "passed") == 0
