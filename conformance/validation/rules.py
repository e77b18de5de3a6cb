"""Every named reason to refuse a model or a request.

One list, many readers: the validator takes its rules from here, mutation tests and messages carry
their names, the documentation prints them. Rules of single operations are not written down a second
time: they are the conditions of the operation's definition, named ``<OPERATION>.<condition>``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Final

from conformance.hal import ErrorStatus, Version
from conformance.operations import Condition, OperationDefinition, definitions


class Stage(Enum):
    """The first moment at which a driver can notice."""

    PREPARE = "prepare"
    EXECUTE = "execute"


@dataclass(frozen=True, slots=True)
class Rule:
    """One reason to refuse.

    ``source`` says where in the contract the reason stands, ``status`` what a driver answers.
    The rule holds from version ``since`` on; with ``until``, in versions below it only.
    ``summary`` is what must hold.
    """

    name: str
    source: str
    status: ErrorStatus
    stage: Stage
    since: Version
    summary: str
    until: Version | None = None

    def holds_in(self, version: Version) -> bool:
        """Whether the rule is one of this version's."""
        return self.since <= version and (self.until is None or version < self.until)


@dataclass(frozen=True, slots=True)
class _Group:
    """Rules that share prefix, source and moment; what must hold by the rest of the name."""

    prefix: str
    source: str
    summaries: Mapping[str, str]
    since: Version = Version.V1_0
    until: Version | None = None
    stage: Stage = Stage.PREPARE
    status: ErrorStatus = ErrorStatus.INVALID_ARGUMENT

    def rules(self) -> Iterator[Rule]:
        for name, summary in self.summaries.items():
            yield Rule(
                f"{self.prefix}.{name}",
                self.source,
                self.status,
                self.stage,
                self.since,
                summary,
                self.until,
            )


_CONTROL_FLOW: Final = "1.3 types.hal: OperationType.IF and WHILE"
_PACKETS: Final = "1.2 types.hal: FmqRequestDatum, FmqResultDatum"

