"""The random graphs of ``benchmarks.legal_drivers``: run them on drivers and count the verdicts.

A driver that differs only in its kernels runs one graph in 128 as any other driver does. Its
results for the other graphs are computed and compared without calls of the driver, which is several
times as fast. If each of its kernels returns the bytes of the reference for the inputs that the
reference has, the graph is not computed again. A graph with a result that is not accepted is run
again with all calls.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np

from conformance.cases import Example
from conformance.drivers.driver import Driver
from conformance.failures.failure_search import FailureSearch
from conformance.hal import Model, Version
from conformance.harness.answer_checks import OutputExpectations
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.oracle.accuracy import compare_output
from conformance.oracle.expected import input_arrays
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.reference import ReferenceDevice
from conformance.validation import CheckedSubgraph, check_calls
from generators.graph_judge import GraphCase, graph_case, graph_search, judge_graph
from generators.profile_parameters import parse_profile
from tests.sample_drivers.graphs.other_choices import Choosing
from tests.sample_drivers.graphs.rounding_variants import ConformingVariantDevice

FAILURES = ("failed", "crash", "hang", "leak", "invalid_answer", "internal_error")

ALL_CALLS_EVERY = 128
"""A driver that differs only in its kernels is called for one graph in 128."""
COLLECT_EVERY = 16
"""Collect garbage after 16 graphs: many drivers leave memories with open files in cycles."""
DIFFERENT_KERNELS = (Choosing, ConformingVariantDevice)

Drivers = Mapping[str, Callable[[], ReferenceDevice]]


@dataclass(slots=True)
class Count:
    """The verdicts on the graphs of one profile, or on the cases of one spec file.

    ``other`` are declined or need another version.

    ``messages`` has a sentence for each failure.
    """

    driver: str
    profile: str
    first: int
    graphs: int = 0
    passed: int = 0
    other: int = 0
    failed: int = 0
    messages: list[str] = field(default_factory=list)

    def fail(self, message: object) -> None:
        """Count a failure."""
        self.failed += 1
        self.messages.append(f"{self.driver}: {message}")


class _Step(NamedTuple):
    """A computed call of the reference driver."""

    call: Call
    kernel: Kernel
    inputs: Sequence[Array | None]
    results: Sequence[Array]

    def known(self, inputs: Sequence[Array | None]) -> Sequence[Array]:
        """Return the results of the kernel, which is not run again for the same inputs."""
        return self.results if inputs is self.inputs else self.kernel(inputs)


class _RecordingDevice(ReferenceDevice):
    """The reference driver; ``steps`` has all calls that it computed."""

    def __init__(self, version: Version) -> None:
        super().__init__(version)
        self.steps: list[_Step] = []

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)

        def run(inputs: Sequence[Array | None]) -> Sequence[Array]:
            given = list(inputs)
            self.steps.append(_Step(call, kernel, given, kernel(given)))
            return self.steps[-1].results

        return run


@cache
def _only_chooses(kind: type[ReferenceDevice]) -> bool:
    """Return whether a class of drivers differs from the reference only in ``Choosing.chosen``."""
    return issubclass(kind, Choosing) and all(
        [one for one in kind.__mro__ if name in vars(one)][:2] == [Choosing, ReferenceDevice]
        for name in ("compile_call", "compile", "build_prepared_model")
    )


class KernelRun:
    """One example, prepared for the kernels of many drivers.

    ``check`` explains results beyond the tolerance; without it they are not accepted.
    """

    def __init__(
        self, example: Example, version: Version, check: OutputIntervalCheck | None
    ) -> None:
        self._example, self._check = example, check
        self._calls = check_calls(example.model, version)
        self._inputs = input_arrays(example.model, example.inputs)
        self._expectations = OutputExpectations.from_example(example)
        recorder = _RecordingDevice(version)
        recorder.checked_calls = self._known_calls  # type: ignore[method-assign]
        self._reference = recorder.compile(example.model)(self._inputs)
        self._steps = recorder.steps
        self._reference_is_accepted = self._accepts(self._reference)

    def _known_calls(self, model: Model) -> list[CheckedSubgraph]:
        """Return the checked calls of the graph's model."""
        assert model is self._example.model
        return self._calls

    def accepts(self, device: ReferenceDevice) -> bool:
        """Return whether the comparison accepts the results of a driver's kernels."""
        if isinstance(device, Choosing) and self._repeats_reference(device):
            return self._reference_is_accepted
        try:
            return self._accepts(self.results(device))
        except Exception:  # the full run reports it
            return False

    def _accepts(self, arrays: Sequence[Array]) -> bool:
        outputs = self._example.outputs
        if [array.shape for array in arrays] != [output.dimensions for output in outputs]:
            return False
        data = [array.tobytes() for array in arrays]
        return all(
            output.ignored
            or data[number] == output.data
            or self._is_near(number, data)
            or (self._check is not None and not len(self._check.unexplained_elements(number, data)))
            for number, output in enumerate(outputs)
        )

    def results(self, device: ReferenceDevice) -> Sequence[Array]:
        """Return the outputs of the graph that a driver's kernels compute."""
        device.checked_calls = self._known_calls  # type: ignore[method-assign]
        try:
            return device.compile(self._example.model)(self._inputs)
        finally:
            del device.checked_calls

    def _repeats_reference(self, device: Choosing) -> bool:
        """Return whether all kernels of a driver return the bytes that the reference returns."""
        if not _only_chooses(type(device)):
            return False
        device.relaxed = self._example.model.relax_computation_float32_to_float16
        try:
            with np.errstate(all="ignore"):
                return all(
                    _same_bytes(device.chosen(step.call, step.known, step.inputs), step.results)
                    for step in self._steps
                )
        except Exception:  # the full run reports it
            return False

    def _is_near(self, number: int, data: list[bytes]) -> bool:
        output, known = self._example.outputs[number], self._expectations
        operand, tolerance = known.operands[number], known.tolerances[number]
        actual = data[number]
        return compare_output(output.data, actual, operand, output.dimensions, tolerance).ok


