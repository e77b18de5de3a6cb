"""Opens the driver of a pytest session: in this process or in a separate one, with its limits."""

from __future__ import annotations

import subprocess
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

import pytest

from conformance.drivers import DriverLoadError, open_driver
from conformance.drivers.own_process import IsolatedDevice, ProcessLimits
from conformance.drivers.own_process.limits import parse_seconds, parse_size
from conformance.drivers.start_limit import start_limit
from conformance.gate.policy import Policy
from conformance.hal import Device
from nn_conformance_options import Settings

_HOOK_TIMEOUT: Final = 600.0
_STAGE_HERE: Final = "start"
"""The stage of ``--limit`` that also applies to a driver in the pytest process."""


def open_device(driver: str, settings: Settings, policy: Policy, limits: ProcessLimits) -> Device:
    """Open the driver, in this process or in a separate one, and return it.

    Raise ``DriverLoadError`` if it cannot be opened, and ``pytest.UsageError`` for a limit that
    requires ``--isolate``.
    """
    if not settings.isolate:
        _check_limits_apply(settings)
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


def time_limits(settings: Settings, policy: Policy) -> ProcessLimits:
    """Return the limits on the driver; the command line overrides the policy."""
    limits = ProcessLimits().with_stages(f"{name}={value}" for name, value in policy.limits.items())
    changes: dict[str, Any] = {"restarts": settings.max_restarts}
    try:
        option = "--limit"
        limits = limits.with_stages(settings.limit)
        option = "--memory-limit"
        if settings.memory_limit is not None:
            changes["memory"] = parse_size(settings.memory_limit)
        option = "--cpu-limit"
        if settings.cpu_limit is not None:
            changes["cpu"] = parse_seconds(settings.cpu_limit)
    except ValueError as error:
        raise pytest.UsageError(f"{option} {error}") from error
    if settings.file_limit is not None:
        changes["files"] = settings.file_limit
    return limits.with_changes(**changes)


def _check_limits_apply(settings: Settings) -> None:
    """Raise ``pytest.UsageError`` for a limit that applies only to an isolated driver."""
    for text in settings.limit:
        if text.partition("=")[0] != _STAGE_HERE:
            raise pytest.UsageError(
                f"--limit {text} applies only to an isolated driver: add --isolate (without it, "
                f"only {_STAGE_HERE} can be limited)"
            )
    for value, option in (
        (settings.memory_limit, "--memory-limit"),
        (settings.file_limit, "--file-limit"),
        (settings.cpu_limit, "--cpu-limit"),
    ):
        if value:
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
