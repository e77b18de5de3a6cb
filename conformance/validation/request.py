"""Checks a request against its model, and the arguments of a model preparation."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator, Sequence
from math import prod

from conformance.hal import (
    BYTE_SIZE_OF_CACHE_TOKEN,
    INFO,
    NO_LOCATION,
    PROT_READ,
    PROT_READ_WRITE,
    PROT_WRITE,
    BufferToken,
    CacheArguments,
    CacheHandle,
    DataLocation,
    ExecutionPreference,
    MemoryPool,
    Model,
    Operand,
    OperandType,
    Priority,
    Request,
    RequestArgument,
    Version,
    name_of,
)
from conformance.validation.model import is_image, pool_size
from conformance.validation.operands import Problem, dimensions_problem, is_uint32, location_problem
from conformance.validation.rules import Violation, rule_violation, show_value


def validate_cache(
    cache: CacheArguments, counts: tuple[int, int], version: Version = Version.AIDL_V4
) -> Violation | None:
    """Return the first rule that the arguments of a preparation from cache break, if any.

    ``counts`` are the numbers of model and data cache files that the driver needs. The function
    reads no content. ``prepare_model`` prepares the model even if a rule is broken; it then saves
    nothing.
    """
    return next(_cache_violations(cache, counts, version), None)


def _cache_violations(
    cache: CacheArguments, counts: tuple[int, int], version: Version
) -> Iterator[Violation]:
    if counts == (0, 0):
        yield rule_violation("cache.supported", "cache", "the driver needs no cache files")
    for kind, handles, count in zip(
        ("model", "data"), (cache.model, cache.data), counts, strict=True
    ):
        if len(handles) != count:
            yield rule_violation(
                f"cache.{kind}_count",
                f"{kind} cache",
                f"there are {len(handles)} files, the driver needs {count}",
            )
    token: object = cache.token
    if not isinstance(token, bytes) or len(token) != BYTE_SIZE_OF_CACHE_TOKEN:
        actual = (
            f"has {len(token)} bytes" if isinstance(token, bytes) else f"is {show_value(token)}"
        )
        yield rule_violation(
            "cache.token", "token", f"{actual}, must have {BYTE_SIZE_OF_CACHE_TOKEN} bytes"
        )
    for kind, handles in (("model", cache.model), ("data", cache.data)):
        for number, handle in enumerate(handles):
            yield from _handle_violations(f"{kind} cache, handle {number}", handle, version)


def _handle_violations(where: str, handle: CacheHandle, version: Version) -> Iterator[Violation]:
    if len(handle) != 1:
        detail = f"has {len(handle)} descriptors, must have one"
        # AIDL has no such handle: the caller's arguments are not those of the version.
        rule = "cache.descriptors" if version < Version.AIDL_V1 else "cache.access"
        yield rule_violation(rule, where, detail)
    for fd in handle:
        if problem := _access_problem(fd):
            yield rule_violation("cache.access", where, problem)


def _access_problem(fd: int) -> str:
    """Return the reason why a descriptor cannot be used for a cache file; empty if it can."""
    try:
        flags, mode = fcntl.fcntl(fd, fcntl.F_GETFL), os.fstat(fd).st_mode
    except (OSError, ValueError, OverflowError) as error:
        return f"descriptor {fd} is not open ({error})"
    if not stat.S_ISREG(mode):
        return f"descriptor {fd} is not a regular file"
    if flags & os.O_ACCMODE != os.O_RDWR:
        return f"descriptor {fd} is not open for reading and writing"
    return ""


Shape = tuple[int, ...]

_PREFERENCES = tuple(ExecutionPreference)
_PRIORITIES = tuple(Priority)


def validate_request(
    request: Request,
    model: Model,
    *,
    allow_unspecified_outputs: bool = True,
    version: Version = Version.AIDL_V4,
) -> tuple[Violation, ...]:
    """Return all rules that a request breaks, at most one for each argument; never raise.

    The model must be valid. ``allow_unspecified_outputs`` states whether output dimensions may be
    unknown: it is false for a fenced execution, and has no effect before HAL 1.2, where all output
    dimensions must be known.
    """
    return tuple(_violations(request, model, allow_unspecified_outputs, version))


def first_request_violation(
    request: Request,
    model: Model,
    *,
    allow_unspecified_outputs: bool = True,
    version: Version = Version.AIDL_V4,
) -> Violation | None:
    """Return the first violation of ``validate_request``; ``None`` for a valid request."""
    return next(_violations(request, model, allow_unspecified_outputs, version), None)


def validate_preparation(
    preference: object, priority: object, version: Version = Version.AIDL_V4
) -> Violation | None:
    """Return the rule that the preference or the priority of a preparation breaks, if any.

    The preference is checked from HAL 1.1 on and the priority from HAL 1.3 on, because earlier
    versions of ``prepareModel`` do not have these arguments.
    """
    if version >= Version.V1_1 and preference not in _PREFERENCES:
        return rule_violation(
            "prepare.preference",
            "prepare",
            f"preference is {show_value(preference)}, must be 0, 1 or 2",
        )
    if version >= Version.V1_3 and priority not in _PRIORITIES:
        return rule_violation(
            "prepare.priority", "prepare", f"priority is {show_value(priority)}, must be 0, 1 or 2"
        )
    return None


def _violations(
    request: Request, model: Model, allow_unspecified: bool, version: Version
) -> Iterator[Violation]:
    for what in ("inputs", "outputs", "pools"):
        value: object = getattr(request, what, None)
        if not isinstance(value, tuple):
            yield rule_violation(
                "request.field", "request", f"{what} are {show_value(value)}, must be a tuple"
            )
            return
    sizes: list[int] = []
    protections: list[int] = []
    for index, pool in enumerate(request.pools):
        size, protection, problem = _check_pool(pool, version)
        if problem is not None:
            yield rule_violation(problem[0], f"request, pool {index}", problem[1])
        sizes.append(size)
        protections.append(protection)
    restricted = protections.count(PROT_READ_WRITE) != len(protections)
    main = model.main
    operands = main.operands
    unspecified = allow_unspecified and version >= Version.V1_2
    for kind, arguments, indexes, may_be_unspecified, access in (
        ("input", request.inputs, main.input_indexes, False, PROT_READ),
        ("output", request.outputs, main.output_indexes, unspecified, PROT_WRITE),
    ):
        if len(arguments) != len(indexes):
            yield rule_violation(
                f"request.{kind}_count",
                "request",
                f"has {len(arguments)} {kind}s, but the model has {len(indexes)}",
            )
            continue
        for position, argument in enumerate(arguments):
            index = indexes[position]
            problem = _argument_problem(
                argument, operands[index], sizes, request.pools, kind, may_be_unspecified
            )
            if problem is None and restricted and not argument.has_no_value:
                problem = _protection_problem(argument, protections, access)
            if problem is not None:
                where = f"request, {kind} {position} (operand {index})"
                yield rule_violation(problem[0], where, problem[1])


def _check_pool(pool: MemoryPool, version: Version) -> tuple[int, int, Problem | None]:
    """Return a pool's size in bytes, its protection and the rule that it breaks.

    The size is 0 for a driver-managed buffer, an image and an object that is no memory.
    """
    if isinstance(pool, BufferToken):
        return 0, PROT_READ_WRITE, _token_problem(pool.token, version)
    known = pool_size(pool)
    size = known or 0
    if size > 0 or is_image(pool):
        return size, pool.protection, None
    what = f"is {show_value(pool)}" if known is None else f"has {known} bytes"
    text = f"{what}, must be a memory object with more than 0 bytes"
    return size, PROT_READ_WRITE, ("request.pool", text)


def _token_problem(token: object, version: Version) -> Problem | None:
    if not is_uint32(token):
        return "request.field", f"token is {show_value(token)}, must be an integer in [0, 2**32)"
    if token == 0 and version >= Version.V1_3:
        return "request.token", "token is 0, must be a token that allocate returned"
    return None


def _protection_problem(
    argument: RequestArgument, protections: Sequence[int], access: int
) -> Problem | None:
    """Return the broken rule if an argument's pool does not permit ``access``, otherwise None."""
    pool = argument.location.pool_index
    if protections[pool] & access:
        return None
    verb = "reading" if access == PROT_READ else "writing"
    return "request.pool_protection", (
        f"the protection of pool {pool} is {protections[pool]}, which does not permit {verb}"
    )


