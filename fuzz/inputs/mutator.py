"""Mutator and crossover that know the structure of fuzz inputs.

Half of the mutations are those that the suite applies to valid models
(``conformance.validation.mutations``); the others change records.
"""

from __future__ import annotations

import random
import struct
from array import array
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from conformance.hal import Model, OperandType, OperationType, Version
from conformance.validation import validate_model
from conformance.validation.mutations import FAMILIES, ModelMutation
from fuzz.inputs.decoder import decode
from fuzz.inputs.encoder import encode
from fuzz.inputs.fuzz_input import FuzzInput
from fuzz.inputs.records import HEADER_SIZE, LAYOUT, RECORD_SIZE, Header, Record, Tag, join, split

_MAX_LISTED: Final = 8000
"""At most this many mutations of a family are considered."""

_NUMBERS: Final = (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 127, 128, 255, 256, 32767, 65535)
_LARGE_NUMBERS: Final = (2**31 - 1, 2**31, 2**32 - 1)
_FLOATS: Final = (0.0, -0.0, 1.0, -1.0, 0.5, 1e-30, 3e38, float("inf"), float("nan"))
_REQUEST_TAGS: Final = (Tag.ARGUMENT, Tag.REQUEST_POOL, Tag.LIMITS, Tag.FENCE)
_MODEL_SHARE: Final = 0.7
_NEW_POOL_SHARE: Final = 0.15
_LOWEST: Final = -(2**31)
_WEIGHTS_BY_FAMILY: Final = {
    "operand.value": 8,
    "operand.shape": 5,
    "operand.quantization": 4,
    "operand.sizes": 3,
    "operand.lifetime": 2,
    "operation.repeated": 2,
}
"""How often a family is chosen, if not once: the rules of single operations need these."""

_FAMILY_WEIGHTS: Final = [_WEIGHTS_BY_FAMILY.get(family.name, 1) for family in FAMILIES]
_CODES: Final[dict[Tag, tuple[int, Sequence[int]]]] = {
    Tag.OPERAND: (3, tuple(OperandType)),
    Tag.OPERATION: (2, tuple(OperationType)),
}
"""The field of a record that holds a code of the contract, and the codes."""


_MAX_INPUTS: Final = 4096
"""The mutations of at most this many inputs are remembered."""

_MAX_UNIFORM: Final = 3
"""At most this many mutations of a family that breaks the same rules for every operation."""

_MAX_CANDIDATES: Final = 16
"""At most this many mutations are examined for one whose rule is rare."""

_PATIENCE: Final = 0.97
"""Factor of the number of examined mutations after each search without a rare rule."""

_RARE: Final = 4
"""A rule that this many mutations broke alone is no longer rare."""

_FAMILY_BITS: Final = 8


class MutationOrder:
    """Returns the mutations of each input, each one at most once, those with rare rules first.

    A model has up to a few thousand mutations, and some rules are broken by a single one of them.
    With random choice such a mutation is found late. The validator, which is faster than a driver's
    preparation, states which rules a mutation breaks.
    """

    def __init__(self, version: Version) -> None:
        self._version = version
        self._remaining: OrderedDict[bytes, array[int]] = OrderedDict()
        self._counts: Counter[str] = Counter()
        self._candidates: float = _MAX_CANDIDATES

    def next_model(self, data: bytes, source: random.Random) -> tuple[FuzzInput, Model] | None:
        """Return the input's meaning and a mutated model; ``None`` if no mutation is left."""
        before = decode(data)
        remaining = self._remaining.get(data)
        if remaining is None:
            remaining = self._remaining[data] = _shuffled(before.model, self._version, source)
            if len(self._remaining) > _MAX_INPUTS:
                self._remaining.popitem(last=False)
        last = None
        for _ in range(min(round(self._candidates), len(remaining))):
            code = remaining.pop()
            try:
                model = _mutated(before.model, self._version, code)
                broken = {rule.rule.name for rule in validate_model(model, self._version)}
            except Exception:
                continue  # the families expect valid models
            last = before, model
            rule = broken.pop() if len(broken) == 1 else ""
            self._counts[rule] += 1
            if rule and self._counts[rule] <= _RARE:
                self._candidates = _MAX_CANDIDATES
                return last
        self._candidates = max(1.0, self._candidates * _PATIENCE)
        return last


def _mutated(model: Model, version: Version, code: int) -> Model:
    family = FAMILIES[code & (1 << _FAMILY_BITS) - 1]
    place = code >> _FAMILY_BITS
    return next(islice(family.mutations_in(model, version), place, place + 1)).build()


def _shuffled(model: Model, version: Version, source: random.Random) -> array[int]:
    """Return the places of a model's mutations in random order, as numbers with their family."""
    numbers = array("L")
    for number, family in enumerate(FAMILIES):
        listed: list[ModelMutation] = []
        with suppress(Exception):  # the families expect valid models
            listed.extend(islice(family.mutations_in(model, version), _MAX_LISTED))
        places: list[int] | range = range(len(listed))
        if family.uniform and len(places) > _MAX_UNIFORM:
            places = source.sample(places, _MAX_UNIFORM)
        numbers.extend(place << _FAMILY_BITS | number for place in places)
    source.shuffle(numbers)
    return numbers


