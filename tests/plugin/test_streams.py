"""The stream of ``--events``: when it is complete, what it replaces, and how it is resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.plugin.stream import RunEventStream
from conformance.results.event_stream import EventStream, EventWriter, RunHeader, read_events
from conformance.results.run_statistics import RunStatistics
from conformance.verdicts import Verdict, VerdictKind
from tests.plugin.conftest import UserFolder

HEADER = RunHeader("driver", "7", "1.3", "0.1", seed=5)
PATHS = ("sync", "async")
CASES = ("mine/s/one", "mine/s/two", "mine/s/three", "mine/s/four")
WRONG = CASES[0]
"""The only case that fails, on its second path. The verdict is the third line of the stream."""

Lines = list[bytes]


def verdict(case_id: str, path: str) -> Verdict:
    """Return the verdict of a case on a path; only ``WRONG`` fails."""
    kind = VerdictKind.FAILED if (case_id, path) == (WRONG, PATHS[1]) else VerdictKind.PASSED
    return Verdict(case_id, path, kind, "values" if kind is VerdictKind.FAILED else "", "why")


def write_run(path: Path, *more: Verdict, end: bool = True) -> None:
    """Write the stream of a run with ``CASES``, then with ``more`` verdicts."""
    writer = EventWriter(path, HEADER)
    for one in (*(verdict(case_id, path) for case_id in CASES for path in PATHS), *more):
        writer.write(one)
    if end:
        writer.finish()
    writer.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a complete stream."""
    write_run(tmp_path / "run.jsonl")
    return tmp_path / "run.jsonl"


def stream_of(
    path: Path, resume: bool = True, **options: bool
) -> tuple[RunEventStream, RunStatistics]:
    """Return the stream for a file and these options, and the statistics that a resume fills."""
    named = {"nn_events": str(path), "nn_resume": resume, **options}
    config: Any = SimpleNamespace(getoption=lambda name, default=None: named.get(name, default))
    tally = RunStatistics()
    return RunEventStream(config, lambda: HEADER, tally), tally


def resume(path: Path, among: tuple[str, ...] = CASES) -> tuple[RunEventStream, RunStatistics]:
    """Resume the stream as a pytest run does that selects the cases ``among``."""
    stream, tally = stream_of(path)
    stream.open()
    for case_id in among:
        if case_id not in stream.done:
            found = [verdict(case_id, path) for path in PATHS]
            tally.add(case_id, found)
            for one in found:
                stream.write(one)
    stream.close(complete=True)
    return stream, tally


def rewrite(path: Path, change: Callable[[Lines], Lines]) -> None:
    """Replace the lines of a file by ``change(lines)``."""
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))


def failures(found: EventStream) -> set[str]:
    """Return the ids of the failed cases."""
    return {one.case_id for one in found.verdicts if one.kind.blames_driver}


DAMAGE: dict[str, Callable[[Lines], Lines]] = {
    "line deleted": lambda ls: [*ls[:2], *ls[3:]],
    "line of another type": lambda ls: [*ls[:2], b'{"event":"verdict","case_id":7}\n', *ls[3:]],
    "line nested deeply": lambda ls: [*ls[:2], b"[" * 100_000 + b"\n", *ls[3:]],
    "zero bytes to the end": lambda ls: [*ls[:2], b"\0" * 4096],
    "line repeated": lambda ls: [*ls[:3], *ls[2:]],
    "failure made a pass": lambda ls: [
        *ls[:2], ls[2].replace(b'"failed"', b'"passed"'), *ls[3:]
    ],
    "footer early": lambda ls: [*ls[:2], ls[-1], *ls[3:]],
    "two runs": lambda ls: ls * 2,
}  # fmt: skip
"""Functions that damage the lines of a stream; most change the line with the only failure."""

ONLY_BY_FOOTER = {"line deleted", "line repeated", "failure made a pass", "footer early"}
"""Damage that leaves valid lines: only the footer's counts show it."""