def _argument_problem(
    argument: object,
    operand: Operand,
    sizes: Sequence[int],
    pools: Sequence[object],
    kind: str,
    may_be_unspecified: bool,
) -> Problem | None:
    """Return the first rule that one argument breaks; ``None`` if it breaks none.

    ``may_be_unspecified`` states whether the argument may have unknown dimensions.
    """
    if not isinstance(argument, RequestArgument):
        return "request.field", f"is {show_value(argument)}, must be a RequestArgument"
    location, dimensions = argument.location, argument.dimensions
    if location is not NO_LOCATION and (what := location_problem(location)) is not None:
        return "request.field", what
    if dimensions != () and (what := dimensions_problem(dimensions)) is not None:
        return "request.field", what
    if argument.has_no_value is not False:
        return _no_value_problem(argument)
    pool, offset, length = location.pool_index, location.offset, location.length
    size = sizes[pool] if pool < len(sizes) else -1
    if offset + length > size or (size and not length):
        return _location_problem(location, sizes, pools)
    shape = operand.dimensions
    if dimensions and dimensions != shape:
        if (problem := _dimensions_problem(dimensions, operand)) is not None:
            return problem
        stated = shape or (0,) * len(dimensions)
        shape = tuple(given or known for given, known in zip(dimensions, stated, strict=True))
    info = INFO.get(operand.type)
    known = 0 not in shape and (info is None or not info.tensor or bool(shape))
    if not may_be_unspecified and not (known and 0 not in dimensions):
        return _unspecified_problem(kind, dimensions or shape)
    if length and known and info is not None:
        expected = info.itemsize * prod(shape)
        if length != expected:
            return "request.length", (
                f"length is {length}, must be {expected} for {info.type.name} of shape "
                f"{list(shape)}"
            )
    return None


