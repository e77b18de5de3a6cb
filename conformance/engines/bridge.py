"""Base classes of the bridges to other inference engines: LiteRT and ONNX Runtime.

A bridge translates a model to graphs of its engine: at preparation, as far as shapes and parameters
are known then, and otherwise once the request is known.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from conformance.driver_sdk import BaseDevice, DriverError, Program, ProgramModel
from conformance.driver_sdk.binding import require_legal
from conformance.driver_sdk.last_error import DECLINED_WITH_REQUEST
from conformance.driver_sdk.prepared_models import loop_timeout
from conformance.hal import (
    CONTROL_FLOW,
    ErrorStatus,
    Model,
    Operation,
    OperationType,
    Subgraph,
    Version,
    name_of,
)
from conformance.operations import Call, OperandView, create_call, find_definition
from conformance.operations.definition.operands import Array, Shape


class DeclinedError(Exception):
    """The engine has no equivalent; the message names the missing operator or attribute."""


class TranslationAttempt(Protocol):
    """The result of translating a model with the information that is known at preparation."""

    reasons: list[str | None]
    """The reason for declining each operation, or ``None``."""


class EngineRunner(Protocol):
    """Runs a translated model."""

    def run(self, inputs: Sequence[Array | None], loop_time: int = ...) -> Sequence[Array]:
        """Run the model and return its outputs.

        ``loop_time`` is the time limit for loops in nanoseconds.
        """


_Attempt = TypeVar("_Attempt", bound=TranslationAttempt)


class BridgeDevice(BaseDevice, Generic[_Attempt]):
    """Runs models in another engine.

    An operation that the engine cannot express is reported as unsupported; ``decline_reasons``
    states what is missing. Models with a WHILE of unknown sizes are declined, not refused.
    """

    version = Version.AIDL_V3
    tolerated_rules = frozenset({"while.unknown_size"})
    _last_attempt: tuple[Model, _Attempt] | None = None

    @abstractmethod
    def attempt_translation(self, model: Model) -> _Attempt:
        """Translate a valid model."""

    @abstractmethod
    def create_runner(self, model: Model, attempt: _Attempt) -> EngineRunner:
        """Return the runner of a model without declined operations."""

    def supported_operations(self, model: Model) -> Sequence[bool]:
        return [reason is None for reason in self.decline_reasons(model)]

    def decline_reasons(self, model: Model) -> Sequence[str | None]:
        """Return for each operation the reason why it is not supported, or ``None`` if it is."""
        return self._translate(model).reasons

    def compile(self, model: Model) -> Program:
        return self._create_runner(model).run

    def build_prepared_model(self, model: Model) -> ProgramModel:
        return _BridgeModel(model, self._create_runner(model), self.version)

    def _create_runner(self, model: Model) -> EngineRunner:
        runner = self.create_runner(model, self._translate(model))
        self._last_attempt = None  # prepared models must not share an object of the engine
        return runner

    def _translate(self, model: Model) -> _Attempt:
        # A client queries the supported operations and then prepares the same model object. A model
        # with pools is translated again, because the contents of its pools may have changed.
        if self._last_attempt is not None and self._last_attempt[0] is model and not model.pools:
            return self._last_attempt[1]
        attempt = self.attempt_translation(model)
        self._last_attempt = model, attempt
        return attempt


class _BridgeModel(ProgramModel):
    """A prepared model that enforces the request's time limit for loops."""

    def __init__(self, model: Model, runner: EngineRunner, version: Version) -> None:
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


def value_of(values: Mapping[int, Array | None], index: int) -> Array:
    """Return the value of an operand; raise ``DriverError`` if the request has none."""
    array = values.get(index)
    if array is None:
        raise DriverError(
            ErrorStatus.INVALID_ARGUMENT, f"the request has no value for operand {index}"
        )
    return array


def declined_with_request(reason: object) -> DriverError:
    """Return the error for a model that the engine cannot express with the request's shapes."""
    return DriverError(ErrorStatus.GENERAL_FAILURE, f"{DECLINED_WITH_REQUEST}{reason}")


def require_translated(reasons: Sequence[str | None], *, complete: bool) -> None:
    """Raise ``declined_with_request`` unless a model was translated with its request."""
    problem = next((reason for reason in reasons if reason), None)
    if problem is None and not complete:
        problem = "a shape or parameter is still unknown when the request is known"
    if problem is not None:
        raise declined_with_request(problem)


