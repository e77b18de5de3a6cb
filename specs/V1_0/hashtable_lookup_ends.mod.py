# HASHTABLE_LOOKUP: extreme codes, a last dimension of size 1, short sums.
# Expected values: specs/scripts/edges_computed.py (formulas in exact fractions or double
# precision).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

lookups = Input("lookups", ("TENSOR_INT32", [4]))
keys = Int32Vector("keys", [2, 5, 9])
table = Parameter("table", ("TENSOR_FLOAT32", [3, 2]), [1.0000001, -3.1415927, 0.1, 2.7182817, 65537.0, 1e-09])
found = Output("found", ("TENSOR_FLOAT32", [4, 2]))
hits = Internal("hits", ("TENSOR_QUANT8_ASYMM", [4], 1.0))
seen = Output("seen", ("TENSOR_FLOAT32", [4]))
model = Model("float32_hits_read").IntroducedIn("V1_0")
model.Operation("HASHTABLE_LOOKUP", lookups, keys, table).To(found, hits)
model.Operation("DEQUANTIZE", hits).To(seen)
Example({
    lookups: [9, 5, 2, 7],
    found: [65537.0, 1e-09, 0.1, 2.7182817, 1.0000001, -3.1415927, 0, 0],
    seen: [1.0, 1.0, 1.0, 0.0],
}, model=model)

lookups = Input("lookups", ("TENSOR_INT32", [4]))
keys = Int32Vector("keys", [2, 5, 9])
table = Parameter("table", ("TENSOR_QUANT8_ASYMM", [3, 2], 0.5, 100), [255, 0, 37, 200, 254, 1])
found = Output("found", ("TENSOR_QUANT8_ASYMM", [4, 2], 0.5, 100))
hits = Internal("hits", ("TENSOR_QUANT8_ASYMM", [4], 1.0))
seen = Output("seen", ("TENSOR_FLOAT32", [4]))
model = Model("quant8_hits_read").IntroducedIn("V1_0")
model.Operation("HASHTABLE_LOOKUP", lookups, keys, table).To(found, hits)
model.Operation("DEQUANTIZE", hits).To(seen)
Example({
    lookups: [9, 5, 2, 7],
    found: [254, 1, 37, 200, 255, 0, 0, 0],
    seen: [1.0, 1.0, 1.0, 0.0],
}, model=model)
