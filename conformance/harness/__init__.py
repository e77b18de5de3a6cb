"""Judging drivers: one case along one path becomes one verdict."""

from conformance.harness.failure import Attempt, Failure
from conformance.harness.path import ALL_PATHS, Execution, Path, default_paths, preference_for
from conformance.harness.run import Judge, Options, Scenario
from conformance.harness.verdict import RULES, Finding, Kind, Verdict

__all__ = [
    "ALL_PATHS",
    "RULES",
    "Attempt",
    "Execution",
    "Failure",
    "Finding",
    "Judge",
    "Kind",
    "Options",
    "Path",
    "Scenario",
    "Verdict",
    "default_paths",
    "preference_for",
]
