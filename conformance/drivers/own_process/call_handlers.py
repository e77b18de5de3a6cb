"""The calls of the harness in the driver process: one handler per message type."""

from __future__ import annotations

import gc
import resource
import sys
import threading
from abc import ABC, abstractmethod
from typing import Any

from conformance.driver_sdk.model_codes import restore_enums
from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.bursts import RemoteBurstCallback, with_descriptors
from conformance.drivers.own_process.client_session import ClientSession
from conformance.drivers.own_process.judge_objects import (
    ForeignPreparedModel,
    RecordingExecutionCallback,
    RecordingPreparedModelCallback,
)
from conformance.drivers.own_process.private_memory import release_free_memory
from conformance.drivers.registry import DriverLoadError, open_driver
from conformance.hal import (
    BufferToken,
    CacheHandle,
    Device,
    Fence,
    Memory,
    Model,
    PolledFence,
    PrepareModelConfig,
    Request,
)

_Caches = tuple[CacheHandle, ...]
_PreparationArguments = tuple[int, int, int | None, _Caches, _Caches, bytes]
"""Preference, priority, deadline, handles of model and data cache files, and token."""


class CallRefused(Exception):  # noqa: N818 - an answer, not an error
    """The call cannot be made, for example because the model is unknown; states the reason."""


