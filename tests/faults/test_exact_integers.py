"""Indexes, counts, flags and integer arithmetic are compared exactly.

Every driver of this module is wrong by one in integers of one operation. Each case of the operation
in which the driver's result differs from the correct one must fail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from conformance.hal import OperationType, Version
from conformance.harness.judge import Judge
from conformance.operations import Call, Kernel
from conformance.operations.definition.operands import Array
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.reference import ReferenceDevice
from conformance.verdicts import VerdictKind
from tests.faults.spec_judging import INDEX, examples_by_operation
from tests.sample_drivers.values.fault_injection import SYNC, OptionalArrays

_O = OperationType
Change = Callable[[OptionalArrays, list[Array]], list[Array]]
EVERY = 7
"""One case in seven of each operation runs."""


class WrongIntegers(ReferenceDevice):
    """Changes the results of one operation; ``touched`` states whether a result has changed."""

    def __init__(self, operation: OperationType, change: Change) -> None:
        super().__init__(Version.AIDL_V3)
        self.operation, self.change = operation, change
        self.touched = False

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        if call.definition.type != self.operation:
            return kernel

        def run(inputs: OptionalArrays) -> Sequence[Array]:
            right = list(kernel(inputs))
            wrong = self.change(inputs, [array.copy() for array in right])
            pairs = zip(right, wrong, strict=True)
            self.touched |= any(a.tobytes() != b.tobytes() for a, b in pairs)
            return wrong

        return run


def plus(output: int, step: int = 1) -> Change:
    """Return the change that adds ``step`` to the integers of one output."""

    def change(_: OptionalArrays, results: list[Array]) -> list[Array]:
        if results[output].dtype == np.int32:
            results[output] = (results[output] + step).astype(np.int32)
        return results

    return change


def truncated(inputs: OptionalArrays, results: list[Array]) -> list[Array]:
    """Divide integers and round towards zero."""
    first, second = inputs[0], inputs[1]
    if first is None or second is None or first.dtype != np.int32:
        return results
    a, b = np.broadcast_arrays(first.astype(np.float64), second.astype(np.float64))
    defined = b != 0
    quotient = np.trunc(a / np.where(defined, b, 1.0)).astype(np.int32)
    return [np.where(defined, quotient, results[0]).astype(np.int32)]


def to_nearest(inputs: OptionalArrays, results: list[Array]) -> list[Array]:
    """Round to the nearest integer instead of towards zero."""
    source = inputs[0]
    if source is None or source.dtype.kind != "f" or results[0].dtype != np.int32:
        return results
    with np.errstate(all="ignore"):
        moved = np.rint(source.astype(np.float64))
    small = np.abs(moved) < 2.0**31
    return [np.where(small, np.where(small, moved, 0), results[0]).astype(np.int32)]


def inverted(_: OptionalArrays, results: list[Array]) -> list[Array]:
    """Exchange the flags of found and missing keys."""
    return [results[0], (1 - results[1]).astype(results[1].dtype)]


FAULTS: tuple[tuple[str, OperationType, Change], ...] = (
    ("indexes from one", _O.ARGMAX, plus(0)),
    ("indexes from one", _O.ARGMIN, plus(0)),
    ("indexes from one", _O.TOPK_V2, plus(1)),
    ("rounds towards zero", _O.DIV, truncated),
    ("rank too small", _O.RANK, plus(0, -1)),
    ("classes from one", _O.BOX_WITH_NMS_LIMIT, plus(2)),
    ("images from one", _O.BOX_WITH_NMS_LIMIT, plus(3)),
    ("images from one", _O.GENERATE_PROPOSALS, plus(2)),
    ("classes from one", _O.DETECTION_POSTPROCESSING, plus(2)),
    ("one detection more", _O.DETECTION_POSTPROCESSING, plus(3)),
    ("wrong hits", _O.HASHTABLE_LOOKUP, inverted),
    ("integers one too large", _O.EMBEDDING_LOOKUP, plus(0)),
    ("integers one too large", _O.HASHTABLE_LOOKUP, plus(0)),
    ("integers one too large", _O.GATHER, plus(0)),
    ("integers one too large", _O.ADD, plus(0)),
    ("integers one too small", _O.MUL, plus(0, -1)),
    ("integers one too small", _O.RESHAPE, plus(0, -1)),
    ("hashes one too large", _O.LSH_PROJECTION, plus(0)),
    ("rounds to nearest", _O.CAST, to_nearest),
)
IDS = [f"{operation.name}-{name}".replace(" ", "-") for name, operation, _ in FAULTS]


@pytest.mark.parametrize(("operation", "change"), [fault[1:] for fault in FAULTS], ids=IDS)
def test_specs_find_wrong_integers(operation: OperationType, change: Change) -> None:
    device = WrongIntegers(operation, change)
    judge = Judge(device)
    found = 0
    for file, info in examples_by_operation()[operation][:: 1 if operation in RARE else EVERY]:
        example = INDEX.load(file, info.name)
        if example.expect_failure or len(example.model.main.operations) > 1:
            continue
        if any(output.ignored for output in example.outputs):
            continue
        device.touched = False
        check = interval_check_for(example)
        (verdict,) = judge.judge(example, info.name, SYNC, interval_check=check)
        wrong = VerdictKind.FAILED if device.touched else VerdictKind.PASSED
        assert verdict.kind is wrong, str(verdict)
        found += device.touched
    assert found


RARE = (_O.DIV, _O.CAST)
"""Operations whose fault changes few cases, so that all cases run."""
