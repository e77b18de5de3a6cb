"""Compare the reference driver with two peers: every operation, 100 000 elements, one thread.

    python -m benchmarks.operations [--only NAME] [--write docs/generated/benchmarks-operations.md]

The peers are LiteRT's reference kernels (only the call of the interpreter) and the evaluator of the
onnx package. Each figure is the shortest CPU time of several executions of a prepared model; the
engines run alternately. Before the measurement the results are compared, and a deliberate mismatch
must be detected.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from onnx import load_from_string
from onnx.reference import ReferenceEvaluator
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from benchmarks.operation_cases import Array, cases
from conformance.driver_sdk import constant_copies
from conformance.engines import litert, onnxruntime
from conformance.engines.bridge import subgraph_views, value_of
from conformance.engines.device import EngineDevice
from conformance.engines.onnx.translation import translate
from conformance.hal import Model, OperandType, OperationType
from conformance.operations import has_trait
from conformance.operations.definition.properties import Trait
from conformance.oracle.accuracy import elements_within, tolerances
from conformance.reference import create_device

SECONDS = 0.15
ROUNDS = 3, 200

_DIFFERING = {OperationType.TOPK_V2, OperationType.LOCAL_RESPONSE_NORMALIZATION}
"""Operations whose results are known to differ in a peer (docs/generated/findings*.md)."""

Run = Callable[[], Sequence[Array]]


@dataclass(frozen=True)
class OperationTiming:
    """Microseconds of the reference driver and of each peer; ``None`` if a peer cannot run it."""

    name: str
    type: OperandType
    reference_us: float
    litert: float | None
    onnx: float | None

    def ratio(self, peer: str) -> float | None:
        theirs = getattr(self, peer)
        return None if theirs is None else self.reference_us / theirs


def reference_run(model: Model, inputs: Sequence[Array]) -> Run:
    program = create_device().compile(model)
    return lambda: copy_views(program(inputs), inputs)


def copy_views(results: Sequence[Array], inputs: Sequence[Array]) -> Sequence[Array]:
    """Return the results with every view copied, because a driver must write its results."""
    return [array if _is_own(array, inputs) else array.copy() for array in results]


def _is_own(array: Array, inputs: Sequence[Array]) -> bool:
    flags = array.flags
    if flags.owndata or not flags.c_contiguous:
        return flags.c_contiguous
    return not any(np.may_share_memory(array, one) for one in inputs)


def litert_run(device: EngineDevice, model: Model, inputs: Sequence[Array]) -> Run | None:
    """Return a function that calls only the interpreter and does not set inputs or read outputs.

    Return ``None`` if LiteRT cannot run the model with a single interpreter.
    """
    if not all(device.supported_operations(model)):
        return None
    attempt = device._attempt(model)  # noqa: SLF001 - to time the engine without the bridge
    if len(attempt.loaded) != 1 or attempt.translation.graphs[0].single_use:
        return None
    (loaded,), (graph,) = attempt.loaded, attempt.translation.graphs
    program: Any = loaded._program  # noqa: SLF001

    def read() -> Sequence[Array]:
        values: dict[int, Array | None] = dict(zip(model.main.input_indexes, inputs, strict=True))
        loaded.run(graph, attempt.translation.results[0], values, None)
        return [value_of(values, index) for index in model.main.output_indexes]

    read()  # sets the inputs

    def run() -> Sequence[Array]:
        program._interpreter.invoke()  # noqa: SLF001
        return ()

    run.read = read  # type: ignore[attr-defined]
    return run


def onnx_run(device: EngineDevice, model: Model, inputs: Sequence[Array]) -> Run | None:
    """Return a function that runs the bridge's graph in the onnx evaluator, or ``None``."""
    if not all(device.supported_operations(model)):
        return None
    constants = constant_copies(model)
    translation = translate(model, constants, device.version, subgraph_views(model.main, constants))
    if translation.stop < len(model.main.operations):
        return None
    (graph,) = translation.graphs
    try:
        evaluator = ReferenceEvaluator(load_from_string(graph.file(model.main.output_indexes)))
    except Exception:  # the evaluator lacks an operator
        return None
    values = dict(zip(model.main.input_indexes, inputs, strict=True))
    feeds = {entry.tensor.name: values[entry.operand] for entry in graph.inputs()}

    def run() -> Sequence[Array]:
        return copy_views(evaluator.run(None, feeds), inputs)

    try:
        run()
    except Exception:  # the evaluator lacks this form of an operator
        return None
    return run


def fastest_times(runs: dict[str, Run]) -> dict[str, float]:
    """Return the shortest CPU time of each engine in microseconds; the engines run alternately."""
    best = dict.fromkeys(runs, np.inf)
    spent = dict.fromkeys(runs, 0.0)
    for number in range(ROUNDS[1]):
        waiting = [name for name in runs if number < ROUNDS[0] or spent[name] < SECONDS]
        waiting = [name for name in waiting if spent[name] < 20 * SECONDS]
        if not waiting:
            break
        for name in waiting:
            start = time.process_time()
            runs[name]()
            took = time.process_time() - start
            spent[name] += took
            best[name] = min(best[name], took)
    return {name: seconds * 1e6 for name, seconds in best.items()}


def differing_share(model: Model, ours: Sequence[Array], theirs: Sequence[Array]) -> float:
    """Return the fraction of elements outside the tolerance of relaxed computation.

    The tolerance is that wide because peers sum thousands of numbers in float32.
    """
    shares = [0.0]
    relaxed = replace(model, relax_computation_float32_to_float16=True)
    for one, other, tolerance in zip(ours, theirs, tolerances(relaxed), strict=True):
        if one.shape != other.shape:
            return 1.0
        fine = elements_within(one.reshape(-1), other.reshape(-1).astype(one.dtype), tolerance)
        shares.append(1 - float(np.mean(fine)) if fine.size else 0.0)
    return max(shares)


