"""Faults in the use of several memories, several outputs, and constants at any place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from conformance.hal import DataLocation, Model, OperandLifeTime
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    NO_TIME,
    FaultyDevice,
    FaultyPreparedModel,
    fault,
)

COPY = OperandLifeTime.CONSTANT_COPY
REFERENCE = OperandLifeTime.CONSTANT_REFERENCE


class ChangedRequests(FaultyPreparedModel):
    """Executes ``changed(request)`` on every path; ``None`` is answered with GENERAL_FAILURE."""

    def changed(self, request: Any) -> Any:
        return request

    def execute(self, request: Any, *more: Any) -> Any:
        changed = self.changed(request)
        if changed is None:
            more[-1].notify(FAILURE, (), NO_TIME)
            return FAILURE
        return self.right.execute(changed, *more)

    def execute_synchronously(self, request: Any, *more: Any) -> Any:
        changed = self.changed(request)
        return (
            (FAILURE, (), NO_TIME)
            if changed is None
            else self.right.execute_synchronously(changed, *more)
        )

    def execute_fenced(self, request: Any, *more: Any) -> Any:
        changed = self.changed(request)
        return (
            (FAILURE, None, None) if changed is None else self.right.execute_fenced(changed, *more)
        )


def in_pool(argument: Any, pool: int) -> Any:
    return replace(argument, location=replace(argument.location, pool_index=pool))


@fault("memory_layouts.random_arguments")
class OutputsTogether(ChangedRequests):
    """All outputs are written to the memory of the first output."""

    def changed(self, request):
        first = request.outputs[0].location.pool_index
        return replace(request, outputs=tuple(in_pool(each, first) for each in request.outputs))


@fault("memory_layouts.random_arguments")
class TwoInputMemories(ChangedRequests):
    """Requests whose inputs are in more than two memories are refused."""

    def changed(self, request):
        pools = {argument.location.pool_index for argument in request.inputs}
        return request if len(pools) <= 2 else None


@fault("memory_layouts.random_arguments")
class OrderedInputs(ChangedRequests):
    """Inputs of one memory are read in the order of their offsets."""

    def changed(self, request):
        by_pool: dict[int, list[Any]] = {}
        for argument in sorted(request.inputs, key=lambda each: each.location.offset):
            by_pool.setdefault(argument.location.pool_index, []).append(argument)
        inputs = tuple(by_pool[each.location.pool_index].pop(0) for each in request.inputs)
        return replace(request, inputs=inputs)


@fault("memory_layouts.random_arguments")
class AlignedOutputs(ChangedRequests):
    """The offsets of outputs after the first one are rounded down to a multiple of 4."""

    def changed(self, request):
        outputs = [request.outputs[0]]
        for each in request.outputs[1:]:
            at = each.location
            outputs.append(replace(each, location=replace(at, offset=at.offset // 4 * 4)))
        return replace(request, outputs=tuple(outputs))


@fault("memory_layouts.random_arguments")
class SharedWithOutput(ChangedRequests):
    """Requests with an input in the memory of an output are refused."""

    def changed(self, request):
        inputs, outputs = (
            {argument.location.pool_index for argument in arguments}
            for arguments in (request.inputs, request.outputs)
        )
        return request if inputs.isdisjoint(outputs) else None


class ChangedConstants(FaultyDevice):
    """Prepares ``changed(model)``; ``None`` is refused with INVALID_ARGUMENT."""

    def changed(self, model: Model) -> Model | None:
        return model

    def get_supported_operations(self, model: Model) -> Any:
        changed = self.changed(model)
        return (INVALID, []) if changed is None else super().get_supported_operations(changed)

    def prepare_model(self, model: Model, *more: Any) -> Any:
        changed = self.changed(model)
        if changed is None:
            more[-1].notify(INVALID, None)
            return INVALID
        return super().prepare_model(changed, *more)


def constants(model: Model, *lifetimes: OperandLifeTime) -> list[DataLocation]:
    """Return the places of the vectors with these lifetimes."""
    return [
        operand.location
        for operand in model.main.operands
        if operand.lifetime in lifetimes and operand.dimensions
    ]


def moved(model: Model, lifetime: OperandLifeTime, move: Callable[[DataLocation], Any]) -> Model:
    """Return the model with the vectors of a lifetime at other places."""
    operands = tuple(
        replace(operand, location=move(operand.location))
        if operand.lifetime == lifetime and operand.dimensions
        else operand
        for operand in model.main.operands
    )
    return replace(model, main=replace(model.main, operands=operands))


@fault("memory_layouts.random_constants")
class AlignedValues(ChangedConstants):
    """The offsets of constants in operandValues are rounded down to a multiple of 4."""

    def changed(self, model):
        return moved(model, COPY, lambda at: replace(at, offset=at.offset // 4 * 4))


@fault("memory_layouts.random_constants", "supported.status")
class UnalignedRefused(ChangedConstants):
    """Models with constants in operandValues at odd offsets are refused."""

    def changed(self, model):
        return None if any(at.offset % 4 for at in constants(model, COPY)) else model


@fault("memory_layouts.random_constants", "supported.status")
class OverlapRefused(ChangedConstants):
    """Models whose constants overlap are refused."""

    def changed(self, model):
        for lifetime in (COPY, REFERENCE):
            places = sorted(constants(model, lifetime), key=lambda at: (at.pool_index, at.offset))
            for first, second in pairwise(places):
                same = first.pool_index == second.pool_index
                if same and second.offset < first.offset + first.length:
                    return None
        return model


@fault("memory_layouts.random_constants", "supported.status")
class UnusedPoolRefused(ChangedConstants):
    """Models with a memory without constants are refused."""

    def changed(self, model):
        used = {at.pool_index for at in constants(model, REFERENCE)}
        return model if used == set(range(len(model.pools))) else None


@fault("memory_layouts.random_constants")
class LastPool(ChangedConstants):
    """Constants of all memories behind the second are read from the second."""

    def changed(self, model):
        return moved(model, REFERENCE, lambda at: replace(at, pool_index=min(at.pool_index, 1)))


@fault("memory_layouts.random_constants")
class PackedValues(ChangedConstants):
    """Constants in operandValues are read one after the other, whatever their offsets are."""

    def changed(self, model):
        offset = min((at.offset for at in constants(model, COPY)), default=0)

        def following(at: DataLocation) -> DataLocation:
            nonlocal offset
            place = replace(at, offset=min(offset, len(model.operand_values) - at.length))
            offset += at.length
            return place

        return moved(model, COPY, following)
