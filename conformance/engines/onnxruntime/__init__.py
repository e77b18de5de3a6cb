"""A driver that runs models in ONNX Runtime, a second engine independent of this project.

The driver translates a HAL model, operation by operation, to an ONNX graph, which the runtime's CPU
kernels execute. The packages ``onnx`` and ``onnxruntime`` are imported when a device is created,
not when this package is imported. ``docs/generated/findings-onnxruntime.md`` lists where ONNX
Runtime differs from the contract.
"""

from __future__ import annotations

from conformance.engines.onnxruntime.device import ONNXRuntimeDevice, Optimization

__all__ = ["ONNXRuntimeDevice", "Optimization", "create_device"]


def create_device() -> ONNXRuntimeDevice:
    """Create a driver that uses ONNX Runtime's CPU kernels and its basic graph optimizations."""
    return ONNXRuntimeDevice(Optimization.BASIC)
