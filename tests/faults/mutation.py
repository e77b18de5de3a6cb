"""Faults made systematically: one driver for each way to get an operand or a result wrong.

They follow from an operation's definition alone. ``mutants`` lists, for each operand, what drivers
are known to get wrong: it is read one element off, in another order, exchanged with its neighbour,
not at all, with another zero point or scale; a scalar is ignored, inverted or off by one. Results
are one element off, transposed, too coarse. A second group is right everywhere but in one spot: for
one type at one rank, for one type with one attribute set, for one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from conformance.hal import INFO, OperandType, OperationType
from conformance.operations import (
    Call,
    Kernel,
    OperandSpec,
    OperandView,
    OperationDefinition,
    Presence,
)
from conformance.operations.definition import Array
from conformance.operations.numerics import is_quantized
from conformance.validation import check_call
from tests.faults.fault import (
    Arrays,
    Vice,
    after,
    altered,
    call_changed,
    data,
    fitted,
    half_precision,
    nhwc_for_nchw,
    swapped,
    with_input,
    with_scalars,
)

T = OperandType
Change = Callable[[Call, Array], Array]
ANY_RANK = (1, 2, 3, 4)
"""Ranks tried where an operation takes every rank."""
BREAKDOWN = (ValueError, IndexError, KeyError, TypeError, ZeroDivisionError, AssertionError)
FEW = 20
"""Of an operation with more operands than this, each is only ignored or exchanged."""
CODED = {T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED, T.TENSOR_QUANT8_SYMM, T.TENSOR_INT32}
NEUTRAL_ONE = ("stride_", "dilation_", "filter_", "block_", "depth_", "num_", "beta", "k")
"""How scalars begin of which 1 changes nothing; of all others 0 does, or their default."""
ASYMMETRIC = {T.TENSOR_QUANT8_ASYMM, T.TENSOR_QUANT8_ASYMM_SIGNED, T.TENSOR_QUANT16_ASYMM}


@dataclass(frozen=True)
class Mutant:
    """A vice of one operation; ``kind`` is the way in which it errs.

    ``vice`` returns the call's right kernel where it has nothing to get wrong. ``spot`` says for
    which calls a narrow vice is wrong: there it is wrong for certain.
    """

    name: str
    kind: str
    vice: Vice
    spot: Callable[[Call], bool] | None = None


def guarded(vice: Vice) -> Vice:
    """The vice where it computes something, the right kernel where it would break down.

    A driver that fails is noticed easily; these are to go on with wrong numbers.
    """

    def careful(call: Call) -> Kernel:
        try:
            wrong = vice(call)
        except BREAKDOWN:
            return call.definition.compile(call)

        def run(inputs: Arrays) -> Arrays:
            try:
                with np.errstate(all="ignore"):
                    return wrong(inputs)
            except BREAKDOWN:
                return call.definition.compile(call)(inputs)

        return run

    return careful


def legal(change: Callable[[Call], Call]) -> Vice:
    """Compile a changed call where that is a legal one, else the call itself."""
    return call_changed(lambda call: other if is_legal(other := change(call)) else call)


def is_legal(call: Call) -> bool:
    """Whether the operation takes the call, whatever shapes its outputs state."""
    outputs = [altered(view, dims=None) for view in call.outputs]
    return check_call(Call(call.definition, call.form, call.inputs, outputs, call.version)) is None


# --- ways to read a tensor


def one_off(_: Call, array: Array) -> Array:
    return np.roll(array.reshape(-1), 1).reshape(array.shape)


def by_columns(_: Call, array: Array) -> Array:
    return array.reshape(-1, order="F")


def nothing(_: Call, array: Array) -> Array:
    return np.zeros_like(array)


def ones(_: Call, array: Array) -> Array:
    return np.ones_like(array)


def in_order(_: Call, array: Array) -> Array:
    return np.arange(array.size)


def ignored(name: str) -> Vice:
    """Zeros instead of an operand; where they are illegal ones, or 0, 1, 2 and so on."""

    def vice(call: Call) -> Kernel:
        index = call.position(name)
        value = None if index is None else call.inputs[index].value
        if value is None:
            return data(name, nothing)(call)
        for change in (nothing, ones, in_order):
            content = change(call, value).astype(value.dtype).reshape(value.shape)
            if is_legal(with_input(call, name, value=content)):
                return data(name, change)(call)
        return call.definition.compile(call)

    return vice


def last_axes_exchanged(_: Call, array: Array) -> Array:
    return array.swapaxes(-1, -2) if array.ndim > 1 else array[::-1]


def exchanged(first: str, second: str) -> Vice:
    """Two tensors' contents mistaken for each other; what is said of them stays."""

    def vice(call: Call) -> Kernel:
        one, two = call.position(first), call.position(second)
        if one is None or two is None:
            return call.definition.compile(call)

        def swap(arrays: Sequence[Array | None]) -> list[Array | None]:
            changed = list(arrays)
            a, b = changed[one], changed[two]
            if a is not None and b is not None:
                changed[one] = np.resize(b, a.shape).astype(a.dtype)
                changed[two] = np.resize(a, b.shape).astype(b.dtype)
            return changed

        values = swap([view.value for view in call.inputs])
        inputs = [altered(v, value=a) for v, a in zip(call.inputs, values, strict=True)]
        other = Call(call.definition, call.form, inputs, call.outputs, call.version)
        if not is_legal(other):
            return call.definition.compile(call)
        kernel = other.definition.compile(other)
        return fitted(call, lambda arrays: kernel(swap(arrays)))

    return vice


