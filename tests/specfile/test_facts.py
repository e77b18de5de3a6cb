"""Stored facts of examples: they are those that are computed, and faults are found with them."""

from pathlib import Path

import pytest

from conformance.cases import SpecIndex
from conformance.cases.example import Example
from conformance.hal import Version
from conformance.oracle import other_data
from conformance.run.facts import Facts, StoredFacts

SPEC = """
    a = Input("a", ("TENSOR_FLOAT32", [4]))
    w = Input("w", ("TENSOR_FLOAT32", [4]))
    b = Output("b", ("TENSOR_FLOAT32", [4]))
    Model().Operation("MUL", a, w, 0).To(b)
    Example({a: [1, 2, 3, 4], w: [2, 2, 2, 2], b: [2, 4, 6, 8]})
"""


def _found(path: Path, cache: Path) -> tuple[Facts, other_data.OtherData]:
    index = SpecIndex(cache)
    name = index.names(path)[0].name
    facts = StoredFacts(index, Version.V1_3)
    known, source = facts.find(path, name, index.load(path, name))
    facts.flush()
    assert source is not None
    data = source()
    assert data is not None
    return known, data


def test_facts_are_computed_once(write_spec, tmp_path, monkeypatch):
    path, cache = write_spec(SPEC), tmp_path / "cache"
    computed: list[Example] = []
    compute = other_data._other_data
    monkeypatch.setattr(
        other_data,
        "_other_data",
        lambda *args, **how: computed.append(args[0]) or compute(*args, **how),
    )
    facts, data = _found(path, cache)
    again, stored = _found(path, cache)
    assert len(computed) == 1
    assert set(again.types) == {"INT32", "TENSOR_FLOAT32"}
    assert again.types == facts.types
    assert "MUL/TENSOR_FLOAT32" in again.uses
    assert again.uses == facts.uses
    assert (stored.inputs, stored.outputs) == (data.inputs, data.outputs)
    assert stored.interval_check is not None


@pytest.mark.parametrize("change", ["text", "code"])
def test_facts_of_other_text_or_code_are_not_used(write_spec, tmp_path, monkeypatch, change):
    path, cache = write_spec(SPEC), tmp_path / "cache"
    _, data = _found(path, cache)
    if change == "text":
        write_spec(
            SPEC.replace("[1, 2, 3, 4]", "[1, 2, 3, 5]").replace("[2, 4, 6, 8]", "[2, 4, 6, 10]")
        )
        assert _found(path, cache)[1].inputs != data.inputs
    else:
        monkeypatch.setattr("conformance.stored_results._digest_of_sources", lambda _: b"other")
        monkeypatch.setattr(other_data, "_other_data", lambda *_, **__: None)
        index = SpecIndex(cache)
        name = index.names(path)[0].name
        known, source = StoredFacts(index, Version.V1_3).find(path, name, index.load(path, name))
        assert known.other is None
        assert source is None
