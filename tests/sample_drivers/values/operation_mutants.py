"""Mutants: faulty kernels that are derived systematically from an operation's definition.

``mutants`` returns two groups of mutants for an operation. The first group contains typical errors
of drivers:

- a tensor is ignored, read one element off, read in another order, exchanged with its neighbour,
  or read with another zero point or scale;
- a scalar is ignored, inverted, halved, off by one, or exchanged with its neighbour;
- a result is one element off, transposed, or too coarse.

The mutants of the second group are wrong only in one spot: for one type at one rank, for one type
with one attribute set, or for one value. Only specific test cases can detect them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from conformance.hal import INFO, OperandType
from conformance.operations import Call, Kernel, OperandSpec, OperationDefinition, Presence
from conformance.operations.definition.operands import Array
from tests.sample_drivers.values.fault_injection import (
    KernelFault,
    OptionalArrays,
    changed_output,
    half_precision,
    misread_input,
    nhwc_for_nchw,
)
from tests.sample_drivers.values.misread_operands import (
    ASYMMETRIC,
    ArrayChange,
    by_columns,
    coarse,
    compared_outputs,
    doubled,
    everywhere,
    exchanged,
    few_bits,
    guarded,
    ignored,
    last_axes_exchanged,
    off_by_one,
    only_of,
    scalar_as,
    scalars_exchanged,
    without_offset,
    without_zero_point,
)

T = OperandType
ANY_RANK = (1, 2, 3, 4)
"""The ranks tested for an operation that accepts any rank."""
FEW = 20
"""If an operation has more operands, its tensors are only ignored or exchanged."""
CODED = {T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED, T.TENSOR_QUANT8_SYMM, T.TENSOR_INT32}
"""Types for which there are mutants that misread the lowest or the highest integer."""
NEUTRAL_ONE = ("stride_", "dilation_", "filter_", "block_", "depth_", "num_", "beta", "k")
"""Prefixes of the names of scalars whose neutral value is 1, if they have no default.

