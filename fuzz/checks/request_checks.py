"""Requests with unusual arguments: invalid ones are refused, valid ones give correct results."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from conformance.cases import Example
from conformance.checks.areas.invalid_requests import PreparedExample, check_refused_request
from conformance.checks.check_context import SkipCheck
from conformance.checks.sample_models import addition_model
from conformance.hal import (
    INFO,
    BufferToken,
    DataLocation,
    ErrorStatus,
    MemoryPool,
    Model,
    OperandType,
    Request,
    RequestArgument,
    SharedMemory,
)
from conformance.oracle.accuracy import describe_difference
from conformance.validation import Violation, first_violation, validate_request
from conformance.verdicts import VerdictKind
from fuzz.checks.execution_checks import example_of
from fuzz.core.finding import FuzzFinding, from_harness, make_finding
from fuzz.core.session import FuzzSession
from fuzz.inputs.decoder import MAX_POOL, decode
from fuzz.inputs.fuzz_input import ArgumentChange, FuzzInput

_ADDITION: Final = addition_model().main.operations
_ONE, _TWO = struct.pack("<f", 1.0), struct.pack("<f", 2.0)
_UNKNOWN: Final = 4
"""The size that a request states where the model does not."""

_UINT32: Final = (1 << 32) - 1
_FAILURES: Final = (ErrorStatus.INVALID_ARGUMENT, ErrorStatus.GENERAL_FAILURE)


def check_request(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Execute a changed request for the input's model, or for an addition if that is not valid."""
    fuzz_input = decode(data)
    prepared = _prepared(session, fuzz_input)
    if prepared is None:
        return None
    model = prepared.example.model
    request = prepared.load(prepared.example.inputs)
    request = changed_request(_with_dimensions(request, prepared.example), fuzz_input)
    version = session.version
    violations = validate_request(request, model, version=version)
    strict = validate_request(request, model, allow_unspecified_outputs=False, version=version)
    session.note_rules({violation.rule.name for violation in violations or strict})
    # The burst of this input's model is closed before the next input.
    with session.context.cleanup_scope():
        finding = _check_answers(prepared, request, fuzz_input, violations, strict)
    return finding or session.check_health()


def _check_answers(
    prepared: PreparedExample,
    request: Request,
    fuzz_input: FuzzInput,
    violations: Sequence[Violation],
    strict: Sequence[Violation],
) -> FuzzFinding | None:
    """Check the answers to a request with these ``violations``.

    ``strict`` are those for an execution whose outputs must be specified.
    """
    if strict and not violations:
        return _check_fenced(prepared, request, strict[0])
    before = snapshot(request.pools)
    if violations:
        finding = _check_refused(prepared, request, violations[0])
    else:
        finding = _check_valid(prepared, request, fuzz_input)
    return finding or written_outside(before, request)


def _prepared(session: FuzzSession, fuzz_input: FuzzInput) -> PreparedExample | None:
    """Return the prepared model of the input; ``None`` if the driver does not support it."""
    model = fuzz_input.model
    example: Example | None = None
    if model.main.operations and first_violation(model, session.version) is None:
        example = example_of(session, _specified(model), fuzz_input.inputs)
        if example is not None:
            example = replace(example, model=model)
    if example is None:
        example = example_of(session, addition_model(), (_ONE, _TWO))
    if example is None:
        return None
    try:
        return PreparedExample(
            session.context, example, session.context.prepare(example.model), session.request_memory
        )
    except SkipCheck as skipped:
        if skipped.finding.kind.blames_driver:
            raise
        return None


def _specified(model: Model) -> Model:
    """Return the model with the size 4 for each unknown size of its inputs."""
    main = model.main
    operands = list(main.operands)
    for index in main.input_indexes:
        operand = operands[index]
        info = INFO.get(operand.type)
        if info is None or not info.tensor or (operand.dimensions and 0 not in operand.dimensions):
            continue
        sizes = tuple(size or _UNKNOWN for size in operand.dimensions) or (_UNKNOWN,)
        operands[index] = replace(operand, dimensions=sizes)
    return replace(model, main=replace(main, operands=tuple(operands)))


def _with_dimensions(request: Request, example: Example) -> Request:
    """Return the request with dimensions for the arguments whose sizes the model does not state."""
    main, specified = example.model.main, _specified(example.model).main
    if main == specified:
        return request
    inputs = tuple(
        argument
        if argument.has_no_value
        or main.operands[index].dimensions == specified.operands[index].dimensions
        else replace(argument, dimensions=specified.operands[index].dimensions)
        for argument, index in zip(request.inputs, main.input_indexes, strict=True)
    )
    outputs = tuple(
        replace(argument, dimensions=tuple(output.dimensions))
        if 0 in main.operands[index].dimensions or not main.operands[index].dimensions
        else argument
        for argument, index, output in zip(
            request.outputs, main.output_indexes, example.outputs, strict=True
        )
    )
    return Request(inputs, outputs, request.pools)


def changed_request(request: Request, fuzz_input: FuzzInput) -> Request:
    """Return a request with the changes and the further pools of an input."""
    inputs, outputs = list(request.inputs), list(request.outputs)
    for change in fuzz_input.changes:
        _apply(change, outputs if change.output else inputs)
    more: list[MemoryPool] = [
        BufferToken(pool.number) if pool.is_token else SharedMemory(min(pool.number, MAX_POOL))
        for pool in fuzz_input.pools
    ]
    return Request(tuple(inputs), tuple(outputs), (*request.pools, *more))


