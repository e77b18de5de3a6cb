"""The compilation cache of the reference driver: what it saves, refuses, and never believes.

The expected statuses are those of IDevice::prepareModelFromCache and of the official caching tests.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import random
import resource
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from conformance.hal import CacheArguments, ErrorStatus, SharedMemory, Version, cache_handles
from conformance.reference import ReferenceDevice, plan_cache
from conformance.reference.plan_cache import ImageError, decode_model, default_folder
from tests.reference import cache_damage
from tests.reference.saved_models import (
    TOKEN,
    Files,
    Notified,
    added,
    addition,
    device,
    load,
    run,
    save,
)
from tests.reference.small_models import request, reshape_model
from tests.validation.builders import L, if_model

VALUE = 5.0


@pytest.fixture
def files():
    files = Files()
    yield files
    files.close()


@pytest.fixture
def saved(files, tmp_path):
    """Files of a saved model; the driver's map is in ``tmp_path``."""
    save(device(tmp_path), addition(VALUE), files.arguments())
    return files


def test_a_saved_model_is_loaded_by_another_device(saved, tmp_path):
    prepared = load(device(tmp_path), saved.arguments())
    assert run(prepared) == added(VALUE)
    assert all(saved.contents())


@pytest.mark.parametrize("version", [Version.V1_2, Version.V1_3, Version.AIDL_V3])
def test_every_version_with_caching(files, tmp_path, version):
    driver = device(tmp_path, version=version)
    assert driver.get_number_of_cache_files_needed() == (ErrorStatus.NONE, 2, 1)
    save(driver, addition(VALUE), files.arguments())
    assert run(load(driver, files.arguments())) == added(VALUE)
    others = {Version.V1_2, Version.V1_3, Version.AIDL_V3} - {version}
    for other in others:
        assert load(device(tmp_path, version=other), files.arguments()) is None


def test_versions_without_caching(tmp_path):
    driver = device(tmp_path, version=Version.V1_1)
    assert driver.get_number_of_cache_files_needed() == (ErrorStatus.NONE, 0, 0)
    assert load(driver, CacheArguments()) is None


def test_descriptor_offsets_do_not_matter_and_stay(files, tmp_path):
    for fd in files.fds:
        os.write(fd, b"old content")
        os.lseek(fd, 2, os.SEEK_SET)
    save(device(tmp_path), addition(VALUE), files.arguments())
    assert [os.lseek(fd, 0, os.SEEK_CUR) for fd in files.fds] == [2, 2, 2]
    assert run(load(device(tmp_path), files.arguments())) == added(VALUE)


def test_shapes_that_depend_on_the_request(files, tmp_path):
    driver = device(tmp_path)
    save(driver, reshape_model((0, 0)), files.arguments())
    prepared = load(driver, files.arguments())
    values = np.arange(6, dtype=np.float32) + 0.5
    target = np.array([3, 2], np.int32)
    assert run(prepared, (values.reshape(2, 3), target), 24) == np.floor(values).tobytes()
    wrong, _ = request([values.reshape(2, 3), np.array([4, 2], np.int32)], [32])
    status, _, _ = prepared.execute_synchronously(wrong, 0, None, None)
    assert status is ErrorStatus.INVALID_ARGUMENT


def test_control_flow(files, tmp_path):
    driver = device(tmp_path)
    save(driver, if_model(), files.arguments())
    values = np.array([-1, 2, -3, 4], np.float32).reshape(1, 2, 2, 1)
    ask = np.array([True]), values
    assert run(load(driver, files.arguments()), ask, 16) == values.clip(0).tobytes()


def test_constants_by_reference_are_saved(files, tmp_path):
    model = addition(VALUE)
    pool = SharedMemory(len(model.operand_values), initial=model.operand_values)
    operands = tuple(
        replace(o, lifetime=L.CONSTANT_REFERENCE) if o.location.length else o
        for o in model.main.operands
    )
    by_reference = replace(
        model, main=replace(model.main, operands=operands), operand_values=b"", pools=(pool,)
    )
    driver = device(tmp_path)
    save(driver, by_reference, files.arguments())
    pool.close()
    assert run(load(driver, files.arguments())) == added(VALUE)


def test_every_kind_of_corruption_is_refused(tmp_path):
    figures = cache_damage.corrupt(tmp_path, 400, seed=1)
    assert sum(figures.values()) == 400
    for name in cache_damage.CORRUPTIONS:
        assert figures[f"{name}: refused"]


