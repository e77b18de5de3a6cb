"""What must come out of a generated model: the reference's word."""

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
"""First part of the ids of generated cases."""


_LONGEST: Final = 40


@cache
def _names(count: int) -> tuple[str, ...]:
    return tuple(f"op{index}" for index in range(count))


@cache
def _spec_name(profile: str) -> str:
    """A name for a spec file: words, and not too many."""
    name = re.sub(r"\W+", "_", profile, flags=re.ASCII)
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}_{crc32(profile.encode()):08x}"
    return f"{SOURCE}_{name}"


def plan(model: Model, version: Version = Version.AIDL_V4) -> Plan:
    """The reference's plan of a valid model; ``DriverError`` for one that it refuses."""
    return Planner(model, version).main()


def input_arrays(model: Model, inputs: Sequence[bytes | None]) -> list[Array | None]:
    """Inputs as arrays; their shapes are those of the model."""
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
    """What the reference computes; ``DriverError`` where it refuses."""
    return plan(model, version).run(input_arrays(model, inputs), Limits())


def example_of(
    generated: Generated, profile: str, seed: int, version: Version = Version.AIDL_V4
) -> Example:
    """A generated model with the reference's results as expectation."""
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
    """The case of a seed, with what must come out."""
    chosen = profile_of(profile) if isinstance(profile, str) else profile
    used = chosen.version if version is None else min(version, chosen.version)
    return example_of(generate(chosen, seed, used), chosen.name, seed, used)


def case_id(profile: str, seed: int) -> str:
    """``random/default/17``."""
    return f"{SOURCE}/{profile}/{seed}"
