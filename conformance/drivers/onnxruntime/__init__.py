"""ONNX Runtime as a driver: a second engine that none of this project's code computes for.

A HAL model is translated, operation by operation, into an ONNX graph, which the runtime's CPU
kernels execute. The packages are imported when a device is made, not before. Where ONNX
Runtime differs from the contract is listed in ``docs/findings-onnxruntime.md``.
"""

from __future__ import annotations

from conformance.drivers.onnxruntime.device import ONNXRuntimeDevice, Optimization

__all__ = ["ONNXRuntimeDevice", "Optimization", "create_device"]


def create_device() -> ONNXRuntimeDevice:
    """A driver with ONNX Runtime's CPU kernels and its basic graph optimizations."""
    return ONNXRuntimeDevice(Optimization.BASIC)
