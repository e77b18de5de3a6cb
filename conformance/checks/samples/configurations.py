"""Configurations and requests for the checks of the calls that AIDL_V4 added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from conformance.checks.framework.check_context import CheckContext
from conformance.checks.samples.sample_requests import AdditionRequest
from conformance.hal import DataLocation, Request, TokenValuePair
from conformance.harness.calls.driver_calls import listed_extensions

_UNKNOWN: Final = {"org.nn_conformance.unknown": 0x7AA}
_TOKEN: Final = 0x7AA << 16 | 11
_LARGEST: Final = 0x7FFF << 16 | 0xFFFF

Hints = tuple[TokenValuePair, ...]


def hints_to_ignore(
    context: CheckContext,
) -> Iterator[tuple[str, Hints, Mapping[str, int]]]:
    """Yield a description, hints that a driver ignores, and the prefixes of their extensions."""
    value = TokenValuePair(_TOKEN, b"\x01\x02\x03")
    yield "a prefix of an unknown extension", (), _UNKNOWN
    yield "a hint of an unknown extension", (value,), _UNKNOWN
    yield "a hint without an extension", (value,), {}
    many = tuple([TokenValuePair(_TOKEN + number, bytes(number)) for number in range(200)])
    yield "200 hints of an unknown extension", many, _UNKNOWN
    yield "a hint with a value of 64 KiB", (TokenValuePair(_LARGEST, bytes(1 << 16)),), {}
    for extension in listed_extensions(context.device)[:1]:
        pairs = tuple([TokenValuePair(3 << 16 | number, b"") for number in (0, 0xFFFF)])
        yield f"empty hints of {extension.name}", pairs, {extension.name: 3}


def invalid_additions(addition: AdditionRequest) -> Iterator[tuple[str, Request]]:
    """Yield invalid requests for the addition of vectors of 4, each with a description."""
    request = addition.request
    yield "an input missing", addition.without_last_arguments(inputs=1)
    yield "the output missing", addition.without_last_arguments(outputs=1)
    yield "an output too many", replace(request, outputs=request.outputs * 2)
    output = request.outputs[0]
    changes = {
        "a pool index out of range": DataLocation(1, output.location.offset, 16),
        "an output that ends after its pool": DataLocation(0, addition.memory.size - 8, 16),
        "an output buffer of 12 bytes for an output of 16": replace(output.location, length=12),
    }
    for what, location in changes.items():
        yield what, replace(request, outputs=(replace(output, location=location),))
    dimensions = replace(output, dimensions=(5,))
    yield "other dimensions than the model's", replace(request, outputs=(dimensions,))
