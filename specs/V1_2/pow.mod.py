# POW: broadcasting, whole and fractional exponents, powers of 0 and 1.
# Expected values: specs/scripts/binary_elementwise.py (exact arithmetic on every pair; POW in
# float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

base = Input("base", ("TENSOR_FLOAT32", [2]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [2]))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [1.5, 4.0],
    exponent: [0.0, 1.0],
    y: [1.0, 4.0],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [3, 2]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [1.75, 3.75, 2.5, 2.25, 2.25, 3.5],
    exponent: [1.0, 1.0, 0.0, 0.5, -1.0, 0.0],
    y: [1.75, 3.75, 1.0, 1.5, 0.44444445, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

base = Input("base", ("TENSOR_FLOAT32", [1, 3, 2]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [1, 3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [4.0, 1.75, 2.25, 1.5, 0.75, 1.5],
    exponent: [-0.5, -0.5, 2.0, -1.5, -2.0, 0.0],
    y: [0.5, 0.75592893, 5.0625, 0.5443311, 1.7777778, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [0.5, 1.5, 2.0, 2.5, 3.0, 1.0, 3.0, 1.25, 4.0, 2.75, 3.75, 1.0],
    exponent: [-2.0, -1.0, -0.5, 1.0, -0.5, 1.5, 0.0, 1.0, 0.0, 0.5, -2.0, -0.5],
    y: [
        4.0, 0.6666667,  0.70710677, 2.5,  0.57735026, 1.0,  1.0, 1.25,
        1.0, 1.6583124,  0.07111111, 1.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [2, 3]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("broadcast_2x3_3").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [2.0, 3.25, 3.0, 1.25, 3.5, 1.0],
    exponent: [-2.0, 1.5, 2.0],
    y: [0.25, 5.8590207, 9.0, 0.64, 6.5479, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [3]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("broadcast_3_2x3").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [0.5, 3.0, 2.5],
    exponent: [-1.0, -0.5, -2.0, 2.0, 1.0, 0.5],
    y: [2.0, 0.57735026, 0.16, 0.25, 3.0, 1.5811388],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [2, 2, 3]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [2, 1]))
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
model = Model("broadcast_2x2x3_2x1").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [0.75, 3.0, 2.25, 1.5, 0.5, 2.25, 2.25, 2.75, 3.5, 2.75, 2.0, 1.25],
    exponent: [1.0, 1.0],
    y: [0.75, 3.0, 2.25, 1.5, 0.5, 2.25, 2.25, 2.75, 3.5, 2.75, 2.0, 1.25],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [2, 1, 3]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [2, 1]))
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
model = Model("broadcast_2x1x3_2x1").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [3.0, 2.75, 2.0, 2.5, 3.0, 1.75],
    exponent: [-1.5, -0.5],
    y: [
        0.19245009, 0.21928097, 0.35355338,
        0.57735026, 0.6030227, 0.70710677,
        0.2529822, 0.19245009, 0.4319594,
        0.6324555, 0.57735026, 0.75592893,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [1]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 2]))
model = Model("broadcast_1_2x2x1x2").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [3.25],
    exponent: [-2.0, -1.0, -0.5, 0.0, 2.0, 1.0, -1.0, -2.0],
    y: [
        0.09467456, 0.30769232,  0.5547002, 1.0,
        10.5625, 3.25,  0.30769232, 0.09467456,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [3, 1]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 2]))
model = Model("broadcast_2x1x1x2_3x1").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [1.75, 2.5, 1.25, 2.5],
    exponent: [-1.5, 0.0, 0.5],
    y: [
        0.4319594, 0.2529822,  1.0, 1.0,
        1.3228756, 1.5811388,  0.7155418, 0.2529822,
        1.0, 1.0,  1.118034, 1.5811388,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [1, 2, 1, 3]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [2, 1, 2, 1]))
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 3]))
model = Model("broadcast_1x2x1x3_2x1x2x1").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [2.0, 0.5, 1.0, 3.5, 2.25, 0.75],
    exponent: [-1.0, 1.5, -1.5, 0.5],
    y: [
        0.5, 2.0, 1.0,
        2.828427, 0.35355338, 1.0,
        0.2857143, 0.44444445, 1.3333334,
        6.5479, 3.375, 0.649519,
        0.35355338, 2.828427, 1.0,
        1.4142135, 0.70710677, 1.0,
        0.1527207, 0.2962963, 1.5396007,
        1.8708287, 1.5, 0.8660254,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
model = Model("broadcast_1x1x1x1_1").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [0.5],
    exponent: [0.5],
    y: [0.70710677],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [2, 1, 2, 1, 2])).ShouldNeverBeInternal()
exponent = Input("exponent", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 3, 2]))
model = Model("broadcast_2x1x2x1x2_3x2").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [2.75, 4.0, 0.5, 3.75, 3.0, 2.0, 2.75, 1.5],
    exponent: [-1.5, 0.0, 0.5, -1.5, 0.5, 2.0],
    y: [
        0.21928097, 1.0,  1.6583124, 0.125,
        1.6583124, 16.0,  2.828427, 1.0,
        0.70710677, 0.13770607,  0.70710677, 14.0625,
        0.19245009, 1.0,  1.7320508, 0.35355338,
        1.7320508, 4.0,  0.21928097, 1.0,
        1.6583124, 0.5443311,  1.6583124, 2.25,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

base = Input("base", ("TENSOR_FLOAT32", [2, 1, 1, 1, 1, 2])).ShouldNeverBeInternal()
exponent = Input("exponent", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 2, 1, 2]))
model = Model("broadcast_2x1x1x1x1x2_1x2x1x2x1x1").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [3.0, 3.75, 4.0, 2.75],
    exponent: [1.5, 1.5, -1.0, -0.5],
    y: [
        5.196152, 7.2618437,  5.196152, 7.2618437,
        0.33333334, 0.26666668,  0.57735026, 0.5163978,
        8.0, 4.560359,  8.0, 4.560359,
        0.25, 0.36363637,  0.5, 0.6030227,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Numbers that float16 does not represent or does not distinguish.
base = Input("base", ("TENSOR_FLOAT32", [2, 4]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [2, 4]))
y = Output("y", ("TENSOR_FLOAT32", [2, 4]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
Example({
    base: [1.0001, 0.1, 123.456, 7.77, 2.0, 0.9999, 1.2345678, 3.3],
    exponent: [12.5, 1.7, 5.4321, -3.3, 0.1, 1000.0, 9.9, -30.0],
    y: [
        1.001251, 0.019952621, 2.2977516e+11, 0.0011524197,
        1.0717734, 0.9048179, 8.053743, 2.7834408e-16,
    ],
}, model=model)

# Powers of 0 and of 1, negative bases with whole exponents.
base = Input("base", ("TENSOR_FLOAT32", [5, 2]))
exponent = Input("exponent", ("TENSOR_FLOAT32", [5, 2]))
y = Output("y", ("TENSOR_FLOAT32", [5, 2]))
model = Model("special").IntroducedIn("V1_2")
model.Operation("POW", base, exponent).To(y)
example = Example({
    base: [0.0, 0.0, 5.0, 1.0, -2.0, -2.0, -0.5, -3.0, 7.0, 9.0],
    exponent: [0.0, 2.0, 0.0, -7.5, 3.0, 2.0, -3.0, -1.0, 1.0, 0.5],
    y: [1.0, 0.0, 1.0, 1.0, -8.0, 4.0, -8.0, -0.33333334, 7.0, 3.0],
}, model=model)
example.AddVariations("relaxed", "float16")
