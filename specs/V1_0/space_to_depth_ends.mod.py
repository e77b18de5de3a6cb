# SPACE_TO_DEPTH: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 6, 6, 1]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 3, 4]))
model = Model("size_2_or_3").IntroducedIn("V1_0")
model.Operation("SPACE_TO_DEPTH", x, 2).To(y)
Example({
    x: [
        0.5,  1.0,  1.5,  2.0,  2.5,  3.0,  3.5,  4.0,
        4.5,  5.0,  5.5,  6.0,  6.5,  7.0,  7.5,  8.0,
        8.5,  9.0,  9.5,  10.0,  10.5,  11.0,  11.5,  12.0,
        12.5,  13.0,  13.5,  14.0,  14.5,  15.0,  15.5,  16.0,
        16.5,  17.0,  17.5,  18.0,
    ],
    y: [
        0.5, 1.0, 3.5, 4.0,  1.5, 2.0, 4.5, 5.0,
        2.5, 3.0, 5.5, 6.0,  6.5, 7.0, 9.5, 10.0,
        7.5, 8.0, 10.5, 11.0,  8.5, 9.0, 11.5, 12.0,
        12.5, 13.0, 15.5, 16.0,  13.5, 14.0, 16.5, 17.0,
        14.5, 15.0, 17.5, 18.0,
    ],
}, model=model)
