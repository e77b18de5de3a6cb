"""The generated pages are current; the cells of coverage, their counts, and the bundled specs.

A cell is a legal choice for an operation, for example a value of its activation with one type.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.cases import Example, SpecIndex, bundled_specs
from conformance.coverage import CoverageCell, legal_cells
from conformance.hal import OperandType, OperationType, Version
from conformance.validation import all_rules
from tests.docs.generated_pages import (
    FOLDER,
    CoverageTable,
    coverage_of,
    coverage_page,
    coverage_table,
    rule_row,
)

PUBLIC_TABLE = Path(__file__).parents[1] / "operations" / "transcription.json"
RECORDS: list[dict[str, Any]] = json.loads(PUBLIC_TABLE.read_text())
CELLS = legal_cells()
OF: dict[str, list[CoverageCell]] = {}
for _cell in CELLS:
    OF.setdefault(_cell.operation, []).append(_cell)


def version(text: str | None) -> Version:
    """Return the version with this name; HAL 1.0 for ``None``."""
    return Version.parse(text) if text else Version.V1_0


def values(operation: str, facet: str, type_: str | None = None) -> set[str]:
    """Return the values of an operation's facet, for one type or for all."""
    return {
        cell.value for cell in OF[operation] if cell.facet == facet and type_ in (None, cell.type)
    }


# ------------------------------------------------------------------------------ the set of cells


def test_every_operation_and_every_operand_type_has_a_cell() -> None:
    assert {operation.name for operation in OperationType} <= set(OF)
    assert {cell.type for cell in OF["-"]} == {type_.name for type_ in OperandType}


def test_cells_are_unique() -> None:
    assert len({str(cell) for cell in CELLS}) == len(CELLS)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: str(record["op"]))
def test_cells_are_those_of_the_public_table(record: dict[str, Any]) -> None:
    """The cells agree with a transcription of the public table of operations.

    The transcription was made independently of the definitions from which the cells are derived.
    """
    cells = OF[record["op"]]
    primary = {cell.type for cell in cells if cell.facet == "form"} - {"*"}
    if not primary:
        pytest.skip("the operation is not defined: it has a single cell without examples")
    by_operand = {cell.value for cell in cells if cell.facet.endswith(" type")}
    public = {name: version(since) for since, names in record["types"].items() for name in names}
    for name in public:
        sole = {o["name"]: o["types"] for f in record["forms"] for o in f["inputs"]}
        beside = any(name in types and len(types) == 1 for types in sole.values())
        assert name in primary | by_operand or beside, name
    for name in primary:
        first = min(c.version for c in cells if c.type == name and c.facet == "form")
        assert first == public[name], name
    for form in record["forms"]:
        counts = form["counts"] or []
        if len(counts) > 1:
            # If each count has its own form (LSTM), the cells of the forms cover the counts.
            shown = {int(value.split()[-1]) for value in values(record["op"], "inputs")}
            assert set(counts) <= shown or len(values(record["op"], "form")) == len(counts)
        for operand in form["inputs"]:
            if operand.get("optional") and "default" not in operand:
                assert values(record["op"], f"{operand['name']} presence") == {"given", "omitted"}
        if form.get("layout") is not None:
            written = " ".join(values(record["op"], "form")).split()
            assert {"NHWC", "NCHW"} <= set(written)
    if record["zero_size"]:
        for name in primary:
            (cell,) = [c for c in cells if c.facet == "zero size" and c.type == name]
            assert cell.version == max(version(record["zero_size"]), public[name])
    else:
        assert not values(record["op"], "zero size")
    for name in primary:
        allowed = [r for ranks in (record["rank"] or {}).values() if isinstance(ranks, list)
                   for r in ranks]  # fmt: skip
        if len(set(allowed)) > 1:
            facets = {c.facet: None for c in cells if c.facet.endswith(" rank")}
            assert any(
                {int(value) for value in values(record["op"], facet, name)} == set(allowed)
                for facet in facets
            ), name


def test_codes_come_from_the_conditions() -> None:
    assert values("ADD", "activation") == {"NONE", "RELU", "RELU1", "RELU6"}
    assert values("LSTM", "activation") == {"NONE", "RELU", "RELU6", "TANH", "SIGMOID"}
    assert values("LSH_PROJECTION", "type") == {"SPARSE_DEPRECATED", "DENSE", "SPARSE"}
    assert values("BOX_WITH_NMS_LIMIT", "nms_kernel") == {"HARD", "LINEAR", "GAUSSIAN"}
    assert values("MEAN", "keep_dims") == {"false", "true"}
    assert values("TOPK_V2", "k") == set()
    # a table of rank 1 has no rows to look up
    assert values("EMBEDDING_LOOKUP", "values rank") == {"2", "3", "4"}


