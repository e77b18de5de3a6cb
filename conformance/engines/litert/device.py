"""The device and the prepared models that run in the LiteRT interpreter."""

from __future__ import annotations

import importlib
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Final

import numpy as np

from conformance.driver_sdk import DriverError, constant_copies, proper_booleans
from conformance.driver_sdk.prepared_models import DEFAULT_LOOP_TIMEOUT
from conformance.engines.bridge import (
    BridgeDevice,
    declined_with_request,
    require_translated,
    value_of,
)
from conformance.engines.tflite.lowering import EngineGraph
from conformance.engines.tflite.tflite_graph import single_operator_file
from conformance.engines.tflite.translation import translate
from conformance.hal import (
    ErrorStatus,
    Model,
    OperandLifeTime,
    Operation,
    OperationType,
    Version,
    name_of,
)
from conformance.operations.definition.operands import Array, Shape


class Kernels(StrEnum):
    """The implementation that the interpreter uses for its operators."""

    REFERENCE = "reference"
    OPTIMIZED = "optimized"
    XNNPACK = "xnnpack"
    """The XNNPACK delegate for the operators it takes, the optimized kernels for the others."""


_RESOLVERS: Final = {
    Kernels.REFERENCE: "BUILTIN_REF",
    Kernels.OPTIMIZED: "BUILTIN_WITHOUT_DEFAULT_DELEGATES",
    Kernels.XNNPACK: "BUILTIN",
}
REFUSED: Final = "refused by the interpreter"
"""Start of a decline reason that comes from the interpreter and not from this bridge."""

_INSTALL: Final = "the LiteRT bridge needs ai-edge-litert: pip install nn-conformance[litert]"
_NODE: Final = re.compile(r"Node number (\d+) \((\w+)\)")
_UNKNOWN_OPCODE: Final = re.compile(r"builtin opcode '(\w+)'")

_NO_KERNEL: Final = "the chosen kernels have no"

InterpreterFactory = Callable[[bytes], Any]
"""Function that creates an interpreter for a flatbuffer and allocates its tensors."""
IsMissing = Callable[[str], bool]
"""Function that returns whether the chosen kernels lack a builtin that the schema has."""


def _interpreter_factory(kernels: Kernels) -> tuple[InterpreterFactory, IsMissing, str]:
    """Return an interpreter factory, a check for missing builtins, and the package's version.

    Raises ``ImportError`` with the command that installs the engine if it is not installed.
    """
    try:
        module = importlib.import_module("ai_edge_litert.interpreter")
        importlib.import_module("ai_edge_litert.schema_py_generated")
        importlib.import_module("flatbuffers")
        metadata = importlib.import_module("importlib.metadata")
    except ImportError as error:
        raise ImportError(f"{_INSTALL} ({error})") from error
    resolver = module.OpResolverType[_RESOLVERS[kernels]]

    def create(content: bytes) -> Any:
        return module.Interpreter(
            model_content=content, num_threads=1, experimental_op_resolver_type=resolver
        )

    def interpret(content: bytes) -> Any:
        interpreter = create(content)
        interpreter.allocate_tensors()
        return interpreter

    @cache
    def lacks(builtin: str) -> bool:
        content = single_operator_file(builtin)
        if content is None:
            return False
        try:
            create(content)
        except ValueError as error:
            return _UNKNOWN_OPCODE.search(str(error)) is not None
        return False

    return interpret, lacks, metadata.version("ai-edge-litert")


class LiteRTDevice(BridgeDevice["_TranslationAttempt"]):
    """Runs models in the LiteRT interpreter with the chosen kernels, on one thread."""

    def __init__(self, kernels: Kernels = Kernels.REFERENCE) -> None:
        self.kernels = kernels
        self.name = f"litert-{kernels}"  # type: ignore[misc]
        self._make_interpreter, self._is_missing, self.version_string = _interpreter_factory(
            kernels
        )

    def attempt_translation(self, model: Model) -> _TranslationAttempt:
        return _TranslationAttempt(model, self.version, self._make_interpreter, self._is_missing)

    def create_runner(self, model: Model, attempt: _TranslationAttempt) -> _EngineGraphRunner:
        return _EngineGraphRunner(model, attempt, self.version, self._make_interpreter)


