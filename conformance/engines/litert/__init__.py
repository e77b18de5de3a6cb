"""A driver that runs models in the LiteRT interpreter, an engine independent of this project.

The driver translates the main subgraph of a HAL model to a TFLite flatbuffer, which the interpreter
of ``ai-edge-litert`` runs. ``ai-edge-litert`` is imported when a device is created, not when this
package is imported. ``docs/generated/findings.md`` lists where LiteRT differs from the contract.
"""

from __future__ import annotations

from conformance.engines.device import EngineDevice
from conformance.engines.litert.engine import Kernels, LiteRTEngine


def create_device() -> EngineDevice:
    """Create a driver that uses LiteRT's reference kernels."""
    return EngineDevice(LiteRTEngine(Kernels.REFERENCE))


def create_optimized_device() -> EngineDevice:
    """Create a driver that uses LiteRT's optimized kernels without delegates."""
    return EngineDevice(LiteRTEngine(Kernels.OPTIMIZED))


def create_xnnpack_device() -> EngineDevice:
    """Create a driver with the XNNPACK delegate.

    Optimized kernels run the operators it does not take.
    """
    return EngineDevice(LiteRTEngine(Kernels.XNNPACK))
