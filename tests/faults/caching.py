"""Table of drivers with one fault in compilation caching, and the drivers of permitted caches."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import itertools
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from conformance import hal
from conformance.driver_sdk import ProgramModel
from conformance.reference import ReferenceDevice
from tests.faults.drivers import (
    FAILED,
    FAILURE,
    INVALID,
    NONE,
    changed,
    fixed,
    launch_status,
    model,
    state,
)
from tests.faults.row import table
from tests.sample_drivers.caching.caching_driver import CachingDriver, RefusedError
from tests.sample_drivers.caching.legal_drivers import close_all, duplicated
from tests.sample_drivers.forwarding import ForwardingPreparedModel

TOO_SMALL = hal.ErrorStatus.OUTPUT_INSUFFICIENT_SIZE
_NUMBERS = itertools.count()


def caching(**members: Any) -> type[CachingDriver]:
    """Return the caching driver with changed members, and a store of its own."""
    kind = changed(CachingDriver, **members)
    kind.__qualname__ = f"{kind.__qualname__}{next(_NUMBERS)}"
    return kind


def descriptors(cache: Any) -> list[int]:
    return [fd for (fd,) in (*cache.model, *cache.data)]


def refusing_with(answer: Any) -> type:
    """Return a driver with this answer for files that hold no model for the token."""
    return caching(refused=fixed(answer))


def has_wrong_number(me: Any, cache: Any) -> bool:
    return (len(cache.model), len(cache.data)) != me.counts


def only_number(me: Any, _: Any, cache: Any) -> str | None:
    """Return the rule that arguments break, if the driver counts the files only."""
    return "number" if has_wrong_number(me, cache) else None


# -------------------------------------------------------------------------------- calls and answers


def keeps_prepared(me: Any, right: Any, saved: Any, prepared: Any, cache: Any) -> Any:
    type(me).last = prepared
    return right(saved, prepared, cache)


def keeps_model(me: Any, right: Any, saved: Any, *more: Any) -> Any:
    me.saved.append(saved)
    return right(saved, *more)


def retrieving(retrieve: Callable[..., Any], **members: Any) -> type:
    """Return a driver with ``retrieve(driver, right, cache, all arguments)`` for the HAL's call."""

    def call(
        me: Any, right: Any, deadline: Any, files: Any, data: Any, token: Any, callback: Any
    ) -> Any:
        cache = hal.CacheArguments(tuple(files), tuple(data), token)
        return retrieve(me, right, cache, (deadline, files, data, token, callback))

    return caching(prepare_model_from_cache=call, **members)


def notifies_before(me: Any, right: Any, cache: Any, arguments: Any) -> Any:
    arguments[-1].notify(*me.prepare_from_cache(arguments[0], cache))
    return right(*arguments)


def silent_failure(me: Any, right: Any, cache: Any, arguments: Any) -> Any:
    status, prepared = me.prepare_from_cache(arguments[0], cache)
    if status == NONE:
        arguments[-1].notify(status, prepared)
    return status


def crashes_on_huge_file(me: Any, right: Any, fd: int) -> bytes:
    if os.fstat(fd).st_size > 64 << 20:
        raise MemoryError("no memory for the file")
    return right(fd)


def on_deadline(is_concerned: Callable[[int], bool], answer: Any) -> type:
    """Return a driver with another answer of a retrieval with some deadlines."""
    return caching(
        prepare_from_cache=lambda me, right, deadline, cache: (
            answer if deadline is not None and is_concerned(deadline) else right(deadline, cache)
        )
    )


def adjusting(adjust: Callable[[Any, Any], Any], **members: Any) -> type:
    """Return a driver that uses the arguments ``adjust(driver, cache)``."""
    return caching(
        **members,
        refusal_of=lambda me, right, cache: right(adjust(me, cache)),
        write_cache=lambda me, right, contents, cache: right(contents, adjust(me, cache)),
        read_cache=lambda me, right, cache: right(adjust(me, cache)),
    )


def first_files(me: Any, cache: Any) -> hal.CacheArguments:
    models, data = me.counts
    return hal.CacheArguments(cache.model[:models], cache.data[:data], cache.token)


def first_descriptors(me: Any, cache: Any) -> hal.CacheArguments:
    files, data = (tuple(each[:1] for each in handles) for handles in (cache.model, cache.data))
    return hal.CacheArguments(files, data, cache.token)


def file_of_zeros(me: Any, cache: Any) -> hal.CacheArguments:
    if cache.data != ((),):
        return cache
    empty = os.memfd_create("nn-empty")
    os.pwrite(empty, bytes(64), 0)
    return hal.CacheArguments(cache.model, hal.cache_handles([empty]), cache.token)


