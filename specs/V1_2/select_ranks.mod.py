# SELECT: INT32 of every rank.
# Expected values: specs/scripts/ranks.py (one element at a time).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

mask = Input("mask", ("TENSOR_BOOL8", [3, 4]))
a = Input("a", ("TENSOR_INT32", [3, 4]))
b = Input("b", ("TENSOR_INT32", [3, 4]))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("int32_rank_2").IntroducedIn("V1_2")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    mask: [
        False, False, False, True,  True, True, True, False,
        True, False, True, True,
    ],
    a: [70001, -36, 26, -4, 40, 14, -19, -2, -39, 21, -1, 3],
    b: [70001, -37, -10, -2, -38, 12, -30, 37, -28, -10, -11, -21],
    y: [70001, -37, -10, -4, 40, 14, -19, 37, -39, -10, -1, 3],
}, model=model)

mask = Input("mask", ("TENSOR_BOOL8", [2, 1, 5]))
a = Input("a", ("TENSOR_INT32", [2, 1, 5]))
b = Input("b", ("TENSOR_INT32", [2, 1, 5]))
y = Output("y", ("TENSOR_INT32", [2, 1, 5]))
model = Model("int32_rank_3").IntroducedIn("V1_2")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    mask: [True, True, False, True, True, True, False, True, False, False],
    a: [70001, 5, -8, -2, 28, 12, -40, 15, 29, -37],
    b: [70001, 4, 37, 3, 31, 9, 30, -26, 39, 13],
    y: [70001, 5, 37, -2, 28, 12, 30, 15, 39, 13],
}, model=model)

mask = Input("mask", ("TENSOR_BOOL8", [2, 3, 1, 3]))
a = Input("a", ("TENSOR_INT32", [2, 3, 1, 3]))
b = Input("b", ("TENSOR_INT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3, 1, 3]))
model = Model("int32_rank_4").IntroducedIn("V1_2")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    mask: [
        False, True, True,  False, True, True,  True, False, False,  True, True, True,
        False, True, False,  False, True, True,
    ],
    a: [
        70001, -34, 38,  -15, 16, 9,  3, -32, 15,  -14, 38, -28,
        -26, -36, -22,  -37, -17, 38,
    ],
    b: [
        70001, -35, 3,  -14, 19, 22,  -8, -9, 25,  36, 12, 13,
        3, -4, 31,  7, -16, -34,
    ],
    y: [
        70001, -34, 38,  -14, 16, 9,  3, -9, 25,  -14, 38, -28,
        3, -36, 31,  7, -17, 38,
    ],
}, model=model)
