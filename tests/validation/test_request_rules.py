"""Tests of each rule of a request, with requests that break exactly that rule."""

from dataclasses import replace
from typing import Any

import pytest

from conformance import hal
from conformance.validation import (
    GENERAL_RULES,
    first_request_violation,
    validate_model,
    validate_preparation,
    validate_request,
)
from tests.validation.builders import (
    SHAPE,
    L,
    T,
    add_relu,
    add_relu_request,
    argument,
    constant,
    floats,
    one_operation,
    with_operand,
)

CASES: list[Any] = []


def breaks(rule: str, request: Any, model: hal.Model, why: str = "", **options: Any) -> None:
    CASES.append(pytest.param(rule, request, model, options, id=f"{rule}-{why}" if why else rule))


def request(**changes: Any) -> hal.Request:
    return replace(add_relu_request(), **changes)


MODEL = add_relu()
OPEN_INPUT = with_operand(MODEL, 0, dimensions=(1, 0, 2, 1))
OPEN_OUTPUT = with_operand(MODEL, 4, dimensions=(1, 2, 2, 0))
UNRANKED = with_operand(with_operand(MODEL, 0, dimensions=()), 4, dimensions=())
SCALAR_INPUT = one_operation(
    hal.OperationType.ADD,
    (floats(L.SUBGRAPH_INPUT), floats(L.SUBGRAPH_INPUT), constant(T.INT32, (), 0, 4)),
    (floats(L.SUBGRAPH_OUTPUT),),
    bytes(4),
)
SCALAR_INPUT = with_operand(
    replace(SCALAR_INPUT, main=replace(SCALAR_INPUT.main, input_indexes=(0, 1, 2))),
    2,
    lifetime=L.SUBGRAPH_INPUT,
    location=hal.DataLocation(),
)
NO_VALUE = hal.RequestArgument(has_no_value=True)

for number, wrong in enumerate(
    (
        None,
        hal.RequestArgument(has_no_value=1),  # type: ignore[arg-type]
        hal.RequestArgument(location=None),  # type: ignore[arg-type]
        argument(offset=-16),
        argument(length=2**32),
        argument(dimensions=[1, 2, 2, 1]),
        argument(dimensions=(1, 2, 2, 1.0)),
        argument(dimensions=(1, 2, 2, -1)),
    )
):
    breaks("request.field", request(inputs=(wrong,)), MODEL, f"argument{number}")
breaks("request.field", None, MODEL, "no_request")
breaks("request.field", request(pools=None), MODEL, "pools")
breaks("request.field", request(pools=(hal.SharedMemory(32), hal.BufferToken(-1))), MODEL, "token")
breaks("request.pool", request(pools=(hal.SharedMemory(32), hal.SharedMemory(0))), MODEL, "empty")
breaks("request.pool", request(pools=(hal.SharedMemory(32), None)), MODEL, "no_memory")
breaks(
    "request.pool_protection",
    request(pools=(hal.mmap_fd_memory(32, protection=hal.PROT_READ),)),
    MODEL,
    "output",
)
breaks(
    "request.pool_protection",
    request(
        inputs=(argument(pool=1),),
        pools=(hal.SharedMemory(32), hal.mmap_fd_memory(32, protection=2)),
    ),
    MODEL,
    "input",
)
breaks(
    "request.pool_range",
    request(
        pools=(hal.SharedMemory(32), hal.hardware_buffer(hal.image_description(16))),
        inputs=(argument(pool=1),),
    ),
    MODEL,
    "image",
)
breaks("request.token", request(pools=(hal.SharedMemory(32), hal.BufferToken(0))), MODEL)
breaks("request.input_count", request(inputs=()), MODEL, "fewer")
breaks("request.input_count", request(inputs=(argument(),) * 2), MODEL, "more")
breaks("request.output_count", request(outputs=()), MODEL, "fewer")
breaks("request.output_count", request(outputs=(argument(),) * 2), MODEL, "more")
NO_VALUE_BUT: tuple[dict[str, Any], ...] = (
    {"dimensions": SHAPE},
    {"location": hal.DataLocation(0, 0, 4)},
    {"location": hal.DataLocation(1)},
)
for number, more in enumerate(NO_VALUE_BUT):
    breaks("request.no_value", request(inputs=(replace(NO_VALUE, **more),)), MODEL, f"{number}")
