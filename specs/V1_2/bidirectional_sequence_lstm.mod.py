# BIDIRECTIONAL_SEQUENCE_LSTM: order of time and batch, merged outputs, each optional part in
# both directions, the auxiliary input in both ways of linking, state outputs.
# Expected values: specs/scripts/sequence_lstm.py, the cell's equations in plain loops; checked
# against LiteRT's reference kernels and PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Time-major, no optional part; all sizes differ.
x = Input("x", ("TENSOR_FLOAT32", [6, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.875, 0.5625, -0.9375,  -0.6875, 0.9375, -0.4375,
    -0.0625, -1.0, 0.6875,  0.125, -0.75, 0.0,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.8125, 0.0625, -0.375,  -1.0, 0.9375, -0.6875,
    0.375, 0.9375, 0.4375,  -0.8125, 0.0, -0.4375,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.0625, -0.1875, -0.0625,  -0.625, -0.1875, -1.0,
    0.125, -0.625, -0.1875,  0.5, 0.125, -0.375,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.9375, 0.625, -0.625,  -0.4375, -0.125, -0.1875,
    0.375, 1.0, -0.5,  0.125, -1.0, 0.0625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.9375, 0.0, -0.5625, -0.875,
    0.4375, 0.0, 0.4375, 0.9375,
    -0.3125, 0.25, 0.875, -0.625,
    0.0, 0.0, -0.5, -0.1875,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, -0.375, -0.8125, -0.0625,
    -0.1875, -0.5625, -0.375, 0.9375,
    -0.25, 0.875, 0.875, 0.0,
    0.0, 0.0, 0.5625, -0.1875,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, 1.0, 0.625, 1.0,
    -0.6875, -0.6875, -0.5625, -0.875,
    0.9375, -0.25, -0.125, -0.25,
    -0.625, -0.125, -0.3125, -0.8125,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.4375, 0.5, 0.125, -0.0625,
    -0.6875, -0.875, -0.625, -0.125,
    -0.0625, -0.9375, -0.125, -0.6875,
    -0.5625, 0.25, -0.125, 0.8125,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.375, -0.25, -0.125, -0.1875])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, -0.1875, -0.4375, -0.4375])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.4375, -0.25, -0.4375])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.0625, 0.1875, -0.5, -0.4375])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    0.625, 0.125, -0.3125,  0.375, 0.4375, -0.25,
    -0.8125, -0.3125, -0.6875,  -0.5625, -0.5, 0.3125,
    -0.8125, 0.3125, 0.875,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.375, -0.125, 0.8125,  -0.0625, 0.0625, 0.875,
    0.125, -0.625, 0.5,  -0.4375, -0.9375, -0.8125,
    0.375, -0.25, -0.9375,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    -0.5, -0.1875, -0.5,  0.5, -0.875, 0.25,
    0.6875, -0.75, 0.75,  -0.75, -0.875, 0.4375,
    -0.25, 0.3125, -0.4375,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.875, -0.625, 0.75,  -0.875, -0.75, -0.6875,
    0.625, -0.875, -0.5,  -0.8125, 0.3125, 0.625,
    0.8125, 0.125, 0.25,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    0.625, 0.4375, 0.0, 0.5, -0.4375,
    -0.8125, -0.75, 1.0, -0.5, 0.4375,
    -0.6875, 0.5625, -0.8125, -0.75, 0.5,
    -0.3125, -1.0, -0.875, -1.0, -0.1875,
    0.3125, 0.875, -0.875, 0.0, -0.4375,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.4375, 1.0, -0.6875, -0.5625, 0.3125,
    -0.1875, -0.1875, -0.1875, 0.25, 0.0,
    0.625, -0.375, 0.0, -0.8125, -0.25,
    -0.8125, -0.9375, -0.5625, -0.125, -0.25,
    -1.0, 1.0, -0.6875, -0.4375, -0.3125,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    -0.4375, -1.0, -1.0, -0.9375, -0.5625,
    0.3125, 0.3125, 0.125, 0.8125, -0.8125,
    0.5625, 0.75, 0.25, 0.875, -0.4375,
    -0.75, 0.5625, 0.9375, 0.0625, -0.5,
    -0.875, 0.5625, 0.75, 0.75, 0.3125,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    0.4375, 0.9375, 0.0625, 0.8125, -1.0,
    0.375, -0.4375, -1.0, -0.375, -0.0625,
    -0.4375, 0.25, -0.6875, -1.0, -0.8125,
    0.6875, -0.4375, 0.9375, -0.625, -0.0625,
    -0.5, -0.375, 0.4375, -0.875, 0.6875,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [-0.0625, 0.4375, 0.4375, 0.25, 0.0])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [-0.3125, -0.125, 0.375, 0.3125, -0.5])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [0.0, -0.3125, -0.0625, 0.375, 0.375])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [0.125, -0.25, 0.4375, 0.3125, 0.5])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [6, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [6, 2, 5]))
model = Model("time_major").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -0.375, -1.25, 0.375,  0.125, 1.375, -0.625,
        -0.8125, 0.8125, -0.9375,  -0.5625, 1.875, 1.875,
        1.375, 1.8125, -0.0625,  -1.875, 1.625, -1.1875,
        1.0625, 0.0, 1.375,  -0.5625, 0.1875, -1.75,
        -0.9375, 0.875, -1.4375,  -1.4375, -0.625, 0.9375,
        2.0, -1.1875, -0.3125,  1.8125, 0.8125, -1.5625,
    ],
    fw_h_in: [-1.0, -1.0, 0.4375, 0.3125, -0.5625, -0.5625, 0.625, 0.4375],
    fw_c_in: [-0.125, 0.8125, -1.0, -0.1875, 1.0, -0.25, 0.0625, -0.375],
    bw_h_in: [0.5, 0.0, 0.5, 0.25, 0.1875, -0.875, 0.625, -0.6875, -0.3125, 0.8125],
    bw_c_in: [
        0.4375, 0.375, -0.8125, 0.8125, -0.125,
        -0.8125, -0.3125, 0.3125, 0.3125, 0.3125,
    ],
    fw_y: [
        -0.006321780840357793, 0.3460501952748236, -0.08904205796501222, -0.29661196143297114,
        0.3785202463823021, -0.1889145842592822, -0.08538803320584998, -0.04040372989748517,
        -0.2106576729309846, 0.4362801087357345, -0.19177265738575222, -0.05250407565584881,
        -0.034779628004745426, -0.33884730706083616, -0.20147942130424998,
        -0.014763311473122119, -0.2242528110969342, -0.022570292906350802, -0.31329897103295057,
        0.010478977307715453, -0.44833782343659, -0.0315455954962495, -0.1388901786769648,
        -0.020858431358057785, -0.06592777925930134, -0.06616355901201677, -0.16266045440236832,
        -0.043531165850551716, -0.2874714072460438, 0.42750772799106584, -0.07604024563839819,
        -0.01867492015712201, -0.5092053833486374, 0.41396202453737296, -0.16396916194180397,
        -0.01778857581420887, -0.004434365925019076, 0.09227162672269042, -0.03253234589289701,
        -0.2714774769732239, -0.01549018765448179, -0.005182827340896464, 0.020753520349111793,
        0.3713983592038135, -0.23676384021616442, 0.027716056062206763, -0.24733859738913583,
        0.04474607371443854,
    ],
    bw_y: [
        0.1866676415520563, -0.3040846064229673, -0.44353564734732087, 0.24848833324716443,
        -0.13126396544044883, 0.06231599513498967, -0.27821100442614644, -0.3751404976501043,
        -0.3088324436100477, 0.12056644561230305, 0.034699197004726554, -0.46724582042136714,
        -0.3808153165982436, -0.20487584386066596, 0.16976706933557478, 0.04096921437416509,
        -0.10383637826725517, -0.051394160393185444, -0.3433358646977784, -0.11668075935547961,
        -0.16270770465912887, -0.05137354777972979, -0.2040063749818685, -0.11306560217817667,
        -0.058234898294932204, 0.007216367991105014, -0.5719432480948793, -0.13767899854061363,
        -0.12120352617129199, 0.13014095390071284, -0.04231794743260902, -0.02249058466418733,
        -0.31166257137348363, -0.11540035023054902, -0.2811898057779504, 0.059796178395968805,
        -0.4766621245550558, -0.4567048295829744, 0.1442542909835873, 0.047134575196017436,
        0.028081745861854763, -0.30356053042749026, -0.43022522397914004, 0.08070156905517044,
        0.14686155861602918, -0.043165662704210274, -0.5319409152519746, -0.2906054285383424,
        0.5337805049366303, -0.02914913205359327, -0.45270237352840514, 0.13875108416357837,
        -0.36541934160402795, 0.07959852357743938, -0.058764685826201694, -0.1197455391963944,
        -0.1590881656491382, -0.5592342670251693, -0.0012397903593485532, 0.3509754358719394,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Batch first.
x = Input("x", ("TENSOR_FLOAT32", [2, 4, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.4375, -0.25, 0.875,  0.3125, -0.5625, -0.4375,
    0.0625, 0.0625, 0.75,  0.625, 1.0, -0.875,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.9375, -0.25, -0.375,  0.8125, 0.4375, 0.0625,
    0.3125, -0.5625, 0.875,  0.9375, -0.875, -0.6875,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.3125, -0.9375, -0.75,  -0.5, 0.1875, -0.875,
    -0.125, -0.6875, 0.1875,  0.4375, 0.9375, 0.0625,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, -0.8125, 0.5,  0.8125, 0.1875, 0.4375,
    0.875, 0.625, 0.25,  0.3125, 0.625, 0.75,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.9375, 0.8125, -0.25, 0.0625,
    0.0, -0.9375, 0.1875, 0.75,
    0.625, -0.5, 0.625, -0.125,
    0.1875, 0.0625, 0.875, 0.4375,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, 0.125, 0.625, 0.1875,  0.125, 0.6875, 0.5, -0.8125,
    -0.4375, -0.0625, 0.375, 0.0,  0.25, -0.5, -0.25, -1.0,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    1.0, -0.625, 0.5, 0.875,
    0.3125, -0.4375, 0.625, 0.75,
    0.125, 0.875, 0.625, 0.375,
    0.4375, 0.5625, -0.1875, -0.375,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.9375, 0.4375, -0.5, -0.625,
    0.375, -0.0625, -0.375, 0.5,
    1.0, -0.6875, -0.4375, 0.25,
    0.25, 0.125, 0.1875, 0.0,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.25, 0.0, 0.3125])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.0625, 0.0625, 0.1875, 0.1875])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.375, -0.3125, 0.1875, 0.1875])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.5, -0.125, -0.375, 0.125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.6875, -0.6875, -0.5625,  -0.6875, 1.0, -0.375,
    -0.5, 0.625, -0.4375,  -0.0625, -0.8125, -0.5625,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.75, -0.25, 0.75,  0.875, 1.0, 0.25,  1.0, -0.9375, -0.625,  0.5625, 0.5625, 0.25,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.875, 1.0, -0.625,  -0.625, 0.125, -0.6875,
    0.875, -0.75, 0.125,  -0.25, -0.125, -0.625,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.4375, -0.9375, 0.875,  -0.5, -0.125, 0.125,
    -0.375, 0.625, -0.1875,  -0.375, -0.125, 1.0,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.875, -0.9375, -0.875, -0.4375,
    -0.125, -0.9375, 0.25, -0.625,
    0.1875, 0.625, 0.875, -0.0625,
    0.5, -0.75, -0.0625, -0.125,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, -0.4375, -0.875, 0.625,  0.125, -0.0625, 0.8125, 0.25,
    0.75, -0.75, 1.0, 0.5,  -0.1875, 0.6875, 0.5, -0.375,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, -0.0625, -0.4375, 0.6875,
    0.6875, 0.5, 0.6875, -0.1875,
    0.375, 0.3125, -0.9375, 0.5,
    0.75, 0.9375, -1.0, 0.0,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, 0.75, 0.625, 0.125,  -0.4375, 1.0, -0.875, 0.125,
    0.25, 0.8125, 0.75, 0.9375,  0.3125, -0.875, 0.875, 0.0,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, 0.5, 0.1875, -0.0625])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.375, -0.0625, 0.1875, 0.125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.0, 0.25, -0.1875, 0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.5, 0.25, 0.1875, -0.25])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", False)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [2, 4, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [2, 4, 4]))
model = Model("batch_major").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -0.5, -1.0, -0.125,  -1.8125, -0.1875, -1.125,
        -0.8125, -0.9375, -1.625,  1.1875, 1.25, -1.125,
        0.3125, -0.25, -0.3125,  1.875, 0.625, -1.0625,
        0.875, -1.6875, -1.0625,  -1.9375, 1.6875, -0.125,
    ],
    fw_h_in: [-0.375, 0.3125, 0.125, -0.75, 0.0, -0.625, 0.75, -0.5],
    fw_c_in: [-0.0625, -0.75, 0.75, 1.0, 1.0, 0.5625, 0.5625, 0.5],
    bw_h_in: [-0.0625, -0.9375, 0.25, 0.0625, -0.9375, 0.5, 0.375, -0.25],
    bw_c_in: [-0.25, 0.75, -0.1875, -1.0, -0.1875, 0.3125, 0.1875, 0.5625],
    fw_y: [
        -0.38532633724812543, -0.11456380283336161, 0.059983897395367566, 0.17175238166651965,
        -0.11325603489027104, 0.03627505234725931, 0.017472897211027308, -0.040363042496902986,
        0.14703240474817758, 0.08645441601732537, 0.018152613009694982, -0.0705486953179623,
        0.02078902320708028, 0.3794711244937261, -0.1633116126912732, 0.2607027304764541,
        0.3544997567900087, 0.14919568808226932, 0.13608578414451783, 0.11450376971012083,
        0.10739340766935133, 0.28050620034050383, -0.01742731631699024, 0.4903972035203298,
        0.5210591334247608, 0.1405599034134455, 0.06621951388351086, 0.10455230107108066,
        -0.11918294793608804, 0.04859144909284482, -0.07174290202987424, 0.3723179069662044,
    ],
    bw_y: [
        -0.5142104093256528, 0.14644932158089619, -0.030715960410022797, 0.1588943192649521,
        -0.28143887323355204, 0.5872204754775951, -0.5242571846680693, 0.13776284049471613,
        -0.1076939348304112, 0.4199544946909955, -0.22393295124216317, 0.07666232782768237,
        0.00579839772323175, 0.09343278500885248, -0.2770146847809814, -0.20869955509013527,
        0.06746296955569682, 0.05665571461693014, 0.036580733761026475, 0.20617636361374647,
        0.00818710962816301, 0.0044092278430371236, -0.05845977946240648, 0.06358244511631994,
        -0.08315666564219104, 0.11461599044014613, -0.15847597731714, 0.050039679373193605,
        -0.07733529036623922, 0.6468876503064466, -0.6608189203940181, 0.15837832617081915,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# One output with both directions concatenated.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.1875, 1.0, 0.625,  -0.875, 0.0, -0.5625,
    0.375, -0.9375, 0.875,  -0.9375, 0.5625, 0.4375,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.9375, -0.6875, -0.5,  0.5625, -0.125, 0.6875,
    0.25, 0.0, -0.75,  0.5, 0.4375, -0.9375,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, 0.4375, 0.8125,  -0.3125, 0.5625, -0.8125,
    -0.375, -0.875, 0.4375,  0.4375, -0.375, 0.5,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.125, -0.1875, -0.4375,  0.0, 0.3125, 1.0,
    -0.5625, 0.1875, 0.875,  0.375, 0.0625, -0.625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.875, -0.4375, 0.25, 0.9375,
    -0.5625, 0.3125, 0.0, 0.5625,
    -0.3125, 0.875, 0.5, 0.3125,
    0.1875, 0.0625, 0.375, -0.9375,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, 0.5, 0.0625, 0.4375,
    0.375, -0.25, -0.625, -0.625,
    -0.5625, -0.9375, -0.0625, -0.125,
    0.5, -0.875, -1.0, 0.3125,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.625, -0.1875, 0.25, 0.625,
    -0.5625, -0.25, -0.375, 0.3125,
    -0.6875, 0.0, -0.6875, 1.0,
    -0.5, -0.875, 0.0625, 0.125,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.1875, 0.3125, 0.9375, 0.9375,
    -0.8125, 0.5625, -0.125, 0.9375,
    -0.0625, -0.5625, -0.625, -0.875,
    -1.0, 0.125, 0.5, -0.875,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, -0.1875, 0.125, 0.3125])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.375, -0.25, -0.1875, -0.25])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.375, 0.1875, 0.3125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.125, 0.0625, 0.3125, 0.25])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    -0.0625, 0.625, -0.875,  0.1875, -0.5, -0.375,
    -0.3125, -0.3125, -0.375,  0.4375, 0.8125, 0.625,
    -0.75, -0.1875, -0.4375,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.875, 0.5625, -0.875,  -0.1875, 0.5625, 0.625,
    0.375, 0.5625, 0.375,  0.0, 0.1875, -0.3125,
    1.0, -0.125, -0.4375,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    0.0625, 1.0, -0.125,  -0.5, -0.6875, -0.125,
    -0.75, -0.75, 0.375,  -0.375, 0.0625, -0.3125,
    -0.0625, 0.875, 0.1875,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.25, -0.375, 0.1875,  0.9375, -0.75, 0.3125,
    -0.375, -0.1875, 0.0625,  0.6875, -0.75, 0.125,
    0.3125, -0.5625, 0.3125,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    0.5, -0.6875, 0.3125, -0.0625, -0.9375,
    -0.8125, -0.0625, 0.6875, 0.375, 0.625,
    -0.625, -0.625, 0.5625, 0.4375, -0.5,
    0.1875, -0.5, -1.0, 0.5, 0.5625,
    0.3125, -0.625, 0.5625, -0.5, 1.0,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    -0.8125, 0.875, 0.1875, -0.1875, -0.25,
    0.4375, 0.4375, 1.0, -0.3125, -0.3125,
    -0.8125, 0.3125, 0.9375, -0.5, 0.5,
    -0.5, 0.625, -1.0, 0.375, -0.3125,
    0.6875, -0.25, 0.5, 0.375, -0.625,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    0.75, 0.0625, 0.125, 0.4375, -0.1875,
    -0.5625, -0.3125, -0.5625, 0.6875, 0.0,
    -0.5, 0.5625, -0.3125, -0.625, 0.75,
    -0.75, 0.9375, 0.4375, -0.1875, -0.9375,
    -0.875, -0.75, -0.75, -0.9375, 0.1875,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    -0.5, -0.8125, 0.9375, 0.3125, 0.5625,
    -0.3125, -0.0625, 0.5, -0.625, -0.125,
    -0.75, 0.5625, 0.1875, 0.6875, -0.8125,
    0.75, 0.375, -0.3125, -0.4375, 0.625,
    -0.6875, -0.5625, -0.875, 0.75, 0.875,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [0.4375, -0.4375, 0.25, -0.3125, 0.1875])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.0625, 0.0, -0.25, -0.0625, 0.4375])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.25, 0.3125, 0.3125, 0.0, 0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.375, -0.0625, -0.5, -0.25, 0.0625])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", True)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 9]))
