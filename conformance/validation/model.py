"""Judges a whole model: its structure first, then its operations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from conformance.hal import (
    Memory,
    Model,
    OperandLifeTime,
    Subgraph,
    Version,
)
from conformance.operations import OperandView, definitions
from conformance.validation.calls import JudgedCall, judge_operation
from conformance.validation.constants import PoolUnreadableError, constant_view
from conformance.validation.control_flow import (
    CONTROL_FLOW,
    control_flow_problem,
    cycle,
    references,
)
from conformance.validation.findings import Violation, broken, operation_place, shown
from conformance.validation.operands import Surroundings
from conformance.validation.structure import subgraph_violations


class OperationVerdict(Enum):
    """What the suite can say of one operation."""

    VALID = "valid"
    VIOLATIONS = "violations"
    NO_DEFINITION = "no definition"
    """Nothing speaks against it, but it is not judged: the suite lacks it, or one that it runs."""


@dataclass(frozen=True, slots=True)
class OperationFinding:
    """The verdict on one operation, with the first rule that it breaks."""

    verdict: OperationVerdict
    violation: Violation | None = None


def validate_model(model: Model, version: Version = Version.AIDL_V4) -> tuple[Violation, ...]:
    """All rules that a model breaks: at most one for each operand and operation.

    Never raises, whatever the model holds. Operations are judged by their definitions only where
    the structure is sound, because their rules speak of operands that exist. An operation that the
    suite has no definition of is not held against the model.
    """
    return tuple(_violations(model, version))


def first_violation(
    model: Model,
    version: Version = Version.AIDL_V4,
    valid: Model | None = None,
    tolerated: Collection[str] = (),
) -> Violation | None:
    """The first of ``validate_model``, without looking further; ``None`` for a valid model.

    ``valid`` is a model without violations that ``model`` was made from: what is the very same
    object in both is not looked at again. The answer is the same, and sooner there. Rules that are
    ``tolerated`` count as kept.
    """
    return _first(_violations(model, version, valid), tolerated)


def _first(found: Iterator[Violation], tolerated: Collection[str]) -> Violation | None:
    return next((one for one in found if one.rule.name not in tolerated), None)


@dataclass(slots=True)
class JudgedSubgraph:
    """What judging a subgraph's operations brought, for those who prepare it.

    ``views`` by operand, ``None`` for those that no call names; ``calls`` by operation, ``None``
    for control flow and where there is no definition.
    """

    views: list[OperandView | None] = field(default_factory=list)
    calls: list[JudgedCall | None] = field(default_factory=list)


def judge_model(
    model: Model, version: Version = Version.AIDL_V4, tolerated: Collection[str] = ()
) -> tuple[Violation | None, list[JudgedSubgraph]]:
    """``first_violation`` with the calls that were judged, main's first, then the referenced ones'.

    The calls are complete for a model that breaks no rule, and none at all where its structure is
    not sound; their values are the model's own, copies of what lies in its pools.
    """
    judged: list[JudgedSubgraph] = []
    return _first(_violations(model, version, into=judged), tolerated), judged


def judge_calls(model: Model, version: Version = Version.AIDL_V4) -> list[JudgedSubgraph]:
    """The same calls of a model of sound structure, whatever rules its operations break."""
    judged: list[JudgedSubgraph] = []
    for subgraph, name in _named_subgraphs(model):
        judged.append(JudgedSubgraph())
        for _ in _operations(model, subgraph, name, version, into=judged[-1]):
            pass
    return judged


def validate_operations(
    model: Model, version: Version = Version.AIDL_V4
) -> tuple[OperationFinding, ...]:
    """A finding for each operation of the main subgraph.

    A control flow operation is as good as the worst operation of the subgraphs it runs. In a model
    whose structure is broken every operation has the structure's first violation.
    """
    operations = model.main.operations
    structure = next(_structure(model, version), None)
    if structure is not None:
        return (OperationFinding(OperationVerdict.VIOLATIONS, structure),) * len(operations)
    by_subgraph = [list(_operations(model, s, n, version)) for s, n in _named_subgraphs(model)]
    broken_in = [next((v for _, v in found), None) for found in by_subgraph]
    of_main = dict(by_subgraph[0])
    defined = defined_operations(model)
    findings = []
    for index, operation in enumerate(operations):
        violation = of_main.get(index)
        if violation is None and operation.type in CONTROL_FLOW:
            runs = _reached(model, operation.inputs)
            violation = next((v for i in runs if (v := broken_in[1 + i]) is not None), None)
        if violation is not None:
            findings.append(OperationFinding(OperationVerdict.VIOLATIONS, violation))
        elif defined[index]:
            findings.append(OperationFinding(OperationVerdict.VALID))
        else:
            findings.append(OperationFinding(OperationVerdict.NO_DEFINITION))
    return tuple(findings)


def defined_operations(model: Model) -> tuple[bool, ...]:
    """Which main operations of a valid model the suite has a definition of.

    A control flow operation counts as defined if all operations of the subgraphs it runs are.
    """
    known = definitions()

    def defined(subgraph: Subgraph) -> bool:
        return all(o.type in known or o.type in CONTROL_FLOW for o in subgraph.operations)

    return tuple(
        all(defined(model.referenced[i]) for i in _reached(model, operation.inputs))
        if operation.type in CONTROL_FLOW
        else operation.type in known
        for operation in model.main.operations
    )


def _reached(model: Model, inputs: tuple[int, ...]) -> list[int]:
    """Indexes of all subgraphs that an operation of the main subgraph can run."""
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
            waiting.extend(references(model.referenced[index], count))
    return sorted(found)


def _violations(
    model: Model,
    version: Version,
    valid: Model | None = None,
    into: list[JudgedSubgraph] | None = None,
) -> Iterator[Violation]:
    """All that a model breaks; ``into`` takes the calls up on the way."""
    if valid is not None and not _made_from(model, valid):
        valid = None
    sound = True
    for violation in _structure(model, version, valid):
        sound = False
        yield violation
    if sound:
        for number, (subgraph, name) in enumerate(_named_subgraphs(model)):
            known = None if valid is None else _subgraph(valid, number)
            if subgraph is known and not model.referenced:
                continue
            taken = None
            if into is not None:
                into.append(taken := JudgedSubgraph())
            for _, violation in _operations(model, subgraph, name, version, known, taken):
                yield violation


def _made_from(model: Model, valid: Model) -> bool:
    """Whether what an operand refers to is still in ``model`` as it was in ``valid``."""
    return (
        isinstance(model, Model)
        and model.pools is valid.pools
        and model.extension_name_to_prefix is valid.extension_name_to_prefix
        and isinstance(model.referenced, tuple)
        and len(model.referenced) == len(valid.referenced)
        and isinstance(model.operand_values, bytes)
        and (
            model.operand_values is valid.operand_values
            or model.operand_values.startswith(valid.operand_values)
        )
    )


def _subgraph(model: Model, number: int) -> Subgraph:
    return model.referenced[number - 1] if number else model.main


def _named_subgraphs(model: Model) -> Iterator[tuple[Subgraph, str]]:
    yield model.main, "main"
    for index, subgraph in enumerate(model.referenced):
        yield subgraph, f"subgraph {index}"


def _structure(model: Model, version: Version, valid: Model | None = None) -> Iterator[Violation]:
    """Everything that does not need an operation's definition."""
    where = "model"
    for what, value, wanted in (
        ("model", model, Model),
        ("main", getattr(model, "main", None), Subgraph),
        ("referenced", getattr(model, "referenced", None), tuple),
        ("operand_values", getattr(model, "operand_values", None), bytes),
        ("pools", getattr(model, "pools", None), tuple),
        ("extension_name_to_prefix", getattr(model, "extension_name_to_prefix", None), Mapping),
    ):
        if not isinstance(value, wanted):
            yield broken(
                "model.field", where, f"{what} is {shown(value)}, must be of type {wanted.__name__}"
            )
            return
    subgraphs: Sequence[object] = model.referenced
    for index, subgraph in enumerate(subgraphs):
        if not isinstance(subgraph, Subgraph):
            yield broken(
                "model.field", f"subgraph {index}", f"is {shown(subgraph)}, must be a Subgraph"
            )
            return
    pool_bytes = []
    for index, pool in enumerate(model.pools):
        size = pool_size(pool)
        if size is None or size <= 0:
            what = f"is {shown(pool)}" if size is None else f"has {size} bytes"
            yield broken(
                "model.pool", f"{where}, pool {index}", f"{what}, must be a non-empty memory"
            )
        pool_bytes.append(size or 0)
    prefixes = model.extension_name_to_prefix
    if prefixes:
        yield from _extension_violations(prefixes, version)
    relaxed: object = model.relax_computation_float32_to_float16
    if relaxed is not False:
        if not isinstance(relaxed, bool):
            yield broken(
                "model.field",
                where,
                f"relax_computation_float32_to_float16 is {shown(relaxed)}, must be a bool",
            )
        elif version < Version.V1_1:
            yield broken(
                "version.relaxed", where, f"relaxed float32 exists from 1.1 on, this is {version}"
            )
    if model.referenced and version < Version.V1_3:
        yield broken(
            "version.subgraph",
            where,
            f"has {len(model.referenced)} referenced subgraphs, they exist from 1.3 on "
            f"(this is {version})",
        )
    around = Surroundings(
        version,
        len(model.operand_values),
        pool_bytes,
        len(model.referenced),
        prefixes.values() if prefixes else (),
    )
    if not model.referenced:
        known = None if valid is None else valid.main
        yield from subgraph_violations(model.main, "main", around, known)
        return
    sound = True
    for number, (subgraph, name) in enumerate(_named_subgraphs(model)):
        known = None if valid is None else _subgraph(valid, number)
        for violation in subgraph_violations(subgraph, name, around, known):
            sound = False
            yield violation
    if sound and (circle := cycle(model.referenced)) is not None:
        path = " -> ".join(str(index) for index in circle)
        yield broken(
            "model.subgraph_cycle",
            where,
            f"referenced subgraphs refer in a circle: {path}; references must end somewhere",
        )


