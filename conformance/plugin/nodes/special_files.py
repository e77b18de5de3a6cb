"""Collection of the items of a file of the suite that is not a test module."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest


class SpecialFilePlugin:
    """The hook that collects one file; ``node`` is the class of its node in the item tree."""

    def __init__(self, file: Path, node: type[pytest.File], node_id: str) -> None:
        self._file = file
        self._node = node
        self._node_id = node_id

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Collect the file instead of a test module."""
        collectors = yield
        if file_path != self._file:
            return collectors
        return [self._node.from_parent(parent, path=file_path, nodeid=self._node_id)]
