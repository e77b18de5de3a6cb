"""Whether the findings on an engine name its installed version and this processor."""

from __future__ import annotations

from functools import cache
from importlib import metadata

from conformance.drivers.identity import processor_features
from conformance.engines.findings import read_findings

_PACKAGES = {"litert": "ai-edge-litert", "onnxruntime": "onnxruntime"}


@cache
def is_verified(engine: str) -> bool:
    """Return whether statements on the engine are verified here; false if it is not installed."""
    try:
        version = metadata.version(_PACKAGES[engine])
    except metadata.PackageNotFoundError:
        return False
    verified = read_findings(f"conformance.engines.{engine}").verified
    return verified.holds(version, processor_features())
