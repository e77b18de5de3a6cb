"""Tests of ``compliance``: what each version can represent, and what a conversion loses."""

from dataclasses import replace

import numpy as np
import pytest

from conformance import hal
from conformance.validation import minimum_version, validate_model
from conformance.validation.version import (
    NO_CLAIM,
    NotConvertibleError,
    compliant_with,
    convert_to,
)
from tests.validation.builders import L, T, add_relu, constant, one_operation

V = hal.Version


def softmax(axis: int) -> hal.Model:
    """Return a model of SOFTMAX with the explicit axis input that HAL 1.2 introduced."""
    tensor = hal.Operand(T.TENSOR_FLOAT32, (1, 2))
    values = np.array([1.0], "<f4").tobytes() + np.array([axis], "<i4").tobytes()
    return one_operation(
        hal.OperationType.SOFTMAX,
        (
            replace(tensor, lifetime=L.SUBGRAPH_INPUT),
            constant(T.FLOAT32, (), 0, 4),
            constant(T.INT32, (), 4, 4),
        ),
        (replace(tensor, lifetime=L.SUBGRAPH_OUTPUT),),
        values,
    )


def test_a_trailing_default_is_removed_for_a_version_without_it():
    model = softmax(-1)
    assert compliant_with(model, V.V1_2) == ()
    assert compliant_with(model, V.V1_1) == ()  # the removed default changes no result
    assert any("axis" in reason for reason in compliant_with(softmax(0), V.V1_1))
    converted = convert_to(model, V.V1_0)
    assert converted.losses == ()
    assert converted.kept_operands == ((0, 1, 3),)
    main = converted.value.main
    assert main.operations[0].inputs == (0, 1)
    assert main.operations[0].outputs == main.output_indexes == (2,)
    assert minimum_version(converted.value) == V.V1_0
    assert validate_model(converted.value, V.V1_0) == ()
    assert convert_to(model, V.V1_2).value is model


def test_numbers_of_consumers_are_corrected_for_hidl():
    """AIDL has no numberOfConsumers, so it accepts a model with a wrong one; HIDL does not."""
    model = softmax(-1)
    operands = tuple(replace(one, number_of_consumers=9) for one in model.main.operands)
    wrong = replace(model, main=replace(model.main, operands=operands))
    assert validate_model(wrong, V.AIDL_V1) == ()
    assert validate_model(wrong, V.V1_3) != ()
    for version in (V.V1_0, V.V1_2, V.V1_3):
        converted = convert_to(wrong, version)
        assert validate_model(converted.value, version) == ()
        assert converted.losses == ()
    assert convert_to(wrong, V.AIDL_V2).value is wrong


def test_a_trailing_argument_with_another_value_cannot_be_converted():
    with pytest.raises(NotConvertibleError, match=r"cannot be represented in HAL 1\.1.*axis"):
        convert_to(softmax(0), V.V1_1)


def test_an_operand_with_other_consumers_is_kept():
    model = softmax(-1)
    add = softmax(-1).main.operations[0]
    main = model.main
    operands = list(main.operands)
    operands[1] = replace(operands[1], number_of_consumers=2)
    # A second SOFTMAX that shares the operands beta and axis.
    operands[2] = replace(operands[2], number_of_consumers=2)
    operands[3] = replace(operands[3], lifetime=L.TEMPORARY_VARIABLE, number_of_consumers=1)
    operands.append(hal.Operand(T.TENSOR_FLOAT32, (1, 2), lifetime=L.SUBGRAPH_OUTPUT))
    second = replace(add, inputs=(3, 1, 2), outputs=(4,))
    two = replace(
        model,
        main=replace(
            main,
            operands=tuple(operands),
            operations=(main.operations[0], second),
            output_indexes=(4,),
        ),
    )
    assert validate_model(two) == ()
    converted = convert_to(two, V.V1_1).value
    assert [o.inputs for o in converted.main.operations] == [(0, 1), (2, 1)]
    assert validate_model(converted, V.V1_1) == ()


def test_removing_the_permission_to_relax_is_reported_as_a_loss():
    model = replace(add_relu(), relax_computation_float32_to_float16=True)
    converted = convert_to(model, V.V1_0)
    assert converted.value == replace(model, relax_computation_float32_to_float16=False)
    assert len(converted.losses) == 1
    assert convert_to(model, V.V1_1).value is model


def test_requests_with_features_of_newer_versions_cannot_be_converted():
    plain = hal.Request((hal.RequestArgument(),), (hal.RequestArgument(),), (hal.SharedMemory(8),))
    assert convert_to(plain, V.V1_0).value is plain
    token = replace(plain, pools=(hal.BufferToken(3),))
    assert compliant_with(token, V.V1_3) == ()
    with pytest.raises(NotConvertibleError, match="driver-managed buffer"):
        convert_to(token, V.V1_2)
    blob = replace(plain, pools=(hal.SharedMemory(8, name="hardware_buffer_blob"),))
    assert compliant_with(blob, V.V1_2) == ()
    assert len(compliant_with(blob, V.V1_1)) == 1
    open_ = replace(plain, outputs=(hal.RequestArgument(dimensions=(2, 0)),))
    assert compliant_with(open_, V.V1_2) == ()
    assert len(compliant_with(open_, V.V1_1)) == 1


