"""Determines the oldest HAL version that can represent a model, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.hal import (
    INFO,
    Model,
    OperandLifeTime,
    OperandType,
    Operation,
    Subgraph,
    Version,
    name_of,
)
from conformance.operations import Call, Presence, Unknown
from conformance.operations.definition.definition import Array
from conformance.validation.calls import build_call, operation_signature
from conformance.validation.constants import PoolUnreadableError, constant_view
from conformance.validation.operands import extension_prefix
from conformance.validation.signature import operation_since, rank_since
from conformance.validation.violations import argument_place, operand_place, operation_place

_NEWEST = max(Version)

Reason = tuple[Version, str]
"""A version, and a description of the part of the model that requires it."""


def minimum_version(model: Model) -> Version:
    """Return the oldest version that can represent a valid model and in which it is legal.

    Shapes and values that a request supplies are not known here, so an execution can require a
    newer version, for example because a dimension is 0.
    """
    return max((version for version, _ in version_reasons(model)), default=Version.V1_0)


def version_reasons(model: Model) -> tuple[Reason, ...]:
    """Return a reason for each part of a valid model that requires a version above 1.0."""
    return tuple(reason for reason in _reasons(model) if reason[0] > Version.V1_0)


def _reasons(model: Model) -> Iterator[Reason]:
    if model.relax_computation_float32_to_float16:
        yield Version.V1_1, "model: relaxed float32 computation"
    if model.extension_name_to_prefix:
        yield Version.V1_2, "model: vendor extensions"
    if model.referenced:
        yield Version.V1_3, "model: referenced subgraphs"
    yield from _subgraph_reasons(model, model.main, "main")
    for index, subgraph in enumerate(model.referenced):
        yield from _subgraph_reasons(model, subgraph, f"subgraph {index}")


def _subgraph_reasons(model: Model, subgraph: Subgraph, name: str) -> Iterator[Reason]:
    values: list[Array | None] = []
    for index, operand in enumerate(subgraph.operands):
        place = operand_place(name, index)
        info = INFO.get(operand.type)
        if extension_prefix(operand.type) is not None:
            yield Version.V1_2, f"{place}: extension type"
        elif info is not None:
            yield info.since, f"{place}: type {info.type.name}"
            if info.tensor and not operand.dimensions:
                yield Version.V1_2, f"{place}: unknown rank"
        if operand.lifetime == OperandLifeTime.SUBGRAPH:
            yield Version.V1_3, f"{place}: subgraph reference"
        try:
            values.append(constant_view(model, operand))
        except PoolUnreadableError:
            values.append(None)
    for index, operation in enumerate(subgraph.operations):
        place = operation_place(name, index, operation.type)
        yield from _operation_reasons(subgraph, operation, values, place)


def _operation_reasons(
    subgraph: Subgraph, operation: Operation, values: list[Array | None], place: str
) -> Iterator[Reason]:
    if extension_prefix(operation.type) is not None:
        yield Version.V1_2, f"{place}: extension operation"
        return
    if (signature := operation_signature(subgraph.operands, operation, _NEWEST)) is None:
        if (since := operation_since(operation.type)) is not None:
            yield since, f"{place}: the operation exists"
        return
    for version, why in signature.reasons:
        yield version, f"{place}: {why}"
    if (call := build_call(subgraph, operation, values, _NEWEST)) is None:
        return
    for kind, views, specs, indexes in (
        ("input", call.inputs, signature.inputs, operation.inputs),
        ("output", call.outputs, signature.outputs, operation.outputs),
    ):
        for position, (view, spec) in enumerate(zip(views, specs, strict=False)):
            may_be_missing = view.omitted is not False and spec.presence is Presence.OMITTABLE
            if spec.ranks is None or view.dims is None or may_be_missing:
                continue
            if (needed := rank_since(spec.ranks, len(view.dims))) is not None:
                where = argument_place(place, kind, position, spec.name, indexes[position])
                yield needed, f"{where}: rank {len(view.dims)} of {_type_name(view.type)}"
    yield from _lifted_restrictions(call, place)


def _lifted_restrictions(call: Call, place: str) -> Iterator[Reason]:
    """Yield the conditions of older versions that the call breaks.

    Newer versions removed these restrictions, so the call requires the version that did so.
    """
    for condition in call.definition.conditions:
        if condition.until is None:
            continue
        before = Version(condition.until - 1)
        older = Call(call.definition, call.form, call.inputs, call.outputs, before)
        try:
            detail = condition.check(older)
        except Unknown:
            continue
        if detail is not None:
            yield condition.until, f"{place}: {detail}"


def _type_name(code: int) -> str:
    return name_of(OperandType, code)
