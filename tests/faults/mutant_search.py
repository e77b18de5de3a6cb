"""Find out which mutants of an operation the bundled examples detect.

Running every example on a driver for every mutant would take too long. Therefore one pass over an
operation's examples computes the correct results and those of every mutant. Only the examples
whose results a mutant changes are then run on a driver that contains the mutant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as FilePath

import numpy as np

from conformance.cases.index import ExampleInfo
from conformance.hal import OperationType, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.operations import Call, Kernel, definitions
from conformance.operations.definition.operands import Array
from conformance.reference import ReferenceDevice
from conformance.verdicts import Verdict, VerdictKind
from tests.faults.spec_judging import INDEX, SPECS, names
from tests.sample_drivers.values.fault_injection import SYNC, FaultyKernelDevice, OptionalArrays
from tests.sample_drivers.values.misread_operands import compared_outputs
from tests.sample_drivers.values.operation_mutants import OperationMutant

FOLDERS = ("V*", "AIDL*")
ExampleLocation = tuple[FilePath, str]
"""The spec file and the name of an example."""


@dataclass(frozen=True)
class ListedExample:
    """The index entry of a bundled example, for one of its operations."""

    file: FilePath
    info: ExampleInfo
    alone: bool
    """Whether no other operation occurs in the example."""


@cache
def _listed_examples() -> Mapping[int, Sequence[ListedExample]]:
    """Return the bundled examples by the code of each operation in them, in the order of files."""
    listed: dict[int, list[ListedExample]] = {}
    for folder in FOLDERS:
        for file in sorted(SPECS.glob(f"{folder}/*.mod.py")):
            wanted = set(names(file, ""))
            for info in INDEX.names(file):
                if info.name in wanted:
                    codes = set(info.operation_codes)
                    for code in codes:
                        example = ListedExample(file, info, len(codes) == 1)
                        listed.setdefault(code, []).append(example)
    return listed


@cache
def listed_examples(operation: OperationType) -> tuple[ListedExample, ...]:
    """Return the bundled examples of an operation.

    From files named after the operation, these are all examples that contain it; from other files,
    the examples in which no other operation occurs.
    """
    stem = operation.name.lower()
    found = []
    for example in _listed_examples().get(operation, ()):
        name = example.file.name.removesuffix(".mod.py")
        if example.alone or name == stem or name.startswith(f"{stem}_"):
            found.append(example)
    return tuple(found)


def examples(operation: OperationType) -> tuple[ExampleLocation, ...]:
    """Return the locations of ``listed_examples``."""
    return tuple((example.file, example.info.name) for example in listed_examples(operation))


@dataclass
class MutantObserver(ReferenceDevice):
    """The correct driver, which also computes each mutant's results and records differences.

    Attributes:
        operation: The operation under test.
        mutants: The mutants of the operation.
        enough: Number of differing examples above which a mutant is no longer computed, to save
            time.
        changed: By mutant, the numbers of the examples with different results.
        example: Number of the current example; the caller sets it.
    """

    operation: OperationType
    mutants: Sequence[OperationMutant]
    enough: int
    changed: dict[str, list[int]] = field(default_factory=dict)
    example: int = 0

    def __post_init__(self) -> None:
        super().__init__(Version.AIDL_V3)
        self.changed = {mutant.name: [] for mutant in self.mutants}

    def note(self, mutant: OperationMutant) -> None:
        """Record that the current example's results differ for the mutant."""
        places = self.changed[mutant.name]
        if self.example not in places[-1:]:
            places.append(self.example)

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        if call.definition.type != self.operation:
            return kernel
        is_compared = compared_outputs(call.definition, len(call.outputs))
        open_ = [m for m in self.mutants if len(self.changed[m.name]) <= self.enough]
        wrong = [(m, m.kernel_fault(call)) for m in open_ if m.spot is None]
        # If ``spot`` is true, the results are wrong by construction: no need to compute them.
        spots = [m for m in open_ if m.spot is not None and m.spot(call)]

        def run(inputs: OptionalArrays) -> Sequence[Array]:
            right = kernel(inputs)
            for mutant, other in wrong:
                if outputs_differ(right, other(inputs), is_compared):
                    self.note(mutant)
            if any(array.size for array, t in zip(right, is_compared, strict=True) if t):
                for mutant in spots:
                    self.note(mutant)
            return right

        return run


def outputs_differ(
    expected: Sequence[Array], actual: Sequence[Array], is_compared: Sequence[bool]
) -> bool:
    """Return whether an output differs in shape or in any bit; unspecified outputs are ignored."""
    return any(
        compared and (a.shape != b.shape or np.asarray(a).tobytes() != np.asarray(b).tobytes())
        for a, b, compared in zip(expected, actual, is_compared, strict=True)
    )


@dataclass(frozen=True)
class MutantOutcome:
    """The result for one mutant.

    Attributes:
        mutant: The mutant.
        changed: A lower bound of the number of examples whose results the mutant changes.
        total: Number of examples of the operation.
        verdict: The first verdict that detects the mutant; ``None`` if no example detects it.
    """

    mutant: OperationMutant
    changed: int
    total: int
    verdict: Verdict | None

    @property
    def narrow(self) -> bool:
        """Whether the mutant changes less than a twentieth of the examples."""
        return self.changed < NARROW_SHARE * self.total


NARROW_SHARE = 0.05
"""A mutant that changes a smaller share of the examples counts as narrow."""
MAX_TRIED_EXAMPLES = 10
"""Differing examples are collected at least up to this number, also if there are few examples."""


def search_mutants(
    operation: OperationType, listed: Sequence[OperationMutant]
) -> list[MutantOutcome]:
    """Return the outcome for each listed mutant, in the same order."""
    places = examples(operation)
    observer = MutantObserver(
        operation, listed, max(MAX_TRIED_EXAMPLES, int(NARROW_SHARE * len(places)))
    )
    judge = Judge(observer, JudgeOptions(callback_timeout=10))
    for number, where in enumerate(places):
        observer.example = number
        (verdict,) = judge.judge(INDEX.load(*where), where[1], SYNC)
        assert verdict.kind == VerdictKind.PASSED, str(verdict)
    found = []
    for mutant in listed:
        changed = observer.changed[mutant.name]
        candidates = list(changed)
        if len(changed) > observer.enough:
            # The observer stopped here, so any later example may also detect the mutant.
            candidates += range(changed[-1] + 1, len(places))
        verdict_ = first_detection(operation, mutant, [places[number] for number in candidates])
        found.append(MutantOutcome(mutant, len(changed), len(places), verdict_))
    return found


def first_detection(
    operation: OperationType, mutant: OperationMutant, places: Sequence[ExampleLocation]
) -> Verdict | None:
    """Run the examples on a driver with the mutant; return the first verdict that blames it.

    Return ``None`` if no verdict does.
    """
    judge = Judge(
        FaultyKernelDevice(operation, mutant.kernel_fault), JudgeOptions(callback_timeout=10)
    )
    for where in places:
        (verdict,) = judge.judge(INDEX.load(*where), where[1], SYNC)
        if verdict.kind.blames_driver:
            return verdict
    return None


def all_operations() -> list[OperationType]:
    """Return the types of all operations that have a definition."""
    return [definition.type for definition in definitions().values()]
