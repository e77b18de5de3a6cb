"""The validator: it never raises, and its functions agree about each model and request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from conformance.hal import (
    DataLocation,
    Model,
    Request,
    RequestArgument,
    SharedMemory,
    Version,
    byte_size,
)
from conformance.validation import (
    OperationVerdict,
    Violation,
    all_rules,
    check_calls,
    check_model,
    first_request_violation,
    first_violation,
    minimum_version,
    validate_model,
    validate_operations,
    validate_preparation,
    validate_request,
    with_inputs_as_constants,
)
from conformance.verdicts import VerdictKind
from fuzz.checks.request_checks import changed_request
from fuzz.core.finding import FuzzFinding, make_finding
from fuzz.core.session import FuzzSession
from fuzz.inputs.decoder import decode
from fuzz.inputs.field_changes import FieldChange, split_changes, with_change

_ROOTS: Final = 3
_MODEL, _REQUEST, _PREPARATION = range(_ROOTS)
_ARGUMENTS: Final = 2
"""Number of arguments of a preparation that are checked: the preference and the priority."""

_VERSIONS: Final = tuple(Version)
_MAX_BYTES: Final = 1 << 20
_TYPE_RULES: Final = ("model.field", "request.field")


class _Arguments(NamedTuple):
    """The values that an input describes.

    ``before`` is the model before the changes of its fields. ``request`` is a request for it, if it
    is valid. ``preparation`` holds the preference and the priority, or any other object.
    """

    version: Version
    before: Model
    model: Model
    request: Request | None
    preparation: Any


def _arguments(data: bytes) -> _Arguments:
    given = split_changes(data)
    fuzz_input = decode(given.model)
    version = _VERSIONS[given.version % len(_VERSIONS)]
    before, header = fuzz_input.model, fuzz_input.header
    request = None
    if first_violation(before, version) is None:
        request = changed_request(_request_for(before), fuzz_input)
        request = _with_changes(request, _REQUEST, given.changes)
    return _Arguments(
        version,
        before,
        _with_changes(before, _MODEL, given.changes),
        request,
        _with_changes((header.preference, header.priority), _PREPARATION, given.changes),
    )


def violations_of(data: bytes) -> tuple[Violation, ...]:
    """Return the violations of an input's model, request and arguments of a preparation."""
    given = _arguments(data)
    broken = list(validate_model(given.model, given.version))
    if given.request is not None:
        broken += validate_request(given.request, given.before, version=given.version)
    if (violation := _preparation_violation(given)) is not None:
        broken.append(violation)
    return tuple(broken)


def values_of(data: bytes) -> tuple[object, ...]:
    """Return the model, the request and the preparation to which an input applies its changes."""
    given = _arguments(data)
    return given.model, given.request, given.preparation


def _preparation_violation(given: _Arguments) -> Violation | None:
    arguments = given.preparation
    if not isinstance(arguments, tuple) or len(arguments) != _ARGUMENTS:
        return None
    return validate_preparation(*arguments, given.version)


