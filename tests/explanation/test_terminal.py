"""The terminal output of runs of a driver with five planted faults."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from conformance.cli.main import main
from conformance.failures.failure_dump import file_stem
from conformance.reports.markdown_report import render_markdown
from conformance.results.event_stream import read_events
from conformance.results.run_results import load_run
from tests.whole_runs import run_pytest

_SPECS = (
    *("V1_0/floor.mod.py", "V1_1/mean.mod.py", "V1_2/expand_dims.mod.py"),
    *("V1_2/neg.mod.py", "V1_2/split.mod.py"),
)
_OPERATIONS = {"FLOOR", "MEAN", "EXPAND_DIMS", "NEG", "SPLIT"}
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class _Run:
    output: str
    folder: Path

    @property
    def after_progress(self) -> list[str]:
        """The lines from the first heading after the progress display on."""
        lines = self.output.splitlines()
        first = next(n for n, line in enumerate(lines) if "conformance of planted" in line)
        return lines[first:]

    @property
    def titles(self) -> list[str]:
        """The first lines of the causes."""
        return [line for line in self.after_progress if re.match(r"\d+\. ", line)]


def _run(folder: Path, *options: str) -> _Run:
    command = ["-q", "-p", "no:cacheprovider", *options]
    command += ["--driver", f"{_ROOT}/tests/explanation/five_faults.py:driver", *_SPECS]
    environment = {**os.environ, "PYTHONPATH": str(_ROOT), "CI": "true"}
    status, output = run_pytest(command, folder, environment, 500)
    assert status == 1, output
    return _Run(output, folder)


def _check(run: _Run) -> None:
    """Check that the summary shows the five faults in at most 40 lines."""
    assert len(run.after_progress) <= 40, run.output
    assert {title.split()[1].rstrip(":") for title in run.titles} == _OPERATIONS, run.output
    assert len(run.titles) == 5
    text = "\n".join(run.after_progress)
    assert text.count("smallest case: ") == 5  # otherwise a case has several operations
    commands = re.findall(r"pytest --driver \S+ (?:--isolate )?--case (\S+)", text)
    assert len(commands) == 5
    assert not any("all_inputs_as_internal" in case_id for case_id in commands)
    stated = " ".join(text.split())
    for condition in ("axis <= -1", "keep_dims = true", "axis = 0", "rank of input = 1"):
        assert condition in stated


@pytest.fixture(scope="module")
def red_run(tmp_path_factory: pytest.TempPathFactory) -> _Run:
    """Return a run that compares its own cases only."""
    folder = tmp_path_factory.mktemp("red")
    return _run(folder, "--limit", "explain=0", "--events", "run.jsonl")


def test_five_faults_are_five_causes_in_40_lines(red_run: _Run) -> None:
    _check(red_run)


def test_the_footer_the_report_and_the_dumps_have_the_causes(
    red_run: _Run, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = read_events(red_run.folder / "run.jsonl")
    assert stream.footer is not None
    titles = [title.partition(". ")[2].rpartition(" (")[0] for title in red_run.titles]
    assert [cause["title"] for cause in stream.footer.causes] == titles
    for number, cause in enumerate(stream.footer.causes, 1):
        dump = red_run.folder / "nn-failures" / str(number)
        assert dump.resolve().name == file_stem(cause["cases"][0])
        assert main(["explain", str(number), "--dump", str(dump.parent)]) == 0
        assert f"cause: {cause['title']}; {cause['explanation']}\n" in capsys.readouterr().out
    report = render_markdown(load_run(red_run.folder / "run.jsonl"))
    assert "keep_dims = true" in report.replace("\\_", "_")


@pytest.mark.slow
def test_workers_and_isolation_show_the_same_causes(tmp_path: Path) -> None:
    run = _run(tmp_path, "-n", "2", "--isolate", "--limit", "explain=60")
    _check(run)
    assert "generated case" in run.output
    names = (path.name for path in (tmp_path / "nn-failures").iterdir())
    dumps = sorted(name for name in names if not name.isdecimal())  # besides the numbered causes
    assert len(dumps) <= 3 * 5
    assert {name.split(".")[1] for name in dumps} == {name.lower() for name in _OPERATIONS}
