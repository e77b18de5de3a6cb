# NEG: INT32 of every rank.
# Expected values: specs/scripts/ranks.py (one element at a time).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_INT32", [5]))
y = Output("y", ("TENSOR_INT32", [5]))
model = Model("int32_rank_1").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
Example({
    x: [70001, -11, -29, -11, -39],
    y: [-70001, 11, 29, 11, 39],
}, model=model)

x = Input("x", ("TENSOR_INT32", [3, 4]))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("int32_rank_2").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
Example({
    x: [70001, 31, 18, -9, 30, -9, 14, -23, 12, 20, -4, 25],
    y: [-70001, -31, -18, 9, -30, 9, -14, 23, -12, -20, 4, -25],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 1, 5]))
y = Output("y", ("TENSOR_INT32", [2, 1, 5]))
model = Model("int32_rank_3").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
Example({
    x: [70001, -9, -16, -23, 18, 4, -7, -6, -18, -38],
    y: [-70001, 9, 16, 23, -18, -4, 7, 6, 18, 38],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3, 1, 3]))
model = Model("int32_rank_4").IntroducedIn("V1_2")
model.Operation("NEG", x).To(y)
Example({
    x: [
        70001, 33, 31,  -21, 6, 1,  -29, 27, -31,  -15, 36, -22,
        -31, 33, -35,  -5, -5, 12,
    ],
    y: [
        -70001, -33, -31,  21, -6, -1,  29, -27, 31,  15, -36, 22,
        31, -33, 35,  5, 5, -12,
    ],
}, model=model)
