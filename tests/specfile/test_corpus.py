"""Tests with the public spec corpus in the folder ``NN_CONFORMANCE_SPEC_CORPUS``.

``corpus_digests.tsv.gz`` contains a digest of each of the corpus's 9374 examples: names, types,
shapes, scales, lifetimes, operations, data bytes, version and flags, in the form that
``canonical.py`` defines. The digests come from the corpus's own generator: its values were
converted to this form just before it printed them, and floats were parsed from the printed text
with C's ``strtof``. They do not depend on code of this project, so equal digests mean that both
programs interpret the specs in the same way.

The digests of all examples are compared. Writing and reading back is tested with all examples of
four folders and a fixed tenth of the others; ``NN_CONFORMANCE_FULL=1`` tests all.
"""

import gzip
import os
import random
from functools import cache
from pathlib import Path

import pytest

from conformance.cases import SpecIndex, iter_examples, load_examples, spec_name, write_spec
from tests.specfile.canonical import canonical, digest, without_identity

_CORPUS = os.environ.get("NN_CONFORMANCE_SPEC_CORPUS")
_FULL = os.environ.get("NN_CONFORMANCE_FULL") == "1"
_FOLDERS = ["V1_0", "V1_1", "V1_2", "V1_3", "V1_3_cts_only", "AIDL_V2", "AIDL_V3"]
_WRITTEN_IN_FULL = {"V1_0", "V1_1", "AIDL_V2", "AIDL_V3"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not _CORPUS, reason="NN_CONFORMANCE_SPEC_CORPUS does not name the folder of the spec corpus"
    ),
]


@cache
def expected() -> dict[str, dict[str, str]]:
    """Return for each file the digest of each example, by name and in order."""
    files: dict[str, dict[str, str]] = {}
    content = gzip.decompress(Path(__file__).with_name("corpus_digests.tsv.gz").read_bytes())
    for line in content.decode().splitlines():
        if line.startswith("#"):
            current = files[line[1:]] = {}
            spec = spec_name(line)
        else:
            suffix, value = line.split("\t")
            current[spec + suffix] = value
    return files


def files_of(folder):
    return [Path(_CORPUS or "") / name for name in expected() if name.startswith(f"{folder}/")]


def test_the_list_is_complete():
    assert sum(map(len, expected().values())) == 9374
    found = {path.relative_to(_CORPUS).as_posix() for path in Path(_CORPUS).glob("*/*.mod.py")}
    assert found == set(expected())


@pytest.mark.parametrize("folder", _FOLDERS)
def test_reading_agrees_with_the_public_generator(folder):
    for path in files_of(folder):
        found = {example.name: digest(example) for example in load_examples(path)}
        wanted = expected()[path.relative_to(_CORPUS).as_posix()]
        assert list(found.items()) == list(wanted.items()), path


@pytest.mark.parametrize("folder", _FOLDERS)
def test_writing_and_reading_returns_the_same_example(folder):
    chance = random.Random(f"round trip {folder}")
    for path in files_of(folder):
        for example in load_examples(path):
            if not (_FULL or folder in _WRITTEN_IN_FULL or chance.random() < 0.1):
                continue
            text = write_spec(example).encode()
            (again,) = iter_examples(f"/anywhere/{example.spec}.mod.py", source=text)
            assert without_identity(again) == without_identity(example), example.name
            assert canonical(again) == canonical(example)


def test_the_index_loads_the_same_examples(tmp_path):
    index = SpecIndex(tmp_path)
    for folder in ("V1_0", "V1_3"):
        for path in files_of(folder):
            wanted = expected()[path.relative_to(_CORPUS).as_posix()]
            assert [info.name for info in index.names(path)] == list(wanted)
            for name, value in wanted.items():
                assert digest(index.load(path, name)) == value
