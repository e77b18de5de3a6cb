# UNIDIRECTIONAL_SEQUENCE_RNN: operands that are usually constants as model inputs, or the
# reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/sequence_rnn.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 2, 3]))
w = Parameter("w", ("TENSOR_FLOAT32", [5, 3]), [
    -0.0625, -0.6875, 0.5,  -0.25, -0.0625, -0.3125,
    -0.4375, 0.3125, -0.75,  0.6875, 0.5625, 0.6875,
    0.5625, 0.25, 0.75,
])
r = Parameter("r", ("TENSOR_FLOAT32", [5, 5]), [
    0.25, -0.5625, 0.5625, -0.375, -0.75,
    0.5625, -0.375, 0.1875, 0.1875, 0.9375,
    -0.9375, -0.9375, -0.4375, -0.125, -0.25,
    -0.125, 0.0, 0.5, 0.9375, 0.625,
    1.0, 0.8125, 0.5, -0.8125, -0.1875,
])
b = Parameter("b", ("TENSOR_FLOAT32", [5]), [1.0, -0.25, -1.3125, 1.3125, -0.125])
h_in = Parameter("h_in", ("TENSOR_FLOAT32", [2, 5]), [0.6875, -0.0625, -0.0625, 0.5, 0.8125, 0.625, 0.75, 0.3125, 0.5625, 0.6875])
time_major = Int32Scalar("time_major", 1)
y = Output("y", ("TENSOR_FLOAT32", [4, 2, 5]))
model = Model("time_major_constant_h_in").IntroducedIn("V1_2")
model.Operation("UNIDIRECTIONAL_SEQUENCE_RNN", x, w, r, b, h_in, 1, time_major).To(y)
example = Example({
    x: [
        1.5625, -0.9375, 0.5,  1.375, -1.875, -0.4375,
        -2.0, 0.625, 1.75,  -0.9375, 1.875, -1.9375,
        0.8125, 1.6875, 0.0625,  -1.75, 0.3125, 0.5625,
        1.625, -0.3125, -0.25,  1.9375, 1.125, -0.8125,
    ],
    y: [
        1.171875, 0.515625, 0.0, 3.0625, 0.94140625,
        1.1679688, 0.5390625, 0.0, 1.9375, 0.65625,
        0.0, 1.5866699, 0.0, 4.805176, 0.0,
        0.0, 1.9060059, 0.0, 2.4711914, 0.0,
        0.0, 0.0, 0.0, 7.3681335, 0.0,
        0.0, 0.0, 0.0, 2.988617, 0.0,
        0.0, 0.8229313, 0.0, 8.989656, 0.0,
        0.0, 0.009584427, 0.0, 5.5205784, 0.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
