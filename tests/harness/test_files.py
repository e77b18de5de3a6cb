"""Output files are replaced atomically: they are either complete or unchanged."""

import stat

import pytest

from conformance.files import (
    check_writable,
    is_partial,
    replace_atomically,
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
