"""Tests that the index never returns outdated examples after a file or a Python flag has changed.

The files are helper modules and data files that the spec reads. The expected values are those that
the spec or its helper module states.
"""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from conformance.cases import SpecError, SpecIndex, load_examples

BODY = """
a, b = Input("a", ("TENSOR_FLOAT32", [1])), Output("b", ("TENSOR_FLOAT32", [1]))
Model().Operation("RELU", a).To(b)
Example({a: [1.0], b: [EXPECTED]}).DisableLifeTimeVariation()
"""
HERE = "import os, sys\nhere = os.path.dirname(__file__)\n"

HELPED = {
    "import": (HERE + "sys.path.insert(0, here)\nfrom helper import EXPECTED\n", "helper.py"),
    "import in a function": (
        HERE + "def get():\n    sys.path.insert(0, here)\n    import helper\n"
        "    return helper.EXPECTED\nEXPECTED = get()\n",
        "helper.py",
    ),
    "package": (
        HERE + "sys.path.insert(0, here)\nfrom helpers.values import EXPECTED\n",
        "helpers/values.py",
    ),
    "import_module": (
        HERE + "sys.path.insert(0, here)\nimport importlib\n"
        "EXPECTED = importlib.import_module('helper').EXPECTED\n",
        "helper.py",
    ),
    "loader": (
        HERE + "from importlib.util import module_from_spec, spec_from_file_location\n"
        "found = spec_from_file_location('any', here + '/helper.py')\n"
        "module = module_from_spec(found)\nfound.loader.exec_module(module)\n"
        "EXPECTED = module.EXPECTED\n",
        "helper.py",
    ),
    "run_path": (
        HERE + "import runpy\nEXPECTED = runpy.run_path(here + '/helper.py')['EXPECTED']\n",
        "helper.py",
    ),
    "exec": (HERE + "exec(open(here + '/helper.py').read())\n", "helper.py"),
    "relative to the working directory": (
        HERE + "os.chdir(here)\nexec(open('helper.py').read())\n",
        "helper.py",
    ),
    "pathlib": (
        "from pathlib import Path\nexec((Path(__file__).parent / 'helper.py').read_text())\n",
        "helper.py",
    ),
    "os.open": (
        HERE + "handle = os.open(here + '/helper.py', os.O_RDONLY)\n"
        "exec(os.read(handle, 1000))\nos.close(handle)\n",
        "helper.py",
    ),
    "process": (
        HERE + "import subprocess\n"
        "exec(subprocess.run(['cat', here + '/helper.py'], stdout=-1).stdout)\n",
        "helper.py",
    ),
}
"""Ways for a spec to read the value of ``EXPECTED``, with the file that contains the value."""


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


def helper(spec: Path, name: str, value: float) -> None:
    place = spec.parent / name
    place.parent.mkdir(exist_ok=True)
    place.write_text(f"EXPECTED = {value!r}\n")


def expected(index: SpecIndex, path: Path) -> float:
    (info,) = index.names(path)
    return float(np.frombuffer(index.load(path, info.name).outputs[0].data, "<f4")[0])


@pytest.mark.parametrize("way", HELPED)
def test_a_changed_helper_changes_the_example(write_spec, cache, way):
    text, name = HELPED[way]
    path = write_spec(text + BODY)
    # The texts have the same length and are written within one second, so that neither file size
    # nor a time stamp in seconds reveals the change.
    for value in (1.0, 2.0, 3.0):
        helper(path, name, value)
        assert expected(SpecIndex(cache), path) == value
    assert not cache.exists()


def test_a_changed_helper_of_a_helper_changes_the_example(write_spec, cache):
    path = write_spec(HERE + "sys.path.insert(0, here)\nfrom first import EXPECTED\n" + BODY)
    (path.parent / "first.py").write_text("from second import EXPECTED\n")
    for value in (1.0, 2.0):
        helper(path, "second.py", value)
        assert expected(SpecIndex(cache), path) == value


def test_a_changed_array_file_changes_the_example(write_spec, cache):
    path = write_spec(
        HERE + "import numpy as np\nEXPECTED = float(np.load(here + '/data.npy')[0])\n" + BODY
    )
    for value in (1.0, 2.0):
        np.save(path.parent / "data.npy", np.array([value]))
        assert expected(SpecIndex(cache), path) == value


