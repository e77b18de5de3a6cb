"""Whole runs: event stream, JUnit file, xdist's workers, and a worker that dies in a check."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from conformance.results.event_stream import EventStream, read_events
from tests.plugin.conftest import FinishedRun, UserFolder


def counted(stream: EventStream) -> Counter[str]:
    """Return the number of cases by kind.

    In these runs the verdicts of a case have the same kind on all paths.
    """
    kinds = {verdict.case_id: str(verdict.kind) for verdict in stream.verdicts}
    return Counter(kinds.values())


def verdict_tuples(stream: EventStream) -> list[tuple[str, str, str, str]]:
    """Return the fields of the verdicts that must not depend on the number of workers."""
    return sorted((v.case_id, v.path, str(v.kind), v.rule) for v in stream.verdicts)


def summary_of(done: FinishedRun) -> Counter[str]:
    """Return the number of cases by kind from pytest's terminal summary."""
    line = re.search(r"^cases: (.*)$", done.out, re.MULTILINE)
    assert line, done.out
    return Counter({k: int(n) for n, k in re.findall(r"(\d+) (\w+)", line[1])})


def test_events_junit_and_terminal_count_the_same_serial_and_parallel(folder: UserFolder) -> None:
    folder.write("mine/broken.mod.py", "nonsense\n")
    serial = folder.command(
        "pytest --driver drivers.py:Rounds --events one.jsonl --junitxml run.xml mine"
    )
    parallel = folder.command("pytest --driver drivers.py:Rounds --events two.jsonl -n 2 mine")
    one, two = read_events(folder.path / "one.jsonl"), read_events(folder.path / "two.jsonl")
    wanted = Counter(failed=3, passed=1, internal_error=1)
    for stream, done in ((one, serial), (two, parallel)):
        assert done.code == 1
        assert stream.problems == ()
        assert stream.header is not None
        assert stream.header.driver == "rounds (drivers.py:Rounds)"
        assert stream.footer is not None
        assert stream.footer.verdicts == len(stream.verdicts) == 9
        assert counted(stream) == wanted
        assert summary_of(done) == wanted
        assert (done.count("failed"), done.count("passed")) == (4, 1)
    assert verdict_tuples(one) == verdict_tuples(two)
    assert sorted(p.name for p in folder.path.glob("*.jsonl*")) == ["one.jsonl", "two.jsonl"]
    suite = ET.parse(folder.path / "run.xml").getroot()[0]
    numbers = {key: int(suite.get(key, "")) for key in ("tests", "failures", "errors", "skipped")}
    assert numbers == {"tests": 5, "failures": 4, "errors": 0, "skipped": 0}


@pytest.mark.slow
def test_a_worker_that_dies_in_a_check_is_a_verdict_too(folder: UserFolder) -> None:
    folder.write(
        "mortal.py",
        "import os\n"
        "from conformance.reference import ReferenceDevice\n"
        "class Mortal(ReferenceDevice):\n"
        "    def get_number_of_cache_files_needed(self):\n"
        "        os._exit(3)\n",
    )
    done = folder.command(
        "pytest --driver mortal.py:Mortal --events run.jsonl -n 1 "
        "suite/queries/cache_file_counts suite/queries/driver_name"
    )
    stream = read_events(folder.path / "run.jsonl")
    result = {(v.case_id, str(v.kind), v.rule) for v in stream.verdicts}
    assert result == {
        ("suite/queries/cache_file_counts", "crash", "process.alive"),
        ("suite/queries/driver_name", "passed", ""),
    }
    assert not stream.truncated
    assert done.code == 1
