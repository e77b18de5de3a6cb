"""Checks of prepared models that were retrieved from cache: every call treats them like others.

A driver that restores only what a plain execution needs fails for invalid requests, for parameters
that only the request states, and for driver-managed buffers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.checks.cache_tester import STEPS, CachedModel, CacheTester, for_each_type
from conformance.checks.check_context import SkipCheck, expect, require
from conformance.checks.domain_buffers import (
    AllocationArguments,
    ManagedBuffer,
    SharedBytes,
    initialize,
    role,
)
from conformance.checks.execution_modes import execution_modes
from conformance.checks.parameter_models import (
    ParameterModel,
    activation_model,
    pad_value_model,
    permutation_model,
    run_with_parameters,
)
from conformance.checks.registration import check
from conformance.checks.sample_requests import execute_request
from conformance.hal import (
    BufferToken,
    DataLocation,
    ErrorStatus,
    OperandType,
    PreparedModel,
    Request,
    RequestArgument,
    Version,
)
from conformance.harness.calls import buffer_calls, driver_calls
from conformance.oracle.accuracy import describe_difference
from conformance.verdicts import VerdictKind

_RETRIEVED: Final = "IDevice.prepareModelFromCache, preparedModel"


def _retrieved(tester: CacheTester, sample: CachedModel) -> PreparedModel | None:
    """Save a model and return it retrieved from the files; ``None`` if the driver did not save it.

    The model is not executed in between.
    """
    files, token = tester.new_files(), tester.new_token()
    with files.opened() as handles:
        tester.save_handles("saving", sample, handles, token, execute=False)
    return tester.retrieve("retrieval", files, token).model


def _invalid_requests(request: Request) -> Iterator[tuple[str, Request]]:
    """Yield invalid variants of a request with one input and one output, each with its defect."""
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


@check(f"{_RETRIEVED}; IPreparedModel.execute: INVALID_ARGUMENT", since=Version.V1_2)
@for_each_type
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
            with tester.case(f"{path}: a request {what} for a retrieved model"):
                status = execute(prepared, request).status
                expect(status, "the execution", ErrorStatus.INVALID_ARGUMENT)
    tester.check_results("a retrieved model, after invalid requests", sample, prepared)


def _check_parameter(tester: CacheTester, sample: ParameterModel) -> None:
    """Execute a retrieved model with several values of its parameter."""
    if tester.data_type is not OperandType.TENSOR_FLOAT32:
        return
    context = tester.context
    status, flags = driver_calls.get_supported_operations(context.device, sample.model)
    if status != ErrorStatus.NONE or not all(flags):
        reason = f"the driver does not support a model with the {sample.name} as an input"
        raise SkipCheck(VerdictKind.DECLINED, reason, "prepare.declined")
    cached = CachedModel(sample.name, sample.model, OperandType.TENSOR_FLOAT32, 0)
    if (prepared := _retrieved(tester, cached)) is not None:
        run_with_parameters(context, prepared, sample)


@check(f"{_RETRIEVED}; Model.inputIndexes", since=Version.V1_2)
@for_each_type
def changed_activation(tester: CacheTester) -> None:
    """Executions of a retrieved model whose fused activation is a model input each end with NONE
    and the values for the activation of their own request, on every execution path.
    """
    _check_parameter(tester, activation_model())


@check(f"{_RETRIEVED}; RequestArgument.hasNoValue", since=Version.V1_2)
@for_each_type
def changed_permutation(tester: CacheTester) -> None:
    """Executions of a retrieved model whose optional permutation is a model input each end with
    NONE and the values for their own request, also for one without a permutation, on every
    execution path.
    """
    _check_parameter(tester, permutation_model())


@check(f"{_RETRIEVED}; Model.inputIndexes", since=Version.V1_2)
@for_each_type
def changed_padding_value(tester: CacheTester) -> None:
    """Executions of a retrieved model whose padding value, a float scalar, is a model input each
    end with NONE and the values for their own request, on every execution path.
    """
    _check_parameter(tester, pad_value_model())


def _check_buffer(tester: CacheTester, kind: str) -> None:
    """Execute a retrieved model with a buffer as its only input or output, as ``kind`` states.

    Nothing is checked if the driver did not save the model or refuses the buffer.
    """
    sample, context = tester.sum_model, tester.context
    if (prepared := _retrieved(tester, sample)) is None:
        return
    inputs, outputs = ((role(),), ()) if kind == "inputs" else ((), (role(),))
    answer = AllocationArguments((prepared,), inputs, outputs).allocate(context)
    with tester.case(f"a buffer for the {kind} of a retrieved model"):
        expect(answer.status, "allocate", ErrorStatus.NONE, ErrorStatus.GENERAL_FAILURE)
        if answer.buffer is None:
            return
        managed, valid = ManagedBuffer(answer.token, answer.buffer), tester.request(sample)
        valid.reset()
        if kind == "inputs":
            require(initialize(context, managed, valid.value(0)))
        argument = RequestArgument(False, DataLocation(len(valid.request.pools), 0, 0))
        pools = *valid.request.pools, BufferToken(managed.token)
        request = replace(valid.request, pools=pools, **{kind: (argument,)})
        expect(execute_request(context, prepared, request).status, "the execution")
        if kind == "inputs":
            require(valid.first_difference())
            return
        target = SharedBytes(context, len(valid.expected()))
        expect(buffer_calls.copy_to(managed.buffer, target), "copy_to after the execution")
        type_ = sample.data_type
        require(describe_difference(valid.expected(), target.content, type_, operations=STEPS))


@check(f"{_RETRIEVED}; IDevice.allocate, preparedModels", since=Version.V1_3)
@for_each_type
def output_buffers(tester: CacheTester) -> None:
    """IDevice::allocate accepts a retrieved model: it answers NONE, and an execution stores the
    right results in the buffer, or it answers GENERAL_FAILURE.
    """
    _check_buffer(tester, "outputs")


@check(f"{_RETRIEVED}; IDevice.allocate, preparedModels", since=Version.V1_3)
@for_each_type
def input_buffers(tester: CacheTester) -> None:
    """IDevice::allocate accepts an input role of a retrieved model: it answers NONE, and an
    execution reads the content of the buffer, or it answers GENERAL_FAILURE.
    """
    _check_buffer(tester, "inputs")
