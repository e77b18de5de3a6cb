"""Tests that spec files neither change the process state nor affect each other."""

import random
import signal
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from conformance.cases import SpecError, load_examples

TINY = """
    a, b = Input("a", "TENSOR_FLOAT32", "{1}"), Output("b", "TENSOR_FLOAT32", "{1}")
    Model().Operation("RELU", a).To(b)
    Example({a: [1], b: [1]}).DisableLifeTimeVariation()
"""


def _numpy_state():
    return np.random.get_state()[1].tolist()  # noqa: NPY002 - specs use the legacy generator


def test_namespaces_are_fresh(write_spec):
    first = write_spec(TINY + "    leaked = Operand = len = 1\n    __builtins__['abs'] = None\n")
    second = write_spec(TINY + "    abs(len([1]))\n    leaked\n", name="second")
    load_examples(first)
    with pytest.raises(SpecError, match="name 'leaked' is not defined"):
        load_examples(second)
    assert abs(-1) == 1


def test_names_and_settings_are_reset_for_each_file(write_spec):
    path = write_spec(
        TINY
        + "    Configuration.use_shm_for_weights = True\n    Example.SetVersion(None, 'sample')\n"
    )
    assert (
        load_examples(path)[0].operand_names == load_examples(path)[0].operand_names == ("a", "b")
    )
    other = write_spec(TINY + "    assert not Configuration.use_shm_for_weights\n", folder="V1_1")
    assert load_examples(other)[0].version is not None


def test_global_state_is_restored(write_spec, tmp_path, capsys):
    path = write_spec(
        TINY
        + """
    import os, random, sys, warnings
    import numpy as np
    random.seed(5); np.random.seed(5); np.seterr(all="raise")
    sys.path.append("/nowhere"); os.chdir("/")
    print("a spec talks"); warnings.warn("a spec warns")
    """
    )
    random.seed(1)
    expected = random.Random(1).random()
    numpy_state = _numpy_state()
    before = (Path.cwd(), list(sys.path), np.geterr(), sys.stdout)
    load_examples(path)
    after = (Path.cwd(), list(sys.path), np.geterr(), sys.stdout)
    assert after == before
    assert random.random() == expected
    assert _numpy_state() == numpy_state
    assert capsys.readouterr().out == ""


def test_an_alarm_that_was_already_set_is_kept(write_spec):
    rung = threading.Event()
    earlier = signal.signal(signal.SIGALRM, lambda *_: rung.set())
    try:
        signal.setitimer(signal.ITIMER_REAL, 600)
        load_examples(write_spec(TINY))
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 600
        signal.raise_signal(signal.SIGALRM)
        assert rung.is_set()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, earlier)


def test_files_can_be_read_in_threads(write_spec):
    paths = [write_spec(TINY, name=f"s{index}") for index in range(8)]
    found, stream = {}, sys.stdout

    def read(path):
        for _ in range(20):
            found[path] = load_examples(path)[0].name

    threads = [threading.Thread(target=read, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sys.stdout is stream
    assert sorted(found.values()) == [f"s{index}" for index in range(8)]


def test_a_deleted_working_directory_does_not_matter(write_spec, tmp_path, monkeypatch):
    path = write_spec(TINY)
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert len(load_examples(path)) == 1
