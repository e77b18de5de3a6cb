"""The time limit of a dump: files that take longer are omitted, and the dump reports them."""

import time
from dataclasses import replace

from conformance.cases.casefile import read_case
from conformance.failures.failure_dump import Dumper, DumpLimit, RunInfo
from conformance.hal import OperandLifeTime, Operation, OperationType, Subgraph
from conformance.harness.failure import CaseFailure, PathAttempt
from conformance.verdicts import Verdict, VerdictKind
from tests.sample_drivers.adder_driver import add_example


def chain(length):
    """Return an example with a chain of ``length`` ADDs: each adds ``y`` to the last sum."""
    example = add_example()
    x, y, activation, out = example.model.main.operands
    between = replace(out, lifetime=OperandLifeTime.TEMPORARY_VARIABLE, number_of_consumers=1)
    shared = [replace(one, number_of_consumers=length) for one in (y, activation)]
    operands = (x, *shared, *([between] * (length - 1)), out)
    operations = tuple(
        Operation(OperationType.ADD, (number + 2 if number else 0, 1, 2), (number + 3,))
        for number in range(length)
    )
    main = Subgraph(operands, operations, (0, 1), (length + 2,))
    return replace(example, model=replace(example.model, main=main))


def dumped(tmp_path, length, seconds):
    """Dump a failure of a chain with a time limit in seconds; return the dump."""
    facts = RunInfo("X", "X 1", 0, "0", ["pytest", "--driver", "X"], tmp_path)
    dumper = Dumper(tmp_path / "dumps", facts, DumpLimit(5), seconds)
    verdict = Verdict("a/b/c", "sync", VerdictKind.FAILED, "values", "wrong")
    return dumper.dump(CaseFailure("a/b/c", chain(length), (PathAttempt(verdict),)))


def test_a_dump_of_50_000_operations_ends_in_time(tmp_path):
    start = time.monotonic()
    dump = dumped(tmp_path, 50_000, 5.0)
    assert time.monotonic() - start < 30
    assert "c.svg: not created within 5 s (--limit case)" in dump.problem
    files = {path.suffix for path in (tmp_path / "dumps" / "a.b.c").iterdir()}
    assert ".svg" not in files


def test_a_dump_that_fits_is_whole(tmp_path):
    dump = dumped(tmp_path, 3, 30.0)
    assert dump.problem == ""
    case = read_case(tmp_path / "dumps" / "a.b.c" / "a.b.c.case")
    assert len(case.example.model.main.operations) == 3
