# CAST: every type of every rank.
# Expected values: specs/scripts/ranks.py (one element at a time).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [5]))
y = Output("y", ("TENSOR_INT32", [5]))
model = Model("float32_rank_1").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [68.5, 63.5, 91.5, 24.5, 177.5],
    y: [68, 63, 91, 24, 177],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("float32_rank_2").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [
        189.5, 125.5, 6.5, 179.5,  42.5, 34.5, 122.5, 8.5,
        29.5, 88.5, 123.5, 111.5,
    ],
    y: [189, 125, 6, 179, 42, 34, 122, 8, 29, 88, 123, 111],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 5]))
y = Output("y", ("TENSOR_INT32", [2, 1, 5]))
model = Model("float32_rank_3").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [159.5, 188.5, 122.5, 183.5, 108.5, 101.5, 194.5, 116.5, 188.5, 153.5],
    y: [159, 188, 122, 183, 108, 101, 194, 116, 188, 153],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3, 1, 3]))
model = Model("float32_rank_4").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [
        129.5, 49.5, 37.5,  187.5, 174.5, 18.5,  114.5, 73.5, 96.5,  17.5, 143.5, 143.5,
        159.5, 163.5, 82.5,  62.5, 131.5, 0.5,
    ],
    y: [
        129, 49, 37,  187, 174, 18,  114, 73, 96,  17, 143, 143,
        159, 163, 82,  62, 131, 0,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_FLOAT16", [5]))
y = Output("y", ("TENSOR_INT32", [5]))
model = Model("float16_rank_1").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [68.5, 63.5, 91.5, 24.5, 177.5],
    y: [68, 63, 91, 24, 177],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [3, 4]))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("float16_rank_2").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [
        189.5, 125.5, 6.5, 179.5,  42.5, 34.5, 122.5, 8.5,
        29.5, 88.5, 123.5, 111.5,
    ],
    y: [189, 125, 6, 179, 42, 34, 122, 8, 29, 88, 123, 111],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 1, 5]))
y = Output("y", ("TENSOR_INT32", [2, 1, 5]))
model = Model("float16_rank_3").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [159.5, 188.5, 122.5, 183.5, 108.5, 101.5, 194.5, 116.5, 188.5, 153.5],
    y: [159, 188, 122, 183, 108, 101, 194, 116, 188, 153],
}, model=model)

x = Input("x", ("TENSOR_FLOAT16", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_INT32", [2, 3, 1, 3]))
model = Model("float16_rank_4").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [
        129.5, 49.5, 37.5,  187.5, 174.5, 18.5,  114.5, 73.5, 96.5,  17.5, 143.5, 143.5,
        159.5, 163.5, 82.5,  62.5, 131.5, 0.5,
    ],
    y: [
        129, 49, 37,  187, 174, 18,  114, 73, 96,  17, 143, 143,
        159, 163, 82,  62, 131, 0,
    ],
}, model=model)

x = Input("x", ("TENSOR_INT32", [5]))
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("int32_rank_1").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [68, 63, 91, 24, 177],
    y: [68.0, 63.0, 91.0, 24.0, 177.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_INT32", [3, 4]))
y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
model = Model("int32_rank_2").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [189, 125, 6, 179, 42, 34, 122, 8, 29, 88, 123, 111],
    y: [
        189.0, 125.0, 6.0, 179.0,  42.0, 34.0, 122.0, 8.0,
        29.0, 88.0, 123.0, 111.0,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_INT32", [2, 1, 5]))
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 5]))
model = Model("int32_rank_3").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [159, 188, 122, 183, 108, 101, 194, 116, 188, 153],
    y: [159.0, 188.0, 122.0, 183.0, 108.0, 101.0, 194.0, 116.0, 188.0, 153.0],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_INT32", [2, 3, 1, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 1, 3]))
model = Model("int32_rank_4").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
example = Example({
    x: [
        129, 49, 37,  187, 174, 18,  114, 73, 96,  17, 143, 143,
        159, 163, 82,  62, 131, 0,
    ],
    y: [
        129.0, 49.0, 37.0,  187.0, 174.0, 18.0,  114.0, 73.0, 96.0,  17.0, 143.0, 143.0,
        159.0, 163.0, 82.0,  62.0, 131.0, 0.0,
    ],
}, model=model)
example.AddVariations("relaxed")

x = Input("x", ("TENSOR_QUANT8_ASYMM", [5], 0.25, 77))
y = Output("y", ("TENSOR_INT32", [5]))
model = Model("quant8_rank_1").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [68, 63, 91, 24, 177],
    y: [68, 63, 91, 24, 177],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [3, 4], 0.25, 77))
y = Output("y", ("TENSOR_INT32", [3, 4]))
model = Model("quant8_rank_2").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [189, 125, 6, 179, 42, 34, 122, 8, 29, 88, 123, 111],
    y: [189, 125, 6, 179, 42, 34, 122, 8, 29, 88, 123, 111],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 1, 5], 0.25, 77))
