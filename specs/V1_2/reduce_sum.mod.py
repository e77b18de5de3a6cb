# REDUCE_SUM: one, several and all axes, negative, repeated and unsorted ones, kept and removed
# dimensions, float types.
# Expected values: specs/scripts/reductions.py (plain loops, exact or in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4]))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-2.0, 4.0, 1.0, -4.5],
    y: [-1.5],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [4]))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_1_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, True).To(y)
example = Example({
    x: [3.0, -2.5, -1.5, 4.0],
    y: [3.0],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("rank_2_rows").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
    y: [-4.5, 10.5],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("rank_2_columns").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-1.5, 1.5, -5.5, 2.5, -5.5, 8.0],
    y: [0.0, -3.0, 2.5],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_FLOAT32", [2, 1]))
model = Model("rank_2_columns_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, True).To(y)
example = Example({
    x: [3.5, -4.5, -7.5, -6.0, -1.0, 7.5, 2.0, 6.0, -2.5, -0.5],
    y: [-15.5, 12.5],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
axes = Int32Vector("axes", [0, 1])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_2_all").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-7.0, 5.5, 6.5, 1.0, 3.5, 7.5],
    y: [17.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
axes = Int32Vector("axes", [1, 0])
y = Output("y", ("TENSOR_FLOAT32", [1, 1]))
model = Model("rank_2_all_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, True).To(y)
example = Example({
    x: [-2.0, -0.5, 4.5, -7.5, 8.0, 6.5],
    y: [9.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
model = Model("rank_3_middle").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [4.0, -7.0, 2.5, 0.0, -4.0, 7.0, 6.5, -2.0, 0.5, -5.5, -1.0, -5.5],
    y: [2.5, 0.0, 6.0, -13.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
axes = Int32Vector("axes", [0, 2])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("rank_3_outer").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-7.5, 3.5, 0.5, 8.0, 1.5, 6.0, 8.0, 6.5, 1.0, -1.5, -3.5, 4.0],
    y: [10.5, 8.0, 8.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
axes = Int32Vector("axes", [-2, -3])
y = Output("y", ("TENSOR_FLOAT32", [1, 1, 2]))
model = Model("rank_3_negative").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, True).To(y)
example = Example({
    x: [-1.5, -3.0, -1.5, -0.5, 6.0, 6.0, -6.0, -1.0, 2.0, 2.5, -6.0, -2.0],
    y: [-7.0, 2.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
axes = Int32Vector("axes", [1, 1, -2])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("rank_3_repeated").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [4.5, 7.5, -4.0, 6.5, -6.0, 5.5, -5.0, 6.5, 3.5, 6.5, 8.0, 7.5],
    y: [11.0, 1.5, 1.5, 1.5, 14.5, 11.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 2]))
axes = Int32Vector("axes", [1, 2])
y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
model = Model("rank_4_spatial").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [
        -7.0, 1.0,  -6.0, -2.0,  -1.5, 5.5,  -3.5, -1.5,
        4.0, -6.0,  4.5, 0.5,  7.0, -8.0,  0.0, 7.0,
        1.0, -0.5,  2.0, 5.5,  1.5, 3.5,  3.5, 3.0,
    ],
    y: [-9.5, -2.5, 15.0, 10.5],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 2]))
axes = Int32Vector("axes", [2, 1])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2]))
model = Model("rank_4_spatial_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, True).To(y)
example = Example({
    x: [
        -1.0, -5.0,  -8.0, 5.0,  3.0, 4.5,  -2.0, 7.0,
        4.5, -2.0,  2.0, -6.5,  8.0, -1.5,  4.0, -2.0,
        -2.5, -8.0,  1.0, 4.0,  -7.0, -2.0,  2.0, 6.5,
    ],
    y: [-1.5, 3.0, 5.5, -3.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
axes = Int32Vector("axes", [0, 1, 2, 3])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_4_all").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [4.0, 5.0, 6.5, -3.0, 7.5, 5.0, 0.0, -1.5, 5.5, 2.0, -0.5, 4.0],
    y: [34.5],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 2, 3]))
axes = Int32Vector("axes", [-4, -1, -3, -2])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_4_all_negative").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-6.5, -1.0, 4.5, 5.0, -4.5, 4.0, 1.5, 7.0, 7.0, 5.0, -3.0, -3.0],
    y: [16.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 1]))
axes = Int32Vector("axes", [1, -1])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("size_1_axis").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-0.5, -7.5, 2.0, -4.5, 0.0, 4.0],
    y: [-0.5, -7.5, 2.0, -4.5, 0.0, 4.0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [6, 4]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
Example({
    x: [
        0.1, 0.2, 0.3, 1.0001,
        12345.678, -0.001, 7.7, 33.33,
        -15000.5, 16001.7, 0.5, 0.1,
        -0.12345, -0.1234, -0.12346, -0.9,
        3.3, 123.4567, 0.777, 9.07,
        -6.543, -1.111, -0.3217, -2.7,
    ],
    y: [1.6001, 12386.707, 1001.8002, -1.2703099, 136.6037, -10.6757],
}, model=model)
