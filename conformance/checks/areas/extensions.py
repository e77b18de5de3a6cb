"""Checks of vendor extensions: the listed operand types, and the prefixes that a model declares.

A model declares each extension that it uses with a prefix of the client's choice; the prefix is the
high half of the codes of the extension's operand types and operations. The models here are an
addition with one more input, of a listed operand type, that no operation reads: every driver knows
the types that it lists, but the suite knows the operations of few extensions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from conformance import hal
from conformance.checks.areas.unusual_models import require_sample_extension
from conformance.checks.check_context import (
    CheckContext,
    Violation,
    described,
    expect,
    not_applicable,
)
from conformance.checks.execution_modes import execution_modes
from conformance.checks.registration import check
from conformance.checks.sample_models import (
    SAMPLE_EXTENSION,
    addition_model,
    saturating_addition_model,
    with_operation,
)
from conformance.checks.sample_requests import SampleRequest
from conformance.harness.calls import driver_calls
from conformance.harness.calls.driver_calls import listed_extensions
from conformance.operations import vendor_extensions

_SECTION: Final = "1.2 types.hal: Model.extensionNameToPrefix, Extension, OperandType"
_LARGEST: Final = (1 << hal.EXTENSION_TYPE_BITS) - 1
_PREFIXES: Final = (1, 0x1234, _LARGEST)
_UNKNOWN: Final = "org.nn_conformance.unlisted"
_OTHER: Final = "org.nn_conformance.other"
_INVALID: Final = hal.ErrorStatus.INVALID_ARGUMENT
_INPUT, _OUTPUT = hal.OperandLifeTime.SUBGRAPH_INPUT, hal.OperandLifeTime.SUBGRAPH_OUTPUT


def _listed(context: CheckContext) -> list[hal.Extension]:
    extensions = listed_extensions(context.device)
    if not extensions:
        not_applicable("the driver lists no vendor extension")
    return extensions


def _listed_type(context: CheckContext) -> tuple[hal.Extension, hal.ExtensionOperandType]:
    listed = [(each, type_) for each in _listed(context) for type_ in each.operand_types]
    if not listed:
        not_applicable("no vendor extension of the driver has an operand type")
    return listed[0]


def _operand(type_: hal.ExtensionOperandType, prefix: int, **more: Any) -> hal.Operand:
    """Return an operand of an extension's type: a tensor of shape [2], or a scalar."""
    code = prefix << hal.EXTENSION_TYPE_BITS | type_.type
    return replace(hal.Operand(code, (2,) if type_.is_tensor else (), lifetime=_INPUT), **more)


def _model(prefixes: Mapping[str, int], *operands: hal.Operand, values: bytes = b"") -> hal.Model:
    """Return an addition with further operands; those of lifetime SUBGRAPH_INPUT are inputs."""
    model = addition_model()
    main = model.main
    first = len(main.operands)
    inputs = [first + n for n, operand in enumerate(operands) if operand.lifetime == _INPUT]
    main = replace(
        main,
        operands=(*main.operands, *operands),
        input_indexes=(*main.input_indexes, *inputs),
    )
    return replace(
        model,
        main=main,
        operand_values=model.operand_values + values,
        extension_name_to_prefix=dict(prefixes),
    )


def _accept(context: CheckContext, model: hal.Model, what: str) -> None:
    with described(what):
        status, flags = driver_calls.get_supported_operations(context.device, model)
        expect(status, "get_supported_operations")
        if all(flags):
            end, _ = context.try_to_prepare(model)
            expect(end.status, "prepare_model, whose operations are all supported,")
            if end.model is None:
                raise Violation("prepare_model delivered no prepared model")


def _refuse(context: CheckContext, model: hal.Model, what: str) -> None:
    with context.case(what):
        status, _ = driver_calls.get_supported_operations(context.device, model)
        expect(status, "get_supported_operations", _INVALID)
        end, _ = context.try_to_prepare(model)
        expect(end.status, "the callback of prepare_model", _INVALID)
        expect(end.launch, "prepare_model", _INVALID)
        if end.model is not None:
            raise Violation("prepare_model delivered a prepared model")


