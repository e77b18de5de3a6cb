# ARGMAX: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [6, 1]))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("float32").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 0).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [5],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [6, 1]))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("float16").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 0).To(y)
Example({
    x: [1.5, -2.25, 0.125, 3.0, -0.5, 6.0],
    y: [5],
}, model=model)

x = Input("x", ("TENSOR_INT32", [6, 1]))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("int32").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 0).To(y)
Example({
    x: [2147483647, -2147483647, 7, -40, 0, 70001],
    y: [0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [6, 1], 0.5, 100))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("quant8").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 0).To(y)
Example({
    x: [255, 0, 254, 1, 37, 130],
    y: [0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [6, 1], 0.5, -28))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("quant8_signed").IntroducedIn("V1_3")
model.Operation("ARGMAX", x, 0).To(y)
Example({
    x: [127, -128, 126, -127, -91, 2],
    y: [0],
}, model=model)

x = Input("x", ("TENSOR_INT32", [1, 3]))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("best_number").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 1).To(y)
Example({
    x: [255, 200, 220],
    y: [0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3], 0.5, 100))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("best_code").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 1).To(y)
Example({
    x: [255, 200, 220],
    y: [0],
}, model=model)

x = Input("x", ("TENSOR_INT32", [1, 3]))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("worst_number").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 1).To(y)
Example({
    x: [0, 20, 40],
    y: [2],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 3], 0.5, 100))
y = Output("y", ("TENSOR_INT32", [1]))
model = Model("worst_code").IntroducedIn("V1_2")
model.Operation("ARGMAX", x, 1).To(y)
Example({
    x: [0, 20, 40],
    y: [2],
}, model=model)
