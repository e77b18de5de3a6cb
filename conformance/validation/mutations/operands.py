"""Mutations of operands: type, shape, quantization, lifetime, location, and constants."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from conformance.hal import (
    CONTRACT_INFO,
    INFO,
    NO_LOCATION,
    DataLocation,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    SymmPerChannelQuantParams,
    Version,
    byte_size,
    name_of,
)
from conformance.validation import constant_values
from conformance.validation.mutations.mutation import (
    ModelMutation,
    SubgraphEditor,
    replaced,
    without_element,
)

_INTEGERS: Final = (-1, 0, 1, 2, 3, 4, 5, 7, 100, -(2**31), 2**31 - 1)
_FLOATS: Final = (-1.0, 0.0, 0.5, 1.0, 2.0, float("nan"), float("inf"), -float("inf"))
_BOOLEAN_BYTES: Final = (0, 1, 2, 255)
_RELATIVE_CHANGES: Final = (-1.0, 10000.0)
"""Values for floating-point tensors of box corners, weights and counts."""

_ELEMENTS: Final = 8
"""Maximum number of elements of a tensor that are changed, one per mutation."""

_FORMATS: Final = {
    OperandType.INT32: ("<i", _INTEGERS),
    OperandType.UINT32: ("<I", tuple(abs(v) & 0xFFFFFFFF for v in _INTEGERS)),
    OperandType.FLOAT32: ("<f", _FLOATS),
    OperandType.FLOAT16: ("<e", _FLOATS),
    OperandType.BOOL: ("<B", _BOOLEAN_BYTES),
    OperandType.TENSOR_INT32: ("<i", _INTEGERS),
    OperandType.TENSOR_FLOAT32: ("<f", _RELATIVE_CHANGES),
    OperandType.TENSOR_FLOAT16: ("<e", _RELATIVE_CHANGES),
    OperandType.TENSOR_QUANT16_ASYMM: ("<H", (0, 60000)),
}


def constants(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Change one element of a constant."""
    values = None
    for index, operand in enumerate(edit.subgraph.operands):
        if operand.lifetime not in (_COPY, _REFERENCE) or operand.type not in _FORMATS:
            continue
        if values is None:
            values = constant_values(edit.model, edit.subgraph.operands)
        if (array := values[index]) is None:
            continue
        data = array.tobytes()
        for element, new_value, changed in alternative_data(operand.type, data):
            make = partial(with_constant, edit, index, changed)
            place = f"element {element} -> " if INFO[operand.type].tensor else ""
            change = f"{place}{new_value}"
            yield edit.mutate_operand("operand.value", index, change, make, element)


