# SQRT: both sides of 1, every rank up to 5, numbers beyond float16.
# Expected values: specs/scripts/unary_math.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
example = Example({
    x: [5.5, 6.75, 0.5625, 5.8125, 2.75],
    y: [2.345208, 2.598076, 0.75, 2.4109128, 1.6583124],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
example = Example({
    x: [
        2.5625, 2.5, 7.6875, 4.625,  0.25, 5.0, 5.375, 2.875,
        6.25, 0.8125, 5.5, 0.875,
    ],
    y: [
        1.6007811, 1.5811388, 2.772634, 2.1505814,
        0.5, 2.236068, 2.3184047, 1.6955825,
        2.5, 0.9013878, 2.345208, 0.9354144,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
example = Example({
    x: [
        7.625, 6.1875, 6.8125, 3.4375, 5.75,
        3.125, 0.3125, 7.4375, 0.1875, 3.625,
    ],
    y: [
        2.7613401, 2.4874685, 2.6100767, 1.8540496, 2.3979158,
        1.767767, 0.559017, 2.727178, 0.4330127, 1.9039433,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
example = Example({
    x: [
        4.6875, 1.9375, 5.9375,  2.25, 3.25, 1.3125,
        3.3125, 3.9375, 2.125,  6.375, 1.5, 7.625,
        6.0625, 7.4375, 5.75,  6.875, 6.1875, 2.375,
    ],
    y: [
        2.1650636, 1.3919411, 2.4366987,
        1.5, 1.8027756, 1.145644,
        1.8200275, 1.9843135, 1.4577379,
        2.524876, 1.2247449, 2.7613401,
        2.4622145, 2.727178, 2.3979158,
        2.6220222, 2.4874685, 1.5411035,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3]))
model = Model("rank_5").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
example = Example({
    x: [
        1.75, 5.625, 5.0,  1.125, 0.75, 7.4375,
        6.3125, 0.4375, 4.125,  1.125, 3.5, 7.0,
    ],
    y: [
        1.3228756, 2.3717082, 2.236068,
        1.0606601, 0.8660254, 2.727178,
        2.5124688, 0.6614378, 2.0310097,
        1.0606601, 1.8708287, 2.6457512,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
model = Model("one_element").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
example = Example({
    x: [2.25],
    y: [1.5],
}, model=model)
example.AddVariations("relaxed", "float16")

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("SQRT", x).To(y)
Example({
    x: [1e-30, 3e+30, 123456.79, 1.0001, 0.1, 1234.5],
    y: [1e-15, 1.7320508e+15, 351.3642, 1.00005, 0.31622776, 35.135452],
}, model=model)
