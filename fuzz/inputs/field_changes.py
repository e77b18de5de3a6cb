"""Changes of single fields, after which a model or a request can hold objects of any type.

The binary form of a model has typed fields, as the HAL. A driver in the same process, and the
validator, can receive objects of other types too. An input with field changes consists of a byte
with the number of changes (modulo 8), a byte with the HAL version, 8 bytes for each change, and a
model in its binary form.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from conformance.hal import (
    PROT_NONE,
    PROT_READ,
    PROT_WRITE,
    BufferToken,
    DataLocation,
    MemoryKind,
    Operand,
    SharedMemory,
    Subgraph,
    SymmPerChannelQuantParams,
    mmap_fd_memory,
)
from fuzz.inputs.mutator import mutate

CHANGE_SIZE: Final = 8
_HEAD_SIZE: Final = 2
_MAX_CHANGES: Final = 8
_PATH_LENGTH: Final = 6
_STOP_EVERY: Final = 4
"""A byte of a path that is a multiple of this number ends the path."""

_PAGE: Final = 4096


class FieldChange(NamedTuple):
    """The replacement of one value inside an object; see ``with_change``."""

    root: int
    path: bytes
    value: int


@dataclass(frozen=True, slots=True)
class ChangedFields:
    """A decoded input: the changes, and the bytes of the model. ``version`` can be any byte."""

    version: int
    changes: tuple[FieldChange, ...]
    model: bytes


class _Unprintable:
    """An object without a representation."""

    def __repr__(self) -> str:
        raise ValueError("this object cannot be printed")


def _closed_memory() -> SharedMemory:
    memory = SharedMemory(64)
    memory.close()
    return memory


def _token_of_wrong_type() -> BufferToken:
    token: Any = "text"
    return BufferToken(token)


_NOT_MAPPABLE: Final = 1 << 46
_VALUES: Final[tuple[Callable[[], object], ...]] = (
    *(partial(int, number) for number in (0, 1, 2, 3, 4, 7, 255, -1, 2**31, 2**32 - 1, 2**32)),
    *(lambda: None, lambda: True, lambda: 1.5, lambda: float("nan"), lambda: 2**64),
    *(lambda: "text", lambda: "com.example.vendor", lambda: b"", lambda: b"\2" * 8, list, dict),
    *(tuple, lambda: (0,), lambda: (1,), lambda: (2, 2), lambda: (0, 1), lambda: (1 << 31, 4)),
    *(lambda: (None,), lambda: (0.5,), lambda: (0.5, 1.0), _Unprintable, object),
    *(DataLocation, lambda: DataLocation(1, 4, 4), lambda: DataLocation(0, 0, 16)),
    *(lambda: Operand(3, (2,)), lambda: Subgraph((), (), (), ())),
    *(partial(SymmPerChannelQuantParams, (0.5, 0.5), 0), lambda: BufferToken(0)),
    *(lambda: BufferToken(7), _token_of_wrong_type, partial(SharedMemory, 0)),
    *(partial(SharedMemory, _PAGE), partial(SharedMemory, _NOT_MAPPABLE), _closed_memory),
    partial(SharedMemory, 0, name=MemoryKind.HARDWARE_BUFFER),
    *(
        partial(mmap_fd_memory, _PAGE, protection=protection)
        for protection in (PROT_NONE, PROT_READ, PROT_WRITE)
    ),
    partial(mmap_fd_memory, _PAGE, file_size=16),
)
"""Functions that create the new values; a change stores their positions, which must not change."""

VALUE_COUNT: Final = len(_VALUES)


def split_changes(data: bytes) -> ChangedFields:
    """Return the changes and the model in an input; every byte string is an input."""
    head = data[:_HEAD_SIZE].ljust(_HEAD_SIZE, b"\0")
    count = head[0] % _MAX_CHANGES
    end = _HEAD_SIZE + count * CHANGE_SIZE
    parts = (
        data[at : at + CHANGE_SIZE].ljust(CHANGE_SIZE, b"\0")
        for at in range(_HEAD_SIZE, end, CHANGE_SIZE)
    )
    changes = tuple(FieldChange(part[0], part[1:-1], part[-1]) for part in parts)
    return ChangedFields(head[1], changes, data[end:])


def join_changes(fields_changed: ChangedFields) -> bytes:
    """Return the bytes of an input."""
    changes = fields_changed.changes
    parts = [
        bytes([one.root]) + one.path[:_PATH_LENGTH].ljust(_PATH_LENGTH, b"\0") + bytes([one.value])
        for one in changes
    ]
    return bytes([len(changes), fields_changed.version]) + b"".join(parts) + fields_changed.model


def with_change(root: Any, change: FieldChange) -> Any:
    """Return an object with one changed value; parts without a change are the same objects.

    Each byte of the path selects a field, an entry, or the key or value of a mapping, until a
    multiple of 4 selects the value itself.
    """
    return _changed(root, iter(change.path), _VALUES[change.value % VALUE_COUNT]())


def _changed(value: Any, path: Iterator[int], new: object) -> Any:
    step = next(path, 0)
    if step % _STOP_EVERY == 0:
        return new
    number = step // _STOP_EVERY
    if isinstance(value, tuple) and value:
        place = number % len(value)
        return (*value[:place], _changed(value[place], path, new), *value[place + 1 :])
    if isinstance(value, Mapping) and value:
        return _changed_mapping(value, number, path, new)
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)]
        name = names[number % len(names)]
        return replace(value, **{name: _changed(getattr(value, name), path, new)})
    return new


def _changed_mapping(
    value: Mapping[Any, Any], number: int, path: Iterator[int], new: object
) -> Mapping[Any, Any]:
    place, in_key = number // 2 % len(value), number % 2
    entries = list(value.items())
    old_key, old = entries[place]
    entries[place] = (new, old) if in_key else (old_key, _changed(old, path, new))
    try:
        return dict(entries)
    except TypeError:  # the new key cannot be hashed
        return value


def paths_in(value: Any, length: int = _PATH_LENGTH) -> Iterator[bytes]:
    """Yield the path of each value inside an object, and of the object itself."""
    yield bytes(1)
    if length < 2:
        return
    children: list[tuple[int, Any]] = []
    if isinstance(value, tuple):
        children = list(enumerate(value))
    elif isinstance(value, Mapping):
        for number, entry in enumerate(value.values()):
            yield _step(2 * number + 1)
            children.append((2 * number, entry))
    elif is_dataclass(value):
        children = [(n, getattr(value, field.name)) for n, field in enumerate(fields(value))]
    for number, child in children[: 256 // _STOP_EVERY]:
        for rest in paths_in(child, length - 1):
            yield _step(number) + rest


def _step(number: int) -> bytes:
    """Return the byte of a path that selects the child with a number."""
    return bytes([number * _STOP_EVERY + 1])


def mutate_changes(data: bytes, max_size: int, seed: int) -> bytes:
    """Return an input with another change of a field, or with a mutated model."""
    source = random.Random(seed)
    known = split_changes(data)
    changes, model, version = list(known.changes), known.model, known.version
    match source.randrange(8):
        case 0:
            model = mutate(model, max_size - len(data) + len(model), seed)
        case 1:
            version = source.randrange(256)
        case 2 if changes:
            del changes[source.randrange(len(changes))]
        case 3 | 4 if changes:
            place = source.randrange(len(changes))
            changes[place] = changes[place]._replace(value=source.randrange(VALUE_COUNT))
        case 5 if changes:
            place = source.randrange(len(changes))
            path = bytearray(changes[place].path)
            path[source.randrange(_PATH_LENGTH)] = source.randrange(256)
            changes[place] = changes[place]._replace(path=bytes(path))
        case _:
            new = FieldChange(
                source.choice((0, 0, 0, 1, 2)),
                source.randbytes(_PATH_LENGTH),
                source.randrange(VALUE_COUNT),
            )
            changes = [*changes, new] if len(changes) < _MAX_CHANGES - 1 else [new]
    joined = join_changes(ChangedFields(version, tuple(changes), model))
    return joined if len(joined) <= max_size else data[:max_size]
