# REDUCE_PROD: one, several and all axes, negative, repeated and unsorted ones, kept and removed
# dimensions, float types.
# Expected values: specs/scripts/reductions.py (plain loops, exact or in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4]))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [0.5, 0.5, -1.0, -1.0],
    y: [0.25],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [4]))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_1_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, True).To(y)
example = Example({
    x: [-1.0, 1.0, 1.5, -1.0],
    y: [1.5],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("rank_2_rows").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [-1.0, -0.5, 1.5, -1.5, -0.5, 1.0],
    y: [0.75, 0.75],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("rank_2_columns").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [1.0, 1.5, 1.5, 1.5, -1.0, 1.5],
    y: [1.5, 2.25, -1.5],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_FLOAT32", [2, 1]))
model = Model("rank_2_columns_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, True).To(y)
example = Example({
    x: [1.5, -1.0, -1.5, 1.5, -1.5, 0.5, 1.5, -0.5, -0.5, -1.0],
    y: [-5.0625, -0.1875],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
axes = Int32Vector("axes", [0, 1])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_2_all").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [-1.5, 1.5, -1.5, 1.0, 0.5, 1.5],
    y: [2.53125],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
axes = Int32Vector("axes", [1, 0])
y = Output("y", ("TENSOR_FLOAT32", [1, 1]))
model = Model("rank_2_all_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, True).To(y)
example = Example({
    x: [-0.5, -1.0, -1.5, -0.5, 1.0, 0.5],
    y: [0.1875],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
model = Model("rank_3_middle").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [0.5, -0.5, 1.5, -1.5, 1.5, 1.5, 1.0, -0.5, -1.0, -1.5, -1.5, 1.5],
    y: [1.125, 1.125, 1.5, 1.125],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
axes = Int32Vector("axes", [0, 2])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("rank_3_outer").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [1.0, 1.5, 1.0, -1.5, 0.5, 0.5, 1.0, -1.5, 1.0, 0.5, -0.5, 0.5],
    y: [-2.25, -0.75, -0.0625],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
axes = Int32Vector("axes", [-2, -3])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2]))
model = Model("rank_3_negative").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, True).To(y)
example = Example({
    x: [-1.0, -1.0, 1.0, 1.0, 1.5, 1.0, 0.5, 1.0, -1.0, -1.5, 1.5, 1.5],
    y: [1.125, 2.25],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
axes = Int32Vector("axes", [1, 1, -2])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("rank_3_repeated").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [-1.0, 1.5, -1.0, 0.5, 1.5, 1.5, 1.0, 1.5, -0.5, 1.0, -1.5, 0.5],
    y: [-0.5, 2.25, -1.5, 1.0, -2.25, -0.25],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 2]))
axes = Int32Vector("axes", [1, 2])
y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
model = Model("rank_4_spatial").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [
        1.5, -1.0,  -1.0, 0.5,  0.5, 1.0,  0.5, -1.0,
        0.5, -1.5,  -1.0, 1.5,  -0.5, -1.5,  -0.5, -1.0,
        1.0, -0.5,  0.5, -0.5,  0.5, -1.0,  0.5, 0.5,
    ],
    y: [0.1875, -1.125, 0.03125, -0.1875],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 2]))
axes = Int32Vector("axes", [2, 1])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
model = Model("rank_4_spatial_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, True).To(y)
example = Example({
    x: [
        1.5, 0.5,  -1.0, 0.5,  1.0, 1.5,  1.5, 0.5,
        -1.5, 0.5,  1.5, 1.5,  0.5, -1.5,  -1.5, -0.5,
        -0.5, -1.0,  1.0, -0.5,  -0.5, 1.0,  -0.5, -1.0,
    ],
    y: [5.0625, 0.140625, 0.09375, -0.375],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
axes = Int32Vector("axes", [0, 1, 2, 3])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_4_all").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [-0.5, 1.5, 1.0, -1.0, 0.5, 0.5, -1.5, 1.5, 1.5, 1.0, 1.0, -1.0],
    y: [0.6328125],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
axes = Int32Vector("axes", [-4, -1, -3, -2])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_4_all_negative").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [-0.5, -1.0, 1.0, -1.0, 0.5, 1.0, -1.0, -1.0, 1.5, -0.5, -1.0, -1.5],
    y: [0.28125],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 1]))
axes = Int32Vector("axes", [1, -1])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("size_1_axis").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
example = Example({
    x: [0.5, 1.5, 1.0, -0.5, 1.0, 1.5],
    y: [0.5, 1.5, 1.0, -0.5, 1.0, 1.5],
}, model=model)
example.AddVariations("relaxed", "float16")

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [6, 4]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("REDUCE_PROD", x, axes, False).To(y)
Example({
    x: [
        0.1, 0.2, 0.3, 1.0001,
        12345.678, -0.001, 7.7, 33.33,
        -15000.5, 16001.7, 0.5, 0.1,
        -0.12345, -0.1234, -0.12346, -0.9,
        3.3, 123.4567, 0.777, 9.07,
        -6.543, -1.111, -0.3217, -2.7,
    ],
    y: [
        0.0060006003, -3168.4072, -1.2001675e+07, 0.0016926808, 2871.1567, 6.314018,
    ],
}, model=model)
