# SOFTMAX: ranks, beta, axis (1.2), equal values, a single class, an exponential that overflows,
# both quantized types.
# Expected values: specs/scripts/normalization.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
    beta = Float32Scalar("beta", 1.0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 5]))
    model = Model("rank_2_beta_0").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [
            -1.25, -1.375, 0.625, 1.125, 1.375,
            -2.0, 1.25, -1.875, 1.625, 0.125,
        ],
        y: [
            0.030340815, 0.026775675, 0.19784696, 0.3261945, 0.41884205,
            0.013546261, 0.34936267, 0.015349925, 0.5083197, 0.113421455,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 4]))
    beta = Float32Scalar("beta", 1.0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 4]))
    model = Model("rank_4_beta_0").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [
            0.375, -0.5, -0.5, -0.5,  0.5, 1.375, 1.125, -1.875,
            -0.25, 1.625, 0.625, -0.625,  -1.0, 2.0, 0.625, -1.375,
            1.625, -1.875, -1.0, 1.25,  1.875, -0.125, 1.875, 0.5,
        ],
        y: [
            0.4443287, 0.18522376, 0.18522376, 0.18522376,
            0.18656243, 0.44754001, 0.34854454, 0.01735301,
            0.09427751, 0.6147666, 0.22615999, 0.06479592,
            0.03724222, 0.74803, 0.1891316, 0.025596179,
            0.5586822, 0.01687074, 0.0404708, 0.38397628,
            0.4187298, 0.056668915, 0.4187298, 0.105871476,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
        example.AddUnknownShapes()
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
    beta = Float32Scalar("beta", 0.25)
    y = Output("y", ("TENSOR_FLOAT32", [2, 5]))
    model = Model("rank_2_beta_1").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [0.25, 1.25, 0.125, -1.25, -1.625, 2.0, 1.75, 0.25, 2.0, 1.125],
        y: [
            0.21899416, 0.28119406, 0.21225642, 0.15051234, 0.13704304,
            0.22786392, 0.21405834, 0.14712, 0.22786392, 0.1830938,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 4]))
    beta = Float32Scalar("beta", 0.25)
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 4]))
    model = Model("rank_4_beta_1").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [
            1.875, -2.0, -1.0, 1.5,  1.625, 1.375, 1.625, 0.25,
            0.0, -1.5, 0.125, 1.75,  -0.75, -0.5, 1.5, 0.625,
            0.75, 0.625, -1.25, 0.875,  0.0, -1.5, 1.625, 1.375,
        ],
        y: [
            0.36004525, 0.13665776, 0.17547205, 0.32782495,
            0.2740838, 0.2574779, 0.2740838, 0.19435452,
            0.2343093, 0.16103826, 0.24174708, 0.36290535,
            0.1912128, 0.20354497, 0.33558893, 0.2696533,
            0.27719972, 0.26867118, 0.16813013, 0.28599897,
            0.21745308, 0.14945318, 0.32643574, 0.306658,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 5]))
    beta = Float32Scalar("beta", 3.0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 5]))
    model = Model("rank_2_beta_2").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [1.5, -0.375, -0.375, 0.875, -0.5, 2.0, -2.0, -2.0, -2.0, -2.0],
        y: [
            0.8598106, 0.0031009612, 0.0031009612, 0.13185622, 0.0021312574,
            0.99997544, 6.1440614e-06, 6.1440614e-06, 6.1440614e-06, 6.1440614e-06,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 4]))
    beta = Float32Scalar("beta", 3.0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3, 4]))
    model = Model("rank_4_beta_2").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [
            -1.0, 0.25, -1.625, -0.625,  -1.375, 1.125, 2.0, -1.625,
            0.125, -0.5, -0.5, 0.0,  -0.5, 0.875, -1.875, -1.625,
            -0.375, -1.125, -1.875, 0.5,  -2.0, 1.5, 1.125, -1.875,
        ],
        y: [
            0.021388246, 0.9094513, 0.0032799935, 0.06588043,
            3.7356964e-05, 0.06754298, 0.932402, 1.764618e-05,
            0.5015047, 0.07690824, 0.07690824, 0.34467882,
            0.015893655, 0.9833056, 0.000256897, 0.00054385094,
            0.06701927, 0.0070637786, 0.0007445168, 0.92517245,
            2.0786618e-05, 0.75487643, 0.2450725, 3.024435e-05,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    beta = Float32Scalar("beta", 1.0)
    y = Output("y", ("TENSOR_FLOAT32", [6]))
    model = Model("rank_1").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [1.0, -1.0, 0.5, 2.0, 2.0, -3.0],
        y: [
            0.1389517, 0.018805068, 0.084278464, 0.3777099, 0.3777099, 0.002544989,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
    beta = Float32Scalar("beta", 0.5)
    y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [
            2.0, 0.125, -1.625,  -1.875, -0.5, 0.5,
            1.0, -1.625, 1.875,  -0.875, -1.625, -1.125,
        ],
        y: [
            0.64314836, 0.25186053, 0.104991086,
            0.15955041, 0.3173039, 0.5231457,
            0.35486454, 0.0955105, 0.549625,
            0.38913745, 0.26744998, 0.34341258,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 8]))
    beta = Float32Scalar("beta", 1.0)
    y = Output("y", ("TENSOR_FLOAT32", [1, 8]))
    model = Model("equal_values").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5],
        y: [0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 1]))
    beta = Float32Scalar("beta", 2.0)
    y = Output("y", ("TENSOR_FLOAT32", [3, 1]))
    model = Model("one_class").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [-4.0, 0.0, 7.0],
        y: [1.0, 1.0, 1.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)

