"""Tests that the validator never raises, whatever objects a model or a request contains."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.hal import (
    DataLocation,
    OperandLifeTime,
    OperandType,
    OperationType,
    SymmPerChannelQuantParams,
    Version,
)
from conformance.validation import (
    Violation,
    first_violation,
    validate_model,
    validate_operations,
    validate_request,
)
from tests.validation.builders import (
    add_relu,
    add_relu_request,
    floats,
    if_model,
    reference,
    while_model,
)


class Unshowable:
    """An object whose ``repr`` raises an exception."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


ODD = st.one_of(
    st.none(),
    st.integers(-3, 20),
    st.sampled_from((-1, 2**31, 2**32 - 1, 2**32, 2**64, 10**5000, 0x10001, 10000, 10001)),
    st.floats(),
    st.booleans(),
    st.text(max_size=2),
    st.binary(max_size=2),
    st.sampled_from(OperandType),
    st.sampled_from(OperandLifeTime),
    st.sampled_from(OperationType),
    st.lists(st.integers(-1, 5), max_size=4),
    st.lists(st.integers(-1, 5), max_size=4).map(tuple),
    st.lists(st.integers(0, 2**32), max_size=4).map(tuple),
    st.just({}),
    st.just({"a.b": 1}),
    st.just({3: None, "a.b": "c"}),
    st.builds(Unshowable),
    st.just(DataLocation(0, 0, 16)),
    st.just(SymmPerChannelQuantParams((1.0, 1.0), 0)),
    st.just(SymmPerChannelQuantParams((None,), None)),  # type: ignore[arg-type]
    st.just(floats(0)),
    st.just(reference(1)),
)


def corrupted(draw: st.DrawFn, value: Any) -> Any:
    """Draw a copy of ``value`` in which one field or item, at any depth, is replaced."""
    parts: list[Any] = []
    if is_dataclass(value) and not isinstance(value, type):
        parts = [field.name for field in fields(value) if field.init]
    elif isinstance(value, tuple):
        parts = list(range(len(value)))
    if not parts or draw(st.integers(0, 9)) == 0:
        return draw(ODD)
    part = draw(st.sampled_from(parts))
    if isinstance(value, tuple):
        return (*value[:part], corrupted(draw, value[part]), *value[part + 1 :])
    return replace(value, **{part: corrupted(draw, getattr(value, part))})


@st.composite
def corrupted_models(draw: st.DrawFn) -> Any:
    value: Any = draw(st.sampled_from((add_relu(), if_model(), while_model())))
    for _ in range(draw(st.integers(1, 3))):
        value = corrupted(draw, value)
    return value


@st.composite
def corrupted_requests(draw: st.DrawFn) -> Any:
    value: Any = add_relu_request()
    for _ in range(draw(st.integers(1, 3))):
        value = corrupted(draw, value)
    return value


@given(corrupted_models(), st.sampled_from(Version))
@settings(max_examples=300, deadline=None)
def test_corrupted_models_are_checked_without_exception(model: Any, version: Version) -> None:
    found = validate_model(model, version)
    assert all(isinstance(violation, Violation) and str(violation) for violation in found)
    first = first_violation(model, version)
    assert (first is None) == (not found)
    if not found:
        assert len(validate_operations(model, version)) == len(model.main.operations)


@given(corrupted_requests(), st.booleans(), st.sampled_from(Version))
@settings(max_examples=300, deadline=None)
def test_corrupted_requests_are_checked_without_exception(
    request: Any, allow: bool, version: Version
) -> None:
    found = validate_request(request, add_relu(), allow_unspecified_outputs=allow, version=version)
    assert all(isinstance(violation, Violation) and str(violation) for violation in found)
