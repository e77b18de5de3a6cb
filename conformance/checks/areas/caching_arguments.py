"""Checks of invalid cache arguments: wrong numbers of files and descriptors, unusable files.

Whatever the cache arguments are, prepareModel prepares the model. prepareModelFromCache with the
same arguments fails.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from conformance.checks.cache_files import CacheFiles, CacheHandles, inode_of, name_of
from conformance.checks.cache_tester import REFUSALS, CacheTester, caching_check
from conformance.checks.check_context import CheckContext, Violation, described, expect
from conformance.hal import NO_CACHE_TOKEN, CacheHandle, ErrorStatus, Version
from conformance.processes import descriptor_limit

_NUMBER: Final = "IDevice.prepareModel_1_2, prepareModelFromCache: number of cache files"
_DESCRIPTORS: Final = "IDevice.prepareModel_1_2, prepareModelFromCache: one descriptor per handle"
_ACCESS: Final = "IDevice.prepareModel_1_2, prepareModelFromCache: read and write permission"
_SAVING_ERRORS: Final = "IDevice.prepareModel_1_2: errors of saving do not affect the result"
_HUGE_BYTES: Final = 128 << 20


def wrong_numbers(files: CacheFiles, handles: CacheHandles) -> Iterator[tuple[str, CacheHandles]]:
    """Yield handles with one file too many or too few of each kind; the extra file is empty."""
    path, flags = files.folder / "extra", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
    extra: CacheHandle = (os.open(path, flags, 0o600),)
    try:
        for kind, wrong in (
            ("model", CacheHandles((*handles.model, extra), handles.data)),
            ("model", CacheHandles(handles.model[:-1], handles.data)),
            ("data", CacheHandles(handles.model, (*handles.data, extra))),
            ("data", CacheHandles(handles.model, handles.data[:-1])),
            ("model", CacheHandles((), handles.data)),
            ("data", CacheHandles(handles.model, ())),
        ):
            if len(wrong) != len(handles):
                count = len(wrong.model if kind == "model" else wrong.data)
                right = len(handles.model if kind == "model" else handles.data)
                yield f"{count} {kind} cache files instead of {right}", wrong
    finally:
        os.close(extra[0])


Variants = Callable[[CacheFiles, CacheHandles], Iterator[tuple[str, CacheHandles]]]


def check_saving(tester: CacheTester, variants: Variants) -> None:
    """Save with each variant of invalid handles; then retrieve with the same handles."""
    files, newest = tester.new_files(), tester.context.version >= Version.AIDL_V4
    with files.opened() as handles:
        for what, wrong in variants(files, handles):
            for configured in (False, True)[: 1 + newest]:
                token, how = tester.new_token(), f"saving with {what}"
                tester.prepare(how, tester.sum_model, wrong, token, configured=configured)
                tester.retrieve(f"retrieval with {what}", None, wrong, token, *REFUSALS)


def _check_retrieval(tester: CacheTester, variants: Variants, *expected: ErrorStatus) -> None:
    """Save with valid handles; then retrieve with each variant of invalid handles."""
    files, token = tester.new_files(), tester.new_token()
    tester.save("saving", tester.sum_model, files, token)
    with files.opened() as handles:
        for what, wrong in variants(files, handles):
            tester.retrieve(f"retrieval with {what}", None, wrong, token, *expected or REFUSALS)
    tester.retrieve("retrieval with valid handles", tester.sum_model, files, token)


@caching_check(_NUMBER)
def wrong_number_on_retrieval(tester: CacheTester) -> None:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if the number
    of model or data cache files differs from that with which the model was saved.
    """
    _check_retrieval(tester, wrong_numbers)


def _wrong_descriptors(
    files: CacheFiles, handles: CacheHandles
) -> Iterator[tuple[str, CacheHandles]]:
    for position, (path, handle) in enumerate(zip(files, handles, strict=True)):
        name = name_of(path)
        extra = os.dup(handle[0])
        try:
            yield f"two descriptors for {name}", handles.replaced(position, (*handle, extra))
            yield f"no descriptor for {name}", handles.replaced(position, ())
        finally:
            os.close(extra)


@caching_check(_DESCRIPTORS, until=Version.V1_3)
def wrong_descriptors_on_saving(tester: CacheTester) -> None:
    """IDevice::prepareModel prepares the model if a handle has no descriptor or two;
    prepareModelFromCache with the same handles fails with INVALID_ARGUMENT or GENERAL_FAILURE.
    """
    check_saving(tester, _wrong_descriptors)


@caching_check(_DESCRIPTORS, until=Version.V1_3)
def wrong_descriptors_on_retrieval(tester: CacheTester) -> None:
    """IDevice::prepareModelFromCache fails with INVALID_ARGUMENT or GENERAL_FAILURE if a handle has
    no descriptor or two.
    """
    _check_retrieval(tester, _wrong_descriptors)


