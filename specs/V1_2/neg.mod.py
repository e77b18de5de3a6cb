# NEG: both signs, every rank up to 5, float types and INT32.
# Expected values: specs/scripts/unary_math.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
example = Example({
    x: [-3.0625, -2.625, 6.625, 2.8125, 3.875],
    y: [3.0625, 2.625, -6.625, -2.8125, -3.875],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
example = Example({
    x: [
        6.5625, -7.5, -2.625, -4.0625,
        -0.25, -4.9375, 2.6875, 7.1875,
        -5.25, -4.5625, 0.9375, -7.375,
    ],
    y: [
        -6.5625, 7.5, 2.625, 4.0625,
        0.25, 4.9375, -2.6875, -7.1875,
        5.25, 4.5625, -0.9375, 7.375,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
example = Example({
    x: [
        5.625, 3.125, 3.6875, 4.625, -4.375,
        -2.3125, 3.375, 1.9375, -1.4375, -1.375,
    ],
    y: [
        -5.625, -3.125, -3.6875, -4.625, 4.375,
        2.3125, -3.375, -1.9375, 1.4375, 1.375,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
example = Example({
    x: [
        -0.3125, -1.75, -5.5625,  -7.25, 7.0625, -4.625,
        -6.4375, -3.375, 7.375,  1.75, -3.25, 6.75,
        8.0, -5.5, 3.1875,  4.3125, 3.5, 7.0,
    ],
    y: [
        0.3125, 1.75, 5.5625,  7.25, -7.0625, 4.625,
        6.4375, 3.375, -7.375,  -1.75, 3.25, -6.75,
        -8.0, 5.5, -3.1875,  -4.3125, -3.5, -7.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3]))
model = Model("rank_5").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
example = Example({
    x: [
        -1.25, -6.6875, 0.6875,  1.5, 2.9375, -2.0,
        -5.6875, 1.875, -4.3125,  4.875, 2.4375, -4.25,
    ],
    y: [
        1.25, 6.6875, -0.6875,  -1.5, -2.9375, 2.0,
        5.6875, -1.875, 4.3125,  -4.875, -2.4375, 4.25,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
model = Model("one_element").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
example = Example({
    x: [2.25],
    y: [-2.25],
}, model=model)
example.AddVariations("relaxed", "float16")

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
Example({
    x: [-1e+20, 3e+30, -123456.79, 1e-30, 0.1, -0.3],
    y: [1e+20, -3e+30, 123456.79, -1e-30, -0.1, 0.3],
}, model=model)

# Up to the largest numbers that have a result, and numbers that float32 does not represent.
x = Input("x", ("TENSOR_INT32", [2, 4]))
y = Output("y", ("TENSOR_INT32", [2, 4]))
model = Model("int32").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
Example({
    x: [0, 1, -1, 2147483647, -2147483647, 16777217, -16777217, 65536],
    y: [0, -1, 1, -2147483647, 2147483647, -16777217, 16777217, -65536],
}, model=model)
