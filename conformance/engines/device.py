"""A driver that runs models in an inference engine, which reads them as ONNX or TFLite files.

The driver translates a model to graphs of the engine's format: at preparation, as far as shapes and
parameters are known then, and otherwise once the request is known. There are five outcomes:

- the format cannot express an operation: the operation is not supported;
- the engine declines the model, at preparation or with the request: likewise;
- the engine takes the model and fails to load it: the preparation or the execution fails;
- it fails while it runs, or returns outputs that are not those of the file: the execution fails;
- it ends its process or does not return: the suite reports the crash or the hang.
"""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Final

import numpy as np

from conformance.driver_sdk import (
    BaseDevice,
    DriverError,
    Program,
    ProgramModel,
    constant_copies,
    proper_booleans,
)
from conformance.driver_sdk.last_error import DECLINED_WITH_REQUEST
from conformance.driver_sdk.prepared_models import DEFAULT_LOOP_TIMEOUT, loop_timeout
from conformance.drivers.foreign_objects import describe_object, is_user_interrupt
from conformance.drivers.registry import DriverLoadError, find_target
from conformance.engines.bridge import Graph, Translation, set_value, subgraph_views, value_of
from conformance.engines.onnx.backend import BackendEngine
from conformance.engines.other_interpreter import ExternalEngine
from conformance.engines.protocol import Declined, Engine, TensorInfo
from conformance.hal import (
    CONTROL_FLOW,
    ErrorStatus,
    Model,
    OperandLifeTime,
    Operation,
    OperationType,
    Version,
    name_of,
)
from conformance.operations.definition.operands import Array

FIRST_ROUNDS: Final = 1 << 12
"""The rounds that the first run of a graph grants to its loops."""
_MAX_ROUNDS: Final = 1 << 30


def open_backend(text: str) -> EngineDevice:
    """Open ``MODULE`` or ``FILE.py:NAME``, an object with onnx's interface ``Backend``."""
    place, *pairs = text.split(",")
    options = read_options(pairs)
    target = find_target(place) if ":" in place else importlib.import_module(place)
    return EngineDevice(BackendEngine(target, place, **options))


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """Return options that are stated as ``NAME=VALUE``."""
    for pair in pairs:
        if "=" not in pair:
            raise DriverLoadError(f"--driver: {pair!r} is no option NAME=VALUE")
    return dict(pair.partition("=")[::2] for pair in pairs)


def _open(format_: str, text: str) -> EngineDevice:
    """Open ``FILE.py:ENGINE``, a class of an engine of models in a format, or its factory."""
    place, *pairs = text.split(",")
    options = read_options(pairs)
    if ":" not in place:
        raise DriverLoadError(f"--driver {format_}:{text}: expected {format_}:FILE.py:ENGINE")
    if python := options.pop("python", ""):
        return EngineDevice(ExternalEngine(python, place, format_, options))
    target = find_target(place)
    engine = target if isinstance(target, Engine) else target(**options)
    if not isinstance(engine, Engine) or engine.format != format_:
        raise DriverLoadError(
            f"--driver {format_}:{text}: {place} is no conformance.engines.protocol.Engine whose "
            f"format is {format_!r}"
        )
    return EngineDevice(engine)


open_onnx: Final = partial(_open, "onnx")
open_tflite: Final = partial(_open, "tflite")


