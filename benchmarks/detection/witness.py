"""Witnesses: for each fault a small model on which its result is outside the tolerance.

Candidates are drawn from ``call_sampler`` with consecutive seeds; a witness is named by its seed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from benchmarks.detection import call_templates, image_templates  # noqa: F401 - register templates
from benchmarks.detection.call_sampler import TEMPLATES, CallSampler, SampledOperand
from benchmarks.detection.device import FaultyDevice, Observer
from benchmarks.detection.fault import CallFault
from conformance.hal import (
    INFO,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    Operation,
    OperationType,
    Subgraph,
    Version,
)
from conformance.harness.comparison.answer_checks import OutputExpectations, check_values
from conformance.harness.localization.oracle import input_arrays
from conformance.operations import OperandView, OperationDefinition, create_call, definition_of
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.operations.model.definition import Array
from conformance.reference.plan import ExecutionLimits
from conformance.reference.planner import Planner
from conformance.specfile.example import Example, ExpectedOutput
from conformance.support import DriverError
from conformance.validation import check_call, first_violation

VERSION: Final = Version.AIDL_V3
ATTEMPTS: Final = 1500
_OUTPUT_TRIES: Final = (
    (1 / 256, 0, -128),
    (1 / 128, 128, 0),
    (1 / 256, -128, -128),
    (1.0, 0, 0),
)


@dataclass(frozen=True, slots=True)
class Witness:
    """A case that shows a fault: the seed of its call, and the case itself."""

    seed: int
    example: Example


def sample_example(definition: OperationDefinition, seed: int) -> Example | None:
    """Return a random call with the reference's results as a case; ``None`` if it is illegal."""
    template = TEMPLATES.get(definition.name)
    if template is None:
        return None
    random = np.random.default_rng([seed, zlib.crc32(definition.name.encode())])
    types = tuple(definition.types)
    sampler = CallSampler(random, types[int(random.integers(len(types)))], definition.name)
    try:
        template(sampler)
        return _example(definition, sampler, seed)
    except (ValueError, IndexError, TypeError):
        return None


def _example(definition: OperationDefinition, sampler: CallSampler, seed: int) -> Example | None:
    operands = sampler.operands
    views = [_view(operand) for operand in operands]
    for results in _output_candidates(definition, sampler):
        call = create_call(definition, views, [OperandView.of(each) for each in results], VERSION)
        if check_call(call) is not None:
            continue
        return _complete(definition, operands, results, seed)
    return None


def _view(operand: SampledOperand) -> OperandView:
    return OperandView(
        operand.type,
        () if operand.array is None else operand.array.shape,
        scale=operand.scale,
        zero_point=operand.zero_point,
        extra_params=operand.extra,
        value=operand.array,
        omitted=operand.array is None,
    )


def _output_candidates(
    definition: OperationDefinition, sampler: CallSampler
) -> list[list[Operand]]:
    """Return lists of output operands with different quantizations; the validator chooses."""
    candidates = []
    primary = next((one for one in sampler.operands if one.type == sampler.type), None)
    minimum, most = definition.output_counts()
    count = minimum
    if definition.name == "SPLIT":
        count = int(sampler.operands[-1].array or 0)
    elif most is not None and most > minimum and sampler.chance(0.3):
        count = most
    specs = definition.output_specs(count)
    kinds = []
    for spec in specs:
        legal = [kind for kind, _ in spec.types.legal(sampler.type)]
        kinds.append(legal[int(sampler.random.integers(len(legal)))])
    fixed = [
        (scale, zero if kind.name.endswith("ASYMM") else signed)
        for kind in kinds[:1]
        for scale, zero, signed in _OUTPUT_TRIES
    ]
    same = [(primary.scale, primary.zero_point)] if primary is not None else []
    drawn = [sampler.quantization(kinds[0]) for _ in range(3)]
    order = [*same, *drawn, *fixed] if sampler.chance(0.5) else [*drawn, *same, *fixed]
    for scale, zero in order if any(INFO[kind].quantized for kind in kinds) else [(0.0, 0)]:
        candidates.append(
            [
                Operand(kind, (), 0, scale, zero) if INFO[kind].quantized else Operand(kind, (), 0)
                for kind in kinds
            ]
        )
    return candidates


