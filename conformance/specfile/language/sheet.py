"""What one spec file has written down so far, and which file is being executed."""

# ``useSHM`` is the public format's own spelling:
# ruff: noqa: N802

from __future__ import annotations

import sys
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

from conformance.hal import OperandLifeTime, Version
from conformance.specfile.names import Names

if TYPE_CHECKING:
    from conformance.specfile.language.examples import Example
    from conformance.specfile.language.models import Model


class Configuration:
    """Switches of one file; ``use_shm_for_weights`` concerns constants created while it is set."""

    def __init__(self) -> None:
        self.use_shm_for_weights = False

    def useSHM(self) -> bool:
        """Whether constants go to shared memory now."""
        return self.use_shm_for_weights


@dataclass
class Sheet:
    """All that one spec file has written down."""

    path: str
    spec: str
    version: Version | None
    configuration: Configuration = field(default_factory=Configuration)
    operand_names: Names = field(default_factory=lambda: Names(separator=""))
    example_names: Names = field(default_factory=lambda: Names(separator="_", first=2))
    models: list[Model] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    version_overrides: dict[str, Version | None] = field(default_factory=dict)

    def constant_lifetime(self) -> OperandLifeTime:
        """Lifetime of a constant created now."""
        if self.configuration.use_shm_for_weights:
            return OperandLifeTime.CONSTANT_REFERENCE
        return OperandLifeTime.CONSTANT_COPY

    def line(self) -> int:
        """The line of the spec file that is running, 0 when none is."""
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - there is no public way
        while frame is not None and frame.f_code.co_filename != self.path:
            frame = frame.f_back
        return frame.f_lineno if frame is not None else 0


current_sheet: ContextVar[Sheet] = ContextVar("current_sheet")
"""The sheet of the file that is being executed."""
