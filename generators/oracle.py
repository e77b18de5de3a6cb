"""Examples of generated models, with expected outputs that the reference computes.

The calls of a generated graph are valid by construction and in the order of execution. Validation
and planning, which the reference needs for other models, are therefore omitted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Final
from zlib import crc32

from conformance.cases.casefile import RANDOM_SOURCE
from conformance.cases.example import Example, ExpectedOutput
from conformance.hal import OperationType, Version
from conformance.operations.definition.operands import Array
from conformance.operations.kernels.numerics import without_fp_warnings
from conformance.oracle.expected import reference_results
from generators.construction.graph_builder import GeneratedOperation, GraphBuilder
from generators.construction.model_assembly import GeneratedModel
from generators.construction.profiles import Profile
from generators.generate import generate
from generators.profile_parameters import parse_profile

_VALUE: Final = attrgetter("value")


@without_fp_warnings
def compute_outputs(graph: GraphBuilder) -> list[Array]:
    """Return the arrays of the outputs of a completed main graph, in the order of the outputs.

    The shapes and values of the operands are stored in the graph.
    """
    return _run_subgraph(graph, graph.subgraphs)


def _run_subgraph(
    graph: GraphBuilder, subgraphs: Sequence[GraphBuilder], inputs: Sequence[Array | None] = ()
) -> list[Array]:
    """Return the outputs of a graph; ``inputs`` is the input data of a referenced subgraph."""
    for value, array in zip(graph.inputs or (), inputs, strict=True):
        value.value = array
    for operation in graph.operations:
        arrays = list(map(_VALUE, operation.inputs))
        if operation.call is None:
            results = _run_control_flow(operation, subgraphs, arrays)
        else:
            results = operation.call.definition.compile(operation.call)(arrays)
        for value, result in zip(operation.outputs, results, strict=True):
            value.value, value.dims = result, result.shape
    return [value.value for value in graph.outputs or ()]  # type: ignore[misc]


def _run_control_flow(
    operation: GeneratedOperation, subgraphs: Sequence[GraphBuilder], arrays: Sequence[Array | None]
) -> Sequence[Array]:
    """Run one of IF's two subgraphs, or WHILE's body while its condition is true."""
    if operation.type is OperationType.IF:
        taken = operation.inputs[1 if _is_true(arrays[0]) else 2]
        return _run_subgraph(subgraphs[taken.subgraph_index], subgraphs, arrays[3:])
    condition, body = (subgraphs[value.subgraph_index] for value in operation.inputs[:2])
    state = list(arrays[2:])
    while _is_true(*_run_subgraph(condition, subgraphs, state)):
        results = _run_subgraph(body, subgraphs, state)
        state[: len(results)] = results
    return state[: len(operation.outputs)]  # type: ignore[return-value]


def _is_true(array: Array | None) -> bool:
    assert array is not None
    return bool(array.item())


_MAX_SPEC_NAME_LENGTH: Final = 40
_NAMES: Final = tuple(f"op{index}" for index in range(256))


def _operand_names(count: int) -> tuple[str, ...]:
    # Slices share the names, so that the examples of many sizes need little memory.
    more = range(len(_NAMES), count)
    return _NAMES[:count] + tuple(f"op{index}" for index in more)


@cache
def _spec_name(profile: str) -> str:
    """Return a valid spec file name for a profile, shortened with a hash if it is long."""
    name = re.sub(r"\W+", "_", profile, flags=re.ASCII)
    if len(name) > _MAX_SPEC_NAME_LENGTH:
        name = f"{name[:_MAX_SPEC_NAME_LENGTH]}_{crc32(profile.encode()):08x}"
    return f"{RANDOM_SOURCE}_{name}"


def to_example(
    generated: GeneratedModel, profile: str, seed: int, version: Version = Version.AIDL_V4
) -> Example:
    """Return a generated model as an example, with the reference's results as expected outputs."""
    if generated.graph is None:
        arrays = reference_results(generated.model, generated.inputs, version)
    else:
        arrays = compute_outputs(generated.graph)
    outputs = tuple(
        [
            ExpectedOutput(array.shape, array.tobytes(), number in generated.unspecified)
            for number, array in enumerate(arrays)
        ]
    )
    model, spec = generated.model, _spec_name(profile)
    return Example(
        spec,
        f"{spec}_{seed}",
        model,
        generated.inputs,
        outputs,
        _operand_names(len(model.main.operands)),
        tuple(_operand_names(len(subgraph.operands)) for subgraph in model.referenced),
        version,
    )


def random_example(
    profile: Profile | str,
    seed: int,
    version: Version | None = None,
) -> Example:
    """Return the example of a seed, with its expected outputs."""
    chosen = parse_profile(profile) if isinstance(profile, str) else profile
    used = chosen.version if version is None else min(version, chosen.version)
    return to_example(generate(chosen, seed, used), chosen.name, seed, used)


def case_id(profile: str, seed: int) -> str:
    """Return the id of a random case, such as ``random/default/17``."""
    return f"{RANDOM_SOURCE}/{profile}/{seed}"