@pytest.mark.parametrize(
    ("damage", "end"),
    [(name, end) for name in DAMAGE for end in (False, True) if end or name not in ONLY_BY_FOOTER],
)
def test_no_failure_of_a_damaged_stream_is_lost(path: Path, damage: str, end: bool) -> None:
    if not end:
        rewrite(path, lambda lines: lines[:-1])
    rewrite(path, DAMAGE[damage])
    stream, tally = resume(path)
    assert stream.notes
    assert not stream.broken
    assert tally.failed_cases == [WRONG]
    whole = read_events(path)
    assert (whole.problems, whole.truncated) == ((), False)
    assert failures(whole) == {WRONG}
    assert sorted({(v.case_id, v.path) for v in whole.verdicts}) == sorted(
        (case_id, path) for case_id in CASES for path in PATHS
    )


def test_every_flipped_byte_costs_no_failure(path: Path, tmp_path: Path) -> None:
    """A flipped bit anywhere in the stream hides no failure; it may change the name of its case.

    Damage in the header makes ``--resume`` a usage error. After other damage, the affected cases
    run again. To save time, only every seventh byte is tested.
    """
    content = path.read_bytes()
    header = content.index(b"\n")
    refused = 0
    for offset in range(0, len(content), 7):
        copy = tmp_path / "copy.jsonl"
        copy.write_bytes(content[:offset] + bytes([content[offset] ^ 1]) + content[offset + 1 :])
        try:
            _, tally = resume(copy)
        except pytest.UsageError:
            assert offset <= header + len('{"event":"verdict"')
            refused += 1
            copy.unlink()
            continue
        assert tally.failed_cases, offset
        assert failures(read_events(copy)), offset
    assert refused


@pytest.mark.parametrize("length", [0, 1, 4, 20, 34, 60, -3, -1])
def test_a_cut_last_line_costs_the_last_case_only(path: Path, length: int) -> None:
    """After an interrupted write only the last case runs again; this is no damage."""
    rewrite(path, lambda lines: [*lines[:-2], lines[-2][:length]])
    stream, tally = resume(path)
    assert stream.notes == []
    assert stream.done == set(CASES[:-1])
    assert tally.failed_cases == [WRONG]
    assert not read_events(path).truncated


def test_the_case_that_a_cut_line_names_runs_again(path: Path) -> None:
    """An incomplete last line invalidates the case that it names, not only the last case.

    Here the line is a late verdict on the first case.
    """
    cut = b'{"event":"verdict","case_id":"mine/s/one","path":"sync'
    rewrite(path, lambda lines: [*lines[:-1], cut])
    stream, _ = stream_of(path)
    assert stream.done == set(CASES[1:3])


def test_late_findings_of_the_interrupted_run_still_fail(path: Path) -> None:
    late = Verdict(
        CASES[1], "sync", VerdictKind.FAILED, "late.write", "late", details={"late": True}
    )
    write_run(path, late)
    stream, tally = resume(path)
    assert stream.done == set(CASES)
    assert sorted(tally.failed_cases) == [WRONG, CASES[1]]
    assert sum(tally.cases.values()) == 4
    assert late in read_events(path).verdicts


def test_a_case_that_must_run_again_and_is_not_selected_leaves_no_footer(path: Path) -> None:
    rewrite(path, DAMAGE["line deleted"])
    stream, _ = resume(path, CASES[1:])
    assert WRONG in stream.broken
    assert read_events(path).truncated


