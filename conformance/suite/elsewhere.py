"""Rules that no mutation of a bundled example violates, and how they are tested instead."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Final

_UNKNOWN: Final = (
    "none: 0 in a model means an unknown extent; only the result of another operation can have "
    "an extent of 0"
)
_PACKETS: Final = "the packets of `suite/bursts/...`"
_FIRST: Final = "none: every mutation that would violate it violates a more basic rule first"

ELSEWHERE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "prepare.preference": "`suite/preparation/preference`",
        "prepare.priority": "`suite/preparation/priority`",
        "burst_request.*": _PACKETS,
        "burst_result.*": _PACKETS,
        "request.input_unspecified": "the checks of `suite/dynamic_outputs/...`",
        "operation.zero_size": _UNKNOWN,
        "*.image_sizes": _UNKNOWN,
        "*.filter_sizes": _UNKNOWN,
        "*.input_sizes": _UNKNOWN,
        "*.weights_sizes": _UNKNOWN,
        "*.image_not_empty": _UNKNOWN,
        "*.image_count": _UNKNOWN,
        "*.parallel_linking": (
            "none: it applies before HAL 1.3 only, and no single mutation of an example violates it"
        ),
        "BIDIRECTIONAL_SEQUENCE_LSTM.backward_input_size": _FIRST,
    }
)
"""Explanations for the rules page, by pattern of the rule's name."""


def unbroken(rule: str) -> str:
    """Return the explanation for a rule that no mutation violates; ``-`` if there is none."""
    return next((why for pattern, why in ELSEWHERE.items() if fnmatchcase(rule, pattern)), "-")
