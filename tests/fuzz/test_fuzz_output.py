"""The messages of ``nn-conformance fuzz`` beside those of a complete campaign."""

from __future__ import annotations

import pytest

from conformance.cli.main import main


def test_files_that_are_no_folders_and_missing_inputs(tmp_path, capsys):
    path = tmp_path / "file"
    path.write_text("x")
    arguments = ["fuzz", "reference", "--target", "burst"]
    assert main([*arguments, "--resume", str(path)]) == 74
    assert f"{path}: cannot be used: it is a file, not a folder" in capsys.readouterr().err
    with pytest.raises(SystemExit) as end:
        main([*arguments, "--input", str(tmp_path / "missing")])
    assert end.value.code == 2
    text = f"--input {tmp_path / 'missing'}: No such file or directory"
    assert text in capsys.readouterr().err