_GROUPS: Final = (
    _Group(
        "model",
        "types.hal: Model",
        {
            "field": "each field holds a value that its type on the wire can carry",
            "pool": "each pool is a memory that can be mapped, of a size other than 0",
        },
    ),
    _Group(
        "model",
        "1.3 types.hal: Subgraph, Operand.lifetime SUBGRAPH",
        {"subgraph_cycle": "referenced subgraphs do not refer to each other in a circle"},
        since=Version.V1_3,
    ),
    _Group(
        "extension",
        "1.2 types.hal: Model.extensionNameToPrefix, Extension.name",
        {
            "name": "an extension's name has lower-case letters, digits, '_' and at least one '.'",
            "prefix": "prefixes are 1 to 65535 and differ from each other",
            "prefix_declared": "each prefix in use stands in extensionNameToPrefix",
        },
        since=Version.V1_2,
    ),
    _Group(
        "subgraph",
        "types.hal: Model.operands, operations, inputIndexes, outputIndexes",
        {
            "operands": "a subgraph has at least one operand",
            "operations": "a subgraph has at least one operation",
            "input_index": "each input index names an operand",
            "input_lifetime": "each input index names an operand of lifetime SUBGRAPH_INPUT",
            "input_duplicate": "an operand is listed as input only once",
            "input_unlisted": "each operand of lifetime SUBGRAPH_INPUT is listed as input",
            "output_index": "each output index names an operand",
            "output_lifetime": "each output index names an operand of lifetime SUBGRAPH_OUTPUT",
            "output_duplicate": "an operand is listed as output only once",
            "output_unlisted": "each operand of lifetime SUBGRAPH_OUTPUT is listed as output",
        },
    ),
    _Group(
        "operand",
        "types.hal: OperandType, Operand",
        {
            "type": "the type is one of the contract's, or a vendor extension's",
            "lifetime": "the lifetime is one of the contract's",
            "scalar_dimensions": "a scalar has no dimensions",
            "size": "the data of a tensor of known shape fits in 32 bits of length",
            "constant_rank": "a constant tensor has a known rank",
            "constant_dimensions": "a constant tensor has known dimensions",
            "scale": "the scale is legal for the type",
            "zero_point": "the zero point is legal for the type",
            "extra_params": "extra parameters are of the kind that the type takes",
            "location": "an operand without data of its own has the location 0, 0, 0",
            "constant_pool": "a CONSTANT_COPY operand has pool index 0",
            "constant_range": "CONSTANT_COPY data lies within the model's operand values",
            "pool_index": "a CONSTANT_REFERENCE operand names one of the model's pools",
            "pool_range": "CONSTANT_REFERENCE data lies within its pool",
            "constant_length": "a constant's length is exactly the size of its data",
        },
    ),
    _Group(
        "operand",
        "types.hal: Operand.numberOfConsumers",
        {"consumers": "numberOfConsumers counts the operation inputs that read the operand"},
        until=Version.AIDL_V1,
    ),
    _Group(
        "operand",
        "1.2 types.hal: SymmPerChannelQuantParams",
        {
            "channel_dim": "the channel dimension is one of the operand's, of known size",
            "channel_scales": "there is one positive scale for each index of the channel dimension",
        },
        since=Version.V1_2,
    ),
    _Group(
        "operand",
        "1.3 types.hal: OperandType.SUBGRAPH, OperandLifeTime.SUBGRAPH",
        {
            "subgraph_lifetime": "type SUBGRAPH and lifetime SUBGRAPH come together",
            "subgraph_index": "a SUBGRAPH operand's offset names a referenced subgraph",
        },
        since=Version.V1_3,
    ),
    _Group(
        "order",
        "types.hal: Model.operations, sorted into execution order",
        {
            "read_before_write": "an operation reads only what is known or was written before",
            "write_constant": "an operation writes only temporaries and outputs",
            "written_twice": "an operand is written by one operation only",
            "never_written": "each temporary and output is written by some operation",
        },
    ),
    _Group(
        "operation",
        "types.hal: OperationType, Operation",
        {
            "known": "the operation is one of the contract's, or a vendor extension's",
            "input_index": "each input of an operation names an operand of its subgraph",
            "output_index": "each output of an operation names an operand of its subgraph",
            "input_count": "the operation has a legal number of inputs",
            "output_count": "the operation has a legal number of outputs",
            "input_type": "each input has a type that the operation takes there",
            "output_type": "each output has the type that the operation gives",
            "rank": "each operand has a rank that the operation takes",
            "required_operand": "an operand that the operation needs has a value",
            "output_shape": "a stated output shape is the one that the operation gives",
        },
    ),
    _Group(
        "operation",
        "types.hal: the operation's text on zero-sized tensors (1.2 and newer)",
        {"zero_size": "no input has a size of 0, unless the operation says that it takes it"},
        stage=Stage.EXECUTE,
    ),
    _Group(
        "version",
        "the types.hal of each version; a model keeps to the version of the call",
        {
            "operation": "the operation exists in the version",
            "signature": "the operation takes this operand list and these types in the version",
            "operand_type": "the operand type exists in the version",
            "unknown_rank": "before 1.2 each tensor has a known rank",
            "extension": "before 1.2 a model uses no vendor extension",
            "subgraph": "before 1.3 a model has only its main subgraph",
            "relaxed": "before 1.1 float32 computation is not relaxed",
        },
    ),
    _Group(
        "if",
        _CONTROL_FLOW,
        {
            "input_count": "IF has at least 3 inputs",
            "output_count": "IF has at least 1 output",
            "condition": "the condition is a TENSOR_BOOL8 of shape [1]",
            "branch": "inputs 1 and 2 are subgraph references",
            "branch_inputs": "a branch has as many inputs as the operation hands on",
            "branch_outputs": "a branch has as many outputs as the operation",
            "branch_operand": "a branch's inputs and outputs agree with the operation's operands",
        },
        since=Version.V1_3,
    ),
    _Group(
        "while",
        _CONTROL_FLOW,
        {
            "input_count": "WHILE has at least 3 inputs",
            "output_count": "WHILE has at least 1 output",
            "subgraph": "inputs 0 and 1 are subgraph references",
            "condition_inputs": "the condition has as many inputs as the operation hands on",
            "condition_outputs": "the condition has 1 output",
            "condition_result": "the condition's output is a TENSOR_BOOL8 of shape [1]",
            "body_inputs": "the body has as many inputs as the operation hands on",
            "body_outputs": "the body has at least the operation's outputs, at most its own inputs",
            "operand": "inputs and outputs of the subgraphs agree with the operation's operands",
            "unknown_size": "each operand of a loop has a known size (drivers take no other)",
        },
        since=Version.V1_3,
    ),
    _Group(
        "prepare",
        "IDevice.hal: prepareModel_1_1 and newer",
        {"preference": "the execution preference is 0, 1 or 2"},
        since=Version.V1_1,
    ),
    _Group(
        "prepare",
        "1.3 IDevice.hal: prepareModel_1_3",
        {"priority": "the priority is 0 (LOW), 1 (MEDIUM) or 2 (HIGH)"},
        since=Version.V1_3,
    ),
    _Group(
        "request",
        "1.0 types.hal: Request, RequestArgument",
        {
            "field": "each field holds a value that its type on the wire can carry",
            "pool": "each pool is a memory that can be mapped, of a size other than 0",
            "input_count": "there is one argument for each model input",
            "output_count": "there is one argument for each model output",
            "no_value": "an argument without value has the location 0, 0, 0 and no dimensions",
            "pool_index": "an argument names one of the request's pools",
            "pool_range": "an argument lies within its pool",
            "empty": "an argument in a memory has a length other than 0",
            "input_unspecified": "an input's shape is fully known from model and request",
            "output_unspecified": "an output's shape is fully known where it has to be",
            "rank": "an argument's rank is the model's, where both say it",
            "dimension": "an argument's dimensions are the model's, where both say them",
            "length": "the length is exactly the size of the data, where the shape is known",
        },
        stage=Stage.EXECUTE,
    ),
    _Group(
        "request",
        "1.3 types.hal: Request.MemoryPool.token",
        {"token": "a driver-managed buffer's token is not 0"},
        since=Version.V1_3,
        stage=Stage.EXECUTE,
    ),
    # The packets that cross a burst's queues: who breaks one of their rules has failed, no more.
    _Group(
        "burst_request",
        _PACKETS,
        {
            "first": "the first datum is packetInformation",
            "packet_size": "packetSize is the number of whole datums that came",
            "input": "each input begins with its inputOperandInformation",
            "input_dimension": "each dimension of an input is an inputOperandDimensionValue",
            "output": "each output begins with its outputOperandInformation",
            "output_dimension": "each dimension of an output is an outputOperandDimensionValue",
            "flag": "hasNoValue is 0 or 1",
            "pool": "each pool is a poolIdentifier, after all outputs",
            "timing": "measureTiming comes after all pools",
            "rest": "nothing comes after measureTiming",
        },
        since=Version.V1_2,
        stage=Stage.EXECUTE,
        status=ErrorStatus.GENERAL_FAILURE,
    ),
    _Group(
        "burst_result",
        _PACKETS,
        {
            "first": "the first datum is packetInformation",
            "packet_size": "packetSize is the number of whole datums that came",
            "status": "errorStatus is one of HAL 1.2",
            "operand": "each output begins with its operandInformation",
            "operand_dimension": "each dimension of an output is an operandDimensionValue",
            "flag": "isSufficient is 0 or 1",
            "timing": "executionTiming comes after all outputs",
            "rest": "nothing comes after executionTiming",
            "padding": "the padding of operandInformation is zero",
        },
        since=Version.V1_2,
        stage=Stage.EXECUTE,
        status=ErrorStatus.GENERAL_FAILURE,
    ),
)

STRUCTURAL: Final[Mapping[str, Rule]] = MappingProxyType(
    {rule.name: rule for group in _GROUPS for rule in group.rules()}
)
"""Rules that do not belong to one operation, by name, in the order they are documented."""


def condition_rule(definition: OperationDefinition, condition: Condition) -> Rule:
    """The rule that a condition of an operation stands for."""
    return Rule(
        f"{definition.name}.{condition.name}",
        condition.source,
        ErrorStatus.INVALID_ARGUMENT,
        Stage.PREPARE,
        definition.since,
        condition.source,
        condition.until,
    )


def operation_rules() -> Iterator[Rule]:
    """The rules of single operations, in the order of the operations' codes."""
    for definition in definitions().values():
        for condition in definition.conditions:
            yield condition_rule(definition, condition)


@cache
def all_rules() -> Mapping[str, Rule]:
    """Every rule by name: the structural ones, then those of single operations."""
    rules = dict(STRUCTURAL)
    for rule in operation_rules():
        if rule.name in rules:
            raise RuntimeError(f"two rules are called {rule.name}")
        rules[rule.name] = rule
    return MappingProxyType(rules)
