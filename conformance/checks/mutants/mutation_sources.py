"""Selection of the bundled examples that are mutated, and the rules that no mutation violates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Final

from conformance.cases import Example, SpecError, SpecIndex, bundled_specs
from conformance.cases.sources import SPEC_SUFFIX
from conformance.checks.check_context import CheckContext, SkipCheck, not_applicable
from conformance.checks.registration import Check
from conformance.hal import CONTROL_FLOW, OperandType, OperationType, Subgraph, Version
from conformance.operations import OperationDefinition, definitions, find_definition
from conformance.validation import first_violation, with_inputs_as_constants
from conformance.verdicts import Finding, VerdictKind

_MAX_OPERANDS: Final = 64
"""Models with more operands than this are not mutated here, only in campaigns."""

_EXAMPLES_PER_TYPE: Final = 8
"""Number of examples of one operation in which operands of a type are looked for."""

_TYPE_BITS: Final = 16
"""Bits of an operation's code below the prefix of a vendor extension."""

_MAX_EXAMINED_EXAMPLES: Final = 160
"""Maximum number of examples per operation that are loaded to find different ones."""


def operations_of(version: Version) -> Iterator[OperationType]:
    """Yield the operations of the contract up to a HAL version, in the order of their codes."""
    since = {code: definition.since for code, definition in definitions().items()}
    since.update(dict.fromkeys(CONTROL_FLOW, Version.V1_3))
    for code in sorted(since):
        if since[code] <= version:
            yield OperationType(code)


def checks_of_operations(
    area: str,
    scenario: Callable[[OperationType, CheckContext], Iterator[Finding]],
    statement: str,
    section: str,
) -> tuple[Check, ...]:
    """Return one check of an area for each operation; ``statement`` has ``{}`` for its name."""
    since = {code: definition.since for code, definition in definitions().items()}
    return tuple(
        Check(
            area,
            operation.name,
            statement.format(operation.name),
            section,
            partial(scenario, operation),
            since.get(operation, Version.V1_3),
            operations=(operation.name,),
        )
        for operation in operations_of(max(Version))
    )


def examples_for_mutants(
    context: CheckContext,
    operation: OperationType,
    select: Callable[[OperationType, Version, int], list[Example]],
    count: int,
) -> list[Example]:
    """Return the selected examples; ``SkipCheck`` ends the check if mutants are disabled or none.

    A check without a valid example of the operation is not applicable.
    """
    require_mutants(context)
    if not (examples := select(operation, context.version, count)):
        reason = (
            f"no bundled spec has a valid example of {operation.name} for HAL {context.version}"
        )
        not_applicable(reason, "version.declared")
    return examples


def require_mutants(context: CheckContext) -> None:
    """End the check as disabled if the user has disabled mutants."""
    if not context.options.mutants_per_operation:
        raise SkipCheck(VerdictKind.DISABLED, "mutants are disabled (--mutants 0)")


@cache
def _examples_by_operation(
    *, expect_failure: bool = False
) -> dict[int, list[tuple[Path, str, int]]]:
    """Return file, name and declared version (0: none) of the valid examples, by operation.

    With ``expect_failure``, return those whose execution must fail, of which the models are valid.

    Examples with operations of a vendor extension are left out, because a driver that does not list
    the extension cannot interpret them.
    """
    index, examples = _spec_index(), dict[int, list[tuple[Path, str, int]]]()
    for path in sorted(bundled_specs().glob(f"*/*{SPEC_SUFFIX}")):
        try:
            infos = index.names(path)
        except SpecError:
            continue
        for info in infos:
            if any(code >> _TYPE_BITS for code in info.operation_codes):
                continue
            if info.expect_failure == expect_failure and not (info.has_error or info.relaxed):
                for code in set(info.operation_codes):
                    row = path, info.name, info.version_level
                    examples.setdefault(code, []).append(row)
    return examples


