"""The generator returns valid, varied graphs, and always the same graph for a seed."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from conformance.hal import (
    INFO,
    Model,
    OperandLifeTime,
    OperandType,
    OperationType,
    Subgraph,
    SymmPerChannelQuantParams,
    Version,
)
from conformance.operations import definitions
from conformance.oracle.expected import reference_results
from conformance.reference import ReferenceDevice
from conformance.validation import validate_model
from generators.construction.model_assembly import GeneratedModel
from generators.construction.profiles import PROFILES
from generators.generate import allowed_cells, decode_focus, encode_seed, generate
from generators.graph_coverage import campaign_seeds, compatible_pairs, pair_name
from generators.graph_judge import graph_search, judge_seed, operation_pairs
from generators.oracle import random_example
from generators.profile_parameters import parse_profile
from tests.generators import golden_digests

NEWEST = Version.AIDL_V3
_CONTROL_FLOW = {OperationType.IF, OperationType.WHILE}
_L = OperandLifeTime


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
@pytest.mark.parametrize("version", list(Version)[:-1])
def test_graphs_keep_to_the_version(version: Version, count: int) -> None:
    for seed in range(count):
        generated = generate("default", seed, version)
        assert not validate_model(generated.model, version), seed
        reference_results(generated.model, generated.inputs, version)


def _all(count: int, profile: str = "default") -> list[GeneratedModel]:
    return [generate(profile, seed) for seed in range(count)]


def test_a_seed_can_require_any_operation_with_any_type() -> None:
    profile = PROFILES["default"]
    asked = allowed_cells(profile, NEWEST)
    operations = {cell.operation for cell in asked}
    assert operations == {*definitions(), OperationType.IF, OperationType.WHILE}
    for cell in asked:
        generated = generate(profile, encode_seed(5, [cell]))
        assert cell in generated.cells
        assert any(o.type == cell.operation for o in generated.model.main.operations)


def test_operations_of_a_required_pair_are_mostly_connected() -> None:
    profile = PROFILES["default"]
    wanted = compatible_pairs(profile, NEWEST)[::37]
    met = [
        pair_name(*pair) in operation_pairs(generate(profile, encode_seed(9, list(pair))).model)
        for pair in wanted
    ]
    assert len(wanted) > 150
    assert np.mean(met) > 0.6


def test_a_campaign_requires_each_cell_and_each_pair() -> None:
    profile = PROFILES["default"]
    cells, pairs = allowed_cells(profile, NEWEST), compatible_pairs(profile, NEWEST)
    count = 4 * max(len(cells), len(pairs))
    asked = {decode_focus(seed) for seed in campaign_seeds(profile, NEWEST, 0, range(count))}
    assert asked >= {(cell,) for cell in cells}
    assert asked >= {tuple(pair) for pair in pairs}
    assert () in asked


def test_graphs_use_the_optional_features_of_the_contract() -> None:
    seen: Counter[str] = Counter()
    for generated in _all(600):
        model = generated.model
        main = model.main
        seen["by reference"] += bool(model.pools)
        seen["relaxed"] += model.relax_computation_float32_to_float16
        seen["subgraphs"] += bool(model.referenced)
        makers = {i: n for n, o in enumerate(main.operations) for i in o.outputs}
        readers = Counter(i for o in main.operations for i in set(o.inputs))
        for index, operand in enumerate(main.operands):
            info = INFO.get(operand.type)
            tensor = info is not None and info.tensor
            lifetime = operand.lifetime
            seen["omitted"] += lifetime == _L.NO_VALUE
            seen["scalar input"] += lifetime == _L.SUBGRAPH_INPUT and not tensor
            seen["shared constant"] += lifetime == _L.CONSTANT_COPY and readers[index] > 1
            seen["shared input"] += lifetime == _L.SUBGRAPH_INPUT and readers[index] > 1
            seen["diamond"] += index in makers and readers[index] > 1
            seen["output that is read"] += lifetime == _L.SUBGRAPH_OUTPUT and readers[index] > 0
            seen["chain"] += index in makers and readers[index] == 1
            seen["unused"] += lifetime == _L.CONSTANT_COPY and not readers[index]
            seen["unknown rank"] += tensor and index in makers and not operand.dimensions
            seen["unknown size"] += tensor and 0 in operand.dimensions and index in makers
            seen["per channel"] += isinstance(operand.extra_params, SymmPerChannelQuantParams)
            seen["shape as input"] += (
                lifetime == _L.SUBGRAPH_INPUT and operand.type == OperandType.TENSOR_INT32
            )
        seen["several outputs"] += len(main.output_indexes) > 1
        seen["same operand twice"] += any(
            o.inputs[0] == o.inputs[1] for o in main.operations if len(o.inputs) > 1
        )
    wanted = (
        *("by reference", "relaxed", "subgraphs", "omitted", "scalar input", "shared constant"),
        *("shared input", "diamond", "output that is read", "chain", "unused", "unknown rank"),
        *("unknown size", "per channel", "shape as input", "several outputs"),
        "same operand twice",
    )
    assert {name: seen[name] for name in wanted if seen[name] < 10} == {}


def test_most_outputs_are_neither_constant_nor_clamped() -> None:
    """Count the outputs of more than 8 elements that are constant, not finite, or clamped."""
    dull = clamped = total = 0
    for seed in range(400):
        example = random_example("default", seed)
        main = example.model.main
        for output, index in zip(example.outputs, main.output_indexes, strict=True):
            info = INFO[main.operands[index].type]
            array = np.frombuffer(output.data, info.dtype)
            if array.size <= 8 or info.dtype.kind == "b" or output.ignored:
                continue
            total += 1
            if array.dtype.kind == "f":
                dull += not np.isfinite(array).all()
            dull += bool((array == array[0]).all())
            if info.quantized:
                low, high = info.code_range
                clamped += bool(((array == low) | (array == high)).mean() > 0.9)
    assert total > 350
    assert dull / total < 0.06
    assert clamped / total < 0.03


def test_a_profile_without_operations_is_refused_with_a_reason() -> None:
    none = replace(PROFILES["default"], operations=frozenset({OperationType.WHILE}))
    with pytest.raises(ValueError, match=r"it allows no operation of HAL 1\.0"):
        generate(none, 0, Version.V1_0)
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
        first = blocks()
        assert blocks() - first < 60
    finally:
        gc.enable()


@pytest.mark.parametrize("levels", [2, 3])
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


def _levels(model: Model, subgraph: Subgraph) -> int:
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
        inner = made.inputs[1:3] if made.type == OperationType.IF else made.inputs[:2]
        below = [model.referenced[subgraph.operands[index].location.offset] for index in inner]
        deepest = max(deepest, 1 + max(_levels(model, one) for one in below))
    return deepest
