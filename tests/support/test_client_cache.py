"""The client's cache folder: tokens, flows of a preparation, races, unusable folders.

The expected flows are those of the public runtime's tests: caching is used only if the driver
reports NONE and 0 to 32 files of each kind; without a token nothing is cached; if the driver does
not accept the files, the model is prepared with new ones.
"""

from __future__ import annotations

import errno
import fcntl
import itertools
import os
import threading
import time
from pathlib import Path

import pytest

from conformance.checks.sample_models import addition_model
from conformance.driver_sdk.caching import client_cache
from conformance.driver_sdk.caching.client_cache import (
    CacheFlow,
    CacheFolder,
    CompilationCache,
    derive_cache_token,
)
from conformance.driver_sdk.prepared_models import DeviceSkeleton
from conformance.hal import DeviceType, ErrorStatus, Version

NONE, FAILURE = ErrorStatus.NONE, ErrorStatus.GENERAL_FAILURE
TOKEN = bytes(range(32))
MODEL = addition_model()


class PreparedStub:
    """A prepared model that no test executes."""


class RecordingDevice(DeviceSkeleton):
    """A driver of HAL 1.3 that records its calls and writes the token into every cache file."""

    name = "recording"
    version = Version.V1_3
    version_string = "1"

    def __init__(self, counts=(1, 1), status=NONE, from_cache=NONE):
        self.counts, self.count_status, self.from_cache_status = counts, status, from_cache
        self.calls = []
        self.preparation_status = NONE

    def get_version_string(self):
        return NONE, self.version_string

    def get_type(self):
        return NONE, DeviceType.CPU

    get_capabilities = get_supported_operations = None

    def get_number_of_cache_files_needed(self):
        return self.count_status, *self.counts

    def prepare(self, model, preference, priority, deadline, cache):
        self.calls.append(("model", describe(cache)))
        if self.preparation_status != NONE:
            return self.preparation_status, None
        for (fd,) in (*cache.model, *cache.data):
            os.write(fd, cache.token)
        return NONE, PreparedStub()

    def prepare_from_cache(self, deadline, cache):
        self.calls.append(("cache", describe(cache)))
        if self.from_cache_status == NONE:
            for (fd,) in (*cache.model, *cache.data):
                if os.pread(fd, 100, 0) != cache.token:
                    return FAILURE, None
            return NONE, PreparedStub()
        return self.from_cache_status, None


RecordingDevice.__abstractmethods__ = frozenset()


def describe(cache):
    """Return numbers of files, token, sizes, and whether all files are open for both directions."""
    fds = [fd for (fd,) in (*cache.model, *cache.data)]
    modes = {fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE for fd in fds}
    sizes = [os.fstat(fd).st_size for fd in fds]
    return len(cache.model), len(cache.data), cache.token, sizes, modes <= {os.O_RDWR}


def kinds(device):
    return [kind for kind, _ in device.calls]


def open_descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


# Registration: 2 statuses and 4 x 4 numbers of files


@pytest.mark.parametrize("status", [NONE, ErrorStatus.DEVICE_UNAVAILABLE])
@pytest.mark.parametrize("counts", list(itertools.product((0, 1, 32, 33), repeat=2)), ids=str)
def test_caching_is_used_only_with_a_valid_number_of_files(tmp_path, status, counts):
    device = RecordingDevice(counts, status)
    result = CompilationCache(tmp_path).prepare(device, MODEL, TOKEN)
    valid = status == NONE and max(counts) <= 32
    assert result.status == NONE
    assert result.flow is (CacheFlow.MISS if valid and max(counts) else CacheFlow.NONE)
    ((kind, (models, data, *_)),) = device.calls
    assert (kind, models, data) == ("model", *(counts if valid else (0, 0)))
    if status != NONE:
        assert "answered DEVICE_UNAVAILABLE; NONE was expected" in result.problem
    elif not valid:
        assert "answered 33 " in result.problem
        assert "0 to 32 were expected" in result.problem
    else:
        assert result.problem == ""


def test_a_driver_before_1_2_is_not_asked_for_files(tmp_path):
    class Old(RecordingDevice):
        version = Version.V1_1
        get_number_of_cache_files_needed = None

    result = CompilationCache(tmp_path).prepare(Old(), MODEL, TOKEN)
    assert (result.status, result.flow, result.problem) == (NONE, CacheFlow.NONE, "")


# Flows: 3 x 3 numbers of files, 4 answers of prepare_model_from_cache


FLOW_CASES = list(
    itertools.product(
        (0, 1, 32),
        (0, 1, 32),
        (NONE, FAILURE, ErrorStatus.DEVICE_UNAVAILABLE, ErrorStatus.INVALID_ARGUMENT),
    )
)