class _TranslationAttempt:
    """The translation of a model with what is known at preparation.

    It has interpreters if the translation is complete and no operation is declined.
    """

    def __init__(
        self,
        model: Model,
        version: Version,
        make_interpreter: InterpreterFactory,
        is_missing: IsMissing,
    ) -> None:
        self.constants = constant_copies(model)
        self.translation = translate(model, self.constants, version)
        self.reasons = list(self.translation.reasons)
        self.interpreters: list[Any] = []
        if self.translation.incomplete:
            self._decline_missing_kernels(model, is_missing)
        if self.translation.incomplete or any(self.reasons):
            return
        for engine_graph, results in zip(
            self.translation.engine_graphs, self.translation.results, strict=True
        ):
            try:
                self.interpreters.append(make_interpreter(engine_graph.flatbuffer(results)))
            except (RuntimeError, ValueError) as error:
                self._decline_refused_node(model, engine_graph, str(error))

    def _decline_missing_kernels(self, model: Model, is_missing: IsMissing) -> None:
        """Decline operations whose builtin of the same name has no kernel.

        A missing kernel does not depend on shapes, so this check needs no complete translation.
        """
        for number, operation in enumerate(model.main.operations):
            names = [name_of(OperationType, code) for code in _executed_codes(model, operation)]
            missing_builtin = next((name for name in names if is_missing(name)), None)
            if missing_builtin is not None and self.reasons[number] is None:
                self.reasons[number] = f"{names[0]}: {_NO_KERNEL} {missing_builtin}"

    def _decline_refused_node(self, model: Model, engine_graph: EngineGraph, message: str) -> None:
        """Decline the operations that own the nodes which the interpreter refused."""
        graphs = [engine_graph.graph, *(subgraph.graph for subgraph in engine_graph.subgraphs)]
        refused = [node for graph in graphs for node in graph.nodes]
        reason = f"{REFUSED}: {' '.join(message.split())}"
        missing_builtin = _UNKNOWN_OPCODE.search(message)
        node_match = _NODE.search(message)
        if missing_builtin is not None:
            refused = [node for node in refused if node.builtin == missing_builtin.group(1)]
            reason = f"{_NO_KERNEL} {missing_builtin.group(1)}"
        elif node_match is not None:
            # The message does not state which subgraph the node number belongs to.
            number, builtin = int(node_match.group(1)), node_match.group(2)
            numbered = [graph.nodes[number] for graph in graphs if number < len(graph.nodes)]
            refused = [node for node in numbered if node.builtin == builtin] or refused
        for owner in {node.owner for node in refused}:
            name = name_of(OperationType, model.main.operations[owner].type)
            self.reasons[owner] = f"{name}: {reason}"


def _executed_codes(model: Model, operation: Operation) -> Iterator[int]:
    """Yield the code of an operation and of all operations in the subgraphs that it references."""
    pending = [(model.main, operation)]
    while pending:
        subgraph, current = pending.pop()
        yield current.type
        for index in current.inputs:
            operand = subgraph.operands[index]
            if operand.lifetime == OperandLifeTime.SUBGRAPH:
                referenced = model.referenced[operand.location.offset]
                pending += [
                    (referenced, inner_operation) for inner_operation in referenced.operations
                ]


