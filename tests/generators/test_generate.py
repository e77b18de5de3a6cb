"""The generator returns valid, varied graphs, and always the same graph for a seed."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest

from conformance import hal
from conformance.operations import definitions
from conformance.oracle.expected import reference_results
from conformance.reference import ReferenceDevice
from conformance.validation import validate_model
from generators.construction.profiles import PROFILES
from generators.generate import allowed_cells, decode_focus, encode_seed, generate
from generators.graph_coverage import campaign_seeds, compatible_pairs
from generators.graph_judge import graph_search, judge_seed
from generators.profile_parameters import parse_profile
from tests.generators import golden_digests

NEWEST = hal.Version.AIDL_V3
_CONTROL_FLOW = {hal.OperationType.IF, hal.OperationType.WHILE}


@pytest.mark.parametrize("profile", list(golden_digests.SEEDS))
def test_a_seed_gives_the_recorded_graph(profile: str) -> None:
    wanted = json.loads(golden_digests.FILE.read_text())
    assert golden_digests.digests(profile) == wanted[profile]


def test_a_seed_gives_the_same_graph_in_another_process() -> None:
    code = (
        "from generators.generate import generate; "
        "from tests.generators.golden_digests import digest; "
        "print(digest(generate('default', 123)).hex())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert out.stdout.strip() == golden_digests.digest(generate("default", 123)).hex()


@pytest.mark.parametrize(
    ("profile", "count"),
    [
        ("default", 100),
        pytest.param("default", 1500, marks=pytest.mark.slow),
        ("tiny", 60),
        pytest.param("tiny", 400, marks=pytest.mark.slow),
        ("wide", 25),
        ("deep", 15),
        ("mobile", 25),
        ("special", 100),
    ],
)
def test_every_graph_is_legal_and_computed_by_the_reference(profile: str, count: int) -> None:
    for seed in range(50_000, 50_000 + count):
        generated = generate(profile, seed)
        assert not validate_model(generated.model, NEWEST), seed
        arrays = reference_results(generated.model, generated.inputs, NEWEST)
        assert len(arrays) == len(generated.model.main.output_indexes)


@pytest.mark.parametrize("count", [25, pytest.param(250, marks=pytest.mark.slow)])
@pytest.mark.parametrize("version", list(hal.Version)[:-1])
def test_graphs_keep_to_the_version(version: hal.Version, count: int) -> None:
    for seed in range(count):
        generated = generate("default", seed, version)
        assert not validate_model(generated.model, version), seed
        reference_results(generated.model, generated.inputs, version)


def test_a_seed_can_require_any_operation_with_any_type() -> None:
    profile = PROFILES["default"]
    asked = allowed_cells(profile, NEWEST)
    operations = {cell.operation for cell in asked}
    assert operations == {*definitions(), hal.OperationType.IF, hal.OperationType.WHILE}
    for cell in asked:
        generated = generate(profile, encode_seed(5, [cell]))
        assert cell in generated.cells
        assert any(o.type == cell.operation for o in generated.model.main.operations)


def test_a_campaign_requires_each_cell_and_each_pair() -> None:
    profile = PROFILES["default"]
    cells, pairs = allowed_cells(profile, NEWEST), compatible_pairs(profile, NEWEST)
    count = 4 * max(len(cells), len(pairs))
    asked = {decode_focus(seed) for seed in campaign_seeds(profile, NEWEST, 0, range(count))}
    assert asked >= {(cell,) for cell in cells}
    assert asked >= {tuple(pair) for pair in pairs}
    assert () in asked


def test_a_profile_without_operations_is_refused_with_a_reason() -> None:
    none = replace(PROFILES["default"], operations=frozenset({hal.OperationType.WHILE}))
    with pytest.raises(ValueError, match=r"it allows no operation of HAL 1\.0"):
        generate(none, 0, hal.Version.V1_0)
    with pytest.raises(ValueError, match="must not be negative"):
        generate("default", -1)


def test_a_judged_graph_leaves_no_objects_behind() -> None:
    judge = graph_search(ReferenceDevice())

    def blocks() -> int:
        for seed in range(60):
            assert judge_seed(judge, PROFILES["default"], seed).kind == "passed"
        assert gc.collect() == 0, "reference cycles remain for the garbage collector"
        return sys.getallocatedblocks()

    gc.collect()
    gc.disable()
    try:
        blocks()
        counts = [blocks() for _ in range(4)]
        # Other threads of the test's process allocate, too, but not each time.
        assert min(after - before for before, after in pairwise(counts)) < 60
    finally:
        gc.enable()


@pytest.mark.parametrize("levels", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_if_and_while_are_nested(levels: int) -> None:
    text = f"default,control_flow={levels},operations=IF+WHILE+RELU,types=TENSOR_FLOAT32"
    profile, judge = parse_profile(text), graph_search(ReferenceDevice())
    deepest, kinds = 0, set()
    for seed in range(80):
        model = generate(profile, seed).model
        deepest = max(deepest, _levels(model, model.main))
        for subgraph in model.referenced:
            results = set(subgraph.output_indexes)
            results |= {index for made in subgraph.operations for index in made.inputs}
            for made in subgraph.operations:
                if made.type in _CONTROL_FLOW and results.intersection(made.outputs):
                    kinds.add(made.type)
        assert judge_seed(judge, profile, seed).kind == "passed"
    assert deepest == levels
    assert kinds == _CONTROL_FLOW


def _levels(model: hal.Model, subgraph: hal.Subgraph) -> int:
    """Return the nesting depth of IF and WHILE whose results are all read."""
    deepest = 0
    read = {index for made in subgraph.operations for index in made.inputs}
    for made in subgraph.operations:
        if made.type not in _CONTROL_FLOW:
            continue
        if subgraph is not model.main and read.union(subgraph.output_indexes).isdisjoint(
            made.outputs
        ):
            continue
        inner = made.inputs[1:3] if made.type == hal.OperationType.IF else made.inputs[:2]
        below = [model.referenced[subgraph.operands[index].location.offset] for index in inner]
        deepest = max(deepest, 1 + max(_levels(model, one) for one in below))
    return deepest
