# EMBEDDING_LOOKUP: rows in any order, repeated and single ones, tables of rank 2 to 4, all types;
# lookups outside the table must be refused.
# Expected values: by hand (copies of the rows).

def lookup(name, rows, table_dims, table, out_dims, out):
    # (version, variation): float32 in 1.0, int32 and quant8 in 1.2, float16 and signed in 1.3
    for version in ("V1_0", "V1_2", "V1_3"):
        lookups = Input("lookups", ("TENSOR_INT32", [len(rows)]))
        values = Input("values", ("TENSOR_FLOAT32", table_dims))
        y = Output("y", ("TENSOR_FLOAT32", out_dims))
        model = Model(name).IntroducedIn(version).Operation("EMBEDDING_LOOKUP", lookups, values).To(y)
        example = Example({lookups: rows, values: table, y: out}, model=model)
        if version == "V1_0":
            example.AddVariations("relaxed")
        elif version == "V1_2":
            example.AddVariations("int32", DataTypeConverter(name="quant8").Identify({
                values: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
                y: ("TENSOR_QUANT8_ASYMM", 0.5, 100),
            }), includeDefault=False)
        else:
            example.AddVariations("float16", DataTypeConverter(name="quant8_signed").Identify({
                values: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -20),
                y: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.5, -20),
            }), includeDefault=False)

lookup("reversed", [2, 1, 0],
    [3, 2], [10, 11, 20, 21, 30, 31],
    [3, 2], [30, 31, 20, 21, 10, 11])
lookup("repeated", [1, 1, 0, 1],
    [2, 3], [1, 2, 3, -4, -5, -6],
    [4, 3], [-4, -5, -6, -4, -5, -6, 1, 2, 3, -4, -5, -6])
lookup("one_row", [3],
    [4, 1], [7, 8, 9, -10],
    [1, 1], [-10])
lookup("rank_3", [1, 0],
    [2, 2, 2], [1, 2, 3, 4, 5, 6, 7, 8],
    [2, 2, 2], [5, 6, 7, 8, 1, 2, 3, 4])
lookup("rank_4", [2, 2],
    [3, 1, 2, 1], [0, 1, 10, 11, 20, 21],
    [2, 1, 2, 1], [20, 21, 20, 21])
lookup("table_of_one_row", [0, 0],
    [1, 2], [-3, 40],
    [2, 2], [-3, 40, -3, 40])

def beyond(name, rows):
    lookups = Input("lookups", ("TENSOR_INT32", [len(rows)]))
    values = Parameter("values", ("TENSOR_FLOAT32", [3, 2]), [1, 2, 3, 4, 5, 6])
    y = Output("y", ("TENSOR_FLOAT32", [len(rows), 2]))
    model = Model(name).IntroducedIn("V1_0").Operation("EMBEDDING_LOOKUP", lookups, values).To(y)
    example = Example({lookups: rows, y: [0] * len(rows) * 2}, model=model)
    example.AddVariations("relaxed").ExpectFailure()

beyond("row_beyond_the_last", [2, 3])
beyond("row_below_the_first", [0, -1, 1])
