"""A driver that runs models in ONNX Runtime, a second engine independent of this project.

The driver translates a HAL model, operation by operation, to an ONNX graph, which the runtime's CPU
kernels execute, or another execution provider. The packages ``onnx`` and ``onnxruntime`` are
imported when a device is created, not when this package is imported.
``docs/generated/findings-onnxruntime.md`` lists where ONNX Runtime differs from the contract.
"""

from __future__ import annotations

from typing import Final

from conformance.drivers.registry import DriverLoadError
from conformance.engines.device import EngineDevice, read_options
from conformance.engines.onnxruntime.engine import OnnxRuntimeEngine
from conformance.engines.onnxruntime.providers import CPU

create_device: Final = OnnxRuntimeEngine.create_device


def open_provider(text: str) -> EngineDevice:
    """Create a driver for ``provider=NAME,library=PATH,quantized=qdq,option=value``."""
    options = read_options(text.split(","))
    provider, library = options.pop("provider", ""), options.pop("library", "")
    quantized = options.pop("quantized", "operator")
    if options and not provider:
        raise DriverLoadError(f"--driver onnxruntime:{text}: options need provider=NAME")
    engine = OnnxRuntimeEngine(
        provider=provider or CPU, library=library, options=options, quantized=quantized
    )
    return EngineDevice(engine)
