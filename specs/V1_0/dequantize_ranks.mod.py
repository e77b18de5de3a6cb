# DEQUANTIZE: ranks of the types introduced after 1.0.
# Expected values: specs/scripts/ranks.py (exact products).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_QUANT8_SYMM", [5], 0.125))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("symmetric_rank_1").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x).To(y)
example = Example({
    x: [0, 109, -75, 35, 34],
    y: [0.0, 13.625, -9.375, 4.375, 4.25],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="to_float16").Identify({
    y: ("TENSOR_FLOAT16",),
}))

x = Input("x", ("TENSOR_QUANT8_SYMM", [2, 1, 5], 0.125))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("symmetric_rank_3").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x).To(y)
example = Example({
    x: [-94, -28, -104, -3, -46, 120, 74, 88, -38, -1],
    y: [-11.75, -3.5, -13.0, -0.375, -5.75, 15.0, 9.25, 11.0, -4.75, -0.125],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="to_float16").Identify({
    y: ("TENSOR_FLOAT16",),
}))

x = Input("x", ("TENSOR_QUANT8_SYMM", [2, 3, 1, 3], 0.125))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("symmetric_rank_4").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x).To(y)
example = Example({
    x: [
        -13, -97, 10,  -22, 42, 91,  121, -96, -7,  -85, -85, -92,
        -8, -81, -45,  127, -58, 11,
    ],
    y: [
        -1.625, -12.125, 1.25,  -2.75, 5.25, 11.375,
        15.125, -12.0, -0.875,  -10.625, -10.625, -11.5,
        -1.0, -10.125, -5.625,  15.875, -7.25, 1.375,
    ],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="to_float16").Identify({
    y: ("TENSOR_FLOAT16",),
}))

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [5], 0.5, -10))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("signed_rank_1").IntroducedIn("V1_3")
model.Operation("DEQUANTIZE", x).To(y)
example = Example({
    x: [0, 109, -75, 35, 34],
    y: [5.0, 59.5, -32.5, 22.5, 22.0],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="to_float16").Identify({
    y: ("TENSOR_FLOAT16",),
}))

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3, 1, 3], 0.5, -10))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("signed_rank_4").IntroducedIn("V1_3")
model.Operation("DEQUANTIZE", x).To(y)
example = Example({
    x: [
        -13, -97, 10,  -22, 42, 91,  121, -96, -7,  -85, -85, -92,
        -8, -81, -45,  127, -58, 11,
    ],
    y: [
        -1.5, -43.5, 10.0,  -6.0, 26.0, 50.5,  65.5, -43.0, 1.5,  -37.5, -37.5, -41.0,
        1.0, -35.5, -17.5,  68.5, -24.0, 10.5,
    ],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="to_float16").Identify({
    y: ("TENSOR_FLOAT16",),
}))

x = Input("x", ("TENSOR_QUANT8_SYMM_PER_CHANNEL", [3]), extraParams=SymmPerChannelQuantParams(channelDim=0, scales=[0.5, 2.0, 0.25])).ShouldNeverBeInternal()
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("per_channel_rank_1").IntroducedIn("V1_2")
model.Operation("DEQUANTIZE", x).To(y)
example = Example({
    x: [-127, 3, 5],
    y: [-63.5, 6.0, 1.25],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="to_float16").Identify({
    y: ("TENSOR_FLOAT16",),
}))
