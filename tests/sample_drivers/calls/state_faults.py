"""Faults in the state between calls, in unknown dimensions and in capabilities."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from conformance.hal import Capabilities, OperandLifeTime, Timing, Version
from conformance.support.memories import map_memory
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    NONE,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)
from tests.sample_drivers.calls.times_and_fences_faults import Info, info


class Cached(FaultyPreparedModel):
    """A prepared model that keeps results by ``key`` and writes them instead of computing."""

    def __init__(self, right: Any, model: Any) -> None:
        super().__init__(right, model)
        self.results: dict[Any, tuple[Any, bytes]] = {}

    def execute_synchronously(self, request, *more):
        key = self.key(request)
        if key not in self.results:
            answer = self.right.execute_synchronously(request, *more)
            self.results[key] = answer, b"".join(map(bytes, self.outputs(request)))
            return answer
        answer, data = self.results[key]
        for view in self.outputs(request):
            view[:], data = data[: len(view)], data[len(view) :]
        return answer

    @staticmethod
    def bytes_of(request, argument):
        """Return a view of an argument's bytes."""
        place = argument.location
        pool = map_memory(request.pools[place.pool_index])
        return pool[place.offset : place.offset + place.length]

    def outputs(self, request):
        """Return views of the outputs."""
        return [self.bytes_of(request, argument) for argument in request.outputs]

    def key(self, request):
        """Return the key under which the result of a request is kept."""
        return tuple(bytes(self.bytes_of(request, argument)) for argument in request.inputs)


class FirstParameter(Cached):
    """A prepared model that executes ``changed(request)``, which may depend on earlier requests."""

    first: Any = None

    def execute_synchronously(self, request, *more):
        return self.right.execute_synchronously(self.changed(request), *more)

    def changed(self, request):
        """Return the request to execute."""
        raise NotImplementedError


@fault("repeated_executions.changed_activation")
class KeptParameter(FirstParameter):
    """The second input keeps the value of the first execution."""

    def changed(self, request):
        argument = request.inputs[1]
        if not argument.has_no_value:
            view = self.bytes_of(request, argument)
            self.first = self.first or bytes(view)
            view[:] = self.first
        return request


@fault("repeated_executions.changed_padding_value")
class KeptPaddingValue(KeptParameter):
    """A float scalar input keeps the value of the first execution."""


@fault("repeated_executions.changed_permutation")
class KeptOmission(FirstParameter):
    """An input that was omitted in one execution is omitted in all later ones."""

    def changed(self, request):
        if request.inputs[1].has_no_value:
            self.first = request.inputs[1]
        if self.first is None:
            return request
        return replace(request, inputs=(request.inputs[0], self.first))


@fault("repeated_executions.changed_permutation")
class KeptForOmitted(FirstParameter):
    """An omitted input keeps the value of the previous execution."""

    def changed(self, request):
        if not request.inputs[1].has_no_value:
            self.first = request.inputs[1]
        return (
            request
            if self.first is None
            else replace(request, inputs=(request.inputs[0], self.first))
        )


@fault("repeated_executions.late_differences")
class PrefixCache(Cached):
    """Results are kept by the first 1024 bytes of each input."""

    def key(self, request):
        return tuple(data[:1024] for data in super().key(request))


@fault("repeated_executions.late_differences")
class SuffixCache(Cached):
    """Results are kept by the last 64 bytes of each input."""

    def key(self, request):
        return tuple(data[-64:] for data in super().key(request))


@fault("repeated_executions.late_differences")
class SampleCache(Cached):
    """Results are kept by a sample of every 4096th byte of each input."""

    def key(self, request):
        return tuple(data[::4096] for data in super().key(request))


@fault("repeated_executions.many_executions")
class RunsOut(FaultyPreparedModel):
    """A prepared model has 32 slots for executions and never frees one."""

    count = 0

    def execute_synchronously(self, *arguments):
        self.count += 1
        return (
            (FAILURE, (), Timing())
            if self.count > 32
            else super().execute_synchronously(*arguments)
        )

    def execute(self, *arguments):
        self.count += 1
        if self.count > 32:
            arguments[-1].notify(FAILURE, (), Timing())
            return FAILURE
        return super().execute(*arguments)


