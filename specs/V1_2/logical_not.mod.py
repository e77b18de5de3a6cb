# LOGICAL_NOT: both truth values, every rank up to 5.
# Expected values: specs/scripts/binary_elementwise.py (exact arithmetic on every pair; POW in
# float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_BOOL8", [2]))
y = Output("y", ("TENSOR_BOOL8", [2]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("LOGICAL_NOT", x).To(y)
Example({
    x: [False, True],
    y: [True, False],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [3, 4]))
y = Output("y", ("TENSOR_BOOL8", [3, 4]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("LOGICAL_NOT", x).To(y)
example = Example({
    x: [
        False, True, False, True,  True, True, True, False,
        True, False, True, False,
    ],
    y: [
        True, False, True, False,  False, False, False, True,
        False, True, False, True,
    ],
}, model=model)
example.AddUnknownShapes()

x = Input("x", ("TENSOR_BOOL8", [2, 1, 5]))
y = Output("y", ("TENSOR_BOOL8", [2, 1, 5]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("LOGICAL_NOT", x).To(y)
Example({
    x: [False, True, True, True, True, False, False, False, True, False],
    y: [True, False, False, False, False, True, True, True, False, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_BOOL8", [2, 3, 1, 3]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("LOGICAL_NOT", x).To(y)
Example({
    x: [
        False, True, True,  False, True, False,  False, False, False,  False, True, False,
        False, True, True,  False, False, True,
    ],
    y: [
        True, False, False,  True, False, True,  True, True, True,  True, False, True,
        True, False, False,  True, True, False,
    ],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [1, 2, 2, 1, 3]))
y = Output("y", ("TENSOR_BOOL8", [1, 2, 2, 1, 3]))
model = Model("rank_5").IntroducedIn("V1_2")
model.Operation("LOGICAL_NOT", x).To(y)
Example({
    x: [
        False, True, True,  True, True, False,  True, True, True,  False, True, False,
    ],
    y: [
        True, False, False,  False, False, True,  False, False, False,  True, False, True,
    ],
}, model=model)