@without_fp_warnings
def _complete(
    definition: OperationDefinition,
    sampled: list[SampledOperand],
    results: list[Operand],
    seed: int,
) -> Example | None:
    values = bytearray()
    operands: list[Operand] = []
    inputs: list[bytes] = []
    for each in sampled:
        lifetime, location, shape = OperandLifeTime.SUBGRAPH_INPUT, DataLocation(), ()
        if each.array is None:
            lifetime = OperandLifeTime.NO_VALUE
        else:
            data = np.ascontiguousarray(each.array).tobytes()
            shape = each.array.shape if INFO[each.type].tensor else ()
            if each.constant and data:
                values.extend(b"\0" * (-len(values) % 16))
                lifetime = OperandLifeTime.CONSTANT_COPY
                location = DataLocation(0, len(values), len(data))
                values.extend(data)
            else:
                inputs.append(data)
        operands.append(
            Operand(
                each.type, shape, 1, each.scale, each.zero_point, lifetime, location, each.extra
            )
        )
    if not inputs:
        return None
    first = len(operands)
    places = tuple(range(first, first + len(results)))
    entering = tuple(
        index
        for index, one in enumerate(operands)
        if one.lifetime == OperandLifeTime.SUBGRAPH_INPUT
    )
    output_life = OperandLifeTime.SUBGRAPH_OUTPUT
    results = [replace_lifetime(one, output_life) for one in results]
    operation = Operation(definition.type, tuple(range(first)), places)
    main = Subgraph((*operands, *results), (operation,), entering, places)
    model = Model(main, operand_values=bytes(values))
    if first_violation(model, VERSION) is not None:
        return None
    arrays = _run(model, inputs)
    if arrays is None:
        return None
    shaped = (
        [
            replace(one, dimensions=array.shape) if 0 not in array.shape else one
            for one, array in zip(results, arrays, strict=True)
        ]
        if definition.partial_shapes is None
        else results
    )
    model = replace(model, main=replace(main, operands=(*operands, *shaped)))
    if first_violation(model, VERSION) is not None:
        return None
    outputs = tuple(
        ExpectedOutput(array.shape, array.tobytes(), spec.name in definition.unspecified_outputs)
        for array, spec in zip(arrays, definition.output_specs(len(arrays)), strict=False)
    )
    if len(outputs) != len(arrays):
        outputs = tuple(ExpectedOutput(array.shape, array.tobytes()) for array in arrays)
    names = tuple(f"op{index}" for index in range(len(model.main.operands)))
    return Example(
        f"{definition.name.lower()}_witness", str(seed), model, tuple(inputs), outputs, names
    )


def replace_lifetime(operand: Operand, lifetime: OperandLifeTime) -> Operand:
    """Return the operand with another lifetime."""
    return replace(operand, lifetime=lifetime)


def _run(model: Model, inputs: list[bytes]) -> list[Array] | None:
    arrays = [
        np.frombuffer(data, INFO[operand.type].dtype).reshape(
            operand.dimensions if INFO[operand.type].tensor else ()
        )
        for data, operand in zip(
            inputs, (model.main.operands[i] for i in model.main.input_indexes), strict=True
        )
    ]
    try:
        return Planner(model, VERSION).main().run(arrays, ExecutionLimits())
    except DriverError:
        return None


def shows(fault: CallFault, example: Example) -> bool:
    """Return whether the fault's result is outside the tolerance of the case.

    A fault that keeps state is executed on other values of the same shapes before.
    """
    device = FaultyDevice(fault)
    plan = Planner(example.model, VERSION, device.compile_call).main()
    arrays = _input_arrays(example)
    if fault.has_state:
        try:
            plan.run([_other_values(array) for array in arrays], ExecutionLimits())
        except DriverError:
            return False  # the reordered values are no legal operands
    data = [np.ascontiguousarray(array).tobytes() for array in plan.run(arrays, ExecutionLimits())]
    if [len(each) for each in data] != [len(each.data) for each in example.outputs]:
        return True
    if any(_whole_numbers_differ(data, example)):
        return True
    expectations = OutputExpectations.from_example(example)
    return bool(check_values(expectations, data, [b"\xa5" * len(each) for each in data]))


def _whole_numbers_differ(data: list[bytes], example: Example) -> Iterator[bool]:
    """Yield whether each output of integers or booleans differs: they have no tolerance."""
    main = example.model.main
    for actual, expected, index in zip(data, example.outputs, main.output_indexes, strict=True):
        info = INFO[main.operands[index].type]
        hits = main.operations[0].type == OperationType.HASHTABLE_LOOKUP and index > 0
        exact = info.dtype.kind in "bi" and not info.quantized
        yield (exact or (hits and info.quantized)) and actual != expected.data


def _other_values(array: Array) -> Array:
    """Return an array with the same values in another order, so that indexes stay legal."""
    if array.ndim == 2:
        return np.ascontiguousarray(array[::-1])  # rows stay legal regions
    return np.ascontiguousarray(np.roll(array.ravel()[::-1], 1).reshape(array.shape))


def find_witness(fault: CallFault, attempts: int = ATTEMPTS, first: int = 0) -> Witness | None:
    """Return the first sampled case that shows the fault; ``None`` if none of ``attempts`` does."""
    definition = definition_of(fault.operation)
    device, observer = FaultyDevice(), Observer()
    device.observer = observer
    for seed in range(first, first + attempts):
        example = sample_example(definition, seed)
        if example is None:
            continue
        if not fault.has_state:
            observer.start([fault])
            Planner(example.model, VERSION, device.compile_call).main().run(
                _input_arrays(example), ExecutionLimits()
            )
        if (fault.has_state or observer.differing) and shows(fault, example):
            return Witness(seed, example)
    return None


def _input_arrays(example: Example) -> list[Array]:
    arrays = input_arrays(example.model, example.inputs)
    return [array for array in arrays if array is not None]
