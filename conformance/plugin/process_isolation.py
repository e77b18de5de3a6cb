"""Isolated drivers and stuck cases in a pytest session.

With ``--isolate`` the driver runs in a separate process, which is restarted after a crash or a
hang. Without it, a watchdog ends the pytest process if a case does not return.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.process import IsolatedDevice, ProcessLimits
from conformance.drivers.process.limits import parse_seconds, parse_size
from conformance.drivers.start_limit import start_limit
from conformance.hal import Device
from conformance.harness.results.verdict import Verdict
from conformance.harness.supervision.watchdog import CaseWatchdog
from conformance.plugin.items import CaseItem, format_verdict
from conformance.plugin.policy import Policy

if TYPE_CHECKING:
    from conformance.plugin.conformance_plugin import ConformancePlugin

_FOLDER_KEY: Final = "nn_stuck_folder"
_GIVEN_UP_KEY: Final = "nn_given_up"
_START_FAILURE_FILE: Final = "no-start.txt"
_TIME_USED: Final = "nn_time_used"
_HOOK_TIMEOUT: Final = 600.0
_STAGES_HERE: Final = ("start", "free")
"""Stages of ``--limit`` that also apply to a driver in the pytest process."""


def is_isolated(config: pytest.Config, policy: Policy) -> bool:
    """Return whether the command line or the policy requests a separate process for the driver."""
    return bool(config.getoption("nn_isolate")) or policy.isolate


def open_device(
    config: pytest.Config, driver: str, policy: Policy, limits: ProcessLimits
) -> Device:
    """Open the driver, in this process or in a separate one, and return it.

    Raise ``DriverLoadError`` if it cannot be opened, and ``pytest.UsageError`` for a limit that
    requires ``--isolate``.
    """
    if not is_isolated(config, policy):
        _check_limits_apply(config)
        return open_driver(driver)
    reset = policy.hooks.reset
    return IsolatedDevice(
        driver, limits, before_restart=(lambda: _run_hook("reset", reset)) if reset else None
    )


def set_up(config: pytest.Config, policy: Policy) -> None:
    """Run the policy's ``setup`` command; only on the controller, so once for all workers."""
    if policy.hooks.setup and not hasattr(config, "workerinput"):
        _run_hook("setup", policy.hooks.setup)


def starting(driver: str, limits: ProcessLimits, *, isolated: bool) -> AbstractContextManager[None]:
    """Return a context that limits the time for loading the driver and querying its identity.

    An isolated driver needs no such limit: its process has one.
    """
    if isolated:
        return nullcontext()
    return start_limit(driver, "loading the driver and querying its identity", limits.start)


def time_limits(config: pytest.Config, policy: Policy) -> ProcessLimits:
    """Return the limits on the driver; the command line overrides the policy."""
    limits = ProcessLimits().with_stages(f"{name}={value}" for name, value in policy.limits.items())
    get = config.getoption
    changes: dict[str, Any] = {"restarts": get("nn_max_restarts")}
    try:
        option = "--limit"
        limits = limits.with_stages(get("nn_limit"))
        option = "--memory-limit"
        if get("nn_memory_limit") is not None:
            changes["memory"] = parse_size(get("nn_memory_limit"))
        option = "--cpu-limit"
        if get("nn_cpu_limit") is not None:
            changes["cpu"] = parse_seconds(get("nn_cpu_limit"))
    except ValueError as error:
        raise pytest.UsageError(f"{option} {error}") from error
    if (files := get("nn_file_limit")) is not None:
        changes["files"] = files
    return limits.with_changes(**changes)


def _check_limits_apply(config: pytest.Config) -> None:
    """Raise ``pytest.UsageError`` for a limit that applies only to an isolated driver."""
    for text in config.getoption("nn_limit"):
        if text.partition("=")[0] not in _STAGES_HERE:
            raise pytest.UsageError(
                f"--limit {text} applies only to an isolated driver: add --isolate (without it, "
                f"only {' and '.join(_STAGES_HERE)} can be limited)"
            )
    for name, option in (
        ("nn_memory_limit", "--memory-limit"),
        ("nn_file_limit", "--file-limit"),
        ("nn_cpu_limit", "--cpu-limit"),
    ):
        if config.getoption(name):
            raise pytest.UsageError(f"{option} applies only to an isolated driver: add --isolate")


