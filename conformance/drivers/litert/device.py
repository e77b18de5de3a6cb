"""The LiteRT interpreter as a driver."""

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

from conformance.drivers.litert.graph import code_alone
from conformance.drivers.litert.site import Stage
from conformance.drivers.litert.translation import translate
from conformance.hal import (
    ErrorStatus,
    Model,
    OperandLifeTime,
    Operation,
    OperationType,
    Version,
    name_of,
)
from conformance.operations.definition import Array, Shape
from conformance.support import BaseDevice, DriverError, Program, ProgramModel, constant_copies
from conformance.support.loops import DEFAULT_LOOP_TIMEOUT, loop_timeout


class Kernels(StrEnum):
    """Which implementation of its operators the interpreter uses."""

    REFERENCE = "reference"
    OPTIMIZED = "optimized"
    XNNPACK = "xnnpack"
    """The XNNPACK delegate where it takes an operator, the optimized kernels elsewhere."""


_RESOLVERS: Final = {
    Kernels.REFERENCE: "BUILTIN_REF",
    Kernels.OPTIMIZED: "BUILTIN_WITHOUT_DEFAULT_DELEGATES",
    Kernels.XNNPACK: "BUILTIN",
}
REFUSED: Final = "refused by the interpreter"
"""How a reason begins that the bridge did not foresee."""

_INSTALL: Final = "the LiteRT bridge needs ai-edge-litert: pip install nn-conformance[litert]"
_NODE: Final = re.compile(r"Node number (\d+) \((\w+)\)")
_LACKING: Final = re.compile(r"builtin opcode '(\w+)'")

_NO_KERNEL: Final = "the chosen kernels have no"

Interpret = Callable[[bytes], Any]
"""A flatbuffer to an interpreter whose tensors are allocated."""
Lacks = Callable[[str], bool]
"""Whether the schema has a builtin of this name and the chosen kernels do not."""


def _interpreters(kernels: Kernels) -> tuple[Interpret, Lacks, str]:
    """How to make interpreters, what they lack, and the version of their package."""
    try:
        module = importlib.import_module("ai_edge_litert.interpreter")
        importlib.import_module("ai_edge_litert.schema_py_generated")
        importlib.import_module("flatbuffers")
        metadata = importlib.import_module("importlib.metadata")
    except ImportError as error:
        raise ImportError(f"{_INSTALL} ({error})") from error
    resolver = module.OpResolverType[_RESOLVERS[kernels]]

    def made(content: bytes) -> Any:
        return module.Interpreter(
            model_content=content, num_threads=1, experimental_op_resolver_type=resolver
        )

    def interpret(content: bytes) -> Any:
        interpreter = made(content)
        interpreter.allocate_tensors()
        return interpreter

    @cache
    def lacks(builtin: str) -> bool:
        content = code_alone(builtin)
        if content is None:
            return False
        try:
            made(content)
        except ValueError as error:
            return _LACKING.search(str(error)) is not None
        return False

    return interpret, lacks, metadata.version("ai-edge-litert")


class LiteRTDevice(BaseDevice):
    """Runs models in the LiteRT interpreter with the chosen kernels, on one thread.

    What TFLite cannot express is reported unsupported; ``decline_reasons`` names what is missing.
    """

    version = Version.AIDL_V3
    tolerated_rules = frozenset({"while.unknown_size"})  # declined, not refused

    def __init__(self, kernels: Kernels = Kernels.REFERENCE) -> None:
        self.kernels = kernels
        self.name = f"litert-{kernels}"  # type: ignore[misc]
        self._interpret, self._lacks, self.version_string = _interpreters(kernels)
        self._attempted: tuple[Model, _Attempt] | None = None

    def supported_operations(self, model: Model) -> Sequence[bool]:
        return [reason is None for reason in self.decline_reasons(model)]

    def decline_reasons(self, model: Model) -> Sequence[str | None]:
        """For each operation why it is not supported, ``None`` for one that is."""
        return self._attempt(model).reasons

    def compile(self, model: Model) -> Program:
        return self._runner(model).run

    def ready(self, model: Model) -> ProgramModel:
        return _LiteRTPreparedModel(model, self._runner(model), self.version)

    def _runner(self, model: Model) -> _Runner:
        return _Runner(model, self._attempt(model), self.version, self._interpret)

    def _attempt(self, model: Model) -> _Attempt:
        # Clients ask what is supported and then prepare the same model; only pools can change.
        if self._attempted is not None and self._attempted[0] is model and not model.pools:
            return self._attempted[1]
        attempt = _Attempt(model, self.version, self._interpret, self._lacks)
        self._attempted = model, attempt
        return attempt