class CallHandlers(ABC):
    """Makes the calls of a client's messages on the objects of its session.

    ``_fds`` are the descriptors of the message; a handler removes those that it keeps.
    """

    def __init__(self, session: ClientSession) -> None:
        self._session = session
        self._memories: dict[int, Memory] = {}
        self._model: Model | None = None
        self._model_id = -1
        self._objects = session.objects
        self._thread = threading.get_ident()
        self._fds: list[int] = []
        self._handlers: dict[type, Any] = {
            m.Start: self._start,
            m.Query: self._query,
            m.GetSupportedOperations: self._supported,
            m.Prepare: self._prepare,
            m.PrepareFromCache: self._prepare_from_cache,
            m.Allocate: self._allocate,
            m.Execute: self._execute,
            m.ExecuteFenced: self._execute_fenced,
            m.ExecutionInfo: self._execution_info,
            m.Copy: self._copy,
            m.Free: self._free,
            m.Stop: self._stop,
            m.GetDeclineReasons: self._decline_reasons,
            m.ConfigureBurst: self._configure_burst,
            m.FreeSlot: self._free_slot,
            m.CreateExecution: self._create_execution,
            m.ExecuteWithConfig: self._execute_with_config,
            m.ExecuteFencedWithConfig: self._execute_fenced_with_config,
            m.PrepareWithConfig: self._prepare_with_config,
            m.Reexecute: self._reexecute,
            m.ReexecuteFenced: self._reexecute_fenced,
            m.CollectGarbage: self._collect_garbage,
        }

    @abstractmethod
    def _notify(self, callback: int, arguments: tuple[Any, ...], count: int) -> None:
        """Report the ``count``-th notification of a callback to the client."""

    @abstractmethod
    def _report_forgotten(self, callback: int) -> None:
        """Report that the driver has released a callback."""

    def _start(self, message: m.Start) -> int:
        """Open the driver; return the identifier of the thread that answers the calls."""
        if self._session.device is not None:
            raise CallRefused("the driver is already open")
        sys.path[:] = message.path
        for limit, value in (
            (resource.RLIMIT_DATA, message.memory),
            (resource.RLIMIT_NOFILE, message.files),
        ):
            if value is not None:
                hard = resource.getrlimit(limit)[1]
                bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
                resource.setrlimit(limit, (bound, bound))
        try:
            self._session.device = open_driver(message.driver)
            gc.freeze()  # the loaded modules stay alive, so later collections need not visit them
        except DriverLoadError as error:
            raise CallRefused(str(error)) from error
        return self._thread

    @property
    def device(self) -> Device:
        """The opened device; raises ``CallRefused`` before ``Start``."""
        if self._session.device is None:
            raise CallRefused("the driver is not open")
        return self._session.device

    def _query(self, message: m.Query) -> Any:
        if message.attribute == "get_last_error":  # an optional method of a driver
            optional = getattr(self.device, message.attribute, None)
            return "" if optional is None else optional()
        answer = getattr(self.device, message.attribute)
        return answer() if message.attribute.startswith("get_") else answer

    def _model_of(
        self,
        message: m.GetSupportedOperations | m.Prepare | m.PrepareWithConfig | m.GetDeclineReasons,
    ) -> Model:
        """Return the message's model; a message without a model refers to the last one sent."""
        wire = message.model
        if wire is not None:
            for subgraph in (wire.main, *wire.referenced):
                restore_enums(subgraph)
            self._model = Model(
                wire.main,
                wire.referenced,
                wire.operand_values,
                tuple(self._memories[pool] for pool in wire.pools),
                wire.relaxed,
                wire.extensions,
            )
            self._model_id = message.model_id
        if self._model is None or self._model_id != message.model_id:
            raise CallRefused(f"the process has no model {message.model_id}")
        return self._model

    def _supported(self, message: m.GetSupportedOperations) -> Any:
        return self.device.get_supported_operations(self._model_of(message))

    def _decline_reasons(self, message: m.GetDeclineReasons) -> Any:
        model = self._model_of(message)
        decline_reasons = getattr(self.device, "decline_reasons", None)
        return None if decline_reasons is None else decline_reasons(model)

    def _prepare(self, message: m.Prepare) -> Any:
        arguments, callback = self._preparation(message)
        return self.device.prepare_model(self._model_of(message), *arguments, callback)

    def _prepare_with_config(self, message: m.PrepareWithConfig) -> Any:
        arguments, callback = self._preparation(message)
        config = PrepareModelConfig(*arguments, message.hints, message.extensions)
        return self.device.prepare_model_with_config(self._model_of(message), config, callback)

    def _preparation(
        self, message: m.Prepare | m.PrepareWithConfig
    ) -> tuple[_PreparationArguments, RecordingPreparedModelCallback]:
        """Return the arguments of a preparation after the model, and its callback."""
        model_cache, data_cache, callback = self._caches_and_callback(message)
        hints = message.preference, message.priority, message.deadline
        return (*hints, model_cache, data_cache, message.token), callback

    def _prepare_from_cache(self, message: m.PrepareFromCache) -> Any:
        model_cache, data_cache, callback = self._caches_and_callback(message)
        return self.device.prepare_model_from_cache(
            message.deadline, model_cache, data_cache, message.token, callback
        )

    def _caches_and_callback(
        self, message: m.Prepare | m.PrepareWithConfig | m.PrepareFromCache
    ) -> tuple[tuple[CacheHandle, ...], tuple[CacheHandle, ...], RecordingPreparedModelCallback]:
        """Return the handles of model and data cache files, and the callback of a preparation."""
        cache_fds, self._fds = self._fds, []
        count = len(cache_fds)
        model_cache, data_cache = (
            tuple(
                tuple(cache_fds[place] if 0 <= place < count else -1 for place in handle)
                for handle in kind
            )
            for kind in message.caches
        )
        callback = RecordingPreparedModelCallback(
            message.callback, self._notify, self._report_forgotten, cache_fds
        )
        return model_cache, data_cache, callback

    def _allocate(self, message: m.Allocate) -> Any:
        models = [self._prepared_model(number) for number in message.prepared_models]
        return self.device.allocate(message.desc, models, message.input_roles, message.output_roles)

    def _prepared_model(self, number: int) -> Any:
        if number == m.NO_MODEL:
            return None
        return ForeignPreparedModel() if number == m.FOREIGN_MODEL else self._objects[number]

    def _request(self, wire: m.WireRequest) -> Request:
        pools = tuple(
            BufferToken(wire.tokens[position]) if position in wire.tokens else self._memories[pool]
            for position, pool in enumerate(wire.pools)
        )
        return Request(wire.inputs, wire.outputs, pools)

    def _execute(self, message: m.Execute) -> Any:
        prepared = self._objects[message.prepared_model]
        request = self._request(message.request)
        if message.callback is None:
            return prepared.execute_synchronously(
                request, message.measure, message.deadline, message.loop_timeout_duration
            )
        callback = RecordingExecutionCallback(
            message.callback, self._notify, self._report_forgotten
        )
        return prepared.execute(
            request, message.measure, message.deadline, message.loop_timeout_duration, callback
        )

    def _execute_fenced(self, message: m.ExecuteFenced) -> Any:
        prepared, request, fences = self._fenced_request(message)
        limits = message.deadline, message.loop_timeout_duration, message.duration
        return prepared.execute_fenced(request, fences, message.measure, *limits)

    def _fenced_request(
        self, message: m.ExecuteFenced | m.ExecuteFencedWithConfig
    ) -> tuple[Any, Request, list[Fence]]:
        """Return the prepared model, the request and the fences of a fenced execution."""
        fences = self._take_fences(message.fences)
        return self._objects[message.prepared_model], self._request(message.request), fences

    def _take_fences(self, count: int) -> list[Fence]:
        """Return the fences of the message, which are its last ``count`` descriptors."""
        first = len(self._fds) - count
        fences: list[Fence] = [PolledFence(fd) for fd in self._fds[first:]]
        del self._fds[first:]
        return fences

    def _execute_with_config(self, message: m.ExecuteWithConfig) -> Any:
        return self._objects[message.prepared_model].execute_synchronously_with_config(
            self._request(message.request), message.config, message.deadline
        )

    def _execute_fenced_with_config(self, message: m.ExecuteFencedWithConfig) -> Any:
        prepared, request, fences = self._fenced_request(message)
        return prepared.execute_fenced_with_config(
            request, fences, message.config, message.deadline, message.duration
        )

    def _create_execution(self, message: m.CreateExecution) -> Any:
        prepared = self._objects[message.prepared_model]
        return prepared.create_reusable_execution(self._request(message.request), message.config)

    def _reexecute(self, message: m.Reexecute) -> Any:
        return self._objects[message.execution].execute_synchronously(message.deadline)

    def _reexecute_fenced(self, message: m.ReexecuteFenced) -> Any:
        execution, fences = self._objects[message.execution], self._take_fences(message.fences)
        return execution.execute_fenced(fences, message.deadline, message.duration)

    def _configure_burst(self, message: m.ConfigureBurst) -> Any:
        callback = RemoteBurstCallback(self._fds.pop())
        return self._objects[message.prepared_model].configure_execution_burst(
            callback,
            with_descriptors(message.requests, self._fds),
            with_descriptors(message.results, self._fds),
        )

    def _free_slot(self, message: m.FreeSlot) -> Any:
        return self._objects[message.burst].free_memory(message.slot)

    def _execution_info(self, message: m.ExecutionInfo) -> Any:
        return self._objects[message.object].get_execution_info()

    def _copy(self, message: m.Copy) -> Any:
        buffer, memory = self._objects[message.buffer], self._memories[message.memory]
        if message.dimensions is None:
            return buffer.copy_to(memory)
        return buffer.copy_from(memory, message.dimensions)

    def _free(self, message: m.Free) -> None:
        for number in message.objects:
            self._objects.pop(number, None)

    def _collect_garbage(self, message: m.CollectGarbage) -> None:  # noqa: ARG002
        release_free_memory()

    def _stop(self, message: m.Stop) -> None:  # noqa: ARG002 - every handler takes its message
        """Release the client's objects; collect reference cycles, so that finalizers run now."""
        self._objects.clear()
        self._memories.clear()
        self._model = None
        self._session.device = None
        gc.collect()
