"""Output files are replaced atomically: they are either complete or unchanged."""

import os
import stat
import threading
from pathlib import Path

import pytest

from conformance.output_files import (
    check_writable,
    is_partial,
    replace_atomically,
    user_cache_folder,
    write_atomically,
)


def test_a_new_file_and_its_replacement(tmp_path):
    target = tmp_path / "report.html"
    write_atomically(target, b"one")
    target.chmod(0o640)
    inode = target.stat().st_ino
    write_atomically(target, b"two")
    assert target.read_bytes() == b"two"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert target.stat().st_ino != inode, "it was written in place"
    assert list(tmp_path.iterdir()) == [target]


def test_a_new_file_has_the_usual_permissions(tmp_path):
    (tmp_path / "usual").touch()
    write_atomically(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_failure_leaves_the_old_file(tmp_path):
    target = tmp_path / "run.jsonl"
    target.write_bytes(b"old")

    def interrupted():
        with replace_atomically(target) as partial:
            assert is_partial(partial)
            assert partial.parent == tmp_path
            partial.write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_links_are_replaced_or_followed(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    theirs = tmp_path / "elsewhere" / "theirs"
    theirs.write_bytes(b"theirs")
    link = tmp_path / "link"
    link.symlink_to(theirs)
    write_atomically(link, b"ours", follow_links=True)
    assert (link.is_symlink(), theirs.read_bytes()) == (True, b"ours")
    write_atomically(link, b"again")
    assert (link.is_symlink(), theirs.read_bytes()) == (False, b"ours")
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "elsewhere" / "new")
    write_atomically(dangling, b"new", follow_links=True)
    assert (tmp_path / "elsewhere" / "new").read_bytes() == b"new"


def test_devices_and_pipes_are_written_and_not_replaced(tmp_path):
    write_atomically("/dev/null", b"gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"through")
    reader.join(timeout=10)
    assert read == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_unwritable_files_are_detected_before_the_work(tmp_path):
    check_writable(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        check_writable(tmp_path / "missing" / "new")
    with pytest.raises(IsADirectoryError):
        check_writable(tmp_path)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(NotADirectoryError):
        check_writable(tmp_path / "file" / "new")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OSError, match="symbolic links"):
        check_writable(tmp_path / "loop", follow_links=True)


def test_a_user_without_a_home_has_a_private_cache_folder(tmp_path, monkeypatch):
    def without_home(name):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr("platformdirs.user_cache_dir", without_home)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = user_cache_folder()
    assert folder.parent == tmp_path
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert user_cache_folder() == folder
    folder.chmod(0o777)
    other = user_cache_folder()
    assert other != folder, "another user can write to the folder"
    assert stat.S_IMODE(other.stat().st_mode) == 0o700