The neutral value of other scalars without a default is 0.
"""


@dataclass(frozen=True)
class OperationMutant:
    """A systematic fault of one operation.

    Attributes:
        name: Description, unique for the operation.
        kind: Kind of the error, for example "off by one index".
        kernel_fault: Returns the faulty kernel for a call, or the correct one for calls that the
            error does not concern.
        spot: For a mutant that is wrong in one spot: returns whether the results for a call are
            wrong. ``None`` if this is known only after the computation.
    """

    name: str
    kind: str
    kernel_fault: KernelFault
    spot: Callable[[Call], bool] | None = None


def spoilt(array: Array) -> Array:
    """Return a copy whose last element is clearly wrong."""
    out = array.copy()
    flat = out.reshape(-1)
    if flat.size:
        with np.errstate(all="ignore"):
            flat[-1] = ~flat[-1] if out.dtype.kind == "b" else flat[-1] + flat.dtype.type(37)
            if out.dtype.kind == "f" and not np.isfinite(flat[-1]):
                flat[-1] = 37
    return out


def only_at(spot: Callable[[Call], bool]) -> KernelFault:
    """Return a fault that changes one element of the results of calls for which ``spot`` is true.

    It is the last element of the first output whose contents can affect a verdict.
    """

    def misbehavior(call: Call) -> Kernel:
        kernel = call.definition.compile(call)
        if not spot(call):
            return kernel
        first = compared_outputs(call.definition, len(call.outputs)).index(True)

        def run(inputs: OptionalArrays) -> OptionalArrays:
            arrays = list(kernel(inputs))
            arrays[first] = spoilt(arrays[first])
            return arrays

        return run

    return misbehavior


# --- from a definition to its mutants


def operands(definition: OperationDefinition) -> dict[str, OperandSpec]:
    """Return the inputs of all forms of the operation by name."""
    return {spec.name: spec for form in definition.forms for spec in form.inputs}


def types_of(definition: OperationDefinition, spec: OperandSpec) -> set[OperandType]:
    """Return every type that the contract permits for the operand."""
    return {
        type_ for primary in definition.types for type_, _ in spec.types.legal(OperandType(primary))
    }


def is_scalar(definition: OperationDefinition, spec: OperandSpec) -> bool:
    """Return whether the operand is a scalar in every form and for every type."""
    return not any(INFO[type_].tensor for type_ in types_of(definition, spec))


def _tensor_mutants(
    definition: OperationDefinition, spec: OperandSpec
) -> Iterator[OperationMutant]:
    """Yield the mutants that misread a tensor."""
    name = spec.name
    types = types_of(definition, spec)
    yield OperationMutant(f"{name} ignored", "ignored argument", ignored(name))
    if len(operands(definition)) > FEW:
        return
    yield OperationMutant(
        f"{name} one element off", "off by one index", misread_input(name, off_by_one)
    )
    if spec.ranks is None or max(max(legal) for legal in spec.ranks.values()) > 1:
        yield OperationMutant(f"{name} by columns", "wrong layout", misread_input(name, by_columns))
    if types & ASYMMETRIC:
        misbehavior = without_zero_point(name)
        yield OperationMutant(f"{name} zero point ignored", "ignored zero point", misbehavior)
        yield OperationMutant(f"{name} scale doubled", "wrong constant", doubled(name))


def _scalar_mutants(
    definition: OperationDefinition, spec: OperandSpec
) -> Iterator[OperationMutant]:
    """Yield the mutants that misread a scalar."""
    name = spec.name
    types = types_of(definition, spec)
    kind = "wrong axis" if name == "axis" else "wrong constant"
    usual = (0, 1) if spec.default is None else (spec.default,)
    changes = [partial(np.full_like, fill_value=value) for value in usual]
    yield OperationMutant(f"{name} ignored", "ignored argument", scalar_as(name, *changes))
    if types <= {T.BOOL}:
        yield OperationMutant(f"{name} inverted", kind, scalar_as(name, np.logical_not))
    elif types & {T.INT32, T.UINT32}:
        yield OperationMutant(
            f"{name} one off", kind, scalar_as(name, lambda v: v + 1, lambda v: v - 1)
        )
    else:
        yield OperationMutant(f"{name} halved", kind, scalar_as(name, lambda v: v / 2))


def _result_mutants(definition: OperationDefinition) -> Iterator[OperationMutant]:
    """Yield the mutants that change the results."""
    specs = definition.outputs
    for index, spec in enumerate(specs):
        if len(definition.output_lists) > 1 or not compared_outputs(definition, len(specs))[index]:
            continue
        called = "result" if len(specs) == 1 else spec.name
        for name, kind, change in (
            ("one element off", "off by one index", off_by_one),
            ("last axes exchanged", "wrong layout", last_axes_exchanged),
        ):
            yield OperationMutant(f"{called} {name}", kind, _at_output(index, change))
    types = {type_ for spec in specs for type_ in types_of(definition, spec)}
    if T.TENSOR_FLOAT32 in types:
        misbehavior = everywhere(only_of(np.float32, half_precision))
        yield OperationMutant("float32 results through float16", "wrong rounding", misbehavior)
    if T.TENSOR_FLOAT16 in types:
        misbehavior = everywhere(only_of(np.float16, few_bits))
        yield OperationMutant("float16 results too coarse", "wrong rounding", misbehavior)
    if types_of(definition, specs[0]) & ASYMMETRIC:
        yield OperationMutant("codes too coarse", "wrong rounding", changed_output(coarse))
        yield OperationMutant(
            "result zero point ignored", "ignored zero point", changed_output(without_offset)
        )


def _at_output(index: int, change: ArrayChange) -> KernelFault:
    """Return a fault that changes one output, if the call has it."""

    def misbehavior(call: Call) -> Kernel:
        if index >= len(call.outputs):
            return call.definition.compile(call)
        return changed_output(change, index)(call)

    return misbehavior


def _narrow_mutants(definition: OperationDefinition) -> Iterator[OperationMutant]:
    """Yield the mutants that are wrong only in one spot."""
    named = operands(definition)
    primary = named[definition.primary]
    ranks = sorted(primary.ranks[max(primary.ranks)]) if primary.ranks else ANY_RANK
    for type_ in definition.types:
        short = OperandType(type_).name.removeprefix("TENSOR_")
        if not INFO[type_].tensor:
            continue
        for rank in ranks:
            yield _spot(f"{short} of rank {rank}", "one size", _of_rank(type_, rank))
        yield _spot(f"{short} that ends on a single element", "one size", _one_at(type_, -1))
        yield _spot(f"{short} that starts on a single element", "one size", _one_at(type_, 0))
        for spec in named.values():
            if spec.presence is Presence.OMITTABLE:
                yield _spot(f"{short} with {spec.name}", "one attribute", _given(type_, spec))
            elif is_scalar(definition, spec):
                if "layout" in named and spec.name != "layout":
                    yield _spot(
                        f"{short} in NCHW with {spec.name} set",
                        "one attribute",
                        _both_conditions(_with(type_, spec), _with(type_, named["layout"])),
                    )
                yield _spot(f"{short} with {spec.name} set", "one attribute", _with(type_, spec))
    if types_of(definition, primary) & CODED:
        yield OperationMutant(
            f"lowest code of {primary.name} misread",
            "one value",
            misread_input(definition.primary, _lowest_misread),
        )
        yield OperationMutant(
            f"highest code of {primary.name} misread",
            "one value",
            misread_input(definition.primary, _highest_misread),
        )


def _spot(name: str, kind: str, spot: Callable[[Call], bool]) -> OperationMutant:
    """Return a mutant that is wrong for the calls for which ``spot`` is true."""
    return OperationMutant(f"wrong for {name}", kind, only_at(spot), spot)


def _of_rank(type_: OperandType, rank: int) -> Callable[[Call], bool]:
    """Return a predicate: the primary operand has this type and rank."""
    return lambda call: call.primary.type == type_ and call.primary.rank == rank


def _one_at(type_: OperandType, axis: int) -> Callable[[Call], bool]:
    """Return a predicate: the primary operand has this type and an extent of 1 at ``axis``."""
    return lambda call: (
        call.primary.type == type_ and call.primary.rank > 0 and call.primary.shape[axis] == 1
    )


def _both_conditions(
    one: Callable[[Call], bool], two: Callable[[Call], bool]
) -> Callable[[Call], bool]:
    """Return a predicate: both predicates are true."""
    return lambda call: one(call) and two(call)


def _given(type_: OperandType, spec: OperandSpec) -> Callable[[Call], bool]:
    """Return a predicate: the primary operand has this type, and the operand is not omitted."""
    return lambda call: call.primary.type == type_ and call.present(spec.name)


def _with(type_: OperandType, spec: OperandSpec) -> Callable[[Call], bool]:
    """Return a predicate: the call has the scalar, and its value is not the neutral one."""
    usual = spec.default
    if usual is None:
        usual = 1 if spec.name.startswith(NEUTRAL_ONE) else 0

    def spot(call: Call) -> bool:
        if call.primary.type != type_ or call.position(spec.name) is None:
            return False
        value = call.scalar(spec.name)
        return bool(value) if isinstance(value, bool) else value != usual

    return spot


def _lowest_misread(_: Call, array: Array) -> Array:
    """Return the integers with a bit flipped in elements that equal the type's minimum."""
    return _misread(array, np.iinfo(array.dtype).min) if array.dtype.kind in "iu" else array


