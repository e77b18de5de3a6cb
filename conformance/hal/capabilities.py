"""Capabilities in the form of each version, and vendor extensions.

Performance numbers are ratios to the platform's CPU: 0.5 means half the time or power.
"""

from dataclasses import dataclass
from typing import Any, Final

from conformance.hal.types import Version


@dataclass(frozen=True, slots=True)
class PerformanceInfo:
    """Relative execution time and power; smaller is better."""

    exec_time: float
    power_usage: float


@dataclass(frozen=True, slots=True)
class CapabilitiesV1_0:
    """``V1_0::Capabilities``."""

    float32_performance: PerformanceInfo
    quantized8_performance: PerformanceInfo


@dataclass(frozen=True, slots=True)
class CapabilitiesV1_1:
    """``V1_1::Capabilities``."""

    float32_performance: PerformanceInfo
    quantized8_performance: PerformanceInfo
    relaxed_float32_to_float16_performance: PerformanceInfo


@dataclass(frozen=True, slots=True)
class OperandPerformance:
    """Performance for one operand type."""

    type: int
    info: PerformanceInfo


@dataclass(frozen=True, slots=True)
class CapabilitiesV1_2:
    """``V1_2::Capabilities``; ``operand_performance`` ascends by type, each type once."""

    relaxed_float32_to_float16_performance_scalar: PerformanceInfo
    relaxed_float32_to_float16_performance_tensor: PerformanceInfo
    operand_performance: tuple[OperandPerformance, ...]


@dataclass(frozen=True, slots=True)
class Capabilities:
    """``V1_3::Capabilities`` and AIDL; ``operand_performance`` ascends by type, each type once."""

    relaxed_float32_to_float16_performance_scalar: PerformanceInfo
    relaxed_float32_to_float16_performance_tensor: PerformanceInfo
    operand_performance: tuple[OperandPerformance, ...]
    if_performance: PerformanceInfo
    while_performance: PerformanceInfo


AnyCapabilities = CapabilitiesV1_0 | CapabilitiesV1_1 | CapabilitiesV1_2 | Capabilities
"""The capabilities structure of any version."""

CAPABILITIES_FORMS: Final[tuple[type[Any], ...]] = (
    CapabilitiesV1_0,
    CapabilitiesV1_1,
    CapabilitiesV1_2,
    Capabilities,
)
"""The structures of HAL 1.0, 1.1, 1.2, and of 1.3 and newer, in this order."""


def capabilities_form(version: Version) -> type[Any]:
    """Return the capabilities structure that ``getCapabilities`` of ``version`` reports."""
    return CAPABILITIES_FORMS[min(version, Version.V1_3) - Version.V1_0]


def accepted_capabilities_forms(version: Version) -> tuple[type[Any], ...]:
    """Return the structures that a driver of ``version`` may report: its own and newer ones.

    A newer structure contains at least the figures of the driver's own; an older one lacks some.
    """
    return CAPABILITIES_FORMS[CAPABILITIES_FORMS.index(capabilities_form(version)) :]


@dataclass(frozen=True, slots=True)
class ExtensionOperandType:
    """One operand type of an extension: its number, whether a tensor, bytes of one element."""

    type: int
    is_tensor: bool
    byte_size: int


@dataclass(frozen=True, slots=True)
class Extension:
    """A vendor extension: its name and its operand types.

    The name has lower-case letters, digits, ``_`` and ``.``, with at least one period.
    """

    name: str
    operand_types: tuple[ExtensionOperandType, ...]
