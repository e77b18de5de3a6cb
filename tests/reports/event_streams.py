"""Functions that create verdicts and write small event streams in the plugin's format."""

from dataclasses import replace

from conformance.results.event_stream import EventWriter, RunHeader
from conformance.results.run_difference import compare_runs
from conformance.results.run_results import load_run
from conformance.verdicts import Verdict, VerdictKind

HEADER = RunHeader(
    "gizmo (gizmo.nn:Device)",
    "7",
    "1.0",
    "0.1",
    options={"workers": 2},
    started="2026-01-02T03:04:05+00:00",
)
FINISHED = "2026-01-02T03:05:05+00:00"
ASKED_DURATIONS = {"supported": 0.001, "prepare": 0.002}
EXECUTED_DURATIONS = {**ASKED_DURATIONS, "execute": 0.004}


def compared_run(folder, verdicts, previous=None, **header):
    """Return a run with these verdicts, and its difference to an earlier run with ``previous``."""
    record = load_run(write_run(folder / "run.jsonl", verdicts, **header))
    if previous is None:
        return record, None
    return record, compare_runs(load_run(write_run(folder / "old.jsonl", previous)), record)


def passed(case_id, operations=("ADD",), path="async-low", **more):
    """Return the verdict of a passed execution."""
    return Verdict(
        case_id, path, VerdictKind.PASSED, "", "", operations, {}, EXECUTED_DURATIONS, **more
    )


def failed(case_id, operations=("ADD",), path="async-low", **more):
    """Return a verdict of wrong values; ``more`` replaces its fields."""
    fields = {
        "kind": VerdictKind.FAILED,
        "rule": "values",
        "reason": "output 0 'y' of ADD (operation 0): 2 of 4 values wrong; every element is zero",
        "details": {
            "operation": "ADD (operation 0)",
            "patterns": ["every element is zero"],
            "diagnosis": "returns the same value everywhere",
        },
        "durations": EXECUTED_DURATIONS,
    }
    return Verdict(case_id, path, operations=operations, **{**fields, **more})


def declined(case_id, operations=("MUL",), path="async-low", unsupported=("MUL (operation 0)",)):
    """Return the verdict of a model that the driver refuses because of unsupported operations."""
    reason = (
        f"unsupported: {', '.join(unsupported)}; "
        "prepare_model refused the model with GENERAL_FAILURE"
    )
    refused = {text.partition(" ")[0] for text in unsupported}
    supported = [name for name in operations if name not in refused]
    details = {
        "unsupported": list(unsupported),
        "supported": supported,
        "status": "GENERAL_FAILURE",
    }
    return Verdict(
        case_id,
        path,
        VerdictKind.DECLINED,
        "prepare.declined",
        reason,
        operations,
        details,
        ASKED_DURATIONS,
    )


def crash(case_id, operations=("ADD",), **more):
    """Return the verdict of a case during which the driver process died."""
    return Verdict(
        case_id, "", VerdictKind.CRASH, "process.alive", "died with SIGSEGV", operations, **more
    )


def write_run(path, verdicts, end=True, finished=FINISHED, **header):
    """Write the event stream of a run and return its path; with ``end=False`` it has no footer.

    ``header`` replaces fields of the default header.
    """
    writer = EventWriter(path, replace(HEADER, **header))
    for verdict in verdicts:
        writer.write(verdict)
    if end:
        writer.finish(finished)
    writer.close()
    return path