def asymmetric(call: Call, name: str) -> OperandView | None:
    """The operand if it is of an asymmetrically quantized type."""
    position = call.position(name)
    view = None if position is None else call.inputs[position]
    return view if view is not None and view.type in ASYMMETRIC else None


def shifted(array: Array, by: int) -> Array:
    """Codes moved by a number, saturated."""
    limits = np.iinfo(array.dtype)
    return np.clip(array.astype(np.int64) + by, limits.min, limits.max)


def without_zero_point(name: str) -> Vice:
    """Codes taken for multiples of the scale: what they mean is off by the zero point."""

    def change(call: Call, array: Array) -> Array:
        view = asymmetric(call, name)
        return array if view is None else shifted(array, view.zero_point)

    return data(name, change)


def doubled(name: str) -> Vice:
    """Codes that mean twice what they should: the scale is wrong."""

    def change(call: Call, array: Array) -> Array:
        view = asymmetric(call, name)
        if view is None:
            return array
        wide = array.astype(np.int64) - view.zero_point
        limits = np.iinfo(array.dtype)
        return np.clip(2 * wide + view.zero_point, limits.min, limits.max)

    return data(name, change)


def scalar_as(name: str, *changes: Callable[[Array], Array]) -> Vice:
    """Another value of a scalar: the first of the changed ones that is legal, if any."""

    def vice(call: Call) -> Kernel:
        right = call.definition.compile(call)
        index = call.position(name)
        if index is None:
            return right
        for change in changes:
            other = call
            if call.inputs[index].value is not None:
                other = with_scalars(call, **{name: change})
                if not is_legal(other):
                    continue
            kernel = other.definition.compile(other)

            def run(arrays: Arrays, kernel: Kernel = kernel, change: Any = change) -> Arrays:
                changed = list(arrays)
                old = changed[index]
                if old is not None:
                    changed[index] = np.asarray(change(old), old.dtype).reshape(old.shape)
                return kernel(changed)

            return fitted(call, run)
        return right

    return vice


def scalars_exchanged(first: str, second: str) -> Vice:
    """Two scalars mistaken for each other."""

    def change(call: Call) -> Call:
        if call.position(first) is None or call.position(second) is None:
            return call
        return swapped(call, first, second)

    return legal(change)


# --- ways to store a result


def coarse(call: Call, array: Array) -> Array:
    """Codes with their three lowest bits missing."""
    return array & ~np.array(7, array.dtype) if is_quantized(call.output()) else array


def few_bits(_: Call, array: Array) -> Array:
    """Float16 results with seven bits of precision less."""
    return (array.view(np.uint16) & np.uint16(0xFF80)).view(np.float16)


