"""The limits that an operation's activation imposes on its output; used by the diagnosis."""

from __future__ import annotations

from conformance.hal import INFO, FusedActivation, Model, Operation
from conformance.operations import OperandView, OperationDefinition, find_definition
from conformance.operations.definition.properties import Trait
from conformance.operations.kernels.numerics import REAL_BOUNDS, code_bounds
from conformance.validation.constants import PoolUnreadableError, constant_view


def activation_limits(model: Model, index: int) -> tuple[float, float] | None:
    """Return the smallest and largest stored number that an activation permits in an operand.

    ``index`` is an operand of the main subgraph. The result is ``None`` if no operation writes it,
    or if that operation has no activation, has the activation NONE, or receives the activation as a
    model input. An operation may be an activation itself. For a quantized operand the limits are
    codes.
    """
    main = model.main
    for operation in main.operations:
        # If an operation has several outputs, the last one is the result; the others are states.
        if operation.outputs and operation.outputs[-1] == index:
            break
    else:
        return None
    definition = find_definition(operation.type)
    if definition is None:
        return None
    code = definition.properties.activation or _fused(model, operation, definition)
    if code == FusedActivation.NONE or code not in REAL_BOUNDS:
        return None
    output = main.operands[index]
    info = INFO.get(output.type)
    if info is not None and info.quantized:
        return code_bounds(OperandView.of(output), code)
    return REAL_BOUNDS[code]


def _fused(model: Model, operation: Operation, definition: OperationDefinition) -> int:
    """Return the code of the operation's fused activation; NONE if it cannot be determined."""
    if Trait.INNER_ACTIVATION in definition.properties.traits:
        return FusedActivation.NONE
    operands = model.main.operands
    types = [operands[index].type for index in operation.inputs]
    form = next((form for form in definition.forms if form.accepts(definition, types)), None)
    place = None if form is None else form.places(len(types)).get("activation")
    if place is None:
        return FusedActivation.NONE
    try:
        value = constant_view(model, operands[operation.inputs[place]])
    except (PoolUnreadableError, ValueError, TypeError):
        return FusedActivation.NONE
    return FusedActivation.NONE if value is None or value.size != 1 else int(value.ravel()[0])
