"""The target ``validation``: field changes, and faults of the validator that its checks find."""

from __future__ import annotations

import random

import pytest

from conformance.checks.sample_models import addition_model, loop_model
from conformance.hal import Version
from conformance.reference import ReferenceDevice
from conformance.validation import model as model_rules
from conformance.validation import operands, request, structure, version
from fuzz.core.session import FuzzSession
from fuzz.core.target_files import load_target
from fuzz.engines.seeds import read_seeds
from fuzz.inputs.encoder import encode
from fuzz.inputs.field_changes import (
    ChangedFields,
    FieldChange,
    join_changes,
    mutate_changes,
    split_changes,
)

V3 = tuple(Version).index(Version.AIDL_V3)
OPERANDS, FIRST, LAST = bytes([1, 1]), 1, 3 * 4 + 1  # main, operands; then an index
TYPE, DIMENSIONS, CONSUMERS, SCALE = 0, 1, 2, 3
ONE, FOUR, TEXT, TWO_SIZES, UNPRINTABLE, TOKEN = 1, 4, 16, 25, 31, 41


def field(number):
    return number * 4 + 1


def operand_change(index, number, value):
    return FieldChange(0, bytes([*OPERANDS, index, field(number), 0, 0]), value)


def findings(inputs):
    """Return the signatures of the target's findings."""
    target = load_target("validation")
    target.use(FuzzSession(device=ReferenceDevice()))
    try:
        found = [target.find(data) for data in inputs]
        return {finding.signature for finding in found if finding is not None}
    finally:
        target.close()


def changed(*changes, model=None, number=V3):
    return join_changes(ChangedFields(number, changes, encode(model or addition_model())))


def mutated(count):
    seeds = read_seeds("validation")
    source = random.Random(1)
    return [mutate_changes(source.choice(seeds), 8192, number) for number in range(count)]


def test_any_bytes_are_an_input_and_the_encoder_is_the_inverse():
    source = random.Random(2)
    for size in (*range(20), 100):
        data = source.randbytes(size)
        known = split_changes(data)
        assert split_changes(join_changes(known)) == known
    assert findings([source.randbytes(size) for size in range(0, 90, 3)]) == set()


def test_the_validator_has_no_finding():
    assert findings(mutated(600)) == set()


@pytest.mark.parametrize(
    ("owner", "name", "fault", "data", "signature"),
    [
        (
            model_rules,
            "_is_unchanged",
            lambda subgraph, valid, index: True,
            changed(operand_change(FIRST, DIMENSIONS, TWO_SIZES)),
            "validator.incremental",
        ),
        (
            structure,
            "_roles_kept",
            lambda *_: True,
            changed(operand_change(FIRST, CONSUMERS, FOUR), number=0),
            "validator.incremental",
        ),
        (
            operands,
            "show_value",
            repr,
            changed(operand_change(FIRST, SCALE, UNPRINTABLE)),
            "ValueError in fuzz/inputs/field_changes.py:__repr__",
        ),
        (
            version,
            "_lifted_restrictions",
            lambda call, place: [(Version.AIDL_V4, "a reason")],
            changed(),
            "validator.minimum_version",
        ),
        (
            model_rules,
            "defined_operations",
            lambda model: (),
            changed(),
            "IndexError in conformance/validation/model.py:validate_operations",
        ),
        (
            model_rules,
            "_reachable_subgraphs",
            lambda model, inputs: [0, 5],
            changed(model=loop_model(3)),
            "IndexError in conformance/validation/model.py:",
        ),
        (
            request,
            "is_uint32",
            lambda value: value >= 0,
            changed(FieldChange(1, bytes([field(2), 1, 0, 0, 0, 0]), TOKEN)),
            "TypeError in",
        ),
    ],
)  # fmt: skip
def test_a_fault_of_the_validator_is_found(monkeypatch, owner, name, fault, data, signature):
    assert findings([data]) == set()
    monkeypatch.setattr(owner, name, fault)
    assert any(signature in found for found in findings([data])), findings([data])