def only_of(dtype: Any, change: Change) -> Change:
    """The change, of arrays of one number format."""
    return lambda call, array: change(call, array) if array.dtype == dtype else array


def everywhere(change: Change) -> Vice:
    """Every output whose contents are told changed."""

    def vice(call: Call) -> Kernel:
        kernel = call.definition.compile(call)
        told = judged(call.definition, len(call.outputs))
        return lambda inputs: [
            change(call, array).astype(array.dtype) if told_ else array
            for array, told_ in zip(kernel(inputs), told, strict=True)
        ]

    return vice


def without_offset(call: Call, array: Array) -> Array:
    """Codes to which the zero point was not added."""
    view = call.output()
    return shifted(array, -view.zero_point) if view.type in ASYMMETRIC else array


def spoilt(array: Array) -> Array:
    """The last element plainly wrong."""
    out = array.copy()
    flat = out.reshape(-1)
    if flat.size:
        with np.errstate(all="ignore"):
            flat[-1] = ~flat[-1] if out.dtype.kind == "b" else flat[-1] + flat.dtype.type(37)
            if out.dtype.kind == "f" and not np.isfinite(flat[-1]):
                flat[-1] = 37
    return out


def only_at(spot: Callable[[Call], bool]) -> Vice:
    """Results are right but in one spot; there the last element of the first output is wrong."""

    def vice(call: Call) -> Kernel:
        kernel = call.definition.compile(call)
        if not spot(call):
            return kernel
        first = judged(call.definition, len(call.outputs)).index(True)

        def run(inputs: Arrays) -> Arrays:
            arrays = list(kernel(inputs))
            arrays[first] = spoilt(arrays[first])
            return arrays

        return run

    return vice


# --- from a definition to its mutants


def operands(definition: OperationDefinition) -> dict[str, OperandSpec]:
    """Every input that some form has, by name."""
    return {spec.name: spec for form in definition.forms for spec in form.inputs}


def types_of(definition: OperationDefinition, spec: OperandSpec) -> set[OperandType]:
    """Every type that the operand may have."""
    return {
        type_ for primary in definition.types for type_, _ in spec.types.legal(OperandType(primary))
    }


def is_scalar(definition: OperationDefinition, spec: OperandSpec) -> bool:
    return not any(INFO[type_].tensor for type_ in types_of(definition, spec))


def judged(definition: OperationDefinition, count: int) -> list[bool]:
    """Which of ``count`` outputs a verdict depends on: draws are judged by their distribution."""
    drawn = definition.type == OperationType.RANDOM_MULTINOMIAL
    specs = definition.output_specs(count)
    return [drawn or spec.name not in definition.unspecified_outputs for spec in specs]


def _tensor_mutants(definition: OperationDefinition, spec: OperandSpec) -> Iterator[Mutant]:
    name = spec.name
    types = types_of(definition, spec)
    yield Mutant(f"{name} ignored", "ignored argument", ignored(name))
    if len(operands(definition)) > FEW:
        return
    yield Mutant(f"{name} one element off", "off by one index", data(name, one_off))
    if spec.ranks is None or max(max(legal) for legal in spec.ranks.values()) > 1:
        yield Mutant(f"{name} by columns", "wrong layout", data(name, by_columns))
    if types & ASYMMETRIC:
        vice = without_zero_point(name)
        yield Mutant(f"{name} zero point ignored", "ignored zero point", vice)
        yield Mutant(f"{name} scale doubled", "wrong constant", doubled(name))


def _scalar_mutants(definition: OperationDefinition, spec: OperandSpec) -> Iterator[Mutant]:
    name = spec.name
    types = types_of(definition, spec)
    kind = "wrong axis" if name == "axis" else "wrong constant"
    usual = (0, 1) if spec.default is None else (spec.default,)
    changes = [partial(np.full_like, fill_value=value) for value in usual]
    yield Mutant(f"{name} ignored", "ignored argument", scalar_as(name, *changes))
    if types <= {T.BOOL}:
        yield Mutant(f"{name} inverted", kind, scalar_as(name, np.logical_not))
    elif types & {T.INT32, T.UINT32}:
        yield Mutant(f"{name} one off", kind, scalar_as(name, lambda v: v + 1, lambda v: v - 1))
    else:
        yield Mutant(f"{name} halved", kind, scalar_as(name, lambda v: v / 2))


