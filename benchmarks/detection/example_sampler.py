"""Cases of one random operation: the model, inputs, and the results of the reference."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Final

import numpy as np

from benchmarks.detection import (  # noqa: F401 - register templates
    call_templates,
    image_templates,
    sequence_templates,
)
from benchmarks.detection.call_sampler import TEMPLATES, CallSampler, ForcedInput, SampledOperand
from conformance.cases.example import Example, ExpectedOutput
from conformance.driver_sdk import DriverError
from conformance.hal import (
    INFO,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    Operation,
    Subgraph,
    Version,
)
from conformance.operations import OperandView, OperationDefinition, create_call
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.fp_warnings import without_fp_warnings
from conformance.oracle.expected import input_arrays
from conformance.reference.plan import ExecutionLimits, Planner
from conformance.validation import check_call, first_violation

VERSION: Final = Version.AIDL_V3
_TWO_ALIKE: Final = ("ADD", "SUB", "MUL", "DIV", "MAXIMUM", "MINIMUM", "CONCATENATION")
"""Operations whose first two inputs are exchanged now and then."""
_OUTPUT_TRIES: Final = (
    (1 / 256, 0, -128),
    (1 / 128, 128, 0),
    (1 / 256, -128, -128),
    (1.0, 0, 0),
)


def sample_example(
    definition: OperationDefinition, seed: int, forced: ForcedInput | None = None
) -> Example | None:
    """Return a random call with the reference's results as a case; ``None`` if it is illegal.

    The first tensor of the primary type has the properties ``forced``, and is a model input.
    """
    template = TEMPLATES.get(definition.name)
    if template is None:
        return None
    random = np.random.default_rng([seed, zlib.crc32(definition.name.encode())])
    types = tuple(definition.types)
    type_ = types[int(random.integers(len(types)))] if forced is None else forced.type
    if type_ not in types:
        type_ = types[int(random.integers(len(types)))]
    sampler = CallSampler(random, type_, definition.name, forced)
    try:
        template(sampler)
        if forced is not None and sampler.forced_index is None:
            return None
        if forced is not None and definition.name in _TWO_ALIKE and sampler.chance(0.4):
            operands = sampler.operands
            operands[0], operands[1] = operands[1], operands[0]
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
    if sampler.results:
        pairs = zip(kinds, sampler.results, strict=False)
        return [
            [
                Operand(kind, (), 0, scale, zero) if INFO[kind].quantized else Operand(kind, (), 0)
                for kind, (scale, zero) in pairs
            ]
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
    results = [replace(one, lifetime=output_life) for one in results]
    operation = Operation(definition.type, tuple(range(first)), places)
    main = Subgraph((*operands, *results), (operation,), entering, places)
    model = Model(main, operand_values=bytes(values))
    if first_violation(model, VERSION) is not None:
        return None
    arrays = reference_outputs(model, inputs)
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


def input_values(example: Example) -> list[Array]:
    """Return the inputs of a sampled case as arrays."""
    arrays = input_arrays(example.model, example.inputs)
    return [array for array in arrays if array is not None]


def reference_outputs(model: Model, inputs: list[bytes]) -> list[Array] | None:
    """Return the outputs of the reference, or ``None`` if it refuses the request."""
    try:
        return Planner(model, VERSION).main().run(input_arrays(model, inputs), ExecutionLimits())
    except DriverError:
        return None
