"""The tiers of the tests: slow tests run only if the command line asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.specfile.index import default_cache_dir


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of the slow tests."""
    config.addinivalue_line(
        "markers", "slow: not part of a plain run; select it with -m slow or by its node id"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the slow tests unless ``-m`` or the node id of a test selects them."""
    if config.option.markexpr or any("::" in argument for argument in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.fixture(scope="session")
def spec_cache() -> Path:
    """Return the cache folder for compiled specs.

    The entries depend on the content of the specs and of the reader, so whole runs may share the
    user's folder: they do not compile the bundled specs again.
    """
    return default_cache_dir()