model = Model("merged").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y)
example = Example({
    x: [
        0.0, 0.75, 0.1875,  -0.5625, 0.25, 0.1875,
        -2.0, 1.125, -0.75,  -1.3125, -1.0625, -0.125,
        -0.5, 0.25, -1.5625,  0.375, 0.125, 1.3125,
    ],
    fw_h_in: [0.375, -0.625, -0.125, 0.25, 0.5625, -0.625, -1.0, 0.4375],
    fw_c_in: [0.0625, -0.25, 0.4375, 0.125, -0.9375, -0.6875, 0.875, -0.625],
    bw_h_in: [
        -0.5, 0.375, -0.0625, -0.125, 0.1875,
        -0.25, 0.25, 0.1875, -0.125, 0.875,
    ],
    bw_c_in: [
        -0.75, -0.375, 0.375, -0.1875, 0.375,
        -0.25, -0.5625, -0.25, 1.0, 0.3125,
    ],
    fw_y: [
        0.21304228499408823, 0.050784975637241235, 0.09914349931666892, 0.1342070995485339,
        0.16146765237194488, 0.03775151428749869, 0.1254254583789997, 0.030665659933851952,
        0.2581724630438701, 0.006090127170120042, -0.021795331336756017, 0.41115890387278875,
        -0.05179552846290106, -0.13308168426392544, 0.12597012798280213, 0.32750979045335277,
        0.0419739877987933, 0.10193642947309928, 0.11343920604981286, 0.28527032523758583,
        0.014283552484952996, -0.25015509978556494, 0.029367635973691825, 0.017700241336059297,
        0.3304596883874136, 0.016106994192035904, 0.140129370169594, -0.05174213253860081,
        0.028983192792804476, 0.4134973394731618, 0.0157557482129794, -0.22609963607877723,
        0.12936534313966544, 0.2834589344933952, -0.022971849491304673, -0.005951975615118415,
        0.005685989975850662, 0.11646417436214802, -0.03741891226695226, -0.5680251192484346,
        -0.19714211825130012, 0.06167785012687054, 0.2319895151844001, 0.006037442629333544,
        0.19557395516687787, 0.25763092644535857, -0.09001664401411039, 0.28858093847779337,
        0.22854242662570934, -0.11237321800854222, -0.31328806671886406, 0.019730607905479765,
        -0.08798974849302527, 0.31597620690552153,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The same with batch first; outputs are projections.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.9375, 0.25, 0.375,  0.125, 0.5625, -0.5,
    0.5, 0.0625, 0.9375,  -0.4375, 0.25, -0.4375,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.875, -0.125, 0.125,  0.25, -0.0625, 0.625,
    0.75, 0.5625, -0.8125,  0.875, -0.5, 0.3125,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.6875, 0.6875, 0.25,  -0.5, -0.1875, -0.1875,
    0.5625, 0.1875, 0.25,  -0.4375, -0.25, 0.9375,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.5, -0.125, 0.8125,  -0.125, 0.5625, -0.8125,
    0.0625, -0.375, 0.5,  -0.0625, 0.3125, 0.5625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 2]), [-0.75, 0.25, 0.5625, -0.1875, 0.9375, -0.5625, -0.25, 0.25])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 2]), [-0.625, -0.625, 0.1875, 0.5625, -0.3125, 0.0, -0.3125, 1.0])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 2]), [0.125, 0.8125, 0.3125, -0.1875, 0.9375, -0.25, 0.1875, -0.1875])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 2]), [0.9375, -0.1875, 0.25, 0.25, -0.4375, 0.0625, 0.0625, -0.3125])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, 0.0, 0.1875, -0.125])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.25, -0.4375, 0.375])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.0625, 0.3125, 0.0])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.125, 0.1875, 0.3125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [2, 4]), [-0.5625, 0.5625, -0.3125, 0.0625, 0.5, 0.25, 0.3125, 0.375])
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.6875, -0.1875, 0.9375, -0.875, 0.0625, -0.4375, -0.1875, 0.625, -0.3125])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [3, 3]), [0.1875, 0.9375, 0.3125, 0.6875, 0.3125, 0.125, 0.625, -0.4375, 0.9375])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [3, 3]), [1.0, 0.1875, -0.125, -0.25, 0.625, 0.8125, 0.625, 1.0, 0.4375])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [3, 3]), [0.9375, 0.625, 0.5625, 0.5625, -0.3125, 0.875, 0.3125, -0.5, 0.9375])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [3, 5]), [
    0.9375, 0.5, -0.25, -0.625, 0.5,
    -0.0625, -0.625, 0.9375, -0.625, -0.1875,
    0.875, 0.3125, -0.6875, 0.4375, 0.8125,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [3, 5]), [
    0.75, 0.3125, -0.0625, -0.4375, 0.875,
    0.1875, 0.25, -0.375, 1.0, -0.25,
    0.625, 0.4375, 0.0, -0.9375, 0.8125,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [3, 5]), [
    0.875, -0.125, 0.625, -0.5, 0.5625,
    -0.4375, -0.375, 0.25, -0.375, 0.875,
    -0.4375, 0.375, 1.0, 0.75, -0.4375,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [3, 5]), [
    -0.6875, 0.3125, -0.75, 0.625, -0.875,
    0.0625, 0.4375, 0.75, -0.5, 0.25,
    -0.8125, -0.25, 0.6875, 0.3125, -1.0,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [3]), [-0.8125, -0.9375, 1.0])
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [3]), [0.5, -0.5, 0.125])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [3]), [0.5625, -0.3125, -0.875])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [3]), [0.4375, -0.3125, 0.4375])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [3]), [0.4375, -0.3125, 0.3125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [3]), [0.125, 0.25, 0.375])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [3]), [-0.0625, 0.0, 0.1875])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [5, 3]), [
    0.125, 0.5, -0.5625,  -0.9375, -0.625, 0.375,
    -0.375, -0.6875, 0.375,  -0.875, 0.125, 0.75,
    -0.125, -0.9375, -0.4375,
])
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [5]), [0.25, 0.4375, 0.125, -0.0625, -0.1875])
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [3, 2]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [3, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [3, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [3, 3]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", True)
time_major = BoolScalar("time_major", False)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 7]))
model = Model("merged_batch_major").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y)
example = Example({
    x: [
        -0.4375, -0.75, -0.625,  -0.625, 1.4375, 0.5625,
        -1.625, -0.5, -1.125,  -1.1875, -0.3125, -0.25,
        0.625, 1.5, -0.125,  -1.1875, -0.5625, 1.9375,
    ],
    fw_h_in: [-0.9375, 0.6875, -0.375, -0.9375, -0.9375, -0.75],
    fw_c_in: [
        -0.875, -0.5625, 0.125, 0.25,  0.0, -0.75, -0.875, 0.0,
        -0.75, 0.25, 1.0, -0.5625,
    ],
    bw_h_in: [
        -0.3125, -0.3125, -0.8125, -0.8125, 0.125,
        0.625, 0.0625, 0.8125, 0.6875, 0.3125,
        1.0, -0.6875, 0.5625, 1.0, -0.625,
    ],
    bw_c_in: [-0.5625, -0.75, 0.3125, -0.75, 0.875, -0.6875, 0.625, 0.875, 0.875],
    fw_y: [
        0.00651535514149376, -0.08906010316470511, 0.17612316986095106, 0.6051141408081326,
        0.23560974404055107, 0.049135382868433386, -0.11129577727839741, 0.006463963237255999,
        0.034840970935617256, 0.2125299914795822, 0.7544045058802439, 0.2202887657797317,
        0.3487936983459339, -0.2849797402342195, 0.16551723770652016, -0.024439437231480482,
        0.3050848022093666, 0.4510439871575363, 0.13189200201744283, -0.20164848781524985,
        -0.0016476584370062608, 0.19247192248134662, 0.03096077897080804, 0.3298174730030232,
        0.38323903149947885, 0.04884573994601131, -0.07810388307714031, -0.2366308201432914,
        -0.23810517605834328, -0.06022429156240176, 0.17651294203171491, 0.3553628110087921,
        0.09145378433989626, 0.08005110839059532, -0.4642648339568415, 0.07635131740322265,
        -0.07157003826280046, 0.03819898402703656, 0.524061942524871, 0.16527514168950877,
        0.508591062905052, -0.7705659428436754,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Equal numbers of steps and sequences, and of units: swapping is detected.
x = Input("x", ("TENSOR_FLOAT32", [3, 3, 4]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, -0.5625, 0.0625, -0.9375,
    -0.9375, -0.625, 0.6875, -0.9375,
    -0.9375, 0.0625, -0.0625, 0.75,
    -0.625, -1.0, 1.0, 0.75,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.9375, -0.0625, 0.125, -0.9375,
    0.125, -0.3125, 0.875, 0.6875,
    -0.375, -0.6875, 0.8125, 1.0,
    -1.0, 0.125, -0.75, 0.0,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    1.0, 0.25, -0.75, -0.75,
    -0.375, 0.5, -0.0625, 0.25,
    -0.5625, 0.0625, -0.1875, -0.625,
    -0.4375, 0.4375, 0.8125, 0.25,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.9375, 0.1875, -0.3125, -0.125,
    -1.0, 0.0625, 0.4375, 0.125,
    0.0625, -0.1875, 0.875, 0.9375,
    0.625, 0.0625, -0.8125, -0.375,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.4375, 0.6875, -0.5, 0.0,
    -0.1875, -0.4375, 0.125, -0.875,
    0.5, 0.1875, -0.9375, 0.4375,
    0.625, 0.6875, -0.3125, 0.1875,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.6875, -0.625, 1.0, -0.25,
    0.9375, 0.3125, -0.5, 0.75,
    -0.0625, 0.0625, -0.0625, 0.1875,
    0.625, 0.75, 0.4375, -0.875,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, 0.5625, 0.5, -1.0,
    -0.4375, -0.875, -0.5625, -0.25,
    0.75, 0.625, -0.875, 0.5625,
    0.9375, 0.8125, 0.4375, 0.9375,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.5, -0.75, 0.25,
    -0.375, 0.1875, 0.5, 0.125,
    0.625, -0.6875, 0.3125, 0.6875,
    -0.875, 0.8125, -0.6875, 0.5,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.1875, 0.375, -0.4375])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.5, -0.25, 0.25])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.125, 0.1875, -0.25, -0.375])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.125, 0.4375, -0.0625, -0.125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.625, -0.9375, 0.6875, 0.0,  0.625, -0.4375, 0.0, -0.375,
    -0.25, -0.75, 0.1875, -1.0,  -0.5, -0.75, 0.375, 0.25,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5625, 0.25, 0.8125, 0.8125,
    0.8125, -0.6875, 0.25, -0.375,
    0.625, 0.9375, -0.5625, -0.625,
    -0.9375, -0.625, -0.3125, -1.0,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    1.0, -0.5, 0.1875, 0.625,
    -0.5625, -0.8125, -1.0, 0.1875,
    -0.375, -0.875, -0.1875, 0.5,
    -0.1875, -0.25, -0.75, 0.375,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, 0.4375, 1.0, 0.5,
    0.375, -0.9375, -0.125, -0.125,
    -0.5625, -0.75, -0.1875, -0.4375,
    0.6875, 1.0, -0.125, -0.25,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.375, 0.6875, -0.4375, 0.6875,
    -0.6875, 0.6875, 0.3125, -0.8125,
    0.8125, -0.625, 0.125, -0.125,
    -0.3125, 0.5, 0.5, 0.0625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.375, 0.625, -0.5, 0.25,
    0.5, -0.6875, 0.3125, -0.625,
    -0.0625, 0.0, -0.0625, 0.8125,
    1.0, 0.25, -0.9375, -0.875,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.1875, 1.0, -0.25, -0.625,
    0.0625, -0.3125, 0.4375, 0.1875,
    0.25, 0.625, -0.5, -0.4375,
    -0.25, -0.75, 0.0, -0.125,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, 0.0625, 1.0, 0.25,
    -0.4375, 0.5625, 0.125, 0.0625,
    -0.5, -0.3125, -0.125, -0.4375,
    0.5, 0.875, 0.9375, 0.3125,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.375, 0.0625, -0.0625])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.5, -0.25, -0.3125, 0.0])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, 0.1875, 0.4375, -0.1875])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.25, 0.4375, -0.5])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [3, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [3, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [3, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [3, 4]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 3, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 3, 4]))
