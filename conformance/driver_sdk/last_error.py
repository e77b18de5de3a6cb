"""The text about a driver's last failed call, for the verdict on that call.

The contract returns only a status. A driver in Python can have the optional method
``get_last_error()``, which returns the reason as text. The suite calls it after an unexpected
status and adds the text to the verdict.
"""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import Final

from conformance.driver_sdk.vlog import VlogTag, vlog

log = logging.getLogger(__name__)

_PACKAGE: Final = str(Path(__file__).resolve().parents[1])
_MAX_TEXT: Final = 1000


DECLINED_WITH_REQUEST: Final = "declined with this request: "
"""Start of the text about an execution that the driver declines.

A bridge to an engine supports a model whose shapes or parameters only the request states, as far as
it can decide that at the preparation; whether the engine can express the model is known later.
"""


class LastError:
    """The text about the last failed call; empty if there is none."""

    def __init__(self) -> None:
        self._text = ""
        self._logged: set[tuple[str, str, int]] = set()

    def clear(self) -> None:
        """Remove the text about an earlier call."""
        self._text = ""

    def set(self, text: str) -> None:
        """Store the text about a failed call."""
        self._text = text[:_MAX_TEXT]

    def log(self, tag: VlogTag, text: str, call: str = "") -> None:
        """Store the text about a failed call, and log it under a tag of verbose logging.

        The log also has ``call``, for example "execution failed", which the verdict states itself.
        """
        vlog(tag, "%s%s", f"{call}: " if call else "", text)
        self.set(text)

    def set_exception(self, error: BaseException, what: str) -> None:
        """Store the text about an exception; ``what`` names the call that raised it.

        One line is logged for the first exception of a type on a line; its stack at level DEBUG.
        """
        file, line = _raised_at(error)
        place = f" ({Path(file).name}, line {line})" if file else ""
        text = f"{what} raised {_message(error)}{place}"
        self.set(text)
        key = (type(error).__name__, file, line)
        if key not in self._logged:
            self._logged.add(key)
            log.error("%s", text)
            log.debug("the stack of this exception", exc_info=error)

    def take(self) -> str:
        """Return the text and remove it."""
        text, self._text = self._text, ""
        return text


def _message(error: BaseException) -> str:
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:  # an exception class of the driver can have a faulty __str__
        return name
    return f"{name}: {text}" if text else name


def _raised_at(error: BaseException) -> tuple[str, int]:
    """Return file and line of the innermost frame in the driver's own code.

    Frames of this package and of installed packages are omitted, unless there are no others. The
    file is empty for an exception without frames.
    """
    frames = list(traceback.walk_tb(error.__traceback__))
    places = [(frame.f_code.co_filename, line) for frame, line in frames]
    own = [
        place
        for place in places
        if not place[0].startswith(_PACKAGE) and "site-packages" not in place[0]
    ]
    return (own or places or [("", 0)])[-1]
