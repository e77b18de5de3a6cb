# SVDF: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# A single input.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1]))
    feature = Parameter("feature", ("TENSOR_FLOAT32", [3, 1]), [0.25, 0.6875, 0.875])
    time = Parameter("time", ("TENSOR_FLOAT32", [3, 4]), [
        1.0, -0.125, -0.25, 0.625,
        0.4375, 0.75, 0.1875, 0.25,
        -0.0625, 0.125, 0.4375, 0.4375,
    ])
    bias = Parameter("bias", ("TENSOR_FLOAT32", [3]), [-1.375, -0.6875, -0.625])
    state_in = Input("state_in", ("TENSOR_FLOAT32", [2, 12]))
    state_out = Output("state_out", ("TENSOR_FLOAT32", [2, 12]))
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("one_input").IntroducedIn(version)
    model.Operation("SVDF", x, feature, time, bias, state_in, 1, 0).To(state_out, y)
    example = Example({
        x: [1.4375, 0.125],
        state_in: [
            0.6875, -0.0625, 2.0, 0.0, 0.25, -1.9375, 0.3125, 0.0, -1.375, -1.5, -1.8125, 0.0,
            1.0625, -1.6875, 1.9375, 0.0, 1.5, -1.125, -0.5, 0.0, 1.1875, 0.8125, -1.3125, 0.0,
        ],
        state_out: [
            -0.0625, 2.0, 0.359375, 0.0, -1.9375, 0.3125, 0.98828125, 0.0, -1.5, -1.8125,
            1.2578125, 0.0, -1.6875, 1.9375, 0.03125, 0.0, -1.125, -0.5, 0.0859375, 0.0, 0.8125,
            -1.3125, 0.109375, 0.0,
        ],
        y: [
            -0.9550781, -1.7255859, -0.9692383,
            -0.56640625, -0.9472656, -1.1240234,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    example = Example({
        x: [-0.25, -0.6875],
        state_in: [
            -0.0625, 2.0, 0.359375, 0.0, -1.9375, 0.3125, 0.98828125, 0.0, -1.5, -1.8125,
            1.2578125, 0.0, -1.6875, 1.9375, 0.03125, 0.0, -1.125, -0.5, 0.0859375, 0.0, 0.8125,
            -1.3125, 0.109375, 0.0,
        ],
        state_out: [
            2.0, 0.359375, -0.0625, 0.0, 0.3125, 0.98828125, -0.171875, 0.0, -1.8125, 1.2578125,
            -0.21875, 0.0, 1.9375, 0.03125, -0.171875, 0.0, -0.5, 0.0859375, -0.47265625, 0.0,
            -1.3125, 0.109375, -0.6015625, 0.0,
        ],
        y: [
            -1.8164062, -1.1584473, -0.30322266,
            -3.4199219, -1.6567383, -1.0551758,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
