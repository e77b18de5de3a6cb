# REDUCE_ANY: one, several and all axes, negative, repeated and unsorted ones, kept and removed
# dimensions, truth values.
# Expected values: specs/scripts/reductions.py (plain loops, exact or in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_BOOL8", [4]))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_BOOL8", [1]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [False, False, True, True],
    y: [True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [4]))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_BOOL8", [1]))
model = Model("rank_1_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, True).To(y)
Example({
    x: [False, False, False, False],
    y: [False],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [3, 2]))
axes = Int32Vector("axes", [0])
y = Output("y", ("TENSOR_BOOL8", [2]))
model = Model("rank_2_rows").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [True, False, False, False, True, True],
    y: [True, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [3, 2]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_BOOL8", [3]))
model = Model("rank_2_columns").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [False, True, False, True, True, False],
    y: [True, True, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 5]))
axes = Int32Vector("axes", [-1])
y = Output("y", ("TENSOR_BOOL8", [2, 1]))
model = Model("rank_2_columns_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, True).To(y)
Example({
    x: [False, True, False, False, True, False, False, True, False, False],
    y: [True, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 3]))
axes = Int32Vector("axes", [0, 1])
y = Output("y", ("TENSOR_BOOL8", [1]))
model = Model("rank_2_all").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [False, False, True, False, True, False],
    y: [True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 3]))
axes = Int32Vector("axes", [1, 0])
y = Output("y", ("TENSOR_BOOL8", [1, 1]))
model = Model("rank_2_all_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, True).To(y)
Example({
    x: [True, False, False, False, True, False],
    y: [True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 3, 2]))
axes = Int32Vector("axes", [1])
y = Output("y", ("TENSOR_BOOL8", [2, 2]))
model = Model("rank_3_middle").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [
        False, False,  True, False,  True, True,  False, False,
        False, False,  False, True,
    ],
    y: [True, True, False, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 3, 2]))
axes = Int32Vector("axes", [0, 2])
y = Output("y", ("TENSOR_BOOL8", [3]))
model = Model("rank_3_outer").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [
        False, False,  False, False,  True, False,  False, False,
        False, False,  False, False,
    ],
    y: [False, False, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 3, 2]))
axes = Int32Vector("axes", [-2, -3])
y = Output("y", ("TENSOR_BOOL8", [1, 1, 2]))
model = Model("rank_3_negative").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, True).To(y)
Example({
    x: [
        False, False,  True, False,  True, True,  False, False,
        False, False,  False, True,
    ],
    y: [True, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 2, 3]))
axes = Int32Vector("axes", [1, 1, -2])
y = Output("y", ("TENSOR_BOOL8", [2, 3]))
model = Model("rank_3_repeated").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [
        True, False, False,  True, True, False,  False, False, False,  False, False, False,
    ],
    y: [True, True, False, False, False, False],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 3, 2, 2]))
axes = Int32Vector("axes", [1, 2])
y = Output("y", ("TENSOR_BOOL8", [2, 2]))
model = Model("rank_4_spatial").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [
        False, True,  False, False,  True, False,  False, False,
        True, False,  False, True,  True, False,  False, False,
        False, True,  False, False,  False, False,  True, True,
    ],
    y: [True, True, True, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 3, 2, 2]))
axes = Int32Vector("axes", [2, 1])
y = Output("y", ("TENSOR_BOOL8", [2, 1, 1, 2]))
model = Model("rank_4_spatial_keep").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, True).To(y)
Example({
    x: [
        False, True,  False, False,  True, False,  False, False,
        False, False,  False, False,  False, True,  True, True,
        False, False,  False, True,  False, False,  False, True,
    ],
    y: [True, True, True, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [1, 2, 2, 3]))
axes = Int32Vector("axes", [0, 1, 2, 3])
y = Output("y", ("TENSOR_BOOL8", [1]))
model = Model("rank_4_all").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [
        False, False, False,  True, True, False,  False, False, False,  False, False, True,
    ],
    y: [True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [1, 2, 2, 3]))
axes = Int32Vector("axes", [-4, -1, -3, -2])
y = Output("y", ("TENSOR_BOOL8", [1]))
model = Model("rank_4_all_negative").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [
        True, False, False,  False, True, True,  False, False, False,  False, False, False,
    ],
    y: [True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 1, 3, 1]))
axes = Int32Vector("axes", [1, -1])
y = Output("y", ("TENSOR_BOOL8", [2, 3]))
model = Model("size_1_axis").IntroducedIn("V1_2")
model.Operation("REDUCE_ANY", x, axes, False).To(y)
Example({
    x: [False, False, False, False, True, False],
    y: [False, False, False, False, True, False],
}, model=model)
