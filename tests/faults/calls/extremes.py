"""Faults with extreme limits and with legal but unusual models."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance.hal import EXTENSION_TYPE_BITS, OperandLifeTime, OperationType
from tests.faults.drivers import (
    FAILED,
    FAILURE,
    MISSED_DEADLINE,
    NONE,
    NewestDevice,
    device,
    model,
    newest_device,
    prepared,
)
from tests.faults.row import table

_DEADLINE, _DURATION = 3, 5
"""The positions of the limits among the arguments of executeFenced."""


def fenced_limit(position: int, is_wrong: Callable[[int], bool], status: Any) -> Callable[..., Any]:
    """Return an executeFenced that ends with a status if a limit is wrong."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        limit = more[position]
        return (status, None, None) if limit is not None and is_wrong(limit) else right(*more)

    return execute


def overflows(limit: int) -> bool:
    """Return whether a limit after the present time is above the largest signed number."""
    return limit + time.monotonic_ns() > 2**63 - 1


def waits_for(position: int) -> Callable[..., Any]:
    """Return an execution that ends at its limit if that is at most 3 s away."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        answer = right(*more)
        if (limit := more[position]) is not None:
            seconds = (limit - time.monotonic_ns() * (position == 2)) / 1e9
            time.sleep(seconds if 0 < seconds < 3 else 0)
        return answer

    return execute


def in_low_bits(position: int, bits: int) -> Callable[..., Any]:
    """Return a call whose argument at a position keeps its low bits only."""

    def call(me: Any, right: Any, *more: Any) -> Any:
        value = more[position]
        cut = value if value is None else value % (1 << bits)
        return right(*more[:position], cut, *more[position + 1 :])

    return call


def with_any_preference(me: Any, right: Any, asked: Any, config: Any, callback: Any) -> Any:
    preference = 1 if config.compilation_hints else config.preference
    return right(asked, replace(config, preference=preference), callback)


def late_configuration(me: Any, right: Any, asked: Any, config: Any, callback: Any) -> Any:
    """Miss a deadline that is not a signed number of milliseconds of 52 bits."""
    if config.deadline is None or config.deadline < 2**62:
        return right(asked, config, callback)
    callback.notify(MISSED_DEADLINE, None)
    return NONE


def with_sorted(name: str) -> Callable[[Any], Any]:
    """Return a function that sorts the input or the output indexes of referenced subgraphs."""

    def change(asked: Any) -> Any:
        referenced = [
            replace(each, **{name: tuple(sorted(getattr(each, name)))}) for each in asked.referenced
        ]
        return replace(asked, referenced=tuple(referenced))

    return change


def depth(asked: Any, subgraph: Any = None) -> int:
    """Return how deep the subgraphs of a model are nested."""
    operands = (subgraph or asked.main).operands
    inner = [each.location.offset for each in operands if each.lifetime == OperandLifeTime.SUBGRAPH]
    return max((1 + depth(asked, asked.referenced[each]) for each in inner), default=0)


def first_dimensions(me: Any, right: Any, request: Any, *more: Any) -> Any:
    """Fail for other input dimensions than those of the first request."""
    dimensions = [each.dimensions for each in request.inputs]
    me.first = me.__dict__.get("first", dimensions)
    return right(request, *more) if dimensions == me.first else (FAILURE, None, None)


def prepared_as(change: Callable[[Any], Any], base: type | None = None) -> type:
    """Return a driver that prepares a changed model."""

    def prepare(me: Any, right: Any, asked: Any, *more: Any) -> Any:
        return right(change(asked), *more)

    return device(base or device(), prepare_model=prepare)


def failing_for(is_wrong: Callable[[Any], bool], base: type | None = None) -> type:
    """Return a driver whose executions of such models fail."""

    def execute(me: Any, right: Any, *more: Any) -> Any:
        return FAILED if is_wrong(me.model) else right(*more)

    return device(base or device(), prepared=model(execute_synchronously=execute))


def nested(inner: OperationType) -> Callable[[Any], bool]:
    """Return whether a referenced subgraph has an operation."""
    return lambda asked: any(
        operation.type == inner
        for subgraph in asked.referenced
        for operation in subgraph.operations
    )


def outer_timeouts_only(
    me: Any, right: Any, request: Any, measure: Any, deadline: Any, loop: Any
) -> Any:
    """Apply the loop timeout of the request to loops of the main subgraph only."""
    return right(
        request, measure, deadline, None if nested(OperationType.WHILE)(me.model) else loop
    )


def supports_any_extension(me: Any, right: Any, asked: Any) -> Any:
    status, flags = right(asked)
    found = [
        flag or operation.type >> EXTENSION_TYPE_BITS in asked.extension_name_to_prefix.values()
        for flag, operation in zip(flags, asked.main.operations, strict=False)
    ]
    return status, found if status == NONE else flags


_FENCED, _FAR = "qos.extreme_fenced_limits", "qos.far_limits"
_ORDERS, _NESTED = "unusual_models.orders", "unusual_models.nested_control_flow"

FAULTS = table(
    ("A fenced execution with the longest duration misses it", _FENCED, prepared(execute_fenced=fenced_limit(_DURATION, overflows, MISSED_DEADLINE))),
    ("A fenced execution with the longest duration misses it, in AIDL_V4", _FENCED, newest_device(model(execute_fenced=fenced_limit(_DURATION, overflows, MISSED_DEADLINE)))),
    ("A deadline of the largest unsigned number is in the past", _FENCED, prepared(execute_fenced=fenced_limit(_DEADLINE, lambda limit: limit >= 2**63, MISSED_DEADLINE))),
    ("A duration of 1 ns is a GENERAL_FAILURE", _FENCED, prepared(execute_fenced=fenced_limit(_DURATION, lambda limit: limit == 1, FAILURE))),
    ("An execution ends at its deadline", _FAR, prepared(execute_synchronously=waits_for(2))),
    ("An execution without a loop ends at its loop timeout", _FAR, prepared(execute_synchronously=waits_for(3))),
    ("A launched execution ends at its deadline", _FAR, prepared(execute=waits_for(2))),
    ("A loop timeout is a number of 32 bits", "loop_limits.maximum_loop_timeout", prepared(execute_synchronously=in_low_bits(3, 32))),
    ("A configured preparation misses the latest deadline", "configured_calls.preparation_deadlines", device(NewestDevice, prepare_model_with_config=late_configuration)),
    ("The preference of a configuration with hints is not checked", "configured_calls.refused_preparations", device(NewestDevice, prepare_model_with_config=with_any_preference)),
    ("The preference of a preparation is one byte", "preparation.invalid_preference", device(prepare_model=in_low_bits(1, 8)), "prepare.preference"),
    ("The inputs of a fenced execution have the dimensions of the first request", "dynamic_outputs.shapes_of_current_execution", prepared(execute_fenced=first_dimensions)),
    ("The inputs of branches are in the order of the operands", _NESTED, prepared_as(with_sorted("input_indexes"))),
    ("The outputs of branches are in the order of the operands", _NESTED, prepared_as(with_sorted("output_indexes"))),
    ("The inputs are in the order of the operands", _ORDERS, prepared_as(lambda asked: replace(asked, main=replace(asked.main, input_indexes=tuple(sorted(asked.main.input_indexes)))))),
    ("The outputs are in the order of the operands", _ORDERS, prepared_as(lambda asked: replace(asked, main=replace(asked.main, output_indexes=tuple(sorted(asked.main.output_indexes)))))),
    ("A model whose last operand is not an output does not execute", _ORDERS, failing_for(lambda asked: asked.main.operands[-1].lifetime != OperandLifeTime.SUBGRAPH_OUTPUT)),
    ("A model with an input that no operation reads is refused", _ORDERS, failing_for(lambda asked: any(not asked.main.operands[index].number_of_consumers for index in asked.main.input_indexes))),
    ("An operation that reads an operand twice does not execute", _ORDERS, failing_for(lambda asked: any(len({*each.inputs}) < len(each.inputs) for each in asked.main.operations))),
    ("A loop inside a branch does not execute", _NESTED, failing_for(nested(OperationType.WHILE))),
    ("A branch inside a loop does not execute, in AIDL_V4", _NESTED, failing_for(nested(OperationType.IF), NewestDevice)),
    ("The loop timeout of a request does not apply to loops inside branches", "unusual_models.loop_timeout_in_branch", prepared(execute_synchronously=outer_timeouts_only)),
    ("An operation of an extension inside a branch does not execute", "unusual_models.extension_in_branch", failing_for(lambda asked: bool(asked.extension_name_to_prefix and asked.referenced))),
    ("Every operation number of a listed extension is supported", "unusual_models.unknown_extension_operation", device(get_supported_operations=supports_any_extension)),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