@pytest.mark.parametrize(("models", "data", "answer"), FLOW_CASES, ids=str)
def test_flows(tmp_path, models, data, answer):
    device = RecordingDevice((models, data), from_cache=answer)
    cache, used = CompilationCache(tmp_path), bool(models or data)
    before = open_descriptors()

    assert cache.prepare(device, MODEL, None).flow is CacheFlow.NONE
    assert device.calls == [("model", (0, 0, bytes(32), [], True))]
    assert not list(tmp_path.iterdir())

    device.calls.clear()
    first = cache.prepare(device, MODEL, TOKEN)
    assert (first.status, first.problem) == (NONE, "")
    assert first.flow is (CacheFlow.MISS if used else CacheFlow.NONE)
    ((kind, (*counts, token, sizes, writable)),) = device.calls
    assert (kind, counts) == ("model", [models, data])
    assert sizes == [0] * (models + data)
    assert writable

    device.calls.clear()
    second = cache.prepare(device, MODEL, TOKEN)
    assert second.status == NONE
    if not used:
        assert (second.flow, kinds(device)) == (CacheFlow.NONE, ["model"])
    elif answer == NONE:
        assert (second.flow, second.problem) == (CacheFlow.HIT, "")
        assert device.calls == [("cache", (models, data, token, [32] * len(sizes), True))]
    else:
        assert second.flow is CacheFlow.FALLBACK
        assert f"prepare_model_from_cache answered {answer.name}" in second.problem
        assert kinds(device)[-1] == "model"
        assert set(kinds(device)[:-1]) == {"cache"}
        assert device.calls[-1][1] == (models, data, token, sizes, True)
    assert open_descriptors() == before


def test_an_unusable_entry_is_replaced(tmp_path):
    device, cache = RecordingDevice((2, 1)), CompilationCache(tmp_path)
    cache.prepare(device, MODEL, TOKEN)
    (file,) = tmp_path.glob("*/model01")
    file.write_bytes(b"damaged")
    assert cache.prepare(device, MODEL, TOKEN).flow is CacheFlow.FALLBACK
    assert cache.prepare(device, MODEL, TOKEN).flow is CacheFlow.HIT


@pytest.mark.parametrize("damage", ["missing file", "missing folder", "file", "link", "extra"])
def test_an_incomplete_entry_is_a_miss(tmp_path, damage):
    device, cache = RecordingDevice((2, 1)), CompilationCache(tmp_path)
    cache.prepare(device, MODEL, TOKEN)
    (entry,) = (path for path in tmp_path.iterdir() if path.is_dir())
    file = entry / "model00"
    if damage == "extra":
        (entry / "model02").touch()
    else:
        file.unlink()
    if damage == "link":
        file.symlink_to("/dev/null")
    elif damage in ("missing folder", "file"):
        for other in entry.iterdir():
            other.unlink()
        entry.rmdir()
    if damage == "file":
        entry.write_text("a file")
    assert cache.prepare(device, MODEL, TOKEN).flow is CacheFlow.MISS
    assert cache.prepare(device, MODEL, TOKEN).flow is CacheFlow.HIT


def test_a_failed_preparation_leaves_no_files(tmp_path):
    device = RecordingDevice()
    device.preparation_status = ErrorStatus.INVALID_ARGUMENT
    result = CompilationCache(tmp_path).prepare(device, MODEL, TOKEN)
    assert (result.status, result.prepared_model) == (ErrorStatus.INVALID_ARGUMENT, None)
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]


def test_files_of_a_client_that_was_killed_are_removed_and_not_used(tmp_path):
    device, cache = RecordingDevice(), CompilationCache(tmp_path)
    cache.prepare(device, MODEL, TOKEN)
    token = device.calls[0][1][2]
    (tmp_path / token.hex()).rename(tmp_path / f"{token.hex()}.0123456789abcdef.part")
    assert cache.prepare(device, MODEL, TOKEN).flow is CacheFlow.MISS
    assert not list(tmp_path.glob("*.part"))


# Token


def test_every_argument_changes_the_token():
    base = {
        "application_token": TOKEN,
        "device_name": "device",
        "driver_version": "1",
        "preference": 1,
        "priority": 0,
        "partition": None,
    }
    changes = [
        {},
        *({"application_token": bytes(n) + b"\1" + bytes(31 - n)} for n in range(32)),
        {"device_name": "device1"},
        {"device_name": "device1", "driver_version": ""},
        {"device_name": "devic", "driver_version": "e1"},
        {"driver_version": "11"},
        {"preference": 0},
        {"preference": 0, "priority": 1},
        {"priority": 1},
        {"partition": []},
        {"partition": [0]},
        {"partition": [0, 1]},
        {"partition": [1, 0]},
        {"partition": [1]},
    ]
    tokens = {derive_cache_token(**{**base, **change}) for change in changes}
    assert len(tokens) == len(changes)
    assert {len(token) for token in tokens} == {32}
    assert derive_cache_token(**base) in tokens


