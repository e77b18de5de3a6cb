"""``nn-conformance explain``: the causes of a run's failures, or one case with its values."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from conformance.cases import SpecError
from conformance.cases.casefile import Case, CaseError
from conformance.cli.cases import (
    CaseNotFound,
    drawn_case,
    find_case,
    report_missing_case,
    run_case,
)
from conformance.cli.options import (
    ExitStatus,
    add_command,
    add_dump_option,
    add_limit_options,
    open_driver_session,
)
from conformance.cli.output import write_json
from conformance.drivers.driver import Driver
from conformance.failures.explain.explainer import OPTIONS, CauseFinder
from conformance.failures.explain.explanation import Cause, summary_lines
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.failures.failure_dump import DEFAULT_FOLDER, shaped_array
from conformance.failures.show.case_content import (
    CaseContent,
    content_of_case,
    content_of_case_file,
)
from conformance.failures.show.text_view import text_lines
from conformance.harness.failure import CaseFailure
from conformance.harness.judge import JudgeOptions
from conformance.harness.planning.execution_path import resolve_paths
from conformance.reports.html_report import dumped_case
from conformance.results.reproduction import reproduction
from conformance.results.run_results import RunResults, load_run
from conformance.run.case_runner import CaseRunner
from conformance.text import format_count, terminal_text
from nn_conformance_options import duration

_STREAM_SUFFIX: Final = ".jsonl"
_SECONDS_OF_CAUSE: Final = 15.0
"""The time for the generated cases of one operation and symptom."""

_EPILOG: Final = f"""\
explain RUN.jsonl groups the failures of a run by cause, and states for each the smallest condition
on the operation's parameters that separates failing from passing cases. Further arguments are
folders of spec files that are not bundled. With --driver it runs generated cases of one operation
where the cases of the run do not decide. The driver then runs in a process of its own.

explain CASE shows one case: its cause, parameters, expected and actual outputs. CASE is the number
of a cause in the summary of the last run, a dump folder, a case file or spec file in it, a case id
(its dump in the --dump folder or, without one, the bundled example), or an event stream
({_STREAM_SUFFIX}) followed by a case id. The outputs of the driver are those of the dump; --driver
runs the case and shows what the driver returns now.

exit status:
  0  the run has no failures, or the case was shown
  1  the run has failures
  2  a file cannot be read or written, or there is no such case
  3  no failures, but the stream is incomplete: it has no footer or damaged lines
  4  the driver cannot be opened
 10  without --isolate, the case did not end within its limit
"""


def add_parser(verbs: Any) -> None:
    """Register the command ``explain`` and its options."""
    summary = "group the failures of a run by cause, with their conditions, or show one case"
    parser = add_command(verbs, "explain", run, summary, _EPILOG, runs_driver=True)
    parser.add_argument(
        "source",
        metavar="RUN_OR_CASE",
        help="event stream, number of a cause, dump, file or case id",
    )
    text = "for an event stream: a case id, or folders of spec files that are not bundled"
    parser.add_argument("more", metavar="ID_OR_SPECS", nargs="*", help=text)
    parser.add_argument("--driver", metavar="X", help="run cases on this driver")
    causes = parser.add_argument_group("options for the causes of a run")
    causes.add_argument(
        "--budget",
        type=duration,
        default=300.0,
        metavar="TIME",
        help="time for generated cases, such as 90s or 10m (default: 300s; 0: none)",
    )
    causes.add_argument("--json", metavar="FILE", help="write the causes as JSON; - for stdout")
    case = parser.add_argument_group("options for one case")
    case.add_argument("--path", default="", metavar="PATH", help="with --driver: only this path")
    case.add_argument(
        "--element",
        type=_element,
        default=(None, None),
        metavar="N:I,J,...",
        help="show output N around this element; without N: the output that is shown (default: the "
        "worst element)",
    )
    add_dump_option(parser, DEFAULT_FOLDER)
    add_limit_options(parser, "300")


def _element(text: str) -> tuple[int | None, tuple[int, ...] | None]:
    """Return the number of an output and the index of an element; either may be missing."""
    number, colon, index = text.rpartition(":")
    try:
        place = tuple(int(part) for part in index.split(",")) if index else None
        return int(number) if colon else None, place
    except ValueError:
        message = f"{text!r} is not a list such as 0,2,1 or 1:0,2,1"
        raise argparse.ArgumentTypeError(message) from None


def run(arguments: argparse.Namespace) -> int:
    """Print the causes of a run, or one case; return the exit status."""
    is_stream = arguments.source.endswith(_STREAM_SUFFIX)
    names = [text for text in arguments.more if not (is_stream and Path(text).exists())]
    if is_stream and not names:
        return _print_causes(arguments)
    if len(names) > 1 or (names and not is_stream):
        arguments.parser.error("name one case; an ID follows only an event stream")
    return _print_case(arguments, names[0] if names else None)


def _print_causes(arguments: argparse.Namespace) -> int:
    results = load_run(arguments.source)
    for warning in results.stream_warnings():
        print(f"nn-conformance: {warning}", file=sys.stderr)
    causes = find_causes(results, arguments)
    if arguments.json:
        write_json(arguments.json, [cause.to_plain() for cause in causes])
    else:
        cases = format_count(len({case for cause in causes for case in cause.cases}), "case")
        print(f"{format_count(len(causes), 'cause')} of {cases} with failures")
        for line in summary_lines(causes, 0, whole=True):
            print(line)
    if causes:
        return ExitStatus.DIFFERS
    return ExitStatus.CONFORMS if results.complete else ExitStatus.INCOMPLETE


def find_causes(results: RunResults, arguments: argparse.Namespace) -> list[Cause]:
    """Return the causes of a run's failures; raise ``DriverLoadError`` for an unusable driver."""
    cases = RunCases()
    cases.add(results.stream.verdicts)
    folders = [Path(name) for name in arguments.more]
    if not cases.failures:
        return []

    def command(case_id: str) -> str:
        if arguments.driver is None:
            return results.reproduce_command(case_id)
        return shlex.join(reproduction(arguments.driver, case_id, where=arguments.more))

    driver, open_runner = None, None
    version = results.header.version
    if arguments.driver is not None:
        driver = Driver.open(arguments.driver, isolate=True)
        version = driver.version
        if arguments.budget:
            open_runner = partial(CaseRunner, driver, OPTIONS)
    finder = CauseFinder(
        cases,
        CaseSource(version, folders),
        command,
        open_runner,
        _SECONDS_OF_CAUSE,
        arguments.budget or _SECONDS_OF_CAUSE,
    )
    try:
        return finder.find()
    finally:
        if driver is not None:
            driver.close()


