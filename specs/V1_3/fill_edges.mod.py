# FILL: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

dims = Int32Vector("dims", [3, 1])
value = Float16Scalar("value", 4.8867188)
y = Output("y", ("TENSOR_FLOAT16", [3, 1]))
model = Model("float16_all_bits").IntroducedIn("V1_3")
model.Operation("FILL", dims, value).To(y)
Example({
    y: [4.8867188, 4.8867188, 4.8867188],
}, model=model)
