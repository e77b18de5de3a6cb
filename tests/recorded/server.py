"""A process that forks a child for each command, with the imports of the suite already done.

Requests are lines of JSON on standard input: ``arguments`` (``pytest ...`` or
``nn-conformance ...``), ``folder``, ``environment``, ``output`` (a file), ``timeout``. The answers
are lines of JSON with the exit status and the CPU seconds of the child and of the processes that
it waited for.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.recorded import drivers

WARM_UP = [
    "--driver",
    "reference",
    "V1_0/floor/floor_rank_1",
    "--random-graphs",
    "1",
    "--dump=:0",
    "-q",
]
"""A run after which the modules that most runs need are imported."""


def run(request: dict[str, Any]) -> None:
    """Do in this process what the command does in its folder and environment."""
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.path.insert(0, request["folder"])
    # pytest-xdist copies the path when it is imported, and passes the copy to its workers.
    importlib.import_module("xdist.workermanage")._sys_path[:] = sys.path
    program, *sys.argv[1:] = request["arguments"]
    module = {"pytest": "pytest", "nn-conformance": "nn_conformance"}[program]
    sys.argv[0] = program
    if module == "pytest":
        runpy.run_module("pytest", run_name="__main__", alter_sys=True)
    else:
        sys.exit(importlib.import_module(module).main())


def start(request: dict[str, Any]) -> int:
    """Fork a child that runs a command, and return its process id."""
    process = os.fork()
    if process:
        return process
    os.setsid()
    file = os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((null, 0), (file, 1), (file, 2)):
        os.dup2(source, target)
    os.closerange(3, 20)
    status = 1
    try:
        run(request)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(Exception):
            atexit._run_exitfuncs()
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status & 0xFF)


def wait(process: int, seconds: float) -> tuple[int, float]:
    """Return exit status (negative: signal) and CPU seconds; kill the process after ``seconds``."""
    end, pause = time.monotonic() + seconds, 0.002
    while True:
        known, status, usage = os.wait4(process, os.WNOHANG)
        if known:
            break
        if time.monotonic() > end:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)  # what a driver left running
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


def import_modules(catalogues: Iterable[str]) -> None:
    """Import what the runs need: what a short run imports, and the drivers of ``catalogues``.

    pytest loads its plugins before, in a run that collects nothing, to rewrite their asserts.
    """
    with tempfile.TemporaryDirectory() as empty, contextlib.redirect_stdout(sys.stderr):
        os.chdir(empty)
        pytest.main(["-p", "no:cacheprovider", "--collect-only", "-qq", empty])
        names = Path(empty, "names")
        process = os.fork()
        if not process:
            os.dup2(2, 1)
            pytest.main(["-p", "no:cacheprovider", *WARM_UP])
            names.write_text("\n".join(sys.modules))
            os._exit(0)
        os.waitpid(process, 0)
        for name in [*names.read_text().split("\n"), "xdist.workermanage"]:
            if name.partition(".")[0] in ("conformance", "generators", "numpy", "xdist", "tests"):
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
        for name in catalogues:
            drivers.rows(name)
        os.chdir("/")


def main() -> None:
    """Answer requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import_modules(sys.argv[1:])
    gc.freeze()
    while line := sys.stdin.readline():
        request = json.loads(line)
        status, cpu = wait(start(request), request["timeout"])
        print(json.dumps({"status": status, "cpu": cpu}), file=answers, flush=True)


if __name__ == "__main__":
    main()
