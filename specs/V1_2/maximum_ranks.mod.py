# MAXIMUM: INT32 of every rank.
# Expected values: specs/scripts/ranks.py (one element at a time).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_INT32", [5]))
b = Input("b", ("TENSOR_INT32", [5]))
y = Output("y", ("TENSOR_INT32", [5]))
model = Model("int32_rank_1").IntroducedIn("V1_2")
model.Operation("MAXIMUM", a, b).To(y)
Example({
    a: [70001, -25, -7, -15, 35],
    b: [30011, -25, 23, -13, 38],
    y: [70001, -25, 23, -13, 38],
}, model=model)

a = Input("a", ("TENSOR_INT32", [3, 4]))
b = Input("b", ("TENSOR_INT32", [3, 4]))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("int32_rank_2").IntroducedIn("V1_2")
model.Operation("MAXIMUM", a, b).To(y)
Example({
    a: [70001, 16, 40, -29, 23, -20, 36, -21, -24, -13, -32, 8],
    b: [30011, 16, -12, -11, 26, -7, 25, 18, 2, -29, 23, -32],
    y: [70001, 16, 40, -11, 26, -7, 36, 18, 2, -13, 23, 8],
}, model=model)

a = Input("a", ("TENSOR_INT32", [2, 1, 5]))
b = Input("b", ("TENSOR_INT32", [2, 1, 5]))
y = Output("y", ("TENSOR_INT32", [2, 1, 5]))
model = Model("int32_rank_3").IntroducedIn("V1_2")
model.Operation("MAXIMUM", a, b).To(y)
Example({
    a: [70001, -23, 6, -27, 11, -6, 15, 12, -38, 26],
    b: [30011, -23, 35, -25, 14, -9, 4, 35, -28, -6],
    y: [70001, -23, 35, -25, 14, -6, 15, 35, -28, 26],
}, model=model)

a = Input("a", ("TENSOR_INT32", [2, 3, 1, 3]))
b = Input("b", ("TENSOR_INT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3, 1, 3]))
model = Model("int32_rank_4").IntroducedIn("V1_2")
model.Operation("MAXIMUM", a, b).To(y)
Example({
    a: [
        70001, 18, -29,  40, -1, -9,  -7, 29, 29,  -32, 7, -39,
        -8, -30, 22,  -12, -7, -5,
    ],
    b: [
        30011, 18, 1,  -39, 2, 4,  -18, -12, 39,  17, -19, 18,
        21, 1, -6,  32, -6, 3,
    ],
    y: [70001, 18, 1, 40, 2, 4, -7, 29, 39, 17, 7, 18, 21, 1, 22, 32, -6, 3],
}, model=model)
