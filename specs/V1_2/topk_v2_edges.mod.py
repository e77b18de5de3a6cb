# TOPK_V2: floats that use all bits, extreme codes, a last dimension of size 1.
# Expected values: specs/scripts/edges.py (numpy's corresponding functions; values are only
# copied).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT16", [2, 4]))
y = Output("y", ("TENSOR_FLOAT16", [2, 3]))
at = Output("at", ("TENSOR_INT32", [2, 3]))
model = Model("float16_all_bits").IntroducedIn("V1_2")
model.Operation("TOPK_V2", x, 3).To(y, at)
Example({
    x: [
        15.2421875, -3.4863281, 6.1992188, 25.265625,
        -20.671875, 7.3320312, 7.0117188, -11.1171875,
    ],
    y: [25.265625, 15.2421875, 6.1992188, 7.3320312, 7.0117188, -11.1171875],
    at: [3, 0, 2, 1, 2, 3],
}, model=model)