@check(_SECTION, since=hal.Version.V1_2)
def operand_types(context: CheckContext) -> Iterator[str]:
    """Each operand type that IDevice::getSupportedExtensions lists has a number from 0 to 65535, a
    boolean isTensor, and a byteSize that is an integer from 1 to 2**32 - 1.
    """
    for extension in _listed(context):
        for type_ in extension.operand_types:
            number, size = type_.type, type_.byte_size
            is_tensor: object = type_.is_tensor
            where = f"extension {extension.name} lists an operand type with"
            if not driver_calls.is_integer(number) or not 0 <= number <= _LARGEST:
                yield f"{where} the number {number!r}; an integer from 0 to 65535 was expected"
            if not driver_calls.is_integer(size) or not 1 <= size < 1 << 32:
                yield (
                    f"{where} the byte size {size!r}; an integer from 1 to 2**32 - 1 was expected"
                )
            if not isinstance(is_tensor, (bool, np.bool_)):
                yield f"{where} is_tensor {is_tensor!r}; a boolean was expected"


@check(_SECTION, since=hal.Version.V1_2)
def listed_types_accepted(context: CheckContext) -> None:
    """A driver accepts operands of each operand type that it lists, with whatever prefix from 1 to
    65535 the model declares for the extension.
    """
    for extension in _listed(context):
        for type_ in extension.operand_types:
            for prefix in _PREFIXES:
                model = _model({extension.name: prefix}, _operand(type_, prefix))
                what = (
                    f"a model with an unused input of type {type_.type} of extension "
                    f"{extension.name}, prefix {prefix}"
                )
                _accept(context, model, what)


@check(_SECTION, since=hal.Version.V1_2)
def prefix_undeclared(context: CheckContext) -> None:
    """A driver refuses a model that uses an extension's operand type or operation with a prefix
    that extensionNameToPrefix does not list.
    """
    extension, type_ = _listed_type(context)
    for prefixes, text in (
        ({}, "declares no extension"),
        ({extension.name: 1}, f"declares prefix 1 for {extension.name}"),
    ):
        model = _model(prefixes, _operand(type_, 2))
        what = f"a model that uses an operand type with prefix 2 and {text}"
        _refuse(context, model, what)
    model = _model({extension.name: 1})
    undeclared = with_operation(model, type=2 << hal.EXTENSION_TYPE_BITS)
    what = f"a model that uses an operation with prefix 2 and declares 1 for {extension.name}"
    _refuse(context, undeclared, what)


@check(_SECTION, since=hal.Version.V1_2)
def prefix_reserved(context: CheckContext) -> None:
    """A driver refuses a model that declares the prefix 0, which the contract's own codes have."""
    extension = _listed(context)[0]
    what = f"a model that declares the prefix 0 for {extension.name}"
    _refuse(context, _model({extension.name: 0}), what)


@check(_SECTION, since=hal.Version.V1_2)
def prefix_unique(context: CheckContext) -> None:
    """A driver refuses a model that declares the same prefix for two extensions."""
    extension, type_ = _listed_type(context)
    for operands in ((), (_operand(type_, 1),)):
        model = _model({extension.name: 1, _OTHER: 1}, *operands)
        what = f"a model that declares the prefix 1 for {extension.name} and for {_OTHER}"
        _refuse(context, model, what)


@check("1.2 types.hal: Extension.name", since=hal.Version.V1_2)
def name_form(context: CheckContext) -> None:
    """A driver refuses a model that declares an extension whose name has other characters than
    a-z, 0-9, '_' and '.', or no period.
    """
    listed = _listed(context)[0].name
    for name in ("", "noperiod", "Org.example", "org.exa mple", listed.upper()):
        what = f"a model that declares an extension named {name!r}"
        _refuse(context, _model({name: 1}), what)


@check("1.2 types.hal: Operand, extension operand types", since=hal.Version.V1_2)
def operand_attributes(context: CheckContext) -> None:
    """An operand of an extension's type has the scale 0, the zero point 0, no per-channel scales,
    and not the lifetime SUBGRAPH; a driver refuses any other model.
    """
    extension, type_ = _listed_type(context)
    per_channel = hal.SymmPerChannelQuantParams((1.0, 1.0), 0)
    changes: list[tuple[str, dict[str, Any]]] = [
        ("scale 0.5", {"scale": 0.5}),
        ("zero point 1", {"zero_point": 1}),
        ("per-channel scales", {"extra_params": per_channel}),
        ("lifetime 7", {"lifetime": 7}),
    ]
    if context.version >= hal.Version.V1_3:
        changes.append(("lifetime SUBGRAPH", {"lifetime": hal.OperandLifeTime.SUBGRAPH}))
    for text, change in changes:
        model = _model({extension.name: 1}, _operand(type_, 1, **change))
        what = f"a model with an operand of type {type_.type} of {extension.name} with {text}"
        _refuse(context, model, what)


