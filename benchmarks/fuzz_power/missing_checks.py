"""Planted faults: drivers that lack a check of requests, bursts, caches, buffers or fences."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final
from unittest import mock

from benchmarks.fuzz_power.faults import Fault, Patches, replaced
from conformance.bursts import server
from conformance.bursts.packets import PacketError
from conformance.checks.sample_models import addition_model
from conformance.driver_sdk import buffers as buffers_module
from conformance.driver_sdk import fenced, prepared_models
from conformance.driver_sdk.binding import DriverError
from conformance.driver_sdk.buffers import BufferTracker, DomainBuffer, RequestBuffers, RoleKind
from conformance.driver_sdk.caching import driver_cache
from conformance.hal import (
    DATUM_SIZE,
    BufferRole,
    BufferToken,
    DataLocation,
    ErrorStatus,
    FenceStatus,
    FmqRequestTag,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
)
from conformance.reference import device as reference_device
from conformance.validation import validate_cache, validate_request

# ------------------------------------------------------------------------------------- requests


def _without_request_rule(rule: str) -> Patches:
    def first(_original: object, request: Any, model: Any, **options: Any) -> Any:
        violations = validate_request(request, model, **options)
        return next((violation for violation in violations if violation.rule.name != rule), None)

    return replaced(prepared_models, "first_request_violation", first)


def _unknown_tokens(original: Any, prepared: Any, call: Any) -> Any:
    """Use memory of zeros for each token."""
    request: Request = call.request
    tokens = [isinstance(pool, BufferToken) for pool in request.pools]
    if not any(tokens):
        return original(prepared, call)

    def moved(argument: RequestArgument) -> RequestArgument:
        if argument.has_no_value or not tokens[argument.location.pool_index]:
            return argument
        return replace(argument, location=DataLocation(argument.location.pool_index, 0, 16))

    pools = tuple(
        SharedMemory(4096) if token else pool
        for token, pool in zip(tokens, request.pools, strict=True)
    )
    inputs = tuple(moved(argument) for argument in request.inputs)
    outputs = tuple(moved(argument) for argument in request.outputs)
    return original(prepared, call._replace(request=Request(inputs, outputs, pools), buffers=None))


@contextmanager
def _token_patches() -> Iterator[None]:
    model = prepared_models.ProgramModel
    with (
        replaced(model, "run", _unknown_tokens)(),
        replaced(model, "_buffer_refusal", lambda *_, **__: None)(),
        replaced(model, "_with_buffers", lambda _original, _model, call: call)(),
    ):
        yield


def _beyond_output(original: Any, request: Request, *arguments: Any) -> Any:
    """Write one byte after each output too."""
    answer = original(request, *arguments)
    for output in request.outputs:
        pool = request.pools[output.location.pool_index]
        end = output.location.offset + output.location.length
        if isinstance(pool, SharedMemory) and end < pool.size:
            with pool.view() as view:
                view[end] = 0x5B
    return answer


_REQUEST_RULES: Final = (
    *("pool", "pool_index", "pool_range", "zero_length", "length", "no_value", "rank"),
    *("dimension", "input_count", "output_count", "input_unspecified", "output_unspecified"),
)
_REQUESTS: Final = (
    *(Fault(f"request.{r}", "request", _without_request_rule(f"request.{r}"))
      for r in _REQUEST_RULES),
    Fault("request: an unknown token is memory of zeros", "request", _token_patches),
    Fault(
        "request: a byte after the output is written",
        "request",
        replaced(prepared_models, "write_outputs", _beyond_output),
    ),
)  # fmt: skip


# --------------------------------------------------------------------------------------- bursts

_TAGS: Final = {
    "first": FmqRequestTag.PACKET_INFORMATION,
    "input": FmqRequestTag.INPUT_OPERAND_INFORMATION,
    "input_dimension": FmqRequestTag.INPUT_OPERAND_DIMENSION_VALUE,
    "output": FmqRequestTag.OUTPUT_OPERAND_INFORMATION,
    "output_dimension": FmqRequestTag.OUTPUT_OPERAND_DIMENSION_VALUE,
    "pool": FmqRequestTag.POOL_IDENTIFIER,
    "timing": FmqRequestTag.MEASURE_TIMING,
}
_MAX_REPAIRS: Final = 32


def _without_packet_rule(rule: str) -> Patches:
    """Return a reader that repairs what breaks the rule, as a driver that does not look."""

    def read(original: Callable[[bytes], Any], packet: bytes) -> Any:
        for _ in range(_MAX_REPAIRS):
            try:
                return original(packet)
            except PacketError as error:
                if error.rule != f"burst_request.{rule}":
                    raise
                match = re.match(r"datum (\d+)", str(error))
                packet = _repaired(packet, rule, int(match[1]) if match else 0)
        return original(packet)

    return replaced(server, "deserialize_request", read)


def _repaired(packet: bytes, rule: str, place: int) -> bytes:
    start = place * DATUM_SIZE
    datums = bytearray(packet[: start + DATUM_SIZE].ljust(start + DATUM_SIZE, b"\0"))
    following = packet[start + DATUM_SIZE :]
    if rule == "packet_size":
        datums[4:8] = struct.pack("<I", (len(datums) + len(following)) // DATUM_SIZE)
    elif rule == "flag":
        datums[start + 4] &= 1
    elif rule == "trailing_datum":
        datums, following = datums[:start], b""
        datums[4:8] = struct.pack("<I", place)
    else:
        datums[start] = _TAGS[rule]
        if start >= len(packet):
            datums[4:8] = struct.pack("<I", place + 1)
    return bytes(datums) + following


def _any_slot(original: Any, executor: Any, request: Any) -> Any:
    """Use a memory of another slot for an unknown slot."""
    known_slot = next(iter(executor._memories), None)  # noqa: SLF001 - a faulty driver
    if known_slot is None:
        return original(executor, request)
    slots = tuple(slot if executor.has_memory(slot) else known_slot for slot in request.slots)
    return original(executor, replace(request, slots=slots))


def _unvalidated(_original: Any, burst: Any, request: Any, measure: int, **_again: Any) -> Any:
    return burst._model.run(prepared_models.ExecutionCall(request, measure, None, None))  # noqa: SLF001


_BURST: Final = prepared_models._ProgramBurst  # noqa: SLF001 - the class without public name
_PACKET_RULES: Final = (*_TAGS, "packet_size", "flag", "trailing_datum")
_BURSTS: Final = (
    *(
        Fault(f"burst_request.{rule}", "burst", _without_packet_rule(rule))
        for rule in _PACKET_RULES
    ),
    Fault(
        "burst: an unknown slot is another slot",
        "burst",
        replaced(server.PreparedModelExecutor, "execute", _any_slot),
    ),
    Fault(
        "burst: requests are not validated",
        "burst",
        replaced(_BURST, "run", _unvalidated),
    ),
)


# ---------------------------------------------------------------------------------------- caches


def _without_cache_rule(rule: str) -> Patches:
    """Prepare a model from arguments that break a rule: every error would be a correct answer."""

    def prepare(original: Any, device: Any, deadline: int | None, cache: Any) -> Any:
        counts = device.get_number_of_cache_files_needed()[1:]
        violation = validate_cache(cache, counts, device.version)
        if violation is not None and violation.rule.name == rule:
            return ErrorStatus.NONE, device.build_prepared_model(addition_model())
        return original(device, deadline, cache)

    return replaced(reference_device.ReferenceDevice, "prepare_from_cache", prepare)


def _without_digest_of(file: int) -> Patches:
    def digest(original: Any, cache: Any, count: int, token: bytes, contents: Any) -> Any:
        digested = [b"" if number == file else content for number, content in enumerate(contents)]
        return original(cache, count, token, digested)

    return replaced(driver_cache.SecureCache, "_digest", digest)


def _no_digest() -> AbstractContextManager[object]:
    equal = SimpleNamespace(compare_digest=lambda *_: True)
    return mock.patch.object(driver_cache, "hmac", equal)


_CACHE_RULES: Final = ("model_count", "data_count", "token", "access")
_CACHES: Final = (
    *(Fault(f"cache.{rule}", "cache", _without_cache_rule(f"cache.{rule}"))
      for rule in _CACHE_RULES),
    Fault(
        "cache.descriptors",
        "cache",
        _without_cache_rule("cache.descriptors"),
        version=Version.V1_3,
    ),
    Fault("cache: the digest is not compared", "cache", _no_digest),
    Fault("cache: the digest lacks model cache file 0", "cache", _without_digest_of(0)),
    Fault("cache: the digest lacks model cache file 1", "cache", _without_digest_of(1)),
)  # fmt: skip


# --------------------------------------------------------------------------------------- buffers


def _with_roles(change: Callable[[BufferRole], BufferRole]) -> Patches:
    def merge(original: Any, desc: Any, models: Any, inputs: Any, outputs: Any) -> Any:
        changed = ([change(role) for role in roles] for roles in (inputs, outputs))
        return original(desc, models, *changed)

    return replaced(buffers_module, "merge_roles", merge)


def _default_role(original: Any, desc: Any, models: Any, inputs: Any, outputs: Any) -> Any:
    roles = inputs if inputs or outputs else (BufferRole(0, 0, 1.0),)
    return original(desc, models, roles, outputs)


def _distinct_roles(original: Any, desc: Any, models: Any, inputs: Any, outputs: Any) -> Any:
    return original(desc, models, *(list(dict.fromkeys(roles)) for roles in (inputs, outputs)))


def _any_model(original: Any, tracker: Any, models: Any) -> Any:
    some = next(iter(tracker._models), None)  # noqa: SLF001 - a faulty driver
    return original(tracker, [some if model is None else model for model in models])


def _zeros(buffer: DomainBuffer) -> None:
    if buffer.content is None:
        buffer.initialize(bytes(buffer.properties.byte_size or 0), buffer.properties.dimensions)


def _copy_zeros(original: Any, buffer: Any, memory: Any) -> Any:
    _zeros(buffer)
    return original(buffer, memory)


def _read_zeros(original: Any, buffer: Any, *arguments: Any) -> Any:
    _zeros(buffer)
    return original(buffer, *arguments)


def _keep_content(original: Any, buffer: Any, *arguments: Any) -> Any:
    before = buffer.content
    status = original(buffer, *arguments)
    if status is not ErrorStatus.NONE:
        buffer._content = before  # noqa: SLF001 - a faulty driver
    return status


def _without_role(kind: RoleKind) -> Patches:
    def check(original: Any, buffers: Any, buffer: Any, used: Any, *arguments: Any) -> Any:
        return None if used is kind else original(buffers, buffer, used, *arguments)

    return replaced(RequestBuffers, "_check_role", check)


def _shared_buffer(original: Any, buffers: Any, *arguments: Any, **named: Any) -> Any:
    try:
        return original(buffers, *arguments, **named)
    except DriverError as error:
        if "another argument" not in str(error):
            raise
        return None


_MEMORY: Final = (
    Fault("memory: the frequency of a role", "memory",
          _with_roles(lambda role: BufferRole(role.model_index, role.io_index, 1.0))),
    Fault("memory: the model index of a role", "memory",
          _with_roles(lambda role: BufferRole(0, role.io_index, role.frequency))),
    Fault("memory: the index of an input or output", "memory",
          _with_roles(lambda role: BufferRole(role.model_index, 0, role.frequency))),
    Fault("memory: an allocation without roles", "memory",
          replaced(buffers_module, "merge_roles", _default_role)),
    Fault("memory: a repeated role", "memory",
          replaced(buffers_module, "merge_roles", _distinct_roles)),
    Fault("memory: a missing prepared model", "memory",
          replaced(BufferTracker, "_registered", _any_model)),
    Fault("memory: dimensions of the descriptor", "memory",
          replaced(buffers_module, "_with_descriptor", lambda _original, found, _desc: found)),
    Fault("memory: sizes of copies", "memory",
          replaced(buffers_module, "_check_size", lambda *_: None)),
    Fault("memory: dimensions of copies", "memory",
          replaced(DomainBuffer, "_content_dimensions",
                   lambda _original, buffer, given: buffer.properties.dimensions or given)),
    Fault("memory: a copy from an uninitialised buffer", "memory",
          replaced(DomainBuffer, "copy_to", _copy_zeros)),
    Fault("memory: an execution that reads an uninitialised buffer", "memory",
          replaced(buffers_module, "_check_content", _read_zeros)),
    Fault("memory: the content after a failed copy", "memory",
          replaced(DomainBuffer, "copy_from", _keep_content)),
    Fault("memory: the role of an input", "memory", _without_role(RoleKind.INPUT)),
    Fault("memory: the role of an output", "memory", _without_role(RoleKind.OUTPUT)),
    Fault("memory: one buffer as input and output", "memory",
          replaced(RequestBuffers, "check", _shared_buffer)),
)  # fmt: skip


# ---------------------------------------------------------------------------------------- fences


def _with_fences(choose: Callable[[list[Any]], list[Any]]) -> Patches:
    def execute(original: Any, run: Any, fences: Any, *arguments: Any) -> Any:
        return original(run, choose(list(fences)), *arguments)

    return replaced(prepared_models, "execute_fenced", execute)


def _ignored_errors(original: Any, execution: Any, fences: Any) -> Any:
    original(execution, fences)
    return ErrorStatus.NONE


_FENCED: Final = fenced._FencedExecution  # noqa: SLF001 - the class without public name
_FENCES: Final = (
    Fault("fences: a fence in error at the launch", "fences",
          _with_fences(lambda fences: [f for f in fences if f.wait(0) is not FenceStatus.ERROR])),
    Fault("fences: a fence that is active at the launch", "fences",
          _with_fences(lambda fences: [f for f in fences if f.wait(0) is not FenceStatus.ACTIVE])),
    Fault("fences: all but the first fence", "fences", _with_fences(lambda fences: fences[:1])),
    Fault("fences: all but the last fence", "fences", _with_fences(lambda fences: fences[-1:])),
    Fault("fences: an error after the launch", "fences",
          replaced(_FENCED, "_wait", _ignored_errors)),
)  # fmt: skip

MISSING_CHECKS: Final = (*_REQUESTS, *_BURSTS, *_CACHES, *_MEMORY, *_FENCES)
"""All of these faults: in each driver one check is missing."""
