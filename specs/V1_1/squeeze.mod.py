# SQUEEZE: listed, negative, unsorted and omitted axes, all sizes 1, all types. The data never
# change.
# Expected values: by hand (a copy of the input).

def squeeze(name, dims, axes, out, data):
    for version in ("V1_1", "V1_2", "V1_3"):
        x = Input("x", ("TENSOR_FLOAT32", dims))
        if axes is None:
            axes_operand = Parameter("axes", ("TENSOR_INT32", [0]), None)
        else:
            axes_operand = Int32Vector("axes", axes)
        y = Output("y", ("TENSOR_FLOAT32", out))
        model = Model(name).IntroducedIn(version).Operation("SQUEEZE", x, axes_operand).To(y)
        example = Example({x: data, y: data}, model=model)
        if version == "V1_1":
            example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
                x: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
                y: ("TENSOR_QUANT8_ASYMM", 0.25, 40),
            }))
            if name == "two_of_three":
                example.AddUnknownShapes()
        elif version == "V1_2":
            example.AddVariations("float16", includeDefault=False)
        else:
            example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
                x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
                y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.25, -40),
            }), includeDefault=False)

four = [1.25, -2.5, 0.0, 9.75]

squeeze("first_of_2", [1, 4], [0], [4], four)
squeeze("last_of_2", [4, 1], [1], [4], four)
squeeze("negative", [2, 1, 2], [-2], [2, 2], four)
squeeze("negative_last", [2, 2, 1], [-1], [2, 2], four)
squeeze("two_of_three", [1, 1, 4, 1], [0, 3], [1, 4], four)
squeeze("mixed_signs", [1, 2, 1, 2], [2, -4], [2, 2], four)
squeeze("unsorted", [1, 4, 1, 1], [3, 0, 2], [4], four)
squeeze("omitted_axes", [1, 2, 1, 2], None, [2, 2], four)
squeeze("omitted_axes_nothing_to_do", [2, 2], None, [2, 2], four)
squeeze("everything", [1, 1, 1], [0, 1, 2], [1], [-7.5])
