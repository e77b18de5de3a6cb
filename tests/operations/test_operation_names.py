"""Statements that each operation's definition must contain; files that may name operations."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from conformance.hal import OperationType
from conformance.operations import definitions
from conformance.operations.definition.properties import (
    IntervalRule,
)
from conformance.oracle.intervals import special_intervals
from generators.constructors import find_constructor

ROOT = Path(__file__).parents[2]
FOLDERS = ("conformance", "generators", "fuzz", "benchmarks", "examples")
DEFINITIONS = ("conformance/operations/", "conformance/hal/types.py")
UNDEFINED = {"IF", "WHILE", "OEM_OPERATION"}
NAMES = {operation.name for operation in OperationType} - UNDEFINED
_ANY_NAME = re.compile(rf"\b({'|'.join(NAMES)})\b")
BY_NAME = {definition.name: definition for definition in definitions().values()}


def last_name(node: ast.AST) -> str:
    """Return ``OperationType`` for the expressions ``OperationType`` and ``hal.OperationType``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def names_operations(source: str) -> set[str]:
    """Return the operations that Python code names, as members of the type or as strings."""
    if not _ANY_NAME.search(source):
        return set()
    tree = ast.parse(source)
    aliases = {"OperationType"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            aliases |= {n.asname for n in node.names if n.name == "OperationType" and n.asname}
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if last_name(node.value) == "OperationType":
                aliases |= {target.id for target in targets if isinstance(target, ast.Name)}
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and last_name(node.value) in aliases:
            found |= {node.attr} & NAMES
        elif isinstance(node, ast.Constant) and node.value in NAMES:
            found.add(node.value)
    return found


@pytest.mark.parametrize(
    "source",
    [
        "from conformance.hal import OperationType\nx = OperationType.PAD",
        "_O: Final = OperationType\nx = _O.PAD",
        "from conformance import hal\nx = hal.OperationType.PAD",
        "from conformance import hal\n_O: Final = hal.OperationType\nx = _O.PAD",
        "from conformance.hal import OperationType as Op\nx = {Op.PAD: 1}",
        "x = OperationType['PAD']",
    ],
)
def test_a_name_is_found(source: str) -> None:
    assert names_operations(source) == {"PAD"}
    assert names_operations(source.replace("PAD", "IF")) == set()


def test_contributing_lists_the_files_that_name_operations() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.split("## Files that name operations\n")[1].split("\n## ")[0]
    listed = re.findall(r"`([^`]+)`", section.split("\n- ", 1)[1])
    naming = [
        path
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*.py"))
        if not (path := file.relative_to(ROOT).as_posix()).startswith(DEFINITIONS)
        and names_operations(file.read_text(encoding="utf-8"))
    ]
    unlisted = [path for path in naming if not path.startswith(tuple(listed))]
    assert not unlisted, "state the fact in the definition, or list the file in CONTRIBUTING.md"
    needless = [entry for entry in listed if not any(p.startswith(entry) for p in naming)]
    assert not needless, "these files name no operation; remove them from CONTRIBUTING.md"


@pytest.mark.parametrize("operation", BY_NAME)
def test_the_constructor_exists(operation: str) -> None:
    definition = BY_NAME[operation]
    assert callable(find_constructor(definition.type))
    sampling = definition.properties.sampling
    assert sampling.output_range is not None or sampling.constructor != "elementwise.same_shape"


def test_each_operation_with_its_own_formula_has_an_oracle() -> None:
    by_rule: dict[IntervalRule, set[OperationType]] = {}
    for definition in BY_NAME.values():
        by_rule.setdefault(definition.properties.intervals.rule, set()).add(definition.type)
    assert by_rule[IntervalRule.CELL] == special_intervals.RECURRENT_CELLS.keys()
    assert by_rule[IntervalRule.SPECIAL] == (
        special_intervals.NORMALIZATIONS.keys() | special_intervals.SINGLE_FORMULAS.keys()
    )
