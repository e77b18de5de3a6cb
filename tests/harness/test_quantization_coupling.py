"""Both quantized forms of a case: their conversion, and verdicts if their results differ."""

from dataclasses import replace

import numpy as np
import pytest

from conformance.cases.example import Example, ExpectedOutput
from conformance.cases.version_conversion import convert_example
from conformance.hal import (
    DataLocation,
    Model,
    OperandLifeTime,
    OperandType,
    OperationType,
    SharedMemory,
    Version,
)
from conformance.harness.planning.execution_path import (
    ExecutionMode,
    ExecutionPath,
    QualityOfService,
)
from conformance.harness.quantization_coupling import (
    ALL,
    DEFAULT,
    convert_model_to_signed,
    convert_to_signed,
    is_coupled_path,
)
from conformance.reference import ReferenceDevice
from conformance.run.case_runner import CaseRunner
from conformance.validation import validate_model
from conformance.validation.version import NotConvertibleError
from conformance.verdicts import VerdictKind
from tests.sample_drivers.adder_driver import add_example

SIGNED = int(OperandType.TENSOR_QUANT8_ASYMM_SIGNED)
PATHS = [ExecutionPath(ExecutionMode.SYNC), ExecutionPath(ExecutionMode.ASYNC)]


def example() -> Example:
    """Return an ADD example at scale 0.5 with codes far from the limits of both forms."""
    base = add_example()
    operands = tuple(
        replace(operand, type=int(OperandType.TENSOR_QUANT8_ASYMM), scale=0.5, zero_point=0)
        if operand.lifetime != OperandLifeTime.CONSTANT_COPY
        else operand
        for operand in base.model.main.operands
    )
    model = replace(base.model, main=replace(base.model.main, operands=operands))
    x, y = np.array([50, 60, 70, 80], np.uint8), np.full(4, 10, np.uint8)
    output = ExpectedOutput((2, 2), (x + y).tobytes())
    return replace(base, model=model, inputs=(x.tobytes(), y.tobytes()), outputs=(output,))


def is_signed(model: Model) -> bool:
    return any(operand.type == SIGNED for operand in model.main.operands)


class Kinds(ReferenceDevice):
    """Supports the given forms only; ``moved`` offsets the codes of signed results."""

    def __init__(self, forms=(False, True), moved=0, version=Version.V1_3):
        super().__init__(version)
        self.forms, self.moved = forms, moved

    def supported_operations(self, model):
        return [is_signed(model) in self.forms] * len(model.main.operations)

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.outputs[0].type != SIGNED or not self.moved:
            return kernel
        return lambda inputs: [(kernel(inputs)[0] + self.moved).astype(np.int8)]


def judged(device, case=None):
    judge = CaseRunner(device, coupled=ALL)
    verdicts = judge.run(case or example(), "folder/spec/case", PATHS)
    assert judge.close() == []
    assert all(verdict.case_id == "folder/spec/case" for verdict in verdicts)
    plain = [v for v in verdicts if not is_coupled_path(v.path)]
    return plain, [v for v in verdicts if is_coupled_path(v.path)]


def test_the_first_path_may_do():
    judge = CaseRunner(Kinds((False,)), coupled=DEFAULT)
    verdicts = judge.run(example(), "folder/spec/case", PATHS)
    assert [v.path for v in verdicts] == ["sync-fast", "async-fast", "coupled-sync-fast"]
    assert [v.kind for v in verdicts] == [
        VerdictKind.PASSED,
        VerdictKind.PASSED,
        VerdictKind.FAILED,
    ]


def test_a_case_with_an_interval_check_has_no_signed_form():
    """The interval check knows the legal results of the unsigned example only."""
    judge = CaseRunner(Kinds((False,)), coupled=ALL)
    case = example(), "random/default/1", PATHS
    assert len(judge.run(*case, interval_check=lambda _, __, found: list(found))) == 2
    assert len(judge.run(*case)) == 4


def test_an_observer_receives_the_outputs_of_the_unsigned_form():
    judge = CaseRunner(ReferenceDevice(Version.V1_3), coupled=ALL)
    for case, count in ((add_example(), len(PATHS)), (example(), 2 * len(PATHS))):
        seen = {}
        verdicts = judge.run(case, "folder/spec/case", PATHS, observer=seen.__setitem__)
        assert len(verdicts) == count
        assert seen == {str(path): (case.outputs[0].data,) for path in PATHS}


@pytest.mark.parametrize("mode", [ExecutionMode.SYNC, ExecutionMode.ASYNC, ExecutionMode.FENCED])
def test_buffers_of_a_missed_deadline_are_not_outputs(mode):
    """The driver may miss the deadline; the buffers then hold random bytes of the harness."""
    path = ExecutionPath(mode, quality=QualityOfService.PAST_DEADLINE)
    seen = {}
    judge = CaseRunner(ReferenceDevice(Version.V1_3), coupled=ALL)
    verdicts = judge.run(example(), "folder/spec/case", [*PATHS, path], observer=seen.__setitem__)
    assert {v.kind for v in verdicts} == {VerdictKind.PASSED}
    assert seen.keys() == {str(path) for path in PATHS}


