"""A vendor's policy: ``[tool.nn-conformance]`` in ``pyproject.toml``, and waiver files."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

TABLE = "nn-conformance"


class Required(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run must have executed: operations, operand types, ways of executing."""

    operations: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


class Hooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Shell commands: before the run, and after a driver process died or was killed."""

    setup: str = ""
    reset: str = ""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table's content; paths are relative to the file."""

    driver: str = ""
    hal: str = ""
    waivers: str = ""
    baseline: str = ""
    forbid_declined: bool = False
    forbid_nothing_executed: bool = False
    isolate: bool = False
    limits: dict[str, float] = {}
    require: Required = Required()
    hooks: Hooks = Hooks()


class Waiver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Failures that are known: which cases, why, where it is tracked, until when.

    ``pattern`` matches case ids (``*`` anything), ``rule`` the verdict's rule.
    """

    pattern: str
    reason: str
    issue: str
    expires: date
    rule: str = "*"

    def expired(self, today: date) -> bool:
        """Whether the waiver holds no more."""
        return today > self.expires


class _WaiverFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    waiver: tuple[Waiver, ...] = ()


_T = TypeVar("_T")


def find_policy(folder: Path) -> tuple[Policy, Path]:
    """The policy of the nearest ``pyproject.toml`` from ``folder`` up; an empty one without it."""
    for place in (folder, *folder.parents):
        path = place / "pyproject.toml"
        if path.is_file():
            table = _parse(path).get("tool", {}).get(TABLE)
            if table is None:
                return Policy(), place
            return _convert(path, table, Policy, f"tool.{TABLE}"), place
    return Policy(), folder


def read_waivers(path: Path) -> tuple[Waiver, ...]:
    """The waivers of a TOML file with one ``[[waiver]]`` table each."""
    return _convert(path, _parse(path), _WaiverFile, "").waiver


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise pytest.UsageError(f"{path}: cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise pytest.UsageError(f"{path}: {error}") from error


def _convert(path: Path, content: Any, kind: type[_T], prefix: str) -> _T:
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        line = _line_of(path, where.strip("`"), message, prefix)
        raise pytest.UsageError(f"{path}, line {line}: {message}") from error


def _line_of(path: Path, where: str, message: str, prefix: str) -> int:
    """Line of the value that a complaint is about; of its table where the key is missing."""
    lines = path.read_text(encoding="utf-8").splitlines()
    keys = [key for key in re.split(r"[.$]|\[\d*(?:\.\.\.)?\]", where) if key]
    unknown = re.search(r"unknown field `([^`]+)`", message)
    if unknown:
        keys.append(unknown[1])
    index = re.search(r"\[(\d+)\]", where)
    start = 0
    if index and keys:
        heads = [n for n, line in enumerate(lines) if line.strip() == f"[[{keys[0]}]]"]
        start = heads[int(index[1])] if int(index[1]) < len(heads) else 0
    elif prefix:
        tables = [f"[{prefix}.{keys[0]}]"] if keys else []
        for head in (*tables, f"[{prefix}]"):
            found = [n for n, line in enumerate(lines) if line.strip() == head]
            if found:
                start = found[0]
                break
    if keys:
        for number in range(start, len(lines)):
            if re.match(rf"\s*{re.escape(keys[-1])}\s*=", lines[number]):
                return number + 1
    return start + 1
