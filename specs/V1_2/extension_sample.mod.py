# Operations of the vendor extension org.nn_conformance.sample: FROM_INT32, TO_INT32 and
# SATURATING_ADD. Expected values: by hand, from the definitions (clamp to 0 to 65535).

UINT16 = "org.nn_conformance.sample.TENSOR_UINT16"
FROM_INT32 = "org.nn_conformance.sample.FROM_INT32"
TO_INT32 = "org.nn_conformance.sample.TO_INT32"
SATURATING_ADD = "org.nn_conformance.sample.SATURATING_ADD"

x = Input("x", "TENSOR_INT32", "{6}")
y = Output("y", UINT16, "{6}")
model = Model("from_int32").Operation(FROM_INT32, x).To(y)
Example({x: [-1, 0, 1, 65535, 65536, 2147483647], y: [0, 0, 1, 65535, 65535, 65535]}, model=model)

x = Input("x", UINT16, "{2, 2}")
y = Output("y", "TENSOR_INT32", "{2, 2}")
model = Model("to_int32").Operation(TO_INT32, x).To(y)
Example({x: [0, 1, 32768, 65535], y: [0, 1, 32768, 65535]}, model=model)

one = Input("one", UINT16, "{1, 5}")
other = Input("other", UINT16, "{1, 5}")
total = Output("total", UINT16, "{1, 5}")
model = Model("saturating_add").Operation(SATURATING_ADD, one, other).To(total)
Example(
    {
        one: [0, 1, 40000, 65535, 65534],
        other: [0, 2, 40000, 65535, 1],
        total: [0, 3, 65535, 65535, 65535],
    },
    model=model,
)

# The extension and operations of the contract in one model, with a constant of the extension.
x = Input("x", "TENSOR_INT32", "{3}")
offset = Parameter("offset", UINT16, "{3}", [10, 60000, 65535])
converted = Internal("converted", UINT16, "{3}")
added = Internal("added", UINT16, "{3}")
result = Internal("result", "TENSOR_INT32", "{3}")
doubled = Output("doubled", "TENSOR_INT32", "{3}")
model = Model("mixed").IntroducedIn("V1_3")
model.Operation(FROM_INT32, x).To(converted)
model.Operation(SATURATING_ADD, converted, offset).To(added)
model.Operation(TO_INT32, added).To(result)
model.Operation("ADD", result, result, 0).To(doubled)
Example({x: [-5, 6000, 7], doubled: [20, 131070, 131070]}, model=model)
