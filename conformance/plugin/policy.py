"""A vendor's policy: ``[tool.nn-conformance]`` in ``pyproject.toml``, and waiver files."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import pytest

from conformance.drivers.process.limits import Limits
from conformance.hal import OperandType, OperationType, Version
from conformance.reports.refused import DIMENSIONS

TABLE: Final = "nn-conformance"
_ALWAYS: Final = (
    *("forbid_declined", "forbid_nothing_executed", "forbid_nothing_passed", "forbid_refused"),
)
_WITH_BASELINE: Final = ("forbid_newly_declined", "forbid_vanished")


class Required(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a run must have executed: operations, operand types, words of path ids."""

    operations: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    features: tuple[str, ...] = ()


class Hooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Shell commands: before the run, and after a driver process died or was killed."""

    setup: str = ""
    reset: str = ""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table's content; paths are relative to the file."""

    driver: str = ""
    hal: str = ""
    waivers: str = ""
    baseline: str = ""
    forbid_declined: bool = False
    forbid_nothing_executed: bool = True
    forbid_nothing_passed: bool = True
    forbid_refused: bool = True
    allow_refused: tuple[str, ...] = ()
    forbid_newly_declined: bool = True
    forbid_vanished: bool = True
    isolate: bool = False
    limits: dict[str, float] = {}
    require: Required = Required()
    hooks: Hooks = Hooks()

    def demands(self, *, baseline: bool = False) -> dict[str, Any]:
        """What is demanded of a run, as plain data, defaults included.

        Keys that compare with a baseline are left out of a run without one.
        """
        given: dict[str, Any] = msgspec.to_builtins(self)
        optional = ("hal", "require", "allow_refused")
        found = {name: given[name] for name in optional if name in given}
        for name in (*_ALWAYS, *(_WITH_BASELINE if baseline else ())):
            found[name] = getattr(self, name)
        return found


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
            policy = _convert(path, table, Policy, f"tool.{TABLE}")
            for where, text, problem in _problems(policy):
                line = _line_of(path, where, text, f"tool.{TABLE}")
                raise pytest.UsageError(f"{path}, line {line}: {where}: {problem}")
            return policy, place
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


def _problems(policy: Policy) -> Iterator[tuple[str, str, str]]:
    """What types alone do not say: the key, the text to look for, what is wrong with it."""
    if policy.hal:
        try:
            Version.parse(policy.hal)
        except ValueError as error:
            yield "hal", "", str(error)
    for key, names, known in (
        ("require.operations", policy.require.operations, OperationType.__members__),
        ("require.types", policy.require.types, OperandType.__members__),
    ):
        for name in names:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                yield key, name, f"there is no {name!r}{hint}"
    for pattern in policy.allow_refused:
        dimension = pattern.partition(":")[0]
        if ":" not in pattern or dimension not in (*DIMENSIONS, "*"):
            expected = f"expected KIND:NAME, KIND one of {', '.join(DIMENSIONS)}, or *:*"
            yield "allow_refused", pattern, f"{pattern!r}: {expected}"
    for stage, seconds in policy.limits.items():
        try:
            Limits().with_stages([f"{stage}={seconds:g}"])
        except ValueError as error:
            yield f"limits.{stage}", "", str(error)


def _convert(path: Path, content: Any, kind: type[_T], prefix: str) -> _T:
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        unknown = re.search(r"unknown field `([^`]+)`", message)
        place = where.strip("`") + (f".{unknown[1]}" if unknown else "")
        line = _line_of(path, place, "", prefix)
        raise pytest.UsageError(f"{path}, line {line}: {message}") from error


def _line_of(path: Path, where: str, text: str, prefix: str) -> int:
    """Line of the value at ``where``, or of ``text`` in it; of its table where it is not found."""
    lines = path.read_text(encoding="utf-8").splitlines()
    keys = [key for key in re.split(r"[.$]|\[\d*(?:\.\.\.)?\]", where) if key]
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
    for key in reversed(keys):
        for number in range(start, len(lines)):
            if re.match(rf"\s*{re.escape(key)}\s*=", lines[number]):
                within = range(number, len(lines)) if text else ()
                return next((n for n in within if f'"{text}"' in lines[n]), number) + 1
    return start + 1
