"""Links, pipes and devices in place of files: neither a lost case nor an endless wait."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.files import read_file, write_atomically

IRREGULAR: dict[str, Callable[[Path], object]] = {
    "dangling": lambda path: path.symlink_to("missing"),
    "loop": lambda path: path.symlink_to(path.name),
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("kind", IRREGULAR)
def test_reading_such_a_file_is_an_error(tmp_path, kind):
    IRREGULAR[kind](tmp_path / "x")
    with pytest.raises(OSError, match=r"not a regular|No such file|Too many levels"):
        read_file(tmp_path / "x")


def test_a_pipe_is_read_and_written_with_a_process_at_its_other_end(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=write_atomically, args=(pipe, b"x" * 100_000))
    writer.start()
    assert read_file(pipe, pipes=True) == b"x" * 100_000
    writer.join()
    assert pipe.is_fifo()
