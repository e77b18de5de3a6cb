"""``nn-conformance show CASE``: parameters, inputs, expected and actual outputs of one case."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from conformance.cases import SpecError, SpecIndex
from conformance.cases.casefile import CASE_SUFFIX, CaseError, CaseFile
from conformance.cli.case_sources import CaseNotFound, case_loaders, report_missing_case
from conformance.cli.command import add_command
from conformance.cli.driver_session import add_limit_options, open_driver_session, run_case
from conformance.cli.options import add_dump_option
from conformance.drivers import DriverLoadError
from conformance.failures.failure_dump import DEFAULT_FOLDER, file_stem
from conformance.failures.show.case_content import (
    CaseContent,
    case_file_of_spec,
    content_of_case,
    content_of_case_file,
    content_of_dump,
    failures_of_verdicts,
    shaped_array,
)
from conformance.failures.show.text_view import text_lines
from conformance.files import write_atomically
from conformance.harness.failure import CaseFailure
from conformance.harness.judge import JudgeOptions, effective_version
from conformance.harness.planning.execution_path import resolve_paths
from conformance.reports.html.page_frame import render_case_page
from conformance.results.reproduction import reproduction
from conformance.results.run_results import ReportError, RunResults, load_run
from conformance.text import terminal_text

EXIT_DATA: Final = 65
EXIT_NO_DRIVER: Final = 69
_STREAM_SUFFIX: Final = ".jsonl"

_EPILOG: Final = f"""\
CASE is a dump folder, a case file or spec file in it, a case id (its dump in the --dump folder or,
without one, the bundled example), or an event stream ({_STREAM_SUFFIX}) followed by a case id. The
outputs of the driver are those of the dump; --driver runs the case and shows what the driver
returns now.

