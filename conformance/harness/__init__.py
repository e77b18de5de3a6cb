"""Checks drivers: runs each case along each path and produces one verdict per case and path."""

from conformance.harness.failure import CaseFailure, PathAttempt
from conformance.harness.judge import Judge, JudgeOptions, Scenario
from conformance.harness.planning.execution_path import (
    ALL_PATHS,
    ExecutionMode,
    ExecutionPath,
    default_paths,
    preference_for,
)
from conformance.harness.verdict import RULES, Finding, Verdict, VerdictKind

__all__ = [
    "ALL_PATHS",
    "RULES",
    "CaseFailure",
    "ExecutionMode",
    "ExecutionPath",
    "Finding",
    "Judge",
    "JudgeOptions",
    "PathAttempt",
    "Scenario",
    "Verdict",
    "VerdictKind",
    "default_paths",
    "preference_for",
]
