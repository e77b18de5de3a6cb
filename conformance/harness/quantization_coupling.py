"""Quantization coupling: the same model with signed instead of unsigned 8-bit data.

From HAL 1.3 on, a driver that supports TENSOR_QUANT8_ASYMM must support TENSOR_QUANT8_ASYMM_SIGNED
too. A case runs in both forms along the same paths. The verdict on the signed form has the case's
id and the path ``coupled-<path>``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from conformance import hal
from conformance.cases.example import Example
from conformance.operations import find_definition, has_trait
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import Trait
from conformance.oracle.accuracy import compare_output, tolerances
from conformance.validation import first_violation
from conformance.verdicts import Verdict, VerdictKind

OFF, DEFAULT, ALL = "off", "default", "all"
"""No coupling; models of one operation on their first path; all models on all their paths."""
COUPLED_PATH_PREFIX: Final = "coupled-"
COUPLED_NAME_SUFFIX: Final = "_coupled"
"""Suffix of the example's name and case id in the signed form."""

UNSIGNED: Final = hal.OperandType.TENSOR_QUANT8_ASYMM.name
SIGNED: Final = hal.OperandType.TENSOR_QUANT8_ASYMM_SIGNED.name
_UNSIGNED: Final = int(hal.OperandType.TENSOR_QUANT8_ASYMM)
_SIGNED: Final = int(hal.OperandType.TENSOR_QUANT8_ASYMM_SIGNED)
_ZERO_POINT_SHIFT: Final = 128
KINDS_WITHOUT_COUPLING: Final = frozenset(
    {VerdictKind.CRASH, VerdictKind.HANG, VerdictKind.INTERNAL_ERROR}
)
"""Kinds of verdicts after which the signed form is not worth a run."""


def is_coupled_path(path: str) -> bool:
    """Return whether a verdict's path belongs to the signed form of a case."""
    return path.startswith(COUPLED_PATH_PREFIX)


def convert_to_signed(example: Example, every: bool = False) -> Example | None:
    """Return the example with signed 8-bit data, or ``None`` if it has no signed form.

    As in the official suite only models with one main operation are coupled, unless ``every`` is
    set. The outputs of operations whose results may differ are ignored. QUANTIZED_16BIT_LSTM has
    no signed form, and the hits of HASHTABLE_LOOKUP stay unsigned in it.
    """
    if not has_signed_form(example, every):
        return None
    model = example.model
    signed = convert_model_to_signed(model)
    may_differ = any(
        has_trait(code, Trait.CODES_ARE_INTEGERS) for code in _operations_with_unsigned_data(model)
    )
    if may_differ and first_violation(signed) is not None:
        return None
    main = model.main
    shifted = [
        before.type != after.type
        for before, after in zip(main.operands, signed.main.operands, strict=True)
    ]
    inputs = tuple(
        _shift_codes(data) if data and shifted[index] else data
        for index, data in zip(main.input_indexes, example.inputs, strict=True)
    )
    outputs = tuple(
        replace(
            output,
            data=_shift_codes(output.data) if shifted[index] else output.data,
            ignored=output.ignored or may_differ,
        )
        for index, output in zip(main.output_indexes, example.outputs, strict=True)
    )
    version = None if example.version is None else max(example.version, hal.Version.V1_3)
    return replace(
        example,
        name=example.name + COUPLED_NAME_SUFFIX,
        model=signed,
        inputs=inputs,
        outputs=outputs,
        version=version,
    )


def has_signed_form(example: Example, every: bool) -> bool:
    """Return False if the example certainly has no signed form, True if it may have one."""
    if example.expect_failure or not (every or len(example.model.main.operations) == 1):
        return False
    operations = _operations_with_unsigned_data(example.model)
    return bool(operations) and not any(has_trait(code, Trait.UNSIGNED_ONLY) for code in operations)


def _operations_with_unsigned_data(model: hal.Model) -> set[int]:
    return {
        operation.type
        for subgraph in (model.main, *model.referenced)
        for operation in subgraph.operations
        if any(
            # An index of a malformed model may be out of range; the judge reports that case.
            0 <= index < len(subgraph.operands) and subgraph.operands[index].type == _UNSIGNED
            for index in (*operation.inputs, *operation.outputs)
        )
    }


def convert_model_to_signed(model: hal.Model) -> hal.Model:
    """Return the model with every TENSOR_QUANT8_ASYMM operand signed and converted constants.

    Raise ``ValueError`` if an unsigned constant shares bytes with a constant of another type.
    """
    copies = np.frombuffer(model.operand_values, np.uint8).copy()
    pools = list(model.pools)
    marks: dict[int, Array] = {}
    for pool, unsigned, operand in _constant_operands(model):
        size = copies.size if pool < 0 else pools[pool].size
        mark = marks.setdefault(pool, np.zeros(size, np.uint8))
        start = operand.location.offset
        mark[start : start + operand.location.length] |= 1 if unsigned else 2
    for pool, mark in marks.items():
        if (mark == 3).any():
            raise ValueError("constants of unsigned and of other types share bytes")
        if not (mark == 1).any():
            continue
        if pool < 0:
            copies[mark == 1] ^= _ZERO_POINT_SHIFT
            continue
        with pools[pool].view() as view:
            data = np.frombuffer(view, np.uint8).copy()
        data[mark == 1] ^= _ZERO_POINT_SHIFT
        pools[pool] = hal.SharedMemory(initial=data.tobytes(), name=pools[pool].name)
    return replace(
        model,
        main=_convert_subgraph_to_signed(model.main),
        referenced=tuple(_convert_subgraph_to_signed(subgraph) for subgraph in model.referenced),
        operand_values=copies.tobytes(),
        pools=tuple(pools),
    )


