"""Attribution of an engine's differences to known findings, operation by operation.

Each graph runs with all its operands as outputs. If an operation's results differ from those that
the reference computes from the same inputs, they must equal the results of the reference with the
fault of a finding, or with the faults of several findings on that operation. The tolerance is that
of one operation, multiplied by the number of steps of a sequence operation.

    nn-conformance campaign litert --random-graphs 100000 --workers 1 --seed 5000000 --output FOLDER
    python -m tests.generators.finding_attribution litert FOLDER

The command prints the table of random graphs for the engine's ``findings.toml``. It prints each
graph that no finding explains to standard error.
"""

import sys
from collections import Counter
from itertools import combinations

import numpy as np

from conformance.cases.example import Example, ExpectedOutput
from conformance.drivers import open_driver
from conformance.drivers.identity import processor_features
from conformance.engines.findings import read_findings
from conformance.failures.shrink.model_editing import (
    build_model,
    expose_intermediates,
    keep_operations,
    to_editable,
)
from conformance.hal import OperationType, name_of
from conformance.operations import Unknown
from conformance.oracle import accuracy
from conformance.oracle.accuracy import Tolerance
from conformance.oracle.expected import input_arrays, reference_results
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.validation import check_calls
from conformance.verdicts import VerdictKind
from generators.construction.profiles import PROFILES
from generators.oracle import random_example
from tests.generators.stored_chunks import stored_chunks
from tests.sample_drivers.engines import litert_faults, onnxruntime_faults
from tests.sample_drivers.engines.litert_faults import Faulty

UNEXPLAINED = "unexplained"
FAULTS_BY_ENGINE = {
    "litert": litert_faults.FAULT_BY_FINDING,
    "onnxruntime": onnxruntime_faults.FAULT_BY_FINDING,
}


def findings_in(device, example, causes):
    """Return the findings by operation of main; ``UNEXPLAINED`` if none of them matches."""
    draft = expose_intermediates(to_editable(example))
    model, inputs = build_model(draft)
    engine_outputs = device.compile(model)(input_arrays(model, inputs))
    values = dict(zip(draft.main.outputs, map(np.asarray, engine_outputs), strict=True))
    found = {}
    for number, operation in enumerate(draft.main.operations):
        single = keep_operations(draft, [number], values)
        part, fed = build_model(single)
        compared = [
            (position, values[index])
            for position, index in enumerate(single.main.outputs)
            if index not in draft.ignored_outputs
        ]
        if _differs(example, part, fed, compared):
            name = name_of(OperationType, operation.type)
            explained = _explained(part, fed, compared, causes)
            found[f"{name} (operation {number})"] = explained or (UNEXPLAINED,)
    return found


def _differs(example, model, fed, compared):
    expected = reference_results(model, fed, example.version)
    outputs = tuple(ExpectedOutput(array.shape, array.tobytes(), False) for array in expected)
    alone = Example(example.spec, example.name, model, fed, outputs, (), (), example.version)
    look = OutputIntervalCheck(alone)
    data = [array.tobytes() for array in expected]
    for position, value in compared:
        data[position] = np.ascontiguousarray(value).tobytes()
    return any(
        # For integers such as counts, a difference of one is a fault, too.
        (expected[position].dtype == np.int32 and not np.array_equal(expected[position], value))
        or len(look.unexplained_elements(position, data))
        for position, value in compared
    )


def _explained(model, fed, compared, causes):
    """Return the fewest findings whose faults together reproduce the engine's results."""
    subgraphs = (model.main, *model.referenced)
    inside = {operation.type for subgraph in subgraphs for operation in subgraph.operations}
    possible = [name for name, (operation, _) in causes.items() if operation in inside]
    tolerances = [_over_steps(tolerance, _steps(model)) for tolerance in accuracy.tolerances(model)]
    for count in range(1, len(possible) + 1):
        for chosen in combinations(possible, count):
            faulty = Faulty(*(causes[name] for name in chosen))
            theirs = faulty.compile(model)(input_arrays(model, fed))
            if all(_same(theirs[i], value, tolerances[i]) for i, value in compared):
                return chosen
    return ()


def _steps(model):
    """Return the number of steps of a sequence operation, each of which rounds its state."""
    judged = check_calls(model)[0].calls[0]
    if judged is None or judged.call.position("time_major") is None:
        return 1
    shape = judged.call.shape("input")
    try:
        return shape[0 if judged.call.scalar("time_major") else 1]
    except Unknown:  # a model input, so take the larger candidate
        return max(shape[:2])


def _over_steps(tolerance, steps):
    return Tolerance(steps * tolerance.atol, steps * tolerance.rtol)


def _same(ours, theirs, tolerance):
    same = ours.shape == theirs.shape
    return same and bool(accuracy.elements_within(ours.ravel(), theirs.ravel(), tolerance).all())


def engine_faults(engine):
    """Return the faults of the findings on the engine's default kernels on this processor."""
    causes = FAULTS_BY_ENGINE[engine]
    found = read_findings(f"conformance.engines.{engine}")
    features = processor_features()
    there = {finding.id for finding in found.for_processor(found.random.variant, features)}
    return {name: cause for name, cause in causes.items() if name in there}


def main(engine, folder):
    """Print the table of a finished campaign."""
    device, causes = open_driver(engine), engine_faults(engine)
    version = min(device.version, PROFILES["default"].version)
    kinds, by = Counter(), Counter()
    for chunk in stored_chunks(folder):
        kinds.update(chunk["counts"])
        for record in chunk["records"]:
            if record["kind"] == VerdictKind.DECLINED:
                continue
            example = random_example("default", record["seed"], version)
            names = findings_in(device, example, causes).values()
            found = {name for some in names for name in some}
            by.update(found)
            if UNEXPLAINED in found or not found:
                sys.stderr.write(f"{record['seed']} {record['reason']}\n")
    passed, declined = kinds.pop(VerdictKind.PASSED), kinds.pop(VerdictKind.DECLINED)
    lines = [f"passed = {passed}", f"declined = {declined}", f"differ = {kinds.total()}"]
    lines += ["", "[random.by]", *(f"{name} = {count}" for name, count in by.most_common())]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
