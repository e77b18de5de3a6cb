"""The tiers of the tests: slow tests run only if the command line asks for them."""

from __future__ import annotations

import gc
import os
import zlib
from pathlib import Path

import pytest

from conformance.output_files import default_cache_dir


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of the slow tests."""
    config.addinivalue_line(
        "markers", "slow: not part of a plain run; select it with -m slow or by its node id"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers of ``-n auto``: one more than the processors.

    Many tests wait for processes and time limits, so that one worker a processor leaves them idle.
    """
    named = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    return int(named) if named else len(os.sched_getaffinity(0)) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the slow tests unless ``-m`` or the node id of a test selects them.

    ``NN_CONFORMANCE_SLOW_SHARE=N`` keeps every Nth of the slow tests that ``-m`` selects, chosen by
    a checksum of the node id.
    """
    if config.option.markexpr or any("::" in argument for argument in config.args):
        share = int(os.environ.get("NN_CONFORMANCE_SLOW_SHARE", "1"))
        left_out = [item for item in items if _is_left_out(item, share)]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not _is_left_out(item, share)]
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def _is_left_out(item: pytest.Item, share: int) -> bool:
    """Return whether a slow test is not among every ``share``-th."""
    if item.get_closest_marker("slow") is None:
        return False
    return bool(zlib.crc32(item.nodeid.encode()) % share)


@pytest.fixture(scope="module", autouse=True)
def _exclude_old_objects() -> None:
    """Exclude what earlier modules left from garbage collections.

    Caches keep most of these objects, and tests of releases collect garbage many times: each
    collection would traverse the caches in vain.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def spec_cache() -> Path:
    """Return the cache folder for compiled specs.

    The entries depend on the content of the specs and of the reader, so whole runs may share the
    user's folder: they do not compile the bundled specs again.
    """
    return default_cache_dir()