def _constant_operands(model: hal.Model) -> Iterator[tuple[int, bool, hal.Operand]]:
    """Yield pool index (-1: ``operand_values``), whether it is unsigned, and each constant."""
    for subgraph in (model.main, *model.referenced):
        for operand in subgraph.operands:
            unsigned = operand.type == _UNSIGNED
            if operand.lifetime == hal.OperandLifeTime.CONSTANT_COPY:
                yield -1, unsigned, operand
            elif operand.lifetime == hal.OperandLifeTime.CONSTANT_REFERENCE:
                yield operand.location.pool_index, unsigned, operand


def _convert_subgraph_to_signed(subgraph: hal.Subgraph) -> hal.Subgraph:
    hits = {
        index
        for operation in subgraph.operations
        for index in _outputs_without_signed_form(operation)
    }
    operands = tuple(
        replace(operand, type=_SIGNED, zero_point=operand.zero_point - _ZERO_POINT_SHIFT)
        if operand.type == _UNSIGNED and index not in hits
        else operand
        for index, operand in enumerate(subgraph.operands)
    )
    return replace(subgraph, operands=operands)


def _outputs_without_signed_form(operation: hal.Operation) -> list[int]:
    definition = find_definition(operation.type)
    specs = () if definition is None else definition.output_specs(len(operation.outputs))
    return [
        index
        for index, spec in zip(operation.outputs, specs, strict=False)
        if spec.types.always and all(type_ == _UNSIGNED for type_, _ in spec.types.always)
    ]


def _shift_codes(data: bytes) -> bytes:
    """Convert unsigned 8-bit values to signed ones by subtracting 128, or signed to unsigned."""
    return (np.frombuffer(data, np.uint8) ^ _ZERO_POINT_SHIFT).tobytes()


def compare_forms(
    before: Verdict,
    after: Verdict,
    coupled: Example,
    unsigned: Mapping[str, Sequence[bytes]],
    signed: Mapping[str, Sequence[bytes]],
) -> Verdict:
    """Return the verdict on the signed form ``coupled``, compared with that on the other form.

    ``unsigned`` and ``signed`` are the outputs of both forms by path.
    """
    if after.kind.blames_driver or after.kind is VerdictKind.INTERNAL_ERROR:
        return replace(after, details={**after.details, "unsigned": str(before.kind)})
    if before.kind is VerdictKind.PASSED and after.kind is VerdictKind.DECLINED:
        reason = f"the driver supports the unsigned form, but not the signed form: {after.reason}"
        return replace(after, kind=VerdictKind.FAILED, rule="coupling.support", reason=reason)
    if before.kind is VerdictKind.DECLINED and after.kind is VerdictKind.PASSED:
        reason = f"the driver supports the signed form, but not the unsigned form: {before.reason}"
        return replace(after, kind=VerdictKind.FAILED, rule="coupling.prepare", reason=reason)
    if before.kind.blames_driver:
        reason = (
            f"the verdict on the signed form is {after.kind}, that on the unsigned form is"
            f" {before.kind}: {before.reason}"
        )
        return replace(after, kind=VerdictKind.FAILED, rule="coupling.verdict", reason=reason)
    if before.kind is after.kind is VerdictKind.PASSED:
        both = before.path in unsigned and after.path in signed
        unequal = both and _describe_difference(coupled, unsigned[before.path], signed[after.path])
        if unequal:
            warning = VerdictKind.QUALITY_WARNING
            return replace(after, kind=warning, rule="coupling.results", reason=unequal)
    return after


def _describe_difference(
    coupled: Example, unsigned: Sequence[bytes], signed: Sequence[bytes]
) -> str:
    """Return a reason if outputs differ by more than the shift of 128; empty if they agree.

    Codes agree if they are equal; other outputs, if they are within the tolerance of each other.
    """
    main, limits = coupled.model.main, tolerances(coupled.model)
    for number, (index, unsigned_data, signed_data) in enumerate(
        zip(main.output_indexes, unsigned, signed, strict=True)
    ):
        output, operand = coupled.outputs[number], main.operands[index]
        if output.ignored:
            continue
        if operand.type != _SIGNED and len(unsigned_data) == len(signed_data):
            compared = compare_output(
                unsigned_data, signed_data, operand, output.dimensions, limits[number]
            )
            if compared.ok:
                continue
        expected = _shift_codes(unsigned_data) if operand.type == _SIGNED else unsigned_data
        if expected != signed_data:
            unsigned_codes, signed_codes = (
                np.frombuffer(expected, np.uint8),
                np.frombuffer(signed_data, np.uint8),
            )
            count = int((unsigned_codes != signed_codes).sum())
            return (
                f"output {number}: {count} of {unsigned_codes.size} bytes of the signed form "
                "differ from the unsigned form's bytes shifted by 128"
            )
    return ""
