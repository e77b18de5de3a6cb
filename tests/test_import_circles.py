"""No module imports itself through others; import-linter checks the order of the packages.

Imports below ``if TYPE_CHECKING`` count: a module that is read needs what it names there, too.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def _modules() -> dict[str, Path]:
    files = (
        file
        for top in ("conformance", "generators", "fuzz")
        for file in ROOT.glob(f"{top}/**/*.py")
    )
    return {".".join(_parts(file)): file for file in files}


def _parts(file: Path) -> tuple[str, ...]:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def _import_statements(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        yield from _import_statements(child)


def _imported(source: str, known: Iterable[str]) -> set[str]:
    """Return the modules among ``known`` that a module with this source imports."""
    found = set()
    for statement in _import_statements(ast.parse(source)):
        if isinstance(statement, ast.Import):
            found |= {alias.name for alias in statement.names}
        else:
            assert not statement.level, "relative imports are not resolved"
            names = {f"{statement.module}.{alias.name}" for alias in statement.names}
            found |= names & set(known) or {str(statement.module)}
    return found & set(known)


def _circle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the nodes of one circle, empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    modules = _modules()
    return {name: _imported(file.read_text(), modules) - {name} for name, file in modules.items()}


def test_no_module_imports_itself_through_others(imports):
    assert len(imports) > 300
    assert _circle(imports) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from a.b import c", {"a.b.c"}),
        ("from a.b import name", {"a.b"}),
        ("def f():\n    import a", {"a"}),
        ("if TYPE_CHECKING:\n    import a", {"a"}),
    ],
)
def test_imports_are_recognized(source, expected):
    assert _imported(source, ["a", "a.b", "a.b.c"]) == expected


def test_a_circle_is_found():
    assert set(_circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}
