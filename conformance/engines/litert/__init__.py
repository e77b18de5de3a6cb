"""A driver that runs models in the LiteRT interpreter, an engine independent of this project.

The driver translates the main subgraph of a HAL model to a TFLite flatbuffer, which the interpreter
of ``ai-edge-litert`` runs. ``ai-edge-litert`` is imported when a device is created, not when this
package is imported. ``docs/generated/findings.md`` lists where LiteRT differs from the contract.
"""

from __future__ import annotations

from conformance.engines.litert.device import Kernels, LiteRTDevice

__all__ = [
    "Kernels",
    "LiteRTDevice",
    "create_device",
    "create_optimized_device",
    "create_xnnpack_device",
]


def create_device() -> LiteRTDevice:
    """Create a driver that uses LiteRT's reference kernels."""
    return LiteRTDevice(Kernels.REFERENCE)


def create_optimized_device() -> LiteRTDevice:
    """Create a driver that uses LiteRT's optimized kernels without delegates."""
    return LiteRTDevice(Kernels.OPTIMIZED)


def create_xnnpack_device() -> LiteRTDevice:
    """Create a driver with the XNNPACK delegate.

    Optimized kernels run the operators it does not take.
    """
    return LiteRTDevice(Kernels.XNNPACK)
