"""Checks a whole model: its structure first, then its operations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from conformance.hal import (
    CONTROL_FLOW,
    Memory,
    MemoryKind,
    Model,
    OperandLifeTime,
    Subgraph,
    Version,
)
from conformance.operations import OperandView, definitions, find_definition
from conformance.operations.kernels.numerics import without_fp_warnings
from conformance.validation.calls import CheckedCall, check_operation
from conformance.validation.constants import (
    CONSTANT_LIFETIMES,
    PoolUnreadableError,
    constant_view,
    lasting_constant,
)
from conformance.validation.operands import ModelContext
from conformance.validation.rules import Violation, operation_place, rule_violation, show_value
from conformance.validation.structure import (
    control_flow_problem,
    find_cycle,
    referenced_subgraphs,
    subgraph_violations,
)


class OperationVerdict(Enum):
    """The result of checking one operation."""

    VALID = auto()
    VIOLATIONS = auto()
    NO_DEFINITION = auto()
    """No rule is broken, but the suite has no definition of the operation, or of one it runs."""


@dataclass(frozen=True, slots=True)
class OperationResult:
    """The verdict on one operation and, for ``VIOLATIONS``, the first rule that it breaks."""

    verdict: OperationVerdict
    violation: Violation | None = None


@without_fp_warnings
def validate_model(model: Model, version: Version = Version.AIDL_V4) -> tuple[Violation, ...]:
    """Return all rules that a model breaks, at most one for each operand and operation.

    Never raise, whatever objects the model contains. Operations are checked against their
    definitions only if the model's structure is valid, because these rules need operands that
    exist. An operation without a definition in the suite breaks no rule.
    """
    return tuple(_violations(model, version))


@without_fp_warnings
def first_violation(
    model: Model,
    version: Version = Version.AIDL_V4,
    tolerated: Collection[str] = (),
) -> Violation | None:
    """Return the first violation of ``validate_model``; ``None`` for a valid model.

    Violations of the rules named in ``tolerated`` are skipped.
    """
    return _first(_violations(model, version), tolerated)


def _first(found: Iterator[Violation], tolerated: Collection[str]) -> Violation | None:
    return next((violation for violation in found if violation.rule.name not in tolerated), None)


@dataclass(slots=True)
class CheckedSubgraph:
    """The operand views and calls that were built while a subgraph was checked.

    Preparing the model uses them again. ``views`` is indexed by operand; the entry is ``None`` if
    no call refers to the operand. ``calls`` is indexed by operation; the entry is ``None`` for IF,
    WHILE and operations without a definition.
    """

    views: list[OperandView | None] = field(default_factory=list)
    calls: list[CheckedCall | None] = field(default_factory=list)


@without_fp_warnings
def check_model(
    model: Model, version: Version = Version.AIDL_V4, tolerated: Collection[str] = ()
) -> tuple[Violation | None, list[CheckedSubgraph]]:
    """Return ``first_violation`` and the checked calls: main subgraph first, then referenced ones.

    The calls are complete if the model is valid, and the list is empty if its structure is not
    valid. Constant values are views of ``operand_values`` or copies of pool data.
    """
    checked: list[CheckedSubgraph] = []
    return _first(_violations(model, version, into=checked), tolerated), checked


@without_fp_warnings
def check_calls(model: Model, version: Version = Version.AIDL_V4) -> list[CheckedSubgraph]:
    """Return the calls of all subgraphs, even if their operations break rules.

    The structure of the model must be valid.
    """
    checked: list[CheckedSubgraph] = []
    for subgraph, name in _named_subgraphs(model):
        checked.append(CheckedSubgraph())
        for _ in _operations(model, subgraph, name, version, into=checked[-1]):
            pass
    return checked


@without_fp_warnings
def validate_operations(
    model: Model, version: Version = Version.AIDL_V4
) -> tuple[OperationResult, ...]:
    """Return the result of checking each operation of the main subgraph.

    IF and WHILE also take over violations and missing definitions from the subgraphs that they can
    run. If the structure of the model is invalid, every operation gets its first violation.
    """
    operations = model.main.operations
    if (structure := next(_structure(model, version), None)) is not None:
        return (OperationResult(OperationVerdict.VIOLATIONS, structure),) * len(operations)
    by_subgraph = [list(_operations(model, s, n, version)) for s, n in _named_subgraphs(model)]
    broken_in = [next((v for _, v in found), None) for found in by_subgraph]
    of_main = dict(by_subgraph[0])
    defined = defined_operations(model)
    findings = []
    for index, operation in enumerate(operations):
        violation = of_main.get(index)
        if violation is None and operation.type in CONTROL_FLOW:
            runs = _reachable_subgraphs(model, operation.inputs)
            violation = next((v for i in runs if (v := broken_in[1 + i]) is not None), None)
        if violation is not None:
            findings.append(OperationResult(OperationVerdict.VIOLATIONS, violation))
        elif defined[index]:
            findings.append(OperationResult(OperationVerdict.VALID))
        else:
            findings.append(OperationResult(OperationVerdict.NO_DEFINITION))
    return tuple(findings)


def defined_operations(model: Model) -> tuple[bool, ...]:
    """Return for each operation of the main subgraph whether the suite has a definition of it.

    The model must be valid. IF and WHILE count as defined if all operations of the subgraphs that
    they can run are defined.
    """
    known = definitions()

    def defined(subgraph: Subgraph) -> bool:
        return all(
            o.type in known or o.type in CONTROL_FLOW or find_definition(o.type) is not None
            for o in subgraph.operations
        )

    return tuple(
        [
            all(defined(model.referenced[i]) for i in _reachable_subgraphs(model, operation.inputs))
            if operation.type in CONTROL_FLOW
            else operation.type in known or find_definition(operation.type) is not None
            for operation in model.main.operations
        ]
    )


def _reachable_subgraphs(model: Model, inputs: tuple[int, ...]) -> list[int]:
    count = len(model.referenced)
    waiting = [
        operand.location.offset
        for operand in (model.main.operands[index] for index in inputs)
        if operand.lifetime == OperandLifeTime.SUBGRAPH
    ]
    found: list[int] = []
    while waiting:
        index = waiting.pop()
        if index not in found:
            found.append(index)
            waiting.extend(referenced_subgraphs(model.referenced[index], count))
    return sorted(found)


def _violations(
    model: Model, version: Version, into: list[CheckedSubgraph] | None = None
) -> Iterator[Violation]:
    """Yield all violations of a model; append the checked calls to ``into``."""
    sound = True
    for violation in _structure(model, version):
        sound = False
        yield violation
    if sound:
        for subgraph, name in _named_subgraphs(model):
            checked = None
            if into is not None:
                into.append(checked := CheckedSubgraph())
            for _, violation in _operations(model, subgraph, name, version, checked):
                yield violation


def _named_subgraphs(model: Model) -> Iterator[tuple[Subgraph, str]]:
    yield model.main, "main"
    for index, subgraph in enumerate(model.referenced):
        yield subgraph, f"subgraph {index}"


def _structure(model: Model, version: Version) -> Iterator[Violation]:
    """Yield the violations that can be found without the definitions of operations."""
    if (violation := _field_violation(model)) is not None:
        yield violation
        return
    yield from _pool_violations(model)
    if prefixes := model.extension_name_to_prefix:
        yield from extension_violations(prefixes, version)
    yield from _version_violations(model, version)
    around = ModelContext(
        version,
        len(model.operand_values),
        [pool_size(pool) or 0 for pool in model.pools],
        len(model.referenced),
        prefixes.values() if prefixes else (),
    )
    sound = True
    for subgraph, name in _named_subgraphs(model):
        for violation in subgraph_violations(subgraph, name, around):
            sound = False
            yield violation
    if sound and model.referenced and (cycle := find_cycle(model.referenced)) is not None:
        path = " -> ".join(str(index) for index in cycle)
        yield rule_violation(
            "model.subgraph_cycle",
            "model",
            f"referenced subgraphs form the reference cycle {path}; there must be no cycle",
        )


def _field_violation(model: Model) -> Violation | None:
    for what, value, expected in (
        ("model", model, Model),
        ("main", getattr(model, "main", None), Subgraph),
        ("referenced", getattr(model, "referenced", None), tuple),
        ("operand_values", getattr(model, "operand_values", None), bytes),
        ("pools", getattr(model, "pools", None), tuple),
        ("extension_name_to_prefix", getattr(model, "extension_name_to_prefix", None), Mapping),
    ):
        if not isinstance(value, expected):
            return rule_violation(
                "model.field",
                "model",
                f"{what} is {show_value(value)}, must be of type {expected.__name__}",
            )
    subgraphs: Sequence[object] = model.referenced
    for index, subgraph in enumerate(subgraphs):
        if not isinstance(subgraph, Subgraph):
            return rule_violation(
                "model.field", f"subgraph {index}", f"is {show_value(subgraph)}, must be a Subgraph"
            )
    return None


def _pool_violations(model: Model) -> Iterator[Violation]:
    for index, pool in enumerate(model.pools):
        size = pool_size(pool)
        if is_image(pool):
            yield rule_violation(
                "model.pool_handle",
                f"model, pool {index}",
                "is a hardware buffer of another format than BLOB, which is permitted in requests"
                " only",
            )
        elif size is None or size <= 0:
            what = f"is {show_value(pool)}" if size is None else f"has {size} bytes"
            yield rule_violation(
                "model.pool",
                f"model, pool {index}",
                f"{what}, must be a memory object with more than 0 bytes",
            )


def _version_violations(model: Model, version: Version) -> Iterator[Violation]:
    """Yield the violations of a model's features that ``version`` does not have."""
    relaxed: object = model.relax_computation_float32_to_float16
    if not isinstance(relaxed, bool):
        yield rule_violation(
            "model.field",
            "model",
            f"relax_computation_float32_to_float16 is {show_value(relaxed)}, must be a bool",
        )
    elif relaxed and version < Version.V1_1:
        yield rule_violation(
            "version.relaxed",
            "model",
            f"relaxes float32 computation, which exists from HAL 1.1 on, but this is HAL {version}",
        )
    if model.referenced and version < Version.V1_3:
        yield rule_violation(
            "version.subgraph",
            "model",
            f"has {len(model.referenced)} referenced subgraphs, which exist from HAL 1.3 on, but "
            f"this is HAL {version}",
        )


