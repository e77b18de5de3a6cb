# RELU: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT32", [2, 3, 1]))
model = Model("float32_6").IntroducedIn("V1_0")
model.Operation("RELU", x0).To(y0)
Example({
    x0: [2.354112, -11.507882, 18.349546, 4.789884, -7.1342587, 21.939505],
    y0: [2.354112, 0, 18.349546, 4.789884, 0, 21.939505],
}, model=model)

x0 = Input("x0", ("TENSOR_FLOAT16", [2, 3, 1]))
y0 = Output("y0", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_6").IntroducedIn("V1_2")
model.Operation("RELU", x0).To(y0)
Example({
    x0: [2.8847656, -8.5703125, 31.484375, 6.7304688, -7.8476562, 16.421875],
    y0: [2.8847656, 0, 31.484375, 6.7304688, 0, 16.421875],
}, model=model)
