"""Runs one mode in a new Python interpreter, for a process in which a driver is open.

A process that has opened a driver has the driver's threads and locks. A process that is forked from
it has no such threads, so that the driver does not work there.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

import conformance
from conformance.drivers.own_process.driver_process import spawn
from conformance.models.stress.mode_process import ModeEnd
from conformance.models.stress.models import DEFAULT_GROUP, ModelCheck, ModelsError, load_models
from conformance.models.stress.modes.run import run_mode
from conformance.models.stress.modes.table import all_modes
from conformance.models.stress.settings import StressSettings
from conformance.processes import die_with_parent

_PROGRAM: Final = (
    f"import sys; sys.path.insert(0, sys.argv.pop(1)); from {__name__} import main; main()"
)
_END_SECONDS: Final = 10.0
"""Seconds that an interrupted mode has to end its processes."""

_OUTPUT_BYTES: Final = 4096


class ModeCommandError(Exception):
    """The process of the mode ended without a result; this is an error of the suite."""


class ModeRequest(msgspec.Struct, frozen=True):
    """One mode to run.

    Attributes:
        models: ``.tflite`` files, or folders of them; without any, the built-in models are used.
        path: ``sys.path`` for the driver.
        parent: id of the process that waits for the result.

    """

    driver: str
    mode: str
    settings: StressSettings
    models: tuple[str, ...]
    path: tuple[str, ...]
    parent: int


class _Answer(msgspec.Struct, frozen=True):
    """The end of the mode, or the reason why the models cannot be loaded."""

    end: ModeEnd | None = None
    problem: str = ""


def run_mode_command(
    driver: str, mode: str, models: Sequence[Path], settings: StressSettings
) -> ModeEnd:
    """Run a mode in a new interpreter and return its end.

    Raise ``ModelsError`` if the models cannot be loaded. If the wait is interrupted, all processes
    of the mode are ended.
    """
    request = ModeRequest(
        driver, mode, settings, tuple(map(str, models)), tuple(sys.path), os.getpid()
    )
    # A process that the driver leaves behind keeps a pipe open, but does not matter for a file.
    answer, output = (os.memfd_create(f"nn-stress-{name}") for name in ("answer", "output"))
    try:
        status = _run(request, answer, output)
        data = os.pread(answer, os.fstat(answer).st_size, 0)
        printed = os.pread(output, _OUTPUT_BYTES, max(0, os.fstat(output).st_size - _OUTPUT_BYTES))
    finally:
        os.close(answer)
        os.close(output)
    if status or not data:
        text = printed.decode("utf-8", "replace").rstrip()
        raise ModeCommandError(f"the process of mode {mode} ended with status {status}\n{text}")
    result = msgspec.json.decode(data, type=_Answer)
    if result.end is None:
        raise ModelsError(result.problem)
    return result.end


def _run(request: ModeRequest, answer: int, output: int) -> int:
    home = str(Path(conformance.__file__).resolve().parent.parent)
    arguments = [home, msgspec.json.encode(request).decode(), str(answer)]
    process = spawn(
        [sys.executable, "-P", "-c", _PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=(answer,),
        start_new_session=True,
    )
    try:
        return process.wait()
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def main() -> None:
    """Run the mode of the request on the command line, and write the answer to a descriptor."""
    request = msgspec.json.decode(sys.argv[1], type=ModeRequest)
    answer = int(sys.argv[2])
    os.set_inheritable(answer, False)
    die_with_parent(request.parent)
    sys.argv[:] = sys.argv[:1]
    sys.path[:] = request.path
    try:
        models = load_models(
            [] if request.models else [DEFAULT_GROUP], list(map(Path, request.models))
        )
    except ModelsError as error:
        result = _Answer(problem=str(error))
    else:
        mode = next(mode for mode in all_modes() if mode.name == request.mode)
        checks = [ModelCheck(model) for model in models]
        result = _Answer(run_mode(request.driver, mode, checks, request.settings))
    os.write(answer, msgspec.json.encode(result))
