"""Finds the dump of a failing case on disk, so that a report can show its arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from conformance.cases.casefile import CaseError
from conformance.failures.show.case_content import (
    CaseContent,
    content_of_dump,
    failures_of_verdicts,
)
from conformance.results.run_results import RunResults
from conformance.verdicts import Verdict

_MAX_SEARCHED: Final = 5_000
_MAX_READ: Final = 5


def first_dumped_case(record: RunResults, verdicts: Iterable[Verdict]) -> CaseContent | None:
    """Return the first dumped case of some verdicts; ``None`` if there is none."""
    named = (verdict for verdict in islice(verdicts, _MAX_SEARCHED) if "dump" in verdict.details)
    found = (dumped_case(record, verdict) for verdict in islice(named, _MAX_READ))
    return next((content for content in found if content is not None), None)


def dumped_case(record: RunResults, verdict: Verdict) -> CaseContent | None:
    """Return the dumped case of a verdict; ``None`` if there is no dump of it.

    The dump's folder is searched beside the event stream and in the current folder. A dump of
    another case or of another failure, from a later run, is not used.
    """
    named = verdict.details.get("dump")
    if not isinstance(named, str) or not named:
        return None
    for folder in (record.folder / named, Path(named)):
        try:
            content = content_of_dump(folder)
        except (CaseError, OSError):
            continue
        if content.case_id == verdict.case_id and any(
            failure.reason == verdict.reason for failure in content.failures
        ):
            return replace(content, failures=failures_of_verdicts([verdict]), command="")
    return None
