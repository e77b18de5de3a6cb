"""The validator's result type ``Violation``, and the functions that format its texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from conformance.hal import OperationType
from conformance.operations import Condition, OperationDefinition
from conformance.validation.rules import GENERAL_RULES, Rule, condition_rule


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule.

    ``where`` names the place in the model or request, ``detail`` states the value that was found
    there and the values that are legal.
    """

    rule: Rule
    where: str
    detail: str

    def __str__(self) -> str:
        return f"{self.where}: {self.detail} [{self.rule.name}]"


def rule_violation(rule_name: str, where: str, detail: str) -> Violation:
    """Return a violation of the rule of ``GENERAL_RULES`` named ``rule_name``."""
    return Violation(GENERAL_RULES[rule_name], where, detail)


def condition_violation(
    definition: OperationDefinition, condition: Condition, where: str, detail: str
) -> Violation:
    """Return a violation of a condition of the operation ``definition``."""
    return Violation(condition_rule(definition, condition), where, detail)


def show_value(value: object) -> str:
    """Return a text of at most 80 characters for any value; never raise.

    Fields of invalid models can hold objects of any type, also ones whose ``repr`` fails.
    """
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__} whose repr fails"
    return text if len(text) <= 80 else f"{text[:77]}..."


def operand_place(subgraph: str, index: int) -> str:
    """Return the text for an operand: ``main, operand 7``."""
    return f"{subgraph}, operand {index}"


_OPERATION_NAMES: Final[dict[object, str]] = {int(t): t.name for t in OperationType}


def operation_place(subgraph: str, index: int, code: object) -> str:
    """Return the text for an operation: ``main, operation 3 (CONV_2D)``."""
    known = isinstance(code, int) and code in _OPERATION_NAMES
    name = _OPERATION_NAMES[code] if known else show_value(code)
    return f"{subgraph}, operation {index} ({name})"


def argument_place(
    operation: str, kind: str, position: int, name: str | None, operand: int | None
) -> str:
    """Return the text for an operation's input or output.

    Example: ``main, operation 3 (CONV_2D), input 1 (filter, operand 7)``. ``operation`` is the
    text of ``operation_place``; ``name`` and ``operand`` are left out where they are ``None``.
    """
    known = [text for text in (name, None if operand is None else f"operand {operand}") if text]
    suffix = f" ({', '.join(known)})" if known else ""
    return f"{operation}, {kind} {position}{suffix}"
