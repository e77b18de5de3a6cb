"""The bridges and the README's driver, which use the base class, pass the checks."""

from __future__ import annotations

from functools import cache

import pytest

from conformance.cases import SpecIndex, bundled_specs
from conformance.checks import checks_by_area
from conformance.drivers import open_driver
from conformance.drivers.driver import Driver
from conformance.hal import Device, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.path_selection import select_paths
from conformance.verdicts import VerdictKind
from tests.plugin.test_readme import printed_driver
from tests.suite.test_conforming_drivers import AREAS, NEWEST_AREAS, NOT_APPLICABLE_RULES

ENGINES = {"litert": "ai_edge_litert", "onnxruntime": "onnxruntime"}


EXTENSION_CHECKS = ("extension_in_branch", "unknown_extension_operation")


@cache
def bridge(name: str, version: Version) -> Device:
    """Return a bridge as a driver of a version."""
    pytest.importorskip(ENGINES[name])
    device = open_driver(name)
    device.version = version
    return device


@pytest.mark.parametrize(
    ("engine", "area"),
    [
        # The fast tests run each area with one of the two bridges, which have the same base class.
        pytest.param(engine, area, marks=() if number % 2 == place else pytest.mark.slow)
        for place, engine in enumerate(ENGINES)
        for number, area in enumerate(AREAS)
    ],
)
def test_a_bridge_passes(engine, area):
    # HAL 1.3 has asynchronous execution and bursts; only the newest version has the newest calls.
    version = max(Version) if area in NEWEST_AREAS else Version.V1_3
    device = bridge(engine, version)
    judge = Judge(Driver(device, reopen=lambda: device), JudgeOptions(callback_timeout=20))
    verdicts = [verdict for check in checks_by_area()[area] for verdict in check.run(judge)]
    verdicts += judge.close()
    assert VerdictKind.PASSED in {verdict.kind for verdict in verdicts}
    others = [verdict for verdict in verdicts if verdict.kind is not VerdictKind.PASSED]
    # The bridges have no compilation caching, no driver-managed buffers and no extensions.
    extensions = {f"unusual_models.{name}" for name in EXTENSION_CHECKS}
    permitted = NOT_APPLICABLE_RULES | extensions | {"caching.declined", "domain.declined"}
    assert {verdict.rule for verdict in others} <= permitted, others


@pytest.mark.parametrize("version", [Version.V1_2, Version.V1_3, Version.AIDL_V3], ids=str)
def test_the_readme_driver_passes_along_every_path(version):
    names: dict[str, type] = {}
    exec(printed_driver(), names)
    device = type("MyDriver", (names["MyDriver"],), {"version": version})()
    judge = Judge(device, JudgeOptions(callback_timeout=20))
    path = bundled_specs() / "V1_0" / "floor.mod.py"
    name = next(info.name for info in SpecIndex().names(path) if not info.relaxed)
    example = SpecIndex().load(path, name)
    paths = select_paths(version, name, example, ("all",))
    verdicts = judge.judge(example, name, paths) + judge.close()
    not_cached = [verdict for verdict in verdicts if verdict.rule == "path.declined"]
    assert all(verdict.path.endswith(("cached", "domain")) for verdict in not_cached)
    others = {verdict.kind for verdict in verdicts if verdict not in not_cached}
    assert others == {VerdictKind.PASSED}, verdicts
    assert {verdict.path.partition("-")[0] for verdict in verdicts} >= {"sync", "burst"}