def _same_bytes(arrays: Sequence[Array], others: Sequence[Array]) -> bool:
    if arrays is others:
        return True
    return len(arrays) == len(others) and all(
        np.shape(one) == other.shape
        and one.dtype == other.dtype
        and one.tobytes() == other.tobytes()
        for one, other in zip(arrays, others, strict=True)
    )


def run_graphs(drivers: Drivers, profile: str, seeds: range) -> list[Count]:
    """Run graphs on drivers of one version, and return the counts in the order of the drivers."""
    judges = {name: graph_search(create()) for name, create in drivers.items()}
    counts = {name: Count(name, profile, seeds.start) for name in drivers}
    chosen = parse_profile(profile)
    (version,) = {judge.version for judge in judges.values()}
    gc.freeze()  # so that the collections visit only the objects of the graphs
    for seed in seeds:
        case = graph_case(chosen, seed, version)
        kernels = KernelRun(case.example, min(version, chosen.version), case.interval_check)
        for name, judge in judges.items():
            _run_graph(judge, case, kernels, counts[name])
        if seed % COLLECT_EVERY == 0:
            gc.collect()
    for name, judge in judges.items():
        for verdict in judge.runner.close():
            if str(verdict.kind) in FAILURES:
                counts[name].fail(verdict)
    gc.unfreeze()
    return list(counts.values())


def _run_graph(judge: FailureSearch, case: GraphCase, kernels: KernelRun, count: Count) -> None:
    count.graphs += 1
    computes_only = case.seed % ALL_CALLS_EVERY and isinstance(judge.device, DIFFERENT_KERNELS)
    if computes_only and kernels.accepts(judge.device):
        count.passed += 1
        return
    record = judge_graph(judge, case)
    if record.kind in FAILURES:
        count.fail(f"random/{case.profile}/{case.seed}: {record.rule}: {record.reason}")
    elif record.kind == "passed":
        count.passed += 1
    else:
        count.other += 1


def by_version(drivers: Drivers, names: Iterable[str]) -> dict[Version, list[str]]:
    """Return the names of the drivers of each version that they declare."""
    groups: dict[Version, list[str]] = {}
    for name in names:
        groups.setdefault(Driver(drivers[name]()).version, []).append(name)
    return groups


def totals(counts: Iterable[Count]) -> dict[tuple[str, str], Count]:
    """Return the sum of the counts of each driver and profile."""
    sums: dict[tuple[str, str], Count] = {}
    for one in counts:
        total = sums.setdefault((one.driver, one.profile), Count(one.driver, one.profile, 0))
        total.graphs += one.graphs
        total.passed += one.passed
        total.other += one.other
        total.failed += one.failed
    return sums


def recorded(counts: Sequence[Count], driver: str, profile: str, seeds: range) -> bool:
    """Return whether counts without a failure include all these graphs of a driver."""
    return any(
        one.driver == driver
        and one.profile == profile
        and one.first <= seeds.start
        and seeds.stop <= one.first + one.graphs
        and not one.failed
        for one in counts
    )
