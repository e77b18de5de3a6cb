# RNN: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/rnn_svdf.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    weights = Parameter("weights", ("TENSOR_FLOAT32", [4, 3]), [
        0.6875, -0.0625, -0.0625,  0.5, 0.8125, 0.625,
        0.75, 0.3125, 0.5625,  0.6875, 0.5625, 0.3125,
    ])
    recurrent = Parameter("recurrent", ("TENSOR_FLOAT32", [4, 4]), [
        0.5, -0.5, 0.9375, 0.75,
        -0.5, 0.5625, -0.4375, 0.75,
        -0.9375, 0.625, -0.0625, 0.125,
        0.625, -0.25, 0.0625, 0.125,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-0.6875, -0.625, -1.0, -0.8125])
    state_in = Parameter("state_in", ("TENSOR_FLOAT32", [2, 4]), [-1.25, -1.0625, 1.75, 0.0, 0.4375, -1.25, 1.75, -0.9375])
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("sequence_constant_state_in").IntroducedIn(version)
    model.Operation("RNN", x, weights, recurrent, bias, state_in, 1).To(state_out, y)
    example = Example({
        x: [0.6875, 2.5, -1.4375, 1.3125, -1.6875, -3.0],
        state_out: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
        y: [1.265625, 0.11328125, 0.0, 0.2109375, 2.2890625, 0.0, 0.0, 0.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
