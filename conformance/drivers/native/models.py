"""Conversion of a HAL model to a model of the library, function by function.

The model is not validated on the driver's behalf. A model that the C interface cannot express is
refused here (``InexpressibleError``, which names the rule that the model breaks). A model that
needs a function which the library lacks is declined (``MissingFunctionError``).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Final

from conformance import hal
from conformance.drivers.native.codes import (
    InexpressibleError,
    MissingFunctionError,
    ResultCode,
    check,
    operand_type,
    require_function,
    signed,
    unsigned,
)
from conformance.drivers.native.interface import FULL_NAMES, LibraryFunctions, ffi
from conformance.drivers.native.memories import native_memory
from conformance.validation import validate_model

_L: Final = hal.OperandLifeTime
_OWN_NUMBER: Final = (1 << hal.EXTENSION_TYPE_BITS) - 1


class NativeModel:
    """A finished model of the library; ``close`` frees it and its resources."""

    def __init__(self, functions: LibraryFunctions, model: hal.Model, version: hal.Version) -> None:
        self._functions = functions
        self._model = model
        self._stack = ExitStack()
        self._keep: list[Any] = []
        self._memories: list[Any] = []
        self._subgraphs: dict[int, Any] = {}
        self._open: set[int] = set()
        try:
            for violation in validate_model(model, version):
                if violation.rule.name in INEXPRESSIBLE:
                    raise InexpressibleError(violation.rule.name, violation.detail)
            # The driver may keep pointers into this buffer, so it must stay at its address until
            # ``close``.
            self._values = ffi.from_buffer("const uint8_t[]", model.operand_values)
            self._keep.append(self._values)
            # All pools are passed, also unused ones, so that the library sees the whole model. They
            # are created before the models that refer to them, so that the stack frees them after
            # those.
            for pool in model.pools:
                self._memories.append(native_memory(functions, pool, "model.pool", self._stack))
            for index in range(len(model.referenced)):
                self._subgraph(index)
            self.pointer = self._build(model.main)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Free the model and its resources in reverse order of creation."""
        self._stack.close()
        self._keep.clear()

    def supported(self, device: Any) -> list[bool]:
        """Return for each operation of the main subgraph whether the device supports it."""
        count = len(self._model.main.operations)
        flags = ffi.new("bool[]", max(count, 1))
        devices = ffi.new("ANeuralNetworksDevice *[]", [device])
        code = self._functions.Model_getSupportedOperationsForDevices(
            self.pointer, ffi.cast("const ANeuralNetworksDevice *const *", devices), 1, flags
        )
        check("Model_getSupportedOperationsForDevices", code)
        return [bool(flags[index]) for index in range(count)]

    def _build(self, subgraph: hal.Subgraph) -> Any:
        functions = self._functions
        for operand in subgraph.operands:
            if operand.lifetime == _L.SUBGRAPH:
                self._subgraph(operand.location.offset)
        new_model = ffi.new("ANeuralNetworksModel **")
        check("Model_create", functions.Model_create(new_model))
        pointer = new_model[0]
        self._stack.callback(functions.Model_free, pointer)
        for index, operand in enumerate(subgraph.operands):
            self._add_operand(pointer, index, operand)
        for operation in subgraph.operations:
            inputs, outputs = _indexes(operation.inputs), _indexes(operation.outputs)
            code = functions.Model_addOperation(
                pointer,
                self._code(pointer, "Operation", operation.type),
                len(inputs),
                inputs,
                len(outputs),
                outputs,
            )
            check("Model_addOperation", code)
        inputs, outputs = _indexes(subgraph.input_indexes), _indexes(subgraph.output_indexes)
        code = functions.Model_identifyInputsAndOutputs(
            pointer, len(inputs), inputs, len(outputs), outputs
        )
        check("Model_identifyInputsAndOutputs", code)
        # Relaxed computation is a permission; a library without the function does not use it.
        relax = functions.Model_relaxComputationFloat32toFloat16
        if self._model.relax_computation_float32_to_float16 and relax is not None:
            check("Model_relaxComputationFloat32toFloat16", relax(pointer, True))
        check("Model_finish", functions.Model_finish(pointer))
        return pointer

    def _code(self, pointer: Any, kind: str, code: int) -> int:
        """Return the library's code of a type.

        A vendor extension's prefix differs between libraries.
        """
        signed_code = signed(code, f"an {kind.lower()} type")
        if not hal.is_extension_code(code):
            return signed_code
        prefix = code >> hal.EXTENSION_TYPE_BITS
        names = {
            extension_prefix: name
            for name, extension_prefix in self._model.extension_name_to_prefix.items()
        }
        name = names.get(prefix)
        if name is None:
            raise InexpressibleError("extension.prefix_declared", f"prefix {prefix} of a type")
        function = f"Model_getExtension{kind}Type"
        get = require_function(self._functions, function, f"the extension {name}")
        library_code = ffi.new("int32_t *")
        result_code = get(pointer, str(name).encode(), code & _OWN_NUMBER, library_code)
        if result_code == ResultCode.BAD_DATA:
            raise MissingFunctionError(f"the library does not support the extension {name}")
        check(function, result_code)
        return int(library_code[0])

    def _add_operand(self, pointer: Any, index: int, operand: hal.Operand) -> None:
        functions = self._functions
        code = self._code(pointer, "Operand", operand.type)
        native_type = operand_type(operand, code, operand.dimensions, "model.field")
        check("Model_addOperand", functions.Model_addOperand(pointer, native_type[0]))
        params = operand.extra_params
        if isinstance(params, hal.SymmPerChannelQuantParams):
            name = "Model_setOperandSymmPerChannelQuantParams"
            scales = ffi.new("float[]", list(params.scales))
            dimension = unsigned(params.channel_dim, "model.field", "channel_dim")
            native_params = ffi.new(
                "ANeuralNetworksSymmPerChannelQuantParams *",
                (dimension, len(params.scales), scales),
            )
            set_ = require_function(functions, name, "a per-channel operand")
            check(name, set_(pointer, index, native_params))
        elif params is not None:
            name = "Model_setOperandExtensionData"
            if getattr(functions, name) is None and not hal.is_extension_code(operand.type):
                raise InexpressibleError(
                    "operand.extra_params",
                    f"operand {index} of a standard type has extension data, and the library has "
                    f"no {FULL_NAMES[name]}, which refuses it",
                )
            set_ = require_function(functions, name, "an operand with extension data")
            data = ffi.from_buffer("const uint8_t[]", params)
            self._keep.append(data)
            check(name, set_(pointer, index, data, len(params)))
        self._set_value(pointer, index, operand)

    def _set_value(self, pointer: Any, index: int, operand: hal.Operand) -> None:
        functions, location = self._functions, operand.location
        match operand.lifetime:
            case _L.CONSTANT_COPY:
                what = f"operand {index}: offset {location.offset} and length {location.length}"
                offset = unsigned(location.offset, "model.field", what)
                length = unsigned(location.length, "model.field", what)
                if location.pool_index != 0:
                    raise InexpressibleError(
                        "operand.constant_pool", f"operand {index}: {location}"
                    )
                if offset + length > len(self._values):
                    raise InexpressibleError("operand.constant_range", what)
                code = functions.Model_setOperandValue(
                    pointer, index, self._values + offset, length
                )
                check("Model_setOperandValue", code)
            case _L.CONSTANT_REFERENCE:
                code = functions.Model_setOperandValueFromMemory(
                    pointer,
                    index,
                    self._memory(operand),
                    unsigned(location.offset, "model.field", "an offset"),
                    unsigned(location.length, "model.field", "a length"),
                )
                check("Model_setOperandValueFromMemory", code)
            case _L.SUBGRAPH:
                name = "Model_setOperandValueFromModel"
                set_ = require_function(functions, name, "a subgraph")
                check(name, set_(pointer, index, self._subgraph(operand.location.offset)))
            case _L.NO_VALUE:
                code = functions.Model_setOperandValue(pointer, index, ffi.NULL, 0)
                check("Model_setOperandValue", code)
            case _:
                return

    def _memory(self, operand: hal.Operand) -> Any:
        index = operand.location.pool_index
        if not isinstance(index, int) or not 0 <= index < len(self._memories):
            raise InexpressibleError(
                "operand.pool_index", f"pool index {index!r} of {len(self._memories)} pools"
            )
        return self._memories[index]

    def _subgraph(self, index: int) -> Any:
        if index not in self._subgraphs:
            if not isinstance(index, int) or not 0 <= index < len(self._model.referenced):
                raise InexpressibleError(
                    "operand.subgraph_index",
                    f"subgraph index {index!r} of {len(self._model.referenced)} subgraphs",
                )
            if index in self._open:
                raise InexpressibleError(
                    "model.subgraph_cycle", f"subgraph {index} refers to itself"
                )
            require_function(self._functions, "Model_setOperandValueFromModel", "a subgraph")
            self._open.add(index)
            self._subgraphs[index] = self._build(self._model.referenced[index])
            self._open.discard(index)
        return self._subgraphs[index]


def _indexes(values: Sequence[int]) -> Any:
    return ffi.new(
        "uint32_t[]", [unsigned(value, "model.field", "an operand index") for value in values]
    )


INEXPRESSIBLE: Final = frozenset(
    {
        "extension.name",
        "extension.prefix",
        "extension.prefix_declared",
        "model.field",
        "model.pool",
        "model.subgraph_cycle",
        "operand.constant_pool",
        "operand.constant_range",
        "operand.consumers",
        "operand.lifetime",
        "operand.location",
        "operand.pool_index",
        "operand.subgraph_index",
        "subgraph.input_lifetime",
        "subgraph.input_unlisted",
        "subgraph.output_lifetime",
        "subgraph.output_unlisted",
        "version.extension",
    }
)
"""Rules of models that cannot be tested behind the C interface.

The adapter refuses models that break them, for every library.
"""
