"""The checks of operand types and codes: drivers that accept invalid models of one kind."""

from __future__ import annotations

import re

import pytest

from conformance.checks import checks_by_area
from conformance.driver_sdk import ProgramModel
from conformance.hal import CONTRACT_INFO, ErrorStatus, Model, OperandType, Version
from conformance.harness.judge import Judge, JudgeOptions
from conformance.reference import ReferenceDevice
from conformance.validation import Violation, first_violation
from conformance.verdicts import VerdictKind
from tests.tiers import every_fast

TYPES = {check.name: check for check in checks_by_area()["invalid_operands"]}
CODES = {check.name: check for check in checks_by_area()["invalid_codes"]}
SINGLE = (
    OperandType.TENSOR_QUANT16_SYMM,
    OperandType.TENSOR_QUANT16_ASYMM,
    OperandType.TENSOR_QUANT8_SYMM,
    OperandType.TENSOR_QUANT8_ASYMM_SIGNED,
    OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL,
    OperandType.FLOAT16,
    OperandType.BOOL,
    OperandType.TENSOR_BOOL8,
    OperandType.UINT32,
)
"""Types of few operations, whose mutants are rare among those of the operations."""


class Accepting(ReferenceDevice):
    """The reference driver, which also prepares the invalid models that ``accepts`` selects."""

    def __init__(self, version: Version = Version.V1_3) -> None:
        super().__init__(version)

    def accepts(self, model: Model, violation: Violation) -> bool:
        raise NotImplementedError

    def _accepted(self, model: Model) -> bool:
        violation = first_violation(model, self.version)
        return violation is not None and self.accepts(model, violation)

    def get_supported_operations(self, model):
        if self._accepted(model):
            return ErrorStatus.NONE, [True] * len(model.main.operations)
        return super().get_supported_operations(model)

    def prepare_model(self, model, *arguments):
        if self._accepted(model):
            arguments[-1].notify(ErrorStatus.NONE, ProgramModel(model, list, self.version))
            return ErrorStatus.NONE
        return super().prepare_model(model, *arguments)


class LenientForType(Accepting):
    """The driver does not apply some rules to the operands of one type."""

    def __init__(self, rules: frozenset[str], type_: OperandType) -> None:
        super().__init__()
        self.rules, self.type = rules, type_

    def accepts(self, model, violation):
        number = re.search(r"main, operand (\d+)", violation.where)
        if violation.rule.name not in self.rules or number is None:
            return False
        return model.main.operands[int(number[1])].type == self.type


def failures(device, check):
    judge = Judge(device, JudgeOptions())
    found = [*check.run(judge), *judge.close()]
    return [verdict for verdict in found if verdict.kind is VerdictKind.FAILED]


RULES = frozenset({"operand.scale", "operand.zero_point", "operand.extra_params"})


@pytest.mark.parametrize("type_", every_fast(3, SINGLE), ids=lambda type_: type_.name)
def test_rules_that_are_missing_for_one_type_are_named(type_):
    (verdict,) = failures(LenientForType(RULES, type_), TYPES[type_.name])
    text = f"{verdict.reason} {verdict.details}"
    assert {rule for rule in RULES if f"[{rule}]" in text} == RULES
    assert set(re.findall(r"\[([a-z_]+\.[a-z_]+)\]", text)) == RULES


@pytest.mark.slow
@pytest.mark.parametrize("type_", list(CONTRACT_INFO), ids=lambda code: OperandType(code).name)
def test_mutants_of_each_type_violate_every_rule_for_operands(type_):
    name = OperandType(type_).name
    if type_ == OperandType.TENSOR_OEM_BYTE:
        pytest.skip("no operation of the contract has an operand of this type")
    judge = Judge(ReferenceDevice(Version.V1_3), JudgeOptions())
    (verdict,) = [*TYPES[name].run(judge), *judge.close()]
    assert verdict.kind is VerdictKind.PASSED, str(verdict)
    # by hand: the rules that concern any operand, whatever its type
    expected = {"operand.type", "operand.scale", "operand.lifetime", "operand.consumers"}
    expected |= {"operand.extra_params", "operand.zero_point"}
    if not CONTRACT_INFO[type_].tensor:
        expected.add("operand.scalar_dimensions")
    if type_ == OperandType.TENSOR_QUANT8_SYMM_PER_CHANNEL:
        expected |= {"operand.channel_dim", "operand.channel_scales"}
    assert expected <= set(verdict.details["rules"])


