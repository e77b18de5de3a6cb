"""Faults of the calls that AIDL_V4 added: reusable executions and calls with a configuration.

The rows have the form of those in ``contract_faults``. A replacement gets the original method, a
dictionary that lasts as long as the device or the prepared model, and the arguments of the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from conformance.hal import ErrorStatus, Execution, MeasureTiming, Priority, Timing

S: Final = ErrorStatus
Replacement = Callable[..., Any]


class _Changed(Execution):
    """A reusable execution that passes its calls on to another one; ``number`` counts them."""

    def __init__(self, inner: Execution, request: Any) -> None:
        self.inner, self.request, self.number = inner, request, 0

    def execute_synchronously(self, deadline: int | None) -> Any:
        """Execute synchronously."""
        self.number += 1
        return self.inner.execute_synchronously(deadline)

    def execute_fenced(self, wait_for: Any, deadline: int | None, duration: int | None) -> Any:
        """Execute fenced."""
        self.number += 1
        return self.inner.execute_fenced(wait_for, deadline, duration)


class _Once(_Changed):
    """Computes nothing in its second synchronous execution."""

    def execute_synchronously(self, deadline: int | None) -> Any:
        """Execute, or only answer NONE."""
        if self.number == 1:
            self.number += 1
            return S.NONE, (), Timing()
        return super().execute_synchronously(deadline)


class _InputsOnce(_Changed):
    """Executes with the content that the first input had in the first execution."""

    def execute_synchronously(self, deadline: int | None) -> Any:
        """Execute with the kept input, and restore the memory."""
        where = self.request.inputs[0].location
        with self.request.pools[where.pool_index].view() as view:
            part = slice(where.offset, where.offset + where.length)
            current = bytes(view[part])
            self.kept = getattr(self, "kept", current)
            view[part] = self.kept
            answer = super().execute_synchronously(deadline)
            view[part] = current
        return answer


class _InputsAtCreation(_InputsOnce):
    """Executes with the content that the first input had when the object was created."""

    def __init__(self, inner: Execution, request: Any) -> None:
        super().__init__(inner, request)
        where = request.inputs[0].location
        with request.pools[where.pool_index].view() as view:
            self.kept = bytes(view[where.offset : where.offset + where.length])


class _FirstDeadline(_Changed):
    """Applies the first deadline to all later synchronous executions."""

    first: int | None = None

    def execute_synchronously(self, deadline: int | None) -> Any:
        """Execute until the first deadline."""
        self.first = deadline if self.first is None else self.first
        return super().execute_synchronously(self.first)


class _Latest(_Changed):
    """Passes its calls on to the object that was created last."""

    def __init__(self, state: dict[str, Any], request: Any) -> None:
        super().__init__(state["latest"], request)
        self.state = state

    def execute_synchronously(self, deadline: int | None) -> Any:
        """Execute the latest object."""
        return self.state["latest"].execute_synchronously(deadline)


class _Fifth(_Changed):
    """Fails from the fifth execution on."""

    def execute_synchronously(self, deadline: int | None) -> Any:
        """Execute, or fail."""
        answer = super().execute_synchronously(deadline)
        return answer if self.number < 5 else (S.GENERAL_FAILURE, (), Timing())


class _NoWait(_Changed):
    """Does not wait for fences."""

    def execute_fenced(self, _wait_for: Any, deadline: int | None, duration: int | None) -> Any:
        """Execute at once."""
        return super().execute_fenced((), deadline, duration)


class _Small(_Changed):
    """Answers GENERAL_FAILURE for buffers that are too small, from the second execution on."""

    def execute_synchronously(self, deadline: int | None) -> Any:
        """Execute and hide the insufficient size."""
        status, shapes, timing = super().execute_synchronously(deadline)
        if status is S.OUTPUT_INSUFFICIENT_SIZE and self.number > 1:
            return S.INVALID_ARGUMENT, (), Timing()
        return status, shapes, timing


def _wrapped(kind: type[_Changed]) -> Replacement:
    """Return a replacement of ``create_reusable_execution`` whose executions are of this kind."""

    def create(original: Any, _state: Any, request: Any, config: Any) -> Any:
        status, execution = original(request, config)
        return status, None if execution is None else kind(execution, request)

    return create


def _configured(change: Callable[[Any], Any]) -> Replacement:
    """Return a replacement that changes the configuration, which is the argument with hints."""

    def call(original: Any, _state: Any, *arguments: Any) -> Any:
        return original(*[change(a) if hasattr(a, "measure") else a for a in arguments])

    return call


def _first_for_ever(original: Any, state: dict[str, Any], request: Any, config: Any) -> Any:
    answer = original(request, config)
    return answer if answer[1] is None else state.setdefault("first", answer)


def _latest_request(original: Any, state: dict[str, Any], request: Any, config: Any) -> Any:
    """Return an object that executes the request of the object that was created last."""
    status, execution = original(request, config)
    if execution is None:
        return status, None
    state["latest"] = execution
    return status, _Latest(state, request)


def _eight(original: Any, state: dict[str, Any], request: Any, config: Any) -> Any:
    state["created"] = state.get("created", 0) + 1
    return original(request, config) if state["created"] <= 8 else (S.GENERAL_FAILURE, None)


def _refuses_hints(answer: Any) -> Replacement:
    """Return a replacement that gives this answer if the configuration has hints."""

    def call(original: Any, _state: Any, *arguments: Any) -> Any:
        hints = [a for a in arguments if getattr(a, "execution_hints", ())]
        return answer if hints else original(*arguments)

    return call


def _accepts_invalid(original: Any, state: dict[str, Any], request: Any, config: Any) -> Any:
    answer = original(request, config)
    if answer[0] is S.INVALID_ARGUMENT and "valid" in state:
        return state["valid"]
    if answer[1] is not None:
        state["valid"] = answer
    return answer


def _no_fences(original: Any, _state: Any, request: Any, _wait: Any, *more: Any) -> Any:
    return original(request, (), *more)


def _any_priority(original: Any, _state: Any, model: Any, config: Any, callback: Any) -> Any:
    return original(model, replace(config, priority=Priority.MEDIUM), callback)


def _compilation_hints(original: Any, _state: Any, model: Any, config: Any, callback: Any) -> Any:
    if config.compilation_hints:
        callback.notify(S.GENERAL_FAILURE, None)
        return S.GENERAL_FAILURE
    return original(model, config, callback)


_R = ("reusable_executions", "combinations")
_C = ("configured_calls", "combinations")
_CREATE: Final = "create_reusable_execution"
_SYNCHRONOUS: Final = "execute_synchronously_with_config"
_FENCED: Final = "execute_fenced_with_config"
_PREPARE: Final = "prepare_model_with_config"
METHODS: Final = frozenset({_CREATE, _SYNCHRONOUS, _FENCED, _PREPARE})
"""The calls that only drivers of AIDL_V4 have."""

ROWS: Final[tuple[tuple[str, tuple[str, ...], str, str, Replacement, str], ...]] = (
    # Reusable executions
    ("no reusable execution", _R, "prepared", _CREATE, lambda _o, _s, *_a: (S.NONE, None), "createReusableExecution"),
    ("refused", _R, "prepared", _CREATE, lambda _o, _s, *_a: (S.GENERAL_FAILURE, None), "createReusableExecution"),
    ("first reusable execution for ever", _R, "prepared", _CREATE, _first_for_ever, "createReusableExecution"),
    ("at most 8 reusable executions", ("many_objects",), "prepared", _CREATE, _eight, "createReusableExecution"),
    ("invalid request accepted", _C, "prepared", _CREATE, _accepts_invalid, "createReusableExecution: INVALID_ARGUMENT"),
    ("hints refused", _C, "prepared", _CREATE, _refuses_hints((S.INVALID_ARGUMENT, None)), "ExecutionConfig.executionHints"),
    ("always measured", (*_R, "timing"), "prepared", _CREATE, _configured(lambda c: replace(c, measure=MeasureTiming.YES)), "ExecutionConfig.measureTiming"),
    ("loop timeout of 1 ns", ("loop_limits", "qos"), "prepared", _CREATE, _configured(lambda c: replace(c, loop_timeout_duration=1)), "ExecutionConfig.loopTimeoutDurationNs"),
    ("second execution computes nothing", _R, "prepared", _CREATE, _wrapped(_Once), "IExecution.executeSynchronously"),
    ("first input read once", _R, "prepared", _CREATE, _wrapped(_InputsOnce), "IExecution.executeSynchronously"),
    ("first input read at the creation", _R, "prepared", _CREATE, _wrapped(_InputsAtCreation), "IExecution.executeSynchronously"),
    ("first deadline kept", _R, "prepared", _CREATE, _wrapped(_FirstDeadline), "IExecution.executeSynchronously: deadlineNs"),
    ("requests of the latest object", _R, "prepared", _CREATE, _latest_request, "createReusableExecution"),
    ("fails from the fifth execution on", _R, "prepared", _CREATE, _wrapped(_Fifth), "IExecution.executeSynchronously"),
    ("insufficient size reported once", _R, "prepared", _CREATE, _wrapped(_Small), "IExecution.executeSynchronously: OutputShape"),
    ("fences ignored", _R, "prepared", _CREATE, _wrapped(_NoWait), "IExecution.executeFenced: waitFor"),
    # Calls with a configuration
    ("always measured", (*_C, "timing"), "prepared", _SYNCHRONOUS, _configured(lambda c: replace(c, measure=MeasureTiming.YES)), "ExecutionConfig.measureTiming"),
    ("loop timeout of 1 ns", ("loop_limits", "qos"), "prepared", _SYNCHRONOUS, _configured(lambda c: replace(c, loop_timeout_duration=1)), "ExecutionConfig.loopTimeoutDurationNs"),
    ("hints refused", _C, "prepared", _SYNCHRONOUS, _refuses_hints((S.INVALID_ARGUMENT, (), Timing())), "ExecutionConfig.executionHints"),
    ("fences ignored", _C, "prepared", _FENCED, _no_fences, "executeFencedWithConfig: waitFor"),
    ("priority unchecked", _C, "device", _PREPARE, _any_priority, "prepareModelWithConfig: INVALID_ARGUMENT"),
    ("hints refused", _C, "device", _PREPARE, _compilation_hints, "PrepareModelConfig.compilationHints"),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
