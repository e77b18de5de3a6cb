# LOG: both sides of 1, every rank up to 5, numbers beyond float16.
# Expected values: specs/scripts/unary_math.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
example = Example({
    x: [5.5, 6.75, 0.5625, 5.8125, 2.75],
    y: [1.704748, 1.9095426, -0.5753642, 1.7600107, 1.011601],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
example = Example({
    x: [
        2.5625, 2.5, 7.6875, 4.625,  0.25, 5.0, 5.375, 2.875,
        6.25, 0.8125, 5.5, 0.875,
    ],
    y: [
        0.94098336, 0.91629076, 2.0395956, 1.5314764,
        -1.3862944, 1.609438, 1.6817585, 1.0560527,
        1.8325815, -0.20763937, 1.704748, -0.13353139,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
example = Example({
    x: [
        7.625, 6.1875, 6.8125, 3.4375, 5.75,
        3.125, 0.3125, 7.4375, 0.1875, 3.625,
    ],
    y: [
        2.0314324, 1.8225311, 1.9187591, 1.2347444, 1.7491999,
        1.1394343, -1.1631508, 2.0065348, -1.6739764, 1.2878543,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
example = Example({
    x: [
        4.6875, 1.9375, 5.9375,  2.25, 3.25, 1.3125,
        3.3125, 3.9375, 2.125,  6.375, 1.5, 7.625,
        6.0625, 7.4375, 5.75,  6.875, 6.1875, 2.375,
    ],
    y: [
        1.5448993, 0.6613985, 1.7812881,
        0.8109302, 1.178655, 0.2719337,
        1.1977032, 1.370546, 0.7537718,
        1.8523841, 0.4054651, 2.0314324,
        1.8021222, 2.0065348, 1.7491999,
        1.9278916, 1.8225311, 0.86499745,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 1, 3]))
model = Model("rank_5").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
example = Example({
    x: [
        1.75, 5.625, 5.0,  1.125, 0.75, 7.4375,
        6.3125, 0.4375, 4.125,  1.125, 3.5, 7.0,
    ],
    y: [
        0.5596158, 1.7272209, 1.609438,
        0.11778303, -0.2876821, 2.0065348,
        1.8425318, -0.8266786, 1.417066,
        0.11778303, 1.2527629, 1.9459101,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
model = Model("one_element").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
example = Example({
    x: [2.25],
    y: [0.8109302],
}, model=model)
example.AddVariations("relaxed", "float16")

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("LOG", x).To(y)
Example({
    x: [1e-30, 3e+30, 123456.79, 1.0001, 0.1, 1234.5],
    y: [-69.07755, 70.17616, 11.723646, 0.000100011595, -2.3025851, 7.118421],
}, model=model)
