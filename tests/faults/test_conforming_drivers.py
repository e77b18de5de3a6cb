"""The reference driver of every version passes the bundled specs of its version."""

from __future__ import annotations

import pytest

from conformance.cases.version_conversion import required_version
from conformance.hal import Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.harness.planning.execution_path import default_paths
from conformance.operations import find_definition
from conformance.reference import create_device
from conformance.verdicts import VerdictKind
from tests.faults.spec_judging import INDEX, SPECS

EVERY = 11
"""The slow tests run every eleventh case of a file; files and versions differ in the first case."""
FEW = 149
"""The other tests run every 149th case."""


@pytest.mark.parametrize("every", [FEW, pytest.param(EVERY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("version", list(Version))
def test_reference_of_every_version_passes_the_cases_of_its_version(
    version: Version, every: int
) -> None:
    """The plain run of ``.ci/run`` runs all cases on the newest version."""
    judge = Judge(create_device(version), JudgeOptions(callback_timeout=10))
    passed = 0
    first = list(Version).index(version)
    for number, file in enumerate(sorted(SPECS.glob("*/*.mod.py")), first):
        for info in INDEX.names(file)[number % every :: every]:
            example = INDEX.load(file, info.name)
            if required_version(example) > version:
                continue
            if any(find_definition(o.type) is None for o in example.model.main.operations):
                continue
            for verdict in judge.judge(example, info.name, default_paths(version, info.name)):
                assert verdict.kind == VerdictKind.PASSED, str(verdict)
                passed += 1
    assert judge.close() == []
    assert passed > 1000 / every
