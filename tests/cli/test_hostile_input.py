"""Inputs of subcommands that are damaged, endless or contain control sequences."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from conformance.cli.main import main
from tests.reports.event_streams import failed, passed, write_run

CONTROL = "\x1b[2J\x9b31m\u202ereversed\u2028line"


def test_printed_names_have_no_control_sequences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = write_run(tmp_path / "run.jsonl", [passed("a")])
    assert main(["explain", str(stream), f"a\n::error::injected{CONTROL}"])
    text = capsys.readouterr().err
    assert ": :error::injected\\x1b[2J\\x9b31m\\u202e" in text
    assert "\n::error" not in text


def test_a_stream_from_a_pipe_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A shell passes a pipe for ``<(zcat run.jsonl.gz)``."""
    content = write_run(tmp_path / "run.jsonl", [passed("a"), failed("b")]).read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(content,), daemon=True)
    writer.start()
    status = main(["report", str(pipe)])
    writer.join(30)
    assert status == 0
    assert "1 failed" in capsys.readouterr().out
