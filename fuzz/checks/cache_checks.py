"""Compilation cache files: a driver never accepts damaged files as another compilation."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from conformance.checks.sample_models import addition_model
from conformance.checks.sample_requests import execute_request
from conformance.hal import (
    BYTE_SIZE_OF_CACHE_TOKEN,
    CacheArguments,
    CacheHandle,
    ErrorStatus,
    PreparedModel,
    Version,
    cache_handles,
)
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.validation import validate_cache
from conformance.verdicts import VerdictKind
from fuzz.core.finding import FuzzFinding, make_finding
from fuzz.core.session import FuzzSession
from fuzz.inputs.unit_mutator import unit_mutator

CHANGE_SIZE: Final = 8
mutate_changes: Final = unit_mutator(CHANGE_SIZE)
_MAX_CHANGES: Final = 32
_MAX_FILE: Final = 1 << 20
_REFUSALS: Final = (ErrorStatus.INVALID_ARGUMENT, ErrorStatus.GENERAL_FAILURE)
_TOKEN: Final = bytes(range(1, BYTE_SIZE_OF_CACHE_TOKEN + 1))
_KINDS: Final = 11
_XOR, _SET, _CUT, _EXTEND, _SWAP, _REMOVE_HANDLE, _REPEAT_HANDLE, _MERGE_HANDLES, _NEW_TOKEN = (
    range(9)
)
_CUT_TOKEN, _ACCESS = 9, 10
_READ_ONLY, _DEVICE = range(2)
_NO_ACCESS: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(slots=True)
class _Arguments:
    """The arguments of a preparation from cache files, which the changes of an input modify.

    ``handles`` holds the numbers of the files in each handle; ``access`` maps the number of a file
    to the way in which its descriptor is unusable.
    """

    files: list[bytearray]
    token: bytearray
    handles: list[list[int]]
    access: dict[int, int]


@dataclass(frozen=True, slots=True)
class SavedCache:
    """The contents of the model and data cache files that the driver saved for the addition.

    ``hit`` states whether the driver then prepared the model from unchanged copies.
    """

    counts: tuple[int, int]
    files: tuple[bytes, ...]
    hit: bool


def check_cache(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Prepare from changed copies of the cache files that the driver saved for an addition.

    A change has 8 bytes: kind, file, 4 bytes of position, value and number. A driver without cache
    files must refuse every call.
    """
    if session.version < Version.V1_2:
        return None
    saved = session.once("cache", lambda: _saved(session))
    if saved is None:
        return None
    files = [bytearray(content) for content in saved.files]
    arguments = _Arguments(files, bytearray(_TOKEN), [[n] for n in range(len(files))], {})
    changes = [
        data[at : at + CHANGE_SIZE] for at in range(0, len(data) - CHANGE_SIZE + 1, CHANGE_SIZE)
    ]
    for change in changes[:_MAX_CHANGES]:
        _apply(change, arguments)
    with _opened(arguments.files, arguments.access) as descriptors:
        cache = _arguments(saved.counts[0], arguments.handles, descriptors, bytes(arguments.token))
        violation = validate_cache(cache, saved.counts, session.version)
        state = _compared(arguments, saved)
        if violation is not None:
            session.note_rules({violation.rule.name})
        else:
            session.note_rules({"cache.content"} if state.sensitive else set())
        record = RecordingPreparedModelCallback()
        end = driver_calls.prepare_model_from_cache(
            session.device,
            cache.model,
            cache.data,
            cache.token,
            session.options.callback_timeout,
            record,
        )
        if len(record.notifications) != 1:
            count = len(record.notifications)
            reason = f"prepare_model_from_cache notified its callback {count} times"
            return make_finding(VerdictKind.FAILED, "callback.once", reason)
        if (end.model is None) == (end.status == ErrorStatus.NONE):
            reason = f"prepare_model_from_cache notified {end.status.name} with the wrong model"
            return make_finding(VerdictKind.FAILED, "cache.model", reason)
        if violation is not None and end.status not in _REFUSALS:
            names = " or ".join(status.name for status in _REFUSALS)
            reason = (
                f"prepare_model_from_cache notified {end.status.name} for invalid arguments "
                f"({violation}); {names} was expected"
            )
            return make_finding(VerdictKind.FAILED, violation.rule.name, reason)
        if violation is None and state.unchanged and saved.hit and end.model is None:
            reason = f"unchanged cache files, accepted before, now end with {end.status.name}"
            return make_finding(VerdictKind.FAILED, "cache.status", reason)
        finding = None if end.model is None else _check_model(session, end.model, state)
    return finding or session.check_health()


class _State(NamedTuple):
    """The difference between the arguments and the saved ones.

    ``sensitive``: the token or a model cache file differs. ``unchanged``: nothing differs.
    """

    sensitive: bool
    unchanged: bool


def _compared(arguments: _Arguments, saved: SavedCache) -> _State:
    models, contents = saved.counts[0], tuple(map(bytes, arguments.files))
    original = [[number] for number in range(len(saved.files))]
    sensitive = (
        arguments.token != _TOKEN
        or contents[:models] != saved.files[:models]
        or arguments.handles[:models] != original[:models]
    )
    unchanged = not sensitive and contents == saved.files and arguments.handles == original
    return _State(sensitive, unchanged and not arguments.access)


