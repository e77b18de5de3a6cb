"""Checks of prepared models that were retrieved from cache: every call treats them like others.

A driver that restores only what a plain execution needs fails for invalid requests, for parameters
that only the request states, and for driver-managed buffers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from conformance.checks.cache_tester import CacheTester, problems_by_type
from conformance.checks.cached_models import CachedModel, CachedModelRequest, result_problem
from conformance.checks.check_context import (
    CheckContext,
    SkipCheck,
    skip_if_lacking_resources,
)
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
    parameter_problems,
    permutation_model,
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
from conformance.verdicts import VerdictKind

_RETRIEVED: Final = "IDevice.prepareModelFromCache, preparedModel"
_INVALID: Final = ErrorStatus.INVALID_ARGUMENT


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
def invalid_requests(context: CheckContext) -> Iterator[str]:
    """Executions of a retrieved model answer INVALID_ARGUMENT for an invalid request, on every
    execution path, and the next valid one computes the right results.
    """

    def scenario(tester: CacheTester) -> None:
        sample = tester.sum_model
        if (prepared := _retrieved(tester, sample)) is None:
            return
        valid = tester.request(sample)
        for path, execute in execution_modes(context).items():
            for what, request in _invalid_requests(valid.request):
                valid.reset()
                status = execute(prepared, request).status
                skip_if_lacking_resources(status, "the execution")
                if status != _INVALID:
                    tester.report(
                        f"{path}: a request {what} for a retrieved model was answered "
                        f"{status.name}; INVALID_ARGUMENT was expected"
                    )
        if problem := result_problem(context, prepared, valid):
            tester.report(f"a retrieved model, after invalid requests: {problem}")

    yield from problems_by_type(context, scenario)


def _parameter_scenario(sample: ParameterModel) -> Callable[[CacheTester], None]:
    """Return a scenario that executes a retrieved model with several values of its parameter."""

    def scenario(tester: CacheTester) -> None:
        if tester.data_type is not OperandType.TENSOR_FLOAT32:
            return
        context = tester.context
        status, flags = driver_calls.get_supported_operations(context.device, sample.model)
        if status != ErrorStatus.NONE or not all(flags):
            reason = f"the driver does not support a model with the {sample.name} as an input"
            raise SkipCheck(VerdictKind.DECLINED, reason, "prepare.declined")
        cached = CachedModel(sample.name, sample.model, OperandType.TENSOR_FLOAT32, 0)
        if (prepared := _retrieved(tester, cached)) is None:
            return
        for problem in parameter_problems(context, prepared, sample):
            tester.report(f"a retrieved model: {problem}")

    return scenario


@check(f"{_RETRIEVED}; Model.inputIndexes", since=Version.V1_2)
def changed_activation(context: CheckContext) -> Iterator[str]:
    """Executions of a retrieved model whose fused activation is a model input each end with NONE
    and the values for the activation of their own request, on every execution path.
    """
    yield from problems_by_type(context, _parameter_scenario(activation_model()))


@check(f"{_RETRIEVED}; RequestArgument.hasNoValue", since=Version.V1_2)
def changed_permutation(context: CheckContext) -> Iterator[str]:
    """Executions of a retrieved model whose optional permutation is a model input each end with
    NONE and the values for their own request, also for one without a permutation, on every
    execution path.
    """
    yield from problems_by_type(context, _parameter_scenario(permutation_model()))


@check(f"{_RETRIEVED}; Model.inputIndexes", since=Version.V1_2)
def changed_padding_value(context: CheckContext) -> Iterator[str]:
    """Executions of a retrieved model whose padding value, a float scalar, is a model input each
    end with NONE and the values for their own request, on every execution path.
    """
    yield from problems_by_type(context, _parameter_scenario(pad_value_model()))


def _allocated(
    tester: CacheTester, kind: str, arguments: AllocationArguments
) -> ManagedBuffer | None:
    """Return a buffer for a role of a retrieved model; ``None`` if the driver refuses it.

    ``kind`` states whether it is an input or output role.
    """
    answer = arguments.allocate(tester.context)
    if answer.status not in (ErrorStatus.NONE, ErrorStatus.GENERAL_FAILURE):
        tester.report(
            f"allocate answered {answer.status.name} for an {kind} role of a retrieved model; "
            "NONE or GENERAL_FAILURE was expected"
        )
    return None if answer.buffer is None else ManagedBuffer(answer.buffer, answer.token)


def _retrieved_with_buffer(
    tester: CacheTester, kind: str
) -> tuple[PreparedModel, ManagedBuffer, CachedModelRequest] | None:
    """Return a retrieved model, a buffer for its input or output, and a request with new memory.

    ``kind`` is that of ``_allocated``. The result is ``None`` if the driver did not save the model
    or refuses the buffer.
    """
    sample = tester.sum_model
    if (prepared := _retrieved(tester, sample)) is None:
        return None
    inputs, outputs = ((role(),), ()) if kind == "input" else ((), (role(),))
    arguments = AllocationArguments((prepared,), inputs, outputs)
    if (managed := _allocated(tester, kind, arguments)) is None:
        return None
    valid = tester.request(sample)
    valid.reset()
    return prepared, managed, valid


def _content_problem(
    context: CheckContext, managed: ManagedBuffer, valid: CachedModelRequest
) -> str:
    """Describe what is wrong with the results in a buffer; empty if nothing is."""
    what = "after an execution of a retrieved model with a buffer as output,"
    target = SharedBytes(context, valid.request.outputs[0].location.length)
    status = buffer_calls.copy_to(managed.buffer, target)
    skip_if_lacking_resources(status, "copy_to")
    if status != ErrorStatus.NONE:
        return f"{what} copy_to answered {status.name}; NONE was expected"
    difference = valid.difference_of(target.content)
    return f"{what} in the buffer {difference}" if difference else ""


@check(f"{_RETRIEVED}; IDevice.allocate, preparedModels", since=Version.V1_3)
def output_buffers(context: CheckContext) -> Iterator[str]:
    """IDevice::allocate accepts a retrieved model: it answers NONE, and an execution stores the
    right results in the buffer, or it answers GENERAL_FAILURE.
    """

    def scenario(tester: CacheTester) -> None:
        if (found := _retrieved_with_buffer(tester, "output")) is None:
            return
        prepared, managed, valid = found
        output = RequestArgument(False, DataLocation(len(valid.request.pools), 0, 0))
        request = replace(
            valid.request,
            outputs=(output,),
            pools=(*valid.request.pools, BufferToken(managed.token)),
        )
        status = execute_request(context, prepared, request).status
        skip_if_lacking_resources(status, "the execution")
        if status != ErrorStatus.NONE:
            tester.report(
                f"the execution of a retrieved model with a buffer as output answered "
                f"{status.name}; NONE was expected"
            )
        else:
            tester.report(_content_problem(context, managed, valid))

    yield from problems_by_type(context, scenario)


@check(f"{_RETRIEVED}; IDevice.allocate, preparedModels", since=Version.V1_3)
def input_buffers(context: CheckContext) -> Iterator[str]:
    """IDevice::allocate accepts an input role of a retrieved model: it answers NONE, and an
    execution reads the content of the buffer, or it answers GENERAL_FAILURE.
    """

    def scenario(tester: CacheTester) -> None:
        if (found := _retrieved_with_buffer(tester, "input")) is None:
            return
        prepared, managed, valid = found
        if problem := initialize(context, managed, valid.input_data):
            tester.report(f"a buffer for an input of a retrieved model: {problem}")
            return
        given = RequestArgument(False, DataLocation(len(valid.request.pools), 0, 0))
        request = replace(
            valid.request,
            inputs=(given,),
            pools=(*valid.request.pools, BufferToken(managed.token)),
        )
        what = "the execution of a retrieved model with a buffer as input"
        status = execute_request(context, prepared, request).status
        skip_if_lacking_resources(status, "the execution")
        if status != ErrorStatus.NONE:
            tester.report(f"{what} answered {status.name}; NONE was expected")
        elif difference := valid.difference():
            tester.report(f"{what} answered NONE, but {difference}")

    yield from problems_by_type(context, scenario)
