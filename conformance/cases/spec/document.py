"""The declarations of the spec file that is being executed."""

# ``useSHM`` is the public format's own spelling:
# ruff: noqa: N802

from __future__ import annotations

import sys
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from conformance.cases.spec.errors import UniqueNames
from conformance.hal import OperandLifeTime, Version


class Configuration:
    """The settings of one file.

    A constant that is created while ``use_shm_for_weights`` is set is stored in shared memory.
    """

    def __init__(self) -> None:
        self.use_shm_for_weights = False

    def useSHM(self) -> bool:
        """Return whether new constants are stored in shared memory."""
        return self.use_shm_for_weights


@dataclass
class SpecDocument:
    """The models and examples of one spec file, in its order."""

    path: str
    spec: str
    version: Version | None
    configuration: Configuration = field(default_factory=Configuration)
    operand_names: UniqueNames = field(default_factory=lambda: UniqueNames(separator=""))
    example_names: UniqueNames = field(default_factory=lambda: UniqueNames(separator="_", first=2))
    models: list[Any] = field(default_factory=list)
    examples: list[Any] = field(default_factory=list)
    version_overrides: dict[str, Version | None] = field(default_factory=dict)

    def constant_lifetime(self) -> OperandLifeTime:
        """Return the lifetime of a new constant under the current configuration."""
        if self.configuration.use_shm_for_weights:
            return OperandLifeTime.CONSTANT_REFERENCE
        return OperandLifeTime.CONSTANT_COPY

    def line(self) -> int:
        """Return the line of the spec file that is being executed; 0 if none is."""
        frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - there is no public way
        while frame is not None and frame.f_code.co_filename != self.path:
            frame = frame.f_back
        return frame.f_lineno if frame is not None else 0


current_document: ContextVar[SpecDocument] = ContextVar("current_document")
"""The declarations of the file that is being executed."""
