"""The conformance suite for drivers (nn-conformance): NN HAL 1.0 to 1.3, and AIDL V1 to V4."""

__version__ = "0.1.0"
