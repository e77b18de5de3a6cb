"""Checks that the answers of a driver do not depend on earlier calls.

A driver that caches results, constants or answers must distinguish all calls: also those whose data
agree in a long prefix, and those on models that differ in the last byte of a constant only.
"""

from __future__ import annotations

import struct
import time
from typing import Final

import numpy as np

from conformance.checks.check_context import (
    CheckContext,
    Violation,
    described,
    require,
    skip_if_lacking_resources,
)
from conformance.checks.execution_modes import ExecutionLimits, execution_modes
from conformance.checks.parameter_models import (
    activation_model,
    pad_value_model,
    permutation_model,
    run_with_parameters,
)
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    addition_chain_model,
    addition_model,
    loop_model,
    product_chain_model,
    sum_and_product_model,
    sum_chain_model,
)
from conformance.checks.sample_requests import (
    AdditionRequest,
    SampleRequest,
    chain_request,
    require_right_times,
)
from conformance.hal import (
    Device,
    ErrorStatus,
    ExecutionPreference,
    MeasureTiming,
    Model,
    OperandType,
    Version,
)
from conformance.harness.calls import driver_calls

_SUSTAINED: Final = ExecutionPreference.SUSTAINED_SPEED
_LOW_POWER: Final = ExecutionPreference.LOW_POWER
_EXECUTION: Final = "Drivers: Execution; IPreparedModel.execute"
_EXECUTIONS: Final = 70
"""More executions of one prepared model than small fixed-size tables of a driver have entries."""

_LONG: Final = 2048
"""Number of elements of their inputs, so that an execution takes some time."""

_OPERATIONS: Final = 300
"""More operations than fixed-size tables of a driver have entries."""

_CHAIN_STEPS: Final = 40
"""Number of operations of the models whose constants differ in one value."""

_ELEMENTS: Final = 16384
_PLACES: Final = (16383, 0, 8192, 16382, 1024, 4096, 16, 255)
"""Number of elements of long inputs, and the positions at which one element differs."""


def _long_inputs(place: int, which: int) -> tuple[list[bytes], list[bytes]]:
    """Return vectors of ones and their sum; element ``place`` of one of them, if any, is 3."""
    values = np.ones((2, _ELEMENTS), "<f4")
    if place >= 0:
        values[which, place] = 3
    return [each.tobytes() for each in values], [values.sum(axis=0, dtype="<f4").tobytes()]


@check(_EXECUTION)
def late_differences(context: CheckContext) -> None:
    """Executions of one prepared model, whose long inputs differ in one element only, each end with
    NONE and the values for their inputs, on every execution path.
    """
    prepared = context.prepare(addition_model(_ELEMENTS))
    for name, execute in execution_modes(context).items():
        request = SampleRequest(context, *_long_inputs(-1, 0))
        for number, place in enumerate((-1, *_PLACES, *_PLACES[::-1], -1)):
            request.write(*_long_inputs(place, number % 2))
            if problem := request.problem(execute(prepared, request.request)):
                where = f"only element {place} of {_ELEMENTS}" if place >= 0 else "no element"
                context.report(
                    f"{name}: {where} of input {number % 2} differs from the first execution; "
                    f"{problem}"
                )
                break


@check(_EXECUTION)
def many_executions(context: CheckContext) -> None:
    """70 consecutive executions of one request along each execution path, with changing inputs,
    each end with NONE, the expected values, and no time that is longer than the execution took; so
    do further ones along changing paths.
    """
    prepared = context.prepare(addition_model(_LONG))
    addition = AdditionRequest(context, 1, _LONG)
    measured = MeasureTiming.YES if context.version >= Version.V1_2 else MeasureTiming.NO
    modes = list(execution_modes(context, ExecutionLimits(measured)).items())
    series = [mode for mode in modes for _ in range(_EXECUTIONS)]
    for number, (name, execute) in enumerate((*series, *(modes * 3))):
        addition.change(number)
        start = time.perf_counter()
        outcome = execute(prepared, addition.request)
        seconds = time.perf_counter() - start
        with described(f"{name}: execution {number + 1} of one prepared model"):
            require(addition.problem(outcome))
            require_right_times(context, outcome, measured, seconds)


@check(f"{_EXECUTION}; Model.inputIndexes")
def changed_activation(context: CheckContext) -> None:
    """Executions of one prepared model whose fused activation is a model input each end with NONE
    and the values for the activation of their own request, on every execution path.
    """
    sample = activation_model()
    run_with_parameters(context, context.prepare(sample.model), sample)


@check(f"{_EXECUTION}; RequestArgument.hasNoValue", since=Version.V1_1)
def changed_permutation(context: CheckContext) -> None:
    """Executions of one prepared model whose optional permutation is a model input each end with
    NONE and the values for their own request, which states one permutation, another or none, on
    every execution path. The model is prepared for successive executions.
    """
    sample = permutation_model()
    run_with_parameters(context, context.prepare(sample.model, _SUSTAINED), sample)


