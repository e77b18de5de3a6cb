"""``nn-conformance describe X``: what a driver declares and supports, and a test of a minute."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, Final

import msgspec

from conformance.cases import Example, SpecError, SpecIndex, bundled_specs
from conformance.cases.sources import SPEC_SUFFIX
from conformance.cli.options import (
    ExitStatus,
    add_command,
    add_driver_argument,
    add_limit_options,
    open_driver_session,
)
from conformance.cli.output import write_json
from conformance.coverage.samples import Sample, choose_samples, samples_by_operation
from conformance.drivers import available_drivers
from conformance.drivers.own_process import ProcessLimits
from conformance.hal import Version
from conformance.harness.judge import JudgeOptions
from conformance.run.case_runner import CaseRunner
from conformance.run.describe import (
    DeviceDescription,
    SmokeResult,
    SmokeStatus,
    SupportAnswer,
    describe_device,
    run_smoke_test,
)
from conformance.verdicts import VerdictKind
from nn_conformance_options import duration

_EPILOG = """\
For each operation, operand type and form (padding, layout, list of operands), the command passes
one small model of the bundled specs to get_supported_operations and prints the driver's answer. No
model is prepared or executed.

With --test it runs one small case of the bundled specs for each operation, along the default paths
of the driver's HAL version, simple models first. Fix the first failure first: later ones are often
its consequences.

exit status: 0 the driver was described, no case failed; 1 an answer broke the contract or a case
failed; 2 the command line is wrong; 4 the driver cannot be opened; 5 --test executed no case; 10
without --isolate, a case or describing the driver took longer than its limit; 70 an error in the
suite prevented a verdict
"""

_REPORTED_STATUSES: Final = (SmokeStatus.FAILED, SmokeStatus.NOT_JUDGED)
_TEST_LIMITS: Final = ProcessLimits(start=30.0, query=3.0, prepare=15.0, execute=5.0, free=3.0)
_TEST_CASE_LIMIT: Final = 20.0
_CASE_LIMIT: Final = 300.0
_CALLBACK_TIMEOUT: Final = 5.0


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "print what a driver declares and supports, or test it; without a driver, list them"
    parser = add_command(verbs, "describe", run, summary, _EPILOG, runs_driver=True)
    add_driver_argument(parser)
    add_limit_options(parser, f"{_CASE_LIMIT:g}, with --test {_TEST_CASE_LIMIT:g}")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", metavar="FILE", help="write all answers as JSON; - for stdout")
    output.add_argument(
        "--test",
        action="store_true",
        help="run one small case of each operation, to see whether a full run is worthwhile",
    )
    parser.add_argument(
        "--budget",
        type=duration,
        default=35.0,
        metavar="TIME",
        help="with --test: start no case after this time (default: 35s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the driver's description, or the results of its test; return the exit status."""
    if arguments.driver is None:
        for name, value in available_drivers().items():
            print(f"{name:20} {value}")
        return 0
    return _test(arguments) if arguments.test else _describe(arguments)


def _describe(arguments: argparse.Namespace) -> int:
    with open_driver_session(arguments, _CASE_LIMIT) as (driver, watch):
        samples = bundled_samples()
        watch.begin("describe")
        description = describe_device(driver.device, samples)
        watch.end()
    if arguments.json:
        write_json(arguments.json, _as_json(description) | {"runs": driver.place})
    else:
        print(f"{'runs':20} {driver.place}")
        print(_as_text(description), end="")
    for problem in description.problems:
        print(f"problem: {problem}", file=sys.stderr)
    return ExitStatus.DIFFERS if description.problems else ExitStatus.CONFORMS


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
        "extensions": msgspec.to_builtins(description.extensions),
        "operations": msgspec.to_builtins(description.answers),
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


