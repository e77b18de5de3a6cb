"""``nn-conformance export``: a failing case as a model file and a script without this suite."""

from __future__ import annotations

import argparse
import subprocess
import sys
import textwrap
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from conformance.cases import Example, SpecError
from conformance.cases.casefile import Case, CaseError
from conformance.cli.cases import CaseNotFound, find_case, report_missing_case
from conformance.cli.options import (
    ExitStatus,
    add_command,
    add_dump_option,
    add_limit_options,
    add_seconds_option,
    open_driver_session,
)
from conformance.driver_sdk import DriverError, constant_copies
from conformance.drivers import open_driver
from conformance.engines.bridge import Translation, set_value, subgraph_views
from conformance.engines.device import FIRST_ROUNDS, EngineDevice
from conformance.failures.failure_dump import DEFAULT_FOLDER, encode_npz
from conformance.failures.failure_search import FailureSearch
from conformance.files import write_atomically
from conformance.hal import INFO
from conformance.harness.execution.other_data import failing_example
from conformance.harness.planning.execution_path import resolve_paths
from conformance.operations.definition.operands import Array
from conformance.oracle.accuracy import tolerances
from conformance.oracle.expected import input_arrays
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.oracle.other_data import other_data_for
from conformance.run.case_runner import CaseRunner
from conformance.text import to_printable
from conformance.verdicts import Verdict, VerdictKind

SCRIPT: Final = "reproduce.py"
_SECONDS: Final = 120.0
"""The time for the script, which runs one model once."""

_EPILOG: Final = f"""\
The folder receives the model file, inputs.npz, expected.npz and {SCRIPT}, which imports NumPy and
the engine only. The script prints the expected and the actual outputs; its exit status is 1 if
they differ or the engine fails. A case that fails with a verdict other than a crash or a hang is
reduced to a smaller one that fails in the same way.

exit status:
  0  the files are written, and the script shows the failure
  1  the files are written, but the script passes: the failure does not show in one run of the model
  2  there is no such case, a file cannot be written, or the case cannot be one model file
  4  the driver cannot be opened
  5  the engine passes or declines the case, so there is nothing to export
"""

_TEMPLATE: Final = '''\
"""{title}

Expected and actual outputs; the exit status is 1 if they differ.
"""

import os
import sys

import numpy as np

os.chdir(os.path.dirname(os.path.abspath(__file__)))
model, inputs, expected = "{model}", dict(np.load("inputs.npz")), dict(np.load("expected.npz"))
outputs = list(expected)
{engine}
failed = False
for name, actual in zip(outputs, got):
    atol, rtol = {tolerances}[name]
    equal = actual.shape == expected[name].shape and np.allclose(
        actual, expected[name], rtol, atol, equal_nan=True
    )
    print(name, "is as expected" if equal else "DIFFERS")
    print("expected", expected[name], "actual", actual, sep="\\n")
    failed |= not equal
sys.exit(failed)
'''


class NotExportable(Exception):  # noqa: N818 - becomes a line and a status
    """The case cannot be one model file with one set of inputs."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A model file, its inputs and expected outputs by name, and the tolerances of the outputs."""

    content: bytes
    inputs: dict[str, Array]
    expected: dict[str, Array]
    tolerances: dict[str, tuple[float, float]]


def add_parser(verbs: Any) -> None:
    """Register the command ``export`` and its options."""
    summary = "write a failing case of an engine as a model file with a script without this suite"
    parser = add_command(verbs, "export", run, summary, _EPILOG, runs_driver=True)
    text = "case file, case id or number of a cause, as for nn-conformance explain"
    parser.add_argument("case", metavar="CASE", help=text)
    text = "engine, as for pytest --driver"
    parser.add_argument("--engine", dest="driver", metavar="NAME", required=True, help=text)
    text = "folder of the files"
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help=text)
    add_seconds_option(parser, "--seconds", 20.0, "time to search for a smaller case", zero="none")
    add_dump_option(parser, DEFAULT_FOLDER)
    add_limit_options(parser, "300")


