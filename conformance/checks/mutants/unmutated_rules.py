"""Rules that no mutation of a bundled example violates, and how they are tested instead."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Final

_UNKNOWN_SIZE_REASON: Final = (
    "none: 0 in a model means an unknown extent; only the result of another operation can have "
    "an extent of 0"
)
_PACKET_CHECKS: Final = "the packets of `suite/bursts/...`"
_PRECEDING_RULE_REASON: Final = (
    "none: every mutation that would violate it violates a more basic rule first"
)

UNMUTATED_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "prepare.preference": "`suite/preparation/invalid_preference`",
        "prepare.priority": "`suite/preparation/invalid_priority`",
        "cache.*": "`suite/preparation/wrong_cache_files_on_load` and the checks beside it",
        "burst_request.*": _PACKET_CHECKS,
        "burst_result.*": _PACKET_CHECKS,
        "model.pool_handle": "the checks of `suite/memory_pools_refused/...`",
        "request.pool_protection": "`suite/memory_pools_refused/forbidden_access`",
        "request.input_unspecified": "the checks of `suite/dynamic_outputs/...`",
        "operation.zero_size": _UNKNOWN_SIZE_REASON,
        "*.image_sizes": _UNKNOWN_SIZE_REASON,
        "*.filter_sizes": _UNKNOWN_SIZE_REASON,
        "*.input_sizes": _UNKNOWN_SIZE_REASON,
        "*.weights_sizes": _UNKNOWN_SIZE_REASON,
        "*.image_not_empty": _UNKNOWN_SIZE_REASON,
        "*.image_count": _UNKNOWN_SIZE_REASON,
        "*.parallel_linking": (
            "none: it applies before HAL 1.3 only, and no single mutation of an example violates it"
        ),
        "BIDIRECTIONAL_SEQUENCE_LSTM.backward_input_size": _PRECEDING_RULE_REASON,
    }
)
"""Explanations for the rules page, by pattern of the rule's name."""


def unmutated_reason(rule: str) -> str:
    """Return the explanation for a rule that no mutation violates; ``-`` if there is none."""
    return next(
        (why for pattern, why in UNMUTATED_RULES.items() if fnmatchcase(rule, pattern)), "-"
    )