@check(f"{_EXECUTION}; Model.inputIndexes", since=Version.V1_2)
def changed_padding_value(context: CheckContext) -> None:
    """Executions of one prepared model whose padding value, a float scalar, is a model input each
    end with NONE and the values for their own request, on every execution path. The model is
    prepared for low power.
    """
    sample = pad_value_model()
    run_with_parameters(context, context.prepare(sample.model, _LOW_POWER), sample)


@check("IDevice.prepareModel; Drivers: Compilation")
def models_with_late_differences(context: CheckContext) -> None:
    """Prepared models of one structure, whose constants differ in one value only, each compute with
    their own constants, in any order of preparation and execution.
    """
    model = sum_chain_model(OperandType.TENSOR_FLOAT32, _CHAIN_STEPS)
    prepared = [("unchanged", context.prepare(model), 160)]
    for step in (_CHAIN_STEPS - 1, 0, _CHAIN_STEPS // 2):  # the last one ends the model's data
        values = bytearray(model.operand_values)
        values[4 + 4 * step : 8 + 4 * step] = struct.pack("<f", 7)
        changed = Model(model.main, (), bytes(values))
        what = f"with another constant in step {step + 1} of {_CHAIN_STEPS}"
        prepared.append((what, context.prepare(changed), 163))
    name, execute = next(iter(execution_modes(context).items()))
    for what, prepared_model, addend in (*prepared, *reversed(prepared)):
        request = chain_request(context, OperandType.TENSOR_FLOAT32, addend, _CHAIN_STEPS)
        with context.case(f"{name}, chain of ADDs {what}"):
            request.run(prepared_model, execute)


class _SupportAnswers:
    """The answers of getSupportedOperations to some models, which must not change."""

    def __init__(self, context: CheckContext) -> None:
        self.models = {
            "an addition": addition_model(),
            "an addition and a multiplication": sum_and_product_model(),
            "a chain of additions": addition_chain_model(4, 9),
            "a chain of multiplications": product_chain_model(OperandType.TENSOR_FLOAT32, 3),
        }
        if context.version >= Version.V1_3:
            self.models["a loop"] = loop_model(4)
        self._first = {
            name: self._ask(context.device, model) for name, model in self.models.items()
        }

    def _ask(self, device: Device, model: Model) -> tuple[ErrorStatus, tuple[bool, ...]]:
        answer = driver_calls.get_supported_operations(device, model)
        skip_if_lacking_resources(answer[0], "get_supported_operations")
        return answer

    def compare(self, device: Device, when: str, *, times: int = 2) -> None:
        """Ask again in the reverse order; raise ``Violation`` if an answer differs."""
        for name, model in reversed(self.models.items()):
            for _ in range(times):
                if (again := self._ask(device, model)) != self._first[name]:
                    raise Violation(
                        f"get_supported_operations returned {again[0].name} and {again[1]} for "
                        f"{name} {when}, but {self._first[name][0].name} and "
                        f"{self._first[name][1]} before; the same answer was expected"
                    )


@check("IDevice.getSupportedOperations")
def repeated_support_queries(context: CheckContext) -> None:
    """IDevice::getSupportedOperations answers the same for a model each time: when asked twice in a
    row, after queries of other models, after the preparation and after an execution.
    """
    answers = _SupportAnswers(context)
    with context.case():
        answers.compare(context.device, "when asked again")
    prepared = context.prepare(answers.models["an addition"])
    with context.case():
        answers.compare(context.device, "after a preparation")
    with context.case():
        AdditionRequest(context).run(prepared)
    answers.compare(context.device, "after an execution")


@check("IDevice.getSupportedOperations")
def support_queries_after_restart(context: CheckContext) -> None:
    """IDevice::getSupportedOperations answers the same for each model after a restart of the
    driver, in another order of the models.
    """
    answers = _SupportAnswers(context)
    answers.compare(context.restarted_driver(), "after a restart of the driver", times=1)


@check("IDevice.getSupportedOperations, prepareModel; Model.operations")
def many_operations(context: CheckContext) -> None:
    """For a model of 300 operations, IDevice::getSupportedOperations answers 300 booleans, and an
    execution ends with NONE and the expected values.
    """
    model = addition_chain_model(4, _OPERATIONS)
    status, flags = driver_calls.get_supported_operations(context.device, model)
    if status == ErrorStatus.NONE and len(flags) != _OPERATIONS:
        raise Violation(
            f"get_supported_operations returned {len(flags)} booleans for a model of "
            f"{_OPERATIONS} operations"
        )
    AdditionRequest(context, steps=_OPERATIONS).run(context.prepare(model))