def run(arguments: argparse.Namespace) -> int:
    """Export the case and run the script; return the exit status."""
    try:
        case = find_case(arguments.case, Path(arguments.dump)).load()
    except (CaseNotFound, SpecError, CaseError) as error:
        return report_missing_case(arguments.case, error)
    device = open_driver(arguments.driver)
    if not isinstance(device, EngineDevice) or not device.engine.script:
        print(f"{arguments.driver}: it is no engine that states a script", file=sys.stderr)
        return ExitStatus.UNUSABLE
    with open_driver_session(arguments, 300.0) as (driver, watch):
        case = find_case(arguments.case, Path(arguments.dump), driver.version).load()
        watch.begin(case.case_id)
        runner = CaseRunner(driver)
        verdict, example = _smallest(runner, case, arguments.seconds)
        runner.close()
        watch.end()
    if not verdict.kind.blames_driver:
        print(f"{case.case_id}: {verdict.kind}: {verdict.reason}".rstrip(": "))
        return ExitStatus.NOTHING_RAN
    try:
        files = _files(device, case.case_id, reproduction_of(device, example))
        for name, content in files.items():
            arguments.output.mkdir(parents=True, exist_ok=True)
            write_atomically(arguments.output / name, content)
    except (NotExportable, DriverError, OSError) as error:
        return report_missing_case(case.case_id, error)
    script = arguments.output / SCRIPT
    status, shown = None, f"no end within {_SECONDS:g} s"
    with suppress(subprocess.TimeoutExpired):
        command = [sys.executable, str(script)]
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS)
        status, shown = done.returncode, f"exit status {done.returncode}"
        if b"Traceback" in done.stderr:  # what the engine raises, or a module that is not found
            shown += (
                f": {to_printable(done.stderr.decode(errors='replace').strip().splitlines()[-1])}"
            )
    print(f"{case.case_id}: {verdict.reason}")
    print(f"{script}: {shown}")
    return ExitStatus.DIFFERS if status == 0 else ExitStatus.CONFORMS


def _smallest(runner: CaseRunner, case: Case, seconds: float) -> tuple[Verdict, Example]:
    """Return the first failure of a case, or its first verdict, and the smallest failing example.

    A case that ends the driver's process or does not return keeps its size.
    """
    example = runner.relaxed(case.example)
    other = other_data_for(example, runner.version, case.truth)
    paths = resolve_paths(runner.version, case.case_id, case.paths)
    check = interval_check_for(example, case.truth)
    verdicts = runner.run(example, case.case_id, paths, interval_check=check, other_data=other)
    verdict = next((one for one in verdicts if one.kind.blames_driver), verdicts[0])
    example = failing_example(example, verdict, other)
    if verdict.kind is not VerdictKind.FAILED or not seconds:
        return verdict, example
    return verdict, FailureSearch(runner).minimise(example, verdict, seconds).example


def reproduction_of(device: EngineDevice, example: Example) -> Reproduction:
    """Return the file that the engine reads for an example; raise ``NotExportable``."""
    main, constants = example.model.main, constant_copies(example.model)
    views = subgraph_views(main, constants)
    arrays: dict[int, Array | None] = {}
    try:
        values = input_arrays(example.model, example.inputs)
    except ValueError as error:
        raise NotExportable(f"the model does not state the shape of an input ({error})") from error
    for index, array in zip(main.input_indexes, values, strict=True):
        set_value(views[index], array)
        arrays[index] = array
    translation: Translation = device.translate(
        example.model, constants, device.version, views, request_known=True
    )
    if reason := next(filter(None, translation.reasons), None):
        raise NotExportable(reason)
    if len(translation.graphs) != 1 or translation.stop < len(main.operations):
        raise NotExportable("the engine runs the model as several files")
    graph = translation.graphs[0]
    content = graph.file(main.output_indexes)
    inputs = {entry.tensor.name: entry.read(arrays) for entry in graph.inputs()}
    if graph.rounds is not None:
        inputs[graph.rounds[0]] = np.array([FIRST_ROUNDS], np.int32)
    expected, allowed = {}, {}
    for entry, output, tolerance in zip(
        graph.outputs(main.output_indexes), example.outputs, tolerances(example.model), strict=True
    ):
        if entry.tensor is None or entry.tensor.variable:
            continue  # a run does not return it
        if not output.ignored and not example.multinomial_tolerance:
            dtype = INFO[main.operands[entry.operand].type].dtype
            array = np.frombuffer(output.data, dtype).reshape(output.dimensions)
            expected[entry.tensor.name] = array.astype(entry.tensor.dtype)
            allowed[entry.tensor.name] = tolerance.atol, tolerance.rtol
    if not expected:
        raise NotExportable("no output can be compared")
    return Reproduction(content, inputs, expected, allowed)


def _files(device: EngineDevice, case_id: str, reproduction: Reproduction) -> dict[str, bytes]:
    """Return the contents of the files by name."""
    engine = device.engine
    model = f"model.{engine.format}"
    script = _TEMPLATE.format(
        title=f"{case_id} on {engine.name} {engine.version}".replace('"', ""),
        model=model,
        engine=textwrap.dedent(engine.script).strip(),
        tolerances=reproduction.tolerances,
    )
    return {
        model: reproduction.content,
        "inputs.npz": encode_npz(reproduction.inputs),
        "expected.npz": encode_npz(reproduction.expected),
        SCRIPT: script.encode(),
    }
