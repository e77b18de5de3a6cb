"""The page ``docs/generated/engines.md``: outcomes, findings and operations of several engines.

``python -m conformance.engines.engines_page RUN.jsonl ... > docs/generated/engines.md`` generates
it from the event streams of their runs, and with ``--placement`` the file ``placement.toml``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from conformance.driver_sdk.last_error import DECLINED_WITH_REQUEST
from conformance.engines.device import NOT_LOADED
from conformance.engines.findings import BridgeDescription, EngineFinding
from conformance.engines.placement import no_longer_taken, placement_lines
from conformance.entry_points import load, offered
from conformance.hal import OperationType
from conformance.reports.driver_table import driver_table, table_markdown
from conformance.results.run_results import RunResults, driver_argument, load_run
from conformance.results.run_statistics import worst_verdict
from conformance.text import format_count, list_first, one_line
from conformance.verdicts import VALUE_RULES, Verdict, VerdictKind

_GROUP: Final = "nn_conformance.engines"
_OUTCOMES: Final = (
    "passed",
    "format cannot express it",
    "engine declines it",
    "declined with the request",
    "wrong values",
    "failed to load",
    "failed at run",
    "crash or hang",
    "other",
)
_BLAMED: Final = _OUTCOMES[4:8]
_MAX_LISTED: Final = 12

_HEAD: Final = """\
# Engines

*This page is for developers of runtimes, and for engineers who choose one. It compares what engines
run of the bundled specs, and where they differ from the contract.*

`python -m conformance.engines.engines_page RUN.jsonl ... > docs/generated/engines.md` generates
this page from the event streams of runs (`pytest specs --driver X --events RUN.jsonl`).
With `--placement` it writes `conformance/engines/placement.toml`, the operations that each engine
takes; a later page names those that a newer version no longer takes.
[judge-a-runtime.md](../how-to/judge-a-runtime.md) describes the outcomes; the pages on findings
state each cause with its condition.

## Outcomes

The number of cases with each outcome; the worst execution of a case counts. The last column has the
lowest measured precision of float32 results, in bits.
"""


@cache
def _bridge(name: str) -> BridgeDescription:
    found: BridgeDescription = load(_GROUP, name)
    return found


def outcome(verdict: Verdict, driver: str) -> str:
    """Return the outcome of a case, one of ``_OUTCOMES``."""
    passed, _, _, with_request, values, loading, running, ended, other = _OUTCOMES
    if verdict.kind in (VerdictKind.PASSED, VerdictKind.QUALITY_WARNING):
        return passed
    if verdict.kind == VerdictKind.DECLINED:
        if verdict.reason.startswith(DECLINED_WITH_REQUEST):
            return with_request
        return _declined_by(verdict, driver)
    if verdict.kind in (VerdictKind.CRASH, VerdictKind.HANG):
        return ended
    if verdict.rule in VALUE_RULES:
        return values
    if NOT_LOADED in verdict.reason:
        return loading
    return running if verdict.kind.blames_driver else other


def _declined_by(verdict: Verdict, driver: str) -> str:
    """Return whether the format or the engine is the first reason for a declined operation."""
    bridge = _bridge("litert" if driver.startswith("litert") else "onnxruntime")
    reasons = verdict.details.get("reasons", ())
    for reason in reasons if isinstance(reasons, list) else ():
        text = str(reason)
        operation = OperationType.__members__.get(text.partition(":")[0])
        is_known = any(entry.explains(text) for entry in bridge.load().declined)
        if not is_known and operation not in bridge.missing:
            return _OUTCOMES[2]
    return _OUTCOMES[1]


def _findings(driver: str) -> Sequence[EngineFinding]:
    """Return the findings on an engine; those on ONNX Runtime are on its own kernels."""
    names = [name for name in offered(_GROUP) if driver.startswith(name)]
    if "provider=" in driver:
        names = [name for name in names if name != "onnxruntime"]
    return _bridge(max(names, key=len)).load().findings if names else ()


def page(records: Sequence[RunResults]) -> str:
    """Return the page as Markdown."""
    return "\n".join(_lines(records))


def _lines(records: Sequence[RunResults]) -> Iterator[str]:
    yield _HEAD
    yield f"| engine | {' | '.join(_OUTCOMES)} | bits |"
    yield "|---" + "|---:" * len(_OUTCOMES) + "|---:|"
    explained, lost = [], []
    for record in records:
        assert record.header is not None
        name = record.header.driver
        worst = [worst_verdict(verdicts) for verdicts in record.cases.values()]
        by_outcome = {one.case_id: outcome(one, name) for one in worst}
        counts = Counter(by_outcome.values())
        shard = record.header.options.get("shard")
        title = f"`{driver_argument(record.header)}` {record.header.driver_version}"
        part = f" (part {shard})" if shard else ""
        numbers = [
            *(counts[one] for one in _OUTCOMES),
            min(record.header.float32_bits.values(), default="-"),
        ]
        yield f"| {title}{part} | {' | '.join(map(str, numbers))} |"
        lost += [f"- {title}: {text}" for text in no_longer_taken(record)]
        found: dict[str, list[Verdict]] = {}
        for one in worst:
            if by_outcome[one.case_id] in _BLAMED:
                matching = [each.id for each in _findings(name) if each.matches(one.case_id)]
                found.setdefault(", ".join(matching), []).append(one)
        explained.append((title, found))
    yield from ("", "## Findings", "", "The failed cases of each finding.", "")
    for title, found in explained:
        for finding in sorted(found, reverse=True):
            cases = [f"`{one.case_id}`" for one in found[finding]]
            label = f"`{finding}`" if finding else "without a finding"
            listed = one_line(list_first(cases, 3 if finding else _MAX_LISTED), 1000)
            yield f"- {title}: {label}: {format_count(len(cases), 'case')}: {listed}"
    if lost:
        yield from ("", "## No longer taken", "")
        yield "An earlier version of the engine took cases of these operations on these types."
        yield from ("", *lost)
    yield from ("", "## Operations", "")
    _, _, table = table_markdown(driver_table(records, ())).partition("\n\n")
    yield table.replace("\n## ", "\n### ")


if __name__ == "__main__":
    streams = [name for name in sys.argv[1:] if name != "--placement"]
    write = placement_lines if "--placement" in sys.argv else _lines
    sys.stdout.write("\n".join(write([load_run(name) for name in streams])) + "\n")