class _Attempt:
    """A model as far as preparation knows it; with interpreters unless much is still open."""

    def __init__(self, model: Model, version: Version, interpret: Interpret, lacks: Lacks) -> None:
        self.constants = constant_copies(model)
        self.translation = translate(model, self.constants, version)
        self.reasons = list(self.translation.reasons)
        self.interpreters: list[Any] = []
        if self.translation.open:
            self._ask_for_kernels(model, lacks)
        if self.translation.open or any(self.reasons):
            return
        for stage, results in zip(self.translation.stages, self.translation.results, strict=True):
            try:
                self.interpreters.append(interpret(stage.flatbuffer(results)))
            except (RuntimeError, ValueError) as error:
                self._blame(model, stage, str(error))

    def _ask_for_kernels(self, model: Model, lacks: Lacks) -> None:
        """Decline operations whose namesakes have no kernel, which no shape changes."""
        for number, operation in enumerate(model.main.operations):
            names = [name_of(OperationType, code) for code in _codes(model, operation)]
            lacking = next((name for name in names if lacks(name)), None)
            if lacking is not None and self.reasons[number] is None:
                self.reasons[number] = f"{names[0]}: {_NO_KERNEL} {lacking}"

    def _blame(self, model: Model, stage: Stage, message: str) -> None:
        """The interpreter itself refused a node: the operation that it belongs to is declined."""
        graphs = [stage.graph, *(part.graph for part in stage.parts)]
        blamed = [one for graph in graphs for one in graph.nodes]
        why = f"{REFUSED}: {' '.join(message.split())}"
        lacking = _LACKING.search(message)
        node = _NODE.search(message)
        if lacking is not None:
            blamed = [one for one in blamed if one.builtin == lacking.group(1)]
            why = f"{_NO_KERNEL} {lacking.group(1)}"
        elif node is not None:
            number, builtin = int(node.group(1)), node.group(2)
            named = [graph.nodes[number] for graph in graphs if number < len(graph.nodes)]
            blamed = [one for one in named if one.builtin == builtin] or blamed
        for owner in {one.owner for one in blamed}:
            name = name_of(OperationType, model.main.operations[owner].type)
            self.reasons[owner] = f"{name}: {why}"


def _codes(model: Model, operation: Operation) -> Iterator[int]:
    """An operation's code and those of all that it runs."""
    waiting = [(model.main, operation)]
    while waiting:
        subgraph, one = waiting.pop()
        yield one.type
        for index in one.inputs:
            operand = subgraph.operands[index]
            if operand.lifetime == OperandLifeTime.SUBGRAPH:
                inner = model.referenced[operand.location.offset]
                waiting += [(inner, each) for each in inner.operations]


class _LiteRTPreparedModel(ProgramModel):
    """Runs a translated model, within the time that loops have."""

    def __init__(self, model: Model, runner: _Runner, version: Version) -> None:
        super().__init__(model, runner.run, version)
        self._runner = runner

    def compute(
        self, inputs: Sequence[Array | None], loop_timeout_duration: int | None
    ) -> Sequence[Array]:
        return self._runner.run(inputs, loop_timeout(loop_timeout_duration))


