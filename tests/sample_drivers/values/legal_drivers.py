"""Drivers that differ from the reference in values or calls, as the contract permits.

``LEGAL_DRIVERS`` names each driver and creates it. None may be blamed by a spec, a check of the
suite or a random graph. ``graphs/other_choices.py`` and ``graphs/rounding_variants.py`` have more.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from conformance import hal
from conformance.driver_sdk.capabilities import uniform_capabilities
from conformance.operations import Call, Kernel
from conformance.operations.definition.definition import is_quantized
from conformance.operations.definition.operands import Array
from conformance.operations.definition.properties import Precision, Trait
from conformance.reference import ReferenceDevice
from tests.faults.legal_calls import (
    CALL_DRIVERS,
    FAMILIES,
    REFUSALS,
    REUSABLE_DRIVERS,
    uses_float32,
)
from tests.sample_drivers.graphs.other_choices import CONFORMING_DEVICES, Choosing, Inputs
from tests.sample_drivers.graphs.rounding_variants import ConformingVariantDevice
from tests.sample_drivers.values.legal_arithmetic import ARITHMETIC_DRIVERS, adds_zeros
from tests.sample_drivers.values.legal_codes import CODE_DRIVERS
from tests.sample_drivers.values.legal_float32 import FLOAT32_DRIVERS
from tests.sample_drivers.values.legal_float_functions import FUNCTION_DRIVERS
from tests.sample_drivers.values.legal_half import HALF_DRIVERS
from tests.sample_drivers.values.legal_outputs import OUTPUT_DRIVERS

_O = hal.OperationType
Change = Callable[[Array, Any, np.random.Generator], Array]


class ChangesResults(Choosing):
    """Changes every result of the operations that round; ``copies`` includes the others."""

    change: Change
    copies = False

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.draws = np.random.default_rng(1)

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results = kernel(inputs)
        if adds_zeros(call):
            return results
        properties = call.definition.properties
        if properties.intervals.precision is not Precision.ROUNDED and not self.copies:
            return results
        flags = len(results) - 1 if Trait.FLAGS in properties.traits else -1
        return [
            array if number == flags else self.change(np.asarray(array), view, self.draws)
            for number, (array, view) in enumerate(zip(results, call.outputs, strict=True))
        ]


CODE_STEPS: Mapping[str, Callable[[Array, int, np.random.Generator], Any]] = {
    "code_above": lambda codes, zero, draws: 1,
    "code_below": lambda codes, zero, draws: -1,
    "random_codes": lambda codes, zero, draws: draws.integers(-1, 2, codes.shape),
    "codes_away": lambda codes, zero, draws: np.sign(codes - zero),
    "codes_towards_zero": lambda codes, zero, draws: -np.sign(codes - zero),
    "even_codes": lambda codes, zero, draws: -(codes & 1),
}
"""Each returns what a driver adds to codes; it takes them, their zero point and a generator."""


def _moved_codes(step: Callable[[Array, int, np.random.Generator], Any]) -> Change:
    def change(array: Array, view: Any, draws: np.random.Generator) -> Array:
        if not is_quantized(view):
            # The recorded verdicts of random_codes depend on this draw.
            draws.integers(-1, 2, array.shape)
            return array
        codes, info = array.astype(np.int64), np.iinfo(array.dtype)
        moved = codes + step(codes, view.zero_point, draws)
        return np.clip(moved, info.min, info.max).astype(array.dtype)

    return change


def _next(array: Array, end: float, steps: int = 1) -> Array:
    moved = array
    for _ in range(steps):
        moved = np.nextafter(moved, array.dtype.type(end))
    return np.where(np.isfinite(array) & np.isfinite(moved), moved, array).astype(array.dtype)


def _random_floats(array: Array, draws: np.random.Generator) -> Array:
    with np.errstate(all="ignore"):
        unit = np.finfo(array.dtype).eps
        moved = (array * (1 + draws.integers(-2, 3, array.shape) * unit)).astype(array.dtype)
    return np.where(np.isfinite(moved), moved, array)


def _other_nan(array: Array, _draws: np.random.Generator) -> Array:
    payload = np.array(
        {2: 0xFE01, 4: 0xFFC00001}[array.dtype.itemsize], f"<u{array.dtype.itemsize}"
    )
    return np.where(np.isnan(array), payload.view(array.dtype), array)


def _flushed(array: Array, _draws: np.random.Generator) -> Array:
    tiny = np.abs(array) < np.finfo(array.dtype).smallest_normal
    return np.where(tiny, array.dtype.type(0), array)


FLOAT_CHANGES: Mapping[str, Callable[[Array, np.random.Generator], Array]] = {
    "float_above": lambda array, _: _next(array, np.inf),
    "float_below": lambda array, _: _next(array, -np.inf),
    "float_towards_zero": lambda array, _: _next(array, 0.0),
    "three_floats_above": lambda array, _: _next(array, np.inf, 3),
    "random_floats": _random_floats,
    "negative_zero": lambda array, _: np.where(array == 0, array.dtype.type(-0.0), array),
    "positive_zero": lambda array, _: array + array.dtype.type(0),
    "other_nan": _other_nan,
    "flushed": _flushed,
}
"""The floats of a driver, of the exact ones and a random generator."""


def _changed_floats(change: Callable[[Array, np.random.Generator], Array]) -> Change:
    return lambda array, view, draws: change(array, draws) if array.dtype.kind == "f" else array


class OtherSums(ConformingVariantDevice):
    """Adds in another order and rounds differently; a number plus zero is the number itself.

    TOPK_V2 is unchanged, because the contract states the order of equal values.
    """

    def compile_call(self, call: Call) -> Kernel:
        if adds_zeros(call) or call.definition.type == _O.TOPK_V2:
            return ReferenceDevice.compile_call(self, call)
        return super().compile_call(call)


class SaturatesIntegers(Choosing):
    """Limits sums, differences and products of integers that leave the range of INT32."""

    RULES: Mapping[hal.OperationType, Any] = {
        _O.ADD: np.add,
        _O.SUB: np.subtract,
        _O.MUL: np.multiply,
    }

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results, rule = kernel(inputs), self.RULES.get(call.definition.type)
        first, second = inputs[0], inputs[1] if len(inputs) > 1 else None
        if rule is None or first is None or second is None or first.dtype != np.int32:
            return results
        exact, info = rule(first.astype(np.int64), second.astype(np.int64)), np.iinfo(np.int32)
        beyond = (exact < info.min) | (exact > info.max)
        return [np.where(beyond, np.clip(exact, info.min, info.max), results[0]).astype(np.int32)]


class ZeroForDivisionByZero(Choosing):
    """Returns 0 for an integer that is divided by zero."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results, divisor = kernel(inputs), inputs[1] if len(inputs) > 1 else None
        if call.definition.type != _O.DIV or divisor is None or divisor.dtype != np.int32:
            return results
        return [np.where(np.broadcast_to(divisor == 0, results[0].shape), 0, results[0])]