def permits_missing_data(me: Any, right: Any, cache: Any) -> Any:
    if cache.data:
        return right(cache)
    return None if len(cache.model) == me.counts[0] else "number"


def needs_descriptors(me: Any, right: Any, saved: Any, prepared: Any, cache: Any) -> Any:
    for handle in (*cache.model, *cache.data):
        os.fstat(handle[0])
    return right(saved, prepared, cache)


def reopening(me: Any, right: Any, fd: int, *content: Any) -> Any:
    own = os.open(f"/proc/self/fd/{fd}", os.O_RDWR)
    try:
        return right(own, *content)
    finally:
        os.close(own)


REOPENING = {"refusal_of": only_number, "write_file": reopening, "read_file": reopening}
"""The members of a driver that opens files again, whatever the access of the client's files is."""


def fails_if_unsaved(me: Any, right: Any, *arguments: Any) -> Any:
    answer, cache = right(*arguments), arguments[-1]
    return (FAILURE, None) if cache and not me.digests.get(cache.token) else answer


def reads_first(me: Any, right: Any, deadline: Any, cache: Any) -> Any:
    for fd in descriptors(cache):
        os.pread(fd, 1, 0)
    return right(deadline, cache)


def keeps_by_token(me: Any, right: Any, saved: Any, prepared: Any, cache: Any) -> Any:
    me.saved[cache.token] = prepared
    return right(saved, prepared, cache)


# ------------------------------------------------------------------------- files of several clients


def closes_read_only(me: Any, right: Any, *arguments: Any) -> Any:
    answer = right(*arguments)
    for fd in descriptors(arguments[-1]):
        if fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            os.close(fd)
    return answer


def reads_and_closes(me: Any, right: Any, fd: int) -> bytes:
    content = right(fd)
    os.close(fd)
    return content


def duplicates(me: Any, right: Any, fd: int) -> bytes:
    me.kept.append(os.fdopen(os.dup(fd), "rb"))
    return right(me.kept[-1].fileno())


def leaks_on_failure(me: Any, right: Any, *arguments: Any) -> None:
    own = os.open("/dev/null", os.O_RDONLY)
    right(*arguments)
    os.close(own)


def first_run(act: Callable[[Any], Any], **members: Any) -> Callable[[Any, Any], ProgramModel]:
    """Return a constructor, of device and model, of prepared models that act before they run."""

    def run(me: Any, right: Any, call: Any) -> Any:
        answer = act(me)
        return right(call) if answer is None else answer

    def create(device: Any, saved: Any, **state: Any) -> ProgramModel:
        made = changed(ProgramModel, run=run, device=device, **members)
        prepared = made(saved, device.compile(saved), device.version)
        vars(prepared).update(state)
        return prepared

    return create


def taken(me: Any) -> hal.CacheArguments:
    """Return the prepared model's cache arguments, at its first execution only."""
    own, me.own = me.own, hal.CacheArguments()
    return own


def writes_at_first(me: Any) -> None:
    if cache := taken(me):
        contents = me.device.serialize(me._model)
        with contextlib.suppress(OSError):
            me.device.register(cache.token, contents)
            for fd, content in zip(descriptors(cache), contents, strict=True):
                me.device.write_file(fd, content)


late_writer = first_run(writes_at_first)


def refuses_full_files(me: Any, right: Any, saved: Any, prepared: Any, cache: Any) -> Any:
    if me.refusal_of(cache) is None and any(me.read_cache(cache)):
        return None
    return right(saved, prepared, cache)


def keeps_preference(me: Any, right: Any, saved: Any, preference: Any, *more: Any) -> Any:
    me.low_power = preference == hal.ExecutionPreference.LOW_POWER
    return right(saved, preference, *more)


def imprecise(me: Any, right: Any, saved: Any) -> Any:
    contents = right(saved)
    return [*contents[:-1], bytes(len(contents[-1]))] if me.low_power else contents


def one_buffer(me: Any, right: Any, cache: Any) -> Any:
    me.buffer[:] = right(cache)
    return me.buffer


def slowly(me: Any, right: Any, *arguments: Any) -> None:
    right(*arguments)
    time.sleep(0.01)


def write_all(me: Any, contents: Any, cache: Any) -> None:
    for fd, content in zip(descriptors(cache), contents, strict=True):
        me.write_file(fd, content)


def races_itself(me: Any, _: Any, contents: Any, cache: Any) -> None:
    type(me).current = contents
    write_all(me, contents, cache)
    time.sleep(0.01)
    me.register(cache.token, type(me).current)