@check("1.2 types.hal: DataLocation.length, Extension byteSize", since=hal.Version.V1_2)
def constant_length(context: CheckContext) -> None:
    """A driver accepts a constant of an extension's type that has byteSize bytes for each element,
    and refuses one that has any other length or whose bytes are not inside operandValues.
    """
    extension, type_ = _listed_type(context)
    size = type_.byte_size * (2 if type_.is_tensor else 1)
    if size > 1 << 20:
        not_applicable(f"a constant of the type has {size} bytes")
    copy = hal.OperandLifeTime.CONSTANT_COPY

    def model(length: int, offset: int = 4) -> hal.Model:
        operand = _operand(type_, 1, lifetime=copy, location=hal.DataLocation(0, offset, length))
        return _model({extension.name: 1}, operand, values=bytes(size + 1))

    what = f"a model with a constant of type {type_.type} of {extension.name} that has"
    with context.case():
        _accept(context, model(size), f"{what} {size} bytes")
    for length, offset in ((size + 1, 4), (size - 1, 4), (size, size + 5)):
        text = f"{what} {length} bytes at offset {offset}, of {size} in all"
        _refuse(context, model(length, offset), text)


@check("IDevice.getSupportedExtensions", since=hal.Version.V1_2)
def unlisted_extension(context: CheckContext) -> None:
    """A driver reports an operation of an extension that it does not list as unsupported, or
    refuses the model, and never prepares it.
    """
    names = {extension.name for extension in listed_extensions(context.device)}
    if _UNKNOWN in names:
        not_applicable(f"the driver lists {_UNKNOWN}")
    for prefix in dict.fromkeys((1, *(found.prefix for found in vendor_extensions().values()))):
        base = with_operation(addition_model(), type=prefix << hal.EXTENSION_TYPE_BITS | 2)
        model = replace(base, extension_name_to_prefix={_UNKNOWN: prefix})
        what = f"an operation of the unlisted extension {_UNKNOWN}, prefix {prefix}"
        status, flags = driver_calls.get_supported_operations(context.device, model)
        if status == hal.ErrorStatus.NONE and any(flags):
            context.report(f"get_supported_operations reports {what} as supported")
        end, _ = context.try_to_prepare(model)
        if end.model is not None or end.status == hal.ErrorStatus.NONE:
            context.report(f"prepare_model prepared a model with {what}; a failure was expected")


def _supports(context: CheckContext, model: hal.Model) -> bool:
    status, flags = driver_calls.get_supported_operations(context.device, model)
    return status == hal.ErrorStatus.NONE and all(flags)


_ADDENDS: Final = np.array([[0, 1, 40000, 65535], [0, 2, 40000, 1]], "<u2")
_TOTALS: Final = np.array([0, 3, 65535, 65535], "<u2")


@check("1.2 types.hal: Model.extensionNameToPrefix", since=hal.Version.V1_2)
def any_prefix(context: CheckContext) -> None:
    """The prefix that a model declares for an extension does not affect the results, also if the
    model declares a second extension with a prefix that the first has in another model.
    """
    require_sample_extension(context)
    defined = vendor_extensions()[SAMPLE_EXTENSION].prefix
    supported = {
        prefix: _supports(context, saturating_addition_model(prefix, {}))
        for prefix in (defined, 1, _LARGEST)
    }
    if len(set(supported.values())) > 1:
        raise Violation(
            "whether get_supported_operations reports SATURATING_ADD as supported depends on the "
            f"prefix of {SAMPLE_EXTENSION}: {supported}; the same answer was expected"
        )
    for prefix, others in ((defined, {}), (1, {}), (_LARGEST, {_OTHER: defined}), (7, {})):
        model = saturating_addition_model(prefix, others)
        if others and not _supports(context, model):
            continue  # a driver may refuse to run a model that declares an unlisted extension
        prepared = context.prepare(model)
        request = SampleRequest(context, [addend.tobytes() for addend in _ADDENDS], [8])
        with context.case(f"SATURATING_ADD of {SAMPLE_EXTENSION} with prefix {prefix}"):
            request.run(prepared, execution_modes(context)["synchronous"])
            actual = np.frombuffer(request.output(), "<u2")
            if not np.array_equal(actual, _TOTALS):
                raise Violation(f"{actual.tolist()}; {_TOTALS.tolist()} was expected")
