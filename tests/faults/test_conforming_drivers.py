"""Conforming drivers pass: no verdict on the bundled specs blames them.

These are the reference driver in every version, drivers whose results deviate within the
tolerances, and drivers that differ from the reference in what the contract leaves open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from conformance.cases.version_conversion import required_version
from conformance.hal import ErrorStatus, OutputShape, Request, Timing, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import ExecutionMode, ExecutionPath, default_paths
from conformance.operations import Call, Kernel, find_definition
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import Trait
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.reference import ReferenceDevice, create_device
from conformance.verdicts import VerdictKind
from tests.faults.spec_judging import INDEX, SPECS
from tests.sample_drivers.values.fault_injection import OptionalArrays
from tests.sample_drivers.values.faulty_contract import (
    BOTH_MODES,
    SYNC,
    TIMED,
    ExecutionAnswer,
    FaultyAnswerDevice,
    FaultyPreparedModel,
)

FILES = sorted(SPECS.glob("*/*.mod.py"))
EVERY = 11
"""The slow tests run every eleventh case of a file; files differ in the first case."""
FEW = 67
"""The other tests run every 67th case."""


def judged(
    device: Any, paths: Sequence[ExecutionPath] | None = None, *, every: int
) -> dict[str, int]:
    """Run every ``every``-th bundled case on the device; return the number of verdicts by kind.

    Cases for a later HAL version are omitted. Fail on a verdict that blames the driver.
    """
    judge = Judge(device, JudgeOptions(callback_timeout=10))
    kinds: dict[str, int] = {}
    for number, file in enumerate(FILES):
        for info in INDEX.names(file)[number % every :: every]:
            example = INDEX.load(file, info.name)
            if required_version(example) > device.version:
                continue
            if any(find_definition(o.type) is None for o in example.model.main.operations):
                continue
            for verdict in judge.judge(
                example, info.name, paths or default_paths(device.version, info.name)
            ):
                assert not verdict.kind.blames_driver, str(verdict)
                assert verdict.kind != VerdictKind.INTERNAL_ERROR, str(verdict)
                kinds[verdict.kind] = kinds.get(verdict.kind, 0) + 1
    assert judge.close() == []
    return kinds


@pytest.mark.parametrize("every", [FEW, pytest.param(EVERY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("version", list(Version))
def test_reference_of_every_version_passes_the_cases_of_its_version(
    version: Version, every: int
) -> None:
    """The plain run of ``.ci/run`` runs all cases on the newest version."""
    kinds = judged(create_device(version), every=every)
    assert set(kinds) == {VerdictKind.PASSED}
    assert kinds[VerdictKind.PASSED] > 1000 / every


class Tolerated(ReferenceDevice):
    """A driver whose outputs deviate within the tolerances, in every operation.

    ``units`` is the deviation of floating-point numbers in units of precision.
    """

    def __init__(self, units: int) -> None:
        super().__init__()
        self.units = units

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        flags = len(call.outputs) - 1 if Trait.FLAGS in call.definition.properties.traits else -1
        zero = any(view.value is not None and not view.value.any() for view in call.inputs[:2])
        units = 0 if zero else self.units  # a number plus zero is the number itself

        def run(inputs: OptionalArrays) -> Sequence[Array]:
            results = kernel(inputs)
            return [
                array if number == flags else nearly(array, units)
                for number, array in enumerate(results)
            ]

        return run


def nearly(array: Array, units: int) -> Array:
    """Return the array with codes changed by one and floats by some units of precision.

    Booleans and integers of 32 bits are unchanged: their results need no rounding.
    """
    if array.dtype.kind == "b" or array.dtype == np.int32:
        return array
    if array.dtype.kind in "iu":
        limits = np.iinfo(array.dtype)
        return np.where(
            array == limits.max, array - array.dtype.type(1), array + array.dtype.type(1)
        )
    step = np.finfo(array.dtype).eps
    with np.errstate(all="ignore"):
        nudged = (array * (1 + units * step)).astype(array.dtype)
    return np.where(np.isinf(nudged), array, nudged)  # the largest number must not become infinite


def test_one_code_and_a_few_float_steps_are_allowed() -> None:
    """The deviations pass in every operation, and through the operations that read the results."""
    one, chain = Judge(Tolerated(3)), Judge(Tolerated(1))
    count = several = 0
    for number, file in enumerate(FILES):
        for info in INDEX.names(file)[number % 43 :: 43]:
            example = INDEX.load(file, info.name)
            if any(find_definition(one.type) is None for one in example.model.main.operations):
                continue
            if example.multinomial_tolerance or example.expect_failure:
                continue  # the draws are class indexes; only their distribution has a tolerance
            check = interval_check_for(example)
            is_chain = len(example.model.main.operations) > 1
            judge = chain if is_chain else one
            (verdict,) = judge.judge(example, info.name, SYNC, interval_check=check)
            assert verdict.kind == VerdictKind.PASSED, str(verdict)
            count += 1
            several += is_chain
    assert count > 200
    assert several > 60


class HalfForRelaxed(FaultyPreparedModel):
    """A driver that rounds float32 outputs to float16 if the model is relaxed, which permits it."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        main = self.model.main
        if not self.model.relax_computation_float32_to_float16:
            return result
        for argument, index in zip(request.outputs, main.output_indexes, strict=True):
            if main.operands[index].type == 3:
                location = argument.location
                view = request.pools[location.pool_index].view()  # type: ignore[union-attr]
                data = np.frombuffer(view, np.float32, location.length // 4, location.offset)
                with np.errstate(over="ignore"):
                    half = data.astype(np.float16)
                data[:] = np.where(np.isfinite(half), half, data)
        return result


class NoShapes(FaultyPreparedModel):
    """A driver that reports no output shapes if the model specifies all of them."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        main = self.model.main
        dims = [main.operands[index].dimensions for index in main.output_indexes]
        known = all(one and all(one) for one in dims)
        return result[0], (() if known else result[1]), result[2]


class NoClock(FaultyPreparedModel):
    """A driver that reports no timing although the client requests it."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        return result[0], result[1], Timing()


class ShapesAsLists(FaultyPreparedModel):
    """A driver that reports the output shapes as a list."""

    def corrupt(self, request: Request, result: ExecutionAnswer) -> ExecutionAnswer:
        shapes = [OutputShape(tuple(s.dimensions), True) for s in result[1]]
        return result[0], shapes, result[2]


@pytest.mark.parametrize(
    ("prepared", "paths"),
    [
        (HalfForRelaxed, SYNC),
        (NoShapes, BOTH_MODES),
        (NoClock, TIMED),
        (ShapesAsLists, BOTH_MODES),
    ],
)
def test_results_that_the_contract_leaves_open_are_accepted(
    prepared: type[FaultyPreparedModel], paths: Sequence[ExecutionPath]
) -> None:
    device = type("Conforming", (FaultyAnswerDevice,), {"prepared": prepared})()
    assert set(judged(device, paths, every=FEW)) == {VerdictKind.PASSED}


def refusing(launch: ErrorStatus, status: ErrorStatus) -> Callable[..., Any]:
    """Return a ``prepare_model`` that refuses every model with these statuses."""

    def prepare_model(self: Any, *arguments: Any) -> ErrorStatus:
        arguments[-1].notify(status, None)
        return launch

    return prepare_model


@pytest.mark.parametrize("launch", [ErrorStatus.NONE, ErrorStatus.GENERAL_FAILURE])
def test_a_driver_that_supports_nothing_declines_and_is_not_blamed(launch: ErrorStatus) -> None:
    methods = {
        "supported_operations": lambda self, model: [False] * len(model.main.operations),
        "prepare_model": refusing(launch, ErrorStatus.GENERAL_FAILURE),
    }
    device = type("Modest", (ReferenceDevice,), methods)(Version.V1_3)
    assert set(judged(device, (ExecutionPath(ExecutionMode.SYNC),), every=FEW)) == {
        VerdictKind.DECLINED
    }
