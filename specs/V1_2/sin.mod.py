# SIN: several turns of both signs, every rank up to 5.
# Expected values: specs/scripts/unary_math.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
example = Example({
    x: [-3.0625, -2.625, 6.625, 2.8125, 3.875],
    y: [-0.07901022, -0.4939203, 0.33519736, 0.32318452, -0.6694048],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
example = Example({
    x: [
        6.5625, -7.5, -2.625, -4.0625,
        -0.25, -4.9375, 2.6875, 7.1875,
        -5.25, -4.5625, 0.9375, -7.375,
    ],
    y: [
        0.27569696, -0.93799996, -0.4939203, 0.796151,
        -0.24740396, 0.97476935, 0.4386471, 0.7860017,
        0.8589345, 0.98878765, 0.8060811, -0.8874647,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
example = Example({
    x: [
        5.625, 3.125, 3.6875, 4.625, -4.375,
        -2.3125, 3.375, 1.9375, -1.4375, -1.375,
    ],
    y: [
        -0.61168224, 0.016591892, -0.51919377, -0.996184, 0.9436222,
        -0.7373187, -0.23129381, 0.9335143, -0.9911292, -0.9808931,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
example = Example({
    x: [
        -0.3125, -1.75, -5.5625,  -7.25, 7.0625, -4.625,
        -6.4375, -3.375, 7.375,  1.75, -3.25, 6.75,
        8.0, -5.5, 3.1875,  4.3125, 3.5, 7.0,
    ],
    y: [
        -0.30743852, -0.98398596, 0.6598997,
        -0.8230809, 0.70279205, 0.996184,
        -0.15370297, 0.23129381, 0.8874647,
        0.98398596, 0.10819513, 0.45004407,
        0.98935825, 0.7055403, -0.04589122,
        -0.9211042, -0.35078323, 0.6569866,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3]))
model = Model("rank_5").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
example = Example({
    x: [
        -1.25, -6.6875, 0.6875,  1.5, 2.9375, -2.0,
        -5.6875, 1.875, -4.3125,  4.875, 2.4375, -4.25,
    ],
    y: [
        -0.9489846, -0.3933888, 0.6346071,
        0.997495, 0.20267873, -0.9092974,
        0.56107616, 0.95408577, 0.9211042,
        -0.98680794, 0.6473425, 0.8949894,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
model = Model("one_element").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
example = Example({
    x: [2.25],
    y: [0.7780732],
}, model=model)
example.AddVariations("relaxed", "float16")

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
Example({
    x: [3.1415927, 6.2831855, -1.5707964, 0.001, 0.1, 1.2345678],
    y: [
        -8.742278e-08, 1.7484555e-07, -1.0,
        0.0009999999, 0.09983342, 0.94400567,
    ],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [6]))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("several_turns").IntroducedIn("V1_2")
model.Operation("SIN", x).To(y)
example = Example({
    x: [100.0, -100.0, 31.5, -31.5, 12.75, 0.0],
    y: [-0.50636566, 0.50636566, 0.08397446, -0.08397446, 0.18259913, 0.0],
}, model=model)
example.AddVariations("relaxed", "float16")
