"""The ledger of a run accepts exit status 0 only if every selected case has finished unfailed."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from conformance.run_record import CaseLedger, RecordPipe, RunRecord, local_record


def judged(run: Callable[[RunRecord], object]) -> str:
    """Return the problem of the ledger after ``run`` in this process."""
    ledger = CaseLedger()
    run(local_record(ledger))
    return ledger.problem()


def complete(record: RunRecord) -> None:
    record.select(["a", "b\udcff"])
    record.finish("b\udcff")
    record.finish("a")
    record.end(0)


def test_a_complete_record_has_no_problem():
    assert judged(complete) == ""
    assert judged(lambda record: record.end(0)) == ""  # a run that selects no case


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ([("select", ["a"]), ("finish", "a")], "the end of the run is missing"),
        ([("select", ["a", "b"]), ("finish", "a"), ("end", 0)], "1 of 2 selected cases"),
        ([("select", ["a"]), ("finish", "b"), ("end", 0)], "selected cases have a verdict"),
        (
            [("select", ["a", "b"]), ("finish", "a"), ("finish", "a"), ("end", 0)],
            "2 of 2 selected cases",
        ),
        ([("select", ["a"]), ("finish", "a"), ("finish", "a"), ("end", 0)], "1 of 1 selected"),
        (
            [("select", ["a"]), ("fail", "a"), ("finish", "a"), ("end", 0)],
            "1 verdict is not accepted",
        ),
        ([("select", ["a"]), ("finish", "a"), ("end", 0), ("fail", "a")], "not accepted"),
    ],
)
def test_an_incomplete_record_has_a_problem(entries, problem):
    def run(record: RunRecord) -> None:
        for name, argument in entries:
            getattr(record, name)(argument)

    assert problem in judged(run)


def in_child(run: Callable[[RecordPipe], object]) -> CaseLedger:
    """Return the ledger after ``run`` in a child process."""
    pipe = RecordPipe()
    child = os.fork()
    if child == 0:
        try:
            run(pipe)
        finally:
            os._exit(0)
    pipe.read()
    os.waitpid(child, 0)
    return pipe.stop()


def test_a_child_process_records_its_run():
    assert in_child(lambda pipe: complete(pipe.record())).problem() == ""
    names = [str(number) for number in range(5000)]  # more than the pipe holds

    def many(pipe: RecordPipe) -> None:
        record = pipe.record()
        record.select(names)
        for name in names:
            record.fail(name)
            record.finish(name)
        record.end(3)

    ledger = in_child(many)
    assert (ledger.problem(), ledger.status) == ("5000 verdicts are not accepted", 3)


def test_a_copy_of_the_child_cannot_write():
    """A driver may fork the process of the run and let both copies continue."""

    def forked(pipe: RecordPipe) -> None:
        record = pipe.record()
        record.select(["a"])
        if (other := os.fork()) == 0:
            record.fail("a")
            os._exit(0)
        os.waitpid(other, 0)
        record.finish("a")
        record.end(0)

    assert in_child(forked).problem() == ""


@pytest.mark.parametrize("garbage", [b"x", b"E" + bytes(36), bytes(100), b"S" * 70_000])
@pytest.mark.parametrize("first", [True, False])
def test_other_writes_to_the_pipe_are_detected(garbage, first):
    def attacked(pipe: RecordPipe) -> None:
        output = pipe._output
        record = pipe.record()
        if first:
            os.write(output, garbage)
        complete(record)
        if not first:
            os.write(output, garbage)

    assert "other code than the suite" in in_child(attacked).problem()


def test_a_repeated_entry_is_detected():
    """The code of an entry depends on the entry before, so that a copy of it is not valid."""

    def repeating(pipe: RecordPipe) -> None:
        output, frames = pipe._output, []
        write, os.write = os.write, lambda number, data: frames.append(data) or write(number, data)
        record = pipe.record()
        complete(record)
        os.write = write
        os.write(output, frames[1])

    assert "other code than the suite" in in_child(repeating).problem()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_closed_pipe_never_counts_as_the_end(tmp_path, replaced):
    """Without its pipe the run cannot record its end; a file of the same number is not written."""
    file = tmp_path / "file"

    def closing(pipe: RecordPipe) -> None:
        output = pipe._output
        record = pipe.record()
        record.select(["a"])
        os.close(output)
        if replaced:
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), output)
        record.finish("a")
        record.end(0)

    ledger = in_child(closing)
    assert ledger.problem() == "the end of the run is missing in its record"
    assert not replaced or file.read_bytes() == b""


def test_a_process_that_the_child_left_does_not_block_the_parent():
    """It holds the pipe open; the parent reads no further than its own mark."""
    read_end, write_end = os.pipe()

    def leaving(pipe: RecordPipe) -> None:
        if os.fork() == 0:
            os.read(read_end, 1)
            os._exit(0)
        complete(pipe.record())

    assert in_child(leaving).problem() == ""
    os.write(write_end, b"x")
    os.close(read_end)
    os.close(write_end)