class EngineDevice(BaseDevice):
    """A driver that runs models in an engine.

    An operation that cannot run is reported as unsupported; ``decline_reasons`` states what is
    missing. Models with a WHILE of unknown sizes are declined, not refused.
    """

    version = Version.AIDL_V3
    tolerated_rules = frozenset({"while.unknown_size"})
    _last: tuple[Model, _Attempt] | None = None

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = engine.name  # type: ignore[misc]
        self.version_string = engine.version
        module = importlib.import_module(f"conformance.engines.{engine.format}.translation")
        if engine.quantized not in ("operator", "qdq"):
            raise DriverLoadError(f"quantized={engine.quantized}: operator or qdq was expected")
        is_qdq = engine.format == "onnx" and engine.quantized == "qdq"
        self.translate = partial(module.translate, qdq=True) if is_qdq else module.translate

    def supported_operations(self, model: Model) -> Sequence[bool]:
        return [reason is None for reason in self.decline_reasons(model)]

    def decline_reasons(self, model: Model) -> Sequence[str | None]:
        """Return for each operation the reason why it is not supported, or ``None`` if it is."""
        return self._attempt(model).reasons

    def compile(self, model: Model) -> Program:
        return self._runner(model).run

    def build_prepared_model(self, model: Model) -> ProgramModel:
        return _EngineModel(model, self._runner(model), self.version)

    def _runner(self, model: Model) -> _Runner:
        attempt = self._attempt(model)
        self._last = None  # prepared models must not share an object of the engine
        if attempt.failure is not None:
            raise attempt.failure
        # The engine may decline a model with pools that it took before.
        if reason := next(filter(None, attempt.reasons), None):
            raise _failure(f"{NOT_LOADED}{reason}")
        return _Runner(model, attempt, self)

    def _attempt(self, model: Model) -> _Attempt:
        # A client queries the supported operations and then prepares the same model object. A model
        # with pools is translated again, because the contents of its pools may have changed.
        if self._last is not None and self._last[0] is model and not model.pools:
            return self._last[1]
        attempt = _Attempt(model, self)
        self._last = model, attempt
        return attempt

    def load(
        self, graph: Graph, results: Sequence[int], content: bytes | None = None
    ) -> _LoadedGraph:
        """Load a graph whose results are these operands; raise ``Declined`` as the engine does.

        ``content`` is that of its file, if it is known.
        """
        return _LoadedGraph(graph, results, content or graph.file(results), self.engine)


class _LoadedGraph:
    """A graph that the engine has loaded; it leaves ``elsewhere`` to another processor."""

    def __init__(
        self, graph: Graph, results: Sequence[int], content: bytes, engine: Engine
    ) -> None:
        self.content = content
        self._inputs = [entry.tensor for entry in graph.inputs()]
        self._outputs = [entry.tensor for entry in graph.outputs(results) if entry.tensor]
        if graph.rounds is not None:
            for name, tensors in zip(graph.rounds, (self._inputs, self._outputs), strict=True):
                tensors.append(TensorInfo(name, np.dtype(np.int32), (1,)))
        variables = [tensor for tensor in (*self._inputs, *self._outputs) if tensor.variable]
        if variables and not engine.has_variables:
            raise Declined("the engine does not set the variable tensors of a model")
        try:
            program = engine.open(self.content, self._inputs, self._outputs)
            placement = program.placement() or {}
            self.elsewhere = [node for node, is_own in placement.items() if not is_own]
        except Declined:
            raise
        except BaseException as error:
            raise _engine_failure(error, NOT_LOADED) from error
        self._program = program

    def run(
        self,
        graph: Graph,
        results: Sequence[int],
        values: dict[int, Array | None],
        deadline: int | None,
    ) -> None:
        """Run the graph and store its results in ``values``.

        If the rounds granted to its loops did not suffice, the run is repeated with twice as many,
        until the deadline.
        """
        feeds = {entry.tensor.name: entry.read(values) for entry in graph.inputs()}
        rounds = FIRST_ROUNDS
        arrays = self._run(feeds, graph, rounds, deadline)
        while graph.rounds is not None and arrays.pop()[0] <= 0:
            rounds *= 2
            if time.monotonic_ns() > (deadline or 0) or rounds > _MAX_ROUNDS:
                raise TimeoutError
            arrays = self._run(feeds, graph, rounds, deadline)
        returned = iter(arrays)
        for entry in graph.outputs(results):
            values[entry.operand] = entry.convert(_EMPTY if not entry.tensor else next(returned))

    def _run(
        self, feeds: dict[str, Array], graph: Graph, rounds: int, deadline: int | None
    ) -> list[Array]:
        if graph.rounds is not None:
            feeds = {**feeds, graph.rounds[0]: np.array([rounds], np.int32)}
        try:
            returned = self._program.run(feeds, deadline)
            if not isinstance(returned, Sequence):
                raise TypeError(f"run returned {describe_object(returned)}, which is no sequence")
            arrays = [np.asarray(array) for array in returned]
        except Declined as error:
            raise declined_with_request(error) from error
        except BaseException as error:
            if isinstance(error, TimeoutError) and deadline is not None:
                raise
            raise _engine_failure(error) from error
        if len(arrays) != len(self._outputs):
            raise _failure(f"the engine returned {len(arrays)} of {len(self._outputs)} outputs")
        return [
            _checked_output(array, tensor)
            for array, tensor in zip(arrays, self._outputs, strict=True)
        ]

    def __del__(self) -> None:
        if hasattr(self, "_program"):
            self._program.close()


