"""Profile names with parameters."""

from __future__ import annotations

import re

import pytest

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import definitions
from generators.generate import generate
from generators.profile_parameters import PROFILE_PARAMETERS, parse_profile
from generators.supported_profile import check_profile_name

_T, _O = OperandType, OperationType


def test_every_parameter_sets_its_field() -> None:
    text = (
        "operations=ADD+MUL,types=TENSOR_FLOAT32,cells=ADD:TENSOR_FLOAT32,"
        "extensions=org.nn_conformance.sample,version=1.2,count=2-4,"
        "sizes=1+9,elements=77,weights=ADD:3,values=small,large=rows,control_flow=1,reuse=1,reuse_newest=2,constant=3,special_values=5,"
        "constant_reference=60,unknown_shape=61,unused_operand=62,zero_size=63,"
        "special_graphs=57,large_shapes=58,motifs=59,value_ranges=56"
    )
    assert [parameter.partition("=")[0] for parameter in text.split(",")] == list(
        PROFILE_PARAMETERS
    )
    profile = parse_profile(f"tiny,{text}")
    assert profile.operations == {_O.ADD, _O.MUL}
    assert profile.types == {_T.TENSOR_FLOAT32}
    assert profile.cells == {(_O.ADD, _T.TENSOR_FLOAT32)}
    assert profile.extensions == {"org.nn_conformance.sample"}
    assert profile.version is Version.V1_2
    assert (profile.min_operations, profile.max_operations) == (2, 4)
    assert (profile.sizes, profile.max_elements) == ((1, 9), 77)
    assert profile.weights == {_O.ADD: 3}
    assert (profile.reuse, profile.reuse_newest, profile.constant) == (1, 2, 3)
    assert (profile.control_flow, profile.special_values) == (1, 5)
    assert (profile.constant_reference, profile.unknown_shape) == (60, 61)
    assert (profile.unused_operand, profile.zero_size) == (62, 63)
    assert (profile.special_graphs, profile.large_shapes, profile.motifs) == (57, 58, 59)
    assert (profile.value_ranges, profile.value_range, profile.large_form) == (56, "small", "rows")
    assert profile is parse_profile(f"tiny,{text}")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("defalt", "'defalt' is not a profile: expected one of tiny, default"),
        ("", "'' is not a profile"),
        ("default,operations=CONV2D", "is not a value of OperationType; did you mean CONV_2D?"),
        (
            "default,types=FLOAT",
            "types=FLOAT: 'FLOAT' is not a value of OperandType; did you mean FLOAT",
        ),
        ("default,version=9", "version=9: unknown HAL version '9'"),
        ("default,count=1,count=2", "count=2: count is specified twice"),
        ("default,operations=OEM_OPERATION", "random graphs cannot contain OEM_OPERATION"),
    ],
)
def test_an_invalid_profile_name_is_reported(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        check_profile_name(name)


def test_a_version_limits_operations_and_types() -> None:
    for seed in range(200):
        graph = generate("default,version=1.0", seed)
        for operation in graph.model.main.operations:
            assert definitions()[operation.type].since is Version.V1_0
        for operand in graph.model.main.operands:
            assert INFO[operand.type].since is Version.V1_0
