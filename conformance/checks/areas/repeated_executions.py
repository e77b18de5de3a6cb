"""Checks that the answers of a driver do not depend on earlier calls.

A driver that caches results, constants or answers must distinguish all calls: also those whose data
agree in a long prefix, and those on models that differ in the last byte of a constant only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

import numpy as np

from conformance.checks.check_context import CheckContext, skip_if_lacking_resources
from conformance.checks.execution_modes import execution_modes
from conformance.checks.parameter_models import (
    activation_model,
    pad_value_model,
    parameter_problems,
    permutation_model,
)
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    ELEMENTS,
    addition_chain_model,
    addition_model,
    loop_model,
    product_chain_model,
    sum_and_product_model,
    sum_chain_model,
)
from conformance.checks.sample_requests import AdditionRequest, execution_problem
from conformance.hal import (
    DataLocation,
    ErrorStatus,
    Model,
    OperandType,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.harness.calls import driver_calls
from conformance.oracle.accuracy import describe_difference

_EXECUTION: Final = "Drivers: Execution; IPreparedModel.execute"
_EXECUTIONS: Final = 70
"""More executions of one prepared model than small fixed-size tables of a driver have entries."""

_MODELS: Final = 40
"""Number of prepared models that exist at the same time."""

_OPERATIONS: Final = 300
"""More operations than fixed-size tables of a driver have entries."""

_CHAIN_STEPS: Final = 40
"""Number of operations of the models whose constants differ in one value."""

_ELEMENTS: Final = 16384
_PLACES: Final = (16383, 0, 8192, 16382, 1024, 4096, 16, 255)
"""Number of elements of long inputs, and the positions at which one element differs."""


class _LongRequest:
    """A request for the addition of two long vectors of ones, in the same memory each time.

    ``change`` selects the element of one input, if any, that is 3 instead of 1.
    """

    def __init__(self, context: CheckContext) -> None:
        size = 4 * _ELEMENTS
        self.memory = SharedMemory(3 * size)
        context.add_cleanup(self.memory.close)
        arguments = [RequestArgument(location=DataLocation(0, at * size, size)) for at in range(3)]
        self.request = Request(tuple(arguments[:2]), (arguments[2],), (self.memory,))
        self._place = -1

    def change(self, place: int, which: int) -> None:
        """Write the inputs; the outputs keep the result of the previous execution."""
        values = np.ones(2 * _ELEMENTS, "<f4")
        if place >= 0:
            values[which * _ELEMENTS + place] = 3
        self._place = place
        with self.memory.view() as view:
            view[: values.nbytes] = values.tobytes()

    def problem(self, outcome: driver_calls.ExecutionOutcome) -> str:
        """Describe what is wrong with the outcome; empty if nothing is."""
        skip_if_lacking_resources(outcome.status, "the execution")
        if outcome.status != ErrorStatus.NONE:
            return f"the execution answered {outcome.status.name}; NONE was expected"
        with self.memory.view() as view:
            actual = bytes(view[8 * _ELEMENTS :])
        expected = np.full(_ELEMENTS, 2, "<f4")
        if self._place >= 0:
            expected[self._place] = 4
        return describe_difference(expected.tobytes(), actual, OperandType.TENSOR_FLOAT32)


@check(_EXECUTION)
def late_differences(context: CheckContext) -> Iterator[str]:
    """Executions of one prepared model, whose long inputs differ in one element only, each end with
    NONE and the values for their inputs, on every execution path.
    """
    prepared = context.prepare(addition_model(_ELEMENTS))
    for name, execute in execution_modes(context).items():
        request = _LongRequest(context)
        for number, place in enumerate((-1, *_PLACES, *_PLACES[::-1], -1)):
            which = number % 2
            request.change(place, which)
            if problem := request.problem(execute(prepared, request.request)):
                where = f"only element {place} of {_ELEMENTS}" if place >= 0 else "no element"
                yield (
                    f"{name}: {where} of input {which} differs from the first execution; {problem}"
                )
                break


@check(_EXECUTION)
def many_executions(context: CheckContext) -> Iterator[str]:
    """70 consecutive executions of one prepared model along each execution path, with changing
    inputs, each end with NONE and the expected values; so do further ones along changing paths.
    """
    prepared = context.prepare(addition_model(8))
    modes = list(execution_modes(context).items())
    series = [mode for mode in modes for _ in range(_EXECUTIONS)]
    for number, (name, execute) in enumerate((*series, *(modes * 3))):
        addition = AdditionRequest(context, number, 8)
        outcome = execute(prepared, addition.request)
        skip_if_lacking_resources(outcome.status, f"execution {number + 1}")
        if outcome.status != ErrorStatus.NONE:
            problem = f"answered {outcome.status.name}; NONE was expected"
        elif difference := addition.first_difference():
            problem = f"answered NONE, but {difference}"
        else:
            continue
        yield f"{name}: execution {number + 1} of one prepared model {problem}"
        return


@check(f"{_EXECUTION}; Model.inputIndexes")
def changed_activation(context: CheckContext) -> Iterator[str]:
    """Executions of one prepared model whose fused activation is a model input each end with NONE
    and the values for the activation of their own request, on every execution path.
    """
    sample = activation_model()
    yield from parameter_problems(context, context.prepare(sample.model), sample)


@check(f"{_EXECUTION}; RequestArgument.hasNoValue", since=Version.V1_1)
def changed_permutation(context: CheckContext) -> Iterator[str]:
    """Executions of one prepared model whose optional permutation is a model input each end with
    NONE and the values for their own request, which states one permutation, another or none, on
    every execution path.
    """
    sample = permutation_model()
    yield from parameter_problems(context, context.prepare(sample.model), sample)


@check(f"{_EXECUTION}; Model.inputIndexes", since=Version.V1_2)
def changed_padding_value(context: CheckContext) -> Iterator[str]:
    """Executions of one prepared model whose padding value, a float scalar, is a model input each
    end with NONE and the values for their own request, on every execution path.
    """
    sample = pad_value_model()
    yield from parameter_problems(context, context.prepare(sample.model), sample)


def _models_with_late_differences() -> Iterator[tuple[str, Model, float]]:
    """Yield a chain of ADDs of constants, and chains with one other constant; and the sum.

    The last constant is at the end of the model's constant data.
    """
    model = sum_chain_model(OperandType.TENSOR_FLOAT32, _CHAIN_STEPS)
    yield "unchanged", model, 160.0
    for step in (_CHAIN_STEPS - 1, 0, _CHAIN_STEPS // 2):
        values = bytearray(model.operand_values)
        values[4 + 4 * step : 8 + 4 * step] = struct.pack("<f", 7)
        changed = Model(model.main, (), bytes(values))
        yield f"with another constant in step {step + 1} of {_CHAIN_STEPS}", changed, 163.0


@check("IDevice.prepareModel; Drivers: Compilation")
def models_with_late_differences(context: CheckContext) -> Iterator[str]:
    """Prepared models of one structure, whose constants differ in one value only, each compute with
    their own constants, in any order of preparation and execution.
    """
    models = list(_models_with_late_differences())
    prepared = [(what, context.prepare(model), total) for what, model, total in models]
    for what, prepared_model, total in (*prepared, *reversed(prepared)):
        size = 4 * ELEMENTS
        memory = SharedMemory(2 * size, initial=bytes(size))
        context.add_cleanup(memory.close)
        request = Request(
            (RequestArgument(location=DataLocation(0, 0, size)),),
            (RequestArgument(location=DataLocation(0, size, size)),),
            (memory,),
        )
        name, execute = next(iter(execution_modes(context).items()))
        outcome = execute(prepared_model, request)
        skip_if_lacking_resources(outcome.status, "the execution")
        with memory.view() as view:
            actual = bytes(view[size:])
        expected = np.full(ELEMENTS, total, "<f4").tobytes()
        if outcome.status != ErrorStatus.NONE:
            yield f"{name}, chain of ADDs {what}: {outcome.status.name}; NONE was expected"
        elif difference := describe_difference(
            expected, actual, OperandType.TENSOR_FLOAT32, operations=_CHAIN_STEPS
        ):
            yield f"{name}, chain of ADDs {what}: {difference}"


def _query_models(context: CheckContext) -> dict[str, Model]:
    models = {
        "an addition": addition_model(),
        "an addition and a multiplication": sum_and_product_model(),
        "a chain of additions": addition_chain_model(4, 9),
        "a chain of multiplications": product_chain_model(OperandType.TENSOR_FLOAT32, 3),
    }
    if context.version >= Version.V1_3:
        models["a loop"] = loop_model(4)
    return models


@check("IDevice.getSupportedOperations")
def repeated_support_queries(context: CheckContext) -> Iterator[str]:
    """IDevice::getSupportedOperations answers the same for a model each time: when asked twice in a
    row, after queries of other models, after the preparation and after an execution.
    """
    models = _query_models(context)
    first = {
        name: driver_calls.get_supported_operations(context.device, model)
        for name, model in models.items()
    }

    def changes(when: str) -> Iterator[str]:
        for name, model in models.items():
            answer = first[name]
            for _ in range(2):
                again = driver_calls.get_supported_operations(context.device, model)
                skip_if_lacking_resources(again[0], "get_supported_operations")
                if again != answer:
                    yield (
                        f"get_supported_operations answered {answer[0].name} and {answer[1]} for "
                        f"{name}, but {again[0].name} and {again[1]} {when}; the same answer was "
                        "expected"
                    )
                    return

    yield from changes("when asked again")
    prepared = context.prepare(models["an addition"])
    yield from changes("after a preparation")
    if problem := execution_problem(context, prepared, AdditionRequest(context)):
        yield problem
    yield from changes("after an execution")


@check("IDevice.getSupportedOperations")
def support_queries_after_restart(context: CheckContext) -> Iterator[str]:
    """IDevice::getSupportedOperations answers the same for each model after a restart of the
    driver, in another order of the models.
    """
    models = _query_models(context)
    first = {
        name: driver_calls.get_supported_operations(context.device, model)
        for name, model in models.items()
    }
    with context.restarted_driver() as device:
        for name, model in reversed(models.items()):
            again = driver_calls.get_supported_operations(device, model)
            if again != first[name]:
                yield (
                    f"get_supported_operations answered {again[0].name} and {again[1]} for {name} "
                    f"after a restart of the driver, but {first[name][0].name} and "
                    f"{first[name][1]} before; the same answer was expected"
                )
                return


@check("IDevice.prepareModel; Drivers: Compilation")
def many_prepared_models(context: CheckContext) -> Iterator[str]:
    """40 different prepared models that exist at the same time each execute with NONE and the
    values of their own model.

    A driver that lacks the resources for so many models answers RESOURCE_EXHAUSTED_*.
    """
    prepared = []
    for steps in range(1, _MODELS + 1):
        model = addition_chain_model(4, steps)
        prepared.append((steps, context.prepare(model)))
    for steps, each in (*prepared, *reversed(prepared)):
        if problem := execution_problem(context, each, AdditionRequest(context, steps=steps)):
            yield f"model {steps} of {_MODELS}, a chain of {steps} additions: {problem}"
            return


@check("IDevice.getSupportedOperations, prepareModel; Model.operations")
def many_operations(context: CheckContext) -> Iterator[str]:
    """For a model of 300 operations, IDevice::getSupportedOperations answers 300 booleans, and an
    execution ends with NONE and the expected values.
    """
    model = addition_chain_model(4, _OPERATIONS)
    status, flags = driver_calls.get_supported_operations(context.device, model)
    if status == ErrorStatus.NONE and len(flags) != _OPERATIONS:
        yield (
            f"get_supported_operations answered {len(flags)} booleans for a model of "
            f"{_OPERATIONS} operations"
        )
        return
    prepared = context.prepare(model)
    if problem := execution_problem(context, prepared, AdditionRequest(context, steps=_OPERATIONS)):
        yield f"a chain of {_OPERATIONS} additions: {problem}"
