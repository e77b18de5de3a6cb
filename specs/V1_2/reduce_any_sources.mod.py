# REDUCE_ANY: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/reductions.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_BOOL8", [4]))
axes = Input("axes", ("TENSOR_INT32", [1]))
y = Output("y", ("TENSOR_BOOL8", [1]))
model = Model("rank_1_fed").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [False, False, True, True],
    axes: [0],
    y: [True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [4]))
axes = Input("axes", ("TENSOR_INT32", [1]))
y = Output("y", ("TENSOR_BOOL8", [1]))
model = Model("rank_1_keep_fed").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, True).To(y)
Example({
    x: [False, False, False, False],
    axes: [-1],
    y: [False],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [3, 2]))
axes = Input("axes", ("TENSOR_INT32", [1]))
y = Output("y", ("TENSOR_BOOL8", [2]))
model = Model("rank_2_rows_fed").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [True, False, False, False, True, True],
    axes: [0],
    y: [True, True],
}, model=model)
