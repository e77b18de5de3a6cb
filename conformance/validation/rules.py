"""All named rules, and the validator's result type ``Violation``.

The validator, the mutation tests, the messages and the documentation all use this one list. Rules
of single operations are not repeated here: they are derived from the conditions of the operation's
definition and are named ``<OPERATION>.<condition>``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Final

from conformance.hal import ErrorStatus, OperationType, Version
from conformance.operations import Condition, OperationDefinition, definitions


class RefusalStage(Enum):
    """The earliest call at which a driver can detect that a rule is broken."""

    PREPARE = "prepare"
    PREPARE_FROM_CACHE = "prepare from cache"
    EXECUTE = "execute"


@dataclass(frozen=True, slots=True)
class Rule:
    """One requirement of the contract whose violation a driver refuses.

    ``source`` names the place in the contract, ``status`` is the error that the driver returns and
    ``summary`` states what must be true. The rule applies from version ``since`` on and, if
    ``until`` is set, only in versions below ``until``.
    """

    name: str
    source: str
    status: ErrorStatus
    stage: RefusalStage
    since: Version
    summary: str
    until: Version | None = None

    def holds_in(self, version: Version) -> bool:
        """Return whether the rule applies in ``version``."""
        return self.since <= version and (self.until is None or version < self.until)


def _rules(
    prefix: str,
    source: str,
    summaries: Mapping[str, str],
    since: Version = Version.V1_0,
    until: Version | None = None,
    stage: RefusalStage = RefusalStage.PREPARE,
    status: ErrorStatus = ErrorStatus.INVALID_ARGUMENT,
) -> tuple[Rule, ...]:
    """Return rules that share a name prefix, a source and a stage.

    ``summaries`` maps the rest of each rule's name to what must be true.
    """
    return tuple(
        Rule(f"{prefix}.{name}", source, status, stage, since, summary, until)
        for name, summary in summaries.items()
    )


def _packet_rules(prefix: str, summaries: Mapping[str, str]) -> tuple[Rule, ...]:
    """Return the rules of the packets in a message queue of a burst, which begin in the same way.

    A malformed packet is a GENERAL_FAILURE.
    """
    return _rules(
        prefix,
        "1.2 types.hal: FmqRequestDatum, FmqResultDatum",
        {
            "first": "the first datum is packetInformation",
            "packet_size": "packetSize is the number of datums in the packet",
            **summaries,
        },
        since=Version.V1_2,
        stage=RefusalStage.EXECUTE,
        status=ErrorStatus.GENERAL_FAILURE,
    )


_CONTROL_FLOW: Final = "1.3 types.hal: OperationType.IF and WHILE"
_CACHE: Final = "1.2 IDevice.hal: prepareModelFromCache; Compilation caching: Security"

_RULE_GROUPS: Final = (
    _rules(
        "model",
        "types.hal: Model",
        {
            "field": "each field holds a value that its HIDL or AIDL type can represent",
            "pool": "each pool is a memory object with a size above 0",
        },
    ),
    _rules(
        "model",
        "hidl_memory; memory pools: pools that hold constants",
        {
            "pool_handle": "a pool that holds constants can be mapped for reading, and is no "
            "hardware buffer of another format than BLOB"
        },
        status=ErrorStatus.GENERAL_FAILURE,
    ),
    _rules(
        "model",
        "1.3 types.hal: Subgraph, Operand.lifetime SUBGRAPH",
        {"subgraph_cycle": "references between referenced subgraphs form no cycle"},
        since=Version.V1_3,
    ),
    _rules(
        "extension",
        "1.2 types.hal: Model.extensionNameToPrefix, Extension.name",
        {
            "name": "an extension name contains only lower-case letters, digits, '_' and '.', "
            "and at least one '.'",
            "prefix": "each extension prefix is between 1 and 65535 and unique in the model",
            "prefix_declared": "extensionNameToPrefix lists each extension prefix that is used",
        },
        since=Version.V1_2,
    ),
    _rules(
        "subgraph",
        "types.hal: Model.operands, operations, inputIndexes, outputIndexes",
        {
            "operands": "a subgraph has at least one operand",
            "operations": "a subgraph has at least one operation",
            "input_index": "each input index is the index of an operand of the subgraph",
            "input_lifetime": "each operand in inputIndexes has the lifetime SUBGRAPH_INPUT",
            "input_duplicate": "inputIndexes lists no operand twice",
            "input_unlisted": "inputIndexes lists each operand of lifetime SUBGRAPH_INPUT",
            "output_index": "each output index is the index of an operand of the subgraph",
            "output_lifetime": "each operand in outputIndexes has the lifetime SUBGRAPH_OUTPUT",
            "output_duplicate": "outputIndexes lists no operand twice",
            "output_unlisted": "outputIndexes lists each operand of lifetime SUBGRAPH_OUTPUT",
        },
    ),
    _rules(
        "operand",
        "types.hal: OperandType, Operand",
        {
            "type": "the operand type is defined by the contract or by a vendor extension",
            "lifetime": "the lifetime is one of the values that the contract defines",
            "scalar_dimensions": "a scalar has no dimensions",
            "size": "a tensor with fully known dimensions has at most 2**32 - 1 bytes of data",
            "constant_rank": "a constant tensor has a known rank",
            "constant_dimensions": "no dimension of a constant tensor is 0",
            "scale": "the scale is legal for the operand type",
            "zero_point": "the zero point is legal for the operand type",
            "extra_params": "extraParams has the variant that the operand type requires",
            "location": "poolIndex, offset and length are 0 for an operand that is neither a "
            "constant nor a subgraph reference",
            "constant_pool": "a CONSTANT_COPY operand has pool index 0",
            "constant_range": "the data of a CONSTANT_COPY operand is inside operandValues",
            "pool_index": "the pool index of a CONSTANT_REFERENCE operand is the index of one of "
            "the model's pools",
            "pool_range": "the data of a CONSTANT_REFERENCE operand is inside its pool",
            "constant_length": "location.length of a constant is exactly the byte size of its type "
            "and dimensions",
        },
    ),
    _rules(
        "operand",
        "types.hal: Operand.numberOfConsumers",
        {"consumers": "numberOfConsumers is the number of operation inputs that read the operand"},
        until=Version.AIDL_V1,
    ),
    _rules(
        "operand",
        "1.2 types.hal: SymmPerChannelQuantParams",
        {
            "channel_dim": "channelDim is the index of a dimension whose size is known",
            "channel_scales": "scales has one positive value for each channel of that dimension",
        },
        since=Version.V1_2,
    ),
    _rules(
        "operand",
        "1.3 types.hal: OperandType.SUBGRAPH, OperandLifeTime.SUBGRAPH",
        {
            "subgraph_lifetime": "an operand has the lifetime SUBGRAPH if and only if it has the "
            "type SUBGRAPH",
            "subgraph_index": "location.offset of a SUBGRAPH operand is the index of a referenced "
            "subgraph",
        },
        since=Version.V1_3,
    ),
    _rules(
        "order",
        "types.hal: Model.operations, sorted into execution order",
        {
            "read_before_write": "an operation reads only inputs, constants and operands that an "
            "earlier operation writes",
            "write_constant": "an operation writes only TEMPORARY_VARIABLE and SUBGRAPH_OUTPUT "
            "operands",
            "written_twice": "at most one operation writes an operand",
            "never_written": "an operation writes each TEMPORARY_VARIABLE and SUBGRAPH_OUTPUT "
            "operand",
        },
    ),
    _rules(
        "operation",
        "types.hal: OperationType, Operation",
        {
            "known": "the operation code is defined by the contract or by a vendor extension",
            "input_index": "each input index is the index of an operand of the subgraph",
            "output_index": "each output index is the index of an operand of the subgraph",
            "input_count": "the operation accepts this number of inputs",
            "output_count": "the operation has this number of outputs",
            "input_type": "each input has a type that the operation accepts at its position",
            "output_type": "each output has the type that the operation produces",
            "rank": "each operand has a rank that the operation accepts",
            "required_operand": "each operand that the operation requires has a value",
            "output_shape": "the dimensions stated for an output agree with the shape that the "
            "operation produces",
        },
    ),
    _rules(
        "operation",
        "types.hal: the operation's text on zero-sized tensors (1.2 and newer)",
        {
            "zero_size": "no input has a dimension of size 0, unless the operation supports "
            "zero-sized tensors"
        },
        stage=RefusalStage.EXECUTE,
    ),
    _rules(
        "version",
        "types.hal of each version: a model uses only what exists in the version of the call",
        {
            "operation": "the operation exists in the HAL version of the call",
            "signature": "the operation accepts these operands and types in the HAL version of the "
            "call",
            "operand_type": "the operand type exists in the HAL version of the call",
            "unknown_rank": "before HAL 1.2, each tensor has a known rank",
            "extension": "before HAL 1.2, a model uses no vendor extension",
            "subgraph": "before HAL 1.3, a model has no referenced subgraph",
            "relaxed": "before HAL 1.1, a model does not relax float32 computation to float16",
        },
    ),
    _rules(
        "if",
        _CONTROL_FLOW,
        {
            "input_count": "IF has at least 3 inputs",
            "output_count": "IF has at least 1 output",
            "condition": "the condition is a TENSOR_BOOL8 of shape [1]",
            "branch": "inputs 1 and 2 are subgraph references",
            "branch_inputs": "each branch subgraph has as many inputs as IF has after input 2",
            "branch_outputs": "each branch subgraph has as many outputs as IF",
            "branch_operand": "the inputs and outputs of each branch subgraph agree with those of "
            "IF in type, dimensions and quantization",
        },
        since=Version.V1_3,
    ),
    _rules(
        "while",
        _CONTROL_FLOW,
        {
            "input_count": "WHILE has at least 3 inputs",
            "output_count": "WHILE has at least 1 output",
            "subgraph": "inputs 0 and 1 are subgraph references",
            "condition_inputs": "the condition subgraph has as many inputs as WHILE has after "
            "input 1",
            "condition_outputs": "the condition subgraph has 1 output",
            "condition_result": "the condition subgraph's output is a TENSOR_BOOL8 of shape [1]",
            "body_inputs": "the body subgraph has as many inputs as WHILE has after input 1",
            "body_outputs": "the body subgraph has at least as many outputs as WHILE and at most "
            "as many outputs as inputs",
            "operand": "the inputs and outputs of both subgraphs agree with those of WHILE in "
            "type, dimensions and quantization",
            "unknown_size": "each input and output of WHILE and of its subgraphs has fully known "
            "dimensions (drivers accept no others)",
        },
        since=Version.V1_3,
    ),
    _rules(
        "prepare",
        "IDevice.hal: prepareModel_1_1 and newer",
        {"preference": "the execution preference is 0, 1 or 2"},
        since=Version.V1_1,
    ),
    _rules(
        "prepare",
        "1.3 IDevice.hal: prepareModel_1_3",
        {"priority": "the priority is 0 (LOW), 1 (MEDIUM) or 2 (HIGH)"},
        since=Version.V1_3,
    ),
    _rules(
        "cache",
        _CACHE,
        {
            "model_count": "there are as many model cache files as getNumberOfCacheFilesNeeded "
            "states",
            "data_count": "there are as many data cache files as getNumberOfCacheFilesNeeded "
            "states",
            "token": "the token has 32 bytes",
        },
        since=Version.V1_2,
        stage=RefusalStage.PREPARE_FROM_CACHE,
    ),
    _rules(
        "cache",
        _CACHE,
        {"descriptors": "each handle of a cache file has exactly one file descriptor"},
        since=Version.V1_2,
        until=Version.AIDL_V1,
        stage=RefusalStage.PREPARE_FROM_CACHE,
    ),
    _rules(
        "cache",
        _CACHE,
        {
            "supported": "the driver uses cache files",
            "access": "each cache file is a regular file that is open for reading and writing",
            "content": "the files hold what this build of the driver saved for the token, and no "
            "model cache file was modified since",
        },
        since=Version.V1_2,
        stage=RefusalStage.PREPARE_FROM_CACHE,
        status=ErrorStatus.GENERAL_FAILURE,
    ),
    _rules(
        "request",
        "1.0 types.hal: Request, RequestArgument",
        {
            "field": "each field holds a value that its HIDL or AIDL type can represent",
            "pool": "each pool is a memory object with a size above 0, or a hardware_buffer",
            "pool_protection": "the protection of a pool permits to read the inputs and to write "
            "the outputs that are in it",
            "input_count": "the request has one input argument for each model input",
            "output_count": "the request has one output argument for each model output",
            "no_value": "an argument with hasNoValue has no dimensions, and its poolIndex, offset "
            "and length are 0",
            "pool_index": "the pool index of an argument is the index of one of the request's "
            "pools",
            "pool_range": "the data of an argument is inside its pool",
            "zero_length": "an argument in a memory pool has a length above 0",
            "input_unspecified": "model and request together specify all dimensions of an input",
            "output_unspecified": "model and request together specify all dimensions of an output "
            "in a fenced execution and before HAL 1.2",
            "rank": "an argument has the rank that the model states",
            "dimension": "an argument's dimensions agree with those that the model states",
            "length": "location.length is exactly the byte size of the type and dimensions, where "
            "all dimensions are known",
        },
        stage=RefusalStage.EXECUTE,
    ),
    _rules(
        "request",
        "1.3 types.hal: Request.MemoryPool.token",
        {"token": "the token of a driver-managed buffer is not 0"},
        since=Version.V1_3,
        stage=RefusalStage.EXECUTE,
    ),
    _packet_rules(
        "burst_request",
        {
            "input": "the datums of each input begin with an inputOperandInformation",
            "input_dimension": "each dimension of an input is an inputOperandDimensionValue",
            "output": "the datums of each output begin with an outputOperandInformation",
            "output_dimension": "each dimension of an output is an outputOperandDimensionValue",
            "flag": "hasNoValue is 0 or 1",
            "pool": "each pool is a poolIdentifier, and the pools follow the outputs",
            "timing": "a measureTiming datum follows the pools",
            "trailing_datum": "measureTiming is the last datum of the packet",
        },
    ),
    _packet_rules(
        "burst_result",
        {
            "status": "errorStatus is an ErrorStatus value of HAL 1.2",
            "operand": "the datums of each output begin with an operandInformation",
            "operand_dimension": "each dimension of an output is an operandDimensionValue",
            "flag": "isSufficient is 0 or 1",
            "timing": "an executionTiming datum follows the outputs",
            "trailing_datum": "executionTiming is the last datum of the packet",
            "padding": "the padding bytes of operandInformation are 0",
        },
    ),
)

GENERAL_RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {rule.name: rule for group in _RULE_GROUPS for rule in group}
)
"""Rules that are not specific to one operation, by name, in the order of the documentation."""


def condition_rule(definition: OperationDefinition, condition: Condition) -> Rule:
    """Return the rule that corresponds to a condition of an operation's definition."""
    return Rule(
        f"{definition.name}.{condition.name}",
        condition.source,
        ErrorStatus.INVALID_ARGUMENT,
        RefusalStage.PREPARE,
        definition.since,
        condition.source,
        condition.until,
    )


