"""The Python declarations of the C interface agree with the example's header."""

from __future__ import annotations

import re

from conformance.drivers.native import interface
from conformance.drivers.native.codes import STATUS, ResultCode, version_of
from conformance.drivers.native.interface import FULL_NAMES, FUNCTION_NAMES, REQUIRED, ffi
from conformance.hal import ErrorStatus, Version
from tests.native.conftest import EXAMPLE


def header_names() -> list[str]:
    """Return the function names in the order of the header's list."""
    text = (EXAMPLE / "nnapi.h").read_text(encoding="utf-8").replace("\\\n", " ")
    (line,) = re.findall(r"#define NNAPI_FUNCTIONS\(F\)(.*)", text)
    names = re.findall(r"(?:F\(\w+, |NN_DIAGNOSTICS_\(F, )(NN_\(\w+\)|\w+)", line)
    return [re.sub(r"NN_\((\w+)\)", r"ANeuralNetworks\1", name) for name in names]


def test_table_has_the_functions_in_the_headers_order() -> None:
    names = header_names()
    assert names[: len(FUNCTION_NAMES)] == list(FUNCTION_NAMES)
    diagnostics = names[len(FUNCTION_NAMES) :]
    assert len(diagnostics) == interface._DIAGNOSTICS_ENTRY
    assert len(set(names)) == len(names)


def test_table_is_a_level_and_one_pointer_for_each_function() -> None:
    pointer = ffi.sizeof("void *")
    table = ffi.typeof("NnApiSLDriverImplFL5")
    assert ffi.sizeof(table) == ffi.sizeof("int64_t") + pointer * len(header_names())
    offsets = {name: field.offset for name, field in table.fields}
    for position, name in enumerate(FUNCTION_NAMES):
        assert offsets[name] == ffi.sizeof("int64_t") + pointer * position


def test_required_functions_exist() -> None:
    assert set(REQUIRED) <= set(FULL_NAMES)


def test_every_result_has_a_status() -> None:
    assert set(STATUS) == set(ResultCode)
    assert [code for code, status in STATUS.items() if status is ErrorStatus.NONE] == [
        ResultCode.NO_ERROR
    ]


def test_feature_levels() -> None:
    expected = {
        26: None,
        27: Version.V1_0,
        28: Version.V1_1,
        29: Version.V1_2,
        30: Version.V1_3,
        31: Version.AIDL_V1,
        32: Version.AIDL_V1,
        1_000_006: Version.AIDL_V2,
        1_000_007: Version.AIDL_V3,
        1_000_008: Version.AIDL_V4,
        1_000_009: Version.AIDL_V4,
    }
    assert {level: version_of(level) for level in expected} == expected
