# PAD_V2: ranks 1 to 4, padding on one side, both sides or none, pad values of all types.
# Expected values: specs/scripts/slices.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [2, 1])
value = Float32Scalar("value", 9.5)
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("rank_1_0").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, value).To(y)
example = Example({
    x: [0.5, 1.0, 1.5],
    y: [9.5, 9.5, 0.5, 1.0, 1.5, 9.5],
}, model=model)
example.AddVariations("relaxed", "float16")
example.AddUnknownShapes()

x = Input("x", ("TENSOR_QUANT8_ASYMM", [3], 0.3, 90))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [2, 1])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [6], 0.3, 90))
model = Model("rank_1_0_quant8").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, 200).To(y)
example = Example({
    x: [3, 14, 25],
    y: [200, 200, 3, 14, 25, 200],
}, model=model)
example.AddUnknownShapes()

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [3], 0.3, -38))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [2, 1])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [6], 0.3, -38))
model = Model("rank_1_0_quant8_signed").IntroducedIn("V1_3")
model.Operation("PAD_V2", x, paddings, 72).To(y)
Example({
    x: [-125, -114, -103],
    y: [72, 72, -125, -114, -103, 72],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 1, 2])
value = Float32Scalar("value", 0.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 6]))
model = Model("rank_2_1").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, value).To(y)
example = Example({
    x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    y: [0.0, 0.5, 1.0, 1.5, 0.0, 0.0, 0.0, 2.0, 2.5, 3.0, 0.0, 0.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3], 0.3, 90))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 1, 2])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 6], 0.3, 90))
model = Model("rank_2_1_quant8").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, 0).To(y)
Example({
    x: [3, 14, 25, 36, 47, 58],
    y: [0, 3, 14, 25, 0, 0, 0, 36, 47, 58, 0, 0],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 3], 0.3, -38))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 1, 2])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 6], 0.3, -38))
model = Model("rank_2_1_quant8_signed").IntroducedIn("V1_3")
model.Operation("PAD_V2", x, paddings, -128).To(y)
Example({
    x: [-125, -114, -103, -92, -81, -70],
    y: [-128, -125, -114, -103, -128, -128, -128, -92, -81, -70, -128, -128],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [1, 0, 0, 1, 2, 0])
value = Float32Scalar("value", -3.25)
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 4]))
model = Model("rank_3_2").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, value).To(y)
example = Example({
    x: [0.5, 1.0, 1.5, 2.0],
    y: [
        -3.25, -3.25, -3.25, -3.25,  -3.25, -3.25, -3.25, -3.25,
        -3.25, -3.25, 0.5, 1.0,  -3.25, -3.25, -3.25, -3.25,
        -3.25, -3.25, 1.5, 2.0,  -3.25, -3.25, -3.25, -3.25,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 1, 2], 0.3, 90))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [1, 0, 0, 1, 2, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [3, 2, 4], 0.3, 90))
model = Model("rank_3_2_quant8").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, 255).To(y)
Example({
    x: [3, 14, 25, 36],
    y: [
        255, 255, 255, 255,  255, 255, 255, 255,  255, 255, 3, 14,  255, 255, 255, 255,
        255, 255, 25, 36,  255, 255, 255, 255,
    ],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 2], 0.3, -38))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [1, 0, 0, 1, 2, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [3, 2, 4], 0.3, -38))
model = Model("rank_3_2_quant8_signed").IntroducedIn("V1_3")
model.Operation("PAD_V2", x, paddings, 127).To(y)
Example({
    x: [-125, -114, -103, -92],
    y: [
        127, 127, 127, 127,  127, 127, 127, 127,
        127, 127, -125, -114,  127, 127, 127, 127,
        127, 127, -103, -92,  127, 127, 127, 127,
    ],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 3, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 0, 2, 2, 1, 1, 0, 0])
value = Float32Scalar("value", 1000.0)
y = Output("y", ("TENSOR_FLOAT32", [1, 6, 5, 1]))
model = Model("rank_4_3").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, value).To(y)
example = Example({
    x: [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    y: [
        1000.0,  1000.0,  1000.0,  1000.0,  1000.0,  1000.0,  1000.0,  1000.0,
        1000.0,  1000.0,  1000.0,  0.5,  1.0,  1.5,  1000.0,  1000.0,
        2.0,  2.5,  3.0,  1000.0,  1000.0,  1000.0,  1000.0,  1000.0,
        1000.0,  1000.0,  1000.0,  1000.0,  1000.0,  1000.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 2, 3, 1], 0.3, 90))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 0, 2, 2, 1, 1, 0, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [1, 6, 5, 1], 0.3, 90))
model = Model("rank_4_3_quant8").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, 90).To(y)
Example({
    x: [3, 14, 25, 36, 47, 58],
    y: [
        90,  90,  90,  90,  90,  90,  90,  90,
        90,  90,  90,  3,  14,  25,  90,  90,
        36,  47,  58,  90,  90,  90,  90,  90,
        90,  90,  90,  90,  90,  90,
    ],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 2, 3, 1], 0.3, -38))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 0, 2, 2, 1, 1, 0, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 6, 5, 1], 0.3, -38))
