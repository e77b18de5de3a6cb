# SELECT: operands that are usually constants as model inputs, or the reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/conversions.py with operands
# from another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    mask = Parameter("mask", ("TENSOR_BOOL8", [3, 4]), [
        False, False, False, True,  True, True, True, False,
        True, False, True, True,
    ])
    a = Input("a", ("TENSOR_FLOAT32", [3, 4]))
    b = Input("b", ("TENSOR_FLOAT32", [3, 4]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("rank_2_constant_mask").IntroducedIn(version)
    model.Operation("SELECT", mask, a, b).To(y)
    example = Example({
        a: [-3.0, 2.0, -6.0, 1.0, -4.5, -5.5, 3.0, -5.0, 3.5, 2.0, -3.5, -4.0],
        b: [5.5, -3.0, 4.5, -2.0, 5.0, -1.0, 0.5, -1.5, -0.5, -1.5, -6.0, 3.0],
        y: [5.5, -3.0, 4.5, 1.0, -4.5, -5.5, 3.0, -1.5, 3.5, -1.5, -3.5, -4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }), DataTypeConverter(name="quant8_mixed").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), DataTypeConverter(name="quant8_mixed_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

for version in ("V1_2", "V1_3"):
    mask = Input("mask", ("TENSOR_BOOL8", [3, 4]))
    a = Input("a", ("TENSOR_FLOAT32", [3, 4]))
    b = Parameter("b", ("TENSOR_FLOAT32", [3, 4]), [5.5, -3.0, 4.5, -2.0, 5.0, -1.0, 0.5, -1.5, -0.5, -1.5, -6.0, 3.0])
    y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("rank_2_constant_b").IntroducedIn(version)
    model.Operation("SELECT", mask, a, b).To(y)
    example = Example({
        mask: [
            False, False, False, True,  True, True, True, False,
            True, False, True, True,
        ],
        a: [-3.0, 2.0, -6.0, 1.0, -4.5, -5.5, 3.0, -5.0, 3.5, 2.0, -3.5, -4.0],
        y: [5.5, -3.0, 4.5, 1.0, -4.5, -5.5, 3.0, -1.5, 3.5, -1.5, -3.5, -4.0],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
        }), DataTypeConverter(name="quant8_mixed").Identify({
            a: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            b: ("TENSOR_QUANT8_ASYMM", 0.25, 127),
            y: ("TENSOR_QUANT8_ASYMM", 0.125, 120),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
        }), DataTypeConverter(name="quant8_mixed_signed").Identify({
            a: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -28),
            b: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -1),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.125, -8),
        }), includeDefault=False)

mask = Parameter("mask", ("TENSOR_BOOL8", [6]), [False, True, True, False, True, True])
a = Input("a", ("TENSOR_INT32", [6]))
b = Input("b", ("TENSOR_INT32", [6]))
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("int32_constant_mask").IntroducedIn("V1_2")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    a: [2147483647, -2147483648, 16777217, -16777219, 5, 0],
    b: [7, 8, 9, 10, -2147483648, 2147483647],
    y: [7, -2147483648, 16777217, 10, 5, 0],
}, model=model)

mask = Input("mask", ("TENSOR_BOOL8", [6]))
a = Input("a", ("TENSOR_INT32", [6]))
b = Parameter("b", ("TENSOR_INT32", [6]), [7, 8, 9, 10, -2147483648, 2147483647])
y = Output("y", ("TENSOR_INT32", [6]))
model = Model("int32_constant_b").IntroducedIn("V1_2")
model.Operation("SELECT", mask, a, b).To(y)
Example({
    mask: [False, True, True, False, True, True],
    a: [2147483647, -2147483648, 16777217, -16777219, 5, 0],
    y: [7, -2147483648, 16777217, 10, 5, 0],
}, model=model)
