"""The files of ``--case-list``: case ids and patterns, one per line."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.input_files import read_file


def read_case_list(path: Path) -> dict[str, str]:
    """Return the ids and patterns of a file with one per line, each with its place in the file.

    ``#`` starts a comment. Raises ``pytest.UsageError`` for a file that cannot be read.
    """
    try:
        lines = read_file(path, pipes=True).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise pytest.UsageError(f"--case-list {path}: {error}") from error
    texts: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            texts.setdefault(text, f"--case-list {path}, line {number}")
    return texts