def operation_rules() -> Iterator[Rule]:
    """Yield the rules that are specific to one operation, in the order of operation codes."""
    for definition in definitions().values():
        for condition in definition.conditions:
            yield condition_rule(definition, condition)


@cache
def all_rules() -> Mapping[str, Rule]:
    """Return all rules by name: ``GENERAL_RULES`` first, then those of single operations."""
    rules = dict(GENERAL_RULES)
    for rule in operation_rules():
        if rule.name in rules:
            raise RuntimeError(f"two rules have the name {rule.name}")
        rules[rule.name] = rule
    return MappingProxyType(rules)


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule.

    ``where`` names the place in the model or request, ``detail`` states the value that was found
    there and the values that are legal.
    """

    rule: Rule
    where: str
    detail: str

    def __str__(self) -> str:
        return f"{self.where}: {self.detail} [{self.rule.name}]"


def rule_violation(rule_name: str, where: str, detail: str) -> Violation:
    """Return a violation of the rule of ``GENERAL_RULES`` named ``rule_name``."""
    return Violation(GENERAL_RULES[rule_name], where, detail)


def condition_violation(
    definition: OperationDefinition, condition: Condition, where: str, detail: str
) -> Violation:
    """Return a violation of a condition of the operation ``definition``."""
    return Violation(condition_rule(definition, condition), where, detail)


def show_value(value: object) -> str:
    """Return a text of at most 80 characters for any value; never raise.

    Fields of invalid models can hold objects of any type, also ones whose ``repr`` fails.
    """
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__} whose repr fails"
    return text if len(text) <= 80 else f"{text[:77]}..."


def operand_place(subgraph: str, index: int) -> str:
    """Return the text for an operand: ``main, operand 7``."""
    return f"{subgraph}, operand {index}"


_OPERATION_NAMES: Final[dict[object, str]] = {int(t): t.name for t in OperationType}


def operation_place(subgraph: str, index: int, code: object) -> str:
    """Return the text for an operation: ``main, operation 3 (CONV_2D)``."""
    known = isinstance(code, int) and code in _OPERATION_NAMES
    name = _OPERATION_NAMES[code] if known else show_value(code)
    return f"{subgraph}, operation {index} ({name})"


def argument_place(
    operation: str, kind: str, position: int, name: str | None, operand: int | None
) -> str:
    """Return the text for an operation's input or output.

    Example: ``main, operation 3 (CONV_2D), input 1 (filter, operand 7)``. ``operation`` is the
    text of ``operation_place``; ``name`` and ``operand`` are left out where they are ``None``.
    """
    known = [text for text in (name, None if operand is None else f"operand {operand}") if text]
    suffix = f" ({', '.join(known)})" if known else ""
    return f"{operation}, {kind} {position}{suffix}"