def test_priorities_and_statuses():
    assert convert_to(hal.Priority.HIGH, V.V1_3).losses == ()
    assert convert_to(hal.Priority.MEDIUM, V.V1_0).losses == ()
    low = convert_to(hal.Priority.LOW, V.V1_2)
    assert low.value == hal.Priority.MEDIUM
    assert len(low.losses) == 1
    for status in hal.ErrorStatus:
        old = convert_to(status, V.V1_2)
        newer = status > hal.ErrorStatus.INVALID_ARGUMENT
        assert old.value == (hal.ErrorStatus.GENERAL_FAILURE if newer else status)
        assert bool(old.losses) == newer
        assert convert_to(status, V.V1_3).value == status


FAST, SLOW, OTHER = (
    hal.PerformanceInfo(0.5, 0.5),
    hal.PerformanceInfo(2.0, 2.0),
    hal.PerformanceInfo(1.5, 1.0),
)


def test_capabilities_survive_conversion_to_a_newer_version_and_back():
    old = hal.CapabilitiesV1_0(FAST, SLOW)
    new = convert_to(old, V.V1_3)
    assert new.losses == ()
    assert isinstance(new.value, hal.Capabilities)
    table = {p.type: p.info for p in new.value.operand_performance}
    assert list(table) == sorted(table)
    assert table[T.TENSOR_FLOAT32] == FAST
    assert table[T.TENSOR_QUANT8_ASYMM] == SLOW
    assert new.value.if_performance == NO_CLAIM
    down = convert_to(new.value, V.V1_0)
    assert (down.value, down.losses) == (old, ())
    assert convert_to(new.value, V.AIDL_V3).value is new.value


def test_conversion_of_capabilities_reports_losses():
    rows = (
        (T.TENSOR_FLOAT32, FAST),
        (T.TENSOR_FLOAT16, SLOW),
        (T.TENSOR_QUANT8_ASYMM_SIGNED, SLOW),
    )
    table = tuple(hal.OperandPerformance(int(code), info) for code, info in rows)
    new = hal.Capabilities(OTHER, SLOW, table, FAST, FAST)
    assert compliant_with(new, V.V1_2)
    down = convert_to(new, V.V1_2)
    assert [p.type for p in down.value.operand_performance] == [3, 8]
    assert len(down.losses) == 2
    lower = convert_to(new, V.V1_1)
    assert lower.value == hal.CapabilitiesV1_1(FAST, NO_CLAIM, SLOW)
    assert len(lower.losses) == 4
    assert convert_to(new, V.V1_0).value == hal.CapabilitiesV1_0(FAST, NO_CLAIM)


def subjects():
    """Return values of each kind, some of which lose information in older versions."""
    rows = ((T.TENSOR_FLOAT32, FAST), (T.TENSOR_QUANT8_ASYMM_SIGNED, SLOW))
    table = tuple(hal.OperandPerformance(int(code), info) for code, info in rows)
    return [
        softmax(-1),
        softmax(0),
        replace(softmax(-1), relax_computation_float32_to_float16=True),
        hal.CapabilitiesV1_0(FAST, SLOW),
        hal.CapabilitiesV1_1(FAST, SLOW, FAST),
        hal.CapabilitiesV1_1(FAST, SLOW, SLOW),
        hal.Capabilities(OTHER, SLOW, table, FAST, FAST),
        convert_to(hal.CapabilitiesV1_0(FAST, SLOW), V.V1_3).value,
        *hal.Priority,
        *hal.ErrorStatus,
    ]


@pytest.mark.parametrize("version", list(V))
def test_a_value_is_compliant_if_it_converts_without_loss_and_a_loss_is_logged(version, caplog):
    lossless = 0
    for subject in subjects():
        caplog.clear()
        try:
            losses = convert_to(subject, version).losses
        except NotConvertibleError:
            assert compliant_with(subject, version)
            continue
        assert compliant_with(subject, version) == losses
        warnings = [r for r in caplog.records if r.name == "nn.conversion"]
        assert [r.levelname for r in warnings] == ["WARNING"] * len(losses)
        for record, loss in zip(warnings, losses, strict=True):
            assert loss in record.getMessage()
            assert f"HAL {version}" in record.getMessage()
        lossless += not losses
    assert lossless >= 4


def test_newer_capabilities_comply_with_an_older_version_that_has_all_their_figures():
    assert compliant_with(hal.CapabilitiesV1_1(FAST, SLOW, FAST), V.V1_0) == ()
    assert compliant_with(hal.CapabilitiesV1_1(FAST, SLOW, SLOW), V.V1_0)
    restored = convert_to(hal.CapabilitiesV1_0(FAST, SLOW), V.V1_3).value
    assert compliant_with(restored, V.V1_0) == ()
