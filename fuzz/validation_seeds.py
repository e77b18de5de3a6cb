"""Seeds that reach the branches of the validator and of the conversion of versions.

Candidates are mutated models and changed fields. If several candidates break the same rule with the
same message, apart from its numbers, only the smallest one is kept. libFuzzer's merge then keeps
those that reach further code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from typing import Final

from conformance.checks.sample_models import addition_model, loop_model
from conformance.hal import (
    EXTENSION_TYPE_BITS,
    DataLocation,
    MemoryKind,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    SharedMemory,
    Version,
)
from conformance.validation.mutations import mutations_of
from fuzz.checks.validation_checks import values_of, violations_of
from fuzz.inputs.decoder import decode
from fuzz.inputs.encoder import CannotEncodeError, encode
from fuzz.inputs.field_changes import (
    VALUE_COUNT,
    ChangedFields,
    FieldChange,
    join_changes,
    paths_in,
)
from fuzz.inputs.records import LAYOUT, Header, Tag, join, split

_VERSIONS: Final = tuple(Version)
_NEWEST: Final = _VERSIONS.index(Version.AIDL_V3)
_OLD: Final = (_VERSIONS.index(Version.V1_0), _VERSIONS.index(Version.V1_2))
_SMALLEST: Final = 8
_TAGS: Final = (Tag.SCALES, Tag.POOL, Tag.SUBGRAPH)
_PER_TAG: Final = 6
_MAX_CHANGED: Final = 400
"""Maximum length in bytes of a model all of whose fields are changed."""

_LARGE: Final = 20_000
_PREFIX: Final = 5
_DIGITS: Final = re.compile(r"[^a-z ]+")
_KEY_LENGTH: Final = 48


def validation_seeds(models: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the seeds of the target ``validation``; ``models`` are encoded valid models."""
    bases = [*_small(models), _large_constant(), *_encoded(unusual_models())]
    for data in bases:
        yield from (join_changes(ChangedFields(number, (), data)) for number in (*_OLD, _NEWEST))
    candidates = sorted(dict.fromkeys(_candidates(bases)), key=len)
    known: set[tuple[str, str]] = set()
    for data in candidates:
        kinds = {
            (violation.rule.name, _DIGITS.sub("", violation.detail)[:_KEY_LENGTH])
            for violation in violations_of(data)
        }
        if not kinds <= known:
            known |= kinds
            yield data


def _small(models: Sequence[bytes]) -> list[bytes]:
    """Return the smallest models, and the smallest that have a rare record."""
    small = sorted(models, key=len)
    found = [encode(addition_model()), encode(loop_model(3)), *small[:_SMALLEST]]
    for tag in _TAGS:
        having = (data for data in small if any(record.tag is tag for record in split(data)[1]))
        found += islice(having, _PER_TAG)
    return list(dict.fromkeys(found))


def _encoded(models: Iterable[Model]) -> Iterator[bytes]:
    for model in models:
        with suppress(CannotEncodeError):
            yield encode(model)


def _candidates(bases: Sequence[bytes]) -> Iterator[bytes]:
    """Yield mutations of models, and changes of their fields."""
    for data in bases:
        model = decode(data).model
        mutants = (mutation.build() for _, mutation in mutations_of(model, Version.AIDL_V3))
        for mutant in _encoded(mutants):
            yield join_changes(ChangedFields(_NEWEST, (), mutant))
        for mutant in _encoded(_broken_models(model)):
            for number in (*_OLD, _NEWEST):
                yield join_changes(ChangedFields(number, (), mutant))
    for data in bases:
        if len(data) > _MAX_CHANGED:
            continue
        unchanged = ChangedFields(_NEWEST, (), data)
        for root, value in enumerate(values_of(join_changes(unchanged))):
            for path, number in product(paths_in(value), range(VALUE_COUNT)):
                change = FieldChange(root, path, number)
                yield join_changes(replace(unchanged, changes=(change,)))


def _with_operand(model: Model, operand: Operand, data: bytes = b"") -> Model:
    """Return the model with a further operand, which is no argument of an operation."""
    main = model.main
    inputs = main.input_indexes
    if operand.lifetime == OperandLifeTime.SUBGRAPH_INPUT:
        inputs = (*inputs, len(main.operands))
    main = replace(main, operands=(*main.operands, operand), input_indexes=inputs)
    return replace(model, main=main, operand_values=model.operand_values + data)


