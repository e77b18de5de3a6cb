"""The stored findings of fuzzing the example driver are still shown by its library."""

from __future__ import annotations

from pathlib import Path

from conformance.reference import ReferenceDevice
from fuzz.core.session import FuzzSession
from fuzz.engines.seeds import read_regressions
from fuzz.inputs.decoder import decode
from fuzz.targets import load_target

FOLDER = Path(__file__).parents[2] / "fuzz" / "findings" / "example_driver" / "model"


def rules_of_findings(session):
    """Return for each stored input the rule of the finding in this session; empty for none."""
    target = load_target("model")
    target.use(session)
    try:
        found = {path.name: target.find(path.read_bytes()) for path in FOLDER.iterdir()}
    finally:
        target.close()
    return {name: finding.rule if finding else "" for name, finding in found.items()}


def test_each_stored_input_shows_the_rule_of_its_name(libraries):
    shown = rules_of_findings(FuzzSession(str(libraries.example), isolate=False))
    assert shown
    assert shown == {name: name for name in shown}


def test_no_stored_input_is_a_finding_on_the_reference():
    assert set(rules_of_findings(FuzzSession(device=ReferenceDevice())).values()) == {""}


def test_a_model_without_outputs_is_no_finding_of_the_target_native(libraries):
    (data,) = (data for name, data in read_regressions("native") if name == "without-outputs")
    assert decode(data).model.main.output_indexes == ()
    target = load_target("native")
    target.use(FuzzSession(str(libraries.example), isolate=False))
    try:
        assert target.find(data) is None
    finally:
        target.close()
