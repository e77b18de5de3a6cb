"""Tests that operands and locations are immutable, although their constructors set slots."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, fields, replace
from typing import Any

import pytest

from conformance.hal import (
    NO_LOCATION,
    DataLocation,
    Operand,
    OperandLifeTime,
    OperandType,
    SymmPerChannelQuantParams,
)

_VALUES: dict[str, Any] = {
    "type": OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL,
    "dimensions": (2, 3),
    "number_of_consumers": 4,
    "scale": 0.5,
    "zero_point": -6,
    "lifetime": OperandLifeTime.CONSTANT_COPY,
    "location": DataLocation(7, 8, 9),
    "extra_params": SymmPerChannelQuantParams((0.25, 0.5), 0),
}


def test_each_constructor_argument_sets_its_attribute() -> None:
    for operand in (Operand(**_VALUES), Operand(*_VALUES.values())):
        assert {name: getattr(operand, name) for name in _VALUES} == _VALUES
    assert [field.name for field in fields(Operand)] == list(_VALUES)
    location = DataLocation(length=3, offset=2, pool_index=1)
    assert asdict(location) == {"pool_index": 1, "offset": 2, "length": 3}
    assert location == DataLocation(1, 2, 3)


def test_omitted_arguments_have_the_default_of_the_field() -> None:
    assert DataLocation() == NO_LOCATION
    for made in (Operand(3), DataLocation()):
        for field in fields(made):
            if field.name != "type":
                assert getattr(made, field.name) == field.default


@pytest.mark.parametrize("made", [Operand(**_VALUES), DataLocation(7, 8, 9)], ids=["operand", "at"])
def test_copies_are_equal_and_attributes_are_read_only(made: Operand | DataLocation) -> None:
    for other in (copy.deepcopy(made), pickle.loads(pickle.dumps(made)), replace(made)):
        assert other == made
        assert hash(other) == hash(made)
    assert not hasattr(made, "__dict__")
    for field in fields(made):
        with pytest.raises(FrozenInstanceError):
            setattr(made, field.name, 1)
        change: Any = {field.name: 99}
        assert replace(made, **change) != made
