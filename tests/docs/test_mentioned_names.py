"""Dotted names and paths of this repository that comments, docstrings and pages mention exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._")
PACKAGES = [name for name in FOLDERS if (ROOT / name / "__init__.py").exists()]
MODULES = [path.stem for path in ROOT.glob("nn_*.py")]
ENTRY_POINT_GROUPS = {
    f"nn_conformance.{name}"
    for name in ("drivers", "driver_schemes", "extensions", "commands", "case_sources", "engines")
}

_SPAN = re.compile(r"(`{1,2})([^`\n]+)\1")
_DOTTED = re.compile(rf"(?<![\w./:'-])(?:{'|'.join(PACKAGES + MODULES)})(?:[.:][A-Za-z_]\w*)+")
_PATH = re.compile(rf"(?<![\w./:~-])(?:{'|'.join(FOLDERS)}|\.ci)/[\w./*-]*+(?![<{{$])")
_PLACEHOLDER = re.compile(r"[/_](?!README)[A-Z]+(?:[/.]|$)")


def source_of(module: str) -> Path | None:
    base = ROOT.joinpath(*module.split("."))
    return next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.exists()), None)


def bound(scope: ast.AST) -> dict[str, ast.AST]:
    """Return the names that a module or class binds outside its functions and inner classes."""
    names: dict[str, ast.AST] = {}
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names[node.name] = node
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names.update({alias.asname or alias.name: node for alias in node.names})
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = node
        else:
            names.update(bound(node))
    return names


def exists(module: str, names: list[str]) -> bool:
    """Whether the names, each an attribute of the one before, are in a module."""
    if module.split(".", maxsplit=1)[0] not in PACKAGES + MODULES:
        return exists_elsewhere(module, names)
    if not names:
        return source_of(module) is not None or ROOT.joinpath(*module.split(".")).is_dir()
    if exists(inner := f"{module}.{names[0]}", []):
        return exists(inner, names[1:])
    source = source_of(module)
    node = bound(ast.parse(source.read_text("utf-8"))).get(names[0]) if source else None
    if isinstance(node, ast.ImportFrom) and node.module:
        name = next(a.name for a in node.names if (a.asname or a.name) == names[0])
        return exists(node.module, [name, *names[1:]])
    if isinstance(node, ast.ClassDef) and len(names) > 1:
        own = {ast.unparse(n) for n in ast.walk(node) if isinstance(n, ast.Attribute)}
        return (
            names[1] in bound(node)
            or f"self.{names[1]}" in own
            or any(exists(module, [*ast.unparse(b).split("."), names[1]]) for b in node.bases)
        )
    return node is not None


def exists_elsewhere(module: str, names: list[str]) -> bool:
    """Whether a module of another distribution has the names; true if it cannot be imported."""
    try:
        attrgetter(".".join(names))(import_module(module))
    except AttributeError:
        return False
    except ImportError:
        return True
    return True


@cache
def is_stale(name: str) -> bool:
    if name in ENTRY_POINT_GROUPS or (ROOT / name).exists():
        return False
    first, *others = re.split("[.:]", name)
    return not exists(first, others)


def stale_mentions(text: str) -> list[str]:
    """Return the missing names and paths; a path with a word in capitals is a pattern."""
    spans = "\n".join(span for _, span in _SPAN.findall(text))
    paths = (path for path in _PATH.findall(spans) if not _PLACEHOLDER.search(path))
    return [
        *(name for name in _DOTTED.findall(spans) if is_stale(name)),
        *(path for path in paths if not any(ROOT.glob(path.rstrip("./")))),
    ]


@pytest.mark.parametrize("folder", [".", *FOLDERS])
def test_mentioned_names_and_paths_exist(folder: str):
    files = ROOT.glob("*.*") if folder == "." else (ROOT / folder).rglob("*.*")
    stale = {
        str(file.relative_to(ROOT)): found
        for file in sorted(set(files))
        if file.suffix in (".py", ".md") and not file.name.endswith(".mod.py")
        if (found := stale_mentions(file.read_text(encoding="utf-8")))
    }
    assert not stale


def test_stale_mentions_are_found():
    package, folder = PACKAGES[0], FOLDERS[0]
    for name in f"{package}.no_such", f"{package}:no_such", f"{folder}/no_such_file.md":
        assert stale_mentions(f"the name ``{name}`` and `{name}`") == [name, name]
