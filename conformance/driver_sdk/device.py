"""Base classes of a driver that implement everything except the computation.

``BaseDevice`` implements every call of the contract. A subclass states which operations it supports
and compiles a valid model to a function from input arrays to output arrays.
"""

from __future__ import annotations

import logging
import time
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from conformance import hal
from conformance.driver_sdk.binding import Array, DriverError, constant_copies, proper_booleans
from conformance.driver_sdk.buffers import BufferProperties, BufferTracker
from conformance.driver_sdk.capabilities import uniform_capabilities
from conformance.driver_sdk.last_error import LastError
from conformance.driver_sdk.prepared_models import (
    DeviceSkeleton,
    Program,
    ProgramModel,
    unsupported_kind,
)
from conformance.driver_sdk.vlog import VlogTag
from conformance.hal import INFO, ErrorStatus, Model, Operand, OperandType, Operation, OperationType
from conformance.operations import vendor_extensions
from conformance.tracing import TraceLayer, TracePhase, span
from conformance.validation import CheckedSubgraph, check_model, first_violation, validate_model

log = logging.getLogger(__name__)

_PREFERENCES = tuple(hal.ExecutionPreference)
_PRIORITIES = tuple(hal.Priority)
_SAME_AS_CPU = hal.PerformanceInfo(exec_time=1.0, power_usage=1.0)


class _CheckedModel(NamedTuple):
    """Result of a model's check: the contents of its pools, its refusal and its calls.

    ``reason`` is the text about the refusal.
    """

    model: hal.Model
    contents: tuple[bytes, ...]
    refusal: hal.ErrorStatus | None
    reason: str
    subgraphs: list[CheckedSubgraph]


