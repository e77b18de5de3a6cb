"""Planted faults: drivers that equal the reference except for one missing check."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from unittest import mock

from conformance.driver_sdk import ProgramModel
from conformance.hal import Model, Version
from conformance.reference import ReferenceDevice
from conformance.validation import RefusalStage, all_rules

NEWEST: Final = Version.AIDL_V3

Patches = Callable[[], AbstractContextManager[object]]
"""Replaces functions of the driver while it is used; the checks must not use these functions."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault, the target that must find it, and the version of its driver."""

    name: str
    target: str
    patches: Patches = nullcontext
    rule: str = ""
    version: Version = NEWEST

    @contextmanager
    def planted(self) -> Iterator[ReferenceDevice]:
        """Yield the faulty driver."""
        with self.patches():
            yield LenientDevice(self.rule, self.version) if self.rule else PlainDevice(self.version)


class LenientDevice(ReferenceDevice):
    """The reference without one rule; it also prepares models that it cannot plan."""

    def __init__(self, rule: str, version: Version = NEWEST) -> None:
        super().__init__(version)
        self.tolerated_rules = frozenset({rule}) | ReferenceDevice.tolerated_rules

    def build_prepared_model(self, model: Model) -> ProgramModel:
        try:
            return super().build_prepared_model(model)
        except Exception:
            return ProgramModel(model, lambda _inputs: [], self.version)


class PlainDevice(ReferenceDevice):
    """The reference without changes, for faults that only replace functions."""


def switched_off_rules(count: int, seed: int) -> list[Fault]:
    """Return a random sample of the faults that switch one rule of preparation off.

    The rules about newer versions are left out, because no model is newer than the driver.
    """
    names = [
        name
        for name, rule in all_rules().items()
        if rule.holds_in(NEWEST)
        and rule.stage is RefusalStage.PREPARE
        and not name.startswith(("version.", "prepare."))
        and name not in ReferenceDevice.tolerated_rules
    ]
    return [
        Fault(f"rule {name}", "model", rule=name)
        for name in random.Random(seed).sample(names, min(count, len(names)))
    ]


def replaced(owner: Any, name: str, function: Callable[..., Any]) -> Patches:
    """Return the replacement of a function, which gets the original one as its first argument."""
    original = getattr(owner, name)

    def call(*arguments: Any, **named: Any) -> Any:
        return function(original, *arguments, **named)

    return partial(mock.patch.object, owner, name, call)
