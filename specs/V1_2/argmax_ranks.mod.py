# ARGMAX: INT32 of every rank.
# Expected values: specs/scripts/ranks.py (plain loops).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_INT32", [3, 4]))
y = Output("y", ("TENSOR_INT32", [3]))
model = Model("int32_rank_2").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 1).To(y)
Example({
    x: [4, -6, -4, -2, -1, -5, -7, 2, 0, 3, -3, 1],
    y: [0, 3, 1],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 1, 5]))
y = Output("y", ("TENSOR_INT32", [2, 5]))
model = Model("int32_rank_3").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 1).To(y)
Example({
    x: [1, -7, 0, -5, -2, -3, -4, -1, -6, 2],
    y: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3, 3]))
model = Model("int32_rank_4").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 2).To(y)
Example({
    x: [3, 7, 1, 10, -5, 6, 8, 2, -3, -4, -2, -6, 0, 9, 4, -7, 5, -1],
    y: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}, model=model)
