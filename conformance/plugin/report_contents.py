"""The results of a case in pytest's report of it.

xdist sends the attributes of a report from a worker to the controller, which counts the verdicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import pytest

from conformance.plugin.nodes.items import SKIPPED_KINDS, CaseFailed, CaseItem
from conformance.plugin.session.unjudged_cases import verdict_of_the_runner
from conformance.results.event_stream import verdict_to_dict
from conformance.results.run_statistics import is_failure
from conformance.text import encodable
from conformance.verdicts import Verdict

_ENCODER: Final = msgspec.json.Encoder()
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
    try:
        return _ENCODER.encode(verdicts).decode()
    except (UnicodeEncodeError, RecursionError):  # text from a driver or a spec file
        plain = [encodable(verdict_to_dict(verdict)) for verdict in verdicts]
        return _ENCODER.encode(plain).decode()


def decode_verdicts(text: str) -> list[Verdict]:
    """Return the verdicts of ``encode_verdicts``."""
    return _DECODER.decode(text)
