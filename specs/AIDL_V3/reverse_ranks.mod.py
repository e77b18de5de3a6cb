# REVERSE: ranks 5 to 7, all types.
# Expected values: specs/scripts/ranks.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2, 1, 3])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 1, 3]))
model = Model("rank_5_axis_0").IntroducedIn("AIDL_V3")
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

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 2, 1, 3])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [4])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 2, 1, 3]))
model = Model("rank_5_axis_4").IntroducedIn("AIDL_V3")
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

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 3])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 3]))
model = Model("rank_6_axis_0").IntroducedIn("AIDL_V3")
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

x = Input("x", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 3])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [5])
y = Output("y", ("TENSOR_FLOAT32", [1, 2, 1, 2, 1, 3]))
model = Model("rank_6_axis_5").IntroducedIn("AIDL_V3")
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

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2, 1, 1, 3])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [0])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2, 1, 1, 3]))
model = Model("rank_7_axis_0").IntroducedIn("AIDL_V3")
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

x = Input("x", ("TENSOR_FLOAT32", [2, 1, 1, 2, 1, 1, 3])).ShouldNeverBeInternal()
axis = Parameter("axis", ("TENSOR_INT32", [1]), [6])
y = Output("y", ("TENSOR_FLOAT32", [2, 1, 1, 2, 1, 1, 3]))
model = Model("rank_7_axis_6").IntroducedIn("AIDL_V3")
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