def _opened_with(mode: int, name: str) -> Variants:
    def variants(files: CacheFiles, handles: CacheHandles) -> Iterator[tuple[str, CacheHandles]]:
        for path, position in zip(files, range(len(handles)), strict=True):
            with files.opened(modes={position: mode}) as wrong:
                yield f"{name_of(path)} open {name}", wrong

    return variants


@caching_check(_ACCESS)
def read_only_on_saving(tester: CacheTester) -> None:
    """IDevice::prepareModel prepares the model if a cache file is open for reading only;
    prepareModelFromCache with the same files fails with INVALID_ARGUMENT or GENERAL_FAILURE.
    """
    check_saving(tester, _opened_with(os.O_RDONLY, "for reading only"))


@caching_check(_ACCESS)
def write_only_on_saving(tester: CacheTester) -> None:
    """IDevice::prepareModel prepares the model if a cache file is open for writing only;
    prepareModelFromCache with the same files fails with INVALID_ARGUMENT or GENERAL_FAILURE.
    """
    check_saving(tester, _opened_with(os.O_WRONLY, "for writing only"))


@caching_check("IDevice.prepareModel, token: 32 bytes", since=Version.AIDL_V1)
def wrong_token_size_on_saving(tester: CacheTester) -> None:
    """IDevice::prepareModel prepares the model or answers INVALID_ARGUMENT if the token does not
    have 32 bytes; prepareModelFromCache with the same token fails with INVALID_ARGUMENT or
    GENERAL_FAILURE.
    """
    files, sample = tester.new_files(), tester.sum_model
    with files.opened() as handles:
        for size in (0, 1, 16, 31, 33, 64, 4096):
            token, what = (tester.new_token() * 128)[:size], f"a token of {size} bytes"
            end, _ = tester.context.try_to_prepare(
                sample.model, model_cache=handles.model, data_cache=handles.data, token=token
            )
            with described(what):
                permitted = ErrorStatus.NONE, ErrorStatus.INVALID_ARGUMENT
                expect(end.status, "the callback of prepare_model", *permitted)
            if end.model is not None:
                tester.check_results(what, sample, end.model)
            tester.retrieve(f"retrieval with {what}", None, handles, token, *REFUSALS)
        token = tester.new_token()[:31] + bytes(1)  # a driver must not pad shorter ones
        tester.prepare("saving", sample, handles, token)
        for wrong in (token[:31], token + bytes(1), token * 2):
            what = f"{len(wrong)} bytes that begin as the token of the saved model"
            tester.retrieve(f"retrieval with {what}", None, handles, wrong, *REFUSALS)


@caching_check(_ACCESS)
def write_only_on_retrieval(tester: CacheTester) -> None:
    """IDevice::prepareModelFromCache fails with GENERAL_FAILURE, or from AIDL on with that or
    INVALID_ARGUMENT, if a cache file is open for writing only.
    """
    expected = REFUSALS[: 1 + (tester.context.version >= Version.AIDL_V1)]
    _check_retrieval(tester, _opened_with(os.O_WRONLY, "for writing only"), *expected)


@caching_check(_ACCESS)
def read_only_on_retrieval(tester: CacheTester) -> None:
    """If a cache file is open for reading only, IDevice::prepareModelFromCache fails with
    INVALID_ARGUMENT or GENERAL_FAILURE, or delivers a model with the right results.
    """
    variants = _opened_with(os.O_RDONLY, "for reading only")
    files, token = tester.new_files(), tester.new_token()
    tester.save("saving", tester.sum_model, files, token)
    with files.opened() as handles:
        for what, wrong in variants(files, handles):
            what = f"retrieval with {what}"
            tester.retrieve(what, tester.sum_model, wrong, token, *REFUSALS)


