"""Faults in driver-managed buffers: allocation, copies, executions, shapes and shared use."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from conformance import hal
from conformance.driver_sdk.binding import DriverError
from conformance.driver_sdk.buffers import BufferContent, DomainBuffer, RequestBuffers
from tests.faults.domain_devices import (
    allocation,
    buffer,
    domain_device,
    requests,
    tracker,
)
from tests.faults.drivers import (
    DONE,
    FAILURE,
    INVALID,
    NONE,
    changed,
    fixed,
    prepared,
    result,
    state,
)
from tests.faults.row import table

# -------------------------------------------------------------------------------------- allocation


def without_roles(me: Any, right: Any, desc: Any, models: Any, inputs: Any, outputs: Any) -> Any:
    if not inputs and not outputs and models:
        inputs = [hal.BufferRole(0, 0, 1.0)]
    return right(desc, models, inputs, outputs)


def own_model_for(is_wrong: Callable[[Any, Any], bool]) -> type:
    """Return a driver that takes its last model for those that ``is_wrong(tracker, model)`` names."""

    def register(me: Any, right: Any, model: Any, main: Any) -> None:
        right(model, main)
        me.own = model

    def registered(me: Any, right: Any, models: Any) -> Any:
        return right([me.own if is_wrong(me, each) else each for each in models])

    return tracker(own=None, register=register, _registered=registered)


def roles_as(change: Callable[[hal.BufferRole, Any], hal.BufferRole]) -> type:
    """Return a driver that changes each role, ``change(role, models)``, before it checks them."""

    def allocate(me: Any, right: Any, desc: Any, models: Any, *roles: Any) -> Any:
        return right(desc, models, *([change(role, models) for role in kind] for kind in roles))

    return allocation(allocate)


def refusing(is_refused: Callable[[Any, Any], bool]) -> type:
    """Return a driver that refuses some allocations: ``is_refused(desc, roles)``."""

    def allocate(me: Any, right: Any, desc: Any, models: Any, inputs: Any, outputs: Any) -> Any:
        if is_refused(desc, (*inputs, *outputs)):
            return INVALID, None, 0
        return right(desc, models, inputs, outputs)

    return allocation(allocate)


def each_role_once(me: Any, right: Any, desc: Any, models: Any, *roles: Any) -> Any:
    unique = ({(role.model_index, role.io_index): role for role in kind} for kind in roles)
    return right(desc, models, *(list(kind.values()) for kind in unique))


def by_model_index(me: Any, right: Any, desc: Any, models: Any, inputs: Any, outputs: Any) -> Any:
    if len(models) == 2 and models[0] is models[1] and len(inputs) + len(outputs) == 2:
        inputs, outputs = inputs[:1], outputs[:1]
    return right(desc, models, inputs, outputs)


def operands_as(change: Callable[[Any], Any]) -> type:
    """Return a driver that records other operands than those of the prepared models."""

    def register(me: Any, right: Any, model: Any, main: Any) -> None:
        right(model, replace(main, operands=tuple(map(change, main.operands))))

    return tracker(register=register)


def unsigned(operand: Any) -> Any:
    signed = operand.type == hal.OperandType.TENSOR_QUANT8_ASYMM_SIGNED
    return replace(operand, type=hal.OperandType.TENSOR_QUANT8_ASYMM) if signed else operand


def descriptor_as(change: Callable[[Any], Any]) -> type:
    """Return a driver that changes the dimensions of the descriptor."""
    return allocation(
        lambda me, right, desc, *more: right(hal.BufferDesc(change(desc.dimensions)), *more)
    )


def tokens_per_model(me: Any, right: Any, desc: Any, models: Any, *roles: Any) -> Any:
    status, found, token = right(desc, models, *roles)
    if found is not None:
        token = me.counts[id(models[0])] = me.counts.get(id(models[0]), 0) + 1
    return status, found, token


# ------------------------------------------------------------------------------------------ copies


def bytes_of(memory: Any) -> bytes:
    with memory.view() as view:
        return bytes(view)


def padded_source(me: Any, right: Any, src: Any, dimensions: Any) -> Any:
    size = me.properties.byte_size
    if size is not None and src.size < size:
        src = hal.SharedMemory(size, initial=bytes_of(src))
    return right(src, dimensions)


def truncated_source(me: Any, right: Any, src: Any, dimensions: Any) -> Any:
    size = me.properties.byte_size
    if size is not None and src.size > size:
        src = hal.SharedMemory(initial=bytes_of(src)[:size])
    return right(src, dimensions)


def any_dynamic_size(me: Any, right: Any, src: Any, dimensions: Any) -> Any:
    if me.properties.byte_size is None and dimensions and 0 not in dimensions:
        me.initialize(bytes_of(src), dimensions)
        return NONE
    return right(src, dimensions)


def source_dimensions(change: Callable[[Any, Any], Any]) -> type:
    """Return a driver with ``change(properties, dimensions)`` for the dimensions of copyFrom."""
    return buffer(
        copy_from=lambda me, right, src, dimensions: right(src, change(me.properties, dimensions))
    )


def guessed_batch(properties: Any, dimensions: Any) -> Any:
    own = properties.dimensions
    return (1, *own[1:]) if not dimensions and own[0] == 0 else dimensions


def fills(is_concerned: Callable[[Any, Any], bool], data: Callable[[Any], bytes | None]) -> type:
    """Return a driver whose copyTo writes other data: ``is_concerned(buffer, memory)``."""

    def copy_to(me: Any, right: Any, dst: Any) -> Any:
        if not is_concerned(me, dst):
            return right(dst)
        if (found := data(me)) is not None:
            with dst.view() as view:
                view[: len(found)] = found[: len(view)]
        return NONE

    return buffer(copy_to=copy_to)


def size_of(me: Any) -> Any:
    """Return the size of a buffer's content; NaN, which is unequal to all, if it has none."""
    return float("nan") if me.content is None else len(me.content.data)


