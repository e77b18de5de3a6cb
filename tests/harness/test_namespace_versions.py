"""Tests that version numbers show every assignment in a namespace, and that none are needed."""

import random
import sys
import types

import pytest

from conformance.harness.supervision import namespace_versions
from conformance.harness.supervision.module_state import FunctionState
from conformance.harness.supervision.namespace_versions import NamespaceVersions


class Sample:
    def method(self) -> None: ...


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="Python 3.13 has no version numbers")
def test_each_change_of_a_namespace_changes_its_number():
    module = types.ModuleType("sample")
    versions = NamespaceVersions()
    versions.add(vars(module))
    versions.add(vars(Sample))
    method = Sample.method
    seen = [versions.read()]
    for change in (
        lambda: setattr(module, "name", 1),
        lambda: setattr(module, "name", 2),
        lambda: delattr(module, "name"),
        lambda: vars(module).update(name=3),
        lambda: setattr(Sample, "method", print),
        lambda: setattr(Sample, "method", method),
    ):
        assert versions.read() == seen[-1]
        change()
        seen.append(versions.read())
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("supported", [True, False])
def test_replaced_functions_are_restored_with_and_without_version_numbers(monkeypatch, supported):
    if not supported:
        monkeypatch.setattr(namespace_versions, "_IS_SUPPORTED", False)
    functions = FunctionState()
    shuffle, choice = random.shuffle, random.Random.choice
    for _ in range(2):
        before = functions.begin()
        assert functions.restore(before) == []
        random.shuffle, random.Random.choice = print, print  # type: ignore[assignment]
        inner = functions.begin()
        assert functions.restore(inner) == []
        assert functions.restore(before) == ["random.Random.choice", "random.shuffle"]
        assert (random.shuffle, random.Random.choice) == (shuffle, choice)
