"""A device of a native library as a device of the contract."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, TypeVar

from conformance import hal
from conformance.driver_sdk import DriverError
from conformance.driver_sdk.last_error import LastError
from conformance.driver_sdk.prepared_models import DeviceSkeleton
from conformance.drivers.native.codes import (
    NO_PRIORITY,
    PRIORITY,
    STATUS,
    BrokenInterfaceError,
    CallFailedError,
    InexpressibleError,
    MissingFunctionError,
    check,
    remaining_time,
    result,
    unsigned,
    version_of,
)
from conformance.drivers.native.execution import NativePreparedModel
from conformance.drivers.native.interface import FULL_NAMES, LibraryFunctions, ffi
from conformance.drivers.native.library import LibraryError, load_library, select_device, text_of
from conformance.drivers.native.memories import BufferRegistry, NativeBuffer, NativeRole
from conformance.drivers.native.models import NativeModel
from conformance.validation import check_model, validate_operations

log = logging.getLogger(__name__)

_T = TypeVar("_T")

_UNKNOWN: Final = hal.PerformanceInfo(1.0, 1.0)
_RELAXED_SCALAR, _RELAXED_TENSOR, _IF, _WHILE = range(4)


class NativeDevice(DeviceSkeleton):
    """A device of a library that offers the NNAPI C interface.

    The adapter does not validate models and requests: the driver must do that. The C interface
    prepares from a cache only together with the model, so ``prepare_model_from_cache`` always
    returns GENERAL_FAILURE.
    """

    def __init__(
        self, functions: LibraryFunctions, name: str, device: Any, version: hal.Version
    ) -> None:
        self._functions = functions
        self._name = name
        self._device = device
        self._version = version
        self._buffers = BufferRegistry()
        self._last_error = LastError()

    def get_last_error(self) -> str:
        """Return the text about an execution in which the library broke the interface."""
        return self._last_error.take()

    @property
    def name(self) -> str:
        return self._name

    @property
    def version(self) -> hal.Version:
        return self._version

    def get_version_string(self) -> tuple[hal.ErrorStatus, str]:
        get = self._functions.Device_getVersion
        return self._call_or_default(lambda: text_of("Device_getVersion", get, self._device), "")

    def get_type(self) -> tuple[hal.ErrorStatus, hal.DeviceType]:
        def query() -> hal.DeviceType:
            kind = ffi.new("int32_t *")
            check("Device_getType", self._functions.Device_getType(self._device, kind))
            number = int(kind[0])
            is_known = number in hal.DeviceType.__members__.values()
            return hal.DeviceType(number) if is_known else number  # type: ignore[return-value]

        return self._call_or_default(query, hal.DeviceType.OTHER)

    def get_capabilities(self) -> tuple[hal.ErrorStatus, hal.Capabilities]:
        """Return the table's performance figures, or the CPU's if the library has no table."""
        functions = self._functions
        for_each = functions.SL_Device_forEachOperandPerformanceInfo
        by_type: dict[int, hal.PerformanceInfo] = {
            type_: _UNKNOWN for type_ in hal.OperandType if type_ is not hal.OperandType.SUBGRAPH
        }

        def query() -> hal.Capabilities:
            if for_each is not None:

                @ffi.callback("OperandPerformanceCallback")  # type: ignore[untyped-decorator]
                def record(operand: Any, _context: Any) -> None:
                    info = operand.performanceInfo
                    by_type[int(operand.operandType)] = hal.PerformanceInfo(
                        info.execTime, info.powerUsage
                    )

                code = for_each(self._device, ffi.NULL, record)
                check("SL_Device_forEachOperandPerformanceInfo", code)
            scalar, tensor, if_, while_ = (
                self._performance(kind) for kind in (_RELAXED_SCALAR, _RELAXED_TENSOR, _IF, _WHILE)
            )
            operands = tuple(
                hal.OperandPerformance(type_, by_type[type_]) for type_ in sorted(by_type)
            )
            return hal.Capabilities(scalar, tensor, operands, if_, while_)

        return self._call_or_default(
            query, hal.Capabilities(_UNKNOWN, _UNKNOWN, (), _UNKNOWN, _UNKNOWN)
        )

    def _performance(self, kind: int) -> hal.PerformanceInfo:
        get = self._functions.SL_Device_getPerformanceInfo
        if get is None:
            return _UNKNOWN
        info = ffi.new("SL_ANeuralNetworksPerformanceInfo *")
        check("SL_Device_getPerformanceInfo", get(self._device, kind, info))
        return hal.PerformanceInfo(info.execTime, info.powerUsage)

    def get_supported_extensions(self) -> tuple[hal.ErrorStatus, Sequence[hal.Extension]]:
        """Return the table's extensions, or none: exported functions cannot list them."""
        functions = self._functions
        get_count = functions.SL_Device_getVendorExtensionCount
        get_name = functions.SL_Device_getVendorExtensionName
        for_each = functions.SL_Device_forEachVendorExtensionOperandTypeInformation
        if get_count is None or get_name is None or for_each is None:
            return hal.ErrorStatus.NONE, ()

        def query() -> tuple[hal.Extension, ...]:
            count = ffi.new("uint32_t *")
            check("SL_Device_getVendorExtensionCount", get_count(self._device, count))
            extensions = []
            for index in range(count[0]):

                def get_indexed_name(device: Any, text: Any, index: int = index) -> int:
                    return int(get_name(device, index, text))

                name = text_of("SL_Device_getVendorExtensionName", get_indexed_name, self._device)
                types: list[hal.ExtensionOperandType] = []

                @ffi.callback("ExtensionTypeCallback")  # type: ignore[untyped-decorator]
                def record(
                    operand_type: Any, _context: Any, types: list[hal.ExtensionOperandType] = types
                ) -> None:
                    types.append(
                        hal.ExtensionOperandType(
                            operand_type.type, operand_type.isTensor, operand_type.byteSize
                        )
                    )

                code = for_each(self._device, index, ffi.NULL, record)
                check("SL_Device_forEachVendorExtensionOperandTypeInformation", code)
                extensions.append(hal.Extension(name, tuple(types)))
            return tuple(extensions)

        return self._call_or_default(query, ())

    def _call_or_default(self, query: Callable[[], _T], default: _T) -> tuple[hal.ErrorStatus, _T]:
        """Return the result of ``query``, or ``default`` with the status of its failure."""
        try:
            return hal.ErrorStatus.NONE, query()
        except CallFailedError as error:
            log.info("%s: %s", self._name, error)
            return error.status, default

    def get_supported_operations(self, model: hal.Model) -> tuple[hal.ErrorStatus, Sequence[bool]]:
        """Return the library's flags.

        If the model needs a function that the library lacks, every flag is False.
        """
        try:
            with closing(self._native_model(model)) as native:
                flags = native.supported(self._device)
            self._refuse_unsupported(model, flags)
        except MissingFunctionError as error:
            log.info("declined: %s", error)
            return hal.ErrorStatus.NONE, [False] * len(model.main.operations)
        except DriverError as error:
            log.info("model refused: %s", error)
            return error.status, ()
        return hal.ErrorStatus.NONE, flags

    def _native_model(self, model: hal.Model) -> NativeModel:
        try:
            return NativeModel(self._functions, model, self._version)
        except MissingFunctionError:
            self._refuse_unsupported(model, [False] * len(model.main.operations))
            raise

    def _refuse_unsupported(self, model: hal.Model, flags: Sequence[bool]) -> None:
        """Raise ``DriverError`` if an operation that the library does not support breaks a rule.

        A library need not know operations that it does not support. It reports them as unsupported,
        also with operands that no library supports, where the HAL requires INVALID_ARGUMENT.
        """
        if all(flags):
            return
        violation, checked = check_model(model, self._version)
        if violation is None or not checked:  # valid, or invalid apart from its operations
            return
        results = validate_operations(model, self._version)
        for is_supported, operation in zip(flags, results, strict=True):
            if not is_supported and operation.violation is not None:
                text = f"an operation that the library does not support: {operation.violation}"
                raise DriverError(hal.ErrorStatus.INVALID_ARGUMENT, text)

    def get_number_of_cache_files_needed(self) -> tuple[hal.ErrorStatus, int, int]:
        """Return the library's answer; 0 and 0 if it cannot use files of the client."""
        functions = self._functions
        get = functions.SL_Device_getNumberOfCacheFilesNeeded
        set_caching = functions.SL_Compilation_setCachingFromFds
        if get is None or set_caching is None or self._version < hal.Version.V1_2:
            return hal.ErrorStatus.NONE, 0, 0

        def query() -> tuple[int, int]:
            counts = ffi.new("uint32_t[2]")
            code = get(self._device, counts, counts + 1)
            check("SL_Device_getNumberOfCacheFilesNeeded", code)
            return int(counts[0]), int(counts[1])

        status, counts = self._call_or_default(query, (0, 0))
        return status, *counts

    def _set_caching(self, compilation: Any, cache: hal.CacheArguments) -> None:
        """Pass the cache files to the library; no error of theirs affects the preparation."""
        set_caching = self._functions.SL_Compilation_setCachingFromFds
        if not cache or set_caching is None:
            return
        handles = (*cache.model, *cache.data)
        if len(cache.token) != hal.BYTE_SIZE_OF_CACHE_TOKEN or any(
            len(fds) != 1 for fds in handles
        ):
            log.info("not cached: a handle has not one descriptor, or the token not 32 bytes")
            return
        model_files, data_files = (
            ffi.new("int[]", [fd for (fd,) in kind]) for kind in (cache.model, cache.data)
        )
        name = "SL_Compilation_setCachingFromFds"
        code = result(
            name,
            set_caching(
                compilation, model_files, len(cache.model), data_files, len(cache.data), cache.token
            ),
        )
        if code:
            log.info("not cached: %s returned %s", FULL_NAMES[name], code.name)

    def prepare(
        self,
        model: hal.Model,
        preference: int,
        priority: int,
        deadline: int | None,
        cache: hal.CacheArguments,
    ) -> tuple[hal.ErrorStatus, hal.PreparedModel | None]:
        """Compile in the caller's thread."""
        functions = self._functions
        try:
            with ExitStack() as stack:
                native = self._native_model(model)
                stack.callback(native.close)
                compilation = self._new_compilation(native)
                stack.callback(functions.Compilation_free, compilation)
                self._set_options(compilation, preference, priority, deadline)
                self._set_caching(compilation, cache)
                code = functions.Compilation_finish(compilation)
                if STATUS.get(code) is hal.ErrorStatus.GENERAL_FAILURE:
                    self._refuse_unsupported(model, native.supported(self._device))
                check("Compilation_finish", code)
                prepared = NativePreparedModel(
                    functions, model, compilation, self._version, self._buffers, stack.pop_all()
                )
                prepared.last_error = self._last_error
        except DriverError as error:
            log.info("model refused: %s", error)
            return error.status, None
        return hal.ErrorStatus.NONE, prepared

    def _new_compilation(self, native: NativeModel) -> Any:
        new_compilation = ffi.new("ANeuralNetworksCompilation **")
        devices = ffi.new("ANeuralNetworksDevice *[]", [self._device])
        code = self._functions.Compilation_createForDevices(
            native.pointer,
            ffi.cast("const ANeuralNetworksDevice *const *", devices),
            1,
            new_compilation,
        )
        check("Compilation_createForDevices", code)
        return new_compilation[0]

    def _set_options(
        self, compilation: Any, preference: int, priority: int, deadline: int | None
    ) -> None:
        functions = self._functions
        if self._version >= hal.Version.V1_1:
            code = functions.Compilation_setPreference(compilation, preference)
            check("Compilation_setPreference", code)
        if self._version >= hal.Version.V1_3 and functions.Compilation_setPriority is not None:
            number = PRIORITY.get(priority, NO_PRIORITY)  # type: ignore[call-overload]
            check("Compilation_setPriority", functions.Compilation_setPriority(compilation, number))
        if deadline is not None:
            remaining_ns = remaining_time(deadline)
            if functions.Compilation_setTimeout is not None:
                code = functions.Compilation_setTimeout(compilation, remaining_ns)
                check("Compilation_setTimeout", code)

    def allocate(
        self,
        desc: hal.BufferDesc,
        prepared_models: Sequence[hal.PreparedModel],
        input_roles: Sequence[hal.BufferRole],
        output_roles: Sequence[hal.BufferRole],
    ) -> tuple[hal.ErrorStatus, hal.Buffer | None, int]:
        """Create a memory descriptor with the roles and dimensions, and a memory from it.

        The adapter itself refuses prepared models that are not this device's and indexes of models
        out of range, because the C interface has pointers instead.
        """
        if self._version < hal.Version.V1_3:
            return super().allocate(desc, prepared_models, input_roles, output_roles)
        try:
            models = [self._own_model(model) for model in prepared_models]
            roles = [_role(models, role, is_input=True) for role in input_roles]
            roles += [_role(models, role, is_input=False) for role in output_roles]
            buffer = NativeBuffer(self._functions, roles, tuple(desc.dimensions))
        except DriverError as error:
            log.info("allocation refused: %s", error)
            return error.status, None, 0
        return hal.ErrorStatus.NONE, buffer, self._buffers.add(buffer)

    def _own_model(self, model: object) -> NativePreparedModel:
        if not isinstance(model, NativePreparedModel) or not model.is_of(self._buffers):
            raise InexpressibleError(
                "allocate.prepared_model", f"{model!r} is not a prepared model of this device"
            )
        return model


