# SPACE_TO_BATCH_ND: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [1, 6, 6, 1]))
block = Int32Vector("block", [2, 3])
around = Parameter("around", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y = Output("y", ("TENSOR_FLOAT32", [6, 3, 2, 1]))
model = Model("blocks_0").IntroducedIn("V1_1")
model.Operation("SPACE_TO_BATCH_ND", x, block, around).To(y)
Example({
    x: [
        0.5,  1.0,  1.5,  2.0,  2.5,  3.0,  3.5,  4.0,
        4.5,  5.0,  5.5,  6.0,  6.5,  7.0,  7.5,  8.0,
        8.5,  9.0,  9.5,  10.0,  10.5,  11.0,  11.5,  12.0,
        12.5,  13.0,  13.5,  14.0,  14.5,  15.0,  15.5,  16.0,
        16.5,  17.0,  17.5,  18.0,
    ],
    y: [
        0.5,  2.0,  6.5,  8.0,  12.5,  14.0,  1.0,  2.5,
        7.0,  8.5,  13.0,  14.5,  1.5,  3.0,  7.5,  9.0,
        13.5,  15.0,  3.5,  5.0,  9.5,  11.0,  15.5,  17.0,
        4.0,  5.5,  10.0,  11.5,  16.0,  17.5,  4.5,  6.0,
        10.5,  12.0,  16.5,  18.0,
    ],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [1, 4, 4, 1]))
block = Int32Vector("block", [2, 2])
around = Parameter("around", ("TENSOR_INT32", [2, 2]), [1, 1, 1, 1])
y = Output("y", ("TENSOR_FLOAT32", [4, 3, 3, 1]))
model = Model("blocks_1").IntroducedIn("V1_1")
model.Operation("SPACE_TO_BATCH_ND", x, block, around).To(y)
Example({
    x: [
        0.5,  1.0,  1.5,  2.0,  2.5,  3.0,  3.5,  4.0,
        4.5,  5.0,  5.5,  6.0,  6.5,  7.0,  7.5,  8.0,
    ],
    y: [
        0.0,  0.0,  0.0,  0.0,  3.0,  4.0,  0.0,  7.0,
        8.0,  0.0,  0.0,  0.0,  2.5,  3.5,  0.0,  6.5,
        7.5,  0.0,  0.0,  1.0,  2.0,  0.0,  5.0,  6.0,
        0.0,  0.0,  0.0,  0.5,  1.5,  0.0,  4.5,  5.5,
        0.0,  0.0,  0.0,  0.0,
    ],
}, model=model)
