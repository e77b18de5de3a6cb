"""The import of protobuf text seeds, with seeds written by hand from the description."""

from __future__ import annotations

import pytest

from conformance.hal import (
    OperandLifeTime,
    OperandType,
    OperationType,
    SymmPerChannelQuantParams,
    Version,
)
from conformance.validation import first_violation
from fuzz.inputs.decoder import decode
from fuzz.inputs.text_seeds import TextSeedError, input_of

# ADD has code 0, so the text form of the message omits the operation's type.
ADDITION = """
model {
  main {
    operands {
      operand { type: TENSOR_FLOAT32 dimensions { dimension: 2 dimension: 3 }
        lifetime: SUBGRAPH_INPUT channel_quant { scales { } } data { random_seed: 7 } }
      operand { type: TENSOR_FLOAT32 dimensions { dimension: 2 dimension: 3 }
        lifetime: CONSTANT_REFERENCE data { random_seed: 9 } }
      operand { type: INT32 lifetime: CONSTANT_COPY data { scalar: 1 } }
      operand { type: TENSOR_FLOAT32 dimensions { dimension: 2 dimension: 3 }
        lifetime: SUBGRAPH_OUTPUT data { } }
    }
    operations { operation { inputs { index: 0 index: 1 index: 2 } outputs { index: 3 } } }
    input_indexes { index: 0 }
    output_indexes { index: 3 }
  }
  referenced { }
  is_relaxed: true
}
"""

CONTROL_FLOW = """
model {
  main {
    operands {
      operand { type: TENSOR_BOOL8 dimensions { dimension: 1 } lifetime: SUBGRAPH_INPUT }
      operand { type: SUBGRAPH_OPERAND lifetime: SUBGRAPH_LIFETIME data { } }
      operand { type: SUBGRAPH_OPERAND lifetime: SUBGRAPH_LIFETIME data { scalar: 1 } }
      operand { type: TENSOR_FLOAT32 dimensions { dimension: 2 } lifetime: SUBGRAPH_INPUT }
      operand { type: TENSOR_FLOAT32 dimensions { dimension: 2 } lifetime: SUBGRAPH_OUTPUT }
    }
    operations {
      operation { type: IF inputs { index: 0 index: 1 index: 2 index: 3 } outputs { index: 4 } }
    }
    input_indexes { index: 0 index: 3 }
    output_indexes { index: 4 }
  }
  referenced {
    SUBGRAPH
    SUBGRAPH
  }
}
""".replace(
    "SUBGRAPH\n",
    """subgraph {
      operands {
        operand { type: TENSOR_FLOAT32 dimensions { dimension: 2 } lifetime: SUBGRAPH_INPUT }
        operand { type: TENSOR_FLOAT32 dimensions { dimension: 2 } lifetime: SUBGRAPH_OUTPUT }
      }
      operations { operation { type: RELU inputs { index: 0 } outputs { index: 1 } } }
      input_indexes { index: 0 }
      output_indexes { index: 1 }
    }
""",
)


def test_a_seed_becomes_a_valid_model():
    found = decode(input_of(ADDITION))
    model = found.model
    assert first_violation(model, Version.V1_3) is None
    assert model.relax_computation_float32_to_float16
    (operation,) = model.main.operations
    assert operation.type == OperationType.ADD
    assert (operation.inputs, operation.outputs) == ((0, 1, 2), (3,))
    assert [(o.type, o.dimensions, o.number_of_consumers) for o in model.main.operands] == [
        (OperandType.TENSOR_FLOAT32, (2, 3), 1),
        (OperandType.TENSOR_FLOAT32, (2, 3), 1),
        (OperandType.INT32, (), 1),
        (OperandType.TENSOR_FLOAT32, (2, 3), 0),
    ]
    where = model.main.operands[2].location
    assert model.operand_values[where.offset : where.offset + 4] == b"\1\0\0\0"
    weights = model.main.operands[1]
    assert weights.lifetime == OperandLifeTime.CONSTANT_REFERENCE
    data = bytes(model.pools[0].view())[weights.location.offset :][:24]
    assert data[:8] == data[16:24] != bytes(8)
    assert input_of(ADDITION) == input_of(ADDITION)


def test_subgraphs_are_imported():
    model = decode(input_of(CONTROL_FLOW)).model
    assert first_violation(model, Version.V1_3) is None
    assert len(model.referenced) == 2
    assert [o.location.offset for o in model.main.operands[1:3]] == [0, 1]


def test_malformed_models_pass_unchanged():
    """The fuzz targets of Android convert indexes out of range and wrong lengths as they are."""
    text = (
        "model { main { operands {"
        " operand { type: TENSOR_QUANT8_SYMM_PER_CHANNEL"
        "  dimensions { dimension: 0 dimension: 70000 }"
        "  channel_quant { scales { scale: 0.5 scale: 2 } channel_dim: 9 } }"
        " operand { type: BOOL lifetime: CONSTANT_COPY zero_point: -3 data { scalar: 5 } } }"
        " operations { operation { type: REVERSE inputs { index: 77 } } }"
        " output_indexes { index: 500 } } }"
    )
    main = decode(input_of(text)).model.main
    first, second = main.operands
    assert first.dimensions == (0, 70000)
    assert first.extra_params == SymmPerChannelQuantParams((0.5, 2.0), 9)
    assert (second.zero_point, second.location.length) == (-3, 4)
    assert main.operations[0].inputs == (77,)
    assert main.output_indexes == (500,)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("model { main { operands { operand { type: NONSENSE } } } }", "no value named NONSENSE"),
        ("model {\n  nothing: 1\n}", "2:3 .* no field named"),
        ("model { main { ", "no text seed"),
        (
            "model { main { operands { operand { dimensions { dimension: -1 } } } } }",
            "out of range",
        ),
    ],
)
def test_a_damaged_seed_has_a_reason_and_a_line(text, reason):
    with pytest.raises(TextSeedError, match=f"(?i){reason}"):
        input_of(text)
