"""Checks drivers: runs each case along each path and produces one verdict per case and path."""

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
