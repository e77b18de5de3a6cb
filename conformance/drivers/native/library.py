"""Loading of a library: from its path to the functions of the C interface and a device.

For the report on a crash, the running calls are recorded.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from conformance.drivers.crash_stacks.handler import recorded, trace_descriptor, watch_crashes
from conformance.drivers.library_file import library_problem
from conformance.drivers.native.codes import (
    REFERENCE_DEVICE,
    BrokenInterfaceError,
    CallFailedError,
    check,
)
from conformance.drivers.native.interface import (
    ARGUMENT_TYPES,
    FULL_NAMES,
    FUNCTION_NAMES,
    OLDEST_TABLE,
    SHORT_NAMES,
    TABLE_FUNCTION,
    LibraryFunctions,
    ffi,
    missing_functions,
)
from conformance.hal import OperandType, OperationType, name_of

_MAX_LISTED: Final = 16
_PREFIX: Final = "ANeuralNetworks"


def record_calls(functions: LibraryFunctions) -> None:
    """Replace the functions of a library by functions that record which calls are running."""
    for name in SHORT_NAMES.values():
        function = getattr(functions, name)
        if function is not None:
            setattr(functions, name, recorded(name, function))
    watch_crashes(describe_call)


def describe_call(name: str, arguments: tuple[Any, ...]) -> list[str]:
    """Return a call as C text."""
    full = FULL_NAMES[name]
    types = ARGUMENT_TYPES[full]
    texts = [_format_argument(types, arguments, n) for n in range(len(arguments))]
    return [f"{full}({', '.join(texts)})"]


def _address(pointer: Any) -> int:
    try:
        return int(ffi.cast("uintptr_t", pointer))
    except (TypeError, OverflowError):
        return 0


def _format_argument(types: tuple[str, ...], arguments: tuple[Any, ...], number: int) -> str:
    """Return an argument as text: numbers, arrays of numbers and operand types by their content."""
    value = arguments[number]
    type_ = types[number] if number < len(types) else ""
    if type_ == f"{_PREFIX}OperationType" and isinstance(value, int):
        return name_of(OperationType, value)
    if isinstance(value, bool | int | float):
        return str(value)
    if isinstance(value, bytes | str):
        return repr(value)
    if value == ffi.NULL:
        return "NULL"
    before = arguments[number - 1] if number else None
    if type_ in ("const uint32_t *", "const int *") and isinstance(before, int):
        listed = [str(value[n]) for n in range(min(before, _MAX_LISTED))]
        return f"{{{', '.join(listed)}{', ...' if before > _MAX_LISTED else ''}}}"
    if type_ == f"const {_PREFIX}OperandType *":
        return _format_operand_type(value)
    name = type_.replace("const", "").replace(" *", "*").strip().removeprefix(_PREFIX)
    if name.count("*") == 1 and name[:1].isupper():  # a handle
        name = f"{name[:1].lower()}{name[1:-1]}"
    return f"{name} {_address(value):#x}"


def _format_operand_type(value: Any) -> str:
    operand = ffi.cast(f"{_PREFIX}OperandType *", value)
    sizes = [operand.dimensions[n] for n in range(min(operand.dimensionCount, _MAX_LISTED))]
    scale = f", scale {operand.scale:g}, zero point {operand.zeroPoint}" if operand.scale else ""
    return f"{{{name_of(OperandType, operand.type)} {sizes}{scale}}}"


_MAX_DEVICES: Final = 1024


class LibraryError(Exception):
    """The library cannot be tested; the message states why."""


def load_library(path: Path) -> LibraryFunctions:
    """Load the library at ``path``; raise ``LibraryError`` if it cannot be tested."""
    if problem := library_problem(path):
        raise LibraryError(problem)
    try:
        # The library is never unloaded: a thread of the driver may still be running in it.
        library = ffi.dlopen(str(path), ffi.RTLD_NOW | ffi.RTLD_LOCAL | ffi.RTLD_NODELETE)
    except OSError as error:
        raise LibraryError(f"{path} cannot be loaded: {_reason(str(error))}") from error
    functions = _interface(library, path)
    if trace_descriptor() >= 0:
        record_calls(functions)
    return functions


def _reason(text: str) -> str:
    """Return the dynamic linker's message without the path, with a hint for known causes."""
    reason = text.rsplit("': ", 1)[-1]
    needed = reason.partition(": cannot open shared object file")[0]
    if needed != reason and needed in ("liblog.so", "libandroid.so", "libc++_shared.so", "libc.so"):
        return f"{reason} (the library is built for Android; build it for this system)"
    return reason