class ComputesInAnotherThread(Choosing):
    """Computes every operation in a thread of its own."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        results: list[Sequence[Array]] = []
        thread = threading.Thread(target=lambda: results.append(kernel(inputs)))
        thread.start()
        thread.join()
        return results[0] if results else kernel(inputs)


class AnswersLate(Choosing):
    """Waits a millisecond before each operation, so that executions end late."""

    def chosen(self, call: Call, kernel: Kernel, inputs: Inputs) -> Sequence[Array]:
        time.sleep(0.001)
        return kernel(inputs)


class Declines(ReferenceDevice):
    """Supports no operation of which an operand or the code is in ``refused``."""

    def refused(self, model: hal.Model, number: int) -> bool:
        """Return whether the driver does not support an operation of main."""
        raise NotImplementedError

    def supported_operations(self, model: hal.Model) -> Sequence[bool]:
        known = super().supported_operations(model)
        return [flag and not self.refused(model, number) for number, flag in enumerate(known)]

    def prepare(self, model: hal.Model, *more: Any) -> Any:
        status, prepared = super().prepare(model, *more)
        if status == hal.ErrorStatus.NONE and not all(self.get_supported_operations(model)[1]):
            return hal.ErrorStatus.GENERAL_FAILURE, None
        return status, prepared


def declines(wanted: Callable[[Any, Any], bool]) -> Callable[[], Declines]:
    """Return a factory of drivers that decline operations: ``wanted(operation, operands)``."""

    def refused(_self: Declines, model: hal.Model, number: int) -> bool:
        operation = model.main.operations[number]
        operands = [model.main.operands[i] for i in (*operation.inputs, *operation.outputs)]
        return wanted(operation, operands)

    return type("Declining", (Declines,), {"refused": refused})


def _has_type(name: str) -> Callable[[Any, Any], bool]:
    return lambda _, operands: any(
        getattr(one.type, "name", "").startswith(name) for one in operands
    )


def _has_rank(rank: int) -> Callable[[Any, Any], bool]:
    return lambda _, operands: any(
        one.type in hal.INFO and hal.INFO[one.type].tensor and len(one.dimensions) >= rank
        for one in operands
    )


class SavesNothing(ReferenceDevice):
    """Has no compilation cache."""

    def get_number_of_cache_files_needed(self) -> tuple[hal.ErrorStatus, int, int]:
        return hal.ErrorStatus.NONE, 0, 0


class HasNoExtensions(ReferenceDevice):
    """Lists no vendor extension."""

    extensions = ()


class HasNoBuffers(ReferenceDevice):
    """Allocates no driver-managed buffer."""

    memory_domains = False


class SlowCapabilities(ReferenceDevice):
    """Declares other performance figures: ten times the time and power of the CPU."""

    def get_capabilities(self) -> tuple[hal.ErrorStatus, hal.Capabilities]:
        return hal.ErrorStatus.NONE, uniform_capabilities(hal.PerformanceInfo(10.0, 10.0))


class OtherName(ReferenceDevice):
    """Has another name and version string."""

    name = "accelerator-7"
    version_string = "2026.11 build 4"


def _changing(name: str, change: Change) -> Callable[[], ReferenceDevice]:
    fields = {"change": staticmethod(change), "copies": name == "other_nan"}
    return type(f"With_{name}", (ChangesResults,), fields)


LEGAL_DRIVERS: dict[str, Callable[[], ReferenceDevice]] = {
    **{name: _changing(name, _moved_codes(step)) for name, step in CODE_STEPS.items()},
    **{name: _changing(name, _changed_floats(one)) for name, one in FLOAT_CHANGES.items()},
    **{kind.__name__: kind for kind in CONFORMING_DEVICES},
    **ARITHMETIC_DRIVERS,
    **FUNCTION_DRIVERS,
    **FLOAT32_DRIVERS,
    **HALF_DRIVERS,
    **CODE_DRIVERS,
    **OUTPUT_DRIVERS,
    **CALL_DRIVERS,
    **REUSABLE_DRIVERS,
    **{f"other sums {seed}": lambda seed=seed: OtherSums(seed) for seed in range(3)},
    **{
        kind.__name__: kind
        for kind in (
            *(SaturatesIntegers, ZeroForDivisionByZero),
            *(ComputesInAnotherThread, AnswersLate, SavesNothing),
            *(HasNoExtensions, HasNoBuffers, SlowCapabilities, OtherName),
        )
    },
    "declines float16": declines(_has_type("TENSOR_FLOAT16")),
    "declines quantized": declines(_has_type("TENSOR_QUANT")),
    "declines INT32": declines(_has_type("TENSOR_INT32")),
    "declines high ranks": declines(_has_rank(4)),
    "declines control flow": declines(lambda operation, _: operation.type in (_O.IF, _O.WHILE)),
    "declines float32": declines(uses_float32),
    "declines everything": declines(lambda _, __: True),
    "declines every third operation": declines(lambda operation, _: operation.type % 3 == 0),
    **{
        f"declines {family}": declines(lambda operation, _, types=types: operation.type in types)
        for family, types in FAMILIES.items()
    },
    **{f"declines {name}": declines(wanted) for name, wanted in REFUSALS.items()},
    **{
        f"HAL {version}": lambda version=version: ReferenceDevice(version)
        for version in hal.Version
        if version is not hal.Version.AIDL_V3
    },
}
"""The drivers by name; each call creates a new one."""
