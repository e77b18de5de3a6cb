"""Examples of generated models, with expected outputs that the reference computes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final
from zlib import crc32

import numpy as np

from conformance.hal import INFO, Model, Version
from conformance.operations.model.definition import Array
from conformance.reference.plan import ExecutionLimits, SubgraphPlan
from conformance.reference.planner import Planner
from conformance.specfile.example import Example, ExpectedOutput
from generators.generate import generate
from generators.intervals.direct_evaluation import compute_outputs
from generators.model_assembly import GeneratedModel
from generators.profile_parameters import parse_profile
from generators.profiles import Profile

SOURCE: Final = "random"
"""The first component of the ids of generated cases."""


_MAX_SPEC_NAME_LENGTH: Final = 40


@cache
def _operand_names(count: int) -> tuple[str, ...]:
    return tuple(f"op{index}" for index in range(count))


@cache
def _spec_name(profile: str) -> str:
    """Return a valid spec file name for a profile, shortened with a hash if it is long."""
    name = re.sub(r"\W+", "_", profile, flags=re.ASCII)
    if len(name) > _MAX_SPEC_NAME_LENGTH:
        name = f"{name[:_MAX_SPEC_NAME_LENGTH]}_{crc32(profile.encode()):08x}"
    return f"{SOURCE}_{name}"


def reference_plan(model: Model, version: Version = Version.AIDL_V4) -> SubgraphPlan:
    """Return the reference's plan of a valid model; ``DriverError`` if it refuses the model."""
    return Planner(model, version).main()


def input_arrays(model: Model, inputs: Sequence[bytes | None]) -> list[Array | None]:
    """Return the inputs as arrays with the shapes that the model states."""
    operands = model.main.operands
    arrays: list[Array | None] = []
    for index, data in zip(model.main.input_indexes, inputs, strict=True):
        operand = operands[index]
        array = None
        if data is not None:
            array = np.frombuffer(data, INFO[operand.type].dtype).reshape(operand.dimensions)
        arrays.append(array)
    return arrays


def reference_results(
    model: Model, inputs: Sequence[bytes | None], version: Version = Version.AIDL_V4
) -> list[Array]:
    """Return the outputs that the reference computes; ``DriverError`` if it refuses."""
    return reference_plan(model, version).run(input_arrays(model, inputs), ExecutionLimits())


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
    return f"{SOURCE}/{profile}/{seed}"
