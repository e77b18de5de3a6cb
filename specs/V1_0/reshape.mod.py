# RESHAPE: flattening, adding and removing sizes of 1, one size of -1, every rank, all types. The
# data never change.
# Expected values: by hand (a copy of the input).

def reshape(name, dims, shape, out, data):
    for version in ("V1_0", "V1_2", "V1_3"):
        x = Input("x", ("TENSOR_FLOAT32", dims))
        y = Output("y", ("TENSOR_FLOAT32", out))
        model = Model(name).IntroducedIn(version).Operation("RESHAPE", x, shape).To(y)
        example = Example({x: data, y: data}, model=model)
        if version == "V1_0":
            example.AddVariations("relaxed", DataTypeConverter(name="quant8").Identify({
                x: ("TENSOR_QUANT8_ASYMM", 0.5, 60),
                y: ("TENSOR_QUANT8_ASYMM", 0.5, 60),
            }))
        elif version == "V1_2":
            example.AddVariations("float16", includeDefault=False)
        else:
            example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
                x: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -60),
                y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -60),
            }), includeDefault=False)

six = [-3.0, 0.5, 1.0, 1.5, -2.0, 2.5]
twelve = six + [7.0, 8.5, -9.0, 10.5, 11.0, -0.5]

reshape("flatten", [2, 1, 3], [6], [6], six)
reshape("split", [6], [3, 2], [3, 2], six)
reshape("same", [2, 3], [2, 3], [2, 3], six)
reshape("rank_4_to_2", [1, 2, 2, 3], [4, 3], [4, 3], twelve)
reshape("rank_2_to_4", [3, 4], [2, 3, 1, 2], [2, 3, 1, 2], twelve)
reshape("open_size_first", [2, 2, 3], [-1, 6], [2, 6], twelve)
reshape("open_size_middle", [12], [2, -1, 3], [2, 2, 3], twelve)
reshape("open_size_is_one", [3, 2], [3, 2, -1], [3, 2, 1], six)
reshape("open_size_only", [3, 2, 2, 1], [-1], [12], twelve)
reshape("one_element", [1, 1, 1, 1], [1], [1], [4.5])

# The shape may be a model input.
for version in ("V1_0", "V1_2"):
    x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
    shape = Input("shape", ("TENSOR_INT32", [2]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
    model = Model("fed_shape").IntroducedIn(version).Operation("RESHAPE", x, shape).To(y)
    example = Example({x: six, shape: [3, -1], y: six}, model=model)
    if version == "V1_0":
        example.AddVariations("relaxed")
    else:
        example.AddVariations("float16", includeDefault=False)

# Constants in a memory pool instead of the model itself.
Configuration.use_shm_for_weights = True
x = Input("x", ("TENSOR_FLOAT32", [2, 3]))
table = Parameter("table", ("TENSOR_FLOAT32", [2, 3]), six)
total = Internal("total", ("TENSOR_FLOAT32", [2, 3]))
y = Output("y", ("TENSOR_FLOAT32", [6]))
model = Model("constants_in_pool").IntroducedIn("V1_0")
model.Operation("ADD", x, table, 0).To(total).Operation("RESHAPE", total, [6]).To(y)
Example({
    x: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [-2.0, 2.5, 4.0, 5.5, 3.0, 8.5],
}, model=model).AddVariations("relaxed")
