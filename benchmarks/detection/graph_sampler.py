"""Random models of several operations: candidates for witnesses of faults between operations."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from benchmarks.detection.call_sampler import ForcedInput
from benchmarks.detection.control_flow_sampler import if_model, while_model
from benchmarks.detection.example_sampler import VERSION, reference_outputs, sample_example
from conformance.cases.example import Example, ExpectedOutput
from conformance.hal import (
    INFO,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    OperationType,
    Subgraph,
)
from conformance.operations import definition_of
from conformance.validation import first_violation

_ANY: Final = (
    *("RELU", "ADD", "MUL", "ABS", "LOGISTIC", "RESHAPE", "TRANSPOSE", "SUB", "SLICE", "TANH"),
    *(
        "MAXIMUM",
        "CONCATENATION",
        "SQUEEZE",
        "EXPAND_DIMS",
        "DIV",
        "SOFTMAX",
        "NEG",
        "MEAN",
        "CAST",
    ),
)


def sample_graph(names: Sequence[str], seed: int) -> Example | None:
    """Return a random case with the operations of a pattern; ``None`` if it is illegal."""
    random = np.random.default_rng([seed, zlib.crc32(" ".join(names).encode())])
    if names == ("IF",):
        return _complete(*if_model(random), seed)
    if names == ("WHILE",):
        return _complete(*while_model(random), seed)
    pick = partial(_pick, random)
    first, second = names if len(names) == 2 else ("*", "*")
    case = _sample(pick(first), int(random.integers(1 << 30)))
    if case is None:
        return None
    joint = case.model.main.output_indexes[0]
    others = int(random.integers(0, 4)) if random.random() < 0.6 else 0
    following = [*(pick("*") for _ in range(others)), pick(second)]
    if random.random() < 0.5:
        following.reverse()
    grown = case
    for name in following:
        larger = _append(grown, joint, name, int(random.integers(1 << 30)))
        if larger is None:
            if name == second:
                return None
            continue
        grown = larger
    keep = random.random() < 0.3
    return _complete(*_with_outputs(grown, joint, keep=keep), seed)


def _pick(random: np.random.Generator, name: str) -> str:
    return _ANY[int(random.integers(len(_ANY)))] if name == "*" else name


def _sample(name: str, seed: int, forced: ForcedInput | None = None) -> Example | None:
    """Return the first legal case of a few seeds."""
    definition = definition_of(OperationType[name])
    for attempt in range(12):
        case = sample_example(definition, seed + attempt, forced)
        if case is not None:
            return case
    return None


def _append(case: Example, joint: int, name: str, seed: int) -> Example | None:
    """Return the case with another operation that reads the operand ``joint``."""
    operand = case.model.main.operands[joint]
    forced = ForcedInput(
        OperandType(operand.type), operand.dimensions, operand.scale, operand.zero_point
    )
    if not INFO[forced.type].tensor or not operand.dimensions:
        return None
    added = _sample(name, seed, forced)
    if added is None:
        return None
    place = _forced_place(added, operand)
    if place is None:
        return None
    main, other = case.model.main, added.model.main
    values = bytearray(case.model.operand_values)
    values.extend(b"\0" * (-len(values) % 16))
    base, count = len(values), len(main.operands)
    numbers = [
        joint if index == place else count + index - (index > place)
        for index in range(len(other.operands))
    ]
    moved = [
        replace(one, location=replace(one.location, offset=one.location.offset + base))
        if one.lifetime == OperandLifeTime.CONSTANT_COPY
        else one
        for index, one in enumerate(other.operands)
        if index != place
    ]
    operations = [
        replace(
            one,
            inputs=tuple(numbers[index] for index in one.inputs),
            outputs=tuple(numbers[index] for index in one.outputs),
        )
        for one in other.operations
    ]
    kept = [
        (i, data) for i, data in zip(other.input_indexes, added.inputs, strict=True) if i != place
    ]
    graph = Subgraph(
        (*main.operands, *moved),
        (*main.operations, *operations),
        (*main.input_indexes, *(numbers[index] for index, _ in kept)),
        (*main.output_indexes, *(numbers[index] for index in other.output_indexes)),
    )
    model = Model(graph, operand_values=bytes(values) + added.model.operand_values)
    inputs = (*case.inputs, *(data for _, data in kept))
    return replace(case, model=model, inputs=inputs)


def _forced_place(case: Example, operand: Operand) -> int | None:
    """Return the operand of a sampled case that another operation can compute."""
    for index in case.model.main.input_indexes:
        one = case.model.main.operands[index]
        same = (one.type, one.dimensions, one.scale, one.zero_point)
        if same == (operand.type, operand.dimensions, operand.scale, operand.zero_point):
            return index
    return None


def _with_outputs(
    case: Example, joint: int, *, keep: bool
) -> tuple[Model, tuple[bytes | None, ...]]:
    """Return the model and inputs; ``joint`` stays a model output only with ``keep``."""
    main = case.model.main
    if keep:
        return case.model, case.inputs
    operands = list(main.operands)
    operands[joint] = replace(operands[joint], lifetime=OperandLifeTime.TEMPORARY_VARIABLE)
    outputs = tuple(index for index in main.output_indexes if index != joint)
    graph = replace(main, operands=tuple(operands), output_indexes=outputs)
    return replace(case.model, main=graph), case.inputs


def _complete(model: Model, inputs: Sequence[bytes | None], seed: int) -> Example | None:
    """Return the case of a model with the results of the reference."""
    if not model.main.output_indexes or first_violation(model, VERSION) is not None:
        return None
    arrays = reference_outputs(model, list(inputs))  # type: ignore[arg-type]
    if arrays is None:
        return None
    outputs = tuple(ExpectedOutput(array.shape, array.tobytes()) for array in arrays)
    names = tuple(f"op{index}" for index in range(len(model.main.operands)))
    return Example("graph_witness", str(seed), model, tuple(inputs), outputs, names)