def unusual_models() -> Iterator[Model]:
    """Yield valid models that neither spec examples nor random graphs have."""
    addition = addition_model()
    main = addition.main
    first, second, activation, result = main.operands
    reference = OperandLifeTime.CONSTANT_REFERENCE
    constant = replace(second, lifetime=reference, location=DataLocation(0, 0, 16))
    operands = first, constant, activation, result
    yield replace(
        addition,
        main=replace(main, operands=operands, input_indexes=(0,)),
        pools=(SharedMemory(16),),
    )
    scalar = replace(activation, lifetime=OperandLifeTime.SUBGRAPH_INPUT, location=DataLocation())
    operands = first, second, scalar, result
    yield replace(addition, main=replace(main, operands=operands, input_indexes=(0, 1, 2)))
    code = _PREFIX << EXTENSION_TYPE_BITS | 1
    vendor = replace(addition, extension_name_to_prefix={"com.example.vendor": _PREFIX})
    yield _with_operand(vendor, Operand(code, (2,), lifetime=OperandLifeTime.SUBGRAPH_INPUT))
    copy = OperandLifeTime.CONSTANT_COPY
    location = DataLocation(0, len(vendor.operand_values), 4)
    yield _with_operand(vendor, Operand(code, (), lifetime=copy, location=location), bytes(4))
    operation = Operation(code, (0, 1), (3,))
    operands = first, second, replace(activation, number_of_consumers=0), result
    yield replace(vendor, main=replace(main, operations=(operation,), operands=operands))
    oem = Operation(10_000, (0, 1), (3,))
    yield replace(addition, main=replace(main, operations=(oem,), operands=operands))
    truth = Operand(OperandType.BOOL, (), lifetime=copy, location=replace(location, length=1))
    yield _with_operand(addition, truth, b"\7\0\0\0")


def _large_constant() -> bytes:
    """Return an addition with a constant in a memory that is so large that it is mapped."""
    size = 4 * _LARGE
    shape = 1, 0, OperandType.TENSOR_FLOAT32, 0.0, 0, _LARGE, 0, 0, 0
    lifetimes = (
        OperandLifeTime.SUBGRAPH_INPUT,
        OperandLifeTime.CONSTANT_REFERENCE,
        OperandLifeTime.SUBGRAPH_OUTPUT,
    )
    first, constant, result = (
        LAYOUT[Tag.OPERAND].pack(Tag.OPERAND, shape[0], lifetime, *shape[1:])
        for lifetime in lifetimes
    )
    scalar = OperandLifeTime.CONSTANT_COPY, 0, OperandType.INT32, 0.0, 0, 0, 0, 0, 0
    code = addition_model().main.operations[0].type
    parts = (
        join(Header(), []),
        LAYOUT[Tag.POOL].pack(Tag.POOL, 0, size),
        *(first, constant),
        LAYOUT[Tag.LOCATION].pack(Tag.LOCATION, 0, 0, size),
        LAYOUT[Tag.OPERAND].pack(Tag.OPERAND, 0, *scalar),
        result,
        LAYOUT[Tag.OPERATION].pack(Tag.OPERATION, 3, 1, code, 0, 1, 2, 0, 0, 0, 3, 0),
    )
    return b"".join(parts)


def _broken_models(model: Model) -> Iterator[Model]:
    """Yield invalid models that no mutation of the suite makes."""
    for prefixes in ({"vendor": 1}, {"com.a": 0}, {"com.a": 1, "com.b": 1}, {"com.a": 1 << 17}):
        yield replace(model, extension_name_to_prefix=prefixes)
    yield replace(model, relax_computation_float32_to_float16=True)
    yield replace(model, pools=(*model.pools, SharedMemory(0)))
    image = SharedMemory(0, name=MemoryKind.HARDWARE_BUFFER)
    yield replace(model, pools=(*model.pools, image))
    main = model.main
    yield replace(model, main=replace(main, operations=()))
    yield replace(model, main=replace(main, operands=()))
    for lifetime in (*OperandLifeTime, 9):
        for code in (OperandType.TENSOR_FLOAT32, 99, _PREFIX << EXTENSION_TYPE_BITS):
            for shape in ((), (0,), (2, 2), (1 << 31, 4)):
                operand = Operand(code, shape, lifetime=lifetime)
                yield _with_operand(model, operand)
                yield _with_operand(model, replace(operand, location=DataLocation(1, 4, 8)))
    if model.referenced:
        first, *others = model.referenced
        reference = Operand(
            OperandType.SUBGRAPH, lifetime=OperandLifeTime.SUBGRAPH, location=DataLocation(0, 0, 0)
        )
        cyclic = replace(first, operands=(*first.operands, reference))
        yield replace(model, referenced=(cyclic, *others))


def conversion_seeds(models: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the seeds of the target ``conversion``: models, with the values that accompany them."""
    yield from models
    addition = addition_model()
    for number in range(24):
        numbers = number % 7, number % 4, number % 4, number // 4 % 2
        header = Header(1, 0, *numbers)
        yield encode(addition, (), header)
    pool, argument = LAYOUT[Tag.REQUEST_POOL], LAYOUT[Tag.ARGUMENT]
    start = encode(addition)
    yield start + pool.pack(Tag.REQUEST_POOL, 1, 7)
    yield start + argument.pack(Tag.ARGUMENT, 0x80, 8, 0, 0, 0, 2, *[0] * 5)
    constant = Operand(
        OperandType.INT32,
        (),
        lifetime=OperandLifeTime.CONSTANT_REFERENCE,
        location=DataLocation(0, 0, 4),
    )
    buffer = SharedMemory(64, name=MemoryKind.HARDWARE_BUFFER_BLOB)
    yield from _encoded([replace(_with_operand(addition, constant), pools=(buffer,))])
    yield from _encoded(unusual_models())
