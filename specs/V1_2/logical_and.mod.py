# LOGICAL_AND: all pairs of truth values, broadcasting.
# Expected values: specs/scripts/binary_elementwise.py (exact arithmetic on every pair; POW in
# float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_BOOL8", [2]))
b = Input("b", ("TENSOR_BOOL8", [2]))
y = Output("y", ("TENSOR_BOOL8", [2]))
model = Model("rank_1").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False, False],
    b: [True, False],
    y: [False, False],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [3, 2]))
b = Input("b", ("TENSOR_BOOL8", [3, 2]))
y = Output("y", ("TENSOR_BOOL8", [3, 2]))
model = Model("rank_2").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
example = Example({
    a: [True, True, False, True, True, False],
    b: [False, True, True, False, True, True],
    y: [False, True, False, False, True, False],
}, model=model)
example.AddUnknownShapes()

a = Input("a", ("TENSOR_BOOL8", [1, 3, 2]))
b = Input("b", ("TENSOR_BOOL8", [1, 3, 2]))
y = Output("y", ("TENSOR_BOOL8", [1, 3, 2]))
model = Model("rank_3").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False, True, False, True, True, True],
    b: [False, True, False, False, True, True],
    y: [False, True, False, False, True, True],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1, 3, 2]))
b = Input("b", ("TENSOR_BOOL8", [2, 1, 3, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 1, 3, 2]))
model = Model("rank_4").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [
        True, False,  False, False,  True, True,  True, False,
        True, False,  True, True,
    ],
    b: [
        False, False,  True, False,  False, False,  True, True,
        False, True,  False, False,
    ],
    y: [
        False, False,  False, False,  False, False,  True, False,
        False, False,  False, False,
    ],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 3]))
b = Input("b", ("TENSOR_BOOL8", [3]))
y = Output("y", ("TENSOR_BOOL8", [2, 3]))
model = Model("broadcast_2x3_3").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [True, False, True, False, True, False],
    b: [True, True, False],
    y: [True, False, False, False, True, False],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [3]))
b = Input("b", ("TENSOR_BOOL8", [2, 3]))
y = Output("y", ("TENSOR_BOOL8", [2, 3]))
model = Model("broadcast_3_2x3").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False, True, False],
    b: [False, True, False, True, True, True],
    y: [False, True, False, False, True, False],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 2, 3]))
b = Input("b", ("TENSOR_BOOL8", [2, 1]))
y = Output("y", ("TENSOR_BOOL8", [2, 2, 3]))
model = Model("broadcast_2x2x3_2x1").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [
        True, True, False,  True, True, True,  False, True, False,  True, True, True,
    ],
    b: [False, False],
    y: [
        False, False, False,  False, False, False,  False, False, False,  False, False, False,
    ],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1, 3]))
b = Input("b", ("TENSOR_BOOL8", [2, 1]))
y = Output("y", ("TENSOR_BOOL8", [2, 2, 3]))
model = Model("broadcast_2x1x3_2x1").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False, False, False, False, False, True],
    b: [False, False],
    y: [
        False, False, False,  False, False, False,  False, False, False,  False, False, False,
    ],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [1]))
b = Input("b", ("TENSOR_BOOL8", [2, 2, 1, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 2, 1, 2]))
model = Model("broadcast_1_2x2x1x2").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [True],
    b: [False, False, True, False, True, True, False, True],
    y: [False, False, True, False, True, True, False, True],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1, 1, 2]))
b = Input("b", ("TENSOR_BOOL8", [3, 1]))
y = Output("y", ("TENSOR_BOOL8", [2, 1, 3, 2]))
model = Model("broadcast_2x1x1x2_3x1").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False, True, True, False],
    b: [False, False, True],
    y: [
        False, False,  False, False,  False, True,  False, False,
        False, False,  True, False,
    ],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [1, 2, 1, 3]))
b = Input("b", ("TENSOR_BOOL8", [2, 1, 2, 1]))
y = Output("y", ("TENSOR_BOOL8", [2, 2, 2, 3]))
model = Model("broadcast_1x2x1x3_2x1x2x1").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [True, True, True, True, False, False],
    b: [True, False, True, True],
    y: [
        True, True, True,  False, False, False,  True, False, False,  False, False, False,
        True, True, True,  True, True, True,  True, False, False,  True, False, False,
    ],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [1, 1, 1, 1]))
b = Input("b", ("TENSOR_BOOL8", [1]))
y = Output("y", ("TENSOR_BOOL8", [1, 1, 1, 1]))
model = Model("broadcast_1x1x1x1_1").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False],
    b: [False],
    y: [False],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1, 2, 1, 2])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_BOOL8", [3, 2]))
y = Output("y", ("TENSOR_BOOL8", [2, 1, 2, 3, 2]))
model = Model("broadcast_2x1x2x1x2_3x2").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [True, False, True, False, False, True, False, True],
    b: [False, True, True, False, False, False],
    y: [
        False, False,  True, False,  False, False,  False, False,
        True, False,  False, False,  False, True,  False, False,
        False, False,  False, True,  False, False,  False, False,
    ],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1, 1, 1, 1, 2])).ShouldNeverBeInternal()
b = Input("b", ("TENSOR_BOOL8", [1, 2, 1, 2, 1, 1])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_BOOL8", [2, 2, 1, 2, 1, 2]))
model = Model("broadcast_2x1x1x1x1x2_1x2x1x2x1x1").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False, True, True, True],
    b: [False, True, True, True],
    y: [
        False, False,  False, True,  False, True,  False, True,
        False, False,  True, True,  True, True,  True, True,
    ],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [2, 1]))
b = Input("b", ("TENSOR_BOOL8", [2]))
y = Output("y", ("TENSOR_BOOL8", [2, 2]))
model = Model("bool8").IntroducedIn("V1_2")
model.Operation("LOGICAL_AND", a, b).To(y)
Example({
    a: [False, True],
    b: [False, True],
    y: [False, False, False, True],
}, model=model)
