"""Searches for planted faults, which measure the time until a target finds each of them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fuzz.core.finding import FuzzFindingError
from fuzz.core.session import FuzzSession
from fuzz.core.target_files import load_target
from fuzz.engines.engine import run_random, write_inputs
from fuzz.engines.seeds import read_seeds
from fuzz.power.faults import Fault
from fuzz.power.measurement_environment import measurement_environment


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
