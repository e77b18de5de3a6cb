"""Checks of prepared models that were retrieved from cache: every call treats them like others.

A driver that restores only what a plain execution needs fails for invalid requests, for parameters
that only the request states, and for driver-managed buffers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

import numpy as np

from conformance import hal
from conformance.checks.areas.unusual_models import (
    UINT16,
    Sample,
    control_flow_samples,
    require_sample_extension,
)
from conformance.checks.cache_tester import STEPS, CachedModel, CacheTester, caching_check
from conformance.checks.check_context import (
    CheckContext,
    decline,
    described,
    expect,
    require,
)
from conformance.checks.domain_buffers import (
    AllocationArguments,
    ManagedBuffer,
    role,
)
from conformance.checks.execution_modes import Execute, ExecutionLimits, execution_modes
from conformance.checks.fenced_launches import PendingExecution, fenced_launches, require_waiting
from conformance.checks.parameter_models import (
    ParameterModel,
    activation_model,
    pad_value_model,
    permutation_model,
    run_with_parameters,
    run_with_shapes,
    tile_model,
)
from conformance.checks.sample_models import (
    addition_model,
    addition_model_with_shapes,
    constant_addition_model,
    is_supported,
    loop_model,
    saturating_addition_model,
)
from conformance.checks.sample_requests import AdditionRequest, execute_request

_RETRIEVED: Final = "IDevice.prepareModelFromCache, preparedModel"


def _retrieved(tester: CacheTester, sample: CachedModel) -> hal.PreparedModel | None:
    """Save a model and return it retrieved from the files; ``None`` if the driver did not save it.

    The model is not executed in between.
    """
    files, token = tester.new_files(), tester.new_token()
    tester.prepare("saving", sample, files, token, execute=False)
    return tester.retrieve("retrieval", None, files, token)


def _retrieved_models(
    tester: CacheTester, model: hal.Model, what: str, repetitions: int = 1
) -> Iterator[hal.PreparedModel]:
    """Save a model of float32 and yield it retrieved, so many times; none for the other type."""
    if tester.data_type is not hal.OperandType.TENSOR_FLOAT32:
        return
    if not is_supported(tester.context, model):
        decline(f"the driver does not support {what}")
    for _ in range(repetitions):
        if (prepared := _retrieved(tester, CachedModel("other", model))) is not None:
            yield prepared


def _invalid_requests(request: hal.Request) -> Iterator[tuple[str, hal.Request]]:
    (given,), (result,) = request.inputs, request.outputs
    yield "without the output", replace(request, outputs=())
    yield "with a second input", replace(request, inputs=(given, given))
    where = given.location
    shorter = replace(given, location=replace(where, length=where.length - 1))
    yield "whose input is one byte too short", replace(request, inputs=(shorter,))
    outside = replace(result, location=replace(result.location, pool_index=1))
    yield "whose output is in a pool that the request lacks", replace(request, outputs=(outside,))
    reshaped = replace(given, dimensions=(where.length, 2))
    yield "whose input has another rank", replace(request, inputs=(reshaped,))


@caching_check(f"{_RETRIEVED}; IPreparedModel.execute: INVALID_ARGUMENT")
def invalid_requests(tester: CacheTester) -> None:
    """Executions of a retrieved model answer INVALID_ARGUMENT for an invalid request, on every
    execution path, and the next valid one computes the right results.
    """
    sample = tester.sum_model
    if (prepared := _retrieved(tester, sample)) is None:
        return
    valid = tester.request(sample)
    for path, execute in execution_modes(tester.context).items():
        for what, request in _invalid_requests(valid.request):
            valid.reset()
            with described(f"{path}: a request {what} for a retrieved model"):
                status = execute(prepared, request).status
                expect(status, "the execution", hal.ErrorStatus.INVALID_ARGUMENT)
    tester.check_results("a retrieved model, after invalid requests", sample, prepared)


def _check_parameter(
    tester: CacheTester,
    sample: ParameterModel,
    run: Callable[[CheckContext, hal.PreparedModel, ParameterModel], None] = run_with_parameters,
) -> None:
    what = f"a model with the {sample.name} as an input"
    for prepared in _retrieved_models(tester, sample.model, what):
        run(tester.context, prepared, sample)


@caching_check(f"{_RETRIEVED}; Model.inputIndexes")
def changed_activation(tester: CacheTester) -> None:
    """Executions of a retrieved model whose fused activation is a model input each end with NONE
    and the values for the activation of their own request, on every execution path.
    """
    _check_parameter(tester, activation_model())


@caching_check(f"{_RETRIEVED}; RequestArgument.hasNoValue")
def changed_permutation(tester: CacheTester) -> None:
    """Executions of a retrieved model whose optional permutation is a model input each end with
    NONE and the values for their own request, also for one without a permutation, on every
    execution path.
    """
    _check_parameter(tester, permutation_model())


@caching_check(f"{_RETRIEVED}; Model.inputIndexes")
def changed_padding_value(tester: CacheTester) -> None:
    """Executions of a retrieved model whose padding value, a float scalar, is a model input each
    end with NONE and the values for their own request, on every execution path.
    """
    _check_parameter(tester, pad_value_model())


_ELEMENTS: Final = 20_000
"""Elements of a constant that is larger than 16 pages."""
_EXTENTS: Final = (4, 7, 2)
_WAIT_SECONDS: Final = 0.02
"""Seconds that a driver may wait for a fence within the launch before the fence is signalled."""


def _use_samples(
    samples: Sequence[Sample], context: CheckContext, prepared: hal.PreparedModel, execute: Execute
) -> None:
    for sample in samples:
        with described(sample.what):
            sample.run(context, prepared, execute)


def _use_any_extent(context: CheckContext, prepared: hal.PreparedModel, execute: Execute) -> None:
    for elements in _EXTENTS:
        dimensions = [(elements,)] * 3
        addition = AdditionRequest(context, elements, elements, dimensions=dimensions)
        outcome = execute(prepared, addition.request)
        if outcome.status == hal.ErrorStatus.GENERAL_FAILURE and elements == _EXTENTS[0]:
            return  # a driver may decline unknown extents
        require(addition.problem(outcome))


def _check_model(
    tester: CacheTester,
    model: hal.Model,
    use: Callable[[CheckContext, hal.PreparedModel, Execute], None],
    repetitions: int = 2,
) -> None:
    """Save a model and use it retrieved on every path; do so ``repetitions`` times."""
    for prepared in _retrieved_models(tester, model, "the model", repetitions):
        for path, execute in execution_modes(tester.context).items():
            with described(f"{path}: the retrieved model"):
                use(tester.context, prepared, execute)


def _check_samples(tester: CacheTester, *samples: Sample, repetitions: int = 2) -> None:
    _check_model(tester, samples[0].model, partial(_use_samples, samples), repetitions)


@caching_check(f"{_RETRIEVED}; OperationType.WHILE", since=hal.Version.V1_3)
def control_flow(tester: CacheTester) -> None:
    """A retrieved model with loops and branches executes with NONE and the expected values on every
    path, whichever branch its inputs select.
    """
    start, end = np.array([[3], [20]], "<i4")
    loop = loop_model(20)
    _check_samples(tester, Sample("a loop", loop, (start,), (end,), hal.OperandType.TENSOR_INT32))
    for model, samples in groupby(control_flow_samples(), lambda sample: sample.model):
        if is_supported(tester.context, model):
            _check_samples(tester, *samples, repetitions=1)


@caching_check(f"{_RETRIEVED}; IPreparedModel.executeFenced, waitFor", since=hal.Version.V1_3)
def fences_and_limits(tester: CacheTester) -> None:
    """Fenced executions of a retrieved model wait for their fences; these and executions with a far
    deadline end with NONE and the expected values, on every execution path.
    """
    context, sample = tester.context, CachedModel("addition", addition_model())
    if (prepared := _retrieved(tester, sample)) is None:
        return
    for name, launch in fenced_launches(context).items():
        pending = PendingExecution(context, prepared, launch=launch)
        with described(f"{name}: the retrieved model"):
            launched = pending.wait_for_launch(_WAIT_SECONDS)
            require_waiting(pending.addition, launched, "before its fence was signalled")
            pending.signal_and_complete()
    limits = ExecutionLimits(hal.MeasureTiming.YES, 600.0)
    what = "the retrieved model, measured with a deadline"
    AdditionRequest(context, 3).run_along_modes(prepared, what, limits=limits)


@caching_check(f"{_RETRIEVED}; Operand.lifetime: CONSTANT_COPY")
def large_constants(tester: CacheTester) -> None:
    """A retrieved model with a constant of 80,000 bytes executes with NONE and the expected values
    on every path.
    """
    model, constant = constant_addition_model(_ELEMENTS)
    values = np.frombuffer(constant, "<f4")
    _check_samples(tester, Sample("0 as input", model, (0 * values,), (values,)))


@caching_check(f"{_RETRIEVED}; Operand.dimensions")
def unknown_extents(tester: CacheTester) -> None:
    """A retrieved model whose operands have unknown extents executes requests of several dimensions
    with NONE and the expected values, on every path.
    """
    _check_model(tester, addition_model_with_shapes(((0,), (0,), (0,))), _use_any_extent)


@caching_check(f"{_RETRIEVED}; OutputShape")
def shapes_from_data(tester: CacheTester) -> None:
    """Executions of a retrieved model whose output dimensions depend on the values of an input each
    answer the dimensions for the values of their own request, on every execution path.
    """
    _check_parameter(tester, tile_model(), run_with_shapes)


@caching_check(f"{_RETRIEVED}; Model.extensionNameToPrefix")
def extension_operations(tester: CacheTester) -> None:
    """A retrieved model with an operation of the sample extension, declared with two prefixes in
    turn, executes with NONE and the expected values on every path.
    """
    require_sample_extension(tester.context)
    a, b, sums = np.array([[1, 40000, 3, 0], [2, 40000, 4, 0], [3, 65535, 7, 0]], "<u2")
    for prefix in (1, 0x1234):
        model = saturating_addition_model(prefix, {})
        _check_samples(tester, Sample("sums", model, (a, b), (sums,), UINT16))


def _check_buffer(tester: CacheTester, kind: str) -> None:
    """Execute a retrieved model with a buffer as its only input or output, as ``kind`` states.

    Nothing is checked if the driver did not save the model or refuses the buffer.
    """
    sample, context = tester.sum_model, tester.context
    if (prepared := _retrieved(tester, sample)) is None:
        return
    inputs, outputs = ((role(),), ()) if kind == "inputs" else ((), (role(),))
    answer = AllocationArguments((prepared,), inputs, outputs).allocate(context)
    with described(f"a buffer for the {kind} of a retrieved model"):
        expect(answer.status, "allocate", hal.ErrorStatus.NONE, hal.ErrorStatus.GENERAL_FAILURE)
        if answer.buffer is None:
            return
        managed = ManagedBuffer(answer.token, answer.buffer, context, tester.data_type)
        valid = tester.request(sample)
        valid.reset()
        if kind == "inputs":
            managed.initialize(valid.value(0))
        argument = hal.RequestArgument(False, hal.DataLocation(len(valid.request.pools), 0, 0))
        pools = *valid.request.pools, hal.BufferToken(managed.token)
        request = replace(valid.request, pools=pools, **{kind: (argument,)})
        expect(execute_request(context, prepared, request).status, "the execution")
        if kind == "inputs":
            require(valid.first_difference())
            return
        managed.expect_content(valid.expected(), "after the execution", operations=STEPS)


@caching_check(f"{_RETRIEVED}; IDevice.allocate, preparedModels", since=hal.Version.V1_3)
def output_buffers(tester: CacheTester) -> None:
    """IDevice::allocate accepts a retrieved model: it answers NONE, and an execution stores the
    right results in the buffer, or it answers GENERAL_FAILURE.
    """
    _check_buffer(tester, "outputs")


@caching_check(f"{_RETRIEVED}; IDevice.allocate, preparedModels", since=hal.Version.V1_3)
def input_buffers(tester: CacheTester) -> None:
    """IDevice::allocate accepts an input role of a retrieved model: it answers NONE, and an
    execution reads the content of the buffer, or it answers GENERAL_FAILURE.
    """
    _check_buffer(tester, "inputs")
