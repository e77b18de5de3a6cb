"""Each value condition of the public operation table is enforced by the expected rule.

``value_conditions.json`` lists, for every operation, the conditions of the table (V: checked with
the model, X: checked at execution) and the ways to break each: part of the name of a bundled
example, an edit text (see ``call_editing``), and the rule that must refuse the result, written by
hand.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conformance.hal import ErrorStatus, OperationType
from conformance.operations import definitions, find_definition
from conformance.reference import create_device
from conformance.validation import all_rules
from tests.operations.call_editing import draft, edited, example_call, named, violation
from tests.sample_drivers.values.faulty_contract import CapturingCallback

TABLE: dict[str, list[dict[str, Any]]] = json.loads(
    Path(__file__).with_name("value_conditions.json").read_text(encoding="utf-8")
)
WITHOUT_CONDITIONS = {
    "ABS", "EXP", "LOG", "NEG", "RSQRT", "SIN", "SQRT", "LOGICAL_NOT", "ELU", "HARD_SWISH",
}  # fmt: skip
"""Operations that take every value of their types."""

BREAKS = [
    pytest.param(operation, part, sentence, rule, id=f"{operation}-{part}-{sentence}-{rule}")
    for operation, rows in TABLE.items()
    for row in rows
    for part, sentence, rule in row.get("breaks", ())
]
BY_OPERAND = {"version.operand_type"}
"""Rules on single operands, which are checked before any operation; reasons name the operand."""


@pytest.fixture(autouse=True)
def _no_warnings() -> Iterator[None]:
    example_call(OperationType.ADD, "")  # the first test reads all specs
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize(("operation", "part", "sentence", "rule"), BREAKS)
def test_condition_is_refused_by_its_rule_and_the_reference_driver(
    operation: str, part: str, sentence: str, rule: str
) -> None:
    call = edited(draft(example_call(OperationType[operation], part)), sentence)
    found = violation(call)
    assert found is not None, "accepted"
    assert found.rule.name == rule, str(found)
    callback, device = CapturingCallback(), create_device(call.version)
    status = device.prepare_model(call.model(), 0, 1, None, (), (), bytes(32), callback)
    if all(slot.value is None or slot.value.size for slot in call.inputs):
        assert status != ErrorStatus.NONE
        assert callback.arguments[1] is None
    if rule in BY_OPERAND:
        assert "operand" in str(found)
        return
    assert operation in str(found)
    roots = [name.removesuffix("_i") for name in named(sentence) if not name.startswith("out")]
    if roots and not rule.startswith("operation.output"):
        message = str(found)
        assert any(root in message for root in roots), f"{message} names none of {roots}"


@pytest.mark.parametrize("operation", list(TABLE))
def test_unedited_models_are_valid(operation: str) -> None:
    parts = {part for row in TABLE[operation] for part, _, _ in row.get("breaks", ())}
    for part in parts:
        call = draft(example_call(OperationType[operation], part))
        assert violation(call) is None


def test_every_operation_is_listed() -> None:
    every = {one.name for one in definitions().values()}
    assert every == set(TABLE) | WITHOUT_CONDITIONS
    assert not set(TABLE) & WITHOUT_CONDITIONS


def test_every_condition_of_the_table_is_mapped() -> None:
    for operation, rows in TABLE.items():
        for row in rows:
            assert row["says"][0] in "VX", operation
            assert bool(row.get("breaks")) != bool(row.get("excuse")), row["says"]
    rules = {
        rule for rows in TABLE.values() for row in rows for _, _, rule in row.get("breaks", ())
    }
    assert rules <= set(all_rules())


def test_every_operation_has_editable_examples() -> None:
    for operation in TABLE:
        example_call(OperationType[operation], "")
        assert find_definition(OperationType[operation]) is not None
