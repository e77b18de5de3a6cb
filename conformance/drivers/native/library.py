"""Loading of a library: from its path to the functions of the C interface and a device.

For the report on a crash, the calls are recorded: which operations a model has, which compilation
an execution belongs to, and which inputs and outputs were set. The arguments of a call are mostly
pointers.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from conformance.drivers.crash_stacks.handler import recorded, trace_descriptor, watch_crashes
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

_MAX_NOTES: Final = 64
_MAX_LISTED: Final = 16
_PREFIX: Final = "ANeuralNetworks"


@dataclass(slots=True)
class _NativeObject:
    """An object of the library: the calls that built it, and the object it was created from."""

    notes: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)
    origin: _NativeObject | None = None


class CallRecords:
    """Keeps what was recorded about the objects of one library, until they are freed."""

    def __init__(self) -> None:
        self._objects: dict[int, _NativeObject] = {}
        self._after: dict[str, Callable[[tuple[Any, ...]], None]] = {
            "Model_addOperation": self._note_operation,
            "Compilation_createForDevices": self._created,
            "Execution_create": self._created,
        }

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that makes the call and records it."""
        call = recorded(name, function)
        if name.endswith("_free") and name.startswith(("Model_", "Compilation_", "Execution_")):
            return self._wrap_free(call)
        if name.startswith(("Execution_setInput", "Execution_setOutput")):
            return self._wrap_argument(name, call)
        after = self._after.get(name)
        if after is None:
            return call

        def call_and_record(*arguments: Any) -> Any:
            code = call(*arguments)
            if code == 0:
                after(arguments)
            return code

        return call_and_record

    def _wrap_free(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def free(handle: Any) -> Any:
            self._objects.pop(_address(handle), None)
            return call(handle)

        return free

    def _wrap_argument(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def set_argument(*arguments: Any) -> Any:
            known = self._objects.get(_address(arguments[0]))
            if known is not None and len(known.notes) < _MAX_NOTES:
                numbers = tuple(value for value in arguments[1:] if isinstance(value, int))
                known.notes.append((name, numbers))
            return call(*arguments)

        return set_argument

    def _note_operation(self, arguments: tuple[Any, ...]) -> None:
        known = self._objects.setdefault(_address(arguments[0]), _NativeObject())
        if len(known.notes) < _MAX_NOTES:
            known.notes.append(("Model_addOperation", (arguments[1],)))

    def _created(self, arguments: tuple[Any, ...]) -> None:
        origin = self._objects.get(_address(arguments[0]))
        self._objects[_address(arguments[-1][0])] = _NativeObject(origin=origin)

    def describe(self, name: str, arguments: tuple[Any, ...]) -> list[str]:
        """Return the call as C text, and a line for each thing known about its first argument."""
        full = FULL_NAMES[name]
        types = ARGUMENT_TYPES[full]
        texts = [_format_argument(types, arguments, n) for n in range(len(arguments))]
        lines = [f"{full}({', '.join(texts)})"]
        known = self._objects.get(_address(arguments[0])) if arguments else None
        operations: list[str] = []
        while known is not None:
            for note, numbers in known.notes:
                if note == "Model_addOperation":
                    operations.append(name_of(OperationType, numbers[0]))
                else:
                    lines.append(f"  {_format_note(note, numbers)}")
            known = known.origin
        if operations:
            lines.append(f"  operations of the model: {', '.join(operations)}")
        return lines


def record_calls(functions: LibraryFunctions) -> None:
    """Replace the functions of a library by functions that record their calls."""
    records = CallRecords()
    for full in FUNCTION_NAMES:
        name = SHORT_NAMES[full]
        function = getattr(functions, name)
        if function is not None:
            setattr(functions, name, records.wrap(name, function))
    watch_crashes(records.describe)


def _address(pointer: Any) -> int:
    try:
        return int(ffi.cast("uintptr_t", pointer))
    except (TypeError, OverflowError):
        return 0


def _format_note(name: str, numbers: tuple[int, ...]) -> str:
    """Return for example ``input 0: 48 bytes at offset 64 of a memory``."""
    kind = "input" if "Input" in name else "output"
    if not numbers:
        return kind
    index, *rest = numbers
    if name.endswith("FromMemory") and len(rest) == 2:
        return f"{kind} {index}: {rest[1]} bytes at offset {rest[0]} of a memory"
    return f"{kind} {index}: {rest[-1]} bytes" if rest else f"{kind} {index}"


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


_MACHINES: Final = {
    3: "x86",
    8: "MIPS",
    20: "PowerPC",
    21: "64-bit PowerPC",
    22: "S/390",
    40: "ARM",
    62: "x86-64",
    183: "AArch64",
    243: "RISC-V",
    258: "LoongArch",
}
"""Names of machines by their ``e_machine`` code in ELF files."""
_SHARED_OBJECT: Final = 3
_MAX_DEVICES: Final = 1024


class LibraryError(Exception):
    """The library cannot be tested; the message states why."""


@dataclass(frozen=True, slots=True)
class _Elf:
    """The header fields of an ELF file that identify the machine it is built for."""

    bits: int
    order: str
    kind: int
    machine: int

    @classmethod
    def read(cls, path: Path) -> _Elf | None:
        """Read the header of a file; return ``None`` if it is not an ELF file."""
        with path.open("rb") as file:
            head = file.read(20)
        if len(head) < 20 or head[:4] != b"\x7fELF" or head[5] not in (1, 2):
            return None
        order = "<" if head[5] == 1 else ">"
        kind, machine = struct.unpack_from(f"{order}HH", head, 16)
        return cls(64 if head[4] == 2 else 32, order, kind, machine)

    def __str__(self) -> str:
        name = _MACHINES.get(self.machine, f"machine {self.machine}")
        end = "" if self.order == "<" else ", big-endian"
        return f"{name} ({self.bits} bits{end})"


def load_library(path: Path) -> LibraryFunctions:
    """Load the library at ``path``; raise ``LibraryError`` if it cannot be tested."""
    if not path.exists():
        raise LibraryError(f"the file {path} does not exist")
    if not path.is_file():
        raise LibraryError(f"{path} is not a file")
    try:
        file_header = _Elf.read(path)
    except OSError as error:
        raise LibraryError(f"{path} cannot be read: {error.strerror or error}") from error
    if file_header is None:
        raise LibraryError(
            f"{path} is not an ELF file, so it is not a shared library of this system"
        )
    python_header = _Elf.read(Path("/proc/self/exe"))
    if python_header is not None and (file_header.machine, file_header.bits, file_header.order) != (
        python_header.machine,
        python_header.bits,
        python_header.order,
    ):
        raise LibraryError(
            f"{path} is built for {file_header}, but this Python runs on {python_header}"
        )
    if file_header.kind != _SHARED_OBJECT:
        raise LibraryError(f"{path} is an ELF file, but not a shared library")
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
    functions = LibraryFunctions(form="exported functions", library=library, **found_functions)
    if not any(found_functions.values()):
        raise LibraryError(
            f"{path} exports neither the NNAPI functions (ANeuralNetworks...) nor {TABLE_FUNCTION}"
        )
    missing_names = missing_functions(functions)
    if missing_names:
        raise LibraryError(f"{path} does not export {_listed(missing_names)}")
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
    functions = LibraryFunctions(form="support library table", library=library, **found_functions)
    missing_names = missing_functions(functions)
    if missing_names:
        raise LibraryError(f"{path}: the table of {TABLE_FUNCTION} lacks {_listed(missing_names)}")
    return functions


def _listed(names: list[str]) -> str:
    return ", ".join(names)


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
