"""Failing cases for spec, case and model files that are no regular files.

pytest skips dangling links, pipes and devices in a folder without a message, so that the cases of
such a file would be missing in a run that passes.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from conformance.cases.casefile import CASE_SUFFIX
from conformance.plugin.context.case_ids import SPEC_SUFFIX
from conformance.plugin.context.model_files import MODEL_SUFFIX

_SUFFIXES: Final = (SPEC_SUFFIX, CASE_SUFFIX, MODEL_SUFFIX)


class IrregularFilesPlugin:
    """Collects the files of a folder that pytest omits."""

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add the collectors of these files; each reports that its file cannot be read."""
        report = yield
        if isinstance(collector, pytest.Directory) and report.passed:
            for path in irregular_files(collector.path):
                hook, config = collector.ihook, collector.config
                if not hook.pytest_ignore_collect(collection_path=path, config=config):
                    for found in hook.pytest_collect_file(file_path=path, parent=collector):
                        report.result += found if isinstance(found, list) else [found]
        return report


def irregular_files(folder: Path) -> list[Path]:
    """Return the entries of a folder with the name of a case file that are no file or folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                Path(entry.path)
                for entry in entries
                if entry.name.endswith(_SUFFIXES) and _is_irregular(entry)
            )
    except OSError:
        return []


def _is_irregular(entry: os.DirEntry[str]) -> bool:
    try:
        return not entry.is_file() and not entry.is_dir()
    except OSError:  # a loop of links
        return True
