"""The drivers, commands and case sources that this project and installed packages offer.

The groups are ``nn_conformance.drivers``, ``.driver_schemes``, ``.commands``, ``.case_sources`` and
``.engines``. In a checkout the entry points of this project are read from ``pyproject.toml``, so
that they need not be installed.
"""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final

from conformance.text import did_you_mean

_DISTRIBUTION: Final = "nn-conformance"


class UnknownNameError(LookupError):
    """No package offers this name; the message lists the known names."""


@cache
def _of_checkout() -> dict[str, dict[str, str]]:
    """Return the entry points in the ``pyproject.toml`` beside this package, by group."""
    path = Path(__file__).parents[1] / "pyproject.toml"
    if not path.is_file():
        return {}
    project = tomllib.loads(path.read_text(encoding="utf-8")).get("project", {})
    groups: dict[str, dict[str, str]] = project.get("entry-points", {})
    return groups if project.get("name") == _DISTRIBUTION else {}


def offered(group: str) -> dict[str, str]:
    """Return the names that are offered in a group, each with its ``MODULE:ATTRIBUTE``."""
    return _offered(group, tuple(sys.path))


@cache
def _offered(group: str, path: tuple[str, ...]) -> dict[str, str]:
    own = _of_checkout()
    found = {
        point.name: point.value
        for point in _of_packages(path).select(group=group)
        if not own or point.dist is None or point.dist.name != _DISTRIBUTION
    }
    return dict(sorted((found | own.get(group, {})).items()))


@cache
def _of_packages(path: tuple[str, ...]) -> Any:
    """Return the entry points of all packages in the folders of ``sys.path``.

    A run needs them 18 times, and reading the metadata of a hundred packages takes 10 ms or more.
    """
    del path
    return entry_points()


def load(group: str, name: str) -> Any:
    """Return the object that is offered under a name.

    Raise ``UnknownNameError`` if there is none. An exception of the module is raised unchanged.
    """
    known = offered(group)
    if name not in known:
        raise UnknownNameError(f"(known: {', '.join(known)}){did_you_mean(name, known, 1)}")
    return EntryPoint(name, known[name], group).load()