class _Runner:
    """A prepared model: one interpreter for each stage, used by one thread at a time."""

    def __init__(
        self, model: Model, attempt: _Attempt, version: Version, interpret: Interpret
    ) -> None:
        self._model = model
        self._main = model.main
        self._constants = attempt.constants
        self._version = version
        self._interpret = interpret
        self._lock = threading.Lock()
        self._translation = attempt.translation
        self._interpreters = attempt.interpreters
        self._open = attempt.translation.open
        self._settled_for: object = None

    def run(
        self, inputs: Sequence[Array | None], loop_time: int = DEFAULT_LOOP_TIMEOUT
    ) -> Sequence[Array]:
        """The outputs; ``loop_time`` in nanoseconds is what loops may take."""
        with self._lock:
            if self._open:
                self._settle(inputs)
            values = dict(zip(self._main.input_indexes, inputs, strict=True))
            translation = self._translation
            for interpreter, stage, results in zip(
                self._interpreters, translation.stages, translation.results, strict=True
            ):
                used = interpreter
                if stage.once:
                    used = self._interpret(stage.flatbuffer(results))
                _run(used, stage, results, values, loop_time)
            return [_given(values, index) for index in self._main.output_indexes]

    def _settle(self, inputs: Sequence[Array | None]) -> None:
        """Translate once more, now that all is known; requests of the same kind share that."""
        by_value = any(stage.by_value for stage in self._translation.stages)
        kind = tuple(None if array is None else _kind(array, by_value) for array in inputs)
        if kind == self._settled_for:
            return
        translation = translate(self._model, self._constants, self._version, inputs)
        problem = next((reason for reason in translation.reasons if reason), None)
        if problem is None and translation.open:
            problem = "a shape or parameter is not known even with the request"
        if problem is not None:
            raise DriverError(ErrorStatus.GENERAL_FAILURE, problem)
        try:
            self._interpreters = [
                self._interpret(stage.flatbuffer(results))
                for stage, results in zip(translation.stages, translation.results, strict=True)
            ]
        except (RuntimeError, ValueError) as error:
            raise DriverError(ErrorStatus.GENERAL_FAILURE, str(error)) from error
        self._translation, self._settled_for = translation, kind


def _kind(array: Array, by_value: bool) -> tuple[Shape, bytes]:
    """What of an input can decide how the graph looks: its shape, and parameters by value."""
    parameter = by_value or (array.ndim < 2 and array.dtype == np.int32) or array.ndim == 0
    return array.shape, array.tobytes() if parameter else b""


def _given(values: dict[int, Array | None], index: int) -> Array:
    array = values.get(index)
    if array is None:
        raise DriverError(ErrorStatus.INVALID_ARGUMENT, f"operand {index} came without a value")
    return array


_FIRST_ROUNDS: Final = 1 << 12
_MOST_ROUNDS: Final = 1 << 30


def _run(
    interpreter: Any,
    stage: Stage,
    results: Sequence[int],
    values: dict[int, Array | None],
    loop_time: int,
) -> None:
    """Run a stage; where its loops are cut short, again with twice as many rounds."""
    started, rounds = time.monotonic_ns(), _FIRST_ROUNDS
    while not _finished(interpreter, stage, values, rounds):
        rounds *= 2
        if time.monotonic_ns() - started > loop_time or rounds > _MOST_ROUNDS:
            raise DriverError(
                ErrorStatus.MISSED_DEADLINE_TRANSIENT,
                f"loops are still running after {loop_time} ns, {rounds // 2} rounds",
            )
    for index in results:
        fetch = stage.fetch(index)
        array = _EMPTY if fetch.tensor is None else _fetched(interpreter, fetch.tensor)
        values[index] = fetch.adapt(array)


def _fetched(interpreter: Any, tensor: int) -> Array:
    """A tensor's value; the interpreter hands none out that a run left without elements."""
    try:
        array: Array = interpreter.get_tensor(tensor)
    except ValueError:
        details = next(one for one in interpreter.get_tensor_details() if one["index"] == tensor)
        array = np.empty(details["shape"], details["dtype"])
        if array.size:
            raise
    return array


def _finished(interpreter: Any, stage: Stage, values: dict[int, Array | None], rounds: int) -> bool:
    """Run a stage with so many rounds for its loops; whether there were enough."""
    for feed in stage.feeds:
        interpreter.set_tensor(feed.tensor, feed.adapt(_given(values, feed.operand)))
    for preset in stage.presets:
        interpreter.set_tensor(preset.tensor, preset.value)
    if stage.rounds_given is not None:
        interpreter.set_tensor(stage.rounds_given, np.array([rounds], np.int32))
    try:
        interpreter.invoke()
    except (RuntimeError, ValueError) as error:
        raise DriverError(ErrorStatus.GENERAL_FAILURE, str(error)) from error
    return stage.rounds is None or bool(interpreter.get_tensor(stage.rounds)[0] > 0)


_EMPTY: Final = np.empty(0, np.uint8)
