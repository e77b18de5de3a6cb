"""``pytest --trace-file``: a trace of the cases, also of the process of an isolated driver."""

from __future__ import annotations

import json

from tests.plugin.conftest import UserFolder


def spans_of(folder: UserFolder, name: str) -> list[dict[str, object]]:
    """Return the spans of a trace file."""
    events = json.loads((folder.path / name).read_text())["traceEvents"]
    return [event for event in events if event["ph"] == "X"]


def test_the_trace_has_the_cases_and_the_calls_of_the_driver(folder: UserFolder) -> None:
    done = folder.command("pytest --driver reference --trace-file run.json --isolate mine")
    assert done.code == 0
    assert "run.json" in done.out
    spans = spans_of(folder, "run.json")
    names = {str(span["name"]) for span in spans}
    assert {
        "[NN_LA_PO]mine/small/small_one",
        "[NN_LD_PCO]FLOOR",
        "[NN_LI_PC]prepare_model",
    } <= names
    processes = {span["cat"]: span["pid"] for span in spans}
    assert processes["NN_LA_PO"] != processes["NN_LD_PCO"]
    assert not list(folder.path.glob("nn-trace-*"))
