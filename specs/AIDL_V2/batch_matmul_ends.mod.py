# BATCH_MATMUL: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.5, 7))
b = Input("b", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 1.0))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 3.3, 2))
model = Model("square").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", a, b, False, False).To(y)
Example({
    a: [127, -128, 5, 126],
    b: [1, 2, -3, 4],
    y: [82, -43, -52, 74],
}, model=model)

a = Input("a", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.5, 7))
b = Input("b", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 1.0))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 3.3, 2))
model = Model("square_adj_x").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", a, b, True, False).To(y)
Example({
    a: [127, -128, 5, 126],
    b: [1, 2, -3, 4],
    y: [21, 37, -73, 33],
}, model=model)

a = Input("a", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.5, 7))
b = Input("b", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 1.0))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 3.3, 2))
model = Model("square_adj_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", a, b, False, True).To(y)
Example({
    a: [127, -128, 5, 126],
    b: [1, 2, -3, 4],
    y: [-21, -128, 38, 75],
}, model=model)

a = Input("a", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.5, 7))
b = Input("b", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 1.0))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 3.3, 2))
model = Model("square_adj_x_adj_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", a, b, True, True).To(y)
Example({
    a: [127, -128, 5, 126],
    b: [1, 2, -3, 4],
    y: [20, -54, 18, 127],
}, model=model)
