"""Digests of the models of 1000 seeds, which must be equal on every machine.

``python -m tests.generators.golden_digests`` writes the table to ``golden.json``. The table changes
only together with ``GENERATOR_VERSION``.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from generators.construction.model_assembly import GeneratedModel
from generators.generate import GENERATOR_VERSION, encode_pair_seed, generate

FILE = Path(__file__).with_name("golden.json")
SEEDS = {"tiny": 300, "default": 500, "wide": 50, "deep": 30, "mobile": 60, "special": 60}
_PART = 50
_PAIR_GRAPHS = range(0, 1000, 200)


def digest(generated: GeneratedModel) -> bytes:
    """Return the digest of everything that a driver receives."""
    model = generated.model
    seen = hashlib.sha256()
    for subgraph in (model.main, *model.referenced):
        for operand in subgraph.operands:
            seen.update(
                repr(
                    (
                        int(operand.type),
                        operand.dimensions,
                        operand.number_of_consumers,
                        float(operand.scale).hex(),
                        operand.zero_point,
                        int(operand.lifetime),
                        (
                            operand.location.pool_index,
                            operand.location.offset,
                            operand.location.length,
                        ),
                        repr(operand.extra_params),
                    )
                ).encode()
            )
        for operation in subgraph.operations:
            seen.update(repr((int(operation.type), operation.inputs, operation.outputs)).encode())
        seen.update(repr((subgraph.input_indexes, subgraph.output_indexes)).encode())
    seen.update(model.operand_values)
    for pool in model.pools:
        with pool.view() as view:
            seen.update(view)
    seen.update(bytes([model.relax_computation_float32_to_float16]))
    for data in generated.inputs:
        seen.update(b"-" if data is None else data)
    return seen.digest()


def digests(profile: str) -> list[str]:
    """Return one digest for every 50 seeds of the profile, and one of some of its pair graphs."""
    seeds = list(range(SEEDS[profile]))
    parts = [seeds[start : start + _PART] for start in range(0, len(seeds), _PART)]
    parts.append([encode_pair_seed(number) for number in _PAIR_GRAPHS])
    out = []
    for part in parts:
        digested = hashlib.sha256()
        for seed in part:
            digested.update(digest(generate(profile, seed)))
        out.append(digested.hexdigest()[:16])
    return out


def table() -> dict[str, object]:
    """Return the contents of the file."""
    return {"generator": GENERATOR_VERSION, **{profile: digests(profile) for profile in SEEDS}}


if __name__ == "__main__":
    FILE.write_text(json.dumps(table(), indent=1) + "\n")
