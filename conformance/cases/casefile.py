"""The ``.case`` format: a single file with everything that is needed to run one case again.

Codes that the contract defines are written by name, all others as numbers. Infinities and NaN,
which JSON does not have, are written as text that preserves all bits. Bytes are written in base64.
Reading checks only what is needed to build the objects again, because case files may describe
invalid models.

Unlike ``.mod.py``, the format represents malformed models, unknown codes, NaN payloads and
contradictory shapes. It also records the origin of the case and how it failed. Reading a case file
executes no code. ``docs/how-to/explain.md`` describes the format.
"""

from __future__ import annotations

import math
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from os import PathLike
from typing import Any, Final, TypeVar

import msgspec

from conformance import hal
from conformance.cases.example import Example, ExpectedOutput, Truth
from conformance.files import read_file, write_atomically

_WIDTH: Final = 120
_E = TypeVar("_E", bound=IntEnum)

Code = int | str
"""The name of a code, or its number if the contract does not define it."""

Number = float | str
"""A float, or the text ``inf``, ``-inf`` or ``nan`` followed by 16 hexadecimal digits."""


class SchemaError(ValueError):
    """The text does not follow the schema, or its parts contradict each other."""


class _SchemaObject(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A JSON object of the schema; fields with their default value are not written."""


class ChannelQuantSchema(_SchemaObject):
    """The parameters of per-channel quantization."""

    scales: list[Number]
    channel_dim: int


class OperandSchema(_SchemaObject):
    """One operand."""

    type: Code
    dimensions: list[int] = []
    consumers: int = 0
    scale: Number | None = None
    zero_point: int = 0
    lifetime: Code = "TEMPORARY_VARIABLE"
    location: tuple[int, int, int] | None = None
    """Pool index, offset and length; ``None`` if all are 0."""
    channel_quant: ChannelQuantSchema | None = None
    opaque: bytes | None = None


class OperationSchema(_SchemaObject):
    """One operation."""

    type: Code
    inputs: list[int]
    outputs: list[int]


class SubgraphSchema(_SchemaObject):
    """One subgraph; ``names`` holds the names of its operands."""

    operands: list[OperandSchema]
    operations: list[OperationSchema]
    inputs: list[int]
    outputs: list[int]
    names: list[str] = []


class ExpectedOutputSchema(_SchemaObject):
    """The expected output without its values."""

    dimensions: list[int]
    ignored: bool = False


class ExampleSchema(_SchemaObject):
    """An example without its data."""

    spec: str
    name: str
    main: SubgraphSchema
    referenced: list[SubgraphSchema]
    outputs: list[ExpectedOutputSchema]
    referenced_names: list[list[str]] = []
    relaxed: bool = False
    extensions: dict[str, int] = {}
    version: str | None = None
    expect_failure: bool = False
    multinomial_tolerance: Number | None = None


class PoolSchema(_SchemaObject):
    """A memory pool.

    ``data`` does not contain the zeros at the end of the pool. ``same_as`` is the index of an
    earlier pool that is the same memory object.
    """

    size: int = 0
    data: bytes = b""
    name: str = "ashmem"
    same_as: int | None = None


class DataSchema(_SchemaObject):
    """The data of an example: inputs, expected outputs, constants and pools."""

    inputs: list[bytes | None]
    outputs: list[bytes]
    operand_values: bytes = b""
    pools: list[PoolSchema] = []


class RecordedFailure(_SchemaObject):
    """A failure of the case when the file was written.

    ``path`` is the execution path, or empty if the case failed before it reached one.
    """

    path: str
    kind: str
    rule: str
    reason: str = ""


class CaseSchema(_SchemaObject, kw_only=True):
    """The whole document, in the order in which it is written; the large fields are last."""

    id: str
    suite: str = ""
    source: str = ""
    seed: int = 0
    paths: list[str] = []
    driver: str = ""
    failures: tuple[RecordedFailure, ...] = ()
    example: ExampleSchema
    data: DataSchema


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(CaseSchema)


def _lines(value: Any, indent: int) -> Iterator[bytes]:
    """Yield the JSON text of ``value``: on one line if it fits, else one line for each item.

    It is suitable for reading and for line-based diffs. Lists of integers always stay on one line.
    """
    text = _ENCODER.encode(value)
    if (
        not isinstance(value, dict | list)
        or len(text) + indent <= _WIDTH
        or (isinstance(value, list) and all(isinstance(item, int) for item in value))
    ):
        yield text
        return
    opening, closing = (b"{", b"}") if isinstance(value, dict) else (b"[", b"]")
    yield opening
    parts = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for number, (key, item) in enumerate(parts):
        yield b",\n" if number else b"\n"
        yield b" " * (indent + 2)
        if key is not None:
            yield _ENCODER.encode(key) + b": "
        yield from _lines(item, indent + 2)
    yield b"\n" + b" " * indent + closing


def _encode_number(value: float) -> Number:
    value = float(value)
    if math.isfinite(value):
        return value
    return f"nan {struct.pack('>d', value).hex()}" if math.isnan(value) else str(value)


def _encode_float(value: float) -> Number | None:
    """Return ``None`` for positive zero, which is not written; negative zero is."""
    return _encode_number(value) if value or str(value).startswith("-") else None


def _decode_float(value: Number | None) -> float:
    if value is None:
        return 0.0
    if not isinstance(value, str):
        return value
    word, _, bits = value.partition(" ")
    try:
        if word == "nan" and len(bits) == 16:
            (number,) = struct.unpack(">d", bytes.fromhex(bits))
            if math.isnan(number):
                return float(number)
        elif value in ("inf", "-inf"):
            return float(value)
    except ValueError:
        pass
    raise SchemaError(f"{value!r} is not a number")


def _encode_code(enum: type[_E], code: int) -> Code:
    """Return the name of a member, or the number of any other code.

    Names of extensions are not written: they are known only where the extension is installed.
    """
    if hal.is_extension_code(code):
        return int(code)
    try:
        return enum(code).name
    except ValueError:
        return int(code)


def _decode_code(enum: type[_E], code: Code) -> int:
    """Return the enumeration member if there is one, as the reader of spec files does."""
    if isinstance(code, str):
        if code not in enum.__members__:
            raise SchemaError(f"{code!r} is not the name of an {enum.__name__}")
        return enum[code]
    try:
        return enum(code)
    except ValueError:
        return code


def _ints(values: Sequence[int]) -> list[int]:
    return [int(value) for value in values]


def example_to_schema(example: Example) -> ExampleSchema:
    """Return the schema object for everything in an example except its data."""
    model = example.model
    return ExampleSchema(
        spec=example.spec,
        name=example.name,
        main=_subgraph_to_schema(model.main, example.operand_names),
        referenced=[_subgraph_to_schema(part, ()) for part in model.referenced],
        referenced_names=[list(names) for names in example.subgraph_names],
        outputs=[
            ExpectedOutputSchema(_ints(o.dimensions), bool(o.ignored)) for o in example.outputs
        ],
        relaxed=bool(model.relax_computation_float32_to_float16),
        extensions={name: int(code) for name, code in model.extension_name_to_prefix.items()},
        version=None if example.version is None else example.version.name,
        expect_failure=bool(example.expect_failure),
        multinomial_tolerance=_encode_float(example.multinomial_tolerance),
    )


def data_to_schema(example: Example) -> DataSchema:
    """Return the schema object for an example's inputs, expected outputs, constants and pools."""
    model = example.model
    return DataSchema(
        inputs=[None if data is None else bytes(data) for data in example.inputs],
        outputs=[bytes(output.data) for output in example.outputs],
        operand_values=bytes(model.operand_values),
        pools=[_pool_to_schema(model.pools, number) for number in range(len(model.pools))],
    )


def _subgraph_to_schema(part: hal.Subgraph, names: Sequence[str]) -> SubgraphSchema:
    return SubgraphSchema(
        [_operand_to_schema(operand) for operand in part.operands],
        [
            OperationSchema(
                _encode_code(hal.OperationType, o.type), _ints(o.inputs), _ints(o.outputs)
            )
            for o in part.operations
        ],
        _ints(part.input_indexes),
        _ints(part.output_indexes),
        list(names),
    )


def _operand_to_schema(operand: hal.Operand) -> OperandSchema:
    extra, where = operand.extra_params, operand.location
    location = int(where.pool_index), int(where.offset), int(where.length)
    quant = None
    if isinstance(extra, hal.SymmPerChannelQuantParams):
        quant = ChannelQuantSchema(
            [_encode_number(scale) for scale in extra.scales], int(extra.channel_dim)
        )
    return OperandSchema(
        type=_encode_code(hal.OperandType, operand.type),
        dimensions=_ints(operand.dimensions),
        consumers=int(operand.number_of_consumers),
        scale=_encode_float(operand.scale),
        zero_point=int(operand.zero_point),
        lifetime=_encode_code(hal.OperandLifeTime, operand.lifetime),
        location=location if any(location) else None,
        channel_quant=quant,
        opaque=bytes(extra) if isinstance(extra, bytes) else None,
    )


def _pool_to_schema(pools: Sequence[hal.Memory], number: int) -> PoolSchema:
    pool = pools[number]
    first = next(i for i, other in enumerate(pools) if other is pool)
    if first != number:
        return PoolSchema(same_as=first)
    content = hal.content_of(pool)
    return PoolSchema(len(content), content.rstrip(b"\0"), str(pool.name))


def example_from_schema(form: ExampleSchema, data: DataSchema) -> Example:
    """Return the example; raise ``SchemaError`` if ``form`` and ``data`` contradict each other."""
    if len(form.outputs) != len(data.outputs):
        raise SchemaError(
            f"has {len(form.outputs)} outputs, but data for {len(data.outputs)} outputs"
        )
    if form.version is not None and form.version not in hal.Version.__members__:
        raise SchemaError(f"{form.version!r} is not a HAL version")
    main, *referenced = (_subgraph_from_schema(part) for part in (form.main, *form.referenced))
    return Example(
        spec=form.spec,
        name=form.name,
        model=hal.Model(
            main,
            tuple(referenced),
            data.operand_values,
            _pools_from_schema(data.pools),
            form.relaxed,
            form.extensions,
        ),
        inputs=tuple(data.inputs),
        outputs=tuple(
            ExpectedOutput(tuple(output.dimensions), content, output.ignored)
            for output, content in zip(form.outputs, data.outputs, strict=True)
        ),
        operand_names=tuple(form.main.names),
        subgraph_names=tuple(tuple(names) for names in form.referenced_names),
        version=None if form.version is None else hal.Version[form.version],
        expect_failure=form.expect_failure,
        multinomial_tolerance=_decode_float(form.multinomial_tolerance),
    )


def _subgraph_from_schema(form: SubgraphSchema) -> hal.Subgraph:
    return hal.Subgraph(
        tuple(_operand_from_schema(operand) for operand in form.operands),
        tuple(
            hal.Operation(
                _decode_code(hal.OperationType, o.type), tuple(o.inputs), tuple(o.outputs)
            )
            for o in form.operations
        ),
        tuple(form.inputs),
        tuple(form.outputs),
    )


def _operand_from_schema(form: OperandSchema) -> hal.Operand:
    extra: hal.SymmPerChannelQuantParams | bytes | None = form.opaque
    if form.channel_quant is not None:
        scales = tuple(_decode_float(scale) for scale in form.channel_quant.scales)
        extra = hal.SymmPerChannelQuantParams(scales, form.channel_quant.channel_dim)
    return hal.Operand(
        _decode_code(hal.OperandType, form.type),
        tuple(form.dimensions),
        form.consumers,
        _decode_float(form.scale),
        form.zero_point,
        _decode_code(hal.OperandLifeTime, form.lifetime),
        hal.DataLocation(*(form.location or ())),
        extra,
    )


def _pools_from_schema(forms: Sequence[PoolSchema]) -> tuple[hal.Memory, ...]:
    pools: list[hal.Memory] = []
    for number, form in enumerate(forms):
        if form.same_as is not None:
            if not 0 <= form.same_as < number:
                raise SchemaError(
                    f"pool {number} refers to pool {form.same_as} in same_as, must refer to an "
                    "earlier pool"
                )
            pools.append(pools[form.same_as])
            continue
        if len(form.data) > max(form.size, 0):
            raise SchemaError(
                f"pool {number} has {len(form.data)} bytes of data, but the size {form.size}"
            )
        pools.append(hal.memory_with_name(form.name, form.size, initial=form.data))
    return tuple(pools)


CASE_SUFFIX: Final = ".case"
RANDOM_SOURCE: Final = "random"
"""The first component of the ids of random graphs, and so of the source of their cases."""
MODEL_SOURCE: Final = "model"
"""The first component of the sources of cases from model files."""
LAYER_PREFIX: Final = "layer_"
"""The start of the name of a case that is a layer of a model file."""
CASE_FORMAT: Final = 1
"""The format version that is written; newer versions are refused on reading."""

_MAX_BYTES: Final = 1 << 29
_MAGIC: Final = b"nn-conformance case "
_FIRST_LINE: Final = re.compile(rb"nn-conformance case (\d{1,9})\r?\n")
_LAST_LINE: Final = re.compile(rb"end ([0-9a-f]{8})\r?\n?\Z")
_LONGEST_LAST_LINE: Final = 16


class CaseError(Exception):
    """A case file cannot be read or written; ``origin`` is the file's path or the case's id."""

    def __init__(self, origin: str, message: str) -> None:
        super().__init__(origin, message)
        self.origin = origin
        self.message = message

    def __str__(self) -> str:
        return f"{self.origin}: {self.message}"


@dataclass(frozen=True, slots=True)
class Case:
    """A case: an example under an id, and what a case file records besides.

    Attributes:
        case_id: The id of the case.
        example: The model, its inputs and the expected outputs.
        paths: Ids of the execution paths to check; if empty, those that the driver supports.
        seed: The seed of the run or of the generator.
        source: The origin of the case: the id of a spec, or a generator with its arguments.
        driver: The driver with which the case failed.
        failures: The failures that were observed.
        suite_version: The version of the suite that wrote the file.
        truth: Where the expected outputs are from; a file does not store it, ``source`` implies it.

    """

    case_id: str
    example: Example
    paths: tuple[str, ...] = ()
    seed: int = 0
    source: str = ""
    driver: str = ""
    failures: tuple[RecordedFailure, ...] = ()
    suite_version: str = ""
    truth: Truth = Truth.SPEC


def _truth_of(source: str) -> Truth:
    origin, _, rest = source.partition("/")
    if origin == MODEL_SOURCE:
        layer = rest.rpartition("/")[2].startswith(LAYER_PREFIX)
        return Truth.LAYER if layer else Truth.NETWORK
    return Truth.REFERENCE if origin == RANDOM_SOURCE and rest else Truth.SPEC


def encode_case(case: Case) -> bytes:
    """Return the file content for a case.

    Raise ``CaseError`` if the case contains a value that the format cannot represent.
    """
    try:
        form = CaseSchema(
            id=case.case_id,
            suite=case.suite_version,
            source=case.source,
            seed=case.seed,
            paths=list(case.paths),
            driver=case.driver,
            failures=case.failures,
            example=example_to_schema(case.example),
            data=data_to_schema(case.example),
        )
        text = b"".join(_lines(msgspec.to_builtins(form, builtin_types=(bytes,)), 0))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise CaseError(case.case_id, f"cannot be written as a case file: {error}") from error
    content = b"%s%d\n%s\n" % (_MAGIC, CASE_FORMAT, text)
    return b"%send %08x\n" % (content, zlib.crc32(content))


def decode_case(content: bytes, origin: str) -> Case:
    """Return the case that a file content represents.

    Raise ``CaseError``, which names ``origin``, if the content is not a valid case file.
    """
    if (first := _FIRST_LINE.match(content)) is None:
        if not content:
            raise CaseError(origin, "not a case file: the file is empty")
        if b"\n" not in content and _MAGIC.startswith(content[: len(_MAGIC)]):
            raise CaseError(origin, f"truncated after {len(content)} bytes, in the first line")
        raise CaseError(
            origin, f"not a case file: the first line must be '{_MAGIC.decode()}' and a number"
        )
    version = int(first[1])
    if version > CASE_FORMAT or not version:
        raise CaseError(
            origin,
            f"has case file format {version}, but this nn-conformance reads only formats up to "
            f"{CASE_FORMAT}: use a newer nn-conformance",
        )
    if (last := _LAST_LINE.search(content, max(0, len(content) - _LONGEST_LAST_LINE))) is None:
        raise CaseError(
            origin, f"truncated after {len(content)} bytes: the last line, 'end ...', is missing"
        )
    checksum = zlib.crc32(memoryview(content)[: last.start()])
    if checksum != int(last[1], 16):
        raise CaseError(
            origin,
            f"damaged: the content has the checksum {checksum:08x}, but the last line states "
            f"{last[1].decode()} (if you edited the file, change the last line to "
            f"'end {checksum:08x}')",
        )
    try:
        form = _DECODER.decode(content[first.end() : last.start()])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
        text = f"the content is not valid for a case file: {error}"
        raise CaseError(origin, text) from error
    try:
        example = example_from_schema(form.example, form.data)
    except SchemaError as error:
        raise CaseError(origin, str(error)) from error
    return Case(
        form.id,
        example,
        tuple(form.paths),
        form.seed,
        form.source,
        form.driver,
        form.failures,
        form.suite,
        _truth_of(form.source),
    )


def read_case(path: str | PathLike[str]) -> Case:
    """Return the case in a file; raise ``CaseError`` if the file cannot be read or is invalid."""
    try:
        content = read_file(path, limit=_MAX_BYTES)
    except OSError as error:
        raise CaseError(str(path), f"cannot be read: {error.strerror or error}") from error
    return decode_case(content, str(path))


def write_case(path: str | PathLike[str], case: Case) -> None:
    """Write the case to a file atomically; raise ``OSError`` if that fails."""
    write_atomically(path, encode_case(case))
