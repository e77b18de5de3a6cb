"""Conformance suite for neural-network accelerator drivers (nn-conformance): NN HAL 1.0 to 1.3."""

__version__ = "0.1.0"
