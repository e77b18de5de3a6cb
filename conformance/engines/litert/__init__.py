"""A driver that runs models in the LiteRT interpreter, an engine independent of this project.

The driver translates the main subgraph of a HAL model to a TFLite flatbuffer, which the interpreter
of ``ai-edge-litert`` runs. ``ai-edge-litert`` is imported when a device is created, not when this
package is imported. ``docs/generated/findings-litert.md`` lists where LiteRT differs from the
contract.
"""

from __future__ import annotations

from typing import Final

from conformance.engines.litert.engine import Kernels, LiteRTEngine


class OptimizedEngine(LiteRTEngine):
    """LiteRT's optimized kernels without delegates."""

    kernels = Kernels.OPTIMIZED


class XnnpackEngine(LiteRTEngine):
    """The XNNPACK delegate; optimized kernels run the operators that it does not take."""

    kernels = Kernels.XNNPACK


create_device: Final = LiteRTEngine.create_device