def _apply(change: ArgumentChange, arguments: list[RequestArgument]) -> None:
    if not arguments:
        return
    place = change.index % len(arguments)
    argument = arguments[place]
    where = argument.location
    location = DataLocation(
        _limited(where.pool_index + change.pool),
        _limited(where.offset + change.offset),
        _limited(where.length + change.length),
    )
    dimensions = argument.dimensions if change.dimensions is None else change.dimensions
    changed = RequestArgument(change.no_value or argument.has_no_value, location, dimensions)
    if change.removed:
        del arguments[place]
    elif change.repeated:
        arguments.append(changed)
    else:
        arguments[place] = changed


def _limited(number: int) -> int:
    return min(max(number, 0), _UINT32)


_FENCED_PATHS: Final = ("fenced", "fenced_reusable")


def _check_fenced(
    prepared: PreparedExample, request: Request, violation: Violation
) -> FuzzFinding | None:
    """Check that a fenced execution refuses a request that other executions accept."""
    for path, outcome in prepared.execute(request, 0):
        if path in _FENCED_PATHS and outcome.status != ErrorStatus.INVALID_ARGUMENT:
            reason = (
                f"{path}: the execution of an invalid request answered "
                f"{outcome.status.name}; INVALID_ARGUMENT was expected ({violation})"
            )
            return make_finding(VerdictKind.FAILED, violation.rule.name, reason)
    return None


def _check_refused(
    prepared: PreparedExample, request: Request, violation: Violation
) -> FuzzFinding | None:
    finding = check_refused_request(prepared, request, violation, turn=0)
    if finding is None:
        return None
    return from_harness(replace(finding, reason=f"{finding.reason} ({violation})"))


def _check_valid(
    prepared: PreparedExample, request: Request, fuzz_input: FuzzInput
) -> FuzzFinding | None:
    """Execute a valid request; its outputs must be those of the reference."""
    if any(isinstance(pool, BufferToken) for pool in request.pools):
        return _check_unknown_token(prepared, request)
    expected_outputs: Sequence[bytes] = ()
    if not fuzz_input.changes and prepared.example.model.main.operations == _ADDITION:
        expected_outputs = [output.data for output in prepared.example.outputs]
    for path, outcome in prepared.execute(request, 0):
        if outcome.status != ErrorStatus.NONE:
            if fuzz_input.changes and outcome.status in _FAILURES:
                continue  # the values of moved inputs may be invalid
            reason = (
                f"{path}: the execution of a valid request answered {outcome.status.name}; "
                "NONE was expected"
            )
            return make_finding(VerdictKind.FAILED, "execute.status", reason)
        for number, (output, expected) in enumerate(
            zip(request.outputs, expected_outputs, strict=False)
        ):
            if len(expected) != output.location.length:
                continue
            actual = _bytes_of(request.pools, output)
            if difference := describe_difference(expected, actual, OperandType.TENSOR_FLOAT32):
                reason = f"{path}: in output {number}, {difference}"
                return make_finding(VerdictKind.FAILED, "values", reason)
    return None


def _check_unknown_token(prepared: PreparedExample, request: Request) -> FuzzFinding | None:
    """Execute a request with a token that ``allocate`` did not return.

    A driver may accept the request if no argument uses the token.
    """
    used = any(
        isinstance(request.pools[argument.location.pool_index], BufferToken)
        for argument in (*request.inputs, *request.outputs)
        if not argument.has_no_value
    )
    for path, outcome in prepared.execute(request, 0):
        if used and outcome.status == ErrorStatus.NONE:
            reason = (
                f"{path}: the execution of a request with a token that allocate did not "
                "return answered NONE; an error was expected"
            )
            return make_finding(VerdictKind.FAILED, "request.token", reason)
    return None


def snapshot(pools: Sequence[MemoryPool]) -> list[bytes]:
    """Return the bytes of each memory; empty for those that have none."""
    return [
        bytes(pool.view()) if isinstance(pool, SharedMemory) and pool.size > 0 else b""
        for pool in pools
    ]


def _bytes_of(pools: Sequence[MemoryPool], argument: RequestArgument) -> bytes:
    where = argument.location
    pool = pools[where.pool_index]
    assert isinstance(pool, SharedMemory)
    with pool.view() as view:
        return bytes(view[where.offset : where.offset + where.length])


def written_outside(before: Sequence[bytes], request: Request) -> FuzzFinding | None:
    """Return a finding if an execution changed memory outside the outputs of its request."""
    for number, (old, new) in enumerate(zip(before, snapshot(request.pools), strict=True)):
        if old == new:
            continue
        changed, expected = bytearray(new), bytearray(old)
        for output in request.outputs:
            where = output.location
            if where.pool_index == number and not output.has_no_value:
                end = min(where.offset + where.length, len(old))
                span = slice(where.offset, end)
                expected[span] = changed[span]
        if changed != expected:
            place = next(
                i for i, (a, b) in enumerate(zip(expected, changed, strict=True)) if a != b
            )
            reason = (
                f"the execution of a request changed byte {place} of pool {number}, which is "
                "outside the outputs"
            )
            return make_finding(VerdictKind.FAILED, "memory.outside", reason)
    return None
