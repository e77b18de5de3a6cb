"""The visible results of a run: verdicts, causes, dumps, exit statuses and printed text.

Text is normalized: folders, durations, dates, process ids and addresses have placeholders, and
numbers have three significant digits, because the last ones depend on the processor.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

TIME_DEPENDENT_PATH = "near_deadline"
"""Word of the paths whose outcome depends on time; a single run records only that they ran."""
MANY = 10
"""With more verdicts on wrong values than these, the reasons of those with a dump are recorded."""
_PERMITTED = ("passed", "declined", "not_applicable", "too_large", "no_resources", "unavailable")
_REPLACED = (
    (re.compile(r"0x[0-9a-f]{6,}"), "0xN"),
    (re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(\+\d\d:\d\d|Z)?)?"), "DATE"),
    (
        re.compile(
            r"(?<![\w.])\d[\d,]*(\.\d+)?(e[+-]?\d+)?( ?)(s|ms|us|µs|ns|seconds?"
            r"|(milli|micro|nano)seconds?|minutes?|MiB|MB|KiB|kB)(?![\w/])"
        ),
        r"N\3\4",
    ),
    (
        re.compile(
            r"\b(device |driver |time_on_device=|time_in_driver=|since launch, |signalled, "
            r"|in the (device|driver) is )\d+"
        ),
        r"\1N",  # times that a driver reports
    ),
    (re.compile(r"\b(process|pid|thread|Thread-)( ?)\d+"), r"\1\2N"),
    (re.compile(r"recorded-\w+"), "recorded"),
)
_TRACE_ENTRY = re.compile(r'^( *)File "TREE/(?!tests|specs).*\n(\1 .*\n?)*', re.MULTILINE)
"""An entry of a traceback that is inside the suite."""
_NUMBER = re.compile(r"(?<![\w.])\d+\.\d+(e[+-]?\d+)?(?![\w.]*\.\w)|(?<![\w.])\d+e[+-]?\d+")


def normalized(text: str, folder: Path, tree: Path) -> str:
    """Return text without what differs between two runs or two machines."""
    text = text.replace(str(folder), "FOLDER").replace(str(tree), "TREE")
    text = _TRACE_ENTRY.sub("", text)
    for pattern, replacement in _REPLACED:
        text = pattern.sub(replacement, text)
    return _NUMBER.sub(lambda match: f"{float(match[0]):.3g}", text)


def _verdict_lines(event: Mapping[str, Any], folder: Path, brief: bool) -> Iterator[str]:
    """Yield the line of a verdict, and for a failure also its reason, details and dump.

    If ``brief``, wrong values without a dump have only the first line.
    """
    path, kind, details = event["path"] or "-", event["kind"], event["details"]
    late = " late" if details.get("late") else ""
    yield f"{path}{late} {kind} {event['rule']}".rstrip()
    if "mutants" in details:
        counts = {name: details.get(name) for name in ("mutants", "rules", "valid_mutants")}
        yield f"{path} {json.dumps(counts, sort_keys=True)}"
    dump = folder / details["dump"] if "dump" in details else None
    if kind in _PERMITTED or (brief and not (dump and dump.is_dir())):
        return
    yield f"{path}{late}: {event['reason']}"
    for finding in details.get("further_findings", ()):
        yield f"{path}{late} also {finding['rule']}: {finding['reason']}"
    for name in (
        "patterns",
        "divergence",
        "mutation",
        "flaky",
        "waiver",
        "baseline",
        "demanded_by",
    ):
        if details.get(name):
            yield f"{path}{late} {name}: {json.dumps(details[name], sort_keys=True)}"
    if dump and dump.is_dir():
        names = sorted(file.name for file in dump.iterdir())
        yield f"dump {details['dump']}: {', '.join(names)}"
        if (command := dump / "reproduce.txt").is_file():
            lines = command.read_text(encoding="utf-8").splitlines()
            yield from (f"reproduce: {one}" for one in lines if one and not one.startswith("#"))


def _cause_lines(cause: Mapping[str, Any]) -> Iterator[str]:
    names = ("condition", "explanation", "alternatives", "reason", "command", "consequence")
    head = f"{cause['title']} ({cause['count']})"
    yield head
    yield from (f"{head} {name}: {cause[name]}" for name in names if cause.get(name))
    yield f"{head} first case: {cause['cases'][0] if cause['cases'] else '-'}"


def _stream_outcomes(file: Path, folder: Path, timed: bool) -> dict[str, list[str]]:
    """Return the lines of each case of an event stream, and of its causes."""
    found: dict[str, list[str]] = {}
    events = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    wrong = sum(event.get("rule", "").startswith("values") for event in events)
    for event in events:
        if event["event"] == "verdict":
            lines = found.setdefault(event["case_id"], [])
            if TIME_DEPENDENT_PATH in event["path"] and not timed:
                lines.append(f"{event['path']} depends on time")
                continue
            brief = wrong > MANY and event["rule"].startswith("values")
            lines.extend(_verdict_lines(event, folder, brief))
        elif event["event"] == "run":
            declared = [event[name] for name in ("driver", "driver_version", "hal_version")]
            found["run"] = [" ".join(declared), json.dumps(event["declared"], sort_keys=True)]
        elif event["event"] == "end" and event.get("causes"):
            found["causes"] = [line for one in event["causes"] for line in _cause_lines(one)]
    if not events or events[-1]["event"] != "end":
        found["end"] = ["no footer"]
    return found


def outcomes_of(
    folder: Path,
    statuses: Sequence[int],
    texts: Mapping[int, str],
    tree: Path,
    file_names: bool,
    timed: bool,
) -> dict[str, str]:
    """Return the outcome of each subject after the commands of a unit ran in ``folder``."""
    lines: dict[str, list[str]] = {"exit": [" ".join(map(str, statuses))]}
    streams = sorted(folder.glob("*.jsonl"))
    for file in streams:
        prefix = "" if len(streams) == 1 else f"{file.name} "
        try:
            found = _stream_outcomes(file, folder, timed)
        except (ValueError, KeyError) as error:
            found = {"stream": [f"not readable: {error!r}"]}
        for subject, described in found.items():
            lines[prefix + subject] = sorted(dict.fromkeys(described))
    for number, text in texts.items():
        lines[f"output {number}" if number else "output"] = [
            line.rstrip() for line in text.splitlines() if line.strip(" .[]%0123456789=-")
        ]
    if file_names:
        names = sorted(
            str(file.relative_to(folder))
            for file in folder.rglob("*")
            if file.is_file()
            and "__pycache__" not in file.parts
            and ".pytest_cache" not in file.parts
        )
        lines["files"] = names
    return {
        subject: normalized("\n".join(described), folder, tree)
        for subject, described in lines.items()
    }