@pytest.mark.parametrize(
    "attempt",
    [
        "try:\n    exec(open(here + '/helper.py').read())\nexcept OSError:\n    EXPECTED = 1.0\n",
        """
try:
    sys.path.insert(0, here)
    from helper import EXPECTED
except ImportError:
    EXPECTED = 1.0
""",
        "EXPECTED = 1.0 + os.listdir(here).count('helper.py')\n",
    ],
    ids=["open", "import", "listdir"],
)
def test_a_new_helper_that_was_missing_changes_the_example(write_spec, cache, attempt):
    path = write_spec(HERE + attempt + BODY)
    assert expected(SpecIndex(cache), path) == 1.0
    helper(path, "helper.py", 2.0)
    assert expected(SpecIndex(cache), path) == 2.0


def test_helpers_of_the_same_name_in_two_folders_are_distinguished(write_spec, cache):
    text = HERE + "sys.path.insert(0, here)\nfrom helper import EXPECTED\n" + BODY
    index = SpecIndex(cache)
    for folder, value in (("V1_0", 1.0), ("V1_1", 2.0)):
        path = write_spec(text, folder=folder)
        helper(path, "helper.py", value)
        assert expected(index, path) == value
    assert "helper" not in sys.modules


def test_a_module_loaded_earlier_prevents_caching(write_spec, cache, tmp_path):
    (tmp_path / "loaded_before.py").write_text("EXPECTED = 1.0\n")
    sys.path.insert(0, str(tmp_path))
    try:
        import loaded_before  # noqa: PLC0415

        path = write_spec("from loaded_before import EXPECTED\n" + BODY)
        assert expected(SpecIndex(cache), path) == 1.0
        loaded_before.EXPECTED = 2.0
        assert expected(SpecIndex(cache), path) == 2.0
    finally:
        sys.path.remove(str(tmp_path))
        sys.modules.pop("loaded_before", None)


@pytest.mark.parametrize(
    "value",
    [
        "float(os.environ['NN_TEST_VALUE'])",
        "1.0 + os.path.exists(os.environ['NN_TEST_FILE'])",
        "float(__import__('sys').argv[-1])",
    ],
)
def test_a_changed_environment_changes_the_example(write_spec, cache, tmp_path, monkeypatch, value):
    path = write_spec(("import os\n" if "os." in value else "") + f"EXPECTED = {value}\n" + BODY)
    file = tmp_path / "file"
    for number in (1.0, 2.0):
        if number == 2.0:
            file.touch()
        monkeypatch.setenv("NN_TEST_VALUE", str(number))
        monkeypatch.setenv("NN_TEST_FILE", str(file))
        monkeypatch.setattr(sys, "argv", ["program", str(number)])
        assert expected(SpecIndex(cache), path) == number


PLAIN = (
    "import collections, copy, json, math, pickle, random, re, statistics, struct\n"
    "import numpy as np\nfrom numpy import linalg\nfrom functools import reduce\n"
    "EXPECTED = float(np.maximum(1, 0)) + float(linalg.norm([0]))\n"
)


def test_python_and_numpy_are_not_dependencies(write_spec, cache):
    """Run in a new process, where the spec itself loads the modules."""
    path = write_spec(PLAIN + BODY)
    script = (
        "import sys\nfrom conformance.cases import SpecIndex\n"
        "SpecIndex(sys.argv[1]).names(sys.argv[2])"
    )
    subprocess.run([sys.executable, "-c", script, str(cache), str(path)], check=True, timeout=60)
    assert len(list(cache.glob("*.nnspec"))) == 1


def test_a_failing_assertion_is_reported_after_a_run_without_assertions(write_spec, cache):
    path = write_spec("EXPECTED = 1.0\nassert EXPECTED == 2.0\n" + BODY)
    script = (
        "import sys\nfrom conformance.cases import SpecIndex\n"
        "print(len(SpecIndex(sys.argv[1]).names(sys.argv[2])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(cache), str(path)],
        env={**os.environ, "PYTHONOPTIMIZE": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stdout == "1\n"
    with pytest.raises(SpecError, match="AssertionError"):
        SpecIndex(cache).names(path)


def test_no_bytecode_file_is_written_for_a_helper(write_spec):
    path = write_spec(HELPED["import"][0] + BODY)
    helper(path, "helper.py", 1.0)
    load_examples(path)
    assert not (path.parent / "__pycache__").exists()
    assert sys.dont_write_bytecode is bool(sys.flags.dont_write_bytecode)


def test_only_cache_files_are_deleted_from_the_cache_folder(write_spec, cache):
    cache.mkdir()
    names = ["notes.nnspec", ".download.part", ".nn-notes.part", f"{'0' * 40}.nnspec"]
    for name in names:
        (cache / name).write_text("old")
        os.utime(cache / name, (0, 0))
    SpecIndex(cache).names(write_spec(textwrap.dedent("EXPECTED = 1.0\n") + BODY))
    assert [name for name in names if (cache / name).exists()] == names[:3]