class _EngineGraphRunner:
    """Runs a translated model; one interpreter per engine graph, used by one thread at a time."""

    def __init__(
        self,
        model: Model,
        attempt: _TranslationAttempt,
        version: Version,
        make_interpreter: InterpreterFactory,
    ) -> None:
        self._model = model
        self._main = model.main
        self._constants = attempt.constants
        self._version = version
        self._interpret = make_interpreter
        self._lock = threading.Lock()
        self._translation = attempt.translation
        self._interpreters = attempt.interpreters
        self._incomplete = attempt.translation.incomplete
        self._specialized_for: object = None

    def run(
        self, inputs: Sequence[Array | None], loop_time: int = DEFAULT_LOOP_TIMEOUT
    ) -> Sequence[Array]:
        """Run the model and return its outputs.

        ``loop_time`` is the time limit for loops in nanoseconds.
        """
        with self._lock:
            if self._incomplete:
                self._specialize(inputs)
            values = dict(zip(self._main.input_indexes, proper_booleans(inputs), strict=True))
            translation = self._translation
            for interpreter, engine_graph, results in zip(
                self._interpreters, translation.engine_graphs, translation.results, strict=True
            ):
                runner = interpreter
                if engine_graph.single_use:
                    runner = self._interpret(engine_graph.flatbuffer(results))
                _run_engine_graph(runner, engine_graph, results, values, loop_time)
            return [value_of(values, index) for index in self._main.output_indexes]

    def _specialize(self, inputs: Sequence[Array | None]) -> None:
        """Translate again with the shapes and parameters of a request.

        The result is kept and used for further requests of the same kind (see
        ``_specialization_key``).
        """
        by_value = any(
            engine_graph.value_dependent for engine_graph in self._translation.engine_graphs
        )
        kind = tuple(
            None if array is None else _specialization_key(array, by_value) for array in inputs
        )
        if kind == self._specialized_for:
            return
        translation = translate(self._model, self._constants, self._version, inputs)
        require_translated(translation.reasons, complete=not translation.incomplete)
        try:
            self._interpreters = [
                self._interpret(engine_graph.flatbuffer(results))
                for engine_graph, results in zip(
                    translation.engine_graphs, translation.results, strict=True
                )
            ]
        except (RuntimeError, ValueError) as error:
            raise declined_with_request(error) from error
        self._translation, self._specialized_for = translation, kind


def _specialization_key(array: Array, by_value: bool) -> tuple[Shape, bytes]:
    """Return what a graph may depend on in an input: its shape, and the contents of a parameter."""
    parameter = by_value or (array.ndim < 2 and array.dtype == np.int32) or array.ndim == 0
    return array.shape, array.tobytes() if parameter else b""


_FIRST_ROUNDS: Final = 1 << 12
_MAX_ROUNDS: Final = 1 << 30


def _run_engine_graph(
    interpreter: Any,
    engine_graph: EngineGraph,
    results: Sequence[int],
    values: dict[int, Array | None],
    loop_time: int,
) -> None:
    """Run an engine graph and store its results in ``values``.

    If the rounds granted to its loops did not suffice, the run is repeated with twice as many,
    until ``loop_time`` nanoseconds have passed. The failure is a ``DriverError``.
    """
    started, rounds = time.monotonic_ns(), _FIRST_ROUNDS
    while not _run_with_rounds(interpreter, engine_graph, values, rounds):
        rounds *= 2
        if time.monotonic_ns() - started > loop_time or rounds > _MAX_ROUNDS:
            raise DriverError(
                ErrorStatus.MISSED_DEADLINE_TRANSIENT,
                f"loops are still running after {loop_time} ns and {rounds // 2} rounds",
            )
    for index in results:
        binding = engine_graph.output_binding(index)
        array = _EMPTY if binding.tensor is None else _read_tensor(interpreter, binding.tensor)
        values[index] = binding.convert(array)


def _read_tensor(interpreter: Any, tensor: int) -> Array:
    """Return the value of a tensor.

    The interpreter raises ``ValueError`` for a tensor that is empty after a run; an empty array is
    returned for it.
    """
    try:
        array: Array = interpreter.get_tensor(tensor)
    except ValueError:
        details = next(
            candidate
            for candidate in interpreter.get_tensor_details()
            if candidate["index"] == tensor
        )
        array = np.empty(details["shape"], details["dtype"])
        if array.size:
            raise
    return array


def _run_with_rounds(
    interpreter: Any, engine_graph: EngineGraph, values: dict[int, Array | None], rounds: int
) -> bool:
    """Run an engine graph with ``rounds`` rounds for its loops; return whether these sufficed."""
    for binding in engine_graph.feeds:
        interpreter.set_tensor(binding.tensor, binding.convert(value_of(values, binding.operand)))
    for preset in engine_graph.presets:
        interpreter.set_tensor(preset.tensor, preset.value)
    if engine_graph.initial_rounds is not None:
        interpreter.set_tensor(engine_graph.initial_rounds, np.array([rounds], np.int32))
    try:
        interpreter.invoke()
    except (RuntimeError, ValueError) as error:
        raise DriverError(ErrorStatus.GENERAL_FAILURE, str(error)) from error
    return engine_graph.remaining_rounds is None or bool(
        interpreter.get_tensor(engine_graph.remaining_rounds)[0] > 0
    )


_EMPTY: Final = np.empty(0, np.uint8)
