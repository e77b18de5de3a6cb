# PACK: 1 to 4 tensors, every axis, ranks 1 to 4, all types.
# Expected values: specs/scripts/indexing.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x0 = Input("x0", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_FLOAT32", [1, 3]))
model = Model("rank_1_axis_0_of_1").IntroducedIn("AIDL_V2")
model.Operation("PACK", 0, x0).To(y)
example = Example({
    x0: [1.0, 2.0, 3.0],
    y: [1.0, 2.0, 3.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddUnknownShapes()

x0 = Input("x0", ("TENSOR_FLOAT32", [3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
model = Model("rank_1_axis_1_of_2").IntroducedIn("AIDL_V2")
model.Operation("PACK", 1, x0, x1).To(y)
example = Example({
    x0: [1.0, 2.0, 3.0],
    x1: [4.0, 5.0, 6.0],
    y: [1.0, 4.0, 2.0, 5.0, 3.0, 6.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    x1: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddUnknownShapes()

x0 = Input("x0", ("TENSOR_FLOAT32", [2]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2]))
x2 = Input("x2", ("TENSOR_FLOAT32", [2]))
x3 = Input("x3", ("TENSOR_FLOAT32", [2]))
y = Output("y", ("TENSOR_FLOAT32", [4, 2]))
model = Model("rank_1_axis_0_of_4").IntroducedIn("AIDL_V2")
model.Operation("PACK", 0, x0, x1, x2, x3).To(y)
example = Example({
    x0: [1.0, 2.0],
    x1: [3.0, 4.0],
    x2: [5.0, 6.0],
    x3: [7.0, 8.0],
    y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x2: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x3: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    x1: ("TENSOR_INT32",),
    x2: ("TENSOR_INT32",),
    x3: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x3: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
example.AddUnknownShapes()

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 3]))
model = Model("rank_2_axis_0_of_2").IntroducedIn("AIDL_V2")
model.Operation("PACK", 0, x0, x1).To(y)
example = Example({
    x0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x1: [7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    x1: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
x2 = Input("x2", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 3]))
model = Model("rank_2_axis_1_of_3").IntroducedIn("AIDL_V2")
model.Operation("PACK", 1, x0, x1, x2).To(y)
example = Example({
    x0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x1: [7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    x2: [13.0, 14.0, 15.0, 16.0, 17.0, 18.0],
    y: [
        1.0, 2.0, 3.0,  7.0, 8.0, 9.0,  13.0, 14.0, 15.0,  4.0, 5.0, 6.0,
        10.0, 11.0, 12.0,  16.0, 17.0, 18.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x2: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    x1: ("TENSOR_INT32",),
    x2: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x2: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3, 2]))
model = Model("rank_2_axis_2_of_2").IntroducedIn("AIDL_V2")
model.Operation("PACK", 2, x0, x1).To(y)
example = Example({
    x0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x1: [7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [1.0, 7.0, 2.0, 8.0, 3.0, 9.0, 4.0, 10.0, 5.0, 11.0, 6.0, 12.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    x1: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x0 = Input("x0", ("TENSOR_FLOAT32", [2, 1, 3]))
x1 = Input("x1", ("TENSOR_FLOAT32", [2, 1, 3]))
y = Output("y", ("TENSOR_FLOAT32", [2, 2, 1, 3]))
model = Model("rank_3_axis_1_of_2").IntroducedIn("AIDL_V2")
model.Operation("PACK", 1, x0, x1).To(y)
example = Example({
    x0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    x1: [7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [1.0, 2.0, 3.0, 7.0, 8.0, 9.0, 4.0, 5.0, 6.0, 10.0, 11.0, 12.0],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    x1: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
x1 = Input("x1", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2, 2]))
model = Model("rank_4_axis_4_of_2").IntroducedIn("AIDL_V2")
model.Operation("PACK", 4, x0, x1).To(y)
example = Example({
    x0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    x1: [9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0],
    y: [
        1.0, 9.0,  2.0, 10.0,  3.0, 11.0,  4.0, 12.0,
        5.0, 13.0,  6.0, 14.0,  7.0, 15.0,  8.0, 16.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    x1: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))

x0 = Input("x0", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
x1 = Input("x1", ("TENSOR_FLOAT32", [1, 2, 2, 2]))
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 2, 2, 2]))
model = Model("rank_4_axis_2_of_2").IntroducedIn("AIDL_V2")
model.Operation("PACK", 2, x0, x1).To(y)
example = Example({
    x0: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
    x1: [9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0],
    y: [
        1.0, 2.0,  3.0, 4.0,  9.0, 10.0,  11.0, 12.0,
        5.0, 6.0,  7.0, 8.0,  13.0, 14.0,  15.0, 16.0,
    ],
}, model=model)
example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
    x0: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    x1: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 41),
}), DataTypeConverter(name="int32").Identify({
    x0: ("TENSOR_INT32",),
    x1: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8_signed").Identify({
    x0: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    x1: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
    y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -87),
}))
