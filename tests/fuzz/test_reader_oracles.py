"""The oracles of conversions, files and messages find planted faults."""

from __future__ import annotations

import pytest

from conformance.cases import casefile
from conformance.drivers import answer_codec
from conformance.gate import policy
from conformance.reference import ReferenceDevice
from conformance.validation import version
from fuzz.engines.seeds import read_seeds
from fuzz.inputs.records import Tag
from tests.fuzz.test_oracles import ADDITION, findings, record


def test_a_wrong_conversion_is_found(monkeypatch):
    """The count of consumers is kept, as before the defect was corrected."""
    monkeypatch.setattr(version, "_with_consumers", lambda subgraph: subgraph)
    operand = record(Tag.OPERAND, 1, 1, 2, 3, 0.0, 0, 4, 0, 0, 0)
    data = ADDITION[:8] + operand + ADDITION[8 + 24 :]
    assert findings("conversion", ReferenceDevice(), [data]) == {"internal_error conversion.valid"}


def test_a_reader_that_raises_is_found(monkeypatch):
    def wrong(_text):
        raise KeyError("planted")

    seeds = [seed for seed in read_seeds("files") if seed[0] == 1]
    assert findings("files", ReferenceDevice(), seeds) == set()
    monkeypatch.setattr(casefile, "from_text", wrong)
    found = findings("files", ReferenceDevice(), seeds)
    assert len(found) == 1
    assert "KeyError" in found.pop()


def test_an_unclear_message_of_a_reader_is_found(monkeypatch):
    def wrong(_path):
        raise pytest.UsageError("wrong")

    monkeypatch.setattr(policy, "_read_toml", wrong)
    assert findings("files", ReferenceDevice(), [b"\4x"]) == {"internal_error message.clear"}


def test_an_answer_that_breaks_the_reader_is_found(monkeypatch):
    inputs = [seed for seed in read_seeds("wire") if seed[0] == 1]
    assert findings("wire", ReferenceDevice(), inputs) == set()
    monkeypatch.delattr(answer_codec, "_KINDS")
    assert findings("wire", ReferenceDevice(), inputs) != set()
