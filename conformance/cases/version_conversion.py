"""Converts an example to an older HAL version, and determines the version that it needs."""

from __future__ import annotations

from dataclasses import replace

from conformance.cases.example import Example
from conformance.hal import INFO, Model, Version
from conformance.validation import minimum_version, version_reasons, with_inputs_as_constants
from conformance.validation.version import NotConvertibleError, convert_model

_TENSORS = frozenset(code for code, info in INFO.items() if info.tensor)


def convert_example(example: Example, version: Version) -> tuple[Example, tuple[str, ...]]:
    """Return a valid example converted to ``version``, and descriptions of lost information.

    Raise ``NotConvertibleError`` with the reasons if it cannot be converted. Before HAL 1.2 an
    execution reports no output shapes, and extents of 0 are not permitted. Therefore outputs whose
    shape the model does not specify get their expected shape.
    """
    model = example.model
    reasons = []
    if version < Version.V1_2:
        if any(data is not None and not data for data in example.inputs):
            reasons.append(f"an input without elements needs HAL {Version.V1_2}")
        if any(0 in output.dimensions for output in example.outputs):
            reasons.append(f"an output without elements needs HAL {Version.V1_2}")
        if not reasons:
            model = _with_expected_output_shapes(example)
    elif version < Version.V1_3:
        reasons += [
            reason for needed, reason in _value_dependent_versions(example) if needed > version
        ]
    if reasons:
        raise NotConvertibleError(version, reasons)
    converted = convert_model(model, version)
    if converted.value is example.model:
        return example, ()
    names = tuple(
        example.operand_names[i]
        for i in converted.kept_operands[0]
        if i < len(example.operand_names)
    )
    subgraph_names = tuple(
        tuple(names[i] for i in kept if i < len(names))
        for names, kept in zip(example.subgraph_names, converted.kept_operands[1:], strict=False)
    )
    result = replace(
        example,
        model=converted.value,
        operand_names=names,
        subgraph_names=subgraph_names,
        version=None if example.version is None else min(example.version, version),
    )
    return result, converted.losses


def required_version(example: Example) -> Version:
    """Return the lowest driver version that the example applies to.

    It is the version that the spec file states. If it states none (relaxed models, folders without
    a version), the model and the values of the request determine it.
    """
    if example.version is not None:
        return example.version
    needed = (version for version, _ in _value_dependent_versions(example))
    return max(needed, default=minimum_version(example.model))


def _value_dependent_versions(example: Example) -> tuple[tuple[Version, str], ...]:
    """Return the versions that the model needs with the request's values, each with the reason.

    The result is empty if the model does not specify the shapes of all its inputs.
    """
    main = example.model.main
    inputs = (main.operands[index] for index in main.input_indexes)
    if any(
        (not operand.dimensions and operand.type in _TENSORS) or 0 in operand.dimensions
        for operand in inputs
    ):
        return ()
    return version_reasons(with_inputs_as_constants(example.model, example.inputs))


def _with_expected_output_shapes(example: Example) -> Model:
    main = example.model.main
    operands = list(main.operands)
    for index, output in zip(main.output_indexes, example.outputs, strict=True):
        info = INFO.get(operands[index].type)
        if info is not None and info.tensor and operands[index].dimensions != output.dimensions:
            operands[index] = replace(operands[index], dimensions=output.dimensions)
    if tuple(operands) == main.operands:
        return example.model
    return replace(example.model, main=replace(main, operands=tuple(operands)))
