# REVERSE_FED: an axis that is a model input.
# Expected values: specs/scripts/ranks.py (index arithmetic).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
axis = Input("axis", ("TENSOR_INT32", [1]))
y = Output("y", ("TENSOR_FLOAT32", [2, 3]))
model = Model("fed").IntroducedIn("AIDL_V3")
model.Operation("REVERSE", x, axis).To(y)
example = Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    axis: [1],
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
