"""The named rules for models and requests, and the validator that applies them."""

from conformance.validation.calls import CheckedCall, build_call, check_call
from conformance.validation.constants import (
    ConstantMapping,
    PoolUnreadableError,
    constant_mapping,
    constant_values,
    constant_view,
    lasting_constant,
    with_inputs_as_constants,
)
from conformance.validation.model import (
    CheckedSubgraph,
    OperationResult,
    OperationVerdict,
    check_calls,
    check_model,
    defined_operations,
    first_violation,
    validate_model,
    validate_operations,
)
from conformance.validation.request import (
    first_request_violation,
    validate_cache,
    validate_preparation,
    validate_request,
)
from conformance.validation.rules import GENERAL_RULES, RefusalStage, Rule, Violation, all_rules
from conformance.validation.version import minimum_version, version_reasons

__all__ = [
    "GENERAL_RULES",
    "CheckedCall",
    "CheckedSubgraph",
    "ConstantMapping",
    "OperationResult",
    "OperationVerdict",
    "PoolUnreadableError",
    "RefusalStage",
    "Rule",
    "Violation",
    "all_rules",
    "build_call",
    "check_call",
    "check_calls",
    "check_model",
    "constant_mapping",
    "constant_values",
    "constant_view",
    "defined_operations",
    "first_request_violation",
    "first_violation",
    "lasting_constant",
    "minimum_version",
    "validate_cache",
    "validate_model",
    "validate_operations",
    "validate_preparation",
    "validate_request",
    "version_reasons",
    "with_inputs_as_constants",
]