@fault("repeated_executions.many_executions")
class EveryLaunchCounts(FaultyPreparedModel):
    """Every 65th asynchronous execution of a prepared model fails."""

    count = 0

    def execute(self, *arguments):
        self.count += 1
        if self.count % 65:
            return self.right.execute(*arguments)
        arguments[-1].notify(FAILURE, (), Timing())
        return NONE


@fault("repeated_executions.many_executions")
class SixthIsStale(FaultyPreparedModel):
    """From the sixth synchronous execution on, the driver does not write outputs."""

    count = 0

    def execute_synchronously(self, request, *more):
        self.count += 1
        if self.count > 5:
            return NONE, (), Timing()
        return self.right.execute_synchronously(request, *more)


@fault("repeated_executions.models_with_late_differences")
class ModelsByPrefix(FaultyDevice):
    """Compilations are kept by the structure and the first 16 bytes of constants."""

    kept: ClassVar[dict[Any, Any]] = {}

    def build_prepared_model(self, model):
        key = model.main, bytes(model.operand_values[:16])
        if key not in self.kept:
            self.kept[key] = super().build_prepared_model(model)
        return self.kept[key]


@fault("repeated_executions.repeated_support_queries")
class OnceSupported(FaultyDevice):
    """A model is reported as supported only when it is queried for the first time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Any] = []

    def get_supported_operations(self, model):
        status, flags = super().get_supported_operations(model)
        if model in self.asked:
            return status, [False] * len(flags)
        self.asked.append(model)
        return status, flags


@fault("repeated_executions.repeated_support_queries")
class BusyQuery(FaultyDevice):
    """After a preparation, the driver returns GENERAL_FAILURE for models of several operations."""

    prepared_one = False

    def prepare_model(self, *arguments):
        self.prepared_one = True
        return super().prepare_model(*arguments)

    def get_supported_operations(self, model):
        if self.prepared_one and len(model.main.operations) > 1:
            return FAILURE, ()
        return super().get_supported_operations(model)


@fault("unknown_shapes.fenced_execution_shapes")
class FencedRefusesOpen(FaultyPreparedModel):
    """A fenced execution of a model with unknown input dimensions is refused."""

    def execute_fenced(self, *arguments):
        operands = self.model.main.operands
        if any(0 in operands[index].dimensions for index in self.model.main.input_indexes):
            return INVALID, None, None
        return self.right.execute_fenced(*arguments)


@fault("unknown_shapes.fenced_execution_shapes")
class FencedGuesses(FaultyPreparedModel):
    """A fenced execution accepts an output whose dimensions are specified nowhere."""

    def execute_fenced(self, request, wait_for, measure, deadline, loop, duration):
        status, *_ = self.right.execute_synchronously(request, measure, deadline, loop)
        return (status, None, Info(info())) if status == NONE else (status, None, None)


class OldDevice(FaultyDevice):
    """A driver of HAL 1.1."""

    def __init__(self) -> None:
        super().__init__(Version.V1_1)


@fault("unknown_shapes.internal_operand", "prepare.status")
class InternalRefused(OldDevice):
    """A driver of HAL 1.1 refuses temporaries of unknown dimensions."""

    def prepare(self, model, *more):
        if any(
            0 in operand.dimensions
            for operand in model.main.operands
            if operand.lifetime == OperandLifeTime.TEMPORARY_VARIABLE
        ):
            return FAILURE, None
        return super().prepare(model, *more)


@fault("unknown_shapes.constant_operand")
class OpenConstants(FaultyDevice):
    """The driver ignores the dimensions of constants, which it takes from their byte size."""

    def prepare(self, model, *more):
        status, prepared = super().prepare(model, *more)
        return (FAILURE, None) if status == INVALID else (status, prepared)


@fault("queries.capabilities")
class EmptyTable(FaultyDevice):
    """The capabilities have no figures for operand types."""

    def get_capabilities(self):
        status, reported = super().get_capabilities()
        assert isinstance(reported, Capabilities)
        return status, Capabilities(
            reported.relaxed_float32_to_float16_performance_scalar,
            reported.relaxed_float32_to_float16_performance_tensor,
            (),
            reported.if_performance,
            reported.while_performance,
        )


@fault("repeated_executions.many_operations")
class AnswersForSixtyFour(FaultyDevice):
    """getSupportedOperations answers for the first 64 operations of a model."""

    def get_supported_operations(self, model):
        status, flags = super().get_supported_operations(model)
        return status, tuple(flags)[:64]
