"""The compilation cache of the reference driver: its folder, full disks and locked files.

The checks of the area ``caching``, which the reference driver passes, test the contract's rules.
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
import resource
import subprocess
import sys

import numpy as np
import pytest

from conformance.checks.sample_models import addition_chain_model
from conformance.hal import CacheArguments, ErrorStatus, Version, cache_handles
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.reference import ReferenceDevice, plan_cache
from conformance.reference.plan_cache import ImageError, decode_model, default_folder
from tests.reference.test_data_dependent_shapes import request

TOKEN = bytes(range(32))
DATA = np.arange(5, dtype=np.float32)
STEPS = 5
"""The saved model computes ``DATA + STEPS``, by a chain of ADDs."""


class Files:
    """Two model cache files and one data cache file, in memory."""

    def __init__(self):
        self.fds = [os.memfd_create("cache", os.MFD_CLOEXEC) for _ in range(3)]

    def arguments(self):
        return CacheArguments(cache_handles(self.fds[:2]), cache_handles(self.fds[2:]), TOKEN)

    def contents(self):
        return [os.pread(fd, os.fstat(fd).st_size, 0) for fd in self.fds]


def device(folder, version=Version.V1_3):
    return ReferenceDevice(version, cache_folder=folder)


def save(driver, steps, cache):
    """Prepare the model of so many ADDs with cache files, and return it."""
    callback = RecordingPreparedModelCallback()
    model = addition_chain_model(len(DATA), steps)
    driver.prepare_model(model, 1, 1, None, cache.model, cache.data, cache.token, callback)
    status, prepared = callback.wait(60).arguments
    assert status is ErrorStatus.NONE
    return prepared


def load(driver, cache):
    """Prepare from cache; return the prepared model, or ``None`` for GENERAL_FAILURE."""
    callback = RecordingPreparedModelCallback()
    driver.prepare_model_from_cache(None, cache.model, cache.data, cache.token, callback)
    status, prepared = callback.wait(60).arguments
    assert status is (ErrorStatus.GENERAL_FAILURE if prepared is None else ErrorStatus.NONE)
    return prepared


def steps_of(prepared):
    """Return how many ADDs the prepared model executes."""
    ask, pool = request([DATA, np.ones(5, np.float32)], [DATA.nbytes])
    assert prepared.execute_synchronously(ask, 0, None, None)[0] is ErrorStatus.NONE
    (steps,) = set(np.frombuffer(bytes(pool.view())[: DATA.nbytes], np.float32) - DATA)
    return steps


@pytest.fixture
def files():
    files = Files()
    yield files
    for fd in files.fds:
        os.close(fd)


@pytest.fixture
def saved(files, tmp_path):
    """Files of a saved model; the driver's map is in ``tmp_path``."""
    save(device(tmp_path), STEPS, files.arguments())
    return files


@pytest.mark.parametrize("version", [Version.V1_2, Version.V1_3, Version.AIDL_V3])
def test_every_version_with_caching(files, tmp_path, version):
    driver = device(tmp_path, version)
    assert driver.get_number_of_cache_files_needed() == (ErrorStatus.NONE, 2, 1)
    save(driver, STEPS, files.arguments())
    assert steps_of(load(driver, files.arguments())) == STEPS
    other = Version.V1_2 if version > Version.V1_2 else Version.V1_3
    assert load(device(tmp_path, other), files.arguments()) is None


def test_versions_without_caching(tmp_path):
    driver = device(tmp_path, Version.V1_1)
    assert driver.get_number_of_cache_files_needed() == (ErrorStatus.NONE, 0, 0)
    assert load(driver, CacheArguments()) is None


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
        assert steps_of(save(device(tmp_path), 2, saved.arguments())) == 2
        other.kill()
    assert steps_of(load(device(tmp_path), saved.arguments())) == STEPS


def test_default_folder(files, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(plan_cache.FOLDER_VARIABLE, raising=False)
    assert default_folder() == tmp_path / "nn-conformance" / "reference-driver"
    monkeypatch.setenv(plan_cache.FOLDER_VARIABLE, str(tmp_path / "moved"))
    assert default_folder() == tmp_path / "moved"
    save(ReferenceDevice(Version.V1_3), STEPS, files.arguments())
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
        assert steps_of(save(driver, STEPS, files.arguments())) == STEPS
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
            save(driver, 2, cache)
        with largest_file(size):
            prepared = save(driver, STEPS, cache)
            loaded = load(driver, cache)
        assert steps_of(prepared) == STEPS
        fits = size == 500_000
        assert (loaded is not None) == fits
        assert not fits or steps_of(loaded) == STEPS
        if not fits:
            assert [path.stat().st_size for path in paths] == [0, 0, 0]
        save(driver, STEPS, cache)
        assert steps_of(load(driver, cache)) == STEPS
        for fd in fds:
            os.close(fd)


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
