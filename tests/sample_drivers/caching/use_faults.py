"""Faulty drivers whose prepared models differ if they were retrieved from cache."""

from __future__ import annotations

from typing import Any

from conformance.hal import ErrorStatus, Timing, Version
from conformance.reference import ReferenceDevice
from conformance.support import ProgramModel
from tests.sample_drivers.caching.caching_driver import FAILURE, INVALID, NONE, CachingDriver
from tests.sample_drivers.caching.caching_fault import cache_fault
from tests.sample_drivers.forwarding import ForwardingPreparedModel

USE = "caching_use."


class Unchecked(ProgramModel):
    """A prepared model that refuses no synchronous request; failures become NONE."""

    def refusal(self, *arguments: Any, **more: Any) -> ErrorStatus | None:
        return None

    def run(self, call: Any) -> Any:
        status, shapes, timing = super().run(call)
        return (NONE if status == INVALID else status), shapes, timing


@cache_fault(USE + "invalid_requests")
class RequestsNotValidated(CachingDriver):
    """Requests for retrieved models are not validated."""

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if prepared is not None:
            prepared.__class__ = Unchecked
        return status, prepared


@cache_fault(USE + "invalid_requests")
class OtherStatusOfRetrieved(CachingDriver):
    """Retrieved models answer GENERAL_FAILURE for invalid requests."""

    class Answering(ProgramModel):
        """A prepared model that refuses with GENERAL_FAILURE."""

        def refusal(self, *arguments: Any, **more: Any) -> ErrorStatus | None:
            return None if super().refusal(*arguments, **more) is None else FAILURE

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if prepared is not None:
            prepared.__class__ = self.Answering
        return status, prepared


class RetrievingReference(ReferenceDevice):
    """The reference driver with prepared models of another class when they are retrieved."""

    retrieved: type[ForwardingPreparedModel] = ForwardingPreparedModel

    def __init__(self, version: Version = Version.V1_3) -> None:
        super().__init__(version)

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if prepared is None:
            return status, None
        return status, self.retrieved(prepared, prepared._model)


class NeedsValues(ForwardingPreparedModel):
    """A prepared model whose synchronous executions need a value for each input."""

    def execute_synchronously(self, request, *more):
        if any(argument.has_no_value for argument in request.inputs):
            return FAILURE, (), Timing()
        return self.right.execute_synchronously(request, *more)


@cache_fault(USE + "changed_permutation")
class NoOmissionAfterRetrieval(RetrievingReference):
    """Executions of retrieved models fail if an input is omitted."""

    retrieved = NeedsValues


class KeepsSecondInput(ForwardingPreparedModel):
    """A prepared model whose second input keeps the value of the first execution."""

    first: bytes = b""

    def execute_synchronously(self, request, *more):
        if len(request.inputs) > 1 and not request.inputs[1].has_no_value:
            place = request.inputs[1].location
            with request.pools[place.pool_index].view() as view:
                where = slice(place.offset, place.offset + place.length)
                self.first = self.first or bytes(view[where])
                view[where] = self.first
        return self.right.execute_synchronously(request, *more)


@cache_fault(USE + "changed_activation")
class KeptScalarAfterRetrieval(RetrievingReference):
    """A scalar input of a retrieved model keeps the value of the first execution."""

    retrieved = KeepsSecondInput


@cache_fault(USE + "changed_padding_value")
class KeptFloatAfterRetrieval(RetrievingReference):
    """A float scalar input of a retrieved model keeps the value of the first execution."""

    retrieved = KeepsSecondInput


@cache_fault(USE + "output_buffers")
class NoRolesAfterRetrieval(ReferenceDevice):
    """allocate refuses roles of retrieved models with INVALID_ARGUMENT."""

    def __init__(self, version: Version = Version.V1_3) -> None:
        super().__init__(version)
        self._retrieving = False

    def prepare_from_cache(self, deadline, cache):
        self._retrieving = True
        try:
            return super().prepare_from_cache(deadline, cache)
        finally:
            self._retrieving = False

    def enable_buffers(self, prepared, model):
        if not self._retrieving:
            super().enable_buffers(prepared, model)


@cache_fault(USE + "input_buffers")
class NoInputRolesAfterRetrieval(ReferenceDevice):
    """allocate refuses input roles of retrieved models with INVALID_ARGUMENT."""

    def __init__(self, version: Version = Version.V1_3) -> None:
        super().__init__(version)
        self._retrieved: list[Any] = []

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        self._retrieved.append(prepared)
        return status, prepared

    def allocate(self, desc, prepared_models, input_roles, output_roles):
        if input_roles and any(one in self._retrieved for one in prepared_models):
            return ErrorStatus.INVALID_ARGUMENT, None, 0
        return super().allocate(desc, prepared_models, input_roles, output_roles)


@cache_fault(USE + "output_buffers")
class EmptyBufferAfterRetrieval(ReferenceDevice):
    """An execution of a retrieved model does not store its result in a buffer."""

    def __init__(self, version: Version = Version.V1_3) -> None:
        super().__init__(version)

    def prepare_from_cache(self, deadline, cache):
        status, prepared = super().prepare_from_cache(deadline, cache)
        if prepared is not None:
            right = prepared.run

            def run(call: Any) -> Any:
                answer = right(call)
                if call.request.pools[1:]:
                    prepared._request_buffers(call.request).invalidate_outputs()
                return answer

            prepared.run = run
        return status, prepared
