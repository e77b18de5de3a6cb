"""Faults of the calls with a configuration, which the checks of their area find."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.hal import (
    NO_CACHE_TOKEN,
    ErrorStatus,
    ExecutionConfig,
    FenceStatus,
    MeasureTiming,
    Model,
    PreparedModelCallback,
    PrepareModelConfig,
    Priority,
    Request,
    Timing,
)
from conformance.support.reusable import ReusableExecution
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    NONE,
    FaultyPreparedModel,
    fault,
)
from tests.sample_drivers.calls.reusable_faults import NewestDevice, reusable_fault

AREA = "configured_calls."


@fault(AREA + "preparation")
class HighPriorityRefused(NewestDevice):
    """Refuses a configuration with a high priority."""

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> ErrorStatus:
        if config.priority == Priority.HIGH:
            callback.notify(FAILURE, None)
            return FAILURE
        return super().prepare_model_with_config(model, config, callback)


@fault(AREA + "unknown_compilation_hints")
class CompilationHintsRefused(NewestDevice):
    """Refuses compilation hints that it does not know."""

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> ErrorStatus:
        if config.compilation_hints:
            callback.notify(INVALID, None)
            return INVALID
        return super().prepare_model_with_config(model, config, callback)


@fault(AREA + "refused_preparations")
class PreferenceUnchecked(NewestDevice):
    """Does not check the preference of a configuration."""

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> ErrorStatus:
        checked = PrepareModelConfig(1, config.priority, config.deadline)
        return super().prepare_model_with_config(model, checked, callback)


@fault(AREA + "refused_preparations")
class LaunchesInvalidModels(NewestDevice):
    """Reports the refusal of an invalid model to the callback of a configured call only."""

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> ErrorStatus:
        super().prepare_model_with_config(model, config, callback)
        return NONE


@fault(AREA + "preparation_deadlines")
class EveryDeadlineMissed(NewestDevice):
    """Misses every deadline of a configuration."""

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> ErrorStatus:
        if config.deadline is not None:
            callback.notify(ErrorStatus.MISSED_DEADLINE_TRANSIENT, None)
            return NONE
        return super().prepare_model_with_config(model, config, callback)


@fault(AREA + "preparation_deadlines")
class PassedDeadlineInvalid(NewestDevice):
    """Answers INVALID_ARGUMENT for a configuration with a deadline that has passed."""

    def prepare(self, model: Any, preference: int, priority: int, deadline: Any, cache: Any) -> Any:
        status, prepared = super().prepare(model, preference, priority, deadline, cache)
        return (status if prepared is not None else INVALID), prepared


@reusable_fault(AREA + "unknown_execution_hints")
class ExecutionHintsRefused(FaultyPreparedModel):
    """Refuses execution hints in a synchronous call."""

    def execute_synchronously_with_config(
        self, request: Request, config: ExecutionConfig, deadline: int | None
    ) -> Any:
        if config.execution_hints:
            return INVALID, (), Timing()
        return super().execute_synchronously_with_config(request, config, deadline)


@reusable_fault(AREA + "unknown_execution_hints")
class FencedHintsFail(FaultyPreparedModel):
    """Fails fenced executions with hints."""

    def execute_fenced_with_config(
        self, request: Request, wait_for: Any, config: ExecutionConfig, *limits: Any
    ) -> Any:
        if len(config.execution_hints) > 1:
            return FAILURE, None, None
        return super().execute_fenced_with_config(request, wait_for, config, *limits)


@reusable_fault(AREA + "refused_requests")
class RequestsUnchecked(FaultyPreparedModel):
    """Answers NONE for an invalid request with a configuration."""

    def execute_synchronously_with_config(self, *arguments: Any) -> Any:
        status, shapes, timing = super().execute_synchronously_with_config(*arguments)
        return NONE if status is INVALID else status, shapes, timing


@reusable_fault(AREA + "refused_requests")
class TimedRefusal(FaultyPreparedModel):
    """Reports a time with the refusal of a request with a configuration."""

    def execute_synchronously_with_config(self, *arguments: Any) -> Any:
        status, shapes, timing = super().execute_synchronously_with_config(*arguments)
        return status, shapes, Timing(1, 1) if status is INVALID else timing


@reusable_fault(AREA + "fences")
class FencesIgnored(FaultyPreparedModel):
    """Does not wait for the fences of a call with a configuration."""

    def execute_fenced_with_config(self, request: Request, wait_for: Any, *more: Any) -> Any:
        failed = [fence for fence in wait_for if fence.wait(0) is FenceStatus.ERROR]
        return super().execute_fenced_with_config(request, failed, *more)


@reusable_fault(AREA + "fences")
class FailedFencesIgnored(FaultyPreparedModel):
    """Executes with a configuration although a wait fence is in the error state."""

    def execute_fenced_with_config(self, request: Request, wait_for: Any, *more: Any) -> Any:
        sound = [fence for fence in wait_for if fence.wait(0) is not FenceStatus.ERROR]
        return super().execute_fenced_with_config(request, sound, *more)


@reusable_fault("timing.unmeasured")
class ConfiguredAlwaysMeasured(FaultyPreparedModel):
    """Measures every synchronous execution with a configuration."""

    def execute_synchronously_with_config(
        self, request: Request, config: ExecutionConfig, deadline: int | None
    ) -> Any:
        measured = ExecutionConfig(MeasureTiming.YES, config.loop_timeout_duration)
        return super().execute_synchronously_with_config(request, measured, deadline)


@reusable_fault("loop_limits.maximum_loop_timeout")
class ConfiguredLoopTimeout(FaultyPreparedModel):
    """Divides the loop timeout of a configuration by a million million."""

    def execute_synchronously_with_config(
        self, request: Request, config: ExecutionConfig, deadline: int | None
    ) -> Any:
        duration = config.loop_timeout_duration
        short = None if duration is None else duration // 10**12
        return self.execute_synchronously(request, config.measure, deadline, short)


@reusable_fault("qos.requested_loop_timeout")
class DefaultLoopTimeout(FaultyPreparedModel):
    """Ignores the loop timeout of the configuration of a fenced execution."""

    def execute_fenced_with_config(
        self, request: Request, wait_for: Any, config: ExecutionConfig, *limits: Any
    ) -> Any:
        default = replace(config, loop_timeout_duration=None)
        return super().execute_fenced_with_config(request, wait_for, default, *limits)


@reusable_fault("qos.requested_loop_timeout")
class FirstLoopTimeout(ReusableExecution):
    """Applies the loop timeout of the configuration to the first execution only."""

    def execute_synchronously(self, deadline: int | None) -> Any:
        answer = super().execute_synchronously(deadline)
        self._config = replace(self._config, loop_timeout_duration=None)
        return answer


class CountsCacheFiles(NewestDevice):
    """Refuses configurations with a wrong number of data cache files."""

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> Any:
        if config.model_cache and not config.data_cache:
            callback.notify(INVALID, None)
            return INVALID
        return super().prepare_model_with_config(model, config, callback)


fault(AREA + "cache_files")(CountsCacheFiles)


class NoToken(NewestDevice):
    """Saves with the token 0 instead of that of the configuration."""

    def prepare_model_with_config(
        self, model: Model, config: PrepareModelConfig, callback: PreparedModelCallback
    ) -> Any:
        config = replace(config, token=NO_CACHE_TOKEN)
        return super().prepare_model_with_config(model, config, callback)
