"""Calls the forms of AIDL_V4 that take a configuration instead of single arguments."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.hal import (
    Device,
    ExecutionConfig,
    Fence,
    Model,
    PreparedModel,
    PrepareModelConfig,
    Request,
)
from conformance.harness.calls import driver_calls, fenced_execution
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback


def prepare_model(
    device: Device,
    model: Model,
    config: PrepareModelConfig,
    timeout: float,
    record: RecordingPreparedModelCallback | None = None,
) -> driver_calls.PreparationOutcome:
    """Prepare a model with a configuration; wait up to ``timeout`` seconds for the callback.

    ``record`` is the callback, by default a new one.
    """
    call, record = "prepare_model_with_config", record or RecordingPreparedModelCallback()
    answer = driver_calls.call_driver(call, device.prepare_model_with_config, model, config, record)
    return driver_calls.await_preparation(call, answer, timeout, record)


def execute_synchronously(
    prepared: PreparedModel,
    request: Request,
    config: ExecutionConfig,
    deadline: int | None = None,
) -> driver_calls.ExecutionOutcome:
    """Execute synchronously with a configuration and return the outcome."""
    call = "execute_synchronously_with_config"
    answer = driver_calls.call_driver(
        call, prepared.execute_synchronously_with_config, request, config, deadline
    )
    return driver_calls.outcome_of(call, answer)


def launch_fenced(
    prepared: PreparedModel,
    request: Request,
    config: ExecutionConfig,
    *,
    wait_for: Sequence[Fence | None] = (),
    deadline: int | None = None,
    duration: int | None = None,
) -> fenced_execution.FencedLaunch:
    """Launch a fenced execution with a configuration and return its checked answer."""
    return fenced_execution.checked_launch(
        "execute_fenced_with_config",
        prepared.execute_fenced_with_config,
        request,
        tuple(wait_for),
        config,
        deadline,
        duration,
    )
