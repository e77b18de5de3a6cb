# Binary operations with a constant of one sign on either side: one element and one for each column.
# Expected values: by hand, the formulas below in exact arithmetic.

from math import floor

x_values = [0.5, 1.0, 2.0, 4.0, 0.25, 8.0]
FLOAT16, FLOAT32, INT32 = "TENSOR_FLOAT16", "TENSOR_FLOAT32", "TENSOR_INT32"
CODES, SIGNED = "TENSOR_QUANT8_ASYMM", "TENSOR_QUANT8_ASYMM_SIGNED"
FORMULAS = {
    "ADD": lambda a, b: a + b,
    "SUB": lambda a, b: a - b,
    "MUL": lambda a, b: a * b,
    "DIV": lambda a, b: a / b,
    "MAXIMUM": max,
    "MINIMUM": min,
    "POW": lambda a, b: a ** b,
    "PRELU": lambda a, b: a if a >= 0 else a * b,
}
FUSED = ("ADD", "SUB", "MUL", "DIV")
SINCE = {"ADD": "V1_0", "MUL": "V1_0", "SUB": "V1_1", "DIV": "V1_1"}
IN, OUT = 0.25, 0.5
CONSTANTS = ([-2.0], [-0.5, -4.0, -1.0], [3.0], [2.0, 0.5, 4.0])


def code(value, scale, type):
    zero = 128 if type == CODES else 0
    return max(zero - 128, min(zero + 127, zero + floor(abs(value) / scale + 0.5) * (1 if value > 0 else -1)))


def tensor(kind, name, type, dims, scale, *values):
    quantized = type in (CODES, SIGNED)
    form = (type, dims, scale, 128 if type == CODES else 0) if quantized else (type, dims)
    stored = [[code(v, scale, type) if quantized else v for v in each] for each in values]
    return kind(name, form, *stored)


for operation, formula in FORMULAS.items():
    for type in (FLOAT32, FLOAT16, INT32, CODES, SIGNED):
        quantized = type in (CODES, SIGNED)
        if (quantized and operation in ("DIV", "POW")) or (type == INT32 and operation in ("POW", "PRELU")):
            continue
        version = "V1_3" if type == SIGNED or (type == INT32 and operation in FUSED) else "V1_2"
        if type == FLOAT32 or (type == CODES and operation in ("ADD", "MUL")):
            version = SINCE.get(operation, version)
        model = Model(f"{operation}_{type}").IntroducedIn(version)
        signs = (1, -1) if operation != "POW" else (1, 1)
        numbers = [int(v * 4) if type == INT32 else v for v in x_values]
        numbers = [v * signs[i % 2] for i, v in enumerate(numbers)]
        x = tensor(Input, "x", type, [2, 3], IN)
        feed = {x: [code(v, IN, type) if quantized else v for v in numbers]}
        for number, constant in enumerate(CONSTANTS):
            if type == INT32:
                constant = [int(2 * v) for v in constant]
            for side in (0, 1):
                if side == 0 and (operation == "PRELU" or (operation == "POW" and constant[0] < 0)):
                    continue
                c = tensor(Parameter, f"c{number}{side}", type, [len(constant)], IN, constant)
                y = tensor(Output, f"y{number}{side}", type, [2, 3], OUT)
                pairs = [(v, constant[i % len(constant)])[:: 1 if side else -1] for i, v in enumerate(numbers)]
                arguments = ((x, c) if side else (c, x)) + ((0,) if operation in FUSED else ())
                model.Operation(operation, *arguments).To(y)
                results = [formula(*pair) for pair in pairs]
                if type == INT32:
                    results = [floor(v) for v in results]
                feed[y] = [code(v, OUT, type) if quantized else v for v in results]
        Example(feed, model=model)