def check_validation(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Validate a model, a request and the arguments of a preparation; the driver is not called."""
    given = _arguments(data)
    version, model = given.version, given.model
    broken = validate_model(model, version)
    session.note_rules({violation.rule.name for violation in broken})
    finding = _check_model(given.before, model, broken, version)
    if finding is None and not broken:
        finding = _check_valid_model(model, version)
    if finding is None and given.request is not None:
        finding = _check_request(session, given.before, given.request, version)
    if (violation := _preparation_violation(given)) is not None:
        session.note_rules({violation.rule.name})
    return finding


def _with_changes(value: Any, root: int, changes: Sequence[FieldChange]) -> Any:
    for change in changes:
        if change.root % _ROOTS == root:
            value = with_change(value, change)
    return value


def _check_rules(broken: Sequence[Violation], version: Version) -> FuzzFinding | None:
    """Check that every broken rule is one of the listed rules and applies in the version."""
    for violation in broken:
        rule = violation.rule
        if all_rules().get(rule.name) != rule or not rule.holds_in(version):
            text = f"{violation} was reported for HAL {version}, where that rule does not apply"
            return _finding("validator.rules", text)
    return None


def _check_model(
    before: Model, model: Model, broken: Sequence[Violation], version: Version
) -> FuzzFinding | None:
    """Compare ``validate_model`` with the functions that return the first violation."""
    if (finding := _check_rules(broken, version)) is not None:
        return finding
    first = broken[0] if broken else None
    if (found := first_violation(model, version)) != first:
        return _finding("validator.first", f"first_violation returned {found}, not {first}")
    if (found := check_model(model, version)[0]) != first:
        return _finding("validator.check_model", f"check_model returned {found}, not {first}")
    for tolerated in {violation.rule.name for violation in broken}:
        expected = next((one for one in broken if one.rule.name != tolerated), None)
        if (found := first_violation(model, version, tolerated={tolerated})) != expected:
            text = f"first_violation that tolerates {tolerated} returned {found}, not {expected}"
            return _finding("validator.tolerated", text)
    if first_violation(before, version) is None:
        found = first_violation(model, version, before)
        if found != first:
            text = f"first_violation with a known valid model returned {found}, not {first}"
            return _finding("validator.incremental", text)
    if any(violation.rule.name in _TYPE_RULES for violation in broken):
        return None  # a field that is read below may have a wrong type
    results = validate_operations(model, version)
    if len(results) != len(model.main.operations):
        count = len(model.main.operations)
        text = f"validate_operations returned {len(results)} results for {count} operations"
        return _finding("validator.operations", text)
    for result in results:
        is_listed = result.violation in broken
        if (result.verdict is OperationVerdict.VIOLATIONS) != is_listed:
            text = f"an operation is {result.verdict.name} with {result.violation}"
            return _finding("validator.operations", text)
    return None


def _check_valid_model(model: Model, version: Version) -> FuzzFinding | None:
    """Check what other functions return for a valid model."""
    needed = minimum_version(model)
    if needed > version:
        text = f"the model is valid in HAL {version}, but its oldest version is HAL {needed}"
        return _finding("validator.minimum_version", text)
    # AIDL has no numberOfConsumers, so a model of an AIDL version may state any number.
    if needed >= Version.AIDL_V1 and (violation := first_violation(model, needed)) is not None:
        text = f"the model is not valid in its oldest version, HAL {needed}: {violation}"
        return _finding("validator.minimum_version", text)
    for checked in (check_model(model, version)[1], check_calls(model, version)):
        counts = [len(subgraph.calls) for subgraph in checked]
        expected = [len(subgraph.operations) for subgraph in (model.main, *model.referenced)]
        if counts != expected:
            text = f"the subgraphs have {expected} operations, but {counts} calls were returned"
            return _finding("validator.calls", text)
    sizes = _input_sizes(model)
    if sizes is not None:
        validate_model(with_inputs_as_constants(model, tuple(map(bytes, sizes))), version)
    return None


def _input_sizes(model: Model) -> list[int] | None:
    """Return the size of each input in bytes; ``None`` if one is unknown or all are too large."""
    sizes = []
    for index in model.main.input_indexes:
        operand = model.main.operands[index]
        size = byte_size(operand.type, operand.dimensions)
        if size is None:
            return None
        sizes.append(size)
    return sizes if sum(sizes) <= _MAX_BYTES else None


def _check_request(
    session: FuzzSession, model: Model, request: Request, version: Version
) -> FuzzFinding | None:
    """Compare the functions that validate a request for a valid model."""
    counts = []
    for allowed in (True, False):
        broken = validate_request(
            request, model, allow_unspecified_outputs=allowed, version=version
        )
        counts.append(len(broken))
        session.note_rules({violation.rule.name for violation in broken})
        found = first_request_violation(
            request, model, allow_unspecified_outputs=allowed, version=version
        )
        first = broken[0] if broken else None
        if found != first:
            text = f"first_request_violation returned {found}, not {first}"
            return _finding("validator.request", text)
        if (finding := _check_rules(broken, version)) is not None:
            return finding
    if counts[0] > counts[1]:
        return _finding("validator.request", "more rules are broken if fewer apply")
    return None


def _request_for(model: Model) -> Request:
    """Return a valid request with one pool; the size 4 takes the place of each unknown one."""
    main = model.main
    end = 0
    lists: list[list[RequestArgument]] = []
    for indexes in (main.input_indexes, main.output_indexes):
        arguments = []
        for index in indexes:
            operand = main.operands[index]
            sizes = tuple(size or 4 for size in operand.dimensions)
            length = byte_size(operand.type, sizes) or 16
            stated = sizes if sizes != operand.dimensions else ()
            arguments.append(RequestArgument(False, DataLocation(0, end, length), stated))
            end += length
        lists.append(arguments)
    return Request(tuple(lists[0]), tuple(lists[1]), (SharedMemory(max(end, 1)),))


def _finding(rule: str, text: str) -> FuzzFinding:
    return make_finding(VerdictKind.INTERNAL_ERROR, rule, text)
