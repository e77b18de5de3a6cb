"""Capabilities in the form of each version, and vendor extensions.

Performance numbers are ratios to the platform's CPU: 0.5 means half the time or power.
"""

from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class ExtensionOperandType:
    """One operand type of an extension: its number, whether a tensor, bytes of one element."""

    type: int
    is_tensor: bool
    byte_size: int


@dataclass(frozen=True, slots=True)
class Extension:
    """A vendor extension: a dotted lower-case name and its operand types."""

    name: str
    operand_types: tuple[ExtensionOperandType, ...]