def keeps_lock(me: Any, right: Any, *arguments: Any) -> None:
    # A deadlock of the judge's own thread cannot be bounded without --isolate.
    if threading.current_thread().name == "nn-client":
        threading.Event().wait(5)
    right(*arguments)


# --------------------------------------------------------------------------- trust in cache files


def known_digest(me: Any, _: Any, token: bytes, contents: Any) -> None:
    if me.digest(contents) not in me.known:
        raise RefusedError


def digest_in_file(me: Any, _: Any, token: bytes, contents: Any) -> None:
    if hashlib.sha256(contents[0][32:]).digest() != contents[0][:32]:
        raise RefusedError


def with_digest(me: Any, right: Any, saved: Any) -> Any:
    (content,) = right(saved)
    return [hashlib.sha256(content).digest() + content]


def digesting(digest: Callable[[Any], Any]) -> type:
    """Return a driver of one file with the text of ``digest(contents)`` as digest."""
    return caching(counts=(1, 0), digest=lambda me, _, contents: str(digest(contents)).encode())


def digest_of(part: slice) -> type:
    """Return a driver of one file whose digest covers a part of it."""
    return caching(
        counts=(1, 0),
        digest=lambda me, right, contents: right([content[part] for content in contents]),
    )


def words(content: bytes, size: int) -> Any:
    return np.frombuffer(content[: len(content) // size * size], f"<u{size}")


def arranging(
    arrange: Callable[..., Any],
    structure_and_values: Callable[..., Any],
    digest: Callable[..., Any],
) -> type:
    """Return a driver with another arrangement of the files ``(first, second, values)``."""

    def deserialize(me: Any, right: Any, contents: Any) -> Any:
        structure, values = structure_and_values(*contents)
        half = len(structure) // 2
        return right([structure[:half], structure[half:], values])

    return caching(
        serialize=lambda me, right, saved: arrange(*right(saved)),
        digest=lambda me, right, contents: right(digest(contents)),
        deserialize=deserialize,
    )


def keeps_content(me: Any, right: Any, token: bytes, contents: Any) -> None:
    right(token, contents)
    me.written[token] = contents[0]


def fills_truncated(me: Any, right: Any, token: bytes, contents: Any) -> None:
    whole = me.written.get(token, b"")
    if len(contents[0]) >= len(whole) or not whole.startswith(contents[0]):
        right(token, contents)
    contents[0] = contents[0].ljust(len(whole), b"\0")


def needs_last_bytes(me: Any, right: Any, token: bytes, contents: Any) -> None:
    ends = contents[0][-1], contents[1][-1]
    right(token, [*contents[:2], bytes(ends)])


def keyed(key: Callable[[bytes], bytes]) -> type:
    """Return a driver whose map of digests has this key for a token."""
    return caching(key=lambda me, _, token: key(token))


def newer(version: str) -> Any:
    """Return the class method that opens an updated driver."""

    def updated(cls: type) -> Any:
        device = cls()
        if version:
            device.version_string = version
        return device

    return classmethod(updated)


def keeps_store(me: Any, _: Any) -> None:
    me.digests = me.stores.setdefault("kept", CachingDriver().digests)


def kept_by_file(me: Any, right: Any, cache: Any) -> Any:
    inode = os.fstat(cache.model[0][0]).st_ino
    if inode not in me.kept:
        me.kept[inode] = right(cache)
    return me.kept[inode]


_PAUSE = 0.002
"""Seconds between two accesses, as with larger files: without it, a busy machine hides the fault."""


def checks_then_reads(me: Any, _: Any, cache: Any) -> Any:
    me.verify(cache.token, me.read_cache(cache))
    time.sleep(_PAUSE)
    return me.deserialize(me.read_cache(cache))


def digests_written(me: Any, _: Any, contents: Any, cache: Any) -> None:
    write_all(me, contents, cache)
    time.sleep(_PAUSE)
    me.register(cache.token, me.read_cache(cache))


def reads_at_first(me: Any) -> Any:
    if own := taken(me):
        try:
            me._program = me.device.compile(me.device.deserialize(me.device.read_cache(own)))
        except RefusedError:
            return TOO_SMALL, (), hal.Timing()
        finally:
            close_all(own)
    return None


late_reader = first_run(reads_at_first, __del__=lambda me, _: close_all(me.own))


def believes_half(me: Any, _: Any, contents: Any, cache: Any) -> None:
    me.register(cache.token, contents)
    for fd, content in zip(descriptors(cache), contents, strict=True):
        with contextlib.suppress(OSError):
            me.write_file(fd, content)


def needs_long_data(me: Any, right: Any, contents: Any) -> Any:
    if contents[-1]:
        contents[-1][35]
    return right(contents)


def keeps_data(me: Any, right: Any, token: bytes, contents: Any) -> None:
    right(token, contents)
    me.written.add(contents[-1])


def retrieved(change: Callable[[Any, Any, Any], Any], **members: Any) -> type:
    """Return a driver that answers ``change(driver, prepared model, cache)`` for a retrieved model."""

    def prepare(me: Any, right: Any, deadline: Any, cache: Any) -> Any:
        status, prepared = right(deadline, cache)
        return (status, None) if prepared is None else change(me, prepared, cache)

    return caching(prepare_from_cache=prepare, **members)


def damaged(answer: Any) -> type:
    """Return a driver with another answer if a data cache file was changed."""

    def change(me: Any, prepared: Any, cache: Any) -> Any:
        is_known = me.read_cache(cache)[-1] in me.written
        return (NONE, prepared) if is_known else answer

    return retrieved(change, written=set(), register=keeps_data)


def changes_address(me: Any, right: Any, call: Any) -> Any:
    if me.address:
        with call.request.pools[0].view() as view:
            view[me.address % 64] ^= 1
    return right(call)


def with_class(prepared: Any, **members: Any) -> Any:
    """Give a retrieved model changed members; return the answer of its retrieval."""
    prepared.__class__ = changed(ProgramModel, **members)
    return NONE, prepared


def runs_last_program(me: Any, prepared: Any, _: Any) -> Any:
    me.last = prepared._program

    def run(it: Any, right: Any, call: Any) -> Any:
        it._program = me.last
        return right(call)

    return with_class(prepared, run=run)


def clears_stores(me: Any, right: Any) -> None:
    me.stores.clear()
    right()


def counts_restarts(me: Any, right: Any) -> None:
    me.number, type(me).restarts = type(me).restarts, type(me).restarts + 1
    right()


# ------------------------------------------------------------------------- use of retrieved models


def reference(**members: Any) -> type:
    """Return the reference driver of HAL 1.3 with changed members."""
    return changed(
        changed(
            ReferenceDevice, __init__=lambda me, right, version=hal.Version.V1_3: right(version)
        ),
        **members,
    )


def wrapping(**members: Any) -> type:
    """Return the reference driver with changed members of retrieved models."""
    wrapper = model(ForwardingPreparedModel, **members)

    def prepare(me: Any, right: Any, deadline: Any, cache: Any) -> Any:
        status, prepared = right(deadline, cache)
        return status, None if prepared is None else wrapper(prepared, prepared._model)

    return reference(prepare_from_cache=prepare)


def keeps_second_input(me: Any, right: Any, request: Any, *more: Any) -> Any:
    if len(request.inputs) > 1 and not request.inputs[1].has_no_value:
        place = request.inputs[1].location
        with request.pools[place.pool_index].view() as view:
            where = slice(place.offset, place.offset + place.length)
            me.first = me.first or bytes(view[where])
            view[where] = me.first
    return right(request, *more)


def while_retrieving(me: Any, right: Any, *arguments: Any) -> Any:
    me.is_retrieving = True
    try:
        return right(*arguments)
    finally:
        me.is_retrieving = False


def keeps_retrieved(me: Any, right: Any, *arguments: Any) -> Any:
    answer = right(*arguments)
    me.retrieved = [*me.retrieved, answer[1]]
    return answer


def refuses_retrieved(
    me: Any, right: Any, desc: Any, models: Any, inputs: Any, outputs: Any
) -> Any:
    if inputs and any(each in me.retrieved for each in models):
        return INVALID, None, 0
    return right(desc, models, inputs, outputs)


def empties_buffers(me: Any, right: Any, *arguments: Any) -> Any:
    status, prepared = right(*arguments)
    if prepared is not None:
        execute = prepared.run

        def run(call: Any) -> Any:
            answer = execute(call)
            if call.request.pools[1:]:
                prepared._request_buffers(call.request).invalidate_outputs()
            return answer

        prepared.run = run
    return status, prepared


def in_any_order(me: Any, right: Any, contents: Any) -> Any:
    """Exchange the first two files if they hold no model as they are."""
    try:
        return right(contents)
    except RefusedError:
        first, second, *others = contents
        return right([second, first, *others])


def within(size: int) -> Any:
    """Return a ``deserialize`` that reads so many bytes of the data file only."""

    def deserialize(me: Any, right: Any, contents: Any) -> Any:
        *others, data = contents
        return right([*others, data[:size].ljust(len(data), b"\0")])

    return deserialize


def fails_if_write_only(me: Any, right: Any, *more: Any) -> Any:
    cache = more[-1]
    modes = [fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE for fd in descriptors(cache)]
    return (FAILURE, None) if os.O_WRONLY in modes else right(*more)


def first_shapes(me: Any, right: Any, *more: Any) -> Any:
    status, shapes, timing = right(*more)
    if status == NONE:
        shapes = me.__dict__.setdefault("shapes", shapes)
    return status, shapes, timing


def first_dimensions(me: Any, right: Any, request: Any, *more: Any) -> Any:
    """Refuse other dimensions of the first input than those of the first request."""
    given = request.inputs[0].dimensions
    return right(request, *more) if me.__dict__.setdefault("given", given) == given else FAILED


_ARGUMENTS, _SECURITY, _RACES, _USE = (
    "caching_arguments",
    "caching_security",
    "caching_races",
    "caching_use",
)
_CORRUPTED, _DATA = f"{_SECURITY}.corrupted_model_cache", f"{_SECURITY}.corrupted_data_cache"

CACHING_FAULTS = table(
    ("The driver reports GENERAL_FAILURE together with a prepared model", _CORRUPTED, caching(last=None, save=keeps_prepared, refused=lambda me, _, cache: (FAILURE, type(me).last))),
    ("The driver reports NONE without a prepared model instead of a failure", f"{_SECURITY}.wrong_token", refusing_with((NONE, None))),
    ("The driver reports INVALID_ARGUMENT for a model cache file that was changed", _CORRUPTED, refusing_with((INVALID, None))),
    ("The driver reports DEVICE_UNAVAILABLE for a wrong token", f"{_SECURITY}.wrong_token", refusing_with((hal.ErrorStatus.DEVICE_UNAVAILABLE, None))),
    ("The driver reports OUTPUT_INSUFFICIENT_SIZE for a wrong number of files", f"{_ARGUMENTS}.wrong_number_on_retrieval", caching(refused=lambda me, _, cache: ((TOO_SMALL if has_wrong_number(me, cache) else FAILURE), None))),
    ("prepareModelFromCache notifies its callback twice", "caching.saving_and_retrieval", retrieving(notifies_before)),
    ("prepareModelFromCache returns INVALID_ARGUMENT and notifies of GENERAL_FAILURE", f"{_SECURITY}.wrong_token", caching(prepare_model_from_cache=launch_status(lambda status: INVALID if status == FAILURE else status))),
    ("prepareModelFromCache returns GENERAL_FAILURE without a notification", f"{_SECURITY}.wrong_token", retrieving(silent_failure), "callback.missing"),
    ("The driver waits for content if the cache files are empty", f"{_ARGUMENTS}.empty_files", retrieving(lambda me, right, cache, arguments: right(*arguments) if any(me.read_cache(cache)) else NONE), "callback.missing"),
    ("The driver fails with an exception for a huge file", f"{_ARGUMENTS}.huge_files", caching(read_file=crashes_on_huge_file), "answer.exception"),
    ("prepareModelFromCache fails if there is a deadline", "caching.deadlines", on_deadline(lambda _: True, (FAILURE, None))),
    ("prepareModelFromCache takes a deadline of 64 bits for one that has passed", "caching.deadlines", on_deadline(lambda deadline: deadline >= 2**63, (hal.ErrorStatus.MISSED_DEADLINE_PERSISTENT, None))),
    ("prepareModelFromCache reports INVALID_ARGUMENT for a deadline that has passed", "caching.deadlines", on_deadline(lambda deadline: time.monotonic_ns() > deadline, (TOO_SMALL, None))),
    ("prepareModel fails if the number of cache files is wrong", "preparation.wrong_cache_files_on_prepare", caching(prepare=lambda me, right, *more: (INVALID, None) if more[-1] and has_wrong_number(me, more[-1]) else right(*more))),
    ("The driver uses the first files if there are too many", f"{_ARGUMENTS}.wrong_number_on_retrieval", adjusting(first_files)),
    ("The driver saves and retrieves although there are too many files", "preparation.wrong_cache_files_on_prepare", adjusting(first_files)),
    ("The driver delivers a model without constants if a data cache file is missing", f"{_ARGUMENTS}.wrong_number_on_retrieval", caching(refusal_of=permits_missing_data, deserialize=lambda me, right, contents: right([*contents, bytes(64)] if len(contents) < sum(me.counts) else contents))),
    ("The driver uses the first descriptor of a handle that has two", f"{_ARGUMENTS}.wrong_descriptors_on_retrieval", adjusting(first_descriptors)),
    ("The driver saves to the first descriptor of a handle that has two, and retrieves from it", f"{_ARGUMENTS}.wrong_descriptors_on_saving", adjusting(first_descriptors)),
    ("The driver delivers a model without constants if the data handle has no descriptor", f"{_ARGUMENTS}.wrong_descriptors_on_retrieval", adjusting(file_of_zeros)),
    ("prepareModel raises an exception if a handle has no descriptor", f"{_ARGUMENTS}.wrong_descriptors_on_saving", caching(save=needs_descriptors), "answer.exception"),
    ("The driver opens a file again for writing if the client opened it for reading only", f"{_ARGUMENTS}.read_only_on_saving", caching(**REOPENING)),
    ("The driver opens a file again for reading if the client opened it for writing only", f"{_ARGUMENTS}.write_only_on_retrieval", caching(**REOPENING)),
    ("A driver of HAL 1.3 reports INVALID_ARGUMENT for a file that is open for writing only", f"{_ARGUMENTS}.write_only_on_retrieval", refusing_with((INVALID, None))),
    ("The preparation fails if the cache files cannot be written", f"{_ARGUMENTS}.unusable_files_on_saving", caching(prepare=fails_if_unsaved)),
    ("prepareModelFromCache raises an exception if it cannot read a file", f"{_ARGUMENTS}.unusable_files_on_retrieval", caching(prepare_from_cache=reads_first), "answer.exception"),
    ("The driver delivers a model for a known token without cache files", "caching.token_without_files", caching(saved={}, save=keeps_by_token, refused=lambda me, _, cache: (NONE, me.saved[cache.token]) if not cache and cache.token in me.saved else (FAILURE, None))),
    # The client's files
    ("The driver writes over the old content without truncating it", "caching.truncation_before_saving", caching(write_file=lambda me, _, fd, content: os.pwrite(fd, content, 0))),
    ("The driver reads from the file offset of the descriptor", "caching.file_offset", caching(read_file=lambda me, _, fd: os.read(fd, 1 << 20))),
    ("The driver writes at the file offset of the descriptor, without truncating the file", "caching.file_offset", caching(write_file=lambda me, _, fd, content: os.write(fd, content))),
    ("The driver reads the files in the order of their descriptors' numbers", "caching.order_of_descriptors", caching(read_cache=lambda me, _, cache: [me.read_file(fd) for fd in sorted(descriptors(cache))])),
    ("The driver closes the client's descriptor if it is open for reading only", f"{_ARGUMENTS}.read_only_on_saving", caching(prepare=closes_read_only)),
    ("The driver closes the client's descriptors after it has read the files", "caching.saving_and_retrieval", caching(read_file=reads_and_closes)),
    ("The driver duplicates descriptors and never closes them", "caching.descriptors_released", caching(kept=state(list), read_file=duplicates)),
    ("The driver does not close its duplicated descriptor if the files are not accepted", "caching.descriptors_released", caching(verify=leaks_on_failure)),
    ("The driver writes at the first execution, to the client's own descriptors", "caching.descriptors_closed_by_client", caching(save=lambda me, right, saved, prepared, cache: late_writer(me, saved, own=cache) if me.refusal_of(cache) is None else prepared)),
    ("prepareModel fails if the cache files are not empty", "caching.saving_again", caching(save=refuses_full_files)),
    ("With LOW_POWER, the driver saves constants with less precision", "caching.preferences_and_priorities", caching(low_power=False, prepare=keeps_preference, serialize=imprecise)),
    ("prepareModel fails if a model was saved with the token before", "caching.client_flows", caching(prepare=lambda me, right, *more: (FAILURE, None) if more[-1] and more[-1].token in me.digests else right(*more))),
    ("The driver uses one buffer for the files of all clients", f"{_RACES}.clients_with_own_files", caching(buffer=[], read_cache=one_buffer, verify=slowly)),
    ("The driver registers the digest of what another thread writes to the same files", f"{_RACES}.clients_that_overwrite_files", caching(current=None, write_cache=races_itself)),
    ("A preparation of the second client waits for a lock that the driver never releases", f"{_RACES}.clients_with_same_files", caching(write_cache=keeps_lock), "clients.timeout"),
    # Trust in cache files
    ("The driver accepts files that it has written for any token", f"{_SECURITY}.replaced_model_cache", caching(known=set(), register=lambda me, _, token, contents: me.known.add(me.digest(contents)), verify=known_digest)),
    ("The driver does not check the content of model cache files", _CORRUPTED, caching(counts=(1, 0), verify=fixed(None))),
    ("The driver stores the digest in the cache file, where a client can change it too", f"{_SECURITY}.replaced_model_cache", caching(counts=(1, 0), serialize=with_digest, verify=digest_in_file, deserialize=lambda me, right, contents: right([contents[0][32:]]))),
    ("The digest covers the first 64 bytes of each model cache file only", _CORRUPTED, digest_of(slice(64))),
    ("The digest does not cover the last 16 bytes of each model cache file", _CORRUPTED, digest_of(slice(-16))),
    ("The digest covers the first model cache file only", _CORRUPTED, arranging(lambda first, second, values: [first + second, values, b""], lambda structure, values, _: (structure, values), lambda contents: contents[:1])),
    ("The driver checks the lengths of the model cache files instead of their content", _CORRUPTED, digesting(lambda contents: [len(content) for content in contents])),
    ("The digest of a model cache file is the sum of its bytes", _CORRUPTED, digesting(lambda contents: [sum(content) for content in contents])),
    ("The digest of a model cache file is the sum of its words of 4 bytes", _CORRUPTED, digesting(lambda contents: [int(words(content, 4).sum(dtype=np.uint32)) for content in contents])),
    ("The digest of a model cache file is the exclusive or of its words of 8 bytes", _CORRUPTED, digesting(lambda contents: [int(np.bitwise_xor.reduce(words(content, 8))) for content in contents])),
    ("The digest does not depend on the order of the model cache files", f"{_SECURITY}.swapped_model_cache_files", arranging(lambda first, second, values: [values, bytes(len(values)), first + second], lambda values, _, structure: (structure, values), lambda contents: sorted(contents[:2]))),
    ("The driver replaces the missing end of a truncated model cache file by zeros", f"{_SECURITY}.wrong_length_of_model_cache", caching(counts=(1, 0), written={}, register=keeps_content, verify=fills_truncated)),
    ("The driver raises an exception for a truncated model cache file", f"{_SECURITY}.wrong_length_of_model_cache", caching(verify=needs_last_bytes), "answer.exception"),
    ("The map of digests uses the first 16 bytes of a token only", f"{_SECURITY}.similar_tokens", keyed(lambda token: token[:16])),
    ("The map of digests ignores the last byte of a token", f"{_SECURITY}.similar_tokens", keyed(lambda token: token[:-1])),
    ("The map of digests uses the token as ASCII text, without its highest bits", f"{_SECURITY}.similar_tokens", keyed(lambda token: bytes(byte & 0x7F for byte in token))),
    ("The driver delivers the model that was saved last for a token of zeros", f"{_SECURITY}.wrong_token", caching(saved=[], save=keeps_model, load=lambda me, right, cache: right(cache) if any(cache.token) else me.saved[0])),
    ("A newer build of the driver uses the map of digests of the older one", f"{_SECURITY}.updated_driver", caching(open_store=keeps_store, updated=newer("2"))),
    ("A newer build of the driver reports the version text of the older one", f"{_SECURITY}.updated_driver", caching(updated=newer(""))),
    ("The driver keeps retrieved models by the file, also when the file was written again", "caching.saving_again", caching(kept={}, load=kept_by_file)),
    ("The driver delivers the model that was saved last if the files are empty", f"{_ARGUMENTS}.empty_files", caching(saved=[], save=keeps_model, load=lambda me, right, cache: me.saved[-1] if me.saved and not any(me.read_cache(cache)) else right(cache))),
    ("The driver reads the files, checks the digest, and reads the files again", f"{_RACES}.replacement_during_retrieval", caching(load=checks_then_reads)),
    ("The driver computes the digest from the files after it has written them", f"{_RACES}.replacement_during_saving", caching(write_cache=digests_written)),
    ("The driver checks the files at the retrieval and reads them again at the first execution", f"{_RACES}.replacement_after_retrieval", retrieved(lambda me, _, cache: (NONE, late_reader(me, me.load(cache), own=duplicated(cache))))),
    ("The driver writes what it can, and registers the digest even if some files failed", f"{_ARGUMENTS}.unusable_files_on_saving", caching(counts=(1, 1), write_cache=believes_half, refusal_of=only_number, deserialize=lambda me, right, contents: right([contents[0], contents[1].ljust(4096, b"\0")]))),
    ("The driver raises an exception if a data cache file is shorter than expected", f"{_SECURITY}.wrong_length_of_data_cache", caching(deserialize=needs_long_data), "answer.exception"),
    ("The driver answers NONE without a model if a data cache file was changed", _DATA, damaged((NONE, None))),
    ("The driver answers OUTPUT_INSUFFICIENT_SIZE if a data cache file was changed", _DATA, damaged((TOO_SMALL, None))),
    ("The driver writes a result to an address from a data cache file without a check", _DATA, retrieved(lambda me, prepared, cache: with_class(prepared, address=me.read_cache(cache)[-1][4] & 0xF0, run=changes_address))),
    ("All models that were retrieved run the program of the last one", "caching.several_retrieved_models", retrieved(runs_last_program)),
    ("The map of digests does not survive a restart of the driver", "caching.retrieval_after_restart", caching(open_store=clears_stores)),
    ("After a restart the driver uses the constants of the model that was saved first", "caching.retrieval_after_restart", caching(restarts=0, open_store=counts_restarts, deserialize=lambda me, right, contents: right([*contents[:-1], bytes(len(contents[-1]))] if me.number else contents))),
    # Use of retrieved models
    ("Requests for retrieved models are not validated", f"{_USE}.invalid_requests", retrieved(lambda me, prepared, _: with_class(prepared, refusal=fixed(None), run=lambda it, right, call: (NONE, *answer[1:]) if (answer := right(call))[0] == INVALID else answer))),
    ("Retrieved models answer GENERAL_FAILURE for invalid requests", f"{_USE}.invalid_requests", retrieved(lambda me, prepared, _: with_class(prepared, refusal=lambda it, right, *more, **named: None if right(*more, **named) is None else FAILURE))),
    ("Executions of retrieved models fail if an input is omitted", f"{_USE}.changed_permutation", wrapping(execute_synchronously=lambda me, right, request, *more: FAILED if any(each.has_no_value for each in request.inputs) else right(request, *more))),
    ("A scalar input of a retrieved model keeps the value of the first execution", f"{_USE}.changed_activation", wrapping(first=b"", execute_synchronously=keeps_second_input)),
    ("A float scalar input of a retrieved model keeps the value of the first execution", f"{_USE}.changed_padding_value", wrapping(first=b"", execute_synchronously=keeps_second_input)),
    ("Retrieved models do not wait for fences", f"{_USE}.fences_and_limits", wrapping(execute_fenced=lambda me, right, request, wait_for, *more: right(request, (), *more))),
    ("allocate refuses roles of retrieved models with INVALID_ARGUMENT", f"{_USE}.output_buffers", reference(is_retrieving=False, prepare_from_cache=while_retrieving, enable_buffers=lambda me, right, *more: None if me.is_retrieving else right(*more))),
    ("allocate refuses input roles of retrieved models with INVALID_ARGUMENT", f"{_USE}.input_buffers", reference(retrieved=(), prepare_from_cache=keeps_retrieved, allocate=refuses_retrieved)),
    ("An execution of a retrieved model does not store its result in a buffer", f"{_USE}.output_buffers", reference(prepare_from_cache=empties_buffers)),
    # Changes without an effect, and other models
    ("The driver accepts its two model cache files in any order", f"{_SECURITY}.accepted_model_cache", caching(digest=lambda me, right, contents: right([*sorted(contents[:2]), *contents[2:]]), deserialize=in_any_order)),
    ("The driver does not check the last of three model cache files, which is unused", f"{_SECURITY}.accepted_model_cache", caching(counts=(3, 1), serialize=lambda me, right, saved: [b"".join((found := right(saved))[:3]), b"version", b"1", found[3]], digest=lambda me, right, contents: right(contents[:2]), deserialize=lambda me, right, contents: right([contents[0], b"", b"", contents[3]]))),
    ("The driver restores the first page of constants only", f"{_USE}.large_constants", caching(deserialize=within(4096))),
    ("The driver restores the first 65,536 bytes of constants only", f"{_USE}.large_constants", caching(deserialize=within(65536))),
    ("Retrieved models with referenced subgraphs do not execute", f"{_USE}.control_flow", wrapping(execute_synchronously=lambda me, right, *more: FAILED if me.model.referenced else right(*more))),
    ("Only the first 32 bytes of a token count for a retrieval", f"{_ARGUMENTS}.wrong_token_size_on_saving", retrieving(lambda me, right, cache, arguments: right(*arguments[:3], cache.token[:32], arguments[-1]), version=hal.Version.AIDL_V4)),
    ("Retrieved models have the dimensions of their first request", f"{_USE}.unknown_extents", wrapping(execute_synchronously=first_dimensions)),
    ("Retrieved models report the shapes of the first execution", f"{_USE}.shapes_from_data", wrapping(execute_synchronously=first_shapes)),
    ("Retrieved models with an extension do not execute", f"{_USE}.extension_operations", wrapping(execute_synchronously=lambda me, right, *more: FAILED if me.model.extension_name_to_prefix else right(*more))),
    ("The preparation fails if a cache file is open for writing only", f"{_ARGUMENTS}.write_only_on_saving", caching(prepare=fails_if_write_only)),
    ("The driver saves and retrieves with the first 32 bytes of a longer token", f"{_ARGUMENTS}.wrong_token_size_on_saving", adjusting(lambda me, cache: hal.CacheArguments(cache.model, cache.data, cache.token[:32].ljust(32, b"\0")), version=hal.Version.AIDL_V4, key=lambda me, right, token: right(token[:32]))),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
