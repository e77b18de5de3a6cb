# RSQRT: quantized tensors of ranks 1 to 3.
# Expected values: specs/scripts/ranks.py (closed formula in float64).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_ASYMM", [5], 0.0213))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [5], 0.0371, 3))
model = Model("quant8_rank_1").IntroducedIn("AIDL_V3")
model.Operation("RSQRT", x).To(y)
Example({
    x: [186, 99, 138, 52, 17],
    y: [17, 22, 19, 29, 48],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [3, 4], 0.0213))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 4], 0.0371, 3))
model = Model("quant8_rank_2").IntroducedIn("AIDL_V3")
model.Operation("RSQRT", x).To(y)
Example({
    x: [133, 110, 170, 58, 149, 246, 245, 30, 36, 11, 29, 143],
    y: [19, 21, 17, 27, 18, 15, 15, 37, 34, 59, 37, 18],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 1, 5], 0.0213))
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 1, 5], 0.0371, 3))
model = Model("quant8_rank_3").IntroducedIn("AIDL_V3")
model.Operation("RSQRT", x).To(y)
Example({
    x: [160, 121, 201, 143, 35, 90, 23, 128, 67, 163],
    y: [18, 20, 16, 18, 34, 22, 42, 19, 26, 17],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [5], 0.0213, -128))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [5], 0.0371, -125))
model = Model("quant8_signed_rank_1").IntroducedIn("AIDL_V3")
model.Operation("RSQRT", x).To(y)
Example({
    x: [58, -29, 10, -76, -111],
    y: [-111, -106, -109, -99, -80],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 4], 0.0213, -128))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 4], 0.0371, -125))
model = Model("quant8_signed_rank_2").IntroducedIn("AIDL_V3")
model.Operation("RSQRT", x).To(y)
Example({
    x: [5, -18, 42, -70, 21, 118, 117, -98, -92, -117, -99, 15],
    y: [-109, -107, -111, -101, -110, -113, -113, -91, -94, -69, -91, -110],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 5], 0.0213, -128))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 5], 0.0371, -125))
model = Model("quant8_signed_rank_3").IntroducedIn("AIDL_V3")
model.Operation("RSQRT", x).To(y)
Example({
    x: [32, -7, 73, 15, -93, -38, -105, 0, -61, 35],
    y: [-110, -108, -112, -110, -94, -106, -86, -109, -102, -111],
}, model=model)
