# TOPK_V2: ranks 1 to 5, one to all elements, ties, extremes, every data type.
# Expected values: specs/scripts/topk_v2.py (rows sorted in plain Python); values checked
# against LiteRT, which orders equal elements the other way.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [7]))
    values = Output("values", ("TENSOR_FLOAT32", [3]))
    indices = Output("indices", ("TENSOR_INT32", [3]))
    model = Model("vector").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 3).To(values, indices)
    example = Example({
        x: [-2.0, 1.0, 4.0, 0.0, 3.0, -1.0, 2.0],
        values: [4.0, 3.0, 2.0],
        indices: [2, 4, 6],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

# Only the largest element.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    values = Output("values", ("TENSOR_FLOAT32", [1]))
    indices = Output("indices", ("TENSOR_INT32", [1]))
    model = Model("vector_one").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 1).To(values, indices)
    example = Example({
        x: [-2.0, 3.0, 2.0, 1.0, 0.0, -1.0],
        values: [3.0],
        indices: [1],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

# All elements, sorted.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    values = Output("values", ("TENSOR_FLOAT32", [5]))
    indices = Output("indices", ("TENSOR_INT32", [5]))
    model = Model("vector_all").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 5).To(values, indices)
    example = Example({
        x: [-1.0, 1.0, 3.0, 0.0, 2.0],
        values: [3.0, 2.0, 1.0, 0.0, -1.0],
        indices: [2, 4, 1, 3, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1]))
    values = Output("values", ("TENSOR_FLOAT32", [1]))
    indices = Output("indices", ("TENSOR_INT32", [1]))
    model = Model("single").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 1).To(values, indices)
    example = Example({
        x: [-4.0],
        values: [-4.0],
        indices: [0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [3, 4]))
    values = Output("values", ("TENSOR_FLOAT32", [3, 2]))
    indices = Output("indices", ("TENSOR_INT32", [3, 2]))
    model = Model("matrix").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 2).To(values, indices)
    example = Example({
        x: [-4.0, 1.0, 6.0, -1.0, 4.0, -3.0, 2.0, 7.0, 0.0, 5.0, -2.0, 3.0],
        values: [6.0, 1.0, 7.0, 4.0, 5.0, 3.0],
        indices: [2, 1, 3, 0, 1, 3],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    values = Output("values", ("TENSOR_FLOAT32", [2, 3]))
    indices = Output("indices", ("TENSOR_INT32", [2, 3]))
    model = Model("matrix_all").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 3).To(values, indices)
    example = Example({
        x: [-2.0, 3.0, 2.0, 1.0, 0.0, -1.0],
        values: [3.0, 2.0, -2.0, 1.0, 0.0, -1.0],
        indices: [1, 2, 0, 0, 1, 2],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 2, 5]))
    values = Output("values", ("TENSOR_FLOAT32", [2, 2, 2]))
    indices = Output("indices", ("TENSOR_INT32", [2, 2, 2]))
    model = Model("rank_3").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 2).To(values, indices)
    example = Example({
        x: [
            -6.0, 1.0, 8.0, -5.0, 2.0,  9.0, -4.0, 3.0, 10.0, -3.0,
            4.0, 11.0, -2.0, 5.0, 12.0,  -1.0, 6.0, 13.0, 0.0, 7.0,
        ],
        values: [8.0, 2.0, 10.0, 9.0, 12.0, 11.0, 13.0, 7.0],
        indices: [2, 4, 3, 0, 4, 1, 2, 4],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3, 4]))
    values = Output("values", ("TENSOR_FLOAT32", [2, 1, 3, 3]))
    indices = Output("indices", ("TENSOR_INT32", [2, 1, 3, 3]))
    model = Model("rank_4").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 3).To(values, indices)
    example = Example({
        x: [
            -8.0, 3.0, 14.0, 1.0,  12.0, -1.0, 10.0, -3.0,
            8.0, -5.0, 6.0, -7.0,  4.0, 15.0, 2.0, 13.0,
            0.0, 11.0, -2.0, 9.0,  -4.0, 7.0, -6.0, 5.0,
        ],
        values: [
            14.0, 3.0, 1.0,  12.0, 10.0, -1.0,  8.0, 6.0, -5.0,  15.0, 13.0, 4.0,
            11.0, 9.0, 0.0,  7.0, 5.0, -4.0,
        ],
        indices: [2, 1, 3, 0, 2, 1, 0, 2, 1, 1, 3, 0, 1, 3, 0, 1, 3, 0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2, 3])).ShouldNeverBeInternal()
    values = Output("values", ("TENSOR_FLOAT32", [1, 2, 1, 2, 2]))
    indices = Output("indices", ("TENSOR_INT32", [1, 2, 1, 2, 2]))
    model = Model("rank_5").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 2).To(values, indices)
    example = Example({
        x: [-4.0, 3.0, -2.0, 5.0, 0.0, 7.0, 2.0, -3.0, 4.0, -1.0, 6.0, 1.0],
        values: [3.0, -2.0, 7.0, 5.0, 4.0, 2.0, 6.0, 1.0],
        indices: [1, 2, 2, 0, 2, 0, 1, 2],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
    values = Output("values", ("TENSOR_FLOAT32", [2, 2]))
    indices = Output("indices", ("TENSOR_INT32", [2, 2]))
    model = Model("negative").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 2).To(values, indices)
    example = Example({
        x: [-9.0, -3.0, -5.0, -4.0, -7.0, -8.0, -2.0, -6.0],
        values: [-3.0, -4.0, -2.0, -6.0],
        indices: [1, 3, 2, 3],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

# Of equal elements the one with the larger index comes first.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 6]))
    values = Output("values", ("TENSOR_FLOAT32", [2, 4]))
    indices = Output("indices", ("TENSOR_INT32", [2, 4]))
    model = Model("ties").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 4).To(values, indices)
    example = Example({
        x: [3.0, 1.0, 3.0, 2.0, 3.0, 1.0, 5.0, 5.0, 4.0, 5.0, 4.0, 4.0],
        values: [3.0, 3.0, 3.0, 2.0, 5.0, 5.0, 5.0, 4.0],
        indices: [4, 2, 0, 3, 3, 1, 0, 5],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

# The last ones, from the end.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [1, 5]))
    values = Output("values", ("TENSOR_FLOAT32", [1, 3]))
    indices = Output("indices", ("TENSOR_INT32", [1, 3]))
    model = Model("all_equal").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 3).To(values, indices)
    example = Example({
        x: [2.0, 2.0, 2.0, 2.0, 2.0],
        values: [2.0, 2.0, 2.0],
        indices: [4, 3, 2],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

# The tie is at the last returned position: the element with the larger index is returned.
for version in ("V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [5]))
    values = Output("values", ("TENSOR_FLOAT32", [2]))
    indices = Output("indices", ("TENSOR_INT32", [2]))
    model = Model("tie_at_the_end").IntroducedIn(version)
    model.Operation("TOPK_V2", x, 2).To(values, indices)
    example = Example({
        x: [1.0, 7.0, 1.0, 1.0, 0.0],
        values: [7.0, 1.0],
        indices: [1, 3],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 119),
        }), DataTypeConverter(name="int32").Identify({
            x: ("TENSOR_INT32",),
            values: ("TENSOR_INT32",),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -9),
        }), includeDefault=False)

# Zeros of both signs are equal.
x = Input("x", ("TENSOR_FLOAT32", [4]))
values = Output("values", ("TENSOR_FLOAT32", [3]))
indices = Output("indices", ("TENSOR_INT32", [3]))
model = Model("signed_zeros").IntroducedIn("V1_2")
model.Operation("TOPK_V2", x, 3).To(values, indices)
example = Example({
    x: [0.0, -0.0, -1.0, 0.0],
    values: [0.0, -0.0, 0.0],
    indices: [3, 1, 0],
}, model=model)
example.AddVariations("relaxed", "float16")

# Neighbouring numbers that float16 does not distinguish.
x = Input("x", ("TENSOR_FLOAT32", [2, 4]))
values = Output("values", ("TENSOR_FLOAT32", [2, 4]))
indices = Output("indices", ("TENSOR_INT32", [2, 4]))
model = Model("full_precision").IntroducedIn("V1_2")
model.Operation("TOPK_V2", x, 4).To(values, indices)
Example({
    x: [1.0, 1.0000001, 0.99999994, -3.4e+38, 3.4e+38, 1e-30, -1e-30, 0.0],
    values: [1.0000001, 1.0, 0.99999994, -3.4e+38, 3.4e+38, 1e-30, 0.0, -1e-30],
    indices: [1, 0, 2, 3, 0, 1, 3, 2],
}, model=model)

# Numbers that float32 does not represent.
x = Input("x", ("TENSOR_INT32", [6]))
values = Output("values", ("TENSOR_INT32", [6]))
indices = Output("indices", ("TENSOR_INT32", [6]))
model = Model("int32_large").IntroducedIn("V1_2")
model.Operation("TOPK_V2", x, 6).To(values, indices)
Example({
    x: [2147483647, -2147483648, 2147483646, 16777217, 16777216, 16777218],
    values: [2147483647, 2147483646, 16777218, 16777217, 16777216, -2147483648],
    indices: [0, 2, 5, 3, 4, 1],
}, model=model)

# From the smallest code to the largest.
x = Input("x", ("TENSOR_QUANT8_ASYMM", [8], 0.25, 128))
values = Output("values", ("TENSOR_QUANT8_ASYMM", [5], 0.25, 128))
indices = Output("indices", ("TENSOR_INT32", [5]))
model = Model("codes").IntroducedIn("V1_2")
model.Operation("TOPK_V2", x, 5).To(values, indices)
Example({
    x: [0, 255, 128, 127, 254, 1, 255, 90],
    values: [255, 255, 254, 128, 127],
    indices: [6, 1, 4, 2, 3],
}, model=model)

# From the smallest code to the largest.
x = Input("x", ("TENSOR_QUANT8_ASYMM_SIGNED", [8], 0.25))
values = Output("values", ("TENSOR_QUANT8_ASYMM_SIGNED", [5], 0.25))
indices = Output("indices", ("TENSOR_INT32", [5]))
model = Model("codes_signed").IntroducedIn("V1_3")
model.Operation("TOPK_V2", x, 5).To(values, indices)
Example({
    x: [-128, 127, 0, -1, 126, -127, 127, -38],
    values: [127, 127, 126, 0, -1],
    indices: [6, 1, 4, 2, 3],
}, model=model)
