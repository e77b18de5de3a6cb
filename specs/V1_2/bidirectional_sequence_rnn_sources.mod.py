# BIDIRECTIONAL_SEQUENCE_RNN: operands that are usually constants as model inputs, or the
# reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/sequence_rnn.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4, 2, 3]))
fw_w = Parameter("fw_w", ("TENSOR_FLOAT32", [4, 3]), [
    0.5, 0.5625, 0.25,  -0.4375, -0.125, 0.375,
    0.4375, 0.6875, 0.3125,  -0.6875, 0.125, -0.5625,
])
fw_r = Parameter("fw_r", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, -0.5625, -0.8125, 0.5625,
    -0.125, -0.0625, 0.6875, 0.5,
    1.0, -0.375, 0.375, 0.75,
    -0.3125, -0.8125, 0.3125, 0.375,
])
fw_b = Parameter("fw_b", ("TENSOR_FLOAT32", [4]), [-1.5, -0.3125, -0.5625, -0.75])
fw_h_in = Parameter("fw_h_in", ("TENSOR_FLOAT32", [2, 4]), [-0.3125, 0.5625, 0.9375, 0.5, 0.375, -0.4375, 0.25, 0.5])
bw_w = Parameter("bw_w", ("TENSOR_FLOAT32", [5, 3]), [
    -0.625, -0.6875, 0.1875,  -0.4375, 0.0625, 0.5625,
    0.0, 0.4375, 0.125,  0.375, -0.75, 0.125,
    -0.6875, 0.25, -0.25,
])
bw_r = Parameter("bw_r", ("TENSOR_FLOAT32", [5, 5]), [
    -0.75, -0.3125, -0.0625, 0.0, -0.5,
    -0.8125, 0.625, -0.625, -0.375, -0.9375,
    0.3125, 0.4375, -0.25, 0.5625, 0.25,
    0.875, 0.9375, 0.875, -0.4375, 0.5,
    0.25, -0.875, -0.6875, 0.125, -0.25,
])
bw_b = Parameter("bw_b", ("TENSOR_FLOAT32", [5]), [1.375, 1.25, -1.0625, -0.0625, -0.4375])
bw_h_in = Parameter("bw_h_in", ("TENSOR_FLOAT32", [2, 5]), [
    -0.4375, -0.0625, -0.375, -0.625, 0.75,
    0.3125, -0.6875, -0.1875, -0.5, -0.4375,
])
aux = Parameter("aux", ("TENSOR_FLOAT32", [4, 2, 2]), [
    0.25, 0.5,  -1.125, 0.125,  0.75, -0.1875,  -0.875, -0.75,
    1.25, 0.0,  -0.9375, 0.4375,  -0.125, 0.1875,  1.0, 1.3125,
])
fw_aux_w = Parameter("fw_aux_w", ("TENSOR_FLOAT32", [4, 2]), [0.0625, 0.5, 0.1875, 0.3125, 0.0625, -0.1875, -0.125, -0.25])
bw_aux_w = Parameter("bw_aux_w", ("TENSOR_FLOAT32", [5, 2]), [0.0, 0.0, 0.375, 0.3125, 0.5, 0.5, -0.375, -0.5625, -0.125, -0.5])
time_major = BoolScalar("time_major", True)
merge = BoolScalar("merge", False)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [4, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [4, 2, 5]))
model = Model("cross_constant_fw_h_in_bw_h_in_aux").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_RNN", x, fw_w, fw_r, fw_b, fw_h_in, bw_w, bw_r, bw_b, bw_h_in, aux, fw_aux_w, bw_aux_w, 1, time_major, merge).To(fw_y, bw_y)
example = Example({
    x: [
        -1.75, 0.625, -1.0,  0.8125, 0.6875, -1.8125,
        -0.8125, 1.875, 0.0,  0.75, -1.6875, -0.3125,
        -1.0, -0.125, 1.375,  -1.0, 0.1875, 1.6875,
        -0.75, 0.8125, 0.6875,  0.75, -1.5625, -1.5625,
    ],
    fw_y: [
        0.0, 1.1015625, 0.0, 1.0585938,
        0.0, 0.0, 0.61328125, 0.41015625,
        0.0, 0.35107422, 0.8339844, 0.0,
        0.0, 0.0, 0.0, 0.0,
        0.0, 1.4420471, 0.0, 0.0,
        0.0, 0.6953125, 0.0, 0.0,
        0.0, 0.116903305, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0,
    ],
    bw_y: [
        1.130086, 0.6213722, 0.25954533, 1.8203878, 0.0,
        0.0, 0.0, 0.57687664, 0.0, 0.38015556,
        0.0, 1.7539062, 2.7740936, 1.2885284, 0.0,
        1.1863403, 0.0, 0.0, 3.0123138, 0.0,
        0.6269531, 3.0944824, 1.0432129, 2.5708008, 0.0,
        0.52563477, 1.3671875, 0.0, 2.1135254, 0.0,
        1.4101562, 2.109375, 0.0, 0.0, 0.0,
        1.8984375, 0.76171875, 0.0, 0.0, 0.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
