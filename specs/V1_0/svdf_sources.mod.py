# SVDF: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/rnn_svdf.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [4, 3]), [
        -0.5625, 0.25, -0.625,  -0.1875, 0.375, 0.1875,
        0.6875, 0.3125, -0.3125,  -0.625, -0.6875, 0.0625,
    ])
    time = Parameter("time", ("TENSOR_FLOAT32", [4, 5]), [
        -0.75, 1.0, 0.625, -0.3125, 0.5625,
        0.375, -0.875, 0.5625, -0.625, 0.0625,
        0.25, 0.5625, -0.4375, 0.125, 0.1875,
        0.875, -1.0, 0.875, -0.6875, 0.5625,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [4]), [-1.375, -0.1875, 0.0625, -1.5])
    state_in = Parameter("state_in", ("TENSOR_FLOAT32", [2, 20]), [
        1.75, 1.5625, 1.8125, -1.9375, 0.0, 1.25, -0.375, 0.1875, -1.1875, 0.0, -0.5, -1.875,
        -1.375, -1.125, 0.0, 1.0625, 1.375, 0.125, 0.625, 0.0, 0.0625, -1.6875, 0.375, -1.75,
        0.0, -1.625, 1.75, 0.25, -1.9375, 0.0, -1.125, -1.6875, -1.875, -1.0625, 0.0, 1.375,
        0.8125, -1.9375, -1.625, 0.0,
    ])
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 20]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
    model = Model("rank1_constant_state_in").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 1, 0).To(state_out, y)
    example = Example({
        x: [1.4375, 1.0625, 1.125, -0.125, -0.1875, -1.5625],
        state_out: [
            1.5625, 1.8125, -1.9375, -1.2460938, 0.0, -0.375, 0.1875, -1.1875, 0.33984375, 0.0,
            -1.875, -1.375, -1.125, 0.96875, 0.0, 1.375, 0.125, 0.625, -1.5585938, 0.0, -1.6875,
            0.375, -1.75, 1.0, 0.0, 1.75, 0.25, -1.9375, -0.33984375, 0.0, -1.6875, -1.875,
            -1.0625, 0.34375, 0.0, 0.8125, -1.9375, -1.625, 0.109375, 0.0,
        ],
        y: [
            -0.087646484, 1.4782715, -0.47460938, -3.142334,
            -1.765625, -0.99780273, -0.41601562, -1.6259766,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
