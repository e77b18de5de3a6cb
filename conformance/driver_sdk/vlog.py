"""Verbose logging by tag, as in NNAPI drivers.

``init_vlog_mask`` reads the setting from the environment variable ``NN_VLOG`` (on Android, the
property ``debug.nn.vlog``): empty for no tags, ``1`` or ``all`` for all tags, or tags separated
by spaces, commas or colons. Before that call every tag is enabled::

    init_vlog_mask()
    if vlog_is_on(VlogTag.COMPILATION):
        vlog(VlogTag.COMPILATION, "packed %d constants", count)
"""

from __future__ import annotations

import logging
import os
import re
from enum import IntFlag
from typing import Final

VARIABLE: Final = "NN_VLOG"
"""Name of the environment variable with the setting."""

log = logging.getLogger(__name__)


class VlogTag(IntFlag):
    """A category of messages; the setting uses its lower-case name."""

    MODEL = 1
    COMPILATION = 2
    EXECUTION = 4
    CPUEXE = 8
    MANAGER = 16
    DRIVER = 32
    MEMORY = 64


_ALL: Final = VlogTag(sum(VlogTag))
_SEPARATORS: Final = re.compile(r"[ ,:]+")
_LOGGERS: Final = {tag: logging.getLogger(f"nn.{str(tag.name).lower()}") for tag in VlogTag}
_mask: VlogTag = _ALL


def parse_vlog(setting: str) -> VlogTag:
    """Return the tags of a setting; log an error for an unknown tag and ignore it."""
    if setting in ("1", "all"):
        return _ALL
    mask = VlogTag(0)
    for word in filter(None, _SEPARATORS.split(setting)):
        tag = VlogTag.__members__.get(word.upper()) if word.islower() else None
        if tag is None:
            known = ", ".join(name.lower() for name in VlogTag.__members__)
            log.error("%s: unknown tag %r; the known tags are %s", VARIABLE, word, known)
        else:
            mask |= tag
    return mask


def init_vlog_mask(setting: str | None = None) -> VlogTag:
    """Apply a setting, by default from the environment, and return the enabled tags."""
    global _mask
    _mask = parse_vlog(os.environ.get(VARIABLE, "") if setting is None else setting)
    return _mask


def vlog_is_on(tag: VlogTag) -> bool:
    """Return whether a tag is enabled."""
    return bool(_mask & tag)


def vlog(tag: VlogTag, message: str, *arguments: object) -> None:
    """Log a message if its tag is enabled; ``arguments`` are formatted as in ``logging``."""
    if _mask & tag:
        _LOGGERS[tag].info(message, *arguments)
