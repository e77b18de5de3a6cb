"""Reports the end of a pytest process whose session did not end.

A driver or a spec file in the process of pytest can end it at any moment. The summary and the JUnit
file, which pytest writes at the end, are then missing. This module writes, in the parent process
(``conformance.process_guard``), a message, the verdict on the running case and a JUnit file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pytest

from conformance.child_processes import ProcessEnd
from conformance.hard_limit import TERMINAL
from conformance.output_files import write_atomically
from conformance.plugin.context.case_ids import case_id_of
from conformance.plugin.nodes.items import format_verdict
from conformance.results.event_stream import append_verdict
from conformance.run_progress import Activity, RunState
from conformance.verdicts import Verdict, VerdictKind


def report_unfinished_run(config: pytest.Config, state: RunState, end: ProcessEnd) -> None:
    """Write a message, the verdict on the running case, and the JUnit file of a run that ended."""
    verdict = unfinished_verdict(state, end, plugin_files(config))
    what = _sentence(state, end) if verdict is None else format_verdict(verdict)
    advice = "The run is incomplete: other cases may have no verdict."
    if state.activity != Activity.READING_SPEC:
        advice += " With --isolate a run continues after a crash of the driver."
    title = " the process of pytest ended before the run "
    TERMINAL.write("\n".join(["", f"{title:=^100}", what, advice, ""]))
    events, junit = config.getoption("nn_events"), config.getoption("xmlpath", None)
    if verdict is not None and state.stream_open and events:
        with _problems_reported("--events"):
            append_verdict(events, verdict)
    if junit:
        case = "the run" if verdict is None else verdict.case_id
        path = os.path.expanduser(os.path.expandvars(junit))  # noqa: PTH111 - as pytest does
        with _problems_reported("--junitxml"):
            write_atomically(path, _junit(case, what), follow_links=True)


def plugin_files(config: pytest.Config) -> frozenset[str]:
    """Return the files of pytest's plugins."""
    plugins = config.pluginmanager.get_plugins()
    files = (getattr(plugin, "__file__", None) for plugin in plugins)
    return frozenset(str(file) for file in files if file)


def unfinished_verdict(
    state: RunState, end: ProcessEnd | None, plugins: frozenset[str] = frozenset()
) -> Verdict | None:
    """Return the verdict on the case or spec file at which the process ended.

    ``end`` is ``None`` for a worker of xdist, whose exit status is unknown. Return ``None`` if the
    run had not begun to read files, or if it was reading none. If one of the files ``plugins``
    called ``os._exit``, for example for the time limit of pytest-timeout, the driver is not to
    blame.
    """
    reason = _sentence(state, end)
    if state.activity == Activity.READING_SPEC:
        case_id = case_id_of(Path(state.subject), "unreadable")
        return Verdict(case_id, "", VerdictKind.INTERNAL_ERROR, "spec.unreadable", reason)
    if not state.subject:
        return None
    details: dict[str, Any] = {"call": state.call}
    if end is not None:
        name = end.text.rpartition(" ")[2]
        details |= {"signal": name} if end.signal else {"status": end.status}
    if state.activity != Activity.RUNNING_CASE:
        details["late"] = True
    kind, rule = VerdictKind.CRASH, "process.alive"
    if end is not None and end.limit:
        kind, rule = VerdictKind.HANG, "case.limit"
    if not state.cause and state.exit_call.rpartition(":")[0] in plugins:
        kind, rule = VerdictKind.INTERNAL_ERROR, "run.error"
    return Verdict(state.subject, state.path, kind, rule, reason, (), details)


def worker_verdict(state: RunState, plugins: frozenset[str]) -> Verdict | None:
    """Return the verdict on the case of a worker that recorded why it ended; else ``None``."""
    if not (state.exit_call or state.cause):
        return None
    return unfinished_verdict(state, None, plugins)


def _sentence(state: RunState, end: ProcessEnd | None) -> str:
    """Return a sentence that states how the process ended and what it was doing."""
    when = f"while {state.activity}"
    if state.activity == Activity.READING_SPEC:
        when += f" {state.subject}"
    elif state.activity == Activity.RUNNING_CASE:
        when = f"during {state.call}" if state.call else "while the case was running"
    elif state.activity == Activity.BETWEEN_CASES:
        when = "after the end of the case"
    elif state.activity == Activity.ENDING:
        when = "after the last case, at the end of the run"
    if state.cause:
        return f"{state.cause} {when}; the process of pytest cannot continue"
    by = f" by os._exit, called at {state.exit_call}," if state.exit_call else ""
    if end is None:
        return f"the process of the worker and the driver ended{by} {when}"
    return f"the process of pytest, the suite and the driver {end.text}{by} {when}{end.hint}"


@contextmanager
def _problems_reported(option: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        TERMINAL.write(f"{option}: cannot be written: {error.strerror or error}\n")


def _junit(case: str, text: str) -> bytes:
    """Return a JUnit file with one error; pytest, which writes such files, did not end."""
    text = "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)
    message = quoteattr(text.partition("\n")[0])
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<testsuites><testsuite name="pytest" errors="1" failures="0" skipped="0" tests="1">'
        f"<testcase name={quoteattr(case)}><error message={message}>{escape(text)}</error>"
        "</testcase></testsuite></testsuites>\n"
    ).encode("utf-8", "replace")