def pool_size(pool: object) -> int | None:
    """Return the size of a memory in bytes; ``None`` if it has no size or is not a memory."""
    if not isinstance(pool, Memory):
        return None
    try:
        size = pool.size
    except (OSError, ValueError):
        return None
    return size if isinstance(size, int) else None


def is_image(pool: object) -> bool:
    """Return whether a pool is a hardware buffer of another format than BLOB."""
    return isinstance(pool, Memory) and pool.kind is MemoryKind.HARDWARE_BUFFER


_NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._")


def extension_violations(prefixes: Mapping[Any, Any], version: Version) -> Iterator[Violation]:
    """Yield the violations of a model's extension names and prefixes."""
    where = "model, extension_name_to_prefix"
    if version < Version.V1_2:
        yield rule_violation(
            "version.extension",
            where,
            f"extensions exist from HAL 1.2 on, but this is HAL {version}",
        )
        return
    owner: dict[int, object] = {}
    for name, prefix in prefixes.items():
        if not isinstance(name, str) or "." not in name or not _NAME_LETTERS.issuperset(name):
            yield rule_violation(
                "extension.name",
                where,
                f"{show_value(name)} must contain only lower-case letters, digits, '_' and '.', and"
                " at least one '.'",
            )
        if not isinstance(prefix, int):
            yield rule_violation(
                "model.field",
                where,
                f"prefix of {show_value(name)} is {show_value(prefix)}, must be an integer",
            )
        elif not 0 < prefix <= 0xFFFF:
            yield rule_violation(
                "extension.prefix",
                where,
                f"prefix of {show_value(name)} is {show_value(prefix)}, must be 1 to 65535",
            )
        elif prefix in owner:
            yield rule_violation(
                "extension.prefix",
                where,
                f"{show_value(name)} and {show_value(owner[prefix])} both have the prefix {prefix};"
                " prefixes must be unique",
            )
        else:
            owner[prefix] = name