class BaseDevice(DeviceSkeleton):
    """A driver that lacks only ``supported_operations`` and ``compile``.

    A subclass overrides the class attributes ``name``, ``version``, ``version_string`` and
    ``device_type``. This class validates models and requests; a subclass receives only valid ones.
    It answers calls for caching like a driver without this feature, and those for driver-managed
    buffers too unless ``memory_domains`` is true. ``ProgramModel`` implements bursts.
    """

    name: ClassVar[str] = "driver"
    version: hal.Version = hal.Version.V1_3
    version_string: str = "0"
    device_type: hal.DeviceType = hal.DeviceType.CPU
    tolerated_rules: frozenset[str] = frozenset()
    """Names of rules in ``conformance.validation`` that this driver does not apply."""
    extensions: tuple[str, ...] = ()
    """Names of the vendor extensions that the driver lists, which the suite must define."""
    memory_kinds: frozenset[hal.MemoryKind] = frozenset(hal.MemoryKind)
    """Kinds of memory that this driver supports; a ``hardware_buffer`` is never used for constants.

    The contract requires ``ashmem`` and ``mmap_fd``, and from HAL 1.3 ``hardware_buffer_blob``.
    """
    memory_domains: ClassVar[bool] = False
    """Whether the driver allocates driver-managed buffers (from HAL 1.3 on)."""
    _last_checked: _CheckedModel | None = None
    last_error: LastError
    """The text about the last failed call; a subclass can set it."""
    _buffers: BufferTracker

    def __new__(cls, *_: Any, **__: Any) -> Self:
        device = super().__new__(cls)  # a subclass need not call ``__init__`` of this class
        device.last_error, device._buffers = LastError(), BufferTracker()
        return device

    def get_last_error(self) -> str:
        """Return the text about the last failed call and remove it; empty if there is none.

        This method is not part of the contract. The suite adds the text to the verdict.
        """
        return self.last_error.take()

    @abstractmethod
    def supported_operations(self, model: hal.Model) -> Sequence[bool]:
        """Return for each operation of ``model.main`` whether it is supported."""

    @abstractmethod
    def compile(self, model: hal.Model) -> Program:
        """Compile a model whose operations are all supported."""

    def build_prepared_model(self, model: hal.Model) -> ProgramModel:
        """Return the prepared model for a model whose operations are all supported."""
        return ProgramModel(model, self.compile(model), self.version)

    def accepts_buffer(self, properties: BufferProperties) -> bool:
        """Return whether the driver allocates a buffer with these properties.

        By default it does, except for buffers of 4 GiB and more.
        """
        size = properties.byte_size
        return size is None or size <= _MAX_BUFFER_BYTES

    def allocate(
        self,
        desc: hal.BufferDesc,
        prepared_models: Sequence[hal.PreparedModel],
        input_roles: Sequence[hal.BufferRole],
        output_roles: Sequence[hal.BufferRole],
    ) -> tuple[hal.ErrorStatus, hal.Buffer | None, int]:
        """Allocate a buffer if the driver has ``memory_domains``, else return GENERAL_FAILURE."""
        if not self.memory_domains or self.version < hal.Version.V1_3:
            return super().allocate(desc, prepared_models, input_roles, output_roles)
        return self._buffers.allocate(
            desc, prepared_models, input_roles, output_roles, self.accepts_buffer
        )

    def enable_buffers(self, prepared: ProgramModel, model: hal.Model) -> None:
        """Let a new prepared model of this device have roles of driver-managed buffers."""
        if self.memory_domains:
            self._buffers.register(prepared, model.main)
            prepared.use_buffers(self._buffers)

    def get_version_string(self) -> tuple[hal.ErrorStatus, str]:
        return hal.ErrorStatus.NONE, self.version_string

    def get_type(self) -> tuple[hal.ErrorStatus, hal.DeviceType]:
        return hal.ErrorStatus.NONE, self.device_type

    def get_capabilities(self) -> tuple[hal.ErrorStatus, hal.Capabilities]:
        """Return the CPU's speed and power for every operand type."""
        return hal.ErrorStatus.NONE, uniform_capabilities(_SAME_AS_CPU)

    def get_supported_extensions(self) -> tuple[hal.ErrorStatus, Sequence[hal.Extension]]:
        defined = vendor_extensions()
        return hal.ErrorStatus.NONE, tuple(
            [defined[name].declaration() for name in self.extensions]
        )

    def get_supported_operations(self, model: hal.Model) -> tuple[hal.ErrorStatus, Sequence[bool]]:
        self.last_error.clear()
        try:
            model = with_suite_prefixes(model, self.extensions)
            if (refusal := self._refusal(model)) is not None:
                return refusal, ()
            return hal.ErrorStatus.NONE, self.supported_operations(model)
        except Exception as error:
            self.last_error.set_exception(error, "supported_operations")
            return hal.ErrorStatus.GENERAL_FAILURE, ()

    def prepare(
        self,
        model: hal.Model,
        preference: int,
        priority: int,
        deadline: int | None,
        cache: hal.CacheArguments,  # noqa: ARG002 - for subclasses that support caching
    ) -> tuple[hal.ErrorStatus, hal.PreparedModel | None]:
        """Compile in the caller's thread."""
        self.last_error.clear()
        try:
            model = with_suite_prefixes(model, self.extensions)
            if preference not in _PREFERENCES or priority not in _PRIORITIES:
                return hal.ErrorStatus.INVALID_ARGUMENT, None
            if (refusal := self._refusal(model)) is not None:
                return refusal, None
            if deadline is not None and time.monotonic_ns() > deadline:
                return hal.ErrorStatus.MISSED_DEADLINE_PERSISTENT, None
            if not all(self.supported_operations(model)):
                return hal.ErrorStatus.GENERAL_FAILURE, None
            with span(TraceLayer.DRIVER, TracePhase.COMPILATION, "prepare_model"):
                prepared = self.build_prepared_model(model)
            prepared.memory_kinds = self.memory_kinds
            prepared.last_error = self.last_error
            self.enable_buffers(prepared, model)
            return hal.ErrorStatus.NONE, prepared
        except DriverError as error:
            self.last_error.log(VlogTag.COMPILATION, str(error), "model refused")
            return error.status, None
        except MemoryError:
            return hal.ErrorStatus.RESOURCE_EXHAUSTED_PERSISTENT, None
        except Exception as error:
            self.last_error.set_exception(error, "compile")
            return hal.ErrorStatus.GENERAL_FAILURE, None

    def checked_calls(self, model: hal.Model) -> Sequence[CheckedSubgraph] | None:
        """Return the checked calls of the last model, or ``None`` for another or an invalid model.

        ``compile`` and ``build_prepared_model`` can use these calls instead of computing them
        again.
        """
        last_checked = self._last_checked
        return (
            (last_checked.subgraphs or None)
            if last_checked is not None and last_checked.model is model
            else None
        )

    def _refusal(self, model: hal.Model) -> hal.ErrorStatus | None:
        # A client queries the supported operations and then prepares the same model. Models are
        # immutable except for their pools, so a model is checked again only if those changed.
        last_checked, contents = self._last_checked, _pool_contents(model)
        if (
            last_checked is not None
            and model is last_checked.model
            and contents == last_checked.contents
        ):
            if last_checked.reason:
                self.last_error.set(last_checked.reason)
            return last_checked.refusal
        tolerated = self.tolerated_rules
        checked: list[CheckedSubgraph] = []
        if contents is None:
            self._last_checked = None
            violation = first_violation(model, self.version, tolerated=tolerated)
        else:
            violation, checked = check_model(model, self.version, tolerated)
        refusal, reason = None, ""
        if violation is not None:
            refusal, reason = violation.rule.status, f"model refused: {violation}"
            self.last_error.log(VlogTag.MODEL, reason)
        elif model.pools and (kind := unsupported_kind(model.pools, self.memory_kinds)):
            refusal = hal.ErrorStatus.GENERAL_FAILURE
            reason = f"model refused: a pool of the kind {kind}"
            self.last_error.log(VlogTag.MEMORY, reason)
        if contents is not None:
            self._last_checked = _CheckedModel(model, contents, refusal, reason, checked)
        return refusal


