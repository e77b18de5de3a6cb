"""Write the report and the export of ``nn-conformance campaign``.

An existing file is replaced only if it is empty or an earlier file of the same kind. The new file
takes its place only when it is complete.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from conformance.files import open_file, read_file, replace_atomically, write_atomically
from generators.campaigns.campaign_store import OWN_FILES

_REPORT_FIELDS: Final = (
    {"schema", "generator", "graphs", "groups"},
    {"schema", "target", "executions", "findings"},
    {"schema", "targets", "executions"},
)
"""The fields of a report of random graphs, and of reports of fuzz campaigns."""

_LONGEST_LINE: Final = 1 << 20
_EXPORT_FIELDS: Final = {"format", "generator", "profile", "seed"}
STDOUT: Final = "-"


def problem_with(option: str, name: str, folders: Iterable[Path]) -> str:
    """Return the reason why the option's file cannot be written, or an empty string.

    ``folders`` are the folders of campaigns; the files that a campaign keeps there are never
    replaced.
    """
    if not name or name == STDOUT:
        return ""
    start = f"{option} {name}: "
    try:
        path = Path(os.path.realpath(name))
        if path in {folder.resolve() / file for folder in folders for file in OWN_FILES}:
            return f"{start}this file belongs to the campaign itself; use another name"
        if not path.parent.is_dir():
            return f"{start}there is no folder {path.parent}; create it first"
        if not path.exists():
            missing = "" if os.access(path.parent, os.W_OK) else f"{path.parent} is not writable"
            return f"{start}{missing}" if missing else ""
        if not path.is_file():
            return f"{start}not a regular file; use {STDOUT} for standard output"
        if path.stat().st_size and not _KINDS[option](path):
            return (
                f"{start}the existing file was not written by {option} and is not replaced; use "
                "another name, or remove the file"
            )
    except OSError as error:
        return f"{start}cannot be used: {error.strerror or error}"
    except (RuntimeError, ValueError) as error:  # a loop of symbolic links; a NUL character
        return f"{start}cannot be used: {error}"
    return ""


def _is_report(path: Path) -> bool:
    try:
        report = json.loads(read_file(path, pipes=True))
        return any(_has(report, fields) for fields in _REPORT_FIELDS)
    except (ValueError, RecursionError):
        return False


def _is_export(path: Path) -> bool:
    try:
        with open_file(path) as lines:
            return _has(json.loads(lines.readline(_LONGEST_LINE)), _EXPORT_FIELDS)
    except (ValueError, RecursionError):
        return False


def _has(document: Any, fields: set[str]) -> bool:
    """Return whether the JSON document is an object with all these fields."""
    return isinstance(document, dict) and fields <= document.keys()


_KINDS: Final[dict[str, Callable[[Path], bool]]] = {"--json": _is_report, "--export": _is_export}


def write_report(name: str, report: dict[str, Any]) -> None:
    """Write the report as JSON. Raises ``OSError`` if the file cannot be written."""
    write_atomically(Path(os.path.realpath(name)), json.dumps(report, indent=1).encode())


def write_lines(name: str, lines: Iterable[bytes]) -> None:
    """Write the lines one by one, without holding them in memory.

    Raises ``OSError`` if the file cannot be written.
    """
    with replace_atomically(Path(os.path.realpath(name))) as partial, partial.open("wb") as stream:
        stream.writelines(lines)
