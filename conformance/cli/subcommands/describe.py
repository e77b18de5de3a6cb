"""``nn-conformance describe X``: print what a driver declares and what it supports."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import groupby
from typing import Any, Final

from conformance.cli import driver_session
from conformance.cli.command import add_command
from conformance.drivers import DriverLoadError
from conformance.run.device_description import DeviceDescription, SupportAnswer, describe_device

EXIT_CONTRACT_BROKEN: Final = 1

_EPILOG = """\
For each operation, operand type and form (padding, layout, list of operands), the command passes
one small model of the bundled specs to get_supported_operations and prints the driver's answer. No
model is prepared or executed.

exit status: 0 the driver was described; 1 an answer broke the contract; 2 the command line is
invalid; 4 the driver cannot be opened; 10 without --isolate, describing the driver took longer
than --case-limit
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "print what a driver declares and supports"
    parser = add_command(verbs, "describe", run, summary, _EPILOG)
    driver_session.add_driver_options(parser, 300.0)
    parser.add_argument("--json", action="store_true", help="print all answers as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the driver's description and return the exit status; 1 if it breaks the contract."""
    try:
        with driver_session.open_driver_session(arguments) as (device, watch):
            samples = driver_session.bundled_samples()
            watch.begin("describe")
            description = describe_device(device, samples)
            watch.end()
    except DriverLoadError as error:
        print(error, file=sys.stderr)
        return driver_session.EXIT_NO_DRIVER
    if arguments.json:
        print(json.dumps(_as_json(description), indent=1))
    else:
        print(_as_text(description), end="")
    for problem in description.problems:
        print(f"problem: {problem}", file=sys.stderr)
    return EXIT_CONTRACT_BROKEN if description.problems else 0


def _as_json(description: DeviceDescription) -> dict[str, Any]:
    identity = description.identity
    cache = description.cache_files
    return {
        "name": identity.name,
        "hal_version": identity.hal_version,
        "driver_version": identity.version_string,
        "device_type": identity.device_type,
        "status": description.status,
        "cache_files": None if cache is None else {"model": cache[0], "data": cache[1]},
        "capabilities": [
            {"of": label, "exec_time": time, "power_usage": power}
            for label, time, power in description.capabilities
        ],
        "extensions": [
            {
                "name": extension.name,
                "operand_types": [
                    {"type": t.type, "is_tensor": t.is_tensor, "byte_size": t.byte_size}
                    for t in extension.operand_types
                ],
            }
            for extension in description.extensions
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
            for answer in description.answers
        ],
        "problems": list(description.problems),
    }


def _as_text(description: DeviceDescription) -> str:
    lines = [f"{label:20} {value}" for label, value in description.identity.lines()]
    lines.append(f"{'status':20} {description.status}")
    cache = description.cache_files
    lines.append(f"{'cache files':20} {f'{cache[0]} model, {cache[1]} data' if cache else 'none'}")
    for extension in description.extensions:
        types = ", ".join(str(t.type) for t in extension.operand_types) or "no operand types"
        lines.append(f"{'  ' + extension.name:20} {types}")
    if description.capabilities:
        lines += ["", f"{'relative to the CPU':45} {'time':>8} {'power':>8}"]
        lines += [
            f"{label:45} {time:8.4g} {power:8.4g}"
            for label, time, power in description.capabilities
        ]
    lines += ["", *_operation_lines(description.answers)]
    return "\n".join(lines) + "\n"


def _operation_lines(answers: tuple[SupportAnswer, ...]) -> list[str]:
    """Return a line for each operation that is supported with some type, then lists of the rest."""
    lines, refused, not_queried = [], [], []
    for operation, group in groupby(answers, lambda answer: answer.operation):
        if not (answered := [answer for answer in group if answer.supported is not None]):
            not_queried.append(operation)
        elif not any(answer.supported for answer in answered):
            refused.append(operation)
        else:
            lines.append(f"{operation:30} {' '.join(_supported_types(answered))}")
    count = sum(answer.supported is not None for answer in answers)
    yes = sum(bool(answer.supported) for answer in answers)
    out = [f"supported operations, by type ({yes} of {count} models supported)", *lines]
    for title, names in (("not supported", refused), ("not queried", not_queried)):
        if names:
            out += ["", f"{title}: {', '.join(names)}"]
    return out


def _supported_types(answers: list[SupportAnswer]) -> list[str]:
    """Return the types with at least one supported form.

    If only some forms of a type are supported, their number follows: ``FLOAT32(2/3)``.
    """
    out = []
    for type_, group in groupby(answers, lambda answer: answer.type):
        forms = list(group)
        if yes := sum(bool(answer.supported) for answer in forms):
            short = type_.removeprefix("TENSOR_")
            out.append(short if yes == len(forms) else f"{short}({yes}/{len(forms)})")
    return out