def _no_value_problem(argument: RequestArgument) -> Problem | None:
    no_value: object = argument.has_no_value
    if no_value is not True:
        return "request.field", f"has_no_value is {show_value(no_value)}, must be a bool"
    location, dimensions = argument.location, argument.dimensions
    if location.pool_index or location.offset or location.length or dimensions:
        return "request.no_value", (
            f"has no value, but has location ({location.pool_index}, {location.offset}, "
            f"{location.length}) and dimensions {list(dimensions)}; must have location "
            "(0, 0, 0) and no dimensions"
        )
    return None


def _location_problem(
    location: DataLocation, sizes: Sequence[int], pools: Sequence[object]
) -> Problem:
    """Return the rule that a location outside its pool or without bytes breaks."""
    index, offset, length = location.pool_index, location.offset, location.length
    if index >= len(sizes):
        return "request.pool_index", (
            f"pool index is {index}, but the request has {len(sizes)} pools"
        )
    pool, size = pools[index], sizes[index]
    if offset + length <= size:
        return "request.zero_length", f"length is 0 in memory pool {index}, must be above 0"
    if isinstance(pool, BufferToken) or is_image(pool):
        what = "driver-managed buffer" if isinstance(pool, BufferToken) else "image"
        return "request.pool_range", (
            f"offset is {offset} and length is {length} in a {what}, both must be 0"
        )
    return "request.pool_range", (
        f"bytes {offset} to {offset + length} are not inside pool {index}, which has {size} bytes"
    )


def _dimensions_problem(dimensions: Shape, operand: Operand) -> Problem | None:
    """Return the rule that an argument's dimensions break, which differ from the operand's."""
    shape, info = operand.dimensions, INFO.get(operand.type)
    if info is not None and not info.tensor:
        name = name_of(OperandType, operand.type)
        return "request.rank", f"scalar {name} has dimensions {list(dimensions)}, must have none"
    if not shape:
        return None
    if len(shape) != len(dimensions):
        return "request.rank", (
            f"dimensions {list(dimensions)} have rank {len(dimensions)}, but the model's "
            f"dimensions {list(shape)} have rank {len(shape)}"
        )
    for axis, (given, stated) in enumerate(zip(dimensions, shape, strict=True)):
        if stated and given != stated:
            return (
                "request.dimension",
                f"dimension {axis} is {given}, but the model states {stated}",
            )
    return None


def _unspecified_problem(kind: str, dimensions: Shape) -> Problem:
    if kind == "input":
        return "request.input_unspecified", (
            f"dimensions {list(dimensions)} are not fully known, those of an input must be"
        )
    return "request.output_unspecified", (
        f"dimensions {list(dimensions)} are not fully known; they must be in a fenced execution "
        "and before HAL 1.2"
    )
