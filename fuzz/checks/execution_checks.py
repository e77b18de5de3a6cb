"""Whole models with their requests: results, memory, callbacks and timing of valid ones."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import prod
from typing import Final
from zlib import crc32

from conformance.cases.example import Example, ExpectedOutput, Truth
from conformance.driver_sdk import DriverError
from conformance.hal import CONTROL_FLOW, INFO, Model, OperandLifeTime, Version, byte_size
from conformance.harness.execution.other_data import failing_example
from conformance.operations import Unknown, definitions
from conformance.operations.definition.properties import Trait
from conformance.operations.resize_bilinear import has_open_size
from conformance.oracle.expected import input_arrays, reference_plan
from conformance.oracle.other_data import other_data_for
from conformance.reference.plan import ExecutionLimits
from conformance.validation import check_calls, first_violation
from conformance.verdicts import VALUE_RULES, VerdictKind
from fuzz.checks.model_checks import check_answers, operations_text
from fuzz.core.finding import FuzzFinding, from_harness
from fuzz.core.session import FuzzSession
from fuzz.inputs.decoder import decode
from fuzz.inputs.fuzz_input import stretch
from generators.graph_judge import failure_signature

_MAX_OPERAND_BYTES: Final = 1 << 18
_MAX_WORK: Final = 1 << 26
"""Limit for the product of the two largest operands in elements, a bound on the multiplications."""

_LOOP_TIMEOUT: Final = 50_000_000
"""Time in nanoseconds after which a loop counts as endless, so the model is not executed."""

_OTHER_DATA_EVERY: Final = 8
"""Execute one valid model in 8 also with other inputs of the same shapes."""

_SPEC: Final = "fuzz"


def check_execution(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Run a valid model and compare it with the reference; check the answers for an invalid one."""
    fuzz_input = decode(data)
    model = fuzz_input.model
    session.note_model(model)
    if first_violation(model, session.version) is not None:
        session.counts["invalid"] += 1
        return check_answers(session, model)
    example = example_of(session, model, fuzz_input.inputs)
    if example is None:
        session.counts["not computed"] += 1
        return None
    session.counts["executed"] += 1
    seed = crc32(data)
    other_data = None
    if seed % _OTHER_DATA_EVERY == 0:
        other_data = other_data_for(example, session.version, Truth.REFERENCE)
    verdict = session.search.judge_example(
        example, f"{_SPEC}/{seed:08x}", seed, other_data=other_data
    )
    if not verdict.kind.blames_driver and verdict.kind is not VerdictKind.INTERNAL_ERROR:
        return None
    divergence = None
    if verdict.rule in VALUE_RULES:
        failing = failing_example(example, verdict, other_data)
        divergence = session.search.locate_divergence(failing, verdict.case_id)
    place = failure_signature(verdict, model, divergence).split(" ", 2)[2:]
    return from_harness(verdict, place[0] if place else operations_text(model))


def example_of(session: FuzzSession, model: Model, given: Sequence[bytes | None]) -> Example | None:
    """Return the example with the reference's results as expected outputs.

    The result is ``None`` if the model is too large to run often, an input has an unknown size, the
    reference refuses the values, or the contract leaves the size of a resized image open.
    """
    inputs = input_data(model, given)
    if inputs is None or not is_small(model) or has_open_sizes(model, session.version):
        return None
    try:
        plan = reference_plan(model, session.version)
        arrays = plan.run(input_arrays(model, inputs), ExecutionLimits(_LOOP_TIMEOUT))
    except (DriverError, ValueError, MemoryError):
        return None
    if any(array.nbytes > _MAX_OPERAND_BYTES for array in arrays):
        return None
    random = any(
        Trait.RANDOM in found.properties.traits
        for operation in model.main.operations
        if (found := definitions().get(operation.type)) is not None
    )
    return Example(
        _SPEC,
        _SPEC,
        model,
        inputs,
        tuple(ExpectedOutput(array.shape, array.tobytes(), random) for array in arrays),
        tuple(f"op{index}" for index in range(len(model.main.operands))),
        tuple(
            tuple(f"op{index}" for index in range(len(part.operands))) for part in model.referenced
        ),
        session.version,
    )


def has_open_sizes(model: Model, version: Version) -> bool:
    """Return whether the arithmetic of a driver decides the size of a resized image."""
    for checked in (one for part in check_calls(model, version) for one in part.calls):
        if checked is None or checked.call is None:
            continue
        with suppress(Unknown):  # a factor or a size that only the request states
            if has_open_size(checked.call):
                return True
    return False


def input_data(model: Model, given: Sequence[bytes | None]) -> tuple[bytes | None, ...] | None:
    """Return the bytes of each model input, stretched to its size; ``None`` if one is unknown."""
    contents: list[bytes | None] = []
    for position, index in enumerate(model.main.input_indexes):
        operand = model.main.operands[index]
        size = byte_size(operand.type, operand.dimensions)
        if size is None or size > _MAX_OPERAND_BYTES:
            return None
        data = given[position] if position < len(given) else b""
        contents.append(None if data is None else stretch(data, size))
    return tuple(contents)


def is_small(model: Model) -> bool:
    """Return whether the model can be executed in milliseconds, as far as its operands show."""
    if any(o.type in CONTROL_FLOW for part in model.referenced for o in part.operations):
        return False
    largest = [1, 1]
    for part in (model.main, *model.referenced):
        for operand in part.operands:
            info = INFO.get(operand.type)
            if info is None and operand.lifetime != OperandLifeTime.SUBGRAPH:
                return False
            elements = prod(operand.dimensions)
            if info is not None and elements * info.itemsize > _MAX_OPERAND_BYTES:
                return False
            largest = sorted((*largest, elements))[-2:]
    return largest[0] * largest[1] <= _MAX_WORK