def alternative_data(type_: int, data: bytes) -> Iterator[tuple[int, str, bytes]]:
    """Yield other data for a small operand: the changed element, its new value, and all bytes."""
    if type_ not in _FORMATS:
        return
    form, choices = _FORMATS[OperandType(type_)]
    size = struct.calcsize(form)
    for element in range(min(len(data) // size, _ELEMENTS)):
        at = element * size
        for choice in choices:
            encoded = struct.pack(form, choice)
            if encoded != data[at : at + size]:
                yield element, str(choice), data[:at] + encoded + data[at + size :]


def with_constant(edit: SubgraphEditor, index: int, data: bytes) -> Model:
    """Return the model with other data for a constant, appended to the constants by copy."""
    values = edit.model.operand_values
    offset = -len(values) % 4 + len(values)
    operands = edit.subgraph.operands
    changed = replace(
        operands[index],
        lifetime=OperandLifeTime.CONSTANT_COPY,
        location=DataLocation(0, offset, len(data)),
    )
    changed_subgraph = replace(edit.subgraph, operands=replaced(operands, index, changed))
    return edit.with_subgraph(changed_subgraph, operand_values=values.ljust(offset, b"\0") + data)


_TEMPORARY: Final = OperandLifeTime.TEMPORARY_VARIABLE
_INPUT: Final = OperandLifeTime.SUBGRAPH_INPUT
_OUTPUT: Final = OperandLifeTime.SUBGRAPH_OUTPUT
_COPY: Final = OperandLifeTime.CONSTANT_COPY
_REFERENCE: Final = OperandLifeTime.CONSTANT_REFERENCE
_NO_VALUE: Final = OperandLifeTime.NO_VALUE
_T: Final = OperandType

_PER_CHANNEL: Final = SymmPerChannelQuantParams
_MAX_SCALES: Final = 4096
"""At most this many scales of channels: a dimension can have four billion."""

_LARGEST_GROWTH: Final = 1 << 20
"""Maximum size in bytes of a constant that a mutation creates."""


def _operand_changes(
    edit: SubgraphEditor, family: str, index: int, value: float = 0, **changes: Any
) -> ModelMutation:
    change = ", ".join(
        f"{name} {getattr(edit.subgraph.operands[index], name)} -> {new}"
        for name, new in changes.items()
    )
    make = partial(edit.with_operand, index, **changes)
    return edit.mutate_operand(family, index, change, make, value)


def unknown_codes(version: Version) -> tuple[int, ...]:
    """Return operand type codes that do not exist in any version up to this one."""
    newest = max(
        code for code, info in CONTRACT_INFO.items() if info.since <= version and code < 10000
    )
    if version >= Version.V1_3:
        newest = _T.SUBGRAPH
    if version >= Version.AIDL_V1:
        return (-1, newest + 1)
    return (-1 if version < Version.V1_2 else 0xFFFFFFFF, newest + 1, 9999, 10002)


def types(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Set a type code that does not exist."""
    for index, _ in enumerate(edit.subgraph.operands):
        for code in unknown_codes(version):
            yield _operand_changes(edit, "operand.type", index, code, type=code)


def ranks(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Give a scalar dimensions; before 1.2, remove all dimensions of a tensor."""
    for index, operand in enumerate(edit.subgraph.operands):
        if (info := INFO.get(operand.type)) is None:
            continue
        if not info.tensor:
            yield _operand_changes(edit, "operand.rank", index, 1, dimensions=(0,))
        elif version < Version.V1_2 and operand.dimensions:
            yield _operand_changes(edit, "operand.rank", index, dimensions=())


_PLAIN: Final = frozenset(
    {
        _T.FLOAT32, _T.INT32, _T.UINT32, _T.TENSOR_FLOAT32, _T.FLOAT16, _T.BOOL,
        _T.TENSOR_BOOL8, _T.TENSOR_FLOAT16, _T.TENSOR_QUANT8_SYMM_PER_CHANNEL, _T.SUBGRAPH,
    }
)  # fmt: skip
_ZERO_POINTS: Final = {
    _T.TENSOR_QUANT8_ASYMM: (-1, 256),
    _T.TENSOR_QUANT8_SYMM: (-129, -1, 1, 128),
    _T.TENSOR_QUANT16_ASYMM: (-1, 65536),
    _T.TENSOR_QUANT16_SYMM: (-32769, -1, 1, 32768),
    _T.TENSOR_QUANT8_ASYMM_SIGNED: (-129, 128),
}


def scales(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Set a scale that the type cannot have: the official ones, negative and non-finite ones."""
    for index, operand in enumerate(edit.subgraph.operands):
        if operand.type in _PLAIN:
            wrong: tuple[float, ...] = (1.0, -1.0)
        elif operand.type == _T.TENSOR_INT32:
            wrong = (-1.0, math.nan)
        elif operand.type in _ZERO_POINTS:
            wrong = (0.0, -operand.scale, math.nan, math.inf)
        else:
            continue
        for value in wrong:
            yield _operand_changes(edit, "operand.scale", index, value, scale=value)


def zero_points(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Set a zero point that the type cannot have."""
    for index, operand in enumerate(edit.subgraph.operands):
        if operand.type in _PLAIN or operand.type == _T.TENSOR_INT32:
            wrong: tuple[int, ...] = (1,)
        else:
            wrong = _ZERO_POINTS.get(OperandType(operand.type), ()) if operand.type in INFO else ()
        for value in wrong:
            yield _operand_changes(edit, "operand.zero_point", index, value, zero_point=value)


def quantizations(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Set another scale or zero point, valid for the type but perhaps not for the operation."""
    for index, operand in enumerate(edit.subgraph.operands):
        info = INFO.get(operand.type)
        if info is None or isinstance(operand.extra_params, _PER_CHANNEL):
            continue
        if not info.quantized and not (operand.type == _T.TENSOR_INT32 and operand.scale):
            continue
        for factor in (0.25, 2.0, 1024.0):
            scale = operand.scale * factor
            yield _operand_changes(edit, "operand.quantization", index, scale, scale=scale)
        low, high = info.zero_points
        for zero_point in {low, high, min(operand.zero_point + 1, high)} - {operand.zero_point}:
            yield _operand_changes(
                edit, "operand.quantization", index, zero_point, zero_point=zero_point
            )


def lifetimes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Change the lifetime and adapt the lists of inputs and outputs."""
    for index, operand in enumerate(edit.subgraph.operands):
        for lifetime in _other_lifetimes(operand):
            change = f"lifetime {name_of(OperandLifeTime, operand.lifetime)} -> {lifetime.name}"
            make = partial(_with_lifetime, edit, index, lifetime, True)
            yield edit.mutate_operand("operand.lifetime", index, change, make, lifetime)
        for code in (-1, 7):
            yield _operand_changes(edit, "operand.lifetime_code", index, code, lifetime=code)


def _other_lifetimes(operand: Operand) -> Iterator[OperandLifeTime]:
    if operand.lifetime in (_TEMPORARY, _OUTPUT):
        yield _INPUT
        if _storable(operand):
            yield _COPY
    elif operand.lifetime in (_COPY, _REFERENCE, _INPUT):
        yield _TEMPORARY
        yield _OUTPUT


def _storable(operand: Operand) -> bool:
    size = byte_size(operand.type, operand.dimensions)
    return size is not None and 0 < size <= _LARGEST_GROWTH


def lifetimes_only(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Change the lifetime without adapting the lists of inputs and outputs."""
    swaps = {_COPY: _INPUT, _REFERENCE: _INPUT, _OUTPUT: _TEMPORARY, _TEMPORARY: _OUTPUT}
    for index, operand in enumerate(edit.subgraph.operands):
        lifetime = swaps.get(OperandLifeTime(operand.lifetime))
        if operand.lifetime == _INPUT and _storable(operand):
            lifetime = _COPY
        if lifetime is not None:
            change = (
                f"lifetime {name_of(OperandLifeTime, operand.lifetime)} -> {lifetime.name}, "
                "lists unchanged"
            )
            make = partial(_with_lifetime, edit, index, lifetime, False)
            yield edit.mutate_operand("operand.lifetime_only", index, change, make, lifetime)


def _with_lifetime(
    edit: SubgraphEditor, index: int, lifetime: OperandLifeTime, listed: bool
) -> Model:
    subgraph, values = edit.subgraph, edit.model.operand_values
    operand = subgraph.operands[index]
    location = NO_LOCATION
    if lifetime == _COPY:
        size = byte_size(operand.type, operand.dimensions) or 0
        location = DataLocation(0, 0, size)
        values = values.ljust(size, b"\0")
    changed = replace(operand, lifetime=lifetime, location=location)
    operands = replaced(subgraph.operands, index, changed)
    inputs, outputs = subgraph.input_indexes, subgraph.output_indexes
    if listed:
        inputs = tuple(i for i in inputs if i != index) + ((index,) if lifetime == _INPUT else ())
        outputs = tuple(i for i in outputs if i != index)
        outputs += (index,) if lifetime == _OUTPUT else ()
    changed_subgraph = replace(
        subgraph, operands=operands, input_indexes=inputs, output_indexes=outputs
    )
    return edit.with_subgraph(changed_subgraph, operand_values=values)


def consumer_counts(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Set a number of consumers that is off by one."""
    if version >= Version.AIDL_V1:
        return
    for index, operand in enumerate(edit.subgraph.operands):
        count = operand.number_of_consumers
        for wrong in (count - 1, count + 1) if count else (1,):
            yield _operand_changes(
                edit, "operand.consumers", index, wrong, number_of_consumers=wrong
            )


def operation_operand_types(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Change the type to another one, with attributes that are valid for it."""
    for index, operand in enumerate(edit.subgraph.operands):
        if operand.type not in INFO and operand.type != _T.SUBGRAPH:
            continue
        for info in (*CONTRACT_INFO.values(), None):
            code = _T.SUBGRAPH if info is None else info.type
            since = Version.V1_3 if info is None else info.since
            if code in (operand.type, _T.TENSOR_OEM_BYTE) or since > version:
                continue
            change = f"type {name_of(OperandType, operand.type)} -> {code.name}"
            make = partial(_with_type, edit, index, code)
            yield edit.mutate_operand("operation.operand_type", index, change, make, code)


def newer_types(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Use a type or a lifetime of a later version, with attributes that are valid for it."""
    later = [info.type for info in CONTRACT_INFO.values() if info.since > version]
    later += [_T.SUBGRAPH] if version < Version.V1_3 else []
    for index, operand in enumerate(edit.subgraph.operands):
        for code in later:
            change = f"type {name_of(OperandType, operand.type)} -> {code.name} of a later version"
            make = partial(_with_type, edit, index, code)
            yield edit.mutate_operand("operand.newer_type", index, change, make, code)
        if version < Version.V1_3:
            lifetime = OperandLifeTime.SUBGRAPH
            yield _operand_changes(
                edit, "operand.newer_lifetime", index, lifetime, lifetime=lifetime
            )
        if version < Version.V1_2 and operand.type in INFO:
            channels = max(operand.dimensions[:1] or (1,))
            parameters = SymmPerChannelQuantParams((1.0,) * min(channels, _MAX_SCALES), 0)
            yield _operand_changes(edit, "operand.newer_parameters", index, extra_params=parameters)


def _with_type(edit: SubgraphEditor, index: int, code: OperandType) -> Model:
    operand = edit.subgraph.operands[index]
    dims, scale, zero_point = operand.dimensions, operand.scale, operand.zero_point
    extra = operand.extra_params
    info = INFO.get(code)
    if code in (_T.SUBGRAPH, _T.TENSOR_QUANT8_ASYMM_SIGNED):
        return edit.with_operand(index, type=code)
    if info is not None and not info.tensor:
        dims, scale, zero_point, extra = (), 0.0, 0, None
    else:
        dims = dims or (1,)
        extra = None
        if code in (_T.TENSOR_BOOL8, _T.TENSOR_FLOAT16, _T.TENSOR_FLOAT32):
            scale, zero_point = 0.0, 0
        elif code == _T.TENSOR_INT32:
            zero_point = 0
        elif code == _T.TENSOR_QUANT8_SYMM_PER_CHANNEL:
            channels = operand.dimensions[0] if operand.dimensions else 0
            extra = SymmPerChannelQuantParams((1.0,) * min(channels, _MAX_SCALES), 0)
            scale, zero_point = 0.0, 0
        else:
            scale = scale or 1.0
    return edit.with_operand(
        index, type=code, dimensions=dims, scale=scale, zero_point=zero_point, extra_params=extra
    )


def removed_operands(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Remove an operand from all lists; later operands move up by one."""
    if len(edit.subgraph.operands) < 2:
        return
    for index, _ in enumerate(edit.subgraph.operands):
        yield edit.mutate_operand(
            "operand.removed", index, "removed", partial(_without, edit, index)
        )


def _without(edit: SubgraphEditor, index: int) -> Model:
    def kept(indexes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(i - (i > index) for i in indexes if i != index)

    subgraph = edit.subgraph
    operations = tuple(
        replace(operation, inputs=kept(operation.inputs), outputs=kept(operation.outputs))
        for operation in subgraph.operations
    )
    return edit.with_operations(
        operations,
        without_element(subgraph.operands, index),
        input_indexes=kept(subgraph.input_indexes),
        output_indexes=kept(subgraph.output_indexes),
    )


_HUGE: Final = 2**32 - 1


def locations(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:  # noqa: ARG001
    """Set a location in another pool, outside its pool, overflowing, or of another length."""
    model = edit.model
    for index, operand in enumerate(edit.subgraph.operands):
        at = operand.location
        if operand.lifetime in (_COPY, _REFERENCE):
            copied = operand.lifetime == _COPY
            size = len(model.operand_values) if copied else model.pools[at.pool_index].size
            pools = 1 if copied else len(model.pools)
            wrong = [
                replace(at, pool_index=pools),
                replace(at, pool_index=_HUGE),
                replace(at, offset=size - at.length + 1),
                replace(at, offset=size),
                replace(at, offset=_HUGE - at.length + 1),
                replace(at, offset=_HUGE),
                replace(at, length=at.length + 1),
                replace(at, length=max(at.length - 1, 0)),
                replace(at, length=0),
                replace(at, length=_HUGE),
                replace(at, offset=-1),
            ]
        elif operand.lifetime == OperandLifeTime.SUBGRAPH:
            wrong = [
                replace(at, pool_index=1),
                replace(at, length=4),
                replace(at, offset=len(model.referenced)),
                replace(at, offset=_HUGE),
            ]
        else:
            wrong = [DataLocation(1, 0, 0), DataLocation(0, 4, 0), DataLocation(0, 0, 4)]
        for location in dict.fromkeys(wrong):
            if location != at:
                yield _operand_changes(edit, "operand.location", index, location=location)


def extra_parameters(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Set per-channel parameters that do not fit, remove them, or add them where not allowed."""
    if version < Version.V1_2:
        return
    some = SymmPerChannelQuantParams((1.0,), 0)
    for index, operand in enumerate(edit.subgraph.operands):
        extra = operand.extra_params
        if isinstance(extra, SymmPerChannelQuantParams):
            scales, axis = extra.scales, extra.channel_dim
            rank = len(operand.dimensions)
            for wrong in (
                None,
                b"\1\2\3\4",
                SymmPerChannelQuantParams((), axis),
                SymmPerChannelQuantParams((*scales, 1.0), axis),
                SymmPerChannelQuantParams(scales[:-1], axis),
                SymmPerChannelQuantParams((0.0, *scales[1:]), axis),
                SymmPerChannelQuantParams((-1.0, *scales[1:]), axis),
                SymmPerChannelQuantParams((math.nan, *scales[1:]), axis),
                SymmPerChannelQuantParams((math.inf, *scales[1:]), axis),
                SymmPerChannelQuantParams(scales, rank),
                SymmPerChannelQuantParams(scales, _HUGE),
                SymmPerChannelQuantParams(scales, (axis + 1) % max(rank, 1)),
                *(
                    SymmPerChannelQuantParams(scales[:1] * min(size, _MAX_SCALES), other)
                    for other, size in enumerate(operand.dimensions)
                    if other != axis
                ),
            ):
                yield _operand_changes(edit, "operand.extra_params", index, extra_params=wrong)
        else:
            for wrong in (some, b"\0"):
                yield _operand_changes(edit, "operand.extra_params", index, extra_params=wrong)


def shapes(edit: SubgraphEditor, version: Version) -> Iterator[ModelMutation]:
    """Set dimensions that are off by one, unknown, negative or too large; change the rank."""
    for index, operand in enumerate(edit.subgraph.operands):
        dims = operand.dimensions
        info = INFO.get(operand.type)
        if info is None or not info.tensor or not dims:
            continue
        for axis, size in enumerate(dims):
            for wrong in (size + 1, size - 1, 0, 2**16, 2**31, size + 2**30, _HUGE, -1):
                if wrong != size:
                    yield _operand_changes(
                        edit,
                        "operand.dimension",
                        index,
                        wrong,
                        dimensions=replaced(dims, axis, wrong),
                    )
        huge = (2**16,) * max(len(dims), 2)
        for other in (huge, (*dims, 1), (1, *dims), dims[1:]):
            if other or version >= Version.V1_2:
                yield _operand_changes(edit, "operand.dimensions", index, dimensions=other)
