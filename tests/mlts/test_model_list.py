"""A user's folder: golden files, MLTS model lists with raw files and images, and bad input."""

import json

import numpy as np
import pytest

pytest.importorskip("ai_edge_litert.schema_py_generated")
image_module = pytest.importorskip("PIL.Image")

from conformance.engines.tflite.tflite_export import export_model  # noqa: E402
from conformance.engines.tflite.tflite_file import ModelFileError  # noqa: E402
from conformance.hal import FusedActivation, OperationType  # noqa: E402
from conformance.models.accuracy.evaluators import evaluate  # noqa: E402
from conformance.models.accuracy.model_list import folder_tasks, preprocess_image  # noqa: E402
from conformance.models.image_network import ImageNetwork, NetworkTensor, to_model  # noqa: E402
from conformance.reference import ReferenceDevice  # noqa: E402
from tests.golden import normalized  # noqa: E402

SIZE = 4


def mean_color_file():
    """Return a file that computes the mean of each color of an image [1, 4, 4, 3]."""
    network = ImageNetwork([NetworkTensor((1, SIZE, SIZE, 3))])
    network.add_pooling(OperationType.AVERAGE_POOL_2D, SIZE, 1)
    network.add_fully_connected(np.eye(3), np.zeros(3), FusedActivation.NONE)
    return export_model(to_model(network))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "models_list").mkdir()
    (tmp_path / "colors.tflite").write_bytes(mean_color_file())
    return tmp_path


def write_list(folder, **entry):
    values = {
        "name": "colors",
        "baselineSec": 0.03,
        "dataSize": 4,
        "inputSize": [1, SIZE, SIZE, 3],
        **entry,
    }
    document = {"models": [{key: value for key, value in values.items() if value is not None}]}
    (folder / "models_list" / "list.json").write_text(json.dumps(document))


def only_evaluation(folder):
    (task,) = folder_tasks(folder)
    return evaluate(task, ReferenceDevice(), 60.0)


def write_golden(folder, steps, offset=0.0):
    images = np.random.default_rng(1).uniform(-1, 1, (steps, SIZE, SIZE, 3)).astype("<f4")
    (folder / "in.bin").write_bytes(images.tobytes())
    means = images.astype(np.float64).mean(axis=(1, 2)) + offset
    (folder / "out.bin").write_bytes(means.astype("<f4").tobytes())


def test_raw_golden_files_are_split_into_steps(folder):
    write_golden(folder, 3, offset=0.5)
    write_list(folder, inputOutputs=[{"input": "in.bin", "output": "out.bin"}])
    values = only_evaluation(folder).values
    assert values["mean_square_error"] == pytest.approx(0.25, abs=1e-5)
    assert values["max_absolute_error"] == pytest.approx(0.5, abs=1e-5)


def test_several_output_files_and_another_model_file(folder):
    write_golden(folder, 2)
    (folder / "colors.tflite").rename(folder / "other.tflite")
    pair = {"input": "in.bin", "outputs": ["out.bin"]}
    write_list(folder, modelFile="other", inputOutputs=[pair])
    assert only_evaluation(folder).values["mean_square_error"] < 1e-12


def write_images(folder, colors, size=(16, 8)):
    (folder / "images").mkdir()
    for number, color in enumerate(colors):
        picture = image_module.new("RGB", size, color)
        picture.save(folder / "images" / f"photo-{number + 1:08}.png")


RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


@pytest.mark.parametrize("labels", [None, "labels.txt"])
def test_images_are_ranked_against_their_classes(folder, labels):
    # The last image is green, but its class is said to be blue.
    write_images(folder, [RED, GREEN, BLUE, GREEN])
    (folder / "labels.txt").write_text("red\ngreen\nblue\n")
    (folder / "truth.txt").write_text("red\ngreen\nblue\nblue\n" if labels else "0\n1\n2\n2\n")
    data = {"inputPath": "images/", "groundTruth": "truth.txt", "preprocessor": "Inception"}
    if labels:
        data["labels"] = labels
    evaluator = {"className": "TopK", "expectedTop1": 0.9}
    write_list(folder, dataset=data, evaluator=evaluator)
    result = only_evaluation(folder)
    assert result.values["top_1"] == 0.75
    assert "the top-1 rate is 0.7500; at least 0.8500" in result.validation_errors[0]


def test_the_central_square_is_scaled_to_minus_1_to_1(tmp_path):
    # The outer tenth of the image is white; the central square of 0.875 of the height is black.
    picture = image_module.new("RGB", (400, 160), (255, 255, 255))
    picture.paste((0, 0, 0), (120, 0, 280, 160))
    picture.save(tmp_path / "a-1.png")
    pixels = preprocess_image(tmp_path / "a-1.png", 8)
    assert pixels.shape == (1, 8, 8, 3)
    assert (pixels == -1).all()


GOLDEN = [{"input": "in.bin", "output": "out.bin"}]
IMAGES = {"inputPath": "images", "groundTruth": "truth.txt"}


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"inputOutputs": GOLDEN, "dataset": IMAGES},
        {"inputOutputs": GOLDEN, "inputSize": [1, 9]},
        {"inputOutputs": GOLDEN, "dataSize": "four"},
        {"inputOutputs": [{"input": "no.bin", "output": "out.bin"}]},
        {"inputOutputs": [{"input": "in.bin"}]},
        {"inputOutputs": [{"input": "odd.bin", "output": "out.bin"}]},
        {"inputOutputs": [{"input": "../in.bin", "output": "out.bin"}]},
        {"inputOutputs": GOLDEN, "modelFile": "../colors"},
        {"inputOutputs": GOLDEN, "evaluator": {"className": "Best"}},
        {"dataset": {**IMAGES, "preprocessor": "Crop"}},
        {"dataset": {**IMAGES, "inputPath": "empty"}},
        {"dataset": {**IMAGES, "groundTruth": "short.txt"}},
        {"dataset": {**IMAGES, "groundTruth": "words.txt"}},
    ],
)
def test_bad_input_is_explained(folder, entry, snapshot):
    write_golden(folder, 2)
    write_images(folder, [RED, GREEN])
    (folder / "empty").mkdir()
    (folder / "odd.bin").write_bytes(b"123")
    (folder / "truth.txt").write_text("0\n1\n")
    (folder / "short.txt").write_text("0\n")
    (folder / "words.txt").write_text("0\ncat\n")
    write_list(folder, **entry)
    with pytest.raises(ModelFileError) as caught:
        list(folder_tasks(folder))
    assert normalized(str(caught.value), folder) == snapshot