class LaterType(Accepting):
    """The driver of an old version knows one type of a later version."""

    def __init__(self, version: Version, type_: OperandType) -> None:
        super().__init__(version)
        self.type = type_

    def accepts(self, model, violation):
        later = {
            operand.type
            for operand in model.main.operands
            if operand.type in CONTRACT_INFO and CONTRACT_INFO[operand.type].since > self.version
        }
        return violation.rule.name == "version.operand_type" and later == {self.type}


LATER = [
    (version, info.type)
    for version in (Version.V1_0, Version.V1_2)
    for info in CONTRACT_INFO.values()
    if info.since > version
]


@pytest.mark.parametrize("later", every_fast(4, LATER), ids=str)
def test_a_driver_that_knows_a_type_of_a_later_version_fails(later):
    (verdict,) = failures(LaterType(*later), CODES["later_types"])
    assert verdict.rule == "version.operand_type"


class LaterOperation(Accepting):
    """The driver of HAL 1.1 accepts every operation of later versions, with its own arguments."""

    def __init__(self) -> None:
        super().__init__(Version.V1_1)

    def accepts(self, model, violation):
        return violation.rule.name in ("version.operation", "version.signature")


def test_a_driver_that_accepts_models_of_later_versions_fails():
    (verdict,) = failures(LaterOperation(), CODES["later_models"])
    for rule in ("version.operation", "version.signature"):
        assert f"[{rule}]" in f"{verdict.reason} {verdict.details}"


class Cyclic(Accepting):
    """The driver sorts the operations itself and does not notice a cycle."""

    def accepts(self, model, violation):
        if violation.rule.name != "order.read_before_write":
            return False
        written = {output for each in model.main.operations for output in each.outputs}
        known = {i for i in range(len(model.main.operands)) if i not in written}
        rest = list(model.main.operations)
        while ready := [each for each in rest if known.issuperset(each.inputs)]:
            known.update(output for each in ready for output in each.outputs)
            rest = [each for each in rest if each not in ready]
        return bool(rest)


@pytest.mark.parametrize("version", [Version.V1_0, Version.AIDL_V4], ids=str)
def test_a_driver_that_accepts_cycles_fails(version):
    (verdict,) = failures(Cyclic(version), CODES["cycles"])
    assert verdict.rule == "order.read_before_write"
    assert failures(ReferenceDevice(version), CODES["cycles"]) == []


class UnknownOperation(Accepting):
    """The driver accepts operation codes that do not exist."""

    def accepts(self, model, violation):
        return violation.rule.name == "operation.known"


class WritesConstants(Accepting):
    """The driver accepts operations that write inputs and constants."""

    def accepts(self, model, violation):
        return violation.rule.name == "order.write_constant"


class UndeclaredExtension(Accepting):
    """The driver accepts types of extensions that the model does not declare."""

    def accepts(self, model, violation):
        return violation.rule.name == "extension.prefix_declared"


@pytest.mark.parametrize(
    ("device", "check", "rule"),
    [
        (UnknownOperation, "unknown_operations", "operation.known"),
        (WritesConstants, "execution_order", "order.write_constant"),
        (UndeclaredExtension, "unknown_types", "extension.prefix_declared"),
    ],
)
def test_a_driver_without_a_rule_fails(device, check, rule):
    (verdict,) = failures(device(), CODES[check])
    assert f"[{rule}]" in f"{verdict.reason} {verdict.details}"