def check_planted_fault(model: Model, ours: Sequence[Array]) -> None:
    spoilt = [array.copy() for array in ours]
    flat = spoilt[0].reshape(-1)
    where = flat.size // 2
    flat[where] = ~flat[where] if flat.dtype.kind == "b" else (0 if flat[where] > 50 else 100)
    if not differing_share(model, ours, spoilt):
        raise SystemExit("a deliberate mismatch was not detected")


def measure_cases(only: str) -> Iterator[OperationTiming]:
    peers = litert.create_device(), onnxruntime.create_device()
    for name, type_, model, inputs in cases(only):
        runs: dict[str, Run] = {"ours": reference_run(model, inputs)}
        ours = list(runs["ours"]())
        code = model.main.operations[0].type
        compared = code not in _DIFFERING and not has_trait(code, Trait.RANDOM)
        if compared:
            check_planted_fault(model, ours)
        for label, peer in (
            ("litert", litert_run(peers[0], model, inputs)),
            ("onnx", onnx_run(peers[1], model, inputs)),
        ):
            if peer is None:
                continue
            runs[label] = peer
            theirs = getattr(peer, "read", peer)()
            if compared and (share := differing_share(model, ours, theirs)):
                raise SystemExit(f"{name} {type_.name}: {label} differs in {share:.2%}")
        figures = fastest_times(runs)
        yield OperationTiming(
            name,
            type_,
            figures["ours"],
            figures.get("litert"),
            figures.get("onnx"),
        )


def by_operation(results: Sequence[OperationTiming], peer: str) -> dict[str, float]:
    """Return for each operation the geometric mean of its ratios over all types."""
    found: dict[str, list[float]] = {}
    for one in results:
        if (ratio := one.ratio(peer)) is not None:
            found.setdefault(one.name, []).append(ratio)
    return {name: float(np.exp(np.mean(np.log(ratios)))) for name, ratios in found.items()}


def count_ratios(ratios: Sequence[float], what: str) -> str:
    least, slow = sum(ratio <= 1 for ratio in ratios), sum(ratio > 5 for ratio in ratios)
    return (
        f"{len(ratios)} {what}, not slower in {least} ({least / max(1, len(ratios)):.0%}), more "
        f"than 5 times slower in {slow}, median ratio {np.median(ratios or [0]):.2f}, largest "
        f"{max(ratios or [0]):.1f}"
    )


def summary(results: Sequence[OperationTiming], peer: str, name: str) -> str:
    rows = [ratio for one in results if (ratio := one.ratio(peer)) is not None]
    means = list(by_operation(results, peer).values())
    return (
        f"Compared with {name}: {count_ratios(means, 'operations')}; {count_ratios(rows, 'rows')}."
    )


def table(results: Sequence[OperationTiming]) -> str:
    """Return the Markdown page with the summary and the table."""

    def shown(ratio: float | None) -> str:
        return "-" if ratio is None else f"{ratio:.2f}"

    lines = [
        _INTRODUCTION,
        f"- {summary(results, 'litert', 'LiteRT')}",
        f"- {summary(results, 'onnx', 'ReferenceEvaluator')}",
        "",
        "| operation | type | ratio to LiteRT | ratio to ReferenceEvaluator |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {one.name} | {one.type.name} | {shown(one.ratio('litert'))} "
        f"| {shown(one.ratio('onnx'))} |"
        for one in results
    ]
    return "\n".join(lines) + "\n"


_INTRODUCTION = """# Benchmarks of the operations

*This page is for maintainers of the reference driver. It compares the speed of every operation with
two other engines.*

*Generated by `python -m benchmarks.operations --write docs/generated/benchmarks-operations.md`.*

The table shows the CPU time of one execution of a prepared model on one thread with about 100 000
elements, as a ratio to LiteRT's reference kernels and to the evaluator of the onnx package in the
same run. Below 1 the reference driver is faster. A dash means that the peer lacks the operation or
the type. LiteRT computes float16 in float32 between two conversions. Operations without a model of
that size, at the end of the table, are measured with a small random model. The goal is to be at
least as fast in 90 % of the operations that both have (geometric mean over an operation's types)
and never more than 5 times slower.

The operations that are slower have three causes. An execution takes about two microseconds before
the first element, and more if a condition on the request's values is checked (lookups); LiteRT
copies 100 000 bytes in that time. Float32 is widened to double precision wherever float32 would use
up more than a tenth of the tolerance. And numpy makes a pass over an array for each step of a
formula, and processes reversed or very short rows one by one, where a compiled loop needs a single
pass.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each row and a summary; with ``--write`` also write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Raw)
    parser.add_argument("--only", default="", help="part of an operation's name")
    parser.add_argument("--write", type=Path, help="the page to write")
    options = parser.parse_args(arguments)
    results = []
    with threadpool_limits(1), np.errstate(all="ignore"):
        for one in measure_cases(options.only):
            results.append(one)
            peers: list[Any] = [one.ratio("litert"), one.ratio("onnx")]
            text = " ".join("       -" if ratio is None else f"{ratio:8.2f}" for ratio in peers)
            print(
                f"{one.name:34} {one.type.name:27} {one.reference_us:10.0f} us {text}", flush=True
            )
    print(summary(results, "litert", "LiteRT's reference kernels"))
    print(summary(results, "onnx", "onnx's ReferenceEvaluator"))
    if options.write is not None:
        options.write.write_text(table(results), encoding="utf-8")
    return 0


_Raw = argparse.RawDescriptionHelpFormatter

if __name__ == "__main__":
    raise SystemExit(main())
