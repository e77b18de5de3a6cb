# BIDIRECTIONAL_SEQUENCE_RNN: A single number per step.
# Expected values: specs/scripts/edges_sequences.py (formulas in double precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# A single number per step.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 1]))
fw_w = Parameter("fw_w", ("TENSOR_FLOAT32", [4, 1]), [0.75, -0.6875, 0.5, -0.25])
fw_r = Parameter("fw_r", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, 0.4375, -0.25, -0.75,
    -0.125, 0.375, -0.25, -0.5625,
    -0.5625, 0.3125, 0.625, -0.0625,
    -0.625, -0.75, -0.8125, 0.4375,
])
fw_b = Parameter("fw_b", ("TENSOR_FLOAT32", [4]), [-1.0, 0.5, 0.75, 0.3125])
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_w = Parameter("bw_w", ("TENSOR_FLOAT32", [5, 1]), [-0.375, -0.375, 0.4375, -0.3125, 0.0])
bw_r = Parameter("bw_r", ("TENSOR_FLOAT32", [5, 5]), [
    0.5, -0.9375, -0.125, 0.6875, -0.3125,
    0.0, -0.25, -0.4375, 0.5625, 0.0,
    -0.5, -0.625, -0.75, -0.75, -0.9375,
    0.25, -0.25, -0.4375, 0.625, -0.4375,
    0.25, 0.875, -0.5625, -0.5, -0.625,
])
bw_b = Parameter("bw_b", ("TENSOR_FLOAT32", [5]), [-0.1875, 0.5625, 0.25, 0.25, 0.3125])
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_w = Parameter("fw_aux_w", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_w = Parameter("bw_aux_w", ("TENSOR_FLOAT32", [0, 0]), None)
time_major = BoolScalar("time_major", True)
merge = BoolScalar("merge", False)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("single").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_RNN", x, fw_w, fw_r, fw_b, fw_h_in, bw_w, bw_r, bw_b, bw_h_in, aux, fw_aux_w, bw_aux_w, 0, time_major, merge).To(fw_y, bw_y)
example = Example({
    x: [0.0, -1.125, 1.3125, -0.625, -0.5625, 1.1875],
    fw_h_in: [-0.625, 0.0, 0.75, 0.25, 0.125, 0.25, 0.4375, 0.625],
    bw_h_in: [
        -1.0, -1.0, -0.5, -0.75, -0.6875,
        0.0, -0.6875, 0.375, -0.5625, -0.6875,
    ],
    fw_y: [
        -1.1015625, 0.25, 1.5546875, 0.203125,
        -2.3671875, 0.890625, 0.4296875, 0.24609375,
        0.03466797, -0.6738281, 3.0629883, -0.68896484,
        -0.33544922, 1.3137207, 2.300537, 1.0388184,
        -1.9808655, 0.25149536, 2.196106, -1.8532715,
        -0.7421112, -0.94129944, 3.3158875, -2.1747131,
    ],
    bw_y: [
        -0.2524109, 1.1551208, 5.2432556, 0.77282715, 1.5979309,
        0.26919556, 1.2601013, 2.476471, 1.231781, 1.8833618,
        -1.434082, -1.0527344, -2.4467773, -1.3173828, -0.84814453,
        -0.30395508, -0.115722656, -1.3632812, -0.62158203, -1.0727539,
        0.22265625, 0.8203125, 2.7109375, 0.4765625, 0.2734375,
        -0.20703125, -0.19140625, 1.984375, -0.1640625, 0.2109375,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