def pool_size(pool: object) -> int | None:
    """Size of a memory; ``None`` for what is no memory, or cannot tell."""
    if not isinstance(pool, Memory):
        return None
    try:
        size = pool.size
    except (OSError, ValueError):
        return None
    return size if isinstance(size, int) else None


_NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._")


def _extension_violations(prefixes: Mapping[Any, Any], version: Version) -> Iterator[Violation]:
    where = "model, extension_name_to_prefix"
    if version < Version.V1_2:
        yield broken("version.extension", where, f"extensions exist from 1.2 on, this is {version}")
    owner: dict[int, object] = {}
    for name, prefix in prefixes.items():
        if not isinstance(name, str) or "." not in name or not _NAME_LETTERS.issuperset(name):
            yield broken(
                "extension.name",
                where,
                f"{shown(name)} must be lower-case letters, digits, '_' and at least one '.'",
            )
        if not isinstance(prefix, int):
            yield broken(
                "model.field", where, f"prefix of {shown(name)} is {shown(prefix)}, no integer"
            )
        elif not 0 < prefix <= 0xFFFF:
            yield broken(
                "extension.prefix",
                where,
                f"prefix of {shown(name)} is {shown(prefix)}, must be 1 to 65535",
            )
        elif prefix in owner:
            yield broken(
                "extension.prefix",
                where,
                f"{shown(name)} and {owner[prefix]!r} both have the prefix {prefix}",
            )
        else:
            owner[prefix] = name


