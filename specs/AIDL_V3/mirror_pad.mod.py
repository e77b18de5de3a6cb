# MIRROR_PAD: both modes up to the largest paddings, ranks 1 to 5, all types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [0, 2])
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("reflect_rank_1_0").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
example = Example({
    x: [1.0, 2.0, 3.0],
    y: [1.0, 2.0, 3.0, 2.0, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [0, 2])
y = Output("y", ("TENSOR_FLOAT32", [5]))
model = Model("symmetric_rank_1_1").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 1).To(y)
example = Example({
    x: [1.0, 2.0, 3.0],
    y: [1.0, 2.0, 3.0, 3.0, 2.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [4]))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [3, 3])
y = Output("y", ("TENSOR_FLOAT32", [10]))
model = Model("reflect_rank_1_2").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0],
    y: [4.0, 3.0, 2.0, 1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddUnknownShapes()

x = Input("x", ("TENSOR_FLOAT32", [4]))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [4, 4])
y = Output("y", ("TENSOR_FLOAT32", [12]))
model = Model("symmetric_rank_1_3").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 1).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0],
    y: [4.0, 3.0, 2.0, 1.0, 1.0, 2.0, 3.0, 4.0, 4.0, 3.0, 2.0, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [0, 0])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("reflect_rank_1_4").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
example = Example({
    x: [1.0, 2.0, 3.0],
    y: [1.0, 2.0, 3.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [1]))
paddings = Parameter("paddings", ("TENSOR_INT32", [1, 2]), [1, 1])
y = Output("y", ("TENSOR_FLOAT32", [3]))
model = Model("symmetric_rank_1_5").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 1).To(y)
example = Example({
    x: [1.0],
    y: [1.0, 1.0, 1.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [1, 0, 0, 2])
y = Output("y", ("TENSOR_FLOAT32", [3, 5]))
model = Model("reflect_rank_2_6").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [
        4.0, 5.0, 6.0, 5.0, 4.0,  1.0, 2.0, 3.0, 2.0, 1.0,
        4.0, 5.0, 6.0, 5.0, 4.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [2, 2]), [2, 1, 3, 0])
y = Output("y", ("TENSOR_FLOAT32", [5, 6]))
model = Model("symmetric_rank_2_7").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 1).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [
        6.0, 5.0, 4.0, 4.0, 5.0, 6.0,  3.0, 2.0, 1.0, 1.0, 2.0, 3.0,
        3.0, 2.0, 1.0, 1.0, 2.0, 3.0,  6.0, 5.0, 4.0, 4.0, 5.0, 6.0,
        6.0, 5.0, 4.0, 4.0, 5.0, 6.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [1, 1, 0, 0, 2, 1])
y = Output("y", ("TENSOR_FLOAT32", [4, 1, 6]))
model = Model("reflect_rank_3_8").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [
        6.0, 5.0, 4.0, 5.0, 6.0, 5.0,  3.0, 2.0, 1.0, 2.0, 3.0, 2.0,
        6.0, 5.0, 4.0, 5.0, 6.0, 5.0,  3.0, 2.0, 1.0, 2.0, 3.0, 2.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 3]))
paddings = Parameter("paddings", ("TENSOR_INT32", [3, 2]), [0, 2, 1, 1, 1, 3])
y = Output("y", ("TENSOR_FLOAT32", [4, 3, 7]))
model = Model("symmetric_rank_3_9").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 1).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [
        1.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0,
        1.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0,
        1.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0,
        4.0, 4.0, 5.0, 6.0, 6.0, 5.0, 4.0,
        4.0, 4.0, 5.0, 6.0, 6.0, 5.0, 4.0,
        4.0, 4.0, 5.0, 6.0, 6.0, 5.0, 4.0,
        4.0, 4.0, 5.0, 6.0, 6.0, 5.0, 4.0,
        4.0, 4.0, 5.0, 6.0, 6.0, 5.0, 4.0,
        4.0, 4.0, 5.0, 6.0, 6.0, 5.0, 4.0,
        1.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0,
        1.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0,
        1.0, 1.0, 2.0, 3.0, 3.0, 2.0, 1.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [0, 0, 2, 1, 1, 1, 0, 1])
