# HASHTABLE_LOOKUP: tables of rank 1 and 4, constant keys and lookups.
# Expected values: specs/scripts/ranks.py (copies of the rows).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

lookups = Input("lookups", ("TENSOR_INT32", [3]))
keys = Input("keys", ("TENSOR_INT32", [3]))
values = Input("values", ("TENSOR_FLOAT32", [3]))
y = Output("y", ("TENSOR_FLOAT32", [3]))
hits = Output("hits", ("TENSOR_QUANT8_ASYMM", [3], 1.0))
model = Model("rank_1").IntroducedIn("V1_0")
model.Operation("HASHTABLE_LOOKUP", lookups, keys, values).To(y, hits)
example = Example({
    lookups: [30, 7, 10],
    keys: [10, 20, 30],
    values: [1.0, 2.0, 3.0],
    y: [3.0, 0.0, 1.0],
    hits: [1, 0, 1],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="int32").Identify({
    values: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8").Identify({
    values: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
}))

lookups = Input("lookups", ("TENSOR_INT32", [3]))
keys = Input("keys", ("TENSOR_INT32", [3]))
values = Input("values", ("TENSOR_FLOAT32", [3, 2, 1, 2]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2, 1, 2]))
hits = Output("hits", ("TENSOR_QUANT8_ASYMM", [3], 1.0))
model = Model("rank_4").IntroducedIn("V1_0")
model.Operation("HASHTABLE_LOOKUP", lookups, keys, values).To(y, hits)
example = Example({
    lookups: [30, 7, 10],
    keys: [10, 20, 30],
    values: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    y: [9.0, 10.0, 11.0, 12.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0],
    hits: [1, 0, 1],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="int32").Identify({
    values: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8").Identify({
    values: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
}))

lookups = Parameter("lookups", ("TENSOR_INT32", [3]), [30, 7, 10])
keys = Parameter("keys", ("TENSOR_INT32", [3]), [10, 20, 30])
values = Input("values", ("TENSOR_FLOAT32", [3, 2]))
y = Output("y", ("TENSOR_FLOAT32", [3, 2]))
hits = Output("hits", ("TENSOR_QUANT8_ASYMM", [3], 1.0))
model = Model("constants").IntroducedIn("V1_0")
model.Operation("HASHTABLE_LOOKUP", lookups, keys, values).To(y, hits)
example = Example({
    values: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    y: [5.0, 6.0, 0.0, 0.0, 1.0, 2.0],
    hits: [1, 0, 1],
}, model=model)
example.AddVariations("relaxed", DataTypeConverter(name="int32").Identify({
    values: ("TENSOR_INT32",),
    y: ("TENSOR_INT32",),
}), DataTypeConverter(name="quant8").Identify({
    values: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
    y: ("TENSOR_QUANT8_ASYMM", 0.5, 0),
}))
