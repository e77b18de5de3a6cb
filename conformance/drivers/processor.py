"""The features of this machine's processor, which decide on the kernels that an engine selects."""

from __future__ import annotations

import platform
from functools import cache
from pathlib import Path
from typing import Final

_CPUINFO: Final = Path("/proc/cpuinfo")
_LABELS: Final = ("flags", "Features")
"""The labels that Linux uses on x86-64 and on aarch64."""


def parse_features(cpuinfo: str) -> frozenset[str]:
    """Return the features that all processors in the text of ``/proc/cpuinfo`` have.

    The names are those of Linux, such as ``avx2`` on x86-64 and ``asimd`` on aarch64.
    """
    lines = [line.partition(":") for line in cpuinfo.splitlines()]
    features = [frozenset(names.split()) for label, _, names in lines if label.strip() in _LABELS]
    return frozenset.intersection(*features) if features else frozenset()


@cache
def processor_features() -> frozenset[str]:
    """Return the features of this machine's processors, none if the system does not state them."""
    try:
        return parse_features(_CPUINFO.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return frozenset()


def describe_processor() -> dict[str, str | list[str]]:
    """Return the architecture and the sorted features, for the header of an event stream."""
    return {"machine": platform.machine(), "features": sorted(processor_features())}