@pytest.mark.parametrize("content", [b"", b'{"event":"run","driv'])
def test_a_stream_without_its_first_line_starts_anew(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    stream, tally = resume(path)
    assert stream.done == frozenset()
    assert tally.failed_cases == [WRONG]
    assert not read_events(path).truncated


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"schema":1', b'"schema":7'),
        (b'"driver":"driver"', b'"driver":7'),
        (b'"seed":5', b'"seed":6'),
    ],
)
def test_a_header_that_does_not_fit_refuses_to_resume(
    path: Path, before: bytes, after: bytes
) -> None:
    """A stream of another run is a usage error of ``--resume``, and the file stays unchanged."""
    rewrite(path, lambda lines: [lines[0].replace(before, after), *lines[1:]])
    content = path.read_bytes()
    with pytest.raises(pytest.UsageError):
        stream_of(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("content", [b"# my notes\n", b"{}\n", b'{"event":"verdict"}\n', b"\0\0"])
def test_a_foreign_file_is_never_replaced(path: Path, content: bytes, resume: bool) -> None:
    """A file that is not an event stream is not overwritten, not even through a link."""
    path.write_bytes(content)
    with pytest.raises(pytest.UsageError):
        stream_of(path, resume)
    link = path.with_name("link.jsonl")
    link.symlink_to(path)
    with pytest.raises(pytest.UsageError):
        stream_of(link, resume)
    assert path.read_bytes() == content


ENDS = """
import os
import pytest


def pytest_collection_modifyitems(items):
    if os.environ["END"] == "internal error":
        raise RuntimeError("a plugin is broken")


def pytest_runtest_setup(item):
    end = os.environ["END"]
    if item.name != "small_four":
        return
    if end == "ctrl-c":
        raise KeyboardInterrupt
    if end == "exit 0":
        pytest.exit("enough", returncode=0)
    if end == "exit 1":
        pytest.exit("enough", returncode=1)
    if end == "stop":
        item.session.shouldstop = "enough"
"""
"""A conftest that ends a run in the way that ``END`` states, mostly in the third of four cases."""


@pytest.mark.parametrize(
    ("end", "code", "complete"),
    [
        ("", 0, True),
        ("ctrl-c", 2, False),
        ("exit 0", 2, False),
        ("exit 1", 1, False),
        ("stop", 2, False),
        ("internal error", 3, False),
    ],
)
def test_only_a_run_that_ended_by_itself_has_a_footer(
    folder: UserFolder, end: str, code: int, complete: bool
) -> None:
    folder.write("conftest.py", ENDS)
    done = folder.command("pytest --driver reference mine --events run.jsonl", END=end)
    assert done.code == code, done.out
    assert read_events(folder.path / "run.jsonl").truncated is not complete


@pytest.mark.parametrize(
    ("arguments", "code", "complete"),
    [
        ("mine", 1, True),
        ("mine -k nothing", 5, True),
        ("mine --maxfail 2", 1, False),
        ("mine/small.mod.py::typo", 4, False),
        pytest.param("mine -n 2", 1, True, marks=pytest.mark.slow),
        pytest.param("mine -n 1 --maxfail 2", 2, False, marks=pytest.mark.slow),
        pytest.param(
            "mine --driver drivers.py:Dies -n 1 --max-worker-restart 0",
            1,
            False,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_every_exit_status_has_its_stream(
    folder: UserFolder, arguments: str, code: int, complete: bool
) -> None:
    """The stream has a footer only if all selected cases were run."""
    done = folder.command(f"pytest --driver drivers.py:Rounds {arguments} --events run.jsonl")
    assert done.code == code, done.out
    assert read_events(folder.path / "run.jsonl").truncated is not complete


def test_a_run_without_cases_leaves_the_stream_and_nothing_to_resume_is_no_failure(
    folder: UserFolder,
) -> None:
    """Runs without cases leave the stream unchanged; a resumed run with no case left succeeds."""
    command = "pytest --driver reference mine --events run.jsonl"
    folder.command(command)
    content = (folder.path / "run.jsonl").read_bytes()
    for arguments in ("--collect-only", "--help", "--fixtures"):
        done = folder.command(f"{command} {arguments}")
        assert done.code == 0, done.out
        assert (folder.path / "run.jsonl").read_bytes() == content
    assert folder.command(f"{command} --resume -n 1").code == 0
    nothing = f"{command} -k nothing"
    assert folder.command(nothing).code == 5
    assert folder.command(f"{nothing} --resume").code == 5
