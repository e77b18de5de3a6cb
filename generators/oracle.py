"""Examples of generated models, with expected outputs that the reference computes."""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from zlib import crc32

from conformance.cases.casefile import RANDOM_SOURCE
from conformance.cases.example import Example, ExpectedOutput
from conformance.hal import Version
from conformance.oracle.expected import reference_results
from generators.construction.direct_evaluation import compute_outputs
from generators.construction.model_assembly import GeneratedModel
from generators.construction.profiles import Profile
from generators.generate import generate
from generators.profile_parameters import parse_profile

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
