"""The hypothesis strategies are valid and varied, and failures shrink to the smallest case."""

from __future__ import annotations

from math import prod
from random import Random

import pytest
from hypothesis import HealthCheck, find, given, settings

from conformance.hal import ErrorStatus, MeasureTiming, OperationType, Version
from conformance.harness.calls import driver_calls
from conformance.harness.calls.recording_callbacks import RecordingPreparedModelCallback
from conformance.operations import definitions
from conformance.oracle.accuracy import as_array
from conformance.oracle.expected import reference_results
from conformance.reference import ReferenceDevice
from conformance.validation import validate_model, validate_request
from generators import strategies
from generators.construction.model_assembly import GeneratedModel

SETTINGS = settings(
    max_examples=60,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SOME = (
    *(OperationType.CONV_2D, OperationType.ADD, OperationType.RELU, OperationType.TRANSPOSE),
    *(OperationType.RESHAPE, OperationType.PAD),
)
SEARCH = settings(SETTINGS, max_examples=3000, derandomize=True)


@SETTINGS
@given(strategies.models())
def test_models_are_legal_and_run(generated: GeneratedModel) -> None:
    assert not validate_model(generated.model, Version.AIDL_V3)
    reference_results(generated.model, generated.inputs)


@SETTINGS
@given(strategies.models(version=Version.V1_1))
def test_models_keep_to_the_version(generated: GeneratedModel) -> None:
    assert not validate_model(generated.model, Version.V1_1)


@pytest.mark.parametrize("operation", sorted(definitions()))
def test_single_operations_contain_the_requested_operation(operation: int) -> None:
    @settings(SETTINGS, max_examples=5)
    @given(strategies.single_operations(OperationType(operation)))
    def check(generated: GeneratedModel) -> None:
        assert operation in {o.type for o in generated.model.main.operations}

    check()


def test_a_failing_model_shrinks_to_one_small_operation() -> None:
    smallest = find(
        strategies.models(operations=SOME),
        lambda g: any(o.type == OperationType.CONV_2D for o in g.model.main.operations),
        settings=SEARCH,
        random=Random(1),
    )
    main = smallest.model.main
    assert len(main.operations) <= 2
    assert sum(prod(o.dimensions) for o in main.operands if o.dimensions) <= 16


@SETTINGS
@given(strategies.requests())
def test_requests_are_valid_and_give_the_expected_outputs(
    requested: strategies.RequestExample,
) -> None:
    example, request = requested.example, requested.request
    assert not validate_request(request, example.model, version=Version.AIDL_V3)
    end = driver_calls.prepare_model(
        ReferenceDevice(), example.model, 1, 5.0, RecordingPreparedModelCallback()
    )
    assert end.model is not None
    status, shapes, _ = end.model.execute_synchronously(request, MeasureTiming.NO, None, None)
    assert status is ErrorStatus.NONE
    assert [shape.dimensions for shape in shapes] == [o.dimensions for o in example.outputs]
    main = example.model.main
    for number, (found, output) in enumerate(
        zip(requested.read_outputs(), example.outputs, strict=True)
    ):
        type_ = main.operands[main.output_indexes[number]].type
        actual = as_array(found[: len(output.data)], type_)
        assert actual.tobytes() == as_array(output.data, type_).tobytes()


@SETTINGS
@given(strategies.model_mutants())
def test_mutants_break_the_rule_that_they_name(mutant: strategies.ModelMutant) -> None:
    assert not validate_model(mutant.valid.model, Version.AIDL_V3)
    assert validate_model(mutant.model, Version.AIDL_V3)[0] == mutant.violation
    status, _ = ReferenceDevice().get_supported_operations(mutant.model)
    assert status is ErrorStatus.INVALID_ARGUMENT


@SETTINGS
@given(strategies.request_mutants())
def test_mutants_of_requests_are_refused(mutant: strategies.RequestMutant) -> None:
    model = mutant.valid.example.model
    assert validate_request(mutant.request, model, version=Version.AIDL_V3)[0] == mutant.violation
    end = driver_calls.prepare_model(
        ReferenceDevice(), model, 1, 5.0, RecordingPreparedModelCallback()
    )
    assert end.model is not None
    status, _, _ = end.model.execute_synchronously(mutant.request, MeasureTiming.NO, None, None)
    assert status is ErrorStatus.INVALID_ARGUMENT