def mutate(
    data: bytes,
    max_size: int,
    seed: int,
    *,
    request: bool = False,
    version: Version = Version.AIDL_V4,
    order: MutationOrder | None = None,
) -> bytes:
    """Return a changed input of at most ``max_size`` bytes.

    With ``request``, two thirds of the changes concern the request instead of the model. ``order``
    tries each model mutation of an input once before it repeats one; without it, equal arguments
    give equal results.
    """
    source = random.Random(seed)
    changed = data
    if not request or source.random() < 1 / 3:
        if source.random() < _MODEL_SHARE:
            changed = _mutate_model(data, source, version, order)
    elif source.random() < _MODEL_SHARE:
        changed = _add_request_record(data, source)
    if changed == data:
        changed = _mutate_records(data, source, _REQUEST_TAGS if request else tuple(Tag))
    return changed if len(changed) <= max_size else data[:max_size]


def crossover(first: bytes, second: bytes, max_size: int, seed: int) -> bytes:
    """Return an input with parts of both: their graphs side by side, or records of both."""
    source = random.Random(seed)
    if source.random() < 1 / 2:
        joined = _side_by_side(first, second)
        if joined is not None and len(joined) <= max_size:
            return joined
    header, records = split(first)
    _, others = split(second)
    if not others:
        return first[:max_size]
    start = source.randrange(len(others))
    taken = others[start : start + source.randrange(1, 5)]
    at = source.randrange(len(records) + 1)
    replaced = source.randrange(2) * len(taken)
    return _joined(header, [*records[:at], *taken, *records[at + replaced :]], first)[:max_size]


# --------------------------------------------------------------------------- changes of the model


def _mutate_model(
    data: bytes, source: random.Random, version: Version, order: MutationOrder | None
) -> bytes:
    """Return the input with a mutation of the suite; unchanged if none applies."""
    if order is not None and (found_next := order.next_model(data, source)) is not None:
        with suppress(Exception):  # the form cannot represent every mutated model
            return _encoded(*found_next, data)
    before = decode(data)
    for family in source.choices(FAMILIES, _FAMILY_WEIGHTS, k=4):
        try:
            found = list(islice(family.mutations_in(before.model, version), _MAX_LISTED))
            if not found:
                continue
            return _encoded(before, source.choice(found).build(), data)
        except Exception:
            # The families expect valid models. Another family may apply to an invalid one.
            continue
    return data


def _encoded(before: FuzzInput, model: Model, data: bytes) -> bytes:
    """Return the input with another model and the request records of ``data``."""
    encoded = encode(model, before.inputs, before.header)
    _, records = split(data)
    kept = [record for record in records if record.tag in _REQUEST_TAGS]
    return encoded + join(before.header, kept)[HEADER_SIZE:]


def _side_by_side(first: bytes, second: bytes) -> bytes | None:
    """Return the input whose main graph is both main graphs; ``None`` if it cannot be built."""
    header, records = split(first)
    _, others = split(second)
    if any(record.tag in (Tag.SUBGRAPH, Tag.POOL, Tag.VALUES) for record in (*records, *others)):
        return None
    count = sum(record.tag is Tag.OPERAND for record in records)
    moved = [_moved(record, count) for record in others]
    if any(record is None for record in moved):
        return None
    return join(header, [*records, *(record for record in moved if record is not None)])


def _moved(record: Record, count: int) -> Record | None:
    """Return the record with operand indexes raised by ``count``; ``None`` if one is too large."""
    if record.tag not in _INDEX_FIELDS:
        return record
    first = _INDEX_FIELDS[record.tag]
    indexes: list[Any] = list(record.fields[first:])
    if any(index + count > 0xFFFF for index in indexes):
        return None
    return Record(record.tag, (*record.fields[:first], *[index + count for index in indexes]))


_INDEX_FIELDS: Final = {
    Tag.OPERATION: 3,
    Tag.INPUTS: 1,
    Tag.OUTPUTS: 1,
    Tag.SUBGRAPH_INPUTS: 1,
    Tag.SUBGRAPH_OUTPUTS: 1,
}
"""Position of the first field that is an operand index."""


# -------------------------------------------------------------------------- changes of the records


def _mutate_records(data: bytes, source: random.Random, tags: Sequence[Tag]) -> bytes:
    header, records = split(data)
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        chosen = [at for at, record in enumerate(records) if record.tag in tags]
        if not chosen or source.random() < 0.05:
            field = source.randrange(1, len(header))
            numbers = list(header)
            numbers[field] = source.choice((0, 1, 2, 3, 255))
            header = Header(*numbers)
            continue
        at = source.choice(chosen)
        action = source.choices(_CHANGES, _WEIGHTS)[0]
        action(records, at, source)
    return _joined(header, records, data)


def _joined(header: Header, records: list[Record], otherwise: bytes) -> bytes:
    try:
        return join(header, records)
    except struct.error:
        return otherwise