# Values whose exponentials would overflow or underflow.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    beta = Float32Scalar("beta", 1.0)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
    model = Model("no_overflow").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta).To(y)
    example = Example({
        x: [1000.0, 999.0, 990.0, -1000.0, -1001.0, -1000.5],
        y: [
            0.73103434, 0.2689325, 3.3188906e-05,
            0.5064804, 0.18632372, 0.30719587,
        ],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)

# Every rank with every axis, counted from both ends.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2, 4]))
    beta = Float32Scalar("beta", 1.0)
    axis = Int32Scalar("axis", -1)
    y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2, 4]))
    model = Model("axis").IntroducedIn(version)
    model.Operation("SOFTMAX", x, beta, axis).To(y)
    example = Example({
        x: [
            -0.5, 1.0, 1.375, 0.75,
            -1.375, -0.125, 0.875, -1.625,
            0.125, 0.625, 0.0, -1.375,
            -1.625, -0.25, -0.5, -1.5,
            1.5, 1.5, 1.5, 0.875,
            -0.625, 1.875, -1.25, -2.0,
            1.25, 1.125, 0.25, 0.0,
            -0.875, 1.75, 0.625, -0.625,
            -1.875, -0.75, 0.75, 0.75,
            0.5, -1.5, 1.375, 0.0,
            -1.5, 1.375, -0.125, -1.375,
            1.125, -1.75, -0.5, -1.0,
        ],
        y: [
            0.0645459, 0.28927466, 0.42089212, 0.22528732,
            0.067765005, 0.2365231, 0.64293647, 0.05277544,
            0.2663578, 0.4391498, 0.23505995, 0.05943246,
            0.10906979, 0.43137938, 0.3359586, 0.12359226,
            0.2828645, 0.2828645, 0.2828645, 0.15140647,
            0.07157891, 0.8720097, 0.03831343, 0.018097984,
            0.3941848, 0.34786686, 0.14501248, 0.11293584,
            0.048613805, 0.67109287, 0.21787196, 0.062421363,
            0.031556327, 0.097200334, 0.43562168, 0.43562168,
            0.24150266, 0.03268383, 0.57933474, 0.14647876,
            0.041992724, 0.74433887, 0.16608444, 0.04758399,
            0.72845906, 0.041096848, 0.1434421, 0.087002024,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.125, 128),
            y: ("TENSOR_QUANT8_ASYMM", 0.00390625, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, 0),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.00390625, -128),
        }), includeDefault=False)
    example.AddAllDimsAndAxis(x, y, axis)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [4, 5], 0.02, 200))
beta = Float32Scalar("beta", 2.0)
y = Output("y", ("TENSOR_QUANT8_ASYMM", [4, 5], 0.00390625))
model = Model("codes").IntroducedIn("V1_0")
model.Operation("SOFTMAX", x, beta).To(y)
Example({
    x: [
        157, 13, 147, 106, 134,  74, 2, 235, 39, 201,
        115, 184, 109, 14, 145,  84, 147, 177, 142, 251,
    ],
    y: [
        116, 0, 78, 15, 46,  0, 0, 203, 0, 52,  12, 193, 10, 0, 41,  0, 4, 12, 3, 237,
    ],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 5], 0.02, 72))
beta = Float32Scalar("beta", 2.0)
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [4, 5], 0.00390625, -128))
model = Model("codes_signed").IntroducedIn("V1_3")
model.Operation("SOFTMAX", x, beta).To(y)
Example({
    x: [
        29, -115, 19, -22, 6,  -54, -126, 107, -89, 73,
        -13, 56, -19, -114, 17,  -44, 19, 49, 14, 123,
    ],
    y: [
        -12, -128, -50, -113, -82,  -128, -128, 75, -128, -76,
        -116, 65, -118, -128, -87,  -128, -124, -116, -125, 109,
    ],
}, model=model)