model = Model("square").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        1.75, -1.375, 1.1875, -1.5,
        -1.3125, -0.3125, -0.5, -0.4375,
        2.0, -0.0625, -0.9375, -0.9375,
        0.1875, 1.25, -0.1875, -1.125,
        -0.0625, 0.875, 1.9375, 0.25,
        1.8125, -1.375, 1.8125, -1.3125,
        1.1875, -0.4375, -1.6875, -0.0625,
        0.9375, 1.3125, -1.125, 0.1875,
        0.5, -0.5625, 1.1875, 1.75,
    ],
    fw_h_in: [
        -0.3125, -0.125, -0.625, 0.125,
        -0.375, -0.6875, -0.6875, 0.5,
        0.3125, 0.75, -0.3125, 0.5625,
    ],
    fw_c_in: [
        -0.75, 0.8125, -0.4375, -0.875,
        0.5625, 0.6875, -0.625, -0.625,
        0.3125, 0.5625, -0.125, -1.0,
    ],
    bw_h_in: [
        0.0625, 0.9375, 0.0625, 1.0,
        -0.375, 0.9375, 0.875, 0.25,
        -0.8125, -0.75, -0.3125, 0.25,
    ],
    bw_c_in: [
        0.625, 0.5, 0.125, 0.1875,
        -0.9375, 0.4375, 0.3125, 0.0625,
        0.3125, -0.25, -0.5625, -0.4375,
    ],
    fw_y: [
        -0.015260120151440567, -0.040979290485094765, -0.08714213511098114, -0.3290459910842972,
        -0.37420470641590015, 0.5505925639525028, 0.1341524536922363, -0.3114862580229603,
        0.11756203352930968, 0.012399701992854685, 0.018414876127861877, -0.3207847902034148,
        0.18405153003808425, 0.1590911923742615, 0.013486203850284534, -0.1992681631778239,
        -0.10460081453082849, 0.5505979733444245, -0.08128090704402248, 0.08310913406665037,
        0.0629093288442329, -0.18137584716937458, 0.005688237319676027, -0.1793299120085703,
        0.15653266001193453, -0.004843637183601497, -0.02338229517601946, -0.25864209296016144,
        -0.016061039565975647, 0.04899903334939954, -0.021667207902224834, 0.19162218763475905,
        0.0684596014623611, -0.31760597356313197, -0.5715977629381079, 0.023054374782877758,
    ],
    bw_y: [
        0.5255099552410247, -0.639543787838724, 0.008334765663531852, -0.1881560586701903,
        -0.09038231306806627, 0.135848506679632, 0.4259453796029175, -0.023477359618405438,
        0.0980630610438839, -0.3933374596946242, -0.19736665745922752, -0.13566122135517428,
        0.04858171891675485, -0.06496695309532054, -0.04140337787831443, -0.1276782971531429,
        -0.21131073425306737, -0.10622686381671535, -0.0437111701014253, -0.23202776590289526,
        0.7421130514856403, -0.6359387682240516, 0.018731837822303005, -0.1571638576663786,
        0.24675670146378975, 0.5577690689872741, 0.12592202229562188, 0.07330311519521653,
        -0.23688573432634608, -0.009414320294144988, 0.04823792144803372, -0.10884252790007291,
        0.6691386733161738, -0.15548609201817187, 0.03169430315646678, 0.014878564782268606,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# A single step; omitted operands are inputs that carry no value.
x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.25, 0.75, -0.1875,  0.0, -0.3125, -0.625,
    1.0, 0.0, -0.875,  0.5625, -0.375, -0.125,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5, 0.125, -0.5,  -0.1875, 0.375, 0.6875,
    0.0625, -0.375, 0.6875,  -0.75, 0.125, 0.4375,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5, 0.4375, -1.0,  0.0625, -0.375, -0.4375,
    0.75, 0.625, -0.8125,  0.1875, 0.0625, -0.1875,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, -0.1875, 0.875,  -0.3125, -0.8125, 0.75,
    1.0, 0.9375, 0.8125,  1.0, 0.75, -0.625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, -0.1875, -0.75, -0.4375,
    -0.125, -0.125, -0.8125, -0.1875,
    0.8125, 0.9375, 0.0, -0.4375,
    0.5, 0.1875, 0.5625, -0.8125,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.375, -0.125, 0.25, -0.8125,
    -0.6875, -0.8125, 0.125, 0.1875,
    -0.8125, 0.5625, 0.5, -0.375,
    -0.75, -0.125, 0.875, 0.0,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.8125, 0.9375, -0.1875, 0.125,
    0.625, 0.3125, 1.0, 1.0,
    0.8125, -0.5, -0.5, 0.875,
    0.5, -0.6875, 0.75, -0.5625,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.1875, 0.0, -0.9375, -0.6875,
    0.0, 0.8125, 0.5625, 0.6875,
    -0.875, 0.0625, 0.5625, -0.25,
    -0.625, 0.0, -0.5, 0.9375,
])
fw_cell_to_input = Input("fw_cell_to_input", ("TENSOR_FLOAT32", [0]))
fw_cell_to_forget = Input("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]))
fw_cell_to_output = Input("fw_cell_to_output", ("TENSOR_FLOAT32", [0]))
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.0625, -0.5, -0.25])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.125, -0.0625, -0.3125, -0.0625])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.3125, -0.4375, 0.1875])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.5, 0.25, 0.375])
fw_projection = Input("fw_projection", ("TENSOR_FLOAT32", [0, 0]))
fw_projection_bias = Input("fw_projection_bias", ("TENSOR_FLOAT32", [0]))
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.0, 0.3125, 0.4375,  1.0, -0.875, -0.5625,
    0.3125, 0.75, 0.0,  -0.25, -0.125, 0.1875,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.25, 0.1875, 0.625,  -0.1875, 0.9375, 0.875,
    0.75, -0.6875, -0.8125,  0.9375, -0.625, -0.625,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.1875, 0.375, -0.875,  -0.0625, -0.4375, -0.125,
    -0.1875, 0.6875, -0.8125,  -0.5, 0.9375, -1.0,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.4375, -0.4375, -0.8125,  0.4375, 0.9375, 0.5,
    -0.375, 0.9375, 0.375,  0.3125, 0.125, -0.4375,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, 0.0625, 0.6875, -0.875,
    -0.0625, -0.125, -0.75, 0.5,
    0.3125, 0.0, 0.0625, -0.375,
    0.9375, -0.5, -0.375, 0.6875,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.6875, -0.75, 0.9375, -0.375,
    -0.6875, 0.625, 0.5625, -0.6875,
    0.375, -0.3125, -0.9375, 0.125,
    0.8125, 0.875, -0.4375, 0.6875,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.9375, -0.375, 0.875, -0.0625,
    0.8125, -0.8125, 1.0, 0.0625,
    -1.0, 1.0, 0.0, 1.0,
    0.9375, -0.4375, -0.1875, -0.1875,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, 0.3125, 0.375, 0.0625,
    -0.8125, -0.125, 0.125, 0.375,
    0.5, -0.625, -0.5, 0.5,
    -0.5625, 0.9375, 0.1875, -1.0,
])
bw_cell_to_input = Input("bw_cell_to_input", ("TENSOR_FLOAT32", [0]))
bw_cell_to_forget = Input("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]))
bw_cell_to_output = Input("bw_cell_to_output", ("TENSOR_FLOAT32", [0]))
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.375, -0.375, 0.4375])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, 0.375, -0.3125, -0.125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.4375, -0.3125, 0.1875, 0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.0625, -0.3125, 0.5])
bw_projection = Input("bw_projection", ("TENSOR_FLOAT32", [0, 0]))
bw_projection_bias = Input("bw_projection_bias", ("TENSOR_FLOAT32", [0]))
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Input("aux", ("TENSOR_FLOAT32", [0, 0, 0]))
fw_aux_to_input = Input("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]))
fw_aux_to_forget = Input("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]))
fw_aux_to_cell = Input("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]))
fw_aux_to_output = Input("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]))
bw_aux_to_input = Input("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]))
bw_aux_to_forget = Input("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]))
bw_aux_to_cell = Input("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]))
bw_aux_to_output = Input("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]))
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Input("fw_input_norm", ("TENSOR_FLOAT32", [0]))
fw_forget_norm = Input("fw_forget_norm", ("TENSOR_FLOAT32", [0]))
fw_cell_norm = Input("fw_cell_norm", ("TENSOR_FLOAT32", [0]))
fw_output_norm = Input("fw_output_norm", ("TENSOR_FLOAT32", [0]))
bw_input_norm = Input("bw_input_norm", ("TENSOR_FLOAT32", [0]))
bw_forget_norm = Input("bw_forget_norm", ("TENSOR_FLOAT32", [0]))
bw_cell_norm = Input("bw_cell_norm", ("TENSOR_FLOAT32", [0]))
bw_output_norm = Input("bw_output_norm", ("TENSOR_FLOAT32", [0]))
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [1, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [1, 2, 4]))
model = Model("one_step").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [-1.5625, -1.0625, -0.6875, -1.75, 0.5625, -0.375],
    fw_cell_to_input: [],
    fw_cell_to_forget: [],
    fw_cell_to_output: [],
    fw_projection: [],
    fw_projection_bias: [],
    bw_cell_to_input: [],
    bw_cell_to_forget: [],
    bw_cell_to_output: [],
    bw_projection: [],
    bw_projection_bias: [],
    fw_h_in: [0.4375, -0.875, -0.875, 1.0, 0.1875, -0.8125, -0.375, -0.5625],
    fw_c_in: [0.375, -0.8125, -0.625, -0.3125, -0.75, -0.4375, -0.0625, 0.0625],
    bw_h_in: [0.0, -0.0625, -0.75, -0.875, -0.8125, -0.1875, -0.25, -0.4375],
    bw_c_in: [0.1875, 0.875, -0.5, -0.375, 0.3125, 0.4375, -1.0, -0.5625],
    aux: [],
    fw_aux_to_input: [],
    fw_aux_to_forget: [],
    fw_aux_to_cell: [],
    fw_aux_to_output: [],
    bw_aux_to_input: [],
    bw_aux_to_forget: [],
    bw_aux_to_cell: [],
    bw_aux_to_output: [],
    fw_input_norm: [],
    fw_forget_norm: [],
    fw_cell_norm: [],
    fw_output_norm: [],
    bw_input_norm: [],
    bw_forget_norm: [],
    bw_cell_norm: [],
    bw_output_norm: [],
    fw_y: [
        0.09594026147346783, -0.0313078179620891, -0.0005758546886170369, -0.07167030164061725,
        -0.18777919515163496, -0.08593489724413804, -0.012964588824365282, 0.040749505699576125,
    ],
    bw_y: [
        -0.009211372249137439, 0.00928550275033803, -0.10500109914668344, 0.25531895201711774,
        0.4005636218179499, 0.1394861358733212, 0.09701438609618485, 0.26053654591911307,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Peephole connections in both directions.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 2]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 2]), [1.0, -0.0625, -0.4375, 1.0, 0.25, -0.75, -0.9375, -0.9375])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 2]), [-0.375, -0.375, 1.0, -0.4375, -0.4375, -0.3125, -0.625, -0.4375])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.5625, -0.75, -0.1875, -0.125, 0.0625, -0.5625, -0.4375, 0.4375])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 2]), [1.0, 0.0625, -0.0625, -1.0, -0.875, -0.375, -0.6875, 0.1875])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.75, 0.9375, -0.6875, -0.875,
    -0.5625, 0.5, -0.25, 0.5,
    -0.5625, -1.0, 1.0, -0.375,
    -0.1875, 0.375, -0.3125, 0.0,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.125, -0.625, 0.0, 0.1875,
    -0.9375, 0.8125, -0.625, 0.3125,
    -0.4375, 0.25, -0.375, -0.5625,
    -0.4375, 0.375, -0.875, 0.5,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.125, -0.3125, 0.4375, 0.1875,
    0.0, -0.25, 0.5, 0.4375,
    -0.5625, 0.1875, 0.875, 0.25,
    0.75, -0.6875, -0.375, -0.125,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.625, 0.8125, 0.0, -0.75,
    0.125, 0.4375, -0.125, 0.9375,
    -0.5, -0.6875, -0.4375, 0.5625,
    -0.625, -1.0, 0.3125, 0.0625,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [4]), [-0.0625, -0.375, 0.1875, 0.5625])
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [4]), [-0.5625, -0.625, 0.125, -0.8125])
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [4]), [0.875, -0.4375, 0.8125, -0.75])
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.5, -0.3125, 0.3125])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.0, -0.25, -0.4375, -0.0625])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.375, 0.3125, 0.3125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.4375, 0.3125, -0.1875, -0.0625])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [3, 2]), [0.75, -0.4375, 0.1875, 0.0, -0.3125, -0.5])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [3, 2]), [-0.9375, -0.5625, 1.0, -0.6875, 0.9375, -0.5625])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [3, 2]), [-0.375, 0.4375, 0.6875, -0.875, 0.6875, -0.25])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [3, 2]), [-0.1875, 0.6875, 0.4375, -0.3125, -0.1875, -0.75])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.4375, -0.375, 0.0625, 0.25, -0.4375, -0.6875, -0.4375, 0.75, -1.0])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [3, 3]), [1.0, 0.4375, 0.5625, -0.625, -0.0625, 0.125, 0.4375, -0.6875, 0.3125])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [3, 3]), [0.3125, -0.125, -0.375, -0.375, -0.5625, -0.375, 0.1875, 0.875, 0.6875])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [3, 3]), [0.8125, -0.875, 0.5625, -0.3125, 0.5625, 0.0625, -0.0625, -0.0625, -0.5625])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [3]), [-1.0, 0.3125, -0.6875])
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [3]), [0.625, -0.4375, 0.4375])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [3]), [-0.3125, -0.625, 0.625])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [3]), [0.125, -0.5, -0.1875])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [3]), [0.1875, 0.375, 0.5])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [3]), [-0.1875, 0.375, 0.4375])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [3]), [0.4375, 0.4375, 0.5])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 3]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 3]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 3]))
model = Model("peephole").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -0.8125, -1.0,  -0.125, -1.1875,  -0.875, -1.0625,  -0.8125, 1.8125,
        0.8125, 0.6875,  -0.375, -1.75,
    ],
    fw_h_in: [-1.0, 0.375, 0.875, -0.0625, 0.75, -0.8125, -0.25, 0.5],
    fw_c_in: [0.5, -0.3125, -0.875, 0.875, -0.625, 0.25, 0.375, 0.9375],
    bw_h_in: [-0.5625, -1.0, -1.0, 1.0, 0.3125, -0.875],
    bw_c_in: [-0.5, 0.0, 0.375, 0.9375, 0.9375, 0.4375],
    fw_y: [
        0.45786719948469046, -0.03322114148127928, 0.15912019062478402, -0.22672472898226365,
        -0.05972478147233314, 0.07192312638010388, 0.23396912060127928, 0.26107713717715325,
        0.2513330154405867, -0.032095019021228806, 0.3129030797104503, 0.10865485537977533,
        -0.11809998483821461, -0.05015633554222241, 0.01638504268216443, 0.34041694705183245,
        -0.19222933167012327, -0.1173006550802524, 0.03569426426356917, 0.043787476265276015,
        0.03564380258757923, -0.09111008430668081, 0.47931204683332884, 0.032790474392446436,
    ],
    bw_y: [
        -0.12431816816709472, 0.21383914314377586, 0.3064318111504442,
        0.15350612614840692, 0.10938893091794044, 0.3669901037250518,
        -0.03964716799512872, 0.2396356730110211, 0.18905462278907156,
        0.4889799227095336, -0.08782239169524567, 0.05959230036582562,
        0.04423487494659532, 0.23323865548089195, 0.021202647714281538,
        0.1898008783529522, 0.38321394238189554, 0.5553582822595273,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Coupled input and forget gates in both directions.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.1875, -0.75, -0.625,  -0.75, -0.625, -0.0625,
    -0.125, 0.8125, -0.5,  0.5, 0.6875, 0.0625,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.25, -0.875, -0.0625,  0.375, 0.4375, -0.125,
    0.25, 0.375, -0.1875,  0.125, -0.4375, 0.625,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.625, -1.0, 1.0,  0.25, -0.1875, -0.0625,
    0.0625, 0.125, 0.125,  -0.8125, -0.0625, 0.75,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.375, 0.75, -0.9375, -0.25,
    -0.125, -0.4375, 0.0, 0.8125,
    0.9375, 0.8125, -0.5, -0.5,
    -0.3125, -1.0, -0.6875, 0.4375,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.25, -0.25, -0.625, -0.25,
    0.625, 0.625, -0.9375, 0.125,
    -0.9375, -0.0625, -0.9375, 0.125,
    0.5625, 0.625, -0.9375, 0.375,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.8125, -0.1875, 0.0, 0.3125,
    -0.1875, 0.1875, -1.0, -0.3125,
    -0.75, 0.3125, 0.0625, -0.5,
    1.0, -0.1875, 0.125, -0.625,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [0]), None)
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, -0.125, 0.0, 0.0625])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.25, 0.5, 0.0, -0.125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.5, 0.4375, 0.0, -0.0625])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.125, 0.0, 0.875,  0.4375, -0.0625, 0.0625,
    0.0625, 0.1875, 0.0,  -0.75, 0.0625, 0.0625,
    -0.9375, 0.0625, 0.6875,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    0.1875, 1.0, -0.1875,  0.125, 0.875, 0.0625,
    0.4375, 0.375, 0.4375,  0.5625, 0.625, 0.9375,
    -0.6875, 0.9375, -0.5,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    -0.25, -0.375, -0.1875,  0.25, 0.3125, -0.125,
    0.125, 0.375, 0.4375,  -0.4375, 0.5625, -0.0625,
    -0.8125, -0.25, 0.5625,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.0, 0.75, 0.375, -0.0625, -0.9375,
    0.0, -0.875, 0.875, 0.625, 0.0,
    0.8125, -1.0, 0.0, 0.1875, 0.3125,
    0.0625, -0.8125, 0.25, -0.25, -0.5625,
    0.4375, -0.1875, 0.0625, 0.4375, 0.5,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    -0.375, 0.6875, 0.0, -0.25, 0.5625,
    -0.8125, 0.9375, 0.875, 0.1875, -0.875,
    -1.0, -0.9375, -0.6875, 0.5625, -0.5,
    0.6875, -0.25, -0.9375, 0.25, -0.875,
    0.875, 0.9375, -0.5, -0.875, 1.0,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    0.5, 0.875, 0.8125, 0.125, 0.25,
    0.1875, 0.625, 0.0, -0.125, 0.625,
    0.3125, 0.5, -0.875, 0.625, 0.25,
    0.75, -0.8125, -0.625, -0.6875, 0.25,
    -0.875, 0.8125, -0.9375, -0.25, -0.75,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [5]), [-0.75, -0.75, -0.4375, 0.125, 0.9375])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [5]), [0.8125, 0.5625, -1.0, 0.875, 0.5])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [0]), None)
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.125, -0.5, 0.1875, -0.25, -0.25])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [0.0, 0.0625, 0.0625, -0.4375, 0.125])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.375, -0.5, 0.375, 0.4375, -0.3125])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("cifg").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        0.9375, 1.625, 1.5,  2.0, -0.4375, 0.375,
        1.375, -0.0625, -0.25,  1.0, 1.6875, -1.0625,
        0.9375, -1.6875, 1.1875,  -0.1875, -1.5625, 1.375,
    ],
    fw_h_in: [-0.25, -0.375, 0.625, 0.8125, -0.75, -0.875, -0.0625, -0.625],
    fw_c_in: [0.5625, 0.1875, 0.875, 0.125, -0.5625, 1.0, 0.6875, -0.1875],
    bw_h_in: [-1.0, 0.25, 0.75, 0.8125, -0.6875, 0.625, -0.625, 0.5, 0.375, -1.0],
    bw_c_in: [0.25, -0.9375, -0.5625, -0.625, -0.5, 0.0, 0.9375, 0.375, 0.6875, 0.25],
    fw_y: [
        -0.45411383215099443, 0.12992409750380832, 0.2461494438812141, 0.02690424804644843,
        0.2753445711289618, 0.13632159098429178, 0.42770633205089004, -0.04054727737249542,
        -0.26411479846886843, 0.302329534420644, 0.28079795957929243, -0.016542440502316087,
        -0.03259286810748644, 0.34013574109828587, 0.30822368603033623, -0.07363670481109191,
        0.16914860517794006, 0.08105108895539381, -0.2536412068926363, 0.24841667890236943,
        -0.019662293510586123, 0.22324004694858685, -0.2928449743552614, 0.43542468209154145,
    ],
    bw_y: [
        0.04079638582514396, 0.09366472300028832, 0.4179985321681277, 0.46302590155309253,
        -0.07835565384723392, 0.18505766637316473, 0.2357078006847654, 0.2247841354994538,
        0.14947041614864326, -0.051063375584684406, 0.01750538787591287, -0.10668054557519721,
        0.19450044561640212, 0.045770765057009846, -0.0863850935895639, 0.1927514806438321,
        0.33339457107575315, 0.25585291502622587, 0.2028553158881032, 0.07567770924344186,
        0.06774721928787412, -0.07744805323437225, 0.1577375774444206, -0.012536536200687594,
        -0.4020940151533139, -0.05826401158268849, 0.016390938483567204, 0.12362595050058658,
        0.3451996540273199, -0.03321402650831025,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Projections, of the backward cell with a bias.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 2]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 2]), [0.3125, 0.4375, -0.9375, 0.8125, -0.6875, -0.8125, -0.5, -1.0])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 2]), [-0.9375, 0.625, 0.625, -0.9375, 0.625, 0.5625, -0.1875, 0.1875])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 2]), [0.125, 0.75, -1.0, -0.9375, 0.9375, -0.125, -1.0, -0.625])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 2]), [0.9375, -0.0625, -0.0625, 0.125, 0.0625, 0.125, 0.375, -1.0])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 2]), [-0.5, -0.125, 0.6875, -0.5625, -0.3125, 0.0625, 0.5, 0.25])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 2]), [0.1875, -1.0, 0.3125, 0.875, -0.0625, 0.875, -0.625, 0.9375])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.125, 0.5625, 0.625, -0.25, 0.125, 0.9375, -0.5625, 0.125])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.125, -0.75, -0.375, -0.375, 0.875, 0.125, -0.3125])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.0625, -0.1875, 0.375])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.1875, 0.375, 0.25])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.375, 0.375, -0.125, -0.5])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.375, 0.125, -0.375, 0.375])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [2, 4]), [-0.5, 0.6875, -0.4375, -0.25, -0.1875, 0.9375, -0.375, -0.375])
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [3, 2]), [0.0625, 0.0625, -0.375, -0.1875, 0.8125, -0.625])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [3, 2]), [-0.5625, 1.0, 0.375, 0.875, 0.625, 0.125])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [3, 2]), [-0.0625, -0.8125, -0.375, -0.125, -0.5625, -0.4375])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [3, 2]), [-0.8125, 0.25, -0.3125, 0.875, 0.4375, -0.625])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [3, 5]), [
    0.875, -0.25, 0.1875, -0.8125, 0.875,
    -0.25, -0.1875, 0.3125, -0.25, -0.1875,
    0.375, -0.6875, 0.625, -0.1875, -0.5625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [3, 5]), [
    0.875, 0.75, -0.1875, 0.9375, 0.25,
    0.9375, 0.625, -0.9375, -0.75, 0.875,
    0.5, 1.0, 0.5, -0.3125, -0.8125,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [3, 5]), [
    -0.75, 0.375, 0.0625, 0.875, -0.625,
    0.625, 0.75, -0.9375, -0.1875, 0.4375,
    0.5, 0.5, 0.4375, 0.875, -0.875,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [3, 5]), [
    -0.0625, -0.125, 0.1875, 0.8125, 0.5,
    0.5, 0.3125, 0.75, -0.125, -0.375,
    0.5625, -1.0, 0.75, -0.4375, -0.625,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [3]), [-0.8125, -0.375, -0.1875])
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [3]), [-1.0, 0.4375, 0.3125])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [3]), [-0.0625, 0.875, 0.8125])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [3]), [-0.0625, -0.25, 0.25])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [3]), [-0.375, -0.0625, 0.3125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [3]), [-0.1875, 0.0, -0.4375])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [3]), [0.0625, -0.1875, -0.375])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [5, 3]), [
    -0.9375, -0.5, 0.4375,  0.125, -0.1875, 0.25,
    -0.75, -0.375, 0.375,  0.75, 0.8125, -0.4375,
    -0.5, 0.0, 0.5625,
])
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [5]), [0.0, 0.25, 0.25, -0.4375, 0.375])
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 2]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 3]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 2]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("projection").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        0.375, 1.875,  -1.9375, 1.5,  0.625, -1.0,  -1.0625, 0.8125,
        1.1875, -1.375,  -0.5625, 1.625,
    ],
    fw_h_in: [0.375, 0.875, 0.375, -0.25],
    fw_c_in: [-0.1875, -0.875, 0.0625, 0.5, 0.75, 0.5625, 0.4375, -0.75],
    bw_h_in: [
        -0.4375, -0.25, -0.9375, 0.6875, 0.5,
        -0.6875, 0.5, 0.625, 0.4375, -0.125,
    ],
    bw_c_in: [-0.875, 0.9375, 0.5625, 1.0, -0.25, -0.25],
    fw_y: [
        -0.3935195431430235, -0.3879859088314963,
        0.24969420652466667, 0.3852272304880593,
        -0.1810328341702633, -0.24352589262526217,
        0.18206591956823276, 0.334914841545733,
        -0.014530256269341096, -0.051480905582106246,
        -0.18407321906329993, -0.11320994255899379,
    ],
    bw_y: [
        0.10218692475860293, 0.19640207058908024, 0.3323025525563824, -0.4795908651528525,
        0.4315817503300123, 0.23013520351902603, 0.13939078636086644, 0.44149630791531325,
        -0.4954266919357039, 0.5760110216868014, -0.2016087736613488, 0.18093316719575456,
        0.08362903021534673, -0.2288672045664765, 0.19684264088514486, -0.050335193280790454,
        0.24807159168594559, 0.20922305908584818, -0.3933491053495282, 0.3411927956033404,
        -0.14623495753984944, 0.22343546199765696, 0.1306693111353497, -0.29705121450958544,
        0.26425451082095247, -0.25083449617585074, 0.3576550751212544, 0.04111281761410168,
        -0.3641397320355695, 0.15250654509849365,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Each direction has different optional parts.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.9375, 0.625, 0.8125,  -0.875, 0.0, -0.75,
    0.0, 0.9375, -0.25,  -0.9375, 0.3125, -0.125,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -1.0, 0.0625, 0.0625,  0.9375, -0.125, -0.375,
    0.5, 0.4375, -0.8125,  0.5, 0.125, -0.5625,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, 0.5, 0.5,  1.0, 0.75, -0.5625,
    -0.625, -0.0625, 0.375,  0.0625, -0.5625, 0.0,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.625, -0.875, 0.875, 0.5,
    0.6875, 0.4375, -0.3125, 0.8125,
    -0.625, 0.25, 0.8125, -0.6875,
    -0.1875, -0.5625, 0.6875, 0.4375,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5625, -0.375, 0.0625, 0.375,
    -0.5625, -0.5625, 0.1875, 0.6875,
    -0.75, 0.0625, -0.1875, 0.625,
    0.4375, -0.6875, -0.625, 0.0625,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.8125, 0.125, 0.625, -0.875,
    -0.4375, 0.6875, -0.875, 0.125,
    -0.0625, 0.5625, 0.375, -0.9375,
    0.75, -0.25, -0.875, 0.3125,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [0]), None)
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.375, 0.1875, 0.3125, -0.25])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.125, 0.0, 0.125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.3125, 0.25, -0.375, 0.4375])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    -0.875, 1.0, 0.9375,  -0.5625, 0.125, -0.875,
    -0.0625, -0.375, -0.4375,  -0.625, -0.25, 0.0625,
    0.9375, -0.25, -0.125,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    -0.75, 0.6875, 0.0,  -0.75, 0.4375, -0.375,
    0.6875, 0.4375, 0.3125,  0.75, -0.3125, 0.8125,
    -0.375, 0.75, -0.5,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    -0.4375, -0.0625, 0.1875,  0.75, -0.1875, -0.1875,
    -0.5625, 0.375, -0.875,  -0.25, 1.0, 0.625,
    -0.75, 0.375, -0.875,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    -0.4375, 0.1875, 0.875,  -0.3125, 0.5, -0.875,
    0.0, 0.0, 0.0625,  -0.625, 0.875, 0.1875,
    0.5625, 0.375, -0.25,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 2]), [
    -0.0625, -0.1875,  -0.75, 0.0,  -0.5625, 0.1875,  -0.4375, 0.875,
    -0.0625, -0.125,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 2]), [0.9375, 0.75, -0.3125, 0.0, -0.0625, 0.375, -0.5, -0.625, -0.1875, -0.6875])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 2]), [0.125, -0.3125, 0.375, 0.25, -0.3125, -0.5, -0.625, 0.3125, 0.75, 0.75])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 2]), [-0.125, 1.0, -0.3125, 0.6875, -0.1875, -0.75, 0.0, -0.625, -0.1875, 0.8125])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [5]), [0.375, 0.5, -0.125, 0.375, 0.6875])
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [5]), [-0.4375, -0.9375, 0.9375, 0.625, 0.5])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [5]), [-0.5, -0.4375, -0.625, -0.5625, -0.125])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [0.0, -0.3125, -0.25, -0.4375, 0.5])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.0, 0.3125, 0.0625, 0.1875, 0.0625])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.3125, 0.5, 0.4375, 0.125, -0.1875])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.5, 0.0625, 0.0, -0.125, -0.375])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [2, 5]), [0.6875, 0.375, 0.9375, -0.75, 0.5, 0.0, 0.3125, 0.0, 0.5, -0.3125])
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 2]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [4]), [1.0, 1.3125, 1.3125, 1.25])
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [4]), [1.0, 1.3125, 1.4375, 0.8125])
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [4]), [1.375, 1.3125, 1.375, 1.1875])
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 2]))
model = Model("mixed").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        1.6875, 0.25, 1.375,  2.0, 1.5, -1.4375,
        0.125, 1.625, 1.5,  -0.25, 0.1875, -1.6875,
        -0.8125, 0.75, 1.3125,  -1.75, -0.25, -0.5625,
    ],
    fw_h_in: [-0.375, -0.25, -0.4375, -0.5, -0.8125, 0.875, -0.75, 0.5],
    fw_c_in: [0.125, 0.75, -0.6875, -0.4375, 0.5625, -0.8125, -0.75, 0.9375],
    bw_h_in: [-0.125, -0.6875, 0.0, 0.125],
    bw_c_in: [
        -0.9375, -0.625, 0.5625, -0.125, -0.8125,
        0.3125, 0.8125, 0.375, 0.375, 0.0625,
    ],
    fw_y: [
        -0.01219805493859248, 0.6395053173968236, -0.07577206062986425, 0.11029592557866297,
        -0.007900577115814312, -0.2205409661505656, -0.10767432594657159, 0.11356846904641808,
        0.082855946412343, -0.36826702667989214, -0.08649912391762976, -0.06659971364967789,
        -0.15820546671431324, -0.27501014340400215, 0.005172644189969053, 0.24153176228839587,
        0.21859923156999597, -0.10991190625567496, -0.29943525172451246, -0.12695657199454036,
        0.290095147020771, -0.05093642368003602, -0.151021818650587, 0.13148315035465602,
    ],
    bw_y: [
        -0.5428250150183519, 0.21869679656587512,
        0.7337426160941976, -0.10504044290986692,
        -0.5951246724970991, 0.21784767924831483,
        0.6262490762809774, -0.03159255067278566,
        -0.17930821061087182, 0.07358807151262317,
        0.3415270694802756, 0.03372594587361523,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# The same with directions exchanged, batch first.
x = Input("x", ("TENSOR_FLOAT32", [2, 3, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    -0.375, 0.9375, 0.5625,  0.625, 0.4375, -0.875,
    -0.125, -0.875, -0.3125,  0.875, 0.0625, -0.125,
    -0.1875, -0.5625, -0.875,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.25, 0.125, -0.75,  0.4375, -0.1875, 0.0,
    -0.3125, 0.5625, 0.8125,  -0.75, 0.375, -0.5625,
    -0.3125, 0.0625, -0.75,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    -0.8125, -0.875, 0.1875,  0.75, -0.375, 0.3125,
    -0.5625, -0.1875, 0.6875,  0.0625, -0.125, -0.1875,
    0.875, 1.0, 1.0,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.125, 0.9375, 0.25,  -0.1875, 0.5625, -0.5,
    -0.4375, 0.875, 0.125,  -0.375, 0.5625, 0.8125,
    -0.8125, -0.5, 0.1875,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 2]), [0.0, -0.625, -0.1875, 0.0, 0.75, -0.0625, -0.3125, 1.0, -0.1875, -0.9375])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 2]), [0.5, 0.8125, -1.0, 0.8125, -0.4375, 0.6875, 0.125, 0.0625, -0.75, 0.375])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 2]), [-0.75, -0.25, -0.75, 0.3125, 0.875, 0.6875, -0.625, -0.75, 0.0, -0.375])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 2]), [
    0.8125, 0.5,  0.4375, -0.1875,  -0.5625, 0.375,  0.9375, -0.875,
    0.1875, -0.5625,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [5]), [-0.9375, -0.4375, 0.375, -0.0625, 0.5])
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [5]), [0.1875, 0.0, -0.9375, 0.0625, 0.5])
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [5]), [0.125, 0.4375, -0.375, -0.625, 0.5625])
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [5]), [0.3125, -0.0625, 0.0625, -0.3125, 0.1875])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.0, 0.3125, 0.4375, 0.375, 0.0625])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [5]), [0.0625, 0.5, 0.1875, -0.25, 0.3125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.25, -0.25, -0.125, 0.375, 0.4375])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [2, 5]), [1.0, 0.9375, -0.0625, -0.625, 0.5, -0.75, -0.5625, -0.9375, -0.8125, 0.5])
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.4375, 0.1875, 0.5,  0.4375, 0.3125, 0.1875,
    0.375, 0.0625, -0.5625,  0.9375, -0.375, 0.375,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.25, 1.0, 0.3125,  0.75, -0.5, 0.4375,  0.4375, -0.25, 0.625,  -0.75, 0.75, -1.0,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.125, 0.8125, 0.625,  0.6875, 0.3125, -0.75,
    0.3125, 0.875, -0.3125,  1.0, -0.1875, 0.9375,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, -0.5, -0.125, 0.9375,
    0.875, 0.3125, -0.875, 0.75,
    -0.1875, -0.5625, 0.8125, -0.25,
    -0.125, 0.75, -0.125, 0.9375,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.6875, -0.375, 0.0625, -1.0,
    -0.0625, 0.1875, 0.3125, -0.0625,
    0.75, 0.75, -0.25, 0.0,
    0.0, -1.0, 0.9375, -0.0625,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, -0.1875, -0.6875, -0.5,
    -0.125, -0.5, -0.75, -0.875,
    -0.25, 0.25, 0.3125, 0.9375,
    -0.5, 0.6875, -0.1875, -0.875,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [0]), None)
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.5, 0.375, 0.25])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.25, 0.0, -0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.125, -0.25, -0.0625, 0.1875])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 2]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 5]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", False)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [4]), [1.4375, 1.25, 0.9375, 1.0])
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [4]), [0.5, 1.3125, 0.5, 1.375])
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [4]), [1.1875, 0.5625, 1.0625, 0.3125])
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [2, 3, 2]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [2, 3, 4]))
model = Model("mixed_batch_major").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        0.4375, 0.1875, -1.875,  1.5, 0.625, -0.875,
        1.625, -1.625, 0.0625,  -1.0, -1.3125, -0.0625,
        1.125, 0.0, -0.3125,  -0.0625, -0.6875, 0.0625,
    ],
    fw_h_in: [-0.1875, -0.6875, -0.1875, -0.375],
    fw_c_in: [
        0.9375, -1.0, 0.5625, 0.4375, 0.9375,
        -0.5, -0.1875, -0.4375, -0.3125, -0.8125,
    ],
    bw_h_in: [-0.125, 0.625, -0.5, -0.3125, 0.0625, 0.125, 0.4375, 0.6875],
    bw_c_in: [0.875, -0.25, 0.6875, -1.0, 0.625, -0.9375, -0.75, -0.125],
    fw_y: [
        -0.1076003280276301, 0.1764634517839446,
        0.3805189883121315, 0.07279650707583263,
        0.30066314765463253, 0.026474068707469958,
        -0.23790255921260425, -0.31623649256555036,
        0.21858900539859719, -0.061207955490886826,
        0.19046622565776788, -0.2475580415415741,
    ],
    bw_y: [
        0.025019834453514522, -0.027949575704052237, 0.15593238725996805, 0.0705811216780729,
        0.0773846346445651, 0.2942160866073973, 0.1406664557538618, -0.34774506003199607,
        0.011474721087130312, 0.08911111129845078, 0.116927898006044, -0.5004499615070755,
        -0.15683618034189806, 0.22985279310737036, 0.036522859041265524, -0.19123222732162123,
        -0.0161110876545583, 0.28393697592289974, 0.025463183813418017, -0.16003899067544813,
        0.016908759645676532, 0.05723474162093059, -0.07274682617272053, -0.08904271029589163,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Layer normalization in both directions.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    -0.625, -0.6875, 0.3125,  0.5625, 0.6875, -1.0,
    0.625, -0.9375, 0.8125,  0.0625, -0.5, -0.125,
    0.6875, -0.5, 0.625,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.5, 0.6875, 0.4375,  -0.3125, 0.8125, -0.625,
    0.25, 0.8125, -0.6875,  -0.1875, -0.5625, 0.6875,
    0.4375, 0.5, 0.3125,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    0.5, 0.5, 0.0,  0.375, -0.75, -0.5,
    -0.0625, 0.625, 0.9375,  -1.0, -0.375, 0.5,
    0.5, 1.0, 0.75,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    -0.5, 0.625, -1.0,  -0.125, 0.875, -0.6875,
    -0.375, 0.25, 0.875,  1.0, 0.3125, -0.1875,
    -0.375, -0.0625, -0.5,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    0.5, -0.25, -0.75, -0.0625, 0.8125,
    0.6875, 0.5, 0.8125, -0.1875, -0.375,
    -0.5, -0.125, -0.1875, -0.6875, -0.0625,
    -0.625, 0.5625, 0.125, -0.0625, -0.1875,
    1.0, 0.875, 0.3125, -0.6875, 0.1875,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    -0.5, 0.5, 0.5625, -0.8125, -0.3125,
    -0.25, 0.125, 0.8125, 0.4375, 0.5625,
    -1.0, 0.0625, 0.0625, 0.9375, -0.125,
    -0.375, 0.5, 0.4375, -0.8125, 0.5,
    0.125, -0.5625, -0.5625, -0.375, 0.0625,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    -0.5625, -0.625, -0.0625, 0.375, 0.0625,
    -0.5625, 0.0, 0.8125, 0.125, 0.625,
    -0.875, -0.4375, 0.6875, -0.875, 0.125,
    -0.0625, 0.5625, 0.375, -0.9375, 0.75,
    -0.25, -0.875, 0.3125, 0.4375, -0.4375,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    -0.5625, -0.75, 0.4375, -0.4375, 0.625,
    -0.6875, -0.25, -0.625, -0.5625, -0.6875,
    -0.8125, 0.8125, -0.3125, -0.75, 0.0625,
    -0.9375, -0.125, 0.1875, -0.625, -0.8125,
    -0.25, -0.6875, -0.25, -0.4375, 0.5,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [5]), [-0.0625, -0.1875, 0.375, 0.25, 0.0])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.0, -0.25, -0.1875, 0.25, 0.125])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.375, 0.4375, 0.0, 0.5, -0.1875])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [5]), [0.125, 0.5, 0.125, -0.375, 0.375])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [6, 3]), [
    -0.875, 1.0, 0.9375,  -0.5625, 0.125, -0.875,
    -0.0625, -0.375, -0.4375,  -0.625, -0.25, 0.0625,
    0.9375, -0.25, -0.125,  -0.0625, -0.1875, -0.75,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [6, 3]), [
    0.9375, 0.625, 0.5,  -0.3125, -0.0625, 0.625,
    -0.3125, -0.75, -0.4375,  -0.0625, 0.1875, 0.75,
    -0.1875, -0.1875, -0.5625,  0.375, -0.875, -0.25,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [6, 3]), [
    0.8125, 0.6875, -0.125,  0.4375, -0.125, 0.1875,
    -0.5, -0.4375, -0.625,  -0.5625, -0.125, -0.3125,
    0.75, 1.0, -0.875,  -1.0, 0.6875, 0.375,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [6, 3]), [
    -0.3125, 0.125, -0.1875,  0.6875, -0.8125, 0.8125,
    0.375, 0.75, 0.875,  -0.1875, -0.6875, -0.0625,
    0.8125, -0.375, 0.375,  -0.5625, -0.4375, -0.9375,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [6, 6]), [
    0.0, -0.5625, 0.1875, -0.4375, 0.875, -0.0625,
    -0.125, 0.875, 0.9375, -0.75, 0.3125, -0.25,
    0.375, 0.5, -0.125, 0.375, 0.6875, 0.9375,
    -0.375, 0.0, 0.75, 0.25, -0.75, 0.6875,
    0.0, -0.75, 0.4375, -0.375, 0.6875, 0.4375,
    0.3125, 0.75, -0.3125, 0.8125, -0.375, 0.75,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [6, 6]), [
    1.0, 0.625, -0.75, 0.375, -0.875, 0.125,
    -0.3125, 0.375, 0.25, -0.3125, -0.5, -0.625,
    0.3125, 0.75, 0.75, -0.25, 0.6875, 0.4375,
    1.0, 0.25, -0.5, 0.9375, -0.5, 0.5,
    -0.375, 0.5625, 0.8125, -1.0, 0.5625, 0.0625,
    -0.4375, 0.1875, 0.875, -0.3125, 0.5, -0.875,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [6, 6]), [
    0.9375, -0.75, 0.5, 0.0, 0.3125, 0.0,
    0.5, -0.3125, 0.3125, 0.4375, 0.25, -0.6875,
    -0.4375, -0.8125, -0.8125, -0.3125, 0.625, 0.25,
    -0.9375, 0.75, 0.5625, 0.0, -0.6875, 0.9375,
    0.6875, -0.5, -1.0, 0.125, -0.9375, -0.75,
    -0.6875, -0.0625, -0.25, -0.3125, 0.5625, 0.75,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [6, 6]), [
    0.1875, -0.0625, 0.1875, 0.4375, 0.125, 0.9375,
    -0.625, 0.4375, -0.375, 0.625, -0.8125, -1.0,
    0.1875, 0.625, -0.3125, -0.6875, 0.5625, -0.1875,
    0.9375, -1.0, -0.1875, 0.4375, 0.1875, -0.375,
    0.9375, -0.875, 0.375, 0.0625, 0.75, 0.1875,
    0.25, 0.5625, 0.625, 0.8125, -0.8125, 0.4375,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [6]), [0.5, 0.3125, -0.1875, 0.4375, 0.3125, 0.4375])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [6]), [0.3125, -0.375, 0.1875, 0.125, 0.0625, 0.4375])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [6]), [0.3125, 0.25, -0.5, 0.375, 0.125, 0.0])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [6]), [0.25, -0.0625, 0.4375, 0.125, 0.0, 0.0])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 5]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 5]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 6]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 6]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [5]), [0.8125, 0.375, 0.5625, 0.75, 0.4375])
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [5]), [0.75, 1.0, 1.5, 1.0, 1.0])
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [5]), [1.125, 0.625, 0.5625, 0.6875, 1.375])
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [5]), [1.0, 1.3125, 0.8125, 1.25, 0.5])
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [6]), [0.375, 0.375, 0.8125, 1.125, 0.625, 0.5])
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [6]), [0.25, 1.0625, 0.875, 1.25, 0.625, 1.0625])
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [6]), [1.3125, 1.3125, 0.625, 0.6875, 1.0625, 1.375])
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [6]), [0.25, 0.9375, 1.125, 0.6875, 1.0, 1.25])
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 6]))
model = Model("layer_norm").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        1.3125, -1.75, -0.25,  -0.5625, 1.0625, 1.5625,
        -0.1875, 0.375, 0.3125,  0.4375, 0.375, 0.9375,
        -2.0, 1.0, -0.5625,  1.8125, -1.0625, 1.0625,
    ],
    fw_h_in: [-0.375, -0.25, -0.4375, -0.5, -0.8125, 0.875, -0.75, 0.5, 0.125, 0.75],
    fw_c_in: [
        -0.6875, -0.4375, 0.5625, -0.8125, -0.75,
        0.9375, -0.125, -0.6875, 0.0, 0.125,
    ],
    bw_h_in: [
        -0.9375, -0.625, 0.5625, -0.125, -0.8125, 0.3125,
        0.8125, 0.375, 0.375, 0.0625, 0.5625, 0.6875,
    ],
    bw_c_in: [
        0.4375, -0.375, -1.0, 0.9375, 0.25, 0.5625,
        -0.0625, 0.1875, 0.6875, 0.5625, -0.3125, -0.9375,
    ],
    fw_y: [
        -0.08850304082270866, 0.16008086799948695, -0.02705763986578258, -0.5232707531356225,
        -0.4309862564716446, -0.023782796495775856, -0.09549572135031478, 0.16078870960312583,
        0.016440500535884122, 0.35203947067291413, -0.10951556721623311, -0.1539037857540888,
        0.3046675706614836, -0.030400897515132988, -0.15758896904172695, -0.0830415833226451,
        -0.06072280689141764, 0.33231552155563726, 0.06441774097123364, 0.39497550685421695,
        -0.4722593561306719, -0.28120217315594503, 0.18633477244270544, 0.03971593037387566,
        -0.1755085809082298, -0.08496685318816115, 0.07289455105927968, 0.051331092665223864,
        -0.15508467128415823, 0.34917065082233045,
    ],
    bw_y: [
        -0.10338175290447373, 0.26146427707523323, -0.04590816770295733, 0.4134853147001387,
        -0.0663525421000996, 0.05485392910759297, 0.43311312709954214, 0.286327244513249,
        -0.40371608374771234, 0.16283377727698478, 0.004529801166224744, 0.05555616362766532,
        -0.30744193710635576, -0.15616189916371853, -0.2963449370907474, 0.3918350270333061,
        -0.10691565350922343, 0.2984848555178491, 0.387835819479491, 0.43233528610028693,
        -0.24726670599739559, 0.1731886482344624, 0.12245059623012164, -0.11930403607745216,
        -0.19670479117060494, -0.20162224473913382, -0.2721586516791397, 0.4237262314614588,
        0.006209029194167784, 0.5702529751108067, 0.233487140445328, 0.2510927066389383,
        -0.006197788254286707, 0.19601240587322247, -0.4394034201297268, -0.119041499517021,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Both clips, in both directions.
x = Input("x", ("TENSOR_FLOAT32", [4, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    1.0, -0.625, 0.0625,  0.5, -0.375, -0.875,
    0.3125, -0.9375, -0.0625,  -0.1875, -0.5625, 0.1875,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.25, -0.6875, -0.8125,  0.125, -0.8125, -0.1875,
    -0.8125, -0.5, 0.5625,  -0.75, -0.75, -0.0625,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.8125, 0.8125, -0.3125,  0.75, 0.25, -0.1875,
    1.0, -0.0625, 0.0,  0.5, -0.0625, -0.25,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.125, -0.4375, 0.5,  0.0, 0.9375, -0.1875,
    0.6875, -0.8125, -0.25,  0.0, 0.25, 0.625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 2]), [0.0, 0.9375, -0.125, -0.125, 0.4375, 0.125, -0.375, 0.375])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 2]), [0.75, -0.75, -0.5625, -0.375, -0.25, 0.375, 0.8125, -1.0])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 2]), [0.125, 1.0, 0.25, -0.5625, -0.125, -0.25, 0.9375, -1.0])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 2]), [-1.0, 0.75, -0.75, 0.6875, 0.25, 0.75, -0.0625, -0.875])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.125, -0.1875, -0.375, 0.1875])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.0, 0.3125, 0.25, -0.125])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.4375, 0.125, 0.0625, 0.0])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.5, -0.1875, -0.0625, -0.125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [2, 4]), [-0.5625, 0.0, -0.375, 0.0, 0.625, -0.6875, -1.0, -0.25])
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.75, 0.9375, 0.75, -0.5, -0.9375, -0.75, -0.375, -0.3125, 0.6875])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [3, 3]), [-0.375, 0.0, 0.0625, -0.125, -0.5, 0.625, -0.5, 0.8125, -0.6875])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [3, 3]), [0.375, -0.625, 0.25, -0.25, 0.9375, 0.5625, 0.5, 0.0, 0.625])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [3, 3]), [-1.0, -0.875, -0.875, -0.6875, -0.8125, 0.0625, 0.4375, -0.6875, 0.875])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [3, 5]), [
    -0.875, -0.3125, 0.5, 0.125, -0.8125,
    -0.75, -0.5625, 0.3125, 0.125, -0.4375,
    -1.0, -0.375, -0.625, 0.875, 0.8125,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [3, 5]), [
    0.5, -0.0625, -0.75, -0.4375, 0.125,
    -0.875, 0.3125, 0.0, 0.0625, -0.125,
    0.9375, 0.375, 0.6875, -0.5625, -0.5,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [3, 5]), [
    -0.375, -0.125, 0.8125, -0.5, 0.1875,
    0.5, -0.25, -1.0, 1.0, 0.3125,
    0.6875, -0.0625, -0.5625, -0.8125, -0.8125,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [3, 5]), [
    -0.5625, -0.6875, 0.3125, -0.9375, -0.1875,
    0.75, 0.375, 0.1875, -0.3125, -0.6875,
    0.5625, -0.75, -0.9375, 0.0, 0.8125,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [3]), [-0.75, 0.5625, 0.5])
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [3]), [-0.5, -0.3125, -0.25])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [3]), [-0.625, -0.0625, -1.0])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [3]), [-0.375, 0.25, 0.125])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [3]), [0.4375, 0.3125, 0.125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [3]), [-0.125, -0.1875, 0.3125])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [3]), [-0.1875, 0.4375, 0.125])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [5, 3]), [
    0.25, -0.3125, 0.125,  0.5, -0.4375, 1.0,
    -0.25, 0.3125, -0.125,  0.625, -0.3125, 0.6875,
    -0.9375, 0.625, 0.5625,
])
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [5]), [-0.0625, 0.25, -0.4375, -0.3125, -0.25])
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 2]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 3]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [4, 2, 2]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [4, 2, 5]))
model = Model("clips").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.5, 0.25, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -1.3125, -0.4375, -1.4375,  -1.0, -0.375, -1.125,
        -1.625, -1.125, 1.875,  -1.4375, -1.125, 0.4375,
        -1.125, 0.5, 0.5625,  -1.375, 0.25, -0.6875,
        0.5625, -1.9375, -1.6875,  0.5625, -0.25, -0.8125,
    ],
    fw_h_in: [-0.875, -0.1875, -0.6875, -0.5625],
    fw_c_in: [0.125, 1.0, 1.0, 0.5625, -0.875, 0.5, -0.8125, -0.0625],
    bw_h_in: [
        -0.125, 0.6875, 0.625, 0.375, 0.5625,
        0.1875, -0.4375, -0.3125, 0.5625, -0.75,
    ],
    bw_c_in: [0.5, 0.625, 1.0, -0.8125, -0.6875, 0.4375],
    fw_y: [
        -0.03503710052686821, -0.25,
        0.2166267421093895, -0.06271836638469158,
        0.12310511624663335, -0.057691810052536624,
        0.25, 0.05600708108955896,
        0.05658292238368926, 0.08080115647645296,
        0.13160111121223886, 0.1813274760174096,
        -0.08401654645003606, -0.25,
        -0.12097231339127554, -0.011728071037305023,
    ],
    bw_y: [
        0.044859577997065775, 0.25, -0.25, -0.22767177127800545, -0.25,
        -0.024351760720689626, 0.24510576205174686, -0.25, -0.25, -0.1948514358120975,
        -0.016985956817939046, 0.25, -0.25, -0.07833908276426294, -0.03995582560397776,
        -0.0015589217590731355, 0.25, -0.25, -0.25, -0.13698583117654256,
        -0.05153776036487437, 0.25, -0.25, -0.25, -0.1844300698338679,
        -0.08553241033849156, 0.17984559087774582, -0.25, -0.25, -0.006084901623599537,
        0.07945390709658282, 0.25, -0.25, -0.1560672175319572, -0.25,
        -0.025228530712249078, 0.25, -0.25, -0.25, -0.08684408817020592,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# No activation.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.3125, 0.0625, 0.5,  0.0625, -0.5, 0.125,  0.25, 0.375, 0.25,  0.4375, 0.75, 0.5,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.6875, -0.25, -0.4375,  0.5, -0.125, 0.0,
    0.375, 0.0625, 0.1875,  0.375, 0.0625, -0.75,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.5, 0.625, 0.5625,  0.625, 0.75, 0.1875,
    0.5, -0.25, 0.6875,  -0.125, 0.4375, -0.6875,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.1875, 0.625, 0.0,  0.6875, 0.625, 0.75,
    0.0625, -0.4375, -0.375,  0.625, 0.75, 0.0,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, -0.6875, -0.5, 0.25,
    0.5625, -0.125, -0.5625, -0.4375,
    -0.125, -0.125, 0.5, -0.1875,
    0.0625, -0.1875, 0.0625, 0.4375,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, -0.1875, 0.1875, -0.4375,
    0.1875, -0.25, 0.0625, 0.5625,
    -0.3125, -0.6875, -0.75, 0.5625,
    0.5625, 0.5, 0.625, -0.125,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.75, 0.3125, -0.625, -0.75,
    0.4375, 0.0, -0.75, 0.5,
    -0.3125, 0.375, 0.4375, 0.5625,
    0.6875, -0.6875, 0.0625, 0.625,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.1875, -0.4375, 0.625, 0.25,
    0.4375, -0.125, -0.625, 0.25,
    0.25, -0.6875, 0.625, -0.5,
    -0.1875, -0.0625, -0.4375, -0.375,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.4375, 0.3125, 0.0, 0.25])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, -0.3125, -0.1875, 0.0])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.375, -0.375, 0.3125, -0.4375])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.125, -0.1875, 0.1875])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.75, 0.5, 0.5,  0.0, 0.5, 0.125,
    0.4375, 0.5625, 0.4375,  0.5625, 0.375, 0.25,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.75, -0.1875, -0.5625,  0.4375, -0.125, 0.125,
    0.5625, 0.0625, -0.3125,  0.25, 0.3125, 0.5625,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.0625, 0.6875, 0.625,  -0.0625, 0.125, -0.6875,
    0.625, 0.375, 0.25,  0.375, -0.5625, 0.125,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.75, 0.3125, 0.625,  -0.375, 0.125, 0.625,
    0.6875, -0.6875, 0.4375,  0.25, 0.125, 0.0625,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.3125, -0.25, 0.1875, -0.25,
    -0.3125, 0.5, 0.75, -0.625,
    -0.125, -0.0625, 0.75, 0.625,
    0.4375, -0.4375, 0.125, 0.0625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.1875, 0.1875, -0.125, 0.5625,
    0.625, -0.4375, -0.1875, -0.625,
    -0.625, -0.5625, -0.6875, 0.75,
    0.0625, 0.5625, -0.25, -0.0625,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.6875, -0.6875, 0.375, 0.125,
    -0.6875, 0.75, 0.0, -0.3125,
    0.125, -0.625, -0.125, -0.125,
    0.3125, -0.75, -0.375, 0.375,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.6875, -0.5, -0.25, 0.0,
    -0.5, -0.125, 0.375, 0.5625,
    -0.0625, 0.5625, 0.0625, -0.3125,
    0.1875, -0.4375, 0.125, 0.0625,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [0.4375, -0.0625, 0.1875, -0.125])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.4375, -0.4375, 0.3125, -0.0625])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.375, -0.125, -0.375])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.25, 0.3125, -0.1875])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("linear").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 0, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        0.3125, -1.125, -1.8125,  -1.625, -1.9375, -0.5,
        0.875, 0.125, 0.375,  -1.0625, 2.0, 0.8125,
        0.375, -0.9375, 1.125,  1.125, -0.5625, 1.75,
    ],
    fw_h_in: [-0.25, -1.0, -0.9375, 0.4375, 0.6875, 1.0, -0.9375, -0.5625],
    fw_c_in: [-0.75, 1.0, 0.9375, -0.9375, 0.0, -0.5625, 1.0, -0.8125],
    bw_h_in: [0.0, -0.75, -0.75, -0.5, -0.375, 0.75, 0.25, -1.0],
    bw_c_in: [1.0, -0.875, 0.8125, -1.0, -0.9375, 0.4375, 0.9375, -0.625],
    fw_y: [
        -0.4772723144065076, 0.042212576140617915, 0.34977360773901184, -0.11292849144245494,
        -0.002952301453704296, -0.20789780916145262, 0.02437509897999936, -0.06818674406813877,
        0.06710511186407624, 0.0009453329184871067, 0.47268102413939767, -0.6432626444705902,
        0.793706405541027, -0.24485604910167286, -0.03512054998658401, -0.032863403903942746,
        0.2659017807621325, -0.4587086710328984, 0.7061555066477562, -0.607799963660591,
        1.1793811816781428, 0.23300034010986193, 0.4681936055364269, -0.6249031199275263,
    ],
    bw_y: [
        -0.027706843945124463, -0.1161676594045875, 0.2837740788848203, 0.10796342999484182,
        -0.0008865689017403379, -0.10854817663269721, -0.05003366916859477,
        -0.10162341961024415, 0.38334304227593796, -0.5743736872982872, 0.7389529907143431,
        0.08073474352692336, 0.732135190880191, -0.2905174026461886, 0.06363627740650388,
        -0.8015311359794088, 0.317068134629128, -0.4528035151477615, 0.6309604221288562,
        0.03217078178058674, -0.2506532680733317, -0.0941534493862669, 0.5305232012410822,
        -0.3482467200491903,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# RELU on the cell gates and the cell states.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.6875, 0.625, -0.5,  0.75, -0.25, -0.125,
    0.4375, 0.4375, 0.6875,  0.125, 0.5625, 0.3125,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, -0.0625, 0.375,  0.125, 0.0, 0.0625,
    -0.625, -0.625, 0.6875,  0.4375, 0.25, 0.5625,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.1875, -0.75, 0.6875,  -0.5625, 0.6875, 0.3125,
    0.5, -0.25, -0.4375,  0.4375, 0.625, -0.3125,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.3125, -0.125, 0.5625,  -0.375, -0.75, 0.75,
    0.5, -0.4375, 0.375,  0.1875, 0.0625, 0.6875,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.75, -0.5625, 0.5625, -0.0625,
    0.0, -0.0625, -0.125, -0.75,
    -0.75, 0.75, 0.3125, 0.25,
    -0.0625, 0.75, -0.125, -0.5,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.3125, -0.125, 0.3125, -0.5625,
    0.1875, 0.1875, -0.125, -0.4375,
    -0.1875, 0.5, 0.0625, 0.125,
    -0.1875, 0.25, 0.4375, 0.6875,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.375, 0.0, -0.5, -0.5625,
    -0.75, 0.25, -0.75, -0.625,
    0.25, -0.75, -0.75, 0.375,
    0.375, -0.375, 0.625, -0.0625,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, -0.1875, -0.375, -0.75,
    0.4375, 0.625, 0.75, 0.625,
    -0.25, 0.75, 0.6875, -0.625,
    0.0625, -0.3125, 0.625, -0.5,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.375, 0.125, 0.25])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.1875, 0.5, 0.5, -0.4375])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.1875, 0.3125, 0.3125, -0.3125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.5, 0.0625, 0.0, 0.25])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5625, -0.5, -0.5,  0.6875, 0.75, 0.0,  0.625, 0.5, -0.6875,  0.25, 0.1875, 0.0625,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.4375, 0.125, 0.25,  0.125, 0.0, 0.0625,
    -0.4375, -0.625, 0.1875,  0.3125, 0.375, 0.25,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.625, -0.5625, 0.6875,  0.375, 0.0625, -0.5,
    0.5, 0.375, 0.5625,  -0.625, -0.375, 0.5625,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.3125, -0.5, -0.375,  0.125, 0.3125, 0.5625,
    -0.625, -0.75, -0.5,  -0.1875, -0.6875, -0.6875,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, -0.125, -0.25, -0.625,
    -0.75, 0.625, -0.375, 0.5,
    -0.6875, 0.75, 0.6875, -0.5625,
    0.1875, 0.375, -0.125, 0.6875,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, 0.375, -0.125, 0.4375,
    0.6875, 0.0, -0.5625, -0.0625,
    -0.375, 0.6875, -0.0625, 0.1875,
    -0.75, 0.125, -0.625, 0.75,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, 0.5625, 0.625, 0.4375,
    -0.3125, -0.5625, 0.0, 0.1875,
    0.5, -0.0625, 0.25, -0.3125,
    0.0, -0.5, 0.1875, -0.3125,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, -0.25, 0.3125, 0.5625,
    -0.5, 0.75, 0.375, -0.5,
    -0.625, 0.4375, 0.125, -0.375,
    0.4375, -0.6875, -0.375, -0.25,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [0.1875, 0.0, -0.1875, -0.1875])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.0, 0.375, -0.125, 0.0])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.5, 0.3125, 0.375, -0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.5, 0.5, 0.375])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("relu").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 1, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        1.0, -1.0625, -1.875,  1.9375, -1.6875, 0.5625,
        -1.3125, -0.25, 1.8125,  1.4375, -0.625, -1.0625,
        0.625, -1.375, 1.6875,  0.125, 0.5625, -1.0,
    ],
    fw_h_in: [0.5, 0.3125, 0.875, -0.625, -0.8125, 0.9375, -0.75, 0.5625],
    fw_c_in: [-0.6875, -0.5625, 0.5, 0.25, 0.125, 0.25, -0.75, 0.125],
    bw_h_in: [-0.4375, 0.5, -1.0, -0.6875, 0.5625, 0.0, 0.125, -0.5625],
    bw_c_in: [-0.875, -0.8125, 0.1875, -0.3125, -0.25, -0.125, -0.9375, 0.625],
    fw_y: [
        0.0, 0.0, 0.2948662288612622, 0.15559925642971964,
        0.0979661824961923, 0.121386962221182, 0.4767187986403753, 0.038234312448429675,
        0.0, 0.08328125765707023, 0.19478312565090178, 0.143435121348875,
        0.05289948145031205, 0.04463894256109803, 0.5672641336921748, 0.13706893322870764,
        0.15538790882672973, 0.053969620129518954, 0.31105555187796663, 0.09645281901455299,
        0.03000082604444803, 0.021858336976080226, 0.18605039695357187, 0.2437237849095881,
    ],
    bw_y: [
        0.2860523820223755, 0.1378441718636511, 0.10318361769851563, 0.2070171915909441,
        0.0, 0.6034860630850245, 0.44073004561216417, 0.028117408635649387,
        0.23584051826632785, 0.0, 0.19753255021264166, 0.2495296737594466,
        0.0, 0.4655779465437668, 0.15875763432390066, 0.06716364654780388,
        0.0, 0.0, 0.23471136908539633, 0.018398897281994477,
        0.0, 0.10154994372523261, 0.09540955376371035, 0.12975238963222466,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# RELU6, with cell states above 6.
x = Input("x", ("TENSOR_FLOAT32", [6, 1, 4]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    1.5625, -0.0625, -2.0, 0.1875,
    1.1875, 1.0, 2.5625, 1.625,
    0.1875, -1.25, 2.875, 2.625,
    -1.6875, 2.0625, -2.0625, -2.75,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    1.125, 1.9375, -2.5, 1.3125,  2.9375, 1.8125, 2.5, 2.0,
    -2.625, 0.0, 1.75, 1.25,  -2.5625, 0.5, -1.3125, 0.25,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    1.125, 2.4375, -1.875, -0.25,  2.875, 1.375, 1.25, -1.3125,
    0.75, 1.375, -3.0, 1.3125,  -0.25, 0.5, 1.9375, 1.1875,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    2.5625, 1.5, -1.8125, -2.8125,
    1.125, -2.625, 0.0625, 2.25,
    0.75, 2.125, 1.125, 0.1875,
    2.25, 2.6875, -0.4375, -1.6875,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.0, -0.875, -0.8125, -0.375,
    -1.5, -1.1875, 1.25, 1.1875,
    1.75, 2.5, -2.625, -0.625,
    0.8125, -2.8125, 0.8125, 2.75,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    2.1875, 0.3125, 2.6875, 1.375,
    -1.375, -1.0625, -0.1875, 2.75,
    -2.3125, 1.125, 1.625, 0.75,
    0.4375, -0.1875, -3.0, -2.375,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    1.4375, 1.25, -0.0625, -0.8125,
    0.5, -1.75, -2.75, 1.3125,
    -0.5625, -1.4375, -2.5, 2.5,
    -2.5, 0.1875, 0.9375, 1.4375,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.125, 1.8125, 2.0, -0.3125,
    -1.8125, -0.5625, 0.375, -2.125,
    -1.5625, 2.5, 2.125, -0.4375,
    -0.1875, -0.6875, 0.6875, 2.375,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.3125, -0.0625, 0.375])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.25, 0.125, 0.1875, -0.5])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, 0.5, 0.3125, 0.3125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.5, -0.3125, 0.3125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.625, 2.1875, -0.125, -3.0,  -1.8125, 0.5, -3.0, -1.75,
    -1.3125, -1.125, 0.25, 1.75,  2.125, 0.9375, 2.25, 1.875,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    2.625, -1.0, 0.5625, -0.0625,  1.75, -1.4375, 2.875, -0.875,
    -1.5, 2.375, 2.5625, -2.625,  0.8125, -1.0, -2.625, 2.4375,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    1.5625, -1.25, 0.0625, -1.4375,
    2.375, 2.6875, -0.25, -1.0,
    -0.875, -0.4375, -2.875, -1.5,
    1.9375, 2.4375, 2.3125, 0.4375,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.6875, 2.625, -2.5, -0.25,
    -1.9375, -2.5625, 1.1875, 1.25,
    1.6875, 0.5, 1.8125, 0.25,
    2.6875, 0.75, -2.125, -2.75,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -1.1875, -0.375, -2.5, -2.875,
    -2.5, -0.6875, -2.0, 0.5625,
    1.625, 0.0, 1.0625, 1.125,
    -2.75, 1.4375, 1.375, 2.125,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -1.5, -1.125, 2.5, 2.6875,  2.6875, -0.125, 1.875, 2.125,
    2.625, -2.75, -2.8125, 2.5,  1.625, -0.6875, -1.875, 1.0,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -1.5, 1.875, -2.1875, 0.0,
    -0.25, -0.625, 2.25, -0.5,
    0.8125, -2.6875, 2.125, 2.8125,
    -1.75, 1.0625, 1.375, -0.625,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5625, 1.0, -1.9375, -1.6875,
    -0.5, -1.1875, -1.625, 2.25,
    2.3125, 2.6875, -0.9375, 2.125,
    2.625, -1.0625, 1.9375, 1.125,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, 0.4375, -0.375, 0.1875])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.25, 0.375, 0.125, 0.3125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.0, -0.0625, -0.0625, 0.5])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.25, 0.1875, 0.4375])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [1, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [1, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [1, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [1, 4]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [6, 1, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [6, 1, 4]))
model = Model("relu6").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 3, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -1.75, -0.25, 1.5, -1.625,
        -0.8125, 1.9375, 1.1875, -1.5,
        -0.5625, -1.8125, -1.625, -0.3125,
        -1.4375, 1.625, 1.6875, 0.25,
        1.375, 2.0, 1.5, -1.4375,
        0.125, 1.625, 1.5, -0.25,
    ],
    fw_h_in: [-0.375, -0.25, -0.4375, -0.5],
    fw_c_in: [-0.8125, 0.875, -0.75, 0.5],
    bw_h_in: [0.125, 0.75, -0.6875, -0.4375],
    bw_c_in: [0.5625, -0.8125, -0.75, 0.9375],
    fw_y: [
        0.0, 0.00023823220636444838, 0.0, 0.05436218833766123,
        0.02213510102760558, 0.000462099133451965, 0.0, 3.173981293260279,
        0.006780065743002664, 0.05228546084930105, 0.0, 0.5211127440406609,
        3.058000424614696e-05, 0.005748582832122831, 0.0, 4.840177545958258,
        0.002993551461755431, 3.587439694803747e-07, 0.0, 5.99999980068918,
        0.0010384720788974412, 2.8883328921855413e-07, 0.31177345164687653, 5.999999965566676,
    ],
    bw_y: [
        4.380831479315805e-12, 1.7000299471365625, 5.993698764045041, 3.5538998101955364,
        0.014020750690774852, 0.053375992865028296, 5.8213387948903454, 5.984695221785666,
        1.8122411820937957e-08, 0.03432430519113346, 1.9210252322970207, 1.7082394293684735,
        2.1812586844738887e-05, 0.0, 5.249238767785028, 4.169190822333252,
        0.9737886223855832, 0.0, 0.0, 5.668179947849983,
        1.3128056508684047, 0.0, 0.0, 0.33602338200072324,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# SIGMOID on the cell gates and the cell states.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, 0.375, -1.0,  0.25, -0.1875, -1.0,
    -1.0, -0.8125, 0.4375,  -0.375, 0.125, 0.9375,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -1.0, -0.3125, -0.875,  0.9375, 0.6875, 0.0,
    -0.8125, -0.1875, -0.5625,  0.875, -0.3125, 0.1875,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.8125, -0.875, 0.6875,  -0.4375, -0.1875, -1.0,
    -0.1875, 0.875, 0.3125,  -0.25, 0.5625, 0.3125,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.875, 0.75, 0.75,  -0.75, 0.25, -1.0,
    0.8125, 0.375, 0.0,  0.5625, -0.125, 0.6875,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.3125, -0.0625, -0.625, -0.5625,
    0.5, 0.8125, 0.6875, -0.5625,
    0.25, -0.1875, 0.0, 0.4375,
    -0.3125, 0.625, 0.0625, 0.625,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.0625, 0.6875, -0.3125, 0.0625,
    0.5625, -0.125, 0.375, -0.875,
    0.0, 1.0, -0.75, 0.8125,
    -0.1875, -0.875, 0.8125, -0.25,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.0625, -0.5625, 0.0, 0.1875,
    0.0625, 0.375, 0.8125, 0.25,
    -0.4375, 0.5, -0.3125, -0.375,
    -0.1875, 0.8125, -1.0, 0.25,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.75, 1.0, 0.75, -0.3125,
    0.0, 0.875, -0.875, 0.75,
    0.6875, -0.0625, -0.375, -0.375,
    0.1875, -0.5625, -0.9375, 0.5625,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.4375, -0.125, -0.25])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.125, 0.4375, -0.3125, 0.1875])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.125, 0.0625, 0.1875, 0.4375])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.4375, -0.125, -0.25, -0.1875])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5, -0.1875, -0.3125,  -0.875, -0.75, -0.9375,
    0.375, -0.25, -0.9375,  1.0, 0.375, -0.8125,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.625, -0.25, 0.375,  0.9375, -0.8125, 0.1875,
    -0.125, -0.625, 0.125,  0.5, 1.0, -0.9375,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.25, -1.0, 0.8125,  -0.5, -0.25, -0.8125,
    0.8125, 0.9375, 0.3125,  1.0, -0.625, -0.5,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -1.0, 0.625, -0.9375,  0.0, 0.0625, 0.8125,  -0.625, 0.25, -0.375,  0.0, -0.875, 0.875,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.4375, 0.1875, 0.8125, 1.0,
    0.375, 0.8125, 0.625, 0.125,
    -0.25, 0.9375, 0.1875, 0.5,
    0.0, -0.1875, -0.9375, 0.0625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.9375, 0.125, 0.375, 0.5,
    0.75, -0.8125, 0.6875, 0.3125,
    -0.875, 0.3125, -0.125, -0.75,
    -0.6875, 0.1875, -0.5625, 0.4375,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.0625, 0.125, 1.0, -0.0625,
    0.25, -0.625, 0.8125, -0.6875,
    -0.3125, -0.125, 0.25, -0.3125,
    0.1875, -0.8125, 0.1875, 0.625,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -1.0, -0.75, -0.125, 0.4375,
    -0.8125, -0.125, 0.6875, 0.5625,
    0.0625, -0.6875, 0.6875, 0.1875,
    0.375, 0.375, -0.125, 0.6875,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [0.125, 0.0625, 0.0625, 0.375])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, 0.3125, 0.1875, 0.125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.25, 0.0, 0.3125, 0.5])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [0.0, 0.3125, 0.25, -0.0625])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("sigmoid").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 6, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -1.5625, -1.0625, 1.875,  0.9375, -1.375, -1.5,
        -1.625, -0.875, 0.6875,  -1.8125, -1.6875, -0.75,
        0.8125, -2.0, -1.25,  -2.0, -1.25, 1.4375,
    ],
    fw_h_in: [-0.1875, 0.8125, 0.3125, -0.75, 0.375, 0.8125, -0.3125, 0.5],
    fw_c_in: [-0.4375, 0.4375, -0.0625, 0.6875, 0.1875, -0.3125, 0.0625, -0.125],
    bw_h_in: [0.4375, 0.875, 0.625, 0.875, 0.6875, 0.8125, -0.25, 0.4375],
    bw_c_in: [-0.6875, -0.75, -1.0, -0.875, 0.9375, 0.9375, -0.4375, -0.875],
    fw_y: [
        0.4653267524731034, 0.12796364594309134, 0.08190844275472034, 0.2111212051653367,
        0.0483239732460887, 0.5514452308168831, 0.28280004051399865, 0.21185891079362204,
        0.47144469734441746, 0.3438907494332516, 0.10846751956557471, 0.25756458320558234,
        0.49659826668481244, 0.6063425869582797, 0.04273902596165812, 0.06932987710306149,
        0.038534355673758014, 0.4320198535428749, 0.29440485865492394, 0.25254060600677003,
        0.6735848307416152, 0.3081832712155354, 0.07537351003999851, 0.26499475278827767,
    ],
    bw_y: [
        0.15691135818910756, 0.5383824000733164, 0.26683470462372266, 0.4804861674504656,
        0.19244834479604134, 0.21042702157213175, 0.2726240978961858, 0.4269529456475374,
        0.4394388329234536, 0.4555413740351925, 0.312601863528848, 0.4372813780718238,
        0.6745004452616413, 0.3406458057253255, 0.3499209449773411, 0.40819599211725677,
        0.09213990661206693, 0.19531628251760783, 0.17080893662131041, 0.47953821718824685,
        0.19422903650852122, 0.45775001389891906, 0.2201648372696604, 0.47517833920514624,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Cross-linking: both cells also read the auxiliary input.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.375, -0.375, 0.8125,  0.9375, -0.8125, 0.125,
    -0.1875, 0.1875, 0.4375,  0.3125, -0.0625, 0.0625,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.0, 0.4375, 1.0,  -1.0, -0.875, 0.3125,
    -0.75, -0.5625, -0.125,  0.6875, 0.0, 0.6875,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.9375, 0.625, -0.0625,  -0.4375, 0.4375, 0.25,
    -0.75, 0.75, 0.5,  0.625, 0.3125, -0.6875,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    1.0, -0.6875, -0.625,  -0.125, -0.5, 1.0,
    -0.8125, 0.125, -0.5625,  0.0, 0.5625, -1.0,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.75, -0.875, -0.25, 0.875,
    -0.25, 0.5625, -0.5625, -0.75,
    0.6875, 0.125, 0.75, 0.25,
    -0.3125, 0.0, -1.0, 0.0,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, 0.9375, -0.125, -0.25,
    0.125, 0.5625, -0.6875, -0.625,
    0.875, 0.875, -0.875, -0.25,
    -0.4375, 0.5, 0.0625, -0.3125,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.0625, -0.125, -1.0, -0.875,
    -0.4375, -0.625, -0.1875, 0.4375,
    0.5, -0.375, -0.6875, -0.1875,
    0.625, 0.75, -0.6875, -0.6875,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, 0.25, -0.3125, 0.25,
    0.3125, -0.5, 0.0, 0.625,
    -0.375, 0.5625, 0.6875, 0.0625,
    0.4375, 1.0, -0.5625, 0.25,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.3125, 0.0625, 0.375, -0.1875])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.1875, -0.5, -0.5])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.1875, 0.0, 0.3125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, 0.375, -0.5, 0.125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    0.125, -0.9375, -0.5625,  -0.9375, 0.5625, 0.6875,
    0.0625, 0.375, 0.5625,  -0.125, -0.1875, 0.0,
    0.8125, 0.1875, -0.0625,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    -0.1875, 0.75, -0.375,  -0.1875, 0.375, 0.625,
    -0.8125, 0.625, 0.6875,  0.125, 0.375, 0.1875,
    -0.8125, 0.5625, 0.6875,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    0.75, -0.5, -0.375,  -0.125, 0.1875, 0.6875,
    -0.9375, -0.5625, 0.375,  0.375, 0.1875, -0.125,
    -0.875, 0.875, -0.4375,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.75, 0.875, -0.875,  0.5625, -0.4375, 0.75,
    0.75, -0.5, 0.125,  -0.5, 0.5625, -0.3125,
    -0.4375, 0.4375, 1.0,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    -0.125, 0.5, 0.75, -0.375, -0.0625,
    -0.4375, 0.125, -0.5625, 0.3125, -0.3125,
    -0.0625, 0.125, -0.0625, 0.1875, -0.125,
    -0.5625, -0.6875, 0.25, 0.6875, 0.75,
    0.9375, -0.1875, -0.0625, 0.5625, 0.0625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.125, -0.125, -0.5, 0.5625, 0.875,
    -0.1875, -0.75, -0.5, -0.0625, 0.9375,
    0.9375, -1.0, 1.0, 0.375, -0.875,
    -0.1875, 0.4375, -1.0, 1.0, 0.625,
    0.5625, -1.0, -0.125, -0.6875, -0.125,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    0.0625, 0.4375, 0.625, 0.5625, 0.9375,
    -0.125, -0.9375, 1.0, 0.9375, 0.875,
    0.8125, -0.625, -0.875, 0.9375, 0.4375,
    1.0, -0.8125, -0.375, -1.0, -0.75,
    1.0, -0.3125, 1.0, 0.125, 1.0,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    0.4375, -0.875, 0.4375, -0.6875, -0.125,
    0.8125, -0.625, 0.6875, 0.8125, -0.875,
    -0.25, -0.75, 0.375, -0.6875, 0.6875,
    0.5625, 0.4375, -1.0, -0.25, -0.5625,
    0.375, -0.6875, 0.25, -1.0, 0.5,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [-0.4375, -0.125, -0.1875, -0.25, -0.0625])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.5, 0.5, 0.25, 0.0, 0.1875])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.375, -0.4375, 0.125, 0.5, -0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.4375, -0.25, 0.4375, -0.25, -0.25])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Input("aux", ("TENSOR_FLOAT32", [3, 2, 2]))
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [4, 2]), [-0.875, 0.375, 0.5, 0.125, 0.75, -0.125, 0.4375, -0.75])
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [4, 2]), [-0.0625, -0.0625, 0.875, -0.9375, 0.125, 0.875, 0.0, 1.0])
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.8125, 0.8125, -0.5625, -0.0625, -0.625, -0.5625, -0.75])
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.0, -0.375, 0.6875, 0.4375, 1.0, -0.625, -0.875])
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [5, 2]), [0.1875, -0.1875, -0.75, -0.5, 1.0, -0.9375, 0.375, -0.0625, 0.9375, 0.1875])
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [5, 2]), [0.4375, 0.875, 0.0625, -0.0625, 0.3125, 0.5, -0.375, 0.125, 0.625, 0.9375])
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [5, 2]), [
    -0.8125, -0.75,  0.9375, -0.9375,  -0.9375, -0.875,  -0.75, 0.3125,
    -1.0, -1.0,
])
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [5, 2]), [
    0.5625, -0.4375,  -0.25, 0.1875,  -0.625, -0.3125,  0.875, 0.5,
    0.5625, -0.8125,
])
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("cross").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -1.125, -0.5625, 0.25,  -1.125, -1.8125, 0.6875,
        -0.25, 1.4375, 0.9375,  1.6875, -0.6875, 1.0625,
        -0.125, -1.3125, -1.625,  -1.3125, -0.875, 1.3125,
    ],
    fw_h_in: [0.5625, 0.0, 0.0625, 0.125, 0.9375, 0.875, -0.125, -0.4375],
    fw_c_in: [-0.3125, 0.8125, -0.375, -0.1875, 0.3125, 0.5, 0.5, 0.8125],
    bw_h_in: [
        0.0, 0.0625, 0.375, 0.625, -0.25,
        0.0625, -0.375, 0.875, -0.5625, -0.8125,
    ],
    bw_c_in: [
        0.375, -0.1875, -0.5, 0.375, -0.25,
        0.3125, 0.0, -0.4375, 0.1875, 0.0625,
    ],
    aux: [
        -0.5625, -1.875,  2.0, -1.5,  -0.375, -1.1875,  -1.125, 0.6875,
        0.875, 0.75,  -1.375, 0.375,
    ],
    fw_y: [
        -0.09820023200713375, 0.39232969284728475, 0.055743148218962375, 0.3962711563323182,
        0.0442776965371278, 0.3956293054984388, 0.252809736035336, 0.10355387942724344,
        -0.08253918174841282, 0.2679308261467892, 0.10331890212080515, 0.4398835061273181,
        -0.48690443906843833, -0.5719036993003526, -0.011711557685223285, 0.10515029311441941,
        -0.2629533712339717, -0.030809211131494266, 0.06509414448827096, 0.02245403446558113,
        0.03300625440540115, -0.49753318150129067, 0.0714001811444557, -0.007090553124401273,
    ],
    bw_y: [
        0.07107941883169216, 0.2972728441421704, 0.47887004126430244, -0.02175097834672832,
        0.06416739669081785, -0.13469611996782954, -0.09822374904332999, 0.38000161630723606,
        -0.283506665439079, -0.690998548828545, 0.0273178699642752, 0.20409187580865065,
        0.22859881623520223, 0.020478260611466053, -0.15759157097434973, 0.012064596301212064,
        -0.6078159124300835, -0.04037561985096117, 0.03856985621691794, -0.12052186228977385,
        0.07981255961031378, -0.03652268798462436, -0.14144915017622825, -0.14796860147693477,
        -0.02513943829284846, -0.015882427042098694, -0.539603455307684, -0.20506485188075443,
        0.03537201509248056, 0.060886202725231924,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

# Cross-linking, merged, batch first; an auxiliary input wider than the input.
x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 2]), [-0.9375, 0.75, -0.6875, -0.875, 0.5625, -0.625, 0.125, -0.9375])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 2]), [0.0, -0.5, 0.125, -0.25, 0.25, 0.1875, -0.75, -0.25])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.1875, 0.75, 0.3125, 0.3125, 0.875, 0.9375, -0.375])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 2]), [1.0, 0.3125, 0.125, -0.0625, 0.25, 0.5625, 0.375, -0.4375])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.125, 0.6875, 0.9375, -0.0625,
    -0.875, -0.4375, 0.9375, -0.625,
    -0.5, -0.3125, -0.75, 0.0,
    0.75, 0.0, -0.5, -0.5625,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.1875, 0.375, 0.875, 0.5,
    -0.1875, -0.1875, -0.4375, -0.1875,
    0.5625, -0.8125, -0.75, 0.5625,
    0.9375, -0.4375, 0.0625, -0.9375,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.6875, 0.9375, 1.0, 0.0,
    0.625, 0.8125, -0.5, 0.6875,
    -0.1875, 0.25, -0.3125, -0.125,
    0.875, 0.3125, -1.0, -0.625,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5, -0.125, 0.875, 0.0625,  -0.25, -0.75, -0.625, -0.5,
    0.125, 0.1875, 0.375, 0.6875,  0.9375, 0.625, -0.5, 0.25,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.3125, 0.25, -0.1875])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.5, 0.25, 0.375])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.375, 0.5, -0.375, -0.25])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.25, -0.0625, 0.0])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 2]), [0.875, 0.3125, 0.6875, -0.25, 0.6875, -0.375, 0.25, -0.375])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 2]), [1.0, 1.0, 0.5625, 0.9375, -0.1875, -0.6875, -0.8125, 0.375])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 2]), [0.25, 0.5, -0.3125, 0.6875, -0.8125, -0.6875, -0.75, 0.375])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, 0.625, -0.1875, -0.3125, 0.8125, -0.625, 0.9375, 0.5])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.3125, -0.1875, -0.0625, -0.625,
    0.25, -0.5625, -0.25, -0.75,
    -0.625, 0.0, 0.125, -0.0625,
    -0.6875, -0.3125, 0.9375, -0.5625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.0625, 0.3125, 0.0625, -0.6875,
    0.5, -0.3125, -0.5, -0.25,
    0.5, -0.625, 0.25, 0.5,
    0.875, 0.9375, 0.9375, 0.3125,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    1.0, 0.25, 0.3125, 0.1875,
    0.25, -1.0, 0.6875, -0.625,
    -1.0, -0.625, -0.875, -0.3125,
    0.1875, -0.3125, 0.0625, -0.0625,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.875, -0.5625, 1.0, 0.5,
    0.4375, 0.875, 0.3125, -0.375,
    -0.3125, 1.0, 0.4375, -0.75,
    0.5625, -0.75, -0.8125, 0.8125,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, 0.125, -0.3125, -0.25])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.125, -0.1875, 0.3125, -0.1875])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.4375, 0.5, -0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [0.3125, -0.1875, 0.0625, 0.375])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Input("aux", ("TENSOR_FLOAT32", [2, 3, 4]))
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, 0.125, 0.9375, 0.9375,
    0.5625, 0.625, -0.4375, -0.6875,
    0.1875, -0.8125, -0.5625, -0.875,
    0.25, 0.4375, -0.375, -0.625,
])
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, 0.6875, -0.8125, 0.3125,
    -0.25, -0.8125, 0.3125, 0.6875,
    -0.75, 0.1875, 0.5, -0.9375,
    0.625, -0.1875, 0.0, -0.3125,
])
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.625, -0.875, -0.8125, -0.5625,
    -0.5625, -0.125, 0.6875, 0.125,
    -0.1875, -0.75, 0.1875, 0.125,
    0.8125, 0.1875, -0.1875, -0.5625,
])
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, 0.4375, 0.5625, -1.0,
    -0.625, -1.0, 0.875, 1.0,
    -0.5, -1.0, 0.9375, -0.1875,
    -0.875, 0.6875, -0.875, 0.3125,
])
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.8125, -0.875, 0.375, 1.0,
    -0.6875, 0.0, -0.25, -0.5,
    -0.4375, 0.8125, -0.625, -0.875,
    -0.25, -0.5, -0.1875, -0.6875,
])
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.9375, 1.0, -0.75, -0.4375,  0.875, 0.5625, 1.0, -0.875,
    -0.0625, 0.9375, 0.5, -1.0,  1.0, -0.8125, 0.8125, -0.5,
])
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.625, -0.5, -0.5, 0.0,
    1.0, -0.125, 1.0, -0.875,
    -0.5625, 0.4375, 0.125, -0.125,
    0.5625, -0.0625, 0.5, -0.5625,
])
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.25, -0.6875, -0.25, -0.9375,
    0.6875, -0.5, 0.5625, -0.1875,
    0.5, -0.1875, 1.0, 0.25,
    0.5, 0.8125, -0.1875, -1.0,
])
merge = BoolScalar("merge", True)
time_major = BoolScalar("time_major", False)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [2, 3, 8]))
model = Model("cross_merged_batch_major").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y)
example = Example({
    x: [
        -0.0625, -1.0625,  -1.0, 0.5,  -0.3125, -0.875,  1.625, -0.0625,
        -1.9375, -1.4375,  1.1875, -0.5,
    ],
    fw_h_in: [-0.875, -0.75, -0.1875, -0.9375, -0.5625, 0.75, 0.0625, 0.625],
    fw_c_in: [-0.25, -0.75, -0.6875, 1.0, 0.4375, -0.875, 0.8125, -0.375],
    bw_h_in: [-0.5625, -0.875, 0.0625, 0.4375, 0.6875, -0.625, -0.625, -0.75],
    bw_c_in: [-0.4375, -0.6875, -0.125, 0.5, 0.1875, -0.125, 0.0625, -0.5],
    aux: [
        1.0, 1.375, -0.125, 0.0625,
        0.4375, 0.625, 0.0, 2.0,
        -1.8125, -1.1875, -1.875, 1.75,
        0.875, -0.0625, -0.3125, 1.75,
        0.1875, -0.3125, -0.5625, 0.0,
        -0.25, 0.4375, -0.25, 1.0,
    ],
    fw_y: [
        -0.292447413924345, -0.25690771109005234, -0.01799444917224762, 0.27729321776960525,
        -0.02264157845432928, -0.1374930762185559, 0.43204140151417386, -0.11229651041819763,
        -0.09232521000696757, -0.5739477479048729, -0.03933358502560069, 0.2397231324813334,
        -0.06387094416130798, -0.07174966935631635, 0.059498326140957576, -0.033828454810694006,
        -0.014716605831944412, -0.7682004850927925, -0.08816734617408459, -0.06331289770901452,
        -0.43522569759598806, -0.028175145487167635, 0.021563610000043473, -0.02772897089694553,
        0.21336839048739178, -0.26919506145209704, 0.10069559690663003, 0.01775376006441542,
        0.11159245961732925, -0.1926785957786069, -0.1693667986022956, -0.1546084762431062,
        0.03970787216380396, -0.2983256097816074, -0.0816234282982163, -0.28096372583973916,
        -0.015371003541725013, -0.1595074438246469, 0.1180293324916292, 0.010384245889617621,
        0.17801132352312982, -0.4128787702682849, -0.13418679011645904, 0.057792996861719174,
        0.020653190466893692, -0.1738032039425985, 0.1712288028285139, -0.20624572792037696,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Cross-linking with coupled gates forward; an auxiliary input as wide as the input.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.0, -0.125, -0.125,  -0.875, 0.0625, -0.3125,
    0.5, -0.125, 0.5,  0.6875, -0.3125, 1.0,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.9375, 0.875, -0.375,  -0.0625, -0.1875, 0.6875,
    0.6875, -0.125, 0.6875,  0.0, 0.875, -0.9375,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.3125, 0.1875, -0.6875,  1.0, 0.75, -0.8125,
    0.0, -0.5, -0.9375,  0.125, -1.0, -0.0625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.5625, 0.0, 0.6875, -0.6875,
    0.1875, -0.875, 0.9375, -0.0625,
    -1.0, -0.625, -1.0, 0.375,
    -0.875, -0.4375, 0.8125, -0.5,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.0, -0.9375, 0.5625, 0.6875,  -0.75, 0.75, 0.9375, 0.125,
    0.8125, 1.0, -0.0625, 0.5,  -0.125, 0.4375, 0.75, 0.25,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, 1.0, -0.875, 0.8125,  0.5, 1.0, -0.4375, 0.3125,
    -1.0, -0.9375, 0.25, -0.125,  0.25, -0.625, 0.4375, 0.125,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [0]), None)
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.4375, 0.375, -0.375, -0.25])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.5, 0.0, -0.4375])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.375, -0.3125, 0.5, 0.1875])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    -0.5625, -0.4375, 1.0,  1.0, 0.8125, -0.5625,
    0.625, 0.4375, -0.125,  -0.0625, -0.5625, 0.8125,
    0.375, -0.0625, -0.6875,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.5625, 0.3125, -0.6875,  -0.75, -0.1875, -0.125,
    -1.0, -0.0625, 0.875,  -0.9375, 0.875, -0.375,
    0.5625, -0.5625, -0.625,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    -0.75, -0.1875, -0.25,  0.8125, 0.25, -0.25,
    -0.375, 0.9375, 0.25,  0.9375, -0.25, -0.3125,
    0.625, 0.1875, -0.25,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    -0.75, 0.125, -0.1875,  0.0, 0.625, 0.75,
    0.875, -0.75, -0.125,  -0.5, -0.9375, 0.25,
    -1.0, 1.0, -0.3125,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    0.0625, 0.625, -0.8125, -0.25, 0.4375,
    -0.0625, 0.5625, -0.625, -0.375, -0.9375,
    -0.25, 0.625, 0.25, 0.1875, -0.3125,
    0.1875, -0.375, -1.0, -0.625, -0.75,
    0.6875, 0.5, -1.0, -0.5625, 0.5625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    -0.75, -0.6875, 0.5625, -0.4375, -0.8125,
    -0.8125, 0.875, -0.0625, 0.25, -0.5625,
    0.9375, 0.25, 0.25, 0.4375, 0.0625,
    0.0625, -0.5625, 0.4375, 0.25, 0.5625,
    0.625, 0.5, 0.375, -0.3125, 0.875,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    -0.0625, 0.3125, 0.25, -0.375, 0.75,
    -0.0625, -0.8125, 0.5625, -0.5625, -0.875,
    -0.375, 0.5625, -0.625, -0.6875, -0.8125,
    0.5625, 0.375, 0.4375, 0.625, 0.0,
    0.125, 0.375, -0.125, -0.0625, 0.1875,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    -0.5, -0.3125, 0.9375, 0.875, -0.3125,
    1.0, -1.0, -0.6875, -0.9375, 0.625,
    -0.25, 0.0625, 0.6875, -0.6875, 0.875,
    0.0, 0.5625, 0.25, -0.875, 0.4375,
    0.375, 0.5, -1.0, 0.9375, 0.9375,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [5]), [0.75, -0.375, 0.4375, -1.0, 0.0])
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [5]), [-0.1875, 0.875, -1.0, 1.0, 0.0625])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [5]), [-0.8125, 0.5, 0.625, -0.625, 0.1875])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [-0.1875, 0.0, 0.375, -0.125, -0.125])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.0, -0.5, -0.25, -0.4375, -0.3125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.0625, 0.1875, 0.1875, -0.4375, 0.5])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.0625, -0.1875, -0.3125, 0.125, 0.3125])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Input("aux", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    1.0, -0.5, -0.6875,  0.375, -0.1875, 0.5625,
    -0.5625, 0.5, -0.6875,  1.0, 0.6875, 0.0,
])
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.4375, -0.125, 0.875,  0.4375, -0.1875, 1.0,
    -0.5, 0.6875, 0.75,  0.8125, 0.4375, -1.0,
])
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.875, 0.5, -1.0,  -0.375, 0.0625, -0.3125,
    -0.5, 0.25, -1.0,  0.5, 0.6875, 0.3125,
])
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    0.0, 0.9375, -1.0,  0.5, -0.625, 0.8125,  -0.375, 0.875, 0.375,  1.0, -0.4375, -0.25,
    0.0625, 0.8125, 1.0,
])
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.5, -0.5625, -0.0625,  0.0625, 0.75, -0.875,
    -0.4375, 0.0, 0.4375,  0.875, 0.5625, -0.6875,
    -0.0625, 0.125, 0.0625,
])
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    0.875, 0.75, 0.3125,  0.25, 0.0625, -0.4375,
    0.875, -0.75, 0.5625,  -0.9375, 0.5625, 0.5625,
    0.5625, 0.6875, 0.5,
])
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    1.0, -0.375, -0.9375,  0.4375, 0.1875, 1.0,
    0.4375, 0.0, 0.75,  0.8125, -0.4375, 0.6875,
    -0.9375, -0.75, 0.1875,
])
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("cross_cifg").IntroducedIn("V1_2")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -0.75, 1.5625, 0.125,  -1.75, 1.125, 1.625,
        -1.4375, 1.6875, 1.125,  1.0, 0.375, -0.9375,
        2.0, 1.125, 1.0,  0.875, 1.6875, -0.25,
    ],
    fw_h_in: [-0.125, 0.5, -0.4375, 0.0625, 0.0, 0.75, 0.3125, -0.5],
    fw_c_in: [-0.1875, -0.25, -1.0, 0.25, 0.4375, -0.125, -0.8125, 0.5625],
    bw_h_in: [
        -1.0, 0.4375, -0.1875, 0.25, -0.25,
        0.8125, -0.75, -0.3125, -0.375, -0.625,
    ],
    bw_c_in: [
        -0.8125, -0.875, 0.875, -0.625, 0.25,
        0.875, -0.25, -0.875, 0.9375, -0.0625,
    ],
    aux: [
        0.625, 1.875, -1.8125,  0.8125, -0.8125, 1.1875,
        1.5625, 0.8125, -0.5625,  -1.1875, 0.9375, 0.4375,
        0.75, -0.6875, 0.75,  0.9375, -1.5, 1.0,
    ],
    fw_y: [
        -0.38385167060159037, -0.4889371376969652, -0.5336800468184809, 0.14195350447780547,
        0.007101145727810219, -0.0010988031062833037, 0.002639164590623641,
        -0.01411357497230546, -0.34560890790459514, -0.06369040016308021, -0.23540351276337007,
        0.19987002702993031, 0.2756151508339401, -0.4693349643188756, 0.34661292255356413,
        -0.10061118510000946, 0.006380262367739624, 0.279785577343396, -0.022589285735324934,
        0.14527317970492934, 0.14125850586940647, -0.28550736962967127, -0.08503576116166782,
        0.02828206003995927,
    ],
    bw_y: [
        0.5409863889369929, 0.391762299115892, 0.03771597804631489, -0.23787980746876602,
        0.22291640824520453, 0.2773415071422531, -0.2351810342404832, -0.09280205874991784,
        -0.6031169845940028, 0.08846210507720174, 0.43855142592707735, 0.4750159913029525,
        0.1842698112394882, -0.48058962988905096, 0.08301772975147785, 0.0031918101412668136,
        0.16358563141823018, -0.34169262607926404, 0.006578239352934661, 0.7056930717153292,
        -0.29898156601143133, 0.48075182651245985, 0.6260760373633713, -0.061058624425033445,
        0.12443290351980427, 0.1600848041871117, 0.7351933912445958, -0.011820838837774126,
        0.010226213604201777, 0.33820952647940344,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Parallel linking: the backward cell reads the auxiliary input alone.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.4375, -0.8125, 0.0,  -0.0625, 0.0, 0.875,
    -0.1875, -0.875, 0.875,  -0.375, 0.875, -0.4375,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, 0.125, -1.0,  -0.0625, 0.6875, 0.625,
    0.9375, 0.0625, -0.75,  -0.8125, 0.6875, -0.75,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.5625, 0.5, 0.3125,  0.125, -0.5625, -0.625,
    0.8125, 0.3125, -0.625,  -0.5, -0.4375, -0.0625,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.9375, -0.6875, -0.9375,  0.1875, -0.625, -0.625,
    0.9375, 0.6875, 0.625,  -0.875, 0.125, -0.625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.625, 1.0, 0.9375, 1.0,
    0.375, -0.5, -0.375, 0.625,
    0.375, -0.8125, -0.8125, 0.25,
    0.0625, 0.6875, -0.375, -0.75,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.0625, 0.4375, -0.75, -0.8125,
    -0.25, 0.5625, 0.0, 0.25,
    -0.4375, -0.5625, -0.625, 0.5625,
    0.6875, -0.625, -0.125, 0.6875,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.3125, -0.9375, -0.8125, -0.625,
    0.1875, -0.9375, -0.9375, 0.5625,
    0.25, -0.8125, 0.75, 0.125,
    -0.125, -0.5625, -0.125, 0.0625,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.0, 0.5625, 0.3125, -0.375,
    -0.375, -0.25, 0.0625, -0.9375,
    1.0, 0.6875, 0.5625, -0.875,
    -0.5625, -0.75, 0.4375, -0.5,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, -0.4375, 0.4375, 0.25])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.1875, 0.25, 0.5])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.25, -0.5, -0.4375, 0.4375])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.375, -0.4375, -0.1875, -0.5])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 2]), [0.1875, 0.8125, 0.75, 1.0, -0.5625, 0.9375, -0.875, -0.3125, -0.5, 1.0])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 2]), [
    -0.0625, 0.25,  -1.0, -0.1875,  -0.0625, -0.375,  -0.0625, -0.1875,
    0.4375, -0.5625,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 2]), [0.375, 0.5625, -0.75, 0.25, 0.25, -0.125, -0.9375, 0.4375, 0.9375, 0.875])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 2]), [
    0.5625, 0.0625,  -0.375, 0.6875,  1.0, 0.1875,  0.8125, 0.4375,
    -0.0625, 0.1875,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    -0.9375, -0.0625, 0.75, -0.8125, 0.3125,
    0.5625, 0.4375, -0.5625, -0.3125, -0.75,
    -0.125, 0.25, -0.5625, 0.1875, 0.5,
    0.0, 0.6875, 0.75, -0.5625, 0.4375,
    0.25, -0.1875, -0.875, -0.4375, 0.875,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.625, 0.8125, 0.0, -1.0, 0.25,
    0.5, 0.5625, -0.6875, 0.625, -0.4375,
    -0.0625, 0.1875, -0.1875, -0.375, 0.125,
    0.25, 0.625, -0.5625, -0.3125, 0.9375,
    -0.9375, 0.5, 0.4375, 0.0625, -0.6875,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    0.125, -0.125, -0.5625, 0.9375, -0.875,
    0.8125, -0.3125, -0.625, -0.9375, 0.6875,
    -0.875, -0.8125, -0.5625, 0.9375, -0.875,
    -0.9375, -0.5, 0.5625, 0.3125, 0.5,
    -0.625, -0.5, -0.375, 0.8125, -0.5625,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    -0.3125, -0.8125, -0.6875, -0.5625, 0.4375,
    0.9375, 0.9375, -0.75, 0.4375, -0.625,
    -0.5625, 0.75, -0.375, 0.875, 0.5625,
    -0.6875, 0.0625, 0.375, -0.875, -0.9375,
    0.25, -0.3125, -0.3125, 0.125, -0.0625,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [0.0, -0.5, 0.0625, 0.4375, 0.1875])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.4375, -0.3125, 0.375, -0.1875, 0.0625])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.1875, -0.3125, -0.5, -0.1875, -0.3125])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [0.125, -0.4375, -0.5, -0.25, 0.5])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Input("aux", ("TENSOR_FLOAT32", [3, 2, 2]))
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
model = Model("parallel").IntroducedIn("V1_3")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y)
example = Example({
    x: [
        -0.5, -1.5625, 2.0,  1.9375, -1.4375, -0.0625,
        0.125, -0.0625, 1.25,  0.625, 0.9375, -1.9375,
        -0.9375, -1.625, -1.625,  0.0, -1.0625, -1.0,
    ],
    fw_h_in: [0.625, -0.25, -0.75, 0.9375, 0.5625, 0.6875, 0.5, 0.5625],
    fw_c_in: [0.0625, 0.25, 0.625, -0.625, 0.5625, 0.6875, -0.4375, -0.4375],
    bw_h_in: [0.5, -0.5, -0.3125, 0.0625, 0.875, 0.125, -1.0, 0.1875, -0.25, -0.6875],
    bw_c_in: [
        0.625, -0.1875, -0.6875, 0.875, 0.5625,
        0.0625, -0.3125, 0.875, -0.875, -0.0625,
    ],
    aux: [
        1.3125, 1.75,  0.4375, 1.9375,  -1.125, -1.6875,  0.8125, -1.0625,
        0.8125, -0.0625,  -1.9375, 0.3125,
    ],
    fw_y: [
        -0.030633829724975335, 0.07443501231553706, -0.1467932389602937, -0.014040840199338454,
        -0.1751304321607242, 0.07655552625865523, 0.056559469778239405, -0.00443191247875598,
        0.006978771967264317, -0.02911948415001046, -0.5011315525556875, 0.011685570907962958,
        -0.31756529782840726, 0.03563323183788042, 0.06143212768310249, -0.1507802698667746,
        -0.3811939734063367, 0.11856594160282397, -0.02505320653439873, 0.35141005627582195,
        -0.5860065751709337, 0.06693106252885357, -0.0037336448387687753, 0.1128126860048616,
    ],
    bw_y: [
        0.4628743313267701, -0.35574214311849117, -0.32848685475079104, -0.11013538373477094,
        0.38525699678181985, 0.3431018952126481, -0.23238599187157868, -0.10950240383726892,
        0.02686509209333212, 0.3699028781770026, 0.014835306749215127, 0.03477509554955629,
        -0.09216549710445929, 0.0012662917140655572, -0.16908974967621104,
        -0.029803473241289822, -0.0713528147639543, 0.16728725858133753, -0.10319275121605971,
        -0.2784304370320389, 0.19573520682995876, 0.025318504350986468, -0.3659837574527076,
        0.0746775281153627, 0.10636514165209075, -0.04928735175888692, -0.037080196038104425,
        0.00828725100929001, 0.15011673375177204, -0.41788267402159396,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Parallel linking, an auxiliary input as wide as the input, merged, batch first.
x = Input("x", ("TENSOR_FLOAT32", [2, 4, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -1.0, 0.4375, -0.25,  0.9375, 0.5625, 0.75,
    -0.0625, 0.1875, 0.9375,  0.125, 0.5625, 0.875,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.25, -0.3125, -1.0,  -0.375, 0.125, -0.6875,
    0.875, 0.625, -0.3125,  0.75, -0.1875, -0.875,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.8125, -0.0625, -0.1875,  0.375, -0.1875, -0.4375,
    0.5625, 0.0625, -0.25,  -0.5, 0.3125, 0.3125,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.4375, 0.0, 0.125,  -0.625, -0.3125, -0.0625,
    -0.6875, 0.25, -0.6875,  -0.6875, -0.4375, 0.0625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.75, -0.375, -0.75, -0.125,
    -0.0625, 0.75, -0.5625, 0.4375,
    -0.625, 0.5, -0.9375, 0.6875,
    0.1875, 0.8125, -0.875, -0.0625,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, 0.8125, 0.75, -0.5625,
    0.0625, -0.25, -1.0, 0.5625,
    -0.5625, 0.625, 0.875, 0.4375,
    0.9375, -1.0, -0.9375, -0.125,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.1875, -0.5625, -0.9375, -0.875,
    -0.8125, -0.6875, 0.25, 0.125,
    -0.6875, 0.3125, -0.5625, 0.75,
    0.875, 0.25, 0.125, 0.5,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.625, 0.5, -0.3125, -0.9375,  0.625, 0.5, 0.3125, -0.5,
    0.0625, 0.8125, 0.25, 0.0,  0.25, -0.8125, 0.75, 0.8125,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.25, 0.1875, -0.5, 0.25])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.1875, -0.5, -0.125, 0.0625])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.4375, -0.4375, 0.0, -0.5])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.3125, -0.0625, -0.4375])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.9375, 0.0625, 0.4375,  -0.1875, 0.0, 0.9375,
    -0.75, 0.8125, -0.3125,  -0.5625, 0.8125, -0.9375,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    0.0625, -0.25, 0.25,  -0.3125, 0.75, -0.5,
    -0.5, 0.125, 0.375,  0.375, -0.8125, -0.0625,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5625, -0.25, -0.0625,  0.1875, -0.3125, -0.25,
    -0.5, 0.125, -0.3125,  0.8125, -0.8125, -0.375,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.375, -0.1875, 0.5625,  0.125, -0.625, -0.3125,
    0.125, 0.1875, 0.9375,  0.75, 1.0, 0.1875,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, -0.125, 0.6875, -0.625,
    -0.125, 0.75, -0.625, -0.9375,
    1.0, -0.4375, -0.8125, 0.8125,
    0.625, 0.0, 0.1875, -0.6875,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    -0.9375, 0.3125, -0.625, -0.125,
    0.1875, -1.0, -0.6875, -0.25,
    0.625, -0.125, -0.5, 0.9375,
    0.5, 0.0625, -0.1875, 0.5625,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.375, 0.1875, 0.25, -0.9375,
    -0.625, 0.25, 0.3125, -0.875,
    -0.4375, -0.25, 0.0, 0.875,
    -0.8125, 0.625, -0.6875, 0.875,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.3125, 0.8125, 0.875, -0.1875,
    -0.125, -0.5, -0.1875, -0.6875,
    -0.625, 0.1875, -0.75, 0.625,
    0.3125, 0.125, -0.5, 0.8125,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [0.3125, 0.3125, 0.25, -0.1875])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.4375, 0.375, 0.5])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.0, 0.125, -0.375, -0.4375])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.375, 0.125, 0.5, -0.3125])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Input("aux", ("TENSOR_FLOAT32", [2, 4, 3]))
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", True)
time_major = BoolScalar("time_major", False)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [2, 4, 8]))
model = Model("parallel_same_size").IntroducedIn("V1_3")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y)
example = Example({
    x: [
        -1.9375, -1.125, 1.125,  -0.1875, 1.625, 0.0,
        1.3125, 0.3125, 1.5,  -0.3125, -1.0, 0.1875,
        -1.5, -0.375, -0.5,  -1.625, 1.5625, -1.9375,
        1.125, 0.1875, -0.375,  -1.875, 1.9375, 1.625,
    ],
    fw_h_in: [-0.8125, 1.0, -1.0, -0.125, -0.9375, 0.6875, 0.625, -0.5],
    fw_c_in: [0.125, 0.75, 0.3125, 0.5625, 0.625, -0.6875, 0.0, 0.4375],
    bw_h_in: [-0.0625, 0.75, -0.625, -0.25, -0.125, -0.5625, 0.9375, 0.625],
    bw_c_in: [-0.125, -0.5625, 0.0625, 0.5, 0.0, 0.375, 0.75, -0.8125],
    aux: [
        -1.4375, -0.9375, -1.375,  -1.9375, 0.9375, -0.9375,
        -0.25, -0.75, 1.125,  -1.125, -0.6875, -1.0625,
        -0.375, 0.125, 1.0625,  0.3125, -1.375, -0.0625,
        -0.875, 1.25, -0.25,  1.4375, 1.375, -1.5,
    ],
    fw_y: [
        -0.4113550663713572, -0.057338473603996666, -0.04906968966875271, -0.05050985781952328,
        0.0935301365460533, 0.03496531550347095, 0.10417591516151084, -0.04210407279829694,
        -0.20321404959099792, -0.08975461159384704, 0.044623504969328, -0.061596938445776454,
        0.047356933915676094, -0.08058031537339659, 0.225800038474485, -0.20082489993561944,
        0.001242623654447004, -0.07474402024897525, 0.03871822547898146, -0.11852864922717753,
        0.09453236472597724, -0.007632307200011179, -0.1316705636235031, 0.09147692355059778,
        -0.11255824807439367, -0.14452689653523726, -0.023983659955276192, -0.28768068894434595,
        0.024779153897408125, 0.01823836462718597, 0.032288286604788045, 0.06883319856815627,
        0.07254745576947376, -0.18567900723878525, -0.13090164261126874, -0.09674271811777457,
        0.1861061681094901, 0.03936025511237243, -0.30568762335868543, -0.25449717077089057,
        -0.3898049928737294, -0.153415850938382, -0.1061725833231519, -0.03840278471408449,
        0.16679429349584785, 0.40520441857347, -0.028949464928303463, -0.0849959215127323,
        -0.04571821911901119, 0.04734704528860189, 0.05693526779716973, -0.09633202868122369,
        0.011758896639685329, 0.1291037059159157, 0.10354828786091194, -0.34070259923548657,
        -0.5383858113919702, -0.2882721992560938, -0.38266488959495504, 0.33940322969281217,
        -0.08576192632732864, 0.12030490060316537, 0.12867734493292446, -0.4326560037181225,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# States are also outputs, and the second request continues from them.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    -0.25, -0.3125, -0.5,  -0.25, -0.9375, 0.75,  0.25, -0.875, 1.0,  0.625, 0.25, 0.0,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.0625, -0.75, -1.0,  -0.625, -0.375, -0.125,
    0.8125, -0.875, 0.125,  0.4375, -0.9375, 0.9375,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.875, -0.8125, -0.8125,  0.5, 0.1875, -0.25,
    0.125, -0.125, -0.0625,  -0.5625, -0.9375, 0.75,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.1875, 0.625, -0.8125,  0.5625, -0.125, 0.5625,
    -0.0625, -0.25, -0.0625,  -0.4375, -0.8125, 0.75,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    0.875, 0.375, -0.3125, 0.875,
    -0.625, -0.0625, -0.8125, 0.25,
    0.375, -0.0625, 0.875, -0.9375,
    0.375, 0.75, 0.5, 0.625,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.75, 0.125, -0.3125,
    0.4375, 0.8125, -0.125, 0.875,
    -0.6875, -0.1875, 0.375, 0.375,
    -0.75, 0.5625, 0.375, -0.75,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.75, -0.125, 0.9375, -1.0,
    0.25, -0.4375, -0.75, -0.3125,
    0.5625, -0.5, 0.1875, -0.6875,
    0.0, 0.875, 0.375, 0.9375,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.625, 0.3125, -0.9375, 0.625,
    -0.5625, -0.8125, 0.5625, 0.125,
    -0.9375, -1.0, 0.0, 0.9375,
    -1.0, -0.9375, -1.0, 0.0625,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.5, 0.1875, 0.1875, -0.3125])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.125, 0.25, -0.5, 0.125])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.25, 0.0, 0.125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.5, 0.4375, -0.4375, 0.125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    -0.5, -0.75, 0.1875,  0.8125, 0.5625, 0.875,
    -0.4375, -0.1875, -0.25,  -0.1875, 0.5, 0.25,
    1.0, 0.6875, -0.9375,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.125, 0.5, 0.1875,  0.3125, 0.0625, 0.5,
    -1.0, -0.9375, 0.9375,  0.8125, -0.4375, -1.0,
    -0.1875, 0.75, -0.0625,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    0.6875, -1.0, -0.1875,  -0.0625, -0.625, 0.5625,
    0.1875, -0.625, 0.6875,  -1.0, 0.125, 0.5,
    -0.4375, -0.75, -0.3125,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.3125, -0.75, 0.75,  0.25, -0.5625, 0.5625,
    -0.1875, 0.1875, -0.6875,  0.0, 0.25, -0.4375,
    -0.125, 0.4375, -0.75,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 5]), [
    0.3125, -0.75, -0.0625, -0.75, 0.875,
    -0.125, -1.0, -0.9375, -0.8125, 0.6875,
    0.0625, -0.5, 0.0, 0.75, -0.5625,
    0.6875, 0.375, 0.9375, 1.0, -0.5,
    -0.125, 0.25, 0.5625, -0.3125, 0.125,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 5]), [
    0.75, 0.1875, 0.625, 0.125, -0.5625,
    0.8125, -0.8125, 0.5625, -0.875, 0.6875,
    -0.3125, -0.9375, -0.75, 0.3125, 0.0625,
    -0.0625, -0.8125, -0.125, 0.0625, 0.8125,
    -0.0625, 0.0625, -0.875, 0.625, 0.0,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 5]), [
    0.25, 0.625, -0.25, -0.5, 0.9375,
    0.5, 0.9375, -1.0, 0.75, 0.25,
    -0.6875, 0.75, 0.3125, 0.0625, -0.0625,
    0.375, 0.4375, 1.0, -0.5625, -0.9375,
    0.125, -0.1875, 0.0, -0.6875, -0.875,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 5]), [
    -0.5625, -0.0625, 0.4375, -0.4375, -0.5625,
    -0.375, 0.875, 0.5, -0.6875, 0.8125,
    -0.3125, -0.0625, 0.125, 0.375, -0.875,
    0.75, -0.3125, 0.9375, 0.3125, -0.75,
    0.3125, -1.0, 0.5625, 0.75, 0.625,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [0.125, 0.0, -0.1875, -0.3125, -0.0625])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [-0.5, -0.3125, -0.3125, 0.25, -0.3125])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [0.0625, -0.25, 0.5, -0.125, -0.3125])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [-0.0625, 0.375, 0.0625, 0.375, 0.0625])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 5]))
