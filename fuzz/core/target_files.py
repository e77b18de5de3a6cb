"""The names and files of the targets in ``fuzz.targets``.

This module imports nothing of the project, because a target is instrumented when it is imported.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # importing it here would load the suite before it can be instrumented
    from fuzz.core.target import Target

_FOLDER: Final = Path(__file__).resolve().parents[1] / "targets"
_PACKAGE: Final = "fuzz.targets"
_PREFIX: Final = "fuzz_"


class UnknownTargetError(ValueError):
    """There is no target of this name; the text lists the targets."""


def target_names() -> list[str]:
    """Return the names of all targets."""
    return sorted(path.stem.removeprefix(_PREFIX) for path in _FOLDER.glob(f"{_PREFIX}*.py"))


def target_summaries() -> dict[str, str]:
    """Return what each target checks, in a few words, from the description of its module."""
    summaries = {}
    for name in target_names():
        with companion(name, ".py").open(encoding="utf-8") as module:
            summaries[name] = module.readline().strip().strip('".').partition(": ")[2]
    return summaries


def module_name(name: str) -> str:
    """Return the module of a target; raise ``UnknownTargetError`` if there is none."""
    if name not in target_names():
        raise UnknownTargetError(
            f"there is no fuzz target {name!r}; the targets are {', '.join(target_names())}"
        )
    return f"{_PACKAGE}.{_PREFIX}{name}"


def load_target(name: str) -> Target:
    """Return a target; raise ``UnknownTargetError`` if there is none."""
    target: Target = importlib.import_module(module_name(name)).TARGET
    return target


def companion(name: str, suffix: str) -> Path:
    """Return the path of a target's file with this suffix, such as ``.dict``."""
    return _FOLDER / f"{_PREFIX}{name}{suffix}"
