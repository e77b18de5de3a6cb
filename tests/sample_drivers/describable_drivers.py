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


class WrongAdd(ReferenceDevice):
    """A driver that adds 1 to every result of ADD."""

    name = "wrong add"

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type != OperationType.ADD:
            return kernel
        return lambda inputs: [result + np.array(1, result.dtype) for result in kernel(inputs)]


class RefusesToPrepare(ReferenceDevice):
    """A driver that reports every operation supported but prepares no model."""

    name = "refuses"

    def prepare_model(self, *arguments):
        arguments[-1].notify(ErrorStatus.GENERAL_FAILURE, None)
        return ErrorStatus.NONE


class Nothing(ReferenceDevice):
    """A driver that supports no operation."""

    name = "nothing"

    def supported_operations(self, model):
        return [False] * len(model.main.operations)


class CodesOnly(ReferenceDevice):
    """An accelerator that supports no operation with float32 operands."""

    name = "codes only"

    def supported_operations(self, model):
        types = {model.main.operands[i].type for o in model.main.operations for i in o.inputs}
        return [OperandType.TENSOR_FLOAT32 not in types] * len(model.main.operations)


class Old(ReferenceDevice):
    """A driver of HAL 1.0."""

    name = "old"

    def __init__(self):
        super().__init__(Version.V1_0)


class Dies(ReferenceDevice):
    """A driver whose process exits when it prepares MUL."""

    name = "dies"

    def compile_call(self, call):
        if call.definition.type == OperationType.MUL:
            os._exit(3)
        return super().compile_call(call)


class Sleeps(ReferenceDevice):
    """A driver that does not return the supported operations within any time limit."""

    name = "sleeps"

    def get_supported_operations(self, model):
        time.sleep(3600)


class Broken(ReferenceDevice):
    """A driver that cannot be opened."""

    def __init__(self):
        raise OSError("no such accelerator")