def _print_case(arguments: argparse.Namespace, case_id: str | None) -> int:
    """Print one case."""
    try:
        dumps = Path(arguments.dump)
        if case_id is None:
            content = _content_of_text(arguments.source, dumps)
        else:
            content = _content_of_stream(Path(arguments.source), case_id, dumps)
    except (CaseNotFound, SpecError) as error:
        return report_missing_case(arguments.source, error)
    except CaseError as error:
        print(error, file=sys.stderr)
        return ExitStatus.UNUSABLE
    if arguments.driver:
        try:
            content = _run_case(arguments, content)
        except ValueError as error:
            arguments.parser.error(str(error))
    output, element = arguments.element
    _check_place(arguments, content)
    for line in text_lines(content, output, element):
        print(terminal_text(line))
    return ExitStatus.CONFORMS


def _check_place(arguments: argparse.Namespace, content: CaseContent) -> None:
    """End with a usage error if the output or the element does not exist."""
    output, place = arguments.element
    count = len(content.example.outputs)
    number = content.shown_output if output is None else output
    if output is not None and not 0 <= output < count:
        outputs = format_count(count, "output")
        arguments.parser.error(f"--element {output}:...: the case has {outputs}")
    if place is None or number is None:
        return
    shape = content.example.outputs[number].dimensions
    if len(place) != len(shape) or any(
        not 0 <= index < size for index, size in zip(place, shape, strict=True)
    ):
        arguments.parser.error(f"--element {list(place)}: output {number} has shape {list(shape)}")


def _content_of_text(text: str, dumps: Path) -> CaseContent:
    """Return the case that an argument names, with the outputs of its dump if there is one."""
    found = find_case(text, dumps)
    return content_of_case_file(found.file) if found.file else content_of_case(found.load())


def _content_of_stream(stream: Path, case_id: str, dumps: Path) -> CaseContent:
    """Return a case of an event stream: its dump if there is one, else its bundled example."""
    record = load_run(stream)
    if case_id not in record.cases:
        raise CaseNotFound(f"the run has no case {case_id}")
    verdicts = record.cases[case_id]
    failures = tuple(verdict for verdict in verdicts if verdict.kind.blames_driver)
    dumped = (dumped_case(record, verdict) for verdict in failures if "dump" in verdict.details)
    if (content := next(filter(None, dumped), None)) is not None:
        return replace(content, failures=failures)
    content = _content_of_text(case_id, dumps)
    return replace(
        content,
        driver=_driver(record),
        failures=failures,
        command=record.reproduce_command(case_id),
    )


def _driver(record: RunResults) -> str:
    return f"{record.header.driver} {record.header.driver_version}"


def _run_case(arguments: argparse.Namespace, content: CaseContent) -> CaseContent:
    """Return the case with what the driver returns now."""
    collected: list[CaseFailure] = []
    with open_driver_session(arguments, 300.0) as (driver, watch):
        paths = resolve_paths(
            driver.version,
            content.case_id,
            (arguments.path,)
            if arguments.path
            else tuple(dict.fromkeys(f.path for f in content.failures if f.path)),
        )
        watch.begin(content.case_id)
        # Another version may draw another graph.
        is_drawn = find_case(content.case_id, Path(arguments.dump)).file is None
        if is_drawn and (drawn := drawn_case(content.case_id, driver.version)):
            content = content_of_case(drawn)
        case = Case(content.case_id, content.example, truth=content.truth)
        options = JudgeOptions(callback_timeout=10.0)
        verdicts = run_case(driver, case, paths, options, collected.append)
        watch.end()
    failures = tuple(verdict for verdict in verdicts if verdict.kind.blames_driver)
    actual = _outputs_of(content, collected)
    if not failures:
        kinds = ", ".join(dict.fromkeys(f"{v.kind}: {v.reason}".rstrip(": ") for v in verdicts))
        print(f"{content.case_id} on {arguments.driver}: {kinds}")
    command = shlex.join(reproduction(arguments.driver, where=[content.case_id]))
    return replace(
        content, driver=arguments.driver, failures=failures, actual=actual, command=command
    )


def _outputs_of(content: CaseContent, failures: Sequence[CaseFailure]) -> dict[int, Any]:
    """Return the outputs of the first failing attempt that returned some."""
    main = content.example.model.main
    for attempt in (attempt for failure in failures for attempt in failure.attempts):
        if attempt.outputs is not None and attempt.verdict.kind.blames_driver:
            return {
                number: shaped_array(
                    data[: len(content.example.outputs[number].data)],
                    main.operands[main.output_indexes[number]].type,
                    content.example.outputs[number].dimensions,
                )
                for number, data in enumerate(attempt.outputs)
            }
    return {}