model = Model("rank_4_3_quant8_signed").IntroducedIn("V1_3")
model.Operation("PAD_V2", x, paddings, -38).To(y)
Example({
    x: [-125, -114, -103, -92, -81, -70],
    y: [
        -38,  -38,  -38,  -38,  -38,  -38,  -38,  -38,
        -38,  -38,  -38,  -125,  -114,  -103,  -38,  -38,
        -92,  -81,  -70,  -38,  -38,  -38,  -38,  -38,
        -38,  -38,  -38,  -38,  -38,  -38,
    ],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 2, 2]))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [1, 0, 0, 1, 0, 1, 1, 0])
value = Float32Scalar("value", 9.5)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3, 3]))
model = Model("rank_4_4").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, value).To(y)
example = Example({
    x: [0.5, 1.0, 1.5, 2.0],
    y: [
        9.5, 9.5, 9.5,  9.5, 9.5, 9.5,  9.5, 9.5, 9.5,  9.5, 9.5, 9.5,
        9.5, 9.5, 9.5,  9.5, 9.5, 9.5,  9.5, 0.5, 1.0,  9.5, 1.5, 2.0,
        9.5, 9.5, 9.5,  9.5, 9.5, 9.5,  9.5, 9.5, 9.5,  9.5, 9.5, 9.5,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 1, 2, 2], 0.3, 90))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [1, 0, 0, 1, 0, 1, 1, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 2, 3, 3], 0.3, 90))
model = Model("rank_4_4_quant8").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, 200).To(y)
Example({
    x: [3, 14, 25, 36],
    y: [
        200, 200, 200,  200, 200, 200,  200, 200, 200,  200, 200, 200,
        200, 200, 200,  200, 200, 200,  200, 3, 14,  200, 25, 36,
        200, 200, 200,  200, 200, 200,  200, 200, 200,  200, 200, 200,
    ],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 2, 2], 0.3, -38))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [1, 0, 0, 1, 0, 1, 1, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 3, 3], 0.3, -38))
model = Model("rank_4_4_quant8_signed").IntroducedIn("V1_3")
model.Operation("PAD_V2", x, paddings, 72).To(y)
Example({
    x: [-125, -114, -103, -92],
    y: [
        72, 72, 72,  72, 72, 72,  72, 72, 72,  72, 72, 72,
        72, 72, 72,  72, 72, 72,  72, -125, -114,  72, -103, -92,
        72, 72, 72,  72, 72, 72,  72, 72, 72,  72, 72, 72,
    ],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [2, 2]))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
value = Float32Scalar("value", 0.0)
y = Output("y", ("TENSOR_FLOAT32", [2, 2]))
model = Model("rank_2_5").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, value).To(y)
example = Example({
    x: [0.5, 1.0, 1.5, 2.0],
    y: [0.5, 1.0, 1.5, 2.0],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.3, 90))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 2], 0.3, 90))
model = Model("rank_2_5_quant8").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, 0).To(y)
Example({
    x: [3, 14, 25, 36],
    y: [3, 14, 25, 36],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.3, -38))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [0, 0, 0, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2], 0.3, -38))
model = Model("rank_2_5_quant8_signed").IntroducedIn("V1_3")
model.Operation("PAD_V2", x, paddings, -128).To(y)
Example({
    x: [-125, -114, -103, -92],
    y: [-125, -114, -103, -92],
}, model=model)

x = Input("x", ("TENSOR_FLOAT32", [1, 1, 1, 1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 1, 1, 0, 0, 1, 1, 0])
value = Float32Scalar("value", -3.25)
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 2, 2]))
model = Model("rank_4_6").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, value).To(y)
example = Example({
    x: [0.5],
    y: [
        -3.25, -3.25,  -3.25, -3.25,  -3.25, 0.5,  -3.25, -3.25,
        -3.25, -3.25,  -3.25, -3.25,  -3.25, -3.25,  -3.25, -3.25,
    ],
}, model=model)
example.AddVariations("relaxed", "float16")

x = Input("x", ("TENSOR_QUANT8_ASYMM", [1, 1, 1, 1], 0.3, 90))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 1, 1, 0, 0, 1, 1, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM", [2, 2, 2, 2], 0.3, 90))
model = Model("rank_4_6_quant8").IntroducedIn("V1_2")
model.Operation("PAD_V2", x, paddings, 255).To(y)
Example({
    x: [3],
    y: [
        255, 255,  255, 255,  255, 3,  255, 255,  255, 255,  255, 255,  255, 255,  255, 255,
    ],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 1, 1, 1], 0.3, -38))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 1, 1, 0, 0, 1, 1, 0])
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 2, 2, 2], 0.3, -38))
model = Model("rank_4_6_quant8_signed").IntroducedIn("V1_3")
model.Operation("PAD_V2", x, paddings, 127).To(y)
Example({
    x: [-125],
    y: [
        127, 127,  127, 127,  127, -125,  127, 127,
        127, 127,  127, 127,  127, 127,  127, 127,
    ],
}, model=model)
