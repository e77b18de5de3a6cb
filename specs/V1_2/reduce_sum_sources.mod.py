# REDUCE_SUM: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/reductions.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4]))
axes = Input("axes", ("TENSOR_INT32", [1]))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_1_fed").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-2.0, 4.0, 1.0, -4.5],
    axes: [0],
    y: [-1.5],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [4]))
axes = Input("axes", ("TENSOR_INT32", [1]))
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_1_keep_fed").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, True).To(y)
example = Example({
    x: [3.0, -2.5, -1.5, 4.0],
    axes: [-1],
    y: [3.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
axes = Input("axes", ("TENSOR_INT32", [1]))
y = Output("y", ("TENSOR_FLOAT32", [2]))
model = Model("rank_2_rows_fed").IntroducedIn("V1_2")
model.Operation("REDUCE_SUM", x, axes, False).To(y)
example = Example({
    x: [-7.5, 8.0, -3.5, -5.5, 6.5, 8.0],
    axes: [0],
    y: [-4.5, 10.5],
}, model=model)
example.AddVariations("relaxed", "float16")
