"""Which HAL version can represent a value, and the conversion from one version to another.

``compliant_with`` lists the reasons why a value cannot be converted to a version without loss.
``convert_to`` returns the value in the version's own types together with the information that the
conversion lost, which it also logs as a warning, and raises ``NotConvertibleError`` if the version
cannot represent the value. Both functions accept models, requests, capabilities, cache arguments,
priorities and statuses.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar, overload

import numpy as np

from conformance.hal import (
    CAPABILITIES_FORMS,
    INFO,
    AnyCapabilities,
    BufferToken,
    CacheArguments,
    Capabilities,
    CapabilitiesV1_0,
    CapabilitiesV1_1,
    CapabilitiesV1_2,
    ErrorStatus,
    Model,
    Operand,
    OperandLifeTime,
    OperandPerformance,
    OperandType,
    Operation,
    PerformanceInfo,
    Priority,
    Request,
    Subgraph,
    Version,
    capabilities_form,
    name_of,
)
from conformance.operations import Call, Condition, Presence, Unknown
from conformance.operations.definition.operands import Array, OperandSpec
from conformance.validation.calls import build_call, operation_signature
from conformance.validation.constants import PoolUnreadableError, constant_view
from conformance.validation.operands import extension_prefix
from conformance.validation.rules import argument_place, operand_place, operation_place
from conformance.validation.signature import match_signature, operation_since, rank_since

_NEWEST = max(Version)

Reason = tuple[Version, str]
"""A version, and a description of the part of the model that requires it."""


def minimum_version(model: Model) -> Version:
    """Return the oldest version that can represent a valid model and in which it is legal.

    Shapes and values that a request supplies are not known here, so an execution can require a
    newer version, for example because a dimension is 0.
    """
    return max((version for version, _ in version_reasons(model)), default=Version.V1_0)


def version_reasons(model: Model) -> tuple[Reason, ...]:
    """Return a reason for each part of a valid model that requires a version above 1.0."""
    return tuple(reason for reason in _model_reasons(model) if reason[0] > Version.V1_0)


def _model_reasons(model: Model) -> Iterator[Reason]:
    if model.relax_computation_float32_to_float16:
        yield Version.V1_1, "model: relaxed float32 computation"
    if model.extension_name_to_prefix:
        yield Version.V1_2, "model: vendor extensions"
    if model.referenced:
        yield Version.V1_3, "model: referenced subgraphs"
    yield from _subgraph_reasons(model, model.main, "main")
    for index, subgraph in enumerate(model.referenced):
        yield from _subgraph_reasons(model, subgraph, f"subgraph {index}")


def _subgraph_reasons(model: Model, subgraph: Subgraph, name: str) -> Iterator[Reason]:
    values: list[Array | None] = []
    for index, operand in enumerate(subgraph.operands):
        place = operand_place(name, index)
        info = INFO.get(operand.type)
        if extension_prefix(operand.type) is not None:
            yield Version.V1_2, f"{place}: extension type"
        elif info is not None:
            yield info.since, f"{place}: type {info.type.name}"
            if info.tensor and not operand.dimensions:
                yield Version.V1_2, f"{place}: unknown rank"
        if operand.lifetime == OperandLifeTime.SUBGRAPH:
            yield Version.V1_3, f"{place}: subgraph reference"
        try:
            values.append(constant_view(model, operand))
        except PoolUnreadableError:
            values.append(None)
    for index, operation in enumerate(subgraph.operations):
        place = operation_place(name, index, operation.type)
        yield from _operation_reasons(subgraph, operation, values, place)


def _operation_reasons(
    subgraph: Subgraph, operation: Operation, values: list[Array | None], place: str
) -> Iterator[Reason]:
    if extension_prefix(operation.type) is not None:
        yield Version.V1_2, f"{place}: extension operation"
        return
    if (signature := operation_signature(subgraph.operands, operation, _NEWEST)) is None:
        if (since := operation_since(operation.type)) is not None:
            yield since, f"{place}: the operation exists"
        return
    for version, why in signature.reasons:
        yield version, f"{place}: {why}"
    if (call := build_call(subgraph, operation, values, _NEWEST)) is None:
        return
    for kind, views, specs, indexes in (
        ("input", call.inputs, signature.inputs, operation.inputs),
        ("output", call.outputs, signature.outputs, operation.outputs),
    ):
        for position, (view, spec) in enumerate(zip(views, specs, strict=False)):
            may_be_missing = view.omitted is not False and spec.presence is Presence.OMITTABLE
            if spec.ranks is None or view.dims is None or may_be_missing:
                continue
            if (needed := rank_since(spec.ranks, len(view.dims))) is not None:
                where = argument_place(place, kind, position, spec.name, indexes[position])
                type_name = name_of(OperandType, view.type)
                yield needed, f"{where}: rank {len(view.dims)} of {type_name}"
    for _, until, detail in lifted_restrictions(call):
        yield until, f"{place}: {detail}"


def lifted_restrictions(call: Call) -> Iterator[tuple[Condition, Version, str]]:
    """Yield the conditions of older versions that the call breaks.

    Newer versions removed these restrictions, so the call requires the version that did so, which
    is yielded too, with the sentence that states why.
    """
    for condition in call.definition.conditions:
        if (until := condition.until) is None:
            continue
        older = Call(call.definition, call.form, call.inputs, call.outputs, Version(until - 1))
        try:
            detail = condition.check(older)
        except Unknown:
            continue
        if detail is not None:
            yield condition, until, detail


Convertible = Model | Request | AnyCapabilities | CacheArguments | Priority | ErrorStatus
_T = TypeVar("_T")

NO_CLAIM: Final = PerformanceInfo(float(np.finfo(np.float32).max), float(np.finfo(np.float32).max))
"""The performance used if an older capabilities type has no figure: worse than that of any CPU."""

_FLOAT_TYPES: Final = (OperandType.FLOAT32, OperandType.TENSOR_FLOAT32)
_OTHER_TYPES: Final = (
    OperandType.INT32,
    OperandType.UINT32,
    OperandType.TENSOR_INT32,
    OperandType.TENSOR_QUANT8_ASYMM,
    OperandType.OEM,
    OperandType.TENSOR_OEM_BYTE,
)
log: Final = logging.getLogger("nn.conversion")

_HARDWARE_BUFFER: Final = "hardware_buffer"


class NotConvertibleError(ValueError):
    """A HAL version cannot represent a value; ``reasons`` lists all reasons."""

    def __init__(self, version: Version, reasons: Sequence[str]) -> None:
        super().__init__(f"cannot be represented in HAL {version}: {'; '.join(reasons)}")
        self.version = version
        self.reasons = tuple(reasons)


@dataclass(frozen=True, slots=True)
class ConversionResult(Generic[_T]):
    """A converted value, with one text for each piece of information that was lost."""

    value: _T
    losses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelConversionResult(ConversionResult[Model]):
    """A converted model.

    ``kept_operands`` has an entry for the main and each referenced subgraph: the original index of
    each of its remaining operands.
    """

    kept_operands: tuple[tuple[int, ...], ...] = ()


def compliant_with(subject: Convertible, version: Version) -> tuple[str, ...]:
    """Return why ``subject`` cannot be converted to a version without loss; empty if it can.

    The result is empty exactly if ``convert_to`` succeeds and reports no losses. A model must be
    valid in at least one version.
    """
    try:
        return _converted(subject, version).losses
    except NotConvertibleError as error:
        return error.reasons


def _reasons(subject: Convertible, version: Version) -> Iterator[str]:
    if isinstance(subject, Model):
        for since, why in version_reasons(subject):
            if since > version:
                yield f"{why} requires HAL {since}"
        yield from _pool_reasons(subject.pools, version)
    elif isinstance(subject, Request):
        yield from _pool_reasons(subject.pools, version)
        if version < Version.V1_2:
            for number, argument in enumerate(subject.outputs):
                if 0 in argument.dimensions:
                    yield (
                        f"output {number}: an unknown or zero dimension requires HAL {Version.V1_2}"
                    )
    elif isinstance(subject, CacheArguments):
        yield from _cache_reasons(subject, version)
    elif isinstance(subject, Priority):
        if version < Version.V1_3 and subject != Priority.MEDIUM:
            yield f"priority {subject.name} requires HAL {Version.V1_3}"
    elif (
        isinstance(subject, ErrorStatus)
        and version < Version.V1_3
        and subject > ErrorStatus.INVALID_ARGUMENT
    ):
        yield f"status {subject.name} requires HAL {Version.V1_3}"


def _pool_reasons(pools: Sequence[Any], version: Version) -> Iterator[str]:
    for number, pool in enumerate(pools):
        if isinstance(pool, BufferToken):
            if version < Version.V1_3:
                yield f"pool {number}: a driver-managed buffer requires HAL {Version.V1_3}"
        elif version < Version.V1_2 and pool.name.startswith(_HARDWARE_BUFFER):
            yield f"pool {number}: a hardware buffer requires HAL {Version.V1_2}"


def _cache_reasons(cache: CacheArguments, version: Version) -> Iterator[str]:
    if cache and version < Version.V1_2:
        yield f"cache files require HAL {Version.V1_2}"
    if version >= Version.AIDL_V1:
        for kind, handles in (("model", cache.model), ("data", cache.data)):
            for number, handle in enumerate(handles):
                if len(handle) != 1:
                    yield (
                        f"{kind} cache handle {number}: {len(handle)} descriptors require a HIDL "
                        "handle; AIDL passes one descriptor for each file"
                    )


@overload
def convert_to(subject: Model, version: Version) -> ModelConversionResult: ...
@overload
def convert_to(subject: Request, version: Version) -> ConversionResult[Request]: ...
@overload
def convert_to(subject: AnyCapabilities, version: Version) -> ConversionResult[AnyCapabilities]: ...
@overload
def convert_to(subject: CacheArguments, version: Version) -> ConversionResult[CacheArguments]: ...
@overload
def convert_to(subject: Priority, version: Version) -> ConversionResult[Priority]: ...
@overload
def convert_to(subject: ErrorStatus, version: Version) -> ConversionResult[ErrorStatus]: ...


def convert_to(subject: Convertible, version: Version) -> ConversionResult[Any]:
    """Return ``subject`` converted to the types of a version.

    The conversion makes these changes:

    - It removes trailing operation inputs of a model that the version does not have, if they hold
      their default value. This does not change results and is not reported as a loss.
    - Before 1.1 it removes the permission to relax float32, and before 1.2 the cache files.
    - Before 1.3 every priority becomes MEDIUM, and every status that 1.3 introduced becomes
      GENERAL_FAILURE.

    A loss is logged as a warning by the logger ``nn.conversion``.

    Raises:
        NotConvertibleError: The version cannot represent ``subject``.

    """
    result = _converted(subject, version)
    for loss in result.losses:
        log.warning("conversion of a %s to HAL %s: %s", type(subject).__name__, version, loss)
    return result


def _converted(subject: Convertible, version: Version) -> ConversionResult[Any]:
    if isinstance(subject, Model):
        return convert_model(subject, version)
    if isinstance(subject, Priority):
        return _replaced(subject, Priority.MEDIUM, version)
    if isinstance(subject, ErrorStatus):
        return _replaced(subject, ErrorStatus.GENERAL_FAILURE, version)
    if isinstance(subject, CacheArguments) and version < Version.V1_2:
        lost = ("the cache files and their token were removed",) if subject else ()
        return ConversionResult(CacheArguments(), lost)
    if isinstance(subject, (Request, CacheArguments)):
        if reasons := tuple(_reasons(subject, version)):
            raise NotConvertibleError(version, reasons)
        return ConversionResult(subject)
    losses: list[str] = []
    target = capabilities_form(version)
    is_newer = CAPABILITIES_FORMS.index(type(subject)) < CAPABILITIES_FORMS.index(target)
    steps = _UP if is_newer else _DOWN
    converted: Any = subject
    while type(converted) is not target:
        converted = steps[type(converted)](converted, losses)
    return ConversionResult(converted, tuple(losses))


def _replaced(subject: _T, substitute: _T, version: Version) -> ConversionResult[_T]:
    reasons = tuple(_reasons(subject, version))  # type: ignore[arg-type]
    if not reasons:
        return ConversionResult(subject)
    name = getattr(subject, "name", subject)
    replacement = getattr(substitute, "name", substitute)
    return ConversionResult(
        substitute, (f"{name} was replaced by {replacement}: HAL {version} does not have {name}",)
    )


# Models


def convert_model(model: Model, version: Version) -> ModelConversionResult:
    """Return a model converted like with ``convert_to``, without log entries about losses."""
    losses: list[str] = []
    converted = model
    if model.relax_computation_float32_to_float16 and version < Version.V1_1:
        converted = replace(model, relax_computation_float32_to_float16=False)
        losses.append("the permission to compute float32 in float16 was removed")
    subgraphs, kept = [], []
    for subgraph in (model.main, *model.referenced):
        shorter, indexes = _without_defaults(model, subgraph, version)
        # AIDL has no numberOfConsumers, so a model of an AIDL version may state any number.
        subgraphs.append(_with_consumers(shorter) if version <= Version.V1_3 else shorter)
        kept.append(indexes)
    if any(
        new is not old for new, old in zip(subgraphs, (model.main, *model.referenced), strict=True)
    ):
        converted = replace(converted, main=subgraphs[0], referenced=tuple(subgraphs[1:]))
    if reasons := tuple(_reasons(converted, version)):
        raise NotConvertibleError(version, reasons)
    return ModelConversionResult(converted, tuple(losses), tuple(kept))


def _with_consumers(subgraph: Subgraph) -> Subgraph:
    """Return the subgraph with the actual numbers of consumers; itself if they are right."""
    counts = [0] * len(subgraph.operands)
    for operation in subgraph.operations:
        for index in operation.inputs:
            counts[index] += 1
    if all(
        operand.number_of_consumers == count
        for operand, count in zip(subgraph.operands, counts, strict=True)
    ):
        return subgraph
    counted = tuple(
        replace(operand, number_of_consumers=count)
        for operand, count in zip(subgraph.operands, counts, strict=True)
    )
    return replace(subgraph, operands=counted)


def _without_defaults(
    model: Model, subgraph: Subgraph, version: Version
) -> tuple[Subgraph, tuple[int, ...]]:
    """Return the subgraph without default inputs that the version does not have.

    The second value holds the original index of each remaining operand.
    """
    operations = []
    dropped: list[int] = []
    for operation in subgraph.operations:
        count = _expressible_input_count(model, subgraph, operation, version)
        dropped.extend(operation.inputs[count:])
        operations.append(replace(operation, inputs=operation.inputs[:count]))
    everything = tuple(range(len(subgraph.operands)))
    if not dropped:
        return subgraph, everything
    used = {i for o in operations for i in (*o.inputs, *o.outputs)}
    used.update(subgraph.input_indexes, subgraph.output_indexes)
    removed = set(dropped) - used
    kept = tuple(index for index in everything if index not in removed)
    place = {old: new for new, old in enumerate(kept)}

    def renumber(indexes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(place[index] for index in indexes)

    operands = []
    for old in kept:
        operand = subgraph.operands[old]
        if fewer := dropped.count(old):
            count = max(0, operand.number_of_consumers - fewer)
            operand = replace(operand, number_of_consumers=count)
        operands.append(operand)
    shorter = Subgraph(
        tuple(operands),
        tuple(Operation(o.type, renumber(o.inputs), renumber(o.outputs)) for o in operations),
        renumber(subgraph.input_indexes),
        renumber(subgraph.output_indexes),
    )
    return shorter, kept


def _expressible_input_count(
    model: Model, subgraph: Subgraph, operation: Operation, version: Version
) -> int:
    """Return how many inputs the operation has in the version after defaults are removed.

    If removing defaults does not make the operation legal in the version, all inputs are kept.
    """
    operands = subgraph.operands
    everything = len(operation.inputs)
    newest = operation_signature(operands, operation, max(Version))
    if newest is None or newest.form is None:
        return everything
    if all(since <= version for since, _ in newest.reasons):
        return everything
    inputs = tuple(operands[index].type for index in operation.inputs)
    outputs = tuple(operands[index].type for index in operation.outputs)
    for count in range(everything - 1, 0, -1):
        if not _holds_default(model, operands[operation.inputs[count]], newest.inputs[count]):
            break
        signature = match_signature(operation.type, inputs[:count], outputs, version)
        same = signature is not None and signature.inputs == newest.inputs[:count]
        if same and signature is not None and signature.mismatch is None:
            return count
    return everything


def _holds_default(model: Model, operand: Operand, spec: OperandSpec) -> bool:
    if spec.presence is Presence.OMITTABLE:
        return operand.lifetime == OperandLifeTime.NO_VALUE
    if spec.presence is not Presence.TRAILING or spec.default is None:
        return False
    try:
        value: Array | None = constant_view(model, operand)
    except PoolUnreadableError:
        return False
    return value is not None and value.size == 1 and bool(value.reshape(()) == spec.default)


# Capabilities


def _up_from_1_0(caps: CapabilitiesV1_0, _losses: list[str]) -> CapabilitiesV1_1:
    return CapabilitiesV1_1(
        caps.float32_performance, caps.quantized8_performance, caps.float32_performance
    )


def _up_from_1_1(caps: CapabilitiesV1_1, _losses: list[str]) -> CapabilitiesV1_2:
    figures = dict.fromkeys(_FLOAT_TYPES, caps.float32_performance)
    figures |= dict.fromkeys(_OTHER_TYPES, caps.quantized8_performance)
    relaxed = caps.relaxed_float32_to_float16_performance
    table = tuple(OperandPerformance(int(code), figures[code]) for code in sorted(figures))
    return CapabilitiesV1_2(relaxed, relaxed, table)


def _up_from_1_2(caps: CapabilitiesV1_2, _losses: list[str]) -> Capabilities:
    return Capabilities(
        caps.relaxed_float32_to_float16_performance_scalar,
        caps.relaxed_float32_to_float16_performance_tensor,
        caps.operand_performance,
        NO_CLAIM,
        NO_CLAIM,
    )


def _down_to_1_2(caps: Capabilities, losses: list[str]) -> CapabilitiesV1_2:
    if (caps.if_performance, caps.while_performance) != (NO_CLAIM, NO_CLAIM):
        losses.append("the performance figures of IF and WHILE were removed")
    newer = (OperandType.TENSOR_QUANT8_ASYMM_SIGNED, OperandType.SUBGRAPH)
    known = [p for p in caps.operand_performance if p.type not in newer]
    if len(known) != len(caps.operand_performance):
        losses.append("the performance figures of operand types added in 1.3 were removed")
    return CapabilitiesV1_2(
        caps.relaxed_float32_to_float16_performance_scalar,
        caps.relaxed_float32_to_float16_performance_tensor,
        tuple(known),
    )


def _down_to_1_1(caps: CapabilitiesV1_2, losses: list[str]) -> CapabilitiesV1_1:
    table = {p.type: p.info for p in caps.operand_performance}
    float32 = table.get(OperandType.TENSOR_FLOAT32, NO_CLAIM)
    quantized8 = table.get(OperandType.TENSOR_QUANT8_ASYMM, NO_CLAIM)
    relaxed = caps.relaxed_float32_to_float16_performance_tensor
    coarse = CapabilitiesV1_1(float32, quantized8, relaxed)
    restored = {p.type: p.info for p in _up_from_1_1(coarse, []).operand_performance}
    if restored != table:
        losses.append(
            "the performance figures of the operand types were reduced to one for float32 and one "
            "for quantized data"
        )
    if caps.relaxed_float32_to_float16_performance_scalar != relaxed:
        losses.append("the performance figure of relaxed scalars was removed")
    return coarse


def _down_to_1_0(caps: CapabilitiesV1_1, losses: list[str]) -> CapabilitiesV1_0:
    if caps.relaxed_float32_to_float16_performance != caps.float32_performance:
        losses.append("the performance figure of relaxed computation was removed")
    return CapabilitiesV1_0(caps.float32_performance, caps.quantized8_performance)


_ConversionStep = Callable[[Any, list[str]], AnyCapabilities]
_UP: Final[dict[type[Any], _ConversionStep]] = {
    CapabilitiesV1_0: _up_from_1_0,
    CapabilitiesV1_1: _up_from_1_1,
    CapabilitiesV1_2: _up_from_1_2,
}
_DOWN: Final[dict[type[Any], _ConversionStep]] = {
    Capabilities: _down_to_1_2,
    CapabilitiesV1_2: _down_to_1_1,
    CapabilitiesV1_1: _down_to_1_0,
}
