"""The vendor's policy and waivers: ``[tool.nn-conformance]`` in ``pyproject.toml``, waiver files.

Errors in these files are usage errors that name the file and the key.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import msgspec
import pytest

from conformance.drivers.own_process.limits import ProcessLimits
from conformance.files import read_file
from conformance.hal import OperandType, OperationType, Version
from conformance.harness.planning.execution_path import ALL_PATHS
from conformance.harness.quantization_coupling import COUPLED_PATH_PREFIX
from conformance.results.refused_classes import CLASS_DIMENSIONS, MAX_REFUSED_SHARE
from conformance.text import did_you_mean
from nn_conformance_options import POLICY_TABLE, parse_toml, policy_table

_ALWAYS: Final = (
    *("forbid_declined", "forbid_nothing_executed", "forbid_nothing_passed", "forbid_refused"),
)
_WITH_BASELINE: Final = ("forbid_newly_declined", "forbid_vanished")


class RequiredCoverage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Coverage that a run must reach: each operation, operand type and feature must be executed.

    A feature is a word of a path id.
    """

    operations: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    features: tuple[str, ...] = ()


class PolicyHooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Shell commands of the vendor.

    ``setup`` is run once, before the driver is opened. ``reset`` is run before a driver process
    that ended is started again.
    """

    setup: str = ""
    reset: str = ""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of the table ``[tool.nn-conformance]``; paths are relative to its file."""

    driver: str = ""
    hal: str = ""
    waivers: str = ""
    baseline: str = ""
    forbid_declined: bool = False
    forbid_nothing_executed: bool = True
    forbid_nothing_passed: bool = True
    forbid_refused: bool = True
    allow_refused: tuple[str, ...] = ()
    max_refused_share: float = MAX_REFUSED_SHARE
    vts_demands: Literal["fail", "warn"] = "fail"
    forbid_newly_declined: bool = True
    forbid_vanished: bool = True
    isolate: bool | None = None
    limits: dict[str, float] = {}
    require: RequiredCoverage = RequiredCoverage()
    hooks: PolicyHooks = PolicyHooks()

    def requirements(self, *, baseline: bool = False) -> dict[str, Any]:
        """Return the requirements of a run as plain data, including the defaults.

        Without a ``baseline``, the keys that compare the run with one are omitted.
        """
        given: dict[str, Any] = msgspec.to_builtins(self)
        optional = ("hal", "require", "allow_refused", "max_refused_share", "vts_demands")
        found = {name: given[name] for name in optional if name in given}
        for name in (*_ALWAYS, *(_WITH_BASELINE if baseline else ())):
            found[name] = getattr(self, name)
        return found


class Waiver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set of known failures that do not fail the run until the date ``expires``.

    ``pattern`` is compared with case ids and ``rule`` with the rules of verdicts; in both ``*``
    matches anything. ``issue`` names the entry in the vendor's bug tracker.
    """

    pattern: str
    reason: str
    issue: str
    expires: date
    rule: str = "*"

    def expired(self, today: date) -> bool:
        """Return whether the waiver has expired; it is still valid on the day ``expires``."""
        return today > self.expires


_FEATURES: Final = frozenset(
    {
        COUPLED_PATH_PREFIX.rstrip("-"),
        *(word for path in ALL_PATHS for word in str(path).split("-")),
    }
)


class _WaiverFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    waiver: tuple[Waiver, ...] = ()


_T = TypeVar("_T")


def find_policy(folder: Path) -> tuple[Policy, Path | None]:
    """Return the policy of a run in ``folder`` and its ``pyproject.toml``; see ``policy_table``.

    Return the default policy if there is no such file. Raise ``pytest.UsageError`` for invalid
    content.
    """
    if (found := policy_table(folder)) is None:
        return Policy(), None
    path, table = found
    policy = _convert_toml(path, table, Policy, f"tool.{POLICY_TABLE}.")
    for where, problem in _policy_problems(policy):
        raise pytest.UsageError(f"{path}: tool.{POLICY_TABLE}.{where}: {problem}")
    return policy, path


def read_waivers(path: Path) -> tuple[Waiver, ...]:
    """Return the waivers of a TOML file, one for each ``[[waiver]]`` table.

    Raise ``pytest.UsageError`` for invalid content, such as a waiver without a reason or an issue.
    """
    waivers = _convert_toml(path, _read_toml(path), _WaiverFile, "").waiver
    for number, waiver in enumerate(waivers, 1):
        for name in ("pattern", "rule", "reason", "issue"):
            if not getattr(waiver, name).strip():
                raise pytest.UsageError(f"{path}: waiver {number}: {name} is empty")
    return waivers


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return parse_toml(read_file(path, pipes=True))
    except OSError as error:
        raise pytest.UsageError(f"{path}: cannot be read: {error}") from error
    except ValueError as error:  # also an integer of more than 4300 digits
        raise pytest.UsageError(f"{path}: {error}") from error


def _policy_problems(policy: Policy) -> Iterator[tuple[str, str]]:
    """Yield each invalid value of the right type: its key and the problem."""
    if policy.hal:
        try:
            Version.parse(policy.hal)
        except ValueError as error:
            yield "hal", str(error)
    for key, names, known in (
        ("require.operations", policy.require.operations, OperationType.__members__),
        ("require.types", policy.require.types, OperandType.__members__),
        ("require.features", policy.require.features, _FEATURES),
    ):
        for name in names:
            if name not in known:
                yield key, f"there is no {name!r}{did_you_mean(name, known, 1)}"
    for pattern in policy.allow_refused:
        dimension = pattern.partition(":")[0]
        if ":" not in pattern or dimension not in (*CLASS_DIMENSIONS, "*"):
            expected = f"expected KIND:NAME, KIND one of {', '.join(CLASS_DIMENSIONS)}, or *:*"
            yield "allow_refused", f"{pattern!r}: {expected}"
    if not 0 <= policy.max_refused_share <= 1:
        share = f"{policy.max_refused_share:g}"
        yield "max_refused_share", f"{share}: expected a number from 0 to 1"
    for stage, seconds in policy.limits.items():
        try:
            ProcessLimits().with_stages([f"{stage}={seconds:g}"])
        except ValueError as error:
            yield f"limits.{stage}", str(error)


def _convert_toml(path: Path, content: Any, kind: type[_T], prefix: str) -> _T:
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        place = f"{prefix}{where.strip('`').removeprefix('$').removeprefix('.')}".rstrip(".")
        raise pytest.UsageError(
            f"{path}: {place}: {message}" if place else f"{path}: {message}"
        ) from error