_SMALL_POOLS = 1 << 16
_MAX_BUFFER_BYTES = (1 << 32) - 1


def _pool_contents(model: hal.Model) -> tuple[bytes, ...] | None:
    """Return the contents of a model's pools, or ``None`` if they are large or cannot be read."""
    try:
        if not model.pools:
            return ()
        if sum(pool.size for pool in model.pools) > _SMALL_POOLS:
            return None
        return tuple([bytes(pool.view()) for pool in model.pools])
    except Exception:  # a malformed model: the validator reports what is invalid
        return None


@dataclass(frozen=True, slots=True)
class BoundOperation:
    """An operation with its operands instead of their indexes."""

    type: OperationType
    inputs: tuple[Operand, ...]
    outputs: tuple[Operand, ...]


class SimpleDriver(BaseDevice):
    """A complete driver that needs only two methods.

    ``supports`` returns whether an operation is supported. ``run`` computes one operation: it
    receives arrays in the operands' own types (the codes of quantized operands, an array without
    dimensions for a scalar, ``None`` for an omitted input) and returns one array per output.
    A result with another type or shape than its operand, and an exception of ``run``, fail the
    execution with GENERAL_FAILURE; the verdict states the reason.
    """

    @abstractmethod
    def supports(self, operation: BoundOperation) -> bool:
        """Return whether the driver can execute this operation."""

    @abstractmethod
    def run(
        self, operation: BoundOperation, inputs: Sequence[Array | None]
    ) -> Sequence[Array] | Array:
        """Execute one operation and return its output arrays."""

    def supported_operations(self, model: Model) -> Sequence[bool]:
        defined_codes = OperationType.__members__.values()
        return [
            operation.type in defined_codes and self.supports(_bind(model, operation))
            for operation in model.main.operations
        ]

    def compile(self, model: Model) -> Program:
        main = model.main
        constants = constant_copies(model)
        steps = [(_bind(model, operation), operation) for operation in main.operations]

        def program(inputs: Sequence[Array | None]) -> Sequence[Array]:
            values = list(constants)
            for index, array in zip(main.input_indexes, proper_booleans(inputs), strict=True):
                values[index] = array
            for bound, operation in steps:
                arguments = [values[index] for index in operation.inputs]
                results = self._run_checked(bound, arguments, operation.outputs)
                for index, array in zip(operation.outputs, results, strict=True):
                    values[index] = array
            return [values[index] for index in main.output_indexes]  # type: ignore[misc]

        return program

    def _run_checked(
        self, operation: BoundOperation, inputs: Sequence[Array | None], indexes: Sequence[int]
    ) -> Sequence[Array]:
        """Return the results of ``run`` if they have the form that the model requires.

        Raise ``DriverError`` with GENERAL_FAILURE otherwise; ``indexes`` are those of the outputs.
        """
        call = f"run({operation.type.name})"
        try:
            results = self.run(operation, inputs)
        except (DriverError, MemoryError):
            raise
        except Exception as error:
            self.last_error.set_exception(error, call)
            raise DriverError(ErrorStatus.GENERAL_FAILURE, self.last_error.take()) from error
        problem = _problem(results, operation.outputs, indexes)
        if problem:
            raise DriverError(ErrorStatus.GENERAL_FAILURE, f"{call} returned {problem}")
        return (results,) if isinstance(results, np.ndarray) else results


