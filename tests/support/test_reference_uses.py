"""The reference driver uses the helpers: its traces and its log."""

import logging
from dataclasses import replace

from conformance.hal import Version
from conformance.harness import Judge, Kind, Path
from conformance.reference import create_device
from conformance.specfile import Example, ExpectedOutput
from conformance.suite.stock import addition
from conformance.support.tracing import Layer, Phase, recording
from conformance.support.vlog import VARIABLE, init_vlog_mask

ONES = bytes([0, 0, 128, 63]) * 4
TWOS = bytes([0, 0, 0, 64]) * 4
EXAMPLE = Example(
    "add", "add", addition(4), (ONES, ONES), (ExpectedOutput((4,), TWOS),), ("a", "b", "", "c")
)


def test_a_trace_shows_compiling_and_the_parts_of_an_execution():
    with recording() as spans:
        (verdict,) = Judge(create_device()).judge(EXAMPLE, "add", [Path()])
    assert verdict.kind is Kind.PASSED
    assert [(span.layer, span.phase) for span in spans] == [
        (Layer.DRIVER, Phase.COMPILATION),
        (Layer.DRIVER, Phase.INPUTS_AND_OUTPUTS),
        (Layer.DRIVER, Phase.COMPUTATION),
        (Layer.DRIVER, Phase.RESULTS),
    ]


def test_the_log_says_why_a_model_is_refused(monkeypatch, caplog):
    caplog.set_level(logging.INFO)
    main = EXAMPLE.model.main
    broken = replace(EXAMPLE.model, main=replace(main, output_indexes=(0,)))
    for setting, told in (("", 0), ("model", 1), ("execution", 1)):
        monkeypatch.setenv(VARIABLE, setting)
        create_device(Version.V1_3).get_supported_operations(broken)
        assert len(caplog.records) == told
    assert caplog.records[0].name == "nn.model"
    assert "subgraph.output_lifetime" in caplog.text
    init_vlog_mask("all")
