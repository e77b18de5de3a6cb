# Two and three operations that drivers often fuse or rewrite: Conversions of types before,
# after and between operations.
# Expected values: specs/scripts/patterns.py, the formulas of the operations one after the other
# in double precision, with numpy.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.25, 100))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 4]))
t2_0 = Output("t2_0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.125, 77))
model = Model("dequantize_relu_quantize").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x0).To(t0_0)
model.Operation("RELU", t0_0).To(t1_0)
model.Operation("QUANTIZE", t1_0).To(t2_0)
Example({
    x0: [114, 100, 105, 92, 85, 92, 110, 115],
    t2_0: [105, 77, 87, 77, 77, 77, 97, 107],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.25, 100))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 4]))
t2_0 = Output("t2_0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.125, 77))
model = Model("dequantize_relu1_quantize").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x0).To(t0_0)
model.Operation("RELU1", t0_0).To(t1_0)
model.Operation("QUANTIZE", t1_0).To(t2_0)
Example({
    x0: [91, 88, 101, 108, 94, 90, 114, 99],
    t2_0: [69, 69, 79, 85, 69, 69, 85, 75],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.25, 100))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 4]))
t2_0 = Output("t2_0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.125, 77))
model = Model("dequantize_relu6_quantize").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x0).To(t0_0)
model.Operation("RELU6", t0_0).To(t1_0)
model.Operation("QUANTIZE", t1_0).To(t2_0)
Example({
    x0: [103, 108, 96, 89, 103, 91, 84, 115],
    t2_0: [83, 93, 77, 77, 83, 77, 77, 107],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.25, 100))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
c1 = Parameter("c1", ("TENSOR_FLOAT32", [4]), [-2.0, 0.0, 0.0, 0.0])
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 4]))
t2_0 = Output("t2_0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.125, 77))
model = Model("dequantize_add_quantize").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x0).To(t0_0)
model.Operation("ADD", t0_0, c1, 0).To(t1_0)
model.Operation("QUANTIZE", t1_0).To(t2_0)
Example({
    x0: [115, 96, 92, 105, 112, 89, 86, 99],
    t2_0: [91, 69, 61, 87, 85, 55, 49, 75],
}, model=model)

x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.25, 100))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 4]))
c1 = Parameter("c1", ("TENSOR_FLOAT32", [4]), [0.5, 0.5, 0.5, 2.5])
t1_0 = Internal("t1_0", ("TENSOR_FLOAT32", [2, 4]))
t2_0 = Output("t2_0", ("TENSOR_QUANT8_ASYMM", [2, 4], 0.125, 77))
model = Model("dequantize_mul_quantize").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x0).To(t0_0)
model.Operation("MUL", t0_0, c1, 0).To(t1_0)
model.Operation("QUANTIZE", t1_0).To(t2_0)
Example({
    x0: [92, 116, 88, 87, 88, 89, 91, 114],
    t2_0: [69, 93, 65, 12, 65, 66, 68, 147],
}, model=model)

# Another quantization: the pair is no identity.
x0 = Input("x0", ("TENSOR_QUANT8_ASYMM", [2, 6], 0.25, 100))
t0_0 = Internal("t0_0", ("TENSOR_FLOAT32", [2, 6]))
t1_0 = Output("t1_0", ("TENSOR_QUANT8_ASYMM", [2, 6], 0.125, 9))
model = Model("dequantize_quantize").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x0).To(t0_0)
model.Operation("QUANTIZE", t0_0).To(t1_0)
Example({
    x0: [80, 75, 102, 93, 106, 80, 101, 95, 97, 68, 83, 105],
    t1_0: [0, 0, 13, 0, 21, 0, 11, 0, 3, 0, 0, 19],
}, model=model)

# The pair rounds and saturates.
x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6]))
t0_0 = Internal("t0_0", ("TENSOR_QUANT8_ASYMM", [2, 6], 0.25, 16))
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 6]))
model = Model("quantize_dequantize").IntroducedIn("V1_2")
model.Operation("QUANTIZE", x0).To(t0_0)
model.Operation("DEQUANTIZE", t0_0).To(t1_0)
Example({
    x0: [
        -1.6875, -0.1875, -1.3125, 0.5625, 3.0625, 4.0625,
        -0.1875, -5.1875, 2.3125, 3.3125, 4.5625, -0.4375,
    ],
    t1_0: [-1.75, -0.25, -1.25, 0.5, 3.0, 4.0, -0.25, -4.0, 2.25, 3.25, 4.5, -0.5],
}, model=model)

# The first CAST truncates, so the pair is no identity.
x0 = Input("x0", ("TENSOR_FLOAT32", [2, 6]))
t0_0 = Internal("t0_0", ("TENSOR_INT32", [2, 6]))
t1_0 = Output("t1_0", ("TENSOR_FLOAT32", [2, 6]))
model = Model("cast_int32_cast").IntroducedIn("V1_2")
model.Operation("CAST", x0).To(t0_0)
model.Operation("CAST", t0_0).To(t1_0)
Example({
    x0: [
        -2.5, 2.25, -2.75, 3.25, 2.25, -7.5,
        -7.75, 4.75, 1.0, 0.75, -8.0, 6.75,
    ],
    t1_0: [-2.0, 2.0, -2.0, 3.0, 2.0, -7.0, -7.0, 4.0, 1.0, 0.0, -8.0, 6.0],
}, model=model)
