# EMBEDDING_LOOKUP: constant lookups.
# Expected values: specs/scripts/ranks.py (copies of the rows).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_0", "V1_2", "V1_3"):
    lookups = Parameter("lookups", ("TENSOR_INT32", [3]), [3, 0, 3])
    values = Input("values", ("TENSOR_FLOAT32", [4, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("constant_lookups").IntroducedIn(version)
    model.Operation("EMBEDDING_LOOKUP", lookups, values).To(y)
    example = Example({
        values: [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0],
        y: [6.0, 7.0, 0.0, 1.0, 6.0, 7.0],
    }, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    elif version == "V1_2":
        example.AddVariations(DataTypeConverter(name="int32").Identify({
            values: ("TENSOR_INT32",),
            y: ("TENSOR_INT32",),
        }), DataTypeConverter(name="quant8").Identify({
            values: ("TENSOR_QUANT8_ASYMM", 0.5, 60),
            y: ("TENSOR_QUANT8_ASYMM", 0.5, 60),
        }), includeDefault=False)
    elif version == "V1_3":
        example.AddVariations("float16", DataTypeConverter(name="quant8_signed").Identify({
            values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -60),
            y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -60),
        }), includeDefault=False)