@cache
def _spec_index() -> SpecIndex:
    return SpecIndex()


def select_examples(operation: OperationType, version: Version, count: int) -> list[Example]:
    """Return up to ``count`` examples of an operation, valid in ``version``, as varied as possible.

    Examples with different operand types and lifetimes come first. Examples are taken from the
    files in rotation, and evenly spread within each file.
    """
    by_file: dict[Path, list[str]] = {}
    for path, name, level in _examples_by_operation().get(operation, ()):
        if level <= version:
            by_file.setdefault(path, []).append(name)
    queues = [_spread_evenly(path, names) for path, names in by_file.items()]
    by_signature: dict[object, Example] = {}
    repeated: list[Example] = []
    loaded = 0
    while queues and len(by_signature) < count and loaded < _MAX_EXAMINED_EXAMPLES:
        queue = queues.pop(0)
        if (following := next(queue, None)) is None:
            continue
        queues.append(queue)
        loaded += 1
        example = _spec_index().load(*following)
        model = example.model
        if len(model.main.operands) > _MAX_OPERANDS or first_violation(model, version) is not None:
            continue
        if (
            by_signature.setdefault(_operand_signature(model.main, operation), example)
            is not example
        ):
            repeated.append(example)
    return [*by_signature.values(), *repeated][:count]


def examples_with_type(type_: OperandType, version: Version, count: int) -> list[Example]:
    """Return up to ``count`` examples with operands of a type, with different lifetimes if any."""
    found: list[Example] = []
    lifetimes: set[int] = set()
    for operation in operations_of(version):
        definition = find_definition(operation)
        if definition is not None and not mentions_type(definition, type_):
            continue
        for example in select_examples(operation, version, _EXAMPLES_PER_TYPE):
            have = {
                operand.lifetime for operand in example.model.main.operands if operand.type == type_
            }
            if have - lifetimes:
                lifetimes |= have
                found.append(example)
                if len(found) == count:
                    return found
    return found


