"""Server process for ``tests/whole_runs.py``: forks one process for each run of pytest.

The server imports pytest, its plugins and the suite once, and runs one case. A run is then a new
process that starts without the second or two that this takes. The command line is the descriptor of
a socket; a request is a JSON object with the arguments, the folder and the environment, together
with the descriptor of the run's output. The server answers with the process id and, after the end
of the process, with its return code.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import runpy
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
    """Answer requests until the socket is closed; return the request in each forked process."""
    while True:
        message, descriptors, _, _ = socket.recv_fds(requests, 1 << 20, 1)
        if not message:
            return None
        (output,) = descriptors
        process = os.fork()
        if not process:
            requests.close()
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.close(output)
            request: dict[str, Any] = json.loads(message)
            return request
        os.close(output)
        requests.send(json.dumps(process).encode())
        status = os.waitpid(process, 0)[1]
        requests.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())


def run_pytest(request: dict[str, Any]) -> None:
    """Do what ``python -m pytest`` does in the folder and environment of the request."""
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    added = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    sys.path[:] = dict.fromkeys([str(Path.cwd()), *added, *sys.path])
    # xdist copies the path when it is imported, and passes the copy to its workers.
    importlib.import_module("xdist.workermanage")._sys_path[:] = sys.path
    sys.argv[1:] = request["arguments"]
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)


def main() -> None:
    """Serve requests; in a forked process, run pytest."""
    del sys.path[0]  # this folder, whose packages would hide those of the project
    import_modules()
    gc.freeze()
    request = serve(socket.socket(fileno=int(sys.argv[1])))
    if request is not None:
        run_pytest(request)


if __name__ == "__main__":
    main()