def _operations(
    model: Model,
    subgraph: Subgraph,
    name: str,
    version: Version,
    valid: Subgraph | None = None,
    into: JudgedSubgraph | None = None,
) -> Iterator[tuple[int, Violation]]:
    """The first violation of each operation of a sound subgraph, with its index."""
    operands = subgraph.operands
    views: list[OperandView | None] = [None] * len(operands)
    if into is not None:
        into.views = views

    def view_of(index: int) -> OperandView:
        operand = operands[index]
        value = constant_view(model, operand)
        if into is not None and operand.lifetime == OperandLifeTime.CONSTANT_REFERENCE:
            value = None if value is None else value.copy()  # a view would keep the pool mapped
        view = views[index] = OperandView.of(operand, value)
        return view

    for index, operation in enumerate(subgraph.operations):
        if valid is not None and _kept(subgraph, valid, index):
            continue
        violation: Violation | None = None
        judged: JudgedCall | None = None
        if operation.type in CONTROL_FLOW:
            problem = control_flow_problem(model, subgraph, operation)
            if problem is not None:
                place = operation_place(name, index, operation.type)
                violation = broken(problem[0], place, problem[1])
        else:
            try:
                judged = judge_operation(subgraph, index, views, view_of, version, name)
            except PoolUnreadableError as error:
                place = operation_place(name, index, operation.type)
                violation = broken("model.pool", place, str(error))
            if judged is not None:
                violation = judged.violation
        if into is not None:
            into.calls.append(judged)
        if violation is not None:
            yield index, violation


def _kept(subgraph: Subgraph, valid: Subgraph, index: int) -> bool:
    """Whether an operation that runs no subgraph, and all its operands, are those of ``valid``."""
    operation = subgraph.operations[index]
    if index >= len(valid.operations) or operation is not valid.operations[index]:
        return False
    if operation.type in CONTROL_FLOW:
        return False
    operands, known = subgraph.operands, valid.operands
    if len(known) > len(operands):
        return False
    return operands is known or all(
        operands[i] is known[i] for i in (*operation.inputs, *operation.outputs)
    )
