"""A quantized ADD example on codes, for drivers whose results are off by whole codes."""

from dataclasses import replace

import numpy as np

from conformance.cases.example import Example, ExpectedOutput
from conformance.hal import OperandLifeTime, OperandType
from tests.sample_drivers.adder_driver import add_example


def quantized_example(codes: tuple[int, ...] = (1, 2, 3, 4)) -> Example:
    """Return an example whose output codes are the codes of ``x`` plus those of ``y`` (all 10)."""
    base = add_example()
    tensor = int(OperandType.TENSOR_QUANT8_ASYMM)
    operands = tuple(
        replace(operand, type=tensor, scale=0.5, zero_point=0)
        if operand.lifetime != OperandLifeTime.CONSTANT_COPY
        else operand
        for operand in base.model.main.operands
    )
    model = replace(base.model, main=replace(base.model.main, operands=operands))
    x = np.array(codes, np.uint8)
    y = np.full(4, 10, np.uint8)
    return replace(
        base,
        model=model,
        inputs=(x.tobytes(), y.tobytes()),
        outputs=(ExpectedOutput((2, 2), (x + y).tobytes()),),
    )
