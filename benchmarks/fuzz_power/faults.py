"""Planted faults (the reference with one missing check), and the search for them by a target."""

from __future__ import annotations

import logging
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest import mock

from conformance.driver_sdk import ProgramModel
from conformance.hal import Model, Version
from conformance.reference import ReferenceDevice
from conformance.reference.plan_cache import FOLDER_VARIABLE
from conformance.validation import RefusalStage, all_rules
from fuzz.core.finding import FuzzFindingError
from fuzz.core.session import FuzzSession
from fuzz.engines.engine import run_random, write_inputs
from fuzz.engines.seeds import read_seeds
from fuzz.targets import load_target

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


# -------------------------------------------------------------------------------------- search


@contextmanager
def measurement_environment() -> Iterator[None]:
    """Drop the messages of faulty drivers, and give the reference a new folder for its cache."""
    disabled = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="nn-fuzz-cache-") as folder,
            mock.patch.dict(os.environ, {FOLDER_VARIABLE: folder}),
        ):
            yield
    finally:
        logging.disable(disabled)


@dataclass(frozen=True, slots=True)
class Search:
    """The result of one search, with its processor time; no ``signature``: nothing was found."""

    fault: Fault
    signature: str
    seconds: float
    inputs: int


def search_all(
    faults: Sequence[Fault], budget: float, seed: int, *, max_inputs: int = 1 << 62
) -> Iterator[Search]:
    """Yield the search for each fault.

    A search ends at the first finding, after ``budget`` seconds of processor time, or after
    ``max_inputs`` inputs.
    """
    with measurement_environment(), tempfile.TemporaryDirectory(prefix="nn-fuzz-power-") as folder:
        for number, fault in enumerate(faults):
            yield search(fault, budget, seed, Path(folder) / str(number), max_inputs)


def search(fault: Fault, budget: float, seed: int, folder: Path, max_inputs: int) -> Search:
    """Run a target's seeds and their mutations on the faulty driver until it has a finding."""
    target = load_target(fault.target)
    write_inputs(folder, read_seeds(fault.target))
    count, signature = 0, ""
    with fault.planted() as device:
        target.use(FuzzSession(device=device))
        started = time.process_time()

        def is_over(inputs: int) -> bool:
            nonlocal count
            count = inputs
            return time.process_time() - started > budget or inputs >= max_inputs

        try:
            run_random(target, folder, seed, is_over)
        except FuzzFindingError as error:
            signature = error.finding.signature
        seconds = time.process_time() - started
        target.close()
    return Search(fault, signature, seconds, count)