def _operations(
    model: Model,
    subgraph: Subgraph,
    name: str,
    version: Version,
    into: CheckedSubgraph | None = None,
) -> Iterator[tuple[int, Violation]]:
    """Yield the index and the first violation of each operation that breaks a rule.

    The structure of the subgraph must be valid.
    """
    operands = subgraph.operands
    views: list[OperandView | None] = [None] * len(operands)
    # The views in ``into`` can live as long as a prepared model; a view of the client's memory
    # would keep it mapped.
    constant = constant_view if into is None else lasting_constant
    if into is not None:
        into.views = views
        # All views are needed. If a pool cannot be read, the operations that need it report that.
        with suppress(PoolUnreadableError):
            views[:] = [
                OperandView.of(operand, constant(model, operand))
                if operand.lifetime in CONSTANT_LIFETIMES
                else OperandView.of(operand)
                for operand in operands
            ]

    types = [operand.type for operand in operands]
    complete = None not in views
    for index, operation in enumerate(subgraph.operations):
        violation: Violation | None = None
        checked: CheckedCall | None = None
        if operation.type in CONTROL_FLOW:
            if (problem := control_flow_problem(model, subgraph, operation)) is not None:
                place = operation_place(name, index, operation.type)
                violation = rule_violation(problem[0], place, problem[1])
        else:
            try:
                for i in () if complete else (*operation.inputs, *operation.outputs):
                    if views[i] is None:
                        views[i] = OperandView.of(operands[i], constant(model, operands[i]))
                checked = check_operation(subgraph, index, types, views, version, name)
            except PoolUnreadableError as error:
                place = operation_place(name, index, operation.type)
                violation = rule_violation("model.pool_handle", place, str(error))
            if checked is not None:
                violation = checked.violation
        if into is not None:
            into.calls.append(checked)
        if violation is not None:
            yield index, violation
