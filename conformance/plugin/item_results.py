"""The results of a case in pytest's report of it, and verdicts on cases that pytest ended.

Examples are a skip marker of a ``conftest.py``, a fixture that fails, and the time limit of
pytest-timeout. Without a verdict, such a case would be missing from the event stream.

xdist sends the attributes of a report from a worker to the controller, which counts the verdicts.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from conformance.drivers.foreign_objects import describe_exception, raised_by_signal_handler
from conformance.plugin.items import SKIPPED_KINDS, CaseFailed, CaseItem, CaseSkipped
from conformance.results.event_stream import encode_event
from conformance.results.run_statistics import is_failure
from conformance.verdicts import Verdict, VerdictKind


def verdict_of_the_runner(
    item: CaseItem, call: pytest.CallInfo[Any], report: pytest.TestReport
) -> Verdict | None:
    """Return the verdict on a case that pytest or a plugin skipped or ended; otherwise ``None``.

    A case that was skipped before it ran is *disabled*: the user excluded it. Any other exception
    is an internal error, except those with which a case reports its own verdicts.
    """
    error = None if call.excinfo is None else call.excinfo.value
    if isinstance(error, CaseFailed | CaseSkipped):
        return None
    if error is None:
        if call.when == "call" and not item.verdicts:
            reason = "pytest or a plugin did not run the case, although it reports a result"
            return _verdict(item, VerdictKind.INTERNAL_ERROR, "run.error", reason)
        return None
    text = describe_exception(error)
    late: dict[str, Any] = {"late": True} if call.when == "teardown" else {}
    began = _began(item, call)
    if (
        report.skipped
        and call.when != "teardown"
        and not began
        and not raised_by_signal_handler(error)
    ):
        message = " ".join(text.message.split())[:_MAX_MESSAGE] or "no reason given"
        reason = f"pytest or a plugin skipped the case: {message}"
        return _verdict(item, VerdictKind.DISABLED, "run.skipped", reason)
    when = {"setup": "before the case ran", "teardown": "after the case"}.get(
        call.when, "during the case" if began else "before or after the case"
    )
    reason = f"pytest, a plugin or a signal handler ended the case: {text.summary} ({when})"
    details = {"traceback": list(text.lines[-_MAX_LINES:]), **late}
    return _verdict(item, VerdictKind.INTERNAL_ERROR, "run.error", reason, details)


_MAX_MESSAGE = 200
_MAX_LINES = 20


def _verdict(
    item: CaseItem, kind: VerdictKind, rule: str, reason: str, details: dict[str, Any] | None = None
) -> Verdict:
    return Verdict(item.case_id, "", kind, rule, reason, (), details or {})


def _began(item: CaseItem, call: pytest.CallInfo[Any]) -> bool:
    """Return whether the exception passed through the code that runs the case."""
    return call.excinfo is not None and any(
        frame.f_code.co_name == "runtest" and frame.f_locals.get("self") is item
        for frame, _ in traceback.walk_tb(call.excinfo.tb)
    )


_DECODER: Final = msgspec.json.Decoder(list[Verdict])


def attach_results(item: CaseItem, call: pytest.CallInfo[None], report: pytest.TestReport) -> None:
    """Attach the verdicts of a case to its report."""
    if call.when == "setup":
        item.forget_results()  # a plugin may run a case several times
    by_runner = verdict_of_the_runner(item, call, report)
    if call.when == "teardown":
        if call.excinfo is not None and isinstance(call.excinfo.value, CaseFailed):
            # pytest would print its own stack; only the text concerns the user.
            report.longrepr = str(call.excinfo.value)
        late = [*item.late_verdicts, *([by_runner] if by_runner else [])]
        if late:
            attach_to_report(report, "nn_late", encode_verdicts(late))
        return
    if by_runner is not None:
        item.verdicts = [*item.verdicts, by_runner]
    if item.verdicts:
        attach_to_report(report, "nn_verdicts", (item.case_id, encode_verdicts(item.verdicts)))
        if report.skipped:
            kinds = {verdict.kind for verdict in item.verdicts}
            shown = next((kind for kind in SKIPPED_KINDS if kind in kinds), None)
            if shown is not None and not any(map(is_failure, kinds)):
                attach_to_report(report, "nn_skip_kind", str(shown))


def attach_to_report(report: pytest.TestReport, name: str, value: object) -> None:
    """Attach plain data to a report; xdist sends a report's attributes to the controller."""
    setattr(report, name, value)


def encode_verdicts(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts as JSON text.

    xdist can send text. In addition, the garbage collector does not traverse it, as it would lists
    of objects in thousands of reports.
    """
    return f"[{','.join(encode_event(verdict).decode() for verdict in verdicts)}]"


def decode_verdicts(text: str) -> list[Verdict]:
    """Return the verdicts of ``encode_verdicts``."""
    return _DECODER.decode(text)