y = Output("y", ("TENSOR_FLOAT32", [1, 6, 4, 3]))
model = Model("reflect_rank_4_10").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [
        11.0, 12.0, 11.0,  9.0, 10.0, 9.0,  11.0, 12.0, 11.0,  9.0, 10.0, 9.0,
        7.0, 8.0, 7.0,  5.0, 6.0, 5.0,  7.0, 8.0, 7.0,  5.0, 6.0, 5.0,
        3.0, 4.0, 3.0,  1.0, 2.0, 1.0,  3.0, 4.0, 3.0,  1.0, 2.0, 1.0,
        7.0, 8.0, 7.0,  5.0, 6.0, 5.0,  7.0, 8.0, 7.0,  5.0, 6.0, 5.0,
        11.0, 12.0, 11.0,  9.0, 10.0, 9.0,  11.0, 12.0, 11.0,  9.0, 10.0, 9.0,
        7.0, 8.0, 7.0,  5.0, 6.0, 5.0,  7.0, 8.0, 7.0,  5.0, 6.0, 5.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [1, 3, 2, 2]))
paddings = Parameter("paddings", ("TENSOR_INT32", [4, 2]), [1, 0, 0, 3, 2, 1, 0, 1])
y = Output("y", ("TENSOR_FLOAT32", [2, 6, 5, 3]))
model = Model("symmetric_rank_4_11").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 1).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [
        3.0, 4.0, 4.0,  1.0, 2.0, 2.0,  1.0, 2.0, 2.0,  3.0, 4.0, 4.0,
        3.0, 4.0, 4.0,  7.0, 8.0, 8.0,  5.0, 6.0, 6.0,  5.0, 6.0, 6.0,
        7.0, 8.0, 8.0,  7.0, 8.0, 8.0,  11.0, 12.0, 12.0,  9.0, 10.0, 10.0,
        9.0, 10.0, 10.0,  11.0, 12.0, 12.0,  11.0, 12.0, 12.0,  11.0, 12.0, 12.0,
        9.0, 10.0, 10.0,  9.0, 10.0, 10.0,  11.0, 12.0, 12.0,  11.0, 12.0, 12.0,
        7.0, 8.0, 8.0,  5.0, 6.0, 6.0,  5.0, 6.0, 6.0,  7.0, 8.0, 8.0,
        7.0, 8.0, 8.0,  3.0, 4.0, 4.0,  1.0, 2.0, 2.0,  1.0, 2.0, 2.0,
        3.0, 4.0, 4.0,  3.0, 4.0, 4.0,  3.0, 4.0, 4.0,  1.0, 2.0, 2.0,
        1.0, 2.0, 2.0,  3.0, 4.0, 4.0,  3.0, 4.0, 4.0,  7.0, 8.0, 8.0,
        5.0, 6.0, 6.0,  5.0, 6.0, 6.0,  7.0, 8.0, 8.0,  7.0, 8.0, 8.0,
        11.0, 12.0, 12.0,  9.0, 10.0, 10.0,  9.0, 10.0, 10.0,  11.0, 12.0, 12.0,
        11.0, 12.0, 12.0,  11.0, 12.0, 12.0,  9.0, 10.0, 10.0,  9.0, 10.0, 10.0,
        11.0, 12.0, 12.0,  11.0, 12.0, 12.0,  7.0, 8.0, 8.0,  5.0, 6.0, 6.0,
        5.0, 6.0, 6.0,  7.0, 8.0, 8.0,  7.0, 8.0, 8.0,  3.0, 4.0, 4.0,
        1.0, 2.0, 2.0,  1.0, 2.0, 2.0,  3.0, 4.0, 4.0,  3.0, 4.0, 4.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2, 2])).ShouldNeverBeInternal()
paddings = Parameter("paddings", ("TENSOR_INT32", [5, 2]), [0, 0, 1, 0, 0, 0, 1, 1, 0, 1])
y = Output("y", ("TENSOR_FLOAT32", [1, 3, 1, 4, 3]))
model = Model("reflect_rank_5_12").IntroducedIn("AIDL_V3")
model.Operation("MIRROR_PAD", x, paddings, 0).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    y: [
        7.0, 8.0, 7.0,  5.0, 6.0, 5.0,  7.0, 8.0, 7.0,  5.0, 6.0, 5.0,
        3.0, 4.0, 3.0,  1.0, 2.0, 1.0,  3.0, 4.0, 3.0,  1.0, 2.0, 1.0,
        7.0, 8.0, 7.0,  5.0, 6.0, 5.0,  7.0, 8.0, 7.0,  5.0, 6.0, 5.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