def _checked_output(array: Array, tensor: TensorInfo) -> Array:
    """Return an output in the type that the file states; integers of its size have its bits."""
    if array.dtype == tensor.dtype:
        return array
    is_same_size = array.dtype.itemsize == tensor.dtype.itemsize
    if is_same_size and array.dtype.kind in "iu" and tensor.dtype.kind in "iu":
        return array.view(tensor.dtype)
    raise _failure(
        f"the engine returned output {tensor.name} as {array.dtype}; the file states {tensor.dtype}"
    )


class _Attempt:
    """The translation of a model with what is known at preparation.

    The graphs are loaded if the translation is complete and no operation is declined. ``failure``
    is the engine's error if it took a graph and failed to load it.
    """

    def __init__(self, model: Model, device: EngineDevice) -> None:
        self.constants = constant_copies(model)
        self._views = subgraph_views(model.main, self.constants)
        self._model, self._device = model, device
        self.translation = self._translate()
        self.reasons = list(self.translation.reasons)
        self.loaded: list[_LoadedGraph] = []
        self.failure: DriverError | None = None
        self.is_complete = self.translation.stop == len(model.main.operations)
        if not self.is_complete:
            self._decline_missing_operators()
        elif not any(self.reasons):
            self._load()

    def _translate(self, start: int = 0, stop: int | None = None) -> Translation:
        translation: Translation = self._device.translate(
            self._model, self.constants, self._device.version, self._views, start, stop
        )
        return translation

    def _load(self) -> None:
        for graph, results in zip(self.translation.graphs, self.translation.results, strict=True):
            try:
                loaded = self._device.load(graph, results)
            except Declined as error:
                self._decline(graph.owners(error.nodes) or self._find_declined(), error.reason)
            except DriverError as error:
                self.failure = error
            else:
                self.loaded.append(loaded)
                if loaded.elsewhere:
                    owners = graph.owners(loaded.elsewhere) or set(range(len(self.reasons)))
                    self._decline(owners, "the engine leaves it to another processor")

    def _decline(self, owners: set[int], reason: str) -> None:
        for owner in owners:
            name = name_of(OperationType, self._model.main.operations[owner].type)
            self.reasons[owner] = f"{name}: {' '.join(reason.split())}"

    def _find_declined(self) -> set[int]:
        """Return the operations that the engine declines alone, or all if it takes each alone."""
        operations = range(len(self._model.main.operations))
        declined = set()
        for number in operations if len(operations) > 1 else ():
            translation = self._translate(number, number + 1)
            try:
                for graph, results in zip(translation.graphs, translation.results, strict=True):
                    self._device.load(graph, results)
            except Declined:
                declined.add(number)
            except DriverError:
                continue
        return declined or set(operations)

    def _decline_missing_operators(self) -> None:
        """Decline operations whose TFLite operator of the same name the engine lacks.

        This does not depend on shapes, so it needs no complete translation.
        """
        for number, operation in enumerate(self._model.main.operations):
            names = [name_of(OperationType, code) for code in _codes(self._model, operation)]
            missing = next((name for name in names if self._device.engine.lacks(name)), None)
            if missing is not None and self.reasons[number] is None:
                self.reasons[number] = f"{names[0]}: the engine has no {missing}"


def _codes(model: Model, operation: Operation) -> Iterator[int]:
    """Yield the code of an operation and of all operations in the subgraphs that it references."""
    pending = [(model.main, operation)]
    while pending:
        subgraph, current = pending.pop()
        yield current.type
        for index in current.inputs:
            operand = subgraph.operands[index]
            if operand.lifetime == OperandLifeTime.SUBGRAPH:
                referenced = model.referenced[operand.location.offset]
                pending += [(referenced, inner) for inner in referenced.operations]


