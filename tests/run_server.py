"""Server process for ``tests/whole_runs.py``: forks one process for each command.

The server imports pytest, its plugins and the suite once, and runs one case. A command is then a
new process that starts without the second or two that this takes. The command line is the
descriptor of a socket, and the catalogues of ``tests.recorded.drivers`` that commands use.

A request is a JSON object with the arguments, of which the first is ``pytest`` or
``nn-conformance``, the folder and the environment, together with the descriptor of the command's
output. The server answers with the process id and, after the end of the process, with its return
code and CPU seconds.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

LAZY_MODULES = (
    "conformance.cli.main",
    "conformance.drivers.own_process.device",
    "conformance.plugin.hooks",
    "conformance.reference.device",
    "conformance.checks",
    "generators.oracle",
    "hypothesis.internal.observability",
    "xdist.dsession",
    "xdist.workermanage",
)
"""Modules that many runs import after their start."""


def import_modules() -> None:
    """Import what runs of pytest need, by a run that collects nothing.

    pytest loads its plugins in such a run; a plain import would make later runs warn that their
    assertions cannot be rewritten.
    """
    for name in [name for name in os.environ if name.startswith("PYTEST_")]:
        del os.environ[name]
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as empty, contextlib.redirect_stdout(sys.stderr):
        os.chdir(empty)
        pytest.main(["-p", "no:cacheprovider", "--collect-only", "-qq", empty])
        os.chdir(home)
    for name in LAZY_MODULES:
        importlib.import_module(name)
    run_case()


def run_case() -> None:
    """Run a case of the bundled specs, which fills the caches of definitions and of sources."""
    from conformance.cases import SpecIndex, bundled_specs  # noqa: PLC0415 - imported after pytest
    from conformance.hal import Version  # noqa: PLC0415 - as above
    from conformance.harness.judge import Judge  # noqa: PLC0415 - as above
    from conformance.harness.planning.execution_path import ExecutionPath  # noqa: PLC0415
    from conformance.reference import ReferenceDevice  # noqa: PLC0415 - as above
    from conformance.run.facts import StoredFacts  # noqa: PLC0415 - as above

    index, spec = SpecIndex(), bundled_specs() / "V1_0" / "floor.mod.py"
    example = index.load(spec, "floor_rank_1")
    StoredFacts(index, Version.V1_3).find(spec, example.name, example)
    judge = Judge(ReferenceDevice())
    judge.judge(example, "V1_0/floor/floor_rank_1", (ExecutionPath(),))
    judge.close()


def serve(requests: socket.socket) -> dict[str, Any] | None:
    """Answer requests until the socket is closed; return the request in each forked process.

    If a request names a ``session``, its process is the leader of one, and whatever the process
    leaves running is killed.
    """
    while True:
        message, descriptors, _, _ = socket.recv_fds(requests, 1 << 20, 1)
        if not message:
            return None
        (output,) = descriptors
        request: dict[str, Any] = json.loads(message)
        process = os.fork()
        if not process:
            requests.close()
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.close(output)
            if request.get("session"):
                os.setsid()
            return request
        os.close(output)
        requests.send(json.dumps(process).encode())
        _, status, usage = os.wait4(process, 0)
        if request.get("session"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process, signal.SIGKILL)
        cpu = usage.ru_utime + usage.ru_stime
        requests.send(json.dumps([os.waitstatus_to_exitcode(status), cpu]).encode())


def run(request: dict[str, Any]) -> None:
    """Do what the command does in the folder and environment of the request."""
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    added = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    sys.path[:] = dict.fromkeys([str(Path.cwd()), *added, *sys.path])
    # xdist copies the path when it is imported, and passes the copy to its workers.
    importlib.import_module("xdist.workermanage")._sys_path[:] = sys.path
    program, *sys.argv[1:] = request["arguments"]
    if program == "pytest":
        runpy.run_module("pytest", run_name="__main__", alter_sys=True)
    sys.argv[0] = program
    sys.exit(importlib.import_module("nn_conformance").main())


def main() -> None:
    """Serve requests; in a forked process, run the command."""
    del sys.path[0]  # this folder, whose packages would hide those of the project
    import_modules()
    for catalogue in sys.argv[2:]:
        importlib.import_module("tests.recorded.drivers").rows(catalogue)
    gc.freeze()
    request = serve(socket.socket(fileno=int(sys.argv[1])))
    if request is not None:
        run(request)


if __name__ == "__main__":
    main()
