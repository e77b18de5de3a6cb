"""Faults in executions with driver-managed buffers."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from conformance.hal import BufferToken, DataLocation, OutputShape, SharedMemory, Timing, content_of
from conformance.support.binding import DriverError
from conformance.support.domain_buffer import BufferContent, DomainBuffer
from conformance.support.request_buffers import RequestBuffers
from tests.sample_drivers.calls.domain_devices import DomainDevice, DomainTracker, domain_fault
from tests.sample_drivers.calls.driver_fault import (
    FAILURE,
    INVALID,
    NONE,
    FaultyPreparedModel,
    answered,
    fault,
)


class _AnyToken(DomainTracker):
    """A tracker that takes the last buffer for a token that ``is_wrong`` names."""

    last: Any = None

    def is_wrong(self, token: int) -> bool:
        raise NotImplementedError

    def _add(self, properties, roles):
        self.last = super()._add(properties, roles)
        return self.last

    def buffers_of(self, request, prepared):
        last = self.last
        pools = tuple(
            BufferToken(last.token)
            if isinstance(pool, BufferToken) and last and self.is_wrong(pool.token)
            else pool
            for pool in request.pools
        )
        return super().buffers_of(replace(request, pools=pools), prepared)


@domain_fault("execution.unknown_token")
class UnknownToken(_AnyToken):
    """An unknown token identifies the last buffer."""

    def is_wrong(self, token):
        return token not in self._buffers


@fault("memory_domains_execution.unknown_token")
class TokenZeroAccepted(FaultyPreparedModel):
    """An execution with the token 0 answers NONE."""

    def execute_synchronously(self, request, *more):
        if BufferToken(0) in request.pools:
            return answered(NONE)
        return self.right.execute_synchronously(request, *more)


@fault("memory_domains_execution.unknown_token")
class RefusalWithTiming(FaultyPreparedModel):
    """A refused token is answered with a timing."""

    def execute_synchronously(self, request, *more):
        status, shapes, timing = self.right.execute_synchronously(request, *more)
        return status, shapes, timing if status == NONE else Timing(1, 2)


@domain_fault("execution.other_prepared_model")
class AnyModel(RequestBuffers):
    """A role applies to every prepared model."""

    def _check_role(self, buffer, kind, number, where):
        if not any((role.kind, role.index) == (kind, number) for role in buffer.roles):
            super()._check_role(buffer, kind, number, where)


@domain_fault("execution.other_prepared_model")
class AnyModelForOutputs(AnyModel):
    """An output role applies to every prepared model."""

    def _check_role(self, buffer, kind, number, where):
        if kind == "output":
            return super()._check_role(buffer, kind, number, where)
        return RequestBuffers._check_role(self, buffer, kind, number, where)


@domain_fault("execution.other_index")
class AnyIndex(RequestBuffers):
    """A role applies to every input or output of its prepared model."""

    def _check_role(self, buffer, kind, number, where):
        if not any((role.kind, role.model) == (kind, self._model) for role in buffer.roles):
            super()._check_role(buffer, kind, number, where)


@domain_fault("execution.other_index")
class LowerIndex(RequestBuffers):
    """A role for an input also permits the inputs before it."""

    def _check_role(self, buffer, kind, number, where):
        found = [r.index for r in buffer.roles if (r.kind, r.model) == (kind, self._model)]
        if kind == "output" or max(found, default=-1) < number:
            super()._check_role(buffer, kind, number, where)


@domain_fault("execution.other_kind_of_role")
class AnyKind(RequestBuffers):
    """An input role permits the buffer as output, and an output role permits it as input."""

    def _check_role(self, buffer, kind, number, where):
        if not any((role.model, role.index) == (self._model, number) for role in buffer.roles):
            super()._check_role(buffer, kind, number, where)


@domain_fault("execution.other_kind_of_role")
class InputsUnchecked(RequestBuffers):
    """The roles of inputs are not checked."""

    def _check_role(self, buffer, kind, number, where):
        if kind == "output":
            super()._check_role(buffer, kind, number, where)


@domain_fault("execution.uninitialized_buffer")
class ZerosAsInput(DomainBuffer):
    """An uninitialized buffer is read as zeros."""

    @property
    def content(self):
        size = self.properties.byte_size or 0
        return super().content or BufferContent(bytes(size), self.properties.dimensions)


@domain_fault("execution.uninitialized_buffer")
class InvalidUninitialized(RequestBuffers):
    """An uninitialized buffer as input is refused with INVALID_ARGUMENT."""

    def check(self, main, *, contents=True):
        try:
            super().check(main, contents=contents)
        except DriverError as error:
            raise DriverError(INVALID, str(error)) from error


@domain_fault("execution.uninitialized_buffer")
class OutputsForgotten(RequestBuffers):
    """Outputs of executions do not initialize their buffers."""

    def store_outputs(self, arrays):
        return


@domain_fault("execution.values")
class OldOutputsRemain(RequestBuffers):
    """An output does not replace the content of an initialized buffer."""

    def store_outputs(self, arrays):
        before = {number: buffer.content for number, buffer in self.outputs.items()}
        super().store_outputs(arrays)
        for number, content in before.items():
            if content is not None:
                self.outputs[number].initialize(*content)


@domain_fault("execution.values")
class InputConsumed(RequestBuffers):
    """An execution clears the buffers that it reads."""

    def store_outputs(self, arrays):
        super().store_outputs(arrays)
        for _, _, buffer in self._uses(self._request.inputs):
            buffer.initialize(bytes(len(buffer.content.data)), buffer.content.dimensions)


@domain_fault("execution.values")
class FirstByteLost(DomainBuffer):
    """Outputs in buffers lack their last byte."""

    def initialize(self, data, dimensions):
        super().initialize(data[:-1] + b"\0", dimensions)


@domain_fault("execution.values")
class InputOfClientKept(RequestBuffers):
    """A buffer that an execution wrote changes with the client's memory of the input."""

    def store_outputs(self, arrays):
        super().store_outputs(arrays)
        argument = self._request.inputs[0]
        pool = self._request.pools[argument.location.pool_index]
        if isinstance(pool, BufferToken):
            return
        start, end = argument.location.offset, argument.location.offset + argument.location.length

        def kept(buffer):
            with pool.view() as view:
                return BufferContent(bytes(view[start:end]), arrays[0].shape)

        for buffer in self.outputs.values():
            buffer.__class__ = type("Kept", (DomainBuffer,), {"content": property(kept)})


