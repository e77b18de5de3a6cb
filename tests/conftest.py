"""The tiers of the tests: slow tests run only if the command line asks for them."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.checks import growth
from conformance.files import default_cache_dir
from tests.verified_engines import is_verified

# Without this, a failed assertion of a shared check does not state the values that differ.
pytest.register_assert_rewrite(
    "tests.litert.finding_checks",
)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of the slow tests; let SIGINT interrupt the tests and their processes.

    A shell without job control starts background processes with SIGINT ignored, and all processes
    that they start inherit this.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line(
        "markers", "slow: not part of a plain run; select it with -m slow or by its node id"
    )
    config.addinivalue_line(
        "markers",
        "engine_results: states what an engine computes with its version on this processor; select "
        "it with -m engine_results or by its node id",
    )
    config.addinivalue_line(
        "markers",
        "verified_engine(name): compares results with those of an engine; has the marker "
        "engine_results if the findings on the engine do not name its version or this processor",
    )


@pytest.fixture(autouse=True, scope="session")
def longer_limits_of_growth() -> None:
    """Lengthen the times after which checks of leaks are not applicable: a busy machine is slow."""
    growth._MAX_SECONDS *= 10
    growth._MAX_SECONDS_OF_BLOCKS *= 10


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers of ``-n auto``: one more than the processors.

    Many tests wait for processes and time limits, so that one worker a processor leaves them idle.
    """
    named = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    return int(named) if named else len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import a part of the test modules in each worker of a run of all tests.

    Without bytecode files, for instance in a fresh clone, every worker would otherwise compile all
    test modules, with pytest's rewritten assertions, at the same time. In this order each worker
    compiles its part, and finds the bytecode files of the others when it collects.
    """
    folder = Path(__file__).parent
    worker = getattr(session.config, "workerinput", None)
    arguments = [session.config.invocation_params.dir / text for text in session.config.args]
    if worker is None or folder not in arguments:
        return
    number = int(worker["workerid"].removeprefix("gw"))
    for file in sorted(folder.rglob("test_*.py"))[number :: worker["workercount"]]:
        name = ".".join(file.relative_to(folder.parent).with_suffix("").parts)
        # The collection reports the reason why a module cannot be imported, or is skipped.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(name)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the slow tests unless ``-m`` or the node id of a test selects them.

    Tests with the marker ``engine_results`` run only if ``-m`` names it, or by node id. Tests with
    the marker ``verified_engine`` are such tests unless the installed engine is verified.

    ``NN_CONFORMANCE_SLOW_SHARE=K/N`` keeps the Kth of N parts of the slow tests that ``-m``
    selects, chosen by a checksum of the node id; K counts from 0.
    """
    for item in items:
        for marker in item.iter_markers("verified_engine"):
            if not is_verified(*marker.args):
                item.add_marker("engine_results")
    by_node_id = any("::" in argument for argument in config.args)
    if not by_node_id and "engine_results" not in config.option.markexpr:
        _deselect(config, items, lambda item: item.get_closest_marker("engine_results") is not None)
    if config.option.markexpr or by_node_id:
        part, parts = map(int, os.environ.get("NN_CONFORMANCE_SLOW_SHARE", "0/1").split("/"))
        _deselect(config, items, lambda item: _is_left_out(item, part, parts))
    else:
        _deselect(config, items, lambda item: item.get_closest_marker("slow") is not None)


def _deselect(
    config: pytest.Config, items: list[pytest.Item], is_left_out: Callable[[pytest.Item], bool]
) -> None:
    left_out = [item for item in items if is_left_out(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not is_left_out(item)]


def _is_left_out(item: pytest.Item, part: int, parts: int) -> bool:
    """Return whether a test is slow and belongs to another part of the slow tests."""
    if item.get_closest_marker("slow") is None:
        return False
    return zlib.crc32(item.nodeid.encode()) % parts != part


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
