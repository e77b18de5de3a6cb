"""Verdicts on cases that pytest or another plugin skips, or ends before the judge has a verdict.

Examples are a skip marker of a ``conftest.py``, a fixture that fails, and the time limit of
pytest-timeout. Without a verdict, such a case would be missing from the event stream.
"""

from __future__ import annotations

import traceback
from typing import Any

import pytest

from conformance.drivers.foreign_objects import describe_exception, raised_by_signal_handler
from conformance.drivers.own_process import IsolatedDevice
from conformance.plugin.context.run_context import run_context_of
from conformance.plugin.nodes.items import CaseFailed, CaseItem, CaseSkipped
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
    if _raised_unseen(call) and not isinstance(run_context_of(item.config).device, IsolatedDevice):
        reason = f"a finalizer or thread of the driver raised an exception: {text.summary}"
        return _verdict(item, VerdictKind.INVALID_ANSWER, "answer.exception", reason, late)
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


def _raised_unseen(call: pytest.CallInfo[Any]) -> bool:
    """Return whether pytest reports an exception that no code could catch.

    Python passes exceptions of finalizers and threads to hooks, which pytest replaces.
    """
    return call.excinfo is not None and any(
        frame.f_globals.get("__name__") in _HOOK_MODULES
        for frame, _ in traceback.walk_tb(call.excinfo.tb)
    )


_HOOK_MODULES = ("_pytest.unraisableexception", "_pytest.threadexception")


def _began(item: CaseItem, call: pytest.CallInfo[Any]) -> bool:
    """Return whether the exception passed through the code that runs the case."""
    return call.excinfo is not None and any(
        frame.f_code.co_name == "runtest" and frame.f_locals.get("self") is item
        for frame, _ in traceback.walk_tb(call.excinfo.tb)
    )