def _change_field(records: list[Record], at: int, source: random.Random) -> None:
    record = records[at]
    if not record.fields:
        return
    number = source.randrange(len(record.fields))
    if record.tag in _CODES and source.random() < 0.3:
        number, codes = _CODES[record.tag]
        value: int | float | bytes = source.choice(codes)
    else:
        value = _changed_value(record.fields[number], source)
    fields = (*record.fields[:number], value, *record.fields[number + 1 :])
    try:
        LAYOUT[record.tag].pack(record.tag, *fields)
    except struct.error:
        return
    records[at] = Record(record.tag, fields)


def _changed_value(value: int | float | bytes, source: random.Random) -> int | float | bytes:
    if isinstance(value, bytes):
        changed = bytearray(value)
        place = source.randrange(len(changed))
        if source.random() < 0.5:
            changed[place] = source.choice((0, 1, 127, 128, 255))
        else:
            changed[place] ^= 1 << source.randrange(8)
        return bytes(changed)
    if isinstance(value, float):
        return source.choice((*_FLOATS, -value, value * 2, value / 2))
    near = value + source.choice((-1, 1))
    return source.choice((near, near, *source.sample(_NUMBERS, 2), source.choice(_LARGE_NUMBERS)))


def _delete(records: list[Record], at: int, _source: random.Random) -> None:
    del records[at]


def _duplicate(records: list[Record], at: int, _source: random.Random) -> None:
    records.insert(at, records[at])


def _swap(records: list[Record], at: int, source: random.Random) -> None:
    other = source.randrange(len(records))
    records[at], records[other] = records[other], records[at]


def _copy_fields(records: list[Record], at: int, source: random.Random) -> None:
    """Replace one field by that of another record with the same tag."""
    record = records[at]
    others = [other for other in records if other.tag is record.tag and other != record]
    if not others or not record.fields:
        return
    number = source.randrange(len(record.fields))
    value = source.choice(others).fields[number]
    fields = (*record.fields[:number], value, *record.fields[number + 1 :])
    records[at] = Record(record.tag, fields)


_Change = Callable[[list[Record], int, random.Random], None]
_CHANGES: Final[tuple[_Change, ...]] = (_change_field, _copy_fields, _delete, _duplicate, _swap)
_WEIGHTS: Final = (8, 3, 1, 1, 1)


def _add_request_record(data: bytes, source: random.Random) -> bytes:
    """Append a record that changes the request, or two that move an argument to a new pool."""
    if source.random() < _NEW_POOL_SHARE:
        return _add_pool(data, source)
    tag = source.choice((Tag.ARGUMENT, Tag.ARGUMENT, *_REQUEST_TAGS))
    record: tuple[Any, ...]
    if tag is Tag.ARGUMENT:
        # Mostly one change: a request that breaks one rule shows whether that rule is checked.
        flags, pool, offset, length = source.choice(
            (
                (1, 0, 0, 0),
                (2, 0, 0, 0),
                (4, 0, 0, 0),
                (8, 0, 0, 0),
                (0, source.choice((-1, 1, 2)), 0, 0),
                (0, 0, source.choice((-1, 1, 4, 4096)), 0),
                (0, 0, 0, source.choice((-4, -1, 1, 4, 2**31 - 1))),
                (source.randrange(16), source.randrange(-2, 3), 0, 0),
            )
        )
        sizes = [source.choice(_NUMBERS) for _ in range(5)]
        rank = source.randrange(6)
        if source.randrange(2):
            sizes, rank = [source.choice((0, 4)) for _ in range(5)], source.choice((1, 1, 2))
        selector = source.choice((0, 0x80)) | source.choice((0, 0, 1, 2))
        record = selector, flags, pool, offset, length, rank, *sizes
    elif tag is Tag.REQUEST_POOL:
        record = source.randrange(2), source.choice(_NUMBERS)
    elif tag is Tag.LIMITS:
        times = [source.choice((0, 1, 1000, 2**32 - 1)) for _ in range(2)]
        record = source.randrange(8), source.choice((-(10**9), 0, 1000, 10**9, 2**62)), *times
    else:
        record = (source.randrange(8),)
    return _whole_records(data) + LAYOUT[tag].pack(tag, *record)


def _add_pool(data: bytes, source: random.Random) -> bytes:
    """Append a pool of the request, and move an argument there: to offset 0, or without size."""
    is_token = source.randrange(2)
    number = source.choice((0, 1, 77) if is_token else (0, 1, 4, 16, 4096))
    length = source.choice((0, _LOWEST))
    name_code = source.choice((0, 1, 0x80))
    pool = LAYOUT[Tag.REQUEST_POOL].pack(Tag.REQUEST_POOL, is_token, number)
    # The pools of a correct request are one or two; the new one is the last.
    moved = name_code, 0, source.choice((1, 1, 2)), _LOWEST, length, 0, *[0] * 5
    return _whole_records(data) + pool + LAYOUT[Tag.ARGUMENT].pack(Tag.ARGUMENT, *moved)


def _whole_records(data: bytes) -> bytes:
    return data[: len(data) - (len(data) - HEADER_SIZE) % RECORD_SIZE]
