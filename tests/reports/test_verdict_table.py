"""The verdicts of a stream as columns are equal to those that ``read_events`` returns."""

import random
from collections import defaultdict

import pytest

from conformance.results.event_stream import EventWriter, read_events
from conformance.results.run_statistics import is_failure
from conformance.results.verdict_table import CaseVerdicts, VerdictTable
from conformance.verdicts import Verdict, VerdictKind
from tests.reports.event_streams import HEADER, write_run


def arbitrary(source: random.Random, number: int) -> Verdict:
    """Return a verdict with texts of very different lengths."""
    text = source.choice(["", "short", f"text {number} é\n", "x" * source.randrange(900)])
    details = source.choice([{}, {"types": ["A"]}, {"long": [number] * source.randrange(400)}])
    durations = source.choice([{}, {"prepare": 0.25}, {"supported": 0.5, "execute": number / 7}])
    return Verdict(
        f"case/{source.randrange(900)} é\n\x00" * source.randrange(3),
        source.choice(["", "sync", f"path-{number}"]),
        source.choice(list(VerdictKind)),
        source.choice(["", "values", text]),
        text,
        source.choice([(), ("ADD",), ("ADD", f"OP_{number}")]),
        details,
        durations,
    )


def test_the_table_has_the_verdicts_of_the_stream(tmp_path):
    source = random.Random(1)
    verdicts = [arbitrary(source, number) for number in range(3000)]
    path = write_run(tmp_path / "run.jsonl", verdicts)
    table = VerdictTable(path)
    stream = table.read()
    expected = read_events(path)
    assert (stream.header, stream.footer, stream.problems) == (
        expected.header,
        expected.footer,
        (),
    )
    assert list(table) == list(expected.verdicts) == verdicts
    assert [table[n] for n in range(len(table))] == verdicts
    assert list(table[5:-5:7]) == verdicts[5:-5:7]
    assert table[-1] == verdicts[-1]
    by_case = defaultdict(list)
    for verdict in verdicts:
        by_case[verdict.case_id].append(verdict)
    assert {name: list(found) for name, found in CaseVerdicts(table).items()} == by_case
    assert list(CaseVerdicts(table)) == list(by_case)
    failing = frozenset(filter(is_failure, VerdictKind))
    assert list(table.of_kinds(failing)) == [v for v in verdicts if v.kind in failing]
    assert sum(table.counts().values()) == 3000


@pytest.mark.parametrize(
    "line",
    [
        b'{"event":"verdict","case_id":7}',
        b'{"event":"verdict","case_id":"a","path":"","kind":"failed","operations":[1]}',
        b'{"event":"verdict","case_id":"a","path":"","kind":"failed","details":5}',
        b'{"event":"verdict","case_id":"a","path":"","kind":"unknown"}',
        b'{"event":"verdict","case_id":"a","path":"","kind":"failed","durations":{"x":"y"}}',
        b'{ "path":"sync","case_id":"a","kind":"failed","event":"verdict"}',
    ],
)
def test_problems_are_those_of_the_reader(tmp_path, line):
    path = tmp_path / "run.jsonl"
    EventWriter(path, HEADER).close()
    good = b'{"event":"verdict","case_id":"b","path":"","kind":"passed"}'
    path.write_bytes(path.read_bytes() + b"\n".join([line, good, b""]))
    table = VerdictTable(path)
    stream, expected = table.read(), read_events(path)
    assert stream.problems == expected.problems
    assert list(table) == list(expected.verdicts)
    assert len(CaseVerdicts(table)) == len({v.case_id for v in expected.verdicts})
