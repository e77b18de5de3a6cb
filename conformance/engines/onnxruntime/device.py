"""The device and the prepared models that run in ONNX Runtime."""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final

from conformance.driver_sdk import DriverError, constant_copies, proper_booleans
from conformance.driver_sdk.prepared_models import DEFAULT_LOOP_TIMEOUT
from conformance.engines.bridge import (
    BridgeDevice,
    declined_with_request,
    require_translated,
    subgraph_views,
    value_of,
)
from conformance.engines.onnx.translation import EngineGraph, set_value, translate
from conformance.hal import CONTROL_FLOW, ErrorStatus, Model, OperationType, name_of
from conformance.operations.definition.operands import Array


class Optimization(StrEnum):
    """The extent to which ONNX Runtime rewrites a graph before it runs it."""

    NONE = "none"
    BASIC = "basic"
    """Constant folding and removal of unneeded nodes.

    Higher levels are not offered: their fusions create nodes on quantized tensors that the runtime
    has no kernels for.
    """


_LEVELS: Final = {
    Optimization.NONE: "ORT_DISABLE_ALL",
    Optimization.BASIC: "ORT_ENABLE_BASIC",
}
REFUSED: Final = "refused by the runtime"
"""Start of a decline reason that comes from the runtime and not from this bridge."""

_INSTALL: Final = (
    "the ONNX Runtime bridge needs onnx and onnxruntime: pip install nn-conformance[onnxruntime]"
)
_FATAL: Final = 4
_NODE: Final = re.compile(r"operation_(\d+)_node_\d+")

OpenSession = Callable[[bytes], Any]
"""Function that creates a session for a serialized model."""


def _session_factory(optimization: Optimization) -> tuple[OpenSession, Callable[[], Any], str]:
    """Return a session factory, a factory for run options, and the runtime's version.

    Raises ``ImportError`` with the command that installs the engine if it is not installed.
    """
    try:
        runtime = importlib.import_module("onnxruntime")
        importlib.import_module("onnx.helper")
    except ImportError as error:
        raise ImportError(f"{_INSTALL} ({error})") from error
    runtime.set_default_logger_severity(_FATAL)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _FATAL
    options.graph_optimization_level = getattr(
        runtime.GraphOptimizationLevel, _LEVELS[optimization]
    )

    def open_session(content: bytes) -> Any:
        return runtime.InferenceSession(content, options, providers=["CPUExecutionProvider"])

    return open_session, runtime.RunOptions, str(runtime.__version__)


class ONNXRuntimeDevice(BridgeDevice["_TranslationAttempt"]):
    """Runs models with ONNX Runtime's CPU kernels, on one thread."""

    name = "onnxruntime"

    def __init__(self, optimization: Optimization = Optimization.BASIC) -> None:
        self.optimization = optimization
        self._open_session, self._run_options, self.version_string = _session_factory(optimization)

    def attempt_translation(self, model: Model) -> _TranslationAttempt:
        return _TranslationAttempt(model, self)

    def create_runner(self, model: Model, attempt: _TranslationAttempt) -> _EngineGraphRunner:
        return _EngineGraphRunner(model, attempt, self)

    def open_session(self, content: bytes) -> Any:
        """Create a session that runs a serialized model."""
        return self._open_session(content)

    def run_options(self) -> Any:
        """Create the options of one run."""
        return self._run_options()


class _TranslationAttempt:
    """The translation of a model with what is known at preparation.

    It has a session if the translation is complete and no operation is declined.
    """

    def __init__(self, model: Model, device: ONNXRuntimeDevice) -> None:
        self.constants = constant_copies(model)
        views = subgraph_views(model.main, self.constants)
        self.engine_graph = translate(
            model, self.constants, device.version, views, all_reasons=True
        )
        self.reasons = list(self.engine_graph.reasons)
        self.session: Any = None
        if self.engine_graph.stop < len(model.main.operations) or any(self.reasons):
            return
        try:
            self.session = device.open_session(
                self.engine_graph.to_onnx(model.main.output_indexes, views)
            )
        except Exception as error:  # the runtime's exceptions have no common base class
            self._decline_refused_node(model, str(error))

    def _decline_refused_node(self, model: Model, message: str) -> None:
        """Decline the operations that own the nodes which the runtime refused."""
        operations = model.main.operations
        named = {int(number) for number in _NODE.findall(message)}
        for owner in named or range(len(operations)):
            name = name_of(OperationType, operations[owner].type)
            self.reasons[owner] = f"{name}: {REFUSED}: {' '.join(message.split())}"


