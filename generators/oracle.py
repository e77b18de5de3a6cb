"""Examples of generated models, with expected outputs that the reference computes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final
from zlib import crc32

import numpy as np

from conformance.hal import INFO, Model, Version
from conformance.operations.definition import Array
from conformance.reference.plan import Limits, Plan
from conformance.reference.planner import Planner
from conformance.specfile.example import Example, ExpectedOutput
from generators.evaluation import computed
from generators.generate import generate
from generators.knobs import profile_of
from generators.model import Generated
from generators.profiles import Profile

SOURCE: Final = "random"
"""The first component of the ids of generated cases."""


_LONGEST: Final = 40


@cache
def _names(count: int) -> tuple[str, ...]:
    return tuple(f"op{index}" for index in range(count))


@cache
def _spec_name(profile: str) -> str:
    """Return a valid spec file name for a profile, shortened with a hash if it is long."""
    name = re.sub(r"\W+", "_", profile, flags=re.ASCII)
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}_{crc32(profile.encode()):08x}"
    return f"{SOURCE}_{name}"


def plan(model: Model, version: Version = Version.AIDL_V4) -> Plan:
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


def results(
    model: Model, inputs: Sequence[bytes | None], version: Version = Version.AIDL_V4
) -> list[Array]:
    """Return the outputs that the reference computes; ``DriverError`` if it refuses."""
    return plan(model, version).run(input_arrays(model, inputs), Limits())


def example_of(
    generated: Generated, profile: str, seed: int, version: Version = Version.AIDL_V4
) -> Example:
    """Return a generated model as an example, with the reference's results as expected outputs."""
    if generated.graph is None:
        arrays = results(generated.model, generated.inputs, version)
    else:
        arrays = computed(generated.graph)
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
        _names(len(model.main.operands)),
        tuple(_names(len(subgraph.operands)) for subgraph in model.referenced),
        version,
    )


def random_example(
    profile: Profile | str,
    seed: int,
    version: Version | None = None,
) -> Example:
    """Return the example of a seed, with its expected outputs."""
    chosen = profile_of(profile) if isinstance(profile, str) else profile
    used = chosen.version if version is None else min(version, chosen.version)
    return example_of(generate(chosen, seed, used), chosen.name, seed, used)


def case_id(profile: str, seed: int) -> str:
    """Return the id of a random case, such as ``random/default/17``."""
    return f"{SOURCE}/{profile}/{seed}"