class _Runner:
    """Runs a translated model; translates it per request if preparation could not complete it."""

    def __init__(self, model: Model, attempt: _Attempt, device: EngineDevice) -> None:
        self._model = model
        self._device = device
        self._constants = attempt.constants
        self._translation = attempt.translation if attempt.is_complete else None
        self._loaded = attempt.loaded
        self._lock = nullcontext() if device.engine.parallel else threading.Lock()
        self._has_loops = any(
            operation.type in CONTROL_FLOW
            for subgraph in (model.main, *model.referenced)
            for operation in subgraph.operations
        )

    def run(
        self, inputs: Sequence[Array | None], loop_time: int = DEFAULT_LOOP_TIMEOUT
    ) -> Sequence[Array]:
        """Run the model and return its outputs; ``loop_time`` limits its loops, in nanoseconds."""
        main = self._model.main
        deadline = time.monotonic_ns() + loop_time if self._has_loops else None
        with self._lock:
            values = dict(zip(main.input_indexes, proper_booleans(inputs), strict=True))
            try:
                if self._translation is not None:
                    self._run(self._translation, self._loaded, values, deadline)
                else:
                    self._run_stepwise(inputs, values, deadline)
            except TimeoutError as error:
                reason = f"loops are still running after {loop_time} ns"
                raise DriverError(ErrorStatus.MISSED_DEADLINE_TRANSIENT, reason) from error
        return [value_of(values, index) for index in main.output_indexes]

    def _run_stepwise(
        self, inputs: Sequence[Array | None], values: dict[int, Array | None], deadline: int | None
    ) -> None:
        """Translate and run up to each operation that needs a result of an earlier one."""
        operations = self._model.main.operations
        views = subgraph_views(self._model.main, self._constants)
        for index, array in zip(self._model.main.input_indexes, inputs, strict=True):
            set_value(views[index], array)
        start = 0
        while start < len(operations):
            translation: Translation = self._device.translate(
                self._model, self._constants, self._device.version, views, start, request_known=True
            )
            problem = next((reason for reason in translation.reasons if reason), None)
            if problem is None and translation.stop == start:
                problem = "a shape or parameter is still unknown when the request is known"
            if problem is not None:
                raise declined_with_request(problem)
            loaded = [
                self._load(graph, results)
                for graph, results in zip(translation.graphs, translation.results, strict=True)
            ]
            self._run(translation, loaded, values, deadline)
            self._loaded = loaded
            for results in translation.results:
                for index in results:
                    set_value(views[index], values[index])
            start = translation.stop

    def _load(self, graph: Graph, results: Sequence[int]) -> _LoadedGraph:
        """Load a graph; reuse that of the request before if the content of its file is equal."""
        content = graph.file(results)
        for loaded in self._loaded:
            if loaded.content == content:
                return loaded
        try:
            loaded = self._device.load(graph, results, content)
        except Declined as error:
            raise declined_with_request(error) from error
        if loaded.elsewhere:
            raise declined_with_request("the engine leaves a node to another processor")
        return loaded

    def _run(
        self,
        translation: Translation,
        loaded: Sequence[_LoadedGraph],
        values: dict[int, Array | None],
        deadline: int | None,
    ) -> None:
        for program, graph, results in zip(
            loaded, translation.graphs, translation.results, strict=True
        ):
            used = self._device.load(graph, results) if graph.single_use else program
            used.run(graph, results, values, deadline)


class _EngineModel(ProgramModel):
    """A prepared model that enforces the request's time limit for loops."""

    def __init__(self, model: Model, runner: _Runner, version: Version) -> None:
        super().__init__(model, runner.run, version)
        self._runner = runner

    def compute(
        self, inputs: Sequence[Array | None], loop_timeout_duration: int | None
    ) -> Sequence[Array]:
        return self._runner.run(inputs, loop_timeout(loop_timeout_duration))

    def compute_until(
        self,
        inputs: Sequence[Array | None],
        loop_timeout_duration: int | None,
        deadline: int | None,
    ) -> Sequence[Array]:
        limit = loop_timeout(loop_timeout_duration)
        if deadline is not None:  # a loop is the only part that can be aborted
            limit = min(limit, max(0, deadline - time.monotonic_ns()))
        return self._runner.run(inputs, limit)


_EMPTY: Final = np.empty(0, np.uint8)
NOT_LOADED: Final = "the engine took the model, then failed to load it: "
"""The start of the reason for a failure to load a model."""


def declined_with_request(reason: object) -> DriverError:
    """Return the error for a model that the engine cannot run with the request's shapes."""
    return DriverError(ErrorStatus.GENERAL_FAILURE, f"{DECLINED_WITH_REQUEST}{reason}")


def _failure(reason: str) -> DriverError:
    return DriverError(ErrorStatus.GENERAL_FAILURE, reason)


def _engine_failure(error: BaseException, prefix: str = "") -> DriverError:
    """Return the failure for an exception of the engine; raise the user's interrupt again.

    Engines have no common base of exceptions, and panics of Rust are no ``Exception``.
    """
    if is_user_interrupt(error):
        raise error
    return _failure(f"{prefix}{error}" if str(error) else f"{prefix}{type(error).__name__}")