def test_versions_of_cells() -> None:
    def since(operation: str, type_: str, facet: str, value: str) -> str:
        found = [c for c in OF[operation] if (c.type, c.facet, c.value) == (type_, facet, value)]
        assert len(found) == 1, found
        return str(found[0].version)

    real, code = "TENSOR_FLOAT32", "TENSOR_QUANT8_ASYMM"
    assert since("CONV_2D", real, "form", "implicit SAME NHWC") == "1.0"
    assert since("CONV_2D", real, "form", "implicit SAME NCHW") == "1.2"
    assert since("CONV_2D", code, "filter type", "TENSOR_QUANT8_SYMM_PER_CHANNEL") == "1.2"
    assert since("CONV_2D", real, "relaxed", "yes") == "1.1"
    assert since("CONV_2D", "*", "lifted restriction", "output_scale_exceeds_product") == "1.2"
    assert since("SOFTMAX", real, "input rank", "2") == "1.0"
    assert since("SOFTMAX", real, "input rank", "3") == "1.2"
    assert since("RESIZE_BILINEAR", real, "inputs", "by_size 6") == "1.3"
    assert since("RESIZE_BILINEAR", code, "width type", "FLOAT32") == "1.2"
    assert since("LSH_PROJECTION", real, "type", "SPARSE") == "1.2"
    assert since("LSTM", real, "input_layer_norm_weights presence", "given") == "1.2"
    assert since("RSQRT", code, "form", "default") == "AIDL_V3"


# ------------------------------------------------------------------------------ the bundled specs


def test_every_cell_has_examples_or_a_reason_and_the_page_is_current() -> None:
    table = coverage_of(bundled_specs())
    assert not table.unexplained
    assert not table.unused
    (cell,) = (c for c in OF["FLOOR"] if (c.type, c.facet) == ("TENSOR_FLOAT16", "form"))
    assert (str(cell.version), cell.value) == ("1.2", "default")
    assert table.counts[cell] > 0
    page = (FOLDER / "coverage.md").read_text(encoding="utf-8")
    assert page == coverage_page(table), "run python -m tests.docs.generated_pages coverage"


def test_the_page_of_rules_has_each_rule_as_the_code_states_it() -> None:
    """Every column but the last, whose mutations take minutes to find."""
    page = (FOLDER / "rules.md").read_text(encoding="utf-8")
    for rule in all_rules().values():
        assert f"\n{rule_row(rule, '')[:-2]}" in page, (
            "run python -m tests.docs.generated_pages rules"
        )


# ------------------------------------------------------------------------------ counting

SPEC = """
x = Input("x", ("TENSOR_FLOAT32", {dims}))
y = Output("y", ("TENSOR_FLOAT32", {dims}))
model = Model().IntroducedIn("{version}").Operation("FLOOR", x).To(y)
Example({{x: [1.0, 2.0], y: [1.0, 2.0]}}, model=model).DisableLifeTimeVariation()
"""


def example(tmp_path: Path, version: str = "V1_0", dims: str = "[2]") -> Example:
    """Return an example of FLOOR."""
    file = tmp_path / "a.mod.py"
    file.write_text(SPEC.format(version=version, dims=dims), encoding="utf-8")
    return SpecIndex().load(file, SpecIndex().names(file)[0].name)


def counts(table: CoverageTable) -> dict[str, int]:
    """Return the number of examples by the names of the cells."""
    return {str(cell): count for cell, count in table.counts.items()}


def test_empty_cells_and_unused_reasons_are_found(tmp_path: Path) -> None:
    examples = [example(tmp_path)]
    empty = "FLOOR/TENSOR_FLOAT16/1.2/form=default"
    assert empty in map(str, coverage_table(examples, {}).unexplained)
    table = coverage_table(examples, {"FLOOR/TENSOR_FLOAT16/*": "not wanted"})
    assert empty not in map(str, table.unexplained)
    assert table.unused == ()
    assert coverage_table(examples, {"FLOOR/*": "x", "CEIL/*": "x"}).unused == ("FLOOR/*", "CEIL/*")


def test_examples_are_counted_for_drivers_of_their_version(tmp_path: Path) -> None:
    examples = [
        example(tmp_path),
        example(tmp_path, dims="[1, 2]"),
        example(tmp_path, "V1_2"),
    ]
    found = counts(coverage_table(examples, {}))
    assert found["FLOOR/TENSOR_FLOAT32/1.0/form=default"] == 2
    assert found["FLOOR/TENSOR_FLOAT32/1.0/input rank=1"] == 1
    assert found["FLOOR/TENSOR_FLOAT32/1.0/input rank=2"] == 1
    assert found["FLOOR/TENSOR_FLOAT32/1.0/input rank=3"] == 0
    assert found["FLOOR/TENSOR_FLOAT16/1.2/form=default"] == 0
