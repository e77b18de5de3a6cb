# BATCH_MATMUL: ranks 2 to 4, both adjoint flags, every data type, codes of the whole range,
# saturation, ties.
# Expected values: specs/scripts/batch_matmul.py (sums of products in exact fractions); checked
# against LiteRT's reference kernels.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Input("y", ("TENSOR_FLOAT32", [3, 4]))
z = Output("z", ("TENSOR_FLOAT32", [2, 4]))
model = Model("of_2x3x4").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
example = Example({
    x: [6, -4, 5, -5, 2, 5],
    y: [0, -4, -5, 4, 0, 1, 1, 5, 5, -2, 6, 4],
    z: [25.0, -38.0, -4.0, 24.0, 25.0, 12.0, 57.0, 10.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [1, 4]))
y = Input("y", ("TENSOR_FLOAT32", [4, 1]))
z = Output("z", ("TENSOR_FLOAT32", [1, 1]))
model = Model("of_1x4x1").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
example = Example({
    x: [-3, 6, -1, 4],
    y: [-3, 5, 4, 2],
    z: [43.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 1]))
y = Input("y", ("TENSOR_FLOAT32", [1, 2]))
z = Output("z", ("TENSOR_FLOAT32", [3, 2]))
model = Model("of_3x1x2").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
example = Example({
    x: [1, 4, 6],
    y: [2, 5],
    z: [2.0, 5.0, 8.0, 20.0, 12.0, 30.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
y = Input("y", ("TENSOR_FLOAT32", [3, 4]))
z = Output("z", ("TENSOR_FLOAT32", [2, 4]))
model = Model("of_2x3x4_adj_x").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, True, False).To(z)
example = Example({
    x: [-6, 1, 0, -2, 0, -5],
    y: [-2, 1, 1, -2, -3, -4, -5, 0, -6, -5, -4, -1],
    z: [12.0, -6.0, -6.0, 12.0, 34.0, 34.0, 31.0, 3.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Input("y", ("TENSOR_FLOAT32", [4, 3]))
z = Output("z", ("TENSOR_FLOAT32", [2, 4]))
model = Model("of_2x3x4_adj_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, True).To(z)
example = Example({
    x: [-2, -2, 6, -4, -5, -5],
    y: [3, -6, -1, -2, -2, 6, 2, 3, 0, 3, -2, 5],
    z: [0.0, 44.0, -10.0, 28.0, 23.0, -12.0, -23.0, -27.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

x = Input("x", ("TENSOR_FLOAT32", [3, 2]))
y = Input("y", ("TENSOR_FLOAT32", [4, 3]))
z = Output("z", ("TENSOR_FLOAT32", [2, 4]))
model = Model("of_2x3x4_adj_x_adj_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, True, True).To(z)
example = Example({
    x: [4, -4, 0, 6, 3, -3],
    y: [6, 1, -2, -4, -3, 5, -2, 5, 4, -3, -2, 1],
    z: [18.0, -1.0, 4.0, -9.0, -12.0, -17.0, 26.0, -3.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
y = Input("y", ("TENSOR_FLOAT32", [2, 3, 2]))
z = Output("z", ("TENSOR_FLOAT32", [2, 2, 2]))
model = Model("of_2x2x3x2").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
example = Example({
    x: [-5, 6, -6, 2, -2, -2, -3, 6, -6, -6, -4, 4],
    y: [5, -6, -2, 3, 0, -6, 4, 1, 3, 0, -4, -1],
    z: [-37.0, 84.0, 14.0, -6.0, 30.0, 3.0, -52.0, -10.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

x = Input("x", ("TENSOR_FLOAT32", [3, 2, 1]))
y = Input("y", ("TENSOR_FLOAT32", [3, 2, 3]))
z = Output("z", ("TENSOR_FLOAT32", [3, 1, 3]))
model = Model("of_3x1x2x3_adj_x").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, True, False).To(z)
example = Example({
    x: [-1, 4, 1, 0, 6, 0],
    y: [2, -1, 5, 5, -4, 3, -2, -2, 4, -3, 2, 2, -2, 4, 5, -3, -1, -1],
    z: [18.0, -15.0, 7.0, -2.0, -2.0, 4.0, -12.0, 24.0, 30.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 2]))
y = Input("y", ("TENSOR_FLOAT32", [2, 2, 2]))
z = Output("z", ("TENSOR_FLOAT32", [2, 3, 2]))
model = Model("of_2x3x2x2_adj_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, True).To(z)
example = Example({
    x: [5, 1, -5, -4, 1, 0, 6, 6, 3, 3, -5, 0],
    y: [5, 0, -5, 5, 2, -4, 6, -4],
    z: [
        25.0, -20.0,  -25.0, 5.0,  5.0, -5.0,  -12.0, 12.0,
        -6.0, 6.0,  -10.0, -30.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 2, 2]))
y = Input("y", ("TENSOR_FLOAT32", [2, 2, 2, 3]))
z = Output("z", ("TENSOR_FLOAT32", [2, 2, 2, 3]))
model = Model("of_2x2x2x2x3").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
example = Example({
    x: [-4, -1, 1, -6, -4, 2, -4, -2, 2, 1, -6, -1, 1, 2, 1, -1],
    y: [
        4, 2, 2,  -1, -5, 1,  3, -1, -1,  -1, 2, 1,
        1, -1, -2,  -1, -5, 0,  -5, 4, 3,  4, -2, -4,
    ],
    z: [
        -15.0, -3.0, -9.0,  10.0, 32.0, -4.0,  -14.0, 8.0, 6.0,  -10.0, 0.0, 2.0,
        1.0, -7.0, -4.0,  -5.0, 11.0, 12.0,  3.0, 0.0, -5.0,  -9.0, 6.0, 7.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

x = Input("x", ("TENSOR_FLOAT32", [1, 3, 3, 2]))
y = Input("y", ("TENSOR_FLOAT32", [1, 3, 1, 3]))
z = Output("z", ("TENSOR_FLOAT32", [1, 3, 2, 1]))
model = Model("of_1x3x2x3x1_adj_x_adj_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, True, True).To(z)
example = Example({
    x: [2, -2, -5, 3, 2, 3, 1, 6, -2, -1, -5, -2, -5, 6, 6, -6, 4, -3],
    y: [-2, 2, -2, -2, 4, -1, -3, 0, -4],
    z: [-18.0, 4.0, -5.0, -14.0, -1.0, -6.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 1]))
y = Input("y", ("TENSOR_FLOAT32", [2, 1, 1, 1]))
z = Output("z", ("TENSOR_FLOAT32", [2, 1, 1, 1]))
model = Model("of_2x1x1x1x1").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
example = Example({
    x: [6, -4],
    y: [2, 0],
    z: [12.0, 0.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, 7),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.0, -20),
    z: ("TENSOR_QUANT8_ASYMM_SIGNED", 1.7, -11),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
    z: ("TENSOR_INT32",),
}))

# Results that float16 does not represent.
x = Input("x", ("TENSOR_FLOAT32", [2, 2, 3]))
y = Input("y", ("TENSOR_FLOAT32", [2, 2, 3]))
z = Output("z", ("TENSOR_FLOAT32", [2, 2, 2]))
model = Model("full_precision").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, True).To(z)
Example({
    x: [
        -1.2857143, 5.714286, 3.142857,
        -0.42857143, 4.571429, 0.5714286,
        1.1428572, 5.285714, -2.0,
        3.0, -0.85714287, 0.42857143,
    ],
    y: [
        0.36363637, -0.90909094, -2.909091,
        0.09090909, -1.0, -2.909091,
        3.4545455, -0.90909094, -1.4545455,
        -2.2727273, -2.909091, -3.5454545,
    ],
    z: [
        -14.805195, -14.974026,  -5.974026, -6.2727275,
        2.0519483, -10.883117,  10.519481, -5.844156,
    ],
}, model=model)

# Sums near both ends of the range.
x = Input("x", ("TENSOR_INT32", [2, 2]))
y = Input("y", ("TENSOR_INT32", [2, 2]))
z = Output("z", ("TENSOR_INT32", [2, 2]))
model = Model("int32_large").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x: [32767, 2, -32768, 1],
    y: [65536, -46340, 32767, 5],
    z: [2147483646, -1518422770, -2147450881, 1518469125],
}, model=model)

# Codes over the whole range.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 4], 0.02, 3))
y = Input("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4, 3], 0.03, -40))
z = Output("z", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 3], 0.11, 9))
model = Model("codes").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x: [
        29, 58, 45, -113,  -45, -93, 53, -54,  -72, 43, -14, -44,  43, 81, 69, -36,
    ],
    y: [
        -41, 58, -4,  -34, 112, -104,  -62, 125, 6,  113, 70, -55,
        -85, -6, -103,  -93, -55, -61,  85, 41, 53,  12, 121, 126,
    ],
    z: [-91, 37, 15, -47, -85, 50, -9, -57, -21, 11, 5, -16],
}, model=model)

# Most sums are outside the output's range.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4, 2], 0.5, 127))
y = Input("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 4], 0.5, -128))
z = Output("z", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 3], 0.25))
model = Model("codes_saturate").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, True, True).To(z)
Example({
    x: [
        110, -11,  -97, 124,  43, -122,  100, 18,  -41, -41,  18, 74,  14, -41,  52, -83,
    ],
    y: [
        -27, 115, 13, 27,  -56, -89, -70, 45,  123, 37, -48, -121,  78, -79, 91, -28,
        -86, 48, -12, -31,  -120, -72, 49, -66,
    ],
    z: [-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -128],
}, model=model)

# The output's scale is smaller than the product of the input scales.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.7))
y = Input("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.9))
z = Output("z", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.3, 1))
model = Model("output_scale_below_product").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x: [-65, -79, 17, 105],
    y: [-125, 104, -108, 91],
    z: [127, -128, -128, 127],
}, model=model)

# Ties are rounded away from zero.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1], 0.5))
y = Input("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4], 1.0))
z = Output("z", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 4], 1.0))
model = Model("codes_ties").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x: [1],
    y: [3, 5, -3, -5],
    z: [2, 3, -2, -3],
}, model=model)
