"""Compilation caching of native libraries: files of the client, and the folder of the C interface.

A preparation that finds its constants in the cache does not write; one that does not finds them
writes the file again. The time stamp of the file therefore shows which of the two has happened.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from conformance.drivers.native import NativeDevice
from conformance.drivers.native.codes import check
from conformance.hal import CacheHandle, ErrorStatus, Model
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from tests.native.conftest import Libraries
from tests.native.test_models import EXPECTED, add_relu_output, filled_request
from tests.validation.builders import add_relu

TOKEN = bytes(range(32))
SIZE = 8 + 4 * 8 + 32
"""Size of the file of ``add_relu``: a mark, four constants in double precision, and a code."""
OLD_NS = 1_000_000_000


def prepare(
    device: NativeDevice,
    model: Model,
    model_files: Sequence[CacheHandle],
    data_files: Sequence[CacheHandle] = (),
    token: bytes = TOKEN,
) -> list[float]:
    """Prepare with cache files and return the results of the prepared model."""
    record = RecordingPreparedModelCallback()
    launch = device.prepare_model(model, 1, 1, None, model_files, data_files, token, record)
    notification = record.wait(60)
    assert notification is not None
    status, prepared = notification.arguments
    assert (launch, status) == (ErrorStatus.NONE, ErrorStatus.NONE)
    request = filled_request()
    answer = prepared.execute_synchronously(request, 0, None, None)
    assert answer[0] == ErrorStatus.NONE
    return add_relu_output(request)


class CacheFile:
    """A cache file and preparations with it."""

    def __init__(self, device: NativeDevice, path: Path) -> None:
        self._device = device
        self.path = path
        path.touch()

    def prepare(self, flags: int = os.O_RDWR, **more: Any) -> bool:
        """Prepare ``add_relu`` and check its results; return whether the file was written."""
        os.utime(self.path, ns=(OLD_NS, OLD_NS))
        fd = os.open(self.path, flags)
        try:
            assert prepare(self._device, add_relu(), ((fd,),), **more) == EXPECTED
        finally:
            os.close(fd)
        return self.path.stat().st_mtime_ns != OLD_NS

    def replace(self, data: bytes) -> None:
        self.path.write_bytes(data)


@pytest.fixture
def file(device: NativeDevice, tmp_path: Path) -> CacheFile:
    return CacheFile(device, tmp_path / "cache")


def test_one_model_file_is_needed(device: NativeDevice) -> None:
    assert device.get_number_of_cache_files_needed() == (ErrorStatus.NONE, 1, 0)


def test_constants_are_saved_once_and_used(file: CacheFile) -> None:
    assert file.prepare()
    assert file.path.stat().st_size == SIZE
    assert not file.prepare()
    assert not file.prepare()


def test_preparation_without_the_model_fails(device: NativeDevice, file: CacheFile) -> None:
    assert file.prepare()
    fd = os.open(file.path, os.O_RDWR)
    record = RecordingPreparedModelCallback()
    launch = device.prepare_model_from_cache(None, ((fd,),), (), TOKEN, record)
    os.close(fd)
    notification = record.wait(60)
    assert notification is not None
    assert notification.arguments == (ErrorStatus.GENERAL_FAILURE, None)
    assert launch == ErrorStatus.GENERAL_FAILURE


def changed_files(data: bytes) -> Iterator[bytes]:
    """Yield changed contents of a cache file."""
    draw = random.Random(18)
    for position in range(len(data)):
        changed = bytearray(data)
        changed[position] ^= 1 << draw.randrange(8)
        yield bytes(changed)
    for length in (0, 1, 7, 8, 40, len(data) - 1):
        yield data[:length]
    yield data + b"\0"
    yield data + data
    yield bytes(len(data))
    yield data[:8] + data[16:24] + data[8:16] + data[24:]
    body = data[:8] + bytes(32)
    yield body + hashlib.sha256(body).digest()
    yield body + hmac.digest(bytes(32), body, "sha256")


def test_changed_file_is_not_used(file: CacheFile) -> None:
    assert file.prepare()
    saved = file.path.read_bytes()
    for changed in changed_files(saved):
        file.replace(changed)
        assert file.prepare()
        assert file.path.read_bytes() == saved


def test_offset_of_the_descriptor_is_ignored(device: NativeDevice, file: CacheFile) -> None:
    for written in (True, False):
        os.utime(file.path, ns=(OLD_NS, OLD_NS))
        with file.path.open("r+b", buffering=0) as opened:
            opened.seek(3)
            assert prepare(device, add_relu(), ((opened.fileno(),),)) == EXPECTED
        assert (file.path.stat().st_mtime_ns != OLD_NS) == written
    assert file.path.stat().st_size == SIZE


def test_full_disk_leaves_an_empty_file(file: CacheFile) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SIZE - 1, hard))
    try:
        file.prepare()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert file.path.stat().st_size == 0
    assert file.prepare()
    assert not file.prepare()


def test_no_descriptor_remains_open(file: CacheFile) -> None:
    file.prepare()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for content in (b"", b"x", file.path.read_bytes()):
        file.replace(content)
        file.prepare()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_another_process_uses_the_file(file: CacheFile, libraries: Libraries) -> None:
    assert file.prepare()
    script = (
        "import sys; from pathlib import Path; from conformance.drivers.native import open_library;"
        "from tests.native.test_caching import CacheFile;"
        "print(CacheFile(open_library(Path(sys.argv[1])), Path(sys.argv[2])).prepare())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, libraries.example, file.path],
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["False"]


InFolder = Callable[[Path], bool]


@pytest.fixture
def in_folder(device: NativeDevice, monkeypatch: pytest.MonkeyPatch) -> InFolder:
    """Return a function that prepares with a folder and checks the results."""

    def prepare_in(folder: Path) -> bool:
        def set_caching(compilation: Any, _cache: Any) -> None:
            functions = device._functions
            code = functions.Compilation_setCaching(compilation, os.fsencode(folder), TOKEN)
            check("Compilation_setCaching", code)

        monkeypatch.setattr(device, "_set_caching", set_caching)
        path = folder / f"{TOKEN.hex()}.nncache"
        if path.is_file():
            os.utime(path, ns=(OLD_NS, OLD_NS))
        assert prepare(device, add_relu(), ()) == EXPECTED
        return path.is_file() and path.stat().st_mtime_ns != OLD_NS

    return prepare_in


def test_folder_keeps_one_file_for_a_token(in_folder: InFolder, tmp_path: Path) -> None:
    assert in_folder(tmp_path)
    assert not in_folder(tmp_path)
    (path,) = tmp_path.iterdir()
    assert (path.name, path.stat().st_mode & 0o777) == (f"{TOKEN.hex()}.nncache", 0o600)
    saved = path.read_bytes()
    for changed in changed_files(saved):
        path.write_bytes(changed)
        assert in_folder(tmp_path)
        assert path.read_bytes() == saved
    assert list(tmp_path.iterdir()) == [path]


def test_folder_that_cannot_be_used(in_folder: InFolder, tmp_path: Path) -> None:
    assert not in_folder(tmp_path / "missing")
    target = tmp_path / "target"
    target.write_bytes(b"untouched")
    link = tmp_path / f"{TOKEN.hex()}.nncache"
    link.symlink_to(target)
    assert in_folder(tmp_path)  # the link is replaced, not followed
    assert target.read_bytes() == b"untouched"
    assert not link.is_symlink()
    link.unlink()
    os.mkfifo(link)
    in_folder(tmp_path)  # a pipe without a writer does not block
