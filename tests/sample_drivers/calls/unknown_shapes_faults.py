"""Faults in the handling of unknown dimensions in a model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conformance.hal import DataLocation, Model, OperandLifeTime, OutputShape, Request, Timing
from conformance.support.burst import PreparedModelExecutor
from tests.sample_drivers.calls.driver_fault import (
    INVALID,
    SMALL,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)


class Changed(FaultyPreparedModel):
    """A prepared model that executes ``changed(request)`` instead of the request."""

    def execute_synchronously(self, request: Request, *more: Any) -> Any:
        return self.right.execute_synchronously(self.changed(request), *more)

    def changed(self, request: Request) -> Request:
        """Return the request to execute."""
        return request


def first_input(request: Request, **changes: Any) -> Request:
    """Return the request with changed fields of its first input."""
    first, *others = request.inputs
    return replace(request, inputs=(replace(first, **changes), *others))


def output(request: Request, **changes: Any) -> Request:
    """Return the request with changed fields of its only output."""
    (only,) = request.outputs
    return replace(request, outputs=(replace(only, **changes),))


@fault("unknown_shapes.model_input")
class GuessedInput(Changed):
    """The driver assumes a shape for an input of unknown dimensions instead of refusing it."""

    def changed(self, request: Request) -> Request:
        if request.inputs[0].dimensions:
            return request
        return first_input(request, dimensions=(2, 3))


@fault("unknown_shapes.model_input")
class LooseInput(Changed):
    """The driver does not compare an input's byte length with its shape."""

    def changed(self, request: Request) -> Request:
        place = request.inputs[0].location
        return first_input(request, location=DataLocation(place.pool_index, place.offset, 24))


def _completed(request: Request) -> Request:
    """Return the request with the shape of its first input if it states a 0 for a dimension."""
    return first_input(request, dimensions=(2, 3)) if 0 in request.inputs[0].dimensions else request


@fault("unknown_shapes.model_input")
class CompletedInput(Changed):
    """The driver computes an input's dimension that the request states as 0 from the byte size."""

    def changed(self, request: Request) -> Request:
        return _completed(request)


@fault("unknown_shapes.model_input")
class CompletedBurstInput(FaultyPreparedModel):
    """A burst computes an input's dimension that is stated as 0 from the byte size."""

    def executor(self) -> Any:
        return _Completing(self)


class _Completing(PreparedModelExecutor):
    """Executes the requests of bursts with completed dimensions."""

    def run(self, request: Request, measure: int, *, again: bool) -> Any:
        return super().run(_completed(request), measure, again=again)


@fault("unknown_shapes.fenced_execution_shapes")
class CompletedFencedInput(FaultyPreparedModel):
    """A fenced execution computes an input's dimension that is stated as 0 from the byte size."""

    def execute_fenced(self, request: Request, *more: Any) -> Any:
        return self.right.execute_fenced(_completed(request), *more)


@fault("unknown_shapes.model_input")
class ModelFirst(Changed):
    """The driver ignores the request's dimensions of an input that the model specifies."""

    def changed(self, request: Request) -> Request:
        operand = self.model.main.operands[0]
        if 0 in operand.dimensions or not operand.dimensions:
            return request
        return first_input(request, dimensions=())


@fault("unknown_shapes.temporary_operand")
class NeedsTemporary(FaultyPreparedModel):
    """The driver refuses requests if the model leaves a temporary's dimensions unknown."""

    def execute_synchronously(self, *arguments: Any) -> Any:
        for operand in self.model.main.operands:
            temporary = operand.lifetime == OperandLifeTime.TEMPORARY_VARIABLE
            if temporary and (0 in operand.dimensions or not operand.dimensions):
                return INVALID, (), Timing()
        return self.right.execute_synchronously(*arguments)


@fault("unknown_shapes.contradicting_temporary")
class UnreadTemporary(FaultyDevice):
    """The driver ignores the model's dimensions of a temporary."""

    def prepare_model(self, model: Model, *arguments: Any) -> Any:
        operands = tuple(
            replace(operand, dimensions=())
            if operand.lifetime == OperandLifeTime.TEMPORARY_VARIABLE
            else operand
            for operand in model.main.operands
        )
        opened = replace(model, main=replace(model.main, operands=operands))
        return super().prepare_model(opened, *arguments)


@fault("unknown_shapes.model_output")
class LooseOutput(Changed):
    """The driver accepts a buffer that is larger than an output of known dimensions."""

    def changed(self, request: Request) -> Request:
        place = request.outputs[0].location
        if place.length <= 24:
            return request
        return output(request, location=DataLocation(place.pool_index, place.offset, 24))


@fault("unknown_shapes.model_output")
class UnreadOutput(Changed):
    """The driver ignores the request's dimensions of an output."""

    def changed(self, request: Request) -> Request:
        return output(request, dimensions=())


@fault("unknown_shapes.model_output")
class Untransposed(FaultyPreparedModel):
    """The driver reports the input's dimensions for an insufficient output buffer."""

    def execute_synchronously(self, *arguments: Any) -> Any:
        status, shapes, timing = self.right.execute_synchronously(*arguments)
        if status == SMALL:
            shapes = [OutputShape((2, 3), False)]
        return status, shapes, timing


@fault("unknown_shapes.optional_operand")
class NeedsPermutation(FaultyPreparedModel):
    """The driver refuses to omit an optional operand of unknown dimensions."""

    def execute_synchronously(self, request: Request, *more: Any) -> Any:
        main = self.model.main
        for argument, index in zip(request.inputs, main.input_indexes, strict=True):
            if argument.has_no_value and not main.operands[index].dimensions:
                return INVALID, (), Timing()
        return self.right.execute_synchronously(request, *more)


@fault("unknown_shapes.optional_operand")
class GuessedPermutation(Changed):
    """The driver assumes a shape for an optional operand of unknown dimensions."""

    def changed(self, request: Request) -> Request:
        if len(request.inputs) < 2 or request.inputs[1].has_no_value:
            return request
        first, second = request.inputs
        return replace(request, inputs=(first, replace(second, dimensions=(2,))))