breaks("request.pool_index", request(inputs=(argument(pool=1),)), MODEL)
breaks("request.pool_range", request(inputs=(argument(offset=20),)), MODEL)
breaks("request.pool_range", request(inputs=(argument(offset=2**32 - 16),)), MODEL, "wraps")
breaks(
    "request.pool_range",
    request(inputs=(argument(pool=1),), pools=(hal.SharedMemory(32), hal.BufferToken(1))),
    MODEL,
    "device",
)
breaks("request.zero_length", request(inputs=(argument(length=0),)), MODEL)
breaks("request.input_unspecified", request(), OPEN_INPUT, "size")
breaks("request.input_unspecified", request(), with_operand(MODEL, 0, dimensions=()), "rank")
breaks(
    "request.input_unspecified",
    request(inputs=(argument(dimensions=(1, 0, 2, 1)),)),
    OPEN_INPUT,
    "request",
)
breaks(
    "request.output_unspecified", request(), OPEN_OUTPUT, "fenced", allow_unspecified_outputs=False
)
breaks("request.output_unspecified", request(), OPEN_OUTPUT, "before_1_2", version=hal.Version.V1_1)
breaks(
    "request.output_unspecified",
    request(inputs=(argument(dimensions=SHAPE),)),
    UNRANKED,
    "rank",
    allow_unspecified_outputs=False,
)
breaks("request.rank", request(inputs=(argument(dimensions=(2, 2)),)), MODEL)
breaks(
    "request.rank",
    request(
        inputs=(argument(), argument(), argument(0, 4, dimensions=(1,))),
    ),
    SCALAR_INPUT,
    "scalar",
)
breaks("request.dimension", request(inputs=(argument(dimensions=(1, 4, 1, 1)),)), MODEL)
breaks("request.dimension", request(outputs=(argument(dimensions=(1, 2, 0, 1)),)), MODEL, "zero")
for length in (12, 20):
    breaks("request.length", request(inputs=(argument(length=length),)), MODEL, f"{length}")
breaks(
    "request.length",
    request(inputs=(argument(dimensions=(1, 1, 2, 1)),)),
    OPEN_INPUT,
    "combined",
)
breaks(
    "request.length",
    request(inputs=(argument(), argument(), argument(0, 8))),
    SCALAR_INPUT,
    "scalar",
)


@pytest.mark.parametrize(("rule", "broken", "model", "options"), CASES)
def test_request_that_breaks_one_rule_is_refused(
    rule: str, broken: Any, model: hal.Model, options: dict[str, Any]
) -> None:
    assert validate_model(model, options.get("version", hal.Version.V1_3)) == ()
    found = validate_request(broken, model, **options)
    assert [violation.rule.name for violation in found] == [rule], [str(v) for v in found]
    assert first_request_violation(broken, model, **options) == found[0]


@pytest.mark.parametrize(
    ("valid", "model"),
    [
        pytest.param(request(), MODEL, id="plain"),
        pytest.param(request(inputs=(argument(dimensions=SHAPE),)), MODEL, id="same_shape"),
        pytest.param(request(inputs=(argument(dimensions=SHAPE),)), OPEN_INPUT, id="settles_size"),
        pytest.param(request(outputs=(argument(),)), OPEN_OUTPUT, id="open_output"),
        pytest.param(request(outputs=(argument(length=4),)), OPEN_OUTPUT, id="short_open_output"),
        pytest.param(
            request(outputs=(argument(dimensions=(1, 2, 2, 0)),)), OPEN_OUTPUT, id="stated_open"
        ),
        pytest.param(request(inputs=(argument(dimensions=SHAPE),)), UNRANKED, id="settles_rank"),
        pytest.param(request(inputs=(NO_VALUE,)), MODEL, id="no_value"),
        pytest.param(
            hal.Request(
                (argument(0, 0),), (argument(0, 0, 1),), (hal.BufferToken(1), hal.BufferToken(2))
            ),
            MODEL,
            id="device_memory",
        ),
        pytest.param(
            request(inputs=(argument(), argument(), argument(0, 4))), SCALAR_INPUT, id="scalar"
        ),
    ],
)
def test_unusual_but_legal_request_is_valid(valid: hal.Request, model: hal.Model) -> None:
    assert [str(v) for v in validate_request(valid, model)] == []


def test_every_rule_of_a_request_has_a_case() -> None:
    covered = {case.values[0] for case in CASES}
    assert covered == {name for name in GENERAL_RULES if name.startswith("request.")}


def test_message_states_place_found_value_and_legal_value() -> None:
    found = first_request_violation(request(inputs=(argument(length=12),)), MODEL)
    assert str(found) == (
        "request, input 0 (operand 0): length is 12, must be 16 for TENSOR_FLOAT32 of shape "
        "[1, 2, 2, 1] [request.length]"
    )


@pytest.mark.parametrize(
    ("preference", "priority", "version", "rule"),
    [
        (1, 1, hal.Version.V1_3, None),
        (0, 0, hal.Version.V1_3, None),
        (2, 2, hal.Version.AIDL_V4, None),
        (-1, 1, hal.Version.V1_1, "prepare.preference"),
        (3, 1, hal.Version.V1_3, "prepare.preference"),
        (None, 1, hal.Version.V1_3, "prepare.preference"),
        (1, -1, hal.Version.V1_3, "prepare.priority"),
        (1, 3, hal.Version.AIDL_V1, "prepare.priority"),
        (7, 7, hal.Version.V1_0, None),
        (1, 7, hal.Version.V1_2, None),
    ],
)
def test_preparation_arguments(
    preference: int, priority: int, version: hal.Version, rule: str | None
) -> None:
    found = validate_preparation(preference, priority, version)
    assert (found.rule.name if found else None) == rule
