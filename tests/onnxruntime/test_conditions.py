"""Conditions of findings: versions of an engine, and features of a processor."""

import pytest

from conformance.drivers.identity import parse_features
from conformance.engines.findings import EngineCondition

HASWELL = """processor : 0
flags\t\t: fpu sse4_2 avx fma avx2

processor : 1
flags\t\t: fpu sse4_2 avx fma avx2 later
"""
ARM = "processor : 0\nFeatures : fp asimd asimddp\n"


def test_features_are_those_of_all_processors():
    assert parse_features(HASWELL) == {"fpu", "sse4_2", "avx", "fma", "avx2"}
    assert parse_features(ARM) == {"fp", "asimd", "asimddp"}
    assert parse_features("model name : unknown\n") == frozenset()


@pytest.mark.parametrize(
    ("version", "features", "holds"),
    [
        ("1.31.1", {"avx2"}, True),
        ("1.32.0", {"avx2", "fma"}, True),
        ("1.32.0", {"avx2", "avx512f"}, False),
        ("1.32.0", {"asimd"}, False),
        ("1.33.0", {"avx2"}, False),
        ("1.31.0", {"avx2"}, False),
        ("1.32.0rc1", {"avx2"}, True),
        ("nightly", {"avx2"}, False),
    ],
)
def test_a_condition_holds_for_versions_and_features(version, features, holds):
    verified = EngineCondition(">=1.31.1,<=1.32.0", needs=("avx2",))
    assert verified.narrowed(lacks=["avx512f"]).holds(version, features) is holds


def test_a_condition_can_only_become_narrower():
    narrow = EngineCondition(">=2", needs=("avx2",)).narrowed("<3", ["fma"], ["avx512f"])
    assert narrow.holds("2.1", {"avx2", "fma"})
    assert not narrow.holds("3.0", {"avx2", "fma"})
    assert not narrow.fits({"fma"})
    assert not narrow.fits({"avx2", "fma", "avx512f"})
