# AXIS_ALIGNED_BBOX_TRANSFORM: operands that are usually constants as model inputs, or the
# reverse.
# Expected values: specs/scripts/sources.py (cases of specs/scripts/boxes.py with operands from
# another source).
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

for version in ("V1_2", "V1_3"):
    rois = Input("rois", ("TENSOR_FLOAT32", [3, 4]))
    deltas = Parameter("deltas", ("TENSOR_FLOAT32", [3, 8]), [
        -0.21875, 0.21875, -0.125, -0.40625, -0.40625, -0.5, -0.28125, -0.59375,
        -0.5625, 0.28125, 0.0, 0.75, 0.75, -0.0625, -0.0625, 0.40625,
        0.65625, -0.375, 0.1875, 0.15625, 0.6875, 0.4375, 0.15625, -0.25,
    ])
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 1])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [2, 2]), [60, 80, 44, 52.5])
    y = Output("y", ("TENSOR_FLOAT32", [3, 8]))
    model = Model("two_classes_constant_deltas").IntroducedIn(version)
    model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", rois, deltas, images, sizes).To(y)
    example = Example({
        rois: [
            10.0, 12.5, 30.0, 20.0,  4.125, 3.0, 9.0, 40.5,
            0.0, 0.0, 50.0, 45.0,
        ],
        y: [
            6.800030974154046, 15.39258645986192, 24.449969025845952, 20.38866354013808,
            4.326603980109926, 10.429053311888673, 19.423396019890074, 14.570946688111327,
            1.3828125, 0.0, 6.2578125, 60.0, 7.928930659392153, 0.0, 12.508569340607847,
            47.5533337500023, 27.656743764475483, 0.0, 52.5, 31.930165038813847,
            30.147038845762392, 24.66448238089339, 52.5, 44.0,
        ],
    }, model=model)
    if version == "V1_2":
        example.AddVariations("relaxed", "float16", DataTypeConverter(name="quant8").Identify({
            deltas: ("TENSOR_QUANT8_ASYMM", 0.03125, 120),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            y: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }))
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            y: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)