fw_h_out = Output("fw_h_out", ("TENSOR_FLOAT32", [2, 4]))
fw_c_out = Output("fw_c_out", ("TENSOR_FLOAT32", [2, 4]))
bw_h_out = Output("bw_h_out", ("TENSOR_FLOAT32", [2, 5]))
bw_c_out = Output("bw_c_out", ("TENSOR_FLOAT32", [2, 5]))
model = Model("state").IntroducedIn("V1_3")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y, fw_h_out, fw_c_out, bw_h_out, bw_c_out)
example = Example({
    x: [
        -0.1875, 0.5, 1.6875,  1.3125, 1.5, 0.875,
        -1.0625, 0.25, 1.4375,  -0.0625, -2.0, 0.1875,
        1.3125, 0.8125, 1.0,  -1.875, 1.5, 1.4375,
    ],
    fw_h_in: [-0.0625, 0.25, 0.8125, 0.8125, -0.375, 0.5625, 0.9375, 0.5625],
    fw_c_in: [0.1875, -0.75, 0.0, -0.3125, 0.75, 0.125, 0.3125, -0.6875],
    bw_h_in: [
        -0.5, -0.0625, -0.875, -0.4375, 1.0,
        0.875, 0.6875, -1.0, -0.0625, -0.625,
    ],
    bw_c_in: [
        -0.5625, -0.875, 0.6875, -0.125, 0.9375,
        0.5625, -0.5625, 0.25, -0.125, -0.125,
    ],
    fw_y: [
        -0.031563477533422396, -0.6481424024044808, -0.22220785482706149, 0.2205998210418001,
        -0.05074791329925283, -0.005953432047014963, -0.06718505270487184,
        -0.046809472297894526, -0.019820485377255406, -0.4864698426795399, -0.12014319396367265,
        0.3481862737707829, 0.05097531790533903, -0.09347707312368764, 0.023138471090573185,
        -0.1107514642800703, -0.08406345717993681, 0.17151243043840209, -0.06613917319616049,
        -0.09495172204150366, 0.000371153934814215, -0.20597866329958633, -0.05018924523912043,
        0.06485572345725375,
    ],
    bw_y: [
        -0.4046864529527022, 0.04533346258730425, 0.21993960671052679, 0.22725459846958235,
        -0.06444884875567566, 0.1810785161183682, -0.07679991343653877, 0.03979744160699546,
        -0.08967044430744313, -0.3427370460519725, -0.2809117140969046, -0.08491356733602488,
        0.18241253274171126, 0.25314082476044303, -0.025243074054945858, 0.5152891776395181,
        0.22761657663948656, 0.2512709112610017, 0.20485812794363187, 0.027387771830110322,
        0.16178285655202965, -0.3252362970523038, 0.046757723205271204, -0.025802412264606445,
        -0.021880499751171924, 0.001425821038360715, 0.1092637250189375, 0.05073703462856594,
        0.3393385189767201, -0.023658247324563297,
    ],
    fw_h_out: [
        -0.08406345717993681, 0.17151243043840209, -0.06613917319616049, -0.09495172204150366,
        0.000371153934814215, -0.20597866329958633, -0.05018924523912043, 0.06485572345725375,
    ],
    fw_c_out: [
        -0.20848829132448427, 0.19678719023683625, -0.1300122751649719, -0.16989649469345175,
        0.0016460659559296154, -0.42584400105338704, -0.16840413040211888, 0.09394563041791062,
    ],
    bw_h_out: [
        -0.4046864529527022, 0.04533346258730425, 0.21993960671052679, 0.22725459846958235,
        -0.06444884875567566, 0.1810785161183682, -0.07679991343653877, 0.03979744160699546,
        -0.08967044430744313, -0.3427370460519725,
    ],
    bw_c_out: [
        -0.6424873965643491, 0.06341609602463213, 0.8272666092959089, 0.5389337647562407,
        -0.1950072604623294, 0.4931935971875798, -0.13088083512240545, 0.11241492387044817,
        -0.12459152722802921, -0.7573675941180048,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example = Example({
    x: [
        -1.5, 1.5625, 0.8125,  0.1875, -1.5625, 0.8125,
        -0.6875, -0.8125, -0.625,  -2.0, 0.25, 0.3125,
        -0.3125, -1.75, 1.375,  0.5, 0.375, -1.8125,
    ],
    fw_h_in: [
        -0.08404541, 0.17150879, -0.06616211, -0.0949707,
        0.00037121773, -0.20593262, -0.050201416, 0.06488037,
    ],
    fw_c_in: [
        -0.2084961, 0.19677734, -0.13000488, -0.16992188,
        0.0016460419, -0.42578125, -0.16845703, 0.093933105,
    ],
    bw_h_in: [
        -0.40478516, 0.045318604, 0.2199707, 0.22729492, -0.064453125,
        0.18103027, -0.07678223, 0.039794922, -0.089660645, -0.34277344,
    ],
    bw_c_in: [
        -0.6425781, 0.06341553, 0.82714844, 0.5390625, -0.19494629,
        0.49316406, -0.13085938, 0.11242676, -0.124572754, -0.7573242,
    ],
    fw_y: [
        -0.01350364704699339, -0.023756172372956744, -0.043013252537359825,
        -0.00024445469124574523, 0.02917489334452937, -0.23600598831878256, 0.03568730022560018,
        0.3398230709994344, 0.17062133609292854, -0.0336077461749869, -0.01686406225915327,
        0.11537943646868253, 0.14745463626083274, -0.25671711795073143, -0.07207435122299125,
        0.20271137432218503, 0.027596684845724962, -0.369467445725052, 0.04395115933090178,
        0.40262409082072864, 0.5572315970794846, -0.09786067408111228, -0.011476269201160393,
        -0.0737811655878942,
    ],
    bw_y: [
        -0.007212307869152196, -0.06821274964122437, 0.2031359715657267, 0.5118845083672408,
        -0.047903923702179926, 0.43065388072769756, 0.3134424279551189, 0.053041060969417346,
        0.03549210818511484, 0.008052980818101008, 0.21906214369066215, 0.08725487695761586,
        0.4324492176716276, 0.3393920961623068, 0.1222341057999234, -0.20039401233015816,
        -0.055969075730257035, -0.19634083084451165, 0.18167777702253893, -0.031125638859052555,
        0.41513072374842663, 0.3163461388025922, 0.2566430039282494, 0.1272900682256428,
        -0.00017850511928035176, 0.046536763443773756, -0.06709563946058034,
        -0.31982399561275865, -0.32920655415408184, -0.17203345406853124,
    ],
    fw_h_out: [
        0.027596684845724962, -0.369467445725052, 0.04395115933090178, 0.40262409082072864,
        0.5572315970794846, -0.09786067408111228, -0.011476269201160393, -0.0737811655878942,
    ],
    fw_c_out: [
        0.524085965528877, -0.5253879021444797, 0.09204084683344947, 0.463009988651714,
        0.878549772307974, -0.22567526422176476, -0.024691360779007, -0.46226949443889037,
    ],
    bw_h_out: [
        -0.007212307869152196, -0.06821274964122437, 0.2031359715657267, 0.5118845083672408,
        -0.047903923702179926, 0.43065388072769756, 0.3134424279551189, 0.053041060969417346,
        0.03549210818511484, 0.008052980818101008,
    ],
    bw_c_out: [
        -0.032408914144347656, -0.16608392180890913, 0.4128844310915203, 0.8801929113024386,
        -0.0678854163652376, 0.5570880070669963, 0.40115087649528924, 0.15984990792662146,
        0.1010147922678737, 0.03629479625845056,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Five outputs: merged, batch first, projections.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 3]), [
    0.5, 0.9375, -0.8125,  0.8125, -0.375, 0.6875,
    0.4375, 0.1875, -0.9375,  -0.9375, -0.0625, -0.875,
])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.875, 0.375, 1.0,  -0.1875, 1.0, 0.4375,
    -0.9375, -0.25, 0.0625,  1.0, 0.9375, -1.0,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    -0.5625, 0.0625, -0.4375,  0.5, 0.6875, 0.1875,
    0.1875, -0.5, 0.75,  -0.125, -0.5625, -0.75,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    -0.6875, -0.375, 0.4375,  -0.8125, -0.3125, 0.6875,
    0.9375, 0.0, 1.0,  -0.5, 0.5625, -0.625,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 2]), [1.0, -0.875, 0.0, -0.25, 1.0, -1.0, 1.0, 0.0])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 2]), [-0.875, 0.625, 0.75, -0.3125, 0.6875, 0.0, 0.375, 0.6875])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 2]), [0.8125, 0.25, -0.25, 0.8125, -0.5, 0.5625, 0.5625, 0.625])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 2]), [0.5625, 0.625, 0.875, 0.25, -0.625, 0.5, 0.1875, 0.25])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [0.5, 0.4375, -0.3125, -0.4375])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.1875, -0.0625, -0.375])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.0625, -0.125, 0.125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, 0.5, -0.125, -0.3125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [2, 4]), [0.6875, -0.375, 0.8125, -0.75, 0.0, 0.3125, 0.5625, 0.0625])
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [3, 3]), [0.25, 0.5625, -0.0625, -0.1875, -0.875, 0.875, -0.25, 0.75, -0.125])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [3, 3]), [0.6875, -0.1875, -0.125, -0.4375, 0.1875, 0.5, -0.1875, 0.4375, -1.0])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [3, 3]), [0.3125, -1.0, 0.6875, 0.125, 0.125, 0.125, -0.9375, -0.75, 0.125])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [3, 3]), [0.3125, -0.1875, 0.0625, -0.5625, 0.125, -0.6875, -0.125, -0.3125, -0.25])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [3, 5]), [
    0.3125, 0.1875, -0.5, -1.0, -0.5625,
    -0.625, -0.6875, 0.875, -1.0, -1.0,
    0.5625, 1.0, 0.3125, 1.0, -0.375,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [3, 5]), [
    0.125, -0.875, -0.4375, 0.8125, -0.625,
    -0.6875, -0.8125, -0.4375, -0.375, -0.4375,
    -0.875, -0.8125, 0.125, 0.4375, 0.75,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [3, 5]), [
    -0.9375, 0.5625, 0.1875, 1.0, -0.5,
    0.0625, 0.4375, 0.6875, 0.5, 0.4375,
    -0.0625, 0.875, -0.3125, 0.3125, 0.625,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [3, 5]), [
    -1.0, -0.8125, -0.1875, 0.6875, 0.9375,
    0.5, 0.5, -0.75, 0.5625, 0.4375,
    -0.5, -0.875, 0.5625, -0.9375, 0.6875,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [3]), [0.8125, -0.75, 0.9375])
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [3]), [0.3125, 0.125, 0.5625])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [3]), [-0.875, -0.625, 0.25])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [3]), [-0.3125, 0.1875, -0.5])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [3]), [-0.5, -0.0625, -0.375])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [3]), [0.125, -0.3125, -0.4375])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [3]), [0.0, 0.25, 0.125])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [5, 3]), [
    -0.375, 0.5625, -0.25,  0.8125, -0.3125, -1.0,
    0.3125, 0.375, -0.625,  0.5625, 0.6875, 0.375,
    -0.125, 0.0625, 0.125,
])
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [5]), [0.25, 0.0, -0.0625, 0.25, 0.3125])
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [3, 2]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [3, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [3, 5]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [3, 3]))
aux = Parameter("aux", ("TENSOR_FLOAT32", [0, 0, 0]), None)
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", True)
time_major = BoolScalar("time_major", False)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 7]))
fw_h_out = Output("fw_h_out", ("TENSOR_FLOAT32", [3, 2]))
fw_c_out = Output("fw_c_out", ("TENSOR_FLOAT32", [3, 4]))
bw_h_out = Output("bw_h_out", ("TENSOR_FLOAT32", [3, 5]))
bw_c_out = Output("bw_c_out", ("TENSOR_FLOAT32", [3, 3]))
model = Model("state_merged_batch_major").IntroducedIn("V1_3")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, fw_h_out, fw_c_out, bw_h_out, bw_c_out)
example = Example({
    x: [
        0.375, -1.625, 1.5,  1.25, -1.3125, 0.5625,
        -0.3125, -1.4375, -0.8125,  -0.9375, 1.4375, -1.0625,
        -1.625, -1.9375, -1.625,  1.3125, -1.9375, 2.0,
    ],
    fw_h_in: [0.5625, -0.5625, 0.5625, -0.25, 0.1875, 0.625],
    fw_c_in: [
        -0.9375, -0.4375, 0.25, -0.25,
        -0.3125, 1.0, 0.875, 0.9375,
        0.625, 0.1875, 1.0, -0.9375,
    ],
    bw_h_in: [
        0.875, -0.625, -0.125, 0.1875, 0.5625,
        -0.5625, 0.0625, -0.5, 0.9375, -0.1875,
        -0.875, -0.625, -0.8125, -0.25, -0.75,
    ],
    bw_c_in: [
        -0.0625, 0.3125, -0.125,  0.1875, 0.75, -0.3125,
        -0.1875, -0.3125, 0.8125,
    ],
    fw_y: [
        0.2693668573586804, -0.034562729854198095, 0.1856164721553626, 0.061641127939579946,
        -0.04747261547345254, 0.3615424840597547, 0.3015352083736038, 0.2716003810006341,
        0.11527982082479404, 0.21958903581177483, 0.1318772939122531, -0.006404825465813967,
        0.27434560848224027, 0.2934810643337362, -0.033717172095769424, -0.02954944739198216,
        0.27273925920323067, 0.028467395239686378, -0.035018570340203004, 0.23497938894298334,
        0.3095433308794654, -0.3221721697763471, -0.019828425445796244, 0.5392053202467851,
        -0.10903437933106565, 0.10699228059158067, 0.3818362626031496, 0.3380229350498234,
        -0.05361299737050235, -0.0030153241814399705, -0.15035168766438395,
        0.004198524555900189, -0.4007321252282966, -0.037572679504017825, 0.29717171156838057,
        0.39711084241029776, 0.09394031350772143, 0.13404092996681663, 0.13112993973223427,
        -0.06589761417061721, 0.2720477099815322, 0.29033003077957437,
    ],
    fw_h_out: [
        0.2716003810006341, 0.11527982082479404,
        -0.3221721697763471, -0.019828425445796244,
        0.39711084241029776, 0.09394031350772143,
    ],
    fw_c_out: [
        -0.4703936181293925, -0.4982173803457526, 0.4870120023460789, 0.045561588010904694,
        0.5304655883572188, -0.1946030887386334, -0.41902431190728934, 0.8513080453543496,
        0.08612680350578406, -0.3602773591066132, 0.34699035207908036, 0.02622055616419111,
    ],
    bw_h_out: [
        0.1856164721553626, 0.061641127939579946, -0.04747261547345254, 0.3615424840597547,
        0.3015352083736038, 0.27273925920323067, 0.028467395239686378, -0.035018570340203004,
        0.23497938894298334, 0.3095433308794654, -0.15035168766438395, 0.004198524555900189,
        -0.4007321252282966, -0.037572679504017825, 0.29717171156838057,
    ],
    bw_c_out: [
        0.25031911660539663, 0.030499751401322155, 0.11555959925999687,
        -0.023496668152420172, 0.015890862720518248, -0.06781910835241695,
        0.10977097374355663, -0.7097204934866372, 0.2975175134099182,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example = Example({
    x: [
        -1.375, 1.3125, 0.625,  1.75, -0.375, 1.3125,
        -1.0, 1.4375, 0.25,  0.375, -1.6875, 0.8125,
        0.6875, 0.6875, -1.1875,  1.5625, 0.0, 1.1875,
    ],
    fw_h_in: [
        0.27148438, 0.11529541,  -0.32226562, -0.019821167,
        0.3972168, 0.093933105,
    ],
    fw_c_in: [
        -0.47045898, -0.49829102, 0.48706055, 0.045562744,
        0.53027344, -0.19458008, -0.4189453, 0.8510742,
        0.086120605, -0.36035156, 0.34692383, 0.0262146,
    ],
    bw_h_in: [
        0.18566895, 0.061645508, -0.04748535, 0.36157227, 0.30151367,
        0.27270508, 0.0284729, -0.035003662, 0.23498535, 0.3095703,
        -0.15039062, 0.0041999817, -0.40063477, -0.03756714, 0.29711914,
    ],
    bw_c_in: [
        0.25024414, 0.03050232, 0.11553955,
        -0.023498535, 0.0158844, -0.06781006,
        0.10974121, -0.70996094, 0.29760742,
    ],
    fw_y: [
        0.2505703635174092, -0.0672996683102895, 0.3521438483865187, -0.21282626933099397,
        -0.09116885538577768, 0.32119950664030894, 0.34502992995302945, 0.06955391334504456,
        0.24719081272312804, 0.17543858112931876, 0.3228903410058122, 0.10237670182285138,
        0.42904450366980673, 0.2657322090681134, -0.02260145421677032, -0.07390220170246767,
        0.31554294093311497, -0.11676772579636273, -0.11677156241831999, 0.09415092820531173,
        0.33103177217864194, 0.1434649670567224, -0.1358232807101974, 0.17682400704167825,
        0.03984221398150466, -0.07968695108596136, 0.29917922491779186, 0.3042495732960032,
        -0.3178002576647945, -0.07119315468764104, 0.3063812521371806, 0.15708919154544038,
        0.02347111958056103, 0.08758734649829208, 0.29368626168192924, -0.09662045647256036,
        0.15157758472225533, 0.08080812468779572, 0.3568900511351098, 0.028814473739954688,
        0.31149882587249583, 0.2577306682833638,
    ],
    fw_h_out: [
        0.06955391334504456, 0.24719081272312804,
        0.1434649670567224, -0.1358232807101974,
        -0.09662045647256036, 0.15157758472225533,
    ],
    fw_c_out: [
        -0.5954208493641543, 0.4033003307354009, 0.3566093783233678, -0.189095970262025,
        -0.041024648812913414, -0.6417429190634458, 0.0023274684610326835, 0.0668458103624701,
        -0.48908033842890036, 0.705496935361566, 0.1280674257629905, 0.15952670601140745,
    ],
    bw_h_out: [
        0.3521438483865187, -0.21282626933099397, -0.09116885538577768, 0.32119950664030894,
        0.34502992995302945, 0.31554294093311497, -0.11676772579636273, -0.11677156241831999,
        0.09415092820531173, 0.33103177217864194, 0.3063812521371806, 0.15708919154544038,
        0.02347111958056103, 0.08758734649829208, 0.29368626168192924,
    ],
    bw_c_out: [
        -0.25881018768108344, 0.19464057870089124, 0.25472045759840795,
        -0.4149714697920393, -0.047651052543175115, -0.10398744413308406,
        -0.155610835101678, -0.06489950306505629, -0.6244231915513603,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Six outputs, cross-linked.
x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 3]), [
    -0.9375, -0.5, -0.375,  0.125, -1.0, 0.25,
    -0.25, -0.6875, -0.8125,  0.25, -0.3125, -0.25,
])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 3]), [
    0.375, -0.125, -0.5625,  -0.125, -0.375, 0.625,
    0.6875, -0.1875, -0.75,  -0.125, 0.625, -1.0,
])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 3]), [
    0.625, -1.0, -0.25,  0.4375, 0.9375, -0.5625,
    0.0625, -0.25, -0.4375,  0.875, 0.25, -0.875,
])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.8125, 0.4375, -0.4375, -0.5,
    -0.9375, -1.0, 0.125, -0.4375,
    0.1875, -0.125, -0.5, -0.375,
    -0.25, -0.125, 0.0625, 0.8125,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.1875, 1.0, 0.75, 0.4375,
    -0.9375, -0.1875, -0.625, -0.9375,
    0.5, -0.3125, -1.0, 1.0,
    -0.75, -0.1875, 0.25, -0.0625,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.5, -0.8125, -0.0625, -0.75,
    -0.5625, 0.6875, 0.5625, 0.125,
    0.875, -0.6875, 0.9375, 0.3125,
    -0.25, -0.625, 1.0, 0.5625,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [0]), None)
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, -0.5, -0.3125, 0.25])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [0.125, -0.375, -0.3125, 0.1875])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.0625, -0.5, 0.4375, -0.25])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [5, 3]), [
    0.875, -0.25, -0.3125,  0.75, -0.125, -0.1875,
    -0.125, 0.6875, -1.0,  0.1875, 0.3125, 0.25,
    0.0, -0.375, 0.75,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [5, 3]), [
    0.9375, -0.6875, -0.8125,  0.6875, -1.0, 0.5,
    0.1875, -0.75, 0.125,  0.75, -0.375, 0.375,
    -0.5625, 0.125, -0.5625,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [5, 3]), [
    -1.0, -0.75, 0.3125,  0.6875, -0.125, 0.1875,
    -1.0, 0.3125, 0.1875,  0.1875, 0.75, -0.625,
    -0.875, -0.3125, -0.25,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [5, 3]), [
    0.5, -0.5, -0.375,  -0.25, 0.5625, 0.125,
    -0.5625, -0.75, 0.4375,  -0.3125, -0.375, 0.3125,
    -0.5, 0.75, 0.875,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [5, 2]), [0.125, 0.375, -0.5625, -0.125, 0.4375, -0.875, 0.75, 0.6875, 0.375, 0.25])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [5, 2]), [-0.5, -0.125, -0.3125, 0.6875, 0.375, 0.4375, -0.25, 0.1875, 0.625, 0.875])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [5, 2]), [-0.5625, -0.375, 0.875, 0.875, -0.875, -0.375, 0.25, 0.4375, 0.5, -0.875])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [5, 2]), [-0.8125, -0.875, -0.5, -0.25, -0.75, 0.75, 0.25, -0.75, -0.9375, -1.0])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [5]), [0.5, 0.625, 0.125, 0.9375, -1.0])
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [5]), [-0.5625, 0.875, 0.25, -0.625, -0.375])
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [5]), [-0.75, 0.3125, 0.9375, -0.125, -0.875])
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [5]), [0.25, 0.25, 0.4375, -0.375, 0.0625])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [5]), [0.4375, 0.4375, -0.1875, 0.1875, 0.4375])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [5]), [-0.25, 0.375, 0.125, 0.1875, -0.5])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [5]), [0.4375, -0.125, 0.1875, -0.25, -0.0625])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [2, 5]), [
    0.1875, 0.6875, -0.75, 0.375, 0.8125,
    -0.5, -0.8125, -0.5625, -0.9375, -0.8125,
])
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 2]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 5]))
aux = Input("aux", ("TENSOR_FLOAT32", [2, 2, 2]))
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [4, 2]), [0.4375, 0.1875, 1.0, -0.875, 0.0625, -0.5, 0.875, -0.3125])
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [4, 2]), [0.8125, 0.9375, -0.0625, 0.25, 0.125, 0.0625, -0.75, -0.9375])
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [4, 2]), [0.5625, 0.4375, -0.3125, -0.1875, -0.125, 1.0, 0.875, 0.875])
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [5, 2]), [
    0.6875, -0.3125,  -0.0625, 0.8125,  0.125, -0.3125,  0.75, 0.375,
    0.0625, 0.9375,
])
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [5, 2]), [
    -0.4375, -0.5,  0.0625, 0.5625,  0.6875, -0.8125,  0.6875, 0.5,
    0.5625, 0.8125,
])
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [5, 2]), [
    0.75, 0.3125,  -0.3125, 0.625,  -1.0, -0.4375,  0.3125, -0.625,
    -0.1875, 0.1875,
])
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [5, 2]), [
    0.1875, -0.3125,  0.4375, -0.25,  0.6875, -0.125,  0.0, -0.5625,
    -0.0625, -0.5,
])
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [4]), [0.5625, 0.3125, 1.4375, 1.0])
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [4]), [1.125, 0.625, 0.4375, 0.25])
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [4]), [0.75, 1.4375, 0.625, 1.4375])
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [2, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [2, 2, 2]))
fw_h_out = Output("fw_h_out", ("TENSOR_FLOAT32", [2, 4]))
fw_c_out = Output("fw_c_out", ("TENSOR_FLOAT32", [2, 4]))
bw_h_out = Output("bw_h_out", ("TENSOR_FLOAT32", [2, 2]))
bw_c_out = Output("bw_c_out", ("TENSOR_FLOAT32", [2, 5]))
model = Model("state_cross").IntroducedIn("V1_3")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y, fw_h_out, fw_c_out, bw_h_out, bw_c_out)
example = Example({
    x: [
        0.0, -0.6875, 0.25,  -1.125, 0.8125, 1.0625,
        0.1875, -1.5625, 1.375,  0.75, 0.375, 1.6875,
    ],
    fw_h_in: [-0.75, 0.75, 0.25, 0.625, 0.75, 0.5, -0.8125, 0.5625],
    fw_c_in: [0.5, 0.25, -0.625, 0.125, 0.875, -0.4375, -0.9375, -0.9375],
    bw_h_in: [0.5625, 0.3125, 0.625, -0.875],
    bw_c_in: [
        1.0, -0.5, 0.375, -0.125, 0.25,
        -0.4375, 0.3125, 0.5625, -0.1875, 0.875,
    ],
    aux: [1.8125, 0.5625, 1.625, -0.6875, -0.875, -1.8125, -0.625, -0.6875],
    fw_y: [
        0.3286016626285376, -0.017698186538167262, -0.18292040006516028, 0.06529981310917905,
        0.35368220276924495, -0.25750363016517536, 0.010628166802446827, -0.1129891460461954,
        -0.24914299986370414, 0.034771490446843994, -0.17948565462470567, 0.01650897354461799,
        -0.21575789521205754, 0.04404903305898556, -0.13698663275231324, -0.023455005848144316,
    ],
    bw_y: [
        -0.3616353107311327, 0.372027526379152,
        -0.6412773054547226, -0.19973970653851247,
        -0.4533432913519477, 0.006838094407609491,
        -0.21443385745986332, 0.19314022737620662,
    ],
    fw_h_out: [
        -0.24914299986370414, 0.034771490446843994, -0.17948565462470567, 0.01650897354461799,
        -0.21575789521205754, 0.04404903305898556, -0.13698663275231324, -0.023455005848144316,
    ],
    fw_c_out: [
        -0.34565862137084724, 0.0915792491323392, -0.2994621756823182, 0.1890984853172533,
        -0.35197105103636944, 0.06189094335306164, -0.23200013752306314, -0.339819710225549,
    ],
    bw_h_out: [
        -0.3616353107311327, 0.372027526379152,
        -0.6412773054547226, -0.19973970653851247,
    ],
    bw_c_out: [
        0.9631823669204611, -0.30840835018497426, -0.03616979614183591, -0.397039531449483,
        -0.7388866612158996, 0.34806584470916313, 0.002728824479351022, 0.6491503409167648,
        0.3195746589809909, -0.458785779769183,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example = Example({
    x: [
        -0.3125, 0.25, 0.0,  -0.1875, -0.3125, 1.3125,
        1.0625, -1.6875, 1.875,  -0.875, 2.0, -0.625,
    ],
    fw_h_in: [
        -0.24914551, 0.03475952, -0.17944336, 0.01651001,
        -0.21569824, 0.044036865, -0.13696289, -0.023452759,
    ],
    fw_c_in: [
        -0.34570312, 0.091552734, -0.29956055, 0.18908691,
        -0.35205078, 0.06188965, -0.23205566, -0.33984375,
    ],
    bw_h_in: [-0.36157227, 0.3720703, -0.6411133, -0.19970703],
    bw_c_in: [
        0.9633789, -0.3083496, -0.03616333, -0.39697266, -0.73876953,
        0.34814453, 0.002729416, 0.6489258, 0.31958008, -0.45874023,
    ],
    aux: [-2.0, 0.125, -1.5, 0.25, 1.75, -1.0, 0.4375, -1.0],
    fw_y: [
        -0.1907593922018384, -0.06852608151833943, -0.21504811072700497, 0.04965461209025096,
        -0.2663994497584734, 0.20128277148766685, -0.24902356692636557, 0.006037567111710231,
        0.006865652933507513, 0.015456710200563916, -0.11125714663594892, 0.06787328467388307,
        -0.14942533478368167, -0.3305261538542363, -0.19526867625005512, 0.10924116690790492,
    ],
    bw_y: [
        -0.5289303106871229, 0.28200017833076263,
        -0.587639424377633, 0.1870418217432003,
        -0.4994999250500896, 0.7057396082213646,
        -0.776633166420498, 0.03994892493060378,
    ],
    fw_h_out: [
        0.006865652933507513, 0.015456710200563916, -0.11125714663594892, 0.06787328467388307,
        -0.14942533478368167, -0.3305261538542363, -0.19526867625005512, 0.10924116690790492,
    ],
    fw_c_out: [
        0.008806426185491961, 0.12607632956923334, -0.22140078962311077, 0.15043545774749867,
        -0.5113126360774809, -0.41139367060193666, -0.39907794743964514, 0.2237021536405086,
    ],
    bw_h_out: [
        -0.5289303106871229, 0.28200017833076263,
        -0.587639424377633, 0.1870418217432003,
    ],
    bw_c_out: [
        0.4437308703524201, 0.4069428230469577, 0.362587610139219, -0.26959687452696185,
        -1.1069642325839881, -0.09228817457544827, 0.080715645433006, 0.453184004697408,
        -0.00849532334482464, -0.5485314302558124,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

# Six outputs, the backward states from the auxiliary input.
x = Input("x", ("TENSOR_FLOAT32", [3, 2, 2]))
fw_input_to_input = Parameter("fw_input_to_input", ("TENSOR_FLOAT32", [4, 2]), [-0.1875, -0.625, 0.75, 0.625, 0.75, 0.5625, 0.75, 0.1875])
fw_input_to_forget = Parameter("fw_input_to_forget", ("TENSOR_FLOAT32", [4, 2]), [-0.6875, -0.1875, 0.4375, -0.9375, 0.375, 0.125, 0.9375, 0.5625])
fw_input_to_cell = Parameter("fw_input_to_cell", ("TENSOR_FLOAT32", [4, 2]), [-0.5625, 0.3125, 0.875, -0.125, -0.5, -0.5, -0.6875, 0.5])
fw_input_to_output = Parameter("fw_input_to_output", ("TENSOR_FLOAT32", [4, 2]), [-0.0625, -0.4375, -0.75, -0.625, -0.125, -0.5, 0.4375, 0.0])
fw_recurrent_to_input = Parameter("fw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.6875, -0.0625, -0.6875, -0.4375,
    -1.0, 0.625, 0.8125, -0.5,
    -0.125, -0.625, 0.4375, -0.5,
    -0.5, 0.0, 0.375, 0.375,
])
fw_recurrent_to_forget = Parameter("fw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.125, 0.625, 0.8125,
    -0.5, -0.8125, 0.8125, 0.3125,
    0.25, 0.5, 0.3125, 0.5,
    -0.75, 0.25, 0.6875, -0.375,
])
fw_recurrent_to_cell = Parameter("fw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.125, -0.8125, -0.5625, 0.9375,
    -0.75, 0.125, -0.625, -0.5,
    0.8125, -0.75, -0.6875, -0.0625,
    -0.125, -0.875, 0.5, 0.4375,
])
fw_recurrent_to_output = Parameter("fw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    0.0625, -0.0625, -0.5, 0.5625,
    -0.3125, 0.625, 0.5, 0.3125,
    0.75, 0.3125, -0.5625, 0.5625,
    -0.125, 0.0, -0.1875, 0.625,
])
fw_cell_to_input = Parameter("fw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_forget = Parameter("fw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
fw_cell_to_output = Parameter("fw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
fw_input_bias = Parameter("fw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.3125, -0.5, -0.5, 0.125])
fw_forget_bias = Parameter("fw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.5, -0.4375, -0.0625, 0.0625])
fw_cell_bias = Parameter("fw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.375, -0.4375, 0.0, 0.125])
fw_output_bias = Parameter("fw_output_bias", ("TENSOR_FLOAT32", [4]), [0.25, -0.0625, 0.5, -0.3125])
fw_projection = Parameter("fw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
fw_projection_bias = Parameter("fw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
bw_input_to_input = Parameter("bw_input_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.4375, -1.0, -0.625, -0.375,
    0.25, 0.8125, 0.1875, 0.875,
    0.125, -0.75, -0.5625, -0.1875,
    -0.875, 0.875, 0.1875, -0.9375,
])
bw_input_to_forget = Parameter("bw_input_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.5625, 0.25, -0.75, 0.4375,
    0.0625, 0.875, 0.1875, -0.8125,
    -0.8125, 0.0625, 1.0, 0.9375,
    -0.625, -0.375, -1.0, 0.875,
])
bw_input_to_cell = Parameter("bw_input_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    0.9375, 0.5625, 0.375, -0.75,
    -0.25, -0.1875, -0.5625, 0.375,
    -0.4375, -1.0, 0.625, -0.5625,
    0.25, 0.4375, -1.0, -0.6875,
])
bw_input_to_output = Parameter("bw_input_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -1.0, 0.3125, 0.5625, -0.25,
    -0.5, 0.5625, 0.8125, -0.4375,
    -0.4375, 0.9375, 0.1875, 0.125,
    -0.5625, -0.125, 0.75, -0.25,
])
bw_recurrent_to_input = Parameter("bw_recurrent_to_input", ("TENSOR_FLOAT32", [4, 4]), [
    -0.125, -0.625, 0.5, 0.1875,
    -0.9375, -0.9375, 0.625, 0.5,
    1.0, 0.1875, -0.25, 0.125,
    0.5625, -0.0625, -0.6875, 0.0625,
])
bw_recurrent_to_forget = Parameter("bw_recurrent_to_forget", ("TENSOR_FLOAT32", [4, 4]), [
    0.0625, 0.5, -0.375, 0.6875,
    -0.5625, 0.3125, 0.9375, -0.375,
    0.8125, 0.6875, 0.875, 0.125,
    -0.0625, -0.3125, -0.5625, -0.1875,
])
bw_recurrent_to_cell = Parameter("bw_recurrent_to_cell", ("TENSOR_FLOAT32", [4, 4]), [
    -0.625, -0.75, 0.125, 0.625,
    0.4375, 0.125, 0.375, -0.1875,
    -0.625, -0.5, 0.6875, -1.0,
    1.0, 0.4375, -0.875, -0.5,
])
bw_recurrent_to_output = Parameter("bw_recurrent_to_output", ("TENSOR_FLOAT32", [4, 4]), [
    -0.9375, -0.125, 0.9375, -0.1875,
    -0.375, 0.125, 0.3125, -0.9375,
    0.0625, 0.0, -0.375, 0.1875,
    -0.5, -0.75, -0.875, -0.5625,
])
bw_cell_to_input = Parameter("bw_cell_to_input", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_forget = Parameter("bw_cell_to_forget", ("TENSOR_FLOAT32", [0]), None)
bw_cell_to_output = Parameter("bw_cell_to_output", ("TENSOR_FLOAT32", [0]), None)
bw_input_bias = Parameter("bw_input_bias", ("TENSOR_FLOAT32", [4]), [-0.0625, -0.4375, 0.0625, -0.5])
bw_forget_bias = Parameter("bw_forget_bias", ("TENSOR_FLOAT32", [4]), [0.375, -0.1875, -0.0625, 0.1875])
bw_cell_bias = Parameter("bw_cell_bias", ("TENSOR_FLOAT32", [4]), [-0.5, -0.375, 0.375, -0.25])
bw_output_bias = Parameter("bw_output_bias", ("TENSOR_FLOAT32", [4]), [0.1875, -0.375, 0.3125, 0.5])
bw_projection = Parameter("bw_projection", ("TENSOR_FLOAT32", [0, 0]), None)
bw_projection_bias = Parameter("bw_projection_bias", ("TENSOR_FLOAT32", [0]), None)
fw_h_in = Input("fw_h_in", ("TENSOR_FLOAT32", [2, 4]))
fw_c_in = Input("fw_c_in", ("TENSOR_FLOAT32", [2, 4]))
bw_h_in = Input("bw_h_in", ("TENSOR_FLOAT32", [2, 4]))
bw_c_in = Input("bw_c_in", ("TENSOR_FLOAT32", [2, 4]))
aux = Input("aux", ("TENSOR_FLOAT32", [3, 2, 4]))
fw_aux_to_input = Parameter("fw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_forget = Parameter("fw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_cell = Parameter("fw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
fw_aux_to_output = Parameter("fw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_input = Parameter("bw_aux_to_input", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_forget = Parameter("bw_aux_to_forget", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_cell = Parameter("bw_aux_to_cell", ("TENSOR_FLOAT32", [0, 0]), None)
bw_aux_to_output = Parameter("bw_aux_to_output", ("TENSOR_FLOAT32", [0, 0]), None)
merge = BoolScalar("merge", False)
time_major = BoolScalar("time_major", True)
fw_input_norm = Parameter("fw_input_norm", ("TENSOR_FLOAT32", [0]), None)
fw_forget_norm = Parameter("fw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
fw_cell_norm = Parameter("fw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
fw_output_norm = Parameter("fw_output_norm", ("TENSOR_FLOAT32", [0]), None)
bw_input_norm = Parameter("bw_input_norm", ("TENSOR_FLOAT32", [0]), None)
bw_forget_norm = Parameter("bw_forget_norm", ("TENSOR_FLOAT32", [0]), None)
bw_cell_norm = Parameter("bw_cell_norm", ("TENSOR_FLOAT32", [0]), None)
bw_output_norm = Parameter("bw_output_norm", ("TENSOR_FLOAT32", [0]), None)
fw_y = Output("fw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
bw_y = Output("bw_y", ("TENSOR_FLOAT32", [3, 2, 4]))
fw_h_out = Output("fw_h_out", ("TENSOR_FLOAT32", [2, 4]))
fw_c_out = Output("fw_c_out", ("TENSOR_FLOAT32", [2, 4]))
bw_h_out = Output("bw_h_out", ("TENSOR_FLOAT32", [2, 4]))
bw_c_out = Output("bw_c_out", ("TENSOR_FLOAT32", [2, 4]))
model = Model("state_parallel").IntroducedIn("V1_3")
model.Operation("BIDIRECTIONAL_SEQUENCE_LSTM", x, fw_input_to_input, fw_input_to_forget, fw_input_to_cell, fw_input_to_output, fw_recurrent_to_input, fw_recurrent_to_forget, fw_recurrent_to_cell, fw_recurrent_to_output, fw_cell_to_input, fw_cell_to_forget, fw_cell_to_output, fw_input_bias, fw_forget_bias, fw_cell_bias, fw_output_bias, fw_projection, fw_projection_bias, bw_input_to_input, bw_input_to_forget, bw_input_to_cell, bw_input_to_output, bw_recurrent_to_input, bw_recurrent_to_forget, bw_recurrent_to_cell, bw_recurrent_to_output, bw_cell_to_input, bw_cell_to_forget, bw_cell_to_output, bw_input_bias, bw_forget_bias, bw_cell_bias, bw_output_bias, bw_projection, bw_projection_bias, fw_h_in, fw_c_in, bw_h_in, bw_c_in, aux, fw_aux_to_input, fw_aux_to_forget, fw_aux_to_cell, fw_aux_to_output, bw_aux_to_input, bw_aux_to_forget, bw_aux_to_cell, bw_aux_to_output, 4, 0.0, 0.0, merge, time_major, fw_input_norm, fw_forget_norm, fw_cell_norm, fw_output_norm, bw_input_norm, bw_forget_norm, bw_cell_norm, bw_output_norm).To(fw_y, bw_y, fw_h_out, fw_c_out, bw_h_out, bw_c_out)
example = Example({
    x: [
        0.9375, -1.0625,  0.5625, 0.5625,  0.4375, -0.5,  -0.6875, 0.4375,
        1.9375, 0.125,  -0.6875, -1.375,
    ],
    fw_h_in: [0.0, -0.1875, 0.0, -0.4375, -0.75, 0.5, -0.625, -0.4375],
    fw_c_in: [0.5625, 0.75, -0.9375, -0.75, 0.9375, 0.375, -0.625, 0.0],
    bw_h_in: [0.0, -0.625, 0.5, 1.0, 0.0, 0.9375, 0.125, 0.3125],
    bw_c_in: [0.25, -0.5, -0.375, -0.8125, 0.5, 0.375, -0.3125, 0.25],
    aux: [
        1.75, -1.125, -0.3125, 1.25,
        0.5, 0.5, 1.0, -0.625,
        1.4375, -1.0625, 0.25, 1.1875,
        -0.8125, -0.4375, 1.5625, 0.4375,
        1.3125, 1.5625, -0.6875, 1.25,
        -0.3125, 0.25, -1.3125, 1.375,
    ],
    fw_y: [
        -0.17259102629668416, 0.27299298376813197, -0.2018344561051419, -0.33677205186243236,
        -0.09152646674071081, 0.19456060383245902, -0.274229816841754, -0.19474069619830423,
        -0.3195761458541046, 0.24821677935875192, -0.13247401908166664, -0.3219266753173704,
        -0.07444464562961142, -0.04842804412145728, -0.14579219746549257, -0.008201796295811891,
        -0.23647442850213463, 0.1431561580841043, -0.3131164028397617, -0.5539440447004559,
        -0.22326377474116818, -0.10321901561557169, 0.01898770634210688, -0.015561733126654907,
    ],
    bw_y: [
        -0.01695248511668249, 0.0010795691005709923, -0.007865429735438287,
        -0.08960686648275784, 0.03763826455553664, -0.33071681335498015, 0.041057130199139535,
        -0.2036302015030722, 0.009815939932683445, -0.019147252487353862, -0.03368939819144678,
        -0.1833353895025059, -0.2108182570943281, -0.09034823789850847, -0.2664671552911409,
        -0.31663572891479297, 0.10742893553033965, -0.04630429076043047, -0.31710708888161565,
        -0.0704870474586281, 0.017669078108691026, 0.05900041405858603, -0.44201447028595003,
        0.042299055133737204,
    ],
    fw_h_out: [
        -0.23647442850213463, 0.1431561580841043, -0.3131164028397617, -0.5539440447004559,
        -0.22326377474116818, -0.10321901561557169, 0.01898770634210688, -0.015561733126654907,
    ],
    fw_c_out: [
        -0.5382351037693553, 1.0670084577744394, -0.7754192121116419, -1.6276958960913142,
        -0.31905080904158256, -0.13418769411989126, 0.02427247609737282, -0.0434319955836856,
    ],
    bw_h_out: [
        -0.01695248511668249, 0.0010795691005709923, -0.007865429735438287,
        -0.08960686648275784, 0.03763826455553664, -0.33071681335498015, 0.041057130199139535,
        -0.2036302015030722,
    ],
    bw_c_out: [
        -0.20796226253029698, 0.014610225430469095, -0.040797563514954394, -0.28663331338207687,
        0.05875850433258602, -0.48413852903524623, 0.06153825930019283, -0.24780831746503837,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
example = Example({
    x: [
        2.0, 0.125,  -1.875, -0.5,  -0.625, 1.0,  -1.25, -0.125,
        1.25, 1.0,  -1.125, -1.9375,
    ],
    fw_h_in: [
        -0.2364502, 0.14318848, -0.31323242, -0.55371094,
        -0.2232666, -0.10321045, 0.018981934, -0.015563965,
    ],
    fw_c_in: [
        -0.53808594, 1.0673828, -0.7753906, -1.6279297,
        -0.3190918, -0.13415527, 0.024276733, -0.043426514,
    ],
    bw_h_in: [
        -0.016952515, 0.0010795593, -0.007865906, -0.08959961,
        0.037628174, -0.33081055, 0.041046143, -0.20361328,
    ],
    bw_c_in: [
        -0.20800781, 0.0146102905, -0.040802002, -0.2866211,
        0.058746338, -0.48413086, 0.061523438, -0.24780273,
    ],
    aux: [
        1.6875, 0.0625, -1.5, -2.0,
        1.8125, 1.5, 1.8125, 1.0625,
        -1.0, -1.4375, -1.3125, 0.9375,
        -0.9375, 0.5625, 0.1875, -1.3125,
        -1.125, -1.3125, 1.875, 1.5,
        -0.1875, 0.1875, 1.0625, 1.0625,
    ],
    fw_y: [
        -0.23107336560937036, 0.12080900449220384, -0.37786388192870174, -0.5622297263257011,
        0.0240001235955882, -0.13183242794811847, 0.06440159279891443, 0.04462497530129501,
        -0.13851156258774583, -0.01863434319001609, -0.19602728175966103, -0.23237488823596453,
        0.1264986178720933, -0.14645801157008007, 0.10462344577818466, 0.08404631763273096,
        -0.12812702621134317, 0.06986150521737713, -0.29641661768412836, -0.4415250426016657,
        0.03742888850520964, -0.17991741939377373, 0.11140529897708909, 0.019543180651725275,
    ],
    bw_y: [
        -0.06942411803355868, 0.020208869108301684, 0.07208739815090229, 0.061892548062918176,
        0.02019585987930296, -0.5439631409897229, 0.19634153011263214, -0.09409508188275513,
        -0.5032644663141905, 0.03527606731097386, 0.2044388653236473, -0.22063900606571307,
        0.017285860383995474, -0.44076952195101193, 0.29097911343940935, 0.07748988703023892,
        -0.40718660321626376, -0.08742581693287683, 0.17351228065412316, -0.3090315893577071,
        -0.10927260007506809, -0.2809207697030922, 0.1538854908581671, -0.3085696796557046,
    ],
    fw_h_out: [
        -0.12812702621134317, 0.06986150521737713, -0.29641661768412836, -0.4415250426016657,
        0.03742888850520964, -0.17991741939377373, 0.11140529897708909, 0.019543180651725275,
    ],
    fw_c_out: [
        -0.3118167927888477, 0.5198076539035472, -0.8501222987487562, -1.1695828805199877,
        0.04896917701935555, -0.2087608321957078, 0.13365722103485073, 0.06258238114735211,
    ],
    bw_h_out: [
        -0.06942411803355868, 0.020208869108301684, 0.07208739815090229, 0.061892548062918176,
        0.02019585987930296, -0.5439631409897229, 0.19634153011263214, -0.09409508188275513,
    ],
    bw_c_out: [
        -0.2909469281941057, 0.07890549630337773, 0.2851461221287099, 0.21935638346270225,
        0.042657722369307635, -1.3132627182699896, 0.25497305740102283, -0.15780981050450277,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")