def _check_model(session: FuzzSession, model: PreparedModel, state: _State) -> FuzzFinding | None:
    """Execute a model from cache files; changed data cache files may change only its results."""
    problem = _wrong_result(session, model)
    if problem and (state.sensitive or state.unchanged):
        changed = "unchanged" if state.unchanged else "changed"
        reason = f"a model that was prepared from {changed} cache files is wrong: {problem}"
        return make_finding(VerdictKind.FAILED, "cache.values", reason)
    if not session.addition_request.memory_intact:
        reason = "a model that was prepared from cache files wrote outside its outputs"
        return make_finding(VerdictKind.FAILED, "memory.outside", reason)
    return None


def _apply(change: bytes, arguments: _Arguments) -> None:
    kind, number = change[0] % _KINDS, change[1]
    position, value, count = int.from_bytes(change[2:6], "little"), change[6], change[7]
    files, token = arguments.files, arguments.token
    if kind == _NEW_TOKEN:
        if token:
            token[position % len(token)] ^= value
        return
    if kind == _CUT_TOKEN:
        del token[position % (len(token) + 1) :]
        return
    handles = arguments.handles
    if kind in (_REMOVE_HANDLE, _REPEAT_HANDLE, _MERGE_HANDLES):
        place = number % max(len(handles), 1)
        if not handles:
            pass
        elif kind == _REMOVE_HANDLE:
            del handles[place]
        elif kind == _REPEAT_HANDLE:
            handles.insert(place, list(handles[place]))
        else:
            handles[place] = handles[place] * (count % 3)
        return
    if not files:
        return
    file = files[number % len(files)]
    if kind == _ACCESS:
        arguments.access[number % len(files)] = value % 3
    elif kind == _SWAP:
        source = value % len(files)
        place = number % len(files)
        files[place], files[source] = files[source], files[place]
    elif kind == _CUT:
        del file[position % (len(file) + 1) :]
    elif kind == _EXTEND:
        file += bytes([value]) * min(1 + count, _MAX_FILE - len(file))
    elif file:
        start = position % len(file)
        for place in range(start, min(start + 1 + count % 16, len(file))):
            file[place] = file[place] ^ (value or 1) if kind == _XOR else value


@contextlib.contextmanager
def _opened(files: list[bytearray], access: Mapping[int, int] = _NO_ACCESS) -> Iterator[list[int]]:
    """Yield descriptors of files with these contents; ``access`` states which are unusable."""
    descriptors = [os.memfd_create("nn-fuzz-cache", os.MFD_CLOEXEC) for _ in files]
    try:
        for descriptor, content in zip(descriptors, files, strict=True):
            os.write(descriptor, content)
            os.lseek(descriptor, 0, os.SEEK_SET)
        for number, way in access.items():
            descriptors[number] = _unusable(descriptors[number], way)
        yield descriptors
    finally:
        for descriptor in descriptors:
            with contextlib.suppress(OSError):
                os.close(descriptor)


def _unusable(descriptor: int, way: int) -> int:
    """Return a descriptor in place of another one, which it closes."""
    if way == _READ_ONLY:
        replaced = os.open(f"/proc/self/fd/{descriptor}", os.O_RDONLY | os.O_CLOEXEC)
    elif way == _DEVICE:
        replaced = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
    else:
        replaced = -1
    os.close(descriptor)
    return replaced


def _arguments(
    model_count: int, handles: list[list[int]], descriptors: list[int], token: bytes
) -> CacheArguments:
    opened: list[CacheHandle] = [
        tuple(descriptors[number] for number in handle) for handle in handles
    ]
    return CacheArguments(tuple(opened[:model_count]), tuple(opened[model_count:]), token)


def _saved(session: FuzzSession) -> SavedCache | None:
    """Return the cache files that the driver saves for the addition; ``None`` if unknown."""
    answer = driver_calls.get_number_of_cache_files_needed(session.device)
    status, models, data = answer
    if status != ErrorStatus.NONE:
        return None
    if models + data == 0:
        return SavedCache((0, 0), (), hit=False)
    with _opened([bytearray() for _ in range(models + data)]) as descriptors:
        end, _ = session.context.try_to_prepare(
            addition_model(),
            model_cache=cache_handles(descriptors[:models]),
            data_cache=cache_handles(descriptors[models:]),
            token=_TOKEN,
        )
        if end.model is None:
            return None
        _wrong_result(session, end.model)  # some drivers save at the first execution
        files = tuple(os.pread(descriptor, _MAX_FILE, 0) for descriptor in descriptors)
    with _opened([bytearray(content) for content in files]) as descriptors:
        end = driver_calls.prepare_model_from_cache(
            session.device,
            cache_handles(descriptors[:models]),
            cache_handles(descriptors[models:]),
            _TOKEN,
            session.options.callback_timeout,
            RecordingPreparedModelCallback(),
        )
    return SavedCache((models, data), files, end.model is not None)


def _wrong_result(session: FuzzSession, prepared: PreparedModel) -> str:
    addition = session.addition_request
    addition.reset()
    outcome = execute_request(session.context, prepared, addition.request)
    if outcome.status != ErrorStatus.NONE:
        return f"the execution answered {outcome.status.name}"
    return addition.first_difference()