@domain_fault("execution.values")
class BuffersJoined(RequestBuffers):
    """An output buffer that was computed from an input buffer changes with it."""

    def store_outputs(self, arrays):
        super().store_outputs(arrays)
        sources = [buffer for _, _, buffer in self._uses(self._request.inputs)]
        for buffer in self.outputs.values() if sources else ():
            joined = property(lambda _, source=sources[0]: source._content)
            buffer.__class__ = type("Joined", (DomainBuffer,), {"content": joined})


@domain_fault("execution.several_buffers")
class BuffersInOrder(RequestBuffers):
    """The driver takes the buffers in the order of the pools, not by pool index."""

    def _uses(self, arguments):
        ordered = iter([buffer for _, buffer in sorted(self._buffers.items())])
        if arguments is self._request.outputs:
            for _ in super()._uses(self._request.inputs):
                next(ordered)
        for number, argument, _ in super()._uses(arguments):
            yield number, argument, next(ordered)


@domain_fault("execution.several_buffers")
class SharedOutputsLost(RequestBuffers):
    """An execution with one output in a buffer writes no other output."""

    def with_input_contents(self):
        request = super().with_input_contents()
        if not self.outputs:
            return request
        pools = tuple(
            pool
            if isinstance(pool, BufferToken) or number >= len(self._request.pools)
            else SharedMemory(initial=content_of(pool))
            for number, pool in enumerate(request.pools)
        )
        return replace(request, pools=pools)


@domain_fault("execution.output_after_fence")
class LateOutputsLost(RequestBuffers):
    """A fenced execution that waited does not store its outputs in buffers."""

    def store_outputs(self, arrays):
        if threading.current_thread().name != "nn-fenced":
            super().store_outputs(arrays)


@domain_fault("execution.input_after_fence")
class InputsOfLaunch(RequestBuffers):
    """A fenced execution reads the content that its input buffers had at the launch."""

    def __init__(self, request, prepared, buffers):
        super().__init__(request, prepared, buffers)
        self.at_launch = {buffer: buffer.content for buffer in buffers.values()}

    def with_input_contents(self):
        for _, _, buffer in self._uses(self._request.inputs):
            if (content := self.at_launch[buffer]) is not None:
                buffer.initialize(*content)
        return super().with_input_contents()


class _OneUse(RequestBuffers):
    """Requests in which a buffer's further uses of some kinds are not noticed."""

    def check(self, main, *, contents=True):
        try:
            super().check(main, contents=contents)
        except DriverError as error:
            if "another argument" not in str(error) or not self.is_tolerated():
                raise

    def is_tolerated(self) -> bool:
        raise NotImplementedError


@domain_fault("execution.several_roles_in_one_request")
class TwoOutputs(_OneUse):
    """One buffer may be two outputs of a request."""

    def is_tolerated(self):
        return not list(self._uses(self._request.inputs))


@domain_fault("execution.several_roles_in_one_request")
class InputAndOutput(_OneUse):
    """One buffer may be an input and an output of a request."""

    def is_tolerated(self):
        return bool(list(self._uses(self._request.inputs)))


@domain_fault("execution.several_roles_in_one_request")
class TwoInputsRefused(RequestBuffers):
    """One buffer may not be two inputs of a request."""

    def check(self, main, *, contents=True):
        if len(list(self._uses(self._request.inputs))) > 1:
            raise DriverError(INVALID, "one buffer is used twice")
        super().check(main, contents=contents)


@domain_fault("shapes.request_dimensions")
class DimensionForgotten(DomainBuffer):
    """The buffer forgets the first of its dimensions."""

    def __init__(self, token, properties, roles):
        dimensions = (0, *properties.dimensions[1:])
        super().__init__(token, replace(properties, dimensions=dimensions), roles)


