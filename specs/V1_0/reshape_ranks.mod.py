# RESHAPE: INT32; shapes as model inputs.
# Expected values: specs/scripts/ranks.py (a copy of the input).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

x = Input("x", ("TENSOR_INT32", [6]))
shape = Int32Vector("shape", [2, 3])
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("int32_rank_1").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x, shape).To(y)
Example({
    x: [70001, 16, 32, 34, -16, 22],
    y: [70001, 16, 32, 34, -16, 22],
}, model=model)

x = Input("x", ("TENSOR_INT32", [6]))
shape = Input("shape", ("TENSOR_INT32", [2]))
y = Output("y", ("TENSOR_INT32", [2, 3]))
model = Model("int32_rank_1_fed").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x, shape).To(y)
Example({
    x: [70001, 16, 32, 34, -16, 22],
    shape: [2, 3],
    y: [70001, 16, 32, 34, -16, 22],
}, model=model)

x = Input("x", ("TENSOR_INT32", [3, 4]))
shape = Int32Vector("shape", [12])
y = Output("y", ("TENSOR_INT32", [12]))
model = Model("int32_rank_2").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x, shape).To(y)
Example({
    x: [70001, -23, -2, 20, -28, 19, 18, -22, 18, -9, -9, 37],
    y: [70001, -23, -2, 20, -28, 19, 18, -22, 18, -9, -9, 37],
}, model=model)

x = Input("x", ("TENSOR_INT32", [3, 4]))
shape = Input("shape", ("TENSOR_INT32", [1]))
y = Output("y", ("TENSOR_INT32", [12]))
model = Model("int32_rank_2_fed").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x, shape).To(y)
Example({
    x: [70001, -23, -2, 20, -28, 19, 18, -22, 18, -9, -9, 37],
    shape: [12],
    y: [70001, -23, -2, 20, -28, 19, 18, -22, 18, -9, -9, 37],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 1, 3]))
shape = Int32Vector("shape", [3, 2])
y = Output("y", ("TENSOR_INT32", [3, 2]))
model = Model("int32_rank_3").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x, shape).To(y)
Example({
    x: [70001, 18, -36, 6, -40, 33],
    y: [70001, 18, -36, 6, -40, 33],
}, model=model)

x = Input("x", ("TENSOR_INT32", [2, 1, 3]))
shape = Input("shape", ("TENSOR_INT32", [2]))
y = Output("y", ("TENSOR_INT32", [3, 2]))
model = Model("int32_rank_3_fed").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x, shape).To(y)
Example({
    x: [70001, 18, -36, 6, -40, 33],
    shape: [3, 2],
    y: [70001, 18, -36, 6, -40, 33],
}, model=model)

x = Input("x", ("TENSOR_INT32", [1, 2, 2, 3]))
shape = Int32Vector("shape", [4, 3])
y = Output("y", ("TENSOR_INT32", [4, 3]))
model = Model("int32_rank_4").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x, shape).To(y)
Example({
    x: [70001, -21, 11, 8, 29, 30, 40, 12, -9, 37, 15, 6],
    y: [70001, -21, 11, 8, 29, 30, 40, 12, -9, 37, 15, 6],
}, model=model)

x = Input("x", ("TENSOR_INT32", [1, 2, 2, 3]))
shape = Input("shape", ("TENSOR_INT32", [2]))
y = Output("y", ("TENSOR_INT32", [4, 3]))
model = Model("int32_rank_4_fed").IntroducedIn("AIDL_V2")
model.Operation("RESHAPE", x, shape).To(y)
Example({
    x: [70001, -21, 11, 8, 29, 30, 40, 12, -9, 37, 15, 6],
    shape: [4, 3],
    y: [70001, -21, 11, 8, 29, 30, 40, 12, -9, 37, 15, 6],
}, model=model)

for version in ("V1_0", "V1_2", "V1_3"):
    x = Input("x", ("TENSOR_FLOAT32", [6]))
    shape = Input("shape", ("TENSOR_INT32", [3]))
    y = Output("y", ("TENSOR_FLOAT32", [1, 3, 2]))
    model = Model("fed").IntroducedIn(version)
    model.Operation("RESHAPE", x, shape).To(y)
    example = Example({
        x: [1.25, -2.5, 0.0, 9.75, 3.5, 7.0],
        shape: [1, -1, 2],
        y: [1.25, -2.5, 0.0, 9.75, 3.5, 7.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
            x: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
            y: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
        }))
    elif version == "V1_2":
        example.AddVariations("float16", includeDefault=False)
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
        }), includeDefault=False)
