"""The messages of ``nn-conformance fuzz`` beside those of a complete campaign."""

from __future__ import annotations

import io
import sys

import pytest

from conformance.cli.main import main
from fuzz.campaigns.fuzz_campaign import FuzzSettings
from fuzz.campaigns.fuzz_output import FuzzProgressLine, fuzz_report_lines
from fuzz.core.target_files import target_names, target_summaries

REPORT = {
    "driver": "x (x)",
    "driver_version": "1",
    "target": "model",
    "engine": "atheris",
    "executions": 5,
    "executions_per_second": 1.0,
    "total_seconds": 5.0,
    "seconds_since_new_edge": 0.0,
    "edges": 0,
    "corpus": {"inputs": 3, "bytes": 2048},
    "worker_restarts": 4,
    "killed_workers": 0,
    "rules": {"reached": [], "of": 9, "unreached": {f"rule{n}": "" for n in range(9)}},
    "findings": [],
}


def test_the_help_describes_each_target(capsys):
    assert set(target_summaries()) == set(target_names())
    assert all(len(text) > 20 for text in target_summaries().values())
    with pytest.raises(SystemExit) as end:
        main(["fuzz", "--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert "\n  burst       send datums over the queues of a burst\n" in shown


def test_a_report_without_rules_names_a_few_and_advises_isolation():
    lines = fuzz_report_lines(REPORT, rules=False)
    assert "not reached: rule0, rule1, rule2, rule3, rule4 and 4 more; see --rules" in lines
    assert any("--isolate" in line for line in lines)
    assert "no edges: the time was too short to run every input of the corpus once" in lines
    killed = fuzz_report_lines({**REPORT, "killed_workers": 4}, rules=True)
    assert not any("--isolate" in line for line in killed)
    assert "  not reached: rule8" in killed


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_progress_line_shows_the_minimisation_on_a_terminal(monkeypatch):
    for stream, expected in (
        (Terminal(), "minimising the input of finding 2 of 3"),
        (io.StringIO(), ""),
    ):
        monkeypatch.setattr(sys, "stderr", stream)
        FuzzProgressLine(FuzzSettings("model", "reference", 1.0)).show_minimising(2, 3)
        assert expected in stream.getvalue()
        assert bool(stream.getvalue()) == bool(expected)


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