def test_content_that_changes_after_it_was_read_has_no_effect(saved, tmp_path, monkeypatch):
    """The driver reads every byte once; it checks and uses this copy."""
    contents, reads = saved.contents(), []
    pread = os.pread

    def read_and_replace(fd, size, offset):
        data = pread(fd, size, offset)
        if data in contents:
            reads.append(contents.index(data))
            os.pwrite(fd, bytes(len(data)), 0)
        return data

    monkeypatch.setattr(os, "pread", read_and_replace)
    prepared = load(device(tmp_path), saved.arguments())
    assert sorted(reads) == [0, 1, 2]
    assert run(prepared) == added(VALUE)


def test_earlier_files_of_the_same_token_are_refused(saved, tmp_path):
    earlier = saved.contents()
    save(device(tmp_path), addition(7.0), saved.arguments())
    saved.replace(earlier)
    assert load(device(tmp_path), saved.arguments()) is None


class Updated(ReferenceDevice):
    version_string = "an update"


def test_a_driver_update_has_a_map_of_its_own(saved, tmp_path):
    updated = Updated(Version.V1_3, cache_folder=tmp_path)
    assert load(updated, saved.arguments()) is None
    assert run(load(device(tmp_path), saved.arguments())) == added(VALUE)
    other = Files()
    save(updated, addition(2.0), other.arguments(bytes(32)))
    assert run(load(device(tmp_path), saved.arguments())) == added(VALUE)
    assert run(load(updated, other.arguments(bytes(32)))) == added(2.0)


@pytest.mark.parametrize("kind", ["no descriptor", "two descriptors", "read-only", "too few"])
def test_invalid_cache_arguments_do_not_affect_the_preparation(files, tmp_path, kind):
    valid = files.arguments()
    unreadable = os.open(f"/proc/self/fd/{files.fds[0]}", os.O_RDONLY)
    first = {
        "no descriptor": ((),),
        "two descriptors": (tuple(files.fds[:2]),),
        "read-only": ((unreadable,),),
        "too few": (),
    }[kind]
    invalid = CacheArguments(first + valid.model[1:], valid.data, TOKEN)
    driver = device(tmp_path)
    assert run(save(driver, addition(VALUE), invalid)) == added(VALUE)
    assert files.contents() == [b"", b"", b""]
    callback = Notified()
    driver.prepare_model_from_cache(None, invalid.model, invalid.data, TOKEN, callback)
    ((status, prepared),) = callback.calls
    expected = ErrorStatus.GENERAL_FAILURE if kind == "read-only" else ErrorStatus.INVALID_ARGUMENT
    assert (status, prepared) == (expected, None)
    os.close(unreadable)


def test_one_file_given_twice_is_not_used(files, tmp_path):
    twice = CacheArguments(((files.fds[0],), (files.fds[0],)), ((files.fds[2],),), TOKEN)
    driver = device(tmp_path)
    assert run(save(driver, addition(VALUE), twice)) == added(VALUE)
    assert load(driver, twice) is None


def test_deadline_in_the_past(saved, tmp_path):
    cache, callback = saved.arguments(), Notified()
    past = time.monotonic_ns() - 1
    device(tmp_path).prepare_model_from_cache(past, cache.model, cache.data, TOKEN, callback)
    assert callback.calls == [(ErrorStatus.MISSED_DEADLINE_PERSISTENT, None)]


def test_a_huge_file_is_not_read(saved, tmp_path):
    os.ftruncate(saved.fds[2], 1 << 40)
    started = time.monotonic()
    assert load(device(tmp_path), saved.arguments()) is None
    assert time.monotonic() - started < 60  # reading a tebibyte takes minutes