def test_a_driver_whose_version_is_none_is_judged_in_both_forms():
    class Odd(Kinds):
        version = property(lambda self: "1.3", lambda self, value: None)

    judge = CaseRunner(Odd(), coupled=ALL)
    verdicts = judge.run(example(), "folder/spec/case", PATHS)
    assert len(verdicts) == 4
    assert VerdictKind.INTERNAL_ERROR not in {v.kind for v in verdicts}


def test_both_forms_pass_on_the_reference():
    plain, coupled = judged(ReferenceDevice(Version.V1_3))
    assert [v.kind for v in plain + coupled] == [VerdictKind.PASSED] * 4
    assert [v.path for v in coupled] == [f"coupled-{v.path}" for v in plain]


def test_older_drivers_are_not_asked():
    assert judged(Kinds(version=Version.V1_2))[1] == []


@pytest.mark.parametrize(
    ("forms", "moved", "kinds", "rule"),
    [
        ((False,), 0, (VerdictKind.PASSED, VerdictKind.FAILED), "coupling.support"),
        ((True,), 0, (VerdictKind.DECLINED, VerdictKind.FAILED), "coupling.prepare"),
        ((), 0, (VerdictKind.DECLINED, VerdictKind.DECLINED), "prepare.declined"),
        ((False, True), 1, (VerdictKind.PASSED, VerdictKind.QUALITY_WARNING), "coupling.results"),
        ((False, True), 9, (VerdictKind.PASSED, VerdictKind.FAILED), "values"),
    ],
)
def test_drivers_that_treat_the_forms_unlike(forms, moved, kinds, rule):
    plain, coupled = judged(Kinds(forms, moved))
    assert {v.kind for v in plain} == {kinds[0]}
    assert {(v.kind, v.rule) for v in coupled} == {(kinds[1], rule)}


def test_an_unsigned_form_alone_that_fails_is_a_disagreement():
    class Wrong(Kinds):
        def compile_call(self, call):
            kernel = super().compile_call(call)
            if call.outputs[0].type == SIGNED:
                return kernel
            return lambda inputs: [(kernel(inputs)[0] + 9).astype(np.uint8)]

    plain, coupled = judged(Wrong())
    assert {v.kind for v in plain} == {VerdictKind.FAILED}
    assert {(v.kind, v.rule) for v in coupled} == {(VerdictKind.FAILED, "coupling.verdict")}


def test_conversion_moves_zero_points_and_all_data():
    case = example()
    signed = convert_to_signed(case)
    assert signed is not None
    assert signed.name == f"{case.name}_coupled"
    assert validate_model(signed.model) == ()
    for before, after in zip(case.model.main.operands, signed.model.main.operands, strict=True):
        if before.scale:
            assert (after.type, after.zero_point) == (SIGNED, before.zero_point - 128)
        else:
            assert after == before
    pairs = list(zip(case.inputs, signed.inputs, strict=True))
    pairs.append((case.outputs[0].data, signed.outputs[0].data))
    for one, other in pairs:
        codes = np.frombuffer(one, np.uint8).astype(int) - 128
        assert np.array_equal(np.frombuffer(other, np.int8), codes)


def in_pool(shared=False):
    """Return the example with ``y`` as a pool constant, and the activation next to it."""
    case = example()
    main = case.model.main
    data = case.inputs[1] + bytes(4)
    operands = list(main.operands)
    reference = OperandLifeTime.CONSTANT_REFERENCE
    operands[1] = replace(operands[1], lifetime=reference, location=DataLocation(0, 0, 4))
    place = DataLocation(0, 0 if shared else 4, 4)
    operands[2] = replace(operands[2], lifetime=reference, location=place)
    return Model(
        replace(main, operands=tuple(operands), input_indexes=(0,)),
        pools=(SharedMemory(initial=data),),
    ), data


def test_constants_in_pools_are_copied_not_changed():
    model, data = in_pool()
    signed = convert_model_to_signed(model)
    with model.pools[0].view() as before, signed.pools[0].view() as after:
        assert bytes(before) == data
        assert bytes(after) == bytes(b ^ 128 for b in data[:4]) + data[4:]


def test_bytes_of_two_meanings_are_not_converted():
    with pytest.raises(ValueError, match="share bytes"):
        convert_model_to_signed(in_pool(shared=True)[0])


def test_cases_that_are_not_coupled():
    case = example()
    assert convert_to_signed(add_example()) is None
    assert convert_to_signed(replace(case, expect_failure=True)) is None
    main = case.model.main
    twice = replace(main, operations=main.operations * 2)
    several = replace(case, model=replace(case.model, main=twice))
    assert convert_to_signed(several) is None
    assert convert_to_signed(several, every=True) is not None
    lstm = replace(main.operations[0], type=OperationType.QUANTIZED_16BIT_LSTM)
    only = replace(case.model, main=replace(main, operations=(lstm,)))
    assert convert_to_signed(replace(case, model=only)) is None


def test_cases_for_old_drivers_have_known_outputs_and_no_empty_ones():
    open_ = add_example(model_dims=(0, 2))
    fitted, losses = convert_example(open_, Version.V1_1)
    assert fitted.model.main.operands[3].dimensions == (2, 2)
    assert losses == ()
    assert convert_example(open_, Version.V1_2)[0] is open_
    with pytest.raises(NotConvertibleError, match=r"without elements needs HAL 1\.2"):
        convert_example(add_example(dims=(0, 2)), Version.V1_1)
    plain = add_example()
    assert convert_example(plain, Version.V1_0)[0] is plain
