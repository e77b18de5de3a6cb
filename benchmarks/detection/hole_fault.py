"""Faults of validation: named rules that a driver does not apply, for all operands or for one type.

A run shows such a fault if it passes to the driver a model that breaks this rule and no other one.
``refused_by`` finds these rules while the reference refuses a model, so that one run measures all.
Rules that no model can break alone, and rules that a driver need not apply, give no faults.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from benchmarks.detection.expression import SHORT_TYPES
from benchmarks.detection.fault import FOLDER, read_rows
from conformance.checks.mutants.mutation_sources import unmutated_reason
from conformance.hal import Model, OperandType, Version
from conformance.validation import first_violation
from conformance.validation.mutations import UNDECIDED_RULES
from conformance.validation.rules import RefusalStage, all_rules

_OPERAND: Final = re.compile(r"main, operand (\d+)$")
_TABLE: Final = FOLDER / "holes.rules"


@dataclass(frozen=True)
class HoleFault:
    """A rule that the driver does not apply; ``type`` limits the hole to operands of one type."""

    rule: str
    type: str
    source: str
    table: str = "holes"

    @property
    def id(self) -> str:
        """The fault's name."""
        return f"accepts a violation of {self.rule}{f' by {self.type}' if self.type else ''}"

    @property
    def condition(self) -> str:
        """The type to which the hole is limited; empty without a limit."""
        return self.type

    def shown_by(self, refused: set[tuple[str, str]]) -> bool:
        """Return whether a refused model breaks this rule alone; see ``refused_by``."""
        if self.type:
            return (self.rule, self.type) in refused
        return any(rule == self.rule for rule, _ in refused)


def refused_by(model: Model, version: Version, tolerated: frozenset[str]) -> tuple[str, str] | None:
    """Return the rule that alone refuses a model, and the short type of the operand concerned.

    The type is empty if the rule does not concern an operand. The result is ``None`` for a model
    that breaks no rule or several.
    """
    violation = first_violation(model, version, tolerated=tolerated)
    if violation is None:
        return None
    name = violation.rule.name
    if first_violation(model, version, tolerated=tolerated | {name}) is not None:
        return None
    place = _OPERAND.match(violation.where)
    if place is None or int(place[1]) >= len(model.main.operands):
        return name, ""
    code = model.main.operands[int(place[1])].type
    types = {int(type_): short for type_, short in SHORT_TYPES.items()}
    if code in types:
        return name, types[code]
    known = {int(type_): type_.name for type_ in OperandType}
    return name, known.get(code, "")


@cache
def hole_faults() -> tuple[HoleFault, ...]:
    """Return all faults of validation."""
    names = [
        rule.name
        for rule in all_rules().values()
        if rule.stage is RefusalStage.PREPARE
        and rule.holds_in(Version.AIDL_V3)
        and rule.name not in UNDECIDED_RULES
        and not unmutated_reason(rule.name).startswith("none")
    ]

    def parse(cells: list[str], source: str) -> Iterator[HoleFault]:
        patterns, types = cells
        for pattern in patterns.split(","):
            matched = fnmatch.filter(names, pattern.strip())
            if not matched:
                raise ValueError(f"no rule has a name like {pattern.strip()!r}")
            for name in matched:
                for type_ in types.strip("-").split(","):
                    yield HoleFault(name, type_.strip(), source)

    return tuple(dict.fromkeys(read_rows(_TABLE, parse)))