def _problem(results: object, operands: Sequence[Operand], indexes: Sequence[int]) -> str:
    """Return what is wrong with the results of an operation; empty if they are valid."""
    if isinstance(results, np.ndarray):
        results = (results,)
    if not isinstance(results, (tuple, list)):
        return (
            f"{_kind(results)}; expected: one NumPy array for each output"
            f" ({_list_operands(operands, indexes)})"
        )
    if len(results) != len(operands):
        return (
            f"{len(results)} arrays; the operation has {len(operands)} outputs"
            f" ({_list_operands(operands, indexes)})"
        )
    for result, operand, index in zip(results, operands, indexes, strict=True):
        if not isinstance(result, np.ndarray):
            return f"{_kind(result)}; {_describe(operand, index)}"
        dims = operand.dimensions
        has_shape = not dims or (
            len(dims) == result.ndim
            and all(stated in (0, size) for stated, size in zip(dims, result.shape, strict=True))
        )
        if not has_shape or not _has_type(result, operand):
            return f"{result.dtype} {list(result.shape)}; {_describe(operand, index)}"
    return ""


def _has_type(result: Array, operand: Operand) -> bool:
    expected = INFO[operand.type].dtype
    return result.dtype == expected or (
        operand.type in _BOOLEAN_TYPES and result.dtype in (np.bool_, np.uint8)
    )


_BOOLEAN_TYPES = (OperandType.BOOL, OperandType.TENSOR_BOOL8)


def _describe(operand: Operand, index: int) -> str:
    dims = list(operand.dimensions) if operand.dimensions else "of any shape"
    return f"operand {index} is {OperandType(operand.type).name} {dims}, {INFO[operand.type].dtype}"


def _list_operands(operands: Sequence[Operand], indexes: Sequence[int]) -> str:
    pairs = zip(operands, indexes, strict=True)
    return ", ".join(_describe(operand, index) for operand, index in pairs)


def _kind(value: object) -> str:
    if value is None:
        return "None"
    name = type(value).__name__
    return (
        f"a NumPy {name} scalar" if isinstance(value, np.generic) else f"an object of type {name}"
    )


def _bind(model: Model, operation: Operation) -> BoundOperation:
    operands = model.main.operands
    return BoundOperation(
        OperationType(operation.type),
        tuple(operands[index] for index in operation.inputs),
        tuple(operands[index] for index in operation.outputs),
    )


_LAST_PREFIX = (1 << hal.EXTENSION_TYPE_BITS) - 1


def with_suite_prefixes(model: Model, names: Collection[str]) -> Model:
    """Return a model in which the extensions in ``names`` have the prefix of their definitions.

    A client chooses the prefixes of each model. Any other extension keeps its prefix, unless that
    is the prefix of a defined one. A model with malformed fields is returned
    unchanged, for the validator to refuse.
    """
    prefixes: object = getattr(model, "extension_name_to_prefix", None)
    if not isinstance(prefixes, Mapping) or not prefixes:
        return model
    violations = validate_model(model)
    if any(found.rule.name.startswith(("model.", "extension.")) for found in violations):
        return model
    defined = vendor_extensions()
    taken = {extension.prefix for extension in defined.values()}
    free = (
        prefix
        for prefix in range(1, _LAST_PREFIX)
        if prefix not in taken and prefix not in prefixes.values()
    )
    new = {
        name: defined[name].prefix
        if name in names and name in defined
        else next(free)
        if prefix in taken
        else prefix
        for name, prefix in prefixes.items()
    }
    if new == prefixes:
        return model
    moved = {prefix: new[name] for name, prefix in prefixes.items()}

    def code(old: int) -> int:
        prefix = old >> hal.EXTENSION_TYPE_BITS
        return (moved.get(prefix, prefix) << hal.EXTENSION_TYPE_BITS) | (old & _LAST_PREFIX)

    parts = [
        replace(
            part,
            operands=tuple(replace(one, type=code(one.type)) for one in part.operands),
            operations=tuple(replace(one, type=code(one.type)) for one in part.operations),
        )
        for part in (model.main, *model.referenced)
    ]
    return replace(model, main=parts[0], referenced=tuple(parts[1:]), extension_name_to_prefix=new)
