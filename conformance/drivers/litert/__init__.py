"""The LiteRT interpreter as a driver: an engine that none of this project's code computes for.

A HAL model's main subgraph is translated into a TFLite flatbuffer, which the interpreter of
``ai-edge-litert`` runs. The package is imported when a device is made, not before. Where LiteRT
differs from the contract is listed in ``docs/findings.md``.
"""

from __future__ import annotations

from conformance.drivers.litert.device import Kernels, LiteRTDevice

__all__ = [
    "Kernels",
    "LiteRTDevice",
    "create_device",
    "create_optimized_device",
    "create_xnnpack_device",
]


def create_device() -> LiteRTDevice:
    """A driver with LiteRT's reference kernels."""
    return LiteRTDevice(Kernels.REFERENCE)


def create_optimized_device() -> LiteRTDevice:
    """A driver with LiteRT's optimized kernels, without delegates."""
    return LiteRTDevice(Kernels.OPTIMIZED)


def create_xnnpack_device() -> LiteRTDevice:
    """A driver with the XNNPACK delegate, and the optimized kernels for what it does not take."""
    return LiteRTDevice(Kernels.XNNPACK)