class _EngineGraphRunner:
    """Runs a translated model; translates it per request if preparation could not complete it."""

    def __init__(
        self, model: Model, attempt: _TranslationAttempt, device: ONNXRuntimeDevice
    ) -> None:
        self._model = model
        self._device = device
        self._constants = attempt.constants
        self._session = attempt.session
        self._feeds = [
            (index, value.name)
            for index, value in zip(
                attempt.engine_graph.scope.input_operands,
                attempt.engine_graph.scope.graph.inputs,
                strict=True,
            )
        ]
        self._has_loops = any(
            operation.type in CONTROL_FLOW
            for subgraph in (model.main, *model.referenced)
            for operation in subgraph.operations
        )

    def run(
        self, inputs: Sequence[Array | None], loop_time: int = DEFAULT_LOOP_TIMEOUT
    ) -> Sequence[Array]:
        """Run the model and return its outputs.

        ``loop_time`` is the time limit for loops in nanoseconds.
        """
        main = self._model.main
        values = dict(zip(main.input_indexes, proper_booleans(inputs), strict=True))
        if self._session is not None:
            feeds = {name: value_of(values, index) for index, name in self._feeds}
            return self._run(self._session, feeds, loop_time)
        views = subgraph_views(main, self._constants)
        for index, array in values.items():
            set_value(views[index], array)
        start = 0
        while start < len(main.operations):
            engine_graph = translate(
                self._model, self._constants, self._device.version, views, start
            )
            results = self._results(engine_graph, start)
            feeds = {}
            content = engine_graph.to_onnx(results, views)
            for index, value in zip(
                engine_graph.scope.input_operands, engine_graph.scope.graph.inputs, strict=True
            ):
                feeds[value.name] = value_of(values, index)
            arrays = self._run(self._cached_session(content), feeds, loop_time)
            for index, array in zip(results, arrays, strict=True):
                values[index] = array
                set_value(views[index], array)
            start = engine_graph.stop
        return [value_of(values, index) for index in main.output_indexes]

    def _results(self, engine_graph: EngineGraph, start: int) -> list[int]:
        """Return the operands of a graph that later operations or the client read.

        Raises ``DriverError`` if the request makes an operation impossible to express.
        """
        main = self._model.main
        require_translated(engine_graph.reasons, complete=engine_graph.stop > start)
        needed = set(main.output_indexes)
        for operation in main.operations[engine_graph.stop :]:
            needed.update(operation.inputs)
        return sorted(needed & engine_graph.written_operands(main, start))

    def _cached_session(self, content: bytes) -> Any:
        try:
            return self._device.open_session(content)
        except Exception as error:
            raise declined_with_request(error) from error

    def _run(self, session: Any, feeds: dict[str, Array], loop_time: int) -> list[Array]:
        """Run a session; terminate it when its loops exceed ``loop_time`` nanoseconds."""
        options = self._device.run_options()
        timed_out = threading.Event()

        def stop() -> None:
            timed_out.set()
            options.terminate = True

        timer = threading.Timer(loop_time / 1e9, stop) if self._has_loops else None
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            results: list[Array] = session.run(None, feeds, options)
        except Exception as error:
            if timed_out.is_set():
                reason = f"loops are still running after {loop_time} ns"
                raise DriverError(ErrorStatus.MISSED_DEADLINE_TRANSIENT, reason) from error
            raise DriverError(ErrorStatus.GENERAL_FAILURE, str(error)) from error
        finally:
            if timer is not None:
                timer.cancel()
        return results