def _interface(library: Any, path: Path) -> LibraryFunctions:
    get_table = _symbol(library, TABLE_FUNCTION)
    if get_table is not None:
        return _functions_from_table(library, get_table, path)
    found_functions = {SHORT_NAMES[name]: _symbol(library, name) for name in FUNCTION_NAMES}
    functions = LibraryFunctions(library=library, **found_functions)
    if not any(found_functions.values()):
        raise LibraryError(
            f"{path} exports neither the NNAPI functions (ANeuralNetworks...) nor {TABLE_FUNCTION}"
        )
    missing_names = missing_functions(functions)
    if missing_names:
        raise LibraryError(f"{path} does not export {', '.join(missing_names)}")
    return functions


def _symbol(library: Any, name: str) -> Any:
    try:
        return getattr(library, name)
    except AttributeError:
        return None


def _functions_from_table(library: Any, get_table: Any, path: Path) -> LibraryFunctions:
    head = get_table()
    if head == ffi.NULL:
        raise LibraryError(f"{path}: {TABLE_FUNCTION} returned NULL")
    level = head.implFeatureLevel
    if level < OLDEST_TABLE:
        raise LibraryError(
            f"{path}: the table of {TABLE_FUNCTION} has feature level {level}; "
            f"the lowest level with a table is {OLDEST_TABLE}"
        )
    table = ffi.cast("NnApiSLDriverImplFL5 *", head)
    found_functions = {}
    for name in FUNCTION_NAMES:
        function = getattr(table, name)
        found_functions[SHORT_NAMES[name]] = None if function == ffi.NULL else function
    functions = LibraryFunctions(library=library, **found_functions)
    missing_names = missing_functions(functions)
    if missing_names:
        lacks = ", ".join(missing_names)
        raise LibraryError(f"{path}: the table of {TABLE_FUNCTION} lacks {lacks}")
    return functions


def device_names(functions: LibraryFunctions) -> list[tuple[str, Any]]:
    """Return the name and handle of every device of the library, in the library's order."""
    count = ffi.new("uint32_t *")
    check("getDeviceCount", functions.getDeviceCount(count))
    if count[0] > _MAX_DEVICES:
        raise BrokenInterfaceError(
            f"ANeuralNetworks_getDeviceCount returned {count[0]} devices; at most {_MAX_DEVICES} "
            "are supported"
        )
    devices = []
    for index in range(count[0]):
        device = ffi.new("ANeuralNetworksDevice **")
        check("getDevice", functions.getDevice(index, device))
        if device[0] == ffi.NULL:
            raise BrokenInterfaceError(f"ANeuralNetworks_getDevice({index}) returned NULL")
        devices.append((text_of("Device_getName", functions.Device_getName, device[0]), device[0]))
    return devices


def text_of(name: str, function: Any, device: Any) -> str:
    """Call a function that returns a string about a device."""
    text = ffi.new("const char **")
    check(name, function(device, text))
    if text[0] == ffi.NULL:
        raise BrokenInterfaceError(f"{FULL_NAMES[name]} returned NULL")
    return str(ffi.string(text[0]).decode("utf-8", "replace"))


def select_device(
    functions: LibraryFunctions, requested: str | None, path: Path
) -> tuple[str, Any]:
    """Return the name and handle of the device named ``requested``.

    By default it is the first that is not the runtime's CPU device.
    """
    try:
        devices = device_names(functions)
    except (CallFailedError, BrokenInterfaceError) as error:
        raise LibraryError(f"{path}: {error}") from error
    if not devices:
        raise LibraryError(f"{path} has no device")
    if requested is None:
        return next((device for device in devices if device[0] != REFERENCE_DEVICE), devices[0])
    for device in devices:
        if device[0] == requested:
            return device
    known = ", ".join(name for name, _ in devices)
    raise LibraryError(f"{path} has no device {requested!r}; its devices are: {known}")
