# GREATER_EQUAL: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_INT32", [1, 3]))
b = Input("b", ("TENSOR_INT32", [1, 3]))
y = Output("y", ("TENSOR_BOOL8", [1, 3]))
model = Model("int32_one_row").IntroducedIn("V1_2")
model.Operation("GREATER_EQUAL", a, b).To(y)
Example({
    a: [70001, -9, 8],
    b: [3, 2, 8],
    y: [True, False, True],
}, model=model)

a = Input("a", ("TENSOR_BOOL8", [1, 3]))
b = Input("b", ("TENSOR_BOOL8", [1, 3]))
y = Output("y", ("TENSOR_BOOL8", [1, 3]))
model = Model("bool8_one_row").IntroducedIn("V1_2")
model.Operation("GREATER_EQUAL", a, b).To(y)
Example({
    a: [True, False, True],
    b: [True, True, False],
    y: [True, False, True],
}, model=model)

a = Input("a", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.5, 100))
b = Input("b", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.5, 100))
y = Output("y", ("TENSOR_BOOL8", [6, 1]))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("GREATER_EQUAL", a, b).To(y)
Example({
    a: [255, 0, 254, 255, 0, 0],
    b: [255, 0, 255, 255, 20, 1],
    y: [True, True, False, True, False, False],
}, model=model)

a = Input("a", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.5, 100))
b = Input("b", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.5, 90))
y = Output("y", ("TENSOR_BOOL8", [6, 1]))
model = Model("quant8_zero_points").IntroducedIn("V1_2")
model.Operation("GREATER_EQUAL", a, b).To(y)
Example({
    a: [110, 100, 105, 90, 255, 0],
    b: [100, 95, 105, 80, 246, 1],
    y: [True, False, False, True, False, False],
}, model=model)