def subgraph_views(subgraph: Subgraph, constants: Sequence[Array | None]) -> list[OperandView]:
    """Return what the model states about each operand of a subgraph."""
    return [
        OperandView.of(operand, value)
        for operand, value in zip(subgraph.operands, constants, strict=True)
    ]


def grouped_channels(call: Call) -> tuple[Shape, list[int]]:
    """Return a shape with an axis for the groups of CHANNEL_SHUFFLE, and the order of its axes.

    The order exchanges the axis of the groups with the next axis, that of the channels of a group.
    """
    shape, groups = call.shape("input"), call.scalar("num_groups")
    axis = call.scalar("axis") % len(shape)
    grouped_shape = (*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :])
    order = list(range(len(grouped_shape)))
    order[axis], order[axis + 1] = axis + 1, axis
    return grouped_shape, order


@dataclass(eq=False, repr=False)
class CallLowering:
    """Lowering of one operation: its call, and the operators of the engine created for it."""

    call: Call
    _operation: Operation
    _owner: int

    def scalar(self, name: str) -> Any:
        """Return the value of a scalar parameter."""
        return self.call.scalar(name)

    def view(self, name: str) -> OperandView:
        """Return what is known about an input."""
        return self.call.view(name)

    def position(self, name: str) -> int:
        """Return the position of an input that the operation has."""
        position = self.call.position(name)
        assert position is not None
        return position


class OperationLowering(ABC):
    """Lowers an operation of the main subgraph and the operations that it references.

    ``owner`` is the operation's number. ``request_known``: whether the request is known. If it is,
    an operation that the request makes illegal is refused. A ``target`` is a graph of the engine
    under construction.
    """

    translated: ClassVar[Container[OperationType]]
    """Codes of the operations other than control flow that the bridge translates."""

    missing: ClassVar[Mapping[OperationType, str]]
    """The reason why no call of an operation is translated."""

    no_extensions: ClassVar[str]
    """The reason why no extension operation is translated."""

    def __init__(
        self, model: Model, owner: int, version: Version, *, request_known: bool = False
    ) -> None:
        self.model = model
        self.owner = owner
        self._version = version
        self._request_known = request_known

    @abstractmethod
    def lower_control_flow(
        self, subgraph: Subgraph, target: Any, operation: Operation, views: Sequence[OperandView]
    ) -> None:
        """Lower an IF or WHILE and the subgraphs that it references.

        Raises ``Unknown`` if a shape or parameter of a referenced subgraph is not known yet, and
        ``DeclinedError`` for what the engine cannot express.
        """

    @abstractmethod
    def lower_call(self, target: Any, call: Call, operation: Operation) -> None:
        """Lower the call of an operation other than control flow."""

    @classmethod
    def why_missing(cls, code: int) -> str:
        """Return the reason why no call of the operation with this code is translated."""
        if code not in OperationType.__members__.values():
            return cls.no_extensions
        return cls.missing.get(
            OperationType(code), "this driver has no translation of the operation"
        )

    def create_call(self, operation: Operation, views: Sequence[OperandView]) -> Call:
        """Return the call of an operation; raise ``DeclinedError`` if it is not translated."""
        definition = find_definition(operation.type)
        if definition is None or definition.type not in self.translated:
            raise DeclinedError(self.why_missing(operation.type))
        inputs = [views[index] for index in operation.inputs]
        outputs = [views[index] for index in operation.outputs]
        return create_call(definition, inputs, outputs, self._version)

    def lower(
        self, subgraph: Subgraph, target: Any, operation: Operation, views: Sequence[OperandView]
    ) -> None:
        """Lower one operation of a subgraph; the shapes of its outputs are stored in ``views``."""
        if operation.type in CONTROL_FLOW:
            self.lower_control_flow(subgraph, target, operation, views)
            return
        call = self.create_call(operation, views)
        if self._request_known:
            require_legal(call)
        self.lower_call(target, call, operation)

    def lower_subgraph(self, subgraph: Subgraph, target: Any, views: Sequence[OperandView]) -> None:
        """Lower the operations of a referenced subgraph."""
        for operation in subgraph.operations:
            try:
                self.lower(subgraph, target, operation, views)
            except DeclinedError as error:
                name = name_of(OperationType, operation.type)
                raise DeclinedError(f"within a subgraph, {name}: {error}") from error
