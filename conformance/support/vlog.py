"""Verbose logging by tag, as NNAPI drivers have it.

The setting is read from the environment variable ``NN_VLOG`` (the property ``debug.nn.vlog`` of a
device) when ``init_vlog_mask`` is called: empty for nothing, ``1`` or ``all`` for everything, or
tags split by space, comma or colon. Before that call every tag is on::

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
"""Environment variable with the setting."""

log = logging.getLogger(__name__)


class VlogTag(IntFlag):
    """What can be told; a member's lower-case name is its word in the setting."""

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
    """The tags that a setting names; a word that is no tag is logged and left out."""
    if setting in ("1", "all"):
        return _ALL
    mask = VlogTag(0)
    for word in filter(None, _SEPARATORS.split(setting)):
        tag = VlogTag.__members__.get(word.upper()) if word.islower() else None
        if tag is None:
            known = ", ".join(name.lower() for name in VlogTag.__members__)
            log.error("%s: unknown tag %r, known are %s", VARIABLE, word, known)
        else:
            mask |= tag
    return mask


def init_vlog_mask(setting: str | None = None) -> VlogTag:
    """Take up the setting, from the environment unless given; the tags that are on now."""
    global _mask
    _mask = parse_vlog(os.environ.get(VARIABLE, "") if setting is None else setting)
    return _mask


def vlog_is_on(tag: VlogTag) -> bool:
    """Whether a tag is on."""
    return bool(_mask & tag)


def vlog(tag: VlogTag, message: str, *arguments: object) -> None:
    """Log a message, with its arguments as ``logging`` takes them, if the tag is on."""
    if _mask & tag:
        _LOGGERS[tag].info(message, *arguments)