def _highest_misread(_: Call, array: Array) -> Array:
    """Return the integers with a bit flipped in elements that equal the type's maximum."""
    return _misread(array, np.iinfo(array.dtype).max) if array.dtype.kind in "iu" else array


def _misread(array: Array, code: int) -> Array:
    """Return the integers with one bit flipped in each element that equals ``code``."""
    return np.where(array == code, array ^ array.dtype.type(64), array)


def mutants(definition: OperationDefinition) -> list[OperationMutant]:
    """Return every mutant of the operation."""
    named = operands(definition)
    found: list[OperationMutant] = []
    for spec in named.values():
        if spec.name == "layout":
            continue  # has a mutant of another kind: "NCHW taken for NHWC"
        scalar = is_scalar(definition, spec)
        found += (_scalar_mutants if scalar else _tensor_mutants)(definition, spec)
    pairs = {
        (one.name, two.name): (one, two)
        for form in definition.forms
        for one, two in pairwise(form.inputs)
    }
    for one, two in pairs.values():
        if types_of(definition, one) == types_of(definition, two) and "layout" not in (
            one.name,
            two.name,
        ):
            scalar = is_scalar(definition, one)
            name = f"{one.name} and {two.name} exchanged"
            misbehavior = scalars_exchanged if scalar else exchanged
            found.append(OperationMutant(name, "swapped operand", misbehavior(one.name, two.name)))
    if "layout" in named:
        found.append(OperationMutant("NCHW taken for NHWC", "wrong layout", nhwc_for_nchw))
    found += _result_mutants(definition)
    found += _narrow_mutants(definition)
    return [OperationMutant(m.name, m.kind, guarded(m.kernel_fault), m.spot) for m in found]