@domain_fault("shapes.request_dimensions")
class ResultReplaces(RequestBuffers):
    """A result of other dimensions than the buffer replaces its content."""

    def check_results(self, arrays):
        return


@domain_fault("shapes.request_dimensions")
class ResultInvalid(RequestBuffers):
    """A result that does not fit its buffer gives INVALID_ARGUMENT."""

    def check_results(self, arrays):
        try:
            super().check_results(arrays)
        except DriverError as error:
            raise DriverError(INVALID, str(error)) from error


@domain_fault("shapes.merged_dimensions")
class FirstRoleOnly(DomainDevice):
    """A buffer has the dimensions of its first role only."""

    def allocate(self, desc, models, inputs, outputs):
        answer = super().allocate(desc, models, inputs, outputs)
        if answer[1] is not None and inputs:
            main = self._buffers._models[models[inputs[0].model_index]]
            operand = main.operands[main.input_indexes[inputs[0].io_index]]
            properties = replace(answer[1].properties, dimensions=operand.dimensions)
            answer[1].properties = properties
        return answer


@domain_fault("shapes.shapes_in_turn")
class NeverShrinks(DomainBuffer):
    """A buffer of unknown dimensions keeps the size of its largest content."""

    def initialize(self, data, dimensions):
        before = self.content.data if self.content else b""
        super().initialize(data + before[len(data) :], dimensions)


@domain_fault("shapes.shapes_in_turn")
class FirstShapeRemains(RequestBuffers):
    """A buffer of unknown dimensions keeps the dimensions of its first content."""

    def check_results(self, arrays):
        for number, buffer in self.outputs.items():
            if buffer.content and buffer.content.dimensions != arrays[number].shape:
                raise DriverError(FAILURE, "the buffer has another shape")


@domain_fault("shapes.equal_sizes_in_turn")
class SizeOnly(DomainBuffer):
    """copyFrom of as many bytes as before keeps the dimensions of the content before."""

    def copy_from(self, src, dimensions):
        before = self.content
        status = super().copy_from(src, dimensions)
        after = self.content
        if before and after and len(before.data) == len(after.data):
            self.initialize(after.data, before.dimensions)
        return status


@domain_fault("shapes.shapes_in_turn")
class ShapeFails(RequestBuffers):
    """An input of other dimensions than the content of its buffer gives GENERAL_FAILURE."""

    def check(self, main, *, contents=True):
        try:
            super().check(main, contents=contents)
        except DriverError as error:
            if "conflict" in str(error):
                raise DriverError(FAILURE, str(error)) from error
            raise


@domain_fault("shapes.failed_execution")
class FailureKeepsContent(RequestBuffers):
    """A failed execution leaves the old content of its output buffers."""

    def invalidate_outputs(self):
        return


@fault("memory_domains_execution.location_in_buffer")
class LocationIgnored(FaultyPreparedModel):
    """Offset and length of an argument in a buffer are ignored."""

    def execute_synchronously(self, request, *more):
        changed = {
            kind: tuple(
                replace(argument, location=DataLocation(argument.location.pool_index, 0, 0))
                if isinstance(request.pools[argument.location.pool_index], BufferToken)
                else argument
                for argument in getattr(request, kind)
            )
            for kind in ("inputs", "outputs")
        }
        return self.right.execute_synchronously(replace(request, **changed), *more)


@domain_fault("execution.roles_of_several_models")
class FirstModelOnly(DomainDevice):
    """allocate keeps only the roles of the first model."""

    def allocate(self, desc, models, inputs, outputs):
        kept = [[role for role in roles if not role.model_index] for roles in (inputs, outputs)]
        return super().allocate(desc, models, *(kept if any(kept) else (inputs, outputs)))


@domain_fault("execution.roles_of_several_models")
class RolesOfAllModels(RequestBuffers):
    """Each listed model has the roles of all listed models."""

    def _check_role(self, buffer, kind, number, where):
        models = {role.model for role in buffer.roles}
        kinds = {(role.kind, role.index) for role in buffer.roles}
        if self._model not in models or (kind, number) not in kinds:
            super()._check_role(buffer, kind, number, where)


class _OtherShapes(FaultyPreparedModel):
    """A prepared model that reports other output shapes for outputs in buffers."""

    def shapes(self, shapes: Any) -> Any:
        raise NotImplementedError

    def execute_synchronously(self, request, *more):
        status, shapes, timing = self.right.execute_synchronously(request, *more)
        pool = request.pools[request.outputs[0].location.pool_index]
        if status == NONE and isinstance(pool, BufferToken):
            shapes = self.shapes(shapes)
        return status, shapes, timing


@fault("memory_domains_shapes.output_shapes")
class NoShapes(_OtherShapes):
    """Outputs in buffers have no output shapes."""

    def shapes(self, shapes):
        return ()


@fault("memory_domains_shapes.output_shapes")
class InsufficientBuffers(_OtherShapes):
    """Outputs in buffers are reported as insufficient."""

    def shapes(self, shapes):
        return tuple(OutputShape(shape.dimensions, False) for shape in shapes)
