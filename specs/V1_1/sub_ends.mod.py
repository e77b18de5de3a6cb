# SUB: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

a = Input("a", ("TENSOR_INT32", [1, 3]))
b = Input("b", ("TENSOR_INT32", [1, 3]))
y = Output("y", ("TENSOR_INT32", [1, 3]))
model = Model("int32_one_row").IntroducedIn("V1_3")
model.Operation("SUB", a, b, 0).To(y)
Example({
    a: [70001, -9, 8],
    b: [3, 2, 8],
    y: [69998, -11, 0],
}, model=model)

a = Input("a", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.5, 100))
b = Input("b", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.25, 100))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.83, 111))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("SUB", a, b, 0).To(y)
Example({
    a: [255, 0, 254, 255, 0, 0],
    b: [101, 99, 102, 104, 97, 96],
    y: [204, 51, 203, 203, 52, 52],
}, model=model)
