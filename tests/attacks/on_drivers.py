"""Attacks of drivers on the checks of buffers, memory pools and extensions, in this process.

Each driver breaks the contract in one way; the checks must find it, and a check never raises and
never blames the suite. A driver that only changes what the contract leaves open passes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from conformance.checks.areas import memory_domains_copy, memory_domains_sharing
from conformance.checks.registration import Check, checks_of
from conformance.hal import ErrorStatus, Memory
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind
from tests.attacks.attack import HangError, bounded

_CHECKS: tuple[Check, ...] = (*checks_of(memory_domains_copy), *checks_of(memory_domains_sharing))


class _ForeignBuffer:
    """An object with the methods of a buffer that is no buffer."""

    def __init__(self, buffer: Any) -> None:
        self.copy_to, self.copy_from = buffer.copy_to, buffer.copy_from


class _Hostile:
    """An object that raises whatever is done with it."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(f"no {name}")

    __len__ = __bool__ = __index__ = __iter__ = __hash__ = __getattribute__  # type: ignore[assignment]


def _written_later(buffer: Any) -> Any:
    """Return a buffer that also writes into the memory of an earlier copy."""
    earlier: list[Memory] = []
    original = buffer.copy_to

    def copy_to(memory: Memory) -> ErrorStatus:
        status: ErrorStatus = original(memory)
        for other in earlier:
            other.view()[:] = bytes(len(other.view()))
        earlier.append(memory)
        return status

    buffer.copy_to = copy_to
    return buffer


ANSWERS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "nothing": lambda status, buffer, token: None,
    "a number": lambda status, buffer, token: 7,
    "two values": lambda status, buffer, token: (status, buffer),
    "four values": lambda status, buffer, token: (status, buffer, token, token),
    "a string": lambda status, buffer, token: "abc",
    "a foreign buffer": lambda status, buffer, token: (status, _ForeignBuffer(buffer), token),
    "the class of the buffer": lambda status, buffer, token: (status, type(buffer), token),
    "a hostile buffer": lambda status, buffer, token: (status, _Hostile(), token),
    "a hostile token": lambda status, buffer, token: (status, buffer, _Hostile()),
    "a hostile status": lambda status, buffer, token: (_Hostile(), buffer, token),
    "a negative token": lambda status, buffer, token: (status, buffer, -1),
    "a large token": lambda status, buffer, token: (status, buffer, 1 << 40),
    "token 0": lambda status, buffer, token: (status, buffer, 0),
    "a token that is a fraction": lambda status, buffer, token: (status, buffer, token + 0.5),
    "a token that is a text": lambda status, buffer, token: (status, buffer, str(token)),
    "one token for all": lambda status, buffer, token: (status, buffer, 1),
    "no buffer": lambda status, buffer, token: (status, None, token),
    "an unknown status": lambda status, buffer, token: (99, buffer, token),
}
"""Answers of ``allocate`` that the contract forbids."""


def _failing(*_: object) -> Any:
    raise KeyError("copy")


COPIES: dict[str, Callable[..., Any]] = {
    "raises": _failing,
    "returns nothing": lambda *_: None,
    "returns a text": lambda *_: "NONE",
    "returns a hostile object": lambda *_: _Hostile(),
    "does nothing": lambda *_: ErrorStatus.NONE,
    "always fails": lambda *_: ErrorStatus.GENERAL_FAILURE,
    "returns a tuple": lambda *_: (ErrorStatus.NONE,),
    "leaves the process": lambda *_: (_ for _ in ()).throw(SystemExit(0)),
}
"""Replacements of ``copy_to`` or ``copy_from``."""


class _Driver(ReferenceDevice):
    change: Callable[[Any, Any, Any], Any]

    def allocate(self, *arguments: Any) -> Any:
        status, buffer, token = super().allocate(*arguments)
        return self.change(status, buffer, token) if buffer is not None else (status, None, 0)


def _verdicts(change: Callable[[Any, Any, Any], Any]) -> list[Verdict]:
    driver = _Driver()
    driver.change = change
    judge = Judge(driver, JudgeOptions(callback_timeout=2))
    found = [verdict for check in _CHECKS for verdict in check.run(judge)]
    judge.close()
    return found


def _problem(name: str, verdicts: list[Verdict], *, legal: bool) -> str:
    kinds = {verdict.kind for verdict in verdicts}
    if VerdictKind.INTERNAL_ERROR in kinds:
        bad = next(v for v in verdicts if v.kind is VerdictKind.INTERNAL_ERROR)
        return f"{name}: the suite is blamed: {bad.case_id} {bad.reason}"
    blamed = any(kind.blames_driver for kind in kinds)
    return "" if blamed != legal else f"{name}: {sorted(kinds)}"


def _run(name: str, change: Callable[[Any, Any, Any], Any], *, legal: bool = False) -> str:
    try:
        with bounded():
            return _problem(name, _verdicts(change), legal=legal)
    except HangError:
        return f"{name}: a hang"


def an_answer_of_allocate(random: Random, folder: Path) -> str:
    """An answer of ``allocate`` that the contract forbids is found."""
    name = random.choice(list(ANSWERS))
    return _run(name, ANSWERS[name])


def a_copy_of_a_buffer(random: Random, folder: Path) -> str:
    """A copy that raises, returns anything else or does nothing is found."""
    name, method = random.choice(list(COPIES)), random.choice(("copy_to", "copy_from"))

    def change(status: Any, buffer: Any, token: Any) -> Any:
        setattr(buffer, method, COPIES[name])
        return status, buffer, token

    return _run(f"{method} {name}", change)


def a_buffer_that_the_contract_permits(random: Random, folder: Path) -> str:
    """Other tokens, and a buffer of a derived class, are no fault."""

    def derived(status: Any, buffer: Any, token: Any) -> Any:
        buffer.__class__ = type("Derived", (type(buffer),), {})
        return status, buffer, token

    legal: dict[str, Callable[[Any, Any, Any], Any]] = {
        "unchanged": lambda status, buffer, token: (status, buffer, token),
        "a list": lambda status, buffer, token: [status, buffer, token],
        "a derived class": derived,
    }
    name = random.choice(list(legal))
    return _run(name, legal[name], legal=True)


def a_write_to_an_earlier_memory(random: Random, folder: Path) -> str:
    """A buffer that writes to a memory after its copy has ended is found."""
    return _run("late write", lambda s, buffer, token: (s, _written_later(buffer), token))


ATTACKS = [
    an_answer_of_allocate,
    a_copy_of_a_buffer,
    a_buffer_that_the_contract_permits,
    a_write_to_an_earlier_memory,
]
