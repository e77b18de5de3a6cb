"""Rules that no mutation of a bundled example breaks: what breaks them instead, or why nothing."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Final

_UNKNOWN: Final = (
    "none: 0 in a model says that a size is unknown; only an operation in front gives a size of 0"
)
_PACKETS: Final = "the packets of `suite/bursts/...`"
_FIRST: Final = "none: each change that would break it breaks a plainer rule first"

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
        "*.parallel_linking": "none: it holds before 1.3, two changes away from every example",
        "BIDIRECTIONAL_SEQUENCE_LSTM.backward_input_size": _FIRST,
    }
)
"""By pattern of a rule's name."""


def unbroken(rule: str) -> str:
    """What the page of rules says of a rule that no mutation breaks; ``-`` without a reason."""
    return next((why for pattern, why in ELSEWHERE.items() if fnmatchcase(rule, pattern)), "-")
