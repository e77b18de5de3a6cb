"""Arguments and node ids: from what the user types to pytest's collection, and back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from conformance.cases import bundled_specs
from conformance.checks import AREAS_FOLDER, is_area_module
from conformance.plugin.case_source import CASE_SOURCES
from conformance.plugin.context.case_ids import SPEC_SUFFIX
from conformance.plugin.nodes.suite_items import SUITE_SOURCE
from conformance.text import to_printable

_PACKAGE_FOLDER: Final = AREAS_FOLDER.parent.parent
"""Node ids of checks outside the root directory are relative to this folder."""


def collection_arguments(config: pytest.Config) -> list[str]:
    """Return pytest's arguments with case ids replaced by node ids.

    Without arguments the bundled specs and checks are added.
    """
    arguments = [resolve_case_argument(argument) or argument for argument in config.args]
    folder = config.invocation_params.dir
    # If the bundled specs are in a virtual environment below the current folder, pytest collects
    # them without an argument; with an added argument it would collect them twice.
    is_below = bundled_specs().resolve().is_relative_to(folder.resolve())
    if config.args_source is pytest.Config.ArgsSource.INVOCATION_DIR and not is_below:
        arguments += [str(bundled_specs()), str(AREAS_FOLDER)]
    return arguments


def resolve_case_argument(argument: str) -> str | None:
    """Return the pytest argument for the case id or node id of a bundled spec or check.

    Return ``None`` if ``argument`` is an existing path or not such an id.
    """
    location, colons, name = argument.partition("::")
    if os.path.exists(location):  # noqa: PTH110 - false for a text that cannot be a path
        return None
    if location.endswith(SPEC_SUFFIX):
        path = bundled_specs() / location
        return f"{path}{colons}{name}" if os.path.isfile(path) else None  # noqa: PTH113 - as above
    area = _PACKAGE_FOLDER / location
    if colons and is_area_module(area) and os.path.isfile(area):  # noqa: PTH113 - as above
        return f"{area}::{name}"
    parts = argument.split("/")
    if len(parts) != 3:
        return None
    folder, spec, example = parts
    check, path = AREAS_FOLDER / f"{spec}.py", bundled_specs() / folder / f"{spec}{SPEC_SUFFIX}"
    if folder == SUITE_SOURCE and os.path.isfile(check):  # noqa: PTH113 - as above
        return f"{check}::{example}"
    return f"{path}::{example}" if os.path.isfile(path) else None  # noqa: PTH113 - as above


def displayed_node_id(config: pytest.Config, path: Path) -> str | None:
    """Return a node id that the user can pass to pytest again; ``None`` to keep pytest's own.

    For a file outside the root directory, pytest's own node id is not a valid argument. Characters
    of a file's name that cannot be printed are escaped, because JUnit files cannot hold them.
    """
    if path.is_relative_to(config.rootpath):
        relative = path.relative_to(config.rootpath).as_posix()
        return None if relative.isprintable() else to_printable(relative)
    if path.is_relative_to(bundled_specs()):
        return path.relative_to(bundled_specs()).as_posix()
    if path.is_relative_to(AREAS_FOLDER):
        return path.relative_to(_PACKAGE_FOLDER).as_posix()
    return to_printable(Path(os.path.relpath(path, config.invocation_params.dir)).as_posix())


def spec_path(config: pytest.Config, location: str) -> Path:
    """Return the path of the spec file in a node id."""
    for base in (config.rootpath, config.invocation_params.dir):
        if (base / location).is_file():
            return base / location
    return bundled_specs() / location


def _area_path(config: pytest.Config, location: str) -> Path | None:
    """Return the path of the suite's module in a node id; ``None`` for any other node id."""
    for base in (config.rootpath, config.invocation_params.dir, _PACKAGE_FOLDER):
        path = base / location
        if is_area_module(path) and path.is_file():
            return path
    return None


def case_without_file(config: pytest.Config, location: str, name: str) -> str:
    """Return the case id of a check, random graph or stress mode; empty for any other node id."""
    if (area := _area_path(config, location)) is not None:
        return f"{SUITE_SOURCE}/{area.stem}/{name}"
    prefixes = {source.node_id: source.prefix for source in config.stash[CASE_SOURCES]}
    return f"{prefixes[location]}{name}" if location in prefixes else ""