def _role(
    models: Sequence[NativePreparedModel], role: hal.BufferRole, *, is_input: bool
) -> NativeRole:
    number = unsigned(role.model_index, "allocate.model_index", "a model index")
    if number >= len(models):
        raise InexpressibleError(
            "allocate.model_index", f"the model index is {number}, of {len(models)} models"
        )
    index = unsigned(role.io_index, "allocate.io_index", "an index of an input or output")
    if not isinstance(role.frequency, int | float):
        raise InexpressibleError("allocate.frequency", f"the frequency is {role.frequency!r}")
    return models[number].role(is_input, index, float(role.frequency))


def open_library(path: Path, device: str | None = None) -> NativeDevice:
    """Open a device of the library at ``path``: the device with this name, or the first.

    Raises ``LibraryError`` if the library or the device cannot be tested.
    """
    path = Path(os.path.realpath(path))
    functions = load_library(path)
    name, handle = select_device(functions, device, path)
    level = ffi.new("int64_t *")
    try:
        check("Device_getFeatureLevel", functions.Device_getFeatureLevel(handle, level))
    except (CallFailedError, BrokenInterfaceError) as error:
        raise LibraryError(f"{path}, device {name}: {error}") from error
    version = version_of(int(level[0]))
    if version is None:
        raise LibraryError(
            f"{path}, device {name}: its feature level is {level[0]}; the lowest level is 27"
        )
    return NativeDevice(functions, name, handle, version)