def _unusable_descriptors(context: CheckContext) -> Iterator[tuple[str, int]]:
    """Yield descriptors that cannot be cache files, or whose files cannot be written."""
    yield "/dev/null", os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
    yield "/dev/full", os.open("/dev/full", os.O_RDWR | os.O_CLOEXEC)
    yield "a folder", os.open("/", os.O_RDONLY | os.O_CLOEXEC)
    yield "an O_PATH descriptor", os.open("/dev/null", os.O_PATH | os.O_CLOEXEC)
    for size, name in ((0, "an empty file"), (64, "a file of 64 bytes")):
        fd = os.memfd_create("nn-full", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(fd, size)
        fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW)
        yield f"{name} that cannot grow, as on a full disk", fd
    fd = os.memfd_create("nn-sealed", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
    yield "a file that cannot be written", fd
    if context.driver.process is None:
        # A closed descriptor cannot be sent to another process. A low number would be given to the
        # next file that a thread of the driver opens.
        numbers = range(descriptor_limit(os.getpid()) - 1, 2, -1)
        yield "a closed descriptor", next(number for number in numbers if inode_of(number) < 0)


@caching_check(_SAVING_ERRORS)
def unusable_files_on_saving(tester: CacheTester) -> None:
    """IDevice::prepareModel prepares the model if it cannot write to a cache file, for instance on
    a full disk. A retrieval from files of which some could not be written fails with
    INVALID_ARGUMENT or GENERAL_FAILURE, or delivers a model with the right results.
    """
    files = tester.new_files()
    with files.opened() as handles:
        for what, wrong, _ in _with_unusable_files(tester.context, files, handles):
            token = tester.new_token()
            tester.prepare(f"saving to {what}", tester.sum_model, wrong, token)
            for used, name in ((wrong, what), (handles, f"files without {what}")):
                name = f"retrieval from {name}"
                tester.retrieve(name, tester.sum_model, used, token, *REFUSALS)


@caching_check("IDevice.prepareModelFromCache: INVALID_ARGUMENT, GENERAL_FAILURE")
def unusable_files_on_retrieval(tester: CacheTester) -> None:
    """If one of the descriptors is not that of a cache file, IDevice::prepareModelFromCache fails
    with INVALID_ARGUMENT or GENERAL_FAILURE, or delivers a model; unless a data cache file was
    replaced, its results are right.
    """
    files, token, sample = tester.new_files(), tester.new_token(), tester.sum_model
    tester.save("saving", sample, files, token)
    with files.opened() as handles:
        for what, wrong, is_data in _with_unusable_files(tester.context, files, handles):
            what = f"retrieval from {what}"
            tester.retrieve(what, sample, wrong, token, *REFUSALS, any_values=is_data)


def _with_unusable_files(
    context: CheckContext, files: CacheFiles, handles: CacheHandles
) -> Iterator[tuple[str, CacheHandles, bool]]:
    """Yield handles with the first or last replaced, and whether that is a data cache file."""
    for name, fd in _unusable_descriptors(context):
        try:
            for position in sorted({0, len(handles) - 1}):
                what = f"{name} as {name_of([*files][position])}"
                is_data = position >= len(handles.model)
                yield what, handles.replaced(position, (fd,)), is_data
        finally:
            with contextlib.suppress(OSError):
                os.close(fd)


@caching_check("Compilation caching: Security; IDevice.prepareModel_1_2: any file size")
def huge_files(tester: CacheTester) -> None:
    """Cache files of 128 MiB have no effect on saving: the driver truncates those that it writes.
    With such a model cache file prepareModelFromCache answers GENERAL_FAILURE or delivers a model
    with the right results, and neither crashes nor hangs.
    """
    files, token, sample = tester.new_files(), tester.new_token(), tester.sum_model
    for path in files:
        os.truncate(path, _HUGE_BYTES)
        os.utime(path, ns=(0, 0))
    what = f"saving to files of {_HUGE_BYTES >> 20} MiB"
    saved = tester.save(what, sample, files, token)
    for path in files:
        if saved and path.stat().st_size >= _HUGE_BYTES and _was_written(path):
            raise Violation(f"{what}: {name_of(path)} was not truncated before the driver wrote")
    tester.retrieve("retrieval", sample, files, token)
    for path in (*files.model[:1], *files.data[:1]):  # one file of each kind is enough
        content = path.stat().st_size
        os.truncate(path, _HUGE_BYTES)
        what = f"retrieval, {name_of(path)} of {_HUGE_BYTES >> 20} MiB"
        is_data = path in files.data
        tester.retrieve(what, sample, files, token, *REFUSALS, any_values=is_data)
        os.truncate(path, content)


def _was_written(path: Path) -> bool:
    """Return whether a file has been written that was one hole with the modification time 0.

    The truncation that the contract requires is one before writing: a driver need not write to all
    of its files. A write through a mapping need not change the time, but it allocates blocks.
    """
    status = path.stat()
    return status.st_mtime_ns != 0 or status.st_blocks > 0


@caching_check("IDevice.prepareModelFromCache: GENERAL_FAILURE without a cached model")
def empty_files(tester: CacheTester) -> None:
    """With empty cache files IDevice::prepareModelFromCache fails with GENERAL_FAILURE, or delivers
    the model that was saved with the token.
    """
    files, token, sample = tester.new_files(), tester.new_token(), tester.sum_model
    tester.save("saving", sample, files, token)
    for unknown, name in ((NO_CACHE_TOKEN, "token 0"), (tester.new_token(), "unknown token")):
        what = f"retrieval from empty files, {name}"
        tester.retrieve(what, None, tester.new_files(), unknown, *REFUSALS[:1])
    if tester.counts[0]:
        what = "retrieval from other, empty files"
        tester.retrieve(what, sample, tester.new_files(), token, *REFUSALS)
    for path in files:
        os.truncate(path, 0)
    what, is_data = "retrieval from files truncated to 0 bytes", not tester.counts[0]
    tester.retrieve(what, sample, files, token, *REFUSALS, any_values=is_data)