def partial_copy(me: Any, right: Any, dst: Any) -> Any:
    before = bytes_of(dst)
    status = right(dst)
    with dst.view() as view:
        view[len(view) // 2 :] = before[len(view) // 2 :]
    return status


def forgetful_target(me: Any, right: Any, dst: Any) -> Any:
    status = right(dst)
    if status != NONE:
        me.invalidate()
    return status


def keeps_source(me: Any, right: Any, src: Any, dimensions: Any) -> Any:
    status = right(src, dimensions)
    me.source = src if status == NONE else None
    return status


def from_source(me: Any, right: Any, dst: Any) -> Any:
    if me.content is not None and me.source is not None:
        me.initialize(bytes_of(me.source), me.content.dimensions)
    return right(dst)


def old_content_remains(me: Any, right: Any, *arguments: Any) -> Any:
    before = me.content
    status = right(*arguments)
    if status != NONE and before is not None:
        me.initialize(*before)
    return status


def offset_ignored(me: Any, right: Any, dst: Any) -> Any:
    if not dst.offset or me.content is None:
        return right(dst)
    with open(f"/proc/self/fd/{dst.fileno()}", "r+b", buffering=0) as file:  # noqa: PTH123
        file.write(me.content.data)
    return NONE


def unmapped_is_empty(me: Any, right: Any, src: Any, dimensions: Any) -> Any:
    status = right(src, dimensions)
    if status != FAILURE:
        return status
    me.initialize(bytes(src.size), me.properties.dimensions)
    return NONE


# -------------------------------------------------------------------------------------- executions


def keeps_last(me: Any, right: Any, *arguments: Any) -> Any:
    me.last = right(*arguments)
    return me.last


def roles(is_permitted: Callable[[Any, Any, str, int], bool]) -> type:
    """Return requests with more permitted roles: ``is_permitted(requests, roles, kind, index)``."""

    def check(me: Any, right: Any, found: Any, kind: str, number: int, where: Any) -> None:
        if not is_permitted(me, found.roles, kind, number):
            right(found, kind, number, where)

    return changed(RequestBuffers, _check_role=check)


def any_model(me: Any, listed: Any, kind: str, number: int) -> bool:
    return any((role.kind, role.index) == (kind, number) for role in listed)


def lower_index(me: Any, listed: Any, kind: str, number: int) -> bool:
    found = [role.index for role in listed if (role.kind, role.model) == (kind, me._model)]
    return kind != "output" and max(found, default=-1) >= number


def zeros_as_input(me: Any) -> Any:
    size = me.properties.byte_size or 0
    return DomainBuffer.content.fget(me) or BufferContent(bytes(size), me.properties.dimensions)


def errors_as(status: Any, part: str = "") -> Callable[..., Any]:
    """Return a method whose errors with a text have another status."""

    def method(me: Any, right: Any, *arguments: Any, **named: Any) -> None:
        try:
            right(*arguments, **named)
        except DriverError as error:
            if part not in str(error):
                raise
            raise DriverError(status, str(error)) from error

    return method


def inputs_of(me: Any) -> list[DomainBuffer]:
    return [found for _, _, found in me._uses(me._request.inputs)]


def old_outputs_remain(me: Any, right: Any, arrays: Any) -> None:
    before = {number: found.content for number, found in me.outputs.items()}
    right(arrays)
    for number, content in before.items():
        if content is not None:
            me.outputs[number].initialize(*content)


def input_consumed(me: Any, right: Any, arrays: Any) -> None:
    right(arrays)
    for found in inputs_of(me):
        found.initialize(bytes(len(found.content.data)), found.content.dimensions)


def buffers_in_order(me: Any, right: Any, arguments: Any) -> Iterator[Any]:
    ordered = iter([found for _, found in sorted(me._buffers.items())])
    if arguments is me._request.outputs:
        for _ in right(me._request.inputs):
            next(ordered)
    for number, argument, _ in right(arguments):
        yield number, argument, next(ordered)


def late_outputs_lost(me: Any, right: Any, arrays: Any) -> None:
    if threading.current_thread().name != "nn-fenced":
        right(arrays)


def keeps_contents(me: Any, right: Any, request: Any, model: Any, buffers: Any) -> None:
    right(request, model, buffers)
    me.at_launch = {found: found.content for found in buffers.values()}


def inputs_of_launch(me: Any, right: Any) -> Any:
    for found in inputs_of(me):
        if (content := me.at_launch[found]) is not None:
            found.initialize(*content)
    return right()


def several_uses(with_inputs: bool) -> Callable[..., None]:
    """Return a ``check`` that permits further uses of a buffer, with or without inputs."""

    def check(me: Any, right: Any, main: Any, *, contents: bool = True) -> None:
        try:
            right(main, contents=contents)
        except DriverError as error:
            if "another argument" not in str(error) or bool(inputs_of(me)) is not with_inputs:
                raise

    return check


def two_inputs_refused(me: Any, right: Any, main: Any, *, contents: bool = True) -> None:
    if len(inputs_of(me)) > 1:
        raise DriverError(INVALID, "one buffer is used twice")
    right(main, contents=contents)


def forgets_dimension(me: Any, right: Any, token: int, properties: Any, listed: Any) -> None:
    right(token, replace(properties, dimensions=(0, *properties.dimensions[1:])), listed)


def first_role_only(me: Any, right: Any, desc: Any, models: Any, inputs: Any, outputs: Any) -> Any:
    answer = right(desc, models, inputs, outputs)
    if answer[1] is not None and inputs:
        main = me._buffers._models[models[inputs[0].model_index]]
        operand = main.operands[main.input_indexes[inputs[0].io_index]]
        answer[1].properties = replace(answer[1].properties, dimensions=operand.dimensions)
    return answer


def never_shrinks(me: Any, right: Any, data: bytes, dimensions: Any) -> None:
    before = me.content.data if me.content else b""
    right(data + before[len(data) :], dimensions)


def size_only(me: Any, right: Any, *arguments: Any) -> Any:
    before = me.content
    status = right(*arguments)
    after = me.content
    if before and after and len(before.data) == len(after.data):
        me.initialize(after.data, before.dimensions)
    return status


def location_ignored(me: Any, right: Any, request: Any, *more: Any) -> Any:
    def place(argument: Any) -> Any:
        if not isinstance(request.pools[argument.location.pool_index], hal.BufferToken):
            return argument
        return replace(argument, location=hal.DataLocation(argument.location.pool_index, 0, 0))

    inputs, outputs = (tuple(map(place, each)) for each in (request.inputs, request.outputs))
    return right(replace(request, inputs=inputs, outputs=outputs), *more)


def first_model_only(me: Any, right: Any, desc: Any, models: Any, *listed: Any) -> Any:
    kept = [[role for role in kind if not role.model_index] for kind in listed]
    return right(desc, models, *(kept if any(kept) else listed))


def shapes_in_buffers(change: Callable[[Any], Any]) -> type:
    """Return a driver that reports other output shapes for outputs in buffers."""

    def execute(me: Any, right: Any, request: Any, *more: Any) -> Any:
        status, shapes, timing = right(request, *more)
        pool = request.pools[request.outputs[0].location.pool_index]
        in_buffer = status == NONE and isinstance(pool, hal.BufferToken)
        return status, change(shapes) if in_buffer else shapes, timing

    return prepared(execute_synchronously=execute)


# ------------------------------------------------------------------------------------------ sharing


def with_lock(me: Any, right: Any, *arguments: Any) -> None:
    right(*arguments)
    me.lock = threading.Lock()


def busy_reads(waiting_time: float) -> Callable[..., Any]:
    """Return a ``copy_to`` that fails, after a time, while another one is in progress."""

    def copy_to(me: Any, right: Any, dst: Any) -> Any:
        if not me.lock.acquire(blocking=False):
            time.sleep(waiting_time)
            return FAILURE
        try:
            time.sleep(0.001)
            return right(dst)
        finally:
            me.lock.release()

    return copy_to


def slow_read(me: Any, right: Any, dst: Any) -> Any:
    with me.lock:
        time.sleep(0.002)
        return right(dst)


def blocked_write(me: Any, right: Any, *arguments: Any) -> Any:
    if me.lock.locked():
        time.sleep(3.0)
    return right(*arguments)


def breaking_write(me: Any, right: Any, *arguments: Any) -> Any:
    me.broken = me.broken or me.lock.locked()
    return FAILURE if me.broken else right(*arguments)


def kept_buffers(me: Any, right: Any, *arguments: Any) -> Any:
    me.kept.append(right(*arguments))
    return me.kept[-1]


LIVE: weakref.WeakSet[DomainBuffer] = weakref.WeakSet()


def joins_others(me: Any, right: Any, *arguments: Any) -> None:
    right(*arguments)
    LIVE.add(me)


def clears_all(me: Any, right: Any) -> None:
    for found in list(LIVE):
        found.invalidate()


def ends_with_model(me: Any, right: Any, token: int, properties: Any, listed: Any) -> None:
    right(token, properties, listed)
    for role in listed:
        weakref.finalize(role.model(), me.invalidate)


FirstByteLost = changed(
    DomainBuffer,
    initialize=lambda me, right, data, dimensions: right(data[:-1] + b"\0", dimensions),
)
"""Outputs in buffers lack their last byte."""
NullModelDevice = own_model_for(lambda me, each: each is None)
"""allocate accepts nullptr as a prepared model."""
ForeignDevice = own_model_for(lambda me, each: each is not None and each not in me._models)
"""allocate accepts the prepared model of another driver."""
AnyClientDevice = domain_device(roles(any_model))
"""A token may be used by every client whose model is equal."""

_ALLOCATE, _COPY, _EXECUTION = (
    "memory_domains_allocate",
    "memory_domains_copy",
    "memory_domains_execution",
)
_SHAPES, _SHARING = "memory_domains_shapes", "memory_domains_sharing"

FAULTS = table(
    ("allocate without roles gives a buffer", f"{_ALLOCATE}.no_roles", allocation(without_roles)),
    ("allocate accepts nullptr as a prepared model", f"{_ALLOCATE}.missing_prepared_model", NullModelDevice),
    ("allocate accepts the prepared model of another driver", f"{_ALLOCATE}.foreign_prepared_model", ForeignDevice),
    ("allocate reduces a modelIndex to the last model", f"{_ALLOCATE}.model_index", roles_as(lambda role, models: replace(role, model_index=min(role.model_index, len(models) - 1)))),
    ("allocate reduces an ioIndex to 0", f"{_ALLOCATE}.io_index", roles_as(lambda role, _: replace(role, io_index=0))),
    ("allocate accepts the frequency 0", f"{_ALLOCATE}.frequency", roles_as(lambda role, _: replace(role, frequency=role.frequency or 1.0))),
    ("allocate accepts frequencies above 1", f"{_ALLOCATE}.frequency", roles_as(lambda role, _: replace(role, frequency=min(role.frequency, 1.0)))),
    ("allocate accepts negative frequencies", f"{_ALLOCATE}.frequency", roles_as(lambda role, _: replace(role, frequency=abs(role.frequency)))),
    ("allocate refuses frequencies below 1 as invalid", f"{_ALLOCATE}.frequency", refusing(lambda _, listed: any(role.frequency < 1 for role in listed)), "buffer.allocation"),
    ("allocate accepts a role that is given twice", f"{_ALLOCATE}.repeated_role", allocation(each_role_once)),
    ("allocate compares roles by the index of the model, not by the model", f"{_ALLOCATE}.repeated_role", allocation(by_model_index)),
    ("allocate does not compare the operand types of roles", f"{_ALLOCATE}.conflicting_types", operands_as(lambda operand: replace(operand, type=hal.OperandType.TENSOR_FLOAT32, scale=0.0, zero_point=0))),
    ("allocate compares only the element sizes of roles", f"{_ALLOCATE}.conflicting_types", operands_as(unsigned)),
    ("allocate does not compare the scales of roles", f"{_ALLOCATE}.conflicting_scales", operands_as(lambda operand: replace(operand, scale=0.0))),
    ("allocate does not compare the zero points of roles", f"{_ALLOCATE}.conflicting_zero_points", operands_as(lambda operand: replace(operand, zero_point=0))),
    ("allocate does not compare the ranks of roles", f"{_ALLOCATE}.conflicting_ranks", operands_as(lambda operand: replace(operand, dimensions=()) if len(operand.dimensions) == 3 else operand)),
    ("allocate does not compare the first dimensions of roles", f"{_ALLOCATE}.conflicting_dimensions", operands_as(lambda operand: replace(operand, dimensions=(0, *operand.dimensions[1:])))),
    ("allocate does not compare the dimensions of output roles with those of input roles", f"{_ALLOCATE}.conflicting_dimensions", allocation(lambda me, right, desc, models, inputs, outputs: right(desc, models, inputs, () if inputs else outputs))),
    ("allocate ignores a descriptor of another rank", f"{_ALLOCATE}.descriptor_rank", descriptor_as(lambda dimensions: dimensions if len(dimensions) == 4 else ())),
    ("allocate ignores the first dimension of the descriptor", f"{_ALLOCATE}.descriptor_dimensions", descriptor_as(lambda dimensions: (0, *dimensions[1:]))),
    ("allocate ignores the last dimension of the descriptor", f"{_ALLOCATE}.descriptor_dimensions", descriptor_as(lambda dimensions: (*dimensions[:-1], 0) if dimensions else ())),
    ("allocate accepts the dimensions [1] for a scalar", f"{_ALLOCATE}.scalar_with_dimensions", descriptor_as(lambda dimensions: () if dimensions == (1,) else dimensions)),
    ("A successful allocation answers the token 0", f"{_ALLOCATE}.answers", allocation(result(lambda status, found, token: (status, found, 0))), "buffer.allocation"),
    ("A successful allocation answers a negative token", f"{_ALLOCATE}.answers", allocation(result(lambda status, found, token: (status, found, -token))), "buffer.allocation"),
    ("A successful allocation answers a token, but no buffer", f"{_ALLOCATE}.answers", allocation(result(lambda status, found, token: (status, None, token))), "buffer.allocation"),
    ("A refused allocation answers a token", f"{_ALLOCATE}.no_roles", allocation(result(lambda status, found, token: (status, found, token or 5))), "buffer.allocation"),
    ("A buffer of unknown dimensions is refused with INVALID_ARGUMENT", f"{_ALLOCATE}.answers", refusing(lambda desc, _: 0 in desc.dimensions), "buffer.allocation"),
    ("All buffers have the same token", f"{_ALLOCATE}.unique_tokens", allocation(result(lambda status, found, token: (status, found, token and 7)))),
    ("The buffers of each prepared model are numbered from 1", f"{_ALLOCATE}.unique_tokens", allocation(tokens_per_model, counts=state(dict))),
    # Copies
    ("copy_from accepts a memory that is too small", f"{_COPY}.copy_from_size", buffer(copy_from=padded_source)),
    ("copy_from accepts a memory that is too large", f"{_COPY}.copy_from_size", buffer(copy_from=truncated_source)),
    ("copy_from to a buffer of an unknown dimension does not check the size of the memory", f"{_COPY}.copy_from_size_of_unknown_dimensions", buffer(copy_from=any_dynamic_size)),
    ("copy_from ignores its dimensions if those of the buffer are known", f"{_COPY}.copy_from_dimensions", source_dimensions(lambda properties, dimensions: () if properties.byte_size else dimensions)),
    ("copy_from accepts the dimensions [1] for a scalar", f"{_COPY}.scalars", source_dimensions(lambda _, dimensions: () if dimensions == (1,) else dimensions)),
    ("The buffer of a scalar accepts a memory of 8 bytes", f"{_COPY}.scalars", fills(lambda me, dst: size_of(me) == 4 and dst.size == 8, lambda _: None)),
    ("copy_from requires dimensions also if those of the buffer are known", f"{_COPY}.copy_from_dimensions", buffer(copy_from=lambda me, right, src, dimensions: right(src, dimensions) if dimensions else INVALID)),
    ("copy_from derives missing dimensions from the size of the memory", f"{_COPY}.copy_from_dimensions_of_unknown_dimensions", source_dimensions(guessed_batch)),
    ("copy_to of an uninitialized buffer writes zeros", f"{_COPY}.copy_to_uninitialized", fills(lambda me, dst: me.content is None and dst.size == me.properties.byte_size, lambda me: bytes(me.properties.byte_size))),
    ("copy_to of an uninitialized buffer answers INVALID_ARGUMENT", f"{_COPY}.copy_to_uninitialized", buffer(copy_to=lambda me, right, dst: INVALID if me.content is None else right(dst))),
    ("copy_to writes only the first half of the content", f"{_COPY}.independent_content", buffer(copy_to=partial_copy)),
    ("copy_to fills a memory that is too small", f"{_COPY}.copy_to_size", fills(lambda me, dst: dst.size < size_of(me), lambda me: me.content.data)),
    ("copy_to accepts a memory that is too large", f"{_COPY}.copy_to_size", fills(lambda me, dst: dst.size > size_of(me), lambda me: me.content.data)),
    ("copy_to accepts a hardware buffer that is too large", f"{_COPY}.copy_to_size", fills(lambda me, dst: dst.kind is hal.MemoryKind.HARDWARE_BUFFER_BLOB and dst.size > size_of(me), lambda me: me.content.data)),
    ("A refused copy_to makes the buffer uninitialized", f"{_COPY}.copy_to_size", buffer(copy_to=forgetful_target)),
    ("copy_to of a buffer of an unknown dimension accepts any larger memory", f"{_COPY}.copy_to_size_of_unknown_dimensions", fills(lambda me, dst: me.properties.byte_size is None and dst.size > size_of(me), lambda _: None)),
    ("The buffer keeps a view of the memory that copy_from received", f"{_COPY}.independent_content", buffer(source=None, copy_from=keeps_source, copy_to=from_source)),
    ("A failed copy_from leaves the old content", f"{_COPY}.failed_copy_from", buffer(copy_from=old_content_remains)),
    ("Copies support only ashmem", f"{_COPY}.every_kind_of_memory", buffer(copy_to=lambda me, right, dst: right(dst) if dst.kind is hal.MemoryKind.ASHMEM else FAILURE)),
    ("copy_from does not support hardware_buffer_blob", f"{_COPY}.every_kind_of_memory", buffer(copy_from=lambda me, right, src, dimensions: FAILURE if src.kind is hal.MemoryKind.HARDWARE_BUFFER_BLOB else right(src, dimensions))),
    ("Copies access a memory from the start of its file", f"{_COPY}.parts_of_files", buffer(copy_to=offset_ignored)),
    ("copy_to answers NONE for a memory that it cannot write", f"{_COPY}.parts_of_files", buffer(copy_to=lambda me, right, dst: NONE if (status := right(dst)) == FAILURE else status)),
    ("copy_from takes zeros from a memory that cannot be mapped", f"{_COPY}.unusable_memory", buffer(copy_from=unmapped_is_empty)),
    # Executions
    ("An execution with the token 0 answers NONE", f"{_EXECUTION}.unknown_token", prepared(execute_synchronously=lambda me, right, request, *more: DONE if hal.BufferToken(0) in request.pools else right(request, *more))),
    ("A refused token is answered with a timing", f"{_EXECUTION}.unknown_token", prepared(execute_synchronously=result(lambda status, shapes, timing: (status, shapes, timing if status == NONE else hal.Timing(1, 2))))),
    ("A role applies to every prepared model", f"{_EXECUTION}.other_prepared_model", domain_device(roles(any_model))),
    ("An output role applies to every prepared model", f"{_EXECUTION}.other_prepared_model", domain_device(roles(lambda me, listed, kind, number: kind == "output" and any_model(me, listed, kind, number)))),
    ("A role applies to every input or output of its prepared model", f"{_EXECUTION}.other_index", domain_device(roles(lambda me, listed, kind, _: any((role.kind, role.model) == (kind, me._model) for role in listed)))),
    ("A role for an input also permits the inputs before it", f"{_EXECUTION}.other_index", domain_device(roles(lower_index))),
    ("An input role permits the buffer as output, and an output role permits it as input", f"{_EXECUTION}.other_kind_of_role", domain_device(roles(lambda me, listed, _, number: any((role.model, role.index) == (me._model, number) for role in listed)))),
    ("The roles of inputs are not checked", f"{_EXECUTION}.other_kind_of_role", domain_device(roles(lambda me, listed, kind, _: kind != "output"))),
    ("An uninitialized buffer is read as zeros", f"{_EXECUTION}.uninitialized_buffer", buffer(content=property(zeros_as_input))),
    ("An uninitialized buffer as input is refused with INVALID_ARGUMENT", f"{_EXECUTION}.uninitialized_buffer", requests(check=errors_as(INVALID))),
    ("Outputs of executions do not initialize their buffers", f"{_EXECUTION}.uninitialized_buffer", requests(store_outputs=fixed(None))),
    ("An output does not replace the content of an initialized buffer", f"{_EXECUTION}.values", requests(store_outputs=old_outputs_remain)),
    ("An execution clears the buffers that it reads", f"{_EXECUTION}.values", requests(store_outputs=input_consumed)),
    ("Outputs in buffers lack their last byte", f"{_EXECUTION}.values", domain_device(FirstByteLost)),
    ("The driver takes the buffers in the order of the pools, not by pool index", f"{_EXECUTION}.several_buffers", requests(_uses=buffers_in_order)),
    ("A fenced execution that waited does not store its outputs in buffers", "combinations.fenced", requests(store_outputs=late_outputs_lost)),
    ("A fenced execution reads the content that its input buffers had at the launch", "combinations.fenced", requests(__init__=keeps_contents, with_input_contents=inputs_of_launch)),
    ("One buffer may be two outputs of a request", f"{_EXECUTION}.several_roles_in_one_request", requests(check=several_uses(with_inputs=False))),
    ("One buffer may be an input and an output of a request", f"{_EXECUTION}.several_roles_in_one_request", requests(check=several_uses(with_inputs=True))),
    ("One buffer may not be two inputs of a request", f"{_EXECUTION}.several_roles_in_one_request", requests(check=two_inputs_refused)),
    ("Offset and length of an argument in a buffer are ignored", f"{_EXECUTION}.location_in_buffer", prepared(execute_synchronously=location_ignored)),
    ("allocate keeps only the roles of the first model", f"{_EXECUTION}.roles_of_several_models", allocation(first_model_only)),
    ("Each listed model has the roles of all listed models", f"{_EXECUTION}.roles_of_several_models", domain_device(roles(lambda me, listed, kind, number: me._model in {role.model for role in listed} and any_model(me, listed, kind, number)))),
    # Shapes
    ("The buffer forgets the first of its dimensions", f"{_SHAPES}.request_dimensions", buffer(__init__=forgets_dimension)),
    ("A result of other dimensions than the buffer replaces its content", f"{_SHAPES}.request_dimensions", requests(check_results=fixed(None))),
    ("A result that does not fit its buffer gives INVALID_ARGUMENT", f"{_SHAPES}.request_dimensions", requests(check_results=errors_as(INVALID))),
    ("A buffer has the dimensions of its first role only", f"{_SHAPES}.merged_dimensions", allocation(first_role_only)),
    ("A buffer of unknown dimensions keeps the size of its largest content", f"{_SHAPES}.shapes_in_turn", buffer(initialize=never_shrinks)),
    ("copyFrom of as many bytes as before keeps the dimensions of the content before", f"{_SHAPES}.equal_sizes_in_turn", buffer(copy_from=size_only)),
    ("An input of other dimensions than the content of its buffer gives GENERAL_FAILURE", f"{_SHAPES}.shapes_in_turn", requests(check=errors_as(FAILURE, "conflict"))),
    ("A failed execution leaves the old content of its output buffers", f"{_SHAPES}.failed_execution", requests(invalidate_outputs=fixed(None))),
    ("Outputs in buffers have no output shapes", f"{_SHAPES}.output_shapes", shapes_in_buffers(lambda _: ())),
    ("Outputs in buffers are reported as insufficient", f"{_SHAPES}.output_shapes", shapes_in_buffers(lambda shapes: tuple(hal.OutputShape(shape.dimensions, False) for shape in shapes))),
    # Sharing
    ("A read fails while another read is in progress", f"{_SHARING}.concurrent_reads", buffer(__init__=with_lock, copy_to=busy_reads(0.0))),
    ("A read that finds another read in progress does not end", f"{_SHARING}.concurrent_reads", buffer(__init__=with_lock, copy_to=busy_reads(3.0))),
    ("A write that finds a read in progress does not end", f"{_SHARING}.concurrent_writes", buffer(__init__=with_lock, copy_to=slow_read, copy_from=blocked_write)),
    ("After a write during a read the buffer cannot be used", f"{_SHARING}.concurrent_writes", buffer(__init__=with_lock, broken=False, copy_to=slow_read, copy_from=breaking_write)),
    ("A token may be used by every client whose model is equal", f"{_SHARING}.token_of_another_client", AnyClientDevice),
    ("The token of a released buffer remains valid", f"{_SHARING}.released_buffer", tracker(kept=state(list), _add=kept_buffers)),
    ("The end of a client's buffer clears the buffers of all clients", f"{_SHARING}.buffers_of_a_killed_client", buffer(__init__=joins_others, __del__=clears_all)),
    ("A buffer loses its content when one of its prepared models ends", f"{_SHARING}.release_of_one_prepared_model", buffer(__init__=ends_with_model)),
)  # fmt: skip
# ruff: noqa: E501 - a table with one fault a row