def _result_mutants(definition: OperationDefinition) -> Iterator[Mutant]:
    specs = definition.outputs
    for index, spec in enumerate(specs):
        if len(definition.output_lists) > 1 or not judged(definition, len(specs))[index]:
            continue
        called = "result" if len(specs) == 1 else spec.name
        for name, kind, change in (
            ("one element off", "off by one index", one_off),
            ("last axes exchanged", "wrong layout", last_axes_exchanged),
        ):
            yield Mutant(f"{called} {name}", kind, _at_output(index, change))
    types = {type_ for spec in specs for type_ in types_of(definition, spec)}
    if T.TENSOR_FLOAT32 in types:
        vice = everywhere(only_of(np.float32, half_precision))
        yield Mutant("float32 results through float16", "wrong rounding", vice)
    if T.TENSOR_FLOAT16 in types:
        vice = everywhere(only_of(np.float16, few_bits))
        yield Mutant("float16 results too coarse", "wrong rounding", vice)
    if types_of(definition, specs[0]) & ASYMMETRIC:
        yield Mutant("codes too coarse", "wrong rounding", after(coarse))
        yield Mutant("result zero point ignored", "ignored zero point", after(without_offset))


def _at_output(index: int, change: Change) -> Vice:
    def vice(call: Call) -> Kernel:
        if index >= len(call.outputs):
            return call.definition.compile(call)
        return after(change, index)(call)

    return vice


def _narrow(definition: OperationDefinition) -> Iterator[Mutant]:
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
                        _both(_with(type_, spec), _with(type_, named["layout"])),
                    )
                yield _spot(f"{short} with {spec.name} set", "one attribute", _with(type_, spec))
    if types_of(definition, primary) & CODED:
        yield Mutant(
            f"lowest code of {primary.name} misread",
            "one value",
            data(definition.primary, _lowest_misread),
        )
        yield Mutant(
            f"highest code of {primary.name} misread",
            "one value",
            data(definition.primary, _highest_misread),
        )


def _spot(name: str, kind: str, spot: Callable[[Call], bool]) -> Mutant:
    return Mutant(f"wrong for {name}", kind, only_at(spot), spot)


def _of_rank(type_: OperandType, rank: int) -> Callable[[Call], bool]:
    return lambda call: call.primary.type == type_ and call.primary.rank == rank


def _one_at(type_: OperandType, axis: int) -> Callable[[Call], bool]:
    return lambda call: (
        call.primary.type == type_ and call.primary.rank > 0 and call.primary.shape[axis] == 1
    )


def _both(one: Callable[[Call], bool], two: Callable[[Call], bool]) -> Callable[[Call], bool]:
    return lambda call: one(call) and two(call)


def _given(type_: OperandType, spec: OperandSpec) -> Callable[[Call], bool]:
    return lambda call: call.primary.type == type_ and call.present(spec.name)


def _with(type_: OperandType, spec: OperandSpec) -> Callable[[Call], bool]:
    """Whether the scalar is there and says something else than usual."""
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
    return _misread(array, np.iinfo(array.dtype).min) if array.dtype.kind in "iu" else array


def _highest_misread(_: Call, array: Array) -> Array:
    return _misread(array, np.iinfo(array.dtype).max) if array.dtype.kind in "iu" else array


def _misread(array: Array, code: int) -> Array:
    return np.where(array == code, array ^ array.dtype.type(64), array)


def mutants(definition: OperationDefinition) -> list[Mutant]:
    """Every faulty driver that follows from the definition."""
    named = operands(definition)
    found: list[Mutant] = []
    for spec in named.values():
        if spec.name == "layout":
            continue
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
            vice = scalars_exchanged if scalar else exchanged
            found.append(Mutant(name, "swapped operand", vice(one.name, two.name)))
    if "layout" in named:
        found.append(Mutant("NCHW taken for NHWC", "wrong layout", nhwc_for_nchw))
    found += _result_mutants(definition)
    found += _narrow(definition)
    return [Mutant(m.name, m.kind, guarded(m.vice), m.spot) for m in found]
