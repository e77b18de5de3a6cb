"""The named rules for models and requests, and the validator that applies them."""

from conformance.validation.calls import JudgedCall, build_call, check_call
from conformance.validation.constants import (
    PoolUnreadableError,
    bound,
    constant_values,
    constant_view,
)
from conformance.validation.findings import Violation
from conformance.validation.model import (
    JudgedSubgraph,
    OperationFinding,
    OperationVerdict,
    defined_operations,
    first_violation,
    judge_calls,
    judge_model,
    validate_model,
    validate_operations,
)
from conformance.validation.request import (
    first_request_violation,
    validate_preparation,
    validate_request,
)
from conformance.validation.rules import STRUCTURAL, Rule, Stage, all_rules
from conformance.validation.version import minimum_version, version_reasons

__all__ = [
    "STRUCTURAL",
    "JudgedCall",
    "JudgedSubgraph",
    "OperationFinding",
    "OperationVerdict",
    "PoolUnreadableError",
    "Rule",
    "Stage",
    "Violation",
    "all_rules",
    "bound",
    "build_call",
    "check_call",
    "constant_values",
    "constant_view",
    "defined_operations",
    "first_request_violation",
    "first_violation",
    "judge_calls",
    "judge_model",
    "minimum_version",
    "validate_model",
    "validate_operations",
    "validate_preparation",
    "validate_request",
    "version_reasons",
]