y = Output("y", ("TENSOR_INT32", [2, 1, 5]))
model = Model("quant8_rank_3").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [159, 188, 122, 183, 108, 101, 194, 116, 188, 153],
    y: [159, 188, 122, 183, 108, 101, 194, 116, 188, 153],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM", [2, 3, 1, 3], 0.25, 77))
y = Output("y", ("TENSOR_INT32", [2, 3, 1, 3]))
model = Model("quant8_rank_4").IntroducedIn("V1_2")
model.Operation("CAST", x).To(y)
Example({
    x: [
        129, 49, 37,  187, 174, 18,  114, 73, 96,  17, 143, 143,
        159, 163, 82,  62, 131, 0,
    ],
    y: [
        129, 49, 37,  187, 174, 18,  114, 73, 96,  17, 143, 143,
        159, 163, 82,  62, 131, 0,
    ],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [3]))
y = Output("y", ("TENSOR_BOOL8", [3]))
model = Model("bool8_rank_1").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [False, True, True],
    y: [False, True, True],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [2, 1, 3]))
y = Output("y", ("TENSOR_BOOL8", [2, 1, 3]))
model = Model("bool8_rank_3").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [False, True, True, False, True, False],
    y: [False, True, True, False, True, False],
}, model=model)

x = Input("x", ("TENSOR_BOOL8", [1, 3, 2, 1]))
y = Output("y", ("TENSOR_BOOL8", [1, 3, 2, 1]))
model = Model("bool8_rank_4").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [False, True, True, False, True, False],
    y: [False, True, True, False, True, False],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_ASYMM", [3], 0.5))
y = Output("y", ("TENSOR_QUANT16_ASYMM", [3], 0.5))
model = Model("quant16_rank_1").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 255],
    y: [0, 1, 255],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_ASYMM", [2, 1, 3], 0.5))
y = Output("y", ("TENSOR_QUANT16_ASYMM", [2, 1, 3], 0.5))
model = Model("quant16_rank_3").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 255, 256, 32768, 65535],
    y: [0, 1, 255, 256, 32768, 65535],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_ASYMM", [1, 3, 2, 1], 0.5))
y = Output("y", ("TENSOR_QUANT16_ASYMM", [1, 3, 2, 1], 0.5))
model = Model("quant16_rank_4").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, 255, 256, 32768, 65535],
    y: [0, 1, 255, 256, 32768, 65535],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_SYMM", [3], 0.5))
y = Output("y", ("TENSOR_QUANT16_SYMM", [3], 0.5))
model = Model("quant16_symm_rank_1").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1],
    y: [0, 1, -1],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_SYMM", [2, 1, 3], 0.5))
y = Output("y", ("TENSOR_QUANT16_SYMM", [2, 1, 3], 0.5))
model = Model("quant16_symm_rank_3").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 32767, -32768, 300],
    y: [0, 1, -1, 32767, -32768, 300],
}, model=model)

x = Input("x", ("TENSOR_QUANT16_SYMM", [1, 3, 2, 1], 0.5))
y = Output("y", ("TENSOR_QUANT16_SYMM", [1, 3, 2, 1], 0.5))
model = Model("quant16_symm_rank_4").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 32767, -32768, 300],
    y: [0, 1, -1, 32767, -32768, 300],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [3], 0.5))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [3], 0.5))
model = Model("quant8_signed_rank_1").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1],
    y: [0, 1, -1],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 3], 0.5))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [2, 1, 3], 0.5))
model = Model("quant8_signed_rank_3").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 127, -128, 60],
    y: [0, 1, -1, 127, -128, 60],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 2, 1], 0.5))
y = Output("y", ("TENSOR_QUANT8_ASYMM_SIGNED", [1, 3, 2, 1], 0.5))
model = Model("quant8_signed_rank_4").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 127, -128, 60],
    y: [0, 1, -1, 127, -128, 60],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM", [3], 0.5))
y = Output("y", ("TENSOR_QUANT8_SYMM", [3], 0.5))
model = Model("quant8_symm_rank_1").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1],
    y: [0, 1, -1],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM", [2, 1, 3], 0.5))
y = Output("y", ("TENSOR_QUANT8_SYMM", [2, 1, 3], 0.5))
model = Model("quant8_symm_rank_3").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 127, -128, 60],
    y: [0, 1, -1, 127, -128, 60],
}, model=model)

x = Input("x", ("TENSOR_QUANT8_SYMM", [1, 3, 2, 1], 0.5))
y = Output("y", ("TENSOR_QUANT8_SYMM", [1, 3, 2, 1], 0.5))
model = Model("quant8_symm_rank_4").IntroducedIn("V1_3")
model.Operation("CAST", x).To(y)
Example({
    x: [0, 1, -1, 127, -128, 60],
    y: [0, 1, -1, 127, -128, 60],
}, model=model)
