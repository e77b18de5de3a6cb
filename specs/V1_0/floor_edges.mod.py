# FLOOR: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT16", [2, 3, 1]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3, 1]))
model = Model("float16_all_bits").IntroducedIn("V1_2")
model.Operation("FLOOR", x).To(y)
Example({
    x: [1025.0, 1027.0, -1029.0, 515.5, -513.5, 1031.0],
    y: [1025.0, 1027.0, -1029.0, 515.0, -514.0, 1031.0],
}, model=model)
