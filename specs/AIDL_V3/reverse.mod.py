# REVERSE: every axis, ranks 1 to 4 and 8, all types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [4]))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [4]))
model = Model("rank_1_size_4_axis_0").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0],
    y: [4.0, 3.0, 2.0, 1.0],
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

x = Input("x", ("TENSOR_FLOAT32", [1]))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [1]))
model = Model("rank_1_size_1_axis_0").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0],
    y: [1.0],
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

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("rank_2_size_2_axis_0").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [4.0, 5.0, 6.0, 1.0, 2.0, 3.0],
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

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [1])
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("rank_2_size_3_axis_1").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [3.0, 2.0, 1.0, 6.0, 5.0, 4.0],
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
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3]))
model = Model("rank_3_size_2_axis_0").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [4.0, 5.0, 6.0, 1.0, 2.0, 3.0],
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
axis = Parameter("axis", ("TENSOR_INT32", [1]), [1])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3]))
model = Model("rank_3_size_1_axis_1").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
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
axis = Parameter("axis", ("TENSOR_INT32", [1]), [2])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 3]))
model = Model("rank_3_size_3_axis_2").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [3.0, 2.0, 1.0, 6.0, 5.0, 4.0],
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

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
model = Model("rank_4_size_2_axis_0").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
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

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [1])
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
model = Model("rank_4_size_2_axis_1").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [4.0, 5.0, 6.0, 1.0, 2.0, 3.0, 10.0, 11.0, 12.0, 7.0, 8.0, 9.0],
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

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [2])
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
model = Model("rank_4_size_1_axis_2").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
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

x = Input("x", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
axis = Parameter("axis", ("TENSOR_INT32", [1]), [3])
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
model = Model("rank_4_size_3_axis_3").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [3.0, 2.0, 1.0, 6.0, 5.0, 4.0, 9.0, 8.0, 7.0, 12.0, 11.0, 10.0],
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

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1, 3, 2])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1, 3, 2]))
model = Model("rank_8_size_1_axis_0").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
    ],
    y: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
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

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1, 3, 2])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [3])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1, 3, 2]))
model = Model("rank_8_size_2_axis_3").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
    ],
    y: [
        7.0, 8.0,  9.0, 10.0,  11.0, 12.0,  1.0, 2.0,
        3.0, 4.0,  5.0, 6.0,  19.0, 20.0,  21.0, 22.0,
        23.0, 24.0,  13.0, 14.0,  15.0, 16.0,  17.0, 18.0,
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

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1, 3, 2])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [6])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1, 3, 2]))
model = Model("rank_8_size_3_axis_6").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
    ],
    y: [
        5.0, 6.0,  3.0, 4.0,  1.0, 2.0,  11.0, 12.0,
        9.0, 10.0,  7.0, 8.0,  17.0, 18.0,  15.0, 16.0,
        13.0, 14.0,  23.0, 24.0,  21.0, 22.0,  19.0, 20.0,
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

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1, 3, 2])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [7])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 1, 3, 2]))
model = Model("rank_8_size_2_axis_7").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [
        1.0, 2.0,  3.0, 4.0,  5.0, 6.0,  7.0, 8.0,
        9.0, 10.0,  11.0, 12.0,  13.0, 14.0,  15.0, 16.0,
        17.0, 18.0,  19.0, 20.0,  21.0, 22.0,  23.0, 24.0,
    ],
    y: [
        2.0, 1.0,  4.0, 3.0,  6.0, 5.0,  8.0, 7.0,
        10.0, 9.0,  12.0, 11.0,  14.0, 13.0,  16.0, 15.0,
        18.0, 17.0,  20.0, 19.0,  22.0, 21.0,  24.0, 23.0,
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
