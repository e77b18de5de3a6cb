"""Drivers for the tests of ``describe``."""

import os
import time

import numpy as np

from conformance.hal import (
    Capabilities,
    DeviceType,
    ErrorStatus,
    Extension,
    ExtensionOperandType,
    OperandPerformance,
    OperandType,
    OperationType,
    PerformanceInfo,
    Version,
)
from conformance.reference import ReferenceDevice
from tests.faults.drivers import FAILURE, NONE, changed, notified


class DeclaresEverything(ReferenceDevice):
    """A driver that reports capabilities, cache files and an extension, but few operations.

    It supports FLOOR only with float32, RELU with all types except float16, and CONV_2D only with
    seven operands.
    """

    name = "talkative"
    version_string = "4.2"

    def __init__(self):
        super().__init__(Version.V1_3)

    def get_type(self):
        return ErrorStatus.NONE, DeviceType.ACCELERATOR

    def get_capabilities(self):
        fast = PerformanceInfo(0.25, 0.125)
        slow = PerformanceInfo(2.0, 3.0)
        types = (OperandPerformance(OperandType.TENSOR_FLOAT32, fast),)
        return ErrorStatus.NONE, Capabilities(slow, fast, types, slow, slow)

    def get_number_of_cache_files_needed(self):
        return ErrorStatus.NONE, 2, 1

    def get_supported_extensions(self):
        types = (ExtensionOperandType(1, True, 2), ExtensionOperandType(7, False, 4))
        return ErrorStatus.NONE, (Extension("com.example.matrix", types),)

    def supported_operations(self, model):
        def supported(operation):
            type_ = model.main.operands[operation.inputs[0]].type
            if operation.type == OperationType.FLOOR:
                return type_ == OperandType.TENSOR_FLOAT32
            if operation.type == OperationType.CONV_2D:
                return len(operation.inputs) == 7
            return operation.type == OperationType.RELU and type_ != OperandType.TENSOR_FLOAT16

        return [supported(operation) for operation in model.main.operations]


class InvalidSelfDescription(ReferenceDevice):
    """A driver whose answers to the queries of ``describe`` violate the contract."""

    name = "mumbles"

    def get_version_string(self):
        return ErrorStatus.NONE, ""

    def get_capabilities(self):
        return ErrorStatus.NONE, "fast"

    def get_number_of_cache_files_needed(self):
        return ErrorStatus.NONE, -1, 0

    def get_status(self):
        raise OSError("no such register")

    def get_supported_operations(self, model):
        if model.main.operations[0].type == OperationType.FLOOR:
            return ErrorStatus.NONE, [True, True]
        return super().get_supported_operations(model)


def reference(name, **members):
    """Return the reference driver with another name and changed members."""
    return changed(ReferenceDevice, name=name, **members)


def supporting(name, supports):
    """Return a driver that supports operations: ``supports(operation, types of its inputs)``."""

    def supported_operations(_me, _right, model):
        operands, operations = model.main.operands, model.main.operations
        return [supports(o, {operands[index].type for index in o.inputs}) for o in operations]

    return reference(name, supported_operations=supported_operations)


def at_operation(operation, act):
    """Return a method that changes the kernels of an operation: ``act(kernel)``."""

    def compile_call(_me, right, call):
        kernel = right(call)
        return act(kernel) if call.definition.type == operation else kernel

    return compile_call


def one_more(kernel):
    return lambda inputs: [result + np.array(1, result.dtype) for result in kernel(inputs)]


WrongAdd = reference("wrong add", compile_call=at_operation(OperationType.ADD, one_more))
RefusesToPrepare = reference(
    "refuses", prepare_model=lambda _me, _, *more: notified(more[-1], FAILURE, NONE)
)
Nothing = supporting("nothing", lambda *_: False)
CodesOnly = supporting("codes only", lambda _, types: OperandType.TENSOR_FLOAT32 not in types)
Old = reference("old", __init__=lambda _me, right: right(Version.V1_0))
Dies = reference("dies", compile_call=at_operation(OperationType.MUL, lambda _: os._exit(3)))
Sleeps = reference("sleeps", get_supported_operations=lambda *_: time.sleep(3600))


class Broken(ReferenceDevice):
    """A driver that cannot be opened."""

    def __init__(self):
        raise OSError("no such accelerator")