def later_examples(version: Version, count: int) -> Iterator[Example]:
    """Yield up to ``count`` examples of each operation from the files of later versions."""
    taken: set[tuple[Path, str]] = set()
    for operation in operations_of(max(Version)):
        rows = [
            (path, name)
            for path, name, level in _examples_by_operation().get(operation, ())
            if level > version and (path, name) not in taken
        ]
        chosen = rows[:: max(1, len(rows) // count)][:count]
        taken.update(chosen)
        for path, name in chosen:
            example = _spec_index().load(path, name)
            if len(example.model.main.operands) <= _MAX_OPERANDS:
                yield example


def select_examples_to_mutate(
    operation: OperationType, version: Version, count: int
) -> list[Example]:
    """Return the selected examples of an operation and those that its rarer rules need.

    The last one, if the first has several inputs, is the first example with most of its inputs as
    constants, so that mutations of their values break rules of the model.
    """
    examples = select_examples(operation, version, count)
    definition = find_definition(operation)
    rare = set(definition.properties.mutation_examples if definition else ())
    rare -= {example.name for example in examples}
    for path, name, level in _examples_by_operation().get(operation, ()) if rare else ():
        if name in rare and level <= version:
            rare.discard(name)
            example = _spec_index().load(path, name)
            if first_violation(example.model, version) is None:
                examples.append(example)
    constant = (_with_constant_inputs(example) for example in examples[:1])
    return examples + [e for e in constant if e and first_violation(e.model, version) is None]


def _with_constant_inputs(example: Example) -> Example | None:
    """Return an example with all inputs but the last as constants; ``None`` if it has only one."""
    inputs, kept = example.model.main.input_indexes, example.inputs[-1:]
    if len(inputs) < 2 or None in kept:
        return None
    model = with_inputs_as_constants(example.model, example.inputs)
    operands = list(model.main.operands)
    operands[inputs[-1]] = example.model.main.operands[inputs[-1]]
    main = replace(model.main, operands=tuple(operands), input_indexes=inputs[-1:])
    return replace(example, model=replace(model, main=main), inputs=kept)


def failing_examples(operation: OperationType, version: Version, count: int) -> list[Example]:
    """Return up to ``count`` examples of an operation with a valid model whose execution must fail.

    The models of such examples are mutated too, but not their requests.
    """
    rows = _examples_by_operation(expect_failure=True).get(operation, ())
    found = (_spec_index().load(path, name) for path, name, level in rows if level <= version)
    valid = (each for each in found if first_violation(each.model, version) is None)
    return list(islice(valid, count))


def _operand_signature(main: Subgraph, operation: OperationType) -> object:
    first = next(candidate for candidate in main.operations if candidate.type == operation)
    return tuple(
        (main.operands[index].type, main.operands[index].lifetime) for index in first.inputs
    )


def _spread_evenly(path: Path, names: list[str]) -> Iterator[tuple[Path, str]]:
    """Yield all names of a file, each once, with neighbours in the file far apart."""
    count = len(names)
    stride = max(1, round(count * 0.618))
    while count % stride == 0 and stride > 1:
        stride -= 1
    chosen: set[int] = set()
    at = 0
    while len(chosen) < count:
        if at in chosen:
            at = next(number for number in range(count) if number not in chosen)
        chosen.add(at)
        yield path, names[at]
        at = (at + stride) % count


def mentions_type(definition: OperationDefinition, type_: OperandType) -> bool:
    """Return whether an argument of an operation can have a type in some version."""
    arguments = [*definition.outputs, *(spec for form in definition.forms for spec in form.inputs)]
    return any(
        legal == type_
        for spec in arguments
        for primary in definition.types
        for legal, _ in spec.types.legal(primary)
    )


_UNKNOWN_SIZE_REASON: Final = (
    "none: 0 in a model means an unknown extent; only the result of another operation can have "
    "an extent of 0"
)
_PACKET_CHECKS: Final = "the packets of `suite/bursts/...`"
_PRECEDING_RULE_REASON: Final = (
    "none: every mutation that would violate it violates a more basic rule first"
)

UNMUTATED_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "prepare.preference": "`suite/preparation/invalid_preference`",
        "prepare.priority": "`suite/preparation/invalid_priority`",
        "cache.*": "`suite/preparation/wrong_cache_files_on_load` and the checks beside it",
        "burst_request.*": _PACKET_CHECKS,
        "burst_result.*": _PACKET_CHECKS,
        "model.pool_handle": "the checks of `suite/memory_pools_refused/...`",
        "request.pool_protection": "`suite/memory_pools_refused/forbidden_access`",
        "request.input_unspecified": "the checks of `suite/dynamic_outputs/...`",
        "operation.zero_size": _UNKNOWN_SIZE_REASON,
        "*.image_sizes": _UNKNOWN_SIZE_REASON,
        "*.filter_sizes": _UNKNOWN_SIZE_REASON,
        "*.input_sizes": _UNKNOWN_SIZE_REASON,
        "*.weights_sizes": _UNKNOWN_SIZE_REASON,
        "*.image_not_empty": _UNKNOWN_SIZE_REASON,
        "*.image_count": _UNKNOWN_SIZE_REASON,
        "*.parallel_linking": (
            "none: it applies before HAL 1.3 only, and no single mutation of an example violates it"
        ),
        "BIDIRECTIONAL_SEQUENCE_LSTM.backward_input_size": _PRECEDING_RULE_REASON,
    }
)
"""Explanations for the rules page, by pattern of the rule's name."""


def unmutated_reason(rule: str) -> str:
    """Return the explanation for a rule that no mutation violates; ``-`` if there is none."""
    return next(
        (why for pattern, why in UNMUTATED_RULES.items() if fnmatchcase(rule, pattern)), "-"
    )
