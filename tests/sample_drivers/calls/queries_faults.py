"""Faults in the answers to the queries of a driver."""

from __future__ import annotations

from typing import Any

from conformance.hal import (
    CapabilitiesV1_0,
    CapabilitiesV1_1,
    CapabilitiesV1_2,
    Extension,
    ExtensionOperandType,
    OperandPerformance,
    OperandType,
    PerformanceInfo,
    Version,
)
from conformance.support.capabilities import uniform_capabilities
from tests.sample_drivers.calls.driver_fault import NONE, FaultyDevice, fault

FAST, FREE = PerformanceInfo(0.5, 0.5), PerformanceInfo(0.0, 0.5)
NO_NUMBER = PerformanceInfo(float("nan"), 0.5)


class Capable(FaultyDevice):
    """A driver of HAL ``since`` that reports the capabilities ``figures``."""

    figures: Any = None
    since = Version.V1_3

    def __init__(self) -> None:
        super().__init__(self.since)

    def get_capabilities(self) -> Any:
        return NONE, self.figures


@fault("queries.capabilities")
class OlderThanItself(Capable):
    """A driver of HAL 1.3 reports capabilities in the form of 1.2."""

    figures = CapabilitiesV1_2(FAST, FAST, ())


@fault("queries.capabilities")
class OlderThanVersion12(Capable):
    """A driver of HAL 1.2 reports capabilities in the form of 1.1."""

    figures, since = CapabilitiesV1_1(FAST, FAST, FAST), Version.V1_2


@fault("queries.capabilities")
class OlderThanVersion11(Capable):
    """A driver of HAL 1.1 reports capabilities in the form of 1.0."""

    figures, since = CapabilitiesV1_0(FAST, FAST), Version.V1_1


@fault("queries.capabilities")
class FreeInVersion10(Capable):
    """A driver of HAL 1.0 reports an execution time of 0 for quantized tensors."""

    figures, since = CapabilitiesV1_0(FAST, FREE), Version.V1_0


@fault("queries.capabilities")
class RelaxedIsFreeInVersion11(Capable):
    """A driver of HAL 1.1 reports an execution time of 0 for relaxed models."""

    figures, since = CapabilitiesV1_1(FAST, FAST, FREE), Version.V1_1


@fault("queries.capabilities")
class NoNumberInVersion10(Capable):
    """A driver of HAL 1.0 reports NaN as execution time."""

    figures, since = CapabilitiesV1_0(NO_NUMBER, FAST), Version.V1_0


@fault("queries.capabilities")
class NoFigureInVersion10(Capable):
    """A driver of HAL 1.0 reports a number instead of a PerformanceInfo."""

    figures, since = CapabilitiesV1_0(0.5, FAST), Version.V1_0  # type: ignore[arg-type]


@fault("queries.capabilities")
class UnsortedInVersion12(Capable):
    """A driver of HAL 1.2 lists operand types in descending order."""

    figures = CapabilitiesV1_2(
        FAST,
        FAST,
        tuple(
            OperandPerformance(int(code), FAST)
            for code in (OperandType.TENSOR_INT32, OperandType.TENSOR_FLOAT32)
        ),
    )
    since = Version.V1_2


@fault("queries.capabilities")
class IfIsFree(Capable):
    """A driver of HAL 1.3 reports an execution time of 0 for IF."""

    def get_capabilities(self) -> Any:
        capabilities = uniform_capabilities(FAST)
        object.__setattr__(capabilities, "if_performance", FREE)
        return NONE, capabilities


class Extended(FaultyDevice):
    """A driver with one extension."""

    extension = ""
    byte_size = 4

    def get_supported_extensions(self) -> Any:
        return NONE, (Extension(self.extension, (ExtensionOperandType(1, True, self.byte_size),)),)


@fault("queries.extensions")
class WithoutPeriod(Extended):
    """An extension's name has no period."""

    extension = "vendor"


@fault("queries.extensions")
class Capitals(Extended):
    """An extension's name has capital letters."""

    extension = "com.Example.matrix"


@fault("queries.extensions")
class Hyphen(Extended):
    """An extension's name has a hyphen."""

    extension = "com.my-company.matrix"


@fault("queries.extensions")
class Nameless(Extended):
    """An extension's name is empty."""


@fault("queries.extensions")
class Sizeless(Extended):
    """The operand type of an extension named ".vendor" has a byte size of 0."""

    extension, byte_size = ".vendor", 0