def test_another_driver_version_is_a_miss(tmp_path):
    device, cache = RecordingDevice(), CompilationCache(tmp_path)
    cache.prepare(device, MODEL, TOKEN)
    device.version_string = "2"
    assert cache.prepare(device, MODEL, TOKEN).flow is CacheFlow.MISS
    device.version_string = "1"
    assert cache.prepare(device, MODEL, TOKEN).flow is CacheFlow.HIT


# Drivers that notify late, never, or wrongly


class Late(RecordingDevice):
    """Returns from prepare_model at once, writes to the files and notifies later."""

    def __init__(self):
        super().__init__()
        self.go_on, self.ended = threading.Event(), threading.Event()

    def prepare_model(self, *arguments):
        def work():
            self.go_on.wait(30)
            RecordingDevice.prepare_model(self, *arguments)
            self.ended.set()

        threading.Thread(target=work, daemon=True).start()
        return NONE


def test_the_files_stay_open_until_a_late_driver_has_notified(tmp_path):
    device = Late()
    before = open_descriptors()
    result = CompilationCache(tmp_path, timeout=0.05).prepare(device, MODEL, TOKEN)
    assert result.status == FAILURE
    assert "did not notify its callback within 0.05 s" in result.problem
    assert open_descriptors() == before + 2
    device.go_on.set()
    assert device.ended.wait(30)
    assert open_descriptors() == before
    assert device.calls[0][0] == "model"


def test_none_without_a_prepared_model_is_an_error(tmp_path):
    class Empty(RecordingDevice):
        def prepare(self, *arguments):
            return NONE, None

    result = CompilationCache(tmp_path).prepare(Empty(), MODEL, TOKEN)
    assert result.status == FAILURE
    assert "NONE without a prepared model" in result.problem


def test_a_driver_that_raises_leaves_no_open_files(tmp_path):
    class Raises(RecordingDevice):
        def prepare(self, *arguments):
            raise RuntimeError("driver")

    before = open_descriptors()
    with pytest.raises(RuntimeError, match="driver"):
        CompilationCache(tmp_path).prepare(Raises(), MODEL, TOKEN)
    assert open_descriptors() == before
    assert not list(tmp_path.glob("*.part"))


# Several clients


def test_clients_that_prepare_one_model_at_the_same_time_compile_it_once(tmp_path):
    class Slow(RecordingDevice):
        def prepare(self, *arguments):
            time.sleep(0.05)
            return super().prepare(*arguments)

    device, results = Slow((2, 2)), []

    def client():
        results.append(CompilationCache(tmp_path).prepare(device, MODEL, TOKEN))

    threads = [threading.Thread(target=client) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result.flow.value for result in results) == ["hit"] * 7 + ["miss"]
    assert kinds(device).count("model") == 1


def test_a_client_that_cannot_get_the_lock_prepares_without_files(tmp_path):
    device = RecordingDevice()
    CompilationCache(tmp_path).prepare(device, MODEL, TOKEN)
    token = device.calls[0][1][2]
    with CacheFolder(tmp_path, 1).locked(token, exclusive=True):
        result = CompilationCache(tmp_path, lock_timeout=0.02).prepare(device, MODEL, TOKEN)
    assert (result.status, result.flow) == (NONE, CacheFlow.NONE)
    assert "another client has held the lock" in result.problem


# Folders that cannot be used


def test_a_folder_that_disappears_does_not_prevent_the_preparation(tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir()
    cache = CompilationCache(folder)
    folder.rmdir()
    result = cache.prepare(RecordingDevice(), MODEL, TOKEN)
    assert (result.status, result.flow) == (NONE, CacheFlow.NONE)
    assert "cache does not exist; create it" in result.problem
    assert "the model is not cached" in result.problem


@pytest.mark.parametrize("failing", ["mkdir", "open", "rename"])
def test_a_full_folder_does_not_prevent_the_preparation(tmp_path, monkeypatch, failing):
    device, cache = RecordingDevice((2, 1)), CompilationCache(tmp_path)
    before = open_descriptors()
    original = {"mkdir": Path.mkdir, "open": os.open, "rename": Path.rename}[failing]

    def full(path, *arguments, **options):
        if not str(path).endswith("model01") and failing == "open":
            return original(path, *arguments, **options)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    target = client_cache.os if failing == "open" else Path
    with monkeypatch.context() as patch:
        patch.setattr(target, failing, full)
        result = cache.prepare(device, MODEL, TOKEN)
    assert result.status == NONE
    assert "is full (No space left on device); free some space" in result.problem
    assert kinds(device) == ["model"]
    assert open_descriptors() == before
    assert [path.suffix for path in tmp_path.iterdir()] == [".lock"]
    assert cache.prepare(device, MODEL, TOKEN).flow is CacheFlow.MISS