exit status: 0, 2 for an invalid option, 65 if a file cannot be read, 66 if there is no such case,
69 if the driver cannot be opened
"""


def add_parser(verbs: Any) -> None:
    """Register the subcommand ``show`` and its options."""
    summary = "show one case: parameters, the inputs of the wrong element, expected and actual"
    parser = add_command(verbs, "show", run, summary, _EPILOG)
    parser.add_argument("case", metavar="CASE", help="dump, case file, case id or event stream")
    parser.add_argument("id", metavar="ID", nargs="?", help="case id in the event stream")
    parser.add_argument("--driver", metavar="X", help="run the case on this driver")
    parser.add_argument("--path", default="", metavar="PATH", help="with --driver: only this path")
    parser.add_argument("--output", type=int, metavar="N", help="show output N")
    parser.add_argument(
        "--element",
        type=_element,
        metavar="I,J,...",
        help="show the inputs of this element (default: the worst one)",
    )
    parser.add_argument("--html", metavar="FILE", help="also write the case as an HTML page")
    add_dump_option(parser, DEFAULT_FOLDER)
    add_limit_options(parser, 300.0)


def _element(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list such as 0,2,1") from None


def run(arguments: argparse.Namespace) -> int:
    """Print the case; with ``--html`` also write its page."""
    try:
        content = _content(arguments)
    except (CaseNotFound, SpecError, FileNotFoundError) as error:
        return report_missing_case(arguments.case, error)
    except (CaseError, ReportError) as error:
        print(error, file=sys.stderr)
        return EXIT_DATA
    if arguments.driver:
        try:
            content = _run_case(arguments, content)
        except DriverLoadError as error:
            print(error, file=sys.stderr)
            return EXIT_NO_DRIVER
        except ValueError as error:
            arguments.parser.error(str(error))
    _check_place(arguments, content)
    for line in text_lines(content, arguments.output, arguments.element):
        print(terminal_text(line))
    if arguments.html:
        page = render_case_page(content, arguments.output, arguments.element)
        try:
            write_atomically(arguments.html, page)
        except OSError as error:
            print(f"{arguments.html}: {error.strerror or error}", file=sys.stderr)
            return EXIT_DATA
    return 0


def _check_place(arguments: argparse.Namespace, content: CaseContent) -> None:
    """End with a usage error if the output or the element does not exist."""
    count = len(content.example.outputs)
    number = content.shown_output if arguments.output is None else arguments.output
    if arguments.output is not None and not 0 <= arguments.output < count:
        arguments.parser.error(f"--output {arguments.output}: the case has {count} outputs")
    if arguments.element is None or number is None:
        return
    shape = content.example.outputs[number].dimensions
    place = arguments.element
    if len(place) != len(shape) or any(
        not 0 <= index < size for index, size in zip(place, shape, strict=True)
    ):
        arguments.parser.error(f"--element {list(place)}: output {number} has shape {list(shape)}")


def _content(arguments: argparse.Namespace) -> CaseContent:
    """Return the case that the arguments name."""
    dumps = Path(arguments.dump)
    if arguments.case.endswith(_STREAM_SUFFIX) and Path(arguments.case).exists():
        return _content_of_stream(Path(arguments.case), arguments.id, dumps)
    if arguments.id is not None:
        arguments.parser.error("ID applies only to an event stream")
    return _content_of_text(arguments.case, dumps)


def _content_of_text(text: str, dumps: Path) -> CaseContent:
    path = Path(text)
    if path.is_dir():
        return content_of_dump(_single_dump(path))
    if path.is_file() and text.endswith(CASE_SUFFIX):
        return content_of_case_file(path)
    if (beside := case_file_of_spec(path)) is not None and path.is_file():
        return content_of_case_file(beside)
    stem = file_stem(text)
    if (dumped := dumps / stem / f"{stem}{CASE_SUFFIX}").is_file():
        return content_of_case_file(dumped)
    loaders = case_loaders(text, dumps, SpecIndex())
    if len(loaders) > 1:
        names = ", ".join(load().case_id for load in loaders[:5])
        raise CaseNotFound(f"{len(loaders)} cases; name one of them by its id: {names}")
    return content_of_case(loaders[0]())


def _single_dump(folder: Path) -> Path:
    """Return the folder itself if it is a dump, else the only dump in it."""
    if list(folder.glob(f"*{CASE_SUFFIX}")):
        return folder
    inner = sorted({file.parent for file in folder.glob(f"*/*{CASE_SUFFIX}")})
    if len(inner) == 1:
        return inner[0]
    listed = "".join(f"\n  {path}" for path in inner[:20])
    raise CaseNotFound(f"{len(inner)} dumps in this folder; name one of them{listed}")


def _content_of_stream(stream: Path, case_id: str | None, dumps: Path) -> CaseContent:
    """Return a case of an event stream: its dump if there is one, else its bundled example."""
    record = load_run(stream)
    if case_id is None:
        failed = list(dict.fromkeys(verdict.case_id for verdict in record.failures))
        listed = "".join(f"\n  {name}" for name in failed[:20])
        raise CaseNotFound(f"name a case id of this run; {len(failed)} cases failed{listed}")
    if case_id not in record.cases:
        raise CaseNotFound(f"the run has no case {case_id}")
    verdicts = record.cases[case_id]
    failures = failures_of_verdicts(verdicts)
    folders = [stream.parent / str(v.details["dump"]) for v in verdicts if "dump" in v.details]
    folders += [Path(str(v.details["dump"])) for v in verdicts if "dump" in v.details]
    for folder in folders:
        with suppress(CaseError, OSError):
            return replace(content_of_dump(folder), failures=failures)
    content = _content_of_text(case_id, dumps)
    return replace(
        content,
        driver=_driver(record),
        failures=failures,
        command=record.reproduce_command(case_id),
    )


def _driver(record: RunResults) -> str:
    header = record.header
    return f"{header.driver} {header.driver_version}" if header else ""


def _run_case(arguments: argparse.Namespace, content: CaseContent) -> CaseContent:
    """Return the case with what the driver returns now."""
    collected: list[CaseFailure] = []
    with open_driver_session(arguments) as (device, watch):
        paths = resolve_paths(
            effective_version(device),
            content.case_id,
            (arguments.path,) if arguments.path else _recorded_paths(content),
        )
        watch.begin(content.case_id)
        case = CaseFile(content.case_id, content.example, source=content.source)
        options = JudgeOptions(callback_timeout=10.0)
        verdicts = run_case(device, case, paths, options, collected.append)
        watch.end()
        identity = f"{arguments.driver}"
    failures = failures_of_verdicts(verdicts)
    actual = _outputs_of(content, collected)
    if not failures:
        kinds = ", ".join(dict.fromkeys(f"{v.kind}: {v.reason}".rstrip(": ") for v in verdicts))
        print(f"{content.case_id} on {identity}: {kinds}")
    command = shlex.join(reproduction(arguments.driver, where=[content.case_id]))
    return replace(content, driver=identity, failures=failures, actual=actual, command=command)


def _recorded_paths(content: CaseContent) -> Sequence[str]:
    return tuple(dict.fromkeys(f.path for f in content.failures if f.path))


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