def _run_hook(name: str, command: str) -> None:
    """Run one of the policy's shell commands; raise ``DriverLoadError`` if it fails."""
    what = f"the {name} hook of [tool.nn-conformance.hooks]"
    try:
        done = subprocess.run(
            command,
            shell=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_HOOK_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise DriverLoadError(f"{what} did not end within {_HOOK_TIMEOUT:g} s") from error
    if done.returncode:
        output = (done.stdout + done.stderr)[-2000:].rstrip()
        raise DriverLoadError(f"{what} ended with exit status {done.returncode}\n{output}")


def report_start_failure(config: pytest.Config, error: DriverLoadError) -> None:
    """Write the reason why this xdist worker cannot start to a file for the controller.

    Without the file the controller would not know the reason, and xdist would start workers again.
    """
    worker: Mapping[str, Any] | None = getattr(config, "workerinput", None)
    if worker is not None:
        with suppress(OSError):
            (Path(worker[_FOLDER_KEY]) / _START_FAILURE_FILE).write_text(
                str(error), encoding="utf-8"
            )


class IsolationPlugin:
    """The hooks that end a session that cannot continue, and report the reason.

    A session cannot continue if a case is stuck in the pytest process, if the driver's process
    cannot be restarted, or if the driver has used up its time (``--driver-time``). Under xdist a
    worker writes the reason to a file in a common folder, because the file remains when the
    worker's process ends; the controller reads it.
    """

    def __init__(self, session: ConformancePlugin) -> None:
        self._session = session
        self._config = session.config
        self._device = session.run.device
        self._driver_time = session.run.driver_time
        self._given_up = ""
        self._restarts = 0
        self._watchdog: CaseWatchdog | None = None
        self._item: CaseItem | None = None
        self._folder: Path | None = None
        worker: Mapping[str, Any] | None = getattr(self._config, "workerinput", None)
        if worker is not None:
            self._folder = Path(worker[_FOLDER_KEY])
            self._driver_time.used += worker[_TIME_USED]
            self._driver_time.used = max(self._driver_time.used, *_times_used(self._folder))
        elif self._config.getoption("dist", "no") != "no":
            self._folder = Path(tempfile.mkdtemp(prefix="nn-conformance-stuck-"))
        if not isinstance(self._device, IsolatedDevice):
            limit = self._config.getoption("nn_case_limit")
            self._watchdog = CaseWatchdog(limit, self._report_stuck_case, self._driver_time)
        session.read_stuck_verdict = self._read_stuck_verdict

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Send a worker the folder for stuck cases, and the time that the driver took to start."""
        node.workerinput[_FOLDER_KEY] = str(self._folder)
        node.workerinput[_TIME_USED] = self._driver_time.used

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run the case under the watchdog."""
        if self._watchdog is None or not isinstance(item, CaseItem):
            return (yield)
        self._item = item
        self._watchdog.begin(item.case_id)
        try:
            return (yield)
        finally:
            self._watchdog.end()

    def pytest_enter_pdb(self) -> None:
        """Stop watching the case: a debugging session has no time limit."""
        if self._watchdog is not None:
            self._watchdog.end()

    def _report_stuck_case(self, verdict: Verdict) -> str:
        """Record the verdict on a case that does not return, and return the text to print.

        An xdist worker writes the verdict and its driver time to files; the controller reads them
        and dumps the case. Without xdist, this process writes the event and the dump itself.
        """
        item, dumped = self._item, ""
        if self._folder is not None:
            left = _stuck_file(self._folder, verdict.case_id)
            left.write_bytes(msgspec.json.encode(verdict))
            used = self._driver_time.under_way()
            (self._folder / f"{_TIME_USED}{os.getpid()}").write_text(f"{used:.3f}")
        else:
            self._session.write_event(verdict)
            with suppress(Exception):  # the verdict is recorded, and the process is about to end
                if item is not None:
                    _, dump = self._session.run.dump_crash(item.path, item.name, verdict)
                    dumped = dump.describe() if dump is not None else ""
        lines = [
            "",
            "=" * 30 + " a case is stuck, the run ends " + "=" * 30,
            format_verdict(verdict),
            dumped,
            "With --isolate a run continues after a stuck case.",
            "",
        ]
        return "\n".join(lines)

    def _read_stuck_verdict(self, case_id: str) -> Verdict | None:
        """Return the verdict in the file of a worker that ended because this case was stuck."""
        if self._folder is not None:
            with suppress(OSError, msgspec.MsgspecError):
                left = _stuck_file(self._folder, case_id)
                return msgspec.json.decode(left.read_bytes(), type=Verdict)
        return None

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """Stop the session if the driver cannot be restarted or has used up its time."""
        device, driver_time = self._device, self._driver_time
        given_up = ""
        if driver_time.used_up:
            given_up = (
                f"the driver's calls have taken {driver_time.used:.0f} s, the limit is "
                f"{driver_time.limit:g} s (--driver-time SECONDS; 0: no limit); with --events, "
                "--resume continues from here"
            )
        elif isinstance(device, IsolatedDevice):
            given_up = device.give_up_reason
        if given_up and not self._given_up:
            self._given_up = given_up
            self._session.stop(given_up.partition("\n")[0])

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Count a worker's restarts of the driver; stop the session if it could not continue."""
        output = getattr(node, "workeroutput", None) or {}
        given_up, restarts = output.get(_GIVEN_UP_KEY, ("", 0))
        if not output and self._folder is not None:
            with suppress(OSError):
                given_up = (self._folder / _START_FAILURE_FILE).read_text(encoding="utf-8")
        self._restarts += restarts
        if given_up and not self._given_up:
            self._given_up = given_up
            first = given_up.partition("\n")[0]
            self._session.stop(first)
            self._config.pluginmanager.getplugin("dsession").shouldstop = first

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Close the driver, report to the controller, and set the exit status of a partial run.

        A run that could not continue has pytest's exit status for a usage error (4), because its
        result is partial.
        """
        device = self._device
        if isinstance(device, IsolatedDevice):
            self._restarts += device.restarts
            device.close()
        if self._watchdog is not None:
            self._watchdog.stop()
        if self._session.worker:
            output = self._config.workeroutput  # type: ignore[attr-defined]
            output[_GIVEN_UP_KEY] = (self._given_up, self._restarts)
            return
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._given_up:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the number of restarts of the driver's process, and why the run ended early."""
        if self._restarts:
            times = "once" if self._restarts == 1 else f"{self._restarts} times"
            terminalreporter.write_line(f"the driver's process was started again {times}")
        if self._given_up:
            terminalreporter.write_line(f"ENDED EARLY: {self._given_up}", red=True)


def _times_used(folder: Path) -> list[float]:
    """Return the driver times, in seconds, of the workers that ended because a case was stuck.

    The worker that replaces such a worker continues to count from the largest of them.
    """
    used = [0.0]
    for file in folder.glob(f"{_TIME_USED}*"):
        with suppress(OSError, ValueError):
            used.append(float(file.read_text()))
    return used


def _stuck_file(folder: Path, case_id: str) -> Path:
    return folder / (hashlib.sha256(case_id.encode()).hexdigest()[:32] + ".json")
