"""``nn-conformance describe X``: what a driver declares, and what it supports when asked."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import groupby
from typing import Any, Final

from conformance.cli import candidate
from conformance.drivers import DriverLoadError
from conformance.harness.portrait import Answer, Portrait, portray

BROKEN: Final = 1

_EPILOG = """\
Supported is what get_supported_operations answers to one small model of the bundled specs for each
operation, type and form (padding, layout, list of operands). The driver prepares and computes
nothing here.

exit status: 0 described; 1 an answer broke the contract; 4 the driver cannot be opened; 10 without
--isolate, describing took longer than --case-limit; 2 the command line is wrong
"""


def add_to(verbs: Any) -> None:
    """Register the verb."""
    parser = verbs.add_parser(
        "describe",
        help="what a driver declares and supports",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    candidate.add_options(parser, 300.0)
    parser.add_argument("--json", action="store_true", help="everything as JSON")
    parser.set_defaults(run=run, parser=parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what the driver says of itself; 1 when an answer breaks the contract."""
    try:
        with candidate.opened(arguments) as (device, watch):
            questions = candidate.bundled_samples()
            watch.begin("describe")
            portrait = portray(device, questions)
            watch.end()
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return candidate.NO_DRIVER
    if arguments.json:
        print(json.dumps(_as_json(portrait), indent=1))
    else:
        print(_as_text(portrait), end="")
    for problem in portrait.problems:
        print(f"problem: {problem}", file=sys.stderr)
    return BROKEN if portrait.problems else 0


def _as_json(portrait: Portrait) -> dict[str, Any]:
    identity = portrait.identity
    cache = portrait.cache_files
    return {
        "name": identity.name,
        "hal_version": identity.hal_version,
        "driver_version": identity.version_string,
        "device_type": identity.device_type,
        "status": portrait.status,
        "cache_files": None if cache is None else {"model": cache[0], "data": cache[1]},
        "capabilities": [
            {"of": label, "exec_time": time, "power_usage": power}
            for label, time, power in portrait.capabilities
        ],
        "extensions": [
            {
                "name": one.name,
                "operand_types": [
                    {"type": t.type, "is_tensor": t.is_tensor, "byte_size": t.byte_size}
                    for t in one.operand_types
                ],
            }
            for one in portrait.extensions
        ],
        "operations": [
            {
                "operation": answer.operation,
                "type": answer.type,
                "form": answer.form,
                "supported": answer.supported,
                "case": answer.case_id,
                "note": answer.note,
            }
            for answer in portrait.answers
        ],
        "problems": list(portrait.problems),
    }


def _as_text(portrait: Portrait) -> str:
    lines = [f"{label:20} {value}" for label, value in portrait.identity.lines()]
    lines.append(f"{'status':20} {portrait.status}")
    cache = portrait.cache_files
    lines.append(f"{'cache files':20} {f'{cache[0]} model, {cache[1]} data' if cache else 'none'}")
    for one in portrait.extensions:
        types = ", ".join(str(t.type) for t in one.operand_types) or "no operand types"
        lines.append(f"{'  ' + one.name:20} {types}")
    if portrait.capabilities:
        lines += ["", f"{'relative to the CPU':45} {'time':>8} {'power':>8}"]
        lines += [
            f"{label:45} {time:8.4g} {power:8.4g}" for label, time, power in portrait.capabilities
        ]
    lines += ["", *_operations(portrait.answers)]
    return "\n".join(lines) + "\n"


def _operations(answers: tuple[Answer, ...]) -> list[str]:
    """One line for each operation that is supported somehow, then the others."""
    lines, refused, unasked = [], [], []
    for operation, group in groupby(answers, lambda answer: answer.operation):
        asked = [answer for answer in group if answer.supported is not None]
        if not asked:
            unasked.append(operation)
        elif not any(answer.supported for answer in asked):
            refused.append(operation)
        else:
            lines.append(f"{operation:30} {' '.join(_types(asked))}")
    count = sum(answer.supported is not None for answer in answers)
    yes = sum(bool(answer.supported) for answer in answers)
    out = [f"supported operations, by type ({yes} of {count} models asked about)", *lines]
    for title, names in (("not supported", refused), ("not asked about", unasked)):
        if names:
            out += ["", f"{title}: {', '.join(names)}"]
    return out


def _types(asked: list[Answer]) -> list[str]:
    """Types with at least one form; where forms are refused, how many are not."""
    out = []
    for type_, group in groupby(asked, lambda answer: answer.type):
        forms = list(group)
        held = [answer for answer in forms if answer.supported]
        if held:
            short = type_.removeprefix("TENSOR_")
            out.append(short if len(held) == len(forms) else f"{short}({len(held)}/{len(forms)})")
    return out