def _test(arguments: argparse.Namespace) -> int:
    """Print one line for each operation that failed, then a summary; return the exit status."""
    with open_driver_session(arguments, _TEST_CASE_LIMIT, _TEST_LIMITS) as (driver, watch):
        watch.begin("describing the driver")
        identity = driver.identity
        version = identity.version or max(Version)
        watch.end()
        named = f"{identity.name} {identity.version_string}, HAL {identity.hal_version}"
        print(f"{named}, {driver.place}", flush=True)
        for problem in identity.problems:
            print(f"problem: {problem}", flush=True)
        options = JudgeOptions(callback_timeout=_CALLBACK_TIMEOUT)
        runner = CaseRunner(driver, options)
        tried = []
        samples = samples_by_operation(bundled_samples())
        for attempt in run_smoke_test(
            runner, samples, version, arguments.budget, watch.begin, watch.end
        ):
            tried.append(attempt)
            if attempt.status in _REPORTED_STATUSES:
                case = f"{attempt.operation} ({attempt.case_id})"
                print(f"{attempt.status.upper()}: {case}: {attempt.reason}", flush=True)
        late = runner.close()
    for verdict in late:
        print(f"found after the end of the case: {verdict}")
    print(_summary(tried, bool(identity.problems), arguments.driver))
    if any(attempt.status is SmokeStatus.NOT_JUDGED for attempt in tried):
        return ExitStatus.INTERNAL
    counts = Counter(attempt.status for attempt in tried)
    if identity.problems or counts[SmokeStatus.FAILED] or any(v.kind.blames_driver for v in late):
        return ExitStatus.DIFFERS
    return ExitStatus.CONFORMS if counts[SmokeStatus.PASSED] else ExitStatus.NOTHING_RAN


@cache
def bundled_samples() -> tuple[Sample, ...]:
    """Return a small example of the bundled specs for each operation, operand type and form.

    A spec file that cannot be read is reported on standard error and skipped.
    """
    index = SpecIndex()
    root = bundled_specs()

    def examples() -> Iterator[tuple[str, Example]]:
        for file in sorted(root.rglob(f"*{SPEC_SUFFIX}")):
            case = f"{file.parent.name}/{file.name.removesuffix(SPEC_SUFFIX)}"
            try:
                for info in index.names(file):
                    if not info.relaxed and not info.has_error:
                        yield f"{case}/{info.name}", index.load(file, info.name)
            except SpecError as error:
                print(f"skipped: {error}", file=sys.stderr)

    return choose_samples(examples())


def _summary(tried: list[SmokeResult], unsound: bool, driver: str) -> str:
    """Return the counts by result and a last line that says whether a full run is worthwhile."""
    counts = Counter(attempt.status for attempt in tried)
    lines = [
        f"{len(tried)} operations: "
        + ", ".join(f"{counts[result]} {result}" for result in SmokeStatus if counts[result])
    ]
    for result in (SmokeStatus.DECLINED, SmokeStatus.NOT_APPLICABLE, SmokeStatus.NOT_TRIED):
        names = [attempt.operation for attempt in tried if attempt.status is result]
        if names:
            lines.append(textwrap.fill(f"{result}: {', '.join(names)}", 100))
    if silent := _modes_without_pass(tried):
        lines.append(f"no case passed in these execution modes: {', '.join(silent)}")
    first = next((attempt for attempt in tried if attempt.status is SmokeStatus.FAILED), None)
    if not counts[SmokeStatus.PASSED]:
        why = f"fix {first.operation} first" if first else "no case was executed"
        lines.append(f"A FULL RUN IS NOT WORTHWHILE: {why}")
    elif first or unsound or silent:
        about = f"fix {first.operation} first" if first else "see above"
        lines.append(f"a full run is worthwhile, but has known failures: {about}")
    else:
        lines.append(f"a full run is worthwhile: pytest --driver {driver}")
    return "\n".join(lines)


def _modes_without_pass(tried: list[SmokeResult]) -> list[str]:
    """Return the execution modes in which cases failed and no case passed."""
    passed: set[str] = set()
    failed: dict[str, None] = {}
    for attempt in tried:
        for verdict in attempt.verdicts:
            mode = verdict.path.partition("-")[0]
            if verdict.kind is VerdictKind.PASSED:
                passed.add(mode)
            elif verdict.kind.blames_driver and mode:
                failed[mode] = None
    return [mode for mode in failed if mode not in passed]
