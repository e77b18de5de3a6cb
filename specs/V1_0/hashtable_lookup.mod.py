# HASHTABLE_LOOKUP: hits, misses below, between and above the keys, no hit at all, tables of rank 2
# and 3, the three table types. A miss gives zeros. In a quantized table these are codes of 0, so the
# quantized table has zero point 0: with another one the contract's text leaves the value open.
# Expected values: by hand (copies of the rows).

def lookup(name, wanted, table_keys, row_dims, table, out, found):
    lookups = Input("lookups", ("TENSOR_INT32", [len(wanted)]))
    keys = Input("keys", ("TENSOR_INT32", [len(table_keys)]))
    values = Input("values", ("TENSOR_FLOAT32", [len(table_keys)] + row_dims))
    y = Output("y", ("TENSOR_FLOAT32", [len(wanted)] + row_dims))
    hits = Output("hits", ("TENSOR_QUANT8_ASYMM", [len(wanted)], 1.0))
    model = Model(name).IntroducedIn("V1_0")
    model.Operation("HASHTABLE_LOOKUP", lookups, keys, values).To([y, hits])
    Example({
        lookups: wanted, keys: table_keys, values: table, y: out, hits: found,
    }, model=model).AddVariations("relaxed", "int32", DataTypeConverter(name="quant8").Identify({
        values: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
        y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
    }))

def hits(name, wanted, table_keys, found):
    # Only the hits are outputs. They are converted to real numbers, because the comparison of codes
    # accepts a difference of 1, and clamped to 1, because any byte other than 0 is a hit.
    lookups = Input("lookups", ("TENSOR_INT32", [len(wanted)]))
    keys = Input("keys", ("TENSOR_INT32", [len(table_keys)]))
    values = Parameter("values", ("TENSOR_FLOAT32", [len(table_keys), 1]), table_keys)
    rows = Internal("rows", ("TENSOR_FLOAT32", [len(wanted), 1]))
    codes = Internal("codes", ("TENSOR_QUANT8_ASYMM", [len(wanted)], 1.0))
    real = Internal("real", ("TENSOR_FLOAT32", [len(wanted)]))
    hit = Output("hit", ("TENSOR_FLOAT32", [len(wanted)]))
    model = Model(name).IntroducedIn("V1_0")
    model.Operation("HASHTABLE_LOOKUP", lookups, keys, values).To([rows, codes])
    model.Operation("DEQUANTIZE", codes).To(real)
    model.Operation("RELU1", real).To(hit)
    Example({lookups: wanted, keys: table_keys, hit: found}, model=model).AddVariations("relaxed")

lookup("hits_and_misses", [50, 10, 49, -3, 30, 51], [10, 30, 50], [2],
    [1, 2, 3, 4, 5, 6],
    [5, 6, 1, 2, 0, 0, 0, 0, 3, 4, 0, 0], [1, 1, 0, 0, 1, 0])
lookup("all_hit", [7, 7, -7], [-7, 7], [3],
    [11, 12, 13, 21, 22, 23],
    [21, 22, 23, 21, 22, 23, 11, 12, 13], [1, 1, 1])
lookup("no_hit", [0, 1], [2], [2], [9, 8], [0, 0, 0, 0], [0, 0])
lookup("rank_3", [4, 5], [-100, 4, 1000000], [2, 2],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    [5, 6, 7, 8, 0, 0, 0, 0], [1, 0])
lookup("one_key_one_row", [0], [0], [1], [3], [3], [1])
hits("hits_as_numbers", [3, 5, -2, 8, 7, 9, 4], [-2, 5, 7, 9], [0, 1, 1, 0, 1, 1, 0])