def test_a_file_that_another_process_locks_is_not_waited_for(saved, tmp_path):
    program = (
        "import fcntl, os, struct, sys, time\n"
        f"fd = os.open('/proc/{os.getpid()}/fd/{saved.fds[0]}', os.O_RDWR)\n"
        "fcntl.fcntl(fd, fcntl.F_OFD_SETLK, struct.pack('@hhqqi4x', fcntl.F_WRLCK, 0, 0, 0, 0))\n"
        "print('locked', flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"locked\n"
        assert load(device(tmp_path), saved.arguments()) is None
        assert run(save(device(tmp_path), addition(2.0), saved.arguments())) == added(2.0)
        other.kill()
    assert run(load(device(tmp_path), saved.arguments())) == added(VALUE)


def wait_until(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


def descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


def test_no_descriptor_is_left_open(files, tmp_path):
    driver = device(tmp_path)
    before = descriptors()
    for executed in (True, False):
        prepared = save(driver, addition(VALUE), files.arguments())
        if executed:
            run(prepared)
        load(driver, files.arguments())
        del prepared
    wait_until(lambda: descriptors() == before)


# Folders and disks


def test_default_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(plan_cache.FOLDER_VARIABLE, raising=False)
    assert default_folder() == tmp_path / "nn-conformance" / "reference-driver"
    files = Files()
    monkeypatch.setenv(plan_cache.FOLDER_VARIABLE, str(tmp_path / "moved"))
    assert default_folder() == tmp_path / "moved"
    save(ReferenceDevice(Version.V1_3), addition(VALUE), files.arguments())
    assert (tmp_path / "moved" / "digests").is_dir()
    assert (tmp_path / "moved").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("problem", ["not a folder", "other users may write", "map is a file"])
def test_a_folder_that_cannot_be_used(files, tmp_path, problem, caplog):
    folder = tmp_path / "map"
    if problem == "not a folder":
        folder.touch()
    elif problem == "other users may write":
        folder.mkdir()
        folder.chmod(0o777)
    else:
        folder.mkdir()
        (folder / "digests").touch()
    driver = device(folder)
    with caplog.at_level(logging.WARNING):
        assert run(save(driver, addition(VALUE), files.arguments())) == added(VALUE)
    assert "the compilation was not saved" in caplog.text
    assert str(folder) in caplog.text
    assert files.contents() == [b"", b"", b""]
    assert load(driver, files.arguments()) is None


@contextlib.contextmanager
def largest_file(size):
    """Let no file of this process grow beyond ``size`` bytes, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("size", [0, 1, 100, 300, 500, 500_000])
def test_a_full_disk(tmp_path, size):
    """Nothing is saved, the old content is gone, and the preparation succeeds.

    The largest cache file has more than 500 bytes.
    """
    for folder, has_map in ((tmp_path / "new", False), (tmp_path / "old", True)):
        paths = [tmp_path / f"{folder.name}{number}" for number in range(3)]
        fds = [os.open(path, os.O_RDWR | os.O_CREAT) for path in paths]
        cache = CacheArguments(cache_handles(fds[:2]), cache_handles(fds[2:]), TOKEN)
        driver = device(folder)
        if has_map:
            save(driver, addition(2.0), cache)
        with largest_file(size):
            prepared = save(driver, addition(VALUE), cache)
            loaded = load(driver, cache)
        assert run(prepared) == added(VALUE)
        fits = size == 500_000
        assert (loaded is not None) == fits
        assert not fits or run(loaded) == added(VALUE)
        if not fits:
            assert [path.stat().st_size for path in paths] == [0, 0, 0]
        save(driver, addition(VALUE), cache)
        assert run(load(driver, cache)) == added(VALUE)
        for fd in fds:
            os.close(fd)


@pytest.mark.parametrize("call", range(4))
def test_a_write_that_fails(saved, tmp_path, monkeypatch, call):
    """A failing write of one of the three files leaves all of them empty."""
    pwrite, calls = os.pwrite, []

    def no_space(fd, data, offset):
        calls.append(fd)
        if len(calls) == call + 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return pwrite(fd, data, offset)

    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", no_space)
        prepared = save(device(tmp_path), addition(2.0), saved.arguments())
    assert run(prepared) == added(2.0)
    loaded = load(device(tmp_path), saved.arguments())
    if call < 3:
        assert loaded is None
        assert saved.contents() == [b"", b"", b""]
    else:
        assert run(loaded) == added(2.0)


def test_threads_that_save_into_the_same_files(files, tmp_path):
    """Each loaded model is one of the two saved models, and complete."""
    values, stop, failures = (1.0, 2.0), threading.Event(), []

    def writer(value):
        try:
            while not stop.wait(0.001):  # while both write without a pause, no load may succeed
                save(device(tmp_path), addition(value), files.arguments())
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=writer, args=(value,)) for value in values]
    for thread in threads:
        thread.start()
    results, loads, end = [], 0, time.monotonic() + 60
    while (loads < 60 or not results) and time.monotonic() < end:
        prepared = load(device(tmp_path), files.arguments())
        loads += 1
        if prepared is not None:
            results.append(run(prepared))
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures
    assert results
    assert all(result in {added(value) for value in values} for result in results)


def test_no_image_makes_decoding_raise_another_exception(saved):
    """Behind the digest there is a second defence: damaged images raise ``ImageError`` only."""
    contents, rng = saved.contents(), random.Random(4)
    raised = 0
    for _ in range(1500):
        damaged = [bytearray(content) for content in contents]
        for _byte in range(rng.choice((1, 2, 5))):
            file = rng.choice(damaged[:2])
            file[rng.randrange(len(file))] = rng.randrange(256)
        try:
            decode_model([bytes(file) for file in damaged])
        except ImageError:
            raised += 1
    assert raised > 300
