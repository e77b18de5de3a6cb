# EXP: both signs, every rank up to 5, results that vanish.
# Expected values: specs/scripts/unary_math.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
example = Example({
    x: [-3.0625, -2.625, 6.625, 2.8125, 3.875],
    y: [0.04677062, 0.07243976, 753.7042, 16.651495, 48.182697],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
example = Example({
    x: [
        6.5625, -7.5, -2.625, -4.0625,
        -0.25, -4.9375, 2.6875, 7.1875,
        -5.25, -4.5625, 0.9375, -7.375,
    ],
    y: [
        708.0396, 0.00055308436, 0.07243976, 0.01720595,
        0.7788008, 0.0071725072, 14.694893, 1322.7921,
        0.0052475184, 0.010435936, 2.5535893, 0.0006267267,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
example = Example({
    x: [
        5.625, 3.125, 3.6875, 4.625, -4.375,
        -2.3125, 3.375, 1.9375, -1.4375, -1.375,
    ],
    y: [
        277.27228, 22.759895, 39.94486, 102.00277, 0.012588142,
        0.09901341, 29.224283, 6.9413757, 0.23752081, 0.2528396,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
example = Example({
    x: [
        -0.3125, -1.75, -5.5625,  -7.25, 7.0625, -4.625,
        -6.4375, -3.375, 7.375,  1.75, -3.25, 6.75,
        8.0, -5.5, 3.1875,  4.3125, 3.5, 7.0,
    ],
    y: [
        0.7316156, 0.17377394, 0.0038391664,
        0.0007101744, 1167.3599, 0.009803655,
        0.0016004026, 0.034218118, 1595.5918,
        5.754603, 0.038774207, 854.0588,
        2980.958, 0.0040867715, 24.227781,
        74.62682, 33.11545, 1096.6332,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3]))
model = Model("rank_5").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
example = Example({
    x: [
        -1.25, -6.6875, 0.6875,  1.5, 2.9375, -2.0,
        -5.6875, 1.875, -4.3125,  4.875, 2.4375, -4.25,
    ],
    y: [
        0.2865048, 0.0012463948, 1.9887375,
        4.481689, 18.868616, 0.13533528,
        0.0033880526, 6.520819, 0.013400008,
        130.97415, 11.444394, 0.014264234,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
model = Model("one_element").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
example = Example({
    x: [2.25],
    y: [9.487736],
}, model=model)
example.AddVariations("relaxed", "float16")

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
Example({
    x: [-60.0, 60.0, 11.5, 87.0, 0.001, 1.2345678],
    y: [
        8.756511e-27, 1.1420074e+26, 98715.77,
        6.0760303e+37, 1.0010005, 3.4368927,
    ],
}, model=model)

# Results that underflow.
x = Input("x", ("TENSOR_FLOAT32", [4]))
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("far_below_zero").IntroducedIn("V1_2")
model.Operation("EXP", x).To(y)
example = Example({
    x: [-1000.0, -500.0, 0.0, -0.0625],
    y: [0.0, 0.0, 1.0, 0.9394131],
}, model=model)
example.AddVariations("relaxed", "float16")
