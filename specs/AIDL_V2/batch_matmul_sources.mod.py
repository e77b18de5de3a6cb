# BATCH_MATMUL: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/batch_matmul.py with
# operands from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
y = Parameter("y", ("TENSOR_FLOAT32", [3, 4]), [0, -4, -5, 4, 0, 1, 1, 5, 5, -2, 6, 4])
z = Output("z", ("TENSOR_FLOAT32", [2, 4]))
model = Model("of_2x3x4_constant_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
example = Example({
    x: [6, -4, 5, -5, 2, 5],
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

x = Input("x", ("TENSOR_INT32", [2, 2]))
y = Parameter("y", ("TENSOR_INT32", [2, 2]), [65536, -46340, 32767, 5])
z = Output("z", ("TENSOR_INT32", [2, 2]))
model = Model("int32_large_constant_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x: [32767, 2, -32768, 1],
    z: [2147483646, -1518422770, -2147450881, 1518469125],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 4], 0.02, 3))
y = Parameter("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 4, 3], 0.03, -40), [
    -41, 58, -4,  -34, 112, -104,  -62, 125, 6,  113, 70, -55,
    -85, -6, -103,  -93, -55, -61,  85, 41, 53,  12, 121, 126,
])
z = Output("z", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 3], 0.11, 9))
model = Model("codes_constant_y").IntroducedIn("AIDL_V2")
model.Operation("BATCH_MATMUL", x, y, False, False).To(z)
Example({
    x: [
        29, 58, 45, -113,  -45, -93, 53, -54,  -72, 43, -14, -44,  43, 81, 69, -36,
    ],
    z: [-91, 37, 15, -47, -85, 50, -9, -57, -21, 11, 5, -16],
}, model=model)
