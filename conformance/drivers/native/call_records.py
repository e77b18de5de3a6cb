"""Describes the calls of a library's functions for the report on a crash.

It records which operations a model has, which compilation an execution belongs to, and which inputs
and outputs were set, because the arguments of a call are mostly pointers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from conformance.drivers.crash_stacks.current_calls import recorded, watch_crashes
from conformance.drivers.native.interface import (
    ARGUMENT_TYPES,
    FULL_NAMES,
    FUNCTION_NAMES,
    SHORT_NAMES,
    LibraryFunctions,
    ffi,
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
