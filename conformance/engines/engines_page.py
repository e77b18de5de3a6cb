"""The page ``docs/generated/engines.md``: outcomes, findings and operations of several engines.

``python -m conformance.engines.engines_page RUN.jsonl ... > docs/generated/engines.md`` generates
it from the event streams of their runs, and with ``--placement`` the file ``placement.toml``.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from conformance.driver_sdk.last_error import DECLINED_WITH_REQUEST
from conformance.drivers.registry import GROUP
from conformance.engines.device import NOT_LOADED
from conformance.engines.findings import EngineFinding
from conformance.engines.findings_pages import FORMATS, PAGES, findings_page
from conformance.engines.placement import no_longer_taken, placement_lines
from conformance.engines.protocol import Engine
from conformance.entry_points import load, offered
from conformance.hal import OperationType
from conformance.reports.driver_table import driver_table, table_markdown
from conformance.results.run_results import RunResults, driver_argument, load_run
from conformance.results.run_statistics import worst_verdict
from conformance.text import format_count, list_first, one_line
from conformance.verdicts import Verdict, VerdictKind

_DESCRIBED_BY: Final = {"onnx": "onnxruntime", "tflite": "litert"}
"""The engine whose findings state what each format cannot express."""
OUTCOMES: Final = (
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
_BLAMED: Final = OUTCOMES[4:8]
_MAX_LISTED: Final = 12

_HEAD: Final = """\
# Engines

*This page is for developers of runtimes, and for engineers who choose one. It compares what engines
run of the bundled specs, and where they differ from the contract.*

`python -m conformance.engines.engines_page RUN.jsonl ... > docs/generated/engines.md` generates
this page from the event streams of runs (`pytest specs --driver X --events RUN.jsonl`).
With `--placement` it writes `conformance/engines/placement.toml`, the operations that each engine
takes; a later page names those that a newer version no longer takes. [engines.html](engines.html)
has the same results, weighted by the use of the operations in real networks
(`python -m conformance.engines.atlas`).
[judge-a-runtime.md](../how-to/judge-a-runtime.md) describes the outcomes, and states which runtimes
are not here and why; the pages on findings state each cause with its condition.

## Outcomes

The number of cases with each outcome; the worst execution of a case counts. The last column has the
lowest measured precision of float32 results, in bits.
"""


def outcome(verdict: Verdict, driver: str) -> str:
    """Return the outcome of a case, one of ``OUTCOMES``, for an argument of ``--driver``."""
    passed, _, _, with_request, values, loading, running, ended, other = OUTCOMES
    if verdict.kind in (VerdictKind.PASSED, VerdictKind.QUALITY_WARNING):
        return passed
    if verdict.kind == VerdictKind.DECLINED:
        if verdict.reason.startswith(DECLINED_WITH_REQUEST):
            return with_request
        return _declined_by(verdict, driver)
    if verdict.kind in (VerdictKind.CRASH, VerdictKind.HANG):
        return ended
    if verdict.rule.startswith("values"):
        return values
    if NOT_LOADED in verdict.reason:
        return loading
    return running if verdict.kind.blames_driver else other


@cache
def _format(driver: str) -> str:
    """Return the format of the models that an engine reads, by the argument of ``--driver``."""
    scheme, colon, _ = driver.partition(":")
    if colon or driver not in offered(GROUP):
        return "tflite" if scheme == "tflite" else "onnx"
    engine = getattr(load(GROUP, driver), "__self__", Engine)
    return str(getattr(engine, "format", Engine.format))


def _declined_by(verdict: Verdict, driver: str) -> str:
    """Return whether the format or the engine is the first reason for a declined operation."""
    model_format = _format(driver)
    described = findings_page(_DESCRIBED_BY[model_format]).load().declined
    reasons = verdict.details.get("reasons", ())
    for reason in reasons if isinstance(reasons, list) else ():
        text = str(reason)
        operation = OperationType.__members__.get(text.partition(":")[0])
        is_known = any(entry.explains(text) for entry in described)
        if not is_known and operation not in FORMATS[model_format].missing:
            return OUTCOMES[2]
    return OUTCOMES[1]


def _findings(driver: str) -> Sequence[EngineFinding]:
    """Return the findings on an engine; those on ONNX Runtime are on its own kernels."""
    _, is_provider, provider = driver.partition("provider=")
    if is_provider:
        name = re.split("[,)]", provider)[0]
        pages = [page for page in PAGES if page.is_provider and page.name == name]
    else:
        pages = [page for page in PAGES if not page.is_provider and driver.startswith(page.name)]
    return max(pages, key=lambda page: len(page.name)).load().findings if pages else ()


@dataclass(frozen=True, slots=True)
class EngineSummary:
    """The results of an engine: cases by outcome, and failed cases by the findings they have.

    ``bits`` is the lowest measured precision of float32; ``lost`` is from ``no_longer_taken``.
    """

    driver: str
    version: str
    part: str
    bits: int | None
    outcomes: Counter[str]
    findings: dict[str, list[str]]
    lost: list[str]
    by_operation: Mapping[str, Counter[str]]


def summarize(record: RunResults) -> EngineSummary:
    """Return the results of the engine of a run."""
    header = record.header
    assert header is not None
    outcomes: Counter[str] = Counter()
    found: dict[str, list[str]] = {}
    for verdicts in record.cases.values():
        worst = worst_verdict(verdicts)
        one = outcome(worst, driver_argument(header))
        outcomes[one] += 1
        if one in _BLAMED:
            matching = [each.id for each in _findings(header.driver) if each.matches(worst.case_id)]
            found.setdefault(", ".join(matching), []).append(worst.case_id)
    return EngineSummary(
        driver_argument(header),
        header.driver_version,
        str(header.options.get("shard") or ""),
        min(header.float32_bits.values(), default=None),
        outcomes,
        dict(sorted(found.items(), reverse=True)),
        no_longer_taken(record),
        record.statistics.by_operation,
    )


def page(records: Sequence[RunResults]) -> Iterator[str]:
    """Yield the lines of the page in Markdown."""
    engines = [summarize(record) for record in records]
    yield _HEAD
    yield f"| engine | {' | '.join(OUTCOMES)} | bits |"
    yield "|---" + "|---:" * len(OUTCOMES) + "|---:|"
    for one in engines:
        part = f" (part {one.part})" if one.part else ""
        numbers = [*(one.outcomes[name] for name in OUTCOMES), one.bits or "-"]
        yield f"| `{one.driver}` {one.version}{part} | {' | '.join(map(str, numbers))} |"
    yield from ("", "## Findings", "", "The failed cases of each finding.", "")
    for one in engines:
        for finding, cases in one.findings.items():
            label = f"`{finding}`" if finding else "without a finding"
            names = list_first([f"`{case}`" for case in cases], 3 if finding else _MAX_LISTED)
            count = format_count(len(cases), "case")
            yield f"- `{one.driver}` {one.version}: {label}: {count}: {one_line(names, 1000)}"
    if any(one.lost for one in engines):
        yield from ("", "## No longer taken", "")
        yield "An earlier version of the engine took cases of these operations on these types."
        yield ""
        yield from (
            f"- `{one.driver}` {one.version}: {text}" for one in engines for text in one.lost
        )
    yield from ("", "## Operations", "")
    _, _, table = table_markdown(driver_table(records)).partition("\n\n")
    yield table.replace("\n## ", "\n### ")


if __name__ == "__main__":
    streams = [name for name in sys.argv[1:] if name != "--placement"]
    write = placement_lines if "--placement" in sys.argv else page
    sys.stdout.write("\n".join(write([load_run(name) for name in streams])) + "\n")
