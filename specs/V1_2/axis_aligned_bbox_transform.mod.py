# AXIS_ALIGNED_BBOX_TRANSFORM: deltas, edges of images, classes, images, every data type.
# Expected values: specs/scripts/boxes.py, the formula in plain Python; checked against PyTorch.
# Generated: do not edit; run `python -m specs.scripts.regenerate`.

# Each component of a delta alone, within the image.
for version in ("V1_2", "V1_3"):
    rois = Input("rois", ("TENSOR_FLOAT32", [5, 4]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [5, 4]))
    images = Parameter("images", ("TENSOR_INT32", [5]), [0, 0, 0, 0, 0])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [60, 80])
    y = Output("y", ("TENSOR_FLOAT32", [5, 4]))
    model = Model("one_delta").IntroducedIn(version)
    model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", rois, deltas, images, sizes).To(y)
    example = Example({
        rois: [
            10.0, 12.5, 30.0, 20.0,  10.0, 12.5, 30.0, 20.0,
            10.0, 12.5, 30.0, 20.0,  10.0, 12.5, 30.0, 20.0,
            10.0, 12.5, 30.0, 20.0,
        ],
        deltas: [
            0.0, 0.0, 0.0, 0.0,  0.25, 0.0, 0.0, 0.0,
            0.0, -0.5, 0.0, 0.0,  0.0, 0.0, 0.28125, 0.0,
            0.0, 0.0, 0.0, -0.625,
        ],
        y: [
            10.0, 12.5, 30.0, 20.0,
            15.0, 12.5, 35.0, 20.0,
            10.0, 8.75, 30.0, 16.25,
            6.752152412711345, 12.5, 33.24784758728865, 20.0,
            10.0, 14.242769643053787, 30.0, 18.257230356946213,
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

# Two classes and two images of different sizes.
for version in ("V1_2", "V1_3"):
    rois = Input("rois", ("TENSOR_FLOAT32", [3, 4]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [3, 8]))
    images = Parameter("images", ("TENSOR_INT32", [3]), [0, 0, 1])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [2, 2]), [60, 80, 44, 52.5])
    y = Output("y", ("TENSOR_FLOAT32", [3, 8]))
    model = Model("two_classes").IntroducedIn(version)
    model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", rois, deltas, images, sizes).To(y)
    example = Example({
        rois: [
            10.0, 12.5, 30.0, 20.0,  4.125, 3.0, 9.0, 40.5,
            0.0, 0.0, 50.0, 45.0,
        ],
        deltas: [
            -0.21875, 0.21875, -0.125, -0.40625, -0.40625, -0.5, -0.28125, -0.59375,
            -0.5625, 0.28125, 0.0, 0.75, 0.75, -0.0625, -0.0625, 0.40625,
            0.65625, -0.375, 0.1875, 0.15625, 0.6875, 0.4375, 0.15625, -0.25,
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
        example.AddUnknownShapes()
    elif version == "V1_3":
        example.AddVariations(DataTypeConverter(name="quant8_signed").Identify({
            deltas: ("TENSOR_QUANT8_ASYMM_SIGNED", 0.03125, -8),
            rois: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            sizes: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
            y: ("TENSOR_QUANT16_ASYMM", 0.125, 0),
        }), includeDefault=False)

# Boxes beyond each edge of the image, one of them completely outside.
for version in ("V1_2", "V1_3"):
    rois = Input("rois", ("TENSOR_FLOAT32", [5, 4]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [5, 4]))
    images = Parameter("images", ("TENSOR_INT32", [5]), [0, 0, 0, 0, 0])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [46, 51])
    y = Output("y", ("TENSOR_FLOAT32", [5, 4]))
    model = Model("cut_off").IntroducedIn(version)
    model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", rois, deltas, images, sizes).To(y)
    example = Example({
        rois: [
            0.0, 0.0, 50.0, 45.0,  0.0, 0.0, 50.0, 45.0,
            0.0, 0.0, 50.0, 45.0,  0.0, 0.0, 50.0, 45.0,
            10.0, 12.5, 30.0, 20.0,
        ],
        deltas: [
            -0.625, 0.0, 0.0, 0.0,  0.625, 0.0, 0.0, 0.0,
            0.0, -0.625, 0.3125, 0.0,  0.0, 0.625, 0.0, 0.3125,
            3.0, 3.0, 0.0, 0.0,
        ],
        y: [
            0.0, 0.0, 18.75, 45.0,
            31.25, 0.0, 51.0, 45.0,
            0.0, 0.0, 51.0, 16.875,
            0.0, 19.87114632358958, 50.0, 46.0,
            51.0, 35.0, 51.0, 42.5,
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

# A box without width and height does not move.
for version in ("V1_2", "V1_3"):
    rois = Input("rois", ("TENSOR_FLOAT32", [1, 4]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [1, 4]))
    images = Parameter("images", ("TENSOR_INT32", [1]), [0])
    sizes = Parameter("sizes", ("TENSOR_FLOAT32", [1, 2]), [60, 80])
    y = Output("y", ("TENSOR_FLOAT32", [1, 4]))
    model = Model("no_size").IntroducedIn(version)
    model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", rois, deltas, images, sizes).To(y)
    example = Example({
        rois: [33.0, 8.0, 33.0, 8.0],
        deltas: [0.625, -0.625, 0.625, 0.625],
        y: [33.0, 8.0, 33.0, 8.0],
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

# Images out of order; image indexes and image sizes are model inputs.
for version in ("V1_2", "V1_3"):
    rois = Input("rois", ("TENSOR_FLOAT32", [3, 4]))
    deltas = Input("deltas", ("TENSOR_FLOAT32", [3, 4]))
    images = Input("images", ("TENSOR_INT32", [3]))
    sizes = Input("sizes", ("TENSOR_FLOAT32", [3, 2]))
    y = Output("y", ("TENSOR_FLOAT32", [3, 4]))
    model = Model("later_images").IntroducedIn(version)
    model.Operation("AXIS_ALIGNED_BBOX_TRANSFORM", rois, deltas, images, sizes).To(y)
    example = Example({
        rois: [
            10.0, 12.5, 30.0, 20.0,  4.125, 3.0, 9.0, 40.5,
            0.0, 0.0, 50.0, 45.0,
        ],
        deltas: [
            -0.0625, 0.71875, -0.125, -0.40625,
            0.0625, 0.125, 0.75, 0.1875,
            0.375, 0.25, 0.3125, 0.4375,
        ],
        images: [2, 0, 0],
        sizes: [60, 80, 1, 1, 20, 25.125],
        y: [
            9.925030974154046, 19.14258645986192, 25.125, 20.0,
            1.7069999595066054, 3.820682823356613, 12.027375040493395, 49.05431717664339,
            9.579051470655095, 0.0, 77.92094852934491, 60.0,
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
